"""Uses of numpy to sample a kernel, each as a function of one count, for `exactdp law`.

    exactdp law examples/third_party_samplers.py:numpy_choice --input 5
    exactdp audit-sampler examples/third_party_samplers.py:numpy_choice --inputs 0..10 --alpha 1/2

The kernel is the truncated geometric mechanism on 0..10 at alpha = 1/2, exact in binary but
for a factor 3 in its denominators. What comes out is written up in docs/third-party-samplers.md.
"""

from fractions import Fraction

import numpy as np

N, ALPHA = 10, Fraction(1, 2)


def _entry(i, j):
    factor = 1 / (1 + ALPHA) if j in (0, N) else (1 - ALPHA) / (1 + ALPHA)
    return float(factor * ALPHA ** abs(i - j))


KERNEL = [[_entry(i, j) for j in range(N + 1)] for i in range(N + 1)]
CUMULATIVE = [np.cumsum(row) for row in KERNEL]


def numpy_choice(count):
    """Generator.choice with a row of the kernel as p."""
    return np.random.default_rng().choice(N + 1, p=KERNEL[count])


def numpy_searchsorted(count):
    """The usual way to sample a row many times: its cumulative sums, and searchsorted."""
    return np.searchsorted(CUMULATIVE[count], np.random.default_rng().random(), side="right")
