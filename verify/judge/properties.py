"""Whether a kernel has the seven properties, each with the entries that violate it.

What they demand is stated in :mod:`exactdp.mechanisms.kernels.properties`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from flint import fmpq

from ...mechanisms.kernels.forms.form import Entry, Form
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.properties import DEFINITIONS, MEANINGS, PROPERTIES
from ...mechanisms.kernels.telling import Line, Telling, pr


@dataclass(frozen=True)
class Violation:
    """Two entries in the wrong order: Pr at `low` should be at least Pr at `high` and is not.

    For F and S the two should be equal; for WH, `high` is None and stands for 1/(n+1).
    """

    low: Entry
    high: Entry | None


@dataclass(frozen=True)
class Property(Telling):
    """A verdict on one property.

    Attributes
    ----------
    letter : str
    violations : int
        How many comparisons of its definition fail.
    first : Violation or None
        The first of them, in row-major order.
    counts : (int, int)
        The range of counts, for people; entries are numbered from 0.
    """

    letter: str
    violations: int
    first: Violation | None
    counts: tuple[int, int]

    @property
    def holds(self) -> bool:
        """Whether the kernel has the property."""
        return self.violations == 0

    @property
    def places(self) -> list[list[int]]:
        """The entries of the first violation, as (input, output) of counts."""
        low = self.counts[0]
        entries = (self.first.low, self.first.high) if self.first else ()
        return [[low + i, low + j] for i, j in filter(None, entries)]

    def said(self) -> str:
        """Return the first violation, and how many there are."""
        if self.holds:
            return "no violation"
        low, high = self.counts
        less, *more = [pr((i, j)) for i, j in self.places]
        number = f"{self.violations} violation{'s' if self.violations > 1 else ''}"
        against = more[0] if more else f"1/{high - low + 1}"
        return f"{less} < {against} ({number})"

    def headline(self) -> str:
        """Return the verdict, with the first violation."""
        return f"has {self.letter}" if self.holds else f"not {self.letter}: {self.said()}"

    def lines(self) -> list[Line]:
        """Return what the property demands."""
        name, words = MEANINGS[self.letter]
        return [(name, words)]


def _weakly_honest(form: Form, counts: tuple[int, int]) -> Property:
    bound = fmpq(1, form.size)
    low = [i for i in range(form.size) if form.entry(i, i) < bound]
    return Property("WH", len(low), Violation((low[0], low[0]), None) if low else None, counts)


def _judge(form: Form, letter: str, counts: tuple[int, int]) -> Property:
    if letter == "WH":
        return _weakly_honest(form, counts)
    first, second, order = DEFINITIONS[letter](form.size)
    signs = form.signs(first, second)
    fails = signs != 0 if isinstance(order, int) and order == 0 else signs * order < 0
    count = int(np.count_nonzero(fails))
    if not count:
        return Property(letter, 0, None, counts)
    at = int(fails.argmax())
    a, b = (form.cell(cells.ravel()[at]) for cells in form.pairs(first, second))
    violation = Violation(*((a, b) if signs.ravel()[at] < 0 else (b, a)))
    return Property(letter, count, violation, counts)


def properties(mechanism: Mechanism, letters: Iterable[str] = PROPERTIES) -> dict[str, Property]:
    """Return the verdict on each of the seven properties (or on those asked for).

    Parameters
    ----------
    mechanism : Mechanism
    letters : iterable of str
        Some of RH RM CH CM F WH S.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, equations (7) to (14).

    Examples
    --------
    >>> from exactdp import geometric
    >>> verdicts = properties(geometric(2, "9/10"))
    >>> [letter for letter in verdicts if verdicts[letter].holds]
    ['RH', 'RM', 'S']
    >>> verdicts["CH"].first
    Violation(low=(1, 1), high=(1, 0))
    >>> print(verdicts["CH"])
    not CH: Pr[1|1] < Pr[0|1] (2 violations)
      column honest  the truth is the likeliest output: Pr[i|i] >= Pr[j|i] for all j
    """
    return {letter: _judge(mechanism.form, letter, mechanism.counts) for letter in letters}
