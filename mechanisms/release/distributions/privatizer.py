"""What a distribution privatizer is: a noise mechanism, and an estimate made of its outputs.

The mechanism is calibrated in units of 1/eps: at every number of bins its exact privacy
loss is 1, times eps, for one unit moved to an adjacent bin (decided by
:mod:`exactdp.verify.judge.noise`). The estimate is a linear function of the outputs and of N, the
number of categories, which neighbours share and which is therefore public; it need be
neither nonnegative nor add up to N. :mod:`~exactdp.mechanisms.release.distributions.normalise`
makes a distribution of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from ...exact.errors import InputError
from ...exact.level import PrivacyLevel, least_at_least
from ...exact.rationals import brief
from ...sampling.source import BitSource
from ...sampling.two_sided import two_sided_geometric_at
from .noise_mechanism import NoiseMechanism

#: The largest denominator where e^(-eps/c) is irrational and has to be approximated.
MAX_DENOMINATOR = 10**6


class Privatizer(ABC):
    """A distribution privatizer; see the module docstring.

    Attributes
    ----------
    name, title : str
    """

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return the noise mechanism on `bins` >= 2 bins; its scales are in units of 1/eps."""

    @abstractmethod
    def estimate(self, outputs: Sequence[int], bins: int, total: int) -> list[Fraction]:
        """Return the estimated histogram; `total` is N."""

    def noise(
        self, scales: Sequence[Fraction], level: PrivacyLevel, total: int, source: BitSource
    ) -> list[int]:
        """Draw the noise variables: two-sided geometric, Pr[k] in proportion to e^(-eps |k|/c).

        `scales` are the numbers c, integers; `total` is N.
        """
        shares = {c: share(level, int(c)) for c in set(scales)}
        return [two_sided_geometric_at(shares[c], source) for c in scales]


def share(level: PrivacyLevel, parts: int) -> PrivacyLevel:
    """Return the level of eps/parts, or the best below that has a rational alpha.

    A rational eps is divided exactly. Of a rational alpha the root is taken where it is
    rational; elsewhere the least rational above it with a denominator of at most
    `MAX_DENOMINATOR`, so that `parts` of them never spend more than eps.

    >>> share(PrivacyLevel.from_epsilon("1/2"), 4), share(PrivacyLevel.from_alpha("4/9"), 2)
    (PrivacyLevel(epsilon=1/8), PrivacyLevel(alpha=2/3))
    >>> safe = share(PrivacyLevel.from_alpha("1/2"), 2)
    >>> safe, Fraction(1, 2) < safe.alpha**2 < Fraction(1, 2) + Fraction(1, 10**10)
    (PrivacyLevel(alpha=665857/941664), True)
    """
    if not level.is_rational or level.has_rational_root(parts):
        return level.root(parts)
    least = least_at_least(lambda x: x**parts >= level.alpha, MAX_DENOMINATOR)
    if least == 1:
        raise InputError(
            f"got alpha = {brief(level.alpha)}, whose root of degree {parts} is within "
            f"1/{MAX_DENOMINATOR} of 1: state the level by a rational eps"
        )
    return PrivacyLevel.from_alpha(least)
