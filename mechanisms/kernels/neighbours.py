"""Which entries differential privacy compares.

Inputs are *adjacent* (they differ by one individual), within a sensitivity S of each
other, or any two (local differential privacy); or, for the constraint that *Constrained
Differential Privacy for Count Data* names as future work, the *outputs* are neighbours and
the input is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..exact.errors import InputError

Kind = Literal["adjacent", "all", "outputs"]
KINDS: tuple[Kind, ...] = ("adjacent", "all", "outputs")


@dataclass(frozen=True)
class Neighbours:
    """A neighbour relation.

    Parameters
    ----------
    kind : "adjacent", "all" or "outputs"
        Inputs next to each other, any two inputs, or outputs next to each other.
    sensitivity : int
        Neighbours are up to this far apart (not for ``all``).

    Raises
    ------
    InputError
        If the kind is unknown, or the sensitivity is not at least 1.

    Examples
    --------
    >>> Neighbours("adjacent", sensitivity=3).reach(size=10)
    3
    """

    kind: Kind = "adjacent"
    sensitivity: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"got neighbours {self.kind!r}, expected one of {', '.join(KINDS)}")
        if self.sensitivity < 1:
            raise InputError(f"got sensitivity {self.sensitivity}, expected a whole number >= 1")
        if self.kind == "all" and self.sensitivity != 1:
            raise InputError("a sensitivity says nothing where any two inputs are neighbours")

    def reach(self, size: int) -> int:
        """Return how far apart neighbours can be among `size` counts."""
        return size - 1 if self.kind == "all" else min(self.sensitivity, size - 1)

    def places(self, size: int) -> Iterator[tuple[Any, Any]]:
        """Yield the places of all neighbouring entries, each unordered pair once."""
        for distance in range(1, self.reach(size) + 1):
            low, high = np.s_[:-distance], np.s_[distance:]
            if self.kind == "outputs":
                yield (np.s_[:], low), (np.s_[:], high)
            else:
                yield low, high


ADJACENT = Neighbours()
