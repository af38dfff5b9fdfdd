"""A loaded die that costs the fewest fair bits that any exact die can.

>>> from flint import fmpz
>>> from .rows import ExactRow
>>> from .source import Tape
>>> die = Die(ExactRow([(0, fmpz(1), fmpz(2)), (1, fmpz(1), fmpz(4)), (2, fmpz(1), fmpz(4))]))
>>> [die.roll(Tape(bits)) for bits in ("0", "10", "11")]
[0, 1, 2]
"""

from __future__ import annotations

import threading

import numpy as np
import numpy.typing as npt

from .rows import Row
from .source import BitSource

_CHUNK = 64  # levels whose digits are computed at a time
_MASK = 2**_CHUNK - 1


class Die:
    """Rolls one law by the tree of Knuth and Yao, levels of which are made when reached.

    Outcome j is a leaf at level k where the k-th binary digit of its probability is 1, and
    every other node of a level has two children on the next, chosen between by one bit. So j
    is reached with probability exactly its own, after fewer than H + 2 bits on average, where
    H is the entropy of the law in bits; no exact method needs fewer.

    Parameters
    ----------
    row : Row
        The law.

    References
    ----------
    Knuth, Yao, *The Complexity of Nonuniform Random Number Generation*.
    """

    def __init__(self, row: Row):
        self._row = row
        self._lock = threading.Lock()
        self._levels: list[tuple[int, ...]] = []
        self._digits: npt.NDArray[np.uint64] = np.empty(0, dtype=np.uint64)

    def roll(self, source: BitSource) -> int:
        """Return an outcome with exactly its probability.

        Examples
        --------
        >>> from flint import fmpz
        >>> from .rows import ExactRow
        >>> from .source import Tape
        >>> tape = Tape("011")
        >>> Die(ExactRow([(0, fmpz(1), fmpz(3)), (1, fmpz(2), fmpz(3))])).roll(tape), tape.used
        (1, 1)
        """
        level, node = 0, 0  # the number of the node within its level, leaves first
        leaves = self._leaves(0)
        while node >= len(leaves):
            node = 2 * (node - len(leaves)) + source.bits(1)
            level += 1
            leaves = self._leaves(level)
        return leaves[node]

    def _leaves(self, level: int) -> tuple[int, ...]:
        """Return the outcomes whose binary digit number `level` is 1."""
        if level == len(self._levels):
            with self._lock:  # another thread may have made it meanwhile
                if level == len(self._levels):
                    self._levels.append(self._made(level))
        return self._levels[level]

    def _made(self, level: int) -> tuple[int, ...]:
        if level == 0:
            chosen = [k for k, whole in enumerate(self._row.floors(0)) if whole]
        else:
            chunk, place = divmod(level - 1, _CHUNK)
            if place == 0:
                floors = self._row.floors((chunk + 1) * _CHUNK)
                self._digits = np.array([floor & _MASK for floor in floors], dtype=np.uint64)
            digit = self._digits >> np.uint64(_CHUNK - 1 - place) & np.uint64(1)
            chosen = np.flatnonzero(digit).tolist()
        return tuple(self._row.outcomes[k] for k in chosen)
