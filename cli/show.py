"""``exactdp show``: a kernel or a certificate, for people or for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.kernels.display import MAX_COUNTS
from ..mechanisms.kernels.files.delimited import table_lines
from ..mechanisms.kernels.files.document import mechanism_document
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.mechanism import Mechanism
from ..verify.judge.certificate import Document
from ..verify.judge.reading import (
    escaped,
    is_certificate,
    mechanism_about,
    mechanism_of,
    read_certificate,
)
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
    """Show a kernel exactly; of a certificate, its kernels and its claims, as they stand."""
    if not is_certificate(file):
        _show(load(file, reading=reading.value, inputs=inputs.value), format)
        return
    document = read_certificate(file)
    if format is Format.json:
        print_json(document)
    elif format is Format.text:
        typer.echo("\n".join(_lines(document)))
    elif (mechanism := mechanism_about(document)) is None:
        raise InputError(f"{file}: is about no mechanism on counts, so there is none to show")
    else:
        _show(mechanism, format)


def _show(mechanism: Mechanism, format: Format) -> None:
    if format is Format.json:
        print_json(mechanism_document(mechanism))
    elif format is Format.csv:
        typer.echo("".join(table_lines(mechanism, ",")), nl=False)
    else:
        typer.echo(mechanism.latex() if format is Format.latex else str(mechanism))


def _lines(document: Document) -> Iterator[str]:
    """Yield what a certificate says; nothing in the file can look like a line of this program."""
    yield "certificate, as it stands: nothing in it has been checked here (exactdp check does that)"
    yield f"subject: {escaped(document.get('subject'))}"
    for k, kernel in enumerate(document["kernels"]):
        mechanism = mechanism_of(document["kernels"], k)
        if mechanism is None:
            yield f"kernel {k}: {_stated(kernel)}"
        else:
            yield f"kernel {k}: {_stated({key: kernel[key] for key in ('form', 'inputs')})}"
            if mechanism.size <= MAX_COUNTS:
                yield from (f"  {line}" for line in str(mechanism).splitlines())
    for k, claim in enumerate(document["claims"]):
        yield f"claim {k}: {_stated(claim)}"
    yield f"verdict: {escaped(document.get('verdict'))}"


def _stated(part: Document) -> str:
    return ", ".join(f"{escaped(key)}: {escaped(value)}" for key, value in part.items())
