"""Vertices as files: streamed line by line, written aside, renamed at the end."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..exact.errors import InputError
from ..kernels.files.aside import write_aside
from .engines import Point
from .polytope import Polytope
from .symmetry import Orbit

#: The suffixes of listings.
SUFFIXES = (".jsonl", ".csv")


def text_line(p: Polytope, point: Point) -> str:
    """Return a vertex as one line for people: rows between semicolons.

    >>> from .polytope import polytope
    >>> text_line(polytope("U", 2, "1/2"), ("1", "0", "1", "0"))
    '1 0; 1 0'
    """
    return "; ".join(" ".join(row) for row in rows_of(p, point))


def rows_of(p: Polytope, point: Point) -> list[Point]:
    """Return the rows of a vertex, as texts."""
    return [point[k : k + p.size] for k in range(0, len(point), p.size)]


def json_lines(p: Polytope, found: Iterable[Point | Orbit]) -> Iterator[str]:
    r"""Yield one JSON object for each vertex or orbit.

    >>> from .polytope import polytope
    >>> list(json_lines(polytope("U", 2, "1/2"), [Orbit(("1", "0", "1", "0"), 2)]))
    ['{"orbit": 2, "vertex": [["1", "0"], ["1", "0"]]}\n']
    """
    row = "[" + ", ".join(['"%s"'] * p.size) + "]"
    whole = '"vertex": [' + ", ".join([row] * p.height) + "]}\n"
    for item in found:
        if isinstance(item, Orbit):
            yield f'{{"orbit": {item.size}, ' + whole % item.point
        else:
            yield "{" + whole % item


def csv_lines(p: Polytope, found: Iterable[Point | Orbit], *, by_orbits: bool) -> Iterator[str]:
    """Yield a header and a line for each vertex; the sizes of orbits come first."""
    names = [
        f"{'B' if p.represents else 'T'}[{v // p.size}][{v % p.size}]" for v in range(p.variables)
    ]
    yield ",".join(["orbit"] * by_orbits + names) + "\n"
    for item in found:
        if isinstance(item, Orbit):
            yield f"{item.size}," + ",".join(item.point) + "\n"
        else:
            yield ",".join(item) + "\n"


def require_suffix(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a listing; another is refused before anything is enumerated."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(
            f"{os.fspath(path)}: got the suffix {suffix!r}, expected {' or '.join(SUFFIXES)}"
        )
    return suffix


def write_listing(
    path: str | os.PathLike[str],
    p: Polytope,
    found: Iterable[Point | Orbit],
    *,
    by_orbits: bool = False,
    force: bool = False,
) -> None:
    """Write vertices or orbits to ``.jsonl`` or ``.csv`` while they are found, or nothing.

    >>> import tempfile
    >>> from .enumeration import points
    >>> from .polytope import polytope
    >>> u = polytope("U", 2, "1/2")
    >>> path = Path(tempfile.mkdtemp()) / "u.csv"
    >>> write_listing(path, u, points(u))
    >>> print(path.read_text(), end="")
    T[0][0],T[0][1],T[1][0],T[1][1]
    1,0,1,0
    0,1,0,1
    2/3,1/3,1/3,2/3
    1/3,2/3,2/3,1/3
    """
    if require_suffix(path) == ".jsonl":
        lines = json_lines(p, found)
    else:
        lines = csv_lines(p, found, by_orbits=by_orbits)
    write_aside(path, lines, force=force)
