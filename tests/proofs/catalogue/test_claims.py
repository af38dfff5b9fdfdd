"""The verdicts, the mutations that must change them, and the code that ships."""

import ast
import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp import proofs
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.proofs.catalogue.registry import catalogue
from exactdp.proofs.catalogue.runs import prove
from exactdp.proofs.engine.bijections import bijection
from exactdp.proofs.engine.evidence import Step, all_hold
from exactdp.proofs.engine.identities import evaluate, identity
from exactdp.proofs.engine.linear import cases, ceil_half, minimum, value
from exactdp.proofs.engine.signs import sign
from exactdp.proofs.engine.sums import series
from exactdp.proofs.lemmas import explicit_fair as em
from exactdp.proofs.lemmas import geometric as gm
from exactdp.proofs.lemmas import instances
from exactdp.proofs.papers.constrained import fair
from exactdp.proofs.papers.releasing import comparison, variance
from exactdp.proofs.statements.claim import Proof, Repair, decide


@pytest.fixture(scope="module")
def results(found):
    return found(claim.id for claim in catalogue())


#: What is known by now; a change of any line is a finding of its own.
VERDICTS = {
    "CKS-18": "false",
    "CKS-40": "true",
    "CKS-42": "true",
    "CKS-43": "conditional",
    "CKS-44": "false",
    "CKS-45": "conditional",
    "CKS-46": "false",
    "CKS-47": "true",
    "CKS-48": "true",
    "CKS-49": "false",
    "CKS-50": "conditional",
    "CKS-51": "false",
    "CKS-52": "false",
    "CKS-53": "false",
    "CKS-54": "false",
    "CKS-55": "true",
    "CKS-56": "true",
    "CKS-58": "true",
    "CKS-59": "false",
    "CKS-60": "true",
    "CKS-61": "conditional",
    "CKS-62": "conditional",
    "CKS-63": "true",
    "COL-02": "true",
    "COL-03": "true",
    "COL-04": "true",
    "COL-05": "conditional",
    "COL-06": "true",
    "COL-07": "true",
    "COL-08": "true",
    "COL-09": "true",
    "COL-10": "false",
    "COL-11": "true",
    "NEW-1": "true",
}


def test_verdicts(results):
    assert {name: results[name]["verdict"] for name in VERDICTS} == VERDICTS


def test_the_catalogue_is_in_paper_order_and_each_claim_is_placed():
    listed = [claim.id for claim in catalogue()]
    assert [name for name in listed if name in VERDICTS] == list(VERDICTS)
    assert all(claim.source and claim.place and claim.statement for claim in catalogue())


def test_results_are_json_with_the_promised_fields(results):
    promised = {
        "id",
        "verdict",
        "grade",
        "grades",
        "scope",
        "evidence",
        "counterexample",
        "correction",
        "seconds",
    }
    for result in results.values():
        assert promised <= set(json.loads(json.dumps(result)))


def test_false_claims_come_with_a_counterexample_and_a_proved_correction(results):
    for result in results.values():
        if result["verdict"] == "false":
            assert result["counterexample"]
            assert result["correction"]
        if result["verdict"] == "conditional":
            assert result["counterexample"]
            assert result["condition"]


def test_an_unknown_claim_is_an_input_error():
    with pytest.raises(InputError, match="CKS-999"):
        prove(["CKS-999"])


def test_one_claim_alone_is_given_by_its_id():
    assert [result["id"] for result in prove("COL-06")] == ["COL-06"]


def test_progress_is_reported_before_each_claim():
    seen = []
    prove(["COL-06", "CKS-42"], lambda done, total, name: seen.append((done, total, name)))
    assert seen == [(0, 2, "COL-06"), (1, 2, "CKS-42")]


# --- how evidence becomes a verdict ---------------------------------------------------------

HOLDS, UNKNOWN = Step("t", "holds", True), Step("t", "unknown", None)
FAILS = Step("t", "fails", False, {"counterexample": {"n": 1}})


def test_no_verdict_without_a_complete_proof():
    assert decide(search=[HOLDS]).verdict == "open"
    assert decide(search=[HOLDS], proof=Proof("s", [])).verdict == "open"
    assert decide(search=[HOLDS], proof=Proof("s", [HOLDS, UNKNOWN])).verdict == "open"
    assert decide(search=[HOLDS], proof=Proof("s", [HOLDS])).verdict == "true"


def test_an_unproved_repair_repairs_nothing():
    broken = Repair("s", [UNKNOWN], "repaired")
    finding = decide(search=[FAILS], correction=broken)
    assert (finding.verdict, finding.correction) == ("false", None)
    assert decide(search=[FAILS], condition=broken).verdict == "false"
    assert decide(search=[HOLDS], correction=Repair("s", [HOLDS], "r")).verdict == "open"


