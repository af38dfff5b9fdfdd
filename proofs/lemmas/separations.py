"""That the seven properties have no implications but the five of :mod:`.implications`.

From n = 3 on, for every set that the five leave as it is some kernel has exactly its
properties: :mod:`exactdp.proofs.deciding.patterns`. At small n the linear programs say so too.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ..deciding.lattice import Lattice, lattice
from ..deciding.patterns import GENERIC, WITNESSES, Pattern
from ..engine.evidence import Step
from ..engine.identities import identity, symbols
from ..engine.search import counterexample
from ..engine.signs import UNIT, sign
from . import instances as concrete
from .implications import PRINTED, closed_sets
from .optima import SEVEN, Letters

a, p, q = symbols("a p q")
#: Sizes at which all implications are listed.
LATTICES = range(1, 6)


def witnesses() -> list[Step]:
    """Show that for n >= 3 every set closed under the five is that of some kernel.

    Each pattern has one set of properties at all its sizes; mixing kernels intersects their
    sets, so that every intersection of these occurs. Below a pattern's first size the
    implications are listed by linear programs.
    """
    sets = {name: pattern.always() for name, pattern in WITNESSES.items()}
    known = [frozenset(s) for s in sets.values() if s is not None]
    family = {frozenset(SEVEN)}
    for one in known:
        family |= {one & other for other in family}
    closed = closed_sets()
    first = max(pattern.first for pattern in WITNESSES.values())
    shown = {name: "none" if s is None else "+".join(s) for name, s in sets.items()}
    return [
        Step(
            "patterns",
            f"n >= {first}: kernels with exactly these properties, at all sizes",
            len(known) == len(sets),
            {"checked from n": first, "alike from n": GENERIC, "properties": shown},
        ),
        Step(
            "patterns",
            "their intersections are all sets that are closed under the five implications",
            family == closed,
            {"closed sets": len(closed), "intersections": len(family)},
        ),
        identity("a row that holds of two kernels holds of their mean", (p + q) / 2, p / 2 + q / 2),
        # delta = (1-alpha)/(2 (n+1) max|D|): entries (1/(n+1)) (1 +- (1-alpha)/2).
        sign(
            "small patterns are private: (1 - h) - alpha (1 + h) >= 0 for h = (1-alpha)/2",
            (1 - (1 - a) / 2) - a * (1 + (1 - a) / 2),
            ">=0",
            {"a": UNIT},
        ),
        counterexample(
            "built and looked at entry by entry, they are private and have these properties",
            (
                {"name": name, "n": size}
                for name, pattern in WITNESSES.items()
                for size in range(pattern.first, pattern.first + 3)
            ),
            lambda name, n: built_as_said(n, sets[name], WITNESSES[name]),
        ),
        *(exactly_five(size) for size in range(3, first)),
    ]


def mixed(size: int, alpha: Fraction, pattern: Pattern) -> concrete.Kernel:
    """Return the uniform mechanism plus as much of a pattern as privacy surely allows.

    >>> from exactdp.proofs.deciding.patterns import Pattern
    >>> [str(x) for x in mixed(1, Fraction(1, 2), Pattern({(0, 0): 1, (0, 1): -1}, 1))[0]]
    ['5/8', '3/8']
    """
    flat = [constant + slope * size for constant, slope in pattern.values(size)]
    share = Fraction(1, size + 1)
    step = share * (1 - alpha) / (2 * max(map(abs, flat)))
    width = size + 1
    return [[share + step * d for d in flat[c * width : (c + 1) * width]] for c in range(width)]


def built_as_said(size: int, letters: Letters | None, pattern: Pattern) -> bool:
    """Return whether the kernel of a pattern is private and has exactly some properties."""
    alpha = Fraction(9, 10)
    kernel = mixed(size, alpha, pattern)
    found = {letter for letter, has in concrete.PROPERTIES.items() if has(kernel)}
    valid = concrete.stochastic(kernel) and concrete.differentially_private(kernel, alpha)
    return valid and letters is not None and found == {*letters}


@lru_cache(maxsize=16)
def listed(size: int, *, private: bool = False) -> Lattice:
    """Return all implications at n, by linear programs.

    >>> len(listed(3).closed)
    36
    """
    return lattice(size, private=private)


def exactly_five(size: int, *, private: bool = False) -> Step:
    """Decide whether the implications at n are the printed five, by linear programs."""
    found = listed(size, private=private)
    same = {(frozenset(given), end) for given, end in found.implications} == {
        (frozenset(given), end) for given, end in PRINTED
    }
    data = {
        "n": size,
        "implications": [f"{' & '.join(given)} => {end}" for given, end in found.implications],
        "closed sets": len(found.closed),
    }
    with_dp = " (with privacy)" if private else ""
    shows = f"n = {size}: these five are all{with_dp}"
    return Step("lemma", shows, same, data if same else {"counterexample": data})
