"""Targets are read exactly, or refused with the place."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.keeping.costs import MSE, Cost, cost_of
from exactdp.mechanisms.keeping.target import load_target, read_target, target_of

LAW = (Fraction(3, 4), Fraction(0), Fraction(1, 4))


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
    assert load_target(path) == (LAW, reading)
    assert read_target(path) == list(LAW)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "[0, 0, 0]", "all numbers are 0"),
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
        load_target(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_floats_of_python_are_refused():
    with pytest.raises(InputError, match="count 0: got the float"):
        target_of([0.5, 0.5])


def test_the_county_data_and_the_shipped_histogram_are_read():
    path = Path(__file__).parents[4] / "shared/data/binomial20_histogram.csv"
    if not path.exists():
        pytest.skip("the data folder is not beside the repository")
    target = load_target(path)
    assert target.reading == "histogram"
    assert len(target.law) <= 21
    assert sum(target.law) == 1


def test_costs_are_named_or_tables_and_monge_is_decided():
    assert cost_of("MSE") is MSE
    assert cost_of([[0, 1], [1, 0]]).crossing() is None
    crossed = Cost.of_table([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert crossed.crossing() == (0, 1)
    with pytest.raises(InputError, match=r"c\(0,1\) = 1 and c\(1,2\) = 1 add up to more than"):
        crossed.require_monge()
    with pytest.raises(InputError, match="got the cost 'L7', expected ead or mse"):
        cost_of("L7")
    with pytest.raises(InputError, match="row 1 of the cost: got 1 entries, expected 2"):
        cost_of([[0, 1], [1]])
    with pytest.raises(InputError, match="got a cost for 3 counts, expected 2"):
        crossed.rows(2)
    assert MSE.rows(2) == [[0, 1], [1, 0]]
