"""The vertices of U and RU, from the extreme mixtures of scales.

RU: a vertex gives each scale of an extreme mixture to one output, whole (Theorem 11 and
Corollary 5 of "Preserving Target Distributions With Differentially Private Count
Mechanisms"). So it is a mixture, its scales sorted into blocks, and an output for each
block.

U: each vertex is the image of a vertex of RU (Proposition 3), so it comes from blocks too.
The image is a vertex iff the smallest faces of its nonzero columns are independent, and
those faces determine it. Most blocks fail by dimension alone, before anything is added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import perm
from typing import NamedTuple

from flint import fmpq

from ..exact.progress import track
from .faces import Face, face_of, independent
from .mixtures import Mixture, mixtures
from .polytope import Polytope
from .scales import patterns, scaled

Blocks = list[list[int]]  # of places in a mixture


class Family(NamedTuple):
    """The nonzero columns of a vertex, without their outputs.

    Attributes
    ----------
    mixture : Mixture
    blocks : list of lists
        The places in the mixture that go to one column each.
    images : int
        1, or 2 where the family read backwards is another one.
    """

    mixture: Mixture
    blocks: Blocks
    images: int

    def arrangements(self, size: int) -> int:
        """Return in how many ways the columns can be given to the outputs."""
        return perm(size, len(self.blocks))

    def columns(self, p: Polytope) -> list[tuple[str, ...]]:
        """Return the columns, as texts."""
        return [tuple(map(str, self._column(p, block))) for block in self.blocks]

    def _column(self, p: Polytope, block: list[int]) -> list[fmpq]:
        parts = [(self.mixture.scales[k], self.mixture.weights[k]) for k in block]
        if p.represents:
            given = dict(parts)
            return [given.get(s, fmpq(0)) for s in range(p.height)]
        table = _scales(p.size, p.alpha)
        return [sum((w * table[s][i] for s, w in parts), fmpq(0)) for i in range(p.size)]


def families(p: Polytope, half: bool = False) -> Iterator[Family]:
    """Yield the families of U or RU.

    Parameters
    ----------
    p : Polytope
    half : bool
        Whether of two that mirror each other only one is given.

    Examples
    --------
    >>> from .polytope import polytope
    >>> u = polytope("U", 3, "1/2")
    >>> sum(f.arrangements(3) for f in families(u))
    27
    >>> sum(f.images * f.arrangements(3) for f in families(u, half=True))
    27
    """
    assert p.kind in ("U", "RU")
    return _of_u(p, half) if p.kind == "U" else _of_ru(p, half)


def by_structure(p: Polytope) -> Iterator[tuple[str, ...]]:
    """Yield all vertices, as the engines do.

    >>> from .polytope import polytope
    >>> for point in by_structure(polytope("U", 2, "1/2")):
    ...     print(*point)
    1 0 1 0
    0 1 0 1
    2/3 1/3 1/3 2/3
    1/3 2/3 2/3 1/3
    """
    empty = ("0",) * p.height
    for family in families(p):
        found = family.columns(p)
        for places in permutations(range(p.size), len(found)):
            columns = [empty] * p.size
            for column, j in zip(found, places, strict=True):
                columns[j] = column
            yield tuple(x for row in zip(*columns, strict=True) for x in row)


def _of_u(p: Polytope, half: bool) -> Iterator[Family]:
    table = patterns(p.size)
    faces = [face_of(pattern) for pattern in table]
    mirror = lru_cache(maxsize=None)(lambda face: face.reversed(p.size))
    seen: set[tuple[Face, ...]] = set()
    found = mixtures(p.size, p.alpha)
    for mixture in track(found, len(found), "families of columns"):
        for blocks, joins in _sorted_blocks([faces[s] for s in mixture.scales], p.size):
            key = tuple(sorted(joins))
            if key in seen:
                continue
            seen.add(key)
            # A block that fills its face spans it, and the scales are independent.
            full = all(
                len(block) == join.dimension for block, join in zip(blocks, joins, strict=True)
            )
            if not full and not independent((f.pattern(p.size) for f in joins), p.alpha):
                continue
            other = tuple(sorted(mirror(f) for f in joins))
            if half and other < key:
                continue
            yield Family(mixture, blocks, 1 if other == key else 2)


def _of_ru(p: Polytope, half: bool) -> Iterator[Family]:
    faces = [face_of(pattern) for pattern in patterns(p.size)]
    place = {face: s for s, face in enumerate(faces)}
    mirrored = [place[face.reversed(p.size)] for face in faces]
    found = mixtures(p.size, p.alpha)
    for mixture in track(found, len(found), "families of columns"):
        turned = tuple(sorted(mirrored[s] for s in mixture.scales))
        if half and turned < mixture.scales:
            continue
        for blocks in _all_blocks(len(mixture.scales)):
            images = 2
            if turned == mixture.scales:
                key = sorted(sorted(mixture.scales[k] for k in block) for block in blocks)
                other = sorted(sorted(mirrored[s] for s in block) for block in key)
                if half and other < key:
                    continue
                images = 1 if other == key else 2
            yield Family(mixture, blocks, images)


def _all_blocks(count: int) -> Iterator[Blocks]:
    """Yield the ways to sort `count` things into blocks."""
    if count == 0:
        yield []
        return
    for blocks in _all_blocks(count - 1):
        for k in range(len(blocks)):
            yield [[*b, count - 1] if k == m else b for m, b in enumerate(blocks)]
        yield [*blocks, [count - 1]]


def _sorted_blocks(faces: list[Face], room: int) -> Iterator[tuple[Blocks, list[Face]]]:
    """Yield the ways to sort scales into blocks whose faces have room in the space together."""

    def grow(k: int, blocks: Blocks, joins: list[Face], used: int) -> Iterator[None]:
        if k == len(faces):
            yield None
            return
        for b in range(len(blocks)):
            old, new = joins[b], joins[b].join(faces[k])
            more = used + new.dimension - old.dimension
            if more <= room:
                blocks[b].append(k)
                joins[b] = new
                yield from grow(k + 1, blocks, joins, more)
                joins[b] = old
                blocks[b].pop()
        if used < room:
            blocks.append([k])
            joins.append(faces[k])
            yield from grow(k + 1, blocks, joins, used + 1)
            joins.pop()
            blocks.pop()

    blocks: Blocks = []
    joins: list[Face] = []
    for _ in grow(0, blocks, joins, 0):
        yield [list(block) for block in blocks], list(joins)


@lru_cache(maxsize=16)
def _scales(size: int, alpha: Fraction) -> list[list[fmpq]]:
    return [scaled(pattern, alpha) for pattern in patterns(size)]
