"""The largest trace under column honesty, for all n: a bound, and where it is attained.

The bound holds at every alpha; the mechanism with RH RM CH CM WH S attains it exactly for
alpha >= m/(m+1), m = floor(n/2). By symmetrisation (:mod:`.reflection`) a mechanism may be
taken symmetric throughout.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import equal
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, same_sign, sign
from . import instances as concrete
from .implications import monotone_is_honest
from .instances import Scalar
from .kms import chain
from .reflection import reflection
from .scaled import i, j, m, scaled, scaling

a, k, p, q, r, s, v, w, D = symbols("a k p q r s v w D")
x, _ = factors(a)


def largest(size: int, alpha: Scalar) -> Scalar:
    """Return the bound on the trace under CH, over any exact field.

    >>> largest(2, Fraction(1, 2)), largest(3, Fraction(1, 2))
    (Fraction(5, 3), Fraction(2, 1))
    """
    total = sum((alpha**-e for e in range(1, size // 2 + 1)), start=0 * alpha)
    if size % 2:
        return 4 * (1 + total) / ((size + 1) * (1 + alpha))
    return (1 + 2 * total) / (size + 1)


def level(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the mechanism that attains the bound: on input j <= m outputs 0..j are equal.

    >>> [str(p) for p in level(2, Fraction(1, 2))[0]]
    ['2/3', '1/6', '1/6']
    """
    half = size // 2
    least = 1 / ((1 + alpha) * (half + 1)) if size % 2 else Fraction(1, size + 1)
    return scaled(size, alpha, lambda o, c: least / alpha ** (half - c))


def bound() -> list[Step]:
    """Prove the bound on the trace under CH, for every alpha.

    v_i = alpha^(m-i) Pr[i|i] for i <= m: nondecreasing in i, so that Chebyshev's inequality
    holds against alpha^-(m-i), which falls. p, q are two v's, r, s their factors.
    """
    return [
        *chain(),
        *reflection(),
        prove(
            "CH and DP, i < j <= m: v_j >= v_i, since Pr[j|j] >= Pr[i|j] >= alpha^(j-i) Pr[i|i]",
            [i >= 0, i < j, j <= m],
            equal((m - j) + (j - i), m - i),
        ),
        prove("n = 2m: the exponents of v_i on input m are m-i", [i >= 0, i <= m], [m - i]),
        identity(
            "n = 2m+1: input m has v_i for i <= m and alpha times their mirror images",
            v + a * v,
            (1 + a) * v,
        ),
        # Chebyshev, a pair of terms: r >= s with p <= q.
        identity(
            "a pair: p r + q s - (p s + q r) = (r - s)(p - q)",
            p * r + q * s - (p * s + q * r),
            (r - s) * (p - q),
        ),
        sign(
            "it is <= 0 for s <= r = s + w, p <= q = p + v",
            p * (s + w) + (p + v) * s - (p * s + (p + v) * (s + w)),
            "<=0",
            {"v": at_least(0), "w": at_least(0), "p": at_least(0), "s": at_least(0)},
        ),
        # All pairs of N terms: 2 N sum(r p) - 2 sum(r) sum(p) <= 0, N = n+1 or m+1.
        prove(
            "n = 2m: i and n-i have the same factor alpha^-|m-i|, so (sum r)(sum v)/(n+1) is "
            "(1 + 2 sum_{k=1}^m alpha^-k)/(n+1)",
            [i >= 0, i <= 2 * m],
            [*equal(abs(m - (2 * m - i)), abs(m - i)), abs(m - i) <= m],
        ),
        identity(
            "n = 2k+1: 2 (sum r)(1/(1+alpha))/(k+1) = 4 sum r/((n+1)(1+alpha))",
            2 * r / (1 + a) / (k + 1),
            4 * r / ((2 * k + 2) * (1 + a)),
        ),
    ]


def attained() -> list[Step]:
    """Prove that the bound is attained iff alpha >= m/(m+1), by a mechanism with all six.

    On input j < m the outputs 0..j have u_j = (j+1) alpha^(j-m) v together, v = 1/(n+1) or
    1/((1+alpha)(m+1)). k stands for m >= 1.
    """
    upper = {"a": UNIT, "k": at_least(1)}
    even, odd = k / (a * (2 * k + 1)), k / (a * (k + 1)) * x
    return [
        *scaling(),
        identity(
            "n = 2m: a uniform middle input sums to (2k+1) v = 1",
            (2 * k + 1) * (1 / (2 * k + 1)),
            k**0,
        ),
        identity(
            "n = 2m+1: a middle input sums to (1+a)(k+1) v = 1",
            (1 + a) * (k + 1) * (x / (k + 1)),
            k**0,
        ),
        same_sign("n = 2m: u_(m-1) <= 1/(1+a) iff a >= m/(m+1)", x - even, a * (k + 1) - k, upper),
        same_sign("n = 2m+1: the same", x - odd, a * (k + 1) - k, upper),
        # From input j+1 = k down to j: u_j/u_(j+1) = k/(a (k+1)) with k = j+1 <= m.
        same_sign(
            "u_j <= u_(j+1) iff a >= (j+1)/(j+2), k = j+1",
            1 - k / (a * (k + 1)),
            a * (k + 1) - k,
            upper,
        ),
        same_sign(
            "(j+1)/(j+2) <= m/(m+1) for j+1 <= m, m = j+1+w",
            (k + w) / (k + w + 1) - k / (k + 1),
            w,
            {"k": at_least(1), "w": at_least(0)},
        ),
        identity("each output loses a factor a: p_(j+1) = a p_j", D / a * a, D),
        sign(
            "CM on input j: p_j >= Pr[j+1|j] = r_j a p_j, p = p_j, r = r_j <= 1",
            p - r * a * p,
            ">=0",
            {"p": at_least(0), "r": UNIT_CLOSED, "a": UNIT},
        ),
        identity(
            "CM beyond: scaling by r_j keeps the order of input j+1", r * p - r * q, r * (p - q)
        ),
        *monotone_is_honest(),
        # Necessity: equality in Chebyshev (the factors differ) makes all v equal, and CH then
        # squeezes Pr[i|j] = p_j for i <= j; (6) for the outputs >= m between inputs m-1 and m
        # is 1 - u >= a (1 - a u), u = u_(m-1).
        same_sign(
            "1 - u >= a (1 - a u) iff u <= 1/(1+a), u = v",
            (1 - v) - a * (1 - a * v),
            x - v,
            {"a": UNIT, "v": UNIT},
        ),
        sign("the factors differ: 1/a > 1", 1 / a - 1, ">0", {"a": UNIT}),
    ]
