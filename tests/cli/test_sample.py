"""``exactdp sample``: one count a line, in order, and never a true count in a message."""

import json

import numpy as np
import pytest

from exactdp.mechanisms.kernels.files.integers import read_integers


@pytest.fixture
def kernel(run):
    run("build", "geometric", "--n", 10, "--alpha", "9/10", "-o", "m.json")
    return "m.json"


def counts(text):
    return [int(line) for line in text.splitlines()]


def test_a_value_is_drawn_as_often_as_asked(run, kernel):
    drawn = counts(run("sample", kernel, "--input", 3, "--count", 500).stdout)
    assert len(drawn) == 500
    assert set(drawn) <= set(range(11))
    assert len(set(drawn)) > 1


def test_a_column_keeps_its_order(run, tmp_path):
    (tmp_path / "m.csv").write_text("0,1\n1,0\n")
    (tmp_path / "true.csv").write_text("0\n1\n1\n0\n")
    np.save(tmp_path / "true.npy", np.array([0, 1, 1, 0], dtype=np.uint8))
    for column in ("true.csv", "true.npy"):
        assert run("sample", "m.csv", "--input", column).stdout == "1\n0\n0\n1\n"
    done = run("sample", "m.csv", "--input", "true.csv", "--count", 2, "-o", "out.csv")
    assert done.stdout == ""
    assert (tmp_path / "out.csv").read_text() == "1\n1\n0\n0\n0\n0\n1\n1\n"


def test_simulation_is_reproducible_and_says_that_it_is_not_private(run, tmp_path, kernel):
    first = run("sample", kernel, "--input", 5, "--count", 50, "--simulate", 7)
    again = run("sample", kernel, "--input", 5, "--count", 50, "--simulate", 7)
    assert first.stdout == again.stdout
    assert "NOT PRIVATE" in first.stderr
    run("sample", kernel, "--input", 5, "--count", 50, "--simulate", 7, "-o", "marked.csv")
    assert (tmp_path / "marked.csv").read_text() == first.stdout
    assert first.stdout.startswith("# NOT PRIVATE: simulated with the seed 7, hence reproducible\n")
    assert list(read_integers(tmp_path / "marked.csv")) == counts(first.stdout.partition("\n")[2])
    real = run("sample", kernel, "--input", 5, "--count", 50)
    assert real.stderr == ""
    assert real.stdout != first.stdout


def test_the_range_of_counts_is_that_of_the_mechanism(run, tmp_path, kernel):
    document = json.loads((tmp_path / kernel).read_text())
    document["counts"] = [20, 30]
    (tmp_path / "shifted.json").write_text(json.dumps(document))
    drawn = counts(run("sample", "shifted.json", "--input", 25, "--count", 200).stdout)
    assert set(drawn) <= set(range(20, 31))
    refused = run("sample", "shifted.json", "--input", 5, status=2)
    assert "outside 20..30" in refused.stderr


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("0\n7777\n", "position 1: the input is outside 0..10"),
        ("0\n-7777\n", "position 1"),
        ("count\n7777\n", "line 1: expected one integer"),
        ("0\n7777.5\n", "line 2: expected one integer"),
    ],
)
def test_a_bad_column_is_refused_by_place_and_nothing_is_left(
    run, tmp_path, kernel, column, message
):
    (tmp_path / "true.csv").write_text(column)
    done = run("sample", kernel, "--input", "true.csv", "-o", "out.csv", status=2)
    assert message in done.stderr
    assert "7777" not in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_no_message_tells_how_long_the_counts_before_a_bad_line_are(run, tmp_path, kernel):
    for bad in (b"\xff", b"\0", b"x"):
        told = set()
        for before in (b"1", b"10", b"   1", b"7777777"):
            (tmp_path / "true.csv").write_bytes(before + b"\n" + before + bad + b"\n")
            told.add(run("sample", kernel, "--input", "true.csv", status=2).stderr)
        assert len(told) == 1


def test_other_bad_input(run, tmp_path, kernel):
    assert "outside" in run("sample", kernel, "--input", 11, status=2).stderr
    assert "outside" in run("sample", kernel, "--input", "9" * 30, status=2).stderr
    assert "no such file" in run("sample", kernel, "--input", "none.csv", status=2).stderr
    assert "--count" in run("sample", kernel, "--input", 1, "--count", 0, status=2).stderr
    for many in (10**13, 10**30, "9" * 5000):
        assert "--count" in run("sample", kernel, "--input", 1, "--count", many, status=3).stderr
    assert "seed" in run("sample", kernel, "--input", 1, "--simulate", -1, status=2).stderr
    (tmp_path / "taken.csv").write_text("x")
    options = ["sample", kernel, "--input", 1, "-o"]
    assert "exists already" in run(*options, "taken.csv", status=2).stderr
    run(*options, "taken.csv", "--force")
    assert "is an input too" in run(*options, kernel, "--force", status=2).stderr


def test_a_kernel_that_is_no_distribution_is_refused_unless_read_as_weights(run, tmp_path):
    np.save(tmp_path / "m.npy", np.array([[0.1, 0.7], [0.5, 0.5]]))
    done = run("sample", "m.npy", "--input", 0, status=2)
    assert "m.npy: row 0 of the kernel sums to" in done.stderr
    assert run("sample", "m.npy", "--input", 0, "--reading", "weights").stdout in ("0\n", "1\n")
