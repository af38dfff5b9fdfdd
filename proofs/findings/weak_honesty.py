"""NEW-2: what weak honesty alone costs, for all n, with a mechanism that attains it.

The bound: weigh the diagonal by what it forces upon the middle input (both middle inputs
for odd n). There the ends weigh least, so that they get all that WH leaves over. The
mechanism is of the kind of :mod:`.scaled`: 1/(n+1) on the inner diagonal, X/2 at its ends,
all chains towards the middle tight.
"""

from __future__ import annotations

from fractions import Fraction

from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import absolute
from ..engine.search import counterexample, fractions_between, instances
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, same_sign, sign
from ..engine.sums import Index, geometric
from ..papers.constrained import instances as concrete
from ..papers.constrained.gm import symmetric_and_row_monotone
from ..papers.constrained.implications import row_monotone_is_row_honest
from ..papers.constrained.kms import chain
from ..papers.constrained.least import geometric_is_least
from ..papers.constrained.optima import Letters, least_cost
from ..statements.claim import Finding, Proof, claim, decide
from .scaled import ROWS, i, m, scaled, scaling, trace, valid

#: Levels, with both sides of the thresholds n/(n+2) of small n.
LEVELS = [*fractions_between(Fraction(0), Fraction(1), 6), Fraction(9, 10), Fraction(99, 100)]
#: Sizes at which the mechanism is built, and at which optima are solved for.
BUILT, SOLVED = range(2, 10), range(2, 5)
#: Demands that cost the same.
DEMANDS: tuple[Letters, ...] = (("WH",), ("RM", "WH"), ("RH", "WH", "S"), ("RM", "WH", "S"))

a, M, n, k, Z, p, q, u, A = symbols("a M n k Z p q u A")
index = Index(k, Z)


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


def best_trace(size: int, alpha: Fraction) -> Fraction:
    """Return the largest trace under WH by the finding.

    >>> best_trace(2, Fraction(1, 3)), best_trace(2, Fraction(9, 10))
    (Fraction(2, 1), Fraction(29, 27))
    """
    if size < 2 * alpha / (1 - alpha):
        return Fraction(size - 1, size + 1) + extremes(size, alpha)
    return trace(concrete.geometric(size, alpha))


def bound() -> list[Step]:
    """Prove that under WH the trace is at most (n-1)/(n+1) + X, for every alpha."""
    steps: list[Step] = [
        *chain(),
        prove(
            "n = 2m: alpha^|i-m| >= alpha^m for 0 <= i <= 2m",
            [i >= 0, i <= 2 * m],
            [m - absolute(i - m)],
        ),
        # e is the exponent of the nearer middle input of n = 2m+1.
        prove(
            "n = 2m+1: |i-m| <= m for i <= m, |i-m-1| <= m for i > m",
            [i >= 0, i <= m],
            [m - absolute(i - m)],
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
    x, y = 1 / (1 + a), (1 - a) / (1 + a)
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


@claim(
    "NEW-2",
    source="Findings beyond the papers",
    place="NEW-2",
    statement="under WH, also with RM, RH, S, the L0-optimal trace for n >= 2 is (n-1)/(n+1) + X "
    "while n < 2 alpha/(1-alpha), and GM's beyond",
    formula="X = (1 - (1 + 2 sum_{k=1}^{m-1} alpha^k)/(n+1))/alpha^m for n = 2m, "
    "(2 - 2(1+alpha) sum_{k=0}^{m-1} alpha^k/(n+1))/(alpha^m (1+alpha)) for n = 2m+1",
)
def weakly_honest_optimum() -> Finding:
    """Bound and mechanism for all n; GM is weakly honest and optimal beyond the threshold."""

    def built(n: int, alpha: Fraction) -> bool:
        if n > 2 * alpha / (1 - alpha):
            return valid(concrete.geometric(n, alpha), alpha, ROWS)
        kernel = honest(n, alpha)
        threshold = n == 2 * alpha / (1 - alpha)
        same = not threshold or kernel == concrete.geometric(n, alpha)
        expected = Fraction(n - 1, n + 1) + extremes(n, alpha)
        return same and valid(kernel, alpha, ROWS) and trace(kernel) == expected

    def solved(n: int, alpha: Fraction) -> bool:
        cost = (n + 1 - best_trace(n, alpha)) / n
        return all(least_cost(n, alpha, letters) == cost for letters in DEMANDS)

    edges = [{"n": size, "alpha": Fraction(size, size + 2)} for size in BUILT]
    return decide(
        search=[
            counterexample(
                "the mechanism is valid and has that trace",
                [*instances(BUILT, LEVELS), *edges],
                built,
            ),
            counterexample(
                "it is the optimum of the four programs", instances(SOLVED, LEVELS[::2]), solved
            ),
        ],
        proof=Proof(
            "all n >= 2, all alpha in (0, 1)",
            [
                *bound(),
                *attained(),
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
            ],
        ),
    )
