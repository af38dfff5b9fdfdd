"""Section 2.4: L and U in closed form, the constant M that is made of them, and where it bounds.

P = a^phi and N = a^n, so that (2.2) reads

    L = (a P^2 + a N)/(a^2 P^2 + N),    U = (a P^2 + a N)/(P^2 + a^2 N).

Rejection divides a row by 1 - Pr(T). What that costs at most, c, is at most M iff
a^(n+1) + ... + a^(2n) <= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz_poly

from ....mechanisms.exact.algebraic import roots
from ....mechanisms.families.rejection import cost
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import variables
from ...engine.search import ALPHAS, SIZES, instances
from ...engine.signs import UNIT, UNIT_CLOSED, Range, more_than, same_sign, sign
from ...engine.sums import Index, geometric
from .instances import outside

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


def masses(n: int, alpha: Fraction) -> list[Fraction]:
    """Return Pr[T] for every count of 0..n."""
    return [outside(n, alpha, phi) for phi in range(n + 1)]


def below_one() -> list[Step]:
    """Prove L_n = U_0 < 1."""
    return [
        identity("L_n = U_0", L(N), U(a**0)),
        identity("1/U_0 = (1 + a^(n+2))/(a + a^(n+1))", 1 / U(a**0), largest),
        sign("U_0 < 1", 1 - U(a**0), ">0", BOX),
    ]


def closed_form_of_m() -> list[Step]:
    """Prove M = 1/L_n = 1/U_0 = (1 + a^(n+2))/(a + a^(n+1)), the largest of the four."""
    return [
        *below_one(),
        identity("U_(n-1) = L_1", U(N / a), L(a)),
        sign("L_1 < 1/U_0", largest - L(a), ">0", BOX),
    ]


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
