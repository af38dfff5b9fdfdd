"""What is proved about GM as an optimum, for the claims to cite.

No BasicDP mechanism has a larger trace, and up to alpha = 1/2 GM has CM, CH and WH besides.
"""

from __future__ import annotations

from fractions import Fraction

from ..engine.evidence import Step
from ..engine.identities import identity, symbols
from ..engine.search import counterexample, instances
from ..engine.signs import UNIT, UNIT_CLOSED, Range, at_least, more_than, sign
from ..engine.sums import Index, geometric
from . import instances as concrete
from .geometric import A, Z, a, corner_monotone, d, inner_outputs_monotone, j, k, n, power, x, y
from .kms import chain, inverse, solves, weights_for


def geometric_is_least() -> list[Step]:
    """Prove that no BasicDP mechanism has a larger trace than GM.

    With weights g_j = x at both ends and y inside, sum_j g_j alpha^|i-j| = 1 for every i. By
    DP, Pr[i|j] >= alpha^|i-j| Pr[i|i], so Pr[i|i] <= sum_j g_j Pr[i|j]; over all i this says
    trace <= sum_j g_j = 2x + (n-1)y, which is GM's trace.
    """
    steps: list[Step] = chain()
    index = Index(k, Z)
    # Here j is the output, d = n - j >= 1; the sum goes over the inputs.
    below = geometric(y, a, power(j), index, steps)
    above = geometric(y * a, a, power(d - 1), index, steps)
    ends = x * power(j) + x * power(d)
    return [
        *steps,
        identity("sum_j g_j alpha^|i-j| = 1 (output n by symmetry)", ends + below + above, a**0),
        sign("the weights are positive", y, ">0", {"a": UNIT}),
        identity(
            "L0 of that trace is 2 alpha/(1+alpha)",
            (n + 1) / n - (2 * x + (n - 1) * y) / n,
            2 * a / (1 + a),
        ),
    ]


def geometric_below_half() -> list[Step]:
    """Prove that for alpha <= 1/2 GM has CM, CH and WH."""
    half = {"a": Range(Fraction(0), Fraction(1, 2), high_closed=True)}
    inner = {**half, "A": UNIT_CLOSED}  # A = alpha^k, k >= 0
    return [
        *corner_monotone(1 - 2 * a),
        *inner_outputs_monotone(),
        sign("n = 1, CM and CH: x > alpha x", x - x * a, ">0", {"a": UNIT}),
        sign("CH, inner input: y >= x alpha^(k+1)", y - x * a * A, ">=0", inner),
        sign("CH, inner input: y >= y alpha^k", y - y * A, ">=0", inner),
        sign("CH, inputs 0 and n: x >= x alpha^k", x - x * A, ">=0", inner),
        sign("CH, inputs 0 and n: x >= y alpha^k", x - y * A, ">=0", inner),
        sign("WH, n >= 2: y >= 1/(n+1)", y - 1 / (n + 1), ">=0", {**half, "n": at_least(2)}),
        sign("WH: x >= 1/(n+1)", x - 1 / (n + 1), ">=0", {**half, "n": at_least(1)}),
    ]


def geometric_alone() -> list[Step]:
    """Prove that where the trace is the largest all chains are tight, and so the kernel is GM.

    The proof of optimality adds g_j (Pr[i|j] - alpha^|i-j| Pr[i|i]) >= 0 over all i, j. If
    the sum is 0 each is, since g_j > 0; then K q = 1 for the diagonal q, which is g.
    """
    p, q, u, v = symbols("p q u v")
    return [
        sign("g_j = x > 0 at the ends", x, ">0", {"a": UNIT}),
        sign("g_j = y > 0 inside", y, ">0", {"a": UNIT}),
        sign(
            "a sum of nonnegative terms with positive weights is positive if one of them is",
            u * p + v * q,
            ">0",
            {"u": more_than(0), "v": more_than(0), "p": more_than(0), "q": at_least(0)},
        ),
        *inverse(),
        counterexample(
            "K q = 1 is solved by GM's diagonal",
            instances(),
            lambda n, alpha: (
                solves([Fraction(1)] * (n + 1), alpha)
                and weights_for([Fraction(1)] * (n + 1), alpha)
                == [row[j] for j, row in enumerate(concrete.geometric(n, alpha))]
            ),
        ),
        # (1-a^2) K^-1 1: 1 - a at the ends, 1 + a^2 - 2a inside.
        identity("q at the ends is (1-a)/(1-a^2) = x", (1 - a) / (1 - a**2), x),
        identity("q inside is (1+a^2-2a)/(1-a^2) = y", (1 + a**2 - 2 * a) / (1 - a**2), y),
    ]
