"""Laws in files are read exactly, or refused with the place."""

from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.law import Law
from exactdp.mechanisms.kernels.files.laws import load_law

LAW = Law(["3/4", 0, "1/4"])


@pytest.mark.parametrize(
    ("name", "text", "reading"),
    [
        ("a.json", '["3/4", 0, 0.25]', "distribution"),
        ("a.json", "[3, 0, 1]", "histogram"),
        ("a.json", '{"0": "0.75", "2": "1/4"}', "distribution"),
        ("a.json", '{"distribution": [0.75, 0, 2.5e-1], "noise": "acyclic"}', "distribution"),
        ("a.json", '{"histogram": {"2": 1, "0": 3}}', "histogram"),
        ("a.csv", "3/4,0,1/4\n", "distribution"),
        ("a.csv", "0.75\n0\n0.25\n\n", "distribution"),
        ("a.csv", "count,categories\r\n0,3\r\n2,1\r\n", "histogram"),
        ("a.tsv", "3\t0\t1\n", "histogram"),
    ],
)
def test_a_law_is_read_from_each_shape_exactly(tmp_path, name, text, reading):
    path = tmp_path / name
    path.write_text(text)
    assert load_law(path) == (LAW, reading)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "[0, 0, 0]", "the histogram: all are 0"),
        ("a.json", "[3, -1]", "count 1: got -1, expected a number >= 0"),
        ("a.json", "[0.1, 0.2]", "numbers that sum to 3/10"),
        ("a.json", "[1]", "got 1 number(s)"),
        ("a.json", "[]", "got 0 number(s)"),
        ("a.json", "[1, true]", "count 1: got true, expected a number"),
        ("a.json", '[1, "x"]', "count 1: got 'x'"),
        ("a.json", "[1, NaN]", "count 1: got"),
        ("a.json", "7", "got 7, expected a list of numbers or an object"),
        ("a.json", '{"a": 1}', "got an object with the keys 'a'"),
        ("a.json", "{}", "got an object with the keys"),
        ("a.json", '{"0": 1, "00": 2}', '"00": the count 00 is there twice'),
        ("a.csv", "0,1\n9999999,2\n", "line 2: got the count '9999999'"),
        ("a.csv", "1,2\n1\n", "line 2: got 1 cells, expected 2"),
        ("a.csv", "1,2,3\n4,5,6\n", "expected one row, one column, or two columns"),
        ("a.csv", "count\n", "there are no numbers"),
        ("a.csv", '"1\n', "line 1:"),
        ("a.csv", "1;2\n1,2\n", "a.csv:"),
        ("a.txt", "1,2\n", "got the suffix '.txt'"),
    ],
)
def test_what_is_no_law_is_refused_with_its_place(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as error:
        load_law(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_the_county_data_and_the_shipped_histogram_are_read():
    path = Path(__file__).parents[5] / "shared/data/binomial20_histogram.csv"
    if not path.exists():
        pytest.skip("the data folder is not beside the repository")
    target = load_law(path)
    assert target.reading == "histogram"
    assert len(target.law) <= 21
    assert sum(target.law) == 1
