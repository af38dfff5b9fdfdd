"""``exactdp privatize-distribution``: a private distribution of the counts of a table."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.kernels.files.aside import require_writable, write_aside
from ..mechanisms.kernels.files.strict_json import render
from ..mechanisms.release.budget import Grant
from ..mechanisms.release.report import distribution_document
from ..mechanisms.release.table import Table
from ..mechanisms.release.two_stage import privatize_distribution
from .options import Force, level_of, require_apart
from .release import (
    ColumnOption,
    EpsilonOption,
    MaxCountOption,
    NoiseChoice,
    SimulateOption,
    TableArgument,
    fit_line,
    say_private,
    source_of,
)


def run(
    table: TableArgument,
    column: ColumnOption,
    max_count: MaxCountOption,
    epsilon: EpsilonOption,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="Z.json", help="The distribution.")
    ],
    noise: Annotated[
        NoiseChoice, typer.Option(help="The noise; all are eps-DP, gaussian is (eps, 1/(N+1)).")
    ] = NoiseChoice.acyclic,
    simulate: SimulateOption = None,
    force: Force = False,
) -> None:
    """Estimate how the counts of a table are distributed, with differential privacy.

    Two tables are neighbours if one individual takes the count of one row up or down by one.
    The number of rows is public.
    """
    require_apart([table], output)
    require_writable(output, force)
    grant = Grant(level_of(None, epsilon))
    stage = privatize_distribution(
        Table(table, column, max_count), grant, noise.value, source_of(simulate)
    )
    write_aside(output, chain(render(distribution_document(stage)), "\n"), force)
    typer.echo(
        f"{output}: the distribution of {stage.rows} counts over 0..{stage.cap}, "
        f"eps = {fit_line(grant)}" + (f", delta = {stage.delta}" if stage.delta else "")
    )
    say_private(stage.seed)
