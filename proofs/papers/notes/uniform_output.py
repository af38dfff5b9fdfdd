"""Section 2.4, Figure 2.2: how uniform the output is at the printed calibration of rejection.

At the base of eps' = eps - ln M(eps) the largest entry of a row is at most base^-n times the
least. With x = n eps that is at most exp(2x/(e^x + 1)), which stays below 7/4 for every x.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import variables
from ...engine.reals import ball, positive
from ...engine.search import counterexample, instances
from ...engine.signs import UNIT_CLOSED, at_least, more_than, sign
from ...lemmas.instances import Kernel, conditioned
from ...statements.claim import Finding, Proof, claim, decide
from .instances import EVERYWHERE, base_of, printed_base

# With eps for -ln a: u = 2 eps and v = e^u; x = n eps, so that e^-x is a^n.
a, power, slack, u, v, x = symbols("a power slack u v x")
N, i, j = variables("n i j")


def chain(element: Element) -> Element:
    """Return d/du of a function of u and v = e^u."""
    return element.diff(u) + element.diff(v) * v


def nearly_uniform() -> list[Step]:
    """Prove base^-n <= exp(2x/(e^x+1)) < 7/4 with x = n eps, for all n and eps.

    base = 1/(1 + w), w = A(1-a^2)/(1+a^2 A), A = a^n; u = 2 eps, v = e^u = a^-2.
    """
    above = {"u": more_than(0), "v": more_than(1)}
    flat = u - 1 + 1 / v
    steep = u * (v + 1) - 2 * (v - 1)
    second = chain(chain(steep))
    gap = power / (1 + power)
    kappa = Fraction(7, 4)
    return [
        identity(
            "1/base = 1 + w, w = A(1-a^2)/(1+a^2 A)",
            1 / base_of(a, power),
            1 + power * (1 - a**2) / (1 + a**2 * power),
        ),
        identity("e^w - 1 - w is 0 at w = 0", (v - 1 - u).subs(u, 0).subs(v, 1), u * 0),
        sign("and its slope e^w - 1 > 0: 1 + w <= e^w", chain(v - 1 - u), ">0", above),
        # (1+A)(1 - e^-u) <= u (1 + A e^-u), linear in A: enough at A = 0 and at A = 1.
        identity(
            "u(1 + A/v) - (1+A)(1 - 1/v) is linear in A, between its values at A = 0 and 1",
            u * (1 + power / v) - (1 + power) * (1 - 1 / v),
            (1 - power) * flat + power * steep / v,
        ),
        identity("at A = 0: u - 1 + 1/v is 0 at u = 0", flat.subs(u, 0).subs(v, 1), u * 0),
        sign("with slope 1 - 1/v > 0", chain(flat), ">0", above),
        identity("at A = 1: u(v+1) - 2(v-1) is 0 at u = 0", steep.subs(u, 0).subs(v, 1), u * 0),
        identity("so is its slope", chain(steep).subs(u, 0).subs(v, 1), u * 0),
        sign("whose own slope u v > 0", second, ">0", above),
        sign(
            "with (1+A)(1 - 1/v) = u (1 + A/v) - s, s >= 0, and n = 2x/u: n w/(2x) <= A/(1+A)",
            gap - power / u * (u * (1 + power / v) - slack) / (1 + power) / (1 + power / v),
            ">=0",
            {**above, "power": UNIT_CLOSED, "slack": at_least(0)},
        ),
        identity("so n w <= 2x/(e^x + 1)", 2 * x * gap, 2 * x / (1 / power + 1)),
        positive(
            "K(e^x + 1) - 2x with K = ln(7/4) is convex, least at x = ln(2/K), where it is "
            "2 - 2 ln(2/K) + K > 0",
            lambda: 2 - 2 * (2 / ball(kappa).log()).log() + ball(kappa).log(),
        ),
    ]


def spread(n: int, alpha: Fraction) -> Fraction:
    """Return how much likelier one output is than another, at most, for any count.

    >>> spread(1, Fraction(1, 2))
    Fraction(4, 3)
    """
    kernel: Kernel = conditioned(n, printed_base(n, alpha))
    return max(max(row) / min(row) for row in kernel)


def example() -> list[arb]:
    """Return the row of count 20 for n = 30, eps = 1/10 at the printed calibration."""
    level = (-ball(Fraction(1, 10))).exp()
    root = (1 + level**32) / (1 + level**30)
    weights = [root ** abs(output - 20) for output in range(31)]
    total = sum(weights, start=arb(0))
    return [weight / total for weight in weights]


@claim(
    "COV-21",
    place="2.4, Figure 2.2",
    statement="run at eps' = eps - ln M(eps), rejection yields nearly uniform output: no output is "
    "7/4 times as likely as another, and for n = 30, count 20, eps = 0.1 none has a probability "
    "that is an eighth above or below 1/31",
)
def nearly_uniform_output() -> Finding:
    """A row's extremes differ by base^-n at most, whatever eps is."""

    def close(n: int, alpha: Fraction) -> bool:
        return spread(n, alpha) < Fraction(7, 4)

    return decide(
        search=[counterexample("no output is 7/4 times as likely as another", instances(), close)],
        proof=Proof(
            EVERYWHERE + ", all counts",
            [
                prove(
                    "exponents in a row lie in 0..n, so its entries differ by base^-n at most",
                    [i >= 0, i <= N, j >= 0, j <= N],
                    [abs(i - j) <= N],
                ),
                *nearly_uniform(),
                positive(
                    "n = 30, count 20, eps = 0.1: 1/8 - max |31 Pr[j] - 1| > 0",
                    lambda: ball(Fraction(1, 8)) - max_distance(example()),
                ),
            ],
        ),
    )


def max_distance(row: list[arb]) -> arb:
    """Return max |31 Pr[j] - 1| over a row."""
    largest = arb(0)
    for entry in row:
        largest = largest.max(abs(len(row) * entry - 1))
    return largest
