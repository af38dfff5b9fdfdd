"""A table comes out as it went in, but for the counts; and its errors keep the secret."""

import csv
import io
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.release import table as table_module
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.writing import released_pieces

# What a CSV reader may trip over; surrogates are not text, and NUL is refused.
NASTY = st.text(
    st.one_of(
        st.sampled_from(list(" \",;\t\r\n'\\#0123-+eé\u2028\ufeff\x85")),
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    ),
    max_size=8,
)


def as_text(rows, separator):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


def read_back(data, separator):
    return list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=separator))


def unchanged(path, column, out, cap=99):
    """Write a table with the counts it has, top-coded."""
    table = Table(path, column, cap)
    return b"".join(released_pieces(out, table, table.batches(), None))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.lists(st.tuples(NASTY, st.integers(0, 99), NASTY), max_size=6),
    name=NASTY.filter(lambda s: s not in ("cases", "")),
    separator=st.sampled_from([",", "\t"]),
)
@example(rows=[("", 0, ""), ("007", 1, " 7 ")], name='a"b', separator=",")
def test_every_cell_and_their_order_are_kept(tmp_path, rows, name, separator):
    path = tmp_path / ("t.csv" if separator == "," else "t.tsv")
    given = [[name, "cases", "x"], *([a, str(k), b] for a, k, b in rows)]
    path.write_text(as_text(given, separator), newline="")
    # Our reader of headings drops a mark at the very start, as everybody's does.
    given[0][0] = name.removeprefix("\ufeff") if name.strip("\ufeff") == name[1:] else given[0][0]
    found = read_back(unchanged(path, "cases", path), separator)
    assert found == given


def test_columns_of_the_same_name_are_kept_apart(tmp_path):
    (tmp_path / "t.csv").write_text("x,n,x\n1,2,3\n")
    assert unchanged(tmp_path / "t.csv", "n", tmp_path / "o.csv") == b"x,n,x\n1,2,3\n"


def test_cells_are_quoted_where_they_must_be_and_not_elsewhere(tmp_path):
    (tmp_path / "t.csv").write_text('"a","n"\r\n"x","3"\r\n"x;y, z","4"\r\n""" ",5\r\n')
    found = unchanged(tmp_path / "t.csv", "n", tmp_path / "o.csv")
    assert found == b'a,n\nx,3\n"x;y, z",4\n""" ",5\n'
    assert unchanged(tmp_path / "t.csv", "n", tmp_path / "o.tsv").splitlines()[2] == b"x;y, z\t4"


def test_counts_above_the_cap_are_top_coded_however_long(tmp_path):
    (tmp_path / "t.csv").write_text(f"n\n7\n8\n{'9' * 60}\n0000{'0' * 60}3\n")
    table = Table(tmp_path / "t.csv", "n", 7)
    assert table.histogram() == [0, 0, 0, 1, 0, 0, 0, 3]
    ((_, counts),) = table.batches()
    assert counts.tolist() == [7, 7, 7, 3]


@pytest.mark.parametrize("text", ["n", "n\n", "\nn\n\n", "\ufeffn\r\n"])
def test_a_heading_alone_is_a_table_without_rows(tmp_path, text):
    (tmp_path / "t.csv").write_text(text, newline="")
    assert Table(tmp_path / "t.csv", "n", 2).histogram() == [0, 0, 0]
    assert unchanged(tmp_path / "t.csv", "n", tmp_path / "o.csv") == b"n\n"


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint64(), pa.string(), pa.large_string()])
def test_parquet_keeps_the_types_of_other_columns(tmp_path, kind):
    counts = pa.array([0, 5, 100]).cast(kind)
    places = pa.array(["a", None, "b,c"]).dictionary_encode()
    nested = pa.array([[1], [], None])
    given = pa.table({"place": places, "n": counts, "nested": nested})
    given = given.replace_schema_metadata({"largest": "100"})
    pq.write_table(given, tmp_path / "t.parquet")
    (tmp_path / "o.parquet").write_bytes(
        unchanged(tmp_path / "t.parquet", "n", tmp_path / "o.parquet", cap=7)
    )
    found = pq.read_table(tmp_path / "o.parquet")
    assert found.column("place").to_pylist() == places.to_pylist()
    assert found.column("nested").to_pylist() == nested.to_pylist()
    assert (found.column("n").to_pylist(), found.schema.field("n").type) == ([0, 5, 7], pa.int64())
    assert b"largest" not in (found.schema.metadata or {})
    with pytest.raises(InputError, match=r"'nested' has the type list.*write \.parquet"):
        unchanged(tmp_path / "t.parquet", "n", tmp_path / "o.csv")


