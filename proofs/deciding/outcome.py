"""What is found out about a lemma: reasons with multipliers, or a counterexample."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any, Literal

from ...mechanisms.design.design import Label
from ...mechanisms.design.parametric.tiles import Span
from ...mechanisms.design.statements.demands import described
from ...mechanisms.exact.algebraic import Algebraic

#: One alpha, or all of (0, 1).
Level = Fraction | Literal["all"]
Multipliers = dict[Label, Any]


@dataclass(frozen=True)
class Reason:
    """Why a row of the conclusion holds on a span of alpha.

    Attributes
    ----------
    span : Span or None
        None: for whatever alpha was asked.
    least : Ratio or fmpq or None
        What the row leaves over at least; None where the premises contradict each other.
    multipliers : dict
        Label of a premise -> its multiplier.
    """

    span: Span | None
    least: Any
    multipliers: Multipliers

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON values."""
        return {
            **({} if self.span is None else self.span.to_json()),
            "least": None if self.least is None else str(self.least),
            "multipliers": [
                {"row": described(label), "multiplier": str(m)}
                for label, m in self.multipliers.items()
            ],
        }


@dataclass(frozen=True)
class Counterexample:
    """A kernel that satisfies the premises and violates a row of the conclusion.

    Attributes
    ----------
    alpha : Algebraic or None
        None if the lemma does not depend on alpha.
    kernel : list of rows
        Of flint rationals; of functions of alpha where alpha is irrational.
    violates : str
    """

    alpha: Algebraic | None
    kernel: list[list[Any]]
    violates: str

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON values."""
        return {
            "alpha": None if self.alpha is None else self.alpha.to_json(),
            "kernel": [[str(x) for x in row] for row in self.kernel],
            "violates": self.violates,
        }


@dataclass(frozen=True)
class Decision:
    """What was decided about a lemma at one n.

    Attributes
    ----------
    n : int
    alpha : Fraction or "all"
    holds : bool
    proof : dict
        Row of the conclusion -> reasons that together cover all alpha asked for.
    vacuous : tuple of Reason
        Where, and why, the premises contradict each other.
    counterexample : Counterexample or None
    """

    n: int
    alpha: Level
    holds: bool
    proof: dict[str, list[Reason]] = field(default_factory=dict)
    vacuous: tuple[Reason, ...] = ()
    counterexample: Counterexample | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as JSON values."""
        out: dict[str, Any] = {"n": self.n, "alpha": str(self.alpha), "holds": self.holds}
        if self.counterexample is not None:
            return {**out, "counterexample": self.counterexample.to_json()}
        if self.vacuous:
            out["vacuous"] = [reason.to_json() for reason in self.vacuous]
        proof = {text: [r.to_json() for r in reasons] for text, reasons in self.proof.items()}
        return {**out, "proof": proof}

    def __str__(self) -> str:
        if self.counterexample is None:
            where = ", ".join("all alpha" if r.span is None else str(r.span) for r in self.vacuous)
            note = f"; the premises contradict each other ({where})" if where else ""
            return f"n = {self.n}: holds{note}"
        found = self.counterexample
        at = "" if found.alpha is None else f" at alpha = {found.alpha}"
        cells = [[str(x) for x in row] for row in found.kernel]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        rows = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        return "\n    ".join([f"n = {self.n}: fails{at}: {found.violates}", *rows])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
