"""The noise of section 3: the differences of Laplace variables, around a cycle or along a path.

With S the matrix of V = zeta + S L (V_i = zeta_i + L_i - L_(i+1), and L_n = L_0), a move of
one individual from count f to f + 1 changes zeta by (e_(f+1) - e_f)/N, which is S e_(f+1)/N:
a shift of one variable by 1/N masks it. The acyclic variant has no L_0.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import Expr, cases, equal, variables
from ...engine.search import counterexample

N, eps, k = symbols("N eps k")
f, i, j, n = variables("f i j n")
EVERY = "all n >= 2, all N, all eps > 0"
SIZES = range(2, 10)
#: The moves of one individual that are tried.
MOVES = [{"size": size, "count": count} for size in SIZES for count in range(size - 1)]
INSIDE = [i >= 0, i <= n - 1, f >= 0, f <= n - 2]
Noise = Callable[[int, int], list[int]]


def cyclic(size: int, k: int) -> list[int]:
    """Return column k of S: +1 in V_k and -1 in V_(k-1), cyclically.

    >>> cyclic(3, 0), cyclic(3, 1)
    ([1, 0, -1], [-1, 1, 0])
    """
    return [(row == k) - ((row + 1) % size == k) for row in range(size)]


def acyclic(size: int, k: int) -> list[int]:
    """Return column k of S where L_0 = L_n = 0.

    >>> acyclic(3, 0), acyclic(3, 1)
    ([0, 0, 0], [-1, 1, 0])
    """
    return cyclic(size, k) if k else [0] * size


def move(size: int, count: int) -> list[int]:
    """Return N (zeta' - zeta) for one individual who goes from `count` to `count` + 1.

    >>> move(3, 1)
    [0, -1, 1]
    """
    return [(row == count + 1) - (row == count) for row in range(size)]


def is_one(left: Expr, right: Expr) -> Expr:
    """Return 1 where two integers are equal, else 0."""
    return cases(left - right, cases(right - left, 1, 0), 0)


def entry(row: Expr, column: Expr) -> Expr:
    """Return S[row][column], for all n at once."""
    following = cases(n - 2 - row, row + 1, 0)
    return is_one(column, row) - is_one(column, following)


def masked(shows: str, first: int = 0) -> list[Step]:
    """Prove that S e_(f+1) is the move from f to f + 1, and that f + 1 >= `first`."""
    change = is_one(i, f + 1) - is_one(i, f)
    return [
        prove(f"{shows}: S e_(f+1) = e_(f+1) - e_f", INSIDE, equal(entry(i, f + 1), change)),
        prove(
            f"{shows}: the variable is L_(f+1), which is one of the noise variables",
            INSIDE,
            [f + 1 >= first, f + 1 <= n - 1],
        ),
        prove(
            "|x + s| <= |x| + |s| (integers, so rationals by scaling, so reals)",
            [],
            [abs(i + j) <= abs(i) + abs(j)],
        ),
        identity(
            "b = 1/(N eps): a shift by 1/N costs (1/N)/b = eps", (1 / N) / (1 / (N * eps)), eps
        ),
    ]


def masks(noise: Noise) -> Step:
    """Look for a move that no shift of a single variable by 1/N masks."""

    def found(size: int, count: int) -> bool:
        return any(noise(size, k) == move(size, count) for k in range(size))

    return counterexample("each move is masked by one variable, shifted by 1/N", MOVES, found)
