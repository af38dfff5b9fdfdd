"""Options that several commands share, and what they mean."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.level import PrivacyLevel
from ..mechanisms.kernels.properties import NAMES

#: The largest denominator where an irrational alpha has to be approximated.
MAX_DENOMINATOR = 10**6

Alpha = Annotated[
    str | None,
    typer.Option("--alpha", metavar="P/Q", help="The level as alpha = e^-eps, in (0, 1]."),
]
Epsilon = Annotated[
    str | None,
    typer.Option(
        "--epsilon", metavar="E", help='The level as eps: a rational or decimal, or "ln(P/Q)".'
    ),
]
File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A kernel: .json, .csv, .tsv, .npy or .npz.")
]
CertificateOutput = Annotated[
    Path | None, typer.Option("--certificate", metavar="CERT.json", help="The certificate.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing output files.")]


PropertiesOption = Annotated[
    str, typer.Option("--properties", metavar="RH,CM,...", help=f"What it must have: {NAMES}.")
]
Legend = Annotated[
    bool, typer.Option("--legend", help=f"Add what the property letters mean: {NAMES}.")
]


class ReadingChoice(StrEnum):
    """How the numbers of a file are meant."""

    stored = "stored"
    weights = "weights"


class Orientation(StrEnum):
    """Which way the inputs run in a file."""

    rows = "rows"
    columns = "columns"


class Relation(StrEnum):
    """Which entries are neighbours."""

    adjacent = "adjacent"
    all = "all"
    outputs = "outputs"


ReadingOption = Annotated[
    ReadingChoice,
    typer.Option(
        "--reading",
        help="stored: the numbers as they stand; weights: each row divided by its exact sum.",
    ),
]
InputsOption = Annotated[
    Orientation, typer.Option("--inputs", help="Which way the inputs run in the file.")
]
NeighboursOption = Annotated[
    Relation,
    typer.Option(
        "--neighbours",
        help="adjacent: inputs one apart; all: any two inputs; outputs: outputs one apart.",
    ),
]
SensitivityOption = Annotated[
    int, typer.Option("--sensitivity", metavar="S", help="Neighbours are up to S counts apart.")
]


def level_of(alpha: str | None, epsilon: str | None) -> PrivacyLevel:
    """Return the level that exactly one of the two options states."""
    if (alpha is None) == (epsilon is None):
        given = "neither" if alpha is None else "both"
        raise InputError(f"got {given} of --alpha and --epsilon, expected exactly one of them")
    try:
        if alpha is not None:
            return PrivacyLevel.from_alpha(alpha)
        return PrivacyLevel.from_epsilon(epsilon)
    except InputError as error:
        raise InputError(f"{'--epsilon' if alpha is None else '--alpha'}: {error}") from None


def rational_level(level: PrivacyLevel) -> PrivacyLevel:
    """Return a level with rational alpha: the same, or the best on the safe side, saying so."""
    if level.is_rational:
        return level
    alpha = level.rational_alpha(MAX_DENOMINATOR)
    typer.echo(
        f"note: {level} makes alpha irrational; taken as alpha = {alpha}, the best on the safe "
        f"side with denominators up to {MAX_DENOMINATOR}",
        err=True,
    )
    return PrivacyLevel.from_alpha(alpha)


def require_apart(inputs: list[Path], *outputs: Path | None) -> None:
    """Refuse outputs that are the same file, or one of the inputs."""
    seen = {path.resolve(): "an input" for path in inputs}
    for path in outputs:
        if path is None:
            continue
        if path.resolve() in seen:
            raise InputError(f"{path}: is {seen[path.resolve()]} too; choose another name")
        seen[path.resolve()] = "another output"


def print_json(document: Any) -> None:
    """Print one JSON value on standard output."""
    typer.echo(json.dumps(document, indent=2))
