"""Geometric noise varies less than Laplace noise: the printed proof, step by step.

With x = eps/Delta > 0 the two variances are 2 e^-x/(1 - e^-x)^2 and 2/x^2. In the field
Q(u, x) with u = e^(x/2), whose derivative in x is u/2, every step is algebra.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from ...engine.evidence import Step
from ...engine.identities import Element, identity, symbols
from ...engine.search import counterexample
from ...engine.signs import Range, at_least, more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .noise import SCOPE

PLACE = "Comparison of Geometric Noise and Laplace Noise"

u, x, h = symbols("u x h")
f = u - 1 / u - x
#: x > 0, where u = e^(x/2) > 1.
ABOVE_ONE: dict[str, Range] = {"u": more_than(1)}
GRID = [Fraction(p, q) for q in (1, 2, 5, 100) for p in (1, 2, 3, 7, 20)]


def derivative(element: Element) -> Element:
    """Return d/dx of a function of u = e^(x/2) and x, by the chain rule with u' = u/2.

    >>> derivative(u - x)
    (u - 2)/2
    """
    return element.diff(u) * u / 2 + element.diff(x)


def ball(x: Fraction) -> arb:
    """Return x as a ball."""
    return arb(fmpq(x.numerator, x.denominator))


def rewriting() -> list[Step]:
    """Prove both rewritings: each side is a decreasing function of s = u - 1/u and of x."""
    variance = 2 * u**-2 / (1 - u**-2) ** 2
    return [
        identity("r = u^-2: 2r/(1-r)^2 = 2/(u - 1/u)^2", variance, 2 / (u - 1 / u) ** 2),
        sign("s = u - 1/u > 0", u - 1 / u, ">0", ABOVE_ONE),
        # The larger of s and x is the smaller plus h; equality is h = 0.
        sign(
            "0 < x < s implies 1/s^2 < 1/x^2, and the same with x and s exchanged",
            1 / x**2 - 1 / (x + h) ** 2,
            ">0",
            {"x": more_than(0), "h": more_than(0)},
        ),
    ]


@claim(
    "COL-08",
    place=PLACE,
    statement="for x > 0 the inequality of variances is equivalent to e^(x/2) - e^(-x/2) >= x",
    formula="2r/(1-r)^2 <= 2/x^2 <=> 1/(u-1/u)^2 <= 1/x^2 <=> u - 1/u >= x",
)
def equivalent_inequality() -> Finding:
    """An identity, and the monotonicity of 1/s^2 on s > 0."""

    def same_answer(x: Fraction, shift: int) -> bool:
        # Both inequalities, with 2 sinh(x/2) against x + shift, so that either may fail.
        s = (ball(x) / 2).exp() - (-ball(x) / 2).exp()
        other = ball(x) + shift
        return bool(1 / s**2 <= 1 / other**2) == bool(s >= other)

    return decide(
        search=[
            counterexample(
                "1/s^2 <= 1/y^2 iff s >= y, at y = x and at y = x + 1",
                ({"x": x, "shift": shift} for x in GRID for shift in (0, 1)),
                same_answer,
            )
        ],
        proof=Proof(SCOPE, rewriting()),
    )


@claim(
    "COL-09",
    place=PLACE,
    statement="the derivative of x - e^(x/2) + e^(-x/2) is -1/2 e^(-x/2) (e^(x/2) - 1)^2",
    formula="d/dx (x - u + 1/u) = -(u-1)^2/(2u), u = e^(x/2)",
)
def printed_derivative() -> Finding:
    """Differentiate in Q(u, x)."""

    def between_differences(x: Fraction) -> bool:
        # g = -f is concave for x > 0, so its slope lies between its difference quotients.
        def g(at: Fraction) -> arb:
            return ball(at) - (ball(at) / 2).exp() + (-ball(at) / 2).exp()

        root = (ball(x) / 2).exp()
        slope = -((root - 1) ** 2) / (2 * root)
        step = x / 8
        left, right = (g(x) - g(x - step)) / ball(step), (g(x + step) - g(x)) / ball(step)
        return bool(right < slope) and bool(slope < left)

    return decide(
        search=[
            counterexample(
                "the printed derivative lies between difference quotients",
                ({"x": x} for x in GRID),
                between_differences,
            )
        ],
        proof=Proof(
            "all x",
            [identity("the derivative", derivative(-f), -((u - 1) ** 2) / (2 * u))],
        ),
    )


@claim(
    "COL-10",
    place=PLACE,
    statement="the derivative -1/2 e^(-x/2) (e^(x/2) - 1)^2 is negative everywhere",
)
def negative_everywhere() -> Finding:
    """At x = 0, where the printed proof starts, the derivative is zero."""
    slope = -((u - 1) ** 2) / (2 * u)
    # x >= 0 is u >= 1; the end u = 1 belongs to it.
    return decide(
        search=[
            sign(
                "the derivative is < 0 for x >= 0 (u = e^(x/2) >= 1)",
                slope,
                "<0",
                {"u": at_least(1)},
            )
        ],
        correction=Repair(
            "all x",
            [
                sign("x > 0: the derivative is < 0", slope, "<0", ABOVE_ONE),
                sign(
                    "x < 0: the derivative, with u = 1/(1+h), is < 0",
                    -((1 / (1 + h) - 1) ** 2) / (2 / (1 + h)),
                    "<0",
                    {"h": more_than(0)},
                ),
                identity("x = 0: the derivative is 0", slope.subs(u, 1), u * 0),
            ],
            "the derivative is negative except at x = 0, where it is 0; the conclusion stands",
        ),
    )


@claim(
    "COL-11",
    place=PLACE,
    statement="the variance of the geometric noise is at most that of the Laplace noise",
    formula="2r/(1-r)^2 <= 2 (Delta/eps)^2, r = e^(-eps/Delta)",
)
def below_laplace() -> Finding:
    """Show 2 sinh(x/2) > x for x > 0, by the derivative, and hence the strict inequality."""

    def at_most(x: Fraction) -> bool:
        ratio = (-ball(x)).exp()
        return bool(2 * ratio / (1 - ratio) ** 2 <= 2 / ball(x) ** 2)

    at_zero = f.subs(u, 1).subs(x, 0)
    return decide(
        search=[
            counterexample(
                "2r/(1-r)^2 <= 2/x^2, by ball arithmetic", ({"x": x} for x in GRID), at_most
            )
        ],
        proof=Proof(
            SCOPE,
            [
                identity(
                    "f = u - 1/u - x has f' = (u-1)^2/(2u)", derivative(f), (u - 1) ** 2 / (2 * u)
                ),
                sign("f' > 0 for x > 0", derivative(f), ">0", ABOVE_ONE),
                identity("f = 0 at x = 0, u = 1; hence u - 1/u > x for x > 0", at_zero, u * 0),
                *rewriting(),
            ],
        ),
    )
