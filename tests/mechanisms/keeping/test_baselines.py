"""The unfixed optimum (Algorithm 2), the linear program, and the discrete Gaussian."""

from fractions import Fraction
from math import exp

import pytest
from fixed_points import ALPHAS, costs, keeps, laws, private
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.optimal import optimal as solved
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.discrete_gaussian import GRID
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.gaussian import GaussianBaseline, gaussian_baseline
from exactdp.mechanisms.keeping.program import linear_program
from exactdp.mechanisms.keeping.unfixed import unfixed
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.polytopes.scales import scale, single_peaked_pattern

CONVEX = ("absolute", "squared", "asymmetric", "cubic", "hinge")


def weighted(z, cost):
    return [[w * x for x in row] for w, row in zip(z, cost, strict=True)]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_algorithm_2_is_optimal_over_u(data):  # Theorem 8
    size = data.draw(st.integers(2, 5))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    cost = costs(size)[data.draw(st.sampled_from(CONVEX))]
    found = unfixed(weighted(z, cost), alpha, z)
    rows = found.mechanism.rows()
    assert all(sum(row) == 1 for row in rows)
    assert private(rows, alpha)
    best = solved(Design(size - 1, alpha, (), Objective.of_table(cost, weights=z)))
    assert found.proof.cost == found.cost(cost) == best.cost
    # Keeping z costs something, or nothing.
    assert found.cost(cost) <= coupled(z, alpha).cost(cost)


@given(st.data())
def test_it_consists_of_the_single_peaked_scales_each_in_one_column(data):  # Theorem 12
    size = data.draw(st.integers(2, 6))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    found = unfixed(weighted(z, costs(size)["absolute"]), alpha, z)
    a = alpha
    amounts = [  # Observation 3
        sum(a ** abs(i - k) for i in range(size)) / (1 + a) * (1 if k in (0, size - 1) else 1 - a)
        for k in range(size)
    ]
    peaks = [scale(single_peaked_pattern(size, k), a) for k in range(size)]
    assert all(sum(w * s[i] for w, s in zip(amounts, peaks, strict=True)) == 1 for i in range(size))
    places = [next(iter(row)) for row in found.mechanism.form.post]
    assert places == sorted(places)  # Lemma 8
    rows = [[Fraction(0)] * size for _ in range(size)]
    for k, j in enumerate(places):
        for i in range(size):
            rows[i][j] += amounts[k] * peaks[k][i]
    assert found.mechanism.rows() == rows


@given(st.data())
def test_what_a_scale_costs_is_convex_in_its_column(data):  # Lemma 9, and so one scan is enough
    size = data.draw(st.integers(2, 6))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    weights = weighted(z, costs(size)[data.draw(st.sampled_from(CONVEX))])

    def placed(pattern):
        s = scale(pattern, alpha)
        return [sum(row[j] * x for row, x in zip(weights, s, strict=True)) for j in range(size)]

    found = placed(tuple(data.draw(st.sampled_from([1, -1])) for _ in range(size - 1)))
    assert all(x + y >= 2 * m for x, m, y in zip(found, found[1:], found[2:], strict=False))
    for k, row in enumerate(unfixed(weights, alpha, z).mechanism.form.post):
        cheapest = placed(single_peaked_pattern(size, k))
        assert next(iter(row)) == max(j for j in range(size) if cheapest[j] == min(cheapest))


def test_the_last_scale_is_placed_though_the_printed_loop_stops_before_it():
    found = unfixed(costs(4)["absolute"], "1/2")
    assert len(found.mechanism.form.post) == 4
    assert [sum(row) for row in found.mechanism.rows()] == [1] * 4


@pytest.mark.parametrize(
    ("weights", "alpha", "message"),
    [
        (
            [[0, 2, 3], [1, 0, 1], [2, 1, 0]],
            "1/2",
            "row 0 of the weights is not convex at",
        ),
        ([[1, 0, 1], [1, 0, 1], [2, 1, 0]], "1/2", "row 0 of the weights is 1 on the diagonal"),
        ([[0, 1], [1, 0, 1]], "1/2", "row 1 of the weights: got 3 entries, expected 2"),
        ([[0]], "1/2", "got 1 count"),
        ([[0, 1], [1, 0]], "1", "expected 0 < alpha < 1"),
    ],
)
def test_weights_that_the_theorem_does_not_cover_are_refused(weights, alpha, message):
    with pytest.raises(InputError, match=message):
        unfixed(weights, alpha)


def test_the_linear_program_takes_costs_that_are_not_monge():
    different = [[int(i != j) for j in range(5)] for i in range(5)]
    z = [Fraction(k, 10) for k in (4, 3, 0, 1, 2)]
    found = linear_program(z, "1/2", different)
    assert found.cost(different) == found.proof.cost < coupled(z, "1/2").cost(different)
    assert keeps(found.mechanism.rows(), z, z)


def test_a_program_beyond_reach_is_refused_at_once():
    with pytest.raises(LimitError, match="a program for 301 counts"):
        linear_program([Fraction(1, 301)] * 301, "1/2")


def test_delta_of_the_discrete_gaussian_is_that_of_its_law():
    found = gaussian_baseline("1/2", Fraction(1, 101))
    s2 = float(found.sigma2)
    whole = sum(exp(-k * k / 2 / s2) for k in range(-99, 100))
    law = {k: exp(-k * k / 2 / s2) / whole for k in range(-101, 102)}
    delta = sum(max(0.0, law[k] - 2 * law[k + 1]) for k in range(-100, 100))
    low, high = map(float, found.delta_enclosure(15))
    assert low - 1e-9 < delta < high + 1e-9
    assert Fraction(found.delta_enclosure()[1]) <= Fraction(1, 101)
    less = GaussianBaseline(found.sigma2 - Fraction(1, GRID), found.level, found.delta)
    assert Fraction(less.delta_enclosure()[0]) > Fraction(1, 101)


def test_its_rows_sum_to_1_and_its_cost_is_enclosed():
    found = gaussian_baseline(PrivacyLevel.from_epsilon("0.5"), Fraction(1, 3137))
    for i in range(4):
        row = found.row_enclosures(i, 3)
        assert sum(Fraction(x) for x, _ in row) <= 1 <= sum(Fraction(x) for _, x in row)
    low, high = found.cost_enclosure(["1/4"] * 4)
    assert 0 < Fraction(low) < Fraction(high) < 3


@pytest.mark.parametrize(
    ("alpha", "delta", "message"),
    [
        (1, "1/2", "expected eps > 0"),
        ("1/2", 0, "expected 0 < delta < 1"),
        ("1/2", 1, "expected 0 < delta < 1"),
    ],
)
def test_levels_of_the_gaussian_that_are_none_are_refused(alpha, delta, message):
    with pytest.raises(InputError, match=message):
        gaussian_baseline(alpha, delta)
