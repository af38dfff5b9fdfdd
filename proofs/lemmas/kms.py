"""Sums against alpha^|i-j| over all inputs, for the claims to cite.

K[i][j] = alpha^|i-j| is inverted by a tridiagonal matrix (Kac, Murdock and Szego),

    (1 - alpha^2) K^-1 = 1 at the two ends of the diagonal, 1 + alpha^2 inside, -alpha beside it,

so K q = w has one solution. For one output i, alpha-DP says that both p_k - alpha p_{k+1}
and p_{k+1} - alpha p_k are nonnegative, p_k = Pr[i|k]. A weighted sum of the p_k is split
into these: with L_k = alpha L_{k-1} + g_k summed from the left and R_k from the right,

    sum_j g_j p_j = sum_{k<i} L_k (p_k - alpha p_{k+1}) + sum_{k>i} R_k (p_k - alpha p_{k-1})
                    + (alpha L_{i-1} + g_i + alpha R_{i+1}) p_i.

So it is at least the last term where L_k >= 0 for k < i and R_k >= 0 for k > i.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import Powers, identity, symbols
from ..engine.linear import equal, variables
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, sign
from ..engine.sums import Index, geometric

a, C, D, L, R, g, p, q, M, n, k, Z = symbols("a C D L R g p q M n k Z")
i, j, m, N = variables("i j m n")


def chain() -> list[Step]:
    """Prove that alpha-DP along a row gives Pr[i|j] >= alpha^|i-j| Pr[i|i], link by link."""
    return [
        prove("DP chain: |i-j| is 0 at j = i", [], equal(abs(i - i), 0)),
        prove(
            "DP chain: |i-(j+1)| = |i-j| + 1 for j >= i",
            [j >= i],
            equal(abs(i - j - 1), abs(i - j) + 1),
        ),
        prove(
            "DP chain: |i-(j-1)| = |i-j| + 1 for j <= i",
            [j <= i],
            equal(abs(i - j + 1), abs(i - j) + 1),
        ),
    ]


def fair_and_private_has_no_gaps() -> list[Step]:
    """Prove Pr[i|j] >= alpha^|i-j| y, and y > 0, of a fair alpha-DP mechanism.

    Pr[i|0] <= alpha^-i Pr[i|i] = alpha^-i y; these sum to one, so y >= 1 / sum_i alpha^-i.
    M stands for alpha^(n+1).
    """
    steps: list[Step] = []
    whole = geometric(a**0, 1 / a, 1 / M, Index(k, Z), steps)
    return [
        *chain(),
        *steps,
        identity("sum_{i=0..n} a^-i = (a^-(n+1) - 1)/(1/a - 1)", whole, (1 / M - 1) / (1 / a - 1)),
        sign("so y >= 1/sum > 0", 1 / whole, ">0", {"a": UNIT, "M": UNIT}),
        sign("alpha = 1: inputs alike, y = 1/(n+1) > 0", 1 / (n + 1), ">0", {"n": at_least(1)}),
        sign(
            "and a^|i-j| y >= D/sum > 0, D = a^|i-j|",
            D / whole,
            ">0",
            {"a": UNIT, "M": UNIT, "D": UNIT_CLOSED},
        ),
    ]


def inverse() -> list[Step]:
    """Prove that the tridiagonal matrix times K is (1 - alpha^2) times the unit matrix.

    D is alpha^|i-j| off the diagonal; |i-j| = 1 at the nearest.
    """
    nothing = 0 * a
    return [
        *chain(),
        identity("inner row, j = i", -a * a + (1 + a**2) - a * a, 1 - a**2),
        identity("inner row, j beyond i", -a * (D / a) + (1 + a**2) * D - a * (a * D), nothing),
        identity("end row, j = i", 1 - a * a, 1 - a**2),
        identity("end row, j elsewhere", D - a * (D / a), nothing),
        sign("1 - alpha^2 > 0", 1 - a**2, ">0", {"a": UNIT}),
    ]


def split() -> list[Step]:
    """Prove the splitting of a weighted sum, one more input at a time from either side."""
    return [
        identity(
            "from the left: L p_k + g p_{k+1} = L (p_k - a p_{k+1}) + (a L + g) p_{k+1}",
            L * p + g * q,
            L * (p - a * q) + (a * L + g) * q,
        ),
        identity(
            "where both sides meet: a L p + g p + a R p is the rest at input i",
            L * p + g * q + R * p,
            L * (p - a * q) + R * (p - a * q) + (a * L + g + a * R) * q,
        ),
    ]


def partial_sums() -> list[Step]:
    """Prove that for K g = w the sums are L_k = (w_k - a w_{k+1})/(1-a^2), and so on.

    Split at k | k+1: w_k = L_k + a R_{k+1} and w_{k+1} = a L_k + R_{k+1}.
    """
    left, right = L + a * R, a * L + R
    return [
        identity("w_k - a w_{k+1} = (1-a^2) L_k", left - a * right, (1 - a**2) * L),
        identity("w_{k+1} - a w_k = (1-a^2) R_{k+1}", right - a * left, (1 - a**2) * R),
    ]


def weights_for(w: Sequence[Fraction], alpha: Fraction) -> list[Fraction]:
    """Return the g with K g = w.

    >>> [str(x) for x in weights_for([Fraction(1)] * 3, Fraction(1, 2))]
    ['2/3', '1/3', '2/3']
    """
    n = len(w) - 1
    out = []
    for k, this in enumerate(w):
        centre = this if k in (0, n) else (1 + alpha**2) * this
        near = sum((w[m] for m in (k - 1, k + 1) if 0 <= m <= n), start=Fraction(0))
        out.append((centre - alpha * near) / (1 - alpha**2))
    return out


def solves(w: Sequence[Fraction], alpha: Fraction) -> bool:
    """Return whether K times :func:`weights_for` is w, multiplied out."""
    found = weights_for(w, alpha)
    return all(
        sum(g * alpha ** abs(k - m) for m, g in enumerate(found)) == this
        for k, this in enumerate(w)
    )


def unequal_sums() -> list[Step]:
    """Prove that for n >= 2 inputs 0 and 1 of alpha^|i-j| have different sums."""
    power, index = Powers(a, {"m": C}), Index(k, Z)  # C = a^m, in (0, 1]
    steps: list[Step] = [prove("n = m + 2 has m >= 0", [N >= 2, *equal(N, m + 2)], [m >= 0])]
    zero = geometric(a**0, a, power(m + 3), index, steps)
    one = a + geometric(a**0, a, power(m + 2), index, steps)
    return [
        *steps,
        identity("input 1's sum less input 0's is a - a^n", one - zero, a - power(m + 2)),
        sign("a - a^n > 0 for n >= 2", a - power(m + 2), ">0", {"a": UNIT, "C": UNIT_CLOSED}),
    ]
