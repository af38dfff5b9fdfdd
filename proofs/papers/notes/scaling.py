"""Section 2.4, second part: L and U as functions of the count, and the constant M.

P = a^phi and N = a^n, so that (2.2) reads

    L = (a P^2 + a N)/(a^2 P^2 + N),    U = (a P^2 + a N)/(P^2 + a^2 N).

As printed, L compares a count with the next one and U with the one before (see
:mod:`.truncation`), so that L_n and U_0 belong to no pair of counts. Rejection divides a row
by 1 - Pr(T), of which M says nothing: :mod:`.calibration` has what it costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly

from ....mechanisms.exact.algebraic import roots
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import variables
from ...engine.search import ALPHAS, SIZES, counterexample, instances
from ...engine.signs import UNIT, UNIT_CLOSED, Range, more_than, same_sign, sign
from ...engine.sums import Index, geometric
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .instances import EVERYWHERE, SOURCE, counts, outside, printed_l, printed_m, printed_u

PLACE = "2.4"

# C = a^q is a power with exponent q >= 0; h stands for -ln a > 0; K = a^k in sums.
a, P, N, C, h, k, K, m = symbols("a P N C h k K m")
index = Index(k, K)
BOX = {"a": UNIT, "P": UNIT_CLOSED, "N": UNIT_CLOSED, "C": UNIT_CLOSED}
POSITIVE = more_than(0)
UP_TO_4_5 = Range(Fraction(0), Fraction(4, 5), high_closed=True)


def L(P: Element, N: Element = N) -> Element:
    """Return L of eq. (2.2) at P = a^phi, N = a^n."""
    return (a * P**2 + a * N) / (a**2 * P**2 + N)


def U(P: Element, N: Element = N) -> Element:
    """Return U of eq. (2.2) at P = a^phi, N = a^n."""
    return (a * P**2 + a * N) / (P**2 + a**2 * N)


#: M in closed form: 1/U_0.
largest = (1 + a**2 * N) / (a + a * N)


def cost(b: Element, W: Element) -> Element:
    """Return c, what rejection at base b multiplies a ratio by at worst; W = b^n.

    See :mod:`.calibration`.
    """
    return 1 + (1 - b) * (b - W) / (1 - b * W)


def slope(function: Element) -> Element:
    """Return the derivative in phi: dP/dphi = P ln a, and N does not depend on phi."""
    return function.diff(P) * P * -h


@claim(
    "COV-12",
    source=SOURCE,
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
    source=SOURCE,
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


def masses(n: int, alpha: Fraction) -> list[Fraction]:
    """Return Pr[T] for every count of 0..n."""
    return [outside(n, alpha, phi) for phi in range(n + 1)]


@claim(
    "COV-14",
    source=SOURCE,
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


def below_one() -> list[Step]:
    """Prove L_n = U_0 < 1."""
    return [
        identity("L_n = U_0", L(N), U(a**0)),
        identity("1/U_0 = (1 + a^(n+2))/(a + a^(n+1))", 1 / U(a**0), largest),
        sign("U_0 < 1", 1 - U(a**0), ">0", BOX),
    ]


@claim(
    "COV-15",
    source=SOURCE,
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
    source=SOURCE,
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


def closed_form_of_m() -> list[Step]:
    """Prove M = 1/L_n = 1/U_0 = (1 + a^(n+2))/(a + a^(n+1)), the largest of the four."""
    return [
        *below_one(),
        identity("U_(n-1) = L_1", U(N / a), L(a)),
        sign("L_1 < 1/U_0", largest - L(a), ">0", BOX),
    ]


@claim(
    "COV-18",
    source=SOURCE,
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


#: Sizes at which the level where M stops bounding the cost is isolated.
ISOLATED = range(2, 9)


def where_m_bounds() -> list[Step]:
    """Prove when the cost of rejection is at most M: iff a^(n+1) + ... + a^(2n) <= 1."""
    steps = closed_form_of_m()
    total = geometric(a * N, a, N, index, steps)
    n, q = variables("n q")
    return [
        *steps,
        same_sign(
            "M - c has the sign of 1 - (a^(n+1) + ... + a^(2n))",
            largest - cost(a, N),
            1 - total,
            BOX,
        ),
        sign("n = 1: the sum is a^2 < 1", 1 - a**2, ">0", BOX),
        same_sign(
            "1 - the sum has the sign of (1-a)/a - a^n (1-a^n)",
            1 - total,
            (1 - a) / a - N * (1 - N),
            {"a": UNIT, "N": UNIT_CLOSED},
        ),
        sign("a^n (1-a^n) <= 1/4", a**0 / 4 - N * (1 - N), ">=0", BOX),
        sign("alpha <= 4/5: (1-a)/a >= 1/4", (1 - a) / a - a**0 / 4, ">=0", {"a": UP_TO_4_5}),
        prove(
            "its n exponents n+1+q lie in n+1..2n: the sum is between n a^(2n) and n a^(n+1)",
            [n >= 1, q >= 0, q <= n - 1],
            [n + 1 + q >= n + 1, n + 1 + q <= 2 * n],
        ),
        sign(
            "a^(m+1) rises with a if a^m does, C = a^m: (a+h)(C+m) > a C for h, m > 0",
            (a + h) * (C + m) - a * C,
            ">0",
            {**BOX, "h": POSITIVE, "m": POSITIVE},
        ),
        *(one_threshold(size) for size in ISOLATED),
    ]


def one_threshold(n: int) -> Step:
    """Isolate the only root in (0, 1) of a^(n+1) + ... + a^(2n) - 1, negative at 0."""
    polynomial = fmpz_poly([-1, *[0] * n, *[1] * n])
    found = roots(polynomial, fmpq(0), fmpq(1))
    holds = len(found) == 1 and polynomial(0) < 0 < polynomial(1)
    return Step(
        "roots",
        f"n = {n}: the sum rises from 0 to {n} and is 1 at exactly one alpha",
        holds,
        {"alpha": [root.to_json() for root in found], "about": [str(root) for root in found]},
    )


def condition() -> str:
    """Return in words when M bounds the cost, with the thresholds that are isolated."""
    found = ", ".join(f"{one_threshold(n).data['about'][0]} for n = {n}" for n in ISOLATED)
    return (
        "alpha^(n+1) + ... + alpha^(2n) <= 1, and only then: for n = 1, and for every n if alpha "
        f"<= 4/5; for n >= 2 up to one threshold each ({found}), never for n alpha^(2n) >= 1"
    )


def rescaling(n: int, alpha: Fraction) -> Fraction:
    """Return the largest ratio of 1/(1 - Pr(T)) between neighbouring counts."""
    kept = [1 - t for t in masses(n, alpha)]
    return max(max(x / y, y / x) for x, y in pairwise(kept))


def beyond() -> Iterator[dict[str, Any]]:
    """Yield the instances at which the condition holds."""
    for case in instances(SIZES, ALPHAS):
        n, alpha = case["n"], case["alpha"]
        if sum(alpha**e for e in range(n + 1, 2 * n + 1)) <= 1:
            yield case
