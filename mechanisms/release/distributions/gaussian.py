"""The cyclic Gaussian (Definition 13): discrete Gaussian noise that moves units around.

V_i = eta_i + G_i - G_(i+1) with G_(M+1) = G_0, all independent with Pr[G = k] in proportion
to e^(-k^2 / (2 sigma^2)). Given G_0, the running sums of V are those of eta, up to sign, plus
one variable each, and a unit that moves to an adjacent bin changes one of them by one. So the
mechanism is as private as one discrete Gaussian on a count: (eps, delta)-DP with

    delta = Pr[G > eps sigma^2 - 1/2] - e^eps Pr[G > eps sigma^2 + 1/2]

for every eps (what holds given G_0 holds on average, G_0 being independent of the data). This
is *approximate* DP: delta is 1/(N+1), from the public N, and sigma^2 a rational for which
delta is proved to be small enough, by balls with all rounding outward.

References
----------
*Preserving Target Distributions With Differentially Private Count Mechanisms*, Appendix A,
Definition 13; Canonne, Kamath and Steinke, *The Discrete Gaussian for Differential Privacy*,
Theorem 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, isqrt

from flint import arb, fmpq

from ...exact import balls
from ...exact.errors import InputError, LimitError
from ...exact.level import PrivacyLevel
from ...exact.rationals import brief, to_fmpq, to_fraction
from ...sampling.gaussian import discrete_gaussian
from ...sampling.source import BitSource
from .cyclic import Cyclic

#: sigma^2 is the least multiple of 1/GRID that serves, up to `MAX_VARIANCE`.
GRID = 64
MAX_VARIANCE = 2**32
_BITS = 192


class Gaussian(Cyclic):
    """The cyclic discrete Gaussian, (eps, 1/(N+1))-DP."""

    name, title = "gaussian", "cyclic discrete Gaussian, (eps, delta)"

    def noise(
        self, scales: Sequence[Fraction], level: PrivacyLevel, total: int, source: BitSource
    ) -> list[int]:
        """Draw a discrete Gaussian for each bin."""
        sigma2 = gaussian_variance(level, Fraction(1, total + 1))
        return [discrete_gaussian(sigma2, source) for _ in scales]


def gaussian_delta(level: PrivacyLevel, sigma2: Fraction) -> Fraction:
    """Return a rational that delta does not exceed, for one discrete Gaussian on a count.

    It is above delta by less than 2^-64.

    >>> found = gaussian_delta(PrivacyLevel.from_epsilon(1), Fraction(4))
    >>> round(float(found), 6)
    0.007249
    """
    with balls.precision(_BITS):
        odds = 1 / level.alpha_ball()
        first = _first_beyond(level, sigma2)
        # w(m) = e^(-m^2/(2 sigma^2)): delta = (T(first) - e^eps T(first+1)) / Z, T sums upwards
        head = (-arb(to_fmpq(first * first / (2 * sigma2)))).exp()
        rest = _tail(first + 1, sigma2)
        whole = 1 + 2 * _tail(1, sigma2)
        bound = (head + rest - odds * rest) / whole
        return max(Fraction(0), to_fraction(balls.bounds(bound)[1]))


def gaussian_variance(level: PrivacyLevel, delta: Fraction) -> Fraction:
    """Return sigma^2 for which one discrete Gaussian on a count is (eps, delta)-DP.

    It is a multiple of 1/64 that is found by bisection; `delta` is met whatever is returned.

    Raises
    ------
    InputError
        If delta is not in (0, 1).
    LimitError
        If sigma^2 would be beyond `MAX_VARIANCE`.

    Examples
    --------
    >>> gaussian_variance(PrivacyLevel.from_epsilon(1), Fraction(1, 3142))
    Fraction(267, 32)
    """
    if not 0 < delta < 1:
        raise InputError(f"got delta = {brief(delta)}, expected 0 < delta < 1")

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


def _tail(start: int, sigma2: Fraction) -> arb:
    """Return the sum of e^(-m^2/(2 sigma^2)) over m >= start >= 1."""
    half = arb(to_fmpq(1 / (2 * sigma2)))
    square = (-2 * half).exp()
    term = (-half * start * start).exp()
    step = (-half * (2 * start + 1)).exp()  # from one term to the next; it falls by `square`
    total = arb(0)
    # Beyond, terms are below 2^-_BITS of the largest.
    end = start + isqrt(floor(2 * _BITS * sigma2)) + 2
    for _ in range(start, end):
        total += term
        term *= step
        step *= square
    # What is left is at most a geometric series.
    return total + (term / (1 - step)).union(arb(0))
