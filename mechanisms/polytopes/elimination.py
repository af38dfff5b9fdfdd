"""Gaussian elimination over the rationals: pivots, and the vectors that a matrix sends to 0."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq, fmpq_mat

Vector = list[fmpq]


def reduced(rows: Sequence[Sequence[fmpq]]) -> tuple[fmpq_mat, list[int]]:
    """Return the reduced row echelon form of a matrix, and the columns of its pivots.

    >>> reduced([[fmpq(1), fmpq(2), fmpq(0)], [fmpq(2), fmpq(4), fmpq(1)]])[1]
    [0, 2]
    """
    matrix, rank = fmpq_mat(len(rows), len(rows[0]), [x for row in rows for x in row]).rref()
    pivots: list[int] = []
    for r in range(rank):
        column = pivots[-1] + 1 if pivots else 0
        while matrix[r, column] == 0:
            column += 1
        pivots.append(column)
    return matrix, pivots


def kernel(rows: Sequence[Sequence[fmpq]]) -> list[Vector]:
    """Return a basis of the vectors that all rows send to 0.

    >>> kernel([[fmpq(1), fmpq(2), fmpq(0)]])
    [[-2, 1, 0], [0, 0, 1]]
    """
    matrix, pivots = reduced(rows)
    width = matrix.ncols()
    basis = []
    for free in sorted({*range(width)} - {*pivots}):
        vector = [fmpq(0)] * width
        vector[free] = fmpq(1)
        for r, column in enumerate(pivots):
            vector[column] = -matrix[r, free]
        basis.append(vector)
    return basis
