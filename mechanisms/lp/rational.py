"""Linear algebra and signs over the rationals, fast where many numbers are compared.

Whether a row holds at a vertex is decided by a float filter with a proven error bound, and
exactly where the filter cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import fmpq, fmpq_mat

from .program import Program

# Values whose floats are smaller than this may have lost digits, and are left to fmpq.
_TINY = 1e-280


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
    return sum((a * x[v] for v, a in terms), -bound)


def violated_rows(program: Program, x: Sequence[fmpq], tight: set[int]) -> list[int]:
    """Return the rows that x violates; those in `tight` are known to hold with equality."""
    floats = np.array([nearest(value) for value in x])
    index, variable, coefficient = _flat(program, tight)
    if not index:
        return []
    products = np.array(coefficient) * floats[variable]
    tiny = np.abs(floats[variable]) < _TINY
    rows = sorted(set(index))
    place = {row: k for k, row in enumerate(rows)}
    where = np.array([place[row] for row in index])
    bounds = np.array([nearest(program.rows[row].bound) for row in rows])
    total = np.bincount(where, products, len(rows)) - bounds
    size = np.bincount(where, np.abs(products), len(rows)) + np.abs(bounds)
    doubt = np.bincount(where, tiny, len(rows)) > 0
    equal = np.array([program.rows[row].equal for row in rows])
    terms = np.bincount(where, minlength=len(rows))
    # Each product has a relative error of at most 3u, a sum of k terms adds k u.
    certain = (total > (terms + 8) * 2.0**-52 * size) & ~doubt & ~equal
    out = []
    for k in np.flatnonzero(~certain).tolist():
        value = slack(program, x, rows[k])
        if value < 0 or (value != 0 and program.rows[rows[k]].equal):
            out.append(rows[k])
    return out


def _flat(program: Program, skipped: set[int]) -> tuple[list[int], list[int], list[float]]:
    index, variable, coefficient = [], [], []
    known: dict[fmpq, float] = {}
    for k, row in enumerate(program.rows):
        if k not in skipped:
            for v, a in row.terms:
                index.append(k)
                variable.append(v)
                if a not in known:
                    known[a] = nearest(a)
                coefficient.append(known[a])
    return index, variable, coefficient


def nearest(value: fmpq) -> float:
    """Return a float within two units of the last place of a rational, 0.0 if far too small.

    >>> nearest(fmpq(1, 3)) == 1 / 3
    True
    """
    p, q = int(value.p), int(value.q)
    try:
        return p / q
    except OverflowError:
        return float("inf") if p > 0 else float("-inf")
