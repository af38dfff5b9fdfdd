"""``exactdp check``: recheck certificates with the stand-alone checker, and reports of releases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..verify.judge.process import named
from ..verify.judge.proved import proved as run_proved
from ..verify.judge.rechecking import check


def run(
    certificates: Annotated[list[Path], typer.Argument(metavar="CERT.json|REPORT.json...")],
    proved: Annotated[
        bool,
        typer.Option("--proved", help="Run the checker that is proved correct, too."),
    ] = False,
) -> None:
    """Recheck certificates; the same as running verify/checker.py on them.

    Of a report of `exactdp release`, the certificates in it are rechecked so, and its figures
    held against them. With --proved both checkers run, and the greater exit status counts.
    """
    statuses = [_check(path) for path in certificates]
    if proved:
        statuses += [_check_proved(path) for path in certificates]
    raise typer.Exit(max(statuses))


def _check(path: Path) -> int:
    found = check(path)
    for line in found.shown:
        typer.echo(f"  {line}")
    typer.echo(f"{named(path)}: {found.headline()}")
    return found.status


def _check_proved(path: Path) -> int:
    status, said = run_proved(path)
    typer.echo("the proved checker:")
    typer.echo(said, nl=False)
    return status
