"""The remaining claims of the paper on constrained mechanisms: verdicts and exact values."""

import json
from fractions import Fraction

import pytest

from exactdp.proofs.engine.evidence import all_hold
from exactdp.proofs.engine.identities import identity
from exactdp.proofs.engine.search import counterexample
from exactdp.proofs.engine.signs import UNIT, at_least, same_sign, sign
from exactdp.proofs.lemmas import implications as facts
from exactdp.proofs.lemmas import instances, kms, separations
from exactdp.proofs.papers.constrained import (
    binomial,
    derivation,
    existing,
    implications,
    losses,
    model,
    optimality,
    programs,
    summary,
    symmetry,
)

HALF = Fraction(1, 2)
VERDICTS = {
    "CKS-01": "true",
    "CKS-02": "conditional",
    "CKS-03": "true",
    "CKS-05": "true",
    "CKS-10": "true",
    "CKS-11": "conditional",
    "CKS-13": "true",
    "CKS-14": "false",
    "CKS-15": "true",
    "CKS-16": "true",
    "CKS-17": "conditional",
    "CKS-21": "conditional",
    "CKS-22": "true",
    "CKS-23": "true",
    "CKS-24": "true",
    "CKS-25": "true",
    "CKS-26": "true",
    "CKS-27": "true",
    "CKS-29": "conditional",
    "CKS-30": "true",
    "CKS-31": "conditional",
    "CKS-32": "true",
    "CKS-33": "conditional",
    "CKS-34": "true",
    "CKS-35": "true",
    "CKS-36": "false",
    "CKS-38": "conditional",
    "CKS-41": "true",
    "CKS-57": "conditional",
    "CKS-64": "true",
    "CKS-75": "conditional",
    "CKS-76": "true",
    "CKS-77": "false",
    "CKS-86": "false",
    "CKS-87": "conditional",
    "CKS-88": "conditional",
    "CKS-90": "true",
    "CKS-91": "conditional",
}


@pytest.fixture(scope="module")
def results(found):
    return found(VERDICTS)


def test_verdicts(results):
    assert {name: found["verdict"] for name, found in results.items()} == VERDICTS


def test_what_is_not_true_has_a_counterexample_and_a_proved_repair(results):
    for found in results.values():
        json.dumps(found)
        if found["verdict"] == "true":
            assert found["counterexample"] is None
        else:
            assert found["counterexample"]
            assert found["correction"] or found["condition"]


def test_every_step_of_a_true_claim_was_shown(results):
    for found in results.values():
        if found["verdict"] == "true":
            assert all(step["holds"] is True for step in found["evidence"])


def test_the_counterexamples_are_the_smallest_that_were_looked_for(results):
    at = {name: found["counterexample"] for name, found in results.items()}
    assert at["CKS-02"]["n"] == at["CKS-14"]["n"] == 1
    assert at["CKS-36"]["printed rows"] == 2  # at n = 1 there is none
    assert (at["CKS-17"]["n"], at["CKS-17"]["tightest alpha of eq. (2)"]) == (2, "7/16")
    assert at["CKS-31"]["weights"] == ["1/3", "2/3"]
    assert (at["CKS-57"]["n"], at["CKS-57"]["power"]) == (3, 3)
    assert (at["CKS-77"]["n"], at["CKS-77"]["alpha"]) == (2, "1/2")
    assert (at["CKS-86"]["d"], at["CKS-87"]["d"], at["CKS-88"]["n"]) == (2, 5, 8)


# --- section I and II ----------------------------------------------------------------------


@pytest.mark.parametrize(("n", "alpha", "count"), [(1, "1/2", 1), (2, "9/10", 3), (3, "1/3", 2)])
def test_how_many_behaviours_there_are(n, alpha, count):
    assert len(summary.behaviours(n, Fraction(alpha))) == count


def test_a_wrong_power_in_the_excess_of_em_is_refuted():
    (step,) = [s for s in summary.excess() if s.shows.startswith("n = 2m: L0(EM)/L0(GM)")]
    assert step.holds
    even = summary.normaliser(False, [])
    gm, grown = 2 * summary.a / (1 + summary.a), (summary.n + 1) / summary.n
    wrong = identity("mutant", grown * (1 - even) / gm, grown * (1 - summary.M**2 * even))
    assert wrong.holds is False


def test_quotients_turned_around_are_refuted():
    box = {"a": UNIT, "p": at_least(1), "q": at_least(1)}
    step = same_sign("mutant", model.p / model.q - model.a, model.q - model.a * model.p, box)
    assert all_hold(model.quotients_and_products())
    assert step.holds is not True