def test_a_counterexample_against_a_proof_is_an_alarm():
    with pytest.raises(RuntimeError, match="contradiction"):
        decide(search=[FAILS], proof=Proof("s", [HOLDS]))


def test_no_claim_writes_its_verdict_down():
    words = {"true", "false", "conditional", "open"}
    for path in Path(proofs.__file__).parent.rglob("*.py"):
        if path.name == "claim.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and node.value in words), path.name
            called = node.func if isinstance(node, ast.Call) else None
            assert not (isinstance(called, ast.Name) and called.id == "Finding"), path.name


# --- mutated claims -------------------------------------------------------------------------


def test_column_monotonicity_of_gm_has_no_other_threshold():
    assert all_hold(gm.corner_monotone(1 - 2 * gm.a))
    assert not all_hold(gm.corner_monotone(1 - 3 * gm.a))
    assert not all_hold(gm.corner_monotone(2 * gm.a - 1))


@pytest.mark.parametrize(
    "mutant",
    [
        em.exponent(em.i, em.j + 2, em.N),  # shifted index
        em.exponent(em.i, em.j + 1, em.N) * 2,  # wrong exponent
        minimum(abs(em.i - em.j - 1) + 2, em.N),  # another matrix
    ],
)
def test_a_mutated_em_is_not_private(mutant):
    assert all_hold(em.private())
    steps = em.private(mutant)
    assert any(step.holds is False for step in steps)


def test_a_shifted_bijection_is_refuted():
    m, n = em.m, em.N
    steps = bijection(
        "k(i) with the left side shifted by one",
        [m >= 0, 2 * m <= n, 2 * m + 1 >= n],
        n,
        lambda i: cases(i <= m, 2 * (m - i) + 1, 2 * (i - m) - 1),
        lambda k: cases(k >= 2 * ceil_half(k), m - ceil_half(k), m + ceil_half(k)),
    )
    assert any(step.holds is False for step in steps)


def test_a_wrong_entry_of_figure_4_is_found():
    assert all_hold(fair.compare_figure(fair.FIGURE_4, 7))
    mutant = fair.FIGURE_4.replace("2 2 1 0 1 2 2 2", "2 2 1 0 1 2 3 2")
    *_, step = fair.compare_figure(mutant, 7)
    assert step.data["counterexample"] == {"output": 3, "input_": 6, "printed": 3}
    assert not all_hold(fair.compare_figure("0 1", 1))


def test_the_right_sums_and_no_mutated_ones_are_the_moments_of_the_noise():
    r = variance.r
    total = series([0, 0, 1], r, variance.index, variance.BOX, [])
    assert total == variance.one_sided
    for mutant in (r * (1 + r) / (1 - r) ** 2, r * (1 - r) / (1 - r) ** 3, r / (1 - r) ** 3):
        assert not identity("mutant", total, mutant).holds


def test_a_mutated_laplace_comparison_is_refuted():
    u = comparison.u
    slope = comparison.derivative(comparison.f)
    assert sign("f' > 0", slope, ">0", comparison.ABOVE_ONE).holds
    assert sign("f' < 0", slope, "<0", comparison.ABOVE_ONE).holds is False
    assert not sign("f' > u/2", slope - u / 2, ">0", comparison.ABOVE_ONE).holds


# --- against the mechanisms that ship --------------------------------------------------------

LEVELS = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 4), Fraction(2, 3)]


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 8])
def test_the_shipped_gm_and_em_are_the_ones_of_the_paper(n, alpha):
    counts = range(n + 1)
    shipped = geometric(n, str(alpha))
    assert [[shipped[i, j] for j in counts] for i in counts] == instances.geometric(n, alpha)
    shipped = explicit_fair(n, str(alpha))
    assert [[shipped[i, j] for j in counts] for i in counts] == instances.explicit_fair(n, alpha)
    assert shipped[0, 0] == em.normaliser_at(n, alpha)


@pytest.mark.parametrize("n", range(1, 10))
@pytest.mark.parametrize("root", [Fraction(1, 2), Fraction(9, 10)])
def test_the_symbolic_normaliser_is_the_concrete_one(n, root):
    y = em.normaliser(bool(n % 2), [])
    at = {"b": root, "M": root ** (2 * (n // 2))}
    assert evaluate(y, at) == em.normaliser_at(n, root**2)
    half = evaluate(em.printed(em.M), {"b": root, "M": root**n})
    assert half == em.printed_at(n, root**2)


@pytest.mark.parametrize("n", range(1, 10))
def test_the_symbolic_exponent_is_the_concrete_one(n):
    counts = range(n + 1)
    for i in counts:
        for j in counts:
            at = {"i": i, "j": j, "n": n}
            assert value(em.E, at) == instances.fair_exponent(i, j, n)
