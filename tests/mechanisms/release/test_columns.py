"""Of other columns the values are passed on, and nothing that a Parquet file says beside them."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.release.budget import Budget
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import release
from exactdp.mechanisms.release.writing import released_pieces
from exactdp.mechanisms.sampling.source import SeededSource

ABOUT = {b"note": b"the true counts are 1, 0, 2"}


def coded():
    return pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), ["Ayr", "Oban", "NOBODY"])


def invalid():
    stored = pa.array([b"Ayr", b"\xff\xfe", b"Oban"]).buffers()
    return pa.Array.from_buffers(pa.string(), 3, stored)


def stored(folder, column, **options):
    fields = [
        pa.field("place", column.type, metadata=ABOUT),
        pa.field("n", pa.int64(), metadata=ABOUT),
    ]
    table = pa.table([column, pa.array([1, 0, 2])], schema=pa.schema(fields, metadata=ABOUT))
    pq.write_table(table, folder / "t.parquet", **options)
    return folder / "t.parquet"


def released(path, suffix=".parquet"):
    output = path.with_name(f"o{suffix}")
    found = release(Table(path, "n", 2), Budget(1), SeededSource(1))
    output.write_bytes(b"".join(released_pieces(output, found.table, found.batches(), None)))
    return output


@pytest.mark.parametrize(
    "column",
    [
        coded(),
        pa.ListArray.from_arrays([0, 1, 2, 3], coded()),
        pa.LargeListArray.from_arrays([0, 1, 2, 3], coded()),
        pa.FixedSizeListArray.from_arrays(coded(), 1),
        pa.StructArray.from_arrays([coded()], fields=[pa.field("x", coded().type, metadata=ABOUT)]),
        pa.MapArray.from_arrays([0, 1, 2, 3], pa.array(["a", "b", "c"]), coded()),
    ],
    ids=["dictionary", "list", "large list", "fixed list", "struct", "map"],
)
def test_metadata_and_unused_dictionary_values_stay_behind_and_values_do_not(tmp_path, column):
    output = released(stored(tmp_path, column))
    assert pq.read_table(output).column("place").to_pylist() == column.to_pylist()
    schema = pq.read_schema(output)
    said = [schema.metadata, *(field.metadata for field in schema)]
    assert not any(note and b"note" in note for note in said)
    assert "the true counts" not in str(schema.serialize().to_pybytes())
    assert b"NOBODY" not in output.read_bytes()


def test_types_are_kept(tmp_path):
    column = pa.array([1, None, 3], pa.decimal128(9, 2))
    assert pq.read_schema(released(stored(tmp_path, column))).field("place").type == column.type


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_text_that_is_not_utf_8_is_refused_and_the_column_named(tmp_path, suffix):
    with pytest.raises(InputError, match="the column 'place' has values that are not valid"):
        released(stored(tmp_path, invalid()), suffix)


def test_text_inside_a_list_is_looked_at_too(tmp_path):
    with pytest.raises(InputError, match="not UTF-8"):
        released(stored(tmp_path, pa.ListArray.from_arrays([0, 1, 2, 3], invalid())))


@pytest.mark.parametrize("column", [pa.array([7, 7, 7]), pa.array([{"place": 7}] * 3)])
def test_the_name_of_a_column_that_is_not_utf_8_is_refused(tmp_path, column):
    path = stored(tmp_path, column, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"place", b"\xff\xfe\xfd\xfc\xfb"))
    with pytest.raises(InputError, match="the name of a column is not UTF-8: rename it"):
        Table(path, "n", 2)


@pytest.mark.parametrize("kind", [pa.binary(), pa.binary(2), pa.large_binary()])
def test_bytes_are_not_written_as_text(tmp_path, kind):
    with pytest.raises(InputError, match="which text cannot hold"):
        released(stored(tmp_path, pa.array([b"\xff\xfe", None, b"ab"], kind)), ".csv")
