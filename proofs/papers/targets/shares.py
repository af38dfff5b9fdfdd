"""Section 1.1, footnote 1: how the share of an output varies when N individuals are privatised."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

from ....mechanisms.polytopes.enumeration import points
from ....mechanisms.polytopes.polytope import Rows, polytope
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...statements.claim import Finding, Proof, claim, decide

N, t, z = symbols("N t z")


def moments(table: tuple[int, ...], kernel: Rows) -> list[tuple[Fraction, Fraction]]:
    """Return mean and variance of each share of the released table, over all outcomes."""
    size, total = len(kernel), len(table)
    first, second = [Fraction(0)] * size, [Fraction(0)] * size
    for outcome in product(range(size), repeat=total):
        chance = prod(
            (kernel[c][o] for c, o in zip(table, outcome, strict=True)), start=Fraction(1)
        )
        for o in range(size):
            share = Fraction(outcome.count(o), total)
            first[o] += chance * share
            second[o] += chance * share**2
    return [(mean, square - mean**2) for mean, square in zip(first, second, strict=True)]


def variance_of_the_share() -> Step:
    """Compare the printed formula with all outcomes, for mechanisms that keep zeta."""

    def instances() -> Iterator[dict[str, Any]]:
        for size, rows in ((2, 1), (2, 2), (2, 3), (3, 2), (3, 3)):
            for table in combinations_with_replacement(range(size), rows):
                zeta = [Fraction(table.count(c), rows) for c in range(size)]
                fixed = polytope("F", size, "1/2", zeta)
                for point in sorted(points(fixed, "walk"))[:6]:
                    yield {"table": table, "kernel": fixed.matrix(point), "zeta": zeta}

    def holds(table: tuple[int, ...], kernel: Rows, zeta: list[Fraction]) -> bool:
        return all(
            mean == zeta[o]
            and spread
            == (zeta[o] - sum(s * row[o] ** 2 for s, row in zip(zeta, kernel, strict=True)))
            / len(table)
            for o, (mean, spread) in enumerate(moments(table, kernel))
        )

    return counterexample("mean zeta_o and the printed variance", instances(), holds)


@claim(
    "KL-02",
    place="1.1, footnote 1",
    statement="the share of output j has mean zeta_j and variance "
    "(1/N)(zeta_j - sum_i zeta_i t_ij^2)",
    formula="Var = (zeta_j - sum_i zeta_i t_ij^2)/N",
)
def share_of_an_output() -> Finding:
    """N independent rows, N zeta_i of which have count i and report j with probability t_ij.

    Means and variances of independent rows add up; sum_i zeta_i t_ij = zeta_j closes both.
    """
    return decide(
        search=[variance_of_the_share()],
        proof=Proof(
            "all n, all N, all T with zeta T = zeta",
            [
                identity(
                    "a row: the indicator's square is itself, so its variance",
                    t - t**2,
                    t * (1 - t),
                ),
                identity(
                    "N z rows with count i: their part of the variance of a share",
                    N * z * (t - t**2) / N**2,
                    (z * t - z * t**2) / N,
                ),
            ],
        ),
    )
