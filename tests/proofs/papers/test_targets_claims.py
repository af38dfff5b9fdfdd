"""Every claim about target distributions: its verdict, and mutations that are refuted."""

import json
from fractions import Fraction
from itertools import product

import pytest

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.staircase import staircase
from exactdp.proofs.engine.identities import identity, symbols
from exactdp.proofs.engine.linear import variables
from exactdp.proofs.engine.search import counterexample
from exactdp.proofs.engine.signs import Range, at_least, sign
from exactdp.proofs.findings import fixed_point
from exactdp.proofs.papers.targets import (
    affine,
    algorithm_1,
    algorithm_2,
    baselines,
    cumulative,
    differences,
    extreme_output,
    functionals,
    gaussian,
    heuristic,
    peaks,
    privatizer,
    representation,
    rule_of_thumb,
    space,
)
from exactdp.proofs.papers.targets import weights as scaled
from exactdp.proofs.papers.targets.space import cases, characterised, linearly_simplified

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
def results(found):
    return found([*ids(TRUE), *ids(FALSE), *ids(CONDITIONAL), "NEW-5", "NEW-6"])


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


def test_theorem_12_fails_for_absolute_deviations_with_a_tie(results):
    found = results["KL-46"]
    assert found["counterexample"]["weights"] == [[0, 1], [2, 0]]
    assert found["counterexample"]["T"] == [["1/3", "2/3"], ["1/6", "5/6"]]
    assert "strictly" in found["condition"]


@pytest.mark.parametrize("claim", ["KL-40", "KL-43", "KL-46", "KL-47", "KL-51", "NEW-5"])
def test_what_is_proved_for_all_n(results, claim):
    assert results[claim]["scope"].startswith("all n")


def test_theorem_9_is_proved_for_all_linear_maps(results):
    assert results["KL-32"]["scope"].startswith("all polytopes and linear maps")


@pytest.mark.parametrize("claim", ids(FALSE + " " + CONDITIONAL))
def test_counterexamples_are_plain_json(results, claim):
    text = json.dumps(results[claim]["counterexample"])
    assert not any(word in text for word in ("Fraction(", "fmpq", "Polytope(", "Pass(", " at 0x"))


# --- mutations ------------------------------------------------------------------------------


def test_noise_without_one_of_its_variables_masks_less():
    def lame(size, k):
        return [0] * size if k == 1 else differences.cyclic(size, k)

    assert differences.masks(lame).holds is False
    assert differences.masks(differences.acyclic).holds is True


def test_a_shifted_neighbour_is_refuted():
    def shifted(size, k):
        return differences.cyclic(size, (k + 1) % size)[::-1]

    assert differences.masks(shifted).holds is False


def test_a_cone_with_a_negative_weight_is_refuted():
    a, v, w = symbols("a v w")
    step = sign("v - a w with a minus sign", -v, ">=0", {"v": at_least(0)})
    assert step.holds is False
    assert identity("wrong power", (v - a * w) + a * w, (1 - a**2) * v).holds is False


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
        true = scaled.omega(size, alpha)
        inner, outer = (1 - alpha) / (1 + alpha), 1 / (1 + alpha)
        return [
            w / outer * inner if t in (0, size - 1) else w / inner * outer
            for t, w in enumerate(true)
        ]

    scales = scaled.peaked(4, HALF)
    for weights, total in ((scaled.omega, True), (exchanged, False)):
        sums = {
            sum(w * s[i] for w, s in zip(weights(4, HALF), scales, strict=True)) for i in range(4)
        }
        assert (sums == {1}) is total


def test_a_loop_that_looks_left_does_not_find_the_minimum():
    weights = ((3, 0, 3), (3, 0, 3), (3, 0, 3))
    kernel, _ = algorithm_2.algorithm_2(weights, HALF, 3)
    assert scaled.total(weights, kernel) == scaled.least_cost(weights, HALF) == 0
    concave = ((0, 3, 1), (0, 3, 1), (1, 3, 0))  # not convex: a local minimum is not enough
    kernel, _ = algorithm_2.algorithm_2(concave, HALF, 3)
    assert scaled.total(concave, kernel) > scaled.least_cost(concave, HALF)


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


