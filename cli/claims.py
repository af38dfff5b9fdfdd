"""``exactdp claims`` and ``exactdp prove``: the catalogue, listed and decided."""

from __future__ import annotations

from typing import Annotated

import typer

from ..mechanisms import InputError
from ..mechanisms.progress import track
from .options import Json, print_json


def claims(json: Json = False) -> None:
    """List the claims of the papers that the catalogue holds; nothing is proved."""
    from ..proofs.catalogue import catalogue

    entries = catalogue()
    if json:
        print_json(
            [
                {
                    "id": c.id,
                    "source": c.source,
                    "place": c.place,
                    "statement": c.statement,
                    "formula": c.formula,
                }
                for c in entries
            ]
        )
        return
    for c in entries:
        typer.echo(f"{c.id}  {c.source}, {c.place}\n        {c.statement}")


def prove(
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID...")] = None,
    every: Annotated[bool, typer.Option("--all", help="Decide every claim.")] = False,
    json: Json = False,
) -> None:
    """Decide claims from scratch: verdict, scope and evidence."""
    from ..proofs.catalogue import catalogue, prove

    if every == bool(ids):
        raise InputError(
            "got " + ("ids and --all" if ids else "no claim") + ", expected ids or --all"
        )
    wanted = [c.id for c in catalogue()] if every else list(ids or [])
    results = [result for i in track(wanted, len(wanted), "deciding") for result in prove([i])]
    if json:
        print_json(results)
        return
    for r in results:
        typer.echo(f"{r['id']}  {r['verdict']}  ({r['scope']}; {r['seconds']} s)")
        typer.echo(f"        {r['statement']}")
        for key in ("condition", "counterexample", "correction", "scan_error"):
            if r[key]:
                typer.echo(f"        {key.replace('_', ' ')}: {r[key]}")
