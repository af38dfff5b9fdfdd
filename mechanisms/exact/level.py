"""The privacy level alpha = e^-eps, exact whichever way it was stated.

A level is either rational in alpha (``alpha = p/q``, or ``eps = ln(q/p)``) or rational in
eps (``eps = 1/10``, so alpha is irrational). Both compare exactly with any rational: the
second by balls of rising precision, which always ends because e^-eps is irrational for
every rational eps > 0 (Hermite-Lindemann).

>>> PrivacyLevel.from_alpha("9/10")
PrivacyLevel(alpha=9/10)
>>> PrivacyLevel.from_epsilon("ln(3/2)").alpha
Fraction(2, 3)
>>> PrivacyLevel.from_epsilon("0.1").compare("0.9048374180359595731642490594")
-1
>>> PrivacyLevel.from_epsilon("0.1").alpha
Traceback (most recent call last):
    ...
exactdp.InputError: alpha = e^-(1/10) is irrational; ask for PrivacyLevel.rational_alpha(max_denominator), the best rational on the safe side
"""  # noqa: E501

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from . import balls
from .errors import InputError
from .rationals import brief, exact_text, rational, to_fmpq

#: Beyond this eps, alpha is below 10^-434 and had better be stated as a rational.
MAX_EPSILON = 1000

_LOGARITHM = re.compile(r"ln\s*(?:\((.*)\)|(\S.*))", re.DOTALL)


