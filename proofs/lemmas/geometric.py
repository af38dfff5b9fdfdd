"""What is proved about the geometric mechanism GM, for the claims to cite.

From Figure 3, with x = 1/(1+alpha) and y = (1-alpha)/(1+alpha):

    Pr[i | j] = x alpha^|i-j| for i = 0 and i = n,   y alpha^|i-j| for 0 < i < n.

In the proofs a is alpha, A = a^j and B = a^d with d = n - j. An inner output exists only
for n >= 2, which is where several of the printed statements need it.
"""

from __future__ import annotations

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import Element, Powers, identity, symbols
from ..engine.linear import equal, variables
from ..engine.signs import UNIT, UNIT_CLOSED, same_sign, sign
from ..engine.sums import Index, geometric

a, A, B, n, k, Z = symbols("a A B n k Z")
x, y = factors(a)
power = Powers(a, {"j": A, "d": B})

# Integer variables of the exponents: output i, input j, size N, d = N - j.
i, j, d, h, N = variables("i j d h n")
BOX = {"a": UNIT, "A": UNIT_CLOSED, "B": UNIT_CLOSED}
PLACED = [i >= 0, i <= N, j >= 0, j <= N]


def symmetric_and_row_monotone() -> list[Step]:
    """Prove S and RM of Figure 3's matrix, also at alpha = 1."""
    return [
        sign("y >= 0", y, ">=0", {"a": UNIT_CLOSED}),
        sign("x > 0", x, ">0", {"a": UNIT_CLOSED}),
        prove(
            "S: |(n-i)-(n-j)| = |i-j|, and n-i is an extreme output iff i is",
            PLACED,
            equal(abs((N - i) - (N - j)), abs(i - j)),
        ),
        prove(
            "RM: towards input i from below the exponent of output i does not grow",
            [*PLACED, j >= 1, j <= i],
            [abs(i - (j - 1)) >= abs(i - j)],
        ),
        prove(
            "RM: away from input i upwards the exponent of output i does not shrink",
            [*PLACED, j >= i, j < N],
            [abs(i - (j + 1)) >= abs(i - j)],
        ),
    ]


def inner_outputs_monotone() -> list[Step]:
    """Prove CM between inner outputs, where only exponents differ."""
    return [
        sign("y >= 0", y, ">=0", {"a": UNIT_CLOSED}),
        prove(
            "inner outputs i-1, i below input j: the exponent does not grow towards j",
            [*PLACED, i >= 2, i <= N - 1, i <= j],
            [abs(i - 1 - j) >= abs(i - j)],
        ),
        prove(
            "inner outputs i, i+1 above input j: the exponent does not shrink away from j",
            [*PLACED, i >= 1, i <= N - 2, j <= i],
            [abs(i + 1 - j) >= abs(i - j)],
        ),
    ]


def corner_monotone(threshold: Element) -> list[Step]:
    """Prove that for n >= 2 outputs 0 and 1 are in order iff `threshold` >= 0.

    Parameters
    ----------
    threshold : Element
        A function of a; the paper's alpha <= 1/2 is 1 - 2a.
    """
    gap = y * power(j - 1) - x * power(j)
    box = {"a": UNIT_CLOSED, "A": UNIT_CLOSED}
    return [
        same_sign(f"Pr[1|j] - Pr[0|j] for j >= 1 has the sign of {threshold}", gap, threshold, box),
        sign("Pr[0|0] - Pr[1|0] > 0", x - y * a, ">0", {"a": UNIT_CLOSED}),
        prove("output 1 is an inner one for n >= 2", [N >= 2], [N - 1 >= 1]),
    ]


def rows_sum_to_one() -> list[Step]:
    """Prove for all n >= 1 that the columns x alpha^|i-l| (ends), y alpha^|i-l| add up to 1."""
    steps: list[Step] = []
    index = Index(k, Z)
    below = geometric(a, a, power(j - 1), index, steps)
    above = geometric(a, a, power(d - 1), index, steps)
    whole = geometric(a, a, A / a, index, steps)
    return [
        *steps,
        identity(
            "input j with 0 < j < n: ends, own column, inner ones on both sides",
            x * A + y * below + y + y * above + x * B,
            a**0,
        ),
        identity("input 0 (and n): both ends, and the inner columns", x + y * whole + x * A, a**0),
        prove(
            "|i-l| rises by 1 with the distance: at l and above",
            [i >= h],
            equal(abs(i + 1 - h), abs(i - h) + 1),
        ),
        prove("and below l it falls by 1", [i < h], equal(abs(i + 1 - h), abs(i - h) - 1)),
    ]
