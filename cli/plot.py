"""``exactdp plot``: a picture of a mechanism, of a certificate's kernel, or of the law of code."""

from __future__ import annotations

import io
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.plots import FORMATS, Curve, bars, canvas, curves, heatmap, written
from ..mechanisms.exact.rationals import rational
from ..mechanisms.kernels.files.aside import require_writable, write_aside
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.files.source import read_text
from ..mechanisms.kernels.files.strict_json import loads
from ..mechanisms.kernels.mechanism import Mechanism
from ..verify.judge.pictures import cost_curve, profile_curve
from ..verify.judge.reading import is_certificate, mechanism_about, read_certificate
from .options import (
    Force,
    InputsOption,
    Orientation,
    ReadingChoice,
    ReadingOption,
    require_apart,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture


class Kind(StrEnum):
    """What is drawn."""

    heatmap = "heatmap"
    rows = "rows"
    profile = "profile"
    cost = "cost"
    law = "law"


def run(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE ...", help="Kernels, certificates, or laws of `law --json`."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Ends in .svg, .png or .pdf.")
    ],
    kind: Annotated[
        Kind,
        typer.Option(
            help="heatmap: the kernel; rows: a curve for each input; profile: delta over eps; "
            "cost: the expected error of each input; law: the probabilities of outputs."
        ),
    ] = Kind.heatmap,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    force: Force = False,
) -> None:
    """Draw files into one picture; what is drawn is exact, the picture is for the eye."""
    suffix = output.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(f"{output}: got {output.suffix!r}, expected .svg, .png or .pdf")
    require_apart(files, output)
    require_writable(output, force=force)
    if kind is Kind.law:
        picture = _laws([_law(file) for file in files], [file.stem for file in files])
    else:
        kernels = [_kernel(file, reading, inputs) for file in files]
        picture = _kernels(kernels, [file.stem for file in files], kind)
    content = io.BytesIO()
    written(picture, content, suffix)
    write_aside(output, content.getvalue(), force=force)
    typer.echo(f"wrote {output}")


def _kernel(file: Path, reading: ReadingChoice, inputs: Orientation) -> Mechanism:
    if not is_certificate(file):
        return load(file, reading=reading.value, inputs=inputs.value)
    mechanism = mechanism_about(read_certificate(file))
    if mechanism is None:
        raise InputError(f"{file}: is about no mechanism on counts, so there is none to draw")
    return mechanism


def _law(file: Path) -> dict[str, Fraction]:
    """Return the probabilities of a law that `exactdp law --json` printed."""
    document: Any = loads(read_text(file))
    match document:
        case {"law": [*pairs]} if all(isinstance(p, list) and len(p) == 2 for p in pairs):
            return {str(label): rational(number) for label, number in pairs}
    raise InputError(
        f'{file}: expected the law of one input, {{"law": [[OUTPUT, P/Q], ...]}}, as '
        "`exactdp law TARGET --input V --json` prints it"
    )


def _kernels(kernels: Sequence[Mechanism], names: Sequence[str], kind: Kind) -> Picture:
    if kind is Kind.heatmap:
        picture, axes = canvas(1, len(kernels), width=4.8 * len(kernels), height=4.6)
        for place, kernel, name in zip(_flat(axes), kernels, names, strict=True):
            heatmap(place, kernel.drawable(), low=kernel.counts[0], title=name)
        return picture
    if kind is Kind.rows:
        picture, axes = canvas(1, len(kernels), width=5.6 * len(kernels), height=4.2)
        for place, kernel, name in zip(_flat(axes), kernels, names, strict=True):
            low, high = kernel.counts
            outputs = range(low, high + 1)
            lines = [Curve(f"input {low + i}", outputs, r) for i, r in enumerate(kernel.drawable())]
            curves(place, lines, legend=kernel.size <= 12)
            place.set(xlabel="output", ylabel="probability", title=name)
        return picture
    picture, axes = canvas()
    if kind is Kind.profile:
        curves(axes, map(profile_curve, kernels, names), markers=False)
        axes.set(xlabel="eps", ylabel="delta", ylim=(0, None), xlim=(0, None))
    else:
        curves(axes, map(cost_curve, kernels, names))
        axes.set(xlabel="input (true count)", ylabel="expected |output - input|")
    return picture


def _flat(axes: Any) -> list[Any]:
    return list(axes.flat) if hasattr(axes, "flat") else [axes]


def _laws(laws: Sequence[dict[str, Fraction]], names: Sequence[str]) -> Picture:
    labels = sorted({label for law in laws for label in law}, key=_by_number)
    picture, axes = canvas(width=max(6.4, 0.35 * len(labels)))
    heights = [[law.get(label, Fraction(0)) for label in labels] for law in laws]
    bars(axes, list(zip(names, heights, strict=True)))
    axes.set_xticks(range(len(labels)), labels, rotation=0 if len(labels) <= 20 else 90)
    axes.set(xlabel="output", title=names[0] if len(names) == 1 else "")
    return picture


def _by_number(label: str) -> tuple[bool, int, str]:
    try:
        return False, int(label), label
    except ValueError:
        return True, 0, label
