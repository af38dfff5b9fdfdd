"""From an estimated histogram, which may be negative anywhere, to a probability vector.

Both ways see only what is private already and N, which is public, so they cost nothing.

* :func:`clip`, the plain way: negative bins become 0, the rest is divided by its sum.
* :func:`isotonic`: the running sums, which have to rise from 0 to N, are replaced by the
  nearest ones that do (least squares). Noise that the running sums carry is averaged out
  over the bins where they would fall, instead of being turned into mass.

Exact, in rationals: what they return adds up to 1. The second is the nearer one to the truth
(``benchmarks/distributions.py``), save for noise per bin, whose running sums drift.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise


def clip(histogram: Sequence[Fraction], total: int) -> list[Fraction]:
    """Return the positive parts divided by their sum; uniform where there are none.

    >>> [str(z) for z in clip([Fraction(3), Fraction(-1), Fraction(1)], 3)]
    ['3/4', '0', '1/4']
    """
    parts = [max(Fraction(x), Fraction(0)) for x in histogram]
    mass = sum(parts)
    return [x / mass for x in parts] if mass else [Fraction(1, len(parts))] * len(parts)


def isotonic(histogram: Sequence[Fraction], total: int) -> list[Fraction]:
    """Return the steps of the nearest rising running sums from 0 to N, divided by N.

    The running sum of all bins is N whatever the histogram says; of the others the nearest
    nondecreasing sequence is found by pooling adjacent violators, and cut off at 0 and N,
    which gives the nearest within these bounds.

    >>> [str(z) for z in isotonic([Fraction(3), Fraction(-1), Fraction(1), Fraction(1)], 4)]
    ['5/8', '0', '1/8', '1/4']
    """
    pools: list[tuple[Fraction, int]] = []  # (sum, length), means rising
    for x in accumulate(histogram[:-1]):
        s, length = x, 1
        while pools and pools[-1][0] * length >= s * pools[-1][1]:
            before, count = pools.pop()
            s, length = s + before, length + count
        pools.append((s, length))
    risen = [Fraction(0)]
    for s, length in pools:
        risen += [min(max(Fraction(s, length), Fraction(0)), Fraction(total))] * length
    risen.append(Fraction(total))
    return [(b - a) / total for a, b in pairwise(risen)]


POSTS = {"isotonic": isotonic, "clip": clip}
