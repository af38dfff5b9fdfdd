"""``exactdp compare``: mechanisms side by side, by exact figures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..mechanisms.exact.decimals import decimal
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.mechanism import Mechanism
from ..mechanisms.kernels.objectives import Objective
from ..mechanisms.kernels.properties import legend
from ..mechanisms.kernels.telling import figure
from ..verify.judge.objectives import cost
from ..verify.judge.privacy import privacy
from ..verify.judge.properties import properties
from ..verify.judge.stochastic import stochastic
from .options import (
    InputsOption,
    Json,
    Legend,
    Orientation,
    ReadingChoice,
    ReadingOption,
    print_json,
)


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE FILE...")],
    objective: Annotated[
        str, typer.Option("--objective", metavar="L0|L1|L2|L0,d", help="What to compare by.")
    ] = "L0",
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    explain: Legend = False,
    json: Json = False,
) -> None:
    """Compare mechanisms of one size by an objective, their privacy and their properties."""
    goal = Objective.parse(objective)
    mechanisms = [load(f, reading=reading.value, inputs=inputs.value) for f in files]
    sizes = {m.size for m in mechanisms}
    if len(sizes) > 1:
        given = ", ".join(f"{f} has {m.size}" for f, m in zip(files, mechanisms, strict=True))
        raise InputError(f"expected mechanisms on the same counts, got other sizes: {given}")
    rows = sorted(
        (_Row(str(f), m, cost(m, goal)) for f, m in zip(files, mechanisms, strict=True)),
        key=lambda row: row.cost,
    )
    ranks = [1 + sum(other.cost < row.cost for other in rows) for row in rows]
    if json:
        found = [row.document(rank, rows[0].cost) for rank, row in zip(ranks, rows, strict=True)]
        print_json({"objective": goal.name, "mechanisms": found})
        return
    table = Table("rank", "file", goal.name, "about", "tightest alpha", "rows sum to 1", "has")
    for rank, row in zip(ranks, rows, strict=True):
        table.add_row(
            str(rank),
            row.file,
            figure(row.cost, 24),
            decimal(row.cost, 6),
            figure(row.tightest_alpha, 24),
            "yes" if row.stochastic else "no",
            " ".join(row.properties),
        )
    Console().print(table)
    if explain:
        typer.echo(legend())


class _Row:
    """One mechanism and its exact figures."""

    def __init__(self, file: str, mechanism: Mechanism, cost: Fraction):
        self.file, self.cost, self.counts = file, cost, mechanism.counts
        self.tightest_alpha = privacy(mechanism).tightest_alpha
        self.stochastic = stochastic(mechanism).holds
        self.properties = [k for k, p in properties(mechanism).items() if p.holds]

    def document(self, rank: int, best: Fraction) -> dict[str, Any]:
        return {
            "rank": rank,
            "file": self.file,
            "counts": list(self.counts),
            "cost": exact_text(self.cost),
            "ratio": exact_text(self.cost / best) if best else None,
            "tightest_alpha": exact_text(self.tightest_alpha),
            "stochastic": self.stochastic,
            "properties": self.properties,
        }
