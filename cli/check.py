"""``exactdp check``: recheck certificates with the stand-alone checker."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..verify import checker


def run(
    certificates: Annotated[list[Path], typer.Argument(metavar="CERT.json...")],
) -> None:
    """Recheck certificates; the same as running verify/checker.py on them."""
    raise typer.Exit(checker.main([str(path) for path in certificates]))
