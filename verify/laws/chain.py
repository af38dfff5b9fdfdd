"""The bit tree, folded: code run on all answers to its draws, equal states merged.

Each draw is a node, each answer an edge to the next draw or to an output. Unfolded that is a
tree, and every output gets the weight of its leaves. Draws with equal states
(:mod:`~exactdp.verify.laws.states`) are one node, wherever they occur; then loops that forget
are cycles, the tree becomes a finite absorbing Markov chain, and its law is found by exact
elimination (:mod:`~exactdp.verify.laws.absorption`) instead of being approached.

Code is run again for each new edge, from the start, along the answers that lead there; likely
paths come first. What is not followed, because the path to it is less likely than 2^-depth or
the runs are used up, is undecided. A run along known answers must ask for the same draws as
before, or the code is not a function of them.
"""

from __future__ import annotations

import dis
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import cycle, islice
from math import log2
from types import FrameType
from typing import Any

from flint import fmpq

from ...mechanisms.exact.errors import InputError, LimitError
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import brief, rational, to_fmpq
from .absorption import Edges, visits
from .cells import FOLDS
from .forks import GRID, Weights
from .law import CodeLaw, ordered
from .running import Ended, Machine
from .states import ASSUMPTION, frames, key_of
from .trespass import UNSEEN

#: The most answers that a draw may have to be enumerated.
MAX_ANSWERS = 2**12
#: Paths less likely than 2^-DEPTH are not followed, nor are more than RUNS of them, unless a
#: depth is given: then as many as a tree of that depth has, up to MAX_RUNS.
DEPTH, RUNS, MAX_RUNS = 64, 2**16, 2**22
#: The most draws in one run.
MAX_DRAWS = 20_000
#: What is assumed of all code.
DETERMINISTIC = (
    f"the code is a function of its draws (the same draws were repeated {32} times, "
    "with the same outputs)"
)
#: Why mass is undecided where all paths were followed.
ENDLESS = "states that lead only to one another, for ever"
#: How many runs are repeated to see whether the outputs stay the same.
REPEATED = 32
#: Looking for equal states is given up after so many states if no two were equal.
PATIENCE = 4096


@dataclass(slots=True)
class _Node:
    """A draw: how many answers, how likely, where they lead; and how it was found."""

    size: int
    weights: Weights
    edges: list[Any]  # where each answer leads: a node (int), an output (str), or not known
    origin: tuple[int, int]  # the node and the answer before; (-1, 0) at the first draw
    depth: float  # minus log2 of how likely the path is by which it was found
    tokens: list[Any]  # for each frame, since when it was immutable; None if it is not


