"""How exact the running sums of an estimate are, before normalisation.

The estimate is linear, so the sum up to bin i is off by a combination of the noise
variables, all of one variance: times the sum of the squares of its coefficients, its *gain*.

>>> [str(g) for g in gains("cyclic", 4)], [str(g) for g in gains("acyclic", 4)]
(['2', '2', '2', '0'], ['1', '1', '1', '0'])
>>> [str(g) for g in gains("laplace", 4)], [str(g) for g in gains("haar", 4)]
(['1', '2', '3', '4'], ['5/16', '1/4', '5/16', '0'])
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from ...exact.errors import InputError
from ...exact.level import PrivacyLevel
from ...families.noise import TwoSidedGeometric
from .privatize import privatizer
from .privatizer import share


def gains(noise: str, bins: int) -> list[Fraction]:
    """Return, for each bin, the variance of the running sum up to it over that of a variable."""
    used = privatizer(noise)
    mechanism = used.mechanism(bins)
    nothing = [0] * bins
    total = [Fraction(0)] * bins
    for k in range(len(mechanism.scales)):
        unit = [int(i == k) for i in range(len(mechanism.scales))]
        errors = used.estimate(mechanism.output(nothing, unit), bins, 0)
        total = [t + e * e for t, e in zip(total, accumulate(errors), strict=True)]
    return total


def scale(noise: str, bins: int) -> Fraction:
    """Return the scale of the noise variables, in units of 1/eps."""
    (found,) = set(privatizer(noise).mechanism(bins).scales)
    return found


def laplace_variances(noise: str, bins: int) -> list[Fraction]:
    """Return the variances of the running sums with Laplace noise, in units of 1/eps^2.

    Those of the source, which adds up the distribution, are these divided by N^2. A Laplace
    variable of scale b has the variance 2 b^2.

    >>> [int(v) for v in laplace_variances("cyclic", 4)]
    [4, 4, 4, 0]
    >>> [int(v) for v in laplace_variances("laplace", 4)]
    [8, 16, 24, 32]
    """
    unit = 2 * scale(noise, bins) ** 2
    return [unit * gain for gain in gains(noise, bins)]


def geometric_variances(noise: str, bins: int, level: PrivacyLevel) -> list[Fraction]:
    """Return the exact variances of the running sums, in categories squared.

    Raises
    ------
    InputError
        If the noise is Gaussian, or e^(-eps/c) irrational because eps is rational.

    Examples
    --------
    >>> [int(v) for v in geometric_variances("acyclic", 3, PrivacyLevel.from_alpha("1/2"))]
    [4, 4, 0]
    """
    if noise == "gaussian":
        raise InputError("got the noise 'gaussian', expected two-sided geometric noise")
    alpha = share(level, int(scale(noise, bins))).alpha
    unit = TwoSidedGeometric(alpha).variance
    return [unit * gain for gain in gains(noise, bins)]
