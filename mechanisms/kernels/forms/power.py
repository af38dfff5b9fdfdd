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

from ...exact.balls import bounds, precision
from ...exact.limits import require_memory
from .form import Form, LeastRatio, Mask, Place, Signs, texts

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
        self.pattern = exponents if isinstance(exponents, str) else exponents.astype(np.int64)
        self.row_factors = [fmpq(x) for x in row_factors]
        self.column_factors = [fmpq(x) for x in column_factors]
        self.size = len(self.row_factors)

    @cached_property
    def exponents(self) -> Exponents:
        """The matrix of exponents; where the base is 1 they do not matter, so they are 0."""
        require_memory(24 * self.size**2, f"the exponents of a {self.size} x {self.size} kernel")
        if self.base == 1:
            return np.zeros((self.size, self.size), dtype=np.int64)
        if isinstance(self.pattern, str):
            counts = np.arange(self.size)
            distance: Exponents = np.abs(counts[:, None] - counts)
            return distance
        return self.pattern

    @cached_property
    def _powers(self) -> list[fmpq]:
        top = int(self.exponents.max())
        bits = int(self.base.p).bit_length() + int(self.base.q).bit_length()
        require_memory(top**2 * bits // 16, f"a dense kernel of {self.size} x {self.size}")
        powers = [fmpq(1)]
        for _ in range(top):
            powers.append(powers[-1] * self.base)
        return powers

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        exponent = abs(i - j) if isinstance(self.pattern, str) else int(self.pattern[i, j])
        return self.row_factors[i] * self.column_factors[j] * self.base**exponent

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        factor, powers = self.row_factors[i], self._powers
        return [
            factor * own * powers[k]
            for own, k in zip(self.column_factors, self.exponents[i].tolist(), strict=True)
        ]

    def document(self) -> dict[str, Any]:
        """Return the JSON of the kernel."""
        return {
            "form": "power",
            "base": str(self.base),
            "exponents": self.pattern if isinstance(self.pattern, str) else self.pattern.tolist(),
            "row_factors": texts(self.row_factors),
            "column_factors": texts(self.column_factors),
        }

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
            r * (x + y - own) for r, x, y, own in zip(self.row_factors, left, right, c, strict=True)
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
        limit = int(self.exponents.max())
        for k, factor in enumerate(classes.factors):
            mine = classes.kind == k
            steps = classes.difference[mine]
            if self.base == 1:
                signs[mine] = int(factor > 1) - int(factor < 1)
                continue
            last, equal = last_step_above_one(factor, self.base, limit)
            signs[mine] = np.where(steps <= last, 1, -1) - ((steps == last) & equal)
        return signs

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ratio of the two places, either over the other, both nonzero."""
        classes = self._classes(first, second)
        best: tuple[fmpq, int, bool] | None = None
        for k, factor in enumerate(classes.factors):
            mine = np.flatnonzero(classes.kind.ravel() == k)
            steps = classes.difference.ravel()[mine]
            # base <= 1, so the extremes of base^steps are at the extremes of the steps
            for ratio, at, turned in (
                (factor * self.base ** int(steps.max()), int(steps.argmax()), False),
                (self.base ** -int(steps.min()) / factor, int(steps.argmin()), True),
            ):
                if best is None or (ratio, int(mine[at])) < best[:2]:
                    best = ratio, int(mine[at]), turned
        if best is None:
            return None
        ratio, at, turned = best
        a, b = (self.cell(cells.ravel()[at]) for cells in (classes.first, classes.second))
        return LeastRatio(ratio, *((b, a) if turned else (a, b)))


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


def last_step_above_one(factor: fmpq, base: fmpq, limit: int) -> tuple[int, bool]:
    """Return the largest integer k with ``factor * base**k >= 1``, and whether it is equal to 1.

    Only steps of -limit..limit matter: beyond them, the next integer stands for all.

    >>> last_step_above_one(fmpq(9), fmpq(1, 2), 5), last_step_above_one(fmpq(8), fmpq(1, 2), 5)
    ((3, False), (3, True))
    >>> last_step_above_one(fmpq(2), 1 - fmpq(1, 10**30), 5)
    (6, False)
    """
    bits = 64
    while True:
        with precision(bits):
            ball = arb(factor).log() / -arb(base).log()
            # Where the base is too near to 1 for the precision, the quotient is not finite.
            ends = bounds(ball) if ball.is_finite() else None
        if ends is not None:
            low, high = ends
            if low > limit:
                return limit + 1, False
            if high < -limit:
                return -limit - 1, False
            k = int(high.floor())
            if low.floor() == k and low != k:
                return k, False
            # One integer is within reach of the ball: either it is the value, or a higher
            # precision parts them.
            if high - low < 1 and factor * base**k == 1:
                return k, True
        bits *= 2
