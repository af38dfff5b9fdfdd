"""The optimal cost of a design as a piecewise rational function of alpha on (0, 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact.algebraic import ONE, ZERO, Algebraic
from ...exact.errors import InputError
from ...exact.rationals import to_fmpq, to_fraction
from ...exact.ratios import Ratio, coefficients
from ..design import Design, Label
from .tiles import Span, Tile


@dataclass(frozen=True)
class Piece:
    """A closed interval (open at 0 and 1) and the rational function that is the cost there."""

    low: Algebraic
    high: Algebraic
    cost: Ratio

    def __str__(self) -> str:
        left = "<" if self.low == ZERO else "<="
        right = "<" if self.high == ONE else "<="
        return f"{self.low} {left} alpha {right} {self.high}"


@dataclass(frozen=True)
class ParametricOptimum:
    """The optimum of a design for all alpha in (0, 1), with its proof.

    Attributes
    ----------
    design : Design
        Its alpha does not matter.
    pieces : tuple of Piece
        The cost, in order; neighbouring pieces have different functions, equal where they
        meet.
    tiles : tuple of Tile
        The proof: intervals that cover (0, 1), each with a basis that is optimal on it.
    labels : tuple
        What the rows of the program mean.
    """

    design: Design
    pieces: tuple[Piece, ...]
    tiles: tuple[Tile, ...]
    labels: tuple[Label, ...]

    @property
    def breakpoints(self) -> list[Algebraic]:
        """Where the cost goes over from one rational function to another."""
        return [piece.low for piece in self.pieces[1:]]

    def cost_at(self, alpha: Any) -> Fraction:
        """Return the optimal cost at a rational alpha in (0, 1)."""
        at = to_fmpq(alpha)
        here = Algebraic.of(at)
        if not ZERO < here < ONE:
            raise InputError(f"got alpha = {alpha}, expected 0 < alpha < 1")
        piece = next(p for p in self.pieces if here <= p.high)
        return to_fraction(piece.cost.at(at))

    def kernel(self, tile: Tile) -> list[list[Ratio]]:
        """Return an optimal kernel on a tile, as functions of alpha."""
        return self.design.kernel(tile.vertex.x)

    def document(self, *, proof: bool = False) -> dict[str, Any]:
        """Return the curve as JSON values; with `proof`, also the kernels and multipliers."""
        design = self.design
        return {
            "n": design.n,
            "properties": list(design.properties),
            "objective": design.objective.name,
            "aggregate": design.objective.aggregate,
            "pieces": [
                {"low": p.low.to_json(), "high": p.high.to_json(), "cost": _function(p.cost)}
                for p in self.pieces
            ],
            "bases": [self._evidence(t, proof) for t in self.tiles],
        }

    def _evidence(self, tile: Tile, proof: bool) -> dict[str, Any]:
        out: dict[str, Any] = {
            **tile.span.to_json(),
            "tight": [list(self.labels[k]) for k in tile.basis.rows],
            "zeros": [self._variable(int(v)) for v in tile.basis.zeros],
        }
        if proof:
            out["kernel"] = [[_function(x) for x in row] for row in self.kernel(tile)]
            out["multipliers"] = [
                {"row": list(self.labels[k]), "multiplier": _function(m)}
                for k, m in tile.vertex.multipliers.items()
                if m
            ]
        return out

    def _variable(self, v: int) -> list[int] | str:
        """Return the entry that a variable stands for, or that it is the bound t of a maximum."""
        size = self.design.n + 1
        return list(divmod(v, size)) if v < size**2 else "t"

    def __str__(self) -> str:
        design, count = self.design, len(self.pieces)
        letters = "+".join(design.properties) or "BasicDP"
        most = "" if design.objective.aggregate == "sum" else ", max over inputs"
        head = f"optimal {design.objective.name} for n = {design.n}, {letters}{most}: "
        lines = [head + (f"{count} pieces" if count > 1 else "1 piece")]
        ranges = [str(piece) for piece in self.pieces]
        width = max(map(len, ranges))
        lines += [f"  {r:{width}}    {p.cost}" for r, p in zip(ranges, self.pieces, strict=True)]
        return "\n".join(lines)


def merged(tiles: Sequence[Tile]) -> list[Piece]:
    """Return the cost over tiles that cover an interval, neighbours of equal cost as one.

    Where neighbours differ they overlap in one point only, and there they are equal: both
    are checked, exactly.
    """
    pieces: list[Piece] = []
    for t in tiles:
        if pieces and pieces[-1].cost == t.cost:
            last = pieces.pop()
            pieces.append(Piece(last.low, t.span.high, t.cost))
            continue
        if pieces:
            _require_continuity(pieces[-1], t.span, t.cost)
        pieces.append(Piece(t.span.low, t.span.high, t.cost))
    return pieces


def _require_continuity(before: Piece, after: Span, cost: Ratio) -> None:
    if before.high != after.low or not after.low.is_root((before.cost - cost).numerator):
        raise ArithmeticError(f"the cost is not continuous at alpha = {after.low}")


def _function(f: Ratio) -> dict[str, Any]:
    return {
        "text": str(f),
        "numerator": list(coefficients(f.numerator)),
        "denominator": list(coefficients(f.denominator)),
    }
