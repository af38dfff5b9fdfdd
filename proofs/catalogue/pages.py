"""The pages about the claims: the paper map and the errata, written from the last run.

``python -m exactdp.proofs.catalogue.pages DOCS`` writes ``paper-map.md`` and ``errata.md`` into a
folder, from what ``exactdp prove --all`` found last. Verdicts and counterexamples are what the
run found; scopes, conditions and corrections stand as the claims' own functions word them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...mechanisms.exact.errors import ExactDPError, InputError
from ...mechanisms.kernels.files.aside import write_aside
from ..figures.catalogue import figures
from ..statements.claim import REGISTRY, Claim
from . import record
from .registry import catalogue

Entries = Mapping[str, Mapping[str, Any]]

FIGURE_HEAD = ("Figure", "Paper, item", "Title", "File", "Name")
HEAD = ("Claim", "Section, item", "Verdict", "Grade", "Scope", "File", "Name")


def place_of(identifier: str) -> tuple[str, str]:
    """Return the file and the name of the function that decides a claim.

    >>> place_of("COV-12")
    ('proofs/papers/notes/scaling.py', 'derivatives')
    """
    function = REGISTRY[identifier].decide
    return _file_of(function), function.__name__


def _file_of(function: Callable[..., Any]) -> str:
    return function.__module__.partition(".")[2].replace(".", "/") + ".py"


def cell(text: Any) -> str:
    r"""Return a text as one cell of a table.

    >>> cell("|i-j| <= 1")
    '\\|i-j\\| <= 1'
    """
    return " ".join(str(text).split()).replace("|", "\\|")


def paper_map(entries: Entries) -> str:
    """Return the tables of all claims, paper by paper, and of all figures.

    Parameters
    ----------
    entries : mapping
        For each claim its ``verdict``, ``grade``, ``grades`` and ``scope``; a claim without an
        entry has no verdict yet.
    """
    lines = [
        "# Paper map",
        "",
        "Every claim of the papers, in their order, with what `exactdp prove` found and the",
        "function that finds it. Written by `python -m exactdp.proofs.catalogue.pages docs`",
        "from the last run of `exactdp prove --all`. What is false, or needs a condition, is in",
        "the [errata](errata.md). A verdict is *rechecked* if the stand-alone checker accepts a",
        "certificate of all that it needs; else it is *argued*, and [explained](explanations.md).",
    ]
    source = None
    for claim in catalogue():
        if claim.source != source:
            source = claim.source
            lines += ["", f"## {source}", "", _row(HEAD), _row(["---"] * len(HEAD))]
        entry = entries.get(claim.id, {})
        file, name = place_of(claim.id)
        grade = record.told_grade(entry) if entry else ""
        found = entry.get("verdict", ""), grade, entry.get("scope", "")
        anchored = f'<a id="{claim.id.lower()}"></a>{claim.id}'
        lines.append(_row([anchored, claim.place, *found, f"`{file}`", f"`{name}`"]))
    return "\n".join([*lines, *figure_rows()]) + "\n"


def figure_rows() -> list[str]:
    """Return the table of the figures, each linked to its place in the gallery."""
    lines = [
        "",
        "## Figures",
        "",
        "Made by `exactdp figure NAME`, and compared with the print in the [gallery](gallery.md).",
        "",
        _row(FIGURE_HEAD),
        _row(["---"] * len(FIGURE_HEAD)),
    ]
    for name, figure in figures().items():
        file = _file_of(figure.make)
        linked, item = f"[{name}](gallery.md#{name})", f"{figure.paper}, {figure.item}"
        function = f"`{figure.make.__name__}`"
        lines.append(_row([linked, item, figure.title, f"`{file}`", function]))
    return lines


def _row(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(map(cell, cells)) + " |"


def errata(entries: Entries) -> str:
    """Return the claims that do not hold as printed, each with what refutes and repairs it."""
    lines = [
        "# Errata",
        "",
        "The claims of the papers that are false as printed, or hold under a condition that is",
        "not printed: the smallest exact counterexample that was found, and what holds in",
        "their place, each with the [grade](explanations.md) of its evidence. Written by",
        "`python -m exactdp.proofs.catalogue.pages docs` from the last run of",
        "`exactdp prove --all`.",
    ]
    source = None
    for claim in catalogue():
        entry = entries.get(claim.id, {})
        if not entry.get("counterexample"):
            continue
        if claim.source != source:
            source = claim.source
            lines += ["", f"## {source}"]
        lines += erratum(claim, entry)
    return "\n".join(lines) + "\n"


def erratum(claim: Claim, entry: Mapping[str, Any]) -> list[str]:
    """Return the lines about one claim."""
    found = dict(entry["counterexample"])
    refuted = found.pop("refutes", claim.statement)
    shown = ", ".join(f"{key} = {value}" for key, value in found.items())
    grades = {part: f" ({found})" for part, found in entry["grades"].items()}
    refutation = f'to "{refuted}": {shown or "see the evidence"}'
    parts = [
        ("Claim", claim.statement),
        ("Formula", f"`{claim.formula}`" if claim.formula else None),
        (f"Counterexample{grades.get('counterexample', '')}", refutation),
        ("Scan", entry["scan_error"]),
        (f"Condition{grades.get('condition', '')}", entry["condition"]),
        (f"Instead{grades.get('correction', '')}", entry["correction"]),
        ("Scope", entry["scope"]),
        ("Reproduce", f"`exactdp prove {claim.id}`"),
    ]
    return [
        "",
        f"### {claim.id}: {claim.place} ({entry['verdict']}, {entry['grade']})",
        "",
        *(f"- **{name}.** {' '.join(str(text).split())}" for name, text in parts if text),
    ]


def require_complete(entries: Entries) -> None:
    """Refuse a record that lacks a claim, or has one that was decided in a hurry."""
    missing = [claim.id for claim in catalogue() if claim.id not in entries]
    hasty = [name for name, entry in entries.items() if entry["cut_short"] or entry["searched"]]
    for names, what in [(missing, "lacks"), (hasty, "has only a narrowed or unfinished run of")]:
        if names:
            raise InputError(
                f"the record {what} {', '.join(names[:5])}{' ...' if names[5:] else ''}; "
                "run `exactdp prove --all` first"
            )


def main(arguments: Sequence[str]) -> int:
    """Write both pages into the folder that is named."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        entries = record.read()
        require_complete(entries)
        for name, text in [("paper-map.md", paper_map(entries)), ("errata.md", errata(entries))]:
            write_aside(Path(arguments[0]) / name, text, force=True)
    except ExactDPError as error:
        print(f"exactdp: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
