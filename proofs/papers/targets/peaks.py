"""Why single-peaked scales are enough over U: a dual solution, for all n.

Let s_k be the vector alpha^|i-k| and m_k the least of W_c s_k over the columns c. There is one
y with y s_k = m_k for all k. For every T of U, <W, T> - (sum of y) is the sum of (W_j - y) T_j,
so T* that puts each s_k in a best column costs the sum of y, and is best if (W_j - y) s >= 0 for
every scale s and column j.

Let g_k = (W_j - y) s_k = W_j s_k - m_k, which is >= 0. A scale is the sum of its s_k at its peaks,
less those at its valleys, each times its entry there. So what has to be shown is that the peaks
outweigh the valleys. A valley v goes with the peak next to it on the right if its best column is
j or to the right of j, else on the left: :func:`crossing` says that this peak outweighs it. No
peak is taken twice, because best columns do not move left (Lemma 8); one peak is left over.

Theorem 12 as printed is the case of equality: where W grows strictly with |i-j| a peak outweighs
its valley strictly unless j is best for the valley. So if each scale has one best column, a scale
in column j of an optimum combines the s_k for which j is best; these being independent, the
optimum is T* alone.
"""

from __future__ import annotations

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, expr, variables
from ...engine.signs import UNIT, UNIT_CLOSED, at_least, more_than, sign

i, j, c, k, m, n = variables("i j c k m n")
# A = alpha^|i-k| or alpha^(m-k); s an entry of a scale; q a ratio; u, x, D, g are >= 0.
a, A, s, q, u, x, D, t, w, y, W, g = symbols("a A s q u x D t w y W g")


def crossing() -> list[Step]:
    """Prove (W_j - W_c) s_m >= alpha^(m-k) (W_j - W_c) s_k for j < c best for k, and k < m.

    D_i = w_ij - w_ic goes from <= 0 to >= 0 at 2i = j + c. The ratio of s_m to s_k rises with i,
    from alpha^(m-k); let q be alpha^(m-k) less than its value at the crossing. Then the sum of
    D_i times s_k times (ratio - value at the crossing) is x >= 0, term by term; and D s_k >= 0.
    """
    more = {"u": at_least(0), "x": at_least(0)}
    return [
        prove(
            "2i <= j + c: |i-j| <= |i-c|, so D_i <= 0",
            [j <= c, 2 * i <= j + c],
            [abs(i - j) <= abs(i - c)],
        ),
        prove(
            "2i >= j + c: |i-j| >= |i-c|, so D_i >= 0",
            [j <= c, 2 * i >= j + c],
            [abs(i - j) >= abs(i - c)],
        ),
        prove(
            "s_m/s_k = alpha^(|i-m| - |i-k|) rises with i",
            [k <= m],
            [abs(i + 1 - m) - abs(i + 1 - k) <= abs(i - m) - abs(i - k)],
        ),
        prove(
            "and is at least alpha^(m-k)",
            [k <= m],
            [abs(i - m) - abs(i - k) <= m - k],
        ),
        sign("before the crossing: D = -u and a lower ratio", -u * ((q - x) - q), ">=0", more),
        sign("after it: D = u and a higher ratio", u * ((q + x) - q), ">=0", more),
        sign(
            "so D s_m = (alpha^(m-k) + q) D s_k + x is at least alpha^(m-k) D s_k",
            ((A + q) * D + x) - A * D,
            ">=0",
            {"A": UNIT_CLOSED, "q": at_least(0), "D": at_least(0), "x": at_least(0)},
        ),
    ]


def strict_crossing() -> list[Step]:
    """Prove the same with > where W grows strictly with |i-j| and j is not best for k."""
    box = {"A": UNIT_CLOSED, "D": more_than(0), "x": at_least(0), "q": more_than(0)}
    return [
        prove(
            "the ratio exceeds alpha^(m-k) wherever i > k",
            [k <= m - 1, i >= k + 1],
            [abs(i - m) - abs(i - k) <= m - k - 1],
        ),
        sign(
            "crossing after k: q > 0, and D s_k > 0, for c alone is best",
            ((A + q) * D + x) - A * D,
            ">0",
            box,
        ),
        prove(
            "crossing at k or before: D_m > 0, as |m-j| > |m-c|",
            [j <= c - 1, k <= m - 1, 2 * k >= j + c],
            [abs(m - j) > abs(m - c)],
        ),
        sign(
            "then D_i (s_m - alpha^(m-k) s_k) is 0 up to k, >= 0 after it, and > 0 at m",
            u * (1 - A**2) + x,
            ">0",
            {"u": more_than(0), "A": UNIT, "x": at_least(0)},
        ),
    ]


