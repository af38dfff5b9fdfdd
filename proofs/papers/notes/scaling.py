"""Section 2.4, second part: L and U as functions of the count, and the constant M.

All three are in :mod:`.constant_m`. As printed, L compares a count with the next one and U with
the one before (see :mod:`.truncation`), so that L_n and U_0 belong to no pair of counts. Rejection
divides a row by 1 - Pr(T), of which M says nothing: :mod:`.calibration` has what it costs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...engine.evidence import Step
from ...engine.identities import Element, identity
from ...engine.search import counterexample, instances
from ...engine.signs import same_sign, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .constant_m import (
    BOX,
    POSITIVE,
    C,
    L,
    N,
    P,
    U,
    a,
    below_one,
    closed_form_of_m,
    h,
    largest,
    masses,
)
from .instances import EVERYWHERE, counts, printed_l, printed_m, printed_u

PLACE = "2.4"


def slope(function: Element) -> Element:
    """Return the derivative in phi: dP/dphi = P ln a, and N does not depend on phi."""
    return function.diff(P) * P * -h


@claim(
    "COV-12",
    place=PLACE,
    statement="the derivatives of L and U in phi are as printed, the first negative and the "
    "second positive",
    formula="dL/dphi = -2(a^2-1) ln(a) a^(2phi+n+1)/(a^(2phi+2)+a^n)^2 < 0, "
    "dU/dphi = 2(a^2-1) ln(a) a^(2phi+n+1)/(a^(2phi)+a^(n+2))^2 > 0",
)
def derivatives() -> Finding:
    """Differentiate in Q(a, P, N, ln a) by the chain rule; signs by coefficients."""

    def between_differences(n: int, alpha: Fraction, phi: int) -> bool:
        # The printed signs, on the difference quotients of neighbouring integers.
        falls = printed_l(n, alpha, phi + 1) < printed_l(n, alpha, phi)
        return falls and printed_u(n, alpha, phi) < printed_u(n, alpha, phi + 1)

    top = 2 * (a**2 - 1) * -h * a * P**2 * N
    box = {**BOX, "h": POSITIVE}
    return decide(
        search=[counterexample("L falls and U rises", counts(), between_differences)],
        proof=Proof(
            "all n, all alpha in (0, 1), all real phi >= 0",
            [
                identity("dL/dphi", slope(L(P)), -top / (a**2 * P**2 + N) ** 2),
                identity("dU/dphi", slope(U(P)), top / (P**2 + a**2 * N) ** 2),
                sign("dL/dphi < 0, with ln a = -h", slope(L(P)), "<0", box),
                sign("dU/dphi > 0", slope(U(P)), ">0", box),
            ],
        ),
    )


def monotone() -> list[Step]:
    """Prove twice that L falls and U rises: by the derivative and by the difference."""
    box = {**BOX, "h": POSITIVE}
    return [
        sign("dL/dphi < 0", slope(L(P)), "<0", box),
        sign("L_phi > L_(phi+1)", L(P) - L(a * P), ">0", BOX),
        sign("dU/dphi > 0", slope(U(P)), ">0", box),
        sign("U_phi < U_(phi+1)", U(a * P) - U(P), ">0", BOX),
    ]


@claim(
    "COV-13",
    place=PLACE,
    statement="L is decreasing and U increasing in phi, so that their extremes are at the ends: "
    "L_n <= L_phi <= L_1 for 1 <= phi <= n, and U_0 <= U_phi <= U_(n-1) for 0 <= phi < n",
)
def extremes_at_the_ends() -> Finding:
    """A decreasing function is bounded by its values at the ends of its range."""

    def bounded(n: int, alpha: Fraction, phi: int) -> bool:
        low, high = printed_l(n, alpha, n), printed_l(n, alpha, 1)
        of_l = phi == 0 or low <= printed_l(n, alpha, phi) <= high
        least, most = printed_u(n, alpha, 0), printed_u(n, alpha, n - 1)
        return of_l and (phi == n or least <= printed_u(n, alpha, phi) <= most)

    return decide(
        search=[counterexample("both chains of inequalities", counts(), bounded)],
        proof=Proof(EVERYWHERE + ", all counts of the printed ranges", monotone()),
    )


@claim(
    "COV-14",
    place=PLACE,
    statement="of the ratios (2.2), L_0 and U_n are the ones without a neighbouring data set",
)
def undefined_ratios() -> Finding:
    """With the tail masses as printed, L_phi is Pr(T) at phi over Pr(T) at phi + 1."""

    def of_neighbours(n: int, alpha: Fraction, phi: int, less: int = -1) -> bool:
        t = masses(n, alpha)
        of_l = not 0 <= phi + less <= n or printed_l(n, alpha, phi) == t[phi] / t[phi + less]
        return of_l and (
            not 0 <= phi - less <= n or printed_u(n, alpha, phi) == t[phi] / t[phi - less]
        )

    mass = (a * P + a * N / P) / (1 + a)
    next_mass = (a * a * P + a * N / (a * P)) / (1 + a)
    last_mass = (a * P / a + a * N * a / P) / (1 + a)
    return decide(
        search=[
            counterexample(
                "L_phi of (2.2) compares phi with phi - 1, and U_phi with phi + 1",
                counts(),
                of_neighbours,
                lambda n, alpha, phi: {
                    "L as printed": printed_l(n, alpha, phi),
                    "U as printed": printed_u(n, alpha, phi),
                    "Pr(T) of 0..n": masses(n, alpha),
                },
            )
        ],
        correction=Repair(
            EVERYWHERE,
            [
                counterexample(
                    "L_phi compares phi with phi + 1, and U_phi with phi - 1",
                    ({**case, "less": 1} for case in counts()),
                    of_neighbours,
                ),
                identity("L_phi = Pr(T) at phi over Pr(T) at phi + 1", L(P), mass / next_mass),
                identity("U_phi = Pr(T) at phi over Pr(T) at phi - 1", U(P), mass / last_mass),
            ],
            "as (2.2) prints them, L_n and U_0 are undefined (no count n + 1, none -1) and L_0 and "
            "U_n are not; with the two tail masses exchanged, as D' and D'' require, L and U "
            "change places and it is L_0 and U_n",
        ),
    )


@claim(
    "COV-15",
    place=PLACE,
    statement="L_n < 1 and U_0 < 1",
)
def smallest_ratios() -> Finding:
    """They are the same number, and 1 - U_0 is a multiple of (1-a)(1-a^(n+1))."""

    def below(n: int, alpha: Fraction) -> bool:
        return printed_l(n, alpha, n) < 1 and printed_u(n, alpha, 0) < 1

    return decide(
        search=[counterexample("L_n < 1 and U_0 < 1", instances(), below)],
        proof=Proof(
            EVERYWHERE,
            [
                *below_one(),
                identity(
                    "1 - U_0 = (1-a)(1-a^(n+1))/(1 + a^(n+2))",
                    1 - U(a**0),
                    (1 - a) * (1 - a * N) / (1 + a**2 * N),
                ),
            ],
        ),
    )


@claim(
    "COV-16",
    place=PLACE,
    statement="L_1 > 1 and U_(n-1) > 1 for every n > 0",
)
def largest_ratios() -> Finding:
    """L_1 = U_(n-1), and its excess over 1 has the sign of a^3 - a^n."""

    def above(n: int, alpha: Fraction) -> bool:
        return printed_l(n, alpha, 1) > 1 and printed_u(n, alpha, n - 1) > 1

    gap = L(a) - 1
    return decide(
        search=[
            counterexample(
                "L_1 > 1 and U_(n-1) > 1",
                instances(),
                above,
                lambda n, alpha: {"L_1": printed_l(n, alpha, 1)},
            )
        ],
        condition=Repair(
            "all n, all alpha in (0, 1)",
            [
                counterexample("n >= 4: both exceed 1", instances(range(4, 9)), above),
                identity("U_(n-1) = L_1", U(N / a), L(a)),
                same_sign("L_1 - 1 has the sign of a^3 - a^n", gap, a**3 - N, BOX),
                sign("n >= 4: L_1 > 1, with a^n = a^4 a^q", L(a, a**4 * C) - 1, ">0", BOX),
                identity("n = 3: L_1 = 1", L(a, a**3), a**0),
                sign("n = 2: L_1 < 1", 1 - L(a, a**2), ">0", BOX),
                sign("n = 1: L_1 < 1", 1 - L(a, a), ">0", BOX),
            ],
            "n >= 4, and only then (L_1 = U_(n-1) is 1 for n = 3 and less for n = 1, 2)",
        ),
    )


@claim(
    "COV-18",
    place=PLACE,
    statement="the largest ratio of Pr(T) between neighbouring data sets, either way, is M",
    formula="M = max(1/L_n, 1/U_0, L_1, U_(n-1))",
)
def maximum_of_four() -> Finding:
    """Over the printed ranges it is; of the counts in 0..n the largest is L_0 = U_n < M."""

    def is_largest(n: int, alpha: Fraction) -> bool:
        t = masses(n, alpha)
        ratios = [max(x / y, y / x) for x, y in pairwise(t)]
        return max(ratios) == printed_m(n, alpha)

    def over_printed_ranges(n: int, alpha: Fraction) -> bool:
        found = [printed_l(n, alpha, phi) for phi in range(1, n + 1)]
        found += [printed_u(n, alpha, phi) for phi in range(n)]
        return max(max(x, 1 / x) for x in found) == printed_m(n, alpha)

    return decide(
        search=[
            counterexample(
                "M is the largest ratio of Pr(T) between neighbouring counts of 0..n",
                instances(),
                is_largest,
                lambda n, alpha: {"Pr(T) of 0..n": masses(n, alpha), "M": printed_m(n, alpha)},
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample(
                    "M is the largest over the printed ranges of phi",
                    instances(),
                    over_printed_ranges,
                ),
                *monotone(),
                *closed_form_of_m(),
                identity("between counts of 0..n the extremes are L_0 = U_n", L(a**0), U(N)),
                sign("and M exceeds it: 1/U_0 > L_0", largest - L(a**0), ">0", BOX),
            ],
            "over the printed ranges, L_phi for 1..n and U_phi for 0..n-1; then M = 1/L_n = 1/U_0 "
            "= (1+a^(n+2))/(a+a^(n+1)), as L_1 = U_(n-1) is always smaller. L_n and U_0 compare "
            "with the counts n+1 and -1; between counts of 0..n the largest ratio is "
            "L_0 = U_n = (a+a^(n+1))/(a^2+a^n) < M",
        ),
    )
