"""Where geometric noise varies much less than Laplace noise, and where it hardly does.

With x = eps/Delta and u = e^(x/2) the Laplace variance is (s/x)^2 times the geometric one,
s = u - 1/u = 2 sinh(x/2), and that factor rises from 1. Laplace noise that is rounded to
integers, which is what releases a count (Delta = 1), has (u + 1/u)/2 = cosh(x/2) times the
geometric variance. Where a factor passes an algebraic number other than 1, x is
transcendental (Lindemann), so that it is enclosed and never written down exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial

from flint import arb

from ....mechanisms.exact.balls import enclose
from ....mechanisms.families.noise import RoundedLaplace
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.reals import ball, crossing, positive, rounds_to, sign_of
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from ...engine.sums import Index, series
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .comparison import derivative, u, x
from .noise import SCOPE

PLACE = "The Geometric Mechanism, Variance, in words"

b, k, Z, m = symbols("b k Z m")
ABOVE = {"u": more_than(1), "x": more_than(0)}


def laplace_factor(x: arb) -> arb:
    """Return the Laplace variance over the geometric one."""
    return (2 * (x / 2).sinh() / x) ** 2


def rounded_factor(x: arb) -> arb:
    """Return the variance of rounded Laplace noise over the geometric one."""
    return (x / 2).cosh()


def rising() -> list[Step]:
    """Prove that (s/x)^2 rises with x > 0, from 1 at 0."""
    s = u - 1 / u
    top = x * (u + 1 / u) / 2 - s
    return [
        identity("d/dx (s/x) = (x (u + 1/u)/2 - s)/x^2", derivative(s / x), top / x**2),
        identity("its numerator is 0 at x = 0, u = 1", top.subs(u, 1).subs(x, 0), u * 0),
        sign("and has a positive slope x s/4", derivative(top), ">0", ABOVE),
        identity(
            "Laplace over geometric variance is (s/x)^2", (2 / x**2) / (2 / s**2), (s / x) ** 2
        ),
    ]


def rounded() -> list[Step]:
    """Prove that rounding multiplies the geometric variance by cosh(x/2), which rises."""
    steps: list[Step] = []
    # W stands for e^(-xz), here between z = k - 1/2 and z = k + 1/2, with b^2k = Z.
    cell = (Z / b - Z * b) / 2
    side = series([0, 0, cell / Z], b**2, Index(k, Z), {"b": UNIT}, steps)
    law = RoundedLaplace.over(b)
    return [
        *steps,
        identity(
            "the cell [k-1/2, k+1/2] has (e^(-x(k-1/2)) - e^(-x(k+1/2)))/2 = (1-b^2)/2 b^(2k-1)",
            cell,
            (1 - b**2) / 2 * Z / b,
        ),
        identity("the variance is b (1+b^2)/(1-b^2)^2, b = e^(-x/2)", 2 * side, law.variance),
        identity(
            "over 2 b^2/(1-b^2)^2 it is (1/b + b)/2 = cosh(x/2)",
            law.variance / (2 * b**2 / (1 - b**2) ** 2),
            (1 / b + b) / 2,
        ),
        sign(
            "which rises with u = 1/b: its slope (u - 1/u)/4 > 0",
            derivative((u + 1 / u) / 2),
            ">0",
            ABOVE,
        ),
    ]


def gap_bounded() -> list[Step]:
    """Prove 2/x^2 - 2/s^2 < 1/6 by the series s^2 = sum over j >= 1 of 2 x^(2j)/(2j)!."""
    # Coefficients of x^2 s^2 + 12 x^2 - 12 s^2, times (2j+2)!/2 at x^(2j+2).
    coefficient = (2 * m + 2) * (2 * m + 1) - 12
    return [
        identity(
            "1/12 - 1/x^2 + 1/s^2 = (x^2 s^2 + 12 x^2 - 12 s^2)/(12 x^2 s^2)",
            u**0 / 12 - 1 / x**2 + 1 / u**2,
            (x**2 * u**2 + 12 * x**2 - 12 * u**2) / (12 * x**2 * u**2),
        ),
        identity(
            "its coefficient at x^2 is 12 - 12 (2/2!) = 0",
            12 * m**0 - 24 * m**0 / factorial(2),
            m * 0,
        ),
        identity("and at x^4, j = 1: 4*3 - 12 = 0", coefficient.subs(m, 1), m * 0),
        sign("at x^(2j+2), j >= 2: (2j+2)(2j+1) - 12 > 0", coefficient, ">0", {"m": at_least(2)}),
    ]


def begins(factor: Callable[[arb], arb], name: str, at: Fraction, most: int) -> Step:
    """Enclose where a factor that rises from 1 passes a number."""
    return crossing(
        f"{name} passes {at}", lambda y: factor(y) - ball(at), Fraction(1, 10), Fraction(most)
    )


def cell(step: Step) -> str:
    """Return a crossing's decimals for a sentence."""
    return f"{step.data['between'][0]}..."


