"""A law is exact, sums to 1 and enters by one door; what is none is refused with its place."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.law import Law

QUARTERS = Law(["1/2", "1/4", "1/4"])


@pytest.mark.parametrize(
    "values",
    [
        ["1/2", "0.25", "25e-2"],
        (Fraction(1, 2), fmpq(1, 4), Fraction(1, 4)),
        (x for x in ["1/2", "1/4", "1/4"]),
        Law(["1/2", "1/4", "1/4"]),
    ],
)
def test_every_exact_spelling_is_the_same_law(values):
    assert Law.of(values) == QUARTERS


def test_whole_numbers_of_numpy_and_flint_are_weights():
    assert Law.from_weights(np.array([2, 1, 1])) == QUARTERS
    assert Law.from_weights([fmpz(2), 1, Fraction(1)]) == QUARTERS


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.5, 0.5], "z: count 0: got the float 0.5, expected an exact number"),
        (np.array([0.5, 0.5]), "z: count 0: got the float 0.5"),
        ([float("nan"), 1], "z: count 0: got the float nan"),
        (["nan", 1], "z: count 0: got 'nan'"),
        ([True, False], "z: count 0: got 'True', expected a rational number"),
        ([None, 1], "z: count 0: got 'None'"),
        (["3/2", "-1/2"], "z: count 1: got -1/2, expected a number >= 0"),
        (["1/2", "1/3"], "z: got numbers that sum to 5/6, expected exactly 1"),
        ([10**5000], "z: got numbers that sum to '1000"),
        ([], "z: got no numbers"),
        ("1", "z: got \"'1'\", expected a sequence of exact numbers"),
        ({0: 1}, "z: got '{0: 1}', expected a sequence"),
        (7, "z: got '7', expected a sequence"),
        (None, "z: got 'None', expected a sequence"),
    ],
)
def test_what_is_no_law_is_refused_with_its_place(values, message):
    with pytest.raises(InputError) as error:
        Law.of(values, name="z")
    assert str(error.value).startswith(message)


def test_weights_of_nothing_are_refused():
    with pytest.raises(InputError, match="the weights: all are 0"):
        Law.from_weights([0, 0])


def test_the_size_is_asked_for_where_it_matters():
    assert Law.of(None, 3) == Law.uniform(3) == Law(["1/3"] * 3)
    assert Law.of(QUARTERS, 3) is QUARTERS
    with pytest.raises(InputError, match="z: got 3 numbers, expected 2, one for each count"):
        Law.of(QUARTERS, 2, "z")


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any))
def test_mean_and_variance_are_those_of_the_definition(weights):
    law = Law.from_weights(weights)
    mean = sum(i * p for i, p in enumerate(law))
    assert law.mean == mean
    assert law.variance == sum((i - mean) ** 2 * p for i, p in enumerate(law))
    assert sum(law) == 1


def test_a_law_is_a_sequence_of_fractions_that_cannot_be_changed():
    assert list(QUARTERS) == [QUARTERS[i] for i in range(3)] == list(QUARTERS[:])
    assert type(QUARTERS[-1]) is Fraction
    assert Fraction(1, 4) in QUARTERS
    assert hash(Law.of(list(QUARTERS))) == hash(QUARTERS)
    assert tuple(QUARTERS) != QUARTERS
    with pytest.raises(TypeError):
        QUARTERS[0] = 1
    with pytest.raises(AttributeError):
        QUARTERS.numbers = ()


def test_a_law_prints_short_and_comes_back_from_its_repr():
    long = Law.uniform(10)
    assert str(long) == "law on 0..9: " + "1/10, " * 8 + "..."
    assert eval(repr(long)) == long
    assert pickle.loads(pickle.dumps(long)) == long
    assert QUARTERS._repr_html_().count("<td>") == 3