def test_parquet_becomes_text_where_it_can(tmp_path):
    given = pa.table({"d": pa.array([1, 2], pa.date32()), "n": [3, 4], "x": [0.5, None]})
    pq.write_table(given, tmp_path / "t.parquet")
    found = unchanged(tmp_path / "t.parquet", "n", tmp_path / "o.tsv")
    assert found == b"d\tn\tx\n1970-01-02\t3\t0.5\n1970-01-03\t4\t\n"


@pytest.mark.parametrize("separator", [",", "\t"])
def test_text_becomes_parquet_as_text(tmp_path, separator):
    path = tmp_path / ("t.csv" if separator == "," else "t.tsv")
    path.write_text(as_text([["zip", "n"], ["01234", "3"]], separator))
    (tmp_path / "o.parquet").write_bytes(unchanged(path, "n", tmp_path / "o.parquet"))
    assert pq.read_table(tmp_path / "o.parquet").to_pylist() == [{"zip": "01234", "n": 3}]


SECRET = "48611"
BAD = {
    "letters": (f"n\n1\n{SECRET}a\n", "row 2: the count is not a nonnegative integer"),
    "negative": (f"n\n-{SECRET}\n", "row 1: the count is not"),
    "point": (f"n\n{SECRET}.0\n", "row 1: the count is not"),
    "empty": (f"a,n\n1,\n2,{SECRET}\n", "row 1: the count is not"),
    "long row": (f"a,n\n1,2\n3,{SECRET},4\n", "row 2 does not have 2 cells"),
    "short row": (f"a,n\n{SECRET}\n", "row 1 does not have 2 cells"),
    "open quote": (f'a,n\n1,2\n"3,{SECRET}\n4,5\n', "row 2 does not have 2 cells"),
    "no heading": (f"{SECRET},{SECRET}\n1,2\n", "there is no column 'n'; it has 2 more"),
    "other column": (f"a,b\n1,{SECRET}\n", "there is no column 'n'; it has 'a', 'b'"),
    "twice": (f"n,n\n1,{SECRET}\n", "the column 'n' is there twice"),
    "nothing": ("", "the file is empty"),
    "blank": ("\n\n\n", "blank lines only"),
    "odd quotes": (f'"n"{SECRET},b\n1,2\n', "the heading cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_errors_name_the_row_and_never_the_value(tmp_path, name):
    text, words = BAD[name]
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        Table(path, "n", 9).histogram()
    assert str(error.value).startswith(f"{path}: ")
    assert words in str(error.value)
    assert SECRET not in str(error.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("n\n1\n".encode("utf-16"), "UTF-16 or UTF-32"),
        (b"a,n\n\xe9,1\n", "not UTF-8"),
        (b"a,n\n" + b"x,1\n" * 2**21 + b"\xe9,1\n", "not UTF-8"),
        (b'a,n\n"' + b"x" * (2**22 + 10) + b'",1\n', "is a quote left open"),
    ],
)
def test_other_encodings_and_endless_rows_are_refused(tmp_path, data, words):
    (tmp_path / "t.csv").write_bytes(data)
    with pytest.raises(InputError, match=words):
        list(Table(tmp_path / "t.csv", "n", 9).batches())


def test_a_byte_that_is_no_text_is_not_located(tmp_path):
    # It would tell how many digits the counts before it have.
    for data in (b"n,a\n48611,\xff\n", b"n,a\n48611,\0\n"):
        (tmp_path / "t.csv").write_bytes(data)
        with pytest.raises(InputError, match=r"t\.csv: is not UTF-8 text, or is binary: save"):
            Table(tmp_path / "t.csv", "n", 9)


def test_counts_beyond_64_bits_with_a_sign_are_top_coded_and_not_quoted(tmp_path, monkeypatch):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"n": pa.array([2**64 - 1, 3], pa.uint64())}), path)
    assert Table(path, "n", 9).histogram()[9] == 1

    def quotes(*_):
        raise pa.ArrowInvalid("48611 does not fit")

    monkeypatch.setattr(table_module, "top_coded", quotes)
    with pytest.raises(InputError, match="cannot be taken as counts in the rows") as error:
        Table(path, "n", 9).histogram()
    assert "48611" not in str(error.value)
    assert error.value.__suppress_context__


