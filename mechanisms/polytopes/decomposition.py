"""Exact decompositions: a mechanism as a mixture of extreme points of U, or of scales.

Caratheodory's argument, made constructive in the cones of the columns. All inequalities of U
are homogeneous, so a part of a mechanism is again columns in the same cone.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq

from ..exact.rationals import to_fmpq, to_fraction
from ..kernels.forms.scaled import ScaledForm
from ..kernels.patterns import Pattern
from .elimination import kernel
from .faces import span
from .polytope import Rows, polytope
from .scales import combination, unscaled

_Columns = list[list[fmpq]]


class Part(NamedTuple):
    """A vertex of U and its weight in a mixture."""

    weight: Fraction
    vertex: Rows


def into_scales(rows: Sequence[Sequence[Any]], alpha: Any) -> list[list[tuple[Pattern, Fraction]]]:
    """Write each column of a mechanism as a conic combination of scales (Lemma 1).

    Returns
    -------
    list
        For each output, its patterns and weights: at most as many as there are counts. They
        are the columns of a representation matrix B in RU (Theorem 10), and in RF where the
        mechanism keeps z (Theorem 3).

    Raises
    ------
    InputError
        If the matrix is not in U; the message names a constraint that fails.

    Examples
    --------
    >>> into_scales([["2/3", "1/3"], ["1/3", "2/3"]], "1/2")
    [[((-1,), Fraction(1, 1))], [((1,), Fraction(1, 1))]]
    """
    polytope("U", len(rows), alpha).require(rows)
    return [combination(column, alpha) for column in zip(*rows, strict=True)]


def scales_of(form: ScaledForm) -> list[list[tuple[Pattern, Fraction]]]:
    """Return the scales that a kernel of algorithm 1 was made of, as :func:`into_scales` does.

    They are a point of RF, and few; the kernel need not be written out.

    >>> half = fmpq(1, 2)
    >>> from exactdp.mechanisms.kernels.forms.scaled import Term
    >>> terms = [Term(0, (-1,), fmpq(2, 3)), Term(1, (1,), fmpq(2, 3))]
    >>> scales_of(ScaledForm(half, [half, half], terms))
    [[((-1,), Fraction(1, 1))], [((1,), Fraction(1, 1))]]
    """
    found: list[list[tuple[Pattern, Fraction]]] = [[] for _ in range(form.size)]
    for term in form.terms:
        column = unscaled(term.pattern, to_fraction(form.alpha))
        weight = term.weight * sum(column) / max(column)
        found[term.output].append((term.pattern, to_fraction(weight)))
    return found


def representation(rows: Sequence[Sequence[Any]], alpha: Any) -> Rows:
    """Return a matrix B of RU, scale x output, with Psi B = T; see :func:`into_scales`.

    >>> [[str(x) for x in row] for row in representation([["1/2"] * 2] * 2, "1/2")]
    [['1/2', '1/2'], ['1/2', '1/2']]
    """
    p = polytope("RU", len(rows), alpha)
    place = {pattern: s for s, pattern in enumerate(p.patterns)}
    matrix = [[Fraction(0)] * p.size for _ in range(p.height)]
    for j, terms in enumerate(into_scales(rows, alpha)):
        for pattern, weight in terms:
            matrix[place[pattern]][j] += weight
    return matrix


def into_vertices(rows: Sequence[Sequence[Any]], alpha: Any) -> list[Part]:
    """Write a mechanism as a mixture of extreme points of U.

    From the smallest face that holds it a vertex is chosen, as much of it as fits is taken
    off, and the rest lies in a smaller face. So there are at most 1 + (dimension of the
    smallest face) parts, hence never more than size * (size - 1) + 1.

    Raises
    ------
    InputError
        If the matrix is not in U; the message names a constraint that fails.

    Examples
    --------
    >>> for part in into_vertices([["1/2", "1/2"], ["1/2", "1/2"]], "1/2"):
    ...     print(part.weight, [[str(x) for x in row] for row in part.vertex])
    1/2 [['0', '1'], ['0', '1']]
    1/2 [['1', '0'], ['1', '0']]
    """
    p = polytope("U", len(rows), alpha)
    p.require(rows)
    a = to_fmpq(p.alpha)
    rest = [[to_fmpq(x) for x in column] for column in zip(*rows, strict=True)]
    left = fmpq(1)
    parts = []
    while left:
        vertex = _vertex_near([[x / left for x in column] for column in rest], a)
        share = _reach(rest, _times(vertex, fmpq(-1)), a)
        rest = _moved(rest, vertex, -share)
        left -= share
        matrix = [[to_fraction(x) for x in row] for row in zip(*vertex, strict=True)]
        parts.append(Part(to_fraction(share), matrix))
    return parts


def _vertex_near(columns: _Columns, a: fmpq) -> _Columns:
    """Return a vertex of the smallest face of U that holds a point."""
    columns = list(columns)
    spans = [_span(column, a) for column in columns]
    while (direction := _direction(spans)) is not None:
        moving = list(direction)
        moved = [columns[j] for j in moving]
        moves = list(direction.values())
        for j, column in zip(moving, _moved(moved, moves, _reach(moved, moves, a)), strict=True):
            columns[j] = column
            spans[j] = _span(column, a)
    return columns


def _span(column: list[fmpq], a: fmpq) -> _Columns:
    """Return a basis of the span of the smallest face that holds a column."""
    if not any(column):
        return []
    steps = (-1 if y == a * x else 1 if x == a * y else 0 for x, y in itertools.pairwise(column))
    return span(tuple(steps), a)


def _direction(spans: list[_Columns]) -> dict[int, list[fmpq]] | None:
    """Return a way to move inside the smallest face, both to and fro; None at a vertex.

    It is a linear dependency between the spans of the columns: which of them move, and how.
    One more vector than there are counts will do to find one.
    """
    size = len(spans)
    basis = [(j, vector) for j, vectors in enumerate(spans) for vector in vectors][: size + 1]
    found = kernel(list(zip(*(vector for _, vector in basis), strict=True))) if basis else []
    if not found:
        return None
    direction: dict[int, list[fmpq]] = {}
    for w, (j, vector) in zip(found[0], basis, strict=True):
        if w:
            old = direction.get(j, [fmpq(0)] * size)
            direction[j] = [x + w * y for x, y in zip(old, vector, strict=True)]
    return direction


def _reach(columns: _Columns, direction: _Columns, a: fmpq) -> fmpq:
    """Return how far a point can move before it leaves the cones."""
    best = None
    for column, move in zip(columns, direction, strict=True):
        if any(move):
            for i in range(len(column) - 1):
                for low, high in ((i, i + 1), (i + 1, i)):
                    loss = a * move[high] - move[low]
                    if loss > 0:
                        room = (column[low] - a * column[high]) / loss
                        if best is None or room < best:
                            best = room
    assert best is not None, "U is bounded"
    return best


def _times(columns: _Columns, factor: fmpq) -> _Columns:
    return [[factor * x for x in column] for column in columns]


def _moved(columns: _Columns, direction: _Columns, step: fmpq) -> _Columns:
    return [
        [x + step * y for x, y in zip(column, move, strict=True)]
        for column, move in zip(columns, direction, strict=True)
    ]
