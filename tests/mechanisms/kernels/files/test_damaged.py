"""Whatever bytes a file holds, it is read or refused: no other error gets out."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactdp
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.mechanism import Mechanism

FOLDER = Path(exactdp.__file__).parent / "vectors" / "mechanisms" / "accepted"
SOUND = [
    "bom.csv",
    "quotes_and_spaces.csv",
    "plain.tsv",
    "float64.npy",
    "version2.npy",
    "kernel_among_others.npz",
    "stored.npz",
    "bare_numbers.json",
    "dense.json",
    "power.json",
    "postprocessed.json",
]

edits = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 2), st.binary(max_size=4)),
    min_size=1,
    max_size=4,
)


def is_read_or_refused(path):
    try:
        return isinstance(load(path), Mechanism)
    except (InputError, LimitError) as error:
        return str(error).startswith(f"{path}: ")


@pytest.mark.parametrize("name", SOUND)
@settings(max_examples=80, deadline=None)
@given(edits=edits)
def test_damaged_files_are_read_or_refused(tmp_path_factory, name, edits):
    data = (FOLDER / name).read_bytes()
    for place, removed, inserted in edits:
        place %= len(data) + 1
        data = data[:place] + inserted + data[place + removed :]
    path = tmp_path_factory.getbasetemp() / f"damaged-{name}"
    path.write_bytes(data)
    assert is_read_or_refused(path)


@pytest.mark.parametrize("name", SOUND)
def test_files_cut_off_anywhere_are_read_or_refused(tmp_path, name):
    data = (FOLDER / name).read_bytes()
    for length in range(len(data)):
        path = tmp_path / f"cut-{name}"
        path.write_bytes(data[:length])
        assert is_read_or_refused(path)
