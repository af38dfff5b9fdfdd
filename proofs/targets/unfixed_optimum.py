"""Sections 5.2, 5.3 and appendix E: single-peaked scales, and Algorithm 2 as it is printed.

The single-peaked scale at l is alpha^|i-l| over its sum, and omega_l of it is column l of the
truncated geometric mechanism GM: Observation 3 says that GM's rows sum to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from random import Random
from typing import Any

from flint import fmpq, fmpq_mat

from ...mechanisms.lp import Program, Row
from ...mechanisms.lp.optimum import Optimum, optimum
from ...mechanisms.polytopes import Polytope, polytope
from ...mechanisms.polytopes.polytope import Rows
from ...mechanisms.rationals import to_fmpq, to_fraction
from ...mechanisms.scales import pattern_of, peak_of, scale, single_peaked_pattern
from ...verify.extreme import extreme
from ..claim import Finding, Proof, Repair, claim, decide
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import Powers, identity, symbols
from ..engine.linear import absolute, equal, variables
from ..engine.search import counterexample
from ..engine.signs import UNIT, at_least, more_than, sign
from ..engine.sums import Index, geometric
from .extreme_points import SOURCE
from .indistinguishable import ALL, LEVELS
from .space import cases

Weights = tuple[tuple[int, ...], ...]
SIZES = range(2, 7)

# A = alpha^j, B = alpha^d for input j of 0..n, d = n - j.
a, A, B, k, Z = symbols("a A B k Z")
power = Powers(a, {"j": A, "d": B})
index = Index(k, Z)
x, y = 1 / (1 + a), (1 - a) / (1 + a)
i, j, d, c, m = variables("i j d c m")
u, v, p, q, s = symbols("u v p q s")


# --- weights and scales ---------------------------------------------------------------------


def in_peaks(kernel: Rows, alpha: Fraction) -> Rows:
    """Return B with kernel = S B, where S has the single-peaked scales as columns."""
    size, width = len(kernel), len(kernel[0])
    columns = zip(*peaked(size, alpha), strict=True)
    basis = fmpq_mat(size, size, [to_fmpq(e) for row in columns for e in row])
    found = basis.solve(fmpq_mat(size, width, [to_fmpq(e) for row in kernel for e in row]))
    return [[to_fraction(found[r, t]) for t in range(width)] for r in range(size)]


def concentrating(size: int, rng: Random) -> Weights:
    """Return random weights that do not fall with the distance |i-j| (Definition 11)."""
    rows = []
    for _ in range(size):
        steps = [rng.randint(0, 3) for _ in range(size)]
        by_distance = [sum(steps[: t + 1]) for t in range(size)]
        rows.append(by_distance)
    return tuple(tuple(rows[r][abs(r - col)] for col in range(size)) for r in range(size))


def convex(size: int, rng: Random) -> Weights:
    """Return random weights that are convex in |i-j| too (Definition 12)."""
    rows = []
    for _ in range(size):
        slopes = sorted(rng.randint(0, 3) for _ in range(size))
        rows.append([sum(slopes[:t]) for t in range(size)])
    return tuple(tuple(rows[r][abs(r - col)] for col in range(size)) for r in range(size))


def weights(
    make: Any, sizes: Sequence[int] = (2, 3, 4, 5), each: int = 6
) -> Iterator[dict[str, Any]]:
    """Yield weights of each size with levels; constant ones first."""
    for size in sizes:
        yield {"weights": ((0,) * size,) * size, "alpha": Fraction(1, 2)}
    rng = Random(11)
    for size, alpha, _ in product(sizes, LEVELS, range(each)):
        yield {"weights": make(size, rng), "alpha": alpha}


def peaked(size: int, alpha: Fraction) -> list[list[Fraction]]:
    """Return the single-peaked scales in order."""
    return [scale(single_peaked_pattern(size, peak), alpha) for peak in range(size)]


def omega(size: int, alpha: Fraction) -> list[Fraction]:
    """Return the weights of Observation 3, as printed."""
    sums = [sum(alpha ** abs(r - peak) for r in range(size)) for peak in range(size)]
    inner, outer = (1 - alpha) / (1 + alpha), (1 - alpha) / ((1 + alpha) * (1 - alpha))
    return [(outer if t in (0, size - 1) else inner) * total for t, total in enumerate(sums)]


def cost_of(w: Weights, column: int, piece: Sequence[Fraction]) -> Fraction:
    """Return (W_column)^T s."""
    return sum((w[r][column] * e for r, e in enumerate(piece)), Fraction(0))


def total(w: Weights, kernel: Rows) -> Fraction:
    """Return <W, T>."""
    size = len(w)
    return sum((w[r][t] * kernel[r][t] for r in range(size) for t in range(size)), Fraction(0))


def least_cost(w: Weights, alpha: Fraction) -> Fraction:
    """Return the minimum over U, from the exact linear program."""
    size = len(w)
    ratio, one = to_fmpq(alpha), fmpq(1)
    rows = [Row(tuple((r * size + t, one) for t in range(size)), one, True) for r in range(size)]
    for r, t in product(range(size - 1), range(size)):
        low, high = r * size + t, (r + 1) * size + t
        rows += [Row(((m, one), (o, -ratio)), fmpq(0)) for m, o in ((low, high), (high, low))]
    found = optimum(Program([fmpq(e) for row in w for e in row], rows))
    if not isinstance(found, Optimum):
        raise RuntimeError("the program over U has an optimum, and none was found")
    return to_fraction(found.cost)


def best_placing(w: Weights, alpha: Fraction) -> Fraction:
    """Return the least cost of a mechanism that places each single-peaked scale in one column."""
    size = len(w)
    pieces = zip(omega(size, alpha), peaked(size, alpha), strict=True)
    return sum((f * min(cost_of(w, t, e) for t in range(size)) for f, e in pieces), Fraction(0))


def rows_sum_to_one() -> list[Step]:
    """Prove for all n >= 1 that the columns x alpha^|i-l| (ends), y alpha^|i-l| add up to 1."""
    steps: list[Step] = []
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
            [i >= m],
            equal(absolute(i + 1 - m), absolute(i - m) + 1),
        ),
        prove(
            "and below l it falls by 1", [i < m], equal(absolute(i + 1 - m), absolute(i - m) - 1)
        ),
    ]


# --- Algorithm 2 ----------------------------------------------------------------------------


def algorithm_2(w: Weights, alpha: Fraction, scales: int) -> tuple[Rows, int]:
    """Run Algorithm 2 while l < `scales`; return its output, and how often the loop ran.

    The paper prints `scales` = n - 1.

    >>> kernel, passes = algorithm_2(((0, 1), (1, 0)), Fraction(1, 2), 2)
    >>> [[str(e) for e in row] for row in kernel], passes
    ([['2/3', '1/3'], ['1/3', '2/3']], 3)
    """
    size = len(w)
    kernel = [[Fraction(0)] * size for _ in range(size)]
    factors, pieces = omega(size, alpha), peaked(size, alpha)
    column = placed = passes = 0
    while placed < scales:
        passes += 1
        current = factors[placed] * cost_of(w, column, pieces[placed])
        following = (
            factors[placed] * cost_of(w, column + 1, pieces[placed]) if column < size - 1 else None
        )
        if following is None or following > current:
            for r in range(size):
                kernel[r][column] += factors[placed] * pieces[placed][r]
            placed += 1
        else:
            column += 1
    return kernel, passes


# --- the claims -----------------------------------------------------------------------------


@claim(
    "KL-36",
    source=SOURCE,
    place="5.2",
    statement="a mechanism made of single-peaked scales alone is possible in U, but in general "
    "not in F",
)
def single_peaked_alone() -> Finding:
    """All columns of GM add up to 1, so that in T = 1 z each column is z_j times their sum.

    Nor is that all: GM followed by any kernel that takes the law z GM to z is such a mechanism,
    and the best one of F among them (NEW-5).
    """
    laws = [
        (size, alpha, tuple(Fraction(e, sum(law)) for e in law))
        for size in (2, 3)
        for alpha in LEVELS
        for law in product(range(3), repeat=size)
        if any(law)
    ]

    def in_f(size: int, alpha: Fraction, z: tuple[Fraction, ...]) -> bool:
        kernel = [list(z)] * size
        inside = polytope("F", size, alpha, z).violated(kernel) is None
        return inside and all(min(row) >= 0 for row in in_peaks(kernel, alpha))

    def impossible_somewhere(laws: list[Any]) -> bool:
        return any(not in_f(size, alpha, z) for size, alpha, z in laws)

    return decide(
        search=[
            counterexample(
                "for some z no T in F[z] is made of single-peaked scales",
                [{"laws": laws}],
                impossible_somewhere,
                lambda laws: {"laws": len(laws), "T": "every row z, for each of these z"},
            )
        ],
        correction=Repair(
            f"{ALL}, all z",
            [
                *rows_sum_to_one(),
                identity("T = 1 z keeps z: (sum_i z_i) z_j = z_j", (u + (1 - u)) * v, v),
            ],
            "it is possible in F for every z: the columns of GM, which are multiples of the "
            "single-peaked scales, add up to 1, so T = 1 z is made of them",
        ),
    )


@claim(
    "KL-44",
    source=SOURCE,
    place="5.2 and 5.3, Definitions 9 to 12",
    statement="the weights z_i |i-j|^p of EAD and MSE are row-wise concentrating and "
    "row-wise convex",
)
def usual_weights() -> Finding:
    """|i-j| and its square grow with |i-j|, and their steps in j do not fall."""

    def holds(size: int, law: tuple[int, ...], power: int) -> bool:
        w = [[law[r] * abs(r - t) ** power for t in range(size)] for r in range(size)]
        near = all(
            w[r][t] <= w[r][o]
            for r in range(size)
            for t in range(size)
            for o in range(size)
            if abs(r - t) <= abs(r - o)
        )
        bends = all(
            w[r][t + 1] - w[r][t] >= w[r][t] - w[r][t - 1]
            for r in range(size)
            for t in range(1, size - 1)
        )
        return near and bends

    every = [
        {"size": size, "law": law, "power": degree}
        for size in (1, 2, 3, 4)
        for law in product((0, 1, 3), repeat=size)
        for degree in (1, 2)
    ]
    z, t = u, v
    return decide(
        search=[counterexample("as defined", every, holds)],
        proof=Proof(
            "all n, all z",
            [
                prove(
                    "|i-(j+1)| + |i-(j-1)| >= 2 |i-j|",
                    [],
                    [absolute(i - j - 1) + absolute(i - j + 1) >= 2 * absolute(i - j)],
                ),
                identity(
                    "(t+1)^2 + (t-1)^2 - 2 t^2 = 2",
                    (t + 1) ** 2 + (t - 1) ** 2 - 2 * t**2,
                    2 + 0 * t,
                ),
                sign(
                    "z (t + h)^2 - z t^2 >= 0 for h >= 0",
                    z * ((t + s) ** 2 - t**2),
                    ">=0",
                    {"u": at_least(0), "v": at_least(0), "s": at_least(0)},
                ),
                sign("z (t + h) - z t >= 0", z * s, ">=0", {"u": at_least(0), "s": at_least(0)}),
            ],
        ),
    )


@claim(
    "KL-45",
    source=SOURCE,
    place="E, Observation 3",
    statement="the single-peaked scales add up to 1 with omega_l = (1-alpha)/(1+alpha) "
    "sum_i alpha^|i-l| inside and (1-alpha)/((1+alpha)(1-alpha)) sum_i alpha^|i-l| at the ends, "
    "and only so",
)
def observation_3() -> Finding:
    """With one count the two ends are one, and omega is 1."""

    def only_solution(size: int, alpha: Fraction) -> bool:
        if size == 1:
            return omega(1, alpha) == [1]
        solved = in_peaks([[Fraction(1)]] * size, alpha)  # raises where they are dependent
        return [e for (e,) in solved] == omega(size, alpha)

    every: list[dict[str, Any]] = [
        {"size": size, "alpha": alpha} for size in range(1, 8) for alpha in LEVELS
    ]
    more = [case for case in every if case["size"] > 1]
    return decide(
        search=[counterexample("the only solution of sum_l omega_l s_l = 1", every, only_solution)],
        condition=Repair(
            "at least two counts, all alpha in (0, 1)",
            [
                counterexample("for 2 to 7 counts", more, only_solution),
                *rows_sum_to_one(),
                sign(
                    "the scales are independent: the determinant of alpha^|i-l| grows by the "
                    "factor 1 - alpha^2 with each count",
                    1 - a**2,
                    ">0",
                    {"a": UNIT},
                ),
            ],
            "there are at least two counts (for one, omega is 1, not 1/(1+alpha))",
        ),
    )


@claim(
    "KL-46",
    source=SOURCE,
    place="E, Theorem 12",
    statement="every optimal T for a row-wise concentrating W is made of the single-peaked scales, "
    "each in one column",
)
def every_optimum() -> Finding:
    """Weights with ties have other optima: with W = 0 all of U is optimal."""

    def only_peaks(weights: Weights, alpha: Fraction) -> bool:
        # All inputs report the first count, or the law (1/2, 1/2): columns of no scale.
        size = len(weights)
        half = [[Fraction(1, 2)] * 2 + [Fraction(0)] * (size - 2)] * size
        if total(weights, half) > least_cost(weights, alpha):
            return True
        columns = [c for c in zip(*half, strict=True) if any(c)]
        found = [pattern_of(column, alpha) for column in columns]
        return all(p is not None and 0 not in p and peak_of(p) is not None for p in found)

    def attained(weights: Weights, alpha: Fraction) -> bool:
        return best_placing(weights, alpha) == least_cost(weights, alpha)

    return decide(
        search=[
            counterexample(
                "no optimum has a column that is no sum of peaks",
                weights(concentrating, (2,), 1),
                only_peaks,
            )
        ],
        correction=Repair(
            "2 to 5 counts, random concentrating weights, alpha in {1/2, 1/3, 2/3, 1/4, 3/4, 1/5}",
            [
                counterexample(
                    "the best placing costs what the linear program does",
                    weights(concentrating),
                    attained,
                ),
            ],
            "some optimal T is made of the single-peaked scales, each in one column",
        ),
    )


def rightmost(w: Weights, piece: Sequence[Fraction]) -> int:
    """Return the largest column that minimises (W_c)^T s."""
    costs = [cost_of(w, t, piece) for t in range(len(w))]
    return max(t for t, value in enumerate(costs) if value == min(costs))


@claim(
    "KL-47",
    source=SOURCE,
    place="E, Lemma 8",
    statement="for row-wise concentrating W the rightmost column that minimises (W_c)^T s_l does "
    "not move left as l grows",
)
def columns_in_order() -> Finding:
    """With D_i = w_(i,c-1) - w_(i,c): S = sum_(i<=l) D_i s_i, T = sum_(i>l) D_i s_i, S + T >= 0.

    From scale l to l + 1 the first part is multiplied by a factor 1 - p < 1, the second by
    1 + q > 1.
    """

    def in_order(weights: Weights, alpha: Fraction) -> bool:
        found = [rightmost(weights, piece) for piece in peaked(len(weights), alpha)]
        return found == sorted(found)

    box = {"p": UNIT, "q": more_than(0), "u": at_least(0), "v": at_least(0)}
    return decide(
        search=[
            counterexample(
                "the columns are in order", weights(concentrating, (2, 3, 4, 5, 6)), in_order
            )
        ],
        proof=Proof(
            "all n, all alpha in (0, 1), all concentrating W",
            [
                prove(
                    "c > l: D_i <= 0 for i <= l, as |i-(c-1)| <= |i-c|",
                    [c > m, i <= m],
                    [absolute(i - c + 1) <= absolute(i - c)],
                ),
                prove(
                    "c <= l: D_i >= 0 for i > l, as |i-(c-1)| >= |i-c|",
                    [c <= m, i > m],
                    [absolute(i - c + 1) >= absolute(i - c)],
                ),
                sign(
                    "S = -u <= 0, T = u + v: (1-p) S + (1+q) T >= 0",
                    -(1 - p) * u + (1 + q) * (u + v),
                    ">=0",
                    box,
                ),
                sign("S, T >= 0: (1-p) S + (1+q) T >= 0", (1 - p) * u + (1 + q) * v, ">=0", box),
                prove(
                    "i <= l: |i-(l+1)| = |i-l| + 1, the factor is alpha S_l/S_(l+1)",
                    [i <= m],
                    equal(absolute(i - m - 1), absolute(i - m) + 1),
                ),
                prove(
                    "i > l: |i-(l+1)| = |i-l| - 1, the factor is S_l/(alpha S_(l+1))",
                    [i > m],
                    equal(absolute(i - m - 1), absolute(i - m) - 1),
                ),
                prove(
                    "alpha S_l < S_(l+1) < S_l/alpha: term by term, |i-l-1| <= |i-l| + 1",
                    [],
                    [
                        absolute(i - m - 1) <= absolute(i - m) + 1,
                        absolute(i - m) <= absolute(i - m - 1) + 1,
                    ],
                ),
            ],
        ),
    )


@claim(
    "KL-48",
    source=SOURCE,
    place="E, Lemma 9",
    statement="for row-wise convex W and any scale s, (W_j)^T s is convex in j",
)
def convex_in_the_column() -> Finding:
    """A sum of convex functions with weights s_i >= 0."""

    def bends(weights: Weights, alpha: Fraction) -> bool:
        for piece in peaked(len(weights), alpha):
            costs = [cost_of(weights, t, piece) for t in range(len(weights))]
            if any(costs[t + 1] + costs[t - 1] < 2 * costs[t] for t in range(1, len(costs) - 1)):
                return False
        return True

    return decide(
        search=[counterexample("second differences are >= 0", weights(convex), bends)],
        proof=Proof(
            "all n, all alpha in (0, 1), all convex W",
            [
                sign(
                    "s_i times a second difference, added up",
                    p * u + q * v,
                    ">=0",
                    {"p": at_least(0), "q": at_least(0), "u": at_least(0), "v": at_least(0)},
                ),
                identity(
                    "the second difference of a sum is the sum of theirs",
                    p * (u - 2 * v + s) + q * u,
                    (p * u - 2 * p * v + p * s) + q * u,
                ),
            ],
        ),
    )


def complete(w: Weights, alpha: Fraction, scales: int) -> bool:
    """Whether Algorithm 2's output has row sums 1."""
    kernel, _ = algorithm_2(w, alpha, scales)
    return all(sum(row) == 1 for row in kernel)


