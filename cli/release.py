"""``exactdp release``: a table of counts made private, its distribution kept; or a histogram."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.kernels.files.aside import require_writable, write_together
from ..mechanisms.kernels.files.strict_json import render
from ..mechanisms.release.budget import Budget, Grant
from ..mechanisms.release.distributions.privatize import NOISES
from ..mechanisms.release.histogram import HistogramRelease, histogram_release
from ..mechanisms.release.table import Table
from ..mechanisms.release.two_stage import Release, release
from ..mechanisms.release.writing import histogram_pieces, released_pieces, require_suffix
from ..mechanisms.sampling.source import BitSource, SeededSource, SystemSource
from ..verify.judge.report import report
from .options import Force, level_of, require_apart


class MethodChoice(StrEnum):
    """How the mechanism for the counts is made."""

    optimal = "optimal"
    heuristic = "heuristic"
    lp = "lp"
    unfixed = "unfixed"


class NoiseChoice(StrEnum):
    """The noise on the distribution."""

    acyclic = "acyclic"
    cyclic = "cyclic"
    laplace = "laplace"
    haar = "haar"
    hierarchical = "hierarchical"
    gaussian = "gaussian"


class CostChoice(StrEnum):
    """What a method minimises."""

    ead = "ead"
    mse = "mse"


TableArgument = Annotated[
    Path, typer.Argument(metavar="TABLE", help="A table with a heading: .csv, .tsv or .parquet.")
]
ColumnOption = Annotated[
    str, typer.Option("--column", metavar="C", help="The column of counts.", show_default=False)
]
MaxCountOption = Annotated[
    int,
    typer.Option(
        "--max-count",
        metavar="M",
        help="The largest count; larger ones are taken as M. Choose it without the data.",
        show_default=False,
    ),
]
EpsilonOption = Annotated[
    str,
    typer.Option(
        "--epsilon",
        metavar="E",
        help='The whole budget: a rational or decimal, or "ln(P/Q)".',
        show_default=False,
    ),
]
SimulateOption = Annotated[
    int | None,
    typer.Option(
        "--simulate", metavar="SEED", min=0, help="Reproducible, marked so, and NOT PRIVATE."
    ),
]


def run(
    table: TableArgument,
    column: ColumnOption,
    max_count: MaxCountOption,
    epsilon: EpsilonOption,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="OUT.csv", help="What is released: .csv, .tsv or .parquet."
        ),
    ],
    split: Annotated[
        str | None,
        typer.Option(
            metavar="F", help="The share of the budget for the distribution; by rule of thumb."
        ),
    ] = None,
    method: Annotated[
        MethodChoice, typer.Option(help="How the mechanism for the counts is made.")
    ] = MethodChoice.optimal,
    order: Annotated[
        str | None,
        typer.Option(metavar="max|min|sandwich|best", help="The order of columns, for heuristic."),
    ] = None,
    cost: Annotated[
        CostChoice | None,
        typer.Option(help="What lp, unfixed and heuristic minimise; ead by default."),
    ] = None,
    noise: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(NOISES),
            help="For the distribution, acyclic by default; with --histogram: geometric|laplace.",
        ),
    ] = None,
    histogram: Annotated[
        bool,
        typer.Option(
            "--histogram",
            help="Release the histogram of the column in place of the table. Then each row is "
            "one individual, and neighbours have one row more or less.",
        ),
    ] = False,
    report_file: Annotated[
        Path | None,
        typer.Option("--report", metavar="REPORT.json", help="What was done, with its proof."),
    ] = None,
    simulate: SimulateOption = None,
    force: Force = False,
) -> None:
    """Release a table of counts with differential privacy, and keep their distribution.

    Two tables are neighbours if one individual takes the count of one row up or down by one.
    The number and order of the rows, and all other columns, are public: they are not changed.
    """
    require_suffix(output)
    require_apart([table], output, report_file)
    for path in (output, report_file):
        if path is not None:
            require_writable(path, force)
    _require_fit(
        {"--order": order},
        method is MethodChoice.heuristic and not histogram,
        "goes with --method heuristic",
    )
    _require_fit(
        {"--cost": cost},
        method is not MethodChoice.optimal and not histogram,
        "goes with --method heuristic, lp or unfixed: optimal is so for both",
    )
    _require_fit({"--split": split}, not histogram, "does not go with --histogram")
    level, source = level_of(None, epsilon), source_of(simulate)
    if histogram:
        _require_fit(
            {"--method": None if method is MethodChoice.optimal else method},
            False,
            "does not go with --histogram",
        )
        bins = histogram_release(
            Table(table, column, max_count), Grant(level), source, noise or "geometric"
        )
        _write(output, histogram_pieces(output, bins), report_file, bins, force)
        typer.echo(f"{output}: the histogram of {column!r} over 0..{max_count}, eps = {bins.grant}")
        say_private(bins.seed)
        return
    try:
        budget = Budget(level, split)
    except InputError as error:
        raise InputError(f"--epsilon, --split: {error}") from None
    found = release(
        Table(table, column, max_count),
        budget,
        source,
        noise=noise or "acyclic",
        method=method.value,
        order=order or "best",
        cost=(cost or CostChoice.ead).value,
    )
    pieces = released_pieces(output, found.table, found.batches(), simulate)
    _write(output, pieces, report_file, found, force)
    typer.echo("\n".join(_lines(output, found)))
    say_private(found.stage.seed)


def _require_fit(options: dict[str, Any], fits: bool, words: str) -> None:
    for name, given in options.items():
        if given is not None and not fits:
            raise InputError(f"{name} {words}")


def _write(
    output: Path,
    pieces: Iterable[bytes],
    report_file: Path | None,
    found: Release | HistogramRelease,
    force: bool,
) -> None:
    """Write the release and its report, or neither."""
    files: list[Any] = [(output, pieces)]
    if report_file is not None:
        files.append((report_file, chain(render(report(found)), "\n")))
    write_together(files, force)


def _lines(output: Path, found: Release) -> list[str]:
    stage, budget, made = found.stage, found.budget, found.constructed
    rule = " (rule of thumb)" if budget.by_rule else ""
    low, high = made.expected("ead").enclosure(4)
    return [
        f"{output}: {stage.rows} counts in 0..{stage.cap} released, eps = {budget.total}"
        + (f", delta = {stage.delta}" if stage.delta else ""),
        f"  distribution  eps_1 = {stage.grant}, {stage.noise} noise; split {budget.split}{rule}",
        f"  counts        eps_2 = {budget.counts}, alpha = {found.level.alpha}, {made.method}",
        f"  implied       expected absolute deviation in [{low}, {high}]",
    ]


def source_of(seed: int | None) -> BitSource:
    """Return the randomness of the operating system, or that of a simulation."""
    return SystemSource() if seed is None else SeededSource(seed)


def say_private(seed: int | None) -> None:
    """Warn of a simulation."""
    if seed is not None:
        typer.echo(f"NOT PRIVATE: simulated with the seed {seed}; do not publish this", err=True)
