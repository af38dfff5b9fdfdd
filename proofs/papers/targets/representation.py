"""Sections 4.3 and B.1: the map Psi from R_F to F, and from R_U to U; Example 1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....mechanisms.polytopes.decomposition import representation
from ....mechanisms.polytopes.images import below, image
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....verify.judge.extreme import columns_of, extreme
from ....verify.judge.joining import Stated, joined, stated
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...statements.claim import Finding, Proof, claim, decide
from .space import ALL, HALF, cases, is_vertex, spaces, vertices
from .vectors import cone

x, y, b, c, d, q = symbols("x y b c d q")


def onto(kind: str) -> list[Step]:
    """Look for a point below without one above it, and for an image outside."""

    def has_one_above(space: Polytope, matrix: Rows) -> bool:
        above = polytope(f"R{space.kind}", space.size, space.alpha, space.target)
        found = representation(matrix, space.alpha)
        return above.violated(found) is None and image(above, found) == matrix

    def stays_inside(space: Polytope, matrix: Rows) -> bool:
        return below(space).violated(image(space, matrix)) is None

    return [
        counterexample(f"each T in {kind} is Psi B with B in R_{kind}", cases(kind), has_one_above),
        counterexample(f"Psi B is in {kind}", cases(f"R{kind}"), stays_inside),
    ]


@claim(
    "KL-21",
    place="4.3, Theorem 3, and D.1, Theorem 10",
    statement="Psi is an affine surjection from R_F to F, and from R_U to U",
)
def psi_is_onto() -> Finding:
    """Psi B 1 = 1 and z Psi B = z say of T = Psi B what F demands; Lemma 1 gives a B for T."""
    return decide(
        search=[*onto("F"), *onto("U")],
        proof=Proof(
            ALL,
            [
                *cone(),
                identity(
                    "Psi is linear: s (x B + y B')", q * (x * b + y * c), x * q * b + y * q * c
                ),
            ],
        ),
    )


def preimages(kind: str) -> Step:
    """Look for a vertex below without a vertex above it."""

    def has_extreme(space: Polytope) -> bool:
        hit = {
            tuple(str(entry) for row in image(space, space.matrix(point)) for entry in row)
            for point in vertices(space)
        }
        return vertices(below(space)) <= hit

    every = ({"space": space} for space in spaces(f"R{kind}"))
    return counterexample(
        f"each vertex of {kind} is the image of one of R_{kind}", every, has_extreme
    )


@claim(
    "KL-22",
    place="4.3, Proposition 1, and D.1, Proposition 3",
    statement="every extreme point of F (of U) has an extreme preimage in R_F (in R_U)",
)
def extreme_preimages() -> Finding:
    """B above T is a mixture of vertices; T extreme is their images' trivial mixture."""
    return decide(
        search=[preimages("F"), preimages("U")],
        proof=Proof(
            ALL,
            [
                identity(
                    "Psi of a mixture is the mixture of the images",
                    q * (x * b + (1 - x) * c),
                    x * (q * b) + (1 - x) * (q * c),
                ),
                # If T = x A + (1-x) A' in one coordinate and A = T + d, then A' = T - x d/(1-x):
                identity(
                    "what one part has more the other has less",
                    x * (b + d) + (1 - x) * (b - x * d / (1 - x)),
                    b,
                ),
            ],
        ),
    )


# --- Example 1 ----------------------------------------------------------------------


def _matrix(*rows: str) -> Rows:
    return [[Fraction(entry) for entry in row.split()] for row in rows]


B1 = _matrix("0 0 0", "1 0 2/3", "0 1 1/3", "0 0 0")
B2 = _matrix("0 0 14/30", "1 0 0", "0 1 2/30", "0 0 14/30")
B3 = _matrix("5/6 0 1/3", "0 0 0", "0 0 2/3", "1/6 1 0")


def _worked(shows: str, matrix: Rows, expected: Rows, stays: bool) -> Step:
    space = polytope("RF", 3, HALF)
    under = below(space)
    holds = (
        is_vertex(space, matrix)
        and image(space, matrix) == expected
        and is_vertex(under, expected) == stays
    )

    def states() -> Stated:
        """Return that B is extreme, its image, and whether that is extreme."""
        one = stated(extreme(columns_of(matrix, space), space).certificate())
        other = stated(extreme(expected, under).certificate())
        both = joined([one, other])
        same = {
            "claim": "product",
            "kernel": len(one.kernels),
            "of": 0,
            "post": [[[j, "1"]] for j in range(space.size)],
            "holds": True,
        }
        return Stated(both.kernels, [*both.claims, same])

    return replace(counterexample(shows, [{"matrix": matrix}], lambda matrix: holds), states=states)


@claim(
    "KL-24",
    place="B.1, Example 1",
    statement="B1 and B2 (as restored) are extreme in R_F, and have the same image, extreme in F",
)
def two_above_one() -> Finding:
    """The rows are in the order of the printed Psi, which is that of the patterns."""
    common = _matrix("2/5 1/4 7/20", "1/5 1/2 3/10", "2/5 1/4 7/20")
    steps = [
        _worked("B1 is extreme, its image is the printed matrix, extreme in F", B1, common, True),
        _worked("B2 is extreme, its image is the printed matrix, extreme in F", B2, common, True),
    ]
    return decide(search=[], proof=Proof("n = 3, alpha = 1/2, z uniform", steps, literal=True))


@claim(
    "KL-25",
    place="B.1, Example 1",
    statement="B3 (as restored) is extreme in R_F, and its image is not extreme in F",
)
def image_not_extreme() -> Finding:
    """Its image lies between others of F."""
    shown = _matrix("1/2 1/7 5/14", "2/7 2/7 3/7", "3/14 4/7 3/14")
    step = _worked("B3 is extreme, its image is not", B3, shown, False)
    proof = Proof("n = 3, alpha = 1/2, z uniform", [step], literal=True)
    return decide(search=[], proof=proof)
