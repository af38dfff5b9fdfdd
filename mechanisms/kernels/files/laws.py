r"""A law from a file: a distribution over the counts, or a histogram of integers.

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
"""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Any, Literal, NamedTuple

from flint import fmpq

from ...exact.errors import InputError, LimitError
from ...exact.law import Law
from ...exact.rationals import brief, to_fmpq
from .source import read_text
from .strict_json import NumberText, loads, shown

Reading = Literal["distribution", "histogram"]
#: Keys under which an object may hold its numbers.
KEYS = ("distribution", "histogram", "target", "law", "z")
#: The largest count that a file may name.
MAX_COUNT = 10**6


class StoredLaw(NamedTuple):
    """A law over the counts 0..n, and how its file was read."""

    law: Law
    reading: Reading


def load_law(path: str | os.PathLike[str]) -> StoredLaw:
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
    >>> load_law(path)
    StoredLaw(law=Law(['3/4', '0', '1/4']), reading='histogram')
    """
    try:
        suffix = Path(path).suffix.lower()
        if suffix == ".json":
            return _read(_from_json(loads(read_text(path))))
        if suffix in (".csv", ".tsv"):
            return _read(_from_table(read_text(path), "," if suffix == ".csv" else "\t"))
        raise InputError(f"got the suffix {suffix!r}, expected .json, .csv or .tsv")
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def _read(values: list[Any]) -> StoredLaw:
    numbers = [_number(x, f"count {i}") for i, x in enumerate(values)]
    if len(numbers) < 2:
        raise InputError(f"got {len(numbers)} number(s), expected one for each of 2 or more counts")
    total = sum(numbers, fmpq(0))
    if total == 1:
        return StoredLaw(Law(numbers, "the distribution"), "distribution")
    if all(x.q == 1 for x in numbers):
        return StoredLaw(Law.from_weights(numbers, "the histogram"), "histogram")
    raise InputError(
        f"got numbers that sum to {brief(total)}, expected a distribution, which sums to exactly "
        "1, or a histogram of integers"
    )


def _number(value: Any, place: str) -> fmpq:
    if value is True or value is False or value is None or isinstance(value, list | dict):
        raise InputError(f"{place}: got {shown(value)}, expected a number")
    try:
        return to_fmpq(value.text if isinstance(value, NumberText) else value)
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
    found: dict[int, fmpq] = {}
    for count, value, place in pairs:
        if not _is_count(count):
            raise InputError(f"{place}: got the count {count!r}, expected one in 0..{MAX_COUNT}")
        if int(count) in found:
            raise InputError(f"{place}: the count {count} is there twice")
        found[int(count)] = _number(value, place)
    return [found.get(i, fmpq(0)) for i in range(max(found) + 1)]


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= MAX_COUNT


def _is_number(text: str) -> bool:
    try:
        to_fmpq(text)
    except InputError:
        return False
    return True
