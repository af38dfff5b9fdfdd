"""The exact vertex of a basis, with its multipliers.

Nearly all rows of our programs have two terms and no constant: at a vertex they say
x_v = w x_u, so the tight ones form a forest on the variables, whose weights are products
along its edges. What remains is a system with one unknown for each tree and one equation
for each tight row of another kind (the sums, about n + 1 of them): the *collapsed* system.
Its transpose gives the multipliers of those rows, and those of the forest follow by
peeling leaves. A program without two-term rows is solved all the same; only slower.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from .program import Basis, Program, Scalar

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


class _Forest(NamedTuple):
    order: list[tuple[int, int, Scalar, Scalar, int]]  # (child, parent, a_child, a_parent, row)
    root: list[int]
    weight: list[Scalar]
    roots: list[int]
    coupling: list[int]


def vertex(program: Program, basis: Basis, solve: Solve) -> Vertex | None:
    """Return the basic solution of a basis; None where the tight constraints are dependent."""
    forest = _grow(program, basis)
    if len(forest.roots) != len(forest.coupling):
        return None
    place = {r: k for k, r in enumerate(forest.roots)}
    one = program.variables
    size = len(forest.roots)
    zero = 0 * program.rows[0].bound
    matrix = [[zero] * size for _ in range(size)]
    bound = []
    for k, index in enumerate(forest.coupling):
        row = program.rows[index]
        constant = row.bound
        for v, a in row.terms:
            r = forest.root[v]
            if r == one:
                constant = constant - a * forest.weight[v]
            elif r in place:
                matrix[k][place[r]] += a * forest.weight[v]
        bound.append(constant)
    values = solve(matrix, bound) if size else []
    if values is None:
        return None
    level = dict(zip(forest.roots, values, strict=True))
    x = [
        weight if root == one else weight * level[root] if root in level else zero
        for root, weight in zip(forest.root, forest.weight, strict=True)
    ]
    # The transposed system: in every tree the weighted reduced costs cancel.
    price = [zero] * size
    for v, c in enumerate(program.cost):
        if forest.root[v] in place:
            price[place[forest.root[v]]] += c * forest.weight[v]
    transposed = [list(column) for column in zip(*matrix, strict=True)]
    y = solve(transposed, price) if size else []
    if y is None:
        return None
    multipliers = dict(zip(forest.coupling, y, strict=True))
    rest = list(program.cost)
    for index, m in multipliers.items():
        if m:
            for v, a in program.rows[index].terms:
                rest[v] = rest[v] - a * m
    reduced: dict[int, Scalar] = {}
    for child, parent, a, b, index in reversed(forest.order):
        m = rest[child] / a if rest[child] else zero
        if index < 0:
            reduced[child] = m
        else:
            multipliers[index] = m
        if parent < one and m:
            rest[parent] = rest[parent] - b * m
    return Vertex(x, multipliers, reduced)


def _grow(program: Program, basis: Basis) -> _Forest:
    """Return the forest of the tight rows of at most two terms, and the other tight rows."""
    one = program.variables  # a node of value 1; the next is a node of value 0
    nothing = one + 1
    unit = 1 + 0 * program.rows[0].bound
    edges: defaultdict[int, list[tuple[int, Scalar, Scalar, int]]] = defaultdict(list)
    coupling = []
    for index in basis.rows:
        row = program.rows[index]
        terms = row.terms
        if len(terms) == 2 and not row.bound:
            (u, a), (v, b) = terms
        elif len(terms) == 1:
            (u, a), (v, b) = terms[0], (one if row.bound else nothing, -row.bound)
        else:
            coupling.append(index)
            continue
        edges[u].append((v, a, b, index))
        edges[v].append((u, b, a, index))
    for v in basis.zeros:
        edges[v].append((nothing, unit, unit, -1))
        edges[nothing].append((v, unit, unit, -1))
    root = [-1] * one
    weight = [unit] * one
    order = []
    roots = []
    used = set(coupling)
    for start in (one, nothing, *range(one)):
        if start < one:
            if root[start] >= 0:
                continue
            root[start] = start
            roots.append(start)
        stack = [start]
        while stack:
            parent = stack.pop()
            for child, b, a, index in edges[parent]:
                # a x_child + b x_parent = 0; towards 1 the constant is in b
                if child >= one or root[child] >= 0:
                    continue
                root[child] = start
                if parent == nothing:
                    weight[child] = unit
                elif parent == one:
                    weight[child] = -b / a
                else:
                    weight[child] = -b * weight[parent] / a
                order.append((child, parent, a, b, index))
                used.add(index)
                stack.append(child)
    # An edge that closes a cycle is one more equation.
    coupling += [index for index in basis.rows if index not in used]
    return _Forest(order, root, weight, roots, coupling)
