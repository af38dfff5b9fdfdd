"""The points of U, F, R_U and R_F that claims are held against, and which are vertices.

The vertices are found without use of the structure; midpoints and mixtures are not extreme,
except where they happen to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any

from flint import fmpq

from ....mechanisms.polytopes.enumeration import points
from ....mechanisms.polytopes.faces import rank
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....mechanisms.polytopes.scales import psi
from ...engine import search
from ...engine.evidence import Step
from ...engine.search import counterexample
from .corners import corners

HALF = Fraction(1, 2)
ALPHAS = (Fraction(1, 3), HALF, Fraction(9, 10))
#: More levels, where there is little to do at each.
LEVELS = search.ALPHAS[:6]
#: Sizes at which every basis of the constraints is tried.
BASES = (2, 3)
#: What is claimed of every size and level.
ALL = "all n, all alpha in (0, 1)"
SCOPE = (
    "every vertex, midpoints and mixtures at size 2 (alpha in {1/3, 1/2, 9/10}) and size 3 "
    "(alpha = 1/2), z with and without zeros"
)
TARGETS: dict[int, tuple[tuple[Fraction, ...], ...]] = {
    size: tuple(tuple(Fraction(w, sum(law)) for w in law) for law in laws)
    for size, laws in {
        2: ((1, 1), (1, 3), (1, 0), (0, 1)),
        3: ((1, 1, 1), (1, 2, 4), (1, 0, 1), (0, 1, 3), (0, 1, 0)),
    }.items()
}
WHERE = {2: ALPHAS, 3: (HALF,)}


def spaces(kind: str) -> Iterator[Polytope]:
    """Yield the polytopes of a kind that are examined, smallest first."""
    for size, levels in WHERE.items():
        for alpha in levels:
            if kind in ("F", "RF"):
                for target in TARGETS[size]:
                    yield polytope(kind, size, alpha, target)
            else:
                yield polytope(kind, size, alpha)


@lru_cache(maxsize=64)
def vertices(space: Polytope) -> frozenset[tuple[str, ...]]:
    """Return the vertices without the structure: by all bases at sizes 2 and 3, else by a walk.

    >>> len(vertices(polytope("RU", 2, "1/2")))
    4
    """
    return corners(space) if space.size in BASES else frozenset(points(space, "walk"))


@lru_cache(maxsize=64)
def corner_matrices(space: Polytope) -> tuple[Rows, ...]:
    """Return the vertices as matrices."""
    return tuple(space.matrix(point) for point in sorted(vertices(space)))


@lru_cache(maxsize=64)
def examined(space: Polytope, midpoints: int = 60, mixtures: int = 10) -> tuple[Rows, ...]:
    """Return all vertices, some midpoints of two, and some mixtures of more.

    >>> len(examined(polytope("U", 2, "1/2"), 250, 30))
    40
    """
    rng = Random(space.size)
    found = corner_matrices(space)
    pairs = list(combinations(found, 2))
    some = [mixture([1, 1], pair) for pair in rng.sample(pairs, min(len(pairs), midpoints))]
    more = [
        mixture([rng.randint(1, 99) for _ in chosen], chosen)
        for chosen in (rng.sample(found, min(len(found), 3 + t % 3)) for t in range(mixtures))
    ]
    return (*found, *some, *more)


def mixture(weights: list[int], matrices: Iterable[Rows]) -> Rows:
    """Return the mixture of matrices with weights in the given proportions."""
    given, total = list(zip(weights, matrices, strict=True)), sum(weights)
    height, width = len(given[0][1]), len(given[0][1][0])
    return [
        [sum((w * m[i][j] for w, m in given), Fraction(0)) / total for j in range(width)]
        for i in range(height)
    ]


def cases(kind: str) -> Iterator[dict[str, Any]]:
    """Yield the examined points of all polytopes of a kind."""
    for space in spaces(kind):
        for matrix in examined(space):
            yield {"space": space, "matrix": matrix}


def is_vertex(space: Polytope, matrix: Rows) -> bool:
    """Whether a point is a vertex, from the list."""
    return tuple(str(entry) for row in matrix for entry in row) in vertices(space)


@lru_cache(maxsize=64)
def scales_of(size: int, alpha: Fraction) -> tuple[tuple[fmpq, ...], ...]:
    """Return the scales, in the order of the rows of B."""
    matrix = psi(size, alpha)
    return tuple(tuple(matrix[i, s] for i in range(size)) for s in range(2 ** (size - 1)))


def positive_scales(space: Polytope, matrix: Rows) -> list[list[tuple[fmpq, ...]]]:
    """Return G(B_j) for each column: the scales with a positive weight."""
    scales = scales_of(space.size, space.alpha)
    return [
        [s for s, weight in zip(scales, column, strict=True) if weight > 0]
        for column in zip(*matrix, strict=True)
    ]


def linearly_simplified(space: Polytope, matrix: Rows) -> bool:
    """Whether a point of R_U satisfies Definition 19."""
    union = [list(s) for found in positive_scales(space, matrix) for s in found]
    return rank(union) == len(union)


def shown(space: Polytope, matrix: Rows) -> dict[str, Any]:
    """Return what tells a reader which point it is."""
    return {"space": str(space), "matrix": matrix, "extreme": is_vertex(space, matrix)}


def characterised(shows: str, kind: str, test: Callable[[Polytope, Rows], bool]) -> Step:
    """Hold a test for vertices against the list, on all that is examined."""
    return counterexample(
        shows,
        cases(kind),
        lambda space, matrix: is_vertex(space, matrix) == test(space, matrix),
        shown,
    )


def columns_with_all_tight(size: int, alpha: Fraction) -> set[tuple[Fraction, ...]]:
    """Return the columns of sum 1 with each ratio alpha or 1/alpha, by trying all ratios.

    >>> [[str(x) for x in column] for column in sorted(columns_with_all_tight(2, Fraction(1, 2)))]
    [['1/3', '2/3'], ['2/3', '1/3']]
    """
    found = set()
    for ratios in product((alpha, 1 / alpha), repeat=size - 1):
        column = [Fraction(1)]
        for ratio in ratios:
            column.append(column[-1] * ratio)
        found.add(tuple(value / sum(column) for value in column))
    return found
