"""``exactdp certify-noise``: the exact privacy loss of a linear noise mechanism."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import brief, exact_text
from ..mechanisms.kernels.files.numbers import read_matrix, read_vector
from ..mechanisms.kernels.telling import told
from ..mechanisms.release.distributions.noise_mechanism import NoiseMechanism
from ..verify.judge.certificate import file_of, write_certificate
from ..verify.judge.noise import NoiseLoss, noise_loss
from .options import CertificateOutput, Force, Json, number_of, print_json, require_apart

ADJACENT = "adjacent-bins"


class LawChoice(StrEnum):
    """Where the noise lives."""

    laplace = "laplace"
    geometric = "geometric"


def run(
    strategy: Annotated[
        Path,
        typer.Argument(
            metavar="STRATEGY",
            help="A: rows are the released queries, columns the bins; .csv, .tsv or .json.",
        ),
    ],
    scales: Annotated[
        Path,
        typer.Option(
            "--scales",
            metavar="FILE",
            help="b of each noise variable, in proportion to e^(-|k|/b): one for each query, or "
            "column of the noise matrix.",
            show_default=False,
        ),
    ],
    neighbours: Annotated[
        str,
        typer.Option(
            "--neighbours",
            metavar="adjacent-bins|FILE",
            help="adjacent-bins: one individual moves one unit to the next bin, or back; or a "
            "matrix whose rows are the changes of the bins.",
        ),
    ] = ADJACENT,
    noise_matrix: Annotated[
        Path | None,
        typer.Option(
            "--noise-matrix",
            metavar="S",
            help="How noise enters: a row for each query, a column for each noise variable.",
        ),
    ] = None,
    law: Annotated[
        LawChoice,
        typer.Option("--law", help="laplace: on the reals; geometric: two-sided, on the integers."),
    ] = LawChoice.laplace,
    epsilon: Annotated[
        str | None,
        typer.Option("--epsilon", metavar="E", help="The eps that is claimed, a rational."),
    ] = None,
    certificate: CertificateOutput = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Decide the exact privacy loss of A x + S noise, and show the noise shift that masks it."""
    bound = _bound(epsilon)
    changes = None if neighbours == ADJACENT else Path(neighbours)
    require_apart(
        [path for path in (strategy, scales, noise_matrix, changes) if path is not None],
        certificate,
    )
    matrix = None if noise_matrix is None else read_matrix(noise_matrix)
    mechanism = NoiseMechanism.from_rows(
        read_matrix(strategy), noise=matrix, scales=read_vector(scales)
    )
    moves = None if changes is None else _moves(changes, mechanism.bins)
    found = noise_loss(mechanism, moves, law.value)
    holds = found.holds(bound)
    if certificate is not None:
        document = found.certificate(bound, file_of(strategy))
        write_certificate(certificate, document, force=force)
    if json:
        print_json(_document(found, changes, holds))
    else:
        verdict = "finite" if found.epsilon is not None else "INFINITE"
        if bound is not None:
            verdict = f"{'HOLDS' if holds else 'FAILS'} (eps = {brief(bound)} is claimed)"
        lines = [("loss", found.headline()), *found.lines()]
        typer.echo(told(f"{strategy}: {verdict}", lines))
        if certificate is not None:
            typer.echo(
                f"certificate: {certificate} (recheck: python verify/checker.py {certificate})"
            )
    raise typer.Exit(0 if holds else 1)


def _bound(epsilon: str | None) -> Any:
    if epsilon is None:
        return None
    try:
        bound = number_of("--epsilon", epsilon)
    except InputError as error:
        raise InputError(
            f"{error}; the loss is a rational multiple of the unit of 1/b, so eps is "
            "stated in that unit"
        ) from None
    if bound < 0:
        raise InputError(f"--epsilon: got {brief(bound)}, expected a number >= 0")
    return bound


def _moves(path: Path, bins: int) -> list[dict[int, Any]]:
    """Read the rows of a matrix as changes of the bins."""
    rows = read_matrix(path)
    for k, row in enumerate(rows):
        if len(row) != bins:
            raise InputError(
                f"{path}: row {k} has {len(row)} numbers, expected {bins}: a change of each bin"
            )
    return [{j: x for j, x in enumerate(row) if x} for row in rows]


def _document(found: NoiseLoss, changes: Path | None, holds: bool) -> dict[str, Any]:
    """Return what --json prints; an infinite loss is null."""
    functional = found.maskings[found.witness].functional
    return {
        "verdict": "holds" if holds else "fails",
        "law": found.law,
        "epsilon": _text(found.epsilon),
        "at_least": _text(found.at_least),
        "exact": found.exact,
        "worst_move": _move(found.worst, changes),
        "masking_shift": None if found.shift is None else [exact_text(v) for v in found.shift],
        "whole_units": found.integral,
        "functional": [
            exact_text(functional.get(q, 0)) for q in range(len(found.mechanism.queries))
        ],
    }


def _text(loss: Any) -> str | None:
    return None if loss is None else exact_text(loss)


def _move(k: int, changes: Path | None) -> dict[str, int]:
    return {"row": k} if changes is not None else {"from": k, "to": k + 1}
