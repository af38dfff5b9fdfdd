"""Exact slacks of what rows lack in algorithm 1, made of its terms, on demand and at least cost.

A slack follows from all terms so far that touch its step; or from the same slack of a step nearby
and the terms between them; or from the other slack of its step and an entry of r, which a settled
step ties to others. The exact numbers have hundreds of thousands of bits and nearly none of them
is ever asked for, so none is kept up to date: the way is taken on which the terms to be added up
have the fewest bits. Nothing here decides anything; :mod:`.lacking` asks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..kernels.forms.scaled import Heights, Term


def _total(alpha: fmpq, parts: list[tuple[int, fmpq]]) -> fmpq:
    """Return the sum of alpha^h w over pairs (h, w): halves that differ little in h, first.

    >>> _total(fmpq(1, 2), [(3, fmpq(1)), (1, fmpq(1, 3))])
    7/24
    """

    def below(start: int, stop: int) -> fmpq:
        if stop - start == 1:
            return parts[start][1]
        half = (start + stop) // 2
        apart = parts[half][0] - parts[start][0]
        return below(start, half) + below(half, stop) * alpha**apart

    if not parts:
        return fmpq(0)
    parts = sorted(parts, key=lambda part: part[0])
    return below(0, len(parts)) * alpha ** parts[0][0]


#: No terms.
_NONE: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)


class _Source(NamedTuple):
    """From what a slack follows: the slack of that kind at a step, and terms."""

    cost: int  # the bits of the terms
    step: int
    between: npt.NDArray[np.int64]  # those in columns between the steps, up to its time
    pending: npt.NDArray[np.int64]  # those since then


class Ledger:
    """The terms so far, and exact slacks and entries of r made from them on demand.

    A slack (i, kind) is u[i] for kind 0 and v[i] for kind 1. Times are numbers of terms. What
    was asked for is kept with its time, so that only later terms are added.
    """

    def __init__(self, alpha: fmpq, size: int):
        self.alpha, self.size = alpha, size
        self.terms: list[Term] = []
        self.heights: list[Heights] = []
        self.outputs: npt.NDArray[np.int64] = np.zeros(2 * size, dtype=np.int64)
        self.bits: npt.NDArray[np.int64] = np.zeros(2 * size, dtype=np.int64)
        self.settled: npt.NDArray[np.int8] = np.zeros(size - 1, dtype=np.int8)
        self.since: npt.NDArray[np.int64] = np.zeros(size - 1, dtype=np.int64)  # of the settled
        self.known: dict[tuple[int, int], fmpq] = {}
        self.times: npt.NDArray[np.int64] = np.zeros((2, size - 1), dtype=np.int64)

    def add(self, term: Term, heights: Heights) -> None:
        """Note a term."""
        now = len(self.terms)
        self.terms.append(term)
        self.heights.append(heights)
        self.outputs[now] = term.output
        self.bits[now] = int(term.weight.q.bit_length())

    def settle(self, i: int, kind: int) -> None:
        """Note that the slack has come to 0 with the last term."""
        self.settled[i] = -1 if kind else 1
        self.since[i] = self.times[kind, i] = len(self.terms)
        self.known[i, kind] = fmpq(0)

    def slack(self, i: int, kind: int) -> fmpq:
        """Return a slack of a free step: from its own terms, or from the other one and r."""
        cost, way = self._source(i, kind).cost, None
        other = self._source(i, 1 - kind).cost
        for end, beyond in ((i, i - 1), (i + 1, i + 2)):
            instead = self._reach(end)
            if instead is not None and instead + other < cost:
                cost, way = instead + other, (end, end)
            elif instead is None and 0 <= beyond < self.size:
                far = self._reach(beyond)  # one free step further
                if far is not None:
                    far += other + self._source(min(end, beyond), 1 - kind).cost
                    if far < cost:
                        cost, way = far, (end, beyond)
        if way is None:
            return self._own(i, kind)
        end, beyond = way
        rest = self.rest(beyond)
        if beyond != end:
            step = min(end, beyond)
            mine = self._own(step, 1 - kind)
            least = self._other(step, kind, mine, rest, beyond)
            u, v = (mine, least) if kind else (least, mine)
            rest = u + self.alpha * v if end == step else v + self.alpha * u
        value = self._other(i, kind, self._own(i, 1 - kind), rest, end)
        self.known[i, kind], self.times[kind, i] = value, len(self.terms)
        return value

    def _other(self, i: int, kind: int, have: fmpq, rest: fmpq, place: int) -> fmpq:
        """Return a slack from the other one and r at an end: r[i] = u + a v, r[i+1] = v + a u."""
        return rest - self.alpha * have if place == i + kind else (rest - have) / self.alpha

    def _reach(self, i: int) -> int | None:
        """Return the cost of r[i]; None where no step beside it is settled."""
        step = self._anchor(i)
        if step is None:
            return None
        later = int(self.bits[self.since[step] : len(self.terms)].sum())
        return later + self._source(step, int(self.settled[step] > 0)).cost

    def rest(self, i: int) -> fmpq:
        """Return r[i], which a settled step beside it tells: u or v is r where the other is 0."""
        step = self._anchor(i)
        assert step is not None
        rising = int(self.settled[step] > 0)
        at = step + rising
        value, then = self._own(step, rising), int(self.since[step])
        if then < len(self.terms):
            value -= self._sum(np.arange(then, len(self.terms)), at)
        rise = int(self.settled[min(at, i) : max(at, i)].sum()) * (1 if i > at else -1)
        return value / self.alpha**rise if rise >= 0 else value * self.alpha**-rise

    def _anchor(self, i: int) -> int | None:
        """Return the step settled last of those that tie r[i] to its neighbours."""
        free = np.flatnonzero(self.settled == 0)
        place = int(np.searchsorted(free, i))
        start = int(free[place - 1]) + 1 if place else 0
        stop = int(free[place]) if place < len(free) else self.size - 1
        return start + int(np.argmax(self.since[start:stop])) if start < stop else None

    def _stop(self, i: int) -> int:
        """Return until when a step was free."""
        return int(self.since[i]) if self.settled[i] else len(self.terms)

    def _within(self, start: int, stop: int, first: int, last: int) -> npt.NDArray[np.int64]:
        """Return the terms of some columns in some time."""
        if start >= stop or first > last:
            return _NONE
        outputs = self.outputs[start:stop]
        found: npt.NDArray[np.int64] = start + np.flatnonzero(
            (outputs >= first) & (outputs <= last)
        )
        return found

    def _source(self, i: int, kind: int) -> _Source:
        """Return from what a slack follows at the least cost: itself, or one that is known.

        Of the terms beyond both of them, the farther slack got alpha^distance as much as the
        nearer one, as long as all steps in between were free.
        """
        stop = self._stop(i)
        if stop and self.times[kind, i] == stop:
            return _Source(0, i, _NONE, _NONE)
        first, last = (i + 1, self.size) if kind else (0, i)
        times = self.times[kind]
        have = np.flatnonzero((times > 0) & (times <= stop))
        place = int(np.searchsorted(have, i))
        best: _Source | None = None
        for step in {i, *have[max(0, place - 1) : place + 2].tolist()}:
            then, low, high = int(times[step]), min(i, step), max(i, step)
            inside = self.since[low + kind : high + kind]
            if ((inside > 0) & (inside < then)).any():
                continue
            between = self._within(0, then, low + 1, high)
            pending = self._within(then, stop, first, last)
            cost = sum(int(self.bits[x].sum()) for x in (between, pending) if x.size)
            if best is None or cost < best.cost:
                best = _Source(cost, step, between, pending)
        assert best is not None
        return best

    def _own(self, i: int, kind: int) -> fmpq:
        """Return a slack from terms alone: now, or when its step was settled by the other."""
        source, start = self._source(i, kind), 1 / (1 + self.alpha)
        value = self.known.get((source.step, kind), start)
        if source.step != i:
            low, high = min(i, source.step), max(i, source.step)
            ratio = self.alpha ** (high - low)
            extra = self._sum(source.between, low + 1 if kind else high)
            farther = (i == high) != bool(kind)
            taken = start - value
            taken = taken * ratio + extra if farther else (taken - extra) / ratio
            value = start - taken
        if source.pending.size:
            value -= self._sum(source.pending, i + kind)  # the greater entry
        self.known[i, kind], self.times[kind, i] = value, self._stop(i)
        return value

    def _sum(self, terms: npt.NDArray[np.int64], at: int) -> fmpq:
        """Return what some terms have in row `at`."""
        parts = [(int(self.heights[k][at]), self.terms[k].weight) for k in terms.tolist()]
        return _total(self.alpha, parts)
