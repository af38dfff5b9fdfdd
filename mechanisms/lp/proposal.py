"""Bases proposed by a float solver (HiGHS). A proposal decides nothing.

The numbers of these programs fall like alpha^n, below any solver's tolerance. Two remedies
are used: variables are measured in units of their expected size (`Program.scales`, to a
power), and a basis that exact arithmetic rejects is *refined*: the exact residuals of its
vertex become the right-hand side and the cost of a new float program, magnified, so that
the solver sees what it had missed (iterative refinement for linear programming; Gleixner,
Steffy and Wolter).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from .program import Basis, Program
from .rational import nearest

Floats = npt.NDArray[np.float64]
_TIGHTEST = 1e-10  # the smallest tolerance that HiGHS accepts


@dataclass(frozen=True)
class Attempt:
    """How to ask the solver.

    Attributes
    ----------
    power : float
        Variables are measured in units of scale ** power.
    solver : str
        "simplex" or "ipm" (with crossover).
    """

    power: float = 0.0
    solver: str = "simplex"


@dataclass(frozen=True)
class Residuals:
    """The exact shortfalls at a rejected vertex, as floats: what is asked of a correction."""

    cost: Floats
    bounds: Floats
    lower: Floats


class Matrix:
    """The rows of a program as floats, kept for all attempts."""

    def __init__(self, program: Program):
        start, index, value = [0], [], []
        known: dict[Any, float] = {}
        for row in program.rows:
            for v, a in row.terms:
                index.append(v)
                if a not in known:
                    known[a] = nearest(a)
                value.append(known[a])
            start.append(len(index))
        self.start = np.array(start, dtype=np.int32)
        self.index = np.array(index, dtype=np.int32)
        self.value = np.array(value)
        self.cost = np.array([nearest(c) for c in program.cost])
        self.bounds = np.array([nearest(row.bound) for row in program.rows])
        self.equal = np.array([row.equal for row in program.rows])
        self.scales = None if program.scales is None else np.array(program.scales)


def propose(
    matrix: Matrix, attempt: Attempt, residuals: Residuals | None = None, start: Any = None
) -> tuple[str, Basis, Any]:
    """Return HiGHS' status ("optimal", "infeasible" or other), its basis, and a warm start."""
    columns, rows = matrix.cost.size, matrix.bounds.size
    unit = np.ones(columns)
    if attempt.power and matrix.scales is not None:
        unit = np.exp2(np.round(attempt.power * np.log2(matrix.scales)))
    value = matrix.value * unit[matrix.index]
    # Rows are divided by their largest coefficient: powers of two, so nothing is rounded.
    largest = np.maximum.reduceat(np.abs(value), matrix.start[:-1])
    row_unit = np.exp2(-np.round(np.log2(largest)))
    value = value * np.repeat(row_unit, np.diff(matrix.start))
    cost = (matrix.cost if residuals is None else residuals.cost) * unit
    bounds = (matrix.bounds if residuals is None else residuals.bounds) * row_unit
    lower = np.zeros(columns) if residuals is None else residuals.lower / unit
    if residuals is not None:
        cost, bounds, lower = _magnified(cost, bounds, lower)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = columns, rows
    lp.col_cost_, lp.col_lower_ = cost, lower
    lp.col_upper_ = np.full(columns, highspy.kHighsInf)
    lp.row_lower_ = bounds
    lp.row_upper_ = np.where(matrix.equal, bounds, highspy.kHighsInf)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = (
        matrix.start,
        matrix.index,
        value,
    )
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("solver", attempt.solver)
    solver.setOptionValue("primal_feasibility_tolerance", _TIGHTEST)
    solver.setOptionValue("dual_feasibility_tolerance", _TIGHTEST)
    solver.passModel(lp)
    if start is not None:
        solver.setBasis(start)
    solver.run()
    status = solver.modelStatusToString(solver.getModelStatus()).lower()
    found = solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    tight = Basis(
        tuple(k for k, s in enumerate(found.row_status) if s != basic),
        tuple(k for k, s in enumerate(found.col_status) if s != basic),
    )
    return status, tight, found


def _magnified(cost: Floats, bounds: Floats, lower: Floats) -> tuple[Floats, Floats, Floats]:
    """Scale a correction so that the largest shortfall and the largest cost are about 1."""
    short = max(bounds.max(initial=0.0), lower.max(initial=0.0))
    factor = 1 / short if short > 0 else 1.0
    # Slack beyond reach does not matter and would spoil the range.
    bounds, lower = np.maximum(bounds * factor, -1e9), np.maximum(lower * factor, -1e9)
    wrong = -min(cost.min(initial=0.0), 0.0)
    return cost * (1 / wrong if wrong > 0 else 1.0), bounds, lower


def residuals(program: Program, x: Sequence[Any], multipliers: dict[int, Any]) -> Residuals:
    """Return what is missing at an exact vertex and its multipliers."""
    cost = list(program.cost)
    for index, m in multipliers.items():
        if m:
            for v, a in program.rows[index].terms:
                cost[v] = cost[v] - a * m
    bounds = [row.bound - sum(a * x[v] for v, a in row.terms) for row in program.rows]
    return Residuals(
        np.array([nearest(c) for c in cost]),
        np.array([nearest(b) for b in bounds]),
        np.array([nearest(-value) for value in x]),
    )
