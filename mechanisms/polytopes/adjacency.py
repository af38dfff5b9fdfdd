"""The graph of a polytope: which of its vertices an edge joins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..exact.errors import LimitError
from ..exact.progress import track
from .engines import Point, entry
from .polytope import Polytope

#: The most vertices whose pairs are gone through.
MOST_VERTICES = 5_000


def edges(p: Polytope, points: Iterable[Point]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of adjacent vertices, by their places in `points`.

    Two vertices are adjacent iff no third one satisfies with equality all constraints that
    both do: then the smallest face that holds them has no other vertex.

    Parameters
    ----------
    p : Polytope
    points : iterable
        *All* vertices of p, as :func:`~.enumeration.points` gives them.

    Raises
    ------
    LimitError
        If there are more than `MOST_VERTICES`.

    Examples
    --------
    >>> from .polytope import polytope
    >>> from .enumeration import points
    >>> u = polytope("U", 2, "1/2")
    >>> list(edges(u, points(u)))
    [(0, 2), (0, 3), (1, 2), (1, 3)]
    """
    found = list(points)
    if len(found) > MOST_VERTICES:
        raise LimitError(
            f"got {len(found):,} vertices of {p}, and pairs are gone through for up to "
            f"{MOST_VERTICES:,}: take a smaller size"
        )
    tight, holders = _incidence(p, found)
    least, whole = _least_common(p), (1 << len(found)) - 1
    pairs = len(found) * (len(found) - 1) // 2
    for k, m in track(combinations(range(len(found)), 2), pairs, "pairs of vertices"):
        common = tight[k] & tight[m]
        if common.bit_count() < least:
            continue
        face = whole
        while common and face.bit_count() != 2:
            row = common & -common
            face &= holders[row.bit_length() - 1]
            common ^= row
        if face.bit_count() == 2:
            yield k, m


def _incidence(p: Polytope, found: list[Point]) -> tuple[list[int], list[int]]:
    """Return which inequalities are tight at each vertex, and at which vertices each is."""
    rows = [row for row in p.constraints if not row.equal]
    tight = [0] * len(found)
    holders = [0] * len(rows)
    for k, point in enumerate(found):
        values = [entry(x) for x in point]
        for r, row in enumerate(rows):
            if row.value(values) == 0:
                tight[k] |= 1 << r
                holders[r] |= 1 << k
    return tight, holders


def _least_common(p: Polytope) -> int:
    """Return how many inequalities are tight on an edge at least: the dimension less one."""
    equations = p.size if p.target is None else p.size + len(p.outputs) - 1
    return p.height * len(p.outputs) - equations - 1
