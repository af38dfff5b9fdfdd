"""The law of code that is monotone in its large draws: break points found by bisection.

A uniform float is one of 2^53 equally likely points, and code that draws one is a function on
them; a word of 64 bits likewise. If the function is monotone between known points, equal
results at two of them mean that all between are equal, and where results differ bisection
finds the break, exactly. The known points are the ends, 64 equal parts, and points that close
in on 0, 1/2 and 1, where logarithms and signs have their trouble.

After a large draw the code may draw again: then its result is the law of what follows,
compared as a whole. Draws with few answers are enumerated.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from itertools import cycle, islice, pairwise
from math import log2
from typing import Any

from ...mechanisms.exact.errors import LimitError
from ...mechanisms.exact.rationals import brief
from .chain import DETERMINISTIC, REPEATED, changed
from .forks import GRID, Weights
from .law import CodeLaw, ordered
from .running import GOLDEN, Ended, Machine
from .trespass import UNSEEN

#: Draws with at most so many answers are enumerated.
ENUMERATED = 2**10
#: Paths less likely than 2^-DEPTH are not followed; nor is anything after RUNS runs.
DEPTH, RUNS = 160, 2**20
#: How many draws are tried between the break points, at the first draw and at later ones.
TRIED, TRIED_LATER = 256, 16
#: How many equal parts the known points make.
PARTS = 64

#: What follows an answer: the name of an output, or a law as sorted pairs; the name "" stands
#: for what is undecided.
_Sub = Any
_Draw = tuple[int, Weights, int]  # size, weights, answer
_UNDECIDED = ""


def known_points(size: int) -> list[int]:
    """Return the points between which code is assumed to be monotone, ascending.

    >>> [point for point in known_points(2**53) if point < 5000]
    [0, 1, 16, 256, 4096]
    """
    points = {size - 1, *(part * size // PARTS for part in range(PARTS))}
    for centre in (0, size // 2, size):
        for power in range(0, size.bit_length(), 4):
            points |= {centre, centre - 2**power, centre + 2**power}
    return sorted(point for point in points if 0 <= point < size)


class _Grid:
    def __init__(self, machine: Machine, depth: float, *, floats_only: bool):
        self.machine, self.depth, self.floats_only = machine, depth, floats_only
        self.over = False
        self.limits: set[str] = set()
        self.points = self.tried = 0
        self.ends: dict[int, tuple[list[_Draw], str]] = {}  # some finished runs
        self._error: Exception | None = None

    def repeat(self) -> None:
        """Run some finished paths again, and compare how they end."""
        for path, end in islice(cycle(self.ends.values()), REPEATED if self.ends else 0):
            if self.run(path)[0] != end:
                raise changed(self.machine)

    def follow(self, path: list[_Draw], depth: float) -> _Sub:
        """Return what follows some answers, `depth` being minus log2 of how likely they are."""
        if depth > self.depth:
            self.limits.add(f"paths less likely than 2^-{self.depth:g}")
            return _UNDECIDED
        if self.over:
            return _UNDECIDED
        end, asked = self.run(path)
        if isinstance(end, str):
            self.ends[self.machine.runs % REPEATED] = path, end
            return end
        if asked is None:
            self.over |= end is Ended.time
            self.limits.add(end.value)
            return _UNDECIDED
        size, weights = asked
        if weights is None and size > ENUMERATED:
            pieces = self._pieces(path, size, depth)
            ends = [*(first for first, _ in pieces[1:]), size]
            parts = [(Fraction(end - first, size), sub)
                     for (first, sub), end in zip(pieces, ends, strict=True)]  # fmt: skip
        else:
            shares = weights or (Fraction(1, size),) * size
            parts = [(p, self._after(path, size, weights, k, depth)) for k, p in enumerate(shares)]
        return _mixture(parts)

    def _after(self, path: list[_Draw], size: int, weights: Weights, k: int, depth: float) -> _Sub:
        surprise = log2(size) if weights is None else -log2(weights[k])
        return self.follow([*path, (size, weights, k)], depth + surprise)

    def run(self, path: list[_Draw]) -> tuple[str | Ended, tuple[int, Weights] | None]:
        """Return how a run ended, and what it asked for beyond the given answers."""
        step, asked = 0, None

        def choose(size: int, weights: Weights) -> int:
            nonlocal step, asked
            step += 1
            if step > len(path):
                asked = size, weights
                self.machine.stop()
            known = path[step - 1]
            if known[0] != size or known[1] != weights:
                self._error = changed(self.machine)
                self.machine.stop()
            return known[2]

        end = self.machine.run(choose)
        if self.machine.runs >= RUNS:
            self.over = True
            self.limits.add(f"{RUNS} runs")
        if self._error is None and step < len(path):
            self._error = changed(self.machine)
        if self._error is not None:
            raise self._error
        return end, asked

    def _pieces(self, path: list[_Draw], size: int, depth: float) -> list[tuple[int, _Sub]]:
        """Return where each piece begins, and what follows on it."""
        if self.floats_only and size != GRID:
            raise LimitError(
                f"{self.machine.target.name}: a draw has {brief(size)} answers and is no uniform "
                "float: --source uniform-grid bisects it, if the output is monotone in it"
            )
        results: dict[int, _Sub] = {}

        depth += log2(size)

        def at(k: int) -> _Sub:
            if k not in results:
                results[k] = self.follow([*path, (size, None, k)], depth)
            return results[k]

        points = known_points(size)
        waiting = [(a, at(a), b, at(b)) for a, b in pairwise(points)]
        while waiting:
            a, low, b, high = waiting.pop()
            k = (a + b) // 2
            if low == high or k == a:
                continue
            middle = at(k)
            if middle == low:
                waiting.append((k, middle, b, high))
            elif middle == high:
                waiting.append((a, low, k, middle))
            else:
                self._require_between((a, k, b), [low, middle, high])
                waiting += [(a, low, k, middle), (k, middle, b, high)]
        begins: list[tuple[int, _Sub]] = []
        for k in sorted(results):
            if not begins or begins[-1][1] != results[k]:
                begins.append((k, results[k]))
        self._try(begins, size, at, TRIED_LATER if path else TRIED)
        self.points += len(points)
        return begins

    def _require_between(self, draws: tuple[int, int, int], names: list[_Sub]) -> None:
        """Refuse integer outputs that are not monotone at three points."""
        if all(isinstance(name, str) and name.removeprefix("-").isdecimal() for name in names):
            low, middle, high = (int(name) for name in names)
            if not min(low, high) <= middle <= max(low, high):
                raise self._not_monotone(draws, names)

    def _try(self, begins: list[tuple[int, _Sub]], size: int, at: Any, count: int) -> None:
        """Refuse pieces that are not constant at some draws between."""
        starts = [first for first, _ in begins]
        for k in range(1, count + 1):
            draw = k * GOLDEN % 2**64 * size >> 64
            piece = bisect_right(starts, draw) - 1
            found = at(draw)
            if self.over:  # what was not found says nothing
                return
            if found != begins[piece][1]:
                last = begins[piece + 1][0] - 1 if piece + 1 < len(begins) else size - 1
                names = [at(starts[piece]), found, at(last)]
                raise self._not_monotone((starts[piece], draw, last), names)
        self.tried += count

    def _not_monotone(self, draws: tuple[int, int, int], names: list[_Sub]) -> LimitError:
        said = ", ".join(name if isinstance(name, str) else "a law" for name in names)
        return LimitError(
            f"{self.machine.target.name}: not monotone in a draw, so bisection cannot give its "
            f"law: the draws {', '.join(map(str, draws))} give {said}"
        )


def _mixture(parts: list[tuple[Fraction, _Sub]]) -> _Sub:
    masses: dict[str, Fraction] = {}
    for share, sub in parts:
        for name, p in ((sub, Fraction(1)),) if isinstance(sub, str) else sub:
            masses[name] = masses.get(name, Fraction(0)) + share * p
    return next(iter(masses)) if len(masses) == 1 else tuple(sorted(masses.items()))


def grid_law(machine: Machine, depth: int | None = None, *, floats_only: bool = False) -> CodeLaw:
    """Return the law of code by bisection in its large draws.

    Parameters
    ----------
    machine : Machine
    depth : int, optional
        Paths less likely than 2^-depth are left undecided.
    floats_only : bool
        Whether only uniform floats are bisected, and not words or large integers.

    Raises
    ------
    InputError
        If the code is not a function of its draws.
    LimitError
        If it is not monotone between the known points, or has other large draws.
    """
    grid = _Grid(machine, DEPTH if depth is None else depth, floats_only=floats_only)
    found = grid.follow([], 0.0)
    grid.repeat()
    parts = dict([(found, Fraction(1))] if isinstance(found, str) else found)
    undecided = parts.pop(_UNDECIDED, Fraction(0))
    return CodeLaw(
        ordered(parts),
        undecided,
        "grid",
        (
            DETERMINISTIC,
            UNSEEN,
            f"outputs are monotone in each draw of more than {ENUMERATED} answers, between "
            f"{grid.points} known points (tried at {grid.tried} others)",
        ),
        machine.runs,
        tuple(sorted(grid.limits)) if undecided else (),
    )
