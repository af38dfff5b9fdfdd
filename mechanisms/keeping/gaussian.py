"""The discrete Gaussian baseline: noise with Pr[X = k] ~ exp(-k^2 / (2 sigma^2)), clipped to 0..n.

It is (eps, delta)-DP, the weaker notion. From its exact law, for counts that change by one,

    delta(eps) = Pr[X > eps sigma^2 - 1/2] - e^eps Pr[X > eps sigma^2 + 1/2]

(the likelihood ratio at k passes e^eps there), and clipping, which is post-processing, does not
raise it. The law is transcendental, so probabilities are enclosed by balls, rounded outward: what
is said to be at most delta is. sigma^2 is a rational on a stated grid.

*Preserving Target Distributions With Differentially Private Count Mechanisms*, section 6, where
delta = 1/(N + 1) for N categories, a public number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx

from ..exact import balls
from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, rational, to_fmpq
from .costs import EAD, cost_of

#: sigma^2 is a multiple of one over this.
GRID = 1000
#: Beyond this sigma^2 none is sought.
MAX_VARIANCE = 10**6


@dataclass(frozen=True)
class GaussianBaseline:
    """Clipped discrete Gaussian noise that is (eps, delta)-DP, provably.

    Attributes
    ----------
    sigma2 : Fraction
        A multiple of 1/`grid`.
    level : PrivacyLevel
    delta : Fraction
        What was asked for.
    """

    sigma2: Fraction
    level: PrivacyLevel
    delta: Fraction

    def delta_enclosure(self, digits: int = 12) -> tuple[str, str]:
        """Return decimals below and above the delta that it has."""
        return balls.enclose(lambda: _delta(self.sigma2, self.level), digits)

    def row_enclosures(self, i: int, n: int, digits: int = 12) -> list[tuple[str, str]]:
        """Return decimals below and above Pr[output j | input i], for each j of 0..n."""

        def chance(j: int) -> arb:
            return _row(self.sigma2, i, n)[j]

        return [balls.enclose(partial(chance, j), digits) for j in range(n + 1)]

    def cost_enclosure(
        self, law: Sequence[Any], cost: Any = EAD, digits: int = 12
    ) -> tuple[str, str]:
        """Return decimals below and above the expected cost under a law of the inputs."""
        z, about = Law.of(law), cost_of(cost)
        about.require_size(len(z))
        n = len(z) - 1

        def total() -> arb:
            sums = arb(0)
            for i, weight in enumerate(z.numbers):
                if weight:
                    row = _row(self.sigma2, i, n)
                    costs = (p * to_fmpq(about.entry(i, j)) for j, p in enumerate(row))
                    sums += arb(weight) * sum(costs, arb(0))
            return sums

        return balls.enclose(total, digits)


def discrete_gaussian(level: Any, delta: Any, grid: int = GRID) -> GaussianBaseline:
    """Return the baseline of least sigma^2 on the grid that bisection finds (eps, delta)-DP.

    Parameters
    ----------
    level : PrivacyLevel or exact number
        A number is alpha = e^-eps; eps may be any.
    delta : exact number
        In (0, 1); 1/(N + 1) for N categories.
    grid : int
        sigma^2 is a multiple of 1/grid.

    Raises
    ------
    InputError
        If delta is not in (0, 1), eps is 0, or sigma^2 would be beyond `MAX_VARIANCE`.

    Examples
    --------
    >>> found = discrete_gaussian("1/2", "1/101")
    >>> found.sigma2, float(found.delta_enclosure()[1]) <= 1 / 101
    (Fraction(154, 25), True)
    """
    wanted, bound = PrivacyLevel.of(level), rational(delta)
    if not 0 < bound < 1:
        raise InputError(f"got delta = {brief(bound)}, expected 0 < delta < 1")
    if wanted.is_rational and wanted.alpha == 1:
        raise InputError("got alpha = 1, expected alpha < 1 (eps > 0)")

    def enough(k: int) -> bool:
        return _at_most(Fraction(k, grid), wanted, bound)

    high = 1
    while not enough(high):
        high *= 2
        if high > MAX_VARIANCE * grid:
            raise InputError(
                f"sigma^2 would be above {MAX_VARIANCE}: take a greater eps or a greater delta"
            )
    low = high // 2  # too little, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return GaussianBaseline(Fraction(high, grid), wanted, bound)


def _at_most(sigma2: Fraction, level: PrivacyLevel, bound: Fraction) -> bool:
    """Whether delta is shown to be at most a bound; not shown within 4096 bits counts as not."""
    bits = 64
    while bits <= 4096:
        with balls.precision(bits):
            gap = arb(to_fmpq(bound)) - _delta(sigma2, level)
            if gap >= 0:
                return True
            if gap < 0:
                return False
        bits *= 2
    return False


def _delta(sigma2: Fraction, level: PrivacyLevel) -> arb:
    # Both tails start beyond the same fraction: m + 1 and m + 2.
    alpha = level.alpha_ball()
    edge = -alpha.log() * to_fmpq(sigma2) - to_fmpq(Fraction(1, 2))
    epsilon = level.rational_epsilon
    if epsilon is not None:
        m = (epsilon * sigma2 - Fraction(1, 2)).__floor__()
    else:
        low, high = (x.floor() for x in balls.bounds(edge))
        if low != high:  # too coarse a ball; alpha rational, so eps is not and edge no integer
            return arb(0, 1)
        m = int(low)
    whole = _mass(sigma2)
    return (_tail(sigma2, m + 1) - _tail(sigma2, m + 2) / alpha) / whole


def _weight(sigma2: Fraction, k: int) -> arb:
    return (-arb(to_fmpq(Fraction(k * k) / (2 * sigma2)))).exp()


def _tail(sigma2: Fraction, start: int) -> arb:
    """Return the sum of weights from `start` on; what is beyond is enclosed geometrically."""
    if start < 1:
        return _mass(sigma2) - _tail(sigma2, 1 - start)
    total, k = arb(0), start

    while True:
        weight = _weight(sigma2, k)
        total += weight
        ratio = (-arb(to_fmpq(Fraction(2 * k + 1) / (2 * sigma2)))).exp()
        rest = weight * ratio / (1 - ratio)
        if rest < arb(2) ** (-ctx.prec):
            return total + arb(0, 1) * rest.abs_upper()
        k += 1


def _mass(sigma2: Fraction) -> arb:
    return 1 + 2 * _tail(sigma2, 1)


def _row(sigma2: Fraction, i: int, n: int) -> list[arb]:
    """Return the clipped law for input i."""
    whole = _mass(sigma2)
    row = [_weight(sigma2, j - i) / whole for j in range(n + 1)]
    row[0] = _tail(sigma2, i) / whole
    row[n] = _tail(sigma2, n - i) / whole
    return row
