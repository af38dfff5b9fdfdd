"""``exactdp fixed-point``: methods, JSON, files and exit codes are a contract."""

import json
from fractions import Fraction

import pytest

from exactdp.mechanisms.kernels.files.reading import load


@pytest.fixture
def files(tmp_path):
    (tmp_path / "u.json").write_text('["1/4", 0.25, "0.25", "1/4"]')
    (tmp_path / "h.csv").write_text("count,categories\n0,3\n2,1\n")
    (tmp_path / "zero.json").write_text("[0, 0]")
    (tmp_path / "one.json").write_text("[1]")
    (tmp_path / "l0.csv").write_text("0,1,1,1\n1,0,1,1\n1,1,0,1\n1,1,1,0\n")
    return tmp_path


def found(run, *arguments, status=0):
    return json.loads(run("fixed-point", *arguments, "--json", status=status).stdout)


def test_the_default_is_the_optimum_with_a_certificate(run, files):
    done = run("fixed-point", "u.json", "--alpha", "1/2", "-o", "m.json", "--certificate", "c.json")
    assert "u.json: read as a distribution over 4 counts" in done.stdout
    assert "43/60 (about 0.7167)" in done.stdout
    assert "accepted, verdict holds" in run("check", "c.json").stdout
    kernel = json.loads((files / "m.json").read_text())["kernel"]
    assert kernel["form"] == "coupled"
    assert sum(load(files / "m.json").row(0)) == 1


@pytest.mark.parametrize(
    ("method", "cost", "extreme", "best"),
    [
        ("optimal", "43/60", True, True),
        ("lp", "43/60", True, True),
        ("heuristic", "3/4", True, False),
        ("unfixed", "17/24", True, True),
    ],
)
def test_each_method_says_what_it_is(run, files, method, cost, extreme, best):
    arguments = ("u.json", "--epsilon", "ln(2)", "--method", method, "--certificate", "c.json")
    document = found(run, *arguments)
    assert document["method"] == method
    assert document["cost"] == cost
    assert document["extreme"] is extreme
    assert document["optimal"] is best
    assert document["seconds"] >= 0
    assert document["n"] == 3
    low, high = map(Fraction, document["cost_enclosure"])
    assert low <= Fraction(cost) <= high
    assert "accepted, verdict holds" in run("check", "c.json").stdout


def test_orders_and_their_iterations(run, files):
    for order in ("max", "min", "sandwich", "best"):
        document = found(run, "u.json", "--alpha", "1/2", "--method", "heuristic", "--order", order)
        assert document["order"] in (order, "max", "min", "sandwich")
        assert document["outer_iterations"] == 4
        assert document["inner_iterations"] == 7


def test_amounts_may_be_short_for_many_counts(run, files):
    arguments = ("u.json", "--alpha", "1/2", "--method", "heuristic", "--bits", "128")
    document = found(run, *arguments, "--certificate", "c.json", "-o", "m.json")
    assert document["cost"] is None
    low, high = map(Fraction, document["cost_enclosure"])
    assert low < high < Fraction(3, 4) * (1 + Fraction(1, 10**6))
    assert document["optimal"] is None
    assert document["extreme"] is False
    assert "accepted, verdict holds" in run("check", "c.json").stdout
    assert sum(load(files / "m.json").row(0)) == 1
    done = run("fixed-point", "u.json", "--alpha", "1/2", "--bits", "128", status=2)
    assert "--bits is for --method heuristic" in done.stderr


def test_a_histogram_is_read_as_one(run, files):
    document = found(run, "h.csv", "--alpha", "9/10", "--cost", "mse")
    assert document["reading"] == "histogram"
    assert document["cost_name"] == "mse"


def test_an_irrational_alpha_is_taken_on_the_safe_side(run, files):
    done = run("fixed-point", "u.json", "--epsilon", "0.5")
    assert "the best on the safe side" in done.stderr


def test_a_cost_that_is_not_monge_is_for_the_program(run, files):
    done = run("fixed-point", "u.json", "--alpha", "1/2", "--cost", "l0.csv", status=2)
    assert "l0.csv: the cost is not Monge: c(0,1) = 1 and c(1,2) = 1" in done.stderr
    assert "the method lp does" in done.stderr
    document = found(run, "u.json", "--alpha", "1/2", "--cost", "l0.csv", "--method", "lp")
    assert document["cost"] == "8/15"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("zero.json", "--alpha", "1/2"), "the histogram: all are 0"),
        (("one.json", "--alpha", "1/2"), "got 1 number(s)"),
        (("no.json", "--alpha", "1/2"), "there is no such file"),
        (("u.json",), "got neither of --alpha and --epsilon"),
        (("u.json", "--alpha", "1"), "expected 0 < alpha < 1"),
        (("u.json", "--alpha", "0"), "expected 0 < alpha <= 1"),
        (("u.json", "--alpha", "1/2", "--cost", "no.csv"), "no.csv"),
        (("h.csv", "--alpha", "1/2", "--cost", "l0.csv"), "got a cost for 4 counts, expected 3"),
        (("u.json", "--alpha", "1/2", "-o", "u.json"), "is an input too"),
    ],
)
def test_bad_input_ends_with_status_2_and_a_reason(run, files, arguments, message):
    done = run("fixed-point", *arguments, status=2)
    assert message in done.stderr
