"""The largest trace under column honesty for 1/2 <= alpha <= 2/3, n >= 3, where GM fails it.

GM with its two end outputs joined on each side: outputs 0 and 1 tie on inputs j >= 1. The
bound holds at every alpha; weights of the inputs and one fee prove it.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.identities import identity, symbols
from ..engine.signs import UNIT, Range, same_sign, sign
from . import instances as concrete
from .implications import monotone_is_honest
from .kms import chain, split
from .scaled import scaled, scaling

a, n, p, q, D = symbols("a n p q D")
x, y = factors(a)
HALF, TWO_THIRDS = Fraction(1, 2), Fraction(2, 3)


def joined(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the mechanism for 1/2 <= alpha <= 2/3, n >= 3: GM with its two end outputs joined.

    >>> [str(p) for p in joined(3, Fraction(1, 2))[1]]
    ['1/3', '1/3', '1/6', '1/6']
    """
    top = 1 / (1 + alpha)
    diagonal = [top / (2 * alpha), top / 2, *[(1 - alpha) * top] * (size - 3)][: size // 2 + 1]
    return scaled(size, alpha, lambda o, c: diagonal[o] * alpha ** (c - o))


def joined_bound() -> list[Step]:
    """Prove trace <= 1/a + (n-3) y under CH, n >= 3, for every alpha.

    Weights g of the inputs: 0, g_1, g_2, y, ..., y, g_2, g_1, 0 (for n = 4: 0, g_1, -a x, g_1,
    0; for n = 3: 0, 1/(2a), 1/(2a), 0), and w = (1-a)/(2a) times Pr[1|1] >= Pr[0|1] >= a Pr[0|0].
    L sums from the left, as in :mod:`exactdp.proofs.lemmas.kms`; R mirrors it.
    """
    first, second, fee = (
        (1 + 2 * a) / (2 * a * (1 + a)),
        (1 - 2 * a) / (2 * (1 + a)),
        (1 - a) / (2 * a),
    )
    late = a * x + second  # L at n-2
    last = a * late + first  # L at n-1; R_1 is its mirror image
    box = {"a": UNIT}
    zero = 0 * a
    return [
        *chain(),
        *split(),
        sign("the fee is positive", fee, ">0", box),
        sign("L_1 = g_1 > 0", first, ">0", box),
        identity("L_2 = a g_1 + g_2 = x", a * first + second, x),
        identity("L stays x inside: a x + y = x", a * x + y, x),
        sign("L_(n-2) = a x + g_2 > 0", late, ">0", box),
        sign("L_(n-1) > 0", last, ">0", box),
        identity("Pr[0|0] has a R_1 = 1 - a fee", a * last, 1 - a * fee),
        identity("Pr[1|1] has g_1 + a R_2 = 1 + fee", first + a * late, 1 + fee),
        identity("Pr[2|2] has L_2 + a R_3 = 1 for n >= 5", x + a * x, a**0),
        identity("inner entries have a x + y + a x = 1", a * x + y + a * x, a**0),
        identity(
            "n >= 5: the weights sum to 1/a + (n-3) y",
            2 * first + 2 * second + (n - 5) * y,
            1 / a + (n - 3) * y,
        ),
        # n = 4.
        sign("n = 4: L_2 = a g_1 - a x > 0", a * first - a * x, ">0", box),
        sign("n = 4: L_3 > 0", a * (a * first - a * x) + first, ">0", box),
        identity("n = 4: Pr[0|0]", a * (a * (a * first - a * x) + first), 1 - a * fee),
        identity("n = 4: Pr[1|1]", first + a * (a * first - a * x), 1 + fee),
        identity("n = 4: Pr[2|2]", 2 * a * first - a * x, a**0),
        identity("n = 4: the sum", 2 * first - a * x, 1 / a + y),
        # n = 3.
        identity("n = 3: Pr[0|0]", a * (1 + a) / (2 * a), 1 - a * fee),
        identity("n = 3: Pr[1|1]", (1 + a) / (2 * a), 1 + fee),
        identity("n = 3: the sum", 2 / (2 * a), 1 / a + zero),
        identity(
            "the fee is paid by Pr[1|1] - a Pr[0|0] >= 0: what is left is the trace",
            (1 - a * fee) * p + (1 + fee) * q - fee * (q - a * p),
            p + q,
        ),
    ]


def joined_attained() -> list[Step]:
    """Prove that for 1/2 <= a <= 2/3, n >= 3, the mechanism is valid and attains that bound."""
    between = {"a": Range(HALF, TWO_THIRDS, low_closed=True, high_closed=True)}
    end, second = x / (2 * a), x / 2
    return [
        *scaling(),
        identity(
            "its trace is 1/a + (n-3) y", 2 * end + 2 * second + (n - 3) * y, 1 / a + (n - 3) * y
        ),
        # Input j >= 1, with D = a^(j-1): outputs <= j sum to x, the others to a x.
        identity(
            "inputs j >= 1: outputs 0..j sum to x",
            D * (a * end + second) + y * (1 - D) / (1 - a),
            x,
        ),
        identity("and with those beyond to x + a x = 1", x + a * x, a**0),
        identity("n = 2m: the middle input sums to 2 x - y = 1", 2 * x - y, a**0),
        same_sign("u_0 = Pr[0|0] <= x iff a >= 1/2", x - end, 2 * a - 1, {"a": UNIT}),
        identity("inputs j >= 1: u_j = x, so r_j = a exactly", (1 - x) / (1 - a * x), a),
        identity("CM: outputs 0 and 1 tie on inputs j >= 1", a * end, second),
        same_sign(
            "CM: Pr[2|j] >= Pr[1|j], j >= 2, iff a <= 2/3", y - a * second, 2 - 3 * a, {"a": UNIT}
        ),
        sign("CM: Pr[1|1] > Pr[2|1] = a y", second - a * y, ">0", between),
        sign("CM: Pr[1|1] > Pr[2|1] = a x/2 (n = 3)", second - a * second, ">0", between),
        sign("CM on input 0: Pr[0|0] > Pr[1|1] >= Pr[1|0]", end - second, ">0", between),
        *monotone_is_honest(),
    ]
