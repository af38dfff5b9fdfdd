"""``exactdp scales``: the columns in which every privacy constraint is tight."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.patterns import signs
from ..mechanisms.polytopes.scales import peak_of, require_alpha, scales
from .options import Epsilon, Json, level_of, print_json

InnerAlpha = Annotated[
    str | None,
    typer.Option("--alpha", metavar="P/Q", help="The level as alpha = e^-eps, 0 < alpha < 1."),
]
Size = Annotated[
    int, typer.Option("--size", metavar="K", help="The number of counts, K >= 2: 0..K-1.")
]


def inner_alpha(alpha: str | None, epsilon: str | None) -> Fraction:
    """Return the level that exactly one of the two options states; alpha = 1 has no scales."""
    stated: Any = alpha
    if alpha is None or epsilon is not None:
        level = level_of(alpha, epsilon)
        if not level.is_rational:
            raise InputError(
                f"--epsilon: {level} makes alpha irrational, and scales need a rational one: "
                'write --alpha P/Q, or --epsilon "ln(P/Q)"'
            )
        stated = level.alpha
    try:
        return require_alpha(stated)
    except InputError as error:
        raise InputError(f"{'--epsilon' if alpha is None else '--alpha'}: {error}") from None


def run(size: Size, alpha: InnerAlpha = None, epsilon: Epsilon = None, json: Json = False) -> None:
    """List the 2^(K-1) scales, their patterns, and the matrix Psi of which they are columns."""
    level = inner_alpha(alpha, epsilon)
    table = [(p, [exact_text(x) for x in column]) for p, column in scales(size, level).items()]
    if json:
        found = [{"pattern": signs(p), "peak": peak_of(p), "scale": column} for p, column in table]
        rows = [list(row) for row in zip(*(column for _, column in table), strict=True)]
        print_json({"size": size, "alpha": exact_text(level), "scales": found, "psi": rows})
        return
    for p, column in table:
        peak = peak_of(p)
        note = "" if peak is None else f"  single-peaked at {peak}"
        typer.echo(f"{signs(p)}  {' '.join(column)}{note}")
    typer.echo(f"{len(table)} scales of size {size} at alpha = {exact_text(level)}")
