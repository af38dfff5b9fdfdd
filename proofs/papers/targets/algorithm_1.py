"""Algorithm 1 of section 5.2, as it is printed, and the inputs at which it is run.

:func:`algorithm_1` is a naive transcription with the loops of the print. Step 6 is read as
"flip p_i where r_(i+1) = e^(-p_i eps) r_i": there the bound of r is met in the direction that
is opposite to the pattern's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

from ....mechanisms.kernels.patterns import Pattern
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....mechanisms.polytopes.scales import scale, single_peaked_pattern
from .space import ALPHAS

#: Laws z at which all column orders are run; zeros and ties among them.
LAWS = {
    2: ((1, 1), (1, 3), (0, 1)),
    3: ((1, 1, 1), (1, 2, 4), (1, 0, 1), (0, 1, 3), (0, 1, 0), (1, 1, 0)),
    4: ((1, 1, 1, 1), (5, 1, 0, 2), (1, 2, 3, 4), (0, 1, 1, 0)),
}
RUNS = (
    "every column order at sizes 2, 3 and 4, alpha in {1/3, 1/2, 9/10}, z with zeros and ties; "
    "random z and orders up to size 9"
)


class Pass(NamedTuple):
    """One pass of the inner loop: the state before it, and what it adds."""

    column: int
    pattern: Pattern
    scale: list[Fraction]
    amount: Fraction
    rest: list[Fraction]
    capacity: list[Fraction]


class Run(NamedTuple):
    """The output of Algorithm 1, and its passes in order."""

    kernel: Rows
    passes: list[Pass]
    outer: int


def algorithm_1(z: Sequence[Fraction], alpha: Fraction, order: Sequence[int]) -> Run:
    """Run Algorithm 1 with columns chosen in an order (those that are at capacity skipped).

    >>> half = Fraction(1, 2)
    >>> found = algorithm_1([half, half], half, [0, 1])
    >>> [[str(entry) for entry in row] for row in found.kernel]
    [['2/3', '1/3'], ['1/3', '2/3']]
    """
    size = len(z)
    kernel = [[Fraction(0)] * size for _ in range(size)]
    rest, capacity = [Fraction(1)] * size, list(z)
    passes: list[Pass] = []
    outer = 0
    for j in order:
        outer += capacity[j] > 0
        while capacity[j] > 0:
            pattern = tuple(
                -p if rest[i + 1] == (alpha if p > 0 else 1 / alpha) * rest[i] else p
                for i, p in enumerate(single_peaked_pattern(size, j))
            )
            piece = scale(pattern, alpha)
            share = sum((zi * e for zi, e in zip(z, piece, strict=True)), Fraction(0))
            amount = min([capacity[j] / share, *bounds(rest, piece, pattern, alpha)])
            passes.append(Pass(j, pattern, piece, amount, list(rest), list(capacity)))
            for i in range(size):
                kernel[i][j] += amount * piece[i]
                rest[i] -= amount * piece[i]
            capacity[j] -= amount * share
    return Run(kernel, passes, outer)


def bounds(
    rest: Sequence[Fraction], piece: Sequence[Fraction], pattern: Pattern, alpha: Fraction
) -> list[Fraction]:
    """Return the q_i of Proposition 2."""
    return [
        (rest[i + 1] / alpha - rest[i]) / (piece[i + 1] / alpha - piece[i])
        if p > 0
        else (rest[i] - alpha * rest[i + 1]) / (piece[i] - alpha * piece[i + 1])
        for i, p in enumerate(pattern)
    ]


def runs(
    sizes: Sequence[int] = (2, 3, 4), more: Sequence[int] = (6, 9)
) -> Iterator[dict[str, Any]]:
    """Yield inputs of Algorithm 1: all orders of the laws above, and random ones beyond."""
    for size in sizes:
        for alpha, law in product(ALPHAS, LAWS[size]):
            z = tuple(Fraction(weight, sum(law)) for weight in law)
            for order in permutations(range(size)):
                yield {"z": z, "alpha": alpha, "order": order}
    rng = Random(5)
    for size, alpha, _ in product(more, ALPHAS, range(5)):
        weights = [rng.randint(0, 9) for _ in range(size - 1)] + [1]
        z = tuple(Fraction(weight, sum(weights)) for weight in weights)
        yield {"z": z, "alpha": alpha, "order": tuple(rng.sample(range(size), size))}


def passes() -> Iterator[dict[str, Any]]:
    """Yield each pass of the inner loop of these runs, with its input."""
    for case in runs(sizes=(2, 3), more=(6,)):
        for one in algorithm_1(**case).passes:
            yield {"z": case["z"], "alpha": case["alpha"], "one": one}


def space_of(z: tuple[Fraction, ...], alpha: Fraction) -> Polytope:
    """Return F[z]."""
    return polytope("F", len(z), alpha, z)


def untight(rest: Sequence[Fraction], alpha: Fraction) -> int:
    """Return how many steps of r meet no bound."""
    return sum(
        rest[i] not in (alpha * rest[i + 1], rest[i + 1] / alpha) for i in range(len(rest) - 1)
    )


def kept(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
    """Whether a pass keeps every bound that r meets."""
    after = [e - one.amount * f for e, f in zip(one.rest, one.scale, strict=True)]
    return all(
        after[i] in (alpha * after[i + 1], after[i + 1] / alpha)
        for i in range(len(after) - 1)
        if one.rest[i] in (alpha * one.rest[i + 1], one.rest[i + 1] / alpha)
    )
