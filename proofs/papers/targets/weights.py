"""Weights W of section 5, the single-peaked scales, and what a mechanism costs under W.

The single-peaked scale at l is alpha^|i-l| over its sum, and omega_l of it is column l of the
truncated geometric mechanism. The least cost over U comes from the exact linear program, which
knows nothing of scales.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from flint import fmpq_mat

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.rationals import to_fmpq, to_fraction
from ....mechanisms.kernels.objectives import Objective
from ....mechanisms.polytopes.polytope import Rows
from ....mechanisms.polytopes.scales import patterns, scale, single_peaked_pattern
from .space import LEVELS

PEAKS = "all n >= 2, all alpha in (0, 1), all concentrating W"
Weights = tuple[tuple[int, ...], ...]


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


def steeper(size: int, rng: Random) -> Weights:
    """Return random weights that grow strictly with the distance |i-j|."""
    flat = concentrating(size, rng)
    return tuple(tuple(e + abs(r - col) for col, e in enumerate(row)) for r, row in enumerate(flat))


def convex(size: int, rng: Random) -> Weights:
    """Return random weights that are convex in |i-j| too (Definition 12)."""
    rows = []
    for _ in range(size):
        slopes = sorted(rng.randint(0, 3) for _ in range(size))
        rows.append([sum(slopes[:t]) for t in range(size)])
    return tuple(tuple(rows[r][abs(r - col)] for col in range(size)) for r in range(size))


def weights(
    make: Any, sizes: Sequence[int] = (2, 3, 4, 5), each: int = 3
) -> Iterator[dict[str, Any]]:
    """Yield weights of each size with levels; constant ones first."""
    for size in sizes:
        yield {"weights": ((0,) * size,) * size, "alpha": Fraction(1, 2)}
    rng = Random(11)
    for size, alpha, _ in product(sizes, (*LEVELS[:4], Fraction(19, 20)), range(each)):
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
    found = optimal(Design(len(w) - 1, alpha, (), Objective.of_table(w)))
    assert isinstance(found, OptimalMechanism)  # U is not empty
    return found.cost * len(w)  # its objective is the mean over the inputs


def best_placing(w: Weights, alpha: Fraction) -> Fraction:
    """Return the least cost of a mechanism that places each single-peaked scale in one column."""
    size = len(w)
    pieces = zip(omega(size, alpha), peaked(size, alpha), strict=True)
    return sum((f * min(cost_of(w, t, e) for t in range(size)) for f, e in pieces), Fraction(0))


def absolute_deviations(size: int, law: Sequence[int]) -> Weights:
    """Return the weights z_i |i-j| of EAD, times the sum of the law."""
    return tuple(tuple(law[r] * abs(r - t) for t in range(size)) for r in range(size))


def placed(w: Weights, alpha: Fraction, columns: Sequence[int]) -> Rows:
    """Return T with each single-peaked scale in the column that is named."""
    kernel = [[Fraction(0)] * len(w) for _ in w]
    pieces = zip(columns, omega(len(w), alpha), peaked(len(w), alpha), strict=True)
    for column, factor, piece in pieces:
        for r, e in enumerate(piece):
            kernel[r][column] += factor * e
    return kernel


def best_columns(w: Weights, piece: Sequence[Fraction]) -> list[int]:
    """Return the columns c that minimise (W_c)^T s."""
    costs = [cost_of(w, t, piece) for t in range(len(w))]
    return [t for t, value in enumerate(costs) if value == min(costs)]


def undominated(w: Weights, alpha: Fraction) -> list[list[Fraction]]:
    """Return (W_j - y) s for each scale s and column j, with y as in :mod:`.peaks`."""
    size = len(w)
    pieces = peaked(size, alpha)
    system = fmpq_mat(size, size, [to_fmpq(e) for piece in pieces for e in piece])
    least = [min(cost_of(w, t, piece) for t in range(size)) for piece in pieces]
    solved = system.solve(fmpq_mat(size, 1, [to_fmpq(e) for e in least]))
    y = [to_fraction(solved[r, 0]) for r in range(size)]
    return [
        [cost_of(w, t, s) - sum(e * f for e, f in zip(y, s, strict=True)) for t in range(size)]
        for s in (scale(pattern, alpha) for pattern in patterns(size))
    ]


def turns(pattern: Sequence[int]) -> list[int]:
    """Return where a scale has its peaks and valleys.

    >>> turns((-1, -1, 1)), turns((1,))
    ([0, 2, 3], [1])
    """
    ways = [1, *pattern, -1]
    return [t for t in range(len(pattern) + 1) if ways[t] != ways[t + 1]]
