"""The seven properties RH RM CH CM F WH S, as comparisons between entries.

*Constrained Differential Privacy for Count Data*, section IV-A, writes inputs as columns,
so its "row" is an output. Here every definition is in terms of Pr[output | input]; what each
says in words is in :data:`MEANINGS`, from which helps and legends come.

WH compares with a constant; the other six compare entries, and are stated here once, for
whoever judges them and for whoever demands them of a mechanism to be designed.

>>> print(legend())
RH  row honest        an output is likeliest on its own count: Pr[j|j] >= Pr[j|i] for all i
RM  row monotone      Pr[j|i] does not grow as the input i moves away from j
CH  column honest     the truth is the likeliest output: Pr[i|i] >= Pr[j|i] for all j
CM  column monotone   Pr[j|i] does not grow as the output j moves away from i
F   fair              the truth is as likely for every input: Pr[i|i] is the same for all i
WH  weakly honest     the truth is no rarer than by a uniform guess: Pr[i|i] >= 1/(n+1)
S   symmetric         counting from the other end changes nothing: Pr[j|i] = Pr[n-j|n-i]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..exact.errors import InputError
from .forms.form import Place

#: Each property, by its letters: its name, and what it demands; equations (7) to (14).
MEANINGS = {
    "RH": (
        "row honest",
        "an output is likeliest on its own count: Pr[j|j] >= Pr[j|i] for all i",
    ),
    "RM": ("row monotone", "Pr[j|i] does not grow as the input i moves away from j"),
    "CH": ("column honest", "the truth is the likeliest output: Pr[i|i] >= Pr[j|i] for all j"),
    "CM": ("column monotone", "Pr[j|i] does not grow as the output j moves away from i"),
    "F": ("fair", "the truth is as likely for every input: Pr[i|i] is the same for all i"),
    "WH": (
        "weakly honest",
        "the truth is no rarer than by a uniform guess: Pr[i|i] >= 1/(n+1)",
    ),
    "S": (
        "symmetric",
        "counting from the other end changes nothing: Pr[j|i] = Pr[n-j|n-i]",
    ),
}
PROPERTIES = tuple(MEANINGS)
#: The letters with their names, in one line.
NAMES = ", ".join(f"{letter} {name}" for letter, (name, _) in MEANINGS.items())


def legend() -> str:
    """Return a line for each property: its letters, its name, and what it demands."""
    return "\n".join(
        f"{letter:2}  {name:16}  {words}" for letter, (name, words) in MEANINGS.items()
    )


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


#: What each property but WH demands, for a kernel of a given size.
DEFINITIONS: dict[str, Callable[[int], Comparison]] = {
    "RH": _row_honest,
    "RM": _row_monotone,
    "CH": _column_honest,
    "CM": _column_monotone,
    "F": _fair,
    "S": _symmetric,
}


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
