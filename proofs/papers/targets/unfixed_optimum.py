"""Appendix E, Theorem 12 and Lemmas 8 and 9: what an optimum over U is made of."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from ....mechanisms.polytopes.polytope import Rows
from ....mechanisms.polytopes.scales import patterns
from ...engine.search import counterexample
from ...lemmas.geometric import rows_sum_to_one
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .peaks import bends_upwards, crossing, enough, strict_crossing
from .space import LEVELS
from .weights import (
    PEAKS,
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


@claim(
    "KL-46",
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
