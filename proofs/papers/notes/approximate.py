"""Section 2.2: Algorithm 1, an exact construction of the noise.

With probability (1-a)/(1+a) it returns the count; else it adds or subtracts, with equal
chances, a geometric variable of success probability p = 1 - a on 1, 2, ...
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity
from ...engine.linear import equal
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import sign
from ...engine.sums import series
from ...lemmas.instances import noise
from ...lemmas.noise import BOX, D, a, density, index, z
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .instances import algorithm_1

PLACE = "2.2.1"
#: Distances that are tried.
DISTANCES = range(1, 8)
CASES = [{"alpha": alpha, "d": d} for d in DISTANCES for alpha in ALPHAS]
EVERY = "all alpha in (0, 1), all d"

# p (1-p)^(d-1) with p = 1 - a and D = a^d.
magnitude = (1 - a) * D / a


def moved(steps: list[Step]) -> Element:
    """Return Pr[D != 0], summed over both sides."""
    return 2 * series([density * a], a, index, BOX, steps)


@claim(
    "COV-02",
    place=PLACE,
    statement="given that the noise is not 0, it is d with probability "
    "(1-alpha)/(2 alpha) alpha^|d|",
    formula="Pr(D = d | D != 0) = (1-a)/(2a) a^|d|",
)
def given_not_zero() -> Finding:
    """Divide by the mass outside 0, which is 2a/(1+a)."""

    def as_printed(alpha: Fraction, d: int) -> bool:
        return noise(alpha, d) / (1 - noise(alpha, 0)) == (1 - alpha) / (2 * alpha) * alpha**d

    steps: list[Step] = []
    outside = moved(steps)
    return decide(
        search=[counterexample("the conditional mass is as printed", CASES, as_printed)],
        proof=Proof(
            EVERY + " != 0",
            [
                *steps,
                identity("Pr[D != 0] is 1 - Pr[D = 0]", outside, 1 - density),
                identity("the quotient", density * D / outside, (1 - a) / (2 * a) * D),
                prove("the two sides are alike: |-z| = |z|", [], equal(abs(-z), abs(z))),
            ],
        ),
    )


@claim(
    "COV-03",
    place=PLACE,
    statement="for d > 0, given that the noise is not 0, it is d with probability (1-p)^(d-1) p, "
    "p = 1 - alpha",
    formula="Pr(D = d | D != 0) = (1-p)^(d-1) p for d > 0",
)
def half_is_lost() -> Finding:
    """The sign's factor 1/2 was dropped: this is the law of |D|, or of D given D > 0."""

    def as_printed(alpha: Fraction, d: int) -> bool:
        return noise(alpha, d) / (1 - noise(alpha, 0)) == alpha ** (d - 1) * (1 - alpha)

    def of_magnitude(alpha: Fraction, d: int) -> bool:
        both = noise(alpha, d) + noise(alpha, -d)
        return both / (1 - noise(alpha, 0)) == alpha ** (d - 1) * (1 - alpha)

    steps: list[Step] = []
    outside = moved(steps)
    return decide(
        search=[
            counterexample(
                "Pr(D = d | D != 0) = (1-p)^(d-1) p",
                CASES,
                as_printed,
                lambda alpha, d: {
                    "printed": alpha ** (d - 1) * (1 - alpha),
                    "exact": noise(alpha, d) / (1 - noise(alpha, 0)),
                },
            )
        ],
        correction=Repair(
            EVERY + " > 0",
            [
                counterexample("the same for |D|", CASES, of_magnitude),
                *steps,
                identity("Pr(|D| = d | D != 0)", 2 * density * D / outside, magnitude),
                identity("Pr(D = d | D > 0)", density * D / (outside / 2), magnitude),
                identity("Pr(D = d | D != 0) is half of it", density * D / outside, magnitude / 2),
            ],
            "Pr(|D| = d | D != 0) = Pr(D = d | D > 0) = (1-p)^(d-1) p, which is what Algorithm 1 "
            "needs; Pr(D = d | D != 0) is half of it",
        ),
    )


@claim(
    "COV-04",
    place=PLACE,
    statement="Algorithm 1 adds noise of the law (2.1)",
    formula="law of s*g with Pr[moved] = 2a/(1+a), g ~ Geom(1-a) on {1, 2, ...} is (2.1)",
)
def algorithm_1_is_exact() -> Finding:
    """Follow its branches: Pr[moved], a fair sign, and the geometric mass at |d|."""

    def same_law(alpha: Fraction, d: int) -> bool:
        law = algorithm_1(alpha, d)
        return all(law[e] == noise(alpha, e) for e in range(-d, d + 1))

    steps: list[Step] = []
    total = series([1 - a], a, index, BOX, steps)
    branch = 1 - density
    return decide(
        search=[counterexample("the masses of the branches are those of (2.1)", CASES, same_law)],
        proof=Proof(
            "all alpha in (0, 1)",
            [
                sign("the test u < (1-a)/(1+a) is a probability", density, ">0", BOX),
                sign("and so is its complement", branch, ">0", BOX),
                *steps,
                identity("g is a law on 1, 2, ...", total, a**0),
                identity(
                    "at d != 0: Pr[moved] 1/2 (1-a) a^(|d|-1)", branch * magnitude / 2, density * D
                ),
                prove(
                    "at 0 nothing is added by the second branch: g >= 1, so |s g| >= 1",
                    [z >= 1],
                    [abs(z) >= 1, abs(-z) >= 1],
                ),
            ],
        ),
    )
