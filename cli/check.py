"""``exactdp check``: recheck certificates with the stand-alone checker, and reports of releases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..verify.judge.process import named
from ..verify.judge.rechecking import check


def run(
    certificates: Annotated[list[Path], typer.Argument(metavar="CERT.json|REPORT.json...")],
) -> None:
    """Recheck certificates; the same as running verify/checker.py on them.

    Of a report of `exactdp release`, the certificates in it are rechecked so, and its figures
    held against them.
    """
    raise typer.Exit(max(map(_check, certificates)))


def _check(path: Path) -> int:
    found = check(path)
    for line in found.shown:
        typer.echo(f"  {line}")
    typer.echo(f"{named(path)}: {found.headline()}")
    return found.status
