"""The geometric mechanism's noise: its mass function, and its law as a difference.

With r = e^(-eps/Delta), which takes every value in (0, 1):

    Pr[Z = z] = (1-r)/(1+r) r^|z|,   z an integer.
"""

from __future__ import annotations

from fractions import Fraction

from ....mechanisms.families.noise import TwoSidedGeometric
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT, UNIT_CLOSED
from ...engine.sums import Index, series
from ...lemmas.instances import noise
from ...lemmas.noise import normalised, partial_sums
from ...statements.claim import Finding, Proof, Repair, claim, decide

SCOPE = "all eps > 0, all Delta > 0"

# D = r^d for a distance d >= 0; Z = (ratio)^k.
r, D, k, Z = symbols("r D k Z")
index = Index(k, Z)
density = TwoSidedGeometric.over(r).pmf(0)
BOX = {"r": UNIT, "D": UNIT_CLOSED}

#: Truncation points of partial sums in the searches.
TERMS = range(1, 8)


@claim(
    "COL-03",
    place="The Geometric Mechanism",
    statement="two-sided geometric noise has the printed law, a probability law on the integers",
    formula="Pr[Z=z] = (1-r)/(1+r) r^|z|, r = e^(-eps/Delta)",
)
def two_sided_law() -> Finding:
    """The masses are positive and sum to one; the steps write a for r."""
    return decide(search=[partial_sums()], proof=Proof(SCOPE, normalised()))


@claim(
    "COL-04",
    place="The Geometric Mechanism",
    statement="the difference of two independent geometric(1-r) variables has the two-sided law",
    formula="Pr[G - G' = z] = (1-r)/(1+r) r^|z|, Pr[G = g] = (1-r) r^g",
)
def difference_of_geometrics() -> Finding:
    """Convolve, with the support 0, 1, ... and with the support 1, 2, ... of the printed code."""

    def approaches(ratio: Fraction, z: int, terms: int) -> bool:
        p = 1 - ratio
        partial = sum(p * ratio ** (g + abs(z)) * p * ratio**g for g in range(terms))
        return 0 < noise(ratio, z) - partial <= ratio ** (2 * terms)

    steps: list[Step] = []
    p = 1 - r
    from_zero = series([p * D * p], r**2, index, BOX, steps)
    steps.append(identity("support 0, 1, ...: Pr[G - G' = d], d >= 0", from_zero, density * D))
    # Pr[G = g] = p r^(g-1): the term at g = h + 1 is p r^(h+d) p r^h again.
    from_one = series([(p * r * D / r) * (p * r / r)], r**2, index, BOX, steps)
    steps.append(identity("support 1, 2, ...: the same", from_one, density * D))
    (z,) = variables("z")
    steps.append(
        prove(
            "z < 0: G and G' change places, |-z| = |z|",
            [z < 0],
            [*equal(abs(-z), abs(z)), -z >= 1],
        )
    )
    return decide(
        search=[
            counterexample(
                "partial convolutions approach the printed mass from below",
                (
                    {"ratio": ratio, "z": z, "terms": terms}
                    for terms in TERMS
                    for z in range(-3, 4)
                    for ratio in ALPHAS
                ),
                approaches,
            )
        ],
        proof=Proof(SCOPE, steps),
    )


@claim(
    "COL-05",
    place="The Geometric Mechanism, code",
    statement="the code's p = 1 - exp(-eps) is right for sensitivity Delta",
    formula="np.random.geometric(p) - np.random.geometric(p), p = 1 - e^(-eps)",
)
def printed_code() -> Finding:
    """The code draws r = e^-eps; two counts Delta apart then differ by a factor r^-Delta."""

    def private(level: Fraction, sensitivity: int) -> bool:
        # level is e^-eps; the noise needs level <= Pr[Z = z]/Pr[Z = z - Delta] <= 1/level.
        ratios = [
            noise(level, z) / noise(level, z - sensitivity) for z in range(-3, sensitivity + 4)
        ]
        return all(level <= ratio <= 1 / level for ratio in ratios)

    z, s = variables("z s")
    shows = "noise with r = e^-eps is eps-DP for counts Delta apart"
    return decide(
        search=[
            counterexample(
                shows,
                ({"level": level, "sensitivity": size} for size in range(1, 5) for level in ALPHAS),
                private,
            )
        ],
        condition=Repair(
            "all eps > 0",
            [
                counterexample(
                    f"Delta = 1: {shows}",
                    ({"level": level, "sensitivity": 1} for level in ALPHAS),
                    private,
                ),
                prove(
                    "Delta = 1: the exponents |z| and |z-1| differ by at most 1",
                    [],
                    [abs(z) - abs(z - 1) <= 1, abs(z - 1) - abs(z) <= 1],
                ),
                prove(
                    "Delta >= 2: at z = Delta they differ by Delta > 1",
                    [s >= 2],
                    [*equal(abs(s) - abs(s - s), s), s > 1],
                ),
            ],
            "Delta = 1, as for the histograms of the post; in general p = 1 - exp(-eps/Delta), "
            "as in its text",
        ),
    )
