"""Section 2.3: Algorithm 2, bounded bits and clipping.

Algorithm 2 draws at most r = n bits, takes g = r if none of them is 1, and clips to 0..n.
"""

from __future__ import annotations

from fractions import Fraction

from ....mechanisms.families.noise import TwoSidedGeometric
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import Expr, equal, maximum, minimum, variables
from ...engine.search import counterexample, instances
from ...engine.signs import UNIT, UNIT_CLOSED
from ...engine.sums import Index, series
from ...engine.sums import geometric as geometric_sum
from ...lemmas.instances import differentially_private, geometric
from ...lemmas.merging import merging
from ...statements.claim import Finding, Proof, claim, decide
from .instances import EVERYWHERE, algorithm_2, counts

# E = a^e for the distance e to an end, Q = a^(n-e).
a, E, Q, k, Z = symbols("a E Q k Z")
index = Index(k, Z)
stay = TwoSidedGeometric.over(a).pmf(0)
BOX = {"a": UNIT, "E": UNIT_CLOSED}
n, phi, g, x, j = variables("n phi g x j")
PLACED = [n >= 1, phi >= 0, phi <= n]


def clipped(answer: Expr) -> Expr:
    """Return the answer moved to the nearest end of 0..n."""
    return maximum(0, minimum(answer, n))


def mass_at_the_end() -> list[Step]:
    """Prove that output n has, from distance e, the mass of the truncated geometric mechanism."""
    steps: list[Step] = []
    tail = series([stay * E], a, index, BOX, steps)
    short = geometric_sum((1 - a) * E / a, a, Q, index, steps)
    last = (1 - a) * E * Q / a + E * Q
    return [
        *steps,
        identity("untruncated: Pr[D >= e] = a^e/(1+a)", tail, E / (1 + a)),
        identity(
            "g = n: its own mass and that of no 1 in n bits is a^(n-1) (n-1 bits would do)",
            last,
            E * Q / a,
        ),
        identity(
            "e >= 1: Pr[moved]/2 (Pr[e <= g < n] + Pr[g = n]) is the same",
            (1 - stay) / 2 * (short + last),
            tail,
        ),
        identity(
            "e = 0: staying and every move outwards make 1/(1+a)",
            stay + (1 - stay) / 2,
            tail.subs(E, 1),
        ),
    ]


@claim(
    "COV-05",
    place="2.3, Algorithm 2",
    statement="Algorithm 2, which draws at most r = n bits and takes g = r if none of them is 1, "
    "and then clips, has exactly the law of the truncated geometric mechanism",
)
def algorithm_2_is_exact() -> Finding:
    """The draws that are cut short are clipped to the same end; the other masses are untouched."""

    def same_law(n: int, alpha: Fraction, phi: int) -> bool:
        return [*algorithm_2(n, alpha, phi).values()] == geometric(n, alpha)[phi]

    return decide(
        search=[counterexample("the two laws agree", counts(), same_law)],
        proof=Proof(
            EVERYWHERE + ", all counts",
            [
                prove(
                    "a move g >= n - phi upwards is clipped to n, a smaller one is not",
                    [*PLACED, g >= n - phi],
                    [clipped(phi + g) >= n],
                ),
                prove(
                    "a smaller move ends below n", [*PLACED, g < n - phi], [clipped(phi + g) < n]
                ),
                prove("g = n reaches the end", PLACED, [clipped(phi + n) >= n]),
                prove(
                    "downwards is upwards mirrored",
                    [*PLACED, g >= 1],
                    equal(clipped(phi - g), n - clipped(n - phi + g)),
                ),
                prove(
                    "an output strictly between the ends needs |j - phi| < n: no draw that was "
                    "cut short reaches it, and its mass is that of (2.1)",
                    [*PLACED, j >= 1, j < n],
                    [abs(j - phi) < n],
                ),
                *mass_at_the_end(),
            ],
        ),
    )


@claim(
    "COV-06",
    place="2.3",
    statement="clipping to 0..n keeps differential privacy and cannot increase the absolute error",
)
def clipping() -> Finding:
    """Clipping adds probabilities up, and moves an answer towards every count in 0..n."""

    def private(n: int, alpha: Fraction) -> bool:
        return differentially_private(geometric(n, alpha), alpha)

    def no_worse(n: int, phi: int, answer: int) -> bool:
        return abs(max(0, min(answer, n)) - phi) <= abs(answer - phi)

    return decide(
        search=[
            counterexample("the clipped mechanism is alpha-DP", instances(), private),
            counterexample(
                "|clip(x) - phi| <= |x - phi|",
                (
                    {"n": n, "phi": phi, "answer": answer}
                    for n in range(1, 6)
                    for phi in range(n + 1)
                    for answer in range(-2 * n, 3 * n + 1)
                ),
                no_worse,
            ),
        ],
        proof=Proof(
            EVERYWHERE + ", all counts in 0..n",
            [
                *merging(),
                prove(
                    "moving an answer above n down to n does not take it farther from a count",
                    PLACED,
                    [abs(minimum(x, n) - phi) <= abs(x - phi)],
                ),
                prove(
                    "nor does moving one below 0 up to 0",
                    PLACED,
                    [abs(maximum(0, x) - phi) <= abs(x - phi)],
                ),
            ],
        ),
    )
