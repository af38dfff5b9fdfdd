"""Costs are the sums that the definitions say, exactly."""

from fractions import Fraction

import naive
import pytest
from hypothesis import given

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.verify.judge.objectives import (
    compare_costs,
    cost,
    error_probability,
    input_errors,
    l0,
    objective,
    output_law,
)


@given(rows=naive.matrices(stochastic=True))
def test_objectives_agree_with_definition_3(rows):
    mechanism, size = Mechanism.from_rows(rows), len(rows)
    weights = [Fraction(i + 1, size * (size + 1) // 2) for i in range(size)]
    for p in (0, 1, 2, 3):
        terms = [
            w * sum(x * (abs(i - j) ** p if i != j else 0) for j, x in enumerate(row))
            for i, (w, row) in enumerate(zip(weights, rows, strict=True))
        ]
        assert objective(mechanism, p, weights=weights) == sum(terms)
        assert objective(mechanism, p, aggregate="max", weights=weights) == max(terms)


@given(rows=naive.matrices(stochastic=True))
def test_l0_is_the_rescaled_trace(rows):
    n = len(rows) - 1
    trace = sum(rows[i][i] for i in range(n + 1))
    mechanism = Mechanism.from_rows(rows)
    assert l0(mechanism) == Fraction(n + 1, n) - trace / n
    assert l0(mechanism) == Fraction(n + 1, n) * objective(mechanism, 0)
    assert cost(mechanism, Objective.parse("L0")) == cost(mechanism, Objective.parse("l0,0"))
    assert l0(mechanism, n) == 0
    assert l0(mechanism) == Fraction(n + 1, n) * error_probability(mechanism)


@pytest.mark.parametrize("n", range(1, 13))
def test_the_named_mechanisms_cost_what_the_paper_says(n):
    a = Fraction(9, 10)
    assert l0(uniform(n)) == 1
    assert l0(geometric(n, a)) == 2 * a / (1 + a)
    y = 1 / sum(a ** -(-k // 2) for k in range(n + 1))
    assert l0(explicit_fair(n, a)) == Fraction(n + 1, n) * (1 - y)


@given(rows=naive.matrices(stochastic=True))
def test_the_mean_squared_error_is_variance_plus_squared_bias(rows):
    for i, (figures, row) in enumerate(
        zip(input_errors(Mechanism.from_rows(rows)), rows, strict=True)
    ):
        mean = sum(j * x for j, x in enumerate(row))
        assert figures.bias == mean - i
        assert figures.variance == sum((j - mean) ** 2 * x for j, x in enumerate(row))
        assert figures.mean_squared_error == figures.variance + figures.bias**2
        assert figures.absolute_deviation == sum(abs(j - i) * x for j, x in enumerate(row))
        assert figures.wrong == 1 - row[i]


def test_the_output_law_is_the_prior_through_the_kernel():
    assert output_law(geometric(2, "1/2"), [0, 1, 0]) == [Fraction(1, 3)] * 3


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        (["1/2", "1/2"], "the weights: got 2 numbers, expected 3"),
        ([1, 1, -1], "the weights: count 2: got -1"),
        (["1/2", "1/3", 0], "sum to 5/6, expected exactly 1"),
        ([0.5, 0.5, 0.0], "expected an exact number"),
    ],
)
def test_a_prior_that_is_none_is_refused(weights, reason):
    with pytest.raises(InputError, match=reason):
        objective(uniform(2), 1, weights=weights)


@pytest.mark.parametrize("text", ["L3", "L0,", "L0,-1", "L0,x", "L1,1", "", "L0,١"])
def test_an_unknown_objective_is_refused(text):
    with pytest.raises(InputError, match="expected L0, L1, L2 or L0,d"):
        Objective.parse(text)


def test_negative_powers_and_distances_are_refused():
    with pytest.raises(InputError, match="expected p >= 0"):
        objective(uniform(2), -1)
    with pytest.raises(InputError, match="expected d >= 0"):
        l0(uniform(2), -1)


def test_costs_are_compared_exactly():
    third = Fraction(1, 3)
    tiny = Fraction(1, 10**40)
    order = [compare_costs(third, x) for x in (third + tiny, third, third - tiny)]
    assert order == ["<", "=", ">"]
