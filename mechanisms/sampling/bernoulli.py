"""Coins whose bias is e^-gamma for a rational gamma, tossed without computing it.

The coin of a rational bias is :meth:`exactdp.mechanisms.sampling.source.BitSource.bernoulli`.

>>> from .source import Tape
>>> bernoulli_exp(Fraction(1, 2), Tape("1"))
True
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, rational
from .source import BitSource


def bernoulli_exp(gamma: Any, source: BitSource) -> bool:
    """Return True with probability e^-gamma, exactly.

    Parameters
    ----------
    gamma : exact number
        At least 0.
    source : BitSource

    Raises
    ------
    InputError
        If `gamma` is negative, or a float.

    References
    ----------
    Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy*, Algorithm 1.

    Examples
    --------
    >>> from .source import Tape
    >>> tape = Tape("01" "10")  # 1/2 succeeds, 1/4 fails at its first bit: K = 2 is even
    >>> bernoulli_exp("1/2", tape), tape.used
    (False, 2)
    """
    gamma = rational(gamma)
    if gamma < 0:
        raise InputError(
            f"got gamma = {brief(gamma)}, expected a number >= 0: e^-gamma is a chance"
        )
    while gamma > 1:
        if not _bernoulli_exp_below_one(Fraction(1), source):
            return False
        gamma -= 1
    return _bernoulli_exp_below_one(gamma, source)


def _bernoulli_exp_below_one(gamma: Fraction, source: BitSource) -> bool:
    """Return True with probability e^-gamma, for 0 <= gamma <= 1."""
    k = 1
    while source.bernoulli(gamma / k):
        k += 1
    return k % 2 == 1


def bernoulli_at(level: PrivacyLevel, source: BitSource) -> bool:
    """Return True with probability alpha = e^-eps, exactly, whether alpha or eps is rational.

    Examples
    --------
    >>> from .source import Tape
    >>> bernoulli_at(PrivacyLevel.from_alpha("1/2"), Tape("0"))
    True
    """
    epsilon = level.rational_epsilon
    return source.bernoulli(level.alpha) if epsilon is None else bernoulli_exp(epsilon, source)
