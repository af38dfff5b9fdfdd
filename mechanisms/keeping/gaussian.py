"""The discrete Gaussian baseline: noise of a sigma^2 that is (eps, delta)-DP, clipped to 0..n.

Clipping, which is post-processing, does not raise delta; probabilities and costs are enclosed.
How wide the noise is follows from :mod:`exactdp.mechanisms.families.discrete_gaussian`.

*Preserving Target Distributions With Differentially Private Count Mechanisms*, section 6, where
delta = 1/(N + 1) for N categories, a public number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb

from ..exact import balls
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import rational
from ..families.discrete_gaussian import delta_ball, gaussian_variance, mass, tail, weight
from ..kernels.costs import EAD, cost_of


@dataclass(frozen=True)
class GaussianBaseline:
    """Clipped discrete Gaussian noise that is (eps, delta)-DP, provably.

    Attributes
    ----------
    sigma2 : Fraction
    level : PrivacyLevel
    delta : Fraction
        What was asked for.
    """

    sigma2: Fraction
    level: PrivacyLevel
    delta: Fraction

    def delta_enclosure(self, digits: int = 12) -> tuple[str, str]:
        """Return decimals below and above the delta that it has."""
        return balls.enclose(lambda: delta_ball(self.level, self.sigma2), digits)

    def row_enclosures(self, i: int, n: int, digits: int = 12) -> list[tuple[str, str]]:
        """Return decimals below and above Pr[output j | input i], for each j of 0..n."""

        def chance(j: int) -> arb:
            return self._row(i, n)[j]

        return [balls.enclose(partial(chance, j), digits) for j in range(n + 1)]

    def cost_enclosure(
        self, law: Sequence[Any], cost: Any = EAD, digits: int = 12
    ) -> tuple[str, str]:
        """Return decimals below and above the expected cost under a law of the inputs."""
        z, about = Law.of(law), cost_of(cost)
        about.require_size(len(z))

        def total() -> arb:
            sums = arb(0)
            for i, share in enumerate(z.numbers):
                if share:
                    row = self._row(i, len(z) - 1)
                    costs = (p * about.entry(i, j) for j, p in enumerate(row))
                    sums += arb(share) * sum(costs, arb(0))
            return sums

        return balls.enclose(total, digits)

    def _row(self, i: int, n: int) -> list[arb]:
        """Return the clipped law for input i."""
        row = [weight(j - i, self.sigma2) for j in range(n + 1)]
        row[0], row[n] = tail(i, self.sigma2), tail(n - i, self.sigma2)
        whole = mass(self.sigma2)
        return [x / whole for x in row]


def gaussian_baseline(level: Any, delta: Any) -> GaussianBaseline:
    """Return the baseline of least sigma^2 on the grid that is (eps, delta)-DP.

    Parameters
    ----------
    level : PrivacyLevel or exact number
        A number is alpha = e^-eps; eps may be any.
    delta : exact number
        In (0, 1); 1/(N + 1) for N categories.

    Raises
    ------
    InputError
        If delta is not in (0, 1), or eps is 0.
    LimitError
        If sigma^2 would be too large.

    Examples
    --------
    >>> found = gaussian_baseline("1/2", "1/101")
    >>> found.sigma2, float(found.delta_enclosure()[1]) <= 1 / 101
    (Fraction(395, 64), True)
    """
    wanted, bound = PrivacyLevel.of(level), rational(delta)
    return GaussianBaseline(gaussian_variance(wanted, bound), wanted, bound)
