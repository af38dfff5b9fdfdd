"""A parametric optimum as a certificate states it: a kernel for each tile, of polynomials in alpha.

On its interval a tile's kernel, its multipliers and its cost are rational functions of alpha;
they are brought to one positive denominator, and the interval is cut where their inequalities
need that to show by coefficients. The ends of tiles are stated by kernels of their own. Where an
end is irrational, what is stated ends at a rational number next to it, inside.

>>> from exactdp.mechanisms.design.design import Design
>>> from exactdp.mechanisms.design.parametric.curves import parametric
>>> from exactdp.verify.judge.rechecking import check
>>> document = curve_certificate(parametric(Design.of(2, None, "WH")))
>>> [kernel["interval"] for kernel in document["kernels"] if "interval" in kernel]
[['0', '1/2'], ['1/2', '383805/524288'], ['767611/1048576', '1']]
>>> print(check(document).headline())
accepted, verdict holds
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from ...mechanisms.design.design import property_rows
from ...mechanisms.design.parametric.optimum import ParametricOptimum
from ...mechanisms.design.parametric.tiles import Tile
from ...mechanisms.exact.algebraic import ONE, Algebraic, cuts
from ...mechanisms.exact.errors import LimitError
from ...mechanisms.exact.rationals import exact_text, to_fraction
from ...mechanisms.exact.ratios import ALPHA, Ratio, coefficients, common_denominator
from ...mechanisms.kernels.mechanism import Mechanism
from .certificate import Document, certificate, kernels_of
from .joining import Stated, joined
from .optimality import demands_of, label_of, objective_of

#: How near to an irrational end a kernel reaches.
NEAR = fmpq(1, 10**6)


def optimum_stated(found: ParametricOptimum) -> Stated | None:
    """Return what a certificate states of a curve, tile by tile.

    None if coefficients do not show an inequality of it, however its interval is cut: then it
    touches 0 at an irrational number.
    """
    parts = []
    for tile in found.tiles:
        if tile.span.low < tile.span.high:
            parts.append(_inside(found, tile))
        if tile.span.high < ONE and tile.span.high.rational is not None:
            parts.append(_at(found, tile.span.high.rational))
    if None in parts:
        return None
    return joined(part for part in parts if part is not None)


def curve_certificate(found: ParametricOptimum) -> Document:
    """Return the certificate of a curve.

    Raises
    ------
    LimitError
        If it cannot be stated, see :func:`optimum_stated`.
    """
    stated = optimum_stated(found)
    if stated is None:
        raise LimitError(
            "the curve is proved, but an inequality of it touches 0 at an irrational alpha, which "
            "no certificate shows: ask for the optimum at one alpha"
        )
    return certificate(*stated)


def for_all(
    interval: Sequence[fmpq], rows: Sequence[Sequence[Ratio]], unit: Ratio | None = None
) -> dict[str, Any]:
    """Return a kernel for every alpha of an interval, which is given with its cuts.

    Entries are over the polynomial `unit`, or what they need.

    >>> response = [[1 / (1 + ALPHA), ALPHA / (1 + ALPHA)], [ALPHA / (1 + ALPHA), 1 / (1 + ALPHA)]]
    >>> kernel = for_all([fmpq(0), fmpq(1)], response)
    >>> kernel["unit"], kernel["rows"][0], kernel["interval"]
    (['1', '1'], [['1'], ['0', '1']], ['0', '1'])
    """
    over = _unit((x for row in rows for x in row), interval) if unit is None else unit
    return {
        "form": "polynomial",
        "inputs": [0, len(rows) - 1],
        "outputs": [0, len(rows[0]) - 1],
        "interval": [exact_text(x) for x in interval],
        "unit": polynomial(over),
        "rows": [[polynomial(x * over) for x in row] for row in rows],
    }


def polynomial(p: Ratio) -> list[str]:
    """Return a polynomial in alpha as a certificate has it, the constant first.

    >>> polynomial(1 - ALPHA), polynomial(0 * ALPHA)
    (['1', '-1'], [])
    """
    return [exact_text(fmpq(c, p.denominator[0])) for c in coefficients(p.numerator)]


def _inside(found: ParametricOptimum, tile: Tile) -> Stated | None:
    """Return that the tile's kernel is optimal on the tile's interval."""
    interval = _next_to(tile.span.low)[1], _next_to(tile.span.high)[0]
    vertex, (_, program) = tile.vertex, found.design.program(ALPHA)
    size, one = found.design.n + 1, 1 + 0 * ALPHA
    rows = list(program.rows)
    for letter in found.design.properties:  # one that another implies has none in the program
        rows += [row for _, row in property_rows(letter, size, one)]
    slacks = [sum((a * vertex.x[v] for v, a in row.terms), -row.bound) for row in rows]
    shown = [m for k, m in vertex.multipliers.items() if not program.rows[k].equal]
    unit = _unit([*vertex.x, *vertex.multipliers.values(), tile.cost], interval)
    signed = {x * unit for x in [*vertex.x, *slacks, *shown, *vertex.reduced.values(), one]}
    between = [cuts(x.numerator, *interval) for x in signed if x]
    if None in between:
        return None
    cut = sorted({*interval, *(at for part in between for at in part or ())})
    kernel = for_all(cut, found.kernel(tile), unit)
    claim = _claim(found, tile, Fraction(1, 2), lambda x: polynomial(x * unit))
    claim["design"][0]["alpha"] = polynomial(ALPHA)
    return Stated([kernel], [claim])


def _at(found: ParametricOptimum, alpha: fmpq) -> Stated:
    """Return that a kernel is optimal at one alpha: that of the tile that this belongs to."""
    tile = next(tile for tile in found.tiles if tile.span.holds(Algebraic.of(alpha)))

    def write(x: Ratio) -> str:
        return exact_text(x.at(alpha))

    kernel = Mechanism.from_rows([[x.at(alpha) for x in row] for row in found.kernel(tile)])
    return Stated(kernels_of(kernel), [_claim(found, tile, to_fraction(alpha), write)])


def _claim(
    found: ParametricOptimum, tile: Tile, alpha: Fraction, write: Callable[[Ratio], Any]
) -> dict[str, Any]:
    """Return the claim that a kernel is optimal, with the multipliers and the cost of a tile."""
    design = replace(found.design, alpha=alpha)
    multipliers = tile.vertex.multipliers.items()
    return {
        "claim": "optimal",
        "kernel": 0,
        "design": demands_of(design),
        "objective": objective_of(design.objective, design.n),
        "cost": write(tile.cost + design.origin),
        "dual": [[label_of(design, found.labels[k]), write(m)] for k, m in multipliers if m],
        "holds": True,
    }


def _unit(values: Iterable[Ratio], interval: Sequence[fmpq]) -> Ratio:
    """Return a polynomial that all denominators divide, positive in the middle of an interval."""
    unit = Ratio(common_denominator(values))
    return unit if unit.at((interval[0] + interval[-1]) / 2) > 0 else -unit


def _next_to(end: Algebraic) -> tuple[fmpq, fmpq]:
    """Return rational numbers below and above an end, itself where it is rational."""
    near = Algebraic(end.minimal, end.low, end.high)
    while near.high - near.low > NEAR:
        near.refine()
    return near.low, near.high
