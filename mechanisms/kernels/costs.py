"""What it costs to report j where i is true, and whether such a cost is Monge.

The cost of a mechanism T under a law z of the inputs is the expected one, the sum over i and
j of z[i] c(i, j) T[i][j]. A cost is *Monge* if

    c(i, j) + c(i+1, j+1) <= c(i, j+1) + c(i+1, j)    for all i, j < n,

which is what :func:`~exactdp.mechanisms.keeping.coupling.coupled` asks for. Every convex
function of j - i is: it never pays to cross.

>>> EAD.entry(1, 4), MSE.entry(1, 4)
(3, 9)
>>> Cost.of_table([[0, 1, 1], [1, 0, 1], [1, 1, 0]]).crossing()
(0, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.rationals import rational, to_fmpq


@dataclass(frozen=True)
class Cost:
    """A cost of output j on input i, in whatever unit: a power of the distance, or a table.

    Attributes
    ----------
    name : str
        ``ead`` (expected absolute deviation, in counts), ``mse`` (mean squared error, in
        counts squared) or ``table``.
    power : int
        The cost is |i - j| to this power, where there is no table.
    table : tuple of tuple of Fraction, optional
        Rows are inputs.
    """

    name: str
    power: int = 0
    table: tuple[tuple[Fraction, ...], ...] | None = None

    @classmethod
    def of_table(cls, rows: Sequence[Sequence[Any]]) -> Cost:
        """Make a cost of a square matrix of exact numbers; rows are inputs.

        Raises
        ------
        InputError
            If the matrix is not square, or an entry no exact number.
        """
        table = tuple(tuple(rational(x) for x in row) for row in rows)
        for i, row in enumerate(table):
            if len(row) != len(table):
                raise InputError(
                    f"row {i} of the cost: got {len(row)} entries, expected {len(table)}: "
                    "a square matrix, one row for each input"
                )
        return cls("table", table=table)

    @cached_property
    def _entries(self) -> list[list[fmpq]]:
        return [[to_fmpq(x) for x in row] for row in self.table or ()]

    def entry(self, i: int, j: int) -> fmpq:
        """Return c(i, j)."""
        return fmpq(abs(i - j) ** self.power) if self.table is None else self._entries[i][j]

    def require_size(self, size: int) -> None:
        """Refuse a table for another number of counts."""
        if self.table is not None and len(self.table) != size:
            raise InputError(f"got a cost for {len(self.table)} counts, expected {size}")

    def rows(self, size: int) -> list[list[fmpq]]:
        """Return the cost as a table for so many counts."""
        self.require_size(size)
        return [[self.entry(i, j) for j in range(size)] for i in range(size)]

    def weighted(self, law: Iterable[Any]) -> list[list[fmpq]]:
        """Return the cost as a table, each row times the probability of its input."""
        z = Law.of(law)
        return [[w * c for c in row] for w, row in zip(z.numbers, self.rows(len(z)), strict=True)]

    def crossing(self) -> tuple[int, int] | None:
        """Return (i, j) where c(i, j) + c(i+1, j+1) > c(i, j+1) + c(i+1, j); None if Monge."""
        if self.table is None:
            return None  # a convex function of the difference
        c = self.table
        places = ((i, j) for i in range(len(c) - 1) for j in range(len(c) - 1))
        crossed = (
            (i, j) for i, j in places if c[i][j] + c[i + 1][j + 1] > c[i][j + 1] + c[i + 1][j]
        )
        return next(crossed, None)

    def require_monge(self) -> None:
        """Refuse a cost that is not Monge, with the four entries that show it."""
        if (place := self.crossing()) is None:
            return
        i, j = place
        assert self.table is not None
        corners = [(i, j), (i + 1, j + 1), (i, j + 1), (i + 1, j)]
        a, b, c, d = (f"c({k},{m}) = {self.table[k][m]}" for k, m in corners)
        raise InputError(
            f"the cost is not Monge: {a} and {b} add up to more than {c} and {d}; the optimal "
            "method does not apply, the method lp does"
        )


#: The expected absolute deviation of the output from the input.
EAD = Cost("ead", 1)
#: The mean squared error of the output.
MSE = Cost("mse", 2)
NAMED = {cost.name: cost for cost in (EAD, MSE)}


def cost_of(value: Any) -> Cost:
    """Return a cost from its name, or from a table; a cost stays what it is.

    >>> cost_of("mse").power
    2
    """
    if isinstance(value, Cost):
        return value
    if isinstance(value, str):
        if value.lower() not in NAMED:
            raise InputError(f"got the cost {value!r}, expected {' or '.join(NAMED)}, or a table")
        return NAMED[value.lower()]
    return Cost.of_table(value)
