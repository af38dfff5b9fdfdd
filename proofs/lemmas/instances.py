"""The paper's mechanisms and properties, word by word, on concrete instances.

What a search for counterexamples evaluates. Nothing here is clever: each function is a
transcription of a definition, in exact rationals. ``kernel[j][i]`` is Pr[output i | input j]:
rows are inputs.

>>> kernel = geometric(2, Fraction(1, 2))
>>> [str(p) for p in kernel[0]]
['2/3', '1/6', '1/6']
>>> {name for name, holds in PROPERTIES.items() if not holds(kernel)}
{'F'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from typing import Any, TypeAlias, TypeVar

from ...mechanisms.exact.ratios import Ratio
from ..engine.facts import powers

Kernel: TypeAlias = list[list[Fraction]]
#: A number, or a function of alpha.
Scalar = TypeVar("Scalar", Fraction, Ratio)
Weights: TypeAlias = Sequence[Fraction]
#: A few levels, where much is tried at each.
LEVELS = [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)]


def noise(alpha: Fraction, delta: int) -> Fraction:
    """Return Pr[X = delta] for two-sided geometric noise."""
    return (1 - alpha) / (1 + alpha) * alpha ** abs(delta)


def tail(alpha: Fraction, first: int) -> Fraction:
    """Return Pr[X >= first], first >= 0, by symmetry and total mass one."""
    inside = sum((noise(alpha, d) for d in range(1 - first, first)), start=Fraction(0))
    return (1 - inside) / 2 if first else (1 + noise(alpha, 0)) / 2


def geometric(n: int, alpha: Fraction) -> Kernel:
    """Return GM by Definition 4: the noisy count clipped to 0..n."""
    return [
        [tail(alpha, j), *(noise(alpha, i - j) for i in range(1, n)), tail(alpha, n - j)]
        for j in range(n + 1)
    ]


def fair_exponent(
    i: Any, j: Any, n: Any, minimum: Any = min, choose: Any = lambda test, a, b: a if test else b
) -> Any:
    """Return the exponent of eq. (16) at output i, input j, of integers or of expressions."""
    distance, margin = abs(i - j), minimum(j, n - j)
    return choose(distance < margin, distance, (distance + margin + 1) // 2)


def explicit_fair(n: int, alpha: Fraction, y: Fraction | None = None) -> Kernel:
    """Return EM by eq. (16), with y the one that makes input 0 sum to one if not given."""
    if y is None:
        y = 1 / sum((alpha ** fair_exponent(i, 0, n) for i in range(n + 1)), start=Fraction(0))
    return [[y * alpha ** fair_exponent(i, j, n) for i in range(n + 1)] for j in range(n + 1)]


def geometric_form(n: int, alpha: Fraction) -> dict[str, Any]:
    """Return GM as Figure 3 draws it, for a certificate.

    >>> geometric_form(2, Fraction(1, 2))["column_factors"]
    ['2/3', '1/3', '2/3']
    """
    x, y = 1 / (1 + alpha), (1 - alpha) / (1 + alpha)
    return powers(alpha, "abs(i-j)", [x, *[y] * (n - 1), x])


def explicit_fair_form(n: int, alpha: Fraction, y: Fraction | None = None) -> dict[str, Any]:
    """Return EM as eq. (16) has it, for a certificate.

    >>> explicit_fair_form(2, Fraction(1, 2))["exponents"]
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    exponents = [[fair_exponent(i, j, n) for i in range(n + 1)] for j in range(n + 1)]
    return powers(alpha, exponents, [y or explicit_fair(n, alpha)[0][0]] * (n + 1))


def stochastic(kernel: Kernel) -> bool:
    """Return whether every input's probabilities are nonnegative and sum to one."""
    return all(sum(row) == 1 and min(row) >= 0 for row in kernel)


def differentially_private(kernel: Kernel, alpha: Fraction) -> bool:
    """Return whether the kernel is alpha-DP: (6) at every output and adjacent inputs."""
    return all(p >= alpha * q and q >= alpha * p for p, q in adjacent_inputs(kernel))


