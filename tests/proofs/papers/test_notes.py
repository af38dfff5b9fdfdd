"""Claims of Geometric Mechanism Notes: verdicts, counterexamples, mutations, shipped objects."""

from fractions import Fraction

import pytest
from flint import fmpq

from exactdp.mechanisms.exact.algebraic import Algebraic
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.noise import TwoSidedGeometric
from exactdp.mechanisms.families.rejection import conditioned_geometric, row_mass
from exactdp.proofs.engine.evidence import all_hold
from exactdp.proofs.engine.exponents import prove as exponents
from exactdp.proofs.engine.identities import evaluate, identity
from exactdp.proofs.engine.signs import sign
from exactdp.proofs.lemmas import noise, rejection
from exactdp.proofs.lemmas.instances import conditioned, worst_ratio
from exactdp.proofs.lemmas.instances import geometric as printed_geometric
from exactdp.proofs.papers.notes import (
    actual,
    calibration,
    constant_m,
    instances,
    scaling,
    truncation,
)

VERDICTS = {
    1: "true",
    2: "true",
    3: "false",
    4: "true",
    5: "true",
    6: "true",
    7: "false",
    8: "false",
    9: "true",
    10: "false",
    11: "true",
    12: "true",
    13: "true",
    14: "false",
    15: "true",
    16: "conditional",
    17: "conditional",
    18: "conditional",
    19: "conditional",
    20: "conditional",
    21: "true",
    22: "false",
}
LEVELS = [Fraction(1, 2), Fraction(4, 5), Fraction(9, 10), Fraction(99, 100)]


@pytest.fixture(scope="module")
def results(found):
    return found(f"COV-{k:02}" for k in VERDICTS)


def test_verdicts(results):
    assert {int(name[4:]): r["verdict"] for name, r in results.items()} == VERDICTS


def test_every_failure_has_a_counterexample_and_a_repair(results):
    for r in results.values():
        if r["verdict"] != "true":
            assert r["counterexample"]
            assert r["correction"] or r["condition"]


def test_the_counterexamples_are_the_smallest_ones(results):
    sizes = {
        name: r["counterexample"]["n"]
        for name, r in results.items()
        if r["counterexample"] and "n" in r["counterexample"]
    }
    assert sizes == {
        "COV-10": 1,
        "COV-14": 1,
        "COV-16": 1,
        "COV-17": 2,
        "COV-18": 1,
        "COV-19": 2,
        "COV-20": 2,
        "COV-22": 2,
    }


@pytest.mark.parametrize(("name", "n"), [("COV-17", 2), ("COV-19", 2)])
def test_the_counterexample_to_m_is_recomputed_from_the_shipped_mechanism(results, name, n):
    found = results[name]["counterexample"]
    alpha = Fraction(found["alpha"])
    kernel = conditioned_geometric(n, alpha)
    worst = max(
        max(kernel[i, o] / kernel[i + 1, o], kernel[i + 1, o] / kernel[i, o])
        for i in range(n)
        for o in range(n + 1)
    )
    assert worst > instances.printed_m(n, alpha) / alpha


# --- the naive objects are the shipped ones -----------------------------------------------


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_objects_of_the_searches_are_those_that_ship(n, alpha):
    counts = range(n + 1)
    shipped = conditioned_geometric(n, alpha)
    assert [[shipped[i, o] for o in counts] for i in counts] == conditioned(n, alpha)
    clipped = geometric(n, alpha)
    for phi in counts:
        law = instances.algorithm_2(n, alpha, phi)
        assert (
            [*law.values()] == printed_geometric(n, alpha)[phi] == [clipped[phi, o] for o in counts]
        )
    noise = TwoSidedGeometric(alpha)
    assert instances.outside(n, alpha, 1) == noise.cdf(-2) + noise.tail(n - 1)
    assert instances.algorithm_1(alpha, 3)[2] == noise.pmf(2)


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
def test_the_symbols_are_the_concrete_numbers(n, alpha):
    c = evaluate(rejection.factor, {"b": alpha, "whole": alpha ** (n - 1)})
    assert c / alpha == worst_ratio(conditioned(n, alpha))
    m = evaluate(constant_m.largest, {"a": alpha, "N": alpha**n})
    assert m == instances.printed_m(n, alpha)
    base = evaluate(calibration.base, {"a": alpha, "power": alpha**n})
    assert base == calibration.printed_base(n, alpha)
    for phi in range(n + 1):
        at = {"a": alpha, "P": alpha**phi, "N": alpha**n}
        assert evaluate(constant_m.L(constant_m.P), at) == instances.printed_l(n, alpha, phi)
        assert evaluate(constant_m.U(constant_m.P), at) == instances.printed_u(n, alpha, phi)


