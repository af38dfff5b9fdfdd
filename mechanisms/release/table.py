"""Reading a table of counts in batches, twice, without ever holding it in memory.

CSV, TSV and Parquet, told apart by the suffix. Of CSV and TSV every column is read as text,
so that nothing is reformatted: leading zeros, blanks, commas and line breaks within quotes
come out as they went in. Rows are numbered from 1, the heading not counted; blank lines are
no rows. The two passes must see the same file; if it changes in between, that is an error.

The neighbours are :mod:`.counts`, which reads the column of counts, and :mod:`.writing`.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from ..exact.errors import InputError
from ..exact.limits import require_memory
from ..exact.progress import track
from ..exact.rationals import shorten
from ..kernels.files.source import decoded, opened
from .columns import plain, values
from .counts import Counts, top_coded

SEPARATORS = {".csv": ",", ".tsv": "\t"}
SUFFIXES = (*SEPARATORS, ".parquet")

T = TypeVar("T")

#: Bytes of text that are read at a time; a row must fit in.
BLOCK = 2**20
#: Rows of a Parquet file that are read at a time.
BATCH = 2**16
#: Bytes that a bin of a private distribution takes, roughly.
_COUNT = 1000
#: Column names that an error lists.
_SHOWN = 20


class Table:
    r"""A table in a file, one column of which holds counts.

    Parameters
    ----------
    path : path
        A regular file, ``.csv``, ``.tsv`` or ``.parquet``, text in UTF-8.
    column : str
        The name of the column of counts.
    cap : int
        The largest count that is told from others; larger ones are read as `cap`.

    Attributes
    ----------
    names : list of str
        All columns, in order.
    schema : pyarrow.Schema
        The same with their types; see :mod:`.columns`.
    index : int
        Which of them holds the counts.

    Raises
    ------
    InputError
        If it is no table, or has no such column; the message starts with the path.
    LimitError
        If the cap is too large.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "cases.csv"
    >>> _ = path.write_text('town,cases\n"Ayr, North",3\n"The ""Old"" Town",0\n')
    >>> table = Table(path, "cases", cap=2)
    >>> table.histogram(), table.names
    ([1, 0, 1], ['town', 'cases'])
    >>> [(batch.column(0).to_pylist(), counts) for batch, counts in table.batches()]
    [(['Ayr, North', 'The "Old" Town'], array([2, 0]))]
    """

    def __init__(self, path: str | os.PathLike[str], column: str, cap: int):
        self.path, self.column, self.cap = Path(path), column, cap
        self.suffix = self.path.suffix.lower()
        if cap < 1:
            raise InputError(f"got the largest count {cap}, expected at least 1")
        require_memory(_COUNT * (cap + 1), f"a distribution over the counts 0..{cap}")
        if self.suffix not in SUFFIXES:
            raise self._error(f"got the suffix {self.suffix!r}, expected {' or '.join(SUFFIXES)}")
        self._identity = self._look()
        self._skipped, self._header_only = 0, False
        if self.suffix == ".parquet":
            self.schema = _calmly(self, lambda: plain(pa.parquet.read_schema(self.path)))
            self.names = list(self.schema.names)
        else:
            self._read_heading()
            self.schema = pa.schema([(name, pa.string()) for name in self.names])
        if column not in self.names:
            raise self._error(f"there is no column {column!r}; it has {_listed(self.names)}")
        if self.names.count(column) > 1:
            raise self._error(f"the column {column!r} is there twice; rename one of them")
        self.index = self.names.index(column)
        #: How many counts took each value 0..cap, once a pass has seen them all.
        self._histogram: list[int] | None = None

    def histogram(self) -> list[int]:
        """Return how many rows have each count 0..cap. Secret."""
        if self._histogram is None:
            total = np.zeros(self.cap + 1, dtype=np.int64)
            for _, counts in self._unchanging(self._read(self.index, "counting rows")):
                total += np.bincount(counts, minlength=self.cap + 1)
            self._histogram = [int(x) for x in total]
        return list(self._histogram)

    def batches(self) -> Iterator[tuple[pa.RecordBatch, Counts]]:
        """Yield the table in pieces, each with its counts. The counts are secret.

        Raises
        ------
        InputError
            If the file is not the one that :meth:`histogram` has seen.
        """
        total = np.zeros(self.cap + 1, dtype=np.int64)
        for batch, counts in self._unchanging(self._read(None, "releasing rows")):
            total += np.bincount(counts, minlength=self.cap + 1)
            yield batch, counts
        if self._histogram not in (None, total.tolist()):
            raise self._changed()

    def passed_on(self, column: pa.Array, index: int) -> pa.Array:
        """Return another column of a batch as it may be released.

        Raises
        ------
        InputError
            If it has text that is not UTF-8; the message names the column.
        """
        try:
            return values(column, self.schema.field(index))
        except InputError as error:
            raise self._error(str(error)) from None

    def _unchanging(self, pieces: Iterator[T]) -> Iterator[T]:
        self._require_unchanged()
        yield from pieces
        self._require_unchanged()

    def _read(self, only: int | None, what: str) -> Iterator[tuple[pa.RecordBatch, Counts]]:
        """Yield batches of all columns, or of one, with the counts."""
        if self.suffix == ".parquet":
            source, size = _calmly(self, lambda: self._parquet(only))
        else:
            source, size = self._text(only), -(-self._identity[0] // BLOCK)
        row, index = 1, 0 if only is not None else self.index
        for batch in track(_calm(self, source), size, what):
            try:
                counts = top_coded(batch.column(index), self.cap, row)
            except InputError as error:
                raise self._error(f"column {self.column!r}, {error}") from None
            except pa.ArrowException:  # its message may quote a count: it is not passed on
                raise self._error(
                    f"column {self.column!r} cannot be taken as counts in the rows from {row} on"
                ) from None
            row += batch.num_rows
            yield batch, counts

    def _parquet(self, only: int | None) -> tuple[Iterator[pa.RecordBatch], int]:
        file = pa.parquet.ParquetFile(self.path, buffer_size=BLOCK, pre_buffer=False)
        columns = None if only is None else [self.column]
        batches = file.iter_batches(batch_size=BATCH, columns=columns, use_threads=False)
        return batches, -(-file.metadata.num_rows // BATCH)

    def _text(self, only: int | None) -> Iterator[pa.RecordBatch]:
        if self._header_only:
            return
        # Names by position: those of the file may be equal, and need not be quoted here.
        names = [str(k) for k in range(len(self.names))]
        bad: list[int] = []

        def refused(row: Any) -> str:
            bad.append((row.number or 0) - self._skipped)
            return "error"

        try:
            with pa.csv.open_csv(
                self.path,
                read_options=pa.csv.ReadOptions(
                    use_threads=False,  # else bad rows have no number
                    block_size=BLOCK,
                    column_names=names,
                    skip_rows_after_names=self._skipped,
                ),
                parse_options=pa.csv.ParseOptions(
                    delimiter=SEPARATORS[self.suffix],
                    newlines_in_values=True,
                    invalid_row_handler=refused,
                ),
                convert_options=pa.csv.ConvertOptions(
                    column_types=dict.fromkeys(names, pa.string()),
                    strings_can_be_null=False,
                    include_columns=names if only is None else [names[only]],
                ),
            ) as reader:
                yield from reader
        except pa.ArrowInvalid as error:
            # Its message quotes the row, and with it a count: it is not passed on.
            if bad:
                raise self._error(
                    f"row {bad[0]} does not have {len(self.names)} cells as the heading has: "
                    "is a quote left open, or a separator not quoted?"
                ) from None
            if "UTF8" in str(error):
                raise self._error("is not UTF-8 text: save the file as UTF-8") from None
            raise self._error(
                f"cannot be read as rows of at most {BLOCK} bytes: is a quote left open?"
            ) from None

    def _read_heading(self) -> None:
        """Find the names of the columns, and how many rows precede the first of the table."""
        try:
            with opened(self.path) as (stream, size):
                start = stream.read(BLOCK)
            # Up to a line break, not to cut a character in two.
            text = self._decoded(start if len(start) == size else start[: start.rfind(b"\n") + 1])
            lines = io.StringIO(text, newline="")
            rows = csv.reader(lines, delimiter=SEPARATORS[self.suffix], strict=True)
            self.names = []
            while not self.names:
                self.names = next(rows)
                self._skipped += 1
            self._header_only = len(start) == size and not lines.read().strip("\r\n")
        except StopIteration:
            raise self._error("has blank lines only, expected a heading and rows") from None
        except csv.Error as error:
            raise self._error(f"the heading cannot be read: {error}") from None
        except InputError as error:
            raise self._error(str(error)) from None

    def _decoded(self, data: bytes) -> str:
        try:
            return decoded(data)
        except InputError as error:
            # Which byte it is would tell how many digits the counts before it have.
            wide = "UTF-16" in str(error)
            what = str(error) if wide else "is not UTF-8 text, or is binary: save the file as UTF-8"
            raise InputError(what) from None

    def _look(self) -> tuple[int, ...]:
        """Return what tells this file, as it is now, from another."""
        try:
            with opened(self.path) as (stream, size):
                status = os.fstat(stream.fileno())
        except InputError as error:
            raise self._error(str(error)) from None
        return size, status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns

    def _require_unchanged(self) -> None:
        if self._look() != self._identity:
            raise self._changed()

    def _changed(self) -> InputError:
        return self._error("the file changed while it was read: run it again on a file at rest")

    def _error(self, message: str) -> InputError:
        return InputError(f"{self.path}: {message}")


def _calmly(table: Table, step: Any) -> Any:
    """Do one step of reading; a message of the library, which may quote cells, is replaced."""
    try:
        return step()
    except UnicodeDecodeError:  # only names are made texts here
        raise table._error("the name of a column is not UTF-8: rename it") from None
    except (pa.ArrowException, OSError):
        raise table._error(
            f"cannot be read as {table.suffix.removeprefix('.')}: is the file whole?"
        ) from None


def _calm(table: Table, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    while (batch := _calmly(table, lambda: next(batches, None))) is not None:
        yield batch


def _listed(names: list[str]) -> str:
    """Return names of columns in words, less what may be the counts of a table without heading."""
    words = [name for name in names if not any(c.isdigit() for c in name)]
    shown = [shorten(name) for name in words[:_SHOWN]]
    if more := len(names) - len(shown):
        shown.append(f"{more} more (names with digits are not listed: is the heading missing?)")
    return ", ".join(shown)
