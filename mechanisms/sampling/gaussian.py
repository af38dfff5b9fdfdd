"""Discrete Gaussian noise, Pr[k] proportional to e^(-k^2 / (2 sigma^2)).

>>> from .source import SeededSource
>>> source = SeededSource(0)
>>> [discrete_gaussian(9, source) for _ in range(8)]
[2, -3, -2, -2, 0, 2, 0, -2]
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from ..exact.errors import InputError
from ..exact.rationals import brief, rational
from .bernoulli import bernoulli_exp
from .source import BitSource
from .two_sided import discrete_laplace


def discrete_gaussian(sigma2: Any, source: BitSource) -> int:
    """Return k with probability proportional to e^(-k^2 / (2 sigma2)), exactly.

    Parameters
    ----------
    sigma2 : exact number
        sigma^2 > 0, rational. It exceeds the variance, by very little unless it is small.
    source : BitSource

    Raises
    ------
    InputError
        If `sigma2` is not positive, or a float.

    References
    ----------
    Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy*, Algorithm 3.
    """
    sigma2 = rational(sigma2)
    if sigma2 <= 0:
        raise InputError(f"got sigma^2 = {brief(sigma2)}, expected a number > 0")
    t = isqrt(sigma2.numerator // sigma2.denominator) + 1  # floor(sigma) + 1
    y = None
    while y is None:
        y = _attempt(sigma2, t, source)
    return y


def _attempt(sigma2: Fraction, t: int, source: BitSource) -> int | None:
    """Return discrete Laplace noise of scale t, or None where it is refused."""
    y = discrete_laplace(1, t, source)
    kept = bernoulli_exp((abs(y) - sigma2 / t) ** 2 / (2 * sigma2), source)
    return y if kept else None
