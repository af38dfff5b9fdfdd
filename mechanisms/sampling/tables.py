"""Many draws at a time, by inversion on integers, never truncated.

A draw is decided by a uniform number U in [0, 1) of which as many bits are looked at as it
takes: 16 first, 64 where these do not decide, and 64 more at a time where those do not, so
that the outcome is exactly the one whose interval of the cumulative law contains U.

What is compared are integers. At a precision of B bits, floor(2^B p_0) + ... + floor(2^B p_j)
falls short of 2^B F(j) by less than j + 1; so with the first B bits v of U,

* v < that sum: U is below F(j), the outcome is at most j;
* v > that sum + j: U is above F(j), the outcome is beyond j;
* otherwise v is tied with F(j), and more bits are drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from .rows import Row
from .source import BitSource

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

_DIGIT = 16  # bits of the first look
_WORD = 64  # bits of the second
_MOST_CELLS = 2**22  # of all guides together
_UNDECIDED = -1
_BLOCK = 2**16  # draws at a time, so that they stay in cache


class Tables:
    """Draws from any of several laws, many at a time; a law is read when it first occurs.

    Parameters
    ----------
    laws : int
        How many there are.
    row : callable
        ``row(k)`` is law number k.
    widest : int
        A bound on the number of outcomes of one law.
    largest : int
        A bound on the outcomes, which are nonnegative.

    Examples
    --------
    >>> from flint import fmpz
    >>> from .rows import ExactRow
    >>> from .source import SeededSource
    >>> one, two, three = fmpz(1), fmpz(2), fmpz(3)
    >>> laws = [ExactRow([(0, one, three), (1, two, three)]), ExactRow([(7, one, one)])]
    >>> tables = Tables(2, laws.__getitem__, widest=2, largest=7)
    >>> tables.draw(np.array([0, 1, 0, 0, 1]), SeededSource(3))
    array([1, 7, 0, 1, 7])
    """

    def __init__(self, laws: int, row: Callable[[int], Row], *, widest: int, largest: int):
        self._row = row
        self._laws: dict[int, _Law] = {}
        # The first look: for each law and each value of the leading bits, the outcome that they
        # decide. Few are undecided where they are many more than the outcomes.
        fitting = (_MOST_CELLS // laws).bit_length() - 1
        self._look = max(1, min(_DIGIT, widest.bit_length() + 6, fitting))
        kind = np.min_scalar_type(-largest - 1)
        self._guide = np.full((laws, 2**self._look), _UNDECIDED, dtype=kind)

    def draw(self, which: Integers, source: BitSource) -> Integers:
        """Return one draw for each entry of `which`.

        Parameters
        ----------
        which : int64 array, shape (draws,)
            For each draw the number of its law.
        source : BitSource

        Returns
        -------
        int64 array, shape (draws,)
        """
        occurring = np.flatnonzero(np.bincount(which, minlength=len(self._guide)))
        for k in occurring.tolist():
            if k not in self._laws:
                self._add(k)
        drawn = np.empty(len(which), dtype=np.int64)
        for start in range(0, len(which), _BLOCK):
            block = which[start : start + _BLOCK]
            drawn[start : start + _BLOCK] = self._drawn(block, source)
        return drawn

    def _add(self, k: int) -> None:
        law = self._laws[k] = _Law(self._row(k))
        starts = np.arange(2**self._look, dtype=np.uint64) << np.uint64(_WORD - self._look)
        first, _ = law.reach(starts)
        _, last = law.reach(starts + np.uint64(2 ** (_WORD - self._look) - 1))
        self._guide[k] = np.where(first == last, law.outcomes[first], _UNDECIDED)

    def _drawn(self, which: Integers, source: BitSource) -> Integers:
        digits = _digits(len(which), source)
        cells = (which << self._look) + (digits >> np.uint16(_DIGIT - self._look))
        drawn = self._guide.ravel().take(cells).astype(np.int64)
        undecided = np.flatnonzero(drawn == _UNDECIDED)
        if undecided.size:
            heads = digits[undecided].astype(np.uint64) << np.uint64(_WORD - _DIGIT)
            words = heads | source.words(undecided.size) >> np.uint64(_DIGIT)
            drawn[undecided] = self._second_look(which[undecided], words, source)
        return drawn

    def _second_look(self, which: Integers, words: Words, source: BitSource) -> Integers:
        """Return the draws that words of 64 bits decide, and resolve the ties among them."""
        drawn = np.empty(len(words), dtype=np.int64)
        order = np.argsort(which, kind="stable")
        kinds, starts = np.unique(which[order], return_index=True)
        for k, mine in zip(kinds.tolist(), np.split(order, starts[1:]), strict=True):
            law = self._laws[k]
            first, last = law.reach(words[mine])
            drawn[mine] = law.outcomes[first]
            for at in mine[np.flatnonzero(first != last)].tolist():
                drawn[at] = law.resolved(int(words[at]), source)
        return drawn


class _Law:
    """One law, with the words that its cumulative probabilities are tied with."""

    def __init__(self, row: Row):
        self._row = row
        self.outcomes = np.array(row.outcomes, dtype=np.int64)
        # For each outcome j but the last, the least and the greatest word tied with F(j).
        floors = np.array(row.floors(_WORD)[:-1], dtype=np.uint64)
        self._least = np.cumsum(floors, dtype=np.uint64)
        room = np.uint64(2**_WORD - 1) - self._least
        self._most = self._least + np.minimum(room, np.arange(len(floors), dtype=np.uint64))

    def reach(self, words: Words) -> tuple[Any, Any]:
        """Return the places of the first and of the last outcome that each word allows."""
        first = np.searchsorted(self._most, words, side="left")
        return first, np.searchsorted(self._least, words, side="right")

    def resolved(self, word: int, source: BitSource) -> int:
        """Return the outcome whose interval contains U, of which `word` is the beginning."""
        value, bits = word, _WORD
        while True:
            value, bits = value << _WORD | source.bits(_WORD), bits + _WORD
            least = list(accumulate(self._row.floors(bits)[:-1]))
            first = bisect_left([total + j for j, total in enumerate(least)], value)
            if first == bisect_right(least, value):
                return self._row.outcomes[first]


def _digits(count: int, source: BitSource) -> npt.NDArray[np.uint16]:
    """Return `count` numbers of 16 bits, four of each word."""
    words = source.words(-(-count * _DIGIT // _WORD))
    digits: npt.NDArray[np.uint16] = words.astype("<u8", copy=False).view("<u2")[:count]
    return digits
