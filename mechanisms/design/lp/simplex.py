"""The exact simplex method, for small programs that no float proposal settles.

The textbook tableau in two phases with Bland's rule, which cannot cycle: slow, and sure. It
returns a basis like any other proposal, or multipliers; whoever asked proves them.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from .program import Basis, Infeasible, Program

#: Tableaux with more entries than this take too long.
MAX_ENTRIES = 250_000


def affordable(program: Program) -> bool:
    """Whether the program is small enough for a tableau."""
    rows = len(program.rows)
    return rows * (program.variables + 2 * rows) <= MAX_ENTRIES


def simplex(program: Program) -> tuple[Basis, list[fmpq]] | Infeasible | None:
    """Return an optimal basis and its x, or why there is none; None if the cost is unbounded.

    Examples
    --------
    >>> from .program import Row
    >>> one = fmpq(1)
    >>> simplex(Program([one, 3 * one], [Row(((0, one), (1, one)), one)]))
    (Basis(rows=(0,), zeros=(1,)), [1, 0])
    >>> simplex(Program([one], [Row(((0, -one),), one)]))
    Infeasible(multipliers={0: 1})
    """
    n, count = program.variables, len(program.rows)
    slacks = [k for k, row in enumerate(program.rows) if not row.equal]
    width = n + len(slacks)
    zero, one = fmpq(0), fmpq(1)
    table = []
    for k, row in enumerate(program.rows):
        line = [zero] * (width + count) + [row.bound]
        for v, a in row.terms:
            line[v] += a
        if not row.equal:
            line[n + slacks.index(k)] = -one
        if row.bound < 0:
            line = [-x for x in line]
        line[width + k] = one  # an artificial variable
        table.append(line)
    basis = list(range(width, width + count))
    # Phase 1: the sum of the artificial variables.
    cost = [-sum((line[v] for line in table), zero) for v in range(width)]
    cost += [zero] * count + [-sum((line[-1] for line in table), zero)]
    _descend(table, basis, cost, width)  # it is bounded by 0
    if cost[-1]:  # the reduced costs of the artificial variables are 1 - multiplier
        signs = (-1 if row.bound < 0 else 1 for row in program.rows)
        duals = (sign * (1 - c) for sign, c in zip(signs, cost[width:-1], strict=True))
        return Infeasible({k: m for k, m in enumerate(duals) if m})
    for k, v in enumerate(basis):
        if v >= width:  # at 0: out of the basis, where its row allows
            entering = next((w for w in range(width) if table[k][w]), None)
            if entering is not None:
                _pivot(table, basis, cost, k, entering)
    # Phase 2: the cost of the program.
    cost = [*program.cost, *[zero] * (width - n + count + 1)]
    for k, v in enumerate(basis):
        if factor := cost[v]:
            cost = [c - factor * x for c, x in zip(cost, table[k], strict=True)]
    if not _descend(table, basis, cost, width):
        return None
    basic = set(basis)
    redundant = {v - width for v in basic if v >= width}
    loose = {slacks[v - n] for v in basic if n <= v < width}
    tight = tuple(k for k in range(count) if k not in loose and k not in redundant)
    at = {v: line[-1] for v, line in zip(basis, table, strict=True)}
    x = [at.get(v, zero) for v in range(n)]
    return Basis(tight, tuple(v for v in range(n) if v not in basic)), x


def _descend(table: list[list[fmpq]], basis: list[int], cost: list[fmpq], width: int) -> bool:
    """Pivot until no cost is negative; return False if the program is unbounded."""
    while (entering := next((v for v in range(width) if cost[v] < 0), None)) is not None:
        ratios = [
            (line[-1] / line[entering], basis[k], k)
            for k, line in enumerate(table)
            if line[entering] > 0
        ]
        if not ratios:
            return False
        _pivot(table, basis, cost, min(ratios)[2], entering)
    return True


def _pivot(
    table: list[list[fmpq]], basis: list[int], cost: list[fmpq], k: int, entering: int
) -> None:
    scale = table[k][entering]
    table[k] = [x / scale if x else x for x in table[k]]
    for m, line in enumerate(table):
        if m != k and line[entering]:
            table[m] = _less(line, line[entering], table[k])
    if cost[entering]:
        cost[:] = _less(cost, cost[entering], table[k])
    basis[k] = entering


def _less(line: Sequence[fmpq], factor: fmpq, other: Sequence[fmpq]) -> list[fmpq]:
    return [x - factor * y if y else x for x, y in zip(line, other, strict=True)]
