"""Section D: what is extreme in R_U, and Theorem 2 as a consequence.

B in R_U is extreme iff the scales with a positive weight in it, over all columns, are
independent (Theorem 11).
"""

from __future__ import annotations

from ....mechanisms.polytopes.decomposition import representation
from ....mechanisms.polytopes.images import below, image
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import at_least, sign
from ...statements.claim import Finding, Proof, claim, decide
from .movements import no_movement
from .space import (
    ALL,
    SCOPE,
    cases,
    characterised,
    is_vertex,
    linearly_simplified,
    positive_scales,
    shown,
)
from .vectors import kernels_are_one_signed

y, b, c, d, k, n, p, q = symbols("y b c d k n p q")


def linear_steps() -> list[Step]:
    """Prove Lemma 7: movements of R_U are dependencies of the scales in use."""
    return [
        *no_movement(),
        identity(
            "Psi (B + mu) 1 exceeds Psi B 1 by the sum of mu_u s_u over all columns: so mu is a "
            "movement iff this is a dependency, of scales with positive weight",
            ((b + k) * p + (c + d) * q) - (b * p + c * q),
            k * p + d * q,
        ),
    ]


@claim(
    "KL-33",
    place="D.2, Lemma 7 and Theorem 11",
    statement="B in R_U is extreme iff it is Psi-linearly simplified",
)
def theorem_11() -> Finding:
    """A movement of R_U is a dependency of the scales with positive weight, and conversely."""
    return decide(
        search=[characterised("extreme iff linearly simplified", "RU", linearly_simplified)],
        proof=Proof(f"{ALL}; held against {SCOPE}", linear_steps()),
    )


@claim(
    "KL-34",
    place="D.2",
    statement="with the condition that all n columns are nonzero, Theorem 2 is recovered from "
    "Theorem 11",
)
def theorem_2_recovered() -> Finding:
    """N independent scales for n columns: one each; a multiple of a scale has no other B.

    That last is needed for "if", because the image of an extreme point need not be extreme.
    """

    def recovered(space: Polytope, matrix: Rows) -> bool:
        found = positive_scales(space, matrix)
        if not is_vertex(space, matrix) or not all(found):
            return True
        under = below(space)
        flat = image(space, matrix)
        return all(len(scales) == 1 for scales in found) and is_vertex(under, flat)

    def covered(space: Polytope, matrix: Rows) -> bool:
        if not is_vertex(space, matrix) or min(min(row) for row in matrix) == 0:
            return True
        above = polytope("RU", space.size, space.alpha)
        return is_vertex(above, representation(matrix, space.alpha))

    return decide(
        search=[
            counterexample(
                "extreme in R_U, all columns nonzero: one scale each, and the image is extreme",
                cases("RU"),
                recovered,
                shown,
            ),
            counterexample("extreme in U and positive: so is its B", cases("U"), covered, shown),
        ],
        proof=Proof(
            f"{ALL}; held against {SCOPE}",
            [
                *linear_steps(),
                sign(
                    "n columns with 1 + y_j scales, y_j >= 0, one y_j >= 1: more than n",
                    (n + 1 + y) - n,
                    ">0",
                    {"n": at_least(1), "y": at_least(0)},
                ),
                # A mixture of scales that is a scale has its tight steps, and no others do.
                *kernels_are_one_signed(),
            ],
        ),
    )
