"""Rejection sampling: its exact cost, and the calibration that does not depend on the data."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.rejection import (
    calibrated_base,
    conditioned_geometric,
    rejection_geometric,
    worst_ratio,
)
from exactdp.mechanisms.families.uniform import uniform

F = Fraction
COUNTS = range(1, 13)
BASES = [F(1, 4), F(1, 2), F(2, 3), F(9, 10), F(99, 100), F(10**40 + 1, 2 * 10**40 + 39)]
bases = st.fractions(min_value=F(1, 1000), max_value=1, max_denominator=1000)


def conditioned(n, base):
    """Two-sided geometric noise of the given base, given that it lands in 0..n."""
    rows = []
    for i in range(n + 1):
        row = [(1 - base) / (1 + base) * base ** abs(j - i) for j in range(n + 1)]
        rows.append([x / sum(row) for x in row])
    return rows


def ratios(rows):
    """Every ratio of neighbouring inputs, with its place (output, input over input)."""
    return {
        (j, i, k): rows[i][j] / rows[k][j]
        for i in range(len(rows))
        for k in (i - 1, i + 1)
        if 0 <= k < len(rows)
        for j in range(len(rows))
    }


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("n", COUNTS)
def test_it_is_the_noise_law_conditioned_on_landing_in_range(n, base):
    mechanism = conditioned_geometric(n, base)
    assert mechanism.rows() == conditioned(n, base)
    assert all(sum(row) == 1 for row in mechanism.rows())
    assert mechanism.name == "conditioned-geometric"


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("n", COUNTS)
def test_the_worst_ratio_is_c_over_b_at_output_0_between_inputs_0_and_1(n, base):
    c = 1 + (1 - base) * (base - base**n) / (1 - base ** (n + 1))
    found = ratios(conditioned(n, base))
    assert worst_ratio(n, base) == c / base == max(found.values()) == found[0, 0, 1]
    assert 1 <= c <= F(5, 4)
    assert c < 1 / base


@given(n=st.integers(1, 40), pair=st.tuples(bases, bases))
def test_the_worst_ratio_falls_strictly_as_the_base_rises(n, pair):
    low, high = sorted(pair)
    if low < high:
        assert worst_ratio(n, low) > worst_ratio(n, high)


@given(n=st.integers(1, 40), base=bases)
def test_the_worst_ratio_is_a_sum_of_two_falling_terms(n, base):
    assert worst_ratio(n, base) == 1 / base + (1 - base ** (n - 1)) / sum(
        base**k for k in range(n + 1)
    )


@pytest.mark.parametrize(
    "level",
    [PrivacyLevel.from_alpha(a) for a in ("1/1000", "1/4", "1/2", "9/10", "99/100")]
    + [PrivacyLevel.from_epsilon(e) for e in ("1/100", "0.1", "1", "5")],
    ids=str,
)
@pytest.mark.parametrize("n", COUNTS)
def test_the_calibrated_base_is_the_best_on_the_safe_side(n, level):
    bound = 60
    candidates = sorted({F(p, q) for q in range(1, bound + 1) for p in range(1, q + 1)})
    best = min(b for b in candidates if level.compare(1 / worst_ratio(n, b)) >= 0)
    assert calibrated_base(n, level, bound) == best
    # what it decides, read off the kernels: this base holds, the next better one does not
    if best < 1:  # at 1 the noise has no law
        assert level.compare(1 / max(ratios(conditioned(n, best)).values())) >= 0
    for better, base in pairwise(candidates):
        if base == best:
            assert level.compare(1 / max(ratios(conditioned(n, better)).values())) < 0


@pytest.mark.parametrize("n", [1, 2, 3, 12, 200])
@pytest.mark.parametrize("epsilon", ["0.001", "0.1", "1", "ln(7/3)"])
def test_the_calibrated_mechanism_keeps_its_level_and_wastes_little(n, epsilon):
    level = PrivacyLevel.from_epsilon(epsilon)
    mechanism = rejection_geometric(n, level)
    base = calibrated_base(n, level)
    assert mechanism == conditioned_geometric(n, base)
    assert mechanism.level == level
    assert mechanism.name == "rejection-geometric"
    assert level.compare(1 / worst_ratio(n, base)) >= 0
    assert level.compare(1 / worst_ratio(n, base - F(1, 10**6))) < 0
    assert base.denominator <= 10**6


def test_the_noise_of_base_alpha_itself_is_not_alpha_private():
    for n in range(2, 13):
        assert worst_ratio(n, "1/2") > 2
    assert worst_ratio(1, "1/2") == 2


def test_base_one_is_the_uniform_mechanism():
    assert conditioned_geometric(4, 1) == uniform(4)
    assert worst_ratio(4, 1) == 1
    assert calibrated_base(4, 1) == 1


def test_a_level_below_every_base_within_the_bound_takes_the_least_of_them():
    assert calibrated_base(3, "1/1000000", max_denominator=10) == F(1, 10)


@pytest.mark.parametrize("base", [0, -1, "3/2"])
def test_a_base_outside_0_1_is_refused(base):
    with pytest.raises(InputError, match="expected 0 < b <= 1"):
        conditioned_geometric(3, base)
    with pytest.raises(InputError, match="expected 0 < b <= 1"):
        worst_ratio(3, base)


def test_a_bound_below_one_is_refused():
    with pytest.raises(InputError, match="expected at least 1"):
        rejection_geometric(3, "1/2", max_denominator=0)
