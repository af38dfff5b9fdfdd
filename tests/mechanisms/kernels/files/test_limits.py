"""Files that are small and ask for much are refused before it is spent."""

import json

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.kernels.files.kernels import kernel_from_document
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.forms.dyadic import DyadicForm
from exactdp.mechanisms.kernels.mechanism import Mechanism

NINES = "9" * 100_001


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.csv", f"1,{NINES}\n1,1\n", "line 1, row 0, column 1: got a number of 100001 char"),
        ("a.json", f"[[1, {NINES}], [1, 1]]", "row 0, column 1: got a number of 100001 characters"),
        ("a.json", f'[[1, "{NINES}"], [1, 1]]', "row 0, column 1: got a number of 100001 char"),
        ("a.csv", f"1,{NINES * 2}\n1,1\n", "line 1: field larger than field limit"),
    ],
)
def test_gigantic_integers_are_refused(tmp_path, name, text, reason):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=f"{name}: {reason}"):
        load(tmp_path / name)


def power(size, **changes):
    return {
        "form": "power",
        "base": "1/2",
        "exponents": "abs(i-j)",
        "row_factors": ["1"] * size,
        "column_factors": ["1"] * size,
        **changes,
    }


def test_a_closed_form_of_too_many_counts_is_refused():
    with pytest.raises(LimitError, match="a kernel of 40000 x 40000 needs about"):
        kernel_from_document(power(40_000))


@pytest.mark.parametrize(
    "document",
    [
        power(2, exponents=[[0, 10**6], [1, 0]]),
        power(2, exponents=[[0, 10**3], [1, 0]], base="0." + "7" * 50_000),
    ],
)
def test_powers_too_long_to_be_written_out_are_refused(document):
    with pytest.raises(LimitError, match=r"the powers of kernel\.base up to \d+ needs about"):
        kernel_from_document(document)


def test_the_powers_of_one_are_short():
    assert kernel_from_document(power(2, exponents=[[0, 10**6], [1, 0]], base="1")).entry(0, 1) == 1


def test_a_limit_reached_in_a_file_names_the_file(tmp_path):
    document = {"format": "exactdp-mechanism", "version": 1, "kernel": power(40_000)}
    (tmp_path / "a.json").write_text(json.dumps(document))
    with pytest.raises(LimitError, match=r"a\.json: a kernel of 40000 x 40000"):
        load(tmp_path / "a.json")


def test_a_dense_text_beyond_memory_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr("exactdp.mechanisms.exact.limits.MAX_BYTES", 1000)
    mechanism = Mechanism(DyadicForm(np.eye(3), weights=False))
    with pytest.raises(LimitError, match=r"a\.json: the text of a dense kernel of 3 x 3"):
        save(tmp_path / "a.json", mechanism)