@claim(
    "COL-12",
    place=PLACE,
    statement="for eps >= 3 (Delta = 1) the geometric variance is more than 10 times smaller than "
    "the Laplace variance",
    formula="2/x^2 > 10 * 2r/(1-r)^2 for x >= 3",
)
def ten_times() -> Finding:
    """At eps = 3 the factor is 2.015; it rises, and passes 10 near 5.84."""

    def ten(eps: Fraction) -> bool:
        return sign_of(lambda: laplace_factor(ball(eps)) - 10) == 1

    ten_laplace = begins(laplace_factor, "the Laplace factor (2 sinh(x/2)/x)^2", Fraction(10), 9)
    ten_rounded = begins(rounded_factor, "the rounded factor cosh(x/2)", Fraction(10), 9)
    return decide(
        search=[
            counterexample(
                "the Laplace variance is more than 10 times the geometric one",
                ({"eps": Fraction(eps, 2)} for eps in range(6, 21)),
                ten,
                lambda eps: {
                    "factor between": enclose(lambda: laplace_factor(ball(eps)), 6),
                },
            )
        ],
        correction=Repair(
            SCOPE,
            [
                *rising(),
                *rounded(),
                rounds_to("the factor at eps = 3", lambda: laplace_factor(ball(3)), "2.015"),
                ten_laplace,
                ten_rounded,
            ],
            f"it is more than 10 times smaller exactly for eps > {cell(ten_laplace)} Delta, the "
            "one solution of 2 sinh(x/2) = sqrt(10) x; at eps = 3 the factor is 2.015. Against "
            f"Laplace noise rounded to integers the factor is cosh(eps/(2 Delta)), 10 from "
            f"eps = 2 ln(10 + sqrt(99)) Delta = {cell(ten_rounded)} Delta on",
        ),
    )


#: What "barely noticeable" is taken to mean: a variance at most a tenth above the other.
NOTICEABLE = Fraction(11, 10)


@claim(
    "COL-13",
    place=PLACE,
    statement="for eps <= 1 (Delta = 1) the difference of the variances is barely noticeable: the "
    "Laplace variance is less than a tenth above the geometric one",
    formula="2/x^2 < 11/10 * 2r/(1-r)^2 for 0 < x <= 1",
)
def barely_noticeable() -> Finding:
    """The factor rises and is 1.086 at eps = 1; the difference itself never reaches 1/6."""

    def close(eps: Fraction) -> bool:
        factor = sign_of(lambda: ball(NOTICEABLE) - laplace_factor(ball(eps)))
        gap = sign_of(
            lambda: ball(Fraction(1, 6)) - 2 / ball(eps) ** 2 * (1 - 1 / laplace_factor(ball(eps)))
        )
        return factor == 1 and gap == 1

    grid = [Fraction(p, q) for q in (1, 2, 3, 7, 100) for p in range(1, q + 1)]
    return decide(
        search=[
            counterexample(
                "the factor is below 11/10 and the difference below 1/6",
                ({"eps": eps} for eps in grid),
                close,
            )
        ],
        proof=Proof(
            "all eps in (0, 1], Delta = 1",
            [
                *rising(),
                positive(
                    "11/10 - (2 sinh(1/2))^2 > 0",
                    lambda: ball(NOTICEABLE) - laplace_factor(arb(1)),
                ),
                rounds_to("the factor at eps = 1", lambda: laplace_factor(arb(1)), "1.086"),
                begins(laplace_factor, "the Laplace factor", NOTICEABLE, 9),
                *gap_bounded(),
                *rounded(),
                rounds_to(
                    "rounded to integers, the factor at eps = 1",
                    lambda: rounded_factor(arb(1)),
                    "1.128",
                ),
                begins(rounded_factor, "the rounded factor", NOTICEABLE, 9),
            ],
        ),
    )
