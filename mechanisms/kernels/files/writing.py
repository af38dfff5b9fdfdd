"""The one door through which a mechanism becomes a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ...exact.errors import InputError, LimitError
from ..mechanism import Mechanism
from .aside import write_aside
from .delimited import table_lines
from .document import mechanism_document
from .npy import nearest_array
from .strict_json import render


@dataclass(frozen=True)
class Written:
    """What was written: the path, and whether the numbers in it are the exact ones."""

    path: Path
    exact: bool


def save(
    path: str | os.PathLike[str],
    mechanism: Mechanism,
    *,
    force: bool = False,
    transpose: bool = False,
) -> Written:
    """Write a mechanism; the suffix says how.

    Parameters
    ----------
    path : path
        ``.json`` keeps everything: closed forms, name, counts, level. ``.csv`` and ``.tsv``
        keep the exact numbers. ``.npy`` keeps the nearest float64 of each number: *not
        exact*, unless the result says so.
    mechanism : Mechanism
    force : bool
        Whether an existing file is replaced.
    transpose : bool
        Write columns as inputs (tables only).

    Returns
    -------
    Written
        ``exact`` is false where a number was rounded; the rows of such a file need not sum
        to 1, and its level need not be the mechanism's.

    Raises
    ------
    InputError
        If it cannot be written; the message starts with the path. Nothing is left behind.
    LimitError
        If its text would not fit in memory.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> thirds = Mechanism.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    >>> [save(folder / f"thirds{s}", thirds).exact for s in (".json", ".csv", ".npy")]
    [True, True, False]
    """
    suffix, exact = Path(path).suffix.lower(), True
    data: bytes | Iterable[str]
    try:
        if suffix == ".json":
            if transpose:
                raise InputError(
                    "a mechanism document always has rows as inputs; "
                    "write .csv, .tsv or .npy to have columns as inputs"
                )
            data = chain(render(mechanism_document(mechanism)), "\n")
        elif suffix in (".csv", ".tsv"):
            delimiter = "," if suffix == ".csv" else "\t"
            data = table_lines(mechanism, delimiter, transpose=transpose)
        elif suffix == ".npy":
            data, exact = nearest_array(mechanism, transpose=transpose)
        else:
            raise InputError(
                f"got the suffix {suffix!r}, expected .json, .csv, .tsv or .npy (rounded)"
            )
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None
    write_aside(path, data, force)
    return Written(Path(path), exact)
