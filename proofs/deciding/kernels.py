"""The polytope of the kernels that satisfy the premises of a lemma.

>>> from exactdp.mechanisms.design.statements.grammar import parse
>>> premises = parse("P[0|0] >= 3/4 & P[1|0] >= alpha/2 => WH").premises
>>> Kernels(1, premises, True).least(Row(((0, fmpq(1)),), fmpq(0)), fmpq(2, 3)).multipliers
{('sum', 0): -1, ('written', 'P[0|0] >= 3/4', 0): 1, ('written', 'P[1|0] >= alpha/2', 1): 1}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flint import fmpq

from ...mechanisms.design.design import Design, Label
from ...mechanisms.design.lp.minimum import minimise
from ...mechanisms.design.lp.program import Infeasible, Program, Row, Scalar
from ...mechanisms.design.statements.demands import Demand, demands, mentions_alpha
from ...mechanisms.design.statements.grammar import Atom, Comparison, Property
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.ratios import Ratio
from ...mechanisms.kernels.objectives import Objective
from .outcome import Multipliers


class Least(NamedTuple):
    """The least value of a linear form and a kernel that has it, with multipliers.

    Both are None where the premises contradict each other; the multipliers show it.
    """

    value: fmpq | None
    x: list[fmpq] | None
    multipliers: Multipliers


class Kernels:
    """The kernels on 0..n that satisfy some premises.

    Attributes
    ----------
    n : int
    written : list of Comparison
        The premises that are not properties.
    dependent : bool
        Whether the polytope depends on alpha.

    Raises
    ------
    InputError
        If a premise is a strict inequality.
    """

    def __init__(self, n: int, premises: Sequence[Atom], private: bool):
        letters = [a.letter for a in premises if isinstance(a, Property)]
        self.n = n
        self.private = private or "DP" in letters
        self.letters = tuple(letter for letter in letters if letter != "DP")
        self.written = [a for a in premises if isinstance(a, Comparison)]
        self.dependent = self.private or any(map(mentions_alpha, premises))
        strict = next((d for d in self._written(fmpq(1, 2), False) if d.strict), None)
        if strict is not None:
            raise InputError(
                f"premise {strict.text!r}: a strict inequality can only be a conclusion; "
                "write <= or >="
            )

    def _written(self, alpha: Scalar, free: bool) -> list[Demand]:
        atoms = [a for a in self.written if not (free and mentions_alpha(a))]
        return [demand for atom in atoms for demand in demands(atom, self.n, alpha)]

    def rows(self, alpha: Scalar, *, free: bool = False) -> list[tuple[Label, Row]]:
        """Return the labelled rows; where `free`, only those that do not depend on alpha."""
        design = Design(self.n, None, self.letters, Objective.parse("L0"))
        out = design.rows(alpha if self.private and not free else None)
        for k, d in enumerate(self._written(alpha, free)):
            out.append((("written", d.text, k), d.row))
        return out

    def least(self, target: Row, alpha: fmpq, *, free: bool = False) -> Least:
        """Return the least value of the left side of a row, at one alpha."""
        labels, program = self.program(target, alpha, free=free)
        best = minimise(program)
        multipliers = {labels[k]: m for k, m in best.multipliers.items()}
        if isinstance(best, Infeasible):
            return Least(None, None, multipliers)
        return Least(best.cost, best.x, multipliers)

    def program(
        self, target: Row, alpha: Scalar, *, free: bool = False
    ) -> tuple[list[Label], Program]:
        """Return the labels and the program of :meth:`least`; its rows are the same for all alpha.

        A row may have no terms: a premise about alpha or n alone, or one that says nothing
        of the kernel at this alpha.
        """
        cost = [0 * alpha] * (self.n + 1) ** 2
        for v, a in target.terms:
            cost[v] = cost[v] + a
        labels, rows = zip(*self.rows(alpha, free=free), strict=True)
        program = Program(cost, rows)
        return list(labels), program.mapped(Ratio.of) if isinstance(alpha, Ratio) else program

    def shortfall(self, alpha: Scalar) -> tuple[list[Label], Program]:
        """Return the program that measures how far the premises are from being satisfiable."""
        labels, program = self.program(Row((), 0 * alpha), alpha)
        return labels, program.shortfall()

    def kernel(self, x: Sequence[Any]) -> list[list[Any]]:
        """Return a point of the polytope as rows of a kernel."""
        size = self.n + 1
        return [list(x[i * size : (i + 1) * size]) for i in range(size)]
