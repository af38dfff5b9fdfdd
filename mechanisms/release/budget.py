"""The privacy budget of a release: split exactly, granted exactly, never overspent.

A total eps, rational or the logarithm of a rational, is split into eps_1 = F eps for the
distribution and eps_2 = (1-F) eps for the counts, with F rational. So eps_1 + eps_2 = eps by
construction: as rationals, or as rational multiples of one logarithm. What a stage *uses* may
be less than its grant, never more: where a mechanism needs a rational alpha and e^-eps_k is
none, it takes the least rational above it whose denominator is within a bound.

>>> budget = Budget("1/2", "1/5")
>>> str(budget.distribution), str(budget.counts)
('1/10', '2/5')
>>> budget.distribution.level(), budget.counts.rational_level()
(PrivacyLevel(epsilon=1/10), PrivacyLevel(alpha=26788/39963))
>>> str(Budget("ln(3)", "1/5").counts)
'4/5 ln(3)'
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from ..exact import balls
from ..exact.errors import InputError, LimitError
from ..exact.level import PrivacyLevel, least_at_least
from ..exact.rationals import brief, exact_text, rational, to_fmpq

#: Less than that is not granted: the numbers of a release would be too long to be looked at.
MIN_EPSILON = Fraction(1, 10**1000)
#: Denominators go up to this, times e^eps + 1/eps (roughly), where alpha is approximated.
DENOMINATOR = 10**4


@dataclass(frozen=True)
class Grant:
    """A rational share of a level: share * eps.

    Attributes
    ----------
    total : PrivacyLevel
        The level of eps.
    share : Fraction
        0 < share <= 1.

    Raises
    ------
    InputError
        If eps is 0.
    LimitError
        If the share is below `MIN_EPSILON`, or may be.
    """

    total: PrivacyLevel
    share: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.total.is_rational and self.total.alpha == 1:
            raise InputError("got eps = 0, expected eps > 0: nothing can be released for nothing")
        if self.share * self._least() < MIN_EPSILON:
            raise LimitError(
                "got a budget of less than 10^-1000, the limit: counts would be hidden altogether, "
                "behind numbers of thousands of digits; spend more, or split it otherwise"
            )

    def __str__(self) -> str:
        """Return share * eps, exactly: ``p/q``, or ``p/q ln(r/s)``."""
        if self.total.rational_epsilon is not None:
            return exact_text(self.share * self.total.rational_epsilon)
        log = f"ln({exact_text(1 / self.total.alpha)})"
        return log if self.share == 1 else f"{exact_text(self.share)} {log}"

    def level(self) -> PrivacyLevel:
        """Return the best level within the grant for noise that takes any level.

        It is the grant itself, except where that is an irrational multiple of a logarithm of a
        rational; then it is :meth:`rational_level`.
        """
        epsilon = self.total.rational_epsilon
        if epsilon is not None:
            return PrivacyLevel.from_epsilon(self.share * epsilon)
        return self.rational_level()

    def rational_level(self) -> PrivacyLevel:
        """Return the level within the grant for a mechanism that needs a rational alpha.

        Its alpha is the grant's where that is rational; else the least rational >= e^-(share
        eps) whose denominator is at most :data:`DENOMINATOR` times about e^eps + 1/eps, so
        that what remains unspent is small beside the grant at every eps.
        """
        exact = self._exact_alpha()
        if exact is not None:
            return PrivacyLevel.from_alpha(exact)
        with balls.precision(128):
            _, odds = balls.bounds(1 / self._alpha_ball())
        bound = DENOMINATOR * int(
            1 + (1 / to_fmpq(self.share * self._least())).ceil() + odds.ceil()
        )
        return PrivacyLevel.from_alpha(least_at_least(self._reaches, bound))

    def _least(self) -> Fraction:
        """Return a rational that is no more than eps."""
        epsilon = self.total.rational_epsilon
        return 1 - self.total.alpha if epsilon is None else epsilon

    def _exact_alpha(self) -> Fraction | None:
        """Return e^-(share eps) where it is rational."""
        if not self.total.is_rational:
            return None
        # (p/q)^(a/b) in lowest terms is rational exactly if p and q are powers of degree b.
        a, b = self.share.numerator, self.share.denominator
        if b > self.total.alpha.denominator.bit_length():  # q >= 2^b would be needed
            return None
        return self.total.root(b).alpha ** a if self.total.has_rational_root(b) else None

    def _alpha_ball(self) -> arb:
        share = arb(to_fmpq(self.share))
        epsilon = self.total.rational_epsilon
        if epsilon is not None:
            return (-share * arb(to_fmpq(epsilon))).exp()
        return (share * arb(to_fmpq(self.total.alpha)).log()).exp()

    def _reaches(self, x: Fraction) -> bool:
        # Only asked where alpha is irrational, so the sign shows at some precision.
        exact: fmpq = to_fmpq(x)
        return balls.sign(lambda: arb(exact) - self._alpha_ball()) > 0

    def covers(self, level: PrivacyLevel) -> bool:
        """Whether a level is within the grant, e^-eps' >= e^-(share eps), exactly.

        >>> grant = Budget("1", "1/3").distribution
        >>> [grant.covers(PrivacyLevel.from_epsilon(e)) for e in ("1/3", "0.34", "ln(4/3)")]
        [True, False, True]
        """
        granted, used = self.total.rational_epsilon, level.rational_epsilon
        if granted is not None and used is not None:
            return used <= self.share * granted
        exact = self._exact_alpha()
        if level.is_rational:
            return level.alpha >= exact if exact is not None else self._reaches(level.alpha)
        # A rational eps, and a rational multiple of a logarithm: they are never equal.
        return balls.sign(lambda: level.alpha_ball() - self._alpha_ball()) > 0

    def enclosure(self, digits: int = 6) -> tuple[str, str]:
        """Return decimals below and above share * eps."""

        def epsilon() -> arb:
            return -self._alpha_ball().log()

        return balls.enclose(epsilon, digits)


class Budget:
    """A total eps and how it is split between the distribution and the counts.

    Parameters
    ----------
    epsilon : PrivacyLevel, or what PrivacyLevel.from_epsilon reads
        The total: a rational, or ``"ln(p/q)"``.
    split : exact number, optional
        F, the share of the distribution, 0 < F < 1; :func:`default_split` by default.

    Raises
    ------
    InputError
        If eps is not positive, or the split not inside (0, 1).
    LimitError
        If a part is too small; see `Grant`.

    Attributes
    ----------
    total, distribution, counts : Grant
        eps, F eps and (1-F) eps.
    split : Fraction
        F.
    by_rule : bool
        Whether it is that of the rule of thumb.

    Examples
    --------
    >>> budget = Budget("2", "1/4")
    >>> str(budget.distribution), str(budget.counts)
    ('1/2', '3/2')
    """

    def __init__(self, epsilon: Any, split: Any = None):
        level = epsilon if isinstance(epsilon, PrivacyLevel) else PrivacyLevel.from_epsilon(epsilon)
        self.total = Grant(level)
        self.by_rule = split is None
        self.split = default_split(level) if split is None else rational(split)
        if not 0 < self.split < 1:
            raise InputError(
                f"got the split {brief(self.split)}, expected a number inside (0, 1): the share of "
                "the budget that the distribution gets"
            )
        self.distribution, self.counts = Grant(level, self.split), Grant(level, 1 - self.split)


def default_split(level: PrivacyLevel) -> Fraction:
    """Return the share of the distribution by the rule of thumb, rounded to 1/100.

    The rule is f(eps) = 0.106 + 0.533 e^(-2.87 eps). It depends on the public eps alone, so it
    costs no privacy. It is rounded to the nearest hundredth, exactly, so that the split is
    rational.

    References
    ----------
    *Preserving Target Distributions With Differentially Private Count Mechanisms*, Appendix F.

    Examples
    --------
    >>> [str(default_split(PrivacyLevel.from_epsilon(e))) for e in ("0.1", "0.48", "1", "5")]
    ['51/100', '6/25', '7/50', '11/100']
    """

    def beyond(hundredths: int) -> bool:
        """Whether the rule gives more than so many hundredths and a half."""

        def excess() -> arb:
            power = (arb(to_fmpq("2.87")) * level.alpha_ball().log()).exp()
            return arb(to_fmpq("10.6")) + arb(to_fmpq("53.3")) * power - fmpq(2 * hundredths + 1, 2)

        return balls.sign(excess) > 0

    # It is never exactly that: 53.3 e^(-2.87 eps) is irrational for a rational eps, and for a
    # rational alpha it is rational only if alpha is a power of degree 100. Then alpha^2.87 would
    # be t^287 = (10 k - 101) / 533 with 0 < t < 1 rational, but 2^287 > 533.
    return Fraction(next(k for k in range(10, 65) if not beyond(k)), 100)
