"""Section 2.1: the noise of the simple geometric mechanism.

Pr[D = d] = (1-a)/(1+a) a^|d|,    a = e^(-eps/s) for a query of sensitivity s.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.exponents import prove
from ...engine.linear import equal, variables
from ...engine.search import ALPHAS, counterexample
from ...lemmas.instances import noise
from ...lemmas.noise import normalised, partial_sums
from ...statements.claim import Finding, Proof, claim, decide

z, s = variables("z s")


@claim(
    "COV-01",
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

    return decide(
        search=[
            partial_sums(),
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
                    [abs(z) - abs(z - s) <= s, abs(z - s) - abs(z) <= s],
                ),
                prove(
                    "no smaller eps does: at z = s it changes by exactly s",
                    [s >= 1],
                    equal(abs(s) - abs(s - s), s),
                ),
            ],
        ),
    )
