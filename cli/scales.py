"""``exactdp scales``: the columns in which every privacy constraint is tight."""

from __future__ import annotations

from typing import Annotated

import typer

from ..mechanisms.rationals import exact_text
from ..mechanisms.scales import patterns, peak_of, scale, signs
from .options import Alpha, Epsilon, Json, level_of, print_json

Size = Annotated[
    int, typer.Option("--size", metavar="K", help="The number of counts, K >= 2: 0..K-1.")
]


def run(size: Size, alpha: Alpha = None, epsilon: Epsilon = None, json: Json = False) -> None:
    """List the 2^(K-1) scales, their patterns, and the matrix Psi of which they are columns."""
    level = level_of(alpha, epsilon).alpha
    table = [(p, [exact_text(x) for x in scale(p, level)]) for p in patterns(size)]
    if json:
        found = [{"pattern": signs(p), "peak": peak_of(p), "scale": column} for p, column in table]
        rows = [list(row) for row in zip(*(column for _, column in table), strict=True)]
        print_json({"size": size, "alpha": exact_text(level), "scales": found, "psi": rows})
        return
    for p, column in table:
        peak = peak_of(p)
        note = "" if peak is None else f"  single-peaked at {peak}"
        typer.echo(f"{signs(p)}  {' '.join(column)}{note}")
    typer.echo(f"{len(table)} scales of size {size} at alpha = {exact_text(level)}")