class _Explorer:
    def __init__(self, machine: Machine, depth: float, runs: int):
        self.machine, self.depth, self.runs = machine, depth, runs
        self.nodes: list[_Node] = []
        self.waiting: list[tuple[float, int, int]] = []  # depth, node, answer
        self.merged = 0
        self.limits: set[str] = set()
        self._states: dict[Any, int] = {}
        self._error: Exception | None = None

    def explore(self) -> Any:
        """Follow all edges that are to be followed; return how the first run ended."""
        first = self._run([])
        end = first
        for _ in track(range(self.runs - 1), self.runs - 1, "running the code"):
            # What takes too long does so again: one such run is enough.
            if not self.waiting or end is Ended.time or self.spoilt():
                break
            _, node, answer = heappop(self.waiting)
            end = self._run(self._path(node, answer))
        if self.waiting and end is not Ended.time:
            self.limits.add(f"{self.runs} runs")
        return first

    def spoilt(self) -> bool:
        """Whether states were merged although the source has a state that they do not show."""
        source = self.machine.source
        return self.merged > 0 and (source.watched or source.extended)

    def repeat(self, first: Any) -> None:
        """Run some finished paths again, and compare how they end."""
        places = [
            (k, answer)
            for k, node in enumerate(self.nodes)
            for answer, end in enumerate(node.edges)
            if isinstance(end, str)
        ]
        chosen = places[:: 1 + len(places) // REPEATED]
        ends = [(self._path(*place), self.nodes[place[0]].edges[place[1]]) for place in chosen]
        if not self.nodes and isinstance(first, str):
            ends = [([], first)]
        for path, end in islice(cycle(ends), REPEATED if ends else 0):
            count = len(self.nodes)
            if self._run(path) != end or len(self.nodes) > count:
                raise changed(self.machine)

    def _path(self, node: int, answer: int) -> list[tuple[int, int]]:
        path = [(node, answer)]
        while (origin := self.nodes[path[-1][0]].origin)[0] >= 0:
            path.append(origin)
        return path[::-1]

    def _run(self, path: list[tuple[int, int]]) -> Any:
        """Run along known answers and beyond; enter what is found."""
        self._known, self._step = path, 0
        self._at = path[-1] if path else (-1, 0)
        self._stack: list[FrameType] = []
        end = self.machine.run(self._choose)
        if self._error is None and self._step < len(path):
            self._error = changed(self.machine)  # it drew less than before
        if self._error is not None:
            raise self._error
        if end is not Ended.stopped:
            self._enter(end)
            if isinstance(end, Ended):
                self.limits.add(end.value)
        return end

    def _enter(self, end: Any) -> None:
        """Note where the last answer leads."""
        node, answer = self._at
        if node >= 0:
            self.nodes[node].edges[answer] = end

    def _choose(self, size: int, weights: Weights) -> int:
        """Answer a draw: as the path says, then each new draw by its first answer."""
        step = self._step
        self._step = step + 1
        if step >= len(self._known):
            return self._new(size, weights)
        node, answer = self._known[step]
        known = self.nodes[node]
        if known.size != size or known.weights != weights:
            self._error = changed(self.machine)
            self.machine.stop()
        if step + 1 == len(self._known) and self._folds():
            self._stack = frames(_OUTERMOST)
        return answer

    def _folds(self) -> bool:
        if self.machine.source.watched or not FOLDS:
            return False
        return self.merged > 0 or len(self._states) < PATIENCE

    def _new(self, size: int, weights: Weights) -> int:
        if size > MAX_ANSWERS:
            self._error = LimitError(
                f"{self.machine.target.name}: a draw has {brief(size)} answers, at most "
                f"{MAX_ANSWERS} are enumerated: {_instead(size)}"
            )
            self.machine.stop()
        tokens: list[Any] = []
        if self._folds():
            tokens, state = self._state()
            number = self._states.setdefault((state, size, weights), len(self.nodes))
            if state is not None and number < len(self.nodes):
                self.merged += 1
                self._enter(number)
                self.machine.stop()
        depth = 0.0
        if self._at[0] >= 0:
            before = self.nodes[self._at[0]]
            depth = before.depth + _surprise(before, self._at[1])
        number = len(self.nodes)
        self._enter(number)
        node = _Node(size, weights, [None] * size, self._at, depth, tokens)
        self.nodes.append(node)
        self._at = number, 0
        for answer in range(1, size):
            reached = depth + _surprise(node, answer)
            if reached <= self.depth:
                heappush(self.waiting, (reached, number, answer))
            else:
                self.limits.add(f"paths less likely than 2^-{self.depth:g}")
        if depth + _surprise(node, 0) > self.depth:
            self.limits.add(f"paths less likely than 2^-{self.depth:g}")
            self.machine.stop()
        if self._step > MAX_DRAWS:
            self.limits.add(f"{MAX_DRAWS} draws in a run")
            self.machine.stop()
        return 0

    def _state(self) -> tuple[list[Any], Any]:
        """Return since when each frame was immutable, and the state."""
        stack, before = frames(_OUTERMOST), self._stack
        node, answer = self._at
        tokens: list[Any] = [(node, answer, k) for k in range(len(stack))]
        for k, old in enumerate(self.nodes[node].tokens if node >= 0 else []):
            # A frame that was there at the draw before goes on; the others begin here.
            if old is not None and k < len(stack) and stack[k] is before[k]:
                tokens[k] = old
        self._stack = stack
        key, immutable = key_of(stack, tokens)
        return [None] * (len(stack) - immutable) + tokens[len(stack) - immutable :], key

    def graph(self) -> list[Edges]:
        """Return the edges between nodes, with their weights; a node as often as it is led to."""
        return [
            [(end, _weight(node, answer)) for answer, end in enumerate(node.edges)
             if isinstance(end, int)]
            for node in self.nodes
        ]  # fmt: skip


_OUTERMOST = Machine.call.__code__


def _instead(size: int) -> str:
    """Return what helps with a draw of so many answers."""
    if size == GRID:
        return "it is a uniform float, and --source random53 bisects these"
    return "--source uniform-grid bisects it, if the output is monotone in it"


@cache
def _share(size: int) -> fmpq:
    return fmpq(1, size)


def _weight(node: _Node, answer: int) -> fmpq:
    return _share(node.size) if node.weights is None else to_fmpq(node.weights[answer])


def _surprise(node: _Node, answer: int) -> float:
    """Return minus log2 of how likely an answer is; it only decides what is followed first."""
    return log2(node.size) if node.weights is None else -log2(node.weights[answer])


def changed(machine: Machine) -> InputError:
    """Return the error of code that is not a function of its draws."""
    return InputError(
        f"{machine.target.name}: at input {machine.value!r} it is not deterministic given its "
        "source: the same draws led to different results; it has a state that outlives a call, "
        f"or draws from a source that is not intercepted{_globals_of(machine)}"
    )


def _globals_of(machine: Machine) -> str:
    """Return which globals the code sets, if it says so."""
    code = getattr(machine.target.function, "__code__", None)
    set_ = (
        [step.argval for step in dis.get_instructions(code) if step.opname == "STORE_GLOBAL"]
        if code
        else []
    )
    return f": it sets the global {', '.join(dict.fromkeys(set_))}" if set_ else ""


def chain_law(machine: Machine, depth: int | None = None) -> CodeLaw:
    """Return the law of code all of whose draws can be enumerated.

    Parameters
    ----------
    machine : Machine
    depth : int, optional
        Paths less likely than 2^-depth are left undecided.

    Raises
    ------
    InputError
        If the code is not a function of its draws.
    LimitError
        If a draw has too many answers.
    """
    runs = RUNS if depth is None else min(max(RUNS, 2 ** (min(depth, 64) + 1)), MAX_RUNS)
    explorer = _Explorer(machine, DEPTH if depth is None else depth, runs)
    first = explorer.explore()
    if explorer.spoilt():
        raise LimitError(
            f"{machine.target.name}: it looks at how many bits were used, or keeps something in "
            "the source, after states without that were merged; draw from the source, and nothing "
            "else"
        )
    explorer.repeat(first)
    nodes = explorer.nodes
    found = visits(explorer.graph(), folded=explorer.merged > 0)
    masses: dict[str, Any] = {}
    if not nodes and isinstance(first, str):
        masses[first] = 1
    for node, visited in zip(nodes, found, strict=True):
        for answer, end in enumerate(node.edges):
            if isinstance(end, str):
                masses[end] = masses.get(end, 0) + visited * _weight(node, answer)
    probabilities = {name: rational(mass) for name, mass in masses.items()}
    undecided = 1 - sum(probabilities.values(), Fraction(0))
    bits = None
    if not machine.composed:  # every draw is one of bits
        drawn = (v * (node.size.bit_length() - 1) for node, v in zip(nodes, found, strict=True))
        bits = rational(sum(drawn, fmpq(0)))
    return CodeLaw(
        ordered(probabilities),
        undecided,
        "calls" if machine.composed else "bit tree",
        (DETERMINISTIC, UNSEEN, *((ASSUMPTION,) if explorer.merged else ())),
        machine.runs,
        tuple(sorted(explorer.limits)) or ((ENDLESS,) if undecided else ()),
        bits,
    )
