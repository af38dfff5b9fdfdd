"""A sweep runs a command over a grid, keeps what it did, and says where a file is wrong."""

import csv
import json

import pytest

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
    run("sweep", "s.toml", "-o", "other", "--executor", "processes:2")
    for path in (tmp_path / "out").rglob("*.*"):
        if path.is_file():
            other = tmp_path / "other" / path.relative_to(tmp_path / "out")
            assert path.read_bytes() == other.read_bytes()


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
        ('command = "optimal"\n[grid]\nn = "1..9999999"\nd = "1..9"', "got 'd'"),
        ('command = "optimal"\n[grid]\nn = "1..9999999"', "the limit is 1000000"),
    ],
)
def test_a_wrong_specification_is_told_with_its_line(run, tmp_path, spec, text, said):
    assert said in run("sweep", spec(text), "-o", "out", status=2).stderr
    assert not (tmp_path / "out").exists()


def test_a_specification_that_is_not_there(run):
    assert "none.toml: cannot be read" in run("sweep", "none.toml", "-o", "out", status=2).stderr
