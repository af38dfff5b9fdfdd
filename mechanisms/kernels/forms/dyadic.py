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

import math
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq

from .form import Form, LeastRatio, Mask, Place, Signs
from .quotients import first_least
from .sums import exact_sums, furthest_from_one

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.longdouble]
Integers = npt.NDArray[np.int64]
Cells = npt.NDArray[np.intp]

# A filtered quotient has at most six correctly rounded operations, so two of them that
# differ by more than this factor are in true order.
_SLACK = 1 + 2.0**-49
# The same with row sums, which are kept as the sum of two floats: to 2^-105 at best, however
# long a long double is.
_LONG_SLACK = 1 + max(16 * np.finfo(np.longdouble).eps, np.longdouble(2) ** -100)
_BLOCK = 2**15  # floats that stay in cache


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

    @property
    def _flat(self) -> tuple[Floats, npt.NDArray[np.int32]]:
        return self._split[0].ravel(), self._split[1].ravel()

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        p, q = float(self.values[i, j]).as_integer_ratio()
        return fmpq(p, q) / self._sums[i] if self.weights else fmpq(p, q)

    def nearest(self) -> tuple[Floats, bool]:
        """Return the floats nearest to the entries, and whether they are the entries."""
        return super().nearest() if self.weights else (self.values, True)

    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""
        return [fmpq(1)] * self.size if self.weights else self._sums

    @cached_property
    def _sums(self) -> list[fmpq]:
        return exact_sums(self.values)

    def rows_off_one(self) -> tuple[int, int | None, fmpq | None]:
        """Return how many rows do not sum to 1, and the one furthest from it with its sum."""
        if self.weights:
            return 0, None, None
        return furthest_from_one(self.values)

    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero."""
        zeros: Mask = self.values == 0
        return zeros

    @cached_property
    def _scales(self) -> tuple[Longs, Integers]:
        # 1/row sum as mantissa * 2^exponent, rounded, hence for the filter only. Row sums
        # may lie outside the range of floats.
        mantissas = np.empty(self.size, dtype=np.longdouble)
        exponents = np.empty(self.size, dtype=np.int64)
        for i, total in enumerate(self._sums):
            p, q = int(total.p), int(total.q)
            exponents[i] = shift = q.bit_length() - p.bit_length()
            scaled = fmpq(q, p) * fmpq(2) ** -shift  # in (1/2, 2)
            head = int(scaled.p) / int(scaled.q)
            rest = scaled - fmpq(*head.as_integer_ratio())
            mantissas[i] = np.longdouble(head) + np.longdouble(int(rest.p) / int(rest.q))
        return mantissas, exponents

    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""
        x, y = self.values[first], self.values[second]
        signs: Signs = (x > y).view(np.int8) - (x < y).view(np.int8)
        return self._weighted_signs(first, second, signs) if self.weights else signs

    def _weighted_signs(self, first: Place, second: Place, stored: Signs) -> Signs:
        a, b = self.pairs(first, second)
        sums = {total: k for k, total in enumerate(dict.fromkeys(self._sums))}
        kind = np.array([sums[total] for total in self._sums])
        ratio, exponent = self._quotient(a, b)
        value = np.ldexp(ratio, np.clip(exponent, -1000, 1000))
        signs: Signs = (value > 1).view(np.int8) - (value < 1).view(np.int8)
        # Where the sums are equal they cancel, and with a zero they do not matter.
        zero = (self.values == 0).ravel()
        plain = (kind[a // self.size] == kind[b // self.size]) | zero[a] | zero[b]
        signs[plain] = stored[plain]
        close = (value * _LONG_SLACK >= 1) & (value <= _LONG_SLACK) & ~plain
        for at in zip(*np.nonzero(close), strict=True):
            p, q = self.entry(*self.cell(a[at])), self.entry(*self.cell(b[at]))
            signs[at] = int(p > q) - int(p < q)
        return signs

    def _quotient(self, a: Cells, b: Cells) -> tuple[Any, Integers]:
        """Return kernel[a]/kernel[b] as (mantissa in (1/16, 16)) * 2^exponent, filtered."""
        mantissas, exponents = self._flat
        exponent = exponents[a].astype(np.int64) - exponents[b]
        over: Any = mantissas[a]
        under: Any = mantissas[b]
        if self.weights:
            scale, shift = self._scales
            i, k = a // self.size, b // self.size
            over, under = over * scale[i], under * scale[k]
            exponent += shift[i] - shift[k]
        with np.errstate(divide="ignore", invalid="ignore"):
            return over / under, exponent

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ratio of the two places, either over the other, both nonzero."""
        if not self.weights:
            known, least = self._stored_least_ratio(first, second)
            if known:
                return least
        a, b = self._candidates(first, second)
        if a.size == 0:
            return None
        if not self.weights:
            best = self._first_least(a, b)
            return self._located(a[best], b[best])
        # Within one pair of rows the sums cancel, so floats decide; then few are left.
        least = None
        groups = (a // self.size) * self.size + b // self.size
        for group in np.unique(groups):
            mine = np.flatnonzero(groups == group)
            best = mine[self._first_least(a[mine], b[mine])]
            found = self._located(a[best], b[best])
            if least is None or found.ratio < least.ratio:
                least = found
        return least

    def _first_least(self, a: Cells, b: Cells) -> int:
        mantissas, exponents = self._flat
        e = exponents[a].astype(np.int64) - exponents[b]
        return first_least(mantissas[a], mantissas[b], e)

    def _located(self, a: Any, b: Any) -> LeastRatio:
        numerator, denominator = self.cell(a), self.cell(b)
        ratio = self.entry(*numerator) / self.entry(*denominator)
        return LeastRatio(ratio, numerator, denominator)

    def _stored_least_ratio(self, first: Place, second: Place) -> tuple[bool, LeastRatio | None]:
        """Return (True, the answer) unless a quotient leaves the range of floats."""
        x, y = (
            part.ravel() for part in np.broadcast_arrays(self.values[first], self.values[second])
        )
        # Rounding is monotone: a quotient that is less has a float that is no greater. So the
        # least one is among those whose float is least, and the floats of others need no slack.
        bound, best = math.inf, np.empty((2, 0))  # the float of the least; the least itself
        place = (0, False)  # where it is, and whether upside down
        for start in range(0, x.size, _BLOCK):
            p, q = x[start : start + _BLOCK], y[start : start + _BLOCK]
            usable = np.flatnonzero((p != 0) & (q != 0))
            if usable.size == 0:
                continue
            if usable.size < p.size:
                p, q = p[usable], q[usable]
            with np.errstate(over="ignore"):
                ratio = p / q  # one division serves both directions
            low, high = float(ratio.min()), float(ratio.max())
            if low < 2.0**-1000 or high > 2.0**1000:
                return False, None
            up, down = np.flatnonzero(ratio == low), np.flatnonzero(ratio == high)
            if low > bound:
                up = up[:0]
            if float((q[down] / p[down]).min()) > bound:
                down = down[:0]
            if low == high == 1:  # equal floats, and no others have this quotient
                up, down = up[:1], down[:0]
            if up.size + down.size == 0:
                continue
            pairs = np.concatenate((best, (p[up], q[up]), (q[down], p[down])), axis=1)
            (over, under), (e, f) = np.frexp(pairs)
            least = first_least(over, under, e.astype(np.int64) - f)
            at = least - best.shape[1]
            if at >= 0:
                position = up[at] if at < up.size else down[at - up.size]
                place = (start + int(usable[position]), at >= up.size)
            best = pairs[:, [least]]
            bound = float(best[0, 0] / best[1, 0])
        if best.size == 0:
            return True, None
        a, b = (part.flat[place[0]] for part in self.pairs(first, second))
        return True, self._located(b, a) if place[1] else self._located(a, b)

    def _candidates(self, first: Place, second: Place) -> tuple[Cells, Cells]:
        """Return the cells (numerators, denominators) that the filter cannot exclude."""
        a, b = self.pairs(first, second)
        usable = (self.values[first] != 0) & (self.values[second] != 0)
        a, b = np.concatenate((a[usable], b[usable])), np.concatenate((b[usable], a[usable]))
        if a.size == 0:
            return a, b
        ratio, exponent = self._quotient(a, b)
        # Mantissas lie in (1/16, 16): beyond eight exponents above the lowest none can win.
        near = np.flatnonzero(exponent <= exponent.min() + 8)
        value = np.ldexp(ratio[near], exponent[near] - exponent.min())
        keep = near[value <= value.min() * (_LONG_SLACK if self.weights else _SLACK)]
        return a[keep], b[keep]
