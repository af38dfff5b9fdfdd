"""Section II-B: Definition 4, the noise of the geometric mechanism."""

from __future__ import annotations

from fractions import Fraction

from ....verify.judge.certificate import SUMS
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.evidence import Step
from ...engine.identities import Element, identity, symbols
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT, sign
from ...engine.sums import Index, series
from ...statements.claim import Finding, Repair, claim, decide

a, k, Z = symbols("a k Z")
index = Index(k, Z)
BOX = {"a": UNIT}


def total_mass(at_zero: Element, first: Element, ratio: Element, steps: list[Step]) -> Element:
    """Return the mass at zero plus both sides, first (1 + ratio + ratio^2 + ...) each."""
    return at_zero + 2 * series([first], ratio, index, BOX, steps)


def more_than_one(alpha: Fraction) -> Stated:
    """Return what a certificate states of the printed masses: a few add up to more than 1.

    >>> len(more_than_one(Fraction(1, 2)).kernels[0]["rows"][0])
    3
    """
    row = [1 / (1 + alpha)]
    while sum(row) <= 1:
        further = row[0] * (1 - alpha)
        row = [further, *row, further]
    reach = len(row) // 2
    return facts.kernel(facts.dense([row], (0, 0), (-reach, reach)), facts.fails(SUMS, [0]))


@claim(
    "CKS-18",
    place="II-B, Definition 4",
    statement="the noise of GM has mass (1-alpha)^|d|/(1+alpha) at d",
    formula="Pr[X=d] = (1-alpha)^|d|/(1+alpha)",
)
def definition_4() -> Finding:
    """The printed masses do not sum to one; with alpha^|d| times (1-alpha) they do."""
    steps: list[Step] = []
    printed = total_mass(1 / (1 + a), (1 - a) / (1 + a), 1 - a, steps)
    right = total_mass((1 - a) / (1 + a), (1 - a) / (1 + a) * a, a, steps)
    # The closed form of the printed total; its derivation is among the steps.
    printed_sum = identity(
        "the printed masses sum to (2-a)/(a(1+a))", printed, (2 - a) / (a * (1 + a))
    )

    def normalised(alpha: Fraction) -> bool:
        return (2 - alpha) / (alpha * (1 + alpha)) == 1

    return decide(
        search=[
            printed_sum,
            counterexample(
                "the printed masses sum to one",
                ({"alpha": alpha} for alpha in ALPHAS),
                normalised,
                lambda alpha: {"sum of the printed masses": (2 - alpha) / (alpha * (1 + alpha))},
                more_than_one,
            ),
        ],
        correction=Repair(
            "all alpha in (0, 1)",
            [
                *steps,
                printed_sum,
                identity("(1-a)/(1+a) a^|d| sums to 1", right, a**0),
                sign("and is positive", (1 - a) / (1 + a), ">0", BOX),
            ],
            "Pr[X=d] = (1-alpha)/(1+alpha) alpha^|d|; the printed masses sum to "
            "(2-alpha)/(alpha(1+alpha))",
        ),
    )
