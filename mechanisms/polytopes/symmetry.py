"""Symmetries of the polytopes, and the orbits of their vertices.

Outputs whose targets are equal can be permuted; for U and RU these are all outputs. The
inputs can be read backwards where the target reads the same backwards. Since every engine
gives each vertex once, and each orbit holds its canonical point once, orbits are found
without remembering what was seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import NamedTuple

from .engines import Point
from .polytope import Polytope

_Columns = list[Point]


class Orbit(NamedTuple):
    """The canonical point of an orbit, and how many points there are."""

    point: Point
    size: int


class Symmetry:
    """The symmetries of a polytope.

    >>> from .polytope import polytope
    >>> s = Symmetry(polytope("U", 2, "1/2"))
    >>> s.canonical(("1/3", "2/3", "2/3", "1/3"))
    ('2/3', '1/3', '1/3', '2/3')
    >>> s.orbit_size(("2/3", "1/3", "1/3", "2/3")), s.orbit_size(("1", "0", "1", "0"))
    (2, 2)
    """

    def __init__(self, p: Polytope):
        groups: dict[object, list[int]] = defaultdict(list)
        for j in range(p.size):
            groups[None if p.target is None else p.target.numbers[j]].append(j)
        #: The outputs that can be permuted among each other.
        self.groups = list(groups.values())
        #: Whether the inputs can be read backwards.
        self.reversible = p.target is None or p.target.numbers == p.target.numbers[::-1]
        self._width = p.size
        order = range(p.height)
        if p.represents:
            place = {pattern: s for s, pattern in enumerate(p.patterns)}
            self._backwards = [place[tuple(-x for x in reversed(q))] for q in p.patterns]
        else:
            self._backwards = list(reversed(order))

    def _columns(self, point: Point) -> tuple[_Columns, _Columns | None]:
        columns = [point[j :: self._width] for j in range(self._width)]
        turned = None
        if self.reversible:
            turned = self._sorted([tuple(c[i] for i in self._backwards) for c in columns])
        return self._sorted(columns), turned

    def _sorted(self, columns: _Columns) -> _Columns:
        # Any order of the texts will do; this one puts the columns of zeros last.
        out = list(columns)
        for group in self.groups:
            found = sorted((columns[j] for j in group), reverse=True)
            for j, column in zip(group, found, strict=True):
                out[j] = column
        return out

    def canonical(self, point: Point) -> Point:
        """Return the point that stands for all of the orbit."""
        straight, turned = self._columns(point)
        best = straight if turned is None else max(straight, turned)
        return tuple(x for row in zip(*best, strict=True) for x in row)

    def orbit_size(self, point: Point) -> int:
        """Return the number of points in the orbit."""
        straight, turned = self._columns(point)
        ways = 1 if turned is None or turned == straight else 2
        for group in self.groups:
            ways *= factorial(len(group))
            for repeated in Counter(straight[j] for j in group).values():
                ways //= factorial(repeated)
        return ways

    @property
    def order(self) -> int:
        """The most points that an orbit can have."""
        return prod(factorial(len(group)) for group in self.groups) * (1 + self.reversible)

    def expand(self, point: Point) -> Iterator[Point]:
        """Yield all points of an orbit, each once.

        >>> from .polytope import polytope
        >>> s = Symmetry(polytope("U", 2, "1/2"))
        >>> list(s.expand(("1", "0", "1", "0")))
        [('1', '0', '1', '0'), ('0', '1', '0', '1')]
        """
        straight, turned = self._columns(point)
        for columns in [straight] if turned in (None, straight) else [straight, turned]:
            assert columns is not None
            choices = [
                dict.fromkeys(permutations([columns[j] for j in group])) for group in self.groups
            ]
            for chosen in product(*choices):
                out = list(columns)
                for group, given in zip(self.groups, chosen, strict=True):
                    for j, column in zip(group, given, strict=True):
                        out[j] = column
                yield tuple(x for row in zip(*out, strict=True) for x in row)

    def orbits(self, points: Iterable[Point]) -> Iterator[Orbit]:
        """Yield the orbits of a complete set of points, each of which comes once."""
        for point in points:
            if self.canonical(point) == point:
                yield Orbit(point, self.orbit_size(point))
