"""``exactdp scales``, ``vertices`` and ``decompose``: names, JSON and exit codes are a contract."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import sleep

import pytest


def test_scales_are_listed_with_their_patterns(run):
    lines = run("scales", "--size", 3, "--alpha", "1/2").stdout.splitlines()
    assert lines[1] == "-+  2/5 1/5 2/5"
    assert lines[2] == "+-  1/4 1/2 1/4  single-peaked at 1"
    assert lines[-1] == "4 scales of size 3 at alpha = 1/2"
    found = json.loads(run("scales", "--size", 3, "--alpha", "1/2", "--json").stdout)
    assert found["psi"][0] == ["4/7", "2/5", "1/4", "1/7"]
    assert [s["pattern"] for s in found["scales"]] == ["--", "-+", "+-", "++"]
    assert [s["peak"] for s in found["scales"]] == [0, None, 1, 2]


@pytest.mark.parametrize(
    ("kind", "engine", "count"),
    [("U", "structure", 27), ("F", "lrs", 36), ("RU", "cdd", 36), ("RF", "lrs", 78)],
)
def test_counts(run, kind, engine, count):
    base = ["vertices", kind, "--size", 3, "--alpha", "1/2"]
    assert run(*base, "--count").stdout.splitlines()[-1] == str(count)
    assert run(*base, "--engine", engine).stdout.splitlines()[-1] == str(count)
    found = json.loads(run(*base, "--engine", engine, "--count", "--json").stdout)
    assert (found["count"], found["engine"], found["orbits"]) == (count, engine, None)
    assert found["seconds"] >= 0
    found = json.loads(run(*base, "--orbits", "--count", "--json").stdout)
    assert found["count"] == count
    assert sum(int(s) * many for s, many in found["orbit_sizes"].items()) == count
    assert found["orbits"] == sum(found["orbit_sizes"].values())


def test_vertices_go_to_files_line_by_line(run, tmp_path):
    base = ["vertices", "F", "--size", 3, "--alpha", "1/2"]
    run(*base, "-o", "f.jsonl")
    rows = [json.loads(line)["vertex"] for line in (tmp_path / "f.jsonl").read_text().splitlines()]
    assert len(rows) == 36
    assert all(sum(Fraction(x) for x in row) == 1 for matrix in rows for row in matrix)
    run(*base, "--orbits", "-o", "f.csv")
    head, *lines = (tmp_path / "f.csv").read_text().splitlines()
    assert head.startswith("orbit,T[0][0],T[0][1]")
    assert sum(int(line.split(",")[0]) for line in lines) == 36
    assert "exists already" in run(*base, "-o", "f.csv", status=2).stderr
    run(*base, "-o", "f.csv", "--force")
    found = json.loads(run(*base, "--json").stdout)
    assert sorted(v["vertex"] for v in found["vertices"]) == sorted(rows)


def test_targets_come_from_files(run, tmp_path):
    (tmp_path / "z.csv").write_text("1/2,0,1/2\n")
    found = json.loads(
        run("vertices", "F", "--size", 3, "--alpha", "1/2", "--target", "z.csv", "--json").stdout
    )
    assert (found["count"], found["target"]) == (8, ["1/2", "0", "1/2"])
    assert all(row[1] == "0" for v in found["vertices"] for row in v["vertex"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["U", "--size", 3, "--alpha", "1"], "got alpha = 1, expected 0 < alpha < 1"),
        (["U", "--size", 3, "--alpha", "0"], "--alpha: got alpha = 0, expected 0 < alpha < 1 (eps"),
        (["U", "--size", 3, "--epsilon", "1"], "eps = 1 makes alpha irrational"),
        (["U", "--size", 3], "neither of --alpha and --epsilon"),
        (["U", "--size", 3, "--alpha", "1/2", "--epsilon", "1"], "both of --alpha and --epsilon"),
        (
            ["F", "--size", 3, "--alpha", "1/2", "--target", "empty.json"],
            "empty.json: got 0 number",
        ),
        (["F", "--size", 3, "--alpha", "1/2", "--target", "empty.csv"], "empty, expected numbers"),
        (
            ["F", "--size", 3, "--alpha", "1/2", "--target", "blank.csv"],
            "blank.csv: there are no numbers",
        ),
        (["U", "--size", 1, "--alpha", "1/2"], "size = 1"),
        (["F", "--size", 3, "--alpha", "1/2", "--target", "no.csv"], "no.csv"),
        (
            ["F", "--size", 2, "--alpha", "1/2", "--target", "three.json"],
            "three.json: the target: got 3",
        ),
        (["F", "--size", 3, "--alpha", "1/2", "--target", "z.json"], "count 1: got -1/2"),
        (["U", "--size", 3, "--alpha", "1/2", "--target", "three.json"], "keeps no law"),
        (["F", "--size", 3, "--alpha", "1/2", "--engine", "structure"], "not F"),
        (["F", "--size", 3, "--alpha", "1/2", "-o", "f.txt"], "expected .jsonl or .csv"),
        (["F", "--size", 3, "--alpha", "1/2", "-o", "f.csv", "--count"], "both --count and -o"),
    ],
)
def test_bad_input_is_refused(run, tmp_path, options, words):
    (tmp_path / "z.json").write_text('[1, "-1/2", "1/2"]')
    (tmp_path / "three.json").write_text('["1/4", "1/2", "1/4"]')
    (tmp_path / "empty.json").write_text("[]")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "blank.csv").write_text("\n\n")
    assert words in run("vertices", *options, status=2).stderr


def test_hopeless_sizes_are_refused_with_the_estimate(run):
    base = ["--alpha", "1/2", "--count"]
    said = run("vertices", "F", "--size", 6, *base, status=3).stderr
    assert "about 9,784,526,212 vertices" in said
    assert "--force" in said
    run("vertices", "RF", "--size", 4, "--engine", "cdd", *base, status=3)
    run("vertices", "RU", "--size", 6, "--alpha", "1/2", status=3)
    run("scales", "--size", 1000, "--alpha", "1/2", status=3)
    said = run("vertices", "U", "--size", 13, *base, status=3).stderr
    assert "has about 10^46 vertices" in said
    assert "--force" in said


def test_a_single_output_is_no_matter_of_size(run, tmp_path):
    (tmp_path / "z.json").write_text(json.dumps([0] * 5 + [1] + [0] * 7))
    base = ["vertices", "F", "--size", 13, "--alpha", "1/2", "--target", "z.json", "--count"]
    for engine in ("lrs", "walk", "cdd"):
        assert run(*base, "--engine", engine).stdout.splitlines()[-1] == "1"


@pytest.mark.parametrize("engine", ["lrs", "cdd"])
def test_a_missing_engine_is_named(engine, tmp_path):
    arguments = ["vertices", "F", "--size", "3", "--alpha", "1/2", "--engine", engine]
    done = hiding(tmp_path, "", *arguments)
    package = {"lrs": "apt-get install lrslib", "cdd": "pip install 'exactdp[polytopes]'"}
    assert done.returncode == 2
    assert package[engine] in done.stderr


def hiding(tmp_path, prelude, *arguments):
    """Run the command where neither lrs nor cdd is there, after some code of Python."""
    code = f"import sys; sys.modules['cdd'] = None\n{prelude}\nfrom exactdp.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_count_names_the_engines_that_agree(run):
    base = ["vertices", "F", "--size", 3, "--alpha", "1/2"]
    for engine, other in (("lrs", "cdd"), ("walk", "cdd"), ("cdd", "lrs")):
        said = run(*base, "--engine", engine, "--count").stdout.splitlines()
        assert said[-2].endswith(f", by {engine} and {other}:")
    found = json.loads(run(*base, "--orbits", "--json").stdout)
    assert (found["engines"], found["missing"]) == (["lrs", "cdd"], [])
    large = run("vertices", "U", "--size", 5, "--alpha", "1/2", "--count").stdout.splitlines()
    assert large[-2].endswith(", by structure alone:")


def test_an_engine_that_is_alone_says_what_is_missing(tmp_path):
    base = ["--size", "3", "--alpha", "1/2", "--count"]
    done = hiding(tmp_path, "", "vertices", "F", *base)
    assert done.returncode == 0, done.stderr
    head, count = done.stdout.splitlines()
    assert ", by walk alone; cdd is missing: install" in head
    assert "; lrs is missing: install" in head
    assert count == "36"
    head, count = hiding(tmp_path, "", "vertices", "U", *base).stdout.splitlines()
    assert head.endswith(", by structure and walk:")
    assert count == "27"


@pytest.mark.parametrize("how", [[], ["--count"], ["--orbits"], ["--json"], ["-o", "f.csv"]])
def test_engines_that_disagree_are_a_defect_and_no_count_is_printed(tmp_path, how):
    forget = (
        "from exactdp.mechanisms.polytopes import enumeration as e\n"
        "walk = e._RUN['walk']; e._RUN['walk'] = lambda p: list(walk(p))[1:]"
    )
    where = [str(tmp_path / x) if x == "f.csv" else x for x in how]
    done = hiding(tmp_path, forget, "vertices", "U", "--size", "3", "--alpha", "1/2", *where)
    assert done.returncode == 70
    assert "structure found 27, walk found 26" in done.stderr
    assert "vertices of U" not in done.stdout
    assert not (tmp_path / "f.csv").exists()


@pytest.fixture
def begun(tmp_path):
    """Begin a command, give its process, and in the end see that nothing of it is left."""
    found = []

    def begin(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "exactdp", *map(str, arguments)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        found.append(process)
        return process

    yield begin
    for process in found:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing_and_says_how_far_it_came(begun, tmp_path, how):
    process = begun("vertices", "F", "--size", 5, "--alpha", "1/2", "-o", "f.jsonl")
    while not any(part.stat().st_size for part in tmp_path.iterdir()):
        assert process.poll() is None
        sleep(0.05)
    process.send_signal(how)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted after" in said
    assert "after 0 vertices" not in said
    assert "no file was written" in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_listing_is_called_incomplete(begun):
    process = begun("vertices", "F", "--size", 5, "--alpha", "1/2")
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    lines = 1 + process.stdout.read().count("\n")
    assert process.wait(timeout=30) == 130
    said = process.stderr.read()
    assert "the list above is incomplete" in said
    assert abs(int(said.split()[3]) - lines) <= 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_what_was_only_counted_or_gathered_is_called_incomplete(begun, how):
    for option, words in (("--count", "the count is incomplete"), ("--json", "nothing is listed")):
        process = begun("vertices", "F", "--size", 5, "--alpha", "1/2", option, "--force")
        while not offspring(process.pid):
            assert process.poll() is None
            sleep(0.05)
        process.send_signal(how)
        out, said = process.communicate(timeout=30)
        assert (process.returncode, out) == (130, "")
        assert words in said


def offspring(pid):
    """The processes below one that are at work, from /proc."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("there is no /proc to look into")
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it ended meanwhile
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    parents[int(folder.name)] = int(parent)
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def at_work(pids):
    living = set()
    for pid in pids:
        with suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state not in "ZX":
                living.add(pid)
    return living


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(("engine", "kind", "processes"), [("lrs", "F", 1), ("cdd", "RF", 2)])
def test_no_engine_outlives_the_command(begun, how, engine, kind, processes):
    size = {"F": 5, "RF": 4}[kind]
    process = begun(
        "vertices", kind, "--size", size, "--alpha", "1/2", "--engine", engine, "--count", "--force"
    )
    while len(below := offspring(process.pid)) < processes:
        assert process.poll() is None
        sleep(0.05)
    process.send_signal(how)
    _, said = process.communicate(timeout=30)
    assert process.returncode == (-how if how == signal.SIGKILL else 130)
    assert ("interrupted after" in said) == (how != signal.SIGKILL)
    assert "Traceback" not in said
    for _ in range(200):
        if not at_work(below):
            break
        sleep(0.05)
    assert not at_work(below)


