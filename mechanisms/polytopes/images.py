"""The map Psi: from representation matrices to mechanisms, and what it does to vertices.

From "Preserving Target Distributions With Differentially Private Count Mechanisms",
sections 4.3 and D.1: Psi maps RF onto F and RU onto U (Theorems 3 and 10), and each vertex
below has a vertex above it (Propositions 1 and 3). Several may have the same image, and the
image of a vertex need not be one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import fmpq_mat

from ..exact.errors import InputError
from ..exact.rationals import to_fraction
from .engines import Point, entry
from .enumeration import points
from .polytope import Polytope, Rows, polytope
from .scales import psi


def image(p: Polytope, matrix: Sequence[Sequence[Any]]) -> Rows:
    """Return the mechanism Psi B of a representation matrix B, scale x output.

    >>> p = polytope("RU", 2, "1/2")
    >>> [[str(x) for x in row] for row in image(p, [[1, 0], [0, 1]])]
    [['2/3', '1/3'], ['1/3', '2/3']]
    """
    if not p.represents:
        raise InputError(f"got a point of {p.kind}, expected one of RU or RF: Psi maps those")
    product = _psi(p) * fmpq_mat(p.height, p.size, p.point(matrix))
    return [[to_fraction(product[i, j]) for j in range(p.size)] for i in range(p.size)]


@lru_cache(maxsize=8)
def _psi(p: Polytope) -> fmpq_mat:
    return psi(p.size, p.alpha)


@dataclass(frozen=True)
class Images:
    """What Psi does to the vertices of RU or RF.

    Attributes
    ----------
    vertices : int
        How many vertices there are above.
    onto_vertices : int
        How many of them are mapped to a vertex.
    preimages : Counter
        How many vertices below have 1, 2, ... vertices above them.
    positive : Counter
        How many vertices above have 1, 2, ... positive entries (Corollaries 2 and 5).
    images : Counter
        How many vertices above each image has.
    """

    vertices: int
    onto_vertices: int
    preimages: Counter[int]
    positive: Counter[int]
    images: Counter[Point]


def below(p: Polytope) -> Polytope:
    """Return the polytope that Psi maps onto: U for RU, F for RF."""
    if not p.represents:
        raise InputError(f"got {p.kind}, expected RU or RF")
    return polytope(p.kind[1:], p.size, p.alpha, p.target)


def images(
    p: Polytope, above: Iterable[Point] | None = None, *, engine: str | None = None
) -> Images:
    """Map all vertices of RU or RF, and compare with the vertices of U or F.

    Parameters
    ----------
    p : Polytope
    above : iterable, optional
        The vertices of p; enumerated if not given.
    engine : str, optional
        Which engine enumerates.

    Examples
    --------
    >>> found = images(polytope("RU", 3, "1/2"))
    >>> found.vertices, found.onto_vertices, sorted(found.preimages.items())
    (36, 30, [(1, 24), (2, 3)])
    """
    extreme = set(points(below(p), engine))
    counted: Counter[Point] = Counter()
    positive: Counter[int] = Counter()
    matrix = _psi(p)
    for point in points(p, engine) if above is None else above:
        positive[sum(x != "0" for x in point)] += 1
        product = matrix * fmpq_mat(p.height, p.size, [entry(x) for x in point])
        counted[tuple(map(str, product.entries()))] += 1
    hit = {point: many for point, many in counted.items() if point in extreme}
    if len(hit) != len(extreme):
        raise RuntimeError(f"vertices of {below(p)} without a vertex above: Propositions 1 and 3")
    return Images(
        sum(counted.values()), sum(hit.values()), Counter(hit.values()), positive, counted
    )
