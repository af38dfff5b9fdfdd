"""The vertices up to symmetry, by walking along edges: an engine of our own.

The graph of a polytope is connected, so from one vertex all are reached; vertices that a
symmetry takes to each other need to be left once. At a vertex where as many constraints are
tight as there are dimensions, the edges are read off an inverse matrix. Elsewhere they are
the extreme rays of the cone of tight constraints, found by double description.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import fmpq, fmpq_mat

from ..exact.law import Law
from ..exact.rationals import to_fmpq
from .elimination import Vector, kernel
from .engines import Point, entry
from .polytope import Constraint, Polytope
from .rays import extreme_rays
from .scales import combination
from .symmetry import Orbit, Symmetry


def by_walking(p: Polytope) -> Iterator[Orbit]:
    """Yield the orbits of the vertices under :class:`~.symmetry.Symmetry`, in walking order.

    >>> from .polytope import polytope
    >>> sum(orbit.size for orbit in by_walking(polytope("F", 3, "1/2")))
    36
    """
    symmetry, space = Symmetry(p), _Space(p)
    start = symmetry.canonical(space.text(space.vertex_near(space.centre())))
    seen, waiting = {start}, [start]
    while waiting:
        point = waiting.pop()
        yield Orbit(point, symmetry.orbit_size(point))
        for other in space.neighbours([entry(x) for x in point]):
            found = symmetry.canonical(space.text(other))
            if found not in seen:
                seen.add(found)
                waiting.append(found)


class _Space:
    """The inequalities on the solutions of the equations, with coordinates there."""

    def __init__(self, p: Polytope):
        self._p = p
        equations = [row for row in p.constraints if row.equal]
        self._rows = [row for row in p.constraints if not row.equal and _occurs(p, row)]
        self._basis = kernel([_dense(row, p.variables) for row in equations])
        # The inequalities in coordinates: a . (basis x).
        self._flat = [
            [sum((a * v[k] for k, a in row.terms), fmpq(0)) for v in self._basis]
            for row in self._rows
        ]

    def text(self, point: Vector) -> Point:
        return tuple(map(str, point))

    def centre(self) -> Vector:
        """Return a point of the polytope: outputs that do not depend on the input."""
        p = self._p
        law = p.target or Law.uniform(p.size)
        column = [Fraction(1)] * p.size
        if p.represents:
            weights = dict(combination(column, p.alpha))
            column = [weights.get(pattern, Fraction(0)) for pattern in p.patterns]
        return [to_fmpq(x * z) for x in column for z in law]

    def vertex_near(self, point: Vector) -> Vector:
        """Return a vertex of the smallest face that holds a point."""
        while True:
            tight = [self._flat[k] for k in self._tight(point)]
            free = kernel(tight) if tight else [[fmpq(1)] + [fmpq(0)] * (len(self._basis) - 1)]
            if not self._basis or not free:
                return point
            point = self._step(point, self._lift(free[0]))

    def neighbours(self, point: Vector) -> Iterator[Vector]:
        """Yield the vertices at the other ends of the edges."""
        dimension = len(self._basis)
        tight = [self._flat[k] for k in self._tight(point)]
        if len(tight) == dimension:
            matrix = fmpq_mat(dimension, dimension, [x for row in tight for x in row])
            inverse = matrix.inv()
            rays = [[inverse[i, j] for i in range(dimension)] for j in range(dimension)]
        else:
            rays = extreme_rays(tight)
        for ray in rays:
            yield self._step(point, self._lift(ray))

    def _tight(self, point: Vector) -> list[int]:
        return [k for k, row in enumerate(self._rows) if row.value(point) == 0]

    def _lift(self, ray: Vector) -> Vector:
        out = [fmpq(0)] * self._p.variables
        for x, vector in zip(ray, self._basis, strict=True):
            if x:
                out = [y + x * z for y, z in zip(out, vector, strict=True)]
        return out

    def _step(self, point: Vector, move: Vector) -> Vector:
        """Go as far as the polytope lets."""
        reach = None
        for row in self._rows:
            slope = sum((a * move[v] for v, a in row.terms), fmpq(0))
            if slope < 0:
                room = row.value(point) / -slope
                if reach is None or room < reach:
                    reach = room
        assert reach is not None, "polytopes are bounded"
        return [x + reach * y for x, y in zip(point, move, strict=True)]


def _occurs(p: Polytope, row: Constraint) -> bool:
    """Whether an inequality speaks of an output that can occur."""
    return row.terms[0][0] % p.size in p.outputs


def _dense(row: Constraint, variables: int) -> Vector:
    line = [fmpq(0)] * variables
    for v, a in row.terms:
        line[v] += a
    return line
