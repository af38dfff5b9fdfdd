"""The variances of Laplace noise and of two-sided geometric noise.

With r = e^(-eps/Delta) and x = eps/Delta they are 2/x^2 and 2r/(1-r)^2. The first is
integrated by an antiderivative, the second summed by telescoping.
"""

from __future__ import annotations

from fractions import Fraction

from ....mechanisms.families.noise import TwoSidedGeometric
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT
from ...engine.sums import Index, series
from ...lemmas.instances import noise
from ...lemmas.laplace import partial_moments, second_moment
from ...statements.claim import Finding, Proof, claim, decide
from .noise import SCOPE, TERMS

r, k, Z = symbols("r k Z")
index = Index(k, Z)
BOX = {"r": UNIT}
one_sided = r * (1 + r) / (1 - r) ** 3
law = TwoSidedGeometric.over(r)


@claim(
    "COL-02",
    place="The Laplace Mechanism, Variance",
    statement="Laplace noise of scale Delta/eps has variance 2 (Delta/eps)^2",
    formula="var[Z] = 2 (Delta/eps)^2",
)
def laplace_variance() -> Finding:
    """Integrate z^2 times the density."""
    return decide(search=[partial_moments()], proof=Proof(SCOPE, second_moment()))


def _partial(ratio: Fraction, terms: int) -> Fraction:
    return sum((z**2 * ratio**z for z in range(terms)), start=Fraction(0))


def _remainder(ratio: Fraction, terms: int) -> Fraction:
    # z^2 <= terms^2 (z-terms+1)^2 for z >= terms >= 1, and the sum of k^2 r^(k-1), k >= 1,
    # is at most 2/(1-r)^3, since k^2 <= k(k+1).
    return terms**2 * ratio**terms * 2 / (1 - ratio) ** 3


@claim(
    "COL-06",
    place="The Geometric Mechanism, Variance",
    statement="the one-sided sum of z^2 r^z is r(1+r)/(1-r)^3",
    formula="sum_{z>=1} z^2 r^z = r(1+r)/(1-r)^3",
)
def one_sided_second_moment() -> Finding:
    """Sum z^2 r^z by an antidifference."""

    def approaches(ratio: Fraction, terms: int) -> bool:
        gap = ratio * (1 + ratio) / (1 - ratio) ** 3 - _partial(ratio, terms)
        return 0 < gap <= _remainder(ratio, terms)

    steps: list[Step] = []
    total = series([0, 0, 1], r, index, BOX, steps)
    steps.append(identity("the sum is r(1+r)/(1-r)^3 (its term z = 0 is 0)", total, one_sided))
    return decide(
        search=[
            counterexample(
                "partial sums approach the closed form from below",
                ({"ratio": ratio, "terms": terms} for terms in TERMS for ratio in ALPHAS),
                approaches,
            )
        ],
        proof=Proof("all r in (0, 1)", steps),
    )


@claim(
    "COL-07",
    place="The Geometric Mechanism, Variance",
    statement="two-sided geometric noise with r = e^(-eps/Delta) has variance 2r/(1-r)^2",
    formula="var[Z] = 2r/(1-r)^2",
)
def geometric_variance() -> Finding:
    """The mean vanishes by symmetry; the second moment is twice the one-sided sum."""

    def approaches(ratio: Fraction, terms: int) -> bool:
        partial = sum(z**2 * noise(ratio, z) for z in range(1 - terms, terms))
        gap = 2 * ratio / (1 - ratio) ** 2 - partial
        return 0 < gap <= 2 * _remainder(ratio, terms)

    density = law.pmf(0)
    steps: list[Step] = []
    (z,) = variables("z")
    # The first moment converges on each side (this series), and z + (-z) = 0 term by term.
    series([0, density], r, index, BOX, steps)
    steps.append(prove("E[Z] = 0: |-z| = |z|, so that z and -z cancel", [], equal(abs(-z), abs(z))))
    square_side = series([0, 0, density], r, index, BOX, steps)
    steps.append(identity("E[Z^2] = 2r/(1-r)^2", 2 * square_side, law.variance))
    return decide(
        search=[
            counterexample(
                "partial second moments approach the closed form from below",
                ({"ratio": ratio, "terms": terms} for terms in TERMS for ratio in ALPHAS),
                approaches,
            )
        ],
        proof=Proof(SCOPE, steps),
    )
