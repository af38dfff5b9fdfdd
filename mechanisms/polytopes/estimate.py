"""How many vertices to expect, before anything is enumerated.

A guess by order of magnitude, which decides only whether work is begun: the counts at
alpha = 1/2 and uniform z up to the largest size that has been counted, and beyond it growth
that grows as it did. The count at another alpha differs by some per cent, seldom by more
than half; each output whose target is 0 takes its share away. Logarithms are good enough.
"""

from __future__ import annotations

from math import log10

from ..exact.errors import LimitError
from .polytope import Kind, Polytope
from .symmetry import Symmetry

#: Counts at alpha = 1/2 and uniform z, for size 2, 3, ...
COUNTED: dict[Kind, list[int]] = {
    "U": [4, 27, 664, 55725, 25827726],
    "RU": [4, 36, 2192, 506275, 680346036],
    "F": [2, 36, 1806, 1169850],
    "RF": [2, 78, 44358],
}
#: The same where only one output can occur; 1 for F.
_MIXTURES = [1, 2, 11, 187, 15346]
#: The most vertices that an engine is begun with unless forced.
MOST = {"cdd": 10_000, "lrs": 5_000_000, "walk": 5_000_000, "structure": 5_000_000}
#: The most orbits that are kept in memory on a walk unless forced.
MOST_ORBITS = 50_000
#: The largest size whose families of columns are searched unless forced.
MOST_COUNTS = 6
#: What is more is hopeless enough.
MOST_GUESSED = 10**100


def estimate(p: Polytope) -> int:
    """Return about how many vertices a polytope has, at most `MOST_GUESSED`.

    >>> from .polytope import polytope
    >>> estimate(polytope("F", 5, "2/3")), estimate(polytope("F", 6, "2/3"))
    (1169850, 9784526212)
    """
    used, known = len(p.outputs), COUNTED[p.kind]
    if used == p.size <= len(known) + 1:
        return known[p.size - 2]
    full = _grown(known, p.size)
    least = _grown(_MIXTURES, p.size) if p.represents else 0.0
    digits = least + (full - least) * (used - 1) / (p.size - 1)
    return min(round(10 ** min(digits, 100)), MOST_GUESSED)


def _grown(counted: list[int], size: int) -> float:
    """Return the decimal logarithm of a count; its second differences stay the same."""
    known = [log10(count) for count in counted]
    if size <= len(known) + 1:
        return known[size - 2]
    a, b, c = known[-3:]
    more = size - len(known) - 1
    return c + more * (c - b) + more * (more + 1) // 2 * (c - 2 * b + a)


def require_hope(p: Polytope, engine: str, listing: bool = True) -> None:
    """Raise :class:`LimitError` with the estimate where an enumeration is hopeless."""
    if engine == "structure" and p.size > MOST_COUNTS:
        what = f"the search is begun up to size {MOST_COUNTS}"
    elif engine == "structure" and not listing:
        return
    elif estimate(p) > MOST[engine]:
        what = f"{engine} is begun for up to {MOST[engine]:,}"
    elif engine == "walk" and estimate(p) > MOST_ORBITS * Symmetry(p).order:
        orbits = _rounded(estimate(p) // Symmetry(p).order)
        what = f"{orbits} orbits, where walk is begun for up to {MOST_ORBITS:,}"
    else:
        return
    zeros = "" if p.target is None else " or a target with more zeros"
    raise LimitError(
        f"{p} has {_rounded(estimate(p))} vertices, and {what}: take a smaller size"
        f"{zeros}{_advice(p, engine)}, or insist with --force"
    )


def _rounded(value: int) -> str:
    if value >= MOST_GUESSED:
        return "more than 10^100"
    return f"about {value:,}" if value < 10**15 else f"about 10^{len(str(value)) - 1}"


def _advice(p: Polytope, engine: str) -> str:
    if p.kind in ("U", "RU") and p.size <= MOST_COUNTS:
        return ", or count without listing (--engine structure --count)"
    return ", or take --engine lrs" if engine == "cdd" and estimate(p) <= MOST["lrs"] else ""
