"""Sections 4.4 and B.1: what is extreme in R_F.

H(x) holds the differences s_u/(z s_u) - s_v/(z s_v) of the scales of a column, s_v the first
of them. B in R_F is extreme iff the union of the H(B_j) is independent (Theorem 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from flint import fmpq

from ....mechanisms.polytopes.faces import rank
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import at_least, more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .movements import no_movement
from .space import (
    ALL,
    HALF,
    SCOPE,
    TARGETS,
    cases,
    characterised,
    is_vertex,
    linearly_simplified,
    positive_scales,
    shown,
    vertices,
)

x, y, b, c, d, p, q, k = symbols("x y b c d p q k")


def differences(space: Polytope, matrix: Rows) -> list[list[fmpq]]:
    """Return the additive union of the H(B_j)."""
    assert space.target is not None
    z = [fmpq(t.numerator, t.denominator) for t in space.target]

    def leveled(s: Sequence[fmpq]) -> list[fmpq]:
        share = sum((t * e for t, e in zip(z, s, strict=True)), fmpq(0))
        return [e / share for e in s]

    union = []
    for found in positive_scales(space, matrix):
        levels = [leveled(s) for s in found]
        union += [[u - v for u, v in zip(s, levels[0], strict=True)] for s in levels[1:]]
    return union


def affinely_simplified(space: Polytope, matrix: Rows) -> bool:
    """Whether a point of R_F satisfies Definition 8."""
    union = differences(space, matrix)
    return not union or rank(union) == len(union)


@claim(
    "KL-27",
    place="4.4",
    statement="z h = 0 for h in H(x), and z Psi_v > 0 for each scale",
)
def differences_are_orthogonal() -> Finding:
    """P and q stand for z s_u and z s_v; a scale has positive entries, and z has one too."""

    def holds(space: Polytope, matrix: Rows) -> bool:
        assert space.target is not None
        z = [fmpq(t.numerator, t.denominator) for t in space.target]
        return all(
            sum((t * e for t, e in zip(z, h, strict=True)), fmpq(0)) == 0
            for h in differences(space, matrix)
        )

    return decide(
        search=[counterexample("z h = 0", cases("RF"), holds)],
        proof=Proof(
            ALL,
            [
                identity("z h = (z s_u)/(z s_u) - (z s_v)/(z s_v)", p / p - q / q, 0 * p),
                sign(
                    "z s is positive: one product is, the others are not negative",
                    x * p + y,
                    ">0",
                    {"x": more_than(0), "p": more_than(0), "y": at_least(0)},
                ),
            ],
        ),
    )


def affine_steps() -> list[Step]:
    """Prove Lemma 2: movements of R_F are dependencies of the H(B_j).

    In a column with first scale v: sum_u mu_u s_u = sum_u mu_u (z s_u) h_u, given that
    sum_u mu_u z s_u = 0; and a dependency with factors c_u gives mu_u = c_u/(z s_u).
    """
    return [
        identity(
            "mu s_u = mu (z s_u) (h_u + s_v/(z s_v)), with p = z s_u and d = s_v/(z s_v)",
            k * p * ((b / p - d) + d),
            k * b,
        ),
        identity(
            "c_u h_u is mu_u s_u less c_u s_v/(z s_v), mu_u = c_u/p",
            c * (b / p - d),
            (c / p) * b - c * d,
        ),
        identity("z of both is c_u - c_u = 0", (c / p) * p - c, 0 * c),
    ]


@claim(
    "KL-28",
    place="4.4 and B.1, Lemma 2 and Theorem 4",
    statement="B in R_F is extreme iff it is Psi-affinely simplified",
)
def theorem_4() -> Finding:
    """Extreme means that there is no movement, and movements are dependencies of H."""
    return decide(
        search=[characterised("extreme iff affinely simplified", "RF", affinely_simplified)],
        proof=Proof(f"{ALL}, all z; held against {SCOPE}", [*no_movement(), *affine_steps()]),
    )


def positives(space: Polytope, matrix: Rows) -> int:
    """Return how many entries are positive."""
    return sum(weight > 0 for row in matrix for weight in row)


@claim(
    "KL-29",
    place="4.4, Corollary 2",
    statement="extreme matrices of R_F have at least |P| and at most |P| + n - 1 positive "
    "entries, P the counts with z > 0",
)
def corollary_2() -> Finding:
    """Each column j of P has one, since z Psi B_j = z_j > 0.

    The others give independent h with z h = 0, at most n - 1. Both bounds are attained.
    """

    def within(space: Polytope, matrix: Rows) -> bool:
        least = len(space.outputs)
        return not is_vertex(space, matrix) or (
            least <= positives(space, matrix) <= least + space.size - 1
        )

    def both_attained(space: Polytope) -> bool:
        found = Counter(positives(space, space.matrix(point)) for point in vertices(space))
        least = len(space.outputs)
        return found[least] > 0 and found[least + space.size - 1] > 0

    some = [{"space": polytope("RF", 3, HALF, TARGETS[3][1])}]
    return decide(
        search=[
            counterexample("|P| <= positive entries <= |P| + n - 1", cases("RF"), within, shown)
        ],
        proof=Proof(
            f"{ALL}, all z; held against {SCOPE}",
            [
                *affine_steps(),
                *no_movement(),
                sign(
                    "z is not orthogonal to itself, z z > 0, so the h lie in n - 1 dimensions",
                    p**2 + q,
                    ">0",
                    {"p": more_than(0), "q": at_least(0)},
                ),
                counterexample(
                    "both are attained at size 3, alpha = 1/2, z = (1, 2, 4)/7", some, both_attained
                ),
            ],
        ),
    )


@claim(
    "KL-30",
    place="1.3",
    statement="Theorem 11 characterises the extreme points of R_F (as those that are "
    "Psi-affinely simplified)",
)
def wrong_reference() -> Finding:
    """Theorem 11 is about R_U; its criterion, linear simplification, is wrong for R_F."""
    return decide(
        search=[
            characterised("B in R_F is extreme iff Theorem 11 says so", "RF", linearly_simplified)
        ],
        correction=Repair(
            f"{ALL}, all z; held against {SCOPE}",
            [
                characterised("extreme iff affinely simplified", "RF", affinely_simplified),
                *no_movement(),
                *affine_steps(),
            ],
            "Theorem 4 characterises the extreme points of R_F, Theorem 11 those of R_U",
        ),
    )
