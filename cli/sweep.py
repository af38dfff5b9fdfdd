"""``exactdp sweep``: any command over a grid, here or on many machines, resumable."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.executors import Lost, completed, executor_kind
from ..mechanisms.exact.progress import track
from ..mechanisms.kernels.files.aside import write_aside
from .app import COMMANDS, app
from .options import ExecutorOption
from .sweeping import kept, read_sweep, run_row, said, table

#: The exit code of a sweep is the first of these that one of its rows has.
WORST = (70, 2, 3, 1, 0)


def run(
    spec: Annotated[Path, typer.Argument(metavar="SPEC.toml", help="The command and the grid.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where results are kept.")
    ],
    executor: ExecutorOption = "serial",
) -> None:
    """Run a command over a grid; what is done already is not done again."""
    executor_kind(executor)
    sweep = read_sweep(spec, _options(), output)
    folder = output / "rows"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror}") from None
    found: dict[int, dict[str, Any]] = {}
    for number, row in enumerate(sweep.rows, 1):
        if (before := kept(folder, row, number)) is not None:
            found[number] = before
    if found:
        typer.echo(f"{len(found)} of {len(sweep.rows)} rows are kept from before", err=True)
    numbers = [k for k in range(1, len(sweep.rows) + 1) if k not in found]
    rows = [sweep.rows[k - 1] for k in numbers]
    for place, result in track(completed(run_row, rows, executor, apart=True), len(rows), "rows"):
        if isinstance(result, Lost):
            result = said(rows[place], 3, "", result.reason)
        number = numbers[place]
        found[number] = result
        text = json.dumps(found[number], indent=1, ensure_ascii=False)
        write_aside(folder / f"{number:06}.json", f"{text}\n", force=True)
    results = [found[k] for k in sorted(found)]
    write_aside(output / "results.csv", table(sweep, results), force=True)
    counts = Counter(result["outcome"] for result in results)
    summary = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    typer.echo(f"{len(results)} rows: {summary}; {output / 'results.csv'}")
    codes = {result["exit"] for result in results}
    raise typer.Exit(next((code for code in WORST if code in codes), 70))


def _options() -> dict[str, list[str]]:
    """Return the long options of each command."""
    group: Any = typer.main.get_command(app)
    found = {}
    for name in COMMANDS:
        if name != "sweep":
            parameters = group.get_command(None, name).params
            options = [option for parameter in parameters for option in parameter.opts]
            found[name] = [x.removeprefix("--") for x in options if x.startswith("--")]
    return found
