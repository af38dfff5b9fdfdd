"""The largest trace under weak honesty: a bound for all n, and a mechanism that attains it.

The bound: weigh the diagonal by what it forces upon the middle input (both middle inputs
for odd n). There the ends weigh least, so that they get all that WH leaves over. The
mechanism is of the kind of :mod:`.scaled`: 1/(n+1) on the inner diagonal, X/2 at its ends,
all chains towards the middle tight. From n = 2 alpha/(1-alpha) on GM is weakly honest.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, same_sign, sign
from ..engine.sums import Index, geometric
from . import instances as concrete
from .implications import row_monotone_is_row_honest
from .kms import chain
from .optima import PARAMETRIC, compared, curve
from .scaled import i, m, scaled, scaling

a, A, M, n, k, Z, p, q, u = symbols("a A M n k Z p q u")
x, y = factors(a)
index = Index(k, Z)


def honest_from_threshold() -> list[Step]:
    """Decide that the program WH costs what GM does up to alpha = n/(n+2), and more beyond."""
    steps = [
        same_sign(
            "n >= 2: GM has WH iff n >= 2 alpha/(1-alpha)",
            y - 1 / (n + 1),
            n - 2 * a / (1 - a),
            {"a": UNIT, "n": at_least(2)},
        )
    ]
    for size in PARAMETRIC:
        at = Fraction(size, size + 2)
        expected = ["= on (0, 1)"] if size == 1 else [f"= on (0, {at}]", f"> on ({at}, 1)"]
        shows = f"n = {size}: WH costs what GM does iff n >= 2 alpha/(1-alpha) or n = 1"
        steps.append(compared(shows, curve(size, ("WH",)), curve(size), expected))
    return steps


def extremes(size: int, alpha: Fraction) -> Fraction:
    """Return X, the sum of the two ends of the diagonal.

    >>> extremes(2, Fraction(9, 10))
    Fraction(20, 27)
    """
    half = size // 2
    if size % 2:
        inner = 2 * (1 + alpha) * sum(alpha**e for e in range(half)) / (size + 1)
        return (2 - inner) / (alpha**half * (1 + alpha))
    inner = (1 + 2 * sum(alpha**e for e in range(1, half))) * Fraction(1, size + 1)
    return (1 - inner) / alpha**half


def honest(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the L0-optimal weakly honest mechanism for 2 <= n <= 2 alpha/(1-alpha).

    >>> [str(x) for x in honest(2, Fraction(9, 10))[0]]
    ['10/27', '17/54', '17/54']
    """
    end = extremes(size, alpha) / 2
    share = Fraction(1, size + 1)
    return scaled(size, alpha, lambda o, c: alpha ** (c - o) * (share if o else end))


def bound() -> list[Step]:
    """Prove that under WH the trace is at most (n-1)/(n+1) + X, for every alpha."""
    steps: list[Step] = [
        *chain(),
        prove(
            "n = 2m: alpha^|i-m| >= alpha^m for 0 <= i <= 2m",
            [i >= 0, i <= 2 * m],
            [m - abs(i - m)],
        ),
        # e is the exponent of the nearer middle input of n = 2m+1.
        prove(
            "n = 2m+1: |i-m| <= m for i <= m, |i-m-1| <= m for i > m",
            [i >= 0, i <= m],
            [m - abs(i - m)],
        ),
    ]
    inner = geometric(a, a, M / a, index, steps)  # a + ... + a^(m-1)
    whole = 1 + 2 * inner + 2 * M  # sum over i of a^|i-m|, n = 2m
    half = geometric(a**0, a, M, index, steps)  # 1 + ... + a^(m-1)
    both = 2 * (1 + a) * (half + M)  # sum over i of a^|i-m| + a^|i-m-1|, n = 2m+1
    least = M * (1 + a)
    x_even = (1 - (1 + 2 * inner) / (n + 1)) / M
    x_odd = (2 - 2 * (1 + a) * half / (n + 1)) / least
    return [
        *steps,
        # W_i >= w > 0 the least, p_i >= q: sum p_i <= (sum W_i p_i)/w - sum (W_i/w - 1) q.
        identity(
            "one term: p - (W/w p - (W/w - 1) q) = -(W/w - 1)(p - q) <= 0; here W = u, w = M",
            p - (u / M * p - (u / M - 1) * q),
            -(u / M - 1) * (p - q),
        ),
        identity(
            "n = 2m: 1/a^m - (sum a^(|i-m|-m) - (n+1))/(n+1) = (n-1)/(n+1) + X",
            1 / M - (whole / M - (n + 1)) / (n + 1),
            (n - 1) / (n + 1) + x_even,
        ),
        identity(
            "n = 2m+1: the same with both middle inputs, which sum to 2",
            2 / least - (both / least - (n + 1)) / (n + 1),
            (n - 1) / (n + 1) + x_odd,
        ),
    ]


