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
#: Coefficients of rows, compressed: where each row starts, the variables, the values.
Terms = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats]
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
    upper = np.where(matrix.equal, bounds, highspy.kHighsInf)
    lower = np.zeros(unit.size)
    terms = (matrix.start, matrix.index, value)
    status, columns, rows = _run(_model(matrix.cost * unit, lower, bounds, upper, terms), attempt)
    return status, _basis(~rows, ~columns)


def refine(
    matrix: Matrix, attempt: Attempt, residuals: Residuals, start: Basis
) -> tuple[str, Basis]:
    """Return the status and the basis of the program that corrects a rejected vertex.

    What the inequalities leave over becomes a variable of its own here, because it has a
    cost: the multiplier of its row.
    """
    value, unit, factor = matrix.scaled(attempt.power)
    open_rows = np.flatnonzero(~matrix.equal)
    columns = unit.size + open_rows.size
    cost = np.concatenate((residuals.cost * unit, (residuals.slack_cost / factor)[open_rows]))
    cost, bounds, lower = _magnified(cost, residuals.bounds * factor, residuals.lower / unit)
    ends = matrix.start[1:][open_rows]
    terms = (
        np.concatenate(([0], np.cumsum(np.diff(matrix.start) + ~matrix.equal))).astype(np.int32),
        np.insert(matrix.index, ends, np.arange(unit.size, columns, dtype=np.int32)),
        np.insert(value, ends, -1.0),
    )
    right = np.where(matrix.equal, bounds, 0.0)
    model = _model(cost, np.concatenate((lower, bounds[open_rows])), right, right, terms)
    tight = np.zeros(bounds.size, dtype=bool)
    tight[list(start.rows)] = True
    basic = np.ones(columns, dtype=bool)
    basic[list(start.zeros)] = False
    basic[unit.size :] = ~tight[open_rows]
    status, basic, loose = _run(model, attempt, (basic, matrix.equal & ~tight))
    loose[open_rows] |= basic[unit.size :]
    return status, _basis(~loose, ~basic[: unit.size])


def _model(cost: Floats, lower: Floats, least: Floats, most: Floats, terms: Terms) -> Any:
    """Return the program: minimise cost . x where x >= lower and least <= rows <= most."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = cost.size, least.size
    lp.col_cost_, lp.col_lower_ = cost, lower
    lp.col_upper_ = np.full(cost.size, highspy.kHighsInf)
    lp.row_lower_, lp.row_upper_ = least, most
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = terms
    return lp


def _basis(tight: Mask, zero: Mask) -> Basis:
    return Basis(*(tuple(np.flatnonzero(mask).tolist()) for mask in (tight, zero)))


def _run(
    lp: Any, attempt: Attempt, start: tuple[Mask, Mask] | None = None
) -> tuple[str, Mask, Mask]:
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
        basis.col_status, basis.row_status = (
            [statuses.kBasic if b else statuses.kLower for b in mask] for mask in start
        )
        basis.valid = True
        solver.setBasis(basis)
    # In a thread of its own, so that Ctrl-C does not wait for the solver.
    running = Thread(target=solver.run, daemon=True)
    running.start()
    running.join()
    status = solver.modelStatusToString(solver.getModelStatus()).lower()
    found = solver.getBasis()
    columns, rows = (
        np.array([s == statuses.kBasic for s in side], dtype=bool)
        for side in (found.col_status, found.row_status)
    )
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
    prices = np.zeros(len(program.rows))
    for index, m in multipliers.items():
        prices[index] = nearest(m)
        for v, a in program.rows[index].terms if m else ():
            cost[v] = cost[v] - a * m
    bounds = [row.bound - sum(a * x[v] for v, a in row.terms) for row in program.rows]
    return Residuals(
        np.array([nearest(c) for c in cost]),
        prices,
        np.array([nearest(b) for b in bounds]),
        np.array([nearest(-value) for value in x]),
    )
