"""``exactdp release``: a table of counts made private, its distribution kept; or a histogram."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError, LimitError
from ..mechanisms.exact.rationals import brief, shorten
from ..mechanisms.keeping.methods import require_method
from ..mechanisms.kernels.costs import NAMED as COSTS
from ..mechanisms.kernels.files.aside import require_writable, write_together
from ..mechanisms.kernels.files.strict_json import render
from ..mechanisms.release.budget import Budget, Grant
from ..mechanisms.release.distributions.privatize import NOISES
from ..mechanisms.release.histogram import HistogramRelease, histogram_release
from ..mechanisms.release.table import Table
from ..mechanisms.release.two_stage import Release, release
from ..mechanisms.release.writing import histogram_pieces, released_pieces, require_suffix
from ..mechanisms.sampling.source import BitSource, SeededSource, SystemSource
from ..verify.judge.rechecking import accepted
from ..verify.judge.report import report
from .methods import MethodOption, OrderOption
from .options import Force, level_of, require_apart


class NoiseChoice(StrEnum):
    """The noise on the distribution."""

    acyclic = "acyclic"
    cyclic = "cyclic"
    laplace = "laplace"
    haar = "haar"
    hierarchical = "hierarchical"
    gaussian = "gaussian"


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
    method: MethodOption = "optimal",
    order: OrderOption = None,
    cost: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(COSTS), help="What lp, unfixed and heuristic minimise; ead by default."
        ),
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
    level, source = level_of(None, epsilon), source_of(simulate)
    if histogram:
        changed = None if method == "optimal" else method
        about = {"--method": changed, "--order": order, "--cost": cost, "--split": split}
        for name, given in about.items():
            if given is not None:
                raise InputError(f"{name} does not go with --histogram: leave one of them out")
        bins = histogram_release(
            Table(table, column, max_count), Grant(level), source, noise or "geometric"
        )
        spent = fit_line(bins.grant)
        words = f"{output}: the histogram of {column!r} over 0..{max_count}, eps = {spent}"
        _write(output, histogram_pieces(output, bins), report_file, bins, force)
        typer.echo(words)
        say_private(bins.seed)
        return
    if method == "optimal" and cost is not None:
        raise InputError(
            "--cost goes with --method heuristic, lp or unfixed: optimal is so for both"
        )
    require_method(method, order=order)
    try:
        budget = Budget(level, split)
    except (InputError, LimitError) as error:
        raise type(error)(f"--epsilon, --split: {error}") from None
    found = release(
        Table(table, column, max_count),
        budget,
        source,
        noise=noise or "acyclic",
        method=method,
        order=order,
        cost=cost or "ead",
    )
    words = _words(output, found)
    pieces = released_pieces(output, found.table, found.batches(), simulate)
    _write(output, pieces, report_file, found, force)
    typer.echo(words)
    say_private(found.stage.seed)


def _write(
    output: Path,
    pieces: Iterable[bytes],
    report_file: Path | None,
    found: Release | HistogramRelease,
    force: bool,
) -> None:
    """Write the release and its report, or neither; the report is made and checked before."""
    files: list[Any] = [(output, pieces)]
    if report_file is not None:
        document = report(found)
        accepted(document)
        files.append((report_file, chain(render(document), "\n")))
    write_together(files, force)


def _words(output: Path, found: Release) -> str:
    stage, budget, made = found.stage, found.budget, found.constructed
    rule = " (rule of thumb)" if budget.by_rule else ""
    low, high = made.expected("ead").enclosure(4)
    lines = [
        f"{output}: {stage.rows} counts in 0..{stage.cap} released, eps = {fit_line(budget.total)}"
        + (f", delta = {stage.delta}" if stage.delta else ""),
        f"  distribution  eps_1 = {fit_line(stage.grant)}, {stage.noise} noise; "
        f"split {brief(budget.split)}{rule}",
        f"  counts        eps_2 = {fit_line(budget.counts)}, alpha = {brief(found.level.alpha)}, "
        f"{made.method}",
        f"  implied       expected absolute deviation in [{low}, {high}]",
    ]
    return "\n".join(lines)


def fit_line(grant: Grant) -> str:
    """Return a grant exactly, or its beginning where that is long."""
    text = str(grant)
    return text if len(text) <= 60 else shorten(text)


def source_of(seed: int | None) -> BitSource:
    """Return the randomness of the operating system, or that of a simulation."""
    return SystemSource() if seed is None else SeededSource(seed)


def say_private(seed: int | None) -> None:
    """Warn of a simulation."""
    if seed is not None:
        typer.echo(f"NOT PRIVATE: simulated with the seed {seed}; do not publish this", err=True)
