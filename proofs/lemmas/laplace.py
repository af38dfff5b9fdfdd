"""The second moment of Laplace noise of density x/2 e^(-x|z|), which is 2/x^2."""

from __future__ import annotations

from fractions import Fraction

from flint import acb, fmpq

from ..engine.evidence import Step
from ..engine.identities import Element, identity, symbols
from ..engine.search import counterexample

x, z, W, w = symbols("x z W w")


def second_moment() -> list[Step]:
    """Integrate z^2 times the density over both sides by an antiderivative.

    W stands for e^(-xz), so that dW/dz = -x W. At infinity e^s >= s^3/6 bounds q(z) W.
    """

    def q(z: Element) -> Element:
        return z**2 + 2 * z / x + 2 / x**2

    def bound(w: Element) -> Element:
        return 6 * w * (1 + 2 * w + 2 * w**2)

    primitive = -q(z) * W
    slope = primitive.diff(z) + primitive.diff(W) * (-x * W)
    return [
        identity("-q(z) e^(-xz) has slope z^2 x e^(-xz)", slope, z**2 * x * W),
        identity(
            "q(z) 6/s^3 = bound(w)/x^2 with s = xz = 1/w",
            q(1 / (w * x)) * 6 * w**3,
            bound(w) / x**2,
        ),
        identity("as z grows, w -> 0 and the bound vanishes", bound(w * 0), w * 0),
        identity("both sides: 2 * (0 + q(0))/2 = 2/x^2", q(z * 0), 2 / x**2),
    ]


def partial_moments() -> Step:
    """Look for an end of the integral at which it is not below 2/x^2, and near it."""

    def approaches(x: Fraction, s: int) -> bool:
        at = acb(fmpq(x.numerator, x.denominator))
        inside = acb.integral(lambda z, _: z * z * at * (-at * z).exp(), 0, s / at).real
        gap = 2 - inside * at.real**2
        limit = Fraction(6, s) * (1 + Fraction(2, s) + Fraction(2, s * s))
        return bool(gap > 0) and bool(gap < fmpq(limit.numerator, limit.denominator))

    return counterexample(
        "0 < 2/x^2 - (the integral up to s/x) < bound(1/s)/x^2, by ball arithmetic",
        ({"x": Fraction(p, 2), "s": s} for p in (1, 2, 7) for s in (4, 10, 20)),
        approaches,
    )
