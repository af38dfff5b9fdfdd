"""A private probability vector from a histogram of counts: noise, estimate, normalisation.

>>> from exactdp.mechanisms.sampling.source import SeededSource
>>> z = privatize([4, 3, 2, 1], PrivacyLevel.from_epsilon(1), "acyclic", SeededSource(1))
>>> len(z), sum(z), all(x >= 0 for x in z)
(4, Fraction(1, 1), True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...exact.errors import InputError
from ...exact.law import Law
from ...exact.level import PrivacyLevel
from ...sampling.source import BitSource
from .cyclic import Acyclic, Cyclic
from .gaussian import Gaussian
from .haar import Haar
from .hierarchical import Hierarchical
from .normalise import POSTS
from .per_bin import PerBin
from .privatizer import Privatizer

#: The distribution privatizers by name.
NOISES: Final[dict[str, Privatizer]] = {
    p.name: p for p in (Acyclic(), Cyclic(), PerBin(), Haar(), Hierarchical(), Gaussian())
}
DEFAULT_POST = "isotonic"


def privatizer(noise: str) -> Privatizer:
    """Return the privatizer of a name.

    >>> privatizer("haar").title
    'Haar wavelet (Privelet)'
    """
    if noise not in NOISES:
        raise InputError(f"got the noise {noise!r}, expected one of {', '.join(NOISES)}")
    return NOISES[noise]


def privatize(
    histogram: Sequence[int],
    level: PrivacyLevel,
    noise: str,
    source: BitSource,
    post: str = DEFAULT_POST,
) -> Law:
    """Return a private estimate of the distribution of counts.

    Parameters
    ----------
    histogram : sequence of int
        How many categories have the count 0, 1, ..., M. Their number N, the sum, is public.
    level : PrivacyLevel
        All of it is spent, on one individual moving a unit to an adjacent bin.
    noise : str
        A name of `NOISES`. All but "gaussian" are eps-DP; that one is (eps, 1/(N+1))-DP.
    source : BitSource
    post : "isotonic" or "clip"
        How the estimate becomes a distribution; see
        :mod:`~exactdp.mechanisms.release.distributions.normalise`.

    Returns
    -------
    Law
        Over 0..M.

    Raises
    ------
    InputError
        If the histogram is empty, adds up to 0, or has an entry that is no integer >= 0 (none
        of which the message shows); eps is 0; or a name is not known.
    """
    used = privatizer(noise)
    if post not in POSTS:
        raise InputError(f"got the post-processing {post!r}, expected one of {', '.join(POSTS)}")
    for i, x in enumerate(histogram):
        if type(x) is not int or x < 0:
            raise InputError(f"bin {i} of the histogram is no int >= 0")
    bins, total = len(histogram), sum(histogram)
    if not total:
        raise InputError("got a histogram of no categories, expected at least one")
    if level.is_rational and level.alpha == 1:
        raise InputError("got eps = 0, expected eps > 0: no noise hides everything")
    if bins == 1:  # then nobody's count can be seen
        return Law([1])
    mechanism = used.mechanism(bins)
    drawn = used.noise(mechanism.scales, level, total, source)
    estimate = used.estimate(mechanism.output(histogram, drawn), bins, total)
    return Law(POSTS[post](estimate, total))
