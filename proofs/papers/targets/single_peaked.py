"""Section 5.2, Definitions 9 to 12, and Observation 3 of appendix E: single-peaked scales.

The single-peaked scale at l is alpha^|i-l| over its sum, and omega_l of it is column l of the
truncated geometric mechanism GM: Observation 3 says that GM's rows sum to 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from ....mechanisms.families.geometric import factors
from ....mechanisms.polytopes.polytope import polytope
from ...engine.exponents import prove
from ...engine.identities import Powers, identity, symbols
from ...engine.linear import variables
from ...engine.search import counterexample
from ...engine.signs import at_least, sign
from ...engine.sums import Index
from ...lemmas.geometric import rows_sum_to_one
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .peaks import tridiagonal
from .space import ALL, LEVELS
from .weights import in_peaks, omega, peaked

# A = alpha^j, B = alpha^d for input j of 0..n, d = n - j.
a, A, B, k, Z, u, v, s = symbols("a A B k Z u v s")
power = Powers(a, {"j": A, "d": B})
index = Index(k, Z)
x, _ = factors(a)
i, j = variables("i j")


@claim(
    "KL-36",
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
                    [abs(i - j - 1) + abs(i - j + 1) >= 2 * abs(i - j)],
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
