"""``exactdp lemma``: its JSON and its exit codes."""

import json
from fractions import Fraction

import naive
import pytest
from typer.testing import CliRunner

from exactdp.cli.app import app
from exactdp.mechanisms.exact.errors import InputError

runner = CliRunner()


def run(*arguments, status=0):
    done = runner.invoke(app, ["lemma", *arguments])
    assert done.exit_code == status, done.output
    return done.stdout


def test_a_lemma_of_the_paper_for_all_alpha():
    assert run("F & RH => CH", "--n", "1..5").splitlines() == [
        f"n = {n}: holds" for n in range(1, 6)
    ]
    report = json.loads(run("F & RH => CH", "--n", "1..3", "--json"))
    assert (report["lemma"], report["holds"]) == ("F & RH => CH", True)
    assert [(r["n"], r["holds"], r["alpha"]) for r in report["results"]] == [
        (n, True, "all") for n in (1, 2, 3)
    ]
    assert all(r["proof"] and "counterexample" not in r for r in report["results"])


def test_a_false_lemma_has_a_kernel_smallest_n_first():
    report = json.loads(run("RH => RM", "--n", "1..3", "--json", status=1))
    assert [r["holds"] for r in report["results"]] == [True, False, False]
    found = report["results"][1]["counterexample"]
    rows = [[Fraction(x) for x in row] for row in found["kernel"]]
    assert naive.has_property(rows, "RH")
    assert not naive.has_property(rows, "RM")
    assert naive.tightest_alpha(rows) >= Fraction(found["alpha"])
    assert found["violates"].startswith("RM: P[")
    assert "n = 2: fails at alpha = 1/2: RM" in run("RH => RM", "--n", "2", status=1)


def test_one_alpha_and_no_privacy():
    assert "holds" in run("=> P[0|0] <= 2*P[0|1]", "--n", "2", "--alpha", "1/2")
    out = run("=> P[0|0] <= 2*P[0|1]", "--n", "2", "--without-dp", status=1)
    assert out.startswith("n = 2: fails: P[0|0] <= 2*P[0|1]")


def test_contradictory_premises_are_said_to_be():
    assert "the premises contradict each other" in run("P[0|0] >= 2 => WH", "--n", "1")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["RM RH", "--n", "2"], "expected '=>'"),
        (["RM => RH", "--n", "0"], "--n"),
        (["RM => RH", "--n", "3..1"], "--n"),
        (["RM => RH", "--n", "x"], "--n"),
        (["RM => RH", "--n", "2", "--alpha", "3/2"], "--alpha"),
        (["RM => RH", "--n", "2", "--alpha", "0.5.1"], "--alpha"),
    ],
)
def test_bad_input_is_refused(arguments, says):
    done = runner.invoke(app, ["lemma", *arguments])
    assert isinstance(done.exception, InputError)  # which becomes exit code 2
    assert says in str(done.exception)
