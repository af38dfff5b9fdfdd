"""``exactdp vertices``: the extreme points of the polytopes of count mechanisms."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from ..mechanisms.exact.errors import InputError, LimitError
from ..mechanisms.exact.rationals import exact_text
from ..mechanisms.kernels.files.laws import load_law
from ..mechanisms.polytopes.engines import INSTALL, Point
from ..mechanisms.polytopes.enumeration import (
    Tally,
    agreed,
    choose_engine,
    missing,
    orbits,
    points,
    tally,
)
from ..mechanisms.polytopes.estimate import estimate
from ..mechanisms.polytopes.listing import require_suffix, rows_of, text_line, write_listing
from ..mechanisms.polytopes.polytope import Polytope, polytope
from ..mechanisms.polytopes.scales import require_size
from ..mechanisms.polytopes.symmetry import Orbit
from .options import Epsilon, Json, print_json
from .scales import InnerAlpha, Size, inner_alpha

#: The most vertices that are put into one JSON object unless forced.
MOST_PRINTED = 200_000


class KindChoice(StrEnum):
    """The four polytopes."""

    U = "U"
    F = "F"
    RU = "RU"
    RF = "RF"


class EngineChoice(StrEnum):
    """The engines."""

    cdd = "cdd"
    lrs = "lrs"
    walk = "walk"
    structure = "structure"


KindArgument = Annotated[
    KindChoice,
    typer.Argument(
        metavar="U|F|RU|RF",
        help="U: private; F: private and keeping the target; RU, RF: their representations.",
        show_default=False,
    ),
]
TargetOption = Annotated[
    str, typer.Option("--target", metavar="uniform|FILE", help="The law that F and RF keep.")
]


def run(
    kind: KindArgument,
    size: Size,
    alpha: InnerAlpha = None,
    epsilon: Epsilon = None,
    target: TargetOption = "uniform",
    engine: Annotated[
        EngineChoice | None,
        typer.Option(help="structure: U and RU only, default there; lrs: default; walk; cdd."),
    ] = None,
    by_orbits: Annotated[
        bool, typer.Option("--orbits", help="One vertex of each orbit, and how many it has.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Only count; the number is the last line.")
    ] = False,
    json: Json = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Stream to .jsonl or .csv."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Begin what looks hopeless; replace existing files.")
    ] = False,
) -> None:
    """Enumerate the extreme points of a polytope of count mechanisms, exactly."""
    p = polytope_of(kind, size, inner_alpha(alpha, epsilon), target)
    if count and output is not None:
        raise InputError("got both --count and -o: counting writes no vertices")
    if output is not None:
        require_suffix(output)
    chosen = choose_engine(p, engine)
    if count:
        seen: Counter[int] = Counter()
        with _saying_how_far(seen, "the count is incomplete"):
            found = tally(p, chosen, by_orbits=by_orbits, force=force, seen=seen)
        _report(p, found, json, {})
        return
    if json and output is None and not force and estimate(p) > MOST_PRINTED:
        raise LimitError(
            f"{p} has about {estimate(p):,} vertices, too many for one JSON object: "
            "name a file with -o, or only --count"
        )
    passing = _Run(p, chosen, by_orbits, force)
    listed: list[Any] = []
    left = "the list above is incomplete"
    if output is not None or json:
        left = "no file was written" if output is not None else "nothing is listed"
    with _saying_how_far(passing.seen, left):
        if output is not None:
            write_listing(output, p, passing.items(), by_orbits=by_orbits, force=force)
        elif json:
            listed = [_entry(p, item) for item in passing.items()]
        else:
            for item in passing.items():
                typer.echo(_line(p, item))
    _report(p, passing.tally, json, {"vertices": listed} if json and output is None else {})


def polytope_of(kind: KindChoice, size: int, alpha: Fraction, target: str) -> Polytope:
    """Return a polytope whose target is "uniform" or in a file."""
    if target == "uniform":
        return polytope(kind.value, size, alpha)
    require_size(size)
    law = load_law(Path(target)).law
    try:
        return polytope(kind.value, size, alpha, law)
    except InputError as error:
        raise InputError(f"{target}: {error}") from None


class _Run:
    """One enumeration, which counts what passes; `tally` is there in the end."""

    tally: Tally

    def __init__(self, p: Polytope, engine: Any, by_orbits: bool, force: bool):
        self.polytope, self.engine, self.by_orbits = p, engine, by_orbits
        enumerate_ = orbits if by_orbits else points
        self._found: Iterable[Point | Orbit] = enumerate_(p, engine, force=force)
        self._start = perf_counter()
        self.seen: Counter[int] = Counter()

    def items(self) -> Iterator[Point | Orbit]:
        for item in self._found:
            self.seen[item.size if isinstance(item, Orbit) else 1] += 1
            yield item
        seconds = perf_counter() - self._start
        total = sum(size * many for size, many in self.seen.items())
        # Before the end, so that no file is left of what another engine contradicts.
        engines = agreed(self.polytope, self.engine, total)
        self.tally = Tally(total, self.seen if self.by_orbits else None, engines, seconds)


@contextmanager
def _saying_how_far(seen: Counter[int], left: str) -> Iterator[None]:
    """Turn an interruption into a message and exit code 130; nothing half-written is left."""
    # So that the file aside and the engine go away too when the run is asked to end.
    # Raised directly: a job in the background ignores SIGINT.
    old = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        done = sum(size * many for size, many in seen.items())
        typer.echo(f"exactdp: interrupted after {done} vertices; {left}", err=True)
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGTERM, old)


def _entry(p: Polytope, item: Point | Orbit) -> dict[str, Any]:
    if isinstance(item, Orbit):
        return {"orbit": item.size, "vertex": rows_of(p, item.point)}
    return {"vertex": rows_of(p, item)}


def _line(p: Polytope, item: Point | Orbit) -> str:
    if isinstance(item, Orbit):
        return f"{item.size} x  {text_line(p, item.point)}"
    return text_line(p, item)


def _report(p: Polytope, found: Tally, json: bool, more: dict[str, Any]) -> None:
    sizes = None if found.orbits is None else sorted(found.orbits.items())
    if json:
        print_json(
            {
                "polytope": p.kind,
                "size": p.size,
                "alpha": exact_text(p.alpha),
                "target": None if p.target is None else [exact_text(x) for x in p.target.numbers],
                "count": found.count,
                "orbits": None if found.orbits is None else found.orbits.total(),
                "orbit_sizes": None if sizes is None else {str(k): v for k, v in sizes},
                "engine": found.engines[0],
                "engines": found.engines,
                "missing": missing(),
                "seconds": round(found.seconds, 3),
                **more,
            }
        )
        return
    if found.orbits is not None:
        typer.echo(f"{found.orbits.total()} orbits of {p}; how many of each size:")
        typer.echo(", ".join(f"{many} of {size}" for size, many in sizes or []))
    by = " and ".join(found.engines)
    if not found.engines[1:]:
        by += " alone" + "".join(f"; {name} is missing: {INSTALL[name]}" for name in missing())
    typer.echo(f"vertices of {p}, by {by}:")
    typer.echo(str(found.count))


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
