"""A sweep runs a command over a grid, keeps what it did, and says where a file is wrong."""

import csv
import json
import shutil
import signal
import subprocess
import sys
import time

import pytest
from clusters import cluster

SPEC = """
command = "optimal"
[grid]
n = "1..2"
alpha = ["1/2", "9/10"]
properties = ["", "WH"]
[options]
objective = "L0"
json = true
"""


@pytest.fixture
def spec(tmp_path):
    def write(text):
        (tmp_path / "s.toml").write_text(text, encoding="utf-8")
        return "s.toml"

    return write


def rows(tmp_path, folder="out"):
    with open(tmp_path / folder / "results.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_rows_are_in_the_order_of_the_grid_whatever_runs_them(run, tmp_path, spec):
    run("sweep", spec(SPEC), "-o", "out")
    found = rows(tmp_path)
    assert [(r["n"], r["alpha"], r["properties"]) for r in found] == [
        (n, a, p) for n in "12" for a in ("1/2", "9/10") for p in ("", "WH")
    ]
    assert [r["cost"] for r in found[:2]] == ["2/3", "2/3"]
    with cluster(tmp_path) as (where, _):
        for executor in ("processes:2", where):
            run("sweep", "s.toml", "-o", "other", "--executor", executor)
            assert contents(tmp_path / "out") == contents(tmp_path / "other")
            shutil.rmtree(tmp_path / "other")


def contents(folder):
    return {x.relative_to(folder): x.read_bytes() for x in folder.rglob("*") if x.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["serial", "processes:2"])
def test_a_sweep_that_is_interrupted_goes_on_where_it_was(run, tmp_path, spec, executor):
    command = [sys.executable, "-m", "exactdp", "sweep", spec(SPEC), "-o", "out"]
    kept = tmp_path / "out/rows"
    with subprocess.Popen(
        [*command, "--executor", executor], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as process:
        while len(list(kept.glob("0*.json"))) < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=120)[1]
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    before = contents(kept)
    assert 2 <= len(before) < 8
    assert not (tmp_path / "out/results.csv").exists()
    done = run("sweep", "s.toml", "-o", "out")
    assert f"{len(before)} of 8 rows are kept" in done.stderr
    assert before.items() <= contents(kept).items()
    run("sweep", "s.toml", "-o", "whole", "--executor", "processes:2")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_cluster_that_is_not_there_is_told_with_code_3(run, spec):
    done = run("sweep", spec(SPEC), "-o", "out", "--executor", "dask://127.0.0.1:1", status=3)
    assert "dask://127.0.0.1:1 cannot be reached" in done.stderr


@pytest.mark.parametrize("text", ["threads", "processes:0", "dask://nowhere"])
def test_an_unknown_executor_is_refused_before_anything_is_written(run, tmp_path, spec, text):
    done = run("sweep", spec(SPEC), "-o", "out", "--executor", text, status=2)
    assert f"got the executor '{text}', expected serial, processes:K" in done.stderr
    assert not (tmp_path / "out").exists()


def test_results_go_to_a_folder(run, tmp_path, spec):
    (tmp_path / "file").write_text("mine")
    for folder in ("file", "file/below"):
        assert "cannot be made" in run("sweep", spec(SPEC), "-o", folder, status=2).stderr
    assert (tmp_path / "file").read_text() == "mine"


def test_what_is_done_is_not_done_again_unless_it_changed(run, tmp_path, spec):
    text = 'command = "choose"\n[grid]\nn = [2, 3]\nalpha = "3/4"\n[options]\nproperties = "WH"\n'
    run("sweep", spec(text), "-o", "out")
    kept = tmp_path / "out/rows/000001.json"
    result = json.loads(kept.read_text())
    result["output"] = "marked"
    kept.write_text(json.dumps(result))
    (tmp_path / "out/rows/000002.json").write_text("{ broken")
    done = run("sweep", "s.toml", "-o", "out")
    assert "1 of 2 rows are kept" in done.stderr
    assert json.loads(kept.read_text())["output"] == "marked"
    assert json.loads((tmp_path / "out/rows/000002.json").read_text())["exit"] == 0
    run("sweep", spec(text.replace("3/4", "1/2")), "-o", "out")
    assert json.loads(kept.read_text())["output"] != "marked"


def test_a_row_that_fails_makes_the_sweep_fail_and_the_others_stand(run, tmp_path, spec):
    run("build", "GM", "--n", 2, "--alpha", "9/10", "-o", "a.json")
    run("build", "UM", "--n", 2, "-o", "b.json")
    text = 'command = "certify"\narguments = ["{file}"]\n[grid]\nfile = {glob = "?.json"}\n'
    done = run(
        "sweep", spec(f'{text}[options]\nalpha = "19/20"\njson = true\n'), "-o", "out", status=1
    )
    assert "1 fails, 1 holds" in done.stdout
    assert [(r["file"], r["outcome"]) for r in rows(tmp_path)] == [
        ("a.json", "fails"),
        ("b.json", "holds"),
    ]


def test_a_row_beyond_its_limit_is_undecided_and_never_lost(run, tmp_path, spec):
    text = 'command = "choose"\nlimit = 0.001\n[grid]\nn = [2]\nalpha = "3/4"\n'
    run("sweep", spec(text), "-o", "out", status=3)
    assert rows(tmp_path)[0]["outcome"] == "undecided"
    run("sweep", spec(text.replace("0.001", "600")), "-o", "out")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "got the command None"),
        ('command = "optimla"', "line 1: got the command 'optimla', perhaps optimal?"),
        ('command = "optimal"\n[gird]\nn = 1', "line 2: got the key 'gird', expected"),
        ('command = "optimal"\n[grid]\nalhpa = "1/2"', "line 3: got 'alhpa'"),
        ('command = "optimal"\n[grid]\nn = 1.5', "line 3: got n = '1.5'"),
        ('command = "optimal"\n[grid]\nn = []', "expected a text, a list"),
        ('command = "optimal"\nlimit = 0\n', "line 2: got the limit 0"),
        ('command = "certify"\narguments = ["{fiel}"]\n[grid]\nfile = "a"', "perhaps file?"),
        (
            'command = "certify"\narguments = ["{f}"]\n[grid]\nf = {glob = "*.no"}',
            "no file matches",
        ),
        ('command = "sweep"', "got the command 'sweep'"),
        ("command = ", "is not TOML"),
        ('command = ["optimal"]', "line 1: got the command ['optimal']"),
        ('command = "optimal"\ngrid = 3', "line 2: expected a table [grid]"),
        ('command = "optimal"\noptions = [1]', "line 2: expected a table [options]"),
        ('command = "optimal"\narguments = "a"', "line 2: expected a list of texts"),
        ('command = "optimal"\nlimit = "soon"', "line 2: got the limit 'soon'"),
        ('command = "optimal"\nlimit = true', "line 2: got the limit True"),
        ('command = "optimal"\nlimit = nan', "line 2: got the limit nan"),
        ('command = "optimal"\nlimit = inf', "line 2: got the limit inf"),
        ('command = "optimal"\n[grid]\nn = {glop = "*"}', "line 3: got n = "),
        ('command = "optimal"\n[grid]\nn = "5..2"', "line 3: got n = '5..2', expected LO <= HI"),
        ('command = "optimal"\n[grid]\nn = [true]', "line 3: got n = "),
        ('command = "optimal"\n[options]\nn = [1]', "line 3: got n = [1], expected a text"),
        ('command = "optimal"\n[options]\nalpha = 0.5', "line 3: got alpha = 0.5, expected"),
        ('command = "certify"\n[grid]\nf = {glob = "/etc/*"}', "line 3: got 'f'"),
        (
            'command = "certify"\narguments = ["{f}"]\n[grid]\nf = {glob = "/etc/*"}',
            "expected a pattern below the specification's folder",
        ),
        (
            'command = "certify"\narguments = ["{f}"]\n[grid]\nf = {glob = ""}',
            "expected a pattern below the specification's folder",
        ),
        ('command = "optimal"\n[grid]\nn = "1..9999999"\nd = "1..9"', "got 'd'"),
        ('command = "optimal"\n[grid]\nn = "1..9999999"', "the limit is 1000000"),
    ],
)
def test_a_wrong_specification_is_told_with_its_line(run, tmp_path, spec, text, said):
    assert said in run("sweep", spec(text), "-o", "out", status=2).stderr
    assert not (tmp_path / "out").exists()


def test_a_specification_that_is_not_there(run):
    assert "none.toml: cannot be read" in run("sweep", "none.toml", "-o", "out", status=2).stderr
