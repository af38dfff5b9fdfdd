"""A mechanism with RH RM CH CM WH S for every n and alpha, in closed form.

Let x = 1/(1+alpha), y = (1-alpha)/(1+alpha), m = floor(n/2), and l the largest integer with
alpha >= l/(l+1), but at most (n-1)/2. Outputs 0..l are equal on each input j <= l, with
Pr[i|j] = alpha^(j-l) x/(l+1), and so at the other end; between them the diagonal is y; the
rest follows as in :mod:`.scaled`. It is GM for l = 0, and attains the bounds of
:mod:`.column_honesty` for l = 1 and for n = 2l+1. For n = 2m and alpha >= m/(m+1) the
mechanism that attains the bound there takes its place.

Its diagonal falls towards the middle and, unlike EM's, is not constant, while both meet the
same equation at the middle input. So it tells the truth more often than any fair mechanism.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.identities import identity, symbols
from ..engine.search import counterexample, instances
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, more_than, same_sign, sign
from . import instances as concrete
from .column_honesty import attained, level
from .explicit_fair import normaliser_at, upper_bound
from .implications import monotone_is_honest
from .scaled import BUILT, LEVELS, SIX, scaled, trace, valid

# k stands for l, D for a power of alpha.
a, k, p, q, r, s, v, w, D = symbols("a k p q r s v w D")
x, y = factors(a)


def joined_outputs(size: int, alpha: Fraction) -> int:
    """Return l.

    >>> joined_outputs(7, Fraction(2, 3)), joined_outputs(3, Fraction(9, 10))
    (2, 1)
    """
    return min(int(alpha / (1 - alpha)), (size - 1) // 2)


def plateau(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the mechanism.

    >>> plateau(4, Fraction(1, 3)) == concrete.geometric(4, Fraction(1, 3))
    True
    """
    half = size // 2
    if size % 2 == 0 and alpha >= Fraction(half, half + 1):
        return level(size, alpha)
    last = joined_outputs(size, alpha)
    outer, inner = factors(alpha)
    return scaled(
        size,
        alpha,
        lambda o, c: (
            outer / (last + 1) * alpha ** (c - last) if o <= last else inner * alpha ** (c - o)
        ),
    )


def plateau_is_valid() -> list[Step]:
    """Prove that it is private and has the six properties, for all n and alpha."""
    upper = {"a": UNIT, "k": at_least(0)}
    end = x / (k + 1)
    return [
        # Inputs j < l, and r_j there, are as for n = 2l+1.
        *attained(),
        identity("u_l = (l+1) x/(l+1) = x", (k + 1) * end, x),
        identity("beyond, u_(j+1) = a u_j + y = x again", a * x + y, x),
        identity("so r_j = (1-x)/(1-a x) = a: chains stay tight", (1 - x) / (1 - a * x), a),
        identity("n odd: a middle input sums to x + a x = 1", x + a * x, a**0),
        identity("n = 2m, l < m: the middle input sums to 2x - y = 1", 2 * x - y, a**0),
        same_sign(
            "CM: Pr[l+1|j] >= Pr[l|j] on inputs j > l iff a <= (l+1)/(l+2)",
            y - a * end,
            (k + 1) - a * (k + 2),
            upper,
        ),
        identity(
            "CM on input l: (l+1)/x times p_l - a y is (1-a) + a ((l+1) a - l)",
            (end - a * y) * (k + 1) / x,
            (1 - a) + a * ((k + 1) * a - k),
        ),
        sign("1 - a > 0, and (l+1) a >= l by the choice of l", 1 - a, ">0", {"a": UNIT}),
        sign(
            "CM on input l, n = 2l+1: p_l >= a p_l",
            p - a * p,
            ">=0",
            {"p": at_least(0), "a": UNIT_CLOSED},
        ),
        *monotone_is_honest(),
    ]


def dearer_when_fair() -> list[Step]:
    """Prove that for n >= 2 every fair mechanism costs more than this one, at every alpha < 1.

    A fair one has y <= y*, and sum_i c_i y* = sum_i c_i p_i for c_i = alpha^|i-m|, p the
    diagonal here (for odd n over i <= m, both sums x). c grows towards the middle where p
    falls, so by Chebyshev sum p > (n+1) y*.
    """
    end = x / (k + 1)
    return [
        *upper_bound(),
        identity(
            "n odd: sum_{i<=m} a^(m-i) p_i = D x + (1 - D) x, D = a^(m-l)",
            D * x + (1 - D) / (1 - a) * y,
            x,
        ),
        identity("n = 2m, l < m: twice that less p_m = y is 1", 2 * x - y, a**0),
        identity("n = 2m, level: n+1 terms v = 1/(n+1) sum to 1", (k + 1) * (1 / (k + 1)), k**0),
        sign(
            "p falls within 0..l: p_i = p_(i+1)/a", p / a - p, ">0", {"a": UNIT, "p": more_than(0)}
        ),
        same_sign(
            "p falls from l to l+1: x/(l+1) >= y iff a >= l/(l+1)",
            end - y,
            (k + 1) * a - k,
            {"a": UNIT, "k": at_least(0)},
        ),
        sign("l = 0: x > y", x - y, ">0", {"a": UNIT}),
        identity(
            "Chebyshev, a pair: p r + q s - (p s + q r) = (r - s)(p - q)",
            p * r + q * s - (p * s + q * r),
            (r - s) * (p - q),
        ),
        sign(
            "it is < 0 for s > r, p > q: with s = r + w, p = q + v",
            (q + v) * r + q * (r + w) - ((q + v) * (r + w) + q * r),
            "<0",
            {"v": more_than(0), "w": more_than(0), "q": at_least(0), "r": at_least(0)},
        ),
        counterexample(
            "built: valid, and above (n+1) y* for n >= 2",
            instances(BUILT, LEVELS),
            lambda n, alpha: (
                valid(plateau(n, alpha), alpha, SIX)
                and (n == 1 or trace(plateau(n, alpha)) > (n + 1) * normaliser_at(n, alpha))
            ),
        ),
    ]
