"""How often a Markov chain visits each of its states before it ends, exactly.

The visits v satisfy v = e + v W: e is 1 at state 0, W[k][m] is the chance to go from k to m
(rows sum to less than 1 where the chain can end). Strongly connected components are settled
in their order; inside one, states are eliminated one by one, those with the fewest neighbours
first, and found again backwards. (A chain leads from a state to few others, which elimination
keeps so: on loops of 100 to 300 states flint's dense solve takes 8 to 28 times as long.)

>>> half = fmpq(1, 2)
>>> visits([[(0, half), (1, half)], [(0, half)]], folded=True)  # it ends from 1, by half
[4, 2]
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from flint import fmpq

#: Where a state leads, and with what probability; a place may be there more than once.
Edges = list[tuple[int, fmpq]]
_Row = dict[int, fmpq]


def visits(graph: list[Edges], *, folded: bool) -> list[fmpq]:
    """Return the expected number of visits to each state of a chain that starts in state 0.

    Parameters
    ----------
    graph : list of list of (int, fmpq)
        Every state can be reached from state 0.
    folded : bool
        Whether there may be edges to the same or earlier states.

    Returns
    -------
    list of fmpq
        A component that is never left counts as an end: its visits are 0.
    """
    found = [fmpq(0)] * len(graph)
    if graph:
        found[0] = fmpq(1)
    # Until it is settled, `found` of a state is what comes in from settled ones.
    for part in _components(graph) if folded else ([k] for k in range(len(graph))):
        inside = set(part) if folded else _NOTHING
        if folded:
            _settle(part, inside, graph, found)
        for state in part:
            for other, weight in graph[state]:
                if other not in inside:
                    found[other] += found[state] * weight
    return found


_NOTHING: set[int] = set()


def _settle(part: list[int], inside: set[int], graph: list[Edges], found: list[fmpq]) -> None:
    """Solve v = inflow + v W within a component."""
    out: dict[int, _Row] = {state: {} for state in part}
    into: dict[int, set[int]] = {state: set() for state in part}
    for state in part:
        for other, weight in graph[state]:
            if other in inside:
                out[state][other] = out[state].get(other, fmpq(0)) + weight
                into[other].add(state)
    if all(sum(row.values(), fmpq(0)) == 1 for row in out.values()):
        for state in part:  # it goes round for ever
            found[state] = fmpq(0)
        return
    eliminated = []
    queue = [(len(out[state]) * len(into[state]), state) for state in part]
    heapify(queue)
    while queue:
        degree, state = heappop(queue)
        now = len(out[state]) * len(into[state])
        if now > degree and queue:  # it has become worse: others first
            heappush(queue, (now, state))
            continue
        row = out.pop(state)
        again = row.pop(state, fmpq(0))
        into[state].discard(state)
        sources = {source: out[source].pop(state) for source in into.pop(state)}
        scale = 1 / (1 - again)
        eliminated.append((state, sources, scale))
        for other, weight in row.items():
            into[other].discard(state)
            found[other] += found[state] * scale * weight
            for source, first in sources.items():
                out[source][other] = out[source].get(other, fmpq(0)) + first * scale * weight
                into[other].add(source)
    for state, sources, scale in reversed(eliminated):
        # Its inflow already has what came by way of states eliminated before it.
        found[state] = scale * sum(
            (found[source] * weight for source, weight in sources.items()), found[state]
        )


def _components(graph: list[Edges]) -> Iterator[list[int]]:
    """Yield the strongly connected components, each before those that it leads to (Tarjan).

    Of our own, because networkx took 4 to 10 times as long, its graph made included; graphlib
    knows no components.
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    parts: list[list[int]] = []
    work = [(0, iter(graph[0]))] if graph else []
    while work:
        state, edges = work[-1]
        if state not in number:
            number[state] = low[state] = len(number)
            path.append(state)
            on_path.add(state)
        for other, _ in edges:
            if other not in number:
                work.append((other, iter(graph[other])))
                break
            if other in on_path:
                low[state] = min(low[state], number[other])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[state])
            if low[state] == number[state]:
                part = [path.pop()]
                while part[-1] != state:
                    part.append(path.pop())
                on_path.difference_update(part)
                parts.append(part)
    return reversed(parts)
