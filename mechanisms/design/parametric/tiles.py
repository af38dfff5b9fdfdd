"""Intervals of alpha with exact ends, and tiles: intervals on which one basis is optimal.

Whether an end belongs to an interval is said once, by where it is cut: just before a number
or just after it. Cuts are ordered, so intervals are compared by comparing cuts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from flint import fmpq

from ...exact.algebraic import ONE, ZERO, Algebraic
from ...exact.ratios import Ratio
from ..lp.program import Basis, Program, Scalar
from ..lp.vertex import Vertex

#: The program at a level, which may be a rational or the variable of Q(alpha).
Family = Callable[[Scalar], Program]
#: A place between numbers: just before one (False), or just after it (True).
Cut = tuple[Algebraic, bool]


class Span(NamedTuple):
    """An interval with exact ends, each of which belongs to it or not."""

    low: Algebraic
    high: Algebraic
    low_closed: bool = False
    high_closed: bool = False

    @classmethod
    def cut(cls, start: Cut, end: Cut) -> Span:
        """Return what lies between two cuts."""
        return cls(start[0], end[0], not start[1], end[1])

    @property
    def start(self) -> Cut:
        """Where it begins."""
        return self.low, not self.low_closed

    @property
    def end(self) -> Cut:
        """Where it ends."""
        return self.high, self.high_closed

    def holds(self, point: Algebraic) -> bool:
        """Return whether a point belongs to the interval."""
        return self.start <= (point, False) and (point, True) <= self.end

    def within(self, other: Span) -> Span:
        """Return what this span and another have in common, where that is something.

        >>> half = Algebraic.of(fmpq(1, 2))
        >>> print(LEVELS.within(Span(half, ONE, low_closed=True)))
        [1/2, 1)
        """
        return Span.cut(max(self.start, other.start), min(self.end, other.end))

    def touches(self, after: Span) -> bool:
        """Return whether this and a later span have no gap between them."""
        return after.start <= self.end

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
