"""Two-sided geometric noise, Pr[D = d] = (1-a)/(1+a) a^|d|: its masses are a law."""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.noise import TwoSidedGeometric
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import equal, variables
from ..engine.search import ALPHAS, counterexample
from ..engine.signs import UNIT, UNIT_CLOSED, sign
from ..engine.sums import Index, series
from .instances import noise

# D = a^d for a distance d >= 0.
a, D, k, Z = symbols("a D k Z")
index = Index(k, Z)
density = TwoSidedGeometric.over(a).pmf(0)
BOX = {"a": UNIT, "D": UNIT_CLOSED}
(z,) = variables("z")


def normalised() -> list[Step]:
    """Prove that the masses are positive and sum to one."""
    steps = [
        prove("|-z| = |z|: the two sides are equal", [], equal(abs(-z), abs(z))),
        sign("every mass (1-a)/(1+a) a^|d| is positive", density * D, ">0", BOX),
    ]
    side = series([density * a], a, index, BOX, steps)
    return [*steps, identity("the mass at 0 and both sides make 1", density + 2 * side, a**0)]


def partial_sums() -> Step:
    """Look for a partial sum that is not below 1, and near it."""

    def nearly_one(ratio: Fraction, terms: int) -> bool:
        partial = sum(noise(ratio, z) for z in range(-terms, terms + 1))
        return 0 < 1 - partial < 2 * ratio ** (terms + 1)

    return counterexample(
        "partial sums approach 1 from below",
        ({"ratio": ratio, "terms": terms} for terms in range(1, 8) for ratio in ALPHAS),
        nearly_one,
    )
