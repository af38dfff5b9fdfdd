"""Section IV-A, Theorem 1, and the appendix: symmetrisation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...engine.identities import identity, symbols
from ...engine.search import counterexample, fractions_between
from ...engine.signs import at_least, more_than, sign
from ...lemmas import instances as concrete
from ...lemmas.instances import kernels, priors, weighted_cost
from ...lemmas.reflection import reflection
from ...statements.claim import Finding, Proof, Repair, claim, decide

a, p, q, r, s, u = symbols("a p q r s u")


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
    levels = [alpha for alpha in concrete.LEVELS if concrete.differentially_private(kernel, alpha)]
    return (
        len(kernel) == n + 1
        and concrete.PROPERTIES["S"](mean)
        and all(has(mean) for has in had)
        and all(concrete.differentially_private(mean, alpha) for alpha in levels)
    )


@claim(
    "CKS-33",
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
