"""Noise that moves units between adjacent bins: cyclic (Definition 2), and acyclic.

A move of one individual is one unit across one border between bins, so one variable at each
border masks it: V_i = eta_i + L_i - L_(i+1). The scale is 1/eps, whatever the number of bins.

* *Cyclic*: L_0, ..., L_M are independent and L_(M+1) = L_0.
* *Acyclic*: L_0 = L_(M+1) = 0; nothing moves beyond the ends. The running sum of V up to bin i
  is that of eta minus L_(i+1) alone, where the cyclic one has L_0 - L_(i+1): half the
  variance, at the same eps.

References
----------
*Preserving Target Distributions With Differentially Private Count Mechanisms*, section 3,
Definition 2 and Theorem 1, in counts (times N) and on the integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .noise_mechanism import NoiseMechanism
from .privatizer import Privatizer


class Cyclic(Privatizer):
    """The cyclic mechanism, a noise variable for each bin.

    >>> Cyclic().mechanism(3).noise
    ({0: 1, 1: -1}, {1: 1, 2: -1}, {2: 1, 0: -1})
    """

    name, title = "cyclic", "cyclic two-sided geometric"

    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return eta_i + L_i - L_(i+1), where L_bins = L_0."""
        noise = tuple({i: 1, (i + 1) % bins: -1} for i in range(bins))
        return NoiseMechanism(bins, _identity(bins), noise, (Fraction(1),) * bins)

    def estimate(self, outputs: Sequence[int], bins: int, total: int) -> list[Fraction]:
        """Return the outputs: they add up to N as they are."""
        return [Fraction(x) for x in outputs]


class Acyclic(Cyclic):
    """The acyclic mechanism, a noise variable for each border between bins.

    >>> Acyclic().mechanism(3).noise
    ({0: -1}, {0: 1, 1: -1}, {1: 1})
    """

    name, title = "acyclic", "acyclic two-sided geometric"

    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return eta_i + L_i - L_(i+1), where L_0 = L_bins = 0; variable k is L_(k+1)."""
        borders = range(bins - 1)
        noise = tuple({k: s for k, s in ((i - 1, 1), (i, -1)) if k in borders} for i in range(bins))
        return NoiseMechanism(bins, _identity(bins), noise, (Fraction(1),) * (bins - 1))


def _identity(bins: int) -> tuple[dict[int, int], ...]:
    return tuple({j: 1} for j in range(bins))
