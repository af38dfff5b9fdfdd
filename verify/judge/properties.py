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
from ...mechanisms.kernels.properties import DEFINITIONS, PROPERTIES


@dataclass(frozen=True)
class Violation:
    """Two entries in the wrong order: Pr at `low` should be at least Pr at `high` and is not.

    For F and S the two should be equal; for WH, `high` is None and stands for 1/(n+1).
    """

    low: Entry
    high: Entry | None


@dataclass(frozen=True)
class Property:
    """A verdict on one property.

    Attributes
    ----------
    letter : str
    violations : int
        How many comparisons of its definition fail.
    first : Violation or None
        The first of them, in row-major order.
    """

    letter: str
    violations: int
    first: Violation | None

    @property
    def holds(self) -> bool:
        """Whether the kernel has the property."""
        return self.violations == 0


def _weakly_honest(form: Form) -> Property:
    bound = fmpq(1, form.size)
    low = [i for i in range(form.size) if form.entry(i, i) < bound]
    return Property("WH", len(low), Violation((low[0], low[0]), None) if low else None)


def _judge(form: Form, letter: str) -> Property:
    if letter == "WH":
        return _weakly_honest(form)
    first, second, order = DEFINITIONS[letter](form.size)
    signs = form.signs(first, second)
    fails = signs != 0 if isinstance(order, int) and order == 0 else signs * order < 0
    count = int(np.count_nonzero(fails))
    if not count:
        return Property(letter, 0, None)
    at = int(fails.argmax())
    a, b = (form.cell(cells.ravel()[at]) for cells in form.pairs(first, second))
    violation = Violation(*((a, b) if signs.ravel()[at] < 0 else (b, a)))
    return Property(letter, count, violation)


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
    """
    return {letter: _judge(mechanism.form, letter) for letter in letters}