@claim(
    "KL-49",
    source=SOURCE,
    place="5.3, Algorithm 2, line 3",
    statement="the loop condition 'while l < n-1' places every scale",
)
def loop_condition() -> Finding:
    """It stops before scale n-1, so the rows miss 1; 'while l <= n-1' places all n."""
    return decide(
        search=[
            counterexample(
                "while l < n-1: the rows of the output sum to 1",
                weights(convex, each=1),
                lambda weights, alpha: complete(weights, alpha, len(weights) - 1),
                lambda weights, alpha: {"output": algorithm_2(weights, alpha, len(weights) - 1)[0]},
            )
        ],
        correction=Repair(
            ALL,
            [
                counterexample(
                    "while l <= n-1: they do",
                    weights(convex, each=2),
                    lambda weights, alpha: complete(weights, alpha, len(weights)),
                ),
                *rows_sum_to_one(),
            ],
            "while l <= n-1",
        ),
        scan_error="a '<' may stand for '<=' in the scan",
    )


@claim(
    "KL-50",
    source=SOURCE,
    place="5.3 and E, Theorem 7",
    statement="Algorithm 2 passes its loop at most 2n times, hence runs in O(n^2)",
)
def loop_passes() -> Finding:
    """Each pass raises l, n times in all, or the column, n - 1 times at most: 2n - 1 passes."""

    def within(weights: Weights, alpha: Fraction) -> bool:
        size = len(weights)
        return all(
            algorithm_2(weights, alpha, scales)[1] <= 2 * size - 1 for scales in (size - 1, size)
        )

    def attained(size: int) -> bool:
        w = tuple(tuple(size - t for t in range(size)) for _ in range(size))
        return algorithm_2(w, Fraction(1, 2), size)[1] == 2 * size - 1

    n, column = variables("n c")
    return decide(
        search=[counterexample("at most 2n - 1 passes", weights(convex, (2, 3, 4, 6)), within)],
        proof=Proof(
            "all n, all alpha in (0, 1), all W",
            [
                prove(
                    "l <= n and column <= n - 1: their sum is at most 2n - 1",
                    [m <= n, column <= n - 1],
                    [m + column <= 2 * n - 1],
                ),
                counterexample(
                    "attained, if the last column is best for all",
                    [{"size": t} for t in SIZES],
                    attained,
                ),
            ],
        ),
    )


