"""Turning both counts around, i to n-i and j to n-j, and the mean of a kernel and its image."""

from __future__ import annotations

from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import equal, variables

N, i, j = variables("n i j")
a, p, q, r, s, w = symbols("a p q r s w")


def reflection() -> list[Step]:
    """Prove that turning both counts around carries each property's demands to its own.

    Each demand is a linear inequality; what holds of M and of M^S holds of their mean.
    """
    placed = [i >= 0, i <= N, j >= 0, j <= N]
    return [
        prove("the cells n-i, n-j are cells", placed, [N - i, N - j, N - (N - i), N - (N - j)]),
        prove(
            "S: turned twice, a cell is itself",
            placed,
            [*equal(N - (N - i), i), *equal(N - (N - j), j)],
        ),
        prove(
            "F, WH, RH, CH: the diagonal is carried to the diagonal",
            [*placed, *equal(i, j)],
            equal(N - i, N - j),
        ),
        prove(
            "DP: adjacent inputs stay adjacent", [*placed, j < N], equal((N - j) - (N - (j + 1)), 1)
        ),
        prove(
            "RM: (8) with j <= i, at j-1 and j, goes to its other half at n-j and n-j+1",
            [*placed, j >= 1, j <= i],
            [N - i <= N - j, N - j < N, *equal(N - (j - 1), N - j + 1)],
        ),
        prove(
            "CM: (10) with i <= j, at i-1 and i, goes to its other half at n-i and n-i+1",
            [*placed, i >= 1, i <= j],
            [N - j <= N - i, N - i < N, *equal(N - (i - 1), N - i + 1)],
        ),
        prove(
            "losses: |(n-i)-(n-j)| = |i-j|",
            placed,
            equal(abs((N - i) - (N - j)), abs(i - j)),
        ),
        identity(
            "a demand holds of the mean: (p+r)/2 - a (q+s)/2",
            (p + r) / 2 - a * (q + s) / 2,
            (p - a * q) / 2 + (r - a * s) / 2,
        ),
        identity(
            "and with a bound: (p - w)/2 + (r - w)/2", (p + r) / 2 - w, (p - w) / 2 + (r - w) / 2
        ),
    ]
