"""What is proved about the explicit fair mechanism EM, for the claims to cite.

EM is eq. (16): Pr[i | j] = y alpha^e(i,j) with

    e(i,j) = |i-j|                               if |i-j| < min(j, n-j),
             ceil((|i-j| + min(j, n-j)) / 2)     otherwise.

What does not depend on alpha is proved on the exponents, for all n. For every input the
exponents are a permutation of {ceil(k/2) : k = 0..n}, so that the normaliser is
y* = 1 / sum_{k=0..n} alpha^ceil(k/2).

In the identities b is sqrt(alpha), a = b^2, and M = a^m with n = 2m or n = 2m + 1; a power
a^(n/2) is then a^m or b a^m. Where n >= 2 matters, M = a L with L = a^(m-1).
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import cast

from ...mechanisms.families.explicit_fair import diagonal
from ..engine.bijections import bijection
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import Element, identity, symbols
from ..engine.linear import Expr, cases, ceil_half, equal, minimum, variables
from ..engine.signs import UNIT, UNIT_CLOSED, sign
from ..engine.sums import Index, geometric
from .instances import Scalar, fair_exponent
from .kms import chain

b, M, L, k, Z, n, Y = symbols("b M L k Z n Y")
a = b**2
index = Index(k, Z)
BOX = {"b": UNIT, "M": UNIT_CLOSED, "L": UNIT_CLOSED}

# Integer variables of the exponents: output i, input j, size N; l and m count pairs.
i, j, l_, m, N = variables("i j l m n")
PLACED = [i >= 0, i <= N, j >= 0, j <= N]


def exponent(i: Expr, j: Expr, n: Expr) -> Expr:
    """Return e(i, j) of eq. (16).

    >>> from exactdp.proofs.engine.linear import value, variables
    >>> value(exponent(*variables("i j n")), {"i": 0, "j": 5, "n": 7})
    4
    """
    return cast(Expr, fair_exponent(i, j, n, minimum, cases))


E = exponent(i, j, N)


def printed(half: Element) -> Element:
    """Return the printed y, (1-a)/(1+a-2 a^(n/2+1)), where `half` is a^(n/2)."""
    return diagonal(0, a, a * half)


def root(alpha: Fraction) -> Fraction:
    """Return sqrt(alpha) for the square of a fraction.

    >>> root(Fraction(4, 9))
    Fraction(2, 3)
    """
    found = Fraction(isqrt(alpha.numerator), isqrt(alpha.denominator))
    if found**2 != alpha:
        raise ValueError(f"got {alpha}, expected the square of a fraction")
    return found


def printed_at(size: int, alpha: Fraction) -> Fraction:
    """Return the printed y at a square alpha.

    >>> printed_at(1, Fraction(1, 4))
    Fraction(3, 4)
    """
    return (1 - alpha) / (1 + alpha - 2 * root(alpha) ** (size + 2))


def normaliser_at(size: int, alpha: Scalar) -> Scalar:
    """Return y* by its definition, over any exact field.

    >>> normaliser_at(1, Fraction(1, 4))
    Fraction(4, 5)
    """
    return 1 / sum((alpha ** ((k + 1) // 2) for k in range(size + 1)), start=0 * alpha)


def normaliser(odd: bool, steps: list[Step], M: Element = M) -> Element:
    """Return y* for n = 2m or 2m+1, with M = a^m; the sum goes by pairs k = 2l-1, 2l."""
    steps.append(
        prove(
            "ceil(k/2) is 0 at k = 0, l at k = 2l-1 and k = 2l",
            [l_ >= 1],
            [
                *equal(ceil_half(0), 0),
                *equal(ceil_half(2 * l_ - 1), l_),
                *equal(ceil_half(2 * l_), l_),
            ],
        )
    )
    total = 1 + geometric(2 * a, a, M, index, steps)
    return 1 / (total + a * M) if odd else 1 / total


def permutation() -> list[Step]:
    """Prove that every input's exponents are a permutation of {ceil(k/2) : k = 0..n}.

    For an input j <= n/2 the outputs up to 2j alternate around j, the others stay put; for
    j > n/2 the outputs and inputs are counted from the other end.
    """
    given = [j >= 0, 2 * j <= N]

    def forward(i: Expr) -> Expr:
        return cases(i >= 2 * j, i, cases(i >= j, 2 * (i - j), 2 * (j - i) - 1))

    def backward(k: Expr) -> Expr:
        half = ceil_half(k)
        return cases(k >= 2 * j, k, cases(k >= 2 * half, j + half, j - half))

    return [
        *bijection("k(i), input j <= n/2", given, N, forward, backward),
        prove(
            "e(i,j) = ceil(k(i)/2) for j <= n/2",
            [*given, i >= 0, i <= N],
            equal(E, ceil_half(forward(i))),
        ),
        symmetry(),
    ]


def symmetry() -> Step:
    """Prove e(n-i, n-j) = e(i, j)."""
    return prove("e(n-i, n-j) = e(i, j)", PLACED, equal(exponent(N - i, N - j, N), E))


def private(exponent_there: Expr | None = None) -> list[Step]:
    """Prove that exponents at adjacent inputs differ by at most one, and so alpha-DP.

    Parameters
    ----------
    exponent_there : Expr, optional
        The exponent at input j+1; that of eq. (16) if not given.
    """
    there = exponent(i, j + 1, N) if exponent_there is None else exponent_there
    return [
        prove("e(i,j+1) <= e(i,j) + 1 for j < n", [*PLACED, j < N], [there <= E + 1]),
        prove("e(i,j+1) >= e(i,j) - 1 for j < n", [*PLACED, j < N], [there >= E - 1]),
    ]


def seven_properties() -> list[Step]:
    """Prove RH, RM, CH, CM, F, WH and S of EM."""
    diagonal = exponent(i, i, N)
    return [
        symmetry(),
        prove("F: e(i,i) = 0", [i >= 0, i <= N], equal(diagonal, 0)),
        prove("RH, CH: e(i,j) >= 0 = e(i,i) = e(j,j)", PLACED, [E]),
        prove(
            "RM: e(i,j-1) >= e(i,j) for 1 <= j <= i",
            [*PLACED, j >= 1, j <= i],
            [exponent(i, j - 1, N) >= E],
        ),
        prove(
            "RM: e(i,j+1) >= e(i,j) for i <= j < n",
            [*PLACED, j >= i, j < N],
            [exponent(i, j + 1, N) >= E],
        ),
        prove(
            "CM: e(i-1,j) >= e(i,j) for 1 <= i <= j",
            [*PLACED, i >= 1, i <= j],
            [exponent(i - 1, j, N) >= E],
        ),
        prove(
            "CM: e(i+1,j) >= e(i,j) for j <= i < n",
            [*PLACED, i >= j, i < N],
            [exponent(i + 1, j, N) >= E],
        ),
        # n+1 terms alpha^e <= 1 sum to at most n+1, so y* >= 1/(n+1).
        prove("WH: the n+1 exponents ceil(k/2) are >= 0", [l_ >= 0, l_ <= N], [ceil_half(l_)]),
    ]


def upper_bound() -> list[Step]:
    """Prove y <= y* for every fair alpha-DP mechanism, from the middle input m = floor(n/2).

    By DP, Pr[i | j] >= y alpha^|i-j|: true at j = i, and each step away from i costs one
    factor alpha. At input m the exponents |i-m| are a permutation of {ceil(k/2)}.
    """
    given = [m >= 0, 2 * m <= N, 2 * m + 1 >= N]
    return [
        *chain(),
        *bijection(
            "k(i), middle input m",
            given,
            N,
            lambda i: cases(i <= m, 2 * (m - i), 2 * (i - m) - 1),
            lambda k: cases(k >= 2 * ceil_half(k), m - ceil_half(k), m + ceil_half(k)),
        ),
        prove(
            "|i-m| = ceil(k(i)/2)",
            [*given, i >= 0, i <= N],
            equal(abs(i - m), ceil_half(cases(i <= m, 2 * (m - i), 2 * (i - m) - 1))),
        ),
    ]


def parities() -> tuple[Step, ...]:
    """Prove what y* is for even and for odd n, and that odd n exceeds the printed y."""
    steps: list[Step] = []
    even, odd = normaliser(False, steps), normaliser(True, steps)
    return (
        *steps,
        identity("n even: y* = (1-a)/(1+a-2a^(n/2+1))", even, diagonal(0, a, a * M)),
        identity("n odd: y* = (1-a)/((1+a)(1-a^((n+1)/2)))", odd, diagonal(1, a, a * M)),
        sign("n odd: y* exceeds the printed y", odd - printed(b * M), ">0", BOX),
    )
