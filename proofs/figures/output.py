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
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ... import __version__
from ...mechanisms.exact.plots import written
from .catalogue import named
from .figure import Comparison, Figure, Made, Settings, Table

#: Packages whose version may show in a figure.
PACKAGES = ("python-flint", "numpy", "highspy", "matplotlib")


@dataclass(frozen=True)
class Task:
    """One figure to be made: its name, how, and the picture's format (``csv``: none)."""

    name: str
    settings: Settings
    suffix: str


@dataclass(frozen=True)
class Output:
    """A figure that was made, as files.

    Attributes
    ----------
    caption : str
    comparisons : list of Comparison
    files : dict
        Contents by file name, the picture first.
    """

    caption: str
    comparisons: list[Comparison]
    files: dict[str, bytes]


def produced(task: Task) -> Output:
    """Make a figure; a task for :mod:`exactdp.mechanisms.exact.executors`."""
    (figure,) = named([task.name])
    made = figure.make(task.settings)
    files = {}
    if task.suffix != "csv":
        picture = io.BytesIO()
        written(made.draw(), picture, task.suffix)
        files[f"{figure.name}.{task.suffix}"] = picture.getvalue()
    for table in made.tables:
        stem = f"{figure.name}.{table.name}" if table.name else figure.name
        files[f"{stem}.csv"] = table_text(table).encode()
    document = manifest(figure, made, task.settings) | {"files": list(files)}
    text = json.dumps(document, indent=1, ensure_ascii=False)
    files[f"{figure.name}.json"] = f"{text}\n".encode()
    return Output(made.caption, made.comparisons, files)


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
    files = [*figure.data, *filter(settings.has, figure.also)]
    if files:
        document["data"] = {
            name: hashlib.sha256(settings.file(name).read_bytes()).hexdigest() for name in files
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
