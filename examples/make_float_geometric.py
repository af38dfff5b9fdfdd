"""Compute the truncated geometric mechanism in floats, and store what comes out.

Pr[j | i] = alpha^|i-j| (1 - alpha)/(1 + alpha) for 0 < j < n, and alpha^|i-j| / (1 + alpha)
for the ends j = 0 and j = n, with alpha = exp(-1/2) and n = 20: the textbook formula, each
entry as good as float64 makes it.

    python examples/make_float_geometric.py

makes ``float_geometric_n20_eps0.5.npy`` in this folder. Needs numpy alone; the last digit
of an entry may depend on its version and the machine.
"""

import argparse
from pathlib import Path

import numpy as np


def float_geometric(n: int, epsilon: float) -> np.ndarray:
    """Return the kernel in float64, rows are inputs."""
    alpha = np.exp(-epsilon)
    counts = np.arange(n + 1)
    ends = (counts == 0) | (counts == n)
    return alpha ** np.abs(counts[:, None] - counts) * np.where(ends, 1, 1 - alpha) / (1 + alpha)


def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=20, help="the largest count")
    parser.add_argument("--epsilon", type=float, default=0.5)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    given = parser.parse_args()
    path = given.folder / f"float_geometric_n{given.n}_eps{given.epsilon:g}.npy"
    np.save(path, float_geometric(given.n, given.epsilon))
    print(path)


if __name__ == "__main__":
    main()
