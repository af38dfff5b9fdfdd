"""Mutated statements, one for each proof method and more: each is refuted, or left unproved."""

from fractions import Fraction

import pytest
from flint import arb, fmpz_poly

from exactdp.mechanisms.exact.rationals import to_fmpq
from exactdp.mechanisms.exact.ratios import ALPHA
from exactdp.mechanisms.families.rejection import cost, row_mass
from exactdp.proofs.catalogue.runs import prove
from exactdp.proofs.engine.bijections import bijection
from exactdp.proofs.engine.evidence import all_hold
from exactdp.proofs.engine.exponents import prove as exponents
from exactdp.proofs.engine.identities import Powers, identity
from exactdp.proofs.engine.linear import equal, minimum
from exactdp.proofs.engine.reals import positive, rounds_to
from exactdp.proofs.engine.search import counterexample
from exactdp.proofs.engine.signs import UNIT, UNIT_CLOSED, Range, more_than, same_sign, sign
from exactdp.proofs.engine.sums import geometric, vanishing
from exactdp.proofs.lemmas import honesty_prices as comparing
from exactdp.proofs.lemmas import (
    implications,
    instances,
    kms,
    plateau,
    rejection,
    scaled,
    separations,
)
from exactdp.proofs.lemmas.explicit_fair import normaliser_at
from exactdp.proofs.lemmas.optima import curve, lemma
from exactdp.proofs.papers.constrained import (
    binomial,
    closures,
    derivation,
    existing,
    experiments,
    fair,
    losses,
    optimality,
    tightness,
)
from exactdp.proofs.papers.notes import calibration, scaling, truncation

HALF = Fraction(1, 2)


# --- exponents, bijections -----------------------------------------------------------------


def test_a_circle_of_n_counts_is_not_tight():
    def short(i, j, n):
        return minimum(abs(i - j), n - abs(i - j))

    assert all_hold(tightness.tight_around_a_circle())
    assert any(step.holds is False for step in tightness.tight_around_a_circle(short))


def test_a_circle_is_not_tight_for_even_n():
    i, j, m, n = tightness.i, tightness.j, tightness.m, tightness.N
    even = [*tightness.PLACED, j < n, *equal(n, 2 * m)]
    change = abs(tightness.around(i, j + 1, n) - tightness.around(i, j, n))
    assert exponents("mutant", even, equal(change, 1)).holds is False


def test_a_rotation_by_the_wrong_length_is_no_bijection():
    j, n = tightness.j, tightness.N

    def forward(i):
        return tightness.cases(i >= j, i - j, i - j + n)

    def backward(k):
        return tightness.cases(k + j <= n, k + j, k + j - n)

    found = bijection("mutant", [j >= 0, j <= n], n, forward, backward)
    assert any(step.holds is False for step in found)


def test_a_circle_one_count_longer_has_other_exponents_than_em():
    assert all_hold(tightness.as_truthful_as_em())
    k, n = tightness.variables("k n")
    longer = minimum(k, n + 2 - k)
    step = exponents("mutant", [n >= 1, k >= 0, k <= n], equal(longer, minimum(k, n + 1 - k)))
    assert step.holds is False


# --- sums, identities, limits --------------------------------------------------------------


def test_inputs_of_the_power_form_differ_by_another_amount():
    a, q, index = kms.a, kms.m, kms.Index(kms.k, kms.Z)
    power = Powers(a, {"m": kms.C})
    zero = geometric(a**0, a, power(q + 3), index, [])
    one = a + geometric(a**0, a, power(q + 2), index, [])
    assert identity("right", one - zero, a - power(q + 2)).holds
    assert identity("mutant", one - zero, a - power(q + 3)).holds is False
    short = geometric(a**0, a, power(q + 1), index, [])  # one term too few
    assert identity("mutant", a + short - zero, a - power(q + 2)).holds is False


def test_the_cost_of_rejection_with_a_shifted_power_is_another():
    b, whole = rejection.b, rejection.whole
    exact = row_mass(b, b, whole) / row_mass(b, b**0, b * whole)
    assert identity("right", exact, cost(b, b * whole)).holds
    assert identity("mutant", exact, cost(b, whole)).holds is False


