"""The one door through which a file becomes a mechanism."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

from ...exact.errors import InputError, LimitError
from ..mechanism import Mechanism, Orientation, Reading
from . import strict_json
from .delimited import read_table
from .document import mechanism_from_json
from .npy import read_array
from .npz import read_archive
from .source import opened, read_text


def load(
    path: str | os.PathLike[str], *, reading: Reading = "stored", inputs: Orientation = "rows"
) -> Mechanism:
    r"""Read a mechanism exactly; the suffix says how.

    Parameters
    ----------
    path : path
        A file ``.csv``, ``.tsv``, ``.npy``, ``.npz`` or ``.json``.
    reading : "stored" or "weights"
        ``stored`` takes the numbers as they stand; ``weights`` divides each row by its
        exact sum. Text is read as the decimal that it is, floats as the dyadic rationals
        that they hold.
    inputs : "rows" or "columns"
        Which way the inputs run in the file. Mechanism documents say it themselves.

    Raises
    ------
    InputError
        If it cannot be read or holds no kernel; the message starts with the path.
    LimitError
        If it would not fit in memory.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "response.csv"
    >>> _ = path.write_text("3/4,1/4\n1/4,3/4\n")
    >>> print(load(path))
    3/4  1/4
    1/4  3/4
    """
    try:
        for what, given, known in (("reading", reading, Reading), ("inputs", inputs, Orientation)):
            if given not in get_args(known):
                raise InputError(
                    f"got {what} = {given!r}, expected {' or '.join(map(repr, get_args(known)))}"
                )
        return _read(path, reading, inputs)
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def _read(path: str | os.PathLike[str], reading: Reading, inputs: Orientation) -> Mechanism:
    suffix = Path(path).suffix.lower()
    if suffix in (".csv", ".tsv"):
        table = read_table(read_text(path), "," if suffix == ".csv" else "\t")
        return Mechanism.from_rows(table, reading=reading, inputs=inputs)
    if suffix == ".json":
        return mechanism_from_json(strict_json.loads(read_text(path)), reading, inputs)
    if suffix in (".npy", ".npz"):
        with opened(path) as (stream, size):
            array = read_array(stream, size) if suffix == ".npy" else read_archive(stream)
        return Mechanism.from_array(array, reading=reading, inputs=inputs)
    raise InputError(
        f"got the suffix {suffix!r}, expected .csv, .tsv, .npy, .npz or .json: rename the file"
    )
