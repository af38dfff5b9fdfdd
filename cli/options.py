"""Options that several commands share, and what they mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from os.path import realpath
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.level import PrivacyLevel
from ..mechanisms.exact.rationals import brief, rational
from ..mechanisms.kernels.properties import NAMES

#: The largest denominator where an irrational alpha has to be approximated.
MAX_DENOMINATOR = 10**6
#: The longest number of an option, in digits: what is built of its powers is many times as long.
MAX_DIGITS = 25_000

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
Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Where the last verdicts are kept; in the user's cache folder if not given.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace existing output files.")]


PropertiesOption = Annotated[
    str, typer.Option("--properties", metavar="RH,CM,...", help=f"What it must have: {NAMES}.")
]
Legend = Annotated[
    bool, typer.Option("--legend", help=f"Add what the property letters mean: {NAMES}.")
]

#: How an executor is named.
EXECUTORS = "serial|processes:K|dask://HOST:PORT"
ExecutorOption = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar=EXECUTORS,
        help="What does the work: this process, several, or a Dask cluster.",
    ),
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
    with named("--epsilon" if alpha is None else "--alpha"):
        read = PrivacyLevel.from_epsilon if alpha is None else PrivacyLevel.from_alpha
        level = read(epsilon if alpha is None else alpha)
        _require_short(level.rational_epsilon or level.alpha)
    return level


def number_of(option: str, text: str) -> Fraction:
    """Return the exact number that an option states."""
    with named(option):
        number = rational(text)
        _require_short(number)
    return number


@contextmanager
def named(option: str) -> Iterator[None]:
    """Say of an error in the block which option it is about."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{option}: {error}") from None


def _require_short(number: Fraction) -> None:
    if max(abs(number.numerator), number.denominator) > 10**MAX_DIGITS:
        raise InputError(f"got {brief(number)}, expected at most {MAX_DIGITS} digits")


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
    seen = {realpath(path): "an input" for path in inputs}
    for path in outputs:
        if path is None:
            continue
        if realpath(path) in seen:
            raise InputError(f"{path}: is {seen[realpath(path)]} too; choose another name")
        seen[realpath(path)] = "another output"


def print_json(document: Any) -> None:
    """Print one JSON value on standard output."""
    typer.echo(json.dumps(document, indent=2))
