"""Sums of the rows of a float matrix, exact; and which of them are 1, fast.

Both cut floats without error. For the exact sum every value is cut into slices of so few
bits that a row of them adds up exactly (Rump, Ogita and Oishi, *Accurate floating-point
summation*). To see which rows sum to 1 it is enough, mostly, to keep the rounding errors of
a tree of additions and add those up too: that is right to about 2^-98 of the sum, and the
rows which that leaves in doubt are summed exactly.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from flint import fmpq

Floats = npt.NDArray[np.float64]

_BLOCK = 2**15  # values at a time: stays in cache


def exact_sums(values: Floats) -> list[fmpq]:
    """Return the exact sum of each row of nonnegative floats.

    >>> exact_sums(np.array([[0.5, 0.25], [0.1, 0.2]]))
    [3/4, 10808639105689191/36028797018963968]
    """
    size = values.shape[1]
    carries = (size + 2).bit_length()
    top = math.frexp(float(values.max(initial=0.0)))[1] + carries
    if top > 1023:  # the slicing would overflow
        rows = values.tolist()
        return [sum((fmpq(*x.as_integer_ratio()) for x in row), fmpq(0)) for row in rows]
    sums = []
    block = max(1, _BLOCK // size)
    for start in range(0, len(values), block):
        rest = values[start : start + block].copy()
        totals, power = [0] * len(rest), top
        while True:
            part = rest + 2.0**power
            part -= 2.0**power  # `rest` to a multiple of 2^(power - 53), exactly
            rest -= part
            units = np.ldexp(part.sum(axis=1), 53 - power).astype(np.int64).tolist()
            totals = [t + u for t, u in zip(totals, units, strict=True)]
            if not rest.any():
                break
            totals = [t << 53 - carries for t in totals]
            power -= 53 - carries
        unit = fmpq(2) ** (power - 53)
        sums += [t * unit for t in totals]
    return sums


def furthest_from_one(values: Floats) -> tuple[int, int | None, fmpq | None]:
    """Return how many rows do not sum to 1, and the one furthest from it with its sum.

    >>> furthest_from_one(np.array([[0.5, 0.5], [0.5, 0.25], [0.5, 0.75]]))
    (2, 1, 3/4)
    """
    off, doubt = _differences(values)
    near = np.flatnonzero(np.abs(off) <= doubt)  # these may sum to 1
    exact = dict(zip(near.tolist(), exact_sums(values[near]), strict=True))
    ones = sum(total == 1 for total in exact.values())
    if ones == len(values):
        return 0, None, None
    # Whoever may be furthest is summed exactly.
    reach = (np.abs(off) - doubt).max()
    far = [i for i in np.flatnonzero(np.abs(off) + doubt >= reach).tolist() if i not in exact]
    exact |= zip(far, exact_sums(values[far]), strict=True)
    worst = max(sorted(exact), key=lambda i: abs(exact[i] - 1))
    return len(values) - ones, worst, exact[worst]


def _differences(values: Floats) -> tuple[Floats, Floats]:
    """Return each row's sum minus 1, and a bound on the error of that."""
    if values.max() > 2.0**900:
        return np.zeros(len(values)), np.full(len(values), np.inf)
    off, doubt = np.empty(len(values)), np.empty(len(values))
    block = max(1, _BLOCK // values.shape[1])
    for start in range(0, len(values), block):
        here = slice(start, start + block)
        level = values[here]
        errors = np.zeros(len(level))
        while (width := level.shape[1]) > 1:
            a, b = level[:, : width // 2], level[:, width // 2 : 2 * (width // 2)]
            total = a + b
            late = total - a
            errors += ((a - (total - late)) + (b - late)).sum(axis=1)  # what rounding lost
            if width % 2:
                total = np.concatenate((total, level[:, -1:]), axis=1)
            level = total
        sums = level[:, 0]
        off[here] = (sums - 1) + errors
        # The errors of one level are at most 2^-53 of the sum; adding up those of the at most
        # 40 levels loses at most 2^-53 of them for each of the at most 80 additions.
        doubt[here] = 2.0**-92 * (1 + sums) + 2.0**-51 * np.abs(off[here])
    return off, doubt
