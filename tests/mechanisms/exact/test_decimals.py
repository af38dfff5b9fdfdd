import re
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.decimals import decimal, decimal_bound, scientific


@given(st.fractions(min_value=0, max_value=1))
def test_decimals_are_rounded_to_nearest(value):
    shown = decimal(value)
    if shown == "~0":
        assert 0 < value <= F(1, 20000)
    else:
        assert abs(F(shown) - value) <= F(1, 20000)
        assert value.denominator == 1 or re.fullmatch(r"[01]\.[0-9]{4}", shown)


@given(st.fractions(), st.integers(0, 30))
def test_a_decimal_bound_is_on_its_side_by_less_than_a_unit(value, digits):
    low, high = (F(decimal_bound(value, digits, up=up)) for up in (False, True))
    assert low <= value <= high
    assert high - low == (0 if low == value else F(1, 10**digits))


@given(st.fractions().filter(bool), st.integers(1, 30))
def test_scientific_notation_keeps_the_digits_it_promises(value, digits):
    shown = scientific(value, digits)
    mantissa, exponent = re.fullmatch(r"-?([1-9]\.?[0-9]*)e(-?[0-9]+)", shown).groups()
    assert len(mantissa.replace(".", "")) == digits
    assert 2 * abs(F(shown) - value) <= F(10) ** (int(exponent) - digits + 1)


@pytest.mark.parametrize("power", [5_000, 100_000])
def test_numbers_beyond_what_the_interpreter_prints_are_written(power):
    assert decimal(F(10**power)) == "1" + "0" * power
    assert scientific(F(-1, 10**power)) == f"-1.00e-{power}"
    assert decimal_bound(F(1, 10**power), power, up=False) == f"0.{'0' * (power - 1)}1"
