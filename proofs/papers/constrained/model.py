"""Section II-A: mechanisms, differential privacy, and what a mechanism costs.

Definitions are claims too: what is checked is that they say what the paper goes on to use.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import counterexample, fractions_between, instances
from ...engine.signs import UNIT_CLOSED, more_than, same_sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import permutation
from ...lemmas.instances import uniform
from ...statements.claim import Finding, Proof, Repair, claim, decide

EVERYWHERE = "all n, all alpha in (0, 1)"

#: Numbers of equally likely coin outcomes for which every mapping is tried, by n.
COINS = {1: range(1, 5), 2: range(1, 3)}
#: Probabilities of small kernels.
SHARES = [Fraction(0), *fractions_between(Fraction(0), Fraction(1), 4), Fraction(1)]

a, n, p, q, r, s, D = symbols("a n p q r s D")
_output, _bound, _size = variables("x i n")


def law(mapping: tuple[tuple[int, ...], ...], size: int) -> concrete.Kernel:
    """Return Pr[output i | input j] of a mapping from inputs and coins to outputs.

    >>> law(((0, 0), (0, 1)), 1)[1]
    [Fraction(1, 2), Fraction(1, 2)]
    """
    return [[Fraction(line.count(i), len(line)) for i in range(size + 1)] for line in mapping]


def mappings() -> Iterator[dict[str, Any]]:
    """Yield every mapping from inputs and coins to outputs, for few coins."""
    for size, counts in COINS.items():
        for coins in counts:
            lines = list(product(range(size + 1), repeat=coins))
            for mapping in product(lines, repeat=size + 1):
                yield {"n": size, "mapping": mapping}


def drawn_by_inversion(row: list[Fraction]) -> tuple[int, ...]:
    """Return the outputs of a law for equally likely coins, each where its share begins.

    >>> drawn_by_inversion([Fraction(1, 2), Fraction(0), Fraction(1, 2)])
    (0, 2)
    """
    coins = lcm(*(share.denominator for share in row))
    return tuple(
        next(i for i in range(len(row)) if sum(row[: i + 1]) * coins > coin)
        for coin in range(coins)
    )


@claim(
    "CKS-10",
    place="II-A, Definition 1",
    statement="a randomized mechanism on 0..n is an (n+1) x (n+1) column-stochastic matrix, one "
    "column an input",
)
def definition_1() -> Finding:
    """Every mapping has such a matrix, and every such matrix is that of a mapping."""

    def has_matrix(n: int, mapping: tuple[tuple[int, ...], ...]) -> bool:
        kernel = law(mapping, n)
        square = len(kernel) == n + 1 and all(len(row) == n + 1 for row in kernel)
        return square and concrete.stochastic(kernel)

    def has_mapping(row: list[Fraction]) -> bool:
        return law((drawn_by_inversion(row),), len(row) - 1)[0] == row

    rows = [
        {"row": [*head, 1 - sum(head, start=Fraction(0))]}
        for size in (1, 2)
        for head in product(SHARES, repeat=size)
        if sum(head) <= 1
    ]
    return decide(
        search=[
            counterexample("the matrix of a mapping is stochastic", mappings(), has_matrix),
            counterexample("a stochastic row is the law of a mapping", rows, has_mapping),
        ],
        proof=Proof(
            "all n",
            [
                # With F_i the share of coins that give an output <= i: F_-1 = 0, F_n = 1.
                identity(
                    "shares: F_i + p_(i+1) = F_(i+1), one coin a single output", p + (q - p), q
                ),
                prove(
                    "a coin with an output <= i has one <= i+1: F_i <= F_(i+1)",
                    [_output <= _bound],
                    [_output <= _bound + 1],
                ),
                prove(
                    "and an output is <= n, none is <= -1: F_n = 1, F_-1 = 0",
                    [_output >= 0, _output <= _size],
                    [_output > -1, _output <= _size],
                ),
                identity("UM: n+1 entries 1/(n+1) sum to 1", (n + 1) * (1 / (n + 1)), n**0),
                *permutation(),
                counterexample(
                    "GM, EM and UM are stochastic by input",
                    instances(),
                    lambda n, alpha: all(
                        concrete.stochastic(kernel)
                        for kernel in (
                            concrete.geometric(n, alpha),
                            concrete.explicit_fair(n, alpha),
                            uniform(n),
                        )
                    ),
                ),
            ],
        ),
    )


def by_quotients(kernel: concrete.Kernel, alpha: Fraction) -> bool | None:
    """Return what Definition 2 says of a kernel; None where a quotient has no value.

    >>> by_quotients([[Fraction(1), Fraction(0)]] * 2, Fraction(1, 2)) is None
    True
    """
    verdicts = []
    for first, second in concrete.adjacent_inputs(kernel):
        if not second or not alpha:
            return None
        verdicts.append(alpha <= first / second <= 1 / alpha)
    return all(verdicts)


def small_kernels() -> Iterator[concrete.Kernel]:
    """Yield kernels for n = 1."""
    for x, y in product(SHARES, repeat=2):
        yield [[x, 1 - x], [y, 1 - y]]


def quotients_and_products() -> list[Step]:
    """Prove that for positive probabilities Definition 2 is (6)."""
    box = {"a": UNIT_CLOSED, "p": more_than(0), "q": more_than(0)}
    return [
        same_sign("p/q >= a iff p >= a q", p / q - a, p - a * q, box),
        same_sign("p/q <= 1/a iff q >= a p", 1 / a - p / q, q - a * p, box),
    ]


def events_and_distances() -> list[Step]:
    """Prove that (6) carries over to sets of outputs, and to inputs d apart as alpha^d."""
    d, h = variables("d h")
    return [
        identity(
            "two outputs: (p+r) - a (q+s) is the sum of two nonnegative gaps",
            (p + r) - a * (q + s),
            (p - a * q) + (r - a * s),
        ),
        identity(
            "d+1 apart: p - a D q = (p - a r) + a (r - D q), D = a^d",
            p - a * D * q,
            (p - a * r) + a * (r - D * q),
        ),
        prove("a chain of d neighbours is d long", [d >= 0], equal(abs(h + d - h), d)),
    ]


@claim(
    "CKS-11",
    place="II-A, Definition 2",
    statement="a mechanism is alpha-DP, alpha in [0, 1], if alpha <= Pr[i|j]/Pr[i|j+1] <= 1/alpha "
    "for all i, j",
    formula="alpha <= Pr[i|j]/Pr[i|j+1] <= 1/alpha, alpha in [0, 1]",
)
def definition_2() -> Finding:
    """Quotients need positive probabilities and alpha > 0; the program (6) needs neither."""
    levels = [Fraction(1, 2), Fraction(1), Fraction(0)]
    cases: list[dict[str, Any]] = [
        {"kernel": k, "alpha": alpha} for alpha in levels for k in small_kernels()
    ]

    def agrees(kernel: concrete.Kernel, alpha: Fraction) -> bool:
        return by_quotients(kernel, alpha) is concrete.differentially_private(kernel, alpha)

    def proper(kernel: concrete.Kernel, alpha: Fraction) -> bool:
        return alpha > 0 and min(x for row in kernel for x in row) > 0

    return decide(
        search=[
            counterexample(
                "Definition 2 and (6), which the paper's programs use, say the same",
                cases,
                agrees,
                lambda kernel, alpha: {
                    "by quotients": "has no value",
                    "by (6)": concrete.differentially_private(kernel, alpha),
                },
            )
        ],
        condition=Repair(
            "all n, all alpha in (0, 1]",
            [
                counterexample(
                    "they do for alpha > 0 and positive probabilities",
                    (case for case in cases if proper(**case)),
                    agrees,
                ),
                *quotients_and_products(),
                *events_and_distances(),
                identity("at alpha = 0, (6) says p >= 0 and no more", (p - a * q).subs(a, 0), p),
            ],
            "alpha > 0 and all probabilities positive; in general the products of (6), alpha "
            "Pr[i|j+1] <= Pr[i|j] and alpha Pr[i|j] <= Pr[i|j+1], are meant: outputs that never "
            "occur (Figure 1) are private, and alpha = 0 is no demand at all",
        ),
    )
