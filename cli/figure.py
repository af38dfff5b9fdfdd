"""``exactdp figure``: the papers' figures, recomputed exactly and compared with the print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.exact.errors import InputError, LimitError
from ..mechanisms.exact.executors import Lost, outcomes
from ..mechanisms.exact.plots import canvas
from ..mechanisms.exact.progress import track
from ..mechanisms.kernels.files.aside import write_aside
from ..proofs.figures.catalogue import figures, named
from ..proofs.figures.figure import Settings
from ..proofs.figures.output import Task, produced
from .options import ExecutorOption


class Format(StrEnum):
    """What is written: a picture with its values, or the values alone."""

    svg = "svg"
    png = "png"
    pdf = "pdf"
    csv = "csv"


def run(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="LIST|NAME ...", help="LIST names all figures; or their names."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Make all figures.")] = False,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the data files are.")
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", min=1, help="Repetitions of what is simulated.")
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the first repetition.")] = 0,
    executor: ExecutorOption = "serial",
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where figures are written.")
    ] = Path("figures"),
    format: Annotated[Format, typer.Option("--format", help="The picture's format.")] = Format.svg,
) -> None:
    """Make figures: a picture, its exact values, how it came to be, and what was printed."""
    if names == ["LIST"]:
        for name, figure in figures().items():
            needs = f"  (--data: {', '.join(figure.data)})" if figure.data else ""
            typer.echo(f"{name:18} {figure.item}: {figure.title}{needs}")
        return
    if bool(names) == every:
        given = "neither" if every is False else "both"
        raise InputError(f"got {given} of names and --all: `exactdp figure LIST` names all figures")
    wanted = list(figures()) if every else list(dict.fromkeys(names or []))
    # One figure spreads its own simulations; several are spread, each in one process.
    inside, outside = (executor, "serial") if len(wanted) == 1 else ("serial", executor)
    settings = Settings(data, runs, seed, inside)
    settings.require(named(wanted))
    list(outcomes(str, (), executor))  # a cluster that is not there is told at once
    if format is not Format.csv:
        canvas()  # without matplotlib it ends here, before anything is computed
    tasks = [Task(name, settings, format.value) for name in wanted]
    made = zip(wanted, outcomes(produced, tasks, outside), strict=True)
    lost = []
    _make_folder(output)
    for name, found in track(made, len(wanted), "figures"):
        if isinstance(found, Lost):
            lost.append(f"{name} ({found.reason})")
            continue
        for file, content in found.files.items():
            write_aside(output / file, content, force=True)
        typer.echo(f"{output / next(iter(found.files))}\n  {found.caption}")
        for comparison in found.comparisons:
            typer.echo(f"  - {comparison}")
    if lost:
        raise LimitError(f"undecided: {', '.join(lost)}")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror}") from None
