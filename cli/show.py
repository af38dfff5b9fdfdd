"""``exactdp show``: a kernel or a certificate, for people or for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.kernels.files.delimited import table_lines
from ..mechanisms.kernels.files.document import mechanism_document
from ..mechanisms.kernels.files.kernels import kernel_from_document
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.mechanism import Mechanism
from ..verify import checker
from ..verify.judge.certificate import is_certificate, read_certificate
from .options import InputsOption, Orientation, ReadingChoice, ReadingOption, print_json


class Format(StrEnum):
    """How to show it."""

    text = "text"
    latex = "latex"
    csv = "csv"
    json = "json"


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE|CERT", help="A kernel or a certificate.")],
    format: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.text,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
) -> None:
    """Show a kernel exactly; of a certificate, its kernel and its claims."""
    certificate = read_certificate(file) if is_certificate(file) else None
    mechanism: Mechanism | None = None
    if certificate is None:
        mechanism = load(file, reading=reading.value, inputs=inputs.value)
    elif certificate["kernel"] is not None:
        mechanism = Mechanism(kernel_from_document(certificate["kernel"]))
    if certificate is not None and format is Format.json:
        print_json(certificate)
    elif mechanism is None:
        if format is not Format.text:
            raise InputError(f"{file}: states that no kernel exists, so there is none to show")
        typer.echo("no kernel")
    elif format is Format.json:
        print_json(mechanism_document(mechanism))
    elif format is Format.csv:
        typer.echo("".join(table_lines(mechanism, ",")), nl=False)
    elif format is Format.latex:
        typer.echo(mechanism.latex())
    else:
        typer.echo(str(mechanism))
    if certificate is not None and format is Format.text:
        typer.echo(f"\ncertificate, verdict {certificate['verdict']} (as stated, not rechecked):")
        for claim in certificate["claims"]:
            typer.echo(f"  {checker.describe(claim)}")
