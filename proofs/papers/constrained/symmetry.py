"""Section IV-A, Theorem 1, and the appendix: symmetrisation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import absolute, equal, variables
from ...engine.search import counterexample, fractions_between
from ...engine.signs import at_least, more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from . import instances as concrete
from .consequences import LEVELS, priors, weighted_cost
from .implications import kernels

SOURCE = "Constrained Differential Privacy for Count Data"

a, p, q, r, s, u, w = symbols("a p q r s u w")
i, j, N = variables("i j n")


def symmetrised(kernel: concrete.Kernel) -> concrete.Kernel:
    """Return M* = (M + M^S)/2.

    >>> [str(x) for x in symmetrised([[Fraction(1), Fraction(0)]] * 2)[0]]
    ['1/2', '1/2']
    """
    top = len(kernel) - 1
    every = range(top + 1)
    return [[(kernel[c][o] + kernel[top - c][top - o]) / 2 for o in every] for c in every]


def largest_cost(kernel: concrete.Kernel, power: int = 0) -> Fraction:
    """Return O_{p,max} with uniform weights."""
    size = len(kernel)
    points = [[Fraction(int(k == c)) for k in range(size)] for c in range(size)]
    return max(weighted_cost(kernel, point, power) for point in points) / size


def keeps_properties(n: int, kernel: concrete.Kernel) -> bool:
    """Return whether M* has what M has: each property, and each level of privacy tried."""
    mean = symmetrised(kernel)
    had = [has for has in concrete.PROPERTIES.values() if has(kernel)]
    levels = [alpha for alpha in LEVELS if concrete.differentially_private(kernel, alpha)]
    return (
        len(kernel) == n + 1
        and concrete.PROPERTIES["S"](mean)
        and all(has(mean) for has in had)
        and all(concrete.differentially_private(mean, alpha) for alpha in levels)
    )


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
            equal(absolute((N - i) - (N - j)), absolute(i - j)),
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


@claim(
    "CKS-33",
    source=SOURCE,
    place="IV-A, Theorem 1",
    statement="from a mechanism with some of the properties, symmetrisation makes one that is "
    "symmetric, has them too, and has the same objective value",
)
def theorem_1() -> Finding:
    """The value stays for sums with symmetric weights, L0 among them; a maximum may fall."""

    def same_value(cost: Callable[[concrete.Kernel], Fraction]) -> Callable[..., bool]:
        return lambda n, kernel: cost(symmetrised(kernel)) == cost(kernel)

    def by_prior(kernel: concrete.Kernel) -> Fraction:
        return weighted_cost(kernel, priors(len(kernel) - 1)[1])

    def both(cost: Callable[[concrete.Kernel], Fraction]) -> Callable[..., dict[str, Fraction]]:
        return lambda n, kernel: {"cost of M": cost(kernel), "of M*": cost(symmetrised(kernel))}

    def sums(n: int, kernel: concrete.Kernel) -> bool:
        weights = [priors(n)[0], [*map(_mean, zip(priors(n)[2], priors(n)[2][::-1], strict=True))]]
        mean = symmetrised(kernel)
        return all(
            weighted_cost(mean, prior, power) == weighted_cost(kernel, prior, power)
            for prior in weights
            for power in (0, 1, 2)
        )

    def never_more(n: int, kernel: concrete.Kernel) -> bool:
        return all(largest_cost(symmetrised(kernel), d) <= largest_cost(kernel, d) for d in (0, 1))

    return decide(
        search=[
            counterexample("M* is symmetric and keeps the properties", kernels(), keeps_properties),
            counterexample(
                "and O_{0,max}", kernels(), same_value(largest_cost), both(largest_cost)
            ),
            counterexample(
                "and O_{0,sum} for w = (1, 0, ...)", kernels(), same_value(by_prior), both(by_prior)
            ),
        ],
        condition=Repair(
            "all n, all kernels",
            [
                *reflection(),
                counterexample("symmetric weights: O_{p,sum} stays", kernels(), sums),
                counterexample("O_{p,max} does not grow", kernels(), never_more),
                # u = w_j = w_(n-j); p and q are the costs of inputs j and n-j under M.
                identity(
                    "inputs j and n-j together: u (p+q)/2 + u (q+p)/2 = u p + u q",
                    u * (p + q) / 2 + u * (q + p) / 2,
                    u * p + u * q,
                ),
                sign(
                    "for p >= q = p - r, max((p+q)/2, (q+p)/2) <= p = max(p, q)",
                    p - (p + (p - r)) / 2,
                    ">=0",
                    {"r": at_least(0), "p": at_least(0)},
                ),
            ],
            "the objective is a sum with weights w_j = w_(n-j), as L0 is; a maximum over inputs "
            "does not grow but may fall, and with other weights the value may grow",
        ),
    )


def _mean(pair: tuple[Fraction, Fraction]) -> Fraction:
    return (pair[0] + pair[1]) / 2


@claim(
    "CKS-34",
    source=SOURCE,
    place="Appendix",
    statement="M* is centrosymmetric, trace(M*) = trace(M), and min(a/b, c/d) <= (a+c)/(b+d) <= "
    "max(a/b, c/d)",
)
def appendix() -> Finding:
    """The mediant for positive denominators; where an output never occurs (6) is averaged."""

    def holds(n: int, kernel: concrete.Kernel) -> bool:
        mean = symmetrised(kernel)
        trace = sum(row[c] for c, row in enumerate(kernel))
        return (
            len(mean) == n + 1
            and concrete.PROPERTIES["S"](mean)
            and trace == sum(row[c] for c, row in enumerate(mean))
        )

    grid = [Fraction(0), *fractions_between(Fraction(0), Fraction(2), 2)]
    quotients = [
        {"a": x, "b": b, "c": z, "d": d}
        for x in grid
        for b in grid[1:]
        for z in grid
        for d in grid[1:]
    ]

    def mediant(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> bool:
        return min(a / b, c / d) <= (a + c) / (b + d) <= max(a / b, c / d)

    box = {"q": more_than(0), "s": more_than(0)}
    gap = (p * s - r * q) / (q * s)  # p/q - r/s
    return decide(
        search=[
            counterexample("M* is centrosymmetric with M's trace", kernels(), holds),
            counterexample("the mediant lies between", quotients, mediant),
        ],
        proof=Proof(
            "all n, all kernels; the mediant for positive denominators",
            [
                *reflection()[:3],
                identity("M* at n-i, n-j: (r + p)/2 = (p + r)/2", (r + p) / 2, (p + r) / 2),
                identity(
                    "trace: inputs i and n-i give (p+q)/2 + (q+p)/2 = p + q",
                    (p + q) / 2 + (q + p) / 2,
                    p + q,
                ),
                identity(
                    "p/q - (p+r)/(q+s) = (p/q - r/s) s/(q+s)",
                    p / q - (p + r) / (q + s),
                    gap * s / (q + s),
                ),
                identity(
                    "(p+r)/(q+s) - r/s = (p/q - r/s) q/(q+s)",
                    (p + r) / (q + s) - r / s,
                    gap * q / (q + s),
                ),
                sign("s/(q+s) > 0", s / (q + s), ">0", box),
                sign("q/(q+s) > 0", q / (q + s), ">0", box),
                identity(
                    "without quotients: (p + r) - a (q + s) = (p - a q) + (r - a s)",
                    (p + r) - a * (q + s),
                    (p - a * q) + (r - a * s),
                ),
            ],
        ),
    )
