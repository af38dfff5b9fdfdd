"""Faces of the cone of private columns, and when they are independent.

A face is given by its pattern of ups, downs and free steps, here as two sets of bits: the
steps where some of its scales go up, and those where some go down; both, where it is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from ..exact.rationals import to_fmpq
from ..kernels.patterns import Pattern


class Face(NamedTuple):
    """The steps where its scales can go up, and can go down; bit i is the step i to i+1."""

    ups: int
    downs: int

    @property
    def dimension(self) -> int:
        """One more than the number of free steps."""
        return 1 + (self.ups & self.downs).bit_count()

    def join(self, other: Face) -> Face:
        """Return the smallest face that holds both."""
        return Face(self.ups | other.ups, self.downs | other.downs)

    def pattern(self, size: int) -> Pattern:
        """Return its pattern.

        >>> Face(0b011, 0b110).pattern(4)
        (1, 0, -1)
        """
        return tuple((self.ups >> i & 1) - (self.downs >> i & 1) for i in range(size - 1))

    def reversed(self, size: int) -> Face:
        """Return the face of the columns read backwards."""
        return face_of(tuple(-step for step in reversed(self.pattern(size))))


def face_of(pattern: Pattern) -> Face:
    """Return the face with a pattern.

    >>> face_of((1, 0, -1)).dimension
    2
    """
    ups = sum(1 << i for i, step in enumerate(pattern) if step >= 0)
    downs = sum(1 << i for i, step in enumerate(pattern) if step <= 0)
    return Face(ups, downs)


def span(pattern: Pattern, alpha: Fraction | fmpq) -> list[list[fmpq]]:
    """Return a basis of the linear span of a face: one column for each run of fixed steps.

    Inside a run the ratios are fixed; each free step starts a new run.

    >>> span((1, 0), Fraction(1, 2))
    [[1, 2, 0], [0, 0, 1]]
    """
    a, size = to_fmpq(alpha), len(pattern) + 1
    basis = [[fmpq(0)] * size]
    value = basis[0][0] = fmpq(1)
    for i, step in enumerate(pattern):
        if step == 0:
            basis.append([fmpq(0)] * size)
            value = fmpq(1)
        else:
            value = value / a if step > 0 else value * a
        basis[-1][i + 1] = value
    return basis


def independent(found: Iterable[Pattern], alpha: Fraction) -> bool:
    """Whether the spans of faces form a direct sum.

    So it is for the faces of the nonzero columns of a vertex of U, and of no other point.

    >>> independent([(1, 0), (-1, -1)], Fraction(1, 2))
    True
    >>> independent([(1, 0), (0, 1)], Fraction(1, 2))
    False
    """
    basis = [column for pattern in found for column in span(pattern, alpha)]
    return rank(basis) == len(basis)


def rank(rows: Sequence[Sequence[fmpq]]) -> int:
    """Return the rank of a list of rows."""
    if not rows:
        return 0
    entries = [x for row in rows for x in row]
    return int(fmpq_mat(len(rows), len(rows[0]), entries).rank())
