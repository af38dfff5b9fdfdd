"""A linear program for all alpha of an interval at once: the interval tiled by bases.

At a rational alpha an exact optimal basis is found. Solved over Q(alpha), its vertex and
its multipliers are rational functions; as long as all that must be nonnegative is, the
basis stays optimal. The largest such interval around the alpha is a *tile*: its ends are
exact algebraic numbers, where a function changes its sign or has a pole (that of an
equation's multiplier too, whose sign is free). What is left over is tiled in the same way.
This ends, because there are finitely many bases, each has finitely many such intervals,
and every tile found holds a point that none before it held. Every tile is rechecked before
it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flint import fmpq, fmpz_poly

from ...exact.algebraic import ONE, ZERO, Algebraic, between, isolate, variations
from ...exact.errors import InputError, LimitError
from ...exact.ratios import ALPHA, Ratio, solve
from ..lp.optimum import Infeasible, Optimum, optimum
from ..lp.program import Basis, Program, Scalar
from ..lp.vertex import Vertex, vertex
from .recheck import tile_objections

#: The program at a level, which may be a rational or :data:`ALPHA`.
Family = Callable[[Scalar], Program]


class Span(NamedTuple):
    """An interval with exact ends, each of which belongs to it or not."""

    low: Algebraic
    high: Algebraic
    low_closed: bool = False
    high_closed: bool = False

    def holds(self, point: Algebraic) -> bool:
        """Return whether a point belongs to the interval."""
        above = self.low < point or (self.low_closed and self.low == point)
        below = point < self.high or (self.high_closed and self.high == point)
        return above and below

    def within(self, other: Span) -> Span:
        """Return what this span and another have in common, where that is something.

        >>> half = Algebraic.of(fmpq(1, 2))
        >>> print(LEVELS.within(Span(half, ONE, low_closed=True)))
        [1/2, 1)
        """
        low, high = max(self.low, other.low), min(self.high, other.high)
        closed = (span.low_closed for span in (self, other) if span.low == low)
        closed_above = (span.high_closed for span in (self, other) if span.high == high)
        return Span(low, high, all(closed), all(closed_above))

    def touches(self, after: Span) -> bool:
        """Return whether this and a later span have no gap between them."""
        meet = self.high == after.low and (self.high_closed or after.low_closed)
        return after.low < self.high or meet

    def to_json(self) -> dict[str, Any]:
        """Return the ends, and whether each belongs to the interval."""
        closed = [self.low_closed, self.high_closed]
        return {"low": self.low.to_json(), "high": self.high.to_json(), "closed": closed}

    def __str__(self) -> str:
        left, right = "[" if self.low_closed else "(", "]" if self.high_closed else ")"
        return f"{left}{self.low}, {self.high}{right}"


#: All levels: 0 < alpha < 1.
LEVELS = Span(ZERO, ONE)


@dataclass(frozen=True)
class Tile:
    """An interval on which one basis is optimal.

    Attributes
    ----------
    span : Span
    basis : Basis
    vertex : Vertex
        The solution, the multipliers and the reduced costs, as functions of alpha.
    cost : Ratio
    sample : fmpq
        The alpha at which the basis was found.
    """

    span: Span
    basis: Basis
    vertex: Vertex
    cost: Ratio
    sample: fmpq


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
        piece = _around(family, symbolic, _point(gap))
        found.append(piece)
        gaps += _left_over(gap, piece.span)
    chosen = _cover(found, over)
    for piece in chosen:
        if wrong := tile_objections(symbolic, piece):
            raise ArithmeticError(f"the tile {piece.span} is not proved: {'; '.join(wrong)}")
    return chosen


def _point(gap: Span) -> fmpq:
    if gap.low < gap.high:
        return between(gap.low, gap.high)
    if gap.low.rational is None:
        raise LimitError(f"no basis was proved optimal at the irrational alpha = {gap.low} itself")
    return gap.low.rational


def _left_over(gap: Span, span: Span) -> Iterator[Span]:
    """Yield what a span leaves of a gap that it has a point in common with."""
    if gap.low < span.low:
        yield Span(gap.low, span.low, gap.low_closed, not span.low_closed)
    elif gap.low == span.low and gap.low_closed and not span.low_closed:
        yield Span(gap.low, gap.low, True, True)
    if span.high < gap.high:
        yield Span(span.high, gap.high, not span.high_closed, gap.high_closed)
    elif gap.high == span.high and gap.high_closed and not span.high_closed:
        yield Span(gap.high, gap.high, True, True)


def _cover(tiles: Sequence[Tile], over: Span) -> list[Tile]:
    """Return as few of the tiles as cover the interval; that they do is checked here."""
    chosen: list[Tile] = []
    end, ended = over.low, not over.low_closed  # covered up to here; and here itself?
    while end < over.high or (end == over.high and over.high_closed and not ended):
        next_ones = [
            t
            for t in tiles
            if (t.span.low < end or (t.span.low == end and (ended or t.span.low_closed)))
            and (end < t.span.high or (end == t.span.high and t.span.high_closed and not ended))
        ]
        if not next_ones:
            raise ArithmeticError(f"no tile goes on at alpha = {end}")
        best = max(next_ones, key=lambda t: (t.span.high, t.span.high_closed))
        chosen.append(best)
        end, ended = best.span.high, best.span.high_closed
    return chosen


def _around(family: Family, symbolic: Program, point: fmpq) -> Tile:
    program = family(point)
    if len(program.rows) != len(symbolic.rows) or program.variables != symbolic.variables:
        raise ArithmeticError(f"the program at alpha = {point} has another shape")
    best = optimum_by_row(program)
    if isinstance(best, Infeasible):
        raise InputError(f"the demands contradict each other at alpha = {point}")
    solved = solved_basis(symbolic, best.basis)
    if solved is None:  # regular at the point, so regular over Q(alpha)
        raise ArithmeticError(f"the basis at alpha = {point} is singular")
    nonnegative, finite, zero = conditions(symbolic, best.basis, solved)
    span = _span(point, nonnegative, finite) if not any(zero) else _single(point)
    cost = sum((c * x for c, x in zip(symbolic.cost, solved.x, strict=True)), 0 * ALPHA)
    return Tile(span, best.basis, solved, cost, point)


def solved_basis(symbolic: Program, basis: Basis) -> Vertex | None:
    """Return the vertex of a basis over Q(alpha); None where it is singular."""
    return vertex(symbolic, basis, solve)


def optimum_by_row(program: Program) -> Optimum | Infeasible:
    """Return the optimum of a program whose rows may have no terms at this alpha.

    Rows are numbered as in the program; one without terms is never tight.

    >>> one = fmpq(1)
    >>> from exactdp.mechanisms.design.lp.program import Row
    >>> optimum_by_row(Program([one], [Row((), -one), Row(((0, one),), one)])).basis
    Basis(rows=(1,), zeros=())
    """
    for k, (terms, bound, equal) in enumerate(program.rows):
        if not terms and (bound > 0 or (equal and bound)):
            return Infeasible({k: fmpq(1 if bound > 0 else -1)})
    kept = [k for k, row in enumerate(program.rows) if row.terms]
    best = optimum(Program(program.cost, [program.rows[k] for k in kept], program.scales))
    multipliers = {kept[k]: m for k, m in best.multipliers.items()}
    if isinstance(best, Infeasible):
        return Infeasible(multipliers)
    rows = tuple(kept[k] for k in best.basis.rows)
    return replace(best, multipliers=multipliers, basis=best.basis._replace(rows=rows))


def conditions(
    symbolic: Program, basis: Basis, solved: Vertex
) -> tuple[list[Ratio], list[Ratio], list[Ratio]]:
    """Return what must be nonnegative, finite and zero for the basis to be optimal."""
    tight = set(basis.rows)
    nonnegative = [x for x in solved.x if x]
    nonnegative += [d for d in solved.reduced.values() if d]
    finite: list[Ratio] = []  # of any sign: the multipliers of equations
    zero: list[Ratio] = []
    for k, row in enumerate(symbolic.rows):
        if k in tight:
            m = solved.multipliers[k]
            if m:
                (finite if row.equal else nonnegative).append(m)
            continue
        slack = sum((a * solved.x[v] for v, a in row.terms), -row.bound)
        if slack:
            (zero if row.equal else nonnegative).append(slack)
    return _different(nonnegative), _different(finite), zero


def _different(functions: Sequence[Ratio]) -> list[Ratio]:
    return list({f.key: f for f in functions}.values())


def _single(point: fmpq) -> Span:
    here = Algebraic.of(point)
    return Span(here, here, True, True)


def _span(point: fmpq, functions: Sequence[Ratio], finite: Sequence[Ratio]) -> Span:
    """Return the largest interval in (0, 1) around a point where no function is negative.

    Neither these functions nor those of the other list have a pole there.
    """
    low, high = ZERO, ONE
    here = Algebraic.of(point)
    touching = []
    parts = [(f.denominator, True) for f in finite]
    for f in functions:
        value = f.at(point)
        if value < 0:
            raise ArithmeticError(
                f"{f} is negative at alpha = {point}, where it was proved not to be"
            )
        if value == 0:
            touching.append(f)
        parts += [(f.numerator, False), (f.denominator, True)]
    for p, pole in sorted(parts, key=lambda part: part[0].degree()):
        if p.degree() < 1 or variations(p, low.low, high.high) == 0:
            continue
        for factor, power in p.factor()[1]:
            if not pole and power % 2 == 0:
                continue
            for root in isolate(factor, low.low, high.high):
                if root == here and pole:
                    raise ArithmeticError(f"a pole at alpha = {point}, where it was solved")
                if root < here:
                    low = max(low, root)
                elif here < root:
                    high = min(high, root)
    for f in touching:
        left, right = _signs_beside(f, point)
        low = here if left < 0 else low
        high = here if right < 0 else high
    low_closed = low > ZERO and _finite([*functions, *finite], low)
    high_closed = high < ONE and _finite([*functions, *finite], high)
    return Span(low, high, low_closed, high_closed)


def _signs_beside(f: Ratio, point: fmpq) -> tuple[int, int]:
    """Return the signs of a function just below and just above a zero of it."""
    line = fmpz_poly([-point.p, point.q])  # positive above the point
    rest, power = f.numerator, 0
    while not rest(point):
        rest, power = rest // line, power + 1
    above = 1 if rest(point) * f.denominator(point) > 0 else -1
    return above * (-1) ** power, above


def _finite(functions: Sequence[Ratio], end: Algebraic) -> bool:
    return not any(end.is_root(f.denominator) for f in functions)
