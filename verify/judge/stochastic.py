"""Whether each row of a kernel is a probability distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...mechanisms.exact.decimals import scientific
from ...mechanisms.exact.rationals import to_fraction
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.telling import Line, Telling, figure


@dataclass(frozen=True)
class Stochastic(Telling):
    """Whether every row sums to exactly 1.

    Attributes
    ----------
    holds : bool
    rows : int
        How many rows miss 1.
    row, total : int and Fraction, or None
        The row furthest from 1, the first of them, and its exact sum; None where it holds.
    counts : (int, int)
        The range of counts; rows are numbered from 0 all the same.
    """

    rows: int
    row: int | None
    total: Fraction | None
    counts: tuple[int, int]

    @property
    def holds(self) -> bool:
        """Whether every row sums to exactly 1."""
        return self.rows == 0

    def said(self) -> str:
        """Return what holds of the rows, in a few words."""
        low, high = self.counts
        size = high - low + 1
        if self.total is None or self.row is None:
            return f"all {size} sum to exactly 1"
        off = f"1 {'+' if self.total > 1 else '-'} {scientific(abs(self.total - 1))}"
        return (
            f"{self.rows} of {size} do not sum to 1; furthest: row {low + self.row}, "
            f"sum {figure(self.total)} ({off})"
        )

    def headline(self) -> str:
        """Return the verdict, with the worst row."""
        return f"rows: {self.said()}"

    def lines(self) -> list[Line]:
        """Return nothing more."""
        return []


def stochastic(mechanism: Mechanism) -> Stochastic:
    """Return whether every row of the kernel sums to exactly 1, and the worst row if not.

    Examples
    --------
    >>> from exactdp import Mechanism
    >>> found = stochastic(Mechanism.from_rows([["1/2", "1/2"], ["1/3", "1/3"]]))
    >>> found.rows, found.row, found.total
    (1, 1, Fraction(2, 3))
    >>> print(found)
    rows: 1 of 2 do not sum to 1; furthest: row 1, sum 2/3 (1 - 3.33e-1)
    """
    count, row, total = mechanism.form.rows_off_one()
    exact = None if total is None else to_fraction(total)
    return Stochastic(count, row, exact, mechanism.counts)
