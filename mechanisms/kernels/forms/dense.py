"""Dense rationals: the form of a kernel of which nothing more is known.

Comparisons run on integers over one denominator a row, because ratios within a pair of
rows then need no greatest common divisor. For kernels with structure, see
`power`; for float files, `dyadic`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from flint import fmpq, fmpz

from ...exact.progress import track
from .form import Form, LeastRatio, Mask, Place, Signs


class DenseForm(Form):
    """A kernel given entry by entry.

    Parameters
    ----------
    rows : sequence of sequences of fmpq
        Square, nonnegative; rows are inputs.

    Examples
    --------
    >>> from flint import fmpq
    >>> DenseForm([[fmpq(2, 3), fmpq(1, 3)], [fmpq(1, 4), fmpq(3, 4)]]).row_sums()
    [1, 1]
    """

    def __init__(self, rows: Sequence[Sequence[fmpq]]):
        self.size = len(rows)
        self._rows = [list(row) for row in rows]

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        return self._rows[i][j]

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        return list(self._rows[i])

    @cached_property
    def _integers(self) -> tuple[list[list[fmpz]], list[fmpz]]:
        # kernel[i][j] = numerators[i][j] / denominators[i]
        numerators, denominators = [], []
        for row in self._rows:
            common = fmpz(1)
            for x in row:
                if common % x.q != 0:
                    common = common.lcm(x.q)
            numerators.append([x.p * (common // x.q) for x in row])
            denominators.append(common)
        return numerators, denominators

    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""
        numerators, denominators = self._integers
        return [
            fmpq(sum(row, fmpz(0)), common)
            for row, common in zip(numerators, denominators, strict=True)
        ]

    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero."""
        return np.array([[x == 0 for x in row] for row in self._rows])

    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""
        flat = [x for row in self._rows for x in row]
        a, b = self.pairs(first, second)
        signs = np.empty(a.size, dtype=np.int8)
        cells = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
        for k, (p, q) in enumerate(track(cells, a.size, "comparing entries")):
            x, y = flat[p], flat[q]
            signs[k] = 0 if x == y else 1 if x > y else -1
        return signs.reshape(a.shape)

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ratio of the two places, either over the other, both nonzero."""
        numerators, denominators = self._integers
        flat = [x for row in numerators for x in row]
        a, b = self.pairs(first, second)
        best: LeastRatio | None = None
        # Within one pair of rows the denominators cancel, so integers decide; the best so
        # far is scaled into the pair at hand once, in either direction.
        rows: tuple[int, int] | None = None
        up = down = (fmpz(1), fmpz(1))
        cells = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
        for k, m in track(cells, a.size, "comparing ratios"):
            x, y = flat[k], flat[m]
            if x == 0 or y == 0:
                continue
            pair = k // self.size, m // self.size
            common = denominators[pair[0]], denominators[pair[1]]
            if best is None:
                best = self._located(k, m)
            if pair != rows:
                rows = pair
                up, down = _scaled(best.ratio, *common), _scaled(best.ratio, *common[::-1])
            if x * up[1] < y * up[0]:
                best = self._located(k, m)
            elif y * down[1] < x * down[0]:
                best = self._located(m, k)
            else:
                continue
            up, down = _scaled(best.ratio, *common), _scaled(best.ratio, *common[::-1])
        return best

    def _located(self, k: int, m: int) -> LeastRatio:
        numerator, denominator = self.cell(k), self.cell(m)
        return LeastRatio(self.entry(*numerator) / self.entry(*denominator), numerator, denominator)


def _scaled(ratio: fmpq, p: fmpz, q: fmpz) -> tuple[fmpz, fmpz]:
    scaled = ratio * fmpq(p, q)
    return scaled.p, scaled.q
