"""Closed forms: every entry is a row factor, times a column factor, times a power of one base.

Nearly every named count mechanism has this shape,

    kernel[i][j] = row_factors[i] * column_factors[j] * base ** exponents[i][j],

with few distinct factors and integer exponents, so that what a dense kernel decides on
numbers of n digits is decided here on small integers: the order of two entries depends on
their factors and on the *difference* of their exponents alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from flint import arb, fmpq, fmpq_poly

from ..balls import bounds, precision
from .form import Form, LeastRatio, Mask, Place, Signs

#: The exponent pattern |i - j|, kept by name rather than as a matrix.
DISTANCE: Literal["abs(i-j)"] = "abs(i-j)"
Exponents = npt.NDArray[np.int64]


class PowerForm(Form):
    """A positive kernel in closed form.

    Parameters
    ----------
    base : fmpq
        In (0, 1].
    exponents : integer matrix, or ``"abs(i-j)"``
        Nonnegative; rows are inputs.
    row_factors, column_factors : sequence of fmpq
        Positive, one for each input and one for each output.

    Examples
    --------
    The truncated geometric mechanism at alpha = 1/2 on 0..2:

    >>> x, y = fmpq(2, 3), fmpq(1, 3)
    >>> form = PowerForm(fmpq(1, 2), DISTANCE, [1, 1, 1], [x, y, x])
    >>> form.row(1), form.row_sums()
    ([1/3, 1/3, 1/3], [1, 1, 1])
    >>> form.least_ratio(np.s_[1:], np.s_[:-1])
    LeastRatio(ratio=1/2, numerator=(1, 0), denominator=(0, 0))
    """

    def __init__(
        self,
        base: fmpq,
        exponents: Exponents | Literal["abs(i-j)"],
        row_factors: Sequence[fmpq],
        column_factors: Sequence[fmpq],
    ):
        self.base = base
        self.pattern = exponents
        self.row_factors = [fmpq(x) for x in row_factors]
        self.column_factors = [fmpq(x) for x in column_factors]
        self.size = len(self.row_factors)

    @cached_property
    def exponents(self) -> Exponents:
        """The matrix of exponents; where the base is 1 they do not matter, so they are 0."""
        if self.base == 1:
            return np.zeros((self.size, self.size), dtype=np.int64)
        if isinstance(self.pattern, str):
            counts = np.arange(self.size)
            return np.abs(counts[:, None] - counts)
        return self.pattern

    @cached_property
    def _powers(self) -> list[fmpq]:
        powers = [fmpq(1)]
        for _ in range(int(self.exponents.max())):
            powers.append(powers[-1] * self.base)
        return powers

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        power = self._powers[int(self.exponents[i, j])]
        return self.row_factors[i] * self.column_factors[j] * power

    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""
        if isinstance(self.pattern, str):
            return self._distance_sums()
        sums = []
        kinds, kind = _distinct(self.column_factors)
        for i, factor in enumerate(self.row_factors):
            total = fmpq(0)
            for k, column_factor in enumerate(kinds):
                counts = np.bincount(self.exponents[i][kind == k])
                total += column_factor * fmpq_poly(counts.tolist())(self.base)
            sums.append(factor * total)
        return sums

    def _distance_sums(self) -> list[fmpq]:
        # left[i] = sum over j <= i of c_j b^(i-j), likewise from the right: O(n) products.
        def sweep(factors: Sequence[fmpq]) -> list[fmpq]:
            total, out = fmpq(0), []
            for factor in factors:
                total = total * self.base + factor
                out.append(total)
            return out

        c = self.column_factors
        left, right = sweep(c), sweep(c[::-1])[::-1]
        return [
            r * (x + y - own)
            for r, x, y, own in zip(self.row_factors, left, right, c, strict=True)
        ]

    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero: none."""
        return np.zeros((self.size, self.size), dtype=np.bool_)

    def _classes(self, first: Place, second: Place) -> _Classes:
        a, b = self.pairs(first, second)
        (i, j), (k, m) = divmod(a, self.size), divmod(b, self.size)
        rows, row_kind = _distinct(self.row_factors)
        columns, column_kind = _distinct(self.column_factors)
        ri, rk, cj, cm = row_kind[i], row_kind[k], column_kind[j], column_kind[m]
        # Equal factors cancel, whichever they are.
        ri, rk = np.where(ri == rk, 0, ri), np.where(ri == rk, 0, rk)
        cj, cm = np.where(cj == cm, 0, cj), np.where(cj == cm, 0, cm)
        shape = (len(rows), len(rows), len(columns), len(columns))
        keys, kind = np.unique(np.ravel_multi_index((ri, rk, cj, cm), shape), return_inverse=True)
        factors = []
        for key in keys:
            p, q, r, s = np.unravel_index(key, shape)
            factors.append(rows[p] * columns[r] / (rows[q] * columns[s]))
        e = self.exponents
        return _Classes(a, b, kind.reshape(a.shape), factors, e[i, j] - e[k, m])

    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""
        classes = self._classes(first, second)
        signs = np.empty(classes.kind.shape, dtype=np.int8)
        for k, factor in enumerate(classes.factors):
            mine = classes.kind == k
            steps = classes.difference[mine]
            if self.base == 1:
                signs[mine] = int(factor > 1) - int(factor < 1)
                continue
            last, equal = last_step_above_one(factor, self.base)
            signs[mine] = np.where(steps <= last, 1, -1) - ((steps == last) & equal)
        return signs

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ``kernel[first] / kernel[second]`` where both are nonzero."""
        classes = self._classes(first, second)
        best: tuple[fmpq, int] | None = None
        for k, factor in enumerate(classes.factors):
            mine = np.flatnonzero(classes.kind.ravel() == k)
            steps = classes.difference.ravel()[mine]
            at = int(mine[int(steps.argmax())])  # the first largest: base <= 1
            ratio = factor * self.base ** int(steps.max())
            if best is None or (ratio, at) < best:
                best = ratio, at
        if best is None:
            return None
        a, b = classes.first.ravel()[best[1]], classes.second.ravel()[best[1]]
        return LeastRatio(best[0], self.cell(a), self.cell(b))


class _Classes:
    """Pairs of entries, grouped by the ratio of their factors."""

    def __init__(
        self,
        first: npt.NDArray[Any],
        second: npt.NDArray[Any],
        kind: npt.NDArray[Any],
        factors: list[fmpq],
        difference: Exponents,
    ):
        self.first, self.second = first, second  # cells
        self.kind, self.factors = kind, factors  # ratio of factors = factors[kind]
        self.difference = difference  # of the exponents


def _distinct(values: Sequence[fmpq]) -> tuple[list[fmpq], npt.NDArray[np.intp]]:
    """Return the distinct values and, for each value, which one it is."""
    seen: dict[fmpq, int] = {}
    kind = [seen.setdefault(value, len(seen)) for value in values]
    return list(seen), np.array(kind, dtype=np.intp)


def last_step_above_one(factor: fmpq, base: fmpq) -> tuple[int, bool]:
    """Return the largest integer k with ``factor * base**k >= 1``, and whether it is equal to 1.

    >>> last_step_above_one(fmpq(9), fmpq(1, 2)), last_step_above_one(fmpq(8), fmpq(1, 2))
    ((3, False), (3, True))
    """
    bits = 64
    while True:
        with precision(bits):
            low, high = bounds(arb(factor).log() / -arb(base).log())
        if low.floor() == high.floor() and low.floor() != low:
            return int(low.floor()), False
        # An integer is within reach of the ball: either it is the value, or the next
        # precision parts them.
        k = int(high.floor())
        if factor * base**k == 1:
            return k, True
        bits *= 2
