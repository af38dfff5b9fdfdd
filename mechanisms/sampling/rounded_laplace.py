"""Laplace noise rounded to the nearest integer, drawn as the integer that it is.

The law is :class:`exactdp.mechanisms.families.noise.RoundedLaplace`: no Laplace variable is formed.

>>> from .source import Tape
>>> rounded_laplace("1/2", Tape("1"))
0
"""

from __future__ import annotations

from typing import Any

from ..exact.level import PrivacyLevel
from .bernoulli import bernoulli_at
from .geometric import geometric_at, parameter
from .source import BitSource


def rounded_laplace(b: Any, source: BitSource) -> int:
    """Return 0 with probability 1-b, and k != 0 with probability (1-b^2)/2 b^(2|k|-1).

    Parameters
    ----------
    b : exact number
        e^(-eps/2), 0 < b < 1: the square root of alpha.
    source : BitSource

    References
    ----------
    *Releasing Counts with Differential Privacy*, "The Laplace Mechanism".

    Examples
    --------
    >>> from .source import Tape
    >>> rounded_laplace("1/2", Tape("0" "1" "011"))
    -1
    """
    b = parameter(b)
    return _rounded_laplace(PrivacyLevel.from_alpha(b), PrivacyLevel.from_alpha(b**2), source)


def rounded_laplace_at(level: PrivacyLevel, source: BitSource) -> int:
    """Return Laplace noise of scale 1/eps, rounded to the nearest integer, exactly.

    Parameters
    ----------
    level : PrivacyLevel
        eps rational, or e^(-eps/2) rational.
    source : BitSource

    Raises
    ------
    InputError
        Where alpha is rational and its square root is not.
    """
    return _rounded_laplace(level.root(2), level, source)


def _rounded_laplace(half: PrivacyLevel, level: PrivacyLevel, source: BitSource) -> int:
    """Return 0 with the chance that nothing is left beyond 1/2, else a sign and a size."""
    if not bernoulli_at(half, source):
        return 0
    sign = 1 - 2 * source.bits(1)
    return sign * (1 + geometric_at(level, source))
