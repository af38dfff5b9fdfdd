"""NEW-4: what rejection costs, against brute force over the shipped mechanism."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.families.rejection import (
    calibrated_base,
    conditioned_geometric,
    worst_ratio,
)
from exactdp.proofs.engine.signs import sign
from exactdp.proofs.lemmas import rejection
from exactdp.proofs.lemmas.instances import conditioned
from exactdp.proofs.lemmas.instances import worst_ratio as brute_force

bases = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=60)


def test_it_is_proved_for_all_n_and_all_levels(found):
    (result,) = found(["NEW-4"]).values()
    assert result["verdict"] == "true"
    assert result["scope"] == "all n >= 1, all alpha in (0, 1)"


@given(st.integers(1, 9), bases)
def test_the_worst_ratio_is_at_output_zero_between_inputs_zero_and_one(n, b):
    kernel = conditioned_geometric(n, b)
    c = 1 + (1 - b) * (b - b**n) / (1 - b ** (n + 1))
    assert (
        brute_force(conditioned(n, b)) == c / b == worst_ratio(n, b) == kernel[0, 0] / kernel[1, 0]
    )
    assert 1 <= c < min(Fraction(5, 4), 1 / b)


@given(st.integers(1, 9), bases, bases)
def test_a_larger_base_costs_less(n, b, other):
    low, high = sorted((b, other))
    assert (worst_ratio(n, low) > worst_ratio(n, high)) == (low < high)


@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("n", [1, 2, 3, 8])
def test_the_calibrated_base_is_within_a_quarter_of_alpha(n, alpha):
    base = calibrated_base(n, alpha, 1000)
    assert brute_force(conditioned(n, base)) <= 1 / alpha
    assert alpha <= base <= Fraction(5, 4) * alpha + Fraction(1, 1000)


@pytest.mark.parametrize(
    "mutant",
    [
        rejection.factor - 1 - rejection.b**2,  # c - 1 >= b^2
        Fraction(6, 5).numerator - Fraction(6, 5).denominator * rejection.factor,  # c <= 6/5
    ],
)
def test_mutated_bounds_are_refuted(mutant):
    assert sign("mutant", mutant, ">=0", rejection.BOX).holds is False


def test_the_rows_are_laws():
    for row in conditioned(4, Fraction(3, 4)):
        assert sum(row) == 1
        assert prod(row) > 0
