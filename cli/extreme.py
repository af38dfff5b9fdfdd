"""``exactdp extreme``: whether a mechanism, or a representation of one, is an extreme point."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms import ExactDPError, InputError
from ..mechanisms.files import read_mechanism
from ..mechanisms.files.numbers import read_matrix, read_vector
from ..mechanisms.files.source import read_text
from ..mechanisms.files.strict_json import NumberText, loads, shown
from ..mechanisms.polytopes import polytope
from ..mechanisms.polytopes.polytope import Polytope
from ..mechanisms.rationals import brief, rational
from ..verify.certificate import write_certificate
from ..verify.extreme import Extremeness, columns_of, extreme, extreme_claim
from .options import Alpha, Epsilon, Force, Json, level_of, print_json, require_apart
from .vertices import KindChoice, TargetOption

#: The most entries of a movement that are printed.
MOST_PRINTED = 12


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
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    target: TargetOption = "uniform",
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="CERT.json", help="The certificate.")
    ] = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Decide exactly whether a point is extreme, without enumerating; show how it moves if not."""
    law = None if target == "uniform" else read_vector(Path(target))
    require_apart([file] if law is None else [file, Path(target)], certificate)
    level = level_of(alpha, epsilon).alpha
    if kind.value in ("U", "F"):
        point: Any = read_mechanism(file).rows()
        p = polytope(kind.value, len(point), level, law)
    else:
        p, point = _representation(file, kind.value, level, law)
    try:
        found = extreme(point, p)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    if certificate is not None:
        write_certificate(certificate, found.certificate(), force=force)
    if json:
        claim = extreme_claim(found)
        head = {"verdict": "extreme" if found.holds else "not extreme", "size": p.size}
        print_json(head | {k: v for k, v in claim.items() if k not in ("claim", "holds", "point")})
    else:
        typer.echo("\n".join(_lines(file, found)))
        if certificate is not None:
            typer.echo(
                f"certificate: {certificate} (recheck: python verify/checker.py {certificate})"
            )
    raise typer.Exit(0 if found.holds else 1)


def _representation(file: Path, kind: str, alpha: Any, law: Any) -> tuple[Polytope, Any]:
    """Return the polytope, and the columns of a representation."""
    document = _document(file)
    if isinstance(document, dict):
        columns = _columns(file, document)
        stated = document.get("alpha")
        if stated is not None and rational(stated) != alpha:
            raise InputError(
                f"{file}: its scales are for alpha = {stated}, but the level given is {alpha}"
            )
        return polytope(kind, len(columns), alpha, law), columns
    matrix = read_matrix(file)
    p = polytope(kind, len(matrix[0]) if matrix else 0, alpha, law)
    try:
        return p, columns_of(matrix, p)
    except ExactDPError as error:
        raise type(error)(f"{file}: {error}") from None


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
            weight = term.get("weight")
            try:
                value = rational(weight.text if isinstance(weight, NumberText) else weight)
            except InputError as error:
                raise InputError(f"{file}: output {j}, scale {pattern}: {error}") from None
            terms.append((tuple(1 if sign == "+" else -1 for sign in pattern), value))
        found.append(terms)
    return found


def _lines(file: Path, found: Extremeness) -> list[str]:
    p = found.polytope
    if found.direction is None:
        return [
            f"{file}: EXTREME in {p}",
            f"  what is tight there has full rank, modulo the prime {found.prime} already",
        ]
    claim = extreme_claim(found)
    name = "B" if p.represents else "T"
    lines = [
        f"{file}: NOT extreme in {p}",
        f"  it can move both ways, by up to {brief(found.step)} times this:",
    ]
    entries = claim["direction"]
    lines += [
        f"    {name}[{row}][{j}]  {brief(rational(x))}" for row, j, x in entries[:MOST_PRINTED]
    ]
    if len(entries) > MOST_PRINTED:
        lines.append(f"    and {len(entries) - MOST_PRINTED} entries more; --json has all")
    return lines
