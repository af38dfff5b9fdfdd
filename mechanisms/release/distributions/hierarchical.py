"""Hierarchical histograms with weighted averaging and mean consistency, branching 16.

The bins are the leaves of a tree; every node but the root asks how many categories are in
its bins, all with noise of one scale. What is public is not asked: the root is N, nodes
without bins are 0, and an only child is its parent. A unit that moves to an adjacent bin
changes two nodes on every level on which the bins are apart, so the scale is 2h/eps for a
full tree of height h (a change of one *bin*, as in the source, would give h/eps, half as
much as is needed). It is computed, not assumed.

The estimate is that of least squares, in two passes: upwards, a node's answer is averaged
with the sum of its children, weighted by their variances (*weighted averaging*); downwards,
what the children lack of their parent is divided among them (*mean consistency*), in
proportion to their variances, which are equal in a full tree. All of it exactly.

References
----------
Hay, Rastogi, Miklau and Suciu, *Boosting the Accuracy of Differentially Private Histograms
Through Consistency*, Theorem 3; Qardaji, Yang and Li, *Understanding Hierarchical Methods
for Differentially Private Histograms*, for the branching.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .noise_mechanism import NoiseMechanism, l1_sensitivity
from .privatizer import Privatizer

BRANCHING = 16
ZERO = Fraction(0)


@dataclass
class Node:
    """The bins low..high-1; children in order, none for a leaf."""

    low: int
    high: int
    children: list[int] = field(default_factory=list)


class Hierarchical(Privatizer):
    """Noise on the counts of all nodes of a tree.

    Parameters
    ----------
    branching : int

    Examples
    --------
    >>> Hierarchical(2).mechanism(3).queries
    ({0: 1, 1: 1}, {0: 1}, {1: 1}, {2: 1})
    >>> [int(Hierarchical().mechanism(bins).scales[0]) for bins in (2, 16, 17, 18, 256, 257)]
    [2, 2, 3, 4, 4, 4]
    """

    name, title = "hierarchical", "hierarchical, branching 16"

    def __init__(self, branching: int = BRANCHING):
        self.branching = branching

    def mechanism(self, bins: int) -> NoiseMechanism:
        """Return the counts of all nodes but the root, a node before its children."""
        queries = tuple(
            dict.fromkeys(range(node.low, node.high), 1) for node in tree(bins, self.branching)[1:]
        )
        scale = l1_sensitivity(queries, bins)
        return NoiseMechanism(bins, queries, None, (scale,) * len(queries))

    def estimate(self, outputs: Sequence[int], bins: int, total: int) -> list[Fraction]:
        """Return the least-squares estimate; it adds up to N."""
        nodes = tree(bins, self.branching)
        value = [Fraction(total), *map(Fraction, outputs)]
        variance = [Fraction(1)] * len(nodes)
        for k in range(len(nodes) - 1, 0, -1):
            if below := nodes[k].children:
                spread = sum((variance[c] for c in below), ZERO)
                found = sum(value[c] for c in below)
                value[k] = (spread * value[k] + found) / (spread + 1)
                variance[k] = spread / (spread + 1)
        for k, node in enumerate(nodes):
            if node.children:
                spread = sum((variance[c] for c in node.children), ZERO)
                lack = (value[k] - sum(value[c] for c in node.children)) / spread
                for c in node.children:
                    value[c] += lack * variance[c]
        return [value[k] for k, node in enumerate(nodes) if not node.children]


def tree(bins: int, branching: int) -> list[Node]:
    """Return the nodes, the root first, each before its children and the leaves in order.

    >>> [(node.low, node.high, node.children) for node in tree(3, 2)]
    [(0, 3, [1, 4]), (0, 2, [2, 3]), (0, 1, []), (1, 2, []), (2, 3, [])]
    """
    size = 1
    while size < bins:
        size *= branching
    nodes: list[Node] = []
    stack = [(0, size, -1)]
    while stack:
        low, size, parent = stack.pop()
        while size > 1 and low + size // branching >= bins:  # an only child is its parent
            size //= branching
        if parent >= 0:
            nodes[parent].children.append(len(nodes))
        nodes.append(Node(low, min(low + size, bins)))
        if size > 1:
            part = size // branching
            starts = range(low, min(low + size, bins), part)
            stack += [(start, part, len(nodes) - 1) for start in reversed(starts)]
    return nodes
