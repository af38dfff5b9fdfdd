"""Arrays are read as the exact numbers that they hold, and written as the nearest ones."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.files.npy import nearest_array
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.mechanism import Mechanism

DTYPES = ["<f2", "<f4", "<f8", ">f2", ">f4", ">f8", np.longdouble, "u1", "<i2", ">i4", "<u8", ">i8"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_every_type_of_number_is_read_exactly(tmp_path, dtype, order, suffix):
    values = np.asarray([[1, 3, 7], [0, 5, 9], [2, 4, 100]], dtype=dtype, order=order)
    if values.dtype.kind == "f":
        values = np.asarray(values / values.dtype.type(7), dtype=dtype, order=order)
    path = tmp_path / f"a{suffix}"
    (np.save if suffix == ".npy" else np.savez)(path, values)
    expected = [[Fraction(*x.as_integer_ratio()) for x in row] for row in values.tolist()]
    if values.dtype.itemsize > 8:
        expected = [[Fraction(*x.as_integer_ratio()) for x in row] for row in values]
    assert load(path).rows() == expected
    columns = load(path, inputs="columns").rows()
    assert columns == [list(column) for column in zip(*expected, strict=True)]


class Trap:
    sprung = False

    def __reduce__(self):
        return spring, ()


def spring():
    Trap.sprung = True


@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_nothing_is_unpickled(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    array = np.array([[Trap(), 1], [0, 1]], dtype=object)
    (np.save if suffix == ".npy" else np.savez)(path, array)
    with pytest.raises(InputError, match="unpickling runs whatever the file says"):
        load(path)
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(InputError, match="is not"):
        load(path)
    assert not Trap.sprung


def test_an_archive_of_zeros_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    np.savez_compressed(tmp_path / "a.npz", np.zeros((400, 400)))
    monkeypatch.setattr("exactdp.mechanisms.exact.limits.MAX_BYTES", 10**6)
    with pytest.raises(Exception, match=r"a\.npz: an array of 400 x 400 float64 entries needs"):
        load(tmp_path / "a.npz")


probabilities = st.fractions(min_value=0, max_value=1)


@given(st.lists(probabilities, min_size=4, max_size=4))
def test_entries_are_rounded_to_nearest(entries):
    mechanism = Mechanism.from_rows([entries[:2], entries[2:]])
    data, exact = nearest_array(mechanism)
    values = np.frombuffer(data[-32:]).tolist()
    for value, entry in zip(values, entries, strict=True):
        neighbours = [np.nextafter(value, 2).item(), np.nextafter(value, -1).item()]
        error = abs(Fraction(value) - entry)
        assert all(error <= abs(Fraction(other) - entry) for other in neighbours)
    assert exact == (list(map(Fraction, values)) == entries)


@pytest.mark.parametrize(
    ("entry", "nearest"),
    [
        (Fraction(1, 2**1074), 5e-324),
        (Fraction(1, 2**1075), 0.0),  # a tie goes to the even neighbour
        (Fraction(3, 2**1076), 5e-324),
        (Fraction(3, 2**1075), 1e-323),
        (Fraction(10**5000 + 1, 3 * 10**5000), 1 / 3),
    ],
)
def test_tiny_and_long_entries_are_rounded_once(entry, nearest):
    data, _ = nearest_array(Mechanism.from_rows([[entry, 1], [1, 1]]))
    assert np.frombuffer(data[-32:])[0] == nearest


def test_rounding_is_reported(tmp_path):
    assert save(tmp_path / "thirds.npy", uniform(2)).exact is False
    assert save(tmp_path / "halves.npy", uniform(1)).exact is True
    weighed = Mechanism.from_array(np.array([[1.0, 2.0], [1.0, 1.0]]), reading="weights")
    assert save(tmp_path / "weighed.npy", weighed).exact is False


@given(arrays.arrays(np.float64, (3, 3), elements=st.floats(0, 1)))
def test_floats_survive(values):
    data, exact = nearest_array(Mechanism.from_array(values), transpose=True)
    assert exact
    assert np.array_equal(values, np.frombuffer(data[-72:]).reshape(3, 3).T)


def test_an_entry_beyond_the_floats_is_refused(tmp_path):
    mechanism = Mechanism.from_rows([[1, 0], ["1e400", 1]])
    with pytest.raises(InputError, match=r"a\.npy: row 1, column 0: .* largest float"):
        save(tmp_path / "a.npy", mechanism)
    assert not (tmp_path / "a.npy").exists()
