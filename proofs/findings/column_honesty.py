"""NEW-3: what the column properties cost.

For all n: the bound on the trace under CH alone, the mechanism with RH RM CH CM WH S that
attains it exactly for alpha >= m/(m+1), m = floor(n/2), and both bound and mechanism for
1/2 <= alpha <= 2/3. In between, the optimum at each n is piecewise rational in alpha.
By symmetrisation (Theorem 1 of the paper) a mechanism may be taken symmetric throughout.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from ...mechanisms.design.parametric.optimum import Piece
from ...mechanisms.exact.algebraic import ONE, Algebraic
from ...mechanisms.exact.ratios import ALPHA, Ratio
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import absolute, equal
from ..engine.search import counterexample, fractions_between, instances
from ..engine.signs import UNIT, UNIT_CLOSED, Range, at_least, same_sign, sign
from ..papers.constrained import instances as concrete
from ..papers.constrained.gm import symmetric_and_row_monotone
from ..papers.constrained.implications import (
    column_monotone_is_column_honest,
    honest_is_weakly_honest,
    row_monotone_is_row_honest,
)
from ..papers.constrained.kms import chain, split
from ..papers.constrained.least import geometric_below_half, geometric_is_least
from ..papers.constrained.optima import PARAMETRIC, Letters, chart, curve, free, least_cost
from ..papers.constrained.symmetry import reflection
from ..statements.claim import Finding, Proof, claim, decide
from .scaled import SIX, i, j, m, scaled, scaling, trace, valid

#: Sizes at which the mechanisms are built, and at which optima are solved for.
BUILT, SOLVED = range(1, 10), range(1, 5)
LEVELS = [*fractions_between(Fraction(0), Fraction(1), 6), Fraction(9, 10), Fraction(99, 100)]
#: The demands with one common optimum.
ONE_OPTIMUM: tuple[Letters, ...] = (("CH",), ("CM",), ("RH", "RM", "CH", "CM", "WH", "S"))
HALF, TWO_THIRDS = Fraction(1, 2), Fraction(2, 3)

a, k, n, p, q, r, s, v, w, D = symbols("a k n p q r s v w D")
x, y = 1 / (1 + a), (1 - a) / (1 + a)


def largest(size: int, alpha: Fraction) -> Fraction:
    """Return the bound on the trace under CH.

    >>> largest(2, Fraction(1, 2)), largest(3, Fraction(1, 2))
    (Fraction(5, 3), Fraction(2, 1))
    """
    half = size // 2
    if size % 2:
        total = sum((alpha**-e for e in range(half + 1)), start=Fraction(0))
        return 4 * total / ((size + 1) * (1 + alpha))
    total = sum((alpha**-e for e in range(1, half + 1)), start=Fraction(0))
    return (1 + 2 * total) / (size + 1)


def level(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the mechanism that attains the bound: on input j <= m outputs 0..j are equal.

    >>> [str(p) for p in level(2, Fraction(1, 2))[0]]
    ['2/3', '1/6', '1/6']
    """
    half = size // 2
    least = 1 / ((1 + alpha) * (half + 1)) if size % 2 else Fraction(1, size + 1)
    return scaled(size, alpha, lambda o, c: least / alpha ** (half - c))


def joined(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return the mechanism for 1/2 <= alpha <= 2/3, n >= 3: GM with its two end outputs joined.

    >>> [str(p) for p in joined(3, Fraction(1, 2))[1]]
    ['1/3', '1/3', '1/6', '1/6']
    """
    top = 1 / (1 + alpha)
    diagonal = [top / (2 * alpha), top / 2, *[(1 - alpha) * top] * (size - 3)][: size // 2 + 1]
    return scaled(size, alpha, lambda o, c: diagonal[o] * alpha ** (c - o))


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
            [*equal(absolute(m - (2 * m - i)), absolute(m - i)), absolute(m - i) <= m],
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
        *column_monotone_is_column_honest(),
        *honest_is_weakly_honest(),
        *row_monotone_is_row_honest(),
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


def joined_bound() -> list[Step]:
    """Prove trace <= 1/a + (n-3) y under CH, n >= 3, for every alpha.

    Weights g of the inputs: 0, g_1, g_2, y, ..., y, g_2, g_1, 0 (for n = 4: 0, g_1, -a x, g_1,
    0; for n = 3: 0, 1/(2a), 1/(2a), 0), and w = (1-a)/(2a) times Pr[1|1] >= Pr[0|1] >= a Pr[0|0].
    L sums from the left, as in :mod:`exactdp.proofs.papers.constrained.kms`; R mirrors it.
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
        *column_monotone_is_column_honest(),
        *honest_is_weakly_honest(),
        *row_monotone_is_row_honest(),
    ]


