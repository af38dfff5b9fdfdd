"""Section 2.4, first part: how much noise is clipped, and the ratios L and U.

A = a^phi and B = a^(n-phi), both in (0, 1], stand for the powers of a count phi in 0..n.
The next count, phi + 1, has a A and B/a; the one before has A/a and a B.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from ....mechanisms.families.noise import TwoSidedGeometric
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import variables
from ...engine.reals import ball, rounds_to
from ...engine.search import counterexample
from ...engine.signs import UNIT, UNIT_CLOSED, sign
from ...engine.sums import Index, series
from ...lemmas.instances import noise
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .instances import EVERYWHERE, counts, outside, printed_l, printed_u

PLACE = "2.4"

a, A, B, k, Z = symbols("a A B k Z")
index = Index(k, Z)
BOX = {"a": UNIT, "A": UNIT_CLOSED, "B": UNIT_CLOSED}
density = TwoSidedGeometric.over(a).pmf(0)

#: The example of Figure 2.1: n = 30, count 20, eps = 1/10.
SIZE, COUNT, EPSILON = 30, 20, Fraction(1, 10)
INSTANCE = "this instance (n = 30, count 20, eps = 1/10)"


def clipped_mass(A: Element, B: Element) -> Element:
    """Return Pr[T] = (a^(phi+1) + a^(n-phi+1))/(1+a) of the count with these powers."""
    return (a * A + a * B) / (1 + a)


def tails() -> list[Step]:
    """Prove both tail masses, summed from their first terms."""
    steps: list[Step] = []
    below = series([density * a * A], a, index, BOX, steps)
    above = series([density * a * B], a, index, BOX, steps)
    return [
        *steps,
        identity("Pr(D < -phi) = a^(phi+1)/(1+a)", below, a * A / (1 + a)),
        identity("Pr(D > n-phi) = a^(n-phi+1)/(1+a)", above, a * B / (1 + a)),
        identity("Pr(T) is their sum", below + above, clipped_mass(A, B)),
    ]


def extremes(distances: tuple[int, ...]) -> arb:
    """Return the sum of a^d/(1+a) over these distances to the ends, a = e^-eps."""
    alpha = (-ball(EPSILON)).exp()
    return sum((alpha**d for d in distances), start=arb(0)) / (1 + alpha)


def end_mass() -> list[Step]:
    """Prove that an end at distance d has the mass a^d/(1+a)."""
    steps: list[Step] = []
    mass = series([density * A], a, index, BOX, steps)
    return [*steps, identity("Pr[output 0] = Pr(D <= -phi) = a^phi/(1+a)", mass, A / (1 + a))]


@claim(
    "COV-07",
    place="2.4, Figure 2.1",
    statement="for n = 30, count 20 and eps = 0.1 the truncated mechanism answers 0 with "
    "probability about 0.075",
)
def worst_answer() -> Finding:
    """The exact value is e^-2/(1+e^-0.1)."""
    shows = "Pr[output 0] = e^-2/(1 + e^-0.1)"
    return decide(
        search=[rounds_to(shows, lambda: extremes((COUNT,)), "0.075")],
        correction=Repair(
            INSTANCE,
            [*end_mass(), rounds_to(shows, lambda: extremes((COUNT,)), "0.071")],
            "about 0.071: e^-2/(1 + e^-0.1) = 0.07104...",
        ),
    )


@claim(
    "COV-08",
    place="2.4, Figure 2.1",
    statement="for n = 30, count 20 and eps = 0.1 the answers 0 and 30 together have probability "
    "about 0.25",
)
def both_extremes() -> Finding:
    """The exact value is (e^-2 + e^-1)/(1+e^-0.1)."""
    shows = "Pr[output 0 or 30] = (e^-2 + e^-1)/(1 + e^-0.1)"
    both = (COUNT, SIZE - COUNT)
    return decide(
        search=[rounds_to(shows, lambda: extremes(both), "0.25")],
        correction=Repair(
            INSTANCE,
            [
                *end_mass(),
                rounds_to(shows, lambda: extremes(both), "0.264"),
                rounds_to(
                    "the same for count 19, which the figure shows as well",
                    lambda: extremes((COUNT - 1, SIZE - COUNT + 1)),
                    "0.253",
                ),
            ],
            "about 0.264: (e^-2 + e^-1)/(1 + e^-0.1); 0.25 is the value of count 19 (0.253)",
        ),
    )


@claim(
    "COV-09",
    place=PLACE,
    statement="the noise falls below 0 with probability alpha^(phi+1)/(1+alpha), above n with "
    "alpha^(n-phi+1)/(1+alpha), and is clipped with the sum of both",
    formula="Pr(T_D) = (a^(phi+1) + a^(n-phi+1))/(1+a)",
)
def tail_masses() -> Finding:
    """Sum each tail; for n >= 0 they exclude each other."""

    def as_printed(n: int, alpha: Fraction, phi: int) -> bool:
        inside = [noise(alpha, d) for d in range(-phi, n - phi + 1)]
        low = sum(inside[:phi], start=Fraction(0))  # -phi <= D < 0, half of what is not 0
        below = (1 - noise(alpha, 0)) / 2 - low
        total = (alpha ** (phi + 1) + alpha ** (n - phi + 1)) / (1 + alpha)
        return below == alpha ** (phi + 1) / (1 + alpha) and outside(n, alpha, phi) == total

    n, d, phi = variables("n d phi")
    return decide(
        search=[counterexample("the tails are as printed", counts(), as_printed)],
        proof=Proof(
            EVERYWHERE + ", all counts in 0..n",
            [
                *tails(),
                prove(
                    "no noise is in both tails: d > n - phi is not below -phi",
                    [n >= 0, d > n - phi],
                    [d >= -phi],
                ),
            ],
        ),
    )


@claim(
    "COV-10",
    place=PLACE,
    statement="for neighbours D' with one less and D'' with one more than D, the printed Pr(T_D') "
    "and Pr(T_D'') hold",
    formula="Pr(T_D') = (a^(phi+2) + a^(n-phi))/(1+a), Pr(T_D'') = (a^phi + a^(n-phi+2))/(1+a)",
)
def neighbours_exchanged() -> Finding:
    """They are the masses of the other neighbour: D' has phi - 1."""

    def printed_less(n: int, alpha: Fraction, phi: int) -> Fraction:
        return (alpha ** (phi + 2) + alpha ** (n - phi)) / (1 + alpha)

    def printed_more(n: int, alpha: Fraction, phi: int) -> Fraction:
        return (alpha**phi + alpha ** (n - phi + 2)) / (1 + alpha)

    def as_printed(n: int, alpha: Fraction, phi: int) -> bool:
        less = phi == 0 or printed_less(n, alpha, phi) == outside(n, alpha, phi - 1)
        return less and (phi == n or printed_more(n, alpha, phi) == outside(n, alpha, phi + 1))

    def exchanged(n: int, alpha: Fraction, phi: int) -> bool:
        less = phi == 0 or printed_more(n, alpha, phi) == outside(n, alpha, phi - 1)
        return less and (phi == n or printed_less(n, alpha, phi) == outside(n, alpha, phi + 1))

    gap = clipped_mass(A / a, a * B) - (a**2 * A + B) / (1 + a)
    return decide(
        search=[
            counterexample(
                "the printed masses are those of counts phi-1 and phi+1",
                counts(),
                as_printed,
                lambda n, alpha, phi: (
                    {
                        "printed Pr(T_D')": printed_less(n, alpha, phi),
                        "exact": outside(n, alpha, phi - 1),
                    }
                    if phi
                    else {
                        "printed Pr(T_D'')": printed_more(n, alpha, phi),
                        "exact": outside(n, alpha, phi + 1),
                    }
                ),
            )
        ],
        correction=Repair(
            EVERYWHERE + ", all counts in 0..n",
            [
                counterexample("exchanged, they are", counts(), exchanged),
                *tails(),
                identity(
                    "one less: (a^phi + a^(n-phi+2))/(1+a)",
                    clipped_mass(A / a, a * B),
                    (A + a**2 * B) / (1 + a),
                ),
                identity(
                    "one more: (a^(phi+2) + a^(n-phi))/(1+a)",
                    clipped_mass(a * A, B / a),
                    (a**2 * A + B) / (1 + a),
                ),
                identity(
                    "the printed and the exact mass differ by (1-a)(a^phi - a^(n-phi)): they "
                    "agree only where 2 phi = n",
                    gap,
                    (1 - a) * (A - B),
                ),
            ],
            "the two are exchanged: Pr(T_D') = (a^phi + a^(n-phi+2))/(1+a) and Pr(T_D'') = "
            "(a^(phi+2) + a^(n-phi))/(1+a)",
        ),
    )


