"""Section III and Theorem 2: the linear programs, how large they are, and how they are written."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq

from ....mechanisms.design.design import Design, property_rows
from ....mechanisms.kernels.objectives import Objective
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import SIZES, counterexample, instances
from ...engine.signs import UNIT_CLOSED, at_least, sign
from ...lemmas import instances as concrete
from ...lemmas.instances import kernels, uniform
from ...lemmas.optima import SEVEN
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .demands import DEMANDS

a, n, u, v, x, y = symbols("a n u v x y")
i, j, N = variables("i j n")

#: Sizes at which variables and rows are counted: of BasicDP, and of all 128 programs.
COUNTED, ALL_COUNTED = range(1, 7), range(1, 5)
_HALF = fmpq(1, 2)


def variables_and_rows(size: int) -> tuple[int, int, int]:
    """Return how many variables and rows (5), (6) BasicDP has, and the longest row.

    >>> variables_and_rows(2)
    (9, 15, 3)
    """
    _, program = Design(size, Fraction(1, 2), (), Objective.parse("L0")).program(fmpq(1, 2))
    return len(program.cost), len(program.rows), max(len(row.terms) for row in program.rows)


@claim(
    "CKS-22",
    place="III, (3) to (6)",
    statement="BasicDP is a linear program with a quadratic number of variables and constraints, "
    "each of at most linearly many variables",
)
def basic_dp() -> Finding:
    """(n+1)^2 variables; 2(n+1)^2 bounds, n+1 sums, 2n(n+1) of (6); at most n+1 terms."""

    def counts(n: int) -> bool:
        return variables_and_rows(n) == ((n + 1) ** 2, 2 * n * (n + 1) + n + 1, n + 1)

    def linear(n: int, alpha: Fraction) -> bool:
        # (6) of a mixture is the mixture of (6): GM and EM, private, and the truth, which is not.
        gm, em = concrete.geometric(n, alpha), concrete.explicit_fair(n, alpha)
        mixed = [
            [(x + y) / 2 for x, y in zip(r, s, strict=True)] for r, s in zip(gm, em, strict=True)
        ]
        return concrete.differentially_private(mixed, alpha)

    rows = 2 * (n + 1) ** 2 + (n + 1) + 2 * n * (n + 1)
    return decide(
        search=[
            counterexample("as many variables and rows", ({"n": size} for size in COUNTED), counts),
            counterexample("the private kernels are convex", instances(), linear),
        ],
        proof=Proof(
            "all n",
            [
                identity("all constraints: 4n^2 + 7n + 3", rows, 4 * n**2 + 7 * n + 3),
                sign("at most 14 n^2", 14 * n**2 - rows, ">=0", {"n": at_least(1)}),
                sign(
                    "(n+1)^2 <= 4 n^2 variables", 4 * n**2 - (n + 1) ** 2, ">=0", {"n": at_least(1)}
                ),
                prove(
                    "(6) names cells that exist: j and j+1 for j <= n-1",
                    [j >= 0, j <= N - 1],
                    [N - (j + 1)],
                ),
                identity(
                    "the objective is linear: doubling a kernel doubles it",
                    u * (2 * x) + v * (2 * y),
                    2 * (u * x + v * y),
                ),
            ],
        ),
    )


def row_count(letter: str, size: int) -> int:
    """Return how many rows a property takes, by formula.

    >>> row_count("RM", 3), row_count("S", 2)
    (12, 4)
    """
    if letter == "WH":
        return size + 1
    if letter == "F":
        return size
    return (size + 1) ** 2 // 2 if letter == "S" else size * (size + 1)


@claim(
    "CKS-35",
    place="IV-A, Theorem 2",
    statement="for any subset of the properties the optimum is that of a linear program of "
    "polynomial size, which is feasible",
)
def theorem_2() -> Finding:
    """(n+1)^2 variables, at most 10 (n+1)^2 rows, and UM meets them all."""

    def small(n: int) -> bool:
        rows = [
            len(Design(n, Fraction(1, 2), s, Objective.parse("L0")).rows(_HALF)) for s in DEMANDS
        ]
        return max(rows) <= 10 * (n + 1) ** 2 and all(
            len(property_rows(p, n + 1, _HALF)) == row_count(p, n) for p in SEVEN
        )

    def feasible(n: int, alpha: Fraction) -> bool:
        kernel = uniform(n)
        return concrete.differentially_private(kernel, alpha) and all(
            has(kernel) for has in concrete.PROPERTIES.values()
        )

    def between_two_cells(n: int) -> bool:
        rows = [row for p in SEVEN if p != "WH" for _, row in property_rows(p, n + 1, fmpq(1))]
        return all(
            sorted(int(c) for _, c in row.terms) == [-1, 1] and not row.bound for row in rows
        )

    whole = 2 * n * (n + 1) + (n + 1) + 4 * n * (n + 1) + n + (n + 1) + (n + 1) ** 2 / 2
    return decide(
        search=[
            counterexample("at most 10 (n+1)^2 rows", ({"n": size} for size in ALL_COUNTED), small),
            counterexample("UM is feasible", instances(), feasible),
        ],
        proof=Proof(
            "all n, all alpha in (0, 1]",
            [
                prove(
                    "RM, CM: for each i the pairs j-1, j below and j, j+1 above are n",
                    [i >= 0, i <= N],
                    equal(i + (N - i), N),
                ),
                sign(
                    "all rows together are at most 10 (n+1)^2",
                    10 * (n + 1) ** 2 - whole,
                    ">=0",
                    {"n": at_least(1)},
                ),
                identity("UM: sums to 1", (n + 1) / (n + 1), n**0),
                counterexample(
                    "all rows but those of WH have coefficients 1 and -1, and bound 0",
                    ({"n": size} for size in COUNTED),
                    between_two_cells,
                ),
                identity(
                    "so UM meets them with equality, and WH too: 1/(n+1) (1 - 1), (n+1)/(n+1) = 1",
                    (1 - 1 * n**0) / (n + 1) + (n + 1) / (n + 1),
                    n**0,
                ),
                sign(
                    "UM: (6), 1/(n+1) >= alpha/(n+1)",
                    (1 - a) / (n + 1),
                    ">=0",
                    {"a": UNIT_CLOSED, "n": at_least(1)},
                ),
            ],
        ),
    )


def printed_rows(size: int, *, strict: bool = True) -> list[tuple[int, int, int]]:
    """Return (output, less likely input, likelier input) of the encoding of row monotonicity.

    With `strict` as printed, i < j and j < i; without, i <= j and j <= i. Only cells that exist.

    >>> printed_rows(1), printed_rows(1, strict=False)
    ([], [(1, 0, 1), (0, 1, 0)])
    """
    top = int(strict)
    below = [(o, c - 1, c) for o in range(size + 1) for c in range(1, o + 1 - top)]
    above = [(o, c + 1, c) for c in range(size) for o in range(c + 1 - top)]
    return below + above


def met_without_rm(n: int, kernel: concrete.Kernel) -> Stated:
    """Return what a certificate states of a kernel: all printed rows hold, and RM does not."""
    met = [facts.linear({(c, o): 1, (b, o): -1}, 0) for o, b, c in printed_rows(n)]
    return facts.kernel(kernel, *map(facts.holds, met), facts.lacks("RM", kernel))


@claim(
    "CKS-36",
    place="IV-A, proof of Theorem 2",
    statement="the printed linear rows, rho_(j,i-1) <= rho_(j,i) for i < j and rho_(j,i+1) <= "
    "rho_(j,i) for j < i, say what row monotonicity (8) does",
)
def printed_encoding() -> Finding:
    """They leave the diagonal out: i <= j and j <= i are needed."""

    def says(strict: bool) -> Callable[..., bool]:
        def holds(n: int, kernel: concrete.Kernel) -> bool:
            met = all(kernel[b][o] <= kernel[c][o] for o, b, c in printed_rows(n, strict=strict))
            return met == concrete.PROPERTIES["RM"](kernel)

        return holds

    def flat(n: int) -> bool:
        # 1/(2(n+1)) on the diagonal, the rest spread evenly: all rows as printed, not RM.
        share = Fraction(1, 2 * (n + 1))
        kernel = [
            [share if o == c else (1 - share) / n for o in range(n + 1)] for c in range(n + 1)
        ]
        met = all(kernel[b][o] <= kernel[c][o] for o, b, c in printed_rows(n))
        return met and concrete.stochastic(kernel) and not concrete.PROPERTIES["RM"](kernel)

    return decide(
        search=[
            counterexample(
                "n >= 2: the printed rows hold iff RM does",
                [case for case in kernels() if case["n"] >= 2],
                says(True),
                lambda n, kernel: {"printed rows": len(printed_rows(n))},
                met_without_rm,
            )
        ],
        correction=Repair(
            "all n, all kernels",
            [
                counterexample("with i <= j and j <= i they do", kernels(), says(False)),
                counterexample("as printed they do not, at any n", ({"n": k} for k in SIZES), flat),
                prove(
                    "(8), first half: output j, inputs i-1 and i, 1 <= i <= j <= n",
                    [i >= 1, i <= j, j <= N],
                    [i - 1 >= 0, i <= N],
                ),
                prove(
                    "left out as printed: i <= j without i < j is i = j",
                    [i <= j, i >= j],
                    equal(i, j),
                ),
                sign(
                    "n >= 1: a diagonal of 1/(2(n+1)) is below the rest, (1 - 1/(2(n+1)))/n",
                    (1 - 1 / (2 * (n + 1))) / n - 1 / (2 * (n + 1)),
                    ">0",
                    {"n": at_least(1)},
                ),
            ],
            "rho_(j,i-1) <= rho_(j,i) for 1 <= i <= j and rho_(j,i+1) <= rho_(j,i) for j <= i < n; "
            "as printed no row touches the diagonal (at n = 1 there is none at all)",
        ),
    )
