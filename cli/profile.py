"""``exactdp profile``: delta as an exact function of e^eps."""

from __future__ import annotations

import typer

from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.neighbours import Neighbours
from ..verify.judge.profile import profile
from .options import (
    File,
    InputsOption,
    Json,
    NeighboursOption,
    Orientation,
    ReadingChoice,
    ReadingOption,
    Relation,
    SensitivityOption,
    print_json,
)


def run(
    file: File,
    sensitivity: SensitivityOption = 1,
    neighbours: NeighboursOption = Relation.adjacent,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    json: Json = False,
) -> None:
    """Print the privacy profile: delta(x) = A - B x between rational breakpoints, x = e^eps."""
    mechanism = load(file, reading=reading.value, inputs=inputs.value)
    pieces = [
        {key: exact_text(getattr(piece, key)) for key in ("start", "mass", "other")}
        for piece in profile(mechanism, Neighbours(neighbours.value, sensitivity))
    ]
    if json:
        print_json({"variable": "e^eps", "pieces": pieces})
        return
    for piece in pieces:
        falling = f" - {piece['other']} e^eps" if piece["other"] != "0" else ""
        typer.echo(f"from e^eps = {piece['start']}: delta = {piece['mass']}{falling}")
