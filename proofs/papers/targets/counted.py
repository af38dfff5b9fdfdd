"""Section B, examples 1 and 2: the extreme points of four polytopes, counted, and three of them.

Engines that know different things must find the same vertices before their number is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ....mechanisms.polytopes.engines import Point
from ....mechanisms.polytopes.enumeration import points, vertices
from ....mechanisms.polytopes.images import image
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....verify.judge.extreme import columns_of, extreme
from ....verify.judge.joining import Stated, joined, stated
from ...engine.evidence import Step
from ...engine.identities import symbols
from ...engine.search import written
from ...statements.claim import Finding, Proof, claim, decide
from .corners import corners
from .space import BASES, HALF, mixture

b, k, p = symbols("b k p")


def count_of(kind: str, size: int, alpha: Fraction, stated: int) -> Step:
    """Count the vertices by several engines; they must be the same vertices.

    >>> count_of("U", 2, Fraction(1, 2), 4).holds, count_of("U", 2, Fraction(1, 2), 5).holds
    (True, False)
    """
    p = polytope(kind, size, alpha)
    engines = ("walk", "structure") if kind in ("U", "RU") else ("walk",)
    found = {engine: frozenset(points(p, engine)) for engine in engines}
    if size in BASES:
        found["bases"] = corners(p)
    data: dict[str, Any] = {"polytope": str(p), "counts": {e: len(f) for e, f in found.items()}}
    agree = len(found) > 1 and len(set(found.values())) == 1
    if not agree:
        return Step("instance", f"{kind} has {stated} extreme points", None, data)
    holds = all(len(f) == stated for f in found.values())
    shown = data if holds else {"counterexample": data}
    shows = f"{kind} has {stated} extreme points"
    return Step("instance", shows, holds, shown, lambda: every_vertex(p))


def every_vertex(p: Polytope) -> Stated:
    """Return that each vertex is one, which says nothing of others."""
    return joined(
        stated(extreme(columns_of(matrix, p) if p.represents else matrix, p).certificate())
        for matrix in sorted(vertices(p))
    )


def counts(stated: Mapping[str, int]) -> list[Step]:
    """Compare stated numbers with the polytopes at size 3, alpha = 1/2, z uniform."""
    return [count_of(kind, 3, HALF, many) for kind, many in stated.items()]


@claim(
    "KL-23",
    place="B, Example 1",
    statement="n = 3, eps = ln 2, z uniform: |ex F| = 36 and |ex R_F| = 78",
)
def example_1() -> Finding:
    """Each basis is tried, and the vertices are those that the walk finds."""
    return decide(
        search=[], proof=Proof("n = 3, alpha = 1/2, z uniform", counts({"F": 36, "RF": 78}))
    )


def _representation(columns: Mapping[int, list[str]]) -> Rows:
    return [[Fraction(columns.get(j, ["0"] * 4)[s]) for j in range(3)] for s in range(4)]


def images_of_example_2() -> list[Step]:
    """Decide what the paper says of B1, B2 and the image of B3."""
    above, under = polytope("RU", 3, HALF), polytope("U", 3, HALF)
    vertices, corner = corners(above), corners(under)

    def flat(rows: Rows) -> Point:
        return tuple(str(v) for row in rows for v in row)

    steps = []
    for name, column in (("B1", ["7/6", "0", "2/3", "7/6"]), ("B2", ["0", "5/3", "4/3", "0"])):
        b = _representation({0: column})
        shown = image(above, b)
        holds = flat(b) in vertices and shown == [[1, 0, 0]] * 3 and flat(shown) in corner
        steps.append(_instance(f"{name} is extreme in R_U, its image is [1 0 0]", holds, shown))
    third = _representation({0: ["7/6", "0", "0", "7/6"], 2: ["0", "0", "2/3", "0"]})
    shown = image(above, third)
    printed = [[Fraction(v, 12) for v in row] for row in ([10, 0, 2], [8, 0, 4], [10, 0, 2])]
    parts = [
        [[Fraction(v, 12) for v in row] for row in rows]
        for rows in (
            ([11, 0, 1], [10, 0, 2], [11, 0, 1]),
            ([9, 0, 3], [6, 0, 6], [9, 0, 3]),
        )
    ]
    inside = all(under.violated(part) is None for part in parts) and parts[0] != parts[1]
    holds = flat(third) in vertices and shown == printed and flat(shown) not in corner
    return [
        *steps,
        _instance("B3 is extreme in R_U, its image is as printed, and not extreme", holds, shown),
        _instance(
            "it is halfway between the printed A1 and A2, which are in U",
            inside and mixture([1, 1], parts) == shown,
            parts,
        ),
    ]


def _instance(shows: str, holds: bool, data: Any) -> Step:
    found = {"found": written(data)}
    return Step("instance", shows, holds, found if holds else {"counterexample": found})


@claim(
    "KL-26",
    place="B, Example 2",
    statement="n = 3, eps = ln 2: |ex U| = 27 and |ex R_U| = 36; B1 and B2 are two of them with "
    "the image [1 0 0]; B3 is one of R_U, and its image is 1/2 (A1 + A2), with A1, A2 in U",
)
def example_2() -> Finding:
    """Three engines give the same vertices, and Psi maps them as printed.

    (A1 and A2, as printed, are in U but not extreme themselves.)
    """
    return decide(
        search=[],
        proof=Proof("n = 3, alpha = 1/2", [*counts({"U": 27, "RU": 36}), *images_of_example_2()]),
    )
