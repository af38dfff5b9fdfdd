"""Section 2.1: the noise of the simple geometric mechanism.

Pr[D = d] = (1-a)/(1+a) a^|d|,    a = e^(-eps/s) for a query of sensitivity s.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import absolute, equal, variables
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT, UNIT_CLOSED, sign
from ...engine.sums import Index, series
from ...statements.claim import Finding, Proof, claim, decide
from ..constrained.instances import noise
from .instances import SOURCE

# D = a^d for a distance d >= 0.
a, D, k, Z = symbols("a D k Z")
index = Index(k, Z)
density = (1 - a) / (1 + a)
BOX = {"a": UNIT, "D": UNIT_CLOSED}
z, s = variables("z s")


def normalised() -> list[Step]:
    """Prove that the masses are positive and sum to one."""
    steps = [sign("every mass (1-a)/(1+a) a^|d| is positive", density * D, ">0", BOX)]
    side = series([density * a], a, index, BOX, steps)
    return [*steps, identity("the mass at 0 and both sides make 1", density + 2 * side, a**0)]


@claim(
    "COV-01",
    source=SOURCE,
    place="2.1, eq. (2.1)",
    statement="the two-sided geometric masses sum to one; adding this noise to a count is eps-DP "
    "for alpha = e^-eps, and for alpha = e^(-eps/s) where the sensitivity is s",
    formula="Pr(D = d) = (1-a)/(1+a) a^|d|, a = e^(-eps/s)",
)
def geometric_noise() -> Finding:
    """Sum the masses; the exponents |z| and |z-s| of shifted noise differ by at most s."""

    def private(ratio: Fraction, sensitivity: int) -> bool:
        # e^-eps is ratio^s; the smallest eps is attained beyond the shift.
        level = ratio**sensitivity
        ratios = [noise(ratio, z) / noise(ratio, z - sensitivity) for z in range(-5, 10)]
        return all(level <= quotient <= 1 / level for quotient in ratios)

    def nearly_one(ratio: Fraction, terms: int) -> bool:
        partial = sum(noise(ratio, z) for z in range(-terms, terms + 1))
        return 0 < 1 - partial < 2 * ratio ** (terms + 1)

    return decide(
        search=[
            counterexample(
                "partial sums approach 1 from below",
                ({"ratio": ratio, "terms": terms} for terms in range(1, 8) for ratio in ALPHAS),
                nearly_one,
            ),
            counterexample(
                "shifting the noise by s changes each probability by at most a^(+-s)",
                ({"ratio": ratio, "sensitivity": size} for size in range(1, 5) for ratio in ALPHAS),
                private,
            ),
        ],
        proof=Proof(
            "all eps > 0, all s >= 1",
            [
                *normalised(),
                prove(
                    "a change of at most s in the count changes the exponent by at most s: the "
                    "ratio lies between a^s = e^-eps and a^-s",
                    [s >= 1],
                    [absolute(z) - absolute(z - s) <= s, absolute(z - s) - absolute(z) <= s],
                ),
                prove(
                    "no smaller eps does: at z = s it changes by exactly s",
                    [s >= 1],
                    equal(absolute(s) - absolute(s - s), s),
                ),
            ],
        ),
    )
