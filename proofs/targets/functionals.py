"""Sections B.1 and B.2: extreme points as unique maximisers, and images of maximisers."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from ...mechanisms.polytopes import Polytope, image
from ...mechanisms.polytopes.images import below
from ...mechanisms.polytopes.polytope import Rows
from ...mechanisms.scales import psi
from ..claim import Finding, Proof, claim, decide
from ..engine.identities import identity, symbols
from ..engine.search import counterexample
from ..engine.signs import UNIT, at_least, more_than, sign
from .corners import normals
from .extreme_points import SOURCE
from .indistinguishable import ALL
from .space import (
    SCOPE,
    cases,
    is_vertex,
    shown,
    vertices,
)

x, b, c, p, q = symbols("x b c p q")


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
    found = [space.matrix(point) for point in sorted(vertices(space))]
    values = [value(functional, matrix) for matrix in found]
    return [m for m, v in zip(found, values, strict=True) if v == max(values)]


@claim(
    "KL-31",
    source=SOURCE,
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
            ],
        ),
    )


@claim(
    "KL-32",
    source=SOURCE,
    place="B.2, Theorem 9 and Corollary 3",
    statement="Psi B is extreme iff some D orthogonal to the kernel of Psi has B among its "
    "maximisers and Psi constant on them",
)
def images_of_maximisers() -> Finding:
    """D = Psi^T W takes at B' the value of W at Psi B', so its maximisers lie over those of W.

    If Psi B is a vertex, W is its supporting functional. If not, every W that is largest there
    is so at several vertices, over which there are points with different images.
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
            counterexample(f"{kind}: as stated", cases(kind), holds, shown) for kind in ("RF", "RU")
        ],
        proof=Proof(
            f"{ALL}; held against {SCOPE}",
            [
                identity("<Psi^T W, B> = <W, Psi B>, term by term", (q * p) * b, p * (q * b)),
                identity(
                    "orthogonal to the kernel: <Psi^T W, mu> = <W, Psi mu> = 0", p * (0 * b), 0 * p
                ),
            ],
        ),
    )
