"""Algorithm 1: a greedy conic combination of scales that ends at an extreme point of F.

From "Preserving Target Distributions With Differentially Private Count Mechanisms", section
5.2 and appendix C. Starting from nothing, a column after the other is filled with scales, as
much of each as fits: r (what the rows lack) must remain a column that alpha allows, and c (what
the columns lack) must remain >= 0.

*Step 6*, whose condition has lost a fraction in print: the single-peaked pattern p of the column
is turned around at each i with r[i+1] / r[i] = exp(-p_i eps). There r steps the other way by as
much as alpha allows, so anything that steps along p_i, taken off, would break the bound (with
p_i = +1 and r[i+1] = a r[i]: r[i+1] - y s[i+1] < a (r[i] - y s[i])).

The arithmetic is elsewhere: exact in :mod:`.lacking`, of bounded length in :mod:`.rounding`.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ..exact.law import Law
from ..exact.progress import track
from .orders import Order, columns

Steps = npt.NDArray[np.int8]
Fit = TypeVar("Fit")


class Remainder(Protocol[Fit]):
    """What rows (r) and columns (c) lack, and so what A has, in some arithmetic."""

    @property
    def bound(self) -> Steps:
        """For each step of r its direction where it is at its bound, and 0 where it is not."""

    @property
    def column(self) -> int | None:
        """The column j that is being filled, as long as c[j] > 0."""

    def open(self, j: int) -> None:
        """Turn to a column."""

    def most(self, pattern: Steps) -> Fit:
        """Return the most of a scale that r and c[j] have room for."""

    def take(self, fit: Fit) -> None:
        """Add it to column j of A, and take it off r and c[j]."""


def construct(z: Law, order: Order, lacking: Remainder[Fit]) -> tuple[int, int]:
    """Fill all columns; return how often the outer and the inner loop ran.

    The numbers are those of the lines in print; line 1, A = 0, r = 1 and c = z, is `lacking`.
    """
    outer, inner, steps = 0, 0, np.arange(len(z) - 1)
    for j in track(columns(order, z), sum(map(bool, z.numbers)), "filling columns"):  # 2, 3
        outer += 1
        lacking.open(j)
        while lacking.column is not None:  # 4: c[j] > 0
            inner += 1
            p = np.where(steps < j, 1, -1).astype(np.int8)  # 5: the single-peaked pattern
            p = np.where(lacking.bound != 0, lacking.bound, p)  # 6: turned where r is at its bound
            q = lacking.most(p)  # 7, 8: of the scale of p, as much as r and c[j] have room for
            lacking.take(q)  # 9
    return outer, inner
