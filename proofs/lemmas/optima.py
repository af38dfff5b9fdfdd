"""Optima of the paper's linear programs, as evidence for its claims.

A figure draws one optimum; a claim about "the" optimal mechanism is decided over all of
them. At one alpha :func:`face` gives the exact range of a probability over the optimal
face. For all alpha, :func:`curve` gives the optimal cost with its proof, and two curves are
compared by :func:`chart`; with a demand added to the program, the curves agree exactly
where some optimum meets the demand.

>>> gm, honest = curve(3), curve(3, ("WH",))
>>> [str(cell) for cell in chart(honest.pieces, gm.pieces)]
['= on (0, 3/5]', '> on (3/5, 1)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from flint import fmpq

from ...mechanisms.design.design import Design, Inequality
from ...mechanisms.design.optimal import InfeasibleDesign, OptimalMechanism, optimal
from ...mechanisms.design.parametric.curves import parametric
from ...mechanisms.design.parametric.optimum import ParametricOptimum, Piece
from ...mechanisms.exact.algebraic import ONE, ZERO, Algebraic, between, roots
from ...mechanisms.exact.rationals import to_fraction
from ...mechanisms.exact.ratios import ALPHA, Ratio
from ...mechanisms.kernels.objectives import Objective
from ...verify.judge.joining import Stated, joined, stated
from ...verify.judge.optimality import design_certificate
from ...verify.judge.parametric import optimum_stated
from ..deciding.decision import lemma as decide_lemma
from ..engine import facts
from ..engine.evidence import Step
from ..engine.reals import rounding
from ..engine.search import written

Letters = tuple[str, ...]
Entry = tuple[int, int]

SEVEN: Letters = ("RH", "RM", "CH", "CM", "F", "WH", "S")
#: The program that the paper calls WM.
WM: Letters = ("RM", "CM", "WH")
#: Sizes at which optima are compared for all alpha.
PARAMETRIC = range(1, 7)


@lru_cache(maxsize=4096)
def least(
    n: int,
    alpha: Fraction | None,
    letters: Letters = (),
    loss: str = "L0",
    extra: tuple[Inequality, ...] = (),
) -> OptimalMechanism | InfeasibleDesign:
    """Return the optimum of a program of the paper, and whether it is unique."""
    return optimal(Design(n, alpha, letters, Objective.parse(loss), extra), unique=True)


def least_cost(n: int, alpha: Fraction, letters: Letters = (), loss: str = "L0") -> Fraction:
    """Return the optimal cost.

    >>> str(least_cost(4, Fraction(10, 11), ("WH",)))
    '121/125'
    """
    found = least(n, alpha, letters, loss)
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism has all seven
    return found.cost


def total(entries: Iterable[Entry], bound: Fraction, *, equal: bool = False) -> Inequality:
    """Return the demand that entries (input, output) sum to at least `bound`, or to it."""
    return Inequality(tuple((entry, Fraction(1)) for entry in entries), bound, equal)


def at_cost(n: int, loss: str, cost: Fraction) -> Inequality:
    """Return the demand that a kernel has this cost."""
    table = Objective.parse(loss).coefficients(n)
    terms = (((i, j), to_fraction(c)) for i, row in enumerate(table) for j, c in enumerate(row))
    return Inequality(tuple((entry, c) for entry, c in terms if c), cost, equal=True)


def face(
    n: int, alpha: Fraction, letters: Letters, loss: str, entries: Sequence[Entry]
) -> tuple[Fraction, Fraction]:
    """Return the least and the largest sum of entries (input, output) over all optima.

    >>> tuple(map(str, face(2, Fraction(9, 10), (), "L0", [(0, 0)])))
    ('10/19', '10/19')
    """
    optimum = at_cost(n, loss, least_cost(n, alpha, letters, loss))
    ends = []
    for sign in (1, -1):
        # The objective weighs inputs uniformly; the factor takes that out.
        table = [
            [sign * (n + 1) * int((i, j) in entries) for j in range(n + 1)] for i in range(n + 1)
        ]
        found = optimal(Design(n, alpha, letters, Objective.of_table(table), (optimum,)))
        assert isinstance(found, OptimalMechanism)  # the optimum itself is feasible
        ends.append(sign * found.cost)
    return ends[0], ends[1]


def certified(shows: str, found: OptimalMechanism | InfeasibleDesign, holds: bool) -> Step:
    """Return a step that rests on an optimum, with what a certificate states of that."""
    data: dict[str, Any] = {"n": found.design.n, "alpha": found.design.alpha, "cost": None}
    if isinstance(found, OptimalMechanism):
        data |= {"cost": found.cost, "kernel": found.mechanism.rows()}
    return Step("linear program", shows, holds, written(data), partial(optimum, found))


def optimum(found: OptimalMechanism | InfeasibleDesign) -> Stated:
    """Return what a certificate states of a program: its optimum, or that it has none."""
    return stated(design_certificate(found))


@lru_cache(maxsize=256)
def curve(
    n: int, letters: Letters = (), loss: str = "L0", extra: tuple[Inequality, ...] = ()
) -> ParametricOptimum:
    """Return the optimal cost for all alpha in (0, 1), with its proof."""
    return parametric(Design(n, None, letters, Objective.parse(loss), extra))


@dataclass(frozen=True)
class Cell:
    """An interval of alpha on which one curve is below (-1), at (0) or above (1) another."""

    low: Algebraic
    high: Algebraic
    low_closed: bool
    high_closed: bool
    sign: int

    def __str__(self) -> str:
        left, right = "[" if self.low_closed else "(", "]" if self.high_closed else ")"
        return f"{'<=>'[self.sign + 1]} on {left}{self.low}, {self.high}{right}"


def chart(one: Sequence[Piece], other: Sequence[Piece]) -> list[Cell]:
    """Compare two continuous piecewise rational functions on (0, 1)."""
    walls = [ZERO, *(piece.high for piece in (*one, *other))]
    for p in one:
        for q in other:
            low, high = max(p.low, q.low), min(p.high, q.high)
            crossing = (p.cost - q.cost).numerator
            if low < high and crossing:
                walls += [r for r in roots(crossing, fmpq(0), fmpq(1)) if low < r < high]
    cells: list[Cell] = []
    for low, high in pairwise(sorted(walls)):
        if low == high:
            continue
        inside = Algebraic.of(between(low, high))
        gap = _at(one, inside) - _at(other, inside)
        value = gap.at(inside.low)
        sign = (value > 0) - (value < 0)
        closed = high < ONE and high.is_root(gap.numerator) == (sign == 0)
        cells.append(Cell(low, high, False, closed, sign))
    return _joined(cells)


def _at(pieces: Sequence[Piece], point: Algebraic) -> Ratio:
    return next(piece.cost for piece in pieces if point <= piece.high)


def _joined(cells: Sequence[Cell]) -> list[Cell]:
    """Give each wall to a cell, and join neighbours of equal sign."""
    out: list[Cell] = []
    for cell in cells:
        if not out:
            out.append(cell)
            continue
        last = out[-1]
        # By continuity a wall where the curves differ lies inside a cell of one sign.
        if last.sign == cell.sign and (last.high_closed or cell.sign == 0):
            closed = cell.high_closed
            out[-1] = Cell(last.low, cell.high, last.low_closed, closed, cell.sign)
        elif last.sign and cell.sign:
            out.append(Cell(cell.low, cell.low, True, True, 0))
            out.append(cell)
        else:
            out.append(Cell(cell.low, cell.high, cell.sign == 0, cell.high_closed, cell.sign))
    return out


def compared(
    shows: str, one: ParametricOptimum, other: ParametricOptimum, expected: Sequence[str]
) -> Step:
    """Decide whether two curves compare as expected, as the cells of a :func:`chart`.

    >>> compared("EM costs more", curve(2, ("F",)), curve(2, WM), ["> on (0, 1)"]).holds
    True
    """
    found = [str(cell) for cell in chart(one.pieces, other.pieces)]
    data = {
        "n": one.design.n,
        "demands": ["+".join(c.design.properties) or "BasicDP" for c in (one, other)],
        "costs": [str(one).splitlines()[1:], str(other).splitlines()[1:]],
        "chart": found,
        "expected": list(expected),
    }
    return Step("parametric program", shows, found == list(expected), data, curves(one, other))


def curves(*found: ParametricOptimum) -> Callable[[], Stated | None]:
    """Return what states these curves in a certificate, up to irrational ends of their tiles."""

    def states() -> Stated | None:
        stated = [optimum_stated(curve) for curve in found]
        return None if None in stated else joined(one for one in stated if one is not None)

    return states


def same(shows: str, one: ParametricOptimum, other: ParametricOptimum) -> Step:
    """Decide whether two curves are equal on all of (0, 1)."""
    return compared(shows, one, other, ["= on (0, 1)"])


def free(letters: Letters, besides: Letters, sizes: Iterable[int] = PARAMETRIC) -> list[Step]:
    """Decide whether further properties cost nothing, for all alpha at each size."""
    shows = f"{'+'.join(besides)} for free with {'+'.join(letters)}"
    more = tuple(p for p in SEVEN if p in {*letters, *besides})
    return [same(f"n = {size}: {shows}", curve(size, letters), curve(size, more)) for size in sizes]


def lemma(text: str, sizes: Iterable[int]) -> Step:
    """Decide a lemma for all kernels on 0..n, for each size."""
    found = {n: decide_lemma(text, n) for n in sizes}
    shown = {str(n): str(outcome) for n, outcome in found.items()}
    return Step("lemma", text, all(o.holds for o in found.values()), {"n": shown})


def printed(shows: str, value: Fraction, text: str) -> Step:
    """Decide whether an exact value rounds to a printed decimal.

    >>> printed("10/19", Fraction(10, 19), "0.53").holds
    True
    """
    low, high = rounding(text)
    data = written({"printed": text, "exact": value, "off by": value - Fraction(text)})
    holds = low <= value <= high
    shown = data if holds else {"counterexample": data}
    return Step("decimal", f"{shows} is {text}", holds, shown)


def printed_of(
    shows: str,
    rows: facts.Rows,
    weights: Mapping[Entry, Fraction | int],
    text: str,
    form: Mapping[str, Any] | None = None,
) -> Step:
    """Decide whether weighted entries (input, output) of a kernel add up to a printed decimal.

    In a certificate the kernel has the given form, if one is given.

    >>> half = Fraction(1, 2)
    >>> printed_of("the truth", [[half, half]] * 2, {(0, 0): half, (1, 1): half}, "0.5").holds
    True
    """
    low, high = rounding(text)
    value = sum((w * rows[i][j] for (i, j), w in weights.items()), start=Fraction(0))
    at_least, at_most = facts.linear(weights, low), facts.at_most(weights, high)

    def states() -> Stated:
        return facts.kernel(form or rows, facts.holds(at_least), facts.holds(at_most))

    def refutes() -> Stated:
        return facts.kernel(form or rows, facts.fails(at_most if value > high else at_least))

    return replace(printed(shows, value, text), states=states, refutes=refutes)


#: The costs that are known in closed form, as curves of one piece.
GM_COST = [Piece(ZERO, ONE, 2 * ALPHA / (1 + ALPHA))]
