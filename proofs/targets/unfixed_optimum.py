"""Sections 5.2, 5.3 and appendix E: single-peaked scales, and Algorithm 2 as it is printed.

The single-peaked scale at l is alpha^|i-l| over its sum, and omega_l of it is column l of the
truncated geometric mechanism GM: Observation 3 says that GM's rows sum to 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from ...mechanisms.polytopes import Polytope, polytope
from ...mechanisms.polytopes.polytope import Rows
from ...mechanisms.scales import pattern_of, patterns
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
from .peaks import crossing, enough, strict_crossing, tridiagonal
from .space import cases
from .weights import (
    Weights,
    absolute_deviations,
    best_columns,
    best_placing,
    concentrating,
    convex,
    cost_of,
    in_peaks,
    least_cost,
    omega,
    peaked,
    placed,
    steeper,
    total,
    turns,
    undominated,
    weights,
)

SIZES = range(2, 7)

# A = alpha^j, B = alpha^d for input j of 0..n, d = n - j.
a, A, B, k, Z, u, v, p, q, s, U, V, S = symbols("a A B k Z u v p q s U V S")
power = Powers(a, {"j": A, "d": B})
index = Index(k, Z)
x, y = 1 / (1 + a), (1 - a) / (1 + a)
i, j, d, m = variables("i j d m")
PEAKS = "all n >= 2, all alpha in (0, 1), all concentrating W"


# --- the rows of GM -------------------------------------------------------------------------


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
    and the best one of F among them (NEW-5). What is impossible in general is that each scale
    keeps to one column, as in Definition 20; with the scale at j in column j, T is GM.
    """
    some = [
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

    def impossible_somewhere(laws: int) -> bool:
        return any(not in_f(size, alpha, z) for size, alpha, z in some)

    def one_of_them(laws: int) -> dict[str, Any]:
        z = [Fraction(1, 3), Fraction(2, 3)]
        kernel, alpha = [z, z], Fraction(1, 2)
        return {"alpha": alpha, "z": z, "T": kernel, "of each scale": in_peaks(kernel, alpha)}

    def nowhere_whole(size: int, alpha: Fraction) -> bool:
        z = [Fraction(2**e, 2**size - 1) for e in range(size)]
        gm = [
            [e * f for e in column]
            for f, column in zip(omega(size, alpha), peaked(size, alpha), strict=True)
        ]
        shares = [sum(e * f for e, f in zip(z, column, strict=True)) for column in gm]
        return not any(
            all(
                sum(share for share, t in zip(shares, where, strict=True) if t == j) == z[j]
                for j in range(size)
            )
            for where in product(range(size), repeat=size)
        )

    return decide(
        search=[
            counterexample(
                "for some z no T in F[z] is made of single-peaked scales",
                [{"laws": len(some)}],
                impossible_somewhere,
                one_of_them,
            )
        ],
        correction=Repair(
            f"{ALL}, all z",
            [
                *rows_sum_to_one(),
                identity("T = 1 z keeps z: (sum_i z_i) z_j = z_j", (u + (1 - u)) * v, v),
                identity(
                    "two counts, each scale in the column of its peak: z_0 is kept if 2 z_0 = 1",
                    (u + a * (1 - u)) / (1 + a) - u,
                    a * (1 - 2 * u) / (1 + a),
                ),
                identity(
                    "the scales exchanged: likewise",
                    (a * u + (1 - u)) / (1 + a) - u,
                    (1 - 2 * u) / (1 + a),
                ),
                counterexample(
                    "each scale in one column: no T keeps z ~ (1, 2, 4, ...)",
                    [{"size": t, "alpha": alpha} for t in (2, 3, 4) for alpha in LEVELS],
                    nowhere_whole,
                ),
            ],
            "it is possible in F for every z: the columns of GM, which are multiples of the "
            "single-peaked scales, add up to 1, so T = 1 z is made of them; it is impossible in "
            "general if each scale has to keep to one column",
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
                identity("the factor at the ends, as printed", (1 - a) / ((1 + a) * (1 - a)), x),
                *rows_sum_to_one(),
                *tridiagonal(),
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
    """Where a scale has two best columns, it may be shared among them: see :mod:`.peaks`.

    The expected absolute deviation does that at two counts, alpha = 1/2, z = (1/3, 2/3).
    """

    def unshared(weights: Weights, alpha: Fraction) -> bool:
        every = [best_columns(weights, piece) for piece in peaked(len(weights), alpha)]
        shared = halfway(weights, alpha, every)
        return not (
            total(weights, shared) == least_cost(weights, alpha)
            and any(e not in (0, f) for row, f in shares(shared, alpha) for e in row)
        )

    def halfway(w: Weights, alpha: Fraction, every: list[list[int]]) -> Rows:
        ends = [placed(w, alpha, [found[end] for found in every]) for end in (0, -1)]
        return [
            [(e + f) / 2 for e, f in zip(*rows, strict=True)] for rows in zip(*ends, strict=True)
        ]

    def shares(kernel: Rows, alpha: Fraction) -> list[tuple[list[Fraction], Fraction]]:
        return list(zip(in_peaks(kernel, alpha), omega(len(kernel), alpha), strict=True))

    def exhibit(weights: Weights, alpha: Fraction) -> dict[str, Any]:
        every = [best_columns(weights, piece) for piece in peaked(len(weights), alpha)]
        shared = halfway(weights, alpha, every)
        return {"T": shared, "cost": total(weights, shared)}

    def attained(weights: Weights, alpha: Fraction) -> bool:
        return best_placing(weights, alpha) == least_cost(weights, alpha)

    def feasible(weights: Weights, alpha: Fraction) -> bool:
        return all(min(row) >= 0 for row in undominated(weights, alpha))

    def alone(weights: Weights, alpha: Fraction) -> bool:
        """Whether (W_j - y) s = 0 for no scale but those all of whose turns have j as best."""
        size = len(weights)
        every = [best_columns(weights, piece) for piece in peaked(size, alpha)]
        if any(len(found) > 1 for found in every):
            return True
        return all(
            (left == 0) == all(every[t] == [j] for t in turns(pattern))
            for pattern, row in zip(patterns(size), undominated(weights, alpha), strict=True)
            for j, left in enumerate(row)
        )

    proved = enough()
    deviations = (
        {"weights": absolute_deviations(size, law), "alpha": alpha}
        for size in (2, 3)
        for law in product(range(1, 4), repeat=size)
        for alpha in LEVELS
    )
    return decide(
        search=[
            counterexample(
                "no optimum shares a scale among two columns", deviations, unshared, exhibit
            )
        ],
        condition=Repair(
            PEAKS,
            [
                counterexample(
                    "an optimum combines in column j the scales for which j is best",
                    weights(steeper, (2, 3, 4, 5)),
                    alone,
                ),
                *proved,
                *strict_crossing(),
            ],
            "w_ij grows strictly with |i-j|, and each single-peaked scale has one best column "
            "(then the optimum is one T)",
        ),
        correction=Repair(
            PEAKS,
            [
                counterexample(
                    "the best placing costs what the linear program does",
                    weights(concentrating),
                    attained,
                ),
                counterexample(
                    "no scale costs less than y says in any column",
                    weights(concentrating, (2, 3, 4, 5, 6)),
                    feasible,
                ),
                *rows_sum_to_one(),
                *proved,
            ],
            "some optimal T is made of the single-peaked scales, each in one column",
        ),
    )


@claim(
    "KL-47",
    source=SOURCE,
    place="E, Lemma 8",
    statement="for row-wise concentrating W the rightmost column that minimises (W_c)^T s_l does "
    "not move left as l grows",
)
def columns_in_order() -> Finding:
    """If c is best for l, no column j < c is better for m > l, by :func:`.peaks.crossing`.

    The printed proof compares c with c - 1 alone, which would be enough for convex W.
    """

    def in_order(weights: Weights, alpha: Fraction) -> bool:
        found = [best_columns(weights, piece)[-1] for piece in peaked(len(weights), alpha)]
        return found == sorted(found)

    return decide(
        search=[
            counterexample(
                "the columns are in order", weights(concentrating, (2, 3, 4, 5, 6)), in_order
            )
        ],
        proof=Proof("all n, all alpha in (0, 1), all concentrating W", crossing()),
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
        proof=Proof("all n, all alpha in (0, 1), all convex W", bends_upwards()),
    )


def bends_upwards() -> list[Step]:
    """Prove that sums of convex functions with weights >= 0 are convex, so have one valley."""
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
    """It stops before scale n-1, so the rows miss 1; 'while l <= n-1' places all n.

    (For n = 1 the printed omega is wrong, see KL-45.)
    """
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
            "all n >= 2, all alpha in (0, 1)",
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


def two_peaks() -> list[Step]:
    """Prove that a step with peaks on both sides is free, and tight with them on one side."""
    box = {"a": UNIT, "u": more_than(0), "v": more_than(0)}
    return [
        identity("peaks to the right: (a u, u) is tight", a * u - a * u, 0 * u),
        sign(
            "and on both sides: (a u + v, u + a v) is not,",
            (a * u + v) - a * (u + a * v),
            ">0",
            box,
        ),
        sign("neither way", (u + a * v) - a * (a * u + v), ">0", box),
    ]


@claim(
    "KL-51",
    source=SOURCE,
    place="5.3 and E, Theorem 8",
    statement="Algorithm 2 returns a minimiser of <W, T> over U that lies in ex(U)",
)
def minimiser_over_u() -> Finding:
    """As printed it returns no mechanism (line 3). With line 3 mended it does as stated.

    Best columns are enough (KL-46). They do not move left (Lemma 8), and the cost is convex in
    the column (Lemma 9), so the scan stops at the rightmost best one. A column holds consecutive
    peaks; its steps between them are free, so the span of its face has as many dimensions as it
    has peaks, and is theirs. The scales being independent, the spans form a direct sum (NEW-7).
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
            f"{PEAKS} that are convex",
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
                *enough(),
                *bends_upwards(),
                *two_peaks(),
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
    """A minimum over more is no larger: F is U with the further equations z T = z."""

    def among(size: int, law: tuple[int, ...]) -> bool:
        z = [Fraction(e, sum(law)) for e in law]
        fixed = polytope("F", size, "1/2", z).constraints
        return all(row in fixed for row in polytope("U", size, "1/2").constraints)

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
                counterexample(
                    "the constraints of U are among those of F (by Definition 5, for all n)",
                    [
                        {"size": size, "law": law}
                        for size in (2, 3, 4)
                        for law in product(range(2), repeat=size)
                        if any(law)
                    ],
                    among,
                )
            ],
        ),
    )