def test_orbits_go_to_files_with_their_sizes(run, tmp_path):
    base = ["vertices", "U", "--size", 4, "--alpha", "1/2", "--orbits"]
    out = run(*base, "-o", "u.jsonl").stdout.splitlines()
    found = [json.loads(line) for line in (tmp_path / "u.jsonl").read_text().splitlines()]
    assert all(set(orbit) == {"orbit", "vertex"} for orbit in found)
    assert (len(found), sum(orbit["orbit"] for orbit in found)) == (21, 664)
    assert out[0] == "21 orbits of U(size 4, alpha = 1/2); how many of each size:"
    sizes = dict(reversed(pair.split(" of ")) for pair in out[1].split(", "))
    assert sizes == {str(s): str(m) for s, m in Counter(o["orbit"] for o in found).items()}
    assert out[-1] == "664"


@pytest.mark.parametrize("command", ["scales", "vertices", "extreme", "decompose"])
def test_help_says_which_levels_are_taken(run, command):
    assert "0 < alpha < 1" in run(command, "--help").stdout
    assert "(0, 1]" not in run(command, "--help").stdout


def test_outputs_are_the_counts_of_the_file(run, tmp_path):
    document = {"format": "exactdp-mechanism", "version": 1, "counts": [5, 6]}
    document["kernel"] = {"form": "dense", "rows": [["2/3", "1/3"], ["1/3", "2/3"]]}
    (tmp_path / "m.json").write_text(json.dumps(document))
    lines = run("decompose", "m.json", "--alpha", "1/2").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:2]] == ["output 5", "output 6"]


