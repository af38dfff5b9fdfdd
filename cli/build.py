"""``exactdp build``: a named mechanism, in closed form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.design.registry import FAMILIES
from ..mechanisms.design.registry import family as family_of
from ..mechanisms.exact.errors import InputError
from ..mechanisms.families.staircase import staircase
from ..mechanisms.kernels.files.writing import save
from .options import MAX_DENOMINATOR, Alpha, Epsilon, Force, level_of, number_of

_NAMES = ", ".join(f"{f.name} ({f.symbol})" if f.symbol else f.name for f in FAMILIES.values())


def run(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help=_NAMES)],
    n: Annotated[int, typer.Option("--n", metavar="N", help="The largest count.")],
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A .json, .csv, .tsv or .npy file.")
    ] = None,
    transpose: Annotated[
        bool, typer.Option("--transpose", help="Write columns as inputs (tables only).")
    ] = False,
    max_denominator: Annotated[
        int,
        typer.Option(help="The largest denominator where an irrational number is approximated."),
    ] = MAX_DENOMINATOR,
    gamma: Annotated[
        str | None, typer.Option(metavar="P/Q", help="The staircase's gamma, in [0, 1].")
    ] = None,
    force: Force = False,
) -> None:
    """Build a named mechanism, exactly; print it, or write it with -o.

    GM, EM, WM and UM are what the papers call them. WM costs least under L0 among those that
    are weakly honest, row monotone and column monotone (WH, RM, CM).
    """
    kind = family_of(family)
    if kind.needs == "nothing" and alpha is None and epsilon is None:
        alpha = "1"  # it is private at every level
    wanted = level_of(alpha, epsilon)
    level = kind.admissible_level(wanted, max_denominator)
    if gamma is not None:
        if kind.name != "staircase":
            raise InputError(f"got --gamma for {kind.name}, but only the staircase has one")
        mechanism = staircase(n, level, number_of("--gamma", gamma))
    else:
        mechanism = kind.build(n, level)
    if level != wanted:
        typer.echo(
            f"note: {wanted} makes this family irrational; built for {level}, the best on the "
            f"safe side with denominators up to {max_denominator}",
            err=True,
        )
    if output is None:
        typer.echo(str(mechanism))
        return
    written = save(output, mechanism, force=force, transpose=transpose)
    exact = "exact" if written.exact else "rounded to float64, NOT exact"
    typer.echo(f"{output}: {mechanism.name}, n = {mechanism.n}, {exact}", err=True)
