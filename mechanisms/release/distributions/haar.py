"""Privelet: noise on the Haar wavelet coefficients of the histogram.

The bins are padded to 2^l, and halved again and again. The coefficient of a node with m
leaves is (sum of its left half - sum of its right half)/m; Privelet gives it noise in
proportion to 1/m. Times m, that is one scale c/eps for every difference of two sums, an
integer: so the noise is two-sided geometric.

What is public is not asked: the sum of all is N, and a node whose right half is padding
has all in its left half. A unit that moves to an adjacent bin changes the difference at the
node where the two bins part by 2, and those below it on either side by 1 each. Hence c is
2l at 2^l bins; the general bound of the wavelet's weights, for any two bins, is 2(l+1). It
is computed, not assumed.

References
----------
Xiao, Wang and Gehrke, *Differential Privacy via Wavelet Transforms*, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .noise_mechanism import NoiseMechanism, l1_sensitivity
from .privatizer import Privatizer


class Haar(Privatizer):
    """Noise on the differences between the halves of the bins, of their halves, and so on.

    >>> Haar().mechanism(4).queries
    ({0: 1, 1: 1, 2: -1, 3: -1}, {0: 1, 1: -1}, {2: 1, 3: -1})
    >>> [int(Haar().mechanism(bins).scales[0]) for bins in (2, 3, 4, 5, 8, 9)]
    [2, 3, 4, 4, 6, 6]
    """

    name, title = "haar", "Haar wavelet (Privelet)"

    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return the differences, a node before its halves, and their noise."""
        queries = tuple(
            {j: 1 if j < middle else -1 for j in range(low, high)}
            for low, middle, high in splits(bins)
        )
        scale = l1_sensitivity(queries, bins)
        return NoiseMechanism(bins, queries, None, (scale,) * len(queries))

    def estimate(self, outputs: Sequence[int], bins: int, total: int) -> list[Fraction]:
        """Return the inverse transform; it adds up to N."""
        sums = {(0, bins): Fraction(total)}
        for (low, middle, high), difference in zip(splits(bins), outputs, strict=True):
            whole = sums.pop((low, high))
            left = (whole + difference) / 2
            sums[low, middle], sums[middle, high] = left, whole - left
        return [sums[j, j + 1] for j in range(bins)]


def splits(bins: int) -> Iterator[tuple[int, int, int]]:
    """Yield (low, middle, high) of each node low..high-1 that is not padding on its right.

    >>> list(splits(5))
    [(0, 4, 5), (0, 2, 4), (0, 1, 2), (2, 3, 4)]
    """
    stack = [(0, 1 << (bins - 1).bit_length())]
    while stack:
        low, size = stack.pop()
        if size > 1:
            middle = low + size // 2
            if middle < bins:
                yield low, middle, min(low + size, bins)
                stack.append((middle, size // 2))
            stack.append((low, size // 2))
