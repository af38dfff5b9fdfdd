"""The exact vertex of a basis, with its multipliers.

A basis is as many equations as there are variables, and could be solved as such. But nearly
all rows of our programs have two terms and no constant: a x_u + b x_v = 0 says that x_u is a
multiple of x_v. So these rows are the edges of a forest on the variables, and each variable is
a *weight*, a product along edges, times the root of its tree. (A variable at 0 hangs on a node
of value 0, and a row with one term and a constant on a node of value 1.) What is left is the
*collapsed* system: an unknown for each root, an equation for each other tight row (the sums,
about n + 1 of them) and for each edge that closes a cycle.

Multipliers come from the same system, transposed; those of the forest's rows then follow from
the leaves inwards, since a leaf's reduced cost is settled by its one edge. A program without
two-term rows is solved all the same; only slower.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from flint import nmod, nmod_mat

from ...exact.residues import residue
from .program import Basis, Program, Row, Scalar

#: Solves a square system given as rows and a right-hand side; None where it is singular.
Solve = Callable[[list[list[Scalar]], list[Scalar]], list[Scalar] | None]


class Vertex(NamedTuple):
    """A basic solution: x, the multipliers of the rows, and the reduced costs.

    Multipliers are listed for tight rows and reduced costs for variables at 0; all others
    are zero. Nothing is said about signs: see :mod:`.optimum`.
    """

    x: list[Scalar]
    multipliers: dict[int, Scalar]
    reduced: dict[int, Scalar]


class _Edge(NamedTuple):
    """a x_child + b x_parent = 0, said by a row, or by no row (-1) where the child is at 0."""

    child: int
    parent: int
    a: Scalar
    b: Scalar
    row: int


class _Forest(NamedTuple):
    """x_v is weight[v] times x_root[v]; edges are in order from the roots outwards."""

    root: list[int]
    weight: list[Scalar]
    roots: list[int]
    edges: list[_Edge]
    coupling: list[int]  # the tight rows that are no edges


def vertex(program: Program, basis: Basis, solve: Solve) -> Vertex | None:
    """Return the basic solution of a basis; None where the tight constraints are dependent."""
    forest = _grow(program, basis)
    if len(forest.roots) != len(forest.coupling):
        return None
    matrix, bound, price = _collapsed(program, forest)
    level = solve(matrix, bound) if bound else []
    y = solve([list(column) for column in zip(*matrix, strict=True)], price) if bound else []
    if level is None or y is None:
        return None
    at = dict(zip(forest.roots, level, strict=True))
    x = [w * at[r] if r in at else w for w, r in zip(forest.weight, forest.root, strict=True)]
    return Vertex(x, *_peeled(program, forest, y))


def determined(program: Program, basis: Basis, prime: int) -> bool:
    """Return whether no two points are on all that is tight, as is shown modulo a prime.

    Parameters
    ----------
    program : Program
        Of rationals.
    basis : Basis
        What is tight; it may be more than it takes.
    prime : int
        It divides no numerator or denominator of a coefficient.

    Examples
    --------
    >>> from flint import fmpq
    >>> one, zero = fmpq(1), fmpq(0)
    >>> rows = [Row(((0, one), (1, one)), one, True), Row(((0, one), (1, -2 * one)), zero)]
    >>> program = Program([one, one], rows)
    >>> determined(program, Basis((0, 1), ()), 7), determined(program, Basis((0, 1), ()), 3)
    (True, False)
    >>> determined(program, Basis((0,), ()), 7), determined(program, Basis((0,), (1,)), 7)
    (False, True)
    """
    zero = nmod(0, prime)
    rows = [
        Row(tuple((v, residue(a, prime)) for v, a in program.rows[k].terms), zero)
        for k in basis.rows
    ]
    tight = Program([zero] * program.variables, rows)
    forest = _grow(tight, Basis(tuple(range(len(rows))), basis.zeros))
    matrix, _, _ = _collapsed(tight, forest)
    size = len(forest.roots)
    flat = [x for row in matrix for x in row]
    return int(nmod_mat(len(matrix), size, flat, prime).rank()) == size


def _grow(program: Program, basis: Basis) -> _Forest:
    """Return the forest of the tight rows of at most two terms, and the other tight rows."""
    size = program.variables
    one, nothing = size, size + 1  # nodes of value 1 and 0
    unit = 1 + 0 * program.rows[0].bound
    beside: defaultdict[int, list[_Edge]] = defaultdict(list)  # by their parent

    def join(u: int, a: Scalar, v: int, b: Scalar, row: int) -> None:
        beside[v].append(_Edge(u, v, a, b, row))
        beside[u].append(_Edge(v, u, b, a, row))

    for index in basis.rows:
        terms, bound, _ = program.rows[index]
        if len(terms) == 2 and not bound:
            (u, a), (v, b) = terms
            join(u, a, v, b, index)
        elif len(terms) == 1:
            join(*terms[0], one if bound else nothing, -bound, index)
    for v in basis.zeros:
        join(v, unit, nothing, unit, -1)
    root, weight = [-1] * size + [one, nothing], [unit] * (size + 1) + [0 * unit]
    roots: list[int] = []
    edges: list[_Edge] = []
    for start in (one, nothing, *range(size)):
        if root[start] < 0:
            root[start] = start
            roots.append(start)
        elif start < size:
            continue
        stack = [start]
        while stack:
            for edge in beside[stack.pop()]:
                if root[edge.child] < 0:
                    root[edge.child] = start
                    w = weight[edge.parent]
                    weight[edge.child] = -edge.b * w / edge.a if w else w
                    edges.append(edge)
                    stack.append(edge.child)
    used = {edge.row for edge in edges}
    return _Forest(
        root[:size], weight[:size], roots, edges, [k for k in basis.rows if k not in used]
    )


def _collapsed(
    program: Program, forest: _Forest
) -> tuple[list[list[Scalar]], list[Scalar], list[Scalar]]:
    """Return the system of the roots: its matrix, its right-hand side and its cost."""
    place = {r: k for k, r in enumerate(forest.roots)}
    zero = 0 * program.rows[0].bound
    matrix, bound = [], []
    for index in forest.coupling:
        row, rest = [zero] * len(place), program.rows[index].bound
        for v, a in program.rows[index].terms:
            if (k := place.get(forest.root[v])) is None:
                rest = rest - a * forest.weight[v]
            else:
                row[k] += a * forest.weight[v]
        matrix.append(row)
        bound.append(rest)
    price = [zero] * len(place)
    for v, c in enumerate(program.cost):
        if (k := place.get(forest.root[v])) is not None:
            price[k] += c * forest.weight[v]
    return matrix, bound, price


def _peeled(
    program: Program, forest: _Forest, y: list[Scalar]
) -> tuple[dict[int, Scalar], dict[int, Scalar]]:
    """Return the multipliers of all tight rows, and the reduced costs of the variables at 0."""
    multipliers = dict(zip(forest.coupling, y, strict=True))
    reduced: dict[int, Scalar] = {}
    rest = list(program.cost)
    for index, m in multipliers.items():
        if m:
            for v, a in program.rows[index].terms:
                rest[v] = rest[v] - a * m
    for child, parent, a, b, index in reversed(forest.edges):
        m = rest[child] / a if rest[child] else rest[child]
        if index < 0:
            reduced[child] = m
        else:
            multipliers[index] = m
        if parent < program.variables and m:
            rest[parent] = rest[parent] - b * m
    return multipliers, reduced
