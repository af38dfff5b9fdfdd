"""``exactdp prove``: claims of the catalogue, decided."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.executors import executor_kind
from ..mechanisms.exact.progress import track
from ..mechanisms.exact.rationals import brief
from .options import EXECUTORS, Force, Json, Record, number_of, print_json

if TYPE_CHECKING:
    from ..proofs.catalogue.runs import Options

#: Seconds for a claim, if the user does not say.
LIMIT = 60.0


def run(
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID...")] = None,
    every: Annotated[bool, typer.Option("--all", help="Decide every claim.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Search few small instances; the scope says so.")
    ] = False,
    n: Annotated[
        int | None,
        typer.Option(
            "--n", min=1, max=10**6, help="Search sizes up to N, where a claim searches sizes."
        ),
    ] = None,
    alpha: Annotated[
        list[str] | None,
        typer.Option("--alpha", metavar="P/Q", help="Search these levels; may be repeated."),
    ] = None,
    limit: Annotated[
        float,
        typer.Option("--limit", metavar="SECONDS", min=0.001, max=1e6, help="Time for each claim."),
    ] = LIMIT,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="K", min=1, max=9999, help="As --executor processes:K."),
    ] = None,
    executor: Annotated[
        str | None, typer.Option("--executor", metavar=EXECUTORS, help="What decides the claims.")
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(
            "--certificates",
            metavar="DIR",
            help="Write there a certificate of each claim, or an explanation where it is argued.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
    record: Record = None,
) -> None:
    """Decide claims from scratch: verdict, scope and evidence.

    A verdict is "rechecked" if the stand-alone checker accepts a certificate of all that it needs,
    else "argued": computed steps, joined by words.

    Exit status 0 whatever the verdicts; 3 if a claim reached its time limit and is undecided;
    130 if interrupted, after what was decided until then.
    """
    from ..mechanisms.kernels.files.aside import require_writable
    from ..proofs.catalogue.record import update
    from ..proofs.catalogue.registry import catalogue, require_known
    from ..proofs.catalogue.runs import Options

    if every == bool(ids):
        raise InputError(
            "got " + ("ids and --all" if ids else "no claim") + ", expected ids or --all"
        )
    wanted = [c.id for c in catalogue()] if every else require_known(ids or [])
    options = Options(n, levels(alpha or []), quick, limit, certificates is not None)
    if isnan(limit):
        raise InputError("--limit: got nan, expected a number of seconds")
    if record is not None:
        require_writable(record, force=True)
    if certificates is not None:
        require_free(wanted, certificates, force)
    where = executor_of(executor, jobs, len(wanted))
    found: list[dict[str, Any]] = []
    interrupted = False
    try:
        for result in decided(wanted, options, where):
            if certificates is not None:
                write(result, certificates, force)
            found.append(result)
            if not json:
                say(result)
    except KeyboardInterrupt:
        interrupted = True
    if json:
        print_json(found)
    try:
        update(found, record)
    except InputError as error:
        typer.echo(f"exactdp: the verdicts are not kept: {error}", err=True)
    if interrupted:
        typer.echo(f"exactdp: interrupted after {len(found)} of {len(wanted)} claims", err=True)
        raise typer.Exit(130)
    if any(result["cut_short"] for result in found):
        raise typer.Exit(3)


def levels(texts: list[str]) -> tuple[Fraction, ...]:
    """Return the levels that were given, each in (0, 1)."""
    found = []
    for text in texts:
        value = number_of("--alpha", text)
        if not 0 < value < 1:
            raise InputError(f"--alpha: got {brief(value)}, expected a rational number in (0, 1)")
        found.append(value)
    return tuple(found)


def executor_of(executor: str | None, jobs: int | None, claims: int) -> str:
    """Return what decides so many claims."""
    if executor is not None and jobs is not None:
        raise InputError("got --executor and --jobs, expected one of them")
    if executor is not None:
        executor_kind(executor)
        return executor
    # A process takes longer to start than most claims take.
    number = jobs or (os.cpu_count() or 1 if claims > 20 else 1)
    return "serial" if min(number, claims) == 1 else f"processes:{number}"


def decided(wanted: list[str], options: Options, executor: str) -> Iterator[dict[str, Any]]:
    """Yield the results, reporting progress."""
    from ..proofs.catalogue.runs import results

    coming = results(wanted, options, executor)
    for _ in track(wanted, len(wanted), "deciding"):
        yield next(coming)


def require_free(wanted: list[str], folder: Path, force: bool) -> None:
    """Refuse to prove for long what could not be written."""
    from ..mechanisms.kernels.files.aside import require_writable

    if not folder.is_dir():
        raise InputError(f"{folder}: is no folder; make it first")
    for identifier in wanted:
        for suffix in WRITTEN.values():
            require_writable(folder / f"{identifier}{suffix}", force)


#: What is written of a claim, by its key in a result, and how the file's name ends.
WRITTEN = {"certificate": ".cert.json", "explanation": ".explanation.json"}


def write(result: dict[str, Any], folder: Path, force: bool) -> None:
    """Write what a result has for the folder, and say in the result where."""
    from ..verify.judge.certificate import write_certificate
    from ..verify.judge.explanation import write_explanation

    for key, writer in [("certificate", write_certificate), ("explanation", write_explanation)]:
        if result[key] is not None:
            path = folder / f"{result['id']}{WRITTEN[key]}"
            writer(path, result[key], force=force)
            result[key] = str(path)


def say(result: dict[str, Any]) -> None:
    """Print a result for people."""
    r = result
    verdict = r["verdict"] + (f", {r['grade']}" if r["grade"] else "")
    # What was refuted has the scope of what was proved in its place.
    reaches = next((key for key in ("correction", "condition") if r[key]), None)
    scope = "" if reaches else f"{r['scope']}; "
    typer.echo(f"{r['id']}  {verdict}  ({scope}{r['seconds']} s)")
    typer.echo(f"        {r['statement']}")
    for key in ("condition", "counterexample", "correction", "scan_error"):
        if r[key]:
            said = [r["grades"].get(key), r["scope"] if key == reaches else None]
            about = f" ({', '.join(filter(None, said))})" if any(said) else ""
            typer.echo(f"        {key.replace('_', ' ')}{about}: {r[key]}")
    for key in WRITTEN:
        if r.get(key):
            typer.echo(f"        {key}: {r[key]}")