def adjacent_inputs(kernel: Kernel) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield Pr[i | j], Pr[i | j+1] for every output i and input j < n."""
    for row, following in pairwise(kernel):
        yield from zip(row, following, strict=True)


def loss(kernel: Kernel) -> Fraction:
    """Return L0: (n+1)/n times the mean probability of a wrong answer."""
    n = len(kernel) - 1
    wrong = sum(
        (p for j, row in enumerate(kernel) for i, p in enumerate(row) if i != j),
        start=Fraction(0),
    )
    return Fraction(n + 1, n) * wrong / (n + 1)


def broken_output_pairs(kernel: Kernel) -> set[tuple[int, int]]:
    """Return the pairs (i, i+1) of outputs between which column monotonicity fails."""
    n = len(kernel) - 1
    return {
        (i, i + 1)
        for i in range(n)
        for j in range(n + 1)
        if (kernel[j][i] > kernel[j][i + 1] if i + 1 <= j else kernel[j][i + 1] > kernel[j][i])
    }


def _row_monotone(k: Kernel) -> bool:
    n = len(k) - 1
    return all(
        all(k[j - 1][i] <= k[j][i] for j in range(1, i + 1))
        and all(k[j + 1][i] <= k[j][i] for j in range(i, n))
        for i in range(n + 1)
    )


def _all_pairs(test: Callable[[Kernel, int, int], bool]) -> Callable[[Kernel], bool]:
    def holds(kernel: Kernel) -> bool:
        every = range(len(kernel))
        return all(test(kernel, i, j) for i in every for j in every)

    return holds


#: The seven properties of section IV-A by their letters, each a predicate on a kernel.
PROPERTIES: dict[str, Callable[[Kernel], bool]] = {
    "RH": _all_pairs(lambda k, i, j: k[i][i] >= k[j][i]),
    "RM": _row_monotone,
    "CH": _all_pairs(lambda k, i, j: k[j][j] >= k[j][i]),
    "CM": lambda k: not broken_output_pairs(k),
    "F": _all_pairs(lambda k, i, j: k[i][i] == k[j][j]),
    "WH": _all_pairs(lambda k, i, j: k[i][i] * len(k) >= 1),
    "S": _all_pairs(lambda k, i, j: k[j][i] == k[-1 - j][-1 - i]),
}


def kernels() -> list[dict[str, Any]]:
    """Return kernels to try implications on: mixtures of few 0-1 kernels, smallest first."""
    out = []
    for size, parts in ((1, 3), (2, 2)):
        pure = [
            [[Fraction(i == o) for i in range(size + 1)] for o in choice]
            for choice in product(range(size + 1), repeat=size + 1)
        ]
        for mixed in combinations_with_replacement(pure, parts):
            kernel = [
                [sum((m[j][i] for m in mixed), start=Fraction(0)) / parts for i in range(size + 1)]
                for j in range(size + 1)
            ]
            out.append({"n": size, "kernel": kernel})
    return out


def weighted_cost(kernel: Kernel, weights: Weights, power: int = 0) -> Fraction:
    """Return O_{p,sum} for a prior, |i-j|^0 read as [i != j]."""
    return sum(
        (
            weights[c] * x * (abs(o - c) ** power if o != c else 0)
            for c, row in enumerate(kernel)
            for o, x in enumerate(row)
        ),
        start=Fraction(0),
    )


def priors(size: int) -> list[list[Fraction]]:
    """Return priors over 0..size: uniform, a point, increasing.

    >>> [[str(x) for x in prior] for prior in priors(1)]
    [['1/2', '1/2'], ['1', '0'], ['1/3', '2/3']]
    """
    total = (size + 1) * (size + 2) // 2
    return [
        [Fraction(1, size + 1)] * (size + 1),
        [Fraction(int(k == 0)) for k in range(size + 1)],
        [Fraction(k + 1, total) for k in range(size + 1)],
    ]


def uniform(size: int) -> Kernel:
    """Return UM by Definition 5.

    >>> [str(p) for p in uniform(1)[0]]
    ['1/2', '1/2']
    """
    return [[Fraction(1, size + 1)] * (size + 1) for _ in range(size + 1)]


def conditioned(n: int, base: Fraction) -> Kernel:
    """Return the mechanism that draws again until the noisy count lies in 0..n."""
    rows = [[noise(base, j - i) for j in range(n + 1)] for i in range(n + 1)]
    return [[p / sum(row) for p in row] for row in rows]


def worst_ratio(kernel: Kernel) -> Fraction:
    """Return the largest ratio of an output's probabilities on neighbouring counts."""
    return max(max(p / q, q / p) for p, q in adjacent_inputs(kernel))
