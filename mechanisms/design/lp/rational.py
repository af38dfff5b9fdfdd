"""Linear algebra and signs over the rationals, fast where many numbers are compared.

Whether a row holds at a vertex is decided by a float filter with a proven error bound, and
exactly where the filter cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import fmpq, fmpq_mat

from .matrix import Matrix, nearest
from .program import Program

# Values whose floats are smaller than this may have lost digits, and are left to fmpq.
_TINY = 1e-280
_HUGE = 1e149  # bounds beyond are clipped


def solve(matrix: list[list[fmpq]], bound: list[fmpq]) -> list[fmpq] | None:
    """Return the solution of a square system, or None if it is singular.

    >>> solve([[fmpq(2), fmpq(1)], [fmpq(0), fmpq(4)]], [fmpq(1), fmpq(2)])
    [1/4, 1/2]
    """
    size = len(bound)
    left = fmpq_mat(size, size, [x for row in matrix for x in row])
    try:
        return fmpq_mat.entries(left.solve(fmpq_mat(size, 1, bound)))
    except ZeroDivisionError:  # flint's word for a singular matrix
        return None


def slack(program: Program, x: Sequence[fmpq], row: int) -> fmpq:
    """Return a.x - b of one row, exactly."""
    terms, bound, _ = program.rows[row]
    return fmpq(sum((a * x[v] for v, a in terms), -bound))


def violated_rows(
    program: Program, matrix: Matrix, x: Sequence[fmpq], tight: Sequence[int]
) -> list[int]:
    """Return the rows that x violates; those in `tight` are known to hold with equality."""
    floats = np.array([nearest(value) for value in x])[matrix.index]
    with np.errstate(over="ignore", invalid="ignore"):
        products = matrix.value * floats
        total = matrix.sums(products) - matrix.bounds
        size = matrix.sums(np.abs(products)) + np.abs(matrix.bounds)
    # Where a number may have lost digits, or is none, nothing is known.
    kept = (np.abs(products) > _TINY) & (np.abs(floats) > _TINY) & (np.abs(matrix.value) > _TINY)
    far = np.abs(matrix.bounds)
    doubt = matrix.sums((~kept).astype(np.float64)) > 0
    doubt |= ~np.isfinite(size) | ~((far == 0) | ((far > _TINY) & (far < _HUGE)))
    # A product has a relative error of at most 2^-51, a sum of k terms adds k 2^-53.
    certain = (total > (np.diff(matrix.start) + 8) * 2.0**-52 * size) & ~doubt & ~matrix.equal
    certain[list(tight)] = True
    out = []
    for k in np.flatnonzero(~certain).tolist():
        value = slack(program, x, k)
        if value < 0 or (value != 0 and program.rows[k].equal):
            out.append(k)
    return out
