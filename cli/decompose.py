"""``exactdp decompose``: a mechanism as a mixture of extreme points, or of scales."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.patterns import Pattern, signs
from ..mechanisms.polytopes.decomposition import Part, into_scales, into_vertices
from ..mechanisms.polytopes.scales import scale
from .options import Epsilon, File, Json, print_json
from .scales import InnerAlpha, inner_alpha

#: For each output its scales and their weights.
Columns = list[list[tuple[Pattern, Fraction]]]


class Pieces(StrEnum):
    """What a mechanism is taken apart into."""

    scales = "scales"
    vertices = "vertices"


def run(
    file: File,
    alpha: InnerAlpha = None,
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
    level = inner_alpha(alpha, epsilon)
    mechanism = load(file)
    rows, low = mechanism.rows(), mechanism.counts[0]
    try:
        if into is Pieces.vertices:
            _tell_vertices(into_vertices(rows, level), level, json)
        else:
            _tell_scales(into_scales(rows, level), level, low, json)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def _tell_vertices(parts: list[Part], level: Fraction, json: bool) -> None:
    if json:
        found = [_part(part) for part in parts]
        print_json(_head(level, Pieces.vertices, len(parts)) | {"parts": found})
        return
    for part in parts:
        typer.echo(f"{exact_text(part.weight)} x  {_text(part)}")
    typer.echo(f"{len(parts)} extreme points of U at alpha = {exact_text(level)}")


def _tell_scales(columns: Columns, level: Fraction, low: int, json: bool) -> None:
    terms = sum(map(len, columns))
    if json:
        found = [[_term(p, w, level) for p, w in column] for column in columns]
        print_json(_head(level, Pieces.scales, terms) | {"columns": found})
        return
    for j, column in enumerate(columns, start=low):
        text = " + ".join(f"{exact_text(w)} s({signs(p)})" for p, w in column)
        typer.echo(f"output {j}: {text or 0}")
    typer.echo(f"{terms} scales at alpha = {exact_text(level)}; s(+-) goes up, then down")


def _head(level: Fraction, into: Pieces, terms: int) -> dict[str, Any]:
    return {"alpha": exact_text(level), "into": into.value, "terms": terms}


def _term(pattern: Pattern, weight: Fraction, level: Fraction) -> dict[str, Any]:
    column = [exact_text(x) for x in scale(pattern, level)]
    return {"pattern": signs(pattern), "weight": exact_text(weight), "scale": column}


def _part(part: Part) -> dict[str, Any]:
    rows = [[exact_text(x) for x in row] for row in part.vertex]
    return {"weight": exact_text(part.weight), "vertex": rows}


def _text(part: Part) -> str:
    return "; ".join(" ".join(exact_text(x) for x in row) for row in part.vertex)
