"""``exactdp claims``: the catalogue, listed with what the last run of ``prove`` found."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..mechanisms.exact.errors import InputError
from .options import Json, Record, print_json


class Source(StrEnum):
    """The papers by the prefix of their claims."""

    CKS = "CKS"
    COV = "COV"
    COL = "COL"
    KL = "KL"
    NEW = "NEW"


class Verdict(StrEnum):
    """What the last run of ``prove`` found; ``none`` where there was none."""

    true = "true"
    false = "false"
    conditional = "conditional"
    open = "open"
    none = "none"


def run(
    source: Annotated[
        Source | None, typer.Option("--source", help="Claims of one paper only.")
    ] = None,
    verdict: Annotated[
        Verdict | None, typer.Option("--verdict", help="Claims with this verdict only.")
    ] = None,
    json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the paper map, docs/paper-map.md.")
    ] = False,
    record: Record = None,
) -> None:
    """List the claims of the papers, with the verdicts of the last run; nothing is proved."""
    from ..proofs.catalogue import pages
    from ..proofs.catalogue.record import read, told_grade
    from ..proofs.catalogue.registry import catalogue

    entries = read(record)
    if markdown:
        if source or verdict or json:
            raise InputError("got --markdown with another option, expected it alone")
        typer.echo(pages.paper_map(entries), nl=False)
        return
    listed = []
    for c in catalogue():
        entry = entries.get(c.id)
        found = entry["verdict"] if entry else Verdict.none
        if (source and not c.id.startswith(f"{source}-")) or (verdict and found != verdict):
            continue
        listed.append(
            {
                "id": c.id,
                "source": c.source,
                "place": c.place,
                "statement": c.statement,
                "formula": c.formula,
                "verdict": entry and entry["verdict"],
                "grade": entry and entry["grade"],
                "scope": entry and entry["scope"],
                "date": entry and entry["date"],
                "exactdp": entry and entry["exactdp"],
            }
        )
    if json:
        print_json(listed)
        return
    for one in listed:
        entry = entries.get(str(one["id"]))
        last = (
            ", ".join(filter(None, (entry["verdict"], told_grade(entry))))
            + f" ({entry['scope']}), {entry['date']}, exactdp {entry['exactdp']}"
            if entry
            else "not decided yet: exactdp prove " + str(one["id"])
        )
        typer.echo(f"{one['id']}  {one['source']}, {one['place']}")
        typer.echo(f"        {one['statement']}\n        {last}")
