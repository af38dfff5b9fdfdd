"""Rechecks a parametric optimum without any of the code that found it but the arithmetic.

A tile is accepted if its kernel and its multipliers satisfy every row, every sign and the
same cost on the whole interval (weak duality), where signs are decided by Sturm's theorem;
the curve is accepted if the tiles cover (0, 1) and have its cost. Bases, linear solving and
the isolation of roots are not trusted.

>>> from exactdp.mechanisms.design.design import Design
>>> from exactdp.mechanisms.kernels.objectives import Objective
>>> from exactdp.mechanisms.design.parametric.curves import parametric
>>> objections(parametric(Design(2, None, (), Objective.parse("L1"))))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from ...exact.algebraic import Algebraic
from ...exact.ratios import ALPHA, Poly, Ratio
from ..lp.program import Program
from .optimum import ParametricOptimum
from .tiles import Span, Tile


def objections(found: ParametricOptimum) -> list[str]:
    """Return what is wrong with a parametric optimum; nothing if it is proved."""
    ends = [end for t in found.tiles for end in (t.span.low, t.span.high)]
    ends += [end for piece in found.pieces for end in (piece.low, piece.high)]
    if not all(map(_isolated, ends)):
        return ["an end of an interval is not isolated"]
    _, program = found.design.program(ALPHA)
    out = [
        f"tile {k}: {wrong}"
        for k, t in enumerate(found.tiles)
        for wrong in tile_objections(program, t)
    ]
    return out + list(_curve(found))


def proved(program: Program, tiles: Sequence[Tile]) -> Sequence[Tile]:
    """Return the tiles if each of them is proved.

    Raises
    ------
    ArithmeticError
        If there is an objection to one.
    """
    for tile in tiles:
        if wrong := tile_objections(program, tile):
            raise ArithmeticError(f"the tile {tile.span} is not proved: {'; '.join(wrong)}")
    return tiles


def tile_objections(program: Program, tile: Tile) -> list[str]:
    """Return what is wrong with a tile; nothing if its cost is proved optimal on its span."""
    if not _isolated(tile.span.low) or not _isolated(tile.span.high):
        return ["an end of an interval is not isolated"]
    return [*_primal(program, tile), *_dual(program, tile)]


def _primal(program: Program, tile: Tile) -> Iterator[str]:
    x = tile.vertex.x
    for v in tile.basis.zeros:
        if x[v]:
            yield f"variable {v} is not zero"
    for v, value in enumerate(x):
        if not nonnegative(value, tile.span):
            yield f"variable {v} is negative somewhere"
    for k, row in enumerate(program.rows):
        slack = sum((a * x[v] for v, a in row.terms), -row.bound)
        if (slack and k in tile.basis.rows) or (row.equal and not _zero(slack, tile.span)):
            yield f"row {k} does not hold with equality"
        elif not nonnegative(slack, tile.span):
            yield f"row {k} is violated somewhere"
    if sum((c * value for c, value in zip(program.cost, x, strict=True)), -tile.cost):
        yield "the kernel has another cost"


def _dual(program: Program, tile: Tile) -> Iterator[str]:
    reduced = list(program.cost)
    value = 0 * ALPHA
    for k, m in tile.vertex.multipliers.items():
        row = program.rows[k]
        if not row.equal and not nonnegative(m, tile.span):
            yield f"the multiplier of row {k} is negative somewhere"
        if row.equal and not _defined(m, tile.span):
            yield f"the multiplier of row {k} has a pole"
        value = value + m * row.bound
        for v, a in row.terms:
            reduced[v] = reduced[v] - a * m
    for v, d in enumerate(reduced):
        if not nonnegative(d, tile.span):
            yield f"the reduced cost of variable {v} is negative somewhere"
    if value != tile.cost:
        yield "the multipliers prove another cost"


def _curve(found: ParametricOptimum) -> Iterator[str]:
    spans = [t.span for t in found.tiles]
    if spans[0].low.rational != 0 or spans[-1].high.rational != 1:
        yield "the tiles do not reach from 0 to 1"
    for a, b in pairwise(spans):
        if not a.touches(b):
            yield f"nothing is proved at alpha = {a.high}"
    for piece in found.pieces:
        for t in found.tiles:
            cost = t.cost + found.design.origin
            if t.span.low < piece.high and piece.low < t.span.high and cost != piece.cost:
                yield f"the cost on {piece} is another than that of a tile"
    ends = [found.pieces[0].low, *(piece.high for piece in found.pieces)]
    starts = [*(piece.low for piece in found.pieces), found.pieces[-1].high]
    if ends != starts or ends[0].rational != 0 or ends[-1].rational != 1:
        yield "the pieces do not make up (0, 1)"


def nonnegative(f: Any, span: Span) -> bool:
    """Return whether a rational function has no pole and no negative value on a span.

    >>> from exactdp.mechanisms.design.parametric.tiles import Span
    >>> half = Algebraic.of(fmpq(1, 2))
    >>> nonnegative(1 - 2 * ALPHA, Span(Algebraic.of(fmpq(0)), half))
    True
    >>> nonnegative(2 * ALPHA - 1, Span(Algebraic.of(fmpq(1, 3)), Algebraic.of(fmpq(1))))
    False
    """
    f = f + 0 * ALPHA
    if not f:
        return True
    if not _defined(f, span):
        return False
    if not span.low < span.high:
        return span.low.rational is not None and bool(f.at(span.low.rational) >= 0)
    odd = [p for p, power in f.numerator.factor_squarefree()[1] if power % 2]
    if _inside(reduce(lambda p, q: p * q, odd, fmpz_poly([1])), span):
        return False
    return bool(f.at(_sample(f, span)) > 0)


def _zero(f: Ratio, span: Span) -> bool:
    """Return whether a function is 0 on a span: everywhere, unless it is one point."""
    alone = None if span.low < span.high else span.low.rational
    if not f or alone is None:
        return not f
    return _defined(f, span) and not f.at(alone)


def _defined(f: Ratio, span: Span) -> bool:
    ends = [span.low] * span.low_closed + [span.high] * span.high_closed
    at_ends = any(f.denominator.gcd(end.minimal).degree() > 0 for end in ends)
    return not at_ends and _inside(f.denominator, span) == 0


def _sample(f: Ratio, span: Span) -> fmpq:
    low, high = _copy(span.low), _copy(span.high)
    while low.high >= high.low:
        low.refine()
        high.refine()
    start, end = low.high, high.low
    parts = 2
    while True:  # a polynomial of degree d has at most d zeros
        point = start + (end - start) / parts
        if f.numerator(point):
            return point
        parts += 1


def _copy(end: Algebraic) -> Algebraic:
    return Algebraic(end.minimal, end.low, end.high)


def _isolated(end: Algebraic) -> bool:
    if end.low == end.high:
        return bool(end.minimal.degree() == 1 and end.minimal(end.low) == 0)
    irreducible = [power for _, power in end.minimal.factor()[1]] == [1]
    return irreducible and count_roots(end.minimal, end.low, end.high) == 1


def _inside(p: Poly, span: Span) -> int:
    """Return the number of different roots strictly inside a span."""
    if p.degree() < 1 or not span.low < span.high:
        return 0
    low, high = _copy(span.low), _copy(span.high)
    total = 0
    for minimal in {str(e.minimal): e.minimal for e in (low, high)}.values():
        divides = False
        while p.gcd(minimal).degree() > 0:
            p, divides = p // minimal, True
        if divides and minimal.degree() > 1:
            total += _between(minimal, low, high)
    return total + (_between(p, low, high) if p.degree() > 0 else 0)


def _between(p: Poly, low: Algebraic, high: Algebraic) -> int:
    """Count roots strictly between two numbers, which p has as simple roots or not at all."""
    for end in (low, high):
        own = int(end.minimal == p)
        while end.rational is None and count_roots(p, end.low, end.high) != own:
            end.refine()
    while low.high > high.low:
        low.refine()
        high.refine()
    return count_roots(p, low.high, high.low)


def count_roots(p: Poly, low: fmpq, high: fmpq) -> int:
    """Return the number of different roots of p in (low, high]; Sturm's theorem.

    >>> count_roots(fmpz_poly([0, 1, -5, 6]), fmpq(0), fmpq(1, 2))
    2
    """
    here = fmpq_poly(p)
    here = here // here.gcd(here.derivative())
    chain = [here, here.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return _changes(chain, low) - _changes(chain, high)


def _changes(chain: list[Any], point: fmpq) -> int:
    signs = [value > 0 for p in chain if (value := p(point))]
    return sum(a != b for a, b in pairwise(signs))
