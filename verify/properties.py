"""The seven properties RH RM CH CM F WH S, each with the entries that violate it.

*Constrained Differential Privacy for Count Data*, section IV-A, writes inputs as columns,
so its "row" is an output. Here every definition is in terms of Pr[output | input]:

====  =====================================================================
RH    Pr[j | j] >= Pr[j | i] for all i: an output is likeliest on its own count (7)
RM    Pr[j | i] does not grow as the input i moves away from j (8)
CH    Pr[i | i] >= Pr[j | i] for all j: the truth is the likeliest output (9)
CM    Pr[j | i] does not grow as the output j moves away from i (10)
F     Pr[i | i] is the same for all i (11)
WH    Pr[i | i] >= 1/(n+1) (13)
S     Pr[j | i] = Pr[n-j | n-i] (14)
====  =====================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..mechanisms import InputError, Mechanism
from ..mechanisms.forms import Form
from ..mechanisms.forms.form import Entry, Place

PROPERTIES = ("RH", "RM", "CH", "CM", "F", "WH", "S")


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


class Comparison(NamedTuple):
    """What a definition demands of the entries at two places, broadcast against each other.

    Where `order` is 1 the first is at least the second, where -1 at most, where 0 equal.
    """

    first: Place
    second: Place
    order: npt.NDArray[np.int8] | int


def _row_honest(size: int) -> Comparison:
    counts = np.arange(size)
    return Comparison((counts, counts), np.s_[:], 1)


def _column_honest(size: int) -> Comparison:
    counts = np.arange(size)[:, None]
    return Comparison((counts, counts), np.s_[:], 1)


def _row_monotone(size: int) -> Comparison:
    inputs, outputs = np.ogrid[: size - 1, :size]
    return Comparison(np.s_[:-1], np.s_[1:], _rising(inputs < outputs))


def _column_monotone(size: int) -> Comparison:
    inputs, outputs = np.ogrid[:size, : size - 1]
    return Comparison(np.s_[:, :-1], np.s_[:, 1:], _rising(outputs < inputs))


def _rising(before: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    # Entries rise towards the diagonal and fall after it.
    return np.where(before, np.int8(-1), np.int8(1))


def _fair(size: int) -> Comparison:
    low, high = np.arange(size - 1), np.arange(1, size)
    return Comparison((low, low), (high, high), 0)


def _symmetric(size: int) -> Comparison:
    return Comparison(np.s_[:], np.s_[::-1, ::-1], 0)


_DEFINITIONS: dict[str, Callable[[int], Comparison]] = {
    "RH": _row_honest,
    "RM": _row_monotone,
    "CH": _column_honest,
    "CM": _column_monotone,
    "F": _fair,
    "S": _symmetric,
}


def _weakly_honest(form: Form) -> Property:
    bound = fmpq(1, form.size)
    low = [i for i in range(form.size) if form.entry(i, i) < bound]
    return Property("WH", len(low), Violation((low[0], low[0]), None) if low else None)


def _judge(form: Form, letter: str) -> Property:
    if letter == "WH":
        return _weakly_honest(form)
    first, second, order = _DEFINITIONS[letter](form.size)
    signs = form.signs(first, second)
    fails = signs != 0 if isinstance(order, int) and order == 0 else signs * order < 0
    count = int(np.count_nonzero(fails))
    if not count:
        return Property(letter, 0, None)
    at = int(fails.argmax())
    a, b = (form.cell(cells.ravel()[at]) for cells in form.pairs(first, second))
    violation = Violation(*((a, b) if signs.ravel()[at] < 0 else (b, a)))
    return Property(letter, count, violation)


def parse_properties(text: str) -> tuple[str, ...]:
    """Read ``"RH,CM"`` as property letters, in the order of `PROPERTIES`.

    >>> parse_properties("cm, RH")
    ('RH', 'CM')
    """
    given = [part.strip().upper() for part in text.split(",") if part.strip()]
    for letter in given:
        if letter not in PROPERTIES:
            raise InputError(f"got property {letter!r}, expected some of {','.join(PROPERTIES)}")
    return tuple(letter for letter in PROPERTIES if letter in given)


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
    >>> from exactdp.mechanisms import geometric
    >>> verdicts = properties(geometric(2, "9/10"))
    >>> [letter for letter in verdicts if verdicts[letter].holds]
    ['RH', 'RM', 'S']
    >>> verdicts["CH"].first
    Violation(low=(1, 1), high=(1, 0))
    """
    return {letter: _judge(mechanism.form, letter) for letter in letters}