def test_the_price_of_column_honesty_with_a_flipped_sign_is_refuted():
    a, S, T = comparing.a, comparing.S, comparing.T
    assert all_hold(comparing.dearer())
    wrong = (1 / T - 1) * (2 / S - 2 - a)
    box = {"a": UNIT, "S": UNIT_CLOSED, "T": UNIT}
    assert sign("mutant", wrong, ">0", box).holds is False


def test_what_does_not_fall_does_not_vanish():
    a = comparing.a
    assert vanishing(a, 1, {"a": UNIT}).holds
    assert vanishing(a, 1, {"a": UNIT_CLOSED}).holds is not True


# --- signs ---------------------------------------------------------------------------------


def test_thresholds_off_by_one_power_are_refuted():
    a, N = scaling.a, scaling.N
    assert same_sign("L_1 > 1", scaling.L(a) - 1, a**3 - N, scaling.BOX).holds
    assert same_sign("mutant", scaling.L(a) - 1, a**2 - N, scaling.BOX).holds is not True
    assert sign("mutant: n = 3", scaling.L(a, a**3 * scaling.C) - 1, ">0", scaling.BOX).holds is (
        False
    )


def test_a_joined_end_ties_at_the_wrong_threshold():
    a, k = plateau.a, plateau.k
    end = plateau.x / (k + 1)
    box = {"a": UNIT, "k": plateau.at_least(0)}
    wrong = (k + 2) * a - (k + 1)
    assert same_sign("right", end - plateau.y, (k + 1) * a - k, box).holds
    assert same_sign("mutant", end - plateau.y, wrong, box).holds is not True


def test_the_exponential_mechanism_needs_both_halves_of_eps():
    # N S' - h N' S, h in place of h^2.
    h, u, v, x, y = existing.h, existing.u, existing.v, existing.x, existing.y
    gap = (h * u + v) * (h * x + y) - h * u * x
    box = {name: more_than(0) for name in "uvxy"} | {"h": UNIT}
    assert sign("mutant", gap, ">=0", box).holds is False


def tight(kernel, alpha):
    pairs = (sorted(pair) for pair in instances.adjacent_inputs(kernel))
    return all(low == alpha * high for low, high in pairs)


# --- search --------------------------------------------------------------------------------


def test_the_circle_is_tight_for_odd_sizes_only():
    assert counterexample(
        "odd", ({"n": n} for n in (1, 3, 5)), lambda n: tight(tightness.circular(n, HALF), HALF)
    ).holds
    step = counterexample(
        "mutant",
        ({"n": n} for n in range(1, 6)),
        lambda n: tight(tightness.circular(n, HALF), HALF),
    )
    assert step.data["counterexample"] == {"n": 2}


def test_the_largest_y_costs_more_where_it_is_said_to():
    for n, power, alpha in optimality.DEARER:
        best = optimality.fair_optimum(n, alpha, power)
        truthful = optimality.fair_optimum(n, alpha, power, truthful=True)
        assert best.cost < truthful.cost
        assert truthful.mechanism.rows()[0][0] > best.mechanism.rows()[0][0]
    at = HALF
    assert (
        optimality.fair_optimum(3, at, 3).cost
        == optimality.fair_optimum(3, at, 3, truthful=True).cost
    )


