"""Writing a released table, in pieces of bytes: CSV, TSV or Parquet.

Every row and its order are kept. In CSV and TSV a cell is quoted where it must be and not
elsewhere; lines end in a line feed; the released counts are plain digits. In Parquet the
other columns are written as :mod:`.columns` tells, and the counts are int64.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from ..exact.errors import InputError, LimitError
from ..exact.rationals import exact_text
from .counts import Counts
from .histogram import HistogramRelease
from .table import SEPARATORS, SUFFIXES, Table

#: The column that marks every row of a simulated release.
MARK = "not_private"


def released_pieces(
    path: Path,
    table: Table,
    pieces: Iterable[tuple[pa.RecordBatch, Counts]],
    seed: int | None,
) -> Iterator[bytes]:
    """Yield the bytes of the released table.

    Parameters
    ----------
    path : Path
        Where it goes; the suffix says how it is written.
    table : Table
        Where the rows come from.
    pieces : iterable of (RecordBatch, counts)
        The rows as read, and the released counts.
    seed : int or None
        Of a simulation; then the column :data:`MARK` says so in every row.
    """
    suffix = path.suffix.lower()
    mark = None if seed is None else marked(seed)
    names = list(table.names)
    if mark is not None:
        if MARK in names:
            raise InputError(
                f"{table.path}: has a column {MARK!r} already, the name of the column that "
                "marks a simulation: rename it"
            )
        names.append(MARK)
    columns = (_columns(table, batch, counts, mark) for batch, counts in pieces)
    if suffix in SEPARATORS:
        _require_flat(path, table)
        return text_pieces(names, columns, SEPARATORS[suffix])
    fields = list(table.schema)
    fields[table.index] = pa.field(table.column, pa.int64())
    if mark is not None:
        fields.append(pa.field(MARK, pa.string()))
    return parquet_pieces(pa.schema(fields), columns)


def require_suffix(path: Path) -> None:
    """Refuse a name that does not say how the table is to be written."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"{path}: got the suffix {path.suffix!r}, expected {' or '.join(SUFFIXES)}"
        )


def histogram_pieces(path: Path, release: HistogramRelease) -> Iterator[bytes]:
    """Yield the bytes of a released histogram: a row for each bin, its value and noisy count."""
    suffix = path.suffix.lower()
    try:
        counts = pa.array(release.counts, pa.int64())
    except OverflowError:  # the noise of a tiny budget
        if suffix not in SEPARATORS:
            raise LimitError(
                f"{path}: with so small a budget the noisy counts are beyond 64 bits, which "
                "Parquet cannot hold: spend more, or write .csv"
            ) from None
        counts = pa.array([exact_text(x) for x in release.counts], pa.string())
    columns = {
        release.column: pa.array(range(release.cap + 1), pa.int64()),
        "count" if release.column != "count" else "rows": counts,
    }
    if release.seed is not None:
        columns[MARK] = pa.array([marked(release.seed)] * len(release.counts), pa.string())
    table = pa.table(columns)
    if suffix in SEPARATORS:
        return text_pieces(table.column_names, [list(columns.values())], SEPARATORS[suffix])
    return parquet_pieces(table.schema, [list(columns.values())])


def marked(seed: int) -> str:
    """Return what the column :data:`MARK` says of a simulation."""
    return f"simulated with the seed {seed}"


def _columns(
    table: Table, batch: pa.RecordBatch, counts: Counts, mark: str | None
) -> list[pa.Array]:
    columns = [
        pa.array(counts, pa.int64()) if k == table.index else table.passed_on(column, k)
        for k, column in enumerate(batch.columns)
    ]
    if mark is not None:
        columns.append(pa.array([mark] * len(counts), pa.string()))
    return columns


def _require_flat(path: Path, table: Table) -> None:
    for field in table.schema:
        if pa.types.is_nested(field.type) or _is_binary(field.type):
            raise InputError(
                f"{path}: the column {field.name!r} has the type {field.type}, which text cannot "
                "hold: write .parquet"
            )


def _is_binary(kind: Any) -> bool:
    stored = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind
    return any(
        is_kind(stored)
        for is_kind in (
            pa.types.is_binary,
            pa.types.is_large_binary,
            pa.types.is_fixed_size_binary,
            pa.types.is_binary_view,
        )
    )


def text_pieces(
    names: list[str], pieces: Iterable[list[pa.Array]], separator: str
) -> Iterator[bytes]:
    r"""Yield the bytes of a table of text, the heading first.

    >>> rows = [pa.array(["Ayr, North", 'The "Old" Town']), pa.array([2, 0])]
    >>> b"".join(text_pieces(["town", "cases"], [rows], ","))
    b'town,cases\n"Ayr, North",2\n"The ""Old"" Town",0\n'
    """
    yield _lines([pa.array([name], pa.large_string()) for name in names], separator)
    for columns in pieces:
        yield _lines(columns, separator)


def _lines(columns: list[pa.Array], separator: str) -> bytes:
    """Return rows as text; the joined strings lie in one buffer, which is the text."""
    lines = _joined(_joined(*(_quoted(c, separator) for c in columns), by=separator), "", by="\n")
    if not len(lines):
        return b""
    _, offsets, data = lines.buffers()
    bounds = np.frombuffer(offsets, dtype=np.int64)[lines.offset :]
    return bytes(memoryview(data)[int(bounds[0]) : int(bounds[len(lines)])])


def _joined(*parts: Any, by: str = "") -> pa.Array:
    texts = [pa.scalar(x, pa.large_string()) if isinstance(x, str) else x for x in (*parts, by)]
    return pc.binary_join_element_wise(*texts)


def _quoted(column: pa.Array, separator: str) -> pa.Array:
    text = pc.fill_null(pc.cast(column, pa.large_string()), "")
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return text
    special = pc.match_substring_regex(text, f'[{separator}"\r\n]')
    if not pc.any(special).as_py():
        return text
    return pc.if_else(special, _joined('"', pc.replace_substring(text, '"', '""'), '"'), text)


class _Pieces(io.RawIOBase):
    """A stream that keeps what is written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._kept, self._at = bytearray(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._kept += data
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        return self._at

    def take(self) -> bytes:
        """Return what was written since the last time."""
        kept, self._kept = bytes(self._kept), bytearray()
        return kept


def parquet_pieces(schema: pa.Schema, pieces: Iterable[list[pa.Array]]) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file, a row group for each piece."""
    stream = _Pieces()
    with pa.parquet.ParquetWriter(stream, schema) as writer:
        for columns in pieces:
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
            yield stream.take()
    yield stream.take()