@claim(
    "COV-11",
    place="2.4, eq. (2.2)",
    statement="dividing the printed tail masses gives the printed L_phi and U_phi",
    formula="L = (a^(2phi+1) + a^(n+1))/(a^(2phi+2) + a^n), U = (a^(2phi+1) + a^(n+1))/"
    "(a^(2phi) + a^(n+2))",
)
def ratios_of_the_printed_masses() -> Finding:
    """Multiply numerator and denominator by (1+a) a^phi."""

    def as_printed(n: int, alpha: Fraction, phi: int) -> bool:
        here = alpha ** (phi + 1) + alpha ** (n - phi + 1)
        one, other = alpha ** (phi + 2) + alpha ** (n - phi), alpha**phi + alpha ** (n - phi + 2)
        return here / one == printed_l(n, alpha, phi) and here / other == printed_u(n, alpha, phi)

    here = clipped_mass(A, B)
    less, more = (a**2 * A + B) / (1 + a), (A + a**2 * B) / (1 + a)
    top = a * A**2 + a * A * B
    return decide(
        search=[counterexample("the quotients are as printed", counts(), as_printed)],
        proof=Proof(
            EVERYWHERE + ", all counts in 0..n",
            [
                sign("no denominator vanishes", less * more, ">0", BOX),
                identity("L_phi, with a^n = A B", here / less, top / (a**2 * A**2 + A * B)),
                identity("U_phi", here / more, top / (A**2 + a**2 * A * B)),
            ],
        ),
    )
