"""Exact rationals from what people write.

The one door through which a number enters: ``"3/4"``, ``"0.25"``, ``"1e-3"``, an ``int``,
a ``Fraction``, a flint ``fmpq``. A Python ``float`` is refused here, because nobody can
tell whether 0.1 means one tenth or the binary number beside it. Where floats are lawful,
their reading is the caller's explicit choice (:meth:`PrivacyLevel.from_float_epsilon`,
:meth:`Mechanism.from_array`).

>>> rational("0.1"), rational("-7/21"), rational(3), rational("25e-2")
(Fraction(1, 10), Fraction(-1, 3), Fraction(3, 1), Fraction(1, 4))
>>> rational(0.1)
Traceback (most recent call last):
    ...
exactdp.InputError: got the float 0.1, expected an exact number: write "1/10" or "0.1" as text
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

from flint import fmpq, fmpz

from .errors import InputError
from .limits import require_memory

#: The longest number that is read, in characters, and the largest decimal exponent.
MAX_CHARACTERS = 100_000
MAX_EXPONENT = 100_000

_FRACTION = re.compile(r"([+-]?[0-9]+)(?:\s*/\s*([0-9]+))?")
_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")


def shorten(text: str, width: int = 40) -> str:
    """Return `text` fit for an error message.

    >>> shorten("9" * 100)
    "'999999999999999999999999999999999999999...' (100 characters)"
    """
    if len(text) <= width:
        return repr(text)
    return f"{text[: width - 1] + '...'!r} ({len(text)} characters)"


def exact_text(value: Any) -> str:
    """Return an exact number as ``p`` or ``p/q``, however long it is.

    The interpreter refuses to print integers beyond some thousands of digits; flint does not.

    >>> exact_text(Fraction(1, 3)), len(exact_text(Fraction(10) ** 5000))
    ('1/3', 5001)
    """
    return str(to_fmpq(value))


def brief(value: Any) -> str:
    """Return an exact number fit for an error message.

    >>> brief(Fraction(1, 3)), brief(10**100)
    ('1/3', "'100000000000000000000000000000000000000...' (101 characters)")
    """
    text = exact_text(value)
    return text if len(text) <= 40 else shorten(text)


def parse(text: str) -> fmpq:
    """Read one exact number: an integer, ``p/q``, or a decimal with an optional exponent.

    Raises
    ------
    InputError
        If the text is no number, its denominator is zero, or it is too long to expand.

    Examples
    --------
    >>> parse("12/16")
    3/4
    >>> parse("1.5e-3")
    3/2000
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"got a number of {len(text)} characters, expected at most {MAX_CHARACTERS}"
        )
    if match := _FRACTION.fullmatch(text):
        numerator, denominator = match.groups()
        if denominator is None:
            return fmpq(fmpz(numerator.removeprefix("+")))
        divisor = fmpz(denominator)
        if divisor == 0:
            raise InputError(f"got {shorten(text)}, whose denominator is zero")
        return fmpq(fmpz(numerator.removeprefix("+")), divisor)
    match = _DECIMAL.fullmatch(text)
    if match and (match[2] or match[3]):
        return _decimal(text, *match.groups())
    hint = ""
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", text):
        hint = "; write the decimal point as '.'"
    elif re.fullmatch(r"[+-]?(nan|inf|infinity)", text, re.IGNORECASE):
        hint = "; not a finite number"
    raise InputError(
        f'got {shorten(text)}, expected a number such as "3/4", "0.75" or "7.5e-1"{hint}'
    )


def _decimal(text: str, sign: str, whole: str, part: str | None, exponent: str | None) -> fmpq:
    part = part or ""
    # Long exponents are refused by their length: int() of them would be the attack.
    digits = (exponent or "0").lstrip("+-").lstrip("0") or "0"
    if len(digits) > len(str(MAX_EXPONENT)) or int(digits) > MAX_EXPONENT:
        raise InputError(
            f"got {shorten(text)}, whose exponent is beyond {MAX_EXPONENT}: it is not expanded"
        )
    power = int(exponent or "0") - len(part)
    value = fmpq(fmpz(sign.replace("+", "") + (whole + part)))
    scale = fmpz(10) ** abs(power)
    return value * scale if power >= 0 else value / scale


def to_fmpq(value: Any) -> fmpq:
    """Return `value` as a flint rational; the inverse of :func:`to_fraction`.

    Raises
    ------
    InputError
        If `value` is a float, or no number at all.

    Examples
    --------
    >>> to_fmpq("2/3") + to_fmpq(1)
    5/3
    """
    if isinstance(value, fmpq):
        return value
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, fmpz):
        return fmpq(value)
    if isinstance(value, Rational) and not isinstance(value, bool):
        return fmpq(int(value.numerator), int(value.denominator))
    if type(value).__name__ == "Decimal":
        return parse(str(value))
    if isinstance(value, float) or "float" in type(value).__name__:
        raise InputError(
            f"got the float {value}, expected an exact number: write {_exactly(float(value))}"
        )
    raise InputError(f"got {shorten(repr(value))}, expected a rational number")


def _exactly(value: float) -> str:
    """Return how to write what may be meant by a float; two numbers are told apart."""
    if not isfinite(value):
        return 'a finite number, such as "3/4"'
    decimal, nearby = Fraction(repr(value)), Fraction(value).limit_denominator(1000)
    if decimal == nearby:
        return f'"{nearby}" or "{value}" as text'
    meant = f', or "{nearby}" if that was meant' if nearby.denominator > 1 else ""
    return f'"{value}" as text{meant if float(nearby) == value else ""}'


def to_fraction(value: fmpq) -> Fraction:
    """Return a flint rational as a standard :class:`fractions.Fraction`.

    >>> to_fraction(parse("0.5"))
    Fraction(1, 2)
    """
    return Fraction(int(value.p), int(value.q))


def rational(value: Any) -> Fraction:
    """Return any exact number as a :class:`fractions.Fraction`; see the module docstring."""
    return value if type(value) is Fraction else to_fraction(to_fmpq(value))


def over_one_denominator(numbers: Sequence[fmpq]) -> tuple[list[fmpz], fmpz]:
    """Return integers and the denominator that makes them the given numbers.

    >>> over_one_denominator([fmpq(1, 2), fmpq(1, 3)])
    ([3, 2], 6)
    """
    common = fmpz(1)
    for x in numbers:
        if common % x.q != 0:
            common = common.lcm(x.q)
            bits = int(common).bit_length()
            require_memory(len(numbers) * bits // 4, f"a common denominator of {bits} bits")
    return [x.p * (common // x.q) for x in numbers], common
