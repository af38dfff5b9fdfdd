"""``exactdp choose``: which named mechanism is optimal for what is demanded."""

from __future__ import annotations

from typing import Annotated

import typer

from ..mechanisms.design.choice import choose
from ..mechanisms.kernels.properties import legend as meanings
from ..mechanisms.kernels.properties import parse_properties
from .options import (
    Alpha,
    Epsilon,
    Json,
    Legend,
    PropertiesOption,
    level_of,
    print_json,
    rational_level,
)


def run(
    n: Annotated[int, typer.Option("--n", metavar="N", help="The largest count.")],
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    properties: PropertiesOption = "",
    legend: Legend = False,
    json: Json = False,
) -> None:
    """Name the L0-optimal mechanism for the properties demanded, and say why."""
    level = rational_level(level_of(alpha, epsilon))
    choice = choose(n, level, parse_properties(properties))
    if json:
        print_json({"family": choice.family, "reason": choice.reason})
    else:
        typer.echo(str(choice))
        if legend:
            typer.echo(meanings())
