"""What every family checks of its arguments."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import SupportsIndex

from ..errors import InputError


def require_count(n: SupportsIndex) -> int:
    """Return n as an int; it must be at least 1.

    >>> require_count(0)
    Traceback (most recent call last):
        ...
    exactdp.mechanisms.errors.InputError: got n = 0, expected n >= 1 (counts run from 0 to n)
    """
    try:
        count = operator.index(n)
    except TypeError:
        raise InputError(f"got n = {n!r}, expected a whole number >= 1") from None
    if count < 1:
        raise InputError(f"got n = {count}, expected n >= 1 (counts run from 0 to n)")
    return count


def require_below_one(alpha: Fraction, family: str) -> Fraction:
    """Return alpha; it must be below 1."""
    if alpha >= 1:
        raise InputError(f"got alpha = {alpha}, but {family} needs alpha < 1 (eps > 0)")
    return alpha
