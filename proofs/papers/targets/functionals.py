"""Sections B.1 and B.2: extreme points as unique maximisers, and images of maximisers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from flint import fmpq

from ....mechanisms.polytopes.images import below, image
from ....mechanisms.polytopes.polytope import Polytope, Rows
from ....mechanisms.polytopes.scales import psi
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from ...statements.claim import Finding, Proof, claim, decide
from .corners import normals
from .space import ALL, SCOPE, cases, corner_matrices, is_vertex, shown

x, y, b, c, p, q, r, t, k, d, u, v = symbols("x y b c p q r t k d u v")


def supporting(space: Polytope, matrix: Rows) -> list[fmpq]:
    """Return minus the sum of the inequalities that are tight: a functional, largest there."""
    total = [fmpq(0)] * space.variables
    tight = [space.constraints[t] for t in space.tight(matrix)]
    for line in normals(space, [row for row in tight if not row.equal]):
        total = [u - v for u, v in zip(total, line, strict=True)]
    return total


def value(functional: Sequence[fmpq], matrix: Rows) -> fmpq:
    """Return the functional at a point."""
    flat = [fmpq(e.numerator, e.denominator) for row in matrix for e in row]
    return sum((f * e for f, e in zip(functional, flat, strict=True)), fmpq(0))


def maximisers(space: Polytope, functional: Sequence[fmpq]) -> list[Rows]:
    """Return the vertices at which a functional is largest."""
    found = corner_matrices(space)
    values = [value(functional, matrix) for matrix in found]
    return [m for m, v in zip(found, values, strict=True) if v == max(values)]


@claim(
    "KL-31",
    place="B.1, Lemma 4",
    statement="a point of a polytope is extreme iff it is the unique maximiser of a linear "
    "functional",
)
def unique_maximiser() -> Finding:
    """At a vertex the tight inequalities, added up, are least there alone.

    Between two points a functional is largest in the middle only if it is at both ends.
    """

    def holds(space: Polytope, matrix: Rows) -> bool:
        found = maximisers(space, supporting(space, matrix))
        return is_vertex(space, matrix) == (found == [matrix])

    return decide(
        search=[
            counterexample(
                f"{kind}: the functional has one maximiser iff the point is extreme",
                cases(kind),
                holds,
                shown,
            )
            for kind in ("U", "F")
        ],
        proof=Proof(
            f"{ALL}; held against {SCOPE}",
            [
                identity(
                    "at x A + (1-x) C a functional is the mixture of its values",
                    p * (x * b + (1 - x) * c),
                    x * (p * b) + (1 - x) * (p * c),
                ),
                sign(
                    "so it is below the maximum there if it is at an end, by p or by q",
                    x * p + (1 - x) * q,
                    ">0",
                    {"x": UNIT, "p": more_than(0), "q": at_least(0)},
                ),
                # The constraints that are tight at a vertex are met with equality there alone.
                sign(
                    "at another point one of the slacks that are 0 at a vertex is positive: so is "
                    "their sum",
                    p + q,
                    ">0",
                    {"p": more_than(0), "q": at_least(0)},
                ),
            ],
        ),
    )


class Projection(NamedTuple):
    """The polytope spanned by points of Q^3, and a linear map to the plane."""

    points: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], tuple[int, ...]]

    def image(self, point: Sequence[int]) -> tuple[int, ...]:
        """Return the image of a point."""
        return tuple(dot(row, point) for row in self.rows)


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """Return the inner product of two integer vectors."""
    return sum(u * v for u, v in zip(left, right, strict=True))


def projections() -> Iterator[dict[str, Any]]:
    """Yield polytopes in three dimensions and maps (1 0 p; 0 1 q) to the plane."""
    rng = Random(9)
    cube = list(product((0, 1), repeat=3))
    for p, q in product((-1, 0, 1), repeat=2):
        for _ in range(3):
            points = tuple(sorted(rng.sample(cube, rng.randint(3, 6))))
            yield {"projection": Projection(points, ((1, 0, p), (0, 1, q)))}


def extreme_in_the_plane(place: tuple[int, ...], others: set[tuple[int, ...]]) -> bool:
    """Whether a point of the plane is on no segment and in no triangle of other points."""

    def turn(one: tuple[int, ...], two: tuple[int, ...]) -> int:
        return (one[0] - place[0]) * (two[1] - place[1]) - (one[1] - place[1]) * (two[0] - place[0])

    def between(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
        away = [(one[t] - place[t]) * (two[t] - place[t]) for t in (0, 1)]
        return turn(one, two) == 0 and sum(away) < 0

    rest = others - {place}
    return not (
        any(between(*pair) for pair in combinations(rest, 2))
        or any(
            turn(u, v) * turn(v, w) > 0 < turn(v, w) * turn(w, u)
            for u, v, w in combinations(rest, 3)
        )
    )


def as_in_theorem_9(projection: Projection) -> bool:
    """Whether Theorem 9 holds: D is looked for among small vectors orthogonal to the kernel."""
    points, ((_, _, p), (_, _, q)) = projection.points, projection.rows
    kernel = (-p, -q, 1)
    images = {projection.image(point) for point in points}
    faces = []
    for functional in product(range(-4, 5), range(-4, 5), range(-8, 9)):
        if dot(functional, kernel) == 0:
            values = [dot(functional, point) for point in points]
            faces.append([o for o, v in zip(points, values, strict=True) if v == max(values)])
    return all(
        extreme_in_the_plane(projection.image(point), images)
        == any(point in face and len({projection.image(o) for o in face}) == 1 for face in faces)
        for point in points
    )


@claim(
    "KL-32",
    place="B.2, Theorem 9 and Corollary 3, and D.1, Corollary 4",
    statement="Phi B is extreme in the image of a polytope under a linear map Phi (Psi, say) iff "
    "some D orthogonal to the kernel of Phi has B among its maximisers and Phi constant on them",
)
def images_of_maximisers() -> Finding:
    """What is orthogonal to the kernel is D = Phi^T W; it takes at B the value of W at Phi B.

    So its maximisers are all that lies over those of W, and Phi maps them to one point iff W has
    one maximiser. If Phi B is a vertex there is such a W (Lemma 4). If not, every W that is
    largest there is so elsewhere too. Nothing of Psi is used, but that it is linear.
    """

    def lifted(space: Polytope, functional: Sequence[fmpq]) -> list[fmpq]:
        matrix = psi(space.size, space.alpha)
        return [
            sum((matrix[i, s] * functional[i * space.size + j] for i in range(space.size)), fmpq(0))
            for s in range(space.height)
            for j in range(space.size)
        ]

    def holds(space: Polytope, matrix: Rows) -> bool:
        under, flat = below(space), image(space, matrix)
        functional = supporting(under, flat)
        above = lifted(space, functional)
        if value(above, matrix) != value(functional, flat):
            return False
        found = maximisers(space, above)
        best = value(above, found[0])
        images = {str(image(space, m)) for m in found}
        criterion = value(above, matrix) == best and len(images) == 1
        return is_vertex(under, flat) == criterion

    return decide(
        search=[
            *(
                counterexample(f"{kind}: as stated", cases(kind), holds, shown)
                for kind in ("RF", "RU")
            ),
            counterexample(
                "as stated, for maps to the plane",
                projections(),
                as_in_theorem_9,
                lambda projection: projection._asdict(),
            ),
        ],
        proof=Proof(
            f"all polytopes and linear maps; held against {SCOPE}",
            [
                identity(
                    "<Phi^T W, B> = <W, Phi B>: two entries each, Phi = (p q; r t)",
                    (p * x + r * y) * b + (q * x + t * y) * c,
                    x * (p * b + q * c) + y * (r * b + t * c),
                ),
                identity(
                    "if Phi mu = 0, <Phi^T W, mu> = 0: W times p k + q d and r k + t d",
                    (p * x + r * y) * k + (q * x + t * y) * d,
                    x * (p * k + q * d) + y * (r * k + t * d),
                ),
                # D = Phi^T W + o with o in the kernel; <D, o> = 0 says <o, o> = 0.
                sign(
                    "and nothing else is: the rest of D, being in the kernel, is orthogonal to "
                    "itself, and u^2 + v > 0 unless it is 0",
                    u**2 + v,
                    ">0",
                    {"u": more_than(0), "v": at_least(0)},
                ),
            ],
        ),
    )