def _function(size: int) -> Ratio:
    half = size // 2
    total = sum((ALPHA**-e for e in range(1, half + 1)), start=0 * ALPHA)
    if size % 2:
        return 4 * (1 + total) / ((size + 1) * (1 + ALPHA))
    return (1 + 2 * total) / (size + 1)


def curves() -> list[Step]:
    """Decide at small n that the curve of CH is the bound exactly from m/(m+1) on."""
    steps = []
    for size in PARAMETRIC:
        half = size // 2
        cost = (size + 1 - _function(size)) / size
        found = curve(size, ("CH",))
        cells = chart(found.pieces, [Piece(found.pieces[0].low, ONE, cost)])
        first = Algebraic.of(fmpq(half, half + 1))
        fits = (
            cells[-1].sign == 0 and cells[-1].low == first and all(c.sign > 0 for c in cells[:-1])
        )
        data = {
            "n": size,
            "against the bound": [str(cell) for cell in cells],
            "pieces": [f"{piece}: {piece.cost}" for piece in found.pieces],
        }
        shows = f"n = {size}: CH meets the bound iff alpha >= {half}/{half + 1}; piecewise rational"
        steps.append(Step("parametric program", shows, fits, data))
    return steps


@claim(
    "NEW-3",
    source="Findings beyond the papers",
    place="NEW-3",
    statement="{CH}, {CM} and {CM, RM, RH, S, WH} have the same L0 optimum; its trace is at most "
    "the bound below, attained iff alpha >= m/(m+1); for 1/2 <= alpha <= 2/3, n >= 3 it is "
    "1/alpha + (n-3)(1-alpha)/(1+alpha); in between it is piecewise rational",
    formula="(1 + 2 sum_{k=1}^m alpha^-k)/(n+1) for n = 2m, 4 sum_{k=0}^m alpha^-k / "
    "((n+1)(1+alpha)) for n = 2m+1",
)
def column_optimum() -> Finding:
    """Bounds and mechanisms for all n; one optimum for the three demands in between, n <= 6."""

    def built(n: int, alpha: Fraction) -> bool:
        fine = True
        if alpha >= Fraction(n // 2, n // 2 + 1):
            kernel = level(n, alpha)
            fine = valid(kernel, alpha, SIX) and trace(kernel) == largest(n, alpha)
        if n >= 3 and HALF <= alpha <= TWO_THIRDS:
            kernel = joined(n, alpha)
            expected = 1 / alpha + (n - 3) * (1 - alpha) / (1 + alpha)
            fine = fine and valid(kernel, alpha, SIX) and trace(kernel) == expected
        return fine

    def solved(n: int, alpha: Fraction) -> bool:
        traces = {n + 1 - n * least_cost(n, alpha, letters) for letters in ONE_OPTIMUM}
        (found,) = traces if len(traces) == 1 else (Fraction(0),)
        middle = n < 3 or not HALF <= alpha <= TWO_THIRDS
        return (
            len(traces) == 1
            and found <= largest(n, alpha)
            and (found == largest(n, alpha)) == (alpha >= Fraction(n // 2, n // 2 + 1))
            and (middle or found == 1 / alpha + (n - 3) * (1 - alpha) / (1 + alpha))
        )

    edges = [{"n": size, "alpha": Fraction(size // 2, size // 2 + 1)} for size in BUILT if size > 1]
    return decide(
        search=[
            counterexample(
                "the mechanisms are valid and attain", [*instances(BUILT, LEVELS), *edges], built
            ),
            counterexample(
                "the programs have these optima", instances(SOLVED, LEVELS[::2]), solved
            ),
        ],
        proof=Proof(
            "the bound, where it is attained, and alpha <= 2/3: all n, all alpha; one optimum in "
            f"between, and its pieces: n <= {PARAMETRIC[-1]}, all alpha in (0, 1)",
            [
                *bound(),
                *attained(),
                *joined_bound(),
                *joined_attained(),
                *geometric_is_least(),
                *geometric_below_half(),
                *symmetric_and_row_monotone(),
                *free(("CH",), ("CM", "RM", "S")),
                *curves(),
            ],
        ),
    )
