"""Linear programs over an exact field: minimise c.x over x >= 0, rows a.x >= b or a.x = b.

The numbers are flint rationals, or elements of Q(alpha) when a program is solved for all
alpha at once; nothing here asks which. Rows know their numbers only: what they mean is
known to whoever wrote them (see :mod:`~exactdp.mechanisms.design.design`). What comes of a
program is an :class:`Optimum` or an :class:`Infeasible`, each with the multipliers that prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flint import fmpq

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

    def shortfall(self) -> Program:
        """Return the program of how much all rows together lack, one surplus a row and sign.

        It is feasible and bounded, and its least cost is 0 exactly if this program is feasible;
        otherwise its multipliers are :class:`Infeasible`.
        """
        unit = 1 + 0 * self.cost[0]
        cost = [0 * unit] * self.variables
        rows = []
        for row in self.rows:
            signs = (unit, -unit) if row.equal else (unit,)
            surplus = tuple((len(cost) + k, sign) for k, sign in enumerate(signs))
            rows.append(row._replace(terms=row.terms + surplus))
            cost += [unit] * len(signs)
        return Program(cost, rows)

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


@dataclass(frozen=True)
class Optimum:
    """An optimal vertex and its proof.

    Attributes
    ----------
    cost : fmpq
    x : list of fmpq
    multipliers : dict
        Row -> multiplier, zeros left out; at least 0 for rows that are inequalities.
    basis : Basis
    strict : bool
        Whether every inequality of the basis has a positive multiplier, and every variable
        of it a positive reduced cost: then the optimum is unique.
    """

    cost: fmpq
    x: list[fmpq]
    multipliers: dict[int, fmpq]
    basis: Basis
    strict: bool


@dataclass(frozen=True)
class Infeasible:
    """Farkas multipliers: the rows, so combined, say that a number <= 0 is positive."""

    multipliers: dict[int, fmpq]
