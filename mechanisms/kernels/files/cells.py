"""A row of cells read as exact numbers >= 0, with errors that name the cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from ...exact.errors import InputError
from ...exact.rationals import parse, shorten
from .strict_json import NumberText, shown


def read_row(
    cells: Sequence[Any], place: Callable[[int], str], *, signed: bool = False
) -> list[fmpq]:
    """Return the numbers of a row of texts, of ints, or of numbers kept as their text.

    Parameters
    ----------
    cells : sequence of str, int or NumberText
    place : callable
        ``place(j)`` says in an error where cell j stands.
    signed : bool
        Whether numbers may be negative.

    Raises
    ------
    InputError
        If a cell is no exact number, or negative where it must not be.

    Examples
    --------
    >>> read_row(["1/2", "0.25", 3], str)
    [1/2, 1/4, 3]
    >>> read_row(["1/2", "-1/2"], "row 4, column {}".format)
    Traceback (most recent call last):
        ...
    exactdp.InputError: row 4, column 1: got '-1/2', expected a number >= 0
    """
    numbers = []
    for j, cell in enumerate(cells):
        try:
            number = _number(cell)
        except InputError as error:
            raise InputError(f"{place(j)}: {error}") from None
        if number < 0 and not signed:
            raise InputError(f"{place(j)}: got {shown(cell)}, expected a number >= 0")
        numbers.append(number)
    return numbers


def _number(cell: Any) -> fmpq:
    if isinstance(cell, str):
        return parse(cell)
    if type(cell) is int:
        return fmpq(cell)
    if isinstance(cell, NumberText):
        return parse(cell.text)
    raise InputError(f"got {shorten(shown(cell))}, expected a number")