class PrivacyLevel:
    """A privacy level; make one with :meth:`from_alpha`, :meth:`from_epsilon` or :meth:`of`.

    Examples
    --------
    >>> PrivacyLevel.from_epsilon("ln 2") == PrivacyLevel.from_alpha("1/2")
    True
    """

    __slots__ = ("_alpha", "_epsilon")
    _alpha: Fraction | None
    _epsilon: Fraction | None

    def __init__(self, *, alpha: Fraction | None = None, epsilon: Fraction | None = None):
        if (alpha is None) == (epsilon is None):
            raise TypeError("give alpha or epsilon, not both")
        if alpha is not None and not 0 < alpha <= 1:
            raise InputError(
                f"got alpha = {brief(alpha)}, expected 0 < alpha <= 1 (alpha = e^-eps)"
            )
        if epsilon is not None and not 0 < epsilon <= MAX_EPSILON:
            raise InputError(
                f"got eps = {brief(epsilon)}, expected 0 < eps <= {MAX_EPSILON}"
                "; eps = 0 is stated as alpha = 1, a huge eps as alpha = p/q"
            )
        self._alpha, self._epsilon = alpha, epsilon

    @classmethod
    def from_alpha(cls, alpha: Any) -> PrivacyLevel:
        """Read alpha = e^-eps, an exact number in (0, 1]."""
        return cls(alpha=rational(alpha))

    @classmethod
    def from_epsilon(cls, epsilon: Any) -> PrivacyLevel:
        """Read eps: ``"ln(p/q)"`` (then alpha = q/p) or an exact number > 0.

        Raises
        ------
        InputError
            If eps is a float, is not positive, or beyond `MAX_EPSILON`.

        Examples
        --------
        >>> PrivacyLevel.from_epsilon("ln 2"), PrivacyLevel.from_epsilon("1/10")
        (PrivacyLevel(alpha=1/2), PrivacyLevel(epsilon=1/10))
        """
        if isinstance(epsilon, str) and (match := _LOGARITHM.fullmatch(epsilon.strip())):
            odds = rational(match[1] if match[1] is not None else match[2])
            if odds <= 1:
                raise InputError(f"got eps = ln({brief(odds)}), expected eps > 0: a number above 1")
            return cls(alpha=1 / odds)
        return cls(epsilon=rational(epsilon))

    @classmethod
    def from_float_epsilon(cls, epsilon: float) -> PrivacyLevel:
        """Read eps as the binary rational that the float holds (not as its decimal text).

        >>> PrivacyLevel.from_float_epsilon(0.1)
        PrivacyLevel(epsilon=3602879701896397/36028797018963968)
        """
        return cls(epsilon=_stored(epsilon))

    @classmethod
    def from_float_alpha(cls, alpha: float) -> PrivacyLevel:
        """Read alpha as the binary rational that the float holds (not as its decimal text)."""
        return cls(alpha=_stored(alpha))

    @classmethod
    def of(cls, value: Any) -> PrivacyLevel:
        """Return `value` if it is a level, else read it as alpha."""
        return value if isinstance(value, cls) else cls.from_alpha(value)

    @property
    def is_rational(self) -> bool:
        """Whether alpha is rational."""
        return self._alpha is not None

    @property
    def alpha(self) -> Fraction:
        """Alpha = e^-eps; raises :class:`InputError` where it is irrational."""
        if self._alpha is None:
            raise InputError(
                f"alpha = e^-({brief(self._epsilon)}) is irrational; ask for "
                "PrivacyLevel.rational_alpha(max_denominator), the best rational on the safe side"
            )
        return self._alpha

    @property
    def rational_epsilon(self) -> Fraction | None:
        """The eps, where the level was stated by a rational one; otherwise None."""
        return self._epsilon

    def alpha_ball(self) -> arb:
        """Return alpha as a ball of the current precision."""
        if self._alpha is not None:
            return arb(to_fmpq(self._alpha))
        return (-arb(to_fmpq(self._epsilon))).exp()

    def _epsilon_ball(self) -> arb:
        if self._epsilon is not None:
            return arb(to_fmpq(self._epsilon))
        return -(arb(to_fmpq(self._alpha)).log())

    def compare(self, value: Any) -> int:
        """Return the sign of ``value - alpha``, exactly: 1, 0 or -1."""
        x = to_fmpq(value)
        if self._alpha is not None:
            alpha = to_fmpq(self._alpha)
            return int(x > alpha) - int(x < alpha)
        if x <= 0:
            return -1
        return balls.sign(lambda: arb(x) - self.alpha_ball())

    def sign(self, a: fmpq, b: fmpq) -> int:
        """Return the sign of ``a - e^eps * b``, exactly.

        >>> PrivacyLevel.from_epsilon(1).sign(fmpq(19, 7), fmpq(1))
        -1
        """
        if b == 0:
            return int(a > 0) - int(a < 0)
        # a - b/alpha has the sign of b*(alpha*a/b - 1); alpha > 0.
        if a * b <= 0:
            return -1 if b > 0 else 1
        return -self.compare(b / a) if b > 0 else self.compare(b / a)

    def odds_bracket(self) -> tuple[fmpq, fmpq]:
        """Return rationals below and above e^eps, equal where it is rational; a quick filter."""
        if self._alpha is not None:
            odds = to_fmpq(1 / self._alpha)
            return odds, odds
        with balls.precision(128):
            return balls.bounds(1 / self.alpha_ball())

    def epsilon_enclosure(self, digits: int = 12) -> tuple[str, str]:
        """Return decimals below and above eps.

        >>> PrivacyLevel.from_alpha("1/2").epsilon_enclosure(6)
        ('0.693147', '0.693148')
        """
        low, high = balls.enclose(self._epsilon_ball, digits)
        return low if low[0] != "-" else f"0.{'0' * digits}", high  # eps >= 0

    def alpha_enclosure(self, digits: int = 12) -> tuple[str, str]:
        """Return decimals below and above alpha."""
        return balls.enclose(self.alpha_ball, digits)

    def rational_alpha(self, max_denominator: int) -> Fraction:
        """Return the least rational >= alpha with denominator at most `max_denominator`.

        A mechanism built for it is at least as private as the level asks.

        >>> PrivacyLevel.from_epsilon("0.1").rational_alpha(100)
        Fraction(86, 95)
        """
        if self._alpha is not None and self._alpha.denominator <= max_denominator:
            return self._alpha
        return least_at_least(lambda x: self.compare(x) >= 0, max_denominator)

    def root(self, degree: int) -> PrivacyLevel:
        """Return the level of eps/degree.

        Raises
        ------
        InputError
            Where alpha is rational and its root is not, or the degree is below 1.

        Examples
        --------
        >>> PrivacyLevel.from_alpha("4/9").root(2)
        PrivacyLevel(alpha=2/3)
        """
        if degree < 1:
            raise InputError(f"got a root of degree {degree}, expected a degree of at least 1")
        if self._epsilon is not None:
            return PrivacyLevel(epsilon=self._epsilon / degree)
        if not self.has_rational_root(degree):
            raise InputError(
                f"alpha = {brief(self.alpha)} has no rational root of degree {degree}, "
                f"so e^(-eps/{degree}) is irrational; choose alpha = b^{degree} with b rational"
            )
        alpha = to_fmpq(self._alpha)
        return PrivacyLevel(alpha=rational(fmpq(alpha.p.root(degree), alpha.q.root(degree))))

    def has_rational_root(self, degree: int) -> bool:
        """Whether e^(-eps/degree) is rational.

        >>> PrivacyLevel.from_alpha("4/9").has_rational_root(2)
        True
        >>> PrivacyLevel.from_epsilon("1/10").has_rational_root(2)
        False
        """
        if self._alpha is None:
            return False
        alpha = to_fmpq(self._alpha)
        return all(part.root(degree) ** degree == part for part in (alpha.p, alpha.q))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PrivacyLevel):
            return NotImplemented
        return self._alpha == other._alpha and self._epsilon == other._epsilon

    def __hash__(self) -> int:
        return hash((self._alpha, self._epsilon))

    def __repr__(self) -> str:
        if self._alpha is not None:
            return f"PrivacyLevel(alpha={exact_text(self._alpha)})"
        return f"PrivacyLevel(epsilon={exact_text(self._epsilon)})"

    def __str__(self) -> str:
        """Return the level in words, for people; a long one is cut short."""
        if self._alpha == 1:
            return "alpha = 1 (eps = 0)"
        if self._alpha is not None:
            return f"alpha = {brief(self._alpha)} (eps = ln({brief(1 / self._alpha)}))"
        return f"eps = {brief(self._epsilon)}"


