"""Every claim about target distributions: its verdict, and mutations that are refuted."""

from fractions import Fraction

import pytest

from exactdp.proofs import prove
from exactdp.proofs.engine.identities import symbols
from exactdp.proofs.engine.search import counterexample
from exactdp.proofs.findings import fixed_point
from exactdp.proofs.targets import (
    affine,
    algorithm_1,
    extreme_output,
    heuristic,
    indistinguishable,
    privatizer,
    rule_of_thumb,
    unfixed_optimum,
)
from exactdp.proofs.targets.space import cases, characterised, linearly_simplified

HALF = Fraction(1, 2)
FALSE = "06 10 14 30 36 39 41 46 49 51 56 57 61"
CONDITIONAL = "08 13 42 45 66"
GARBLED = "14 39 49 51"
TRUE = (
    "02 03 04 05 07 09 11 12 15 16 18 19 21 22 24 25 27 28 29 31 32 33 34 37 38 40 43 44 47 48 "
    "50 52 53 54 55 58 59 60 63 64 65"
)


def ids(numbers):
    return [f"KL-{number}" for number in numbers.split()]


@pytest.fixture(scope="module")
def results():
    wanted = [*ids(TRUE), *ids(FALSE), *ids(CONDITIONAL), "NEW-5", "NEW-6"]
    return {result["id"]: result for result in prove(wanted)}


@pytest.mark.parametrize("claim", [*ids(TRUE), "NEW-5", "NEW-6"])
def test_is_true(results, claim):
    assert results[claim]["verdict"] == "true"
    assert results[claim]["counterexample"] is None


@pytest.mark.parametrize("claim", ids(FALSE))
def test_is_false_and_corrected(results, claim):
    assert results[claim]["verdict"] == "false"
    assert results[claim]["counterexample"]
    assert results[claim]["correction"]


@pytest.mark.parametrize("claim", ids(CONDITIONAL))
def test_holds_under_a_condition(results, claim):
    assert results[claim]["verdict"] == "conditional"
    assert results[claim]["condition"]


def test_what_the_scan_may_have_garbled(results):
    assert {name for name, result in results.items() if result["scan_error"]} == {*ids(GARBLED)}


def test_lemma_5_fails_only_where_z_has_zeros(results):
    assert "0" in results["KL-42"]["counterexample"]["z"]


def test_given_the_last_variable_the_ratio_is_e_to_the_2_eps_at_three_counts(results):
    found = results["KL-06"]["counterexample"]
    assert (found["size"], found["count"], found["ratio"]) == (3, 1, "e^(2 eps)")


# --- mutations ------------------------------------------------------------------------------


def test_noise_without_one_of_its_variables_masks_less():
    def lame(size, k):
        return [0] * size if k == 1 else privatizer.cyclic(size, k)

    assert privatizer.masks(lame).holds is False
    assert privatizer.masks(privatizer.acyclic).holds is True


def test_a_shifted_neighbour_is_refuted():
    def shifted(size, k):
        return privatizer.cyclic(size, (k + 1) % size)[::-1]

    assert privatizer.masks(shifted).holds is False


def test_a_cone_with_a_negative_weight_is_refuted():
    a, v, w = symbols("a v w")
    step = indistinguishable.sign(
        "v - a w with a minus sign", -v, ">=0", {"v": indistinguishable.at_least(0)}
    )
    assert step.holds is False
    assert (
        indistinguishable.identity("wrong power", (v - a * w) + a * w, (1 - a**2) * v).holds
        is False
    )


def test_the_criterion_of_r_f_without_its_first_difference_is_refuted():
    def careless(space, matrix):
        union = affine.differences(space, matrix)[1:]
        return not union or affine.rank(union) == len(union)

    assert characterised("", "RF", careless).holds is False
    assert characterised("", "RU", linearly_simplified).holds is True