def test_decompositions_are_exact(run, tmp_path):
    run("build", "uniform", "--n", 2, "--alpha", "1/2", "-o", "u.json")
    found = json.loads(run("decompose", "u.json", "--alpha", "1/2", "--json").stdout)
    assert (found["into"], len(found["columns"]), found["terms"] <= 9) == ("scales", 3, True)
    column = [
        sum(Fraction(t["weight"]) * Fraction(t["scale"][i]) for t in found["columns"][0])
        for i in range(3)
    ]
    assert column == [Fraction(1, 3)] * 3
    options = ["decompose", "u.json", "--alpha", "1/2", "--into", "vertices"]
    found = json.loads(run(*options, "--json").stdout)
    assert found["terms"] == len(found["parts"]) <= 7
    assert sum(Fraction(part["weight"]) for part in found["parts"]) == 1
    assert "extreme points of U at alpha = 1/2" in run(*options).stdout


def test_a_matrix_outside_is_refused_with_the_constraint(run):
    run("build", "geometric", "--n", 2, "--alpha", "1/3", "-o", "g.json")
    for into in ("scales", "vertices"):
        said = run("decompose", "g.json", "--alpha", "1/2", "--into", into, status=2).stderr
        assert "g.json: the matrix is not in U" in said
        assert "breaks the constraint 'alpha * T[0][0] <= T[1][0]' (off by -1/8)" in said
