"""``exactdp derive``: whether one mechanism is a post-processing of another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.files.writing import save
from ..mechanisms.kernels.telling import told
from ..verify.judge.blackwell import derivable
from ..verify.judge.certificate import subject_of, write_certificate
from .options import (
    CertificateOutput,
    Force,
    InputsOption,
    Json,
    Orientation,
    ReadingChoice,
    ReadingOption,
    print_json,
)


def run(
    first: Annotated[Path, typer.Argument(metavar="A", help="The mechanism to start from.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The mechanism to arrive at.")],
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="POST.json", help="The post-processing, if any."),
    ] = None,
    certificate: CertificateOutput = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Decide exactly whether B is A followed by post-processing: find it, or separate them."""
    a, b = (load(f, reading=reading.value, inputs=inputs.value) for f in (first, second))
    verdict = derivable(a, b)
    written = None
    if certificate is not None:
        source, target = (
            subject_of(f, m, reading.value, inputs.value) for f, m in ((first, a), (second, b))
        )
        subject = {"source": source, "target": target}
        written = write_certificate(certificate, verdict.certificate(subject), force=force)
    if output is not None and verdict.post is not None:
        save(output, verdict.post, force=force)
    if json:
        print_json(verdict.document())
        raise typer.Exit(0 if verdict.holds else 1)
    head = f"{second}: NOT derivable from {first}"
    if verdict.holds:
        head = f"{second}: derivable from {first}, by this post-processing of its output:"
    lines = [told(head, verdict.lines())]
    if output is not None and not verdict.holds:
        lines.append(f"{output}: not written, there is no post-processing")
    if written is not None:
        lines.append(written)
    typer.echo("\n".join(lines))
    raise typer.Exit(0 if verdict.holds else 1)
