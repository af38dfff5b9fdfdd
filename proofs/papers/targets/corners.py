"""The vertices of a polytope by the definition: try every basis of its constraints.

Nothing is known here of scales, faces or symmetries, so that what the engines make of those
can be held against it. It is slow, and meant for sizes 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from flint import fmpq, fmpq_mat

from ....mechanisms.polytopes.engines import Point
from ....mechanisms.polytopes.faces import rank
from ....mechanisms.polytopes.polytope import Constraint, Polytope


def normals(p: Polytope, rows: Sequence[Constraint]) -> list[list[fmpq]]:
    """Return the coefficients of constraints, without their constants.

    >>> from exactdp.mechanisms.polytopes.polytope import polytope
    >>> p = polytope("U", 2, "1/2")
    >>> normals(p, p.constraints[-1:])
    [[0, 0, 1, 1]]
    """
    lines = []
    for row in rows:
        line = [fmpq(0)] * p.variables
        for variable, factor in row.terms:
            line[variable] += factor
        lines.append(line)
    return lines


def tight_rank(p: Polytope, rows: Sequence[Sequence[Fraction]]) -> int:
    """Return the rank of the constraints that are tight at a point of the polytope.

    >>> from exactdp.mechanisms.polytopes.polytope import polytope
    >>> half = Fraction(1, 2)
    >>> tight_rank(polytope("U", 2, half), [[half, half], [half, half]])
    2
    """
    return rank(normals(p, [p.constraints[k] for k in p.tight(rows)]))


@lru_cache(maxsize=64)
def corners(p: Polytope) -> frozenset[Point]:
    """Return the feasible points at which as many constraints as variables fix the point.

    >>> from exactdp.mechanisms.polytopes.polytope import polytope
    >>> len(corners(polytope("U", 2, "1/2")))
    4
    """
    equations: list[Constraint] = []
    for row in p.constraints:
        if row.equal and rank(normals(p, [*equations, row])) > len(equations):
            equations.append(row)
    others = [row for row in p.constraints if not row.equal]
    found: set[Point] = set()
    for chosen in combinations(others, p.variables - len(equations)):
        basis = [*equations, *chosen]
        matrix = fmpq_mat(p.variables, p.variables, [x for n in normals(p, basis) for x in n])
        try:
            solved = matrix.solve(fmpq_mat(p.variables, 1, [fmpq(-row.constant) for row in basis]))
        except ZeroDivisionError:  # these constraints meet in no single point
            continue
        point = solved.entries()
        values = [
            (sum((a * point[v] for v, a in row.terms), fmpq(row.constant)), row.equal)
            for row in p.constraints
        ]
        if all(value == 0 if equal else value >= 0 for value, equal in values):
            found.add(tuple(map(str, point)))
    return frozenset(found)
