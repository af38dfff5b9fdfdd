r"""The law that is to be kept, from a file: a distribution, or a histogram of integers.

=========  =====================================================================
file       holds
=========  =====================================================================
``.json``  a list of numbers, one a count; or an object from counts to numbers;
           or an object with one of the keys of `KEYS`
``.csv``   one row or one column of numbers; or two columns, count and number
``.tsv``   the same, parted by tabs
=========  =====================================================================

A table may have one line of headings. Numbers are texts such as "1/3" or "0.25", or JSON
numbers, which are read from their text: no float is made. Integers that do not sum to 1 are a
histogram and divided by their total; everything else must be a distribution already.

>>> target_of([3, 0, 1]).law, target_of(["3/4", "0", "0.25"]).reading
((Fraction(3, 4), Fraction(0, 1), Fraction(1, 4)), 'distribution')
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..exact.errors import InputError, LimitError
from ..exact.rationals import brief, rational
from ..kernels.files.source import read_text
from ..kernels.files.strict_json import NumberText, loads, shown

Reading = Literal["distribution", "histogram"]
#: Keys under which an object may hold its numbers.
KEYS = ("distribution", "histogram", "target", "law", "z")
#: The largest count that a file may name.
MAX_COUNT = 10**6


class Target(NamedTuple):
    """A law over the counts 0..n, and how its file was read."""

    law: tuple[Fraction, ...]
    reading: Reading


def read_target(path: str | os.PathLike[str]) -> list[Fraction]:
    """Return the law in a file; see :func:`load_target`, which says how it was read."""
    return list(load_target(path).law)


def load_target(path: str | os.PathLike[str]) -> Target:
    r"""Return the law in a file, and whether it was a distribution or a histogram.

    Raises
    ------
    InputError
        If it cannot be read or is no law; the message starts with the path.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "target.csv"
    >>> _ = path.write_text("count,categories\n0,3\n2,1\n")
    >>> load_target(path)
    Target(law=(Fraction(3, 4), Fraction(0, 1), Fraction(1, 4)), reading='histogram')
    """
    try:
        suffix = Path(path).suffix.lower()
        if suffix == ".json":
            return target_of(_from_json(loads(read_text(path))))
        if suffix in (".csv", ".tsv"):
            return target_of(_from_table(read_text(path), "," if suffix == ".csv" else "\t"))
        raise InputError(f"got the suffix {suffix!r}, expected .json, .csv or .tsv")
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def target_of(values: Sequence[Any]) -> Target:
    """Return the law that exact numbers state, one for each count from 0.

    Raises
    ------
    InputError
        If there are fewer than two, one is negative, all are zero, or they are neither a
        distribution nor integers.
    """
    numbers = [_number(x, f"count {i}") for i, x in enumerate(values)]
    if len(numbers) < 2:
        raise InputError(f"got {len(numbers)} number(s), expected one for each of 2 or more counts")
    for i, x in enumerate(numbers):
        if x < 0:
            raise InputError(f"count {i}: got {brief(x)}, expected a number >= 0")
    total = sum(numbers)
    if total == 0:
        raise InputError("all numbers are 0, expected a distribution or a histogram")
    if total == 1:
        return Target(tuple(numbers), "distribution")
    if all(x.denominator == 1 for x in numbers):
        return Target(tuple(x / total for x in numbers), "histogram")
    raise InputError(
        f"got numbers that sum to {brief(total)}, expected a distribution, which sums to exactly "
        "1, or a histogram of integers"
    )


def _number(value: Any, place: str) -> Fraction:
    if value is True or value is False or value is None or isinstance(value, list | dict):
        raise InputError(f"{place}: got {shown(value)}, expected a number")
    try:
        return rational(value.text if isinstance(value, NumberText) else value)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _from_json(document: Any) -> list[Any]:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        raise InputError(f"got {shown(document)}, expected a list of numbers or an object")
    named = [key for key in KEYS if key in document]
    if len(named) == 1 and isinstance(document[named[0]], list | dict):
        return _from_json(document[named[0]])
    if not document or not all(_is_count(key) for key in document):
        raise InputError(
            f"got an object with the keys {', '.join(map(repr, list(document)[:6]))}; expected "
            f"counts, or one of {', '.join(KEYS)}"
        )
    return _filled([(key, value, f'"{key}"') for key, value in document.items()])


def _from_table(text: str, delimiter: str) -> list[Any]:
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True
    )
    try:
        lines = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: {error}") from None
    headed = lines and not any(_is_number(cell) for cell in lines[0][1])
    if headed and (len(lines) == 1 or len(lines[0][1]) == len(lines[1][1])):
        lines = lines[1:]
    if not lines:
        raise InputError("there are no numbers")
    width = len(lines[0][1])
    for line, row in lines:
        if len(row) != width:
            raise InputError(f"line {line}: got {len(row)} cells, expected {width} (ragged)")
    if len(lines) == 1 and width != 1:
        return [
            _number(cell, f"line {lines[0][0]}, cell {k}") for k, cell in enumerate(lines[0][1])
        ]
    if width == 1:
        return [_number(row[0], f"line {line}") for line, row in lines]
    if width == 2:
        return _filled([(row[0].strip(), row[1], f"line {line}") for line, row in lines])
    raise InputError(
        f"got {len(lines)} rows of {width} cells, expected one row, one column, or two columns: "
        "count and number"
    )


def _filled(pairs: list[tuple[str, Any, str]]) -> list[Any]:
    """Return the numbers by count, 0 for counts that are not there."""
    found: dict[int, Fraction] = {}
    for count, value, place in pairs:
        if not _is_count(count):
            raise InputError(f"{place}: got the count {count!r}, expected one in 0..{MAX_COUNT}")
        if int(count) in found:
            raise InputError(f"{place}: the count {count} is there twice")
        found[int(count)] = _number(value, place)
    return [found.get(i, Fraction(0)) for i in range(max(found) + 1)]


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= MAX_COUNT


def _is_number(text: str) -> bool:
    try:
        rational(text)
    except InputError:
        return False
    return True
