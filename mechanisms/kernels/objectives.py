"""What a mechanism is to be good at: a loss for each input and output, weighted and added up.

An objective is a table c of exact coefficients: its cost is the sum over i and j of
c[i][j] Pr[j | i], or the maximum over i of the sum over j. Losses are in counts (L1),
counts squared (L2) or probabilities (L0); L0 and L0,d are rescaled so that the uniform
mechanism scores 1 under L0.

>>> Objective.parse("L0,1").coefficients(2)[0]
[0, 0, 1/2]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from flint import fmpq

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.rationals import rational, to_fmpq

Aggregate = Literal["sum", "max"]


@dataclass(frozen=True)
class Objective:
    """A loss, how it is added up over the inputs, and the weights of the inputs.

    Attributes
    ----------
    name : str
        ``L0``, ``L1``, ``L2``, ``L0,d``, or ``matrix``.
    p, d : int
        The loss is |j - i|^p; for p = 0 it is 1 where |j - i| > d.
    table : tuple of tuple of Fraction, optional
        The loss of output j on input i, in place of p and d.
    aggregate : "sum" or "max"
        Over the inputs.
    weights : Law, optional
        A prior over the inputs; uniform by default.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, Definition 3, eq. (1), and the
    definition of L_{0,d}, read as "more than d steps" so that L0 = L_{0,0}.

    Raises
    ------
    InputError
        If the name is not that of the loss: :meth:`parse` makes an objective of a name.

    Examples
    --------
    >>> Objective.parse("L1", aggregate="max").definition
    'the maximum over the inputs of weight x expected absolute error'
    """

    name: str
    p: int = 0
    d: int = 0
    table: tuple[tuple[Fraction, ...], ...] | None = None
    aggregate: Aggregate = "sum"
    weights: Law | None = None

    def __post_init__(self) -> None:
        names = ["L0", f"L0,{self.d}"] if self.p == 0 else [f"L{self.p}"]
        if self.table is None and self.name not in names[1 if self.d else 0 :]:
            raise InputError(
                f"got the name {self.name!r} for a loss with p = {self.p}, d = {self.d}: make it "
                f"by Objective.parse({self.name!r})"
            )

    @classmethod
    def parse(
        cls, text: str, *, aggregate: Aggregate = "sum", weights: Sequence[Any] | None = None
    ) -> Objective:
        """Read the name of an objective: L0, L1, L2 or L0,d."""
        prior = None if weights is None else Law.of(weights, name="the weights")
        name = text.strip().upper()
        if name in ("L0", "L1", "L2"):
            return cls(name, int(name[1]), aggregate=aggregate, weights=prior)
        head, comma, distance = name.partition(",")
        distance = distance.strip()
        if head == "L0" and comma and distance.isascii() and distance.isdigit():
            d = int(distance)
            return cls(f"L0,{d}", 0, d, aggregate=aggregate, weights=prior)
        raise InputError(f"got objective {text!r}, expected L0, L1, L2 or L0,d (for example L0,1)")

    @classmethod
    def of_table(
        cls,
        table: Sequence[Sequence[Any]],
        *,
        aggregate: Aggregate = "sum",
        weights: Sequence[Any] | None = None,
    ) -> Objective:
        """Make an objective of any loss: rows are inputs, columns outputs."""
        exact = tuple(tuple(rational(x) for x in row) for row in table)
        if any(len(row) != len(exact) for row in exact):
            raise InputError("the loss is not a square matrix, one row for each input")
        prior = None if weights is None else Law.of(weights, len(exact), "the weights")
        return cls("matrix", table=exact, aggregate=aggregate, weights=prior)

    @property
    def measures(self) -> str:
        """What the expected loss of one input is, in words.

        >>> Objective.parse("L1").measures, Objective.parse("L0,2").measures
        ('expected absolute error', 'chance of an error of more than 2')
        """
        if self.table is not None:
            return "expected loss"
        if self.p == 0:
            return f"chance of an error of more than {self.d}" if self.d else "chance of an error"
        return {1: "expected absolute error", 2: "expected squared error"}[self.p]

    @property
    def definition(self) -> str:
        """How the cost comes from that, as the papers define it."""
        rescaled = ", rescaled so that the uniform mechanism scores 1 under L0"
        return (
            f"the {'maximum' if self.aggregate == 'max' else 'sum'} over the inputs of weight x "
            f"{self.measures}{rescaled if self.table is None and self.p == 0 else ''}"
        )

    def coefficients(self, n: int) -> list[list[fmpq]]:
        """Return c[i][j] for counts 0..n: loss times weight, rescaled for L0 and L0,d."""
        if self.table is not None and len(self.table) != n + 1:
            raise InputError(f"the loss is for {len(self.table)} counts, expected {n + 1}")
        weights = Law.of(self.weights, n + 1, "the weights").numbers
        # What the uniform mechanism costs under the unscaled L0.
        scale = fmpq(1)
        if self.table is None and self.p == 0:
            scale = fmpq(n + 1, n) / (max(weights) if self.aggregate == "max" else 1)
        return [[self.loss(i, j) * w * scale for j in range(n + 1)] for i, w in enumerate(weights)]

    def loss(self, i: int, j: int) -> fmpq:
        """Return the loss of output j on input i in plain units: no weight, not rescaled."""
        if self.table is not None:
            return to_fmpq(self.table[i][j])
        distance = abs(i - j)
        return fmpq(int(distance > self.d) if self.p == 0 else distance**self.p)
