"""Truncated geometric and rejection-sampled geometric mechanisms, one count at a time.

:func:`truncated_geometric` is Algorithm 2 of *Geometric Mechanism Notes*, and
:func:`truncated_geometric_constant_time` is the same algorithm where it is asked to take the
same steps whatever happens. For many counts at once, see
:mod:`~exactdp.mechanisms.sampling.kernel`.

No exact sampler of this law uses a bounded number of fair bits, for any rational alpha = p/q
in (0, 1) and at least three counts. *Proof.* With at most b bits, every probability is a
multiple of 2^-b. Now Pr[0 | 0] = 1/(1+alpha) = q/(p+q) is in lowest terms, so p + q would be a
power of two, hence p and q odd. But then Pr[1 | 0] = (q-p) p / ((p+q) q) in lowest terms
retains the odd factor q > 1 of its denominator. So a number of bits that is the same *always*
is out of reach, and what can be had is a number that depends on nothing but rejections which
are independent of the input and of the output, and as rare as one likes.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..exact.errors import InputError
from .geometric import parameter
from .source import BitSource, whole_number


def truncated_geometric(
    count: int,
    low: int,
    high: int,
    alpha: Any,
    source: BitSource,
    *,
    enforce_constant_time: bool = False,
) -> int:
    """Return `count` plus two-sided geometric noise, clipped to low..high.

    Parameters
    ----------
    count : int
        The true count, in low..high.
    low, high : int
        The least and the largest count that are reported, low < high.
    alpha : exact number
        alpha = e^-eps, 0 <= alpha < 1.
    source : BitSource
    enforce_constant_time : bool
        Whether it is :func:`truncated_geometric_constant_time` that draws, with the same law.

    Raises
    ------
    InputError
        If `count` is outside low..high, or `alpha` outside [0, 1).

    References
    ----------
    *Geometric Mechanism Notes*, Algorithm 2. The geometric variable stops at r = high - low,
    for noise of that size is clipped wherever it is added.

    Examples
    --------
    >>> from .source import Tape
    >>> truncated_geometric(1, 0, 2, "1/3", Tape("1" "0" "00"))
    2
    """
    if enforce_constant_time:
        return truncated_geometric_constant_time(count, low, high, alpha, source)
    count, low, high = _counts(count, low, high)
    alpha = parameter(alpha)
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return count
    sign = 1 - 2 * source.bits(1)
    g = 1
    while g < high - low and source.bernoulli(alpha):
        g += 1
    return max(low, min(count + sign * g, high))


def truncated_geometric_constant_time(
    count: int, low: int, high: int, alpha: Any, source: BitSource, *, spare_bits: int = 128
) -> int:
    """Return `count` plus two-sided geometric noise, clipped to low..high, in constant time.

    The law is that of :func:`truncated_geometric`. Every call tosses the coin for zero, the
    sign, and high - low - 1 coins of bias alpha = p/q, and takes the same branches: for every
    input and every output the same number of iterations, of comparisons, and of bits, on
    integers of the same sizes.

    Parameters
    ----------
    count, low, high, alpha, source
        As for :func:`truncated_geometric`.
    spare_bits : int
        A coin of bias p/q compares one number of ``bitlength(q) + spare_bits`` bits, and is
        tossed again with a probability below 2^-spare_bits.

    Notes
    -----
    What a toss compares is uniform given that it was not rejected, however many were. So the
    number of rejections is independent of the input and of the output, and given that number
    everything above is constant. By default there is one rejection in fewer than
    2^128/(high - low + 1) calls. That it can never be ruled out is proved in the module.

    References
    ----------
    *Geometric Mechanism Notes*, Algorithm 2 with enforce_constant_time.

    Examples
    --------
    >>> from .source import SeededSource
    >>> sources = [SeededSource(0) for _ in range(4)]
    >>> [truncated_geometric_constant_time(i, 0, 3, "1/2", sources[i]) for i in range(4)]
    [0, 0, 1, 2]
    >>> [source.used for source in sources]
    [391, 391, 391, 391]
    """
    count, low, high = _counts(count, low, high)
    alpha = parameter(alpha)
    spare_bits = whole_number("spare_bits", spare_bits, at_least=0)
    p, q = alpha.numerator, alpha.denominator
    nonzero = 1 - _toss(q - p, q + p, spare_bits, source)
    sign = 1 - 2 * source.bits(1)
    g, heads = 1, 1
    k = 1
    while k < high - low:
        heads &= _toss(p, q, spare_bits, source)
        g += heads
        k += 1
    return max(low, min(count + nonzero * sign * g, high))


def _toss(p: int, q: int, spare_bits: int, source: BitSource) -> int:
    """Return 1 with probability p/q, else 0, comparing numbers of a fixed size."""
    width = q.bit_length() + spare_bits
    top = 1 << width  # keeps the size of the numbers the same, whatever is drawn
    part = top // q
    drawn = top | source.bits(width)
    while drawn >= top + part * q:
        drawn = top | source.bits(width)
    return int(drawn < top + part * p)


def rejection_geometric(count: int, low: int, high: int, base: Any, source: BitSource) -> int:
    """Return `count` plus two-sided geometric noise, drawn again until it is in low..high.

    The law is that of :func:`exactdp.mechanisms.families.rejection.conditioned_geometric`,
    which is alpha-DP for an alpha *below* the base.

    Parameters
    ----------
    count : int
        The true count, in low..high.
    low, high : int
        The least and the largest count that are reported, low < high.
    base : exact number
        The base b of the noise, 0 <= b < 1; one that meets a level is
        :func:`exactdp.mechanisms.families.rejection.calibrated_base`.
    source : BitSource

    References
    ----------
    *Geometric Mechanism Notes*, section 2.4. As in its Algorithm 2, noise is not followed beyond
    r = high - low, where it is rejected whatever the count.

    Examples
    --------
    >>> from .source import Tape
    >>> rejection_geometric(0, 0, 1, "1/3", Tape("1" "1" "1" "0"))
    0
    """
    count, low, high = _counts(count, low, high)
    base = parameter(base)
    reported = None
    while reported is None:
        reported = _attempt(count, low, high, base, source)
    return reported


def _attempt(count: int, low: int, high: int, base: Fraction, source: BitSource) -> int | None:
    """Return `count` plus two-sided geometric noise, or None where that is outside low..high."""
    if source.bernoulli((1 - base) / (1 + base)):
        return count
    sign = 1 - 2 * source.bits(1)
    g = 1
    while source.bernoulli(base):
        if g == high - low:
            return None
        g += 1
    reported = count + sign * g
    return reported if low <= reported <= high else None


def _counts(count: int, low: int, high: int) -> tuple[int, int, int]:
    """Return the three as integers, refusing a count outside low..high."""
    low = whole_number("low", low)
    high = whole_number("high", high, at_least=low + 1)
    count = whole_number("the count", count)
    if not low <= count <= high:
        raise InputError(
            f"the count is outside {low}..{high} (its value is not shown, because counts are "
            "secret)"
        )
    return count, low, high
