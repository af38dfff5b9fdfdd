"""Solve for an optimal count mechanism with SciPy, and store what the solver returns.

The linear program of *Constrained Differential Privacy for Count Data* without its
constraints on shape: among all mechanisms on 0..n that are eps-differentially private, find
one of least expected absolute error under the uniform prior. HiGHS solves it in float64, to
its tolerances; what it returns is stored as it stands, float64, rows are inputs. That it is
neither stochastic nor eps-differentially private, exactly, is the point of the example.

    python examples/make_solver_optimum.py 10 24

makes ``solver_optimum_n10_eps1.npy`` and ``solver_optimum_n24_eps1.npy`` in this folder.
The files that are shipped were made with SciPy 1.17.1; another version may end in another
vertex, or in other last digits. Needs the extra ``examples``.
"""

import argparse
from pathlib import Path

import numpy as np
import scipy
from scipy.optimize import linprog
from scipy.sparse import coo_array, eye_array, kron


def solver_optimum(n: int, epsilon: float) -> np.ndarray:
    """Return the kernel that HiGHS finds, rows are inputs."""
    size = n + 1
    counts = np.arange(size)
    cost = np.abs(counts[:, None] - counts) / size
    # One row for each neighbouring pair of inputs (i, i + 1), in either direction:
    # alpha P[i] - P[i + 1] <= 0 and alpha P[i + 1] - P[i] <= 0, for every output at once.
    alpha = np.exp(-epsilon)
    here, after = eye_array(n, size), eye_array(n, size, k=1)
    steps = [alpha * here - after, alpha * after - here]
    private = kron(coo_array(np.vstack([step.toarray() for step in steps])), eye_array(size))
    stochastic = kron(eye_array(size), np.ones((1, size)))
    result = linprog(
        cost.ravel(),
        A_ub=private,
        b_ub=np.zeros(2 * n * size),
        A_eq=stochastic,
        b_eq=np.ones(size),
        bounds=(0, None),
        method="highs-ds",
    )
    if not result.success:
        raise SystemExit(f"n = {n}: {result.message}")
    return result.x.reshape(size, size)


def main() -> None:
    """Make a file for each n on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("n", type=int, nargs="+", help="the largest count")
    parser.add_argument("--epsilon", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    given = parser.parse_args()
    for n in given.n:
        path = given.folder / f"solver_optimum_n{n}_eps{given.epsilon:g}.npy"
        np.save(path, solver_optimum(n, given.epsilon))
        print(f"{path} (SciPy {scipy.__version__})")


if __name__ == "__main__":
    main()