def test_a_wrong_variance_of_the_cumulative_sum_is_refuted():
    assert cumulative._variances(differences.cyclic, 2, 0).holds is True
    assert cumulative._variances(differences.cyclic, 1, 0).holds is False
    assert cumulative._variances(differences.acyclic, 2, 0).holds is False


def test_given_another_variable_than_l_0_several_shift():
    def one(known):
        every = ({"size": size, "count": c} for size in (3, 4) for c in range(size - 1))
        return counterexample(
            "", every, lambda size, count: privatizer.shifted_given(known(size), size, count) == 1
        )

    assert one(lambda size: 0).holds is True
    assert one(lambda size: 1).holds is False
    assert one(lambda size: size - 1).holds is False


def test_the_acyclic_covariance_is_not_the_printed_one(monkeypatch):
    monkeypatch.setattr(gaussian, "cyclic", differences.acyclic)
    with pytest.raises(RuntimeError, match="contradiction"):
        gaussian.covariance()


def test_a_level_beyond_1_makes_no_nonnegative_entries():
    (a,) = symbols("a")
    beyond = Range(Fraction(0), Fraction(2))
    assert sign("", 1 - a**2, ">0", {"a": beyond}).holds is False


def test_wrong_matrices_in_example_1_are_refuted():
    shown = representation._matrix("2/5 1/4 7/20", "1/5 1/2 3/10", "2/5 1/4 7/20")
    wrong = representation._matrix("0 0 0", "0 1 2/3", "1 0 1/3", "0 0 0")
    assert representation._worked("", representation.B1, shown, True).holds is True
    assert representation._worked("", wrong, shown, True).holds is False
    assert representation._worked("", representation.B1, shown, False).holds is False


def test_theorem_9_without_a_constant_image_is_refuted():
    def careless(projection):
        images = {projection.image(point) for point in projection.points}
        # With D = 0 each point is among the maximisers.
        return all(functionals.extreme_in_the_plane(place, images) for place in images)

    assert counterexample("", functionals.projections(), functionals.as_in_theorem_9).holds is True
    assert counterexample("", functionals.projections(), careless).holds is False


def test_one_pass_less_is_refuted():
    def within(z, alpha, order):
        passes = algorithm_1.algorithm_1(z, alpha, order).passes
        return len(passes) <= sum(zi > 0 for zi in z) + len(z) - 2

    assert counterexample("", algorithm_1.runs(), within).holds is False


def test_columns_that_were_filled_in_the_other_order_do_not_close(monkeypatch):
    true = extreme_output.chosen
    assert counterexample("", algorithm_1.runs(more=()), extreme_output.closes).holds is True
    monkeypatch.setattr(extreme_output, "chosen", lambda z, order: true(z, order)[::-1])
    assert counterexample("", algorithm_1.runs(more=()), extreme_output.closes).holds is False


def test_lemma_5_has_no_rival_at_all_only_where_it_is_weak():
    z, order = (Fraction(0), Fraction(1, 4), Fraction(3, 4)), (0, 1, 2)
    j, _ = extreme_output.rival(z, Fraction(1, 3), order)
    assert j == 1
    assert extreme_output.rival(z, Fraction(1, 3), order, strictly=True) is None


def test_a_staircase_of_another_width_is_not_geometric():
    rows = baselines.rows_of(geometric(2, HALF))
    assert baselines.rows_of(staircase(2, HALF, HALF)) == rows
    assert baselines.rows_of(staircase(2, HALF, Fraction(1, 3))) != rows


