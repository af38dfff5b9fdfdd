"""The floats of somebody's file, read as the dyadic rationals that they hold.

Every float is m * 2^e with an integer m of 53 bits, so the kernel is exact as it stands:
nothing is rounded on the way in. Two readings are lawful and the user chooses:

* *stored*: the entry is the float;
* *weights*: the entry is the float divided by the exact sum of its row.

Comparisons are *filtered*: float arithmetic with a proven error bound sets aside all but
the near-ties, and integers decide those. Where floats are compared without arithmetic
(``x < y``), the comparison is itself exact.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from .form import Form, LeastRatio, Mask, Place, Signs

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Quotients and products below have at most four correctly rounded operations, each with
# relative error at most 2^-53, so values further apart than this are in true order.
_SLACK = 1 + 2.0**-49

_LOW = np.int64(2**27 - 1)
_LOW_TWICE = np.int64(2**54 - 1)


class DyadicForm(Form):
    """A kernel of float64 values, exact.

    Parameters
    ----------
    values : float64 array
        Square, finite, nonnegative; rows are inputs.
    weights : bool
        Whether each row is divided by its exact sum (no row may then be all zero).

    Examples
    --------
    >>> DyadicForm(np.array([[0.1, 0.9], [0.5, 0.5]]), weights=False).row_sums()
    [36028797018963969/36028797018963968, 1]
    """

    def __init__(self, values: Floats, *, weights: bool):
        self.values = values
        self.weights = weights
        self.size = len(values)

    @cached_property
    def _split(self) -> tuple[Floats, npt.NDArray[np.int32]]:
        # value = mantissa * 2^exponent, mantissa in [1/2, 1), subnormals included
        return np.frexp(self.values)

    def _dyadic(self, i: int, j: int) -> fmpq:
        p, q = float(self.values[i, j]).as_integer_ratio()
        return fmpq(p, q)

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        value = self._dyadic(i, j)
        return value / self._sums[i] if self.weights else value

    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""
        return [fmpq(1)] * self.size if self.weights else self._sums

    @cached_property
    def _sums(self) -> list[fmpq]:
        """Exact sums of the stored rows, by integer bins of neighbouring exponents.

        Each 53-bit mantissa is cut into two limbs and shifted within a bin of 16
        exponents, so a limb stays below 2^42 and 2^20 of them add up in an int64.
        """
        mantissas, exponents = self._split
        whole = (mantissas * 2.0**53).astype(np.int64)
        lowest = int(exponents.min())
        bins, shifts = np.divmod(exponents - lowest, 16)
        count = int(bins.max()) + 1
        place = (bins + np.arange(self.size)[:, None] * count).ravel()
        total = np.zeros((2, self.size * count), dtype=np.int64)
        for limb, part in enumerate((whole & _LOW, whole >> 27)):
            np.add.at(total[limb], place, (part << shifts).ravel())
        sums = []
        unit = fmpq(2) ** (lowest - 53)
        for low, high in zip(*total.reshape(2, self.size, count), strict=True):
            value = fmpz(0)
            for k in np.flatnonzero(low | high).tolist():
                value += fmpz(int(low[k]) + (int(high[k]) << 27)) << (16 * k)
            sums.append(value * unit)
        return sums

    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero."""
        return self.values == 0

    @cached_property
    def _scales(self) -> tuple[Floats, Integers]:
        # 1/row sum as mantissa * 2^exponent; the mantissa is rounded, hence in the filter
        # only. Row sums may lie outside the range of floats.
        if not self.weights:
            return np.ones(self.size), np.zeros(self.size, dtype=np.int64)
        mantissas, exponents = np.empty(self.size), np.empty(self.size, dtype=np.int64)
        for i, total in enumerate(self._sums):
            p, q = int(total.p), int(total.q)
            shift = q.bit_length() - p.bit_length()
            scaled = fmpq(q, p) * fmpq(2) ** -shift  # in (1/2, 2)
            mantissas[i] = int(scaled.p) / int(scaled.q)
            exponents[i] = shift
        return mantissas, exponents

    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""
        x, y = np.broadcast_arrays(self.values[first], self.values[second])
        signs = (x > y).astype(np.int8) - (x < y).astype(np.int8)
        if not self.weights:
            return signs
        a, b = self.pairs(first, second)
        ratio, exponent = self._quotient(a, b)
        with np.errstate(over="ignore"):
            value = np.ldexp(ratio, np.clip(exponent, -1000, 1000))
        signs = (value > 1).astype(np.int8) - (value < 1).astype(np.int8)
        zero_x, zero_y = x == 0, y == 0
        signs[zero_x & ~zero_y] = -1
        signs[zero_y & ~zero_x] = 1
        signs[zero_x & zero_y] = 0
        close = (value * _SLACK >= 1) & (value <= _SLACK) & ~zero_x & ~zero_y
        # In one row the sums cancel and the float comparison was exact.
        same = a // self.size == b // self.size
        signs[same] = ((x > y).astype(np.int8) - (x < y).astype(np.int8))[same]
        for k in np.argwhere(close & ~same):
            at = tuple(k)
            p, q = self.entry(*self.cell(a[at])), self.entry(*self.cell(b[at]))
            signs[at] = int(p > q) - int(p < q)
        return signs

    def _quotient(
        self, a: npt.NDArray[np.intp], b: npt.NDArray[np.intp]
    ) -> tuple[Floats, Integers]:
        """Return kernel[a]/kernel[b] as mantissa * 2^exponent, mantissa in (1/8, 8), filtered."""
        mantissas, exponents = (part.ravel() for part in self._split)
        scale, shift = self._scales
        i, k = a // self.size, b // self.size
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = mantissas[a] / mantissas[b] * (scale[i] / scale[k])
        return ratio, exponents[a].astype(np.int64) - exponents[b] + (shift[i] - shift[k])

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ``kernel[first] / kernel[second]`` where both are nonzero."""
        a, b = self._candidates(first, second)
        if a.size == 0:
            return None
        if not self.weights:
            best = _first_least(self._split, a, b)
            return self._located(a[best], b[best])
        # Within one pair of rows the sums cancel; then few pairs of rows are left.
        least: LeastRatio | None = None
        groups = (a // self.size) * self.size + b // self.size
        for group in np.unique(groups):
            mine = np.flatnonzero(groups == group)
            best = mine[_first_least(self._split, a[mine], b[mine])]
            found = self._located(a[best], b[best])
            if least is None or found.ratio < least.ratio:
                least = found
        return least

    def _located(self, a: Any, b: Any) -> LeastRatio:
        numerator, denominator = self.cell(a), self.cell(b)
        ratio = self.entry(*numerator) / self.entry(*denominator)
        return LeastRatio(ratio, numerator, denominator)

    def _candidates(
        self, first: Place, second: Place
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return the cells of all pairs that the filter cannot exclude."""
        mantissas, exponents = self._split
        scale, shift = self._scales
        rows = np.arange(self.size)[:, None].repeat(self.size, axis=1) if self.weights else None
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = mantissas[first] / mantissas[second]
        exponent = exponents[first] - exponents[second]
        if rows is not None:
            i, k = rows[first], rows[second]
            ratio = ratio * (scale[i] / scale[k])
            exponent = exponent + (shift[i] - shift[k])
        usable = np.isfinite(ratio) & (ratio > 0)
        if not usable.any():
            empty = np.empty(0, dtype=np.intp)
            return empty, empty
        if not usable.all():
            exponent = np.where(usable, exponent, np.iinfo(np.int32).max)
        lowest = int(exponent.min())
        # A mantissa ratio lies in (1/8, 8): six exponents above the lowest cannot win.
        near = np.nonzero(exponent <= lowest + 6)
        value = np.ldexp(ratio[near], exponent[near] - lowest)
        keep = value <= value.min() * _SLACK
        a, b = self.pairs(first, second)
        chosen = tuple(axis[keep] for axis in near)
        return a[chosen], b[chosen]


