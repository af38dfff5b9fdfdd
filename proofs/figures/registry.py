"""All figures by name: importing their modules registers them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from ...mechanisms.exact.errors import InputError
from .figure import FIGURES, Figure

#: What the names of figures begin with, in the order in which they are listed.
PAPERS = ("constrained", "notes", "releasing", "targets", "beyond")


@cache
def figures() -> dict[str, Figure]:
    """Return all figures by name, paper by paper."""
    folder = str(Path(__file__).parent)
    for module in walk_packages([folder], f"{__package__}."):
        import_module(module.name)
    return dict(sorted(FIGURES.items(), key=_in_order))


def _in_order(item: tuple[str, Figure]) -> tuple[int, int, str]:
    stem, _, number = item[0].partition("-")
    return PAPERS.index(stem), int(number) if number.isdigit() else 0, number


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
            from difflib import get_close_matches

            near = get_close_matches(name, known, 1)
            hint = f", perhaps {near[0]}?" if near else ":"
            raise InputError(f"got the figure {name!r}{hint} `exactdp figure LIST` names all")
    return [known[name] for name in names]
