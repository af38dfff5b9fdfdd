"""All implications among the seven properties, for kernels on 0..n.

A set of properties is *closed* if it contains whatever follows from it. Every row of every
property holds with equality for the uniform mechanism (WH included), so a counterexample
without privacy, mixed with enough of the uniform mechanism, is one at every alpha < 1:
the implications are the same with differential privacy and without it.

>>> found = lattice(1)
>>> [f"{'+'.join(p)} => {c}" for p, c in found.implications if len(p) == 1][:3]
['RH => RM', 'RM => RH', 'CH => RH']
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from flint import fmpq

from ...mechanisms.design.design import property_rows
from ...mechanisms.exact.progress import track
from ...mechanisms.kernels.properties import PROPERTIES
from .decision import lemma

Letters = tuple[str, ...]


@dataclass(frozen=True)
class Lattice:
    """The implications at one n.

    Attributes
    ----------
    n : int
    implications : tuple
        (premises, conclusion), with no premise to spare.
    closed : tuple of tuple of str
        The sets that contain whatever follows from them.
    """

    n: int
    implications: tuple[tuple[Letters, str], ...]
    closed: tuple[Letters, ...]

    def closure(self, letters: Letters) -> Letters:
        """Return the properties that follow from some."""
        return _closure(letters, self.implications)


def lattice(n: int, alpha: Any = "all", *, private: bool = False) -> Lattice:
    """Return the implications among the properties for kernels on 0..n.

    Parameters
    ----------
    n : int
    alpha, private
        As for :func:`~exactdp.proofs.deciding.decision.lemma`.
    """
    implications: list[tuple[Letters, str]] = []
    possessed: set[Letters] = set()  # what the counterexamples found so far have
    for count in track(range(len(PROPERTIES)), len(PROPERTIES), "implications"):
        for premises in combinations(PROPERTIES, count):
            for letter in PROPERTIES:
                if letter in _closure(premises, implications):
                    continue
                if any({*premises} <= {*had} and letter not in had for had in possessed):
                    continue
                text = f"{' & '.join(premises)} => {letter}"
                found = lemma(text, n, alpha, private=private)
                if found.counterexample is None:
                    implications.append((premises, letter))
                else:
                    possessed.add(_properties(found.counterexample.kernel))
    subsets = (s for count in range(len(PROPERTIES) + 1) for s in combinations(PROPERTIES, count))
    closed = tuple(s for s in subsets if len(_closure(s, implications)) == len(s))
    return Lattice(n, tuple(implications), closed)


def _closure(letters: Letters, implications: Any) -> Letters:
    known = {*letters}
    before = -1
    while before < len(known):
        before = len(known)
        known |= {letter for premises, letter in implications if {*premises} <= known}
    return tuple(letter for letter in PROPERTIES if letter in known)


def _properties(kernel: list[list[Any]]) -> Letters:
    """Return the properties that a kernel has, from their rows."""
    x = [value for row in kernel for value in row]
    out = []
    for letter in PROPERTIES:
        rows = property_rows(letter, len(kernel), fmpq(1))
        slacks = [(sum(a * x[v] for v, a in row.terms) - row.bound, row.equal) for _, row in rows]
        if all(s == 0 if equal else s >= 0 for s, equal in slacks):
            out.append(letter)
    return tuple(out)
