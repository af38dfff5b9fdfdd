"""Tables of text: CSV and TSV, in UTF-8, one row a line.

A cell is an exact number as :func:`exactdp.mechanisms.exact.rationals.parse` reads it, so
``0.1`` is one tenth. A byte order mark, CRLF, quotes and blank lines at the end are
accepted; headings and labels are not.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from flint import fmpq

from ...exact.errors import InputError
from ...exact.limits import require_memory
from ...exact.progress import track
from ..mechanism import Mechanism
from .cells import read_row


def read_table(text: str, delimiter: str, *, signed: bool = False) -> list[list[fmpq]]:
    r"""Return the numbers of a table, all rows of one length; negative ones where `signed`.

    Raises
    ------
    InputError
        Naming the line (from 1) and the row and column (from 0) of what cannot be read.

    Examples
    --------
    >>> read_table("2/3,1/3\r\n0.25,0.75\r\n\r\n", ",")
    [[2/3, 1/3], [1/4, 3/4]]
    >>> read_table("a,b\n1/2,1/2\n", ",")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactdp.InputError: line 1, row 0, column 0: got 'a', expected a number ...
    """
    parts = text.count(delimiter) + text.count("\n")
    require_memory(3 * len(text) + 150 * parts, f"a table of {len(text)} characters")
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True
    )
    rows: list[list[fmpq]] = []
    blank = 0  # the first line of a run of blank ones
    try:
        for cells in track(reader, text.count("\n"), "reading rows"):
            line, i = reader.line_num, len(rows)
            if len(cells) <= 1 and not "".join(cells).strip():
                blank = blank or line
                continue
            if blank:
                raise InputError(f"line {blank}: blank, expected row {i}; remove the line")
            place = f"line {line}, row {i}, column {{}}".format
            rows.append(read_row(cells, place, signed=signed))
            if len(cells) != len(rows[0]):
                raise InputError(
                    f"line {line}, row {i}: got {len(cells)} entries, "
                    f"expected {len(rows[0])} as in row 0 (ragged)"
                )
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: {error}") from None
    except InputError as error:
        raise InputError(f"{error}{_hint(text, delimiter, str(error))}") from None
    if not rows:
        raise InputError("the file has blank lines only, expected numbers")
    return rows


def _hint(text: str, delimiter: str, message: str) -> str:
    """Say what the table seems to be, where it is none of ours."""
    first = text.lstrip().split("\n", 1)[0]
    if ";" in first:
        return (
            "; the cells seem to be parted by ';': write ',' between them and '.' as decimal point"
        )
    if delimiter not in first:
        if "\t" in first:
            return "; the cells seem to be parted by tabs: name the file .tsv"
        if "," in first:
            return "; the cells seem to be parted by commas: name the file .csv"
        if " " in first.strip():
            return "; the cells seem to be parted by spaces: write ',' between them"
    if re.search(r"(row 0,|column 0:).* got '[^'0-9]*[A-Za-z]", message):
        return "; the file holds numbers alone: remove headings and labels"
    return ""


def table_lines(mechanism: Mechanism, delimiter: str, *, transpose: bool = False) -> Iterator[str]:
    r"""Yield the lines of a table of exact numbers, "p/q" or an integer a cell.

    >>> m = Mechanism.from_rows([["2/3", "1/3"], ["1/4", "3/4"]])
    >>> list(table_lines(m, ",")), list(table_lines(m, ",", transpose=True))
    (['2/3,1/3\n', '1/4,3/4\n'], ['2/3,1/4\n', '1/3,3/4\n'])
    """
    size = mechanism.size
    corners = [(0, 0), (0, size - 1), (size // 2, 0), (size // 2, size // 2)]
    longest = max(len(str(mechanism.form.entry(i, j))) for i, j in corners)
    require_memory(size**2 * longest, f"a table of {size} x {size} exact numbers")
    rows = (mechanism.form.row(i) for i in range(size))
    for row in zip(*rows, strict=True) if transpose else rows:
        yield delimiter.join(map(str, row)) + "\n"
