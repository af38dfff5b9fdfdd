"""Decisions for people."""

from __future__ import annotations

from .outcome import Decision


def shown(decision: Decision) -> str:
    """Return a decision as text, with the kernel of a counterexample.

    >>> from .decision import lemma
    >>> print(shown(lemma("RH => CH", 1, "1/2")))
    n = 1: fails at alpha = 1/2: CH: P[0|0] >= P[1|0]
        0  1
        0  1
    """
    found = decision.counterexample
    if found is None:
        return str(decision)
    cells = [[str(x) for x in row] for row in found.kernel]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "    " + "  ".join(f"{x:{w}}" for x, w in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    return "\n".join([str(decision), *lines])