@claim(
    "KL-51",
    source=SOURCE,
    place="5.3 and E, Theorem 8",
    statement="Algorithm 2 returns a minimiser of <W, T> over U that lies in ex(U)",
)
def minimiser_over_u() -> Finding:
    """As printed it returns no mechanism (line 3). With line 3 mended it does as stated.

    A column holds consecutive peaks; its steps between them are free, and the span of its face
    is that of these scales. All scales are independent, so the spans form a direct sum (NEW-7).
    """

    def optimal(weights: Weights, alpha: Fraction, less: int) -> bool:
        size = len(weights)
        kernel, _ = algorithm_2(weights, alpha, size - less)
        space = polytope("U", size, alpha)
        if space.violated(kernel) is not None:
            return False
        return total(weights, kernel) == least_cost(weights, alpha) and extreme(kernel, space).holds

    def face_is_spanned(weights: Weights, alpha: Fraction) -> bool:
        size = len(weights)
        kernel, _ = algorithm_2(weights, alpha, size)
        found = [pattern_of(column, alpha) for column in zip(*kernel, strict=True)]
        return sum(1 + pattern.count(0) for pattern in found if pattern is not None) == size

    return decide(
        search=[
            counterexample(
                "with line 3 as printed",
                ({**case, "less": 1} for case in weights(convex, (2, 3), 1)),
                optimal,
                lambda weights, alpha, less: {
                    "output": algorithm_2(weights, alpha, len(weights) - less)[0]
                },
            )
        ],
        correction=Repair(
            "2 to 5 counts, random convex and concentrating weights; extremeness for all n",
            [
                counterexample(
                    "with 'while l <= n-1'",
                    ({**case, "less": 0} for case in weights(convex)),
                    optimal,
                ),
                counterexample(
                    "the faces of the columns have n dimensions in all",
                    weights(convex, (2, 4, 6)),
                    face_is_spanned,
                ),
                *rows_sum_to_one(),
            ],
            "with 'while l <= n-1' in line 3 it does",
        ),
        scan_error="a '<' may stand for '<=' in line 3 in the scan",
    )


@claim(
    "KL-54",
    source=SOURCE,
    place="6.2",
    statement="since F is a subset of U, the unfixed optimum never costs more than a fixed one",
)
def unfixed_costs_less() -> Finding:
    """A minimum over more is no larger."""

    def holds(space: Polytope, matrix: Rows) -> bool:
        assert space.target is not None
        unit, counts = lcm(*(e.denominator for e in space.target)), range(space.size)
        whole = [int(e * unit) for e in space.target]
        w = tuple(tuple(e * abs(r - t) for t in counts) for r, e in enumerate(whole))
        inside = polytope("U", space.size, space.alpha).violated(matrix) is None
        return inside and total(w, matrix) >= least_cost(w, space.alpha)

    return decide(
        search=[
            counterexample("each T of F is in U, and costs at least its minimum", cases("F"), holds)
        ],
        proof=Proof(
            ALL,
            [
                sign(
                    "T of F costs m + u, with m the minimum over U: u >= 0",
                    u,
                    ">=0",
                    {"u": at_least(0)},
                )
            ],
        ),
    )
