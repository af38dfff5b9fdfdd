"""Appendix E, Theorem 12 and Lemmas 8 and 9: what an optimum over U is made of."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.rationals import exact_text
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.kernels.objectives import Objective
from ....mechanisms.kernels.patterns import signs
from ....mechanisms.polytopes.polytope import Rows
from ....mechanisms.polytopes.scales import patterns, single_peaked_pattern
from ....verify.judge.joining import Stated
from ...engine.search import counterexample
from ...lemmas.geometric import rows_sum_to_one
from ...lemmas.optima import optimum
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


def halfway(weights: Weights, alpha: Fraction) -> Rows:
    """Return the mean of placing each scale in its first, and in its last best column."""
    every = [best_columns(weights, piece) for piece in peaked(len(weights), alpha)]
    ends = [placed(weights, alpha, [found[end] for found in every]) for end in (0, -1)]
    return [[(e + f) / 2 for e, f in zip(*rows, strict=True)] for rows in zip(*ends, strict=True)]


def shared_scales(weights: Weights, alpha: Fraction) -> Stated:
    """Return what a certificate states of that mean: its scales, one twice, and its cost."""
    rows = halfway(weights, alpha)
    size = len(rows)
    table = Objective.of_table([list(map(Fraction, row)) for row in weights])
    found = optimal(Design(size - 1, alpha, (), table))
    assert isinstance(found, OptimalMechanism)  # nothing else is asked
    one = optimum(replace(found, mechanism=Mechanism.from_rows(rows), unique=None))
    made = [
        [signs(single_peaked_pattern(size, peak)), j, exact_text(w)]
        for peak, row in enumerate(in_peaks(rows, alpha))
        for j, w in enumerate(row)
        if w
    ]
    counts = [0, size - 1]
    scales = {"form": "scales", "inputs": counts, "outputs": counts, "alpha": exact_text(alpha)}
    return Stated([scales | {"weights": made}], one.claims)


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
        shared = halfway(weights, alpha)
        return not (
            total(weights, shared) == least_cost(weights, alpha)
            and any(e not in (0, f) for row, f in shares(shared, alpha) for e in row)
        )

    def shares(kernel: Rows, alpha: Fraction) -> list[tuple[list[Fraction], Fraction]]:
        return list(zip(in_peaks(kernel, alpha), omega(len(kernel), alpha), strict=True))

    def exhibit(weights: Weights, alpha: Fraction) -> dict[str, Any]:
        shared = halfway(weights, alpha)
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
                "no optimum shares a scale among two columns",
                deviations,
                unshared,
                exhibit,
                shared_scales,
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
