"""What every family checks of its arguments."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import SupportsIndex

from .errors import InputError
from .level import PrivacyLevel
from .limits import require_memory
from .rationals import brief


def require_count(n: SupportsIndex) -> int:
    """Return n as an int; it must be at least 1, and the factors of n + 1 counts must fit.

    >>> require_count(0)
    Traceback (most recent call last):
        ...
    exactdp.InputError: got n = 0, expected n >= 1 (counts run from 0 to n)
    """
    try:
        count = operator.index(n)
    except TypeError:
        raise InputError(f"got n = {n!r}, expected a whole number >= 1") from None
    if count < 1:
        raise InputError(f"got n = {brief(count)}, expected n >= 1 (counts run from 0 to n)")
    require_memory(200 * (count + 1), f"a kernel on 0..{brief(count)}")
    return count


def require_below_one(alpha: Fraction, family: str) -> Fraction:
    """Return alpha; it must be below 1."""
    if alpha >= 1:
        raise InputError(f"got alpha = {alpha}, but {family} needs alpha < 1 (eps > 0)")
    return alpha


def require_half_level(level: PrivacyLevel, family: str) -> Fraction:
    """Return b = e^(-eps/2); it must be rational.

    >>> from exactdp import PrivacyLevel
    >>> require_half_level(PrivacyLevel.from_alpha("4/9"), "the exponential mechanism")
    Fraction(2, 3)
    """
    if not level.has_rational_root(2):
        raise InputError(
            f"got {level}, but {family} needs a rational e^(-eps/2): choose alpha = (p/q)^2, or "
            "take the nearest such level on the safe side (Family.admissible_level)"
        )
    return level.root(2).alpha
