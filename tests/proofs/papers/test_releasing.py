"""Claims of Releasing Counts with Differential Privacy that compare and compose."""

from fractions import Fraction

import pytest
from flint import arb

from exactdp.mechanisms.families.noise import RoundedLaplace, TwoSidedGeometric
from exactdp.proofs.engine.evidence import all_hold
from exactdp.proofs.engine.identities import evaluate
from exactdp.proofs.engine.reals import BITS, crossing, positive, rounds_to, sign_of
from exactdp.proofs.engine.signs import sign
from exactdp.proofs.papers.releasing import composition, regimes, relaxation

VERDICTS = {
    "COL-12": "false",
    "COL-13": "true",
    "COL-14": "true",
    "COL-15": "conditional",
    "COL-16": "false",
}


@pytest.fixture(scope="module")
def results(found):
    return found(VERDICTS)


def test_verdicts(results):
    assert {name: r["verdict"] for name, r in results.items()} == VERDICTS


def test_ten_times_begins_far_beyond_three(results):
    found = results["COL-12"]
    assert found["counterexample"]["eps"] == "3"
    assert found["counterexample"]["factor between"] == ["2.015035", "2.015036"]
    places = [s["data"]["between"] for s in found["evidence"] if "passes" in s["shows"]]
    assert [low[:4] for low, _ in places] == ["5.83", "5.98"]
    assert all(low[:4] in found["correction"] for low, _ in places)


def test_the_places_are_crossings():
    for factor, at in [(regimes.laplace_factor, 10), (regimes.rounded_factor, 10)]:
        low, high = regimes.begins(factor, "it", Fraction(at), 9).data["between"]
        assert factor(arb(low)) < at < factor(arb(high))


@pytest.mark.parametrize("root", [Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)])
def test_rounding_costs_a_factor_cosh(root):
    # cosh(eps/2) with root = e^(-eps/2)
    quotient = RoundedLaplace(root).variance / TwoSidedGeometric(root**2).variance
    assert quotient == (root + 1 / root) / 2


def test_adding_a_person_costs_eps_and_replacing_one_twice_that(results):
    found = results["COL-15"]["counterexample"]
    assert found["change"] == "one person replaced"
    assert Fraction(found["worst ratio"]) == Fraction(found["e^eps"]) ** 2


def test_delta_is_not_the_probability_of_a_violation(results):
    found = results["COL-16"]["counterexample"]
    one, other = relaxation.laws(Fraction(found["p"]), Fraction(found["q"]))
    growth = 1 / Fraction(found["alpha"])
    for event in [(), (0,), (1,), (0, 1)]:
        excess = sum(one[o] for o in event) - growth * sum(other[o] for o in event)
        assert excess <= Fraction(found["delta"])
    assert one[0] > growth * other[0]
    assert one[0] > Fraction(found["delta"])


# --- mutated claims ------------------------------------------------------------------------


def test_mutated_factors_are_refuted():
    assert all_hold(regimes.rising())
    u, x = regimes.u, regimes.x
    slower = x * (u + 1 / u) / 3 - (u - 1 / u)
    assert sign("mutant", regimes.derivative(slower), ">0", regimes.ABOVE).holds is False
    assert (
        positive(
            "1 + 2/25 - factor at 1", lambda: arb(27) / 25 - regimes.laplace_factor(arb(1))
        ).holds
        is False
    )
    assert (
        rounds_to("the factor at 3", lambda: regimes.laplace_factor(arb(3)), "2.016").holds is False
    )


def test_a_wrong_shift_is_refuted():
    p, q = composition.p, composition.q
    step = sign("s/2 bounds it", (p + q) / 2 - (p - q), ">=0", composition.POSITIVE)
    assert step.holds is False


def test_a_larger_level_needs_its_factor():
    one, other = relaxation.laws(Fraction(1, 2), Fraction(1, 10))
    delta = relaxation.least_delta(one, other, Fraction(2))
    assert relaxation.violation(one, other, Fraction(4)) > delta
    assert relaxation.violation(one, other, Fraction(4)) <= delta / (1 - Fraction(1, 2))


# --- balls decide or say nothing --------------------------------------------------------------


def test_a_real_that_is_zero_is_left_undecided():
    zero = lambda: arb(2).sqrt() ** 2 - 2  # noqa: E731
    assert sign_of(zero) is None
    assert positive("it", zero).data == {"bits": BITS}
    assert rounds_to("1/2", lambda: arb(1) / 2 + zero(), "0").holds is None
    assert crossing("none", lambda x: x + 1, Fraction(1), Fraction(2)).holds is None


def test_the_variances_of_the_comparison_are_the_shipped_ones():
    b = Fraction(2, 3)
    law = RoundedLaplace.over(regimes.b)
    assert evaluate(law.variance, {"b": b}) == RoundedLaplace(b).variance
