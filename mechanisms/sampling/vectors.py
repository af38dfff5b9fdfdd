"""Noise for a histogram of counts in which neighbouring bins share a variable.

An individual who moves a table's row from one count to the next takes one unit out of a bin
and puts it into an adjacent one; one variable, which enters the two bins with opposite signs,
masks that. The sum over all bins is left as it was. Numbers are in units of rows, that is, N
times those of *Preserving Target Distributions With Differentially Private Count Mechanisms*,
and Laplace noise is replaced by two-sided geometric noise of the same level.

>>> from .source import SeededSource
>>> sum(cyclic_noise(5, PrivacyLevel.from_epsilon("1/10"), SeededSource(0)))
0
"""

from __future__ import annotations

from itertools import pairwise

from ..exact.level import PrivacyLevel
from .source import BitSource, whole_number
from .two_sided import two_sided_geometric_at


def cyclic_noise(bins: int, level: PrivacyLevel, source: BitSource) -> list[int]:
    """Return L_i - L_(i+1) for i in 0..bins-1, the L_i two-sided geometric, L_bins = L_0.

    Parameters
    ----------
    bins : int
        The number of bins, at least 2.
    level : PrivacyLevel
        The level of each L_i.
    source : BitSource

    References
    ----------
    *Preserving Target Distributions With Differentially Private Count Mechanisms*, Definition 2.
    """
    bins = whole_number("bins", bins, at_least=2)
    shared: tuple[int, ...] = ()
    while len(shared) < bins:
        shared += (two_sided_geometric_at(level, source),)
    return _differences((*shared, shared[0]))


def acyclic_noise(bins: int, level: PrivacyLevel, source: BitSource) -> list[int]:
    """Return L_i - L_(i+1) for i in 0..bins-1, the L_i two-sided geometric, L_0 = L_bins = 0.

    No individual moves a unit between the last bin and the first, so nothing need mask it, and
    every cumulative sum has half the variance of :func:`cyclic_noise`.

    Parameters
    ----------
    bins : int
        The number of bins, at least 2.
    level : PrivacyLevel
        The level of each L_i.
    source : BitSource

    Examples
    --------
    >>> from .source import Tape
    >>> acyclic_noise(3, PrivacyLevel.from_alpha("1/3"), Tape("1" "1" "00" "1" "0"))
    [2, -2, 0]
    """
    bins = whole_number("bins", bins, at_least=2)
    shared: tuple[int, ...] = (0,)
    while len(shared) < bins:
        shared += (two_sided_geometric_at(level, source),)
    return _differences((*shared, 0))


def _differences(shared: tuple[int, ...]) -> list[int]:
    return [a - b for a, b in pairwise(shared)]
