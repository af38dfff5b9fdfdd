"""Two-sided geometric noise, Pr[k] = (1-alpha)/(1+alpha) alpha^|k|, in three ways.

The law is :class:`exactdp.mechanisms.families.noise.TwoSidedGeometric`. The three constructions are
those of three papers, each kept so that it can be read beside its paper; they have one law.
:func:`two_sided_geometric_at` takes a privacy level of either kind.

>>> from .source import SeededSource
>>> source = SeededSource(0)
>>> [two_sided_geometric("2/3", source) for _ in range(8)]
[1, 0, 0, 10, -3, -2, -7, -2]
"""

from __future__ import annotations

from typing import Any

from ..exact.level import PrivacyLevel
from .geometric import geometric, geometric_exp, parameter
from .source import BitSource


def two_sided_geometric(alpha: Any, source: BitSource) -> int:
    """Return k with probability (1-alpha)/(1+alpha) alpha^|k|: zero first, then sign and size.

    Parameters
    ----------
    alpha : exact number
        0 <= alpha < 1; alpha = e^-eps for a count.
    source : BitSource

    References
    ----------
    *Geometric Mechanism Notes*, Algorithm 1, with f(D) = 0.

    Examples
    --------
    >>> from .source import Tape
    >>> two_sided_geometric("1/3", Tape("0")), two_sided_geometric("1/3", Tape("1" "1" "011" "1"))
    (0, -1)
    """
    alpha = parameter(alpha)
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return 0
    sign = 1 - 2 * source.bits(1)
    return sign * (1 + geometric(alpha, source))


def two_sided_geometric_by_difference(alpha: Any, source: BitSource) -> int:
    """Return k with probability (1-alpha)/(1+alpha) alpha^|k|: the difference of two geometrics.

    Parameters
    ----------
    alpha : exact number
        0 <= alpha < 1; alpha = e^-eps for a count.
    source : BitSource

    References
    ----------
    *Releasing Counts with Differential Privacy*, "The Geometric Mechanism".

    Examples
    --------
    >>> from .source import Tape
    >>> two_sided_geometric_by_difference("1/2", Tape("001" "0001"))
    -1
    """
    first = geometric(alpha, source)
    second = geometric(alpha, source)
    return first - second


def discrete_laplace(s: int, t: int, source: BitSource) -> int:
    """Return k with probability proportional to e^-(s/t)|k|, exactly: a sign, one zero refused.

    Parameters
    ----------
    s, t : int
        At least 1; alpha = e^-(s/t), the scale is t/s.
    source : BitSource

    References
    ----------
    Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy*, Algorithm 2.

    Examples
    --------
    >>> from .source import Tape
    >>> discrete_laplace(1, 1, Tape("11111" "0"))
    0
    """
    while True:
        size = geometric_exp(s, t, source)
        negative = source.bits(1)
        if size or not negative:
            return -size if negative else size


def two_sided_geometric_at(level: PrivacyLevel, source: BitSource) -> int:
    """Return k with probability proportional to e^(-eps |k|), exactly, alpha or eps rational.

    Parameters
    ----------
    level : PrivacyLevel
        A rational alpha < 1 is drawn by Algorithm 1 of *Geometric Mechanism Notes*, a rational
        eps = s/t by :func:`discrete_laplace`.
    source : BitSource

    Raises
    ------
    InputError
        At alpha = 1, where there is no such law.

    Examples
    --------
    >>> from .source import SeededSource
    >>> source = SeededSource(0)
    >>> [two_sided_geometric_at(PrivacyLevel.from_epsilon("1/10"), source) for _ in range(6)]
    [-11, -5, -7, 16, -9, -2]
    """
    epsilon = level.rational_epsilon
    if epsilon is None:
        return two_sided_geometric(level.alpha, source)
    return discrete_laplace(epsilon.numerator, epsilon.denominator, source)
