"""All figures by name, paper by paper; a module registers its figures when it is imported."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from types import ModuleType

from ...mechanisms.exact.errors import InputError
from . import notes, releasing
from .beyond import keeping, kernels, noise, optima, samplers
from .constrained import choice, costs, heatmaps, populations
from .figure import FIGURES, Figure
from .targets import accuracy, overview, privatizers, runtime, split

#: The modules that register figures.
MODULES: tuple[ModuleType, ...] = (
    *(heatmaps, choice, costs, populations, notes, releasing),
    *(optima, keeping, noise, kernels, samplers),
    *(overview, privatizers, accuracy, runtime, split),
)
#: What the names of figures begin with, in the order in which they are listed.
PAPERS = ("constrained", "notes", "releasing", "targets", "beyond")


def figures() -> dict[str, Figure]:
    """Return all figures by name, paper by paper."""
    return dict(sorted(FIGURES.items(), key=_in_order))


def _in_order(item: tuple[str, Figure]) -> tuple[int, bool, str]:
    """Figures of a paper come before its tables."""
    stem, _, number = item[0].partition("-")
    return PAPERS.index(stem), not number.isdigit(), number.zfill(2)


def named(names: Iterable[str]) -> list[Figure]:
    """Return the figures of these names.

    Raises
    ------
    InputError
        If there is none of a name; the nearest is named.

    Examples
    --------
    >>> named(["constrained-77"])
    Traceback (most recent call last):
        ...
    exactdp.InputError: got the figure 'constrained-77', perhaps constrained-7? `exactdp figure LIST` names all
    """  # noqa: E501
    known = figures()
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f", perhaps {near[0]}?" if near else ":"
            raise InputError(f"got the figure {name!r}{hint} `exactdp figure LIST` names all")
    return [known[name] for name in names]
