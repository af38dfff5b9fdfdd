"""Quotients of floats, the least of many, found exactly and fast.

A kernel that somebody computed in floats from a closed form has hundreds of thousands of
neighbours whose ratios are one number up to the last bits. So the near-ties come in bulk,
and are decided in two steps:

1. *A filter with a proven bound.* For floats x, y the quotient q = fl(x/y) leaves the
   remainder x - qy, which is an integer of at most 53 bits in the unit 2^-106, and so is
   found without error. Then x/y = q + (x - qy)/y is known to more than 100 bits, and what
   differs from the least by more than 2^-98 of it cannot be the least.
2. *Integers.* What is left is cross-multiplied.

Floats are given split, as mantissas in [1/2, 1) and exponents (:func:`numpy.frexp`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_UNIT = 2.0**53
_BLOCK = 2**15  # stays in cache
_LOW = np.int64(2**27 - 1)
_LOW_TWICE = np.int64(2**54 - 1)


def first_least(x: Floats, y: Floats, e: Integers) -> int:
    """Return the first position of the exactly least (x/y) 2^e.

    Parameters
    ----------
    x, y : float64 arrays
        Mantissas, in [1/2, 1).
    e : int64 array
        Exponents of the quotients.

    Examples
    --------
    >>> third = np.nextafter(0.75, 1)
    >>> first_least(np.array([0.75, 0.75]), np.array([0.75, third]), np.array([0, 0]))
    1
    """
    alive, known = _filtered(x, y, e)
    if known:
        return int(alive[0])
    a, b, e = (x[alive] * _UNIT).astype(np.int64), (y[alive] * _UNIT).astype(np.int64), e[alive]
    left = np.arange(alive.size)
    best = 0
    while True:
        order = _compare(a[left], b[left], e[left], a[best], b[best], e[best])
        below = left[order < 0]
        if below.size == 0:
            return int(alive[left[order == 0][0]])
        left, best = below, int(below[below.size // 2])


def _filtered(x: Floats, y: Floats, e: Integers) -> tuple[npt.NDArray[np.intp], bool]:
    """Return the positions that may be least, and whether all of them are known to be."""
    # A quotient of mantissas lies in (1/2, 2): a shift above 3 is never least.
    shift = np.minimum(e - e.min(), 4)
    q, rest = np.empty(x.size), np.empty(x.size)
    for start in range(0, x.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        quotient = x[part] / y[part]
        # In 64 bits that wrap around, as the difference is known to fit.
        a, b = (x[part] * _UNIT).astype(np.uint64), (y[part] * _UNIT).astype(np.uint64)
        remainder = (a << np.uint64(53)) - (quotient * _UNIT).astype(np.uint64) * b
        q[part] = np.ldexp(quotient, shift[part])
        rest[part] = np.ldexp(remainder.view(np.int64) / (y[part] * 2.0**106), shift[part])
    least = q.min()
    # q - least is exact where it is small, |rest| <= 2^-53 q has a relative error of 2^-53,
    # and so has the sum: for the least itself, 2^-104 of it in all.
    value = (q - least) + rest
    alive = np.flatnonzero(value <= value.min() + 2.0**-98 * least)
    # Without remainders the q are the quotients, and floats so close are equal.
    return alive, not rest[alive].any()


def _compare(
    a: Integers, b: Integers, e: Integers, c: np.int64, d: np.int64, f: np.int64
) -> Integers:
    """Return the sign of (a/b) 2^e - (c/d) 2^f; a, b, c, d are integers in [2^52, 2^53)."""
    # Cross-multiplied: a*d*2^(e-f) against c*b, both products in [2^104, 2^106).
    shift = e - f
    high, low = _product(a, d)
    other_high, other_low = _product(b, c)
    left = np.where(shift > 0, 1, 0)
    right = np.where(shift < 0, 1, 0)
    high, low = _shifted(high, low, left)
    other_high, other_low = _shifted(other_high, other_low, right)
    order = np.sign(high - other_high) * 2 + np.sign(low - other_low)
    order = np.where(shift >= 2, 1, np.where(shift <= -2, -1, order))
    return np.sign(order)


def _product(a: Integers, b: Any) -> tuple[Integers, Integers]:
    """Return a*b as (high, low) with a*b = high * 2^54 + low, 0 <= low < 2^54."""
    a_high, a_low = a >> 27, a & _LOW
    b_high, b_low = b >> 27, b & _LOW
    middle = a_high * b_low + a_low * b_high
    low = a_low * b_low + ((middle & _LOW) << 27)
    return a_high * b_high + (middle >> 27) + (low >> 54), low & _LOW_TWICE


def _shifted(high: Integers, low: Integers, by: Any) -> tuple[Integers, Integers]:
    low = low << by
    return (high << by) + (low >> 54), low & _LOW_TWICE
