"""Discrete Gaussian noise: how private it is, and how wide it has to be.

Pr[X = k] is in proportion to e^(-k^2 / (2 sigma^2)). On counts that change by one it is
(eps, delta)-DP, the weaker notion, with

    delta = Pr[X > eps sigma^2 - 1/2] - e^eps Pr[X > eps sigma^2 + 1/2]

(the likelihood ratio at k passes e^eps there). The law is transcendental: probabilities are
enclosed by balls of the precision of the moment, and what is said to be at most delta is. sigma^2
is a multiple of 1/GRID.

References
----------
Canonne, Kamath and Steinke, *The Discrete Gaussian for Differential Privacy*, Theorem 7.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

from flint import arb, ctx, fmpq

from ..exact import balls
from ..exact.errors import InputError, LimitError
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, to_fmpq, to_fraction

#: sigma^2 is the least multiple of 1/GRID that serves, up to `MAX_VARIANCE`.
GRID = 64
MAX_VARIANCE = 2**32
_BITS = 192


def gaussian_variance(level: PrivacyLevel, delta: Fraction) -> Fraction:
    """Return sigma^2 for which one discrete Gaussian on a count is (eps, delta)-DP.

    It is a multiple of 1/64 that is found by bisection; `delta` is met whatever is returned.

    Raises
    ------
    InputError
        If delta is not in (0, 1), or eps is 0.
    LimitError
        If sigma^2 would be beyond `MAX_VARIANCE`.

    Examples
    --------
    >>> gaussian_variance(PrivacyLevel.from_epsilon(1), Fraction(1, 3142))
    Fraction(267, 32)
    """
    if not 0 < delta < 1:
        raise InputError(f"got delta = {brief(delta)}, expected 0 < delta < 1")
    if level.is_rational and level.alpha == 1:
        raise InputError("got eps = 0, expected eps > 0 (alpha < 1): no noise hides everything")

    def serves(steps: int) -> bool:
        return gaussian_delta(level, Fraction(steps, GRID)) <= delta

    low, high = 0, 1
    while not serves(high):
        low, high = high, 2 * high
        if high > MAX_VARIANCE * GRID:
            raise LimitError(
                f"got {level} and delta = {brief(delta)}, which need a Gaussian of variance above "
                f"{MAX_VARIANCE}; spend more, or use noise that is not Gaussian"
            )
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    return Fraction(high, GRID)


def gaussian_delta(level: PrivacyLevel, sigma2: Fraction) -> Fraction:
    """Return a rational that delta does not exceed, for one discrete Gaussian on a count.

    It is above delta by less than 2^-64.

    >>> found = gaussian_delta(PrivacyLevel.from_epsilon(1), Fraction(4))
    >>> round(float(found), 6)
    0.007249
    """
    with balls.precision(_BITS):
        return max(Fraction(0), to_fraction(balls.bounds(delta_ball(level, sigma2))[1]))


def delta_ball(level: PrivacyLevel, sigma2: Fraction) -> arb:
    """Return delta, for one discrete Gaussian on a count."""
    first = _first_beyond(level, sigma2)
    head, rest = weight(first, sigma2), tail(first + 1, sigma2)
    return (head + rest - rest / level.alpha_ball()) / mass(sigma2)


def weight(k: int, sigma2: Fraction) -> arb:
    """Return e^(-k^2 / (2 sigma^2))."""
    return (-arb(to_fmpq(Fraction(k * k) / (2 * sigma2)))).exp()


def mass(sigma2: Fraction) -> arb:
    """Return the sum of all weights."""
    return 1 + 2 * tail(1, sigma2)


def tail(start: int, sigma2: Fraction) -> arb:
    """Return the sum of the weights from `start` on."""
    if start < 1:
        return mass(sigma2) - tail(1 - start, sigma2)
    half = arb(to_fmpq(1 / (2 * sigma2)))
    square = (-2 * half).exp()
    term = (-half * start * start).exp()
    step = (-half * (2 * start + 1)).exp()  # from one term to the next; it falls by `square`
    total = arb(0)
    # Beyond, terms are below 2^-precision of the largest.
    end = start + isqrt(floor(2 * ctx.prec * sigma2)) + 2
    for _ in range(start, end):
        total += term
        term *= step
        step *= square
    # What is left is at most a geometric series.
    return total + (term / (1 - step)).union(arb(0))


def _first_beyond(level: PrivacyLevel, sigma2: Fraction) -> int:
    """Return the least m > eps sigma^2 - 1/2, from where on a shift by one costs more than eps."""
    if level.rational_epsilon is not None:
        return floor(level.rational_epsilon * sigma2 - Fraction(1, 2)) + 1
    bits = 64  # eps is irrational, so this ends
    while True:
        with balls.precision(bits):
            low, high = balls.bounds(-level.alpha_ball().log() * to_fmpq(sigma2) - fmpq(1, 2))
        if low.floor() == high.floor():
            return int(low.floor()) + 1
        bits *= 2