def test_loss_beyond_d_is_off_by_one():
    kernel = instances.geometric(3, HALF)
    assert losses.far_loss(kernel, 1) == instances.loss(kernel) != losses.far_loss(kernel, 0)
    assert losses.far_loss(kernel, 0) == Fraction(4, 3)


def test_randomized_response_is_not_private_at_the_inverse_level():
    p = existing.p
    wrong = p / (1 - p) / 4
    above = {"p": existing.Range(HALF, Fraction(1))}
    assert sign("mutant", p - 4 * wrong * (1 - p) - p / 2, ">=0", above).holds is False


def test_a_halved_exponent_without_the_factor_two_breaks_the_exponential_mechanism():
    # exp(eps Q/s) instead of exp(eps Q/(2s)) is not e^-eps-DP.
    def holds(quality, step):
        alpha = step ** existing.sensitivity(quality)
        return instances.differentially_private(existing.exponential(quality, step), alpha)

    assert counterexample("mutant", existing.qualities(), holds).holds is False


# --- section IV-A --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("premises", "conclusion"),
    [
        (("RH",), "RM"),
        (("CH",), "CM"),
        (("S",), "F"),
        (("RH",), "CH"),
        (("F",), "RH"),
        (("RM", "CM"), "S"),
    ],
)
def test_converses_and_weaker_premises_are_refuted(premises, conclusion):
    assert implications.both_hold(premises, conclusion).holds is False


def test_an_implication_left_out_is_noticed(monkeypatch):
    for module in (facts, separations):
        monkeypatch.setattr(module, "PRINTED", facts.PRINTED[:-1])
    assert separations.exactly_five(3).holds is False
    assert not all_hold(separations.witnesses())


def test_turning_only_the_outputs_around_does_not_symmetrise(monkeypatch):
    def mutant(kernel):
        return [[(x + y) / 2 for x, y in zip(row, row[::-1], strict=True)] for row in kernel]

    cases = implications.kernels()
    keeps = symmetry.keeps_properties
    assert counterexample("M*", cases, keeps).holds is True
    monkeypatch.setattr(symmetry, "symmetrised", mutant)
    assert counterexample("mutant", cases, keeps).holds is False


def test_the_printed_rows_never_touch_the_diagonal():
    for n in range(1, 6):
        assert not any(o in (b, c) for o, b, c in programs.printed_rows(n))
        assert len(programs.printed_rows(n, strict=False)) == n * (n + 1)


# --- sections IV-B to IV-D -----------------------------------------------------------------


def test_the_inverse_solves_and_a_wrong_one_does_not(monkeypatch):
    w = [Fraction(1), Fraction(2), Fraction(3, 2)]
    assert kms.solves(w, HALF)
    right = kms.weights_for
    monkeypatch.setattr(kms, "weights_for", lambda w, alpha: right(w, alpha**2))
    assert not kms.solves(w, HALF)


def test_gm_is_not_the_only_optimum_of_a_program_with_weak_honesty_alone():
    assert optimality.only_geometric(3, Fraction(9, 10))
    found = optimality.least(3, Fraction(9, 10), ("WH",))
    assert found.unique is False


def test_em_passes_a_test_with_a_wrong_power():
    kernel = instances.explicit_fair(2, HALF)

    def mutant(alpha):  # alpha^3 in place of alpha on the right
        left = kernel[1][2] - alpha * kernel[0][2]
        return left >= alpha**3 * (kernel[2][2] - alpha * kernel[1][2])

    assert mutant(HALF)
    assert not derivation.passes(kernel, HALF)


def test_where_wm_stops_being_derivable():
    two, three = derivation.comparison(2), derivation.comparison(3)
    assert [cell.sign for cell in two] == [0]
    assert [cell.sign for cell in three] == [0, 1]
    assert three[0].high.to_json()["polynomial"] == [-1, 0, 2]  # 1/sqrt 2


# --- section V-C ---------------------------------------------------------------------------


def test_margins_agree_and_vanish_at_the_far_end():
    assert binomial.margin(2, 2) == 0
    for d in range(3):
        assert binomial.margin(3, d).at(binomial.to_fmpq(HALF)) == binomial.to_fmpq(
            binomial.margin_at(3, d, HALF)
        )


def test_the_margin_the_other_way_round_has_the_other_sign():
    f = binomial.margin(8, 0)
    assert [s for _, s in binomial.sign_of(f)] == [-1, 1]
    assert binomial.from_where(-f) is None


def test_rmse_at_a_low_level_is_another_matter():
    assert binomial.lower_rmse(4, Fraction(91, 100))[0]
    assert not binomial.lower_rmse(4, Fraction(1, 4))[0]