def test_a_table_that_is_chosen_by_the_count_costs_more():
    first = baselines.rows_of(geometric(2, HALF))
    apart = [[[Fraction(int(o == c)) for o in range(3)] for _ in range(3)] for c in range(3)]
    fair = baselines.two_stages(first, apart, (0, 1, 2))
    assert all(HALF * p <= fair[1][key] for key, p in fair[0].items())
    by_count = [baselines.two_stages(first, apart, (c,) * 3)[c] for c in range(3)]
    assert not all(HALF * p <= by_count[1][key] for key, p in by_count[0].items())


def test_linear_simplification_without_one_scale_is_refuted():
    def careless(point, matrix):
        union = [list(s) for found in space.positive_scales(point, matrix) for s in found][1:]
        return not union or affine.rank(union) == len(union)

    assert characterised("", "RU", careless).holds is False


# --- single-peaked scales -------------------------------------------------------------------


def test_weights_that_do_not_grow_with_the_distance_need_other_scales():
    weights = ((0, 1, 1), (2, 0, 0), (0, 1, 1))
    assert scaled.best_placing(weights, HALF) > scaled.least_cost(weights, HALF)
    assert min(min(row) for row in scaled.undominated(weights, HALF)) < 0


def test_the_dual_solution_costs_what_the_best_placing_does():
    weights = scaled.absolute_deviations(3, (1, 2, 3))
    assert scaled.best_placing(weights, HALF) == scaled.least_cost(weights, HALF)
    assert min(min(row) for row in scaled.undominated(weights, HALF)) == 0


def test_each_step_about_peaks_holds_and_its_mutation_does_not():
    steps = [*peaks.enough(), *peaks.strict_crossing()]
    assert all(step.holds for step in steps)
    i, j, c, k, m = variables("i j c k m")
    flipped = [
        peaks.prove("", [j <= c, 2 * i <= j + c + 1], [abs(i - j) <= abs(i - c)]),
        peaks.prove("", [k <= m], [abs(i - m) - abs(i - k) <= m - k - 1]),
        peaks.prove(
            "",
            [k <= m],
            [abs(i + 1 - m) - abs(i + 1 - k) >= abs(i - m) - abs(i - k)],
        ),
        peaks.prove("", [c >= j, k <= j, c <= k], [peaks.expr(-1) >= 0]),
    ]
    assert [step.holds for step in flipped] == [False] * 4


def test_a_valley_is_not_a_peak():
    a, s = symbols("a s")
    valley = (1 + a**2) * s - a * (s / a + s / a)
    assert identity("", valley, -(1 - a**2) * s).holds is True
    assert identity("", valley, (1 - a**2) * s).holds is False


def test_where_a_scale_turns():
    for pattern in product((1, -1), repeat=4):
        found = scaled.turns(pattern)
        assert len(found) % 2 == 1  # one peak more than valleys


# --- the best fixed-point mechanism ---------------------------------------------------------


def test_the_heuristic_does_not_meet_every_bound(monkeypatch):
    assert counterexample("", fixed_point.instances(), fixed_point.cuts_are_tests).holds is True
    monkeypatch.setattr(
        fixed_point,
        "best",
        lambda z, alpha, y: algorithm_1.algorithm_1(z, alpha, range(len(z))).kernel,
    )
    assert counterexample("", fixed_point.instances(), fixed_point.cuts_are_tests).holds is False


def test_a_coin_on_either_side_of_the_cut_is_refuted():
    i, j, k, g, h = variables("i j k g h")
    above = fixed_point.minimum(g - i, g - j) >= 1
    backwards = fixed_point.prove(
        "", [i <= g, h <= k, k <= i, above], [fixed_point.minimum(k - h, k - j) >= k - h]
    )
    assert fixed_point.one_coin().holds is True
    assert backwards.holds is False


def test_a_test_with_a_shifted_threshold_does_not_meet_the_bound():
    a, K = symbols("a K")
    low = K / (1 + a)
    assert identity("", K / a / (1 + a), low / a).holds is True
    assert identity("", K / a**2 / (1 + a), low / a).holds is False
