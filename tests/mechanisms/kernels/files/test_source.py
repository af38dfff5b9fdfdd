"""What is no readable file is refused, and so is what would not fit."""

import errno
import os

import numpy as np
import pytest

from exactdp.mechanisms.exact import limits
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.kernels.files import source
from exactdp.mechanisms.kernels.files.reading import load

SUFFIXES = [".csv", ".tsv", ".json", ".npy", ".npz"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_file(tmp_path, suffix):
    with pytest.raises(InputError, match=r"none\.\w+: there is no such file"):
        load(tmp_path / f"none{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_folder(tmp_path, suffix):
    (tmp_path / f"folder{suffix}").mkdir()
    with pytest.raises(InputError, match=r"folder\.\w+: is a folder, expected a file"):
        load(tmp_path / f"folder{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_pipe(tmp_path, suffix):
    os.mkfifo(tmp_path / f"pipe{suffix}")
    with pytest.raises(InputError, match=r"pipe\.\w+: is not a regular file; save it as one first"):
        load(tmp_path / f"pipe{suffix}")


def test_a_file_below_a_file(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"a\.csv: cannot be read: Not a directory"):
        load(tmp_path / "file" / "a.csv")


def test_a_path_with_a_nul():
    with pytest.raises(InputError, match="the path holds a NUL character"):
        load("a\0.csv")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_unreadable_file(tmp_path, monkeypatch, suffix):
    def forbidden(*arguments):  # root may read anything, so the answer is simulated
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    (tmp_path / f"a{suffix}").write_text("1")
    monkeypatch.setattr(source, "open", forbidden, raising=False)
    with pytest.raises(InputError, match=r"a\.\w+: cannot be read: Permission denied"):
        load(tmp_path / f"a{suffix}")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".json", ".npy"])
def test_a_file_beyond_memory_is_refused_unread(tmp_path, monkeypatch, suffix):
    path = tmp_path / f"huge{suffix}"
    with open(path, "wb") as stream:
        if suffix == ".npy":
            header = {"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**6)}
            np.lib.format.write_array_header_1_0(stream, header)
        stream.truncate(stream.tell() + 8 * 10**12)  # a hole: it takes no room on the disk
    with pytest.raises(LimitError, match=r"huge\.\w+: .* GiB, the limit is 8\.0 GiB"):
        load(path)


@pytest.mark.parametrize(("name", "text"), [("a.csv", "1/2,1/2\n" * 99), ("a.json", "[[1,1]]")])
def test_a_text_whose_cells_would_not_fit_is_refused(tmp_path, monkeypatch, name, text):
    (tmp_path / name).write_text(text)
    monkeypatch.setattr(limits, "MAX_BYTES", 4 * len(text))
    with pytest.raises(LimitError, match=rf"{name}: a .* of {len(text)} characters needs about"):
        load(tmp_path / name)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"reading": "weight"}, "got reading = 'weight', expected 'stored' or 'weights'"),
        ({"inputs": "column"}, "got inputs = 'column', expected 'rows' or 'columns'"),
    ],
)
def test_a_misspelt_option_is_refused(tmp_path, options, reason):
    with pytest.raises(InputError, match=reason):
        load(tmp_path / "a.csv", **options)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\\ud800", r"\ud800"),
        (r"\ud800", None),
        (r"\udc00", None),
        (r"\ude00\ud83d", None),
        (r"\ud83d\n", None),
    ],
)
def test_half_a_character_is_no_text(tmp_path, name, read):
    path = tmp_path / "m.json"
    kernel = '{"form": "dense", "rows": [["1", "0"], ["0", "1"]]}'
    path.write_text(
        f'{{"format": "exactdp-mechanism", "version": 1, "name": "{name}", "kernel": {kernel}}}'
    )
    if read is None:
        with pytest.raises(InputError, match=r"line 1, column .*: half a character"):
            load(path)
    else:
        assert load(path).name == read
