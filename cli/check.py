"""``exactdp check``: recheck certificates with the stand-alone checker, and reports of releases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..verify import checker


def run(
    certificates: Annotated[list[Path], typer.Argument(metavar="CERT.json|REPORT.json...")],
) -> None:
    """Recheck certificates; the same as running verify/checker.py on them.

    Of a report of `exactdp release`, the certificates in it are rechecked so, and its figures
    held against them.
    """
    raise typer.Exit(max(_check(str(path)) for path in certificates))


def _check(path: str) -> int:
    report = _report(path)
    if report is None:
        return checker.main([path])
    from ..verify.judge.report import check_report

    try:
        lines = check_report(report)
    except checker.Rejected as reason:
        typer.echo(f"{path}: REJECTED: {reason}")
        return 1
    except checker.Unreadable as reason:
        typer.echo(f"{path}: not readable: {reason}")
        return 2
    typer.echo("\n".join(f"  {line}" for line in lines))
    typer.echo(f"{path}: accepted{'' if report['private'] else ', NOT PRIVATE (simulated)'}")
    return 0


def _report(path: str) -> Any:
    """Return the report in a file; None where it holds none, which the checker then says."""
    try:
        document = checker.load(path)
    except (checker.Rejected, checker.Unreadable):
        return None
    if not isinstance(document, dict) or document.get("format") == "exactdp-certificate":
        return None  # without loading what makes releases
    from ..mechanisms.release.report import FORMAT

    return document if document.get("format") == FORMAT else None