def tridiagonal() -> list[Step]:
    """Prove that N s_k = (1 - alpha^2) e_k, N v = (1 + alpha^2) v_i - alpha (v_(i-1) + v_(i+1)).

    At an end it is v_0 - alpha v_1. So the s_k are independent, and N v tells how v combines them.
    """
    return [
        prove(
            "i != k: of i-1 and i+1 one is nearer to k by 1, one farther (i > k; i < k mirrored)",
            [i > k],
            [
                *equal(abs(i - 1 - k), abs(i - k) - 1),
                *equal(abs(i + 1 - k), abs(i - k) + 1),
            ],
        ),
        identity("N s_k at i != k", (1 + a**2) * A - a * (A / a + a * A), 0 * a),
        identity("N s_k at k", (1 + a**2) - a * (a + a), 1 - a**2),
        identity("at an end, k elsewhere", A - a * (A / a), 0 * a),
        identity("at an end, k there", 1 - a * a, 1 - a**2),
        sign("1 - alpha^2 > 0", 1 - a**2, ">0", {"a": UNIT}),
    ]


def peaks_and_valleys() -> list[Step]:
    """Prove that a scale is its peaks less its valleys: N of it at an entry s."""
    return [
        *tridiagonal(),
        identity("a peak", (1 + a**2) * s - a * (a * s + a * s), (1 - a**2) * s),
        identity("on a slope", (1 + a**2) * s - a * (a * s + s / a), 0 * s),
        identity("a valley", (1 + a**2) * s - a * (s / a + s / a), -(1 - a**2) * s),
        identity("an end that is a peak", s - a * (a * s), (1 - a**2) * s),
        identity("an end that is not", s - a * (s / a), 0 * s),
    ]


def outweighed() -> list[Step]:
    """Prove that (W_j - y) s >= 0, from :func:`crossing`."""
    first, second = variables("c_1 c_2")
    return [
        identity(
            "a valley s and the peak s/A at distance |v-p|, A = alpha^|v-p|: of them comes",
            (s / A) * (A * D + x) - s * D,
            (s / A) * x,
        ),
        sign(
            "what is >= 0, and so is the peak that is left over",
            (s / A) * x + s * g,
            ">=0",
            {"s": more_than(0), "A": UNIT, "x": at_least(0), "g": at_least(0)},
        ),
        prove(
            "no peak between two valleys is taken by both: c_1 >= j > c_2 contradicts c_1 <= c_2",
            [first >= j, second <= j - 1, first <= second],
            [expr(-1) >= 0],
        ),
        prove(
            "peaks on the left, mirrored: |(n-1-i) - (n-1-j)| = |i-j|",
            [],
            equal(abs((n - 1 - i) - (n - 1 - j)), abs(i - j)),
        ),
    ]


def weak_duality() -> list[Step]:
    """Prove that <W, T> exceeds the sum of y by the sum of (W_j - y) T_j."""
    return [
        identity("a row t, 1-t of T", (w * t + W * (1 - t)) - y, (w - y) * t + (W - y) * (1 - t))
    ]


def enough() -> list[Step]:
    """Prove for all n that single-peaked scales, each in one best column, cost least."""
    return [*weak_duality(), *peaks_and_valleys(), *crossing(), *outweighed()]


def bends_upwards() -> list[Step]:
    """Prove that sums of convex functions with weights >= 0 are convex, so have one valley."""
    u, v, s, U, V, S, p, q = symbols("u v s U V S p q")
    return [
        identity(
            "the second difference of a sum: p f + q g, f = (u, v, s), g = (U, V, S)",
            (p * u + q * U) - 2 * (p * v + q * V) + (p * s + q * S),
            p * (u - 2 * v + s) + q * (U - 2 * V + S),
        ),
        sign(
            "which is >= 0 where theirs are",
            p * u + q * v,
            ">=0",
            {"p": at_least(0), "q": at_least(0), "u": at_least(0), "v": at_least(0)},
        ),
    ]
