"""The front door to the extreme points: which engine, one by one or by orbits, how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, get_args

from ..exact.errors import InputError, LimitError
from ..exact.progress import track
from .engines import Point, by_cdd, by_lrs, entry, has_cdd, has_lrs
from .estimate import estimate, require_hope
from .polytope import Polytope, Rows
from .structure import by_structure, families
from .symmetry import Orbit, Symmetry
from .walk import by_walking

Engine = Literal["cdd", "lrs", "walk", "structure"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

_RUN: dict[Engine, Callable[[Polytope], Iterator[Point]]] = {
    "cdd": by_cdd,
    "lrs": by_lrs,
    "walk": lambda p: _expanded(p, by_walking(p)),
    "structure": by_structure,
}
_THERE: dict[Engine, Callable[[], bool]] = {"cdd": has_cdd, "lrs": has_lrs}
#: Up to how many vertices (by the estimate) and variables two engines have to agree. cdd, the
#: slowest, takes less than two seconds there.
TWICE = (2_500, 64)


@dataclass(frozen=True)
class Tally:
    """What an enumeration came to.

    Attributes
    ----------
    count : int
        The number of vertices.
    orbits : Counter or None
        How many orbits there are of each size, where they were asked for.
    engines : tuple of str
        Those that agree on the vertices: the one that counted, and the one that was asked too.
    seconds : float
        What the first took.
    """

    count: int
    orbits: Counter[int] | None
    engines: tuple[Engine, ...]
    seconds: float


def choose_engine(p: Polytope, engine: str | None = None) -> Engine:
    """Return the engine: the one named, or the best that is there.

    U and RU are made from their structure; for the others lrs is the fastest, and a walk
    needs nothing installed.

    Raises
    ------
    InputError
        If the engine is unknown, or cannot do this polytope.

    Examples
    --------
    >>> from .polytope import polytope
    >>> choose_engine(polytope("U", 3, "1/2"))
    'structure'
    """
    own = p.kind in ("U", "RU")
    if engine is None:
        return "structure" if own else "lrs" if has_lrs() else "walk"
    for name in ENGINES:
        if engine == name:
            if name == "structure" and not own:
                raise InputError(
                    f"the engine structure enumerates U and RU, not {p.kind}: take lrs, walk or cdd"
                )
            return name
    raise InputError(f"got the engine {engine!r}, expected one of {', '.join(ENGINES)}")


def missing() -> list[Engine]:
    """Return the engines that are not installed."""
    return [name for name, there in _THERE.items() if not there()]


def agreed(p: Polytope, engine: Engine, count: int) -> tuple[Engine, ...]:
    """Return the engines that agree on the vertices, `engine` among them, which found `count`.

    Where it takes no time, see `TWICE`, a second engine is asked: cdd, the reference, or else
    the first of lrs, walk and structure that is there and can do this polytope.

    Raises
    ------
    RuntimeError
        If they differ, which is a defect of one of them.

    Examples
    --------
    >>> from .polytope import polytope
    >>> agreed(polytope("F", 3, "1/2"), "walk", 36)
    ('walk', 'cdd')
    >>> agreed(polytope("F", 5, "1/2"), "walk", 1_169_850)
    ('walk',)
    """
    if estimate(p) > TWICE[0] or p.variables > TWICE[1]:
        return (engine,)
    for other in ENGINES:
        own = other != "structure" or p.kind in ("U", "RU")
        if other == engine or other in missing() or not own:
            continue
        try:
            found = set(_RUN[other](p))
        except LimitError:  # of its own, such as numbers that are too long: another is asked
            continue
        if len(found) != count or found != set(_RUN[engine](p)):
            raise RuntimeError(
                f"the engines disagree on the vertices of {p}: "
                f"{engine} found {count}, {other} found {len(found)}"
            )
        return engine, other
    return (engine,)


def points(p: Polytope, engine: str | None = None, *, force: bool = False) -> Iterator[Point]:
    """Yield the vertices as texts, each once, in the order of the engine.

    Raises
    ------
    LimitError
        If there are too many to expect an end, and `force` is false.
    """
    chosen = choose_engine(p, engine)
    if not force:
        require_hope(p, chosen)
    # The structure has its own progress; the others are held against the estimate.
    found = _RUN[chosen](p)
    if chosen == "structure":
        return found
    return iter(track(found, estimate(p), f"vertices of {p.kind}, about"))


def _expanded(p: Polytope, found: Iterator[Orbit]) -> Iterator[Point]:
    symmetry = Symmetry(p)
    for orbit in found:
        yield from symmetry.expand(orbit.point)


def vertices(p: Polytope, engine: str | None = None, *, force: bool = False) -> Iterator[Rows]:
    """Yield the vertices of a polytope as matrices of Fractions.

    Parameters
    ----------
    p : Polytope
        As :func:`~exactdp.mechanisms.polytopes.polytope.polytope` makes it.
    engine : str, optional
        Which engine finds them; see :func:`choose_engine`.
    force : bool
        Whether to begin what looks hopeless.

    Raises
    ------
    LimitError
        If there are too many to expect an end, and `force` is false.

    Examples
    --------
    >>> from exactdp import polytope
    >>> for rows in vertices(polytope("F", 2, "1/2"), "cdd"):
    ...     print([[str(x) for x in row] for row in rows])
    [['1/3', '2/3'], ['2/3', '1/3']]
    [['2/3', '1/3'], ['1/3', '2/3']]
    """
    for point in points(p, engine, force=force):
        yield p.matrix([entry(x) for x in point])


def orbits(p: Polytope, engine: str | None = None, *, force: bool = False) -> Iterator[Orbit]:
    """Yield the orbits of the vertices under the symmetries of :mod:`.symmetry`.

    >>> from .polytope import polytope
    >>> [orbit.size for orbit in orbits(polytope("U", 2, "1/2"))]
    [2, 2]
    """
    chosen = choose_engine(p, engine)
    symmetry = Symmetry(p)
    if chosen in ("cdd", "lrs"):
        yield from symmetry.orbits(points(p, chosen, force=force))
        return
    if not force:
        require_hope(p, chosen, listing=False)
    if chosen == "walk":
        yield from by_walking(p)
        return
    empty = ("0",) * p.height
    for family in families(p, half=True):
        columns = family.columns(p)
        columns += [empty] * (p.size - len(columns))
        point = tuple(x for row in zip(*columns, strict=True) for x in row)
        yield Orbit(symmetry.canonical(point), family.images * family.arrangements(p.size))


def tally(
    p: Polytope,
    engine: str | None = None,
    *,
    by_orbits: bool = False,
    force: bool = False,
    seen: Counter[int] | None = None,
) -> Tally:
    """Count the vertices, without keeping them; U and RU are counted without listing them.

    Small counts are those of two engines, see :func:`agreed`.

    Parameters
    ----------
    p : Polytope
    engine : str, optional
    by_orbits : bool
        Whether orbits are counted too.
    force : bool
        Whether to begin what looks hopeless.
    seen : Counter, optional
        Filled on the way with how many orbits there are of each size (vertices count as
        orbits of size 1 where orbits were not asked for), for who wants to know how far it
        came.

    Examples
    --------
    >>> from .polytope import polytope
    >>> found = tally(polytope("RU", 5, "1/2"), by_orbits=True)
    >>> found.count, found.engines, sum(found.orbits.values())
    (506275, ('structure',), 4369)
    """
    chosen = choose_engine(p, engine)
    start = perf_counter()
    sizes: Counter[int] = Counter() if seen is None else seen
    if chosen == "structure":
        if not force:
            require_hope(p, chosen, listing=False)
        for family in families(p, half=True):
            sizes[family.images * family.arrangements(p.size)] += 1
    elif chosen == "walk":
        for orbit in orbits(p, chosen, force=force):
            sizes[orbit.size] += 1
    elif by_orbits:
        _count_orbits(p, chosen, force, sizes)
    else:
        for _ in points(p, chosen, force=force):
            sizes[1] += 1
    count = sum(size * many for size, many in sizes.items())
    seconds = perf_counter() - start
    return Tally(count, sizes if by_orbits else None, agreed(p, chosen, count), seconds)


def _count_orbits(p: Polytope, engine: Engine, force: bool, sizes: Counter[int]) -> None:
    total = 0

    def counted() -> Iterator[Point]:
        nonlocal total
        for point in points(p, engine, force=force):
            total += 1
            yield point

    for orbit in Symmetry(p).orbits(counted()):
        sizes[orbit.size] += 1
    if sum(size * many for size, many in sizes.items()) != total:
        raise RuntimeError(f"{engine} gave {total} vertices of {p}, which are no union of orbits")