def test_damaged_and_unfit_parquet_is_refused(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"n": [0.5, 48611.0], "m": [1, None], "k": [-1, 2]}), path)
    with pytest.raises(InputError, match="have the type double"):
        Table(path, "n", 9).histogram()
    with pytest.raises(InputError, match="row 2: the count is not"):
        Table(path, "m", 9).histogram()
    with pytest.raises(InputError, match="row 1: the count is not"):
        Table(path, "k", 9).histogram()
    data = path.read_bytes()
    path.write_bytes(data[:-9])
    with pytest.raises(InputError, match="cannot be read as parquet: is the file whole"):
        Table(path, "n", 9)
    at = len(data) // 8
    path.write_bytes(data[:at] + bytes(b ^ 255 for b in data[at : at + 40]) + data[at + 40 :])
    with pytest.raises(InputError):
        Table(path, "m", 9).histogram()


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    for name, words in {
        "pipe.csv": "not a regular file",
        "folder.csv": "is a folder",
        "absent.csv": "no such file",
        "t.xlsx": "expected .csv or .tsv or .parquet",
    }.items():
        with pytest.raises(InputError, match=words):
            Table(tmp_path / name, "n", 9)
    with pytest.raises(InputError, match="got the largest count 0, expected at least 1"):
        Table(tmp_path / "t.csv", "n", 0)
    for cap in (10**8, 10**40):
        with pytest.raises(LimitError, match="a distribution over the counts"):
            Table(tmp_path / "t.csv", "n", cap)


def test_a_file_that_changes_between_the_passes_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("n\n1\n2\n")
    table = Table(path, "n", 9)
    table.histogram()
    path.write_text("n\n2\n2\n")
    with pytest.raises(InputError, match="the file changed while it was read"):
        list(table.batches())


def test_a_file_that_changes_behind_its_dates_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    path.write_text("n\n1\n2\n")
    monkeypatch.setattr(table_module.Table, "_look", lambda self: (6, 0))
    table = Table(path, "n", 9)
    table.histogram()
    path.write_text("n\n1\n3\n")
    with pytest.raises(InputError, match="the file changed while it was read"):
        list(table.batches())


def test_a_table_is_read_in_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(table_module, "BLOCK", 2**12)
    monkeypatch.setattr(table_module, "BATCH", 100)
    values = np.arange(3000) % 10
    (tmp_path / "t.csv").write_text("a,n\n" + "".join(f"x,{v}\n" for v in values))
    pq.write_table(pa.table({"a": ["x"] * 3000, "n": values}), tmp_path / "t.parquet")
    for name in ("t.csv", "t.parquet"):
        pieces = [counts for _, counts in Table(tmp_path / name, "n", 20).batches()]
        assert max(map(len, pieces)) <= 1024
        assert np.concatenate(pieces).tolist() == values.tolist()


def test_the_row_of_an_error_is_counted_over_all_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(table_module, "BLOCK", 2**12)
    (tmp_path / "t.csv").write_text("\n\na,n\n" + "x,1\n" * 5000 + "x,y\n")
    with pytest.raises(InputError, match="row 5001: "):
        Table(tmp_path / "t.csv", "n", 20).histogram()
    (tmp_path / "t.csv").write_text("a,n\n" + "x,1\n" * 5000 + "x\n")
    with pytest.raises(InputError, match="row 5001 does not have"):
        Table(tmp_path / "t.csv", "n", 20).histogram()
