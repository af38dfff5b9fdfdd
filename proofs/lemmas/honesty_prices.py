"""The price of column honesty over weak honesty, for all n: NEW-2 against NEW-3.

Where n < 2a/(1-a), the trace under WH is (n-1)/(n+1) + X, and under CH at most the bound of
:mod:`.column_honesty`. Up to a positive factor their difference is a sum of products,

    n = 2m:    sum_{k=1}^{m-1} (a^-k - 1)(a^-(m-k) - 1),
    n = 2m+1:  sum_{k=0}^{m-1} (a^-(m-k) - 1)(2 a^-k - 1 - a),

which is empty for n = 2 and positive for n >= 3.
"""

from __future__ import annotations

from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import variables
from ..engine.signs import UNIT, UNIT_CLOSED, sign
from ..engine.sums import Index, geometric

# M is a^m; c is m as a number; S and T are a^k and a^(m-k).
a, M, c, S, T, k, Z = symbols("a M c S T k Z")
index = Index(k, Z)
(m,) = variables("m")


def dearer() -> list[Step]:
    """Prove that for n >= 3 and n < 2a/(1-a) the trace under CH is below that under WH."""
    steps: list[Step] = []
    down = geometric(1 / a, 1 / a, a / M, index, steps)  # a^-1 + ... + a^-(m-1)
    up = geometric(a, a, M / a, index, steps)  # a + ... + a^(m-1)
    full = down + 1 / M  # a^-1 + ... + a^-m
    even = 2 * c
    honest = (even - 1) / (even + 1) + (1 - (1 + 2 * up) / (even + 1)) / M
    bound = (1 + 2 * full) / (even + 1)
    odd = 2 * c + 1
    least = M * (1 + a)
    honest_odd = (odd - 1) / (odd + 1) + (2 - 2 * (1 + a) * (1 + up) / (odd + 1)) / least
    bound_odd = 4 * (1 + full) / ((odd + 1) * (1 + a))
    return [
        *steps,
        identity(
            "n = 2m: (n+1)/2 times the difference is (m-1)(a^-m + 1) - 2 sum_{k=1}^{m-1} a^-k",
            (honest - bound) * (even + 1) / 2,
            (c - 1) * (1 / M + 1) - 2 * down,
        ),
        identity(
            "which sums (a^-k - 1)(a^-(m-k) - 1) over k = 1..m-1",
            (1 / S - 1) * (1 / T - 1),
            1 / (S * T) - 1 / S - 1 / T + 1,
        ),
        sign("each positive", (1 / S - 1) * (1 / T - 1), ">0", {"S": UNIT, "T": UNIT}),
        prove("one at least for n = 2m >= 4", [2 * m >= 3], [m - 1 >= 1]),
        identity(
            "n = 2m+1: (n+1)(1+a)/2 times the difference, as sums over k = 0..m-1",
            (honest_odd - bound_odd) * (odd + 1) * (1 + a) / 2,
            c * (2 / M + 1 + a) - (1 + a) * full - 2 * (1 + down),
        ),
        identity(
            "which sums (a^-(m-k) - 1)(2 a^-k - 1 - a)",
            (1 / T - 1) * (2 / S - 1 - a),
            2 / (S * T) - (1 + a) / T + (1 + a) - 2 / S,
        ),
        sign(
            "each positive",
            (1 / T - 1) * (2 / S - 1 - a),
            ">0",
            {"a": UNIT, "S": UNIT_CLOSED, "T": UNIT},
        ),
        prove("one at least for n = 2m+1 >= 3", [2 * m + 1 >= 3], [m >= 1]),
    ]
