"""Section 5.3, Theorems 7 and 8, and section 6.2: Algorithm 2 as it is printed.

:func:`algorithm_2` is a naive transcription whose loop ends where it is told to: the printed
condition leaves the last scale unplaced.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm

from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....mechanisms.polytopes.scales import pattern_of
from ....verify.judge.extreme import extreme
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import variables
from ...engine.search import counterexample
from ...engine.signs import UNIT, more_than, sign
from ...lemmas.geometric import rows_sum_to_one
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .peaks import bends_upwards, enough
from .space import ALL, cases
from .weights import PEAKS, Weights, convex, cost_of, least_cost, omega, peaked, total, weights

SIZES = range(2, 7)

a, u, v = symbols("a u v")
(m,) = variables("m")


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


def complete(w: Weights, alpha: Fraction, scales: int) -> bool:
    """Whether Algorithm 2's output has row sums 1."""
    kernel, _ = algorithm_2(w, alpha, scales)
    return all(sum(row) == 1 for row in kernel)


@claim(
    "KL-49",
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
    place="6.2",
    statement="since F is a subset of U, the unfixed optimum never costs more than a fixed one",
)
def unfixed_costs_less() -> Finding:
    """A minimum over more is no larger: F is U with the further equations z T = z."""

    def among(size: int, law: tuple[int, ...], alpha: str) -> bool:
        z = [Fraction(e, sum(law)) for e in law]
        fixed = polytope("F", size, alpha, z).constraints
        return all(row in fixed for row in polytope("U", size, alpha).constraints)

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
            f"{ALL}, as by Definition 5 F is U with the equations z T = z; compared row by row "
            "for n <= 3 and three alpha",
            [
                counterexample(
                    "the constraints of U are among those of F",
                    [
                        {"size": size, "law": law, "alpha": alpha}
                        for size in (2, 3, 4)
                        for law in product(range(2), repeat=size)
                        if any(law)
                        for alpha in ("1/2", "1/10", "99/100")
                    ],
                    among,
                )
            ],
        ),
    )
