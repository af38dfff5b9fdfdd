"""Sections 4.2 and D: which points of U and R_U are extreme.

The criterion is that of :mod:`.movements`, held against vertices that are found without it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ....mechanisms.exact.rationals import to_fmpq
from ....mechanisms.polytopes.enumeration import points
from ....mechanisms.polytopes.faces import independent, rank
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....verify.judge.extreme import extreme
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from ...statements.claim import Finding, Proof, claim, decide
from .corners import normals
from .movements import EXAMINED, faces, movements, no_movement, points_of_u
from .space import ALPHAS, HALF, is_vertex, vertices

SCOPE = (
    "all n, all alpha in (0, 1); held against all vertices at sizes 2 and 3, alpha in "
    "{1/3, 1/2, 9/10}, and at size 4, alpha = 1/2"
)

a, x, b, d, k, p, q = symbols("a x b d k p q")


def _criterion(space: Polytope, matrix: Rows) -> bool:
    return is_vertex(space, matrix) == independent(faces(matrix, space.alpha), space.alpha)


def _moves_both_ways(space: Polytope, matrix: Rows) -> bool:
    found = extreme(matrix, space)
    if found.holds or found.direction is None or found.step is None:
        return found.holds and is_vertex(space, matrix)
    ways = [
        [
            [value + way * Fraction(found.direction.get((i, j), 0)) for j, value in enumerate(row)]
            for i, row in enumerate(matrix)
        ]
        for way in (found.step, -found.step)
    ]
    apart = found.step > 0 and ways[0] != ways[1]
    inside = all(space.violated(way) is None for way in ways)
    return apart and inside and not is_vertex(space, matrix)


def criterion(test: Callable[[Polytope, Rows], bool] = _criterion) -> Step:
    """Hold a criterion for vertices of U against all points that are examined."""
    shows = "T is a vertex iff the spans of its nonzero columns' faces form a direct sum"
    return counterexample(shows, points_of_u(), test)


def search_for_exceptions() -> list[Step]:
    """Look for a point of U where the criterion of NEW-7 fails."""
    return [
        criterion(),
        counterexample(
            "what verify.extreme calls extreme is a vertex, and another point moves both ways",
            points_of_u([HALF]),
            _moves_both_ways,
        ),
    ]


@claim(
    "NEW-7",
    place="NEW-7",
    statement="T is extreme in U iff the linear spans of the minimal cone faces of its nonzero "
    "columns form a direct sum",
    formula="T in ex(U) <=> dim sum_j span F(T_j) = sum_j dim F(T_j)",
)
def extreme_with_zero_columns() -> Finding:
    """The movements at T are the matrices with columns in the spans and D 1 = 0."""
    return decide(search=search_for_exceptions(), proof=Proof(SCOPE, movements()))


@claim(
    "KL-20",
    place="4.2, Theorem 2",
    statement="T in U with all entries > 0 is extreme iff its columns are independent multiples "
    "of scales",
)
def extreme_without_zeros() -> Finding:
    """Spans of n columns in dimension n are a direct sum only if each is a line.

    A column with a face that is a line has n - 1 tight steps: it is a multiple of a scale.
    """

    def theorem_2(space: Polytope, matrix: Rows) -> bool:
        scales = all(step != 0 for pattern in faces(matrix, space.alpha) for step in pattern)
        columns = [list(map(to_fmpq, column)) for column in zip(*matrix, strict=True)]
        return is_vertex(space, matrix) == (scales and rank(columns) == space.size)

    k, d, n = symbols("k d n")
    # One column has k >= 1 free steps; the n - 1 others have n - 1 + d dimensions, d >= 0.
    box = {"k": at_least(1), "d": at_least(0), "n": at_least(2)}
    more = (n - 1 + d) + (1 + k) - n
    positive = [case for case in points_of_u() if all(v > 0 for row in case["matrix"] for v in row)]
    counts = [
        sign("n nonzero columns, one with a free step: more than n dimensions", more, ">0", box),
    ]
    return decide(
        search=[
            counterexample(
                "T > 0 is a vertex iff its columns are independent multiples of scales",
                positive,
                theorem_2,
            )
        ],
        proof=Proof(SCOPE, [*movements(), *counts]),
    )


def positive_entries(least: int, most: Callable[[int], int], in_a_row: int = 1) -> list[Step]:
    """Compare bounds on the positive entries with all vertices of R_U at sizes 2, 3 and 4."""

    def same(space: Polytope) -> bool:
        return vertices(space) == frozenset(points(space, "structure"))

    def holds(space: Polytope) -> bool:
        for point in vertices(space):
            rows = [point[s : s + space.size] for s in range(0, len(point), space.size)]
            positive = [sum(weight != "0" for weight in row) for row in rows]
            if not least <= sum(positive) <= most(space.size) or max(positive) > in_a_row:
                return False
        return True

    cases = [{"space": polytope("RU", *where)} for where in EXAMINED]
    return [
        counterexample("the structure gives the same vertices of R_U", cases, same),
        counterexample("how many entries of each vertex are positive", cases, holds),
    ]


@claim(
    "KL-35",
    place="D.2, Corollary 5",
    statement="a matrix in ex(R_U) has between 1 and n positive entries, at most one a row",
)
def how_many_are_positive() -> Finding:
    """A vertex is a basic solution of the n equations Psi B 1 = 1.

    If n + 1 entries were positive, or two in a row, their columns in these equations, which are
    scales, would be dependent, and a dependency moves B. And B = 0 is no solution. (As a bound
    this is true, but the 1 is never attained from n = 2 on: no scale is constant.)
    """

    def equations(size: int, alpha: Fraction) -> bool:
        p = polytope("RU", size, alpha)
        rows = [row for row in p.constraints if row.equal]
        lines = normals(p, rows)
        same = all(
            len(set(line[s : s + size])) == 1 for line in lines for s in range(0, p.variables, size)
        )
        return len(rows) == size and same and all(row.constant != 0 for row in rows)

    cases = [{"size": size, "alpha": alpha} for size in range(2, 7) for alpha in ALPHAS]
    return decide(
        search=positive_entries(1, lambda size: size),
        proof=Proof(
            "all n, all alpha in (0, 1); held against all vertices for n <= 4",
            [
                *no_movement(),
                identity(
                    "a dependency k p + d q = 0 moves nothing of Psi B 1: (b + k) p + (x + d) q",
                    (b + k) * p + (x + d) * q,
                    (b * p + x * q) + (k * p + d * q),
                ),
                identity(
                    "as does a shift between two entries of a row, of one scale",
                    (b + d) * p + (x - d) * p,
                    b * p + x * p,
                ),
                sign(
                    "n = 2 and up: a scale, v and alpha v, is not constant",
                    x - a * x,
                    ">0",
                    {"a": UNIT, "x": more_than(0)},
                ),
                counterexample(
                    "n equations, in which the entries of a row have the same column, and which "
                    "0 does not solve",
                    cases,
                    equations,
                ),
            ],
        ),
    )
