"""The classic mechanism: independent noise for each bin.

A move changes two bins by one unit each, so the scale is 2/eps, not 1/eps. The noise of the
running sums grows with the bins that they add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .noise_mechanism import NoiseMechanism, l1_sensitivity
from .privatizer import Privatizer


class PerBin(Privatizer):
    """Independent noise for each bin.

    >>> PerBin().mechanism(3).scales
    (Fraction(2, 1), Fraction(2, 1), Fraction(2, 1))
    """

    name, title = "laplace", "classic, per bin"

    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return eta_i + L_i."""
        queries = tuple({j: 1} for j in range(bins))
        scale = l1_sensitivity(queries, bins)
        return NoiseMechanism(bins, queries, None, (scale,) * bins)

    def estimate(self, outputs: Sequence[int], bins: int, total: int) -> list[Fraction]:
        """Return the outputs; they need not add up to N."""
        return [Fraction(x) for x in outputs]
