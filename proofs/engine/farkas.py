"""Exact feasibility of linear inequalities: a rational point, or multipliers against it.

A system l_1 >= 0, ..., l_r >= 0 of affine forms over Q has no rational solution iff some
nonnegative combination of the l's is a negative constant (Farkas). :func:`solve` finds one
or the other by the simplex method on fractions with Bland's rule, which cannot cycle.
Multipliers are checked independently in :mod:`.recheck`.

>>> solve([{"x": 1, "": -3}, {"x": -1, "": 2}])            # x >= 3 and x <= 2
Infeasible(multipliers=(1, 1))
>>> solve([{"x": 1, "": -3}])
Feasible(point={'x': Fraction(3, 1)})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpq

#: An affine form: coefficient of each variable, and the constant under the empty name.
Form: TypeAlias = Mapping[str, int]


@dataclass(frozen=True)
class Infeasible:
    """The system has no solution: these integers >= 0 combine it to a negative constant."""

    multipliers: tuple[int, ...]


@dataclass(frozen=True)
class Feasible:
    """The system has this rational solution."""

    point: dict[str, Fraction]


def solve(forms: Sequence[Form]) -> Infeasible | Feasible:
    """Decide whether all `forms` can be nonnegative at once.

    Parameters
    ----------
    forms : sequence of mappings
        Affine forms with integer coefficients, each required to be >= 0.

    Returns
    -------
    Infeasible or Feasible
    """
    names = sorted({name for form in forms for name in form if name})
    # Seek multipliers m >= 0 with sum m_i l_i = -1: one equation a variable, one for the
    # constant. Phase one from artificial variables; its dual is a point of the system.
    keys = [*names, ""]
    rows = [[fmpq(form.get(key, 0)) for form in forms] for key in names]
    rows.append([fmpq(-form.get("", 0)) for form in forms])
    right = [fmpq(0)] * len(names) + [fmpq(1)]
    size, r = len(forms), len(keys)
    tableau = [
        [*row, *(fmpq(int(s == t)) for t in range(r)), b]
        for s, (row, b) in enumerate(zip(rows, right, strict=True))
    ]
    cost = [-sum((line[c] for line in tableau), fmpq(0)) for c in range(size)]
    cost += [fmpq(0)] * r
    cost.append(-sum((line[-1] for line in tableau), fmpq(0)))
    basis = [size + s for s in range(r)]
    while True:
        enter = next((c for c in range(size + r) if cost[c] < 0), None)
        if enter is None:
            break
        ratios = [
            (tableau[s][-1] / tableau[s][enter], basis[s], s)
            for s in range(r)
            if tableau[s][enter] > 0
        ]
        _, _, leave = min(ratios)
        _pivot(tableau, cost, leave, enter)
        basis[leave] = enter
    if cost[-1] == 0:
        found = [fmpq(0)] * (size + r)
        for s, column in enumerate(basis):
            found[column] = tableau[s][-1]
        return Infeasible(_integers(found[:size]))
    # Reduced costs of the artificials are 1 - dual; the dual separates (0, ..., 0, 1).
    dual = [1 - cost[size + s] for s in range(r)]
    point = {name: -dual[s] / dual[-1] for s, name in enumerate(names)}
    return Feasible({name: Fraction(int(v.p), int(v.q)) for name, v in point.items()})


def _pivot(tableau: list[list[fmpq]], cost: list[fmpq], leave: int, enter: int) -> None:
    line = tableau[leave]
    scale = line[enter]
    line[:] = [entry / scale if entry else entry for entry in line]
    for other in [*tableau, cost]:
        times = other[enter]
        if other is not line and times:
            other[:] = [e - times * x if x else e for e, x in zip(other, line, strict=True)]


def _integers(values: Sequence[fmpq]) -> tuple[int, ...]:
    scale = lcm(*(int(v.q) for v in values))
    whole = [int((v * scale).p) for v in values]
    common = gcd(*whole)
    return tuple(v // common for v in whole)
