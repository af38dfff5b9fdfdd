"""``exactdp derive``: is B a post-processing of A?"""

import json
from fractions import Fraction

import pytest

from exactdp.mechanisms.design.design import Design, Inequality
from exactdp.mechanisms.design.optimal import optimal
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.verify.judge.certificate import write_certificate
from exactdp.verify.judge.optimality import design_certificate


@pytest.fixture
def files(tmp_path):
    save(tmp_path / "a.json", geometric(2, "1/2"))
    save(tmp_path / "b.csv", uniform(2))


def test_a_post_processing_is_found_written_and_certified(run, tmp_path, files):
    done = run("derive", "a.json", "b.csv", "-o", "t.json", "--certificate", "c.json")
    assert done.stdout.startswith("b.csv: derivable from a.json, by this post-processing")
    assert "certificate: c.json" in done.stdout
    assert "c.json: accepted, verdict holds" in run("check", "c.json").stdout
    assert load(tmp_path / "t.json") == uniform(2)


def test_where_there_is_none_it_fails_and_says_what_separates_the_two(run, tmp_path, files):
    done = run(
        "derive", "b.csv", "a.json", "-o", "t.json", "--certificate", "c.json", status=1
    ).stdout
    assert done.startswith("a.json: NOT derivable from b.csv")
    assert "t.json: not written" in done
    assert not (tmp_path / "t.json").exists()
    assert "c.json: accepted, verdict fails" in run("check", "c.json").stdout


def test_json_has_the_kernel_or_the_functional_and_the_gap(run, files):
    found = json.loads(run("derive", "a.json", "b.csv", "--json").stdout)
    assert found == {"holds": True, "post": [["1/3"] * 3] * 3, "functional": None, "gap": None}
    found = json.loads(run("derive", "b.csv", "a.json", "--json", status=1).stdout)
    assert (found["holds"], found["post"]) == (False, None)
    assert Fraction(found["gap"]) > 0
    assert len(found["functional"]) == 3


def test_files_are_kept_unless_forced_and_sizes_must_agree(run, tmp_path, files):
    (tmp_path / "t.json").write_text("precious")
    assert "exists already" in run("derive", "a.json", "b.csv", "-o", "t.json", status=2).stderr
    assert (tmp_path / "t.json").read_text() == "precious"
    run("derive", "a.json", "b.csv", "-o", "t.json", "--force")
    assert load(tmp_path / "t.json") == uniform(2)
    save(tmp_path / "four.json", uniform(3))
    done = run("derive", "a.json", "four.json", status=2)
    assert "got mechanisms on 3 and on 4 counts" in done.stderr


def test_a_certificate_that_there_is_no_kernel_is_shown_as_that(run, tmp_path):
    demand = Inequality((((0, 0), Fraction(1)),), Fraction(2))
    found = optimal(Design(1, None, (), Objective.parse("L0"), (demand,)))
    write_certificate(tmp_path / "c.json", design_certificate(found))
    shown = run("show", "c.json").stdout
    assert "kernel 0" not in shown
    assert 'claim 0: "claim": "infeasible", "inputs": [0, 1]' in shown
    assert json.loads(run("show", "c.json", "--format", "json").stdout)["kernels"] == []
    assert "is about no mechanism" in run("show", "c.json", "--format", "csv", status=2).stderr