def test_an_amount_that_forgets_half_of_the_bounds_is_refuted(monkeypatch):
    true = algorithm_1.bounds

    def forgetful(rest, piece, pattern, alpha):
        found = true(rest, piece, pattern, alpha)
        return [q for q, p in zip(found, pattern, strict=True) if p > 0]

    monkeypatch.setattr(algorithm_1, "bounds", forgetful)
    z = (HALF, Fraction(1, 4), Fraction(1, 4))
    one = algorithm_1.algorithm_1(z, HALF, (0, 1, 2)).passes[0]
    assert not heuristic.admissible(z, HALF, one, one.amount)


def test_the_columns_in_the_other_order_are_no_vertex():
    def mirrored(z, alpha, order):
        kernel = algorithm_1.algorithm_1(z, alpha, order).kernel
        swapped = [row[::-1] for row in kernel]
        return extreme_output.is_vertex(algorithm_1.space_of(z, alpha), swapped)

    assert counterexample("", extreme_output.small_runs(), mirrored).holds is False


def test_omega_with_its_ends_and_inside_exchanged_is_refuted():
    def exchanged(size, alpha):
        true = unfixed_optimum.omega(size, alpha)
        inner, outer = (1 - alpha) / (1 + alpha), 1 / (1 + alpha)
        return [
            w / outer * inner if t in (0, size - 1) else w / inner * outer
            for t, w in enumerate(true)
        ]

    scales = unfixed_optimum.peaked(4, HALF)
    for weights, total in ((unfixed_optimum.omega, True), (exchanged, False)):
        sums = {
            sum(w * s[i] for w, s in zip(weights(4, HALF), scales, strict=True)) for i in range(4)
        }
        assert (sums == {1}) is total


def test_a_loop_that_looks_left_does_not_find_the_minimum():
    weights = ((3, 0, 3), (3, 0, 3), (3, 0, 3))
    kernel, _ = unfixed_optimum.algorithm_2(weights, HALF, 3)
    assert unfixed_optimum.total(weights, kernel) == unfixed_optimum.least_cost(weights, HALF) == 0
    concave = ((0, 3, 1), (0, 3, 1), (1, 3, 0))  # not convex: a local minimum is not enough
    kernel, _ = unfixed_optimum.algorithm_2(concave, HALF, 3)
    assert unfixed_optimum.total(concave, kernel) > unfixed_optimum.least_cost(concave, HALF)


def test_the_coupling_in_the_wrong_order_is_not_optimal(monkeypatch):
    true = fixed_point.coupling

    def reversed_coupling(first, second):
        return [row[::-1] for row in true(first, second[::-1])]

    monkeypatch.setattr(fixed_point, "coupling", reversed_coupling)
    assert counterexample("", fixed_point.instances(), fixed_point.feasible).holds is True
    assert counterexample("", fixed_point.instances(), fixed_point.optimal_for).holds is False


def test_a_cost_that_is_not_monge_needs_more_than_the_coupling():
    def wrong(z, alpha, y):
        def cost(i, j):
            return int(i != j)

        return fixed_point.expected(fixed_point.best(z, alpha, y), z, cost) == fixed_point.least(
            z, alpha, y, cost
        )

    assert counterexample("", fixed_point.instances(), wrong).holds is False


def test_the_example_of_four_counts():
    z = (Fraction(1, 4),) * 4
    kernel = fixed_point.best(z, HALF, z)
    assert fixed_point.expected(kernel, z, fixed_point.COSTS["absolute"]) == Fraction(43, 60)
    heuristics = {
        fixed_point.expected(
            algorithm_1.algorithm_1(z, HALF, case["order"]).kernel, z, fixed_point.COSTS["absolute"]
        )
        for case in algorithm_1.runs(sizes=(4,), more=())
        if case["z"] == z and case["alpha"] == HALF
    }
    assert min(heuristics) == Fraction(3, 4)


def test_a_wrong_entry_of_table_3_spoils_the_fit(monkeypatch):
    means = [*rule_of_thumb.MEANS]
    means[0] += Fraction(1, 20)
    monkeypatch.setattr(rule_of_thumb, "MEANS", means)
    assert not all(step.holds for step in rule_of_thumb.refit())


def test_points_are_examined_at_several_levels_and_targets():
    assert len({case["space"] for case in cases("RF")}) == 17
