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

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

Kernel: TypeAlias = list[list[Fraction]]


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


def fair_exponent(n: int, i: int, j: int) -> int:
    """Return the exponent of eq. (16) at output i, input j."""
    distance, margin = abs(i - j), min(j, n - j)
    return distance if distance < margin else -(-(distance + margin) // 2)


def explicit_fair(n: int, alpha: Fraction, y: Fraction | None = None) -> Kernel:
    """Return EM by eq. (16), with y the one that makes input 0 sum to one if not given."""
    if y is None:
        y = 1 / sum((alpha ** fair_exponent(n, i, 0) for i in range(n + 1)), start=Fraction(0))
    return [[y * alpha ** fair_exponent(n, i, j) for i in range(n + 1)] for j in range(n + 1)]


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