def attained() -> list[Step]:
    """Prove that for 2 <= n <= 2a/(1-a) the mechanism exists and is weakly honest.

    p = 1/(n+1) >= y = (1-a)/(1+a); u_j is the sum over outputs i <= j on input j.
    """
    steps: list[Step] = []
    inner = geometric(p, a, M, index, steps)  # p + ... + p a^(m-1)
    even, odd = ((1 + p) / 2 - inner) / M, (x - inner) / M  # Pr[0|0]
    below = geometric(a, a, M / a, index, steps)
    half = geometric(a**0, a, M, index, steps)
    return [
        *steps,
        *scaling(),
        same_sign(
            "p - y has the sign of 2a/(1-a) - n",
            1 / (n + 1) - y,
            2 * a / (1 - a) - n,
            {"a": UNIT, "n": at_least(2)},
        ),
        identity(
            "n = 2m: with u_m = (1+p)/2 the middle input sums to 2 u_m - p = 1",
            2 * ((1 + p) / 2) - p,
            p**0,
        ),
        identity("n = 2m: Pr[0|0] = X/2", even, (1 - (1 + 2 * below) * p) / M / 2),
        identity("n = 2m+1: with u_m = x a middle input sums to x + a x = 1", x + a * x, a**0),
        identity("n = 2m+1: Pr[0|0] = X/2", odd, (2 - 2 * (1 + a) * half * p) / (M * (1 + a)) / 2),
        identity("u_(j+1) = a u_j + p, so u_j = (u_(j+1) - p)/a", a * ((u - p) / a) + p, u),
        identity(
            "n = 2m: x - u_(m-1) = (p - y)/(2a) >= 0", x - ((1 + p) / 2 - p) / a, (p - y) / (2 * a)
        ),
        identity(
            "u_(j+1) <= x gives u_j <= x: x - (u-p)/a = (x - u)/a + (p - y)/a",
            x - (u - p) / a,
            (x - u) / a + (p - y) / a,
        ),
        # WH at the ends: M (Pr[0|0] - p) = u_m - p (1 + a + ... + a^m).
        identity(
            "n = 2m: (1+p)/2 = p (m+1), m+1 terms 1 - a^k >= 0 (p = 1/(2k+1), k = m)",
            (1 + 1 / (2 * k + 1)) / 2,
            (k + 1) / (2 * k + 1),
        ),
        sign("1 - a^k >= 0", 1 - A, ">=0", {"A": UNIT_CLOSED}),
        identity(
            "n = 2m+1: (1+a) x = 1 = 2 p (m+1) (p = 1/(2k+2), k = m)",
            (1 + a) * x,
            2 / (2 * k + 2) * (k + 1),
        ),
        sign("2 - (1+a) a^k >= 0", 2 - (1 + a) * A, ">=0", {"a": UNIT, "A": UNIT_CLOSED}),
        *row_monotone_is_row_honest(),
    ]
