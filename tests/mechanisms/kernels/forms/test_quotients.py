"""The least quotient of floats is found exactly, however many are near it or tie with it."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.kernels.forms.quotients import _filtered, first_least

last_bits = st.integers(0, 3).map(lambda k: 0.5 + k * 2.0**-53)
first_bits = st.integers(1, 4).map(lambda k: 1 - k * 2.0**-53)
thirds = st.sampled_from([1 / 3, 2 / 3, math.nextafter(2 / 3, 1), math.nextafter(2 / 3, 0)])
mantissas = st.one_of(
    last_bits,
    first_bits,
    thirds.map(lambda x: math.frexp(x)[0]),
    st.floats(0.5, 1, exclude_max=True),
)
quotients = st.lists(
    st.tuples(mantissas, mantissas, st.integers(-2, 2) | st.integers(-3000, 3000)),
    min_size=1,
    max_size=30,
)


def exact(x, y, e):
    return Fraction(x) / Fraction(y) * Fraction(2) ** e


def arrays(triples):
    x, y, e = zip(*triples, strict=True)
    return np.array(x), np.array(y), np.array(e, dtype=np.int64)


@settings(max_examples=500, deadline=None)
@given(quotients)
def test_first_least_is_the_first_of_the_exactly_least(triples):
    values = [exact(*triple) for triple in triples]
    assert first_least(*arrays(triples)) == values.index(min(values))


@settings(max_examples=500, deadline=None)
@given(quotients)
def test_the_filter_never_drops_a_least_quotient(triples):
    values = [exact(*triple) for triple in triples]
    alive, known = _filtered(*arrays(triples))
    least = {k for k, value in enumerate(values) if value == min(values)}
    assert least <= set(alive.tolist())
    if known:
        assert least == set(alive.tolist())


def test_quotients_that_agree_in_100_bits_are_told_apart():
    # Neighbouring fractions: (k + 1)/k of 53 bits differ by 1/(k (k + 1)), and less across.
    k = 2**53 - 1
    x = np.array([k - 1, k - 2, k - 1]) * 2.0**-53
    y = np.array([k, k - 1, k]) * 2.0**-53
    assert first_least(x, y, np.zeros(3, dtype=np.int64)) == 1
    assert first_least(x[[0, 2]], y[[0, 2]], np.zeros(2, dtype=np.int64)) == 0


@pytest.mark.parametrize("epsilon", [0.1, math.log(2), 1.0])
def test_in_a_bulk_of_near_ties_the_filter_leaves_few_and_the_least_is_right(epsilon):
    # More than one block, all quotients e^-epsilon up to rounding.
    powers = np.exp(-epsilon * (np.arange(40_000) % 600))
    (x, p), (y, q) = np.frexp(powers * np.exp(-epsilon)), np.frexp(powers)
    e = (p - q).astype(np.int64)
    found = first_least(x, y, e)
    values = [exact(*triple) for triple in zip(x.tolist(), y.tolist(), e.tolist(), strict=True)]
    assert found == values.index(min(values))