def _stored(value: float) -> Fraction:
    if not isinstance(value, float):
        raise InputError(
            f"got {value!r}, expected a Python float; exact numbers have their own door"
        )
    try:
        return Fraction(value)
    except (ValueError, OverflowError):
        raise InputError(f"got {value}, expected a finite float") from None


def least_at_least(reaches: Any, max_denominator: int) -> Fraction:
    """Return the least p/q in [0, 1] with q <= `max_denominator` that `reaches` accepts.

    `reaches` is monotone (false, then true) and true at 1. The search walks the
    Stern-Brocot tree between 0/1 and 1/1, doubling its steps, so it asks
    O(log^2 max_denominator) times.

    >>> least_at_least(lambda x: x * x >= Fraction(1, 2), 100)
    Fraction(29, 41)
    """
    if max_denominator < 1:
        raise InputError(f"got max_denominator = {max_denominator}, expected at least 1")
    if reaches(Fraction(0)):
        return Fraction(0)
    (a, b), (c, d) = (0, 1), (1, 1)  # a/b fails, c/d reaches

    def steps(a: int, b: int, c: int, d: int, wanted: bool) -> int:
        # The largest k for which (a + kc)/(b + kd) is within the bound and on the wanted side.
        def good(k: int) -> bool:
            p, q = a + k * c, b + k * d
            return q <= max_denominator and reaches(Fraction(p, q)) is wanted

        high = 1
        while good(high):
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if good(middle) else (low, middle)
        return low

    while b + d <= max_denominator:
        k = steps(a, b, c, d, False)
        a, b = a + k * c, b + k * d
        k = steps(c, d, a, b, True)
        c, d = c + k * a, d + k * b
    return Fraction(c, d)
