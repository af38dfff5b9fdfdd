"""For all alpha at once: where premises can be met, and where a row fails on a tile.

On a tile what a row leaves over at least is a rational function of alpha. Between its zeros
its sign is that at any one point, so finitely many points decide it, all of them exact. Where
premises can be met is the same question: there what they lack, all together, is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from flint import fmpq

from ...mechanisms.design.design import Label
from ...mechanisms.design.parametric.recheck import proved
from ...mechanisms.design.parametric.tiles import LEVELS, Span, Tile
from ...mechanisms.design.parametric.tiling import tile
from ...mechanisms.design.statements.demands import Demand
from ...mechanisms.exact.algebraic import Algebraic, between, roots
from ...mechanisms.exact.errors import LimitError
from ...mechanisms.exact.ratios import ALPHA
from .kernels import Kernels
from .outcome import Multipliers, Reason


def multipliers(labels: list[Label], t: Tile) -> Multipliers:
    """Return the multipliers of a tile by what their rows mean."""
    return {labels[k]: m for k, m in t.vertex.multipliers.items() if m}


def feasible(kernels: Kernels) -> tuple[list[Span], list[fmpq], list[Reason]]:
    """Return where the premises can be met: spans and single alphas; and why not elsewhere."""
    if not kernels.written:
        return [LEVELS], [], []  # the uniform mechanism has every property
    labels, program = kernels.shortfall(ALPHA)
    spans: list[Span] = []
    points: list[Algebraic] = []
    vacuous = []
    for t in proved(program, tile(lambda alpha: kernels.shortfall(alpha)[1])):
        if t.cost:
            points += _zeros(t)
            where = _positive(t)
            if where.start < where.end:
                vacuous.append(Reason(where, None, multipliers(labels, t)))
        elif spans and spans[-1].touches(t.span):
            spans.append(Span.cut(spans.pop().start, t.span.end))
        else:
            spans.append(t.span)
    alone = [p for p in points if not any(span.holds(p) for span in spans)]
    irrational = next((p for p in alone if p.rational is None), None)
    if irrational is not None:
        raise LimitError(
            f"the premises can be met at alpha = {irrational}, which is irrational, "
            "but not next to it: not decided there"
        )
    return spans, [p.rational for p in alone if p.rational is not None], vacuous


def _zeros(t: Tile) -> list[Algebraic]:
    """Return where on a tile the cost, which is not the zero function, is 0."""
    span, p = t.span, t.cost.numerator
    inside = [r for r in roots(p, span.low.low, span.high.high) if span.low < r < span.high]
    ends = [e for e in (span.low, span.high) if span.holds(e) and e.is_root(p)]
    return inside + ends


def _positive(t: Tile) -> Span:
    """Return the span of a tile, open where the cost is 0 at an end."""
    low, high, low_closed, high_closed = t.span
    p = t.cost.numerator
    return Span(low, high, low_closed and not low.is_root(p), high_closed and not high.is_root(p))


def failures(t: Tile, demand: Demand) -> Iterator[Algebraic]:
    """Yield where on a tile the row fails: between its zeros its sign is that at one point."""
    surplus = replace(t, cost=t.cost - demand.row.bound)
    if not surplus.cost:
        if demand.strict:
            yield Algebraic.of(t.sample)
        return
    zeros = _zeros(surplus)
    walls = sorted([t.span.low, *zeros, t.span.high])
    inside = [between(low, high) for low, high in pairwise(walls) if low < high]
    for point in inside or [_alone(t.span)]:
        if surplus.cost.at(point) < 0:
            yield Algebraic.of(point)
    if demand.strict:
        yield from zeros


def _alone(span: Span) -> fmpq:
    """Return the only point of a span."""
    if span.low.rational is None:
        raise LimitError(f"not decided at alpha = {span.low} itself, which is irrational")
    return span.low.rational
