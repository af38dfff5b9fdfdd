"""The exact law of code: what it costs beside running the code, in one run.

    python benchmarks/laws.py

The bit tree is of code that nothing can be folded in: 2^20 leaves, each a run of 20 draws. The
grid law is compared with as many plain calls of the code, and with the calls of a bisection that
knows the number of breaks and needs 53 for each (the law also tries other draws).
"""

from __future__ import annotations

import random
import time
from math import floor, log
from typing import Any

import numpy as np

from exactdp.mechanisms.families.geometric import geometric as mechanism
from exactdp.verify.laws.exact import exact_law

SIZE = 21
ROWS = [[float(p) for p in row] for row in mechanism(SIZE - 1, "7/10").rows()]


def tree(value: int, source: Any) -> int:
    """Add up bits where folding cannot see them."""
    return value + sum(source.bits(1) for _ in range(20))


def folded(value: int, source: Any) -> int:
    """The same sum, in variables: equal states are merged."""
    total = left = 0
    while left < 20:
        total += source.bits(1)
        left += 1
    return value + total


def geometric(value: int) -> int:
    """Truncated geometric noise on 0..20 by a float formula, of one uniform."""
    u = 2 * random.random() - 1
    size = floor(log(abs(u) or 1e-300) / log(0.7))
    return min(max(value + (size if u > 0 else -size), 0), 20)


def choice(value: int) -> Any:
    """A row of a kernel, drawn by numpy."""
    return np.random.default_rng().choice(SIZE, p=ROWS[value])


def timed(job: Any) -> tuple[float, Any]:
    """Return the seconds that a job takes, and its result."""
    start = time.perf_counter()
    result = job()
    return time.perf_counter() - start, result


def main() -> None:
    """Print seconds and ratios."""
    seconds, law = timed(lambda: exact_law(tree, 0, "bits", depth=20))
    assert law.exact
    print(f"bit tree, 2^20 leaves: {seconds:.1f} s, {1e6 * seconds / law.runs:.1f} us a run")
    seconds, law = timed(lambda: exact_law(folded, 0, "bits"))
    assert law.exact
    print(f"the same law, folded: {1000 * seconds:.1f} ms, {law.runs} runs")
    for name, code in (("a float formula", geometric), ("numpy's choice(p=...)", choice)):
        seconds, law = timed(lambda code=code: [exact_law(code, i) for i in range(SIZE)])
        runs = sum(one.runs for one in law)
        plain, _ = timed(lambda code=code, runs=runs: [code(10) for _ in range(runs)])
        needed = 53 * sum(len(one.probabilities) - 1 for one in law)
        print(f"grid laws of {SIZE} inputs, {name}: {seconds:.3f} s, {runs} runs")
        print(f"  {seconds / plain:.2f} times as many plain calls of {1e6 * plain / runs:.1f} us")
        print(f"  {seconds / plain * runs / needed:.2f} times the calls of a bare bisection")


if __name__ == "__main__":
    main()
