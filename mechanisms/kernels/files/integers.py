r"""A column of integers: counts, one a line, or an array of them.

What cannot be read is named by its place alone. Counts of people are secret, so that no cell
of the file must show in a message.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp()) / "counts.csv"
>>> _ = path.write_text("3\n0\n17\n")
>>> read_integers(path)
array([ 3,  0, 17])
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ...exact.errors import InputError, LimitError
from ...exact.limits import require_memory
from ...exact.rationals import shorten
from .source import decoded, opened

Integers = npt.NDArray[np.int64]

_COLUMN = re.compile(r"(?:[ \t]*-?[0-9]{1,18}[ \t]*(?:\n|\Z))+")
_HEADERS: dict[Any, Any] = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
_CELL = re.compile(r"[ \t]*-?[0-9]{1,18}[ \t]*")


def read_integers(path: str | os.PathLike[str]) -> Integers:
    """Read one integer a line from a text file, or a one-dimensional integer ``.npy`` array.

    Parameters
    ----------
    path : path
        Text in UTF-8; a byte order mark, CRLF, blanks around a number, blank lines at the end
        and a comment (``#``) in the first line are accepted, headings and further columns are not.

    Returns
    -------
    int64 array, shape (integers,)

    Raises
    ------
    InputError
        If it holds anything else; the message starts with the path and names the line.
    LimitError
        If it would not fit in memory.
    """
    try:
        with opened(path) as (stream, size):
            if Path(path).suffix.lower() == ".npy":
                return _array(stream, size)
            require_memory(40 * size, f"a column in {size} bytes")
            return _column(decoded(stream.read()))
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def _column(text: str) -> Integers:
    text = text.replace("\r\n", "\n").rstrip("\n \t")
    first = 1
    if text.startswith("#"):  # as `exactdp sample --simulate` writes
        text, first = text.partition("\n")[2], 2
    if not _COLUMN.fullmatch(text):
        cells = enumerate(text.split("\n"), start=first)
        line = next(line for line, cell in cells if not _CELL.fullmatch(cell))
        raise InputError(
            f"line {line}: expected one integer of at most 18 digits, and nothing else; what is "
            "there is not shown, because counts are secret (remove headings and other columns)"
        )
    return np.array(text.split(), dtype=np.int64)


def _array(stream: BinaryIO, size: int) -> Integers:
    try:
        version = np.lib.format.read_magic(stream)
        read_header = _HEADERS.get(version)
        if read_header is None:
            raise InputError(f"got .npy version {version}, expected (1, 0) or (2, 0)")
        shape, _, dtype = read_header(stream)
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"cannot be read as an .npy array: {shorten(reason, 100)}") from None
    if len(shape) != 1 or dtype.kind not in "iu":
        raise InputError(f"got an array of {dtype}, shape {shape}, expected one row of integers")
    declared = stream.tell() + shape[0] * dtype.itemsize
    if declared != size:
        raise InputError(f"declares {shape[0]} integers, {declared} bytes in all, holds {size}")
    require_memory(3 * size, f"an array of {shape[0]} integers")
    array = np.frombuffer(stream.read(), dtype=dtype)
    if dtype.kind == "u" and (beyond := array > np.iinfo(np.int64).max).any():
        raise InputError(f"position {int(np.argmax(beyond))}: the integer is beyond 2^63 - 1")
    return array.astype(np.int64)
