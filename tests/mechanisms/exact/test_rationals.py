"""Numbers are read exactly or refused with a reason."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.rationals import parse, rational, to_fraction


@given(st.fractions())
def test_every_fraction_survives_its_own_text(value):
    assert rational(str(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, places=20))
def test_every_decimal_is_read_as_the_decimal_that_it_is(value):
    assert rational(str(value)) == Fraction(value) == rational(value)


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_the_shortest_text_of_a_float_is_read_as_a_decimal(value):
    assert rational(repr(value)) == Fraction(Decimal(repr(value)))


@pytest.mark.parametrize("value", [3, fmpz(3), fmpq(3), np.int64(3), "3", " +3 ", "3.", "0.3e1"])
def test_integers_of_every_kind_are_accepted(value):
    assert rational(value) == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a number"),
        (".", "expected a number"),
        ("e5", "expected a number"),
        ("1/0", "denominator is zero"),
        ("1/-2", "expected a number"),
        ("0,5", "decimal point"),
        ("nan", "not a finite number"),
        ("-Infinity", "not a finite number"),
        ("1e999999999", "not expanded"),
        ("1e-999999999999999999999", "not expanded"),
        ("9" * 100_001, "at most 100000"),
        ("0x10", "expected a number"),
        ("١/٢", "expected a number"),
        ("1/2/3", "expected a number"),
        ("1_000", "expected a number"),
    ],
)
def test_what_is_no_number_is_refused_with_the_reason(text, reason):
    with pytest.raises(InputError, match=reason):
        parse(text)


@pytest.mark.parametrize(
    "value", [0.5, np.float64(0.5), float("nan"), float("inf"), True, None, 1j]
)
def test_floats_and_other_objects_are_refused(value):
    with pytest.raises(InputError, match="expected"):
        rational(value)


def test_a_long_integer_is_not_bound_by_the_interpreters_limit_on_digits():
    assert to_fraction(parse("7" * 10_000 + "/7")).denominator == 1
