"""Vectors and matrices of exact numbers that are neither kernels nor laws: losses, strategies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ...exact.errors import InputError, LimitError
from ...exact.rationals import rational
from .delimited import read_table
from .source import read_text
from .strict_json import NumberText, loads, shown


def read_matrix(path: str | os.PathLike[str]) -> list[list[Any]]:
    r"""Read a matrix of exact numbers from ``.csv``, ``.tsv`` or ``.json`` (a list of lists).

    Raises
    ------
    InputError
        If it cannot be read; the message starts with the path.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "loss.csv"
    >>> _ = path.write_text("0,1\n1/2,0\n")
    >>> read_matrix(path)
    [[Fraction(0, 1), Fraction(1, 1)], [Fraction(1, 2), Fraction(0, 1)]]
    """
    try:
        suffix = Path(path).suffix.lower()
        if suffix in (".csv", ".tsv"):
            table = read_table(read_text(path), "," if suffix == ".csv" else "\t", signed=True)
            return [[rational(x) for x in row] for row in table]
        if suffix != ".json":
            raise InputError(f"got the suffix {suffix!r}, expected .csv, .tsv or .json")
        rows = loads(read_text(path))
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise InputError(f"got {shown(rows)}, expected a list of lists of numbers")
        return [[_number(x, i, j) for j, x in enumerate(row)] for i, row in enumerate(rows)]
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def read_vector(path: str | os.PathLike[str]) -> list[Any]:
    """Read a vector: a ``.json`` list of numbers, or a table of one row or one column."""
    if Path(path).suffix.lower() == ".json":
        try:
            values = loads(read_text(path))
            if not isinstance(values, list):
                raise InputError(f"got {shown(values)}, expected a list of numbers")
            return [_number(x, 0, j) for j, x in enumerate(values)]
        except (InputError, LimitError) as error:
            raise type(error)(f"{os.fspath(path)}: {error}") from None
    matrix = read_matrix(path)
    if len(matrix) == 1:
        return matrix[0]
    if all(len(row) == 1 for row in matrix):
        return [row[0] for row in matrix]
    raise InputError(f"{os.fspath(path)}: got a matrix, expected one row or one column")


def _number(value: Any, i: int, j: int) -> Any:
    text = value.text if isinstance(value, NumberText) else value
    try:
        return rational(text)
    except InputError as error:
        raise InputError(f"row {i}, column {j}: {error}") from None
