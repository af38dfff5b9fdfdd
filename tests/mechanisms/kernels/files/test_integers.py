"""A column of integers is read exactly or refused by its place, its cells never shown."""

import io

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.files.integers import read_integers


@pytest.fixture
def read(tmp_path):
    def of(content, name="counts.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_integers(path)

    return of


@pytest.mark.parametrize(
    "text",
    ["3\n0\n17\n", "3\r\n0\r\n17", "\ufeff3\n0\n17\n\n \n", " 3\t\n 0\n17", "003\n-0\n17\n"],
)
def test_one_integer_a_line(read, text):
    found = read(text)
    assert found.dtype == np.int64
    assert found.tolist() == [3, 0, 17]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("count\n1\n", 1),
        ("1\n4321.0\n", 2),
        ("1\n4321,2\n", 2),
        ("1\n\n4321\n", 2),
        ("1\n4321e3\n", 2),
        ("1\n2\n+4321\n", 3),
        ("9" * 19 + "\n", 1),
        ("1\n٣\n", 2),
        ('"4321"\n', 1),
        ("1 4321\n", 1),
        ("1\r4321\n", 1),
    ],
)
def test_anything_else_is_refused_by_its_line(read, text, line):
    with pytest.raises(
        InputError, match=rf"counts.csv: line {line}: expected one integer"
    ) as caught:
        read(text)
    assert "4321" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n", b"\xff\xfe1\x00", b"1\x002"])
def test_files_without_numbers_are_refused(read, text):
    with pytest.raises(InputError, match=r"counts\.csv: "):
        read(text)


@pytest.mark.parametrize("kind", ["i1", "<i8", ">i8", "u4", "u8"])
def test_arrays_of_any_integers(read, kind):
    stream = io.BytesIO()
    np.save(stream, np.array([3, 0, 17], dtype=kind))
    assert read(stream.getvalue(), "counts.npy").tolist() == [3, 0, 17]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([0.5]), "got an array of float64"),
        (np.array([[1, 2]]), r"shape \(1, 2\)"),
        (np.array([True]), "got an array of bool"),
        (np.array([1, 2**63], dtype=np.uint64), "position 1: the integer is beyond"),
        (np.array([None]), "got an array of object"),
    ],
)
def test_arrays_of_other_things_are_refused(read, array, message):
    stream = io.BytesIO()
    np.save(stream, array)
    with pytest.raises(InputError, match=message):
        read(stream.getvalue(), "counts.npy")


def test_broken_arrays_are_refused(read):
    stream = io.BytesIO()
    np.save(stream, np.arange(5))
    whole = stream.getvalue()
    for content in (whole[:-1], whole + b"0", whole[:40], b"\x93NUMPY\x09\x00", b"not one"):
        with pytest.raises(InputError, match=r"counts\.npy: "):
            read(content, "counts.npy")
    huge = whole.replace(b"(5,)", b"(9" + b"9" * 17 + b",)")
    with pytest.raises(InputError, match=r"counts\.npy: "):
        read(huge, "counts.npy")
