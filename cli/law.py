"""``exactdp law``: the exact output distribution of sampler code."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..mechanisms.exact.decimals import decimal, scientific
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import brief, shorten
from ..verify.laws.exact import SOURCES, Source, law
from ..verify.laws.law import CodeLaw
from .options import Json, print_json

#: The most outputs of a law that are printed.
MOST_PRINTED = 60
#: The most inputs that one command takes.
MOST_INPUTS = 100_000

TargetArgument = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="The code: package.module:callable or FILE.py:callable. It is imported and run.",
    ),
]
SourceOption = Annotated[
    str | None,
    typer.Option(
        "--source",
        metavar="|".join(SOURCES),
        help="How draws are answered. bits: bit by bit. randbelow: integers and exact coins in one "
        "step. random53: also uniform floats, by bisection of their 2^53 values. uniform-grid: "
        "also words of bits and large integers, by bisection. Default: bits where the code takes "
        "a source, else random53.",
    ),
]
DepthOption = Annotated[
    int | None,
    typer.Option("--depth", metavar="D", help="Paths less likely than 2^-D are left undecided."),
]


def run(
    target: TargetArgument,
    inputs: Annotated[
        list[str],
        typer.Option("--input", metavar="V...", help="Inputs: integers, or ranges such as 0..10."),
    ],
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[V...]", help="More inputs.", show_default=False)
    ] = None,
    source: SourceOption = None,
    depth: DepthOption = None,
    json: Json = False,
) -> None:
    """Print the law of sampler code on given inputs, by running it on all that it can draw.

    Exit code 0 where it is exact, 3 where some of it stays undecided.
    """
    values = parse_inputs([*inputs, *(more or [])])
    laws = law(target, values, source_of(source), depth=depth)
    if json:
        documents: list[dict[str, Any]] = [
            {"target": target, "input": value} | found.document() for value, found in laws.items()
        ]
        print_json(documents[0] if len(documents) == 1 else {"laws": documents})
    else:
        for value, found in laws.items():
            typer.echo("\n".join(_lines(target, value, found)))
    raise typer.Exit(0 if all(found.exact for found in laws.values()) else 3)


def parse_inputs(texts: list[str]) -> list[int]:
    """Read integers and ranges ``a..b``."""
    values: list[int] = []
    for text in texts:
        for part in text.split(","):
            first, dots, last = part.strip().partition("..")
            try:
                low = int(first)
                high = int(last) if dots else low
            except ValueError:
                raise InputError(
                    f"got the input {shorten(part)}, expected an integer, or a range such as 0..10"
                ) from None
            if not low <= high < low + MOST_INPUTS:
                raise InputError(
                    f"got the range {shorten(part)}, expected one that ascends, of at most "
                    f"{MOST_INPUTS} inputs"
                )
            values += range(low, high + 1)
    return values


def source_of(text: str | None) -> Source | None:
    """Read a source."""
    for source in SOURCES:
        if text == source:
            return source
    if text is not None:
        raise InputError(f"--source: got {text!r}, expected one of {', '.join(SOURCES)}")
    return None


def _lines(target: str, value: int, law: CodeLaw) -> list[str]:
    state = "exact" if law.exact else f"undecided {scientific(law.undecided)}"
    lines = [f"{target} on input {value}: {state} ({law.method}, {law.runs} runs)"]
    shown = list(law.probabilities.items())[:MOST_PRINTED]
    width = max((len(name) for name, _ in shown), default=0)
    for name, p in shown:
        lines.append(f"  {name:>{width}}  {decimal(p, 12)}  {brief(p)}")
    if len(law.probabilities) > MOST_PRINTED:
        lines.append(f"  and {len(law.probabilities) - MOST_PRINTED} outputs more; --json has all")
    if law.bits is not None:
        least = "" if law.exact else "at least "
        lines.append(f"  expected bits: {least}{brief(law.bits)} (about {decimal(law.bits, 6)})")
    if law.limits:
        lines.append(f"  undecided beyond: {', '.join(law.limits)}")
    return lines + [f"  assumes: {text}" for text in law.assumptions]
