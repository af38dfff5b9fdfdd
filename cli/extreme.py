"""``exactdp extreme``: whether a mechanism, or a representation of one, is an extreme point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import ExactDPError, InputError
from ..mechanisms.exact.rationals import rational
from ..mechanisms.kernels.files.numbers import read_matrix
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.files.source import read_text
from ..mechanisms.kernels.files.strict_json import NumberText, loads, shown
from ..mechanisms.polytopes.polytope import Polytope
from ..verify.judge.certificate import file_of, write_certificate
from ..verify.judge.extreme import columns_of, extreme
from .options import CertificateOutput, Epsilon, Force, Json, print_json, require_apart
from .scales import InnerAlpha, inner_alpha
from .vertices import KindChoice, TargetOption, polytope_of


def run(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="U, F: a kernel. RU, RF: a matrix, scale x output, in .csv, .tsv or .json; or "
            "what `decompose --json` printed.",
        ),
    ],
    kind: Annotated[
        KindChoice,
        typer.Option(
            "--polytope",
            metavar="U|F|RU|RF",
            help="U: private; F: private and keeping the target; RU, RF: their representations.",
            show_default=False,
        ),
    ],
    alpha: InnerAlpha = None,
    epsilon: Epsilon = None,
    target: TargetOption = "uniform",
    certificate: CertificateOutput = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Decide exactly whether a point is extreme, without enumerating; show how it moves if not."""
    require_apart([file] if target == "uniform" else [file, Path(target)], certificate)
    level = inner_alpha(alpha, epsilon)
    size, point_in = _point(file, kind, level)
    if size < 2:
        raise InputError(f"{file}: got {size} outputs, expected at least 2, one for each count")
    p = polytope_of(kind, size, level, target)
    try:
        found = extreme(point_in(p), p)
    except ExactDPError as error:
        raise type(error)(f"{file}: {error}") from None
    written = None
    if certificate is not None:
        written = write_certificate(certificate, found.certificate(file_of(file)), force=force)
    if json:
        print_json(found.document())
    else:
        typer.echo(f"{file}: {found}")
        if written is not None:
            typer.echo(written)
    raise typer.Exit(0 if found.holds else 1)


def _point(
    file: Path, kind: KindChoice, alpha: Fraction
) -> tuple[int, Callable[[Polytope], Sequence[Sequence[Any]]]]:
    """Return the size of the point in a file, and the point in a polytope of that size."""
    if kind in (KindChoice.U, KindChoice.F):
        rows = load(file).rows()
        return len(rows), lambda p: rows
    document = _document(file)
    if isinstance(document, dict):
        columns = _columns(file, document)
        stated = document.get("alpha")
        if stated is not None and _number(f'{file}: "alpha"', stated) != alpha:
            raise InputError(
                f"{file}: its scales are for alpha = {stated}, but the level given is {alpha}"
            )
        return len(columns), lambda p: columns
    matrix = read_matrix(file)
    return len(matrix[0]) if matrix else 0, lambda p: columns_of(matrix, p)


def _document(file: Path) -> Any:
    if file.suffix.lower() != ".json":
        return None
    try:
        return loads(read_text(file))
    except ExactDPError as error:
        raise type(error)(f"{file}: {error}") from None


def _columns(file: Path, document: dict[str, Any]) -> Any:
    """Read ``columns``: for each output a list of objects with a pattern and a weight."""
    columns = document.get("columns")
    if not isinstance(columns, list) or not all(isinstance(column, list) for column in columns):
        raise InputError(
            f'{file}: expected a representation: a matrix, scale x output, or "columns" as '
            "`decompose --json` prints them; a mechanism is a point of U or F"
        )
    found = []
    for j, column in enumerate(columns):
        terms = []
        for term in column:
            pattern = term.get("pattern") if isinstance(term, dict) else None
            if not isinstance(pattern, str) or set(pattern) - set("+-"):
                raise InputError(
                    f"{file}: output {j}: got {shown(term)}, expected an object with a "
                    '"pattern" of + and -, and a "weight"'
                )
            weight = _number(f"{file}: output {j}, scale {pattern}", term.get("weight"))
            terms.append((tuple(1 if sign == "+" else -1 for sign in pattern), weight))
        found.append(terms)
    return found


def _number(place: str, value: Any) -> Fraction:
    if not isinstance(value, NumberText | str | int) or isinstance(value, bool):
        raise InputError(f"{place}: got {shown(value)}, expected a number")
    try:
        return rational(value.text if isinstance(value, NumberText) else value)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
