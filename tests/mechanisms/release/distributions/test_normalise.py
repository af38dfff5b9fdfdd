"""Probability vectors from estimates: exact projections, and the corners of them."""

from fractions import Fraction
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.release.distributions.normalise import POSTS, clip, isotonic

ESTIMATES = st.lists(st.fractions(-9, 9, max_denominator=6), min_size=1, max_size=12)


@given(estimate=ESTIMATES, total=st.integers(1, 30))
def test_both_give_probability_vectors(estimate, total):
    for post in POSTS.values():
        z = post(estimate, total)
        assert len(z) == len(estimate)
        assert sum(z) == 1
        assert min(z) >= 0


@given(estimate=ESTIMATES, total=st.integers(1, 30))
def test_isotonic_is_the_nearest_point_among_rising_running_sums(estimate, total):
    wanted = list(accumulate(estimate[:-1]))
    found = [total * x for x in accumulate(isotonic(estimate, total)[:-1])]
    # Rising sequences within 0..N are the mixtures of the steps from 0 to N: the projection
    # is the point from which none of them goes towards what is projected.
    for k in range(len(wanted) + 1):
        step = [Fraction(0)] * k + [Fraction(total)] * (len(wanted) - k)
        rows = zip(wanted, found, step, strict=True)
        assert sum((x - p) * (v - p) for x, p, v in rows) <= 0


@given(histogram=st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any))
def test_a_histogram_is_left_as_it_is(histogram):
    total = sum(histogram)
    z = [Fraction(x, total) for x in histogram]
    assert clip(histogram, total) == isotonic(histogram, total) == z


def test_where_nothing_is_positive_clipping_gives_the_uniform_distribution():
    assert clip([Fraction(-1), Fraction(0), Fraction(-3)], 5) == [Fraction(1, 3)] * 3


def test_ties_beyond_the_ends_are_cut_off():
    assert isotonic([Fraction(-5), Fraction(20), Fraction(1)], 4) == [0, 1, 0]
    assert isotonic([Fraction(5), Fraction(-20), Fraction(1)], 4) == [0, 0, 1]
