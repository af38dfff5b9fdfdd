"""A linear program for all alpha of an interval at once: the interval tiled by bases.

A basis that is optimal at one alpha stays so until something that must be nonnegative changes
its sign. So a basis is found at a rational alpha, and solved over Q(alpha): its vertex and its
multipliers are rational functions, and the largest interval around that alpha on which none
turns negative or infinite (an equation's multiplier, whose sign is free, may not become
infinite either) is a *tile*. Its ends are exact algebraic numbers. What it leaves over is
tiled in the same way. This ends: there are finitely many bases, each has finitely many such
intervals, and every tile found holds a point that none before it held.

None of this has to be believed: :mod:`.recheck` proves the tiles, or objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq, fmpz_poly

from ...exact.algebraic import ONE, ZERO, Algebraic, between, isolate, variations
from ...exact.errors import InputError, LimitError
from ...exact.ratios import ALPHA, Poly, Ratio, solve
from ..lp.minimum import minimise
from ..lp.program import Basis, Infeasible, Program
from ..lp.vertex import Vertex, vertex
from .tiles import LEVELS, Family, Span, Tile


def tile(family: Family, over: Span = LEVELS) -> list[Tile]:
    """Return tiles that cover an interval, in order; each reaches beyond the one before it.

    Raises
    ------
    InputError
        If the program has no solution at some alpha.
    LimitError
        If a basis could not be proved, or if an isolated irrational alpha is left over.

    Examples
    --------
    >>> from exactdp.mechanisms.design.lp.program import Row
    >>> def larger(a):  # minimise x subject to x >= a, x >= 1 - a
    ...     one = 1 + 0 * a
    ...     return Program([one], [Row(((0, one),), a), Row(((0, one),), 1 - a)])
    >>> [(str(found.span), found.cost) for found in tile(larger)]
    [('(0, 1/2]', 1 - alpha), ('[1/2, 1)', alpha)]
    """
    symbolic = family(ALPHA)
    found: list[Tile] = []
    gaps = [over]
    while gaps:
        gap = gaps.pop()
        found.append(_around(family, symbolic, _point(gap)))
        gaps += _left_over(gap, found[-1].span)
    return list(_cover(found, over))


def _point(gap: Span) -> fmpq:
    if gap.low < gap.high:
        return between(gap.low, gap.high)
    if gap.low.rational is None:
        raise LimitError(f"no basis was proved optimal at the irrational alpha = {gap.low} itself")
    return gap.low.rational


def _left_over(gap: Span, span: Span) -> Iterator[Span]:
    """Yield what a span leaves of a gap that it has a point in common with."""
    if gap.start < span.start:
        yield Span.cut(gap.start, span.start)
    if span.end < gap.end:
        yield Span.cut(span.end, gap.end)


def _cover(tiles: Sequence[Tile], over: Span) -> Iterator[Tile]:
    """Yield as few of the tiles as cover the interval."""
    here = over.start
    while here < over.end:
        yield (best := max((t for t in tiles if t.span.start <= here), key=lambda t: t.span.end))
        if best.span.end <= here:
            raise ArithmeticError(f"no tile goes on at alpha = {here[0]}")
        here = best.span.end


def _around(family: Family, symbolic: Program, point: fmpq) -> Tile:
    program = family(point)
    if len(program.rows) != len(symbolic.rows) or program.variables != symbolic.variables:
        raise ArithmeticError(f"the program at alpha = {point} has another shape")
    best = minimise(program)
    if isinstance(best, Infeasible):
        raise InputError(f"the demands contradict each other at alpha = {point}")
    solved = solved_basis(symbolic, best.basis)
    if solved is None:  # regular at the point, so regular over Q(alpha)
        raise ArithmeticError(f"the basis at alpha = {point} is singular")
    span = _span(point, *conditions(symbolic, best.basis, solved))
    cost = sum((c * x for c, x in zip(symbolic.cost, solved.x, strict=True)), 0 * ALPHA)
    return Tile(span, best.basis, solved, cost, point)


def solved_basis(symbolic: Program, basis: Basis) -> Vertex | None:
    """Return the vertex of a basis over Q(alpha); None where it is singular."""
    return vertex(symbolic, basis, solve)


def conditions(
    symbolic: Program, basis: Basis, solved: Vertex
) -> tuple[list[Ratio], list[Ratio], list[Ratio]]:
    """Return what must be nonnegative, finite and zero for the basis to be optimal."""
    nonnegative = [*solved.x, *solved.reduced.values()]
    finite: list[Ratio] = []  # of any sign: the multipliers of equations
    zero: list[Ratio] = []
    tight = set(basis.rows)
    for k, row in enumerate(symbolic.rows):
        if k in tight:
            (finite if row.equal else nonnegative).append(solved.multipliers[k])
        else:
            slack = sum((a * solved.x[v] for v, a in row.terms), -row.bound)
            (zero if row.equal else nonnegative).append(slack)
    return _different(nonnegative), _different(finite), _different(zero)


def _different(functions: Sequence[Ratio]) -> list[Ratio]:
    return list({f.key: f for f in functions if f}.values())


def _span(
    point: fmpq, nonnegative: Sequence[Ratio], finite: Sequence[Ratio], zero: Sequence[Ratio]
) -> Span:
    """Return the largest interval in (0, 1) around a point where all conditions are met."""
    here = Algebraic.of(point)
    if zero:
        return Span(here, here, True, True)
    low, high = ZERO, ONE
    parts = [(f.denominator, True) for f in (*nonnegative, *finite)]
    parts += [(f.numerator, False) for f in nonnegative]
    for p, pole in sorted(parts, key=lambda part: part[0].degree()):
        for root in _walls(p, pole, low.low, high.high):
            if root < here:
                low = max(low, root)
            elif here < root:
                high = min(high, root)
            elif pole:
                raise ArithmeticError(f"a pole at alpha = {point}, where it was solved")
    for f in nonnegative:
        value = f.at(point)
        left, right = _signs_beside(f, point) if value == 0 else (value, value)
        if value < 0:
            raise ArithmeticError(f"{f} is negative at alpha = {point}, where it was proved not to")
        low = here if left < 0 else low
        high = here if right < 0 else high
    low_closed = low > ZERO and not any(low.is_root(p) for p, pole in parts if pole)
    high_closed = high < ONE and not any(high.is_root(p) for p, pole in parts if pole)
    return Span(low, high, low_closed, high_closed)


def _walls(p: Poly, pole: bool, low: fmpq, high: fmpq) -> Iterator[Algebraic]:
    """Yield the roots between two numbers; without `pole` only those where p changes its sign."""
    if p.degree() > 0 and variations(p, low, high):
        for factor, power in p.factor()[1]:
            if pole or power % 2:
                yield from isolate(factor, low, high)


def _signs_beside(f: Ratio, point: fmpq) -> tuple[int, int]:
    """Return the signs of a function just below and just above a zero of it."""
    line = fmpz_poly([-point.p, point.q])  # positive above the point
    rest, power = f.numerator, 0
    while not rest(point):
        rest, power = rest // line, power + 1
    above = 1 if rest(point) * f.denominator(point) > 0 else -1
    return above * (-1) ** power, above
