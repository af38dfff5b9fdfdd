"""Exact feasibility of linear inequalities: a rational point, or multipliers against it.

A system l_1 >= 0, ..., l_r >= 0 of affine forms over Q has no rational solution iff some
nonnegative combination of the l's is a negative constant (Farkas). Such multipliers m are
the solutions of a linear program: m >= 0 with sum m_i l_i = -1, one equation a name and one
for the constant. Where it has none, the multipliers that say so are a point of the system.

>>> solve([{"x": 1, "": -3}, {"x": -1, "": 2}])            # x >= 3 and x <= 2
Contradiction(multipliers={0: 1, 1: 1})
>>> solve([{"x": 1, "": -3}])
Point(at={'x': 3})
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import NamedTuple

from flint import fmpq

from ...mechanisms.design.lp.program import Program, Row
from ...mechanisms.design.lp.simplex import simplex
from .forms import Form


class Contradiction(NamedTuple):
    """The system has no solution: the forms, so combined, are a negative constant."""

    multipliers: dict[int, int]


class Point(NamedTuple):
    """The system has this rational solution."""

    at: dict[str, fmpq]


def solve(forms: Sequence[Form]) -> Contradiction | Point:
    """Decide whether all `forms`, with integer coefficients, can be nonnegative at once."""
    names = [*sorted({name for form in forms for name in form if name}), ""]
    rows = []
    for name in names:
        sign = 1 if name else -1
        terms = ((k, fmpq(sign * form[name])) for k, form in enumerate(forms) if form.get(name))
        rows.append(Row(tuple(terms), fmpq(0 if name else 1), True))
    found = simplex(Program([fmpq(0)] * len(forms), rows))
    if isinstance(found, tuple):
        return Contradiction(_integers(found[1]))
    if found is None:
        raise ArithmeticError("a program without cost is said to be unbounded")
    *at, unit = (found.multipliers.get(k, fmpq(0)) for k in range(len(names)))
    return Point({name: -y / unit for name, y in zip(names, at, strict=False)})


def _integers(values: Sequence[fmpq]) -> dict[int, int]:
    """Return the values that are not 0, by their index, as integers without common factor."""
    scale = fmpq(lcm(*(int(v.q) for v in values)), gcd(*(int(v.p) for v in values)))
    return {k: int((v * scale).p) for k, v in enumerate(values) if v}
