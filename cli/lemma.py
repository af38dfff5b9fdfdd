"""``exactdp lemma``: a conjecture about all kernels on 0..n, decided."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import shorten
from .options import Json, level_of, print_json

_RANGE = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


def run(
    text: Annotated[
        str,
        typer.Argument(
            metavar="LEMMA",
            help='Such as "F & RH => CH" or "RM & P[0|0] >= 1/2 => P[n|n] <= 2*alpha"; '
            "P[j|i] is the probability of output j on input i, and i, j, k stand for all counts.",
        ),
    ],
    n: Annotated[
        str, typer.Option("--n", metavar="N|A..B", help="The largest count, or a range of them.")
    ],
    alpha: Annotated[
        str,
        typer.Option(
            "--alpha", metavar="P/Q|all", help="One alpha, or all alpha in (0, 1) at once."
        ),
    ] = "all",
    without_dp: Annotated[
        bool, typer.Option("--without-dp", help="Do not presuppose differential privacy.")
    ] = False,
    json: Json = False,
) -> None:
    """Prove a lemma for kernels on 0..n, or refute it with a kernel; smallest n first.

    The premises are properties (RH RM CH CM F WH S), DP, and linear inequalities, joined by
    "&"; alpha-differential privacy is one of them unless --without-dp is given. A conclusion
    may be a strict inequality, a premise may not. Exit code 0 if the lemma holds for every n.
    """
    from ..mechanisms.design.statements.grammar import parse
    from ..proofs.deciding.decision import lemma

    said, counts = parse(text), _counts(n)
    level = "all" if alpha.strip() == "all" else level_of(alpha, None).alpha
    results, holds = [], True
    for size in counts:
        decision = lemma(said, size, level, private=not without_dp)
        holds = holds and decision.holds
        if json:
            results.append(decision.to_json())
        else:
            typer.echo(str(decision))
    if json:
        print_json(
            {"lemma": said.text, "private": not without_dp, "holds": holds, "results": results}
        )
    raise typer.Exit(0 if holds else 1)


def _counts(text: str) -> range:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise InputError(f"--n: got {shorten(text)}, expected a count such as 3 or a range 1..5")
    low = int(match[1])
    high = low if match[2] is None else int(match[2])
    if not 1 <= low <= high:
        raise InputError(f"--n: got {shorten(text)}, expected 1 <= the first <= the last")
    return range(low, high + 1)
