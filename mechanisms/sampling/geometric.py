"""One-sided geometric variables: how often a coin comes up before it first does not.

Pr[k] = (1-alpha) alpha^k for k = 0, 1, 2, ...: the law
:class:`exactdp.mechanisms.families.noise.Geometric`. Two-sided noise is made of them, see
:mod:`~exactdp.mechanisms.sampling.two_sided`.

>>> from .source import Tape
>>> geometric("1/2", Tape("001"))
2
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, rational
from .bernoulli import bernoulli_exp
from .source import BitSource, whole_number


def geometric(alpha: Any, source: BitSource) -> int:
    """Return k >= 0 with probability (1-alpha) alpha^k: the heads before the first tail.

    Parameters
    ----------
    alpha : exact number
        The chance of heads, 0 <= alpha < 1.
    source : BitSource

    Raises
    ------
    InputError
        If `alpha` is outside [0, 1), or a float.

    References
    ----------
    *Geometric Mechanism Notes*, section 2.3, "sampling bits until we see a 1". The law there
    starts at 1.

    Examples
    --------
    >>> from .source import Tape
    >>> geometric("1/2", Tape("0001"))
    3
    """
    alpha = parameter(alpha)
    k = 0
    while source.bernoulli(alpha):
        k += 1
    return k


def geometric_exp(s: int, t: int, source: BitSource) -> int:
    """Return k >= 0 with probability (1-alpha) alpha^k for alpha = e^-(s/t), exactly.

    Parameters
    ----------
    s, t : int
        At least 1; eps = s/t.
    source : BitSource

    References
    ----------
    Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy*, Algorithm 2 up
    to its sign: U + t V is geometric for e^-(1/t), and every s of its values make one.

    Examples
    --------
    >>> from .source import Tape
    >>> geometric_exp(1, 1, Tape("11"))
    0
    """
    s, t = whole_number("s", s, at_least=1), whole_number("t", t, at_least=1)
    u = source.below(t)
    while not bernoulli_exp(Fraction(u, t), source):
        u = source.below(t)
    v = 0
    while bernoulli_exp(1, source):
        v += 1
    return (u + t * v) // s


def geometric_at(level: PrivacyLevel, source: BitSource) -> int:
    """Return k >= 0 with probability (1-alpha) alpha^k, alpha = e^-eps, either rational.

    Raises
    ------
    InputError
        At alpha = 1, where there is no such law.
    """
    epsilon = level.rational_epsilon
    if epsilon is None:
        return geometric(level.alpha, source)
    return geometric_exp(epsilon.numerator, epsilon.denominator, source)


def parameter(alpha: Any) -> Fraction:
    """Return the parameter of a geometric law as a Fraction, refusing what is outside [0, 1)."""
    chance = rational(alpha)
    if not 0 <= chance < 1:
        raise InputError(
            f"got alpha = {brief(chance)}, expected 0 <= alpha < 1: a geometric law has no other"
        )
    return chance
