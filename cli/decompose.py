"""``exactdp decompose``: a mechanism as a mixture of extreme points, or of scales."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ..mechanisms.files import read_mechanism
from ..mechanisms.polytopes import into_scales, into_vertices
from ..mechanisms.polytopes.decomposition import Part
from ..mechanisms.rationals import exact_text
from ..mechanisms.scales import scale, signs
from .options import Alpha, Epsilon, File, Json, level_of, print_json


class Pieces(StrEnum):
    """What a mechanism is taken apart into."""

    scales = "scales"
    vertices = "vertices"


def run(
    file: File,
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    into: Annotated[
        Pieces,
        typer.Option(
            "--into",
            help="scales: each column as a conic combination; vertices: a mixture of "
            "extreme points of U.",
        ),
    ] = Pieces.scales,
    json: Json = False,
) -> None:
    """Write a private mechanism exactly as a mixture of few simplest pieces."""
    level = level_of(alpha, epsilon).alpha
    rows = read_mechanism(file).rows()
    head = {"alpha": exact_text(level), "into": into.value}
    if into is Pieces.vertices:
        parts = into_vertices(rows, level)
        if json:
            print_json(head | {"terms": len(parts), "parts": [_part(part) for part in parts]})
            return
        for part in parts:
            typer.echo(f"{exact_text(part.weight)} x  {_text(part)}")
        typer.echo(f"{len(parts)} extreme points of U at alpha = {exact_text(level)}")
        return
    columns = into_scales(rows, level)
    terms = sum(map(len, columns))
    if json:
        found = [
            [
                {
                    "pattern": signs(p),
                    "weight": exact_text(w),
                    "scale": [exact_text(x) for x in scale(p, level)],
                }
                for p, w in column
            ]
            for column in columns
        ]
        print_json(head | {"terms": terms, "columns": found})
        return
    for j, column in enumerate(columns):
        text = " + ".join(f"{exact_text(w)} s({signs(p)})" for p, w in column)
        typer.echo(f"output {j}: {text or 0}")
    typer.echo(f"{terms} scales at alpha = {exact_text(level)}; s(+-) goes up, then down")


def _part(part: Part) -> dict[str, Any]:
    rows = [[exact_text(x) for x in row] for row in part.vertex]
    return {"weight": exact_text(part.weight), "vertex": rows}


def _text(part: Part) -> str:
    return "; ".join(" ".join(exact_text(x) for x in row) for row in part.vertex)
