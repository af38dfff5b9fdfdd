"""Linear programs over an exact field: minimise c.x over x >= 0, rows a.x >= b or a.x = b.

The numbers are flint rationals, or elements of Q(alpha) when a program is solved for all
alpha at once; nothing here asks which. Rows know their numbers only: what they mean is
known to whoever wrote them (see :mod:`~exactdp.mechanisms.design.design`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Scalar = Any  # fmpq, or an element of Q(alpha)


class Row(NamedTuple):
    """One constraint: the sum of coefficient * x[variable] is >= bound, or equal to it."""

    terms: tuple[tuple[int, Scalar], ...]
    bound: Scalar
    equal: bool = False


@dataclass(frozen=True)
class Program:
    """Minimise cost . x over x >= 0 subject to rows.

    Attributes
    ----------
    cost : sequence of scalars
        One for each variable.
    rows : sequence of Row
    scales : sequence of float, optional
        The expected sizes of the variables, a hint for the float solver.

    Examples
    --------
    >>> from flint import fmpq
    >>> one = fmpq(1)
    >>> program = Program([one, one], [Row(((0, one), (1, 2 * one)), one)])
    >>> program.variables
    2
    """

    cost: Sequence[Scalar]
    rows: Sequence[Row]
    scales: Sequence[float] | None = None

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return len(self.cost)

    def mapped(self, value: Callable[[Scalar], Scalar]) -> Program:
        """Return the program with `value` applied to every number."""
        rows = [
            Row(tuple((v, value(a)) for v, a in row.terms), value(row.bound), row.equal)
            for row in self.rows
        ]
        return Program([value(c) for c in self.cost], rows, self.scales)


class Basis(NamedTuple):
    """What is tight at a vertex: rows that hold with equality, and variables that are 0."""

    rows: tuple[int, ...]
    zeros: tuple[int, ...]
