"""``exactdp certify``: whether a matrix from somewhere meets its claim, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.neighbours import Neighbours
from ..mechanisms.kernels.properties import legend, parse_properties
from ..mechanisms.kernels.telling import told
from ..verify.judge.certificate import subject_of, write_certificate
from ..verify.judge.judgement import Question, certify
from .options import (
    Alpha,
    Epsilon,
    File,
    Force,
    InputsOption,
    Json,
    Legend,
    NeighboursOption,
    Orientation,
    PropertiesOption,
    ReadingChoice,
    ReadingOption,
    Relation,
    SensitivityOption,
    level_of,
    number_of,
    print_json,
    require_apart,
)


def run(
    file: File,
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    delta: Annotated[
        str | None, typer.Option(metavar="P/Q", help="Claim (eps, delta)-DP with this delta.")
    ] = None,
    sensitivity: SensitivityOption = 1,
    neighbours: NeighboursOption = Relation.adjacent,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    properties: PropertiesOption = "",
    digits: Annotated[
        int, typer.Option(min=1, max=10_000, help="Decimals of the enclosure of eps.")
    ] = 12,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="CERT.json", help="The certificate.")
    ] = None,
    explain: Legend = False,
    json: Json = False,
    force: Force = False,
) -> None:
    """Judge a matrix against a claimed privacy level, exactly; write a certificate with -o."""
    question = Question(
        level_of(alpha, epsilon),
        None if delta is None else number_of("--delta", delta),
        Neighbours(neighbours.value, sensitivity),
        parse_properties(properties),
    )
    require_apart([file], output)
    mechanism = load(file, reading=reading.value, inputs=inputs.value)
    judgement = certify(mechanism, question, reading=reading.value)
    written = None
    if output is not None:
        subject = subject_of(file, mechanism, reading.value, inputs.value)
        written = write_certificate(output, judgement.certificate(subject), force=force)
    if json:
        print_json(judgement.document(digits))
    else:
        typer.echo(told(f"{file}: {judgement.headline()}", judgement.lines(digits)))
        if explain:
            typer.echo(legend())
        if written is not None:
            typer.echo(written)
    raise typer.Exit(0 if judgement.verdict == "holds" else 1)
