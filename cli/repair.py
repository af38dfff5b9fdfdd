"""``exactdp repair``: the nearest mixture that meets the claim, certified."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.design.repair import repair
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.files.writing import save
from ..mechanisms.kernels.neighbours import Neighbours
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
    NeighboursOption,
    Orientation,
    ReadingChoice,
    ReadingOption,
    Relation,
    SensitivityOption,
    level_of,
    print_json,
    require_apart,
)


class Admixture(StrEnum):
    """What is mixed in."""

    best = "best"
    uniform = "uniform"
    geometric = "geometric"


def run(
    file: File,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The repaired mechanism.")
    ],
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    admixture: Annotated[
        Admixture, typer.Option("--with", help="What to mix in; best moves least.")
    ] = Admixture.best,
    sensitivity: SensitivityOption = 1,
    neighbours: NeighboursOption = Relation.adjacent,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    certificate: Annotated[Path | None, typer.Option("--certificate", metavar="CERT.json")] = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Repair a matrix that misses its claim: exact row sums, the smallest mixture, certified."""
    level = level_of(alpha, epsilon)
    require_apart([file], output, certificate)
    if certificate is not None and output.suffix.lower() == ".npy":
        raise InputError(
            f"{output}: holds rounded numbers, which the certificate would not be about; "
            "write .json, .csv or .tsv"
        )
    relation = Neighbours(neighbours.value, sensitivity)
    mechanism = load(file, reading=reading.value, inputs=inputs.value)
    result = repair(mechanism, level, admixture=admixture.value, neighbours=relation)
    judgement = certify(result.mechanism, Question(level, neighbours=relation))
    if judgement.verdict != "holds":
        raise AssertionError("a repaired mechanism misses its claim; this is a defect of exactdp")
    if certificate is not None and certificate.exists() and not force:
        raise InputError(f"{certificate}: exists already; choose another name, or use --force")
    written = save(output, result.mechanism, force=force)
    if certificate is not None:
        subject = subject_of(output, result.mechanism)
        write_certificate(certificate, judgement.certificate(subject), force=force)
    if json:
        print_json(
            {
                "verdict": judgement.verdict,
                "normalised": result.normalised,
                "admixture": result.admixture,
                "weight": exact_text(result.weight),
                "alpha": exact_text(result.alpha),
                "distance": exact_text(result.distance),
                "mean_distance": exact_text(result.mean_distance),
                "tightest_alpha": exact_text(judgement.privacy.tightest_alpha),
                "exact": written.exact,
            }
        )
        return
    lines = result.lines()
    if not written.exact:
        lines.append(("note", "the file holds float64 roundings, NOT the certified numbers"))
    typer.echo(told(f"{output}: certified, {level}", lines))
