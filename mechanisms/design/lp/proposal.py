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
from threading import Thread
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from .matrix import Floats, Matrix, nearest
from .program import Basis, Program

Mask = npt.NDArray[np.bool_]
_TIGHTEST = 1e-10  # the smallest tolerance that HiGHS accepts
_FAR = 1e9


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
    """What an exact vertex leaves over, as floats: the program of its correction.

    Attributes
    ----------
    cost, slack_cost : float arrays
        Reduced costs of the variables, and of what the inequalities leave over (their
        multipliers).
    bounds, lower : float arrays
        What the rows and the variables still lack.
    """

    cost: Floats
    slack_cost: Floats
    bounds: Floats
    lower: Floats


def propose(matrix: Matrix, attempt: Attempt) -> tuple[str, Basis]:
    """Return HiGHS' status ("optimal", "infeasible" or other) and its basis."""
    value, unit, factor = matrix.scaled(attempt.power)
    bounds = matrix.bounds * factor
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = unit.size, bounds.size
    lp.col_cost_, lp.col_lower_ = matrix.cost * unit, np.zeros(unit.size)
    lp.col_upper_ = np.full(unit.size, highspy.kHighsInf)
    lp.row_lower_ = bounds
    lp.row_upper_ = np.where(matrix.equal, bounds, highspy.kHighsInf)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.start, matrix.index
    lp.a_matrix_.value_ = value
    status, columns, rows = _run(lp, attempt, None)
    return status, Basis(
        tuple(np.flatnonzero(~rows).tolist()), tuple(np.flatnonzero(~columns).tolist())
    )


def refine(
    matrix: Matrix, attempt: Attempt, residuals: Residuals, start: Basis
) -> tuple[str, Basis]:
    """Return the status and the basis of the program that corrects a rejected vertex.

    What the inequalities leave over becomes a variable of its own here, because it has a
    cost: the multiplier of its row.
    """
    value, unit, factor = matrix.scaled(attempt.power)
    open_rows = np.flatnonzero(~matrix.equal)
    cost = np.concatenate((residuals.cost * unit, (residuals.slack_cost / factor)[open_rows]))
    bounds, lower = residuals.bounds * factor, residuals.lower / unit
    cost, bounds, lower = _magnified(cost, bounds, lower)
    columns = unit.size + open_rows.size
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = columns, bounds.size
    lp.col_cost_ = cost
    lp.col_lower_ = np.concatenate((lower, bounds[open_rows]))
    lp.col_upper_ = np.full(columns, highspy.kHighsInf)
    lp.row_lower_ = lp.row_upper_ = np.where(matrix.equal, bounds, 0.0)
    counts = np.diff(matrix.start)
    ends = matrix.start[1:][open_rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.concatenate(([0], np.cumsum(counts + ~matrix.equal))).astype(np.int32)
    slack = np.arange(unit.size, columns, dtype=np.int32)
    lp.a_matrix_.index_ = np.insert(matrix.index, ends, slack)
    lp.a_matrix_.value_ = np.insert(value, ends, -1.0)
    tight = np.zeros(bounds.size, dtype=bool)
    tight[list(start.rows)] = True
    basic = np.ones(columns, dtype=bool)
    basic[list(start.zeros)] = False
    basic[unit.size :] = ~tight[open_rows]
    logical = matrix.equal & ~tight
    status, basic, logical = _run(lp, attempt, (basic, logical))
    free = logical.copy()
    free[open_rows] |= basic[unit.size :]
    zeros = np.flatnonzero(~basic[: unit.size])
    return status, Basis(tuple(np.flatnonzero(~free).tolist()), tuple(zeros.tolist()))


def _run(lp: Any, attempt: Attempt, start: tuple[Mask, Mask] | None) -> tuple[str, Mask, Mask]:
    """Run HiGHS; return its status, and which columns and rows are basic."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("solver", attempt.solver)
    solver.setOptionValue("primal_feasibility_tolerance", _TIGHTEST)
    solver.setOptionValue("dual_feasibility_tolerance", _TIGHTEST)
    size = lp.num_col_ + lp.num_row_
    solver.setOptionValue("simplex_iteration_limit", 10_000 + 100 * size)
    solver.setOptionValue("time_limit", 5.0 + size / 100)  # it has been seen to spin
    solver.passModel(lp)
    statuses = highspy.HighsBasisStatus
    if start is not None:
        basis = highspy.HighsBasis()
        basis.col_status = [statuses.kBasic if b else statuses.kLower for b in start[0]]
        basis.row_status = [statuses.kBasic if b else statuses.kLower for b in start[1]]
        basis.valid = True
        solver.setBasis(basis)
    # In a thread of its own, so that Ctrl-C does not wait for the solver.
    running = Thread(target=solver.run, daemon=True)
    running.start()
    running.join()
    status = solver.modelStatusToString(solver.getModelStatus()).lower()
    found = solver.getBasis()
    columns = np.array([s == statuses.kBasic for s in found.col_status], dtype=bool)
    rows = np.array([s == statuses.kBasic for s in found.row_status], dtype=bool)
    return status, columns, rows


def _magnified(cost: Floats, bounds: Floats, lower: Floats) -> tuple[Floats, Floats, Floats]:
    """Scale a correction so that the largest shortfall and the largest wrong cost are 1."""
    short = max(bounds.max(initial=0.0), lower.max(initial=0.0))
    wrong = -cost.min(initial=0.0)
    factor, price = (1 / max(x, 1e-300) if x > 0 else 1.0 for x in (short, wrong))
    # What is far from being reached would spoil the range and does not matter.
    with np.errstate(over="ignore"):
        bounds, lower = np.maximum(bounds * factor, -_FAR), np.maximum(lower * factor, -_FAR)
        return np.minimum(cost * price, _FAR), bounds, lower


def residuals(program: Program, x: Sequence[Any], multipliers: dict[int, Any]) -> Residuals:
    """Return what an exact vertex and its multipliers leave over."""
    cost = list(program.cost)
    for index, m in multipliers.items():
        if m:
            for v, a in program.rows[index].terms:
                cost[v] = cost[v] - a * m
    bounds = [row.bound - sum(a * x[v] for v, a in row.terms) for row in program.rows]
    prices = np.zeros(len(program.rows))
    for index, m in multipliers.items():
        prices[index] = nearest(m)
    return Residuals(
        np.array([nearest(c) for c in cost]),
        prices,
        np.array([nearest(b) for b in bounds]),
        np.array([nearest(-value) for value in x]),
    )
