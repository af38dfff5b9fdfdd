"""Noise on the integers, before anything is clipped: exact laws.

A law knows its probability mass, distribution and tail at every integer, its mean and its
variance, as rational functions of its parameter. At a rational parameter they are exact
fractions; over a symbol (:meth:`Noise.over`) the same code gives the rational functions.

>>> noise = TwoSidedGeometric("1/2")
>>> noise.pmf(0), noise.tail(1), noise.variance
(Fraction(1, 3), Fraction(1, 6), Fraction(4, 1))
>>> from sympy import factor, symbols
>>> factor(TwoSidedGeometric.over(symbols("alpha")).variance)
2*alpha/(alpha - 1)**2
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from typing import Any, Self, SupportsIndex

from ..exact.errors import InputError
from ..exact.rationals import brief, rational


class Noise(ABC):
    """A law on the integers with one parameter, a number in (0, 1).

    Parameters
    ----------
    parameter : exact number
        0 < parameter < 1. Floats are refused.
    """

    def __init__(self, parameter: Any):
        value = rational(parameter)
        if not 0 < value < 1:
            raise InputError(f"got the parameter {brief(value)}, expected a number in (0, 1)")
        self.parameter = value

    @classmethod
    def over(cls, parameter: Any) -> Self:
        """Return the law whose parameter is an element of any field, such as a sympy symbol.

        The element stands for a number in (0, 1), which is not checked.

        >>> from sympy import QQ
        >>> field = QQ.frac_field("alpha")
        >>> TwoSidedGeometric.over(field.gens[0]).pmf(0)
        (-alpha + 1)/(alpha + 1)
        """
        law = cls.__new__(cls)
        law.parameter = parameter
        return law

    def cdf(self, k: SupportsIndex) -> Any:
        """Return Pr[X <= k]."""
        return 1 - self.tail(k)

    @abstractmethod
    def pmf(self, k: SupportsIndex) -> Any:
        """Return Pr[X = k]."""

    @abstractmethod
    def tail(self, k: SupportsIndex) -> Any:
        """Return Pr[X > k]."""

    @property
    @abstractmethod
    def mean(self) -> Any:
        """The mean of X."""

    @property
    @abstractmethod
    def variance(self) -> Any:
        """The variance of X."""


class TwoSidedGeometric(Noise):
    """Two-sided geometric noise: Pr[X = k] = (1-alpha)/(1+alpha) alpha^|k|.

    It is the difference of two independent :class:`Geometric` variables.

    Parameters
    ----------
    parameter : exact number
        alpha = e^-eps, or e^(-eps/s) for a query of sensitivity s.

    References
    ----------
    *Geometric Mechanism Notes*, eq. (2.1) and the tails of section 2.4; *Releasing Counts with
    Differential Privacy*, "The Geometric Mechanism", for the variance 2 alpha/(1-alpha)^2.

    Examples
    --------
    >>> law = TwoSidedGeometric("2/3")
    >>> law.pmf(-2), law.cdf(0), law.mean, law.variance
    (Fraction(4, 45), Fraction(3, 5), Fraction(0, 1), Fraction(12, 1))
    """

    def pmf(self, k: SupportsIndex) -> Any:
        """Return Pr[X = k] = (1-alpha)/(1+alpha) alpha^|k|."""
        a = self.parameter
        return (1 - a) / (1 + a) * a ** abs(_integer(k))

    def tail(self, k: SupportsIndex) -> Any:
        """Return Pr[X > k] = alpha^(k+1)/(1+alpha) for k >= 0, 1 - alpha^-k/(1+alpha) for k < 0."""
        a, k = self.parameter, _integer(k)
        return a ** (k + 1) / (1 + a) if k >= 0 else 1 - a**-k / (1 + a)

    @property
    def mean(self) -> Any:
        """The mean, 0."""
        return 0 * self.parameter

    @property
    def variance(self) -> Any:
        """The variance, 2 alpha/(1-alpha)^2."""
        a = self.parameter
        return 2 * a / (1 - a) ** 2


class Geometric(Noise):
    """One-sided geometric noise: Pr[X = k] = (1-alpha) alpha^(k-start) for k >= start.

    Parameters
    ----------
    parameter : exact number
        alpha, the probability of failure.
    start : 0 or 1
        0 counts the failures before the first success, 1 the trials up to it.

    References
    ----------
    *Geometric Mechanism Notes*, section 2.2.1, and the code of *Releasing Counts with
    Differential Privacy*: both start at 1.

    Examples
    --------
    >>> Geometric("1/2").pmf(0), Geometric("1/2", start=1).pmf(0)
    (Fraction(1, 2), Fraction(0, 1))
    >>> Geometric("2/3", start=1).mean, Geometric("2/3", start=1).variance
    (Fraction(3, 1), Fraction(6, 1))
    """

    def __init__(self, parameter: Any, start: int = 0):
        super().__init__(parameter)
        self.start = _start(start)

    @classmethod
    def over(cls, parameter: Any, start: int = 0) -> Self:
        """Return the law whose parameter is an element of any field, such as a sympy symbol."""
        law = super().over(parameter)
        law.start = _start(start)
        return law

    def pmf(self, k: SupportsIndex) -> Any:
        """Return Pr[X = k] = (1-alpha) alpha^(k-start), and 0 below the start."""
        a, steps = self.parameter, _integer(k) - self.start
        return (1 - a) * a**steps if steps >= 0 else 0 * a

    def tail(self, k: SupportsIndex) -> Any:
        """Return Pr[X > k] = alpha^(k-start+1), and 1 below the start."""
        return self.parameter ** max(_integer(k) - self.start + 1, 0)

    @property
    def mean(self) -> Any:
        """The mean, start + alpha/(1-alpha)."""
        a = self.parameter
        return self.start + a / (1 - a)

    @property
    def variance(self) -> Any:
        """The variance, alpha/(1-alpha)^2."""
        a = self.parameter
        return a / (1 - a) ** 2


class RoundedLaplace(Noise):
    """Laplace noise of scale 1/eps, rounded to the nearest integer.

    With b = e^(-eps/2), Pr[X = 0] = 1-b and Pr[X = k] = (1-b^2)/2 b^(2|k|-1) for k != 0.

    Parameters
    ----------
    parameter : exact number
        b = e^(-eps/2), the square root of alpha.

    Notes
    -----
    Its variance exceeds that of two-sided geometric noise of alpha = b^2 by exactly b/(1+b)^2.

    References
    ----------
    *Releasing Counts with Differential Privacy*, "The Laplace Mechanism": the density
    eps/2 e^(-eps |x|), integrated over [k - 1/2, k + 1/2].

    Examples
    --------
    >>> law = RoundedLaplace("1/2")
    >>> law.pmf(0), law.pmf(-1), law.tail(0), law.variance
    (Fraction(1, 2), Fraction(3, 16), Fraction(1, 4), Fraction(10, 9))
    """

    def pmf(self, k: SupportsIndex) -> Any:
        """Return Pr[X = k], 1-b at 0 and (1-b^2)/2 b^(2|k|-1) elsewhere."""
        b, k = self.parameter, _integer(k)
        return 1 - b if k == 0 else (1 - b**2) * b ** (2 * abs(k) - 1) / 2

    def tail(self, k: SupportsIndex) -> Any:
        """Return Pr[X > k] = b^(2k+1)/2 for k >= 0, and 1 - b^(-2k-1)/2 for k < 0."""
        b, k = self.parameter, _integer(k)
        return b ** (2 * k + 1) / 2 if k >= 0 else 1 - b ** (-2 * k - 1) / 2

    @property
    def mean(self) -> Any:
        """The mean, 0."""
        return 0 * self.parameter

    @property
    def variance(self) -> Any:
        """The variance, b (1+b^2)/(1-b^2)^2."""
        b = self.parameter
        return b * (1 + b**2) / (1 - b**2) ** 2


def _integer(k: SupportsIndex) -> int:
    try:
        return operator.index(k)
    except TypeError:
        raise InputError(f"got k = {k!r}, expected an integer") from None


def _start(start: int) -> int:
    if start not in (0, 1):
        raise InputError(f"got start = {start!r}, expected 0 or 1")
    return start
