"""Scales and the cone they span: Definitions 3, 6, 9, 10, Lemmas 1 and 3."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.polytopes.scales import (
    combination,
    pattern_of,
    patterns,
    peak_of,
    psi,
    scale,
    single_peaked_pattern,
    tight_rows,
)

ALPHAS = [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(1, 1000)]
alphas = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50)


@st.composite
def private_columns(draw):
    """A private column: each step somewhere between alpha and 1/alpha, often at an end."""
    alpha = draw(alphas)
    column = [draw(st.fractions(Fraction(1, 9), 3, max_denominator=9))]
    for _ in range(draw(st.integers(1, 7))):
        where = draw(st.sampled_from([0, 1, 2]) | st.fractions(0, 1, max_denominator=7))
        ratio = alpha if where == 0 else 1 / alpha
        if 0 < where < 1:
            ratio = alpha + where * (1 / alpha - alpha)
        column.append(column[-1] * ratio)
    return alpha, column


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_scales_are_all_probability_vectors_with_every_constraint_tight(size, alpha):
    found = [tuple(scale(p, alpha)) for p in patterns(size)]
    assert len(set(found)) == 2 ** (size - 1)
    for pattern, column in zip(patterns(size), found, strict=True):
        assert sum(column) == 1
        for step, (x, y) in zip(pattern, pairwise(column), strict=True):
            assert y == (x / alpha if step > 0 else x * alpha)
            assert (x < y) == (step > 0)
        assert pattern_of(column, alpha) == pattern


def test_psi_is_the_matrix_of_the_worked_examples():
    rows = [
        ["4/7", "2/5", "1/4", "1/7"],
        ["2/7", "1/5", "1/2", "2/7"],
        ["1/7", "2/5", "1/4", "4/7"],
    ]
    expected = [Fraction(x) for row in rows for x in row]
    assert [Fraction(str(x)) for x in psi(3, "1/2").entries()] == expected


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_lemma_3_the_tight_rows_are_independent_and_define_the_scale(size, alpha):
    for pattern in patterns(size):
        matrix = tight_rows(pattern, alpha)
        assert matrix.rank() == size
        solved = matrix.solve(fmpq_mat(size, 1, [fmpq(0)] * (size - 1) + [fmpq(1)]))
        assert [Fraction(str(x)) for x in solved.entries()] == scale(pattern, alpha)


def test_single_peaked_patterns_peak_where_they_say():
    for size in (2, 3, 6):
        for peak in range(size):
            pattern = single_peaked_pattern(size, peak)
            column = scale(pattern, Fraction(1, 2))
            assert column.index(max(column)) == peak == peak_of(pattern)
        assert sum(peak_of(p) is not None for p in patterns(size)) == size


@settings(max_examples=200, deadline=None)
@given(private_columns())
def test_lemma_1_a_private_column_is_a_combination_of_few_scales(given_):
    alpha, column = given_
    face = pattern_of(column, alpha)
    terms = combination(column, alpha)
    assert 1 <= len(terms) <= 1 + face.count(0) <= len(column)
    assert all(weight > 0 for _, weight in terms)
    assert len({pattern for pattern, _ in terms}) == len(terms)
    for pattern, _ in terms:
        assert all(step in (0, own) for step, own in zip(face, pattern, strict=True))
    total = [Fraction(0)] * len(column)
    for pattern, weight in terms:
        total = [x + weight * s for x, s in zip(total, scale(pattern, alpha), strict=True)]
    assert total == column


def test_a_column_of_zeros_is_no_combination_and_has_no_face():
    assert combination([0, 0, 0], "1/2") == []
    assert pattern_of([0, 0, 0], "1/2") is None


@pytest.mark.parametrize("alpha", [1, "1", 0, "-1/2", 2])
def test_alpha_must_be_inside_the_interval(alpha):
    with pytest.raises(InputError, match="expected 0 < alpha < 1"):
        scale((1, -1), alpha)


def test_bad_input_is_named():
    with pytest.raises(InputError, match="input 2: got 1/8 after 1"):
        combination([1, 1, "1/8"], "1/2")
    with pytest.raises(InputError, match="input 1: got 1 after 0"):
        pattern_of([0, 1], "1/2")
    with pytest.raises(InputError, match=r"the pattern \(0, 1\)"):
        scale((0, 1), "1/2")
    with pytest.raises(InputError, match="the peak 3"):
        single_peaked_pattern(3, 3)
    with pytest.raises(InputError, match="size = 1"):
        patterns(1)
    with pytest.raises(LimitError, match=r"2\^99 scales"):
        patterns(100)
