"""A figure as files: the picture, its exact values, and a manifest of how it came to be.

``NAME.svg`` (or png, pdf), ``NAME.csv`` or ``NAME.TABLE.csv`` for each table, and
``NAME.json``: parameters, seed, hashes of the data, versions, caption and comparisons.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from ... import __version__
from ...mechanisms.exact.plots import written
from ...mechanisms.kernels.files.aside import write_aside
from .figure import Figure, Made, Settings, Table

#: Packages whose version may show in a figure.
PACKAGES = ("python-flint", "numpy", "highspy", "matplotlib")


def write_figure(
    figure: Figure, made: Made, settings: Settings, folder: Path, suffix: str
) -> list[Path]:
    """Write a figure into a folder and return the files, the picture first.

    Parameters
    ----------
    figure : Figure
    made : Made
        What it made.
    settings : Settings
        With which it was made.
    folder : Path
        Is made if it is not there; files of the same names are replaced.
    suffix : str
        ``svg``, ``png``, ``pdf``, or ``csv`` for the values alone.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files: list[tuple[Path, str | bytes]] = []
    if suffix != "csv":
        picture = io.BytesIO()
        written(made.draw(), picture, suffix)
        files.append((folder / f"{figure.name}.{suffix}", picture.getvalue()))
    for table in made.tables:
        stem = f"{figure.name}.{table.name}" if table.name else figure.name
        files.append((folder / f"{stem}.csv", table_text(table)))
    text = json.dumps(manifest(figure, made, settings), indent=1, ensure_ascii=False) + "\n"
    files.append((folder / f"{figure.name}.json", text))
    for path, content in files:
        write_aside(path, content, force=True)
    return [path for path, _ in files]


def table_text(table: Table) -> str:
    """Return a table as CSV, rationals as p/q."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return lines.getvalue()


def manifest(figure: Figure, made: Made, settings: Settings) -> dict[str, Any]:
    """Return how a figure came to be, and what it says of the print."""
    document: dict[str, Any] = {
        "name": figure.name,
        "paper": figure.paper,
        "item": figure.item,
        "title": figure.title,
        "caption": made.caption,
        "parameters": made.parameters,
    }
    if made.simulated:
        document |= {"runs": settings.runs, "seed": settings.seed}
    if figure.data:
        document["data"] = {
            name: hashlib.sha256(settings.file(name).read_bytes()).hexdigest()
            for name in figure.data
        }
    document["comparisons"] = [
        {"printed": c.printed, "ours": c.ours, "outcome": c.outcome, "claims": list(c.claims)}
        for c in made.comparisons
    ]
    document["versions"] = {
        "exactdp": __version__,
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in PACKAGES},
    }
    return document
