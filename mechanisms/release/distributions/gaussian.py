"""The cyclic Gaussian (Definition 13): discrete Gaussian noise that moves units around.

V_i = eta_i + G_i - G_(i+1) with G_(M+1) = G_0, all independent discrete Gaussians. Given G_0, the
running sums of V are those of eta, up to sign, plus one variable each, and a unit that moves to
an adjacent bin changes one of them by one. So the mechanism is as private as one discrete
Gaussian on a count (what holds given G_0 holds on average, G_0 being independent of the data):
see :mod:`exactdp.mechanisms.families.discrete_gaussian`. This is *approximate* DP, with delta =
1/(N+1) from the public N.

References
----------
*Preserving Target Distributions With Differentially Private Count Mechanisms*, Appendix A,
Definition 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...exact.level import PrivacyLevel
from ...families.discrete_gaussian import gaussian_variance
from ...sampling.gaussian import discrete_gaussian
from ...sampling.source import BitSource
from .cyclic import Cyclic


class Gaussian(Cyclic):
    """The cyclic discrete Gaussian, (eps, 1/(N+1))-DP."""

    name, title = "gaussian", "cyclic discrete Gaussian, (eps, delta)"

    def noise(
        self, scales: Sequence[Fraction], level: PrivacyLevel, total: int, source: BitSource
    ) -> list[int]:
        """Draw a discrete Gaussian for each bin."""
        sigma2 = gaussian_variance(level, Fraction(1, total + 1))
        return [discrete_gaussian(sigma2, source) for _ in scales]
