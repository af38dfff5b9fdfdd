"""Roots are found exactly: all of them, each once, in order."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq, fmpq_poly, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.design.parametric.recheck import count_roots
from exactdp.mechanisms.exact.algebraic import (
    ONE,
    ZERO,
    Algebraic,
    between,
    cuts,
    roots,
    variations,
)
from exactdp.mechanisms.exact.ratios import ALPHA, Ratio, coefficients, solve

rationals = st.one_of(
    st.fractions(-1, 2, max_denominator=50),
    st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]),
    st.sampled_from([Fraction(1, 3) + Fraction(k, 10**20) for k in range(3)]),  # very close
)
small = st.lists(st.integers(-5, 5), min_size=2, max_size=7).map(fmpz_poly)
ratios = st.builds(
    Ratio,
    st.lists(st.integers(-4, 4), max_size=4).map(fmpz_poly),
    st.lists(st.integers(-4, 4), max_size=4).map(fmpz_poly).filter(bool),
)


def with_roots(values):
    p = fmpz_poly([1])
    for value in values:
        p *= fmpz_poly([-value.numerator, value.denominator])
    return p


@given(st.lists(rationals, min_size=1, max_size=6))
def test_rational_roots_are_found_whatever_their_multiplicity(values):
    # times x^2 - 2 and x^2 + 1, which have no root in (0, 1)
    p = with_roots(values) * fmpz_poly([-2, 0, 1]) * fmpz_poly([1, 0, 1])
    found = [root.rational for root in roots(p, fmpq(0), fmpq(1))]
    assert found == sorted({fmpq(v.numerator, v.denominator) for v in values if 0 < v < 1})


@given(small.filter(bool))
def test_the_number_of_roots_is_that_of_sturms_theorem(p):
    found = roots(p, fmpq(0), fmpq(1))
    assert len(found) == count_roots(p, fmpq(0), fmpq(1)) - (p(1) == 0)
    assert all(root.is_root(p) and ZERO < root < ONE for root in found)
    assert found == sorted(found)
    excess = variations(p, fmpq(0), fmpq(1)) - len(found)
    assert excess >= 0


def test_irrational_roots_are_compared_exactly():
    golden = roots(fmpz_poly([-1, 1, 1]), fmpq(0), fmpq(1))[0]
    # 55 polynomials on: the same number as a root of another polynomial
    same = roots(fmpz_poly([-1, 1, 1]) * fmpz_poly([-1, 3]), fmpq(1, 2), fmpq(2))[0]
    assert golden == same
    assert not golden < same
    near = fmpq(1346269, 2178309)  # a quotient of Fibonacci numbers
    assert golden != Algebraic.of(near)
    assert (golden < Algebraic.of(near)) == (near**2 + near - 1 > 0)


def test_roots_that_agree_to_thirty_digits_are_told_apart():
    far = 10**30
    below = roots(fmpz_poly([-far, 0, 2 * far + 1]), fmpq(0), fmpq(1))[0]
    half = roots(fmpz_poly([-1, 0, 2]), fmpq(0), fmpq(1))[0]
    assert below < half
    assert str(below) == str(half) == "0.707106..."
    assert below.to_json() != half.to_json()
    point = between(below, half)
    assert point**2 * 2 < 1 < point**2 * (2 + fmpq(1, far))


def test_two_roots_of_one_irreducible_polynomial_in_one_decimal_cell_are_printed_apart():
    # 2 (n x - 1)^2 = x^10 has two roots next to 1/n (Mignotte)
    n = 1000
    p = fmpz_poly([*[0] * 10, 1]) - 2 * fmpz_poly([-1, n]) ** 2
    low, high = (r for r in roots(p, fmpq(0), fmpq(1)) if r < Algebraic.of(fmpq(1, 2)))
    assert low.to_json()["polynomial"] == high.to_json()["polynomial"]
    assert low.to_json()["interval"][1] <= high.to_json()["interval"][0]
    assert low < Algebraic.of(fmpq(1, n)) < high


@given(st.lists(rationals, min_size=2, max_size=2, unique=True))
def test_a_rational_between_two_numbers(values):
    low, high = (fmpq(v.numerator, v.denominator) for v in sorted(values))
    assert low < between(Algebraic.of(low), Algebraic.of(high)) < high


@given(ratios, ratios, st.integers(-3, 3), rationals)
def test_ratios_are_a_field_and_evaluate_like_one(f, g, k, x):
    at = fmpq(x.numerator, x.denominator)
    assert f + g - g == f
    assert k - f == -(f - k)
    assert (f * g == 0) == (not f or not g)
    if g:
        assert f / g * g == f
        assert (k / g) * g == k
    if f.denominator(at) and g.denominator(at):
        assert (f + fmpq(1, 2) * g).at(at) == f.at(at) + g.at(at) / 2
        assert (f * g).at(at) == f.at(at) * g.at(at)


@given(ratios)
def test_a_ratio_is_printed_as_what_it_is(f):
    text = str(f).replace("^", "**")
    assert eval(f"one*{text}", {"alpha": ALPHA, "one": ALPHA**0}) == f


def test_a_ratio_without_denominator_is_refused():
    with pytest.raises(ZeroDivisionError):
        ALPHA / (ALPHA - ALPHA)
    with pytest.raises(TypeError):
        ALPHA + 0.5


@given(st.lists(st.lists(ratios, min_size=3, max_size=3), min_size=3, max_size=3), st.data())
def test_linear_systems_over_the_field(matrix, data):
    bound = data.draw(st.lists(ratios, min_size=3, max_size=3))
    found = solve(matrix, bound)
    (a, b, c), (d, e, f), (g, h, i) = matrix
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if found is None:
        assert not determinant
    else:
        made = [sum((x * y for x, y in zip(row, found, strict=True)), 0 * a) for row in matrix]
        assert determinant
        assert made == bound


def test_coefficients_are_plain_integers():
    assert coefficients(fmpz_poly([3, 0, 1])) == (3, 0, 1)


def one_signed(p, low, high):
    """Whether all coefficients of p((low + high t)/(1 + t)) (1 + t)^degree have one sign."""
    degree, total = p.degree(), fmpq_poly([0])
    for power, c in enumerate(p.coeffs()):
        if high is None:
            total += c * fmpq_poly([low, 1]) ** power
        else:
            total += c * fmpq_poly([low, high]) ** power * fmpq_poly([1, 1]) ** (degree - power)
    return len({c > 0 for c in total.coeffs() if c}) == 1


@given(small.filter(bool), st.fractions(0, "3/4", max_denominator=4), st.sampled_from([1, None]))
def test_a_polynomial_shows_its_sign_between_cuts(p, start, end):
    low = fmpq(start.numerator, start.denominator)
    high = end if end is None else fmpq(end)
    found = cuts(p, low, high)
    if found is None:
        assert any(root.rational is None for root in roots(p, low, high or fmpq(10**6)))
        return
    ends = [low, *found, high]
    assert all(x < y for x, y in pairwise(ends) if y is not None)
    assert all(one_signed(p, *pair) for pair in pairwise(ends))


def test_a_polynomial_is_cut_where_it_touches_zero():
    square = fmpz_poly([1, -3]) ** 2 * fmpz_poly([2, -3]) ** 2
    assert {fmpq(1, 3), fmpq(2, 3)} <= set(cuts(square, fmpq(0), fmpq(1)))
    assert cuts(fmpz_poly([1, 0, -2]) ** 2, fmpq(0), fmpq(1)) is None
    assert cuts(fmpz_poly([0, 1]), fmpq(0), fmpq(1)) == []