def _first_least(
    split: tuple[Floats, npt.NDArray[np.int32]],
    a: npt.NDArray[np.intp],
    b: npt.NDArray[np.intp],
) -> int:
    """Return the first position of the exactly least value[a]/value[b] (stored floats)."""
    mantissas, exponents = split[0].ravel(), split[1].ravel()
    ma = (mantissas[a] * 2.0**53).astype(np.int64)
    mb = (mantissas[b] * 2.0**53).astype(np.int64)
    e = exponents[a].astype(np.int64) - exponents[b]
    alive = np.arange(a.size)
    best = 0
    while True:
        order = _compare(ma[alive], mb[alive], e[alive], ma[best], mb[best], e[best])
        below = alive[order < 0]
        if below.size == 0:
            return int(alive[order == 0][0])
        alive, best = below, int(below[below.size // 2])


def _compare(
    a: Integers, b: Integers, e: Integers, c: np.int64, d: np.int64, f: np.int64
) -> npt.NDArray[np.int64]:
    """Return the sign of (a/b) 2^e - (c/d) 2^f; a, b, c, d are integers in [2^52, 2^53)."""
    # Cross-multiplied: a*d*2^(e-f) against c*b, both products in [2^104, 2^106).
    shift = e - f
    high, low = _product(a, d)
    other_high, other_low = _product(b, c)
    left = np.where(shift > 0, 1, 0)
    right = np.where(shift < 0, 1, 0)
    high, low = _shifted(high, low, left)
    other_high, other_low = _shifted(other_high, other_low, right)
    order = np.sign(high - other_high) * 2 + np.sign(low - other_low)
    order = np.where(shift >= 2, 1, np.where(shift <= -2, -1, order))
    return np.sign(order)


def _product(a: Integers, b: Any) -> tuple[Integers, Integers]:
    """Return a*b as (high, low) with a*b = high * 2^54 + low, 0 <= low < 2^54."""
    a_high, a_low = a >> 27, a & _LOW
    b_high, b_low = b >> 27, b & _LOW
    middle = a_high * b_low + a_low * b_high
    low = a_low * b_low + ((middle & _LOW) << 27)
    return a_high * b_high + (middle >> 27) + (low >> 54), low & _LOW_TWICE


def _shifted(high: Integers, low: Integers, by: Any) -> tuple[Integers, Integers]:
    low = low << by
    return (high << by) + (low >> 54), low & _LOW_TWICE
