"""The variances of Laplace noise and of two-sided geometric noise.

With r = e^(-eps/Delta) and x = eps/Delta they are 2/x^2 and 2r/(1-r)^2. The first is
integrated by an antiderivative, the second summed by telescoping.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, fmpq

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import absolute, equal, variables
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT
from ...engine.sums import Index, series
from ...statements.claim import Finding, Proof, claim, decide
from .noise import SCOPE, SOURCE, TERMS, pmf

r, k, Z = symbols("r k Z")
index = Index(k, Z)
BOX = {"r": UNIT}
second_moment = r * (1 + r) / (1 - r) ** 3
variance = 2 * r / (1 - r) ** 2


@claim(
    "COL-02",
    source=SOURCE,
    place="The Laplace Mechanism, Variance",
    statement="Laplace noise of scale Delta/eps has variance 2 (Delta/eps)^2",
    formula="var[Z] = 2 (Delta/eps)^2",
)
def laplace_variance() -> Finding:
    """Integrate z^2 times the density x/2 e^(-x|z|) over both sides by an antiderivative.

    W stands for e^(-xz), so that dW/dz = -x W. At infinity e^s >= s^3/6 bounds q(z) W.
    """
    x, z, W, w = symbols("x z W w")

    def q(z: Element) -> Element:
        return z**2 + 2 * z / x + 2 / x**2

    def bound(w: Element) -> Element:
        return 6 * w * (1 + 2 * w + 2 * w**2)

    primitive = -q(z) * W
    slope = primitive.diff(z) + primitive.diff(W) * (-x * W)
    steps: list[Step] = [
        identity("-q(z) e^(-xz) has slope z^2 x e^(-xz)", slope, z**2 * x * W),
        identity(
            "q(z) 6/s^3 = bound(w)/x^2 with s = xz = 1/w",
            q(1 / (w * x)) * 6 * w**3,
            bound(w) / x**2,
        ),
        identity("as z grows, w -> 0 and the bound vanishes", bound(w * 0), w * 0),
        identity("both sides: 2 * (0 + q(0))/2 = 2/x^2", q(z * 0), 2 / x**2),
    ]

    def approaches(x: Fraction, s: int) -> bool:
        at = acb(fmpq(x.numerator, x.denominator))
        inside = acb.integral(lambda z, _: z * z * at * (-at * z).exp(), 0, s / at).real
        gap = 2 - inside * at.real**2
        limit = Fraction(6, s) * (1 + Fraction(2, s) + Fraction(2, s * s))
        return bool(gap > 0) and bool(gap < fmpq(limit.numerator, limit.denominator))

    return decide(
        search=[
            counterexample(
                "0 < 2/x^2 - (the integral up to s/x) < bound(1/s)/x^2, by ball arithmetic",
                ({"x": Fraction(p, 2), "s": s} for p in (1, 2, 7) for s in (4, 10, 20)),
                approaches,
            )
        ],
        proof=Proof(SCOPE, steps),
    )


def _partial(ratio: Fraction, terms: int) -> Fraction:
    return sum((z**2 * ratio**z for z in range(terms)), start=Fraction(0))


def _remainder(ratio: Fraction, terms: int) -> Fraction:
    # z^2 <= terms^2 (z-terms+1)^2 for z >= terms >= 1, and the sum of k^2 r^(k-1), k >= 1,
    # is at most 2/(1-r)^3, since k^2 <= k(k+1).
    return terms**2 * ratio**terms * 2 / (1 - ratio) ** 3


@claim(
    "COL-06",
    source=SOURCE,
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
    steps.append(identity("the sum is r(1+r)/(1-r)^3 (its term z = 0 is 0)", total, second_moment))
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
    source=SOURCE,
    place="The Geometric Mechanism, Variance",
    statement="two-sided geometric noise with r = e^(-eps/Delta) has variance 2r/(1-r)^2",
    formula="var[Z] = 2r/(1-r)^2",
)
def geometric_variance() -> Finding:
    """The mean vanishes by symmetry; the second moment is twice the one-sided sum."""

    def approaches(ratio: Fraction, terms: int) -> bool:
        partial = sum(z**2 * pmf(ratio, z) for z in range(1 - terms, terms))
        gap = 2 * ratio / (1 - ratio) ** 2 - partial
        return 0 < gap <= 2 * _remainder(ratio, terms)

    density = (1 - r) / (1 + r)
    steps: list[Step] = []
    (z,) = variables("z")
    # The first moment converges on each side (this series), and z + (-z) = 0 term by term.
    series([0, density], r, index, BOX, steps)
    steps.append(
        prove("E[Z] = 0: |-z| = |z|, so that z and -z cancel", [], equal(absolute(-z), absolute(z)))
    )
    square_side = series([0, 0, density], r, index, BOX, steps)
    steps.append(identity("E[Z^2] = 2r/(1-r)^2", 2 * square_side, variance))
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
