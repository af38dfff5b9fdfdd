"""Options of the commands that make a mechanism for a law."""

from __future__ import annotations

from typing import Annotated

import typer

from ..mechanisms.keeping.methods import METHODS, WORDS
from ..mechanisms.keeping.orders import NAMED

MethodOption = Annotated[str, typer.Option(metavar="|".join(METHODS), help=WORDS)]
OrderOption = Annotated[
    str | None,
    typer.Option(
        metavar="|".join((*NAMED, "best")),
        help="In which order the heuristic fills columns; best, the cheapest, by default.",
    ),
]