@pytest.mark.parametrize("n", constant_m.ISOLATED)
def test_m_bounds_the_cost_below_the_isolated_level_and_not_above(n):
    step = constant_m.one_threshold(n)
    low = Fraction(step.data["about"][0].removesuffix("..."))
    for alpha, holds in [(low, True), (low + Fraction(1, 10**6), False)]:
        worst = worst_ratio(conditioned(n, alpha))
        assert (worst * alpha <= instances.printed_m(n, alpha)) is holds


@pytest.mark.parametrize("n", calibration.CALIBRATED)
def test_the_printed_calibration_breaks_at_the_isolated_level(n):
    step = calibration.calibration_breaks(n)
    low = Fraction(step.data["about"][0].removesuffix("..."))
    for alpha, holds in [(low, True), (low + Fraction(1, 10**6), False)]:
        kernel = conditioned(n, calibration.printed_base(n, alpha))
        assert (worst_ratio(kernel) <= 1 / alpha) is holds


def test_at_four_fifths_m_bounds_the_cost_for_every_n_and_hardly_more():
    alpha = Fraction(4, 5)
    sums = [sum(alpha**e for e in range(n + 1, 2 * n + 1)) for n in range(1, 60)]
    assert max(sums) < 1
    assert max(sums) > Fraction(999, 1000)
    assert sum(Fraction(801, 1000) ** e for e in range(4, 7)) > 1


# --- mutated claims ------------------------------------------------------------------------


def test_a_fair_sign_on_a_geometric_that_starts_at_zero_is_not_the_noise():
    a, D, density = noise.a, noise.D, noise.density
    shifted = (1 - density) * (1 - a) * D / 2  # mass at d of a variable on 0, 1, ...
    assert identity("mutant", shifted, density * D).holds is False


def test_one_bit_too_few_is_noticed():
    n, alpha = 3, Fraction(1, 2)
    law = instances.algorithm_2(n - 1, alpha, 0)  # at most two bits, clipped at 2
    assert law[2] != printed_geometric(n, alpha)[0][2]
    step = exponents(
        "g = n-1 reaches the end",
        actual.PLACED,
        [actual.clipped(actual.phi + actual.n - 1) >= actual.n],
    )
    assert step.holds is False


def test_mutated_tails_and_derivatives_are_refuted():
    a, A, B = truncation.a, truncation.A, truncation.B
    assert identity("mutant", truncation.clipped_mass(A, B), (A + B) / (1 + a)).holds is False
    slope = scaling.slope(constant_m.L(constant_m.P))
    box = {**constant_m.BOX, "h": constant_m.POSITIVE}
    assert sign("L falls", slope, "<0", box).holds
    assert sign("L rises", slope, ">0", box).holds is False


def test_the_cost_has_no_smaller_constant_and_no_other_row():
    b, near, far = rejection.b, rejection.near, rejection.far
    half = {"b": Fraction(1, 2), "whole": Fraction(1, 2) ** 60}
    assert Fraction(5, 4) - Fraction(1, 10**15) < evaluate(rejection.factor, half) < Fraction(5, 4)
    here, following = row_mass(b, near, b * far), row_mass(b, b * near, far)
    both = near * far
    mutant = 1 + (1 - b) ** 2 * (b - b * both) / (1 - b * b * both)  # (1-b)^2 for (1-b)
    assert sign("mutant", mutant * here - following, ">=0", rejection.BOX).holds is False


def test_the_steps_hold_and_thresholds_are_roots():
    assert all_hold([*rejection.worst_case(), *rejection.bounds(), *rejection.calibration()])
    (root,) = constant_m.roots(constant_m.fmpz_poly([-1, 0, 0, 1, 1]), fmpq(0), fmpq(1))
    assert Algebraic.of(fmpq(819172, 10**6)) < root < Algebraic.of(fmpq(819173, 10**6))


def test_the_printed_decimals_are_missed_by_what_is_said(results):
    assert results["COV-07"]["counterexample"]["between"] == ["0.071048", "0.071049"]
    assert results["COV-08"]["counterexample"]["off by"] == ["0.014177", "0.014178"]
