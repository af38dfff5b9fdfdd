"""Exact numbers as decimals: to nearest for the eye, or rounded to a stated side.

:func:`decimal` and :func:`scientific` are display: an exact value stands beside them, or can be
had. :func:`decimal_bound` is honest about its last digit, as the end of an enclosure must be.
Numbers of any length are written, which the interpreter itself refuses beyond 4300 digits.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from .rationals import to_fmpq


def decimal(value: Any, digits: int = 4) -> str:
    """Return `value` rounded to nearest, for the eye.

    >>> decimal("2/3"), decimal(fmpq(1, 10**9)), decimal("-1/8")
    ('0.6667', '~0', '-0.1250')
    """
    number = to_fmpq(value)
    if number.q == 1:
        return str(number)
    units = round(number * fmpz(10) ** digits)
    return _pointed(units, digits) if units else "~0"


def decimal_bound(value: Any, digits: int, *, up: bool) -> str:
    """Return the nearest decimal with `digits` digits that is not above `value`, or not below.

    >>> decimal_bound("-2/3", 3, up=False), decimal_bound("-2/3", 3, up=True)
    ('-0.667', '-0.666')
    """
    scaled = to_fmpq(value) * fmpz(10) ** digits
    return _pointed(scaled.ceil() if up else scaled.floor(), digits)


def scientific(value: Any, digits: int = 3) -> str:
    """Return `value` with so many significant digits, for the eye.

    >>> scientific("1/3"), scientific(fmpq(2, 10**20)), scientific(0)
    ('3.33e-1', '2.00e-20', '0')
    """
    number = to_fmpq(value)
    if number == 0:
        return "0"
    size = abs(number)
    # A first guess from the lengths (log10 of 2 is about 0.30103), then at most a few steps.
    exponent = (size.p.bit_length() - size.q.bit_length()) * 30103 // 100_000
    size *= fmpq(10) ** -exponent
    while size >= 10:
        size, exponent = size / 10, exponent + 1
    while size < 1:
        size, exponent = size * 10, exponent - 1
    units = round(size * fmpz(10) ** (digits - 1))
    if units == fmpz(10) ** digits:
        units, exponent = units // 10, exponent + 1
    sign = "-" if number < 0 else ""
    return f"{sign}{_pointed(units, digits - 1)}e{exponent}"


def _pointed(units: fmpz, digits: int) -> str:
    """Write a whole number of units, of which 10^digits make one."""
    text = str(abs(units)).rjust(digits + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"
