"""Kernels for every n at once: the uniform mechanism with a pattern added to it.

A pattern is D = c (n on the diagonal, -1 elsewhere) plus corner cells whose place is counted
from either end of the inputs and of the outputs. Every row of every property holds of the
uniform mechanism with equality, so uniform + delta D has a property exactly if D meets its
rows with bound 0, for every delta > 0 that keeps all entries nonnegative; and it is
alpha-private as soon as delta (n+1) max|D| <= (1-alpha)/2.

The value of D at a cell depends only on the places of its two counts (one of the first
:data:`DEPTH`, one of the last, or in the middle) and on whether they are equal, and is linear
in n. So the rows at one n with a middle of :data:`MIDDLE` counts are, up to repetition, those
at every larger n: a row holds from there on if it holds there and does not fall with n.

>>> shift = Pattern({(None, 0): 1, (None, 1): -1}, first=2)    # all inputs: 0 likelier, 1 less
>>> [shift.properties(n) for n in (2, 7)]
[('RH', 'RM'), ('RH', 'RM')]
>>> shift.always()
('RH', 'RM')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flint import fmpq

from ...mechanisms.design.design import property_rows
from ...mechanisms.kernels.properties import PROPERTIES

Letters = tuple[str, ...]
#: A count by its place: 0, 1, 2 from the start, -1, -2, -3 from the end; None is every count.
Place = int | None

#: How many counts at either end have a place of their own.
DEPTH = 3
#: How many counts in the middle show every situation: a row names at most three counts there.
MIDDLE = 4
#: The n from which on all sizes look alike.
GENERIC = 2 * DEPTH + MIDDLE - 1


@dataclass(frozen=True)
class Pattern:
    """What is added to the uniform mechanism.

    Attributes
    ----------
    cells : mapping
        (input's place, output's place) -> integer.
    first : int
        The least n for which the pattern is used.
    diagonal : int
        c: how many times n stands on the diagonal, and -1 beside it.
    """

    cells: Mapping[tuple[Place, Place], int]
    first: int
    diagonal: int = 0

    def values(self, n: int) -> list[tuple[int, int]]:
        """Return (constant, coefficient of n) of each entry, row by row; rows are inputs."""
        corners: dict[tuple[int, int], int] = {}
        for (i, o), value in self.cells.items():
            for cell in ((r, s) for r in _counts(i, n) for s in _counts(o, n)):
                corners[cell] = corners.get(cell, 0) + value
        return [
            (corners.get((i, o), 0) - (self.diagonal if i != o else 0), self.diagonal * (i == o))
            for i in range(n + 1)
            for o in range(n + 1)
        ]

    def rows_sum_to_zero(self, n: int) -> bool:
        """Return whether each input's entries sum to 0, so that uniform + delta D is a kernel."""
        flat = [constant + slope * n for constant, slope in self.values(n)]
        return all(sum(flat[i * (n + 1) : (i + 1) * (n + 1)]) == 0 for i in range(n + 1))

    def properties(self, n: int) -> Letters:
        """Return the properties of uniform + delta D at one n."""
        flat = [constant + slope * n for constant, slope in self.values(n)]
        return tuple(letter for letter in PROPERTIES if _met(letter, n, flat))

    def always(self) -> Letters | None:
        """Return the properties at every n >= `first`, None unless they are proved the same."""
        found = {self.properties(n) for n in range(self.first, GENERIC + 1)}
        sums = all(self.rows_sum_to_zero(n) for n in range(self.first, GENERIC + 1))
        if len(found) != 1 or not sums:
            return None
        (letters,) = found
        return letters if self._grows(letters) else None

    def _grows(self, letters: Letters) -> bool:
        """Return whether the same rows hold, and fail, at every n beyond the generic one."""
        slopes = [slope for _, slope in self.values(GENERIC)]
        values = [constant + slope * GENERIC for constant, slope in self.values(GENERIC)]
        for letter in PROPERTIES:
            changes = []
            for _, row in property_rows(letter, GENERIC + 1, fmpq(1)):
                at = sum(int(a) * values[v] for v, a in row.terms)
                slope = sum(int(a) * slopes[v] for v, a in row.terms)
                changes.append((at, slope, row.equal))
            if letter in letters:
                fine = all(slope == 0 if equal else slope >= 0 for _, slope, equal in changes)
            else:  # one row that fails goes on failing
                fine = any(
                    (at != 0 and at * slope >= 0) if equal else (at < 0 and slope <= 0)
                    for at, slope, equal in changes
                )
            if not fine:
                return False
        return True


def _counts(place: Place, n: int) -> Iterable[int]:
    if place is None:
        return range(n + 1)
    return [place if place >= 0 else n + 1 + place]


def _met(letter: str, n: int, flat: list[int]) -> bool:
    for _, row in property_rows(letter, n + 1, fmpq(1)):
        at = sum(int(a) * flat[v] for v, a in row.terms)
        if at < 0 or (row.equal and at):
            return False
    return True


def _mirrored(cells: Mapping[tuple[int, int], int]) -> dict[tuple[Place, Place], int]:
    both: dict[tuple[Place, Place], int] = {}
    for (i, o), value in cells.items():
        for cell in ((i, o), (-1 - i, -1 - o)):
            both[cell] = both.get(cell, 0) + value
    return both


#: For each set of properties that is not an intersection of larger closed ones, a pattern
#: that has exactly this set. The sets are read off the patterns, not written here.
WITNESSES: dict[str, Pattern] = {
    "the truth is the least likely answer": Pattern({}, 3, -1),
    "an answer that ignores the input": Pattern(
        {(None, 0): 1, (None, 1): -1, (None, -2): -1, (None, -1): 1}, 3
    ),
    "fair and symmetric, the far end likely": Pattern(_mirrored({(1, 0): 1, (1, -1): -1}), 3),
    "rows in order, columns not": Pattern(
        _mirrored({(0, 0): 1, (0, -2): -1, (1, 0): 1, (1, -2): -1}), 3
    ),
    "columns in order, rows not": Pattern(
        _mirrored({(1, 0): 1, (1, 1): 1, (1, -2): -1, (1, -1): -1}), 3
    ),
    "all but symmetric": Pattern({(0, 1): 1, (0, -1): -1}, 3, 1),
    "all but fair": Pattern(_mirrored({(0, 0): 1, (0, -1): -1}), 3),
    "all but column monotone": Pattern(
        _mirrored({(0, 1): 1, (0, -1): -1, (1, 0): 1, (1, -1): -1, (2, 0): 1, (2, -1): -1}), 5, 1
    ),
    "all but row monotone": Pattern(
        _mirrored({(0, 1): 1, (0, 2): 1, (0, -2): -1, (0, -1): -1}), 5, 1
    ),
}