@pytest.mark.parametrize("power", [1, 2])
def test_a_level_mechanism_of_another_power_is_no_mechanism(power):
    def mutant(n, alpha):
        kernel = scaled.scaled(n, alpha, lambda o, c: alpha ** (power * (c - n // 2)) / (n + 1))
        return scaled.valid(kernel, alpha, scaled.SIX)

    cases = [{"n": n, "alpha": Fraction(9, 10)} for n in (2, 4, 6)]
    assert counterexample("mutant", cases, mutant).holds is (power == 1)


# --- lemmas, patterns ----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["RM & F & S => CM", "CM & F & S => RM"])
def test_what_holds_for_two_fails_for_three(text):
    assert lemma(text, [2]).holds
    assert lemma(text, [3]).holds is False


def test_all_that_holds_for_one_alone_fails_for_three():
    always = {"CM => WH", "F & RH => CH"}  # these follow from the printed ones
    for text in closures.AT_ONE:
        assert lemma(text, [1]).holds
        assert lemma(text, [3]).holds is (text in always)


def test_without_the_witness_for_symmetry_there_are_fewer_sets(monkeypatch):
    fewer = {k: v for k, v in separations.WITNESSES.items() if k != "all but symmetric"}
    monkeypatch.setattr(separations, "WITNESSES", fewer)
    assert not all_hold(separations.witnesses())


def test_the_nine_combinations_are_eight_if_an_implication_is_added(monkeypatch):
    monkeypatch.setattr(implications, "PRINTED", (*implications.PRINTED, (("CH", "RM"), "CM")))
    sets = {implications.closure(frozenset(s)) for s in experiments.WITH_WH}
    assert len(sets) < 9


# --- programs ------------------------------------------------------------------------------


def test_the_fair_optimum_leaves_the_largest_y():
    found = curve(4, ("F",), "L2")
    kept = [found.kernel(t)[0][0] == normaliser_at(4, ALPHA) for t in found.tiles]
    assert kept == [True, True, False]


def test_row_honest_optima_report_the_likeliest(monkeypatch):
    assert losses.unlikely_optimum().holds is False
    monkeypatch.setattr(losses, "UNLIKELY", (range(1, 2), [Fraction(9, 10)]))
    assert losses.unlikely_optimum().holds is True


def test_a_threshold_of_derivability_is_not_the_printed_none():
    cells = derivation.comparison(3)
    assert [cell.sign for cell in cells] != [1]
    assert cells[0].high.is_root(fmpz_poly([-1, 0, 2]))


# --- roots and intervals -------------------------------------------------------------------


def test_for_one_individual_the_calibration_never_breaks():
    assert calibration.calibration_breaks(2).holds
    assert calibration.calibration_breaks(1).holds is False


def test_the_quotient_of_the_tails_falls_below_the_level():
    last = binomial.relative_growth(8, 6)
    assert last.at(to_fmpq(Fraction(91, 100))) > 0 > last.at(to_fmpq(Fraction(89, 100)))
    assert last.at(to_fmpq(Fraction(9, 10))) == 0


def test_tight_fair_kernels_for_three_counts_exist_at_one_level_only():
    (level,) = tightness.tight_levels(2)
    assert level.is_root(fmpz_poly([-1, 1, 1]))
    assert not level.is_root(fmpz_poly([-1, 2]))
    with pytest.raises(ValueError, match="n = 1"):
        tightness.tight_levels(1)


# --- decimals and figures ------------------------------------------------------------------


def test_another_digit_or_sign_is_refuted():
    assert rounds_to("mass", lambda: truncation.extremes((20,)), "0.072").holds is False
    assert positive("1/2 - mass", lambda: truncation.extremes((0,)) - 1).holds is False
    assert positive("ln 2 < 0.69", lambda: arb(69) / 100 - arb(2).log()).holds is False


def test_a_changed_entry_of_figure_4_is_found():
    lines = fair.FIGURE_4.split("\n")
    lines[3] = lines[3].replace("2", "3", 1)
    found = fair.compare_figure("\n".join(lines), 7)
    assert [step.holds for step in found] == [True, False]


# --- whole claims --------------------------------------------------------------------------


def test_a_wrong_level_around_the_circle_is_noticed(monkeypatch):
    right = tightness.circular
    monkeypatch.setattr(tightness, "circular", lambda n, alpha: right(n, alpha**2))
    (found,) = prove(["CKS-51"])
    assert found["verdict"] == "false"
    assert found["correction"] is None


def test_the_calibration_is_not_proved_on_a_wider_range():
    printed, base = calibration.printed, calibration.base
    wider = {"a": Range(Fraction(0), Fraction(9, 10), high_closed=True), "power": UNIT_CLOSED}
    assert sign("mutant", printed - 1 - base * (1 - base), ">=0", wider).holds is False
