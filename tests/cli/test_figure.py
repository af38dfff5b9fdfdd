"""Figures from the shell: files, their values, the manifest, and errors that name the nearest."""

import csv
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

SMALL = "constrained-3"


def test_the_list_names_every_figure_and_the_data_that_it_needs(run):
    lines = run("figure", "LIST").stdout.splitlines()
    assert sum(line.startswith("constrained-") for line in lines) == 13
    assert any("constrained-10" in line and "adult.csv" in line for line in lines)


@pytest.mark.parametrize(
    ("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_a_figure_is_a_picture_its_values_and_a_manifest(run, tmp_path, suffix, start):
    done = run("figure", SMALL, "--format", suffix, "-o", "out")
    assert "agree (CKS-40)" in done.stdout
    assert (tmp_path / f"out/{SMALL}.{suffix}").read_bytes().startswith(start)
    manifest = json.loads((tmp_path / f"out/{SMALL}.json").read_text())
    assert manifest["comparisons"][0]["outcome"] == "agree"
    assert manifest["versions"]["matplotlib"]
    with open(tmp_path / f"out/{SMALL}.csv", newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 49


def test_values_alone_are_exact_and_need_no_drawing(run, tmp_path):
    run("figure", "constrained-7", "--format", "csv", "-o", "out")
    assert not list((tmp_path / "out").glob("*.svg"))
    with open(tmp_path / "out/constrained-7.csv", newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["mechanism"] == "GM, alpha = 10/11"]
    assert sum(Fraction(r["probability"]) for r in rows if r["input"] == "2") == 1


@pytest.mark.slow
def test_the_same_bytes_whatever_makes_them(run, tmp_path):
    run("figure", SMALL, "constrained-7", "-o", "one")
    run("figure", SMALL, "constrained-7", "-o", "two", "--executor", "processes:2")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "two").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["constrained-77"], "perhaps constrained-7"),
        (["nothing"], "LIST"),
        ([], "neither of names and --all"),
        (["--all", SMALL], "both of names and --all"),
        (["constrained-10"], "needs adult.csv"),
        (["--all"], "needs adult.csv"),
        ([SMALL, "--executor", "threads"], "expected serial, processes:K"),
        ([SMALL, "-o", "/proc/none"], "cannot be made"),
        ([SMALL, "-o", "file"], "file: cannot be made"),
        ([SMALL, "-o", "file/below"], "file/below: cannot be made"),
        (["constrained-10", "--data", "nowhere"], "there is no nowhere/adult.csv"),
        ([SMALL, "--executor", "dask://"], "expected serial, processes:K"),
        ([SMALL, "--format", "gif"], "gif"),
    ],
)
def test_wrong_usage_is_taught_and_nothing_is_written(run, tmp_path, arguments, said):
    (tmp_path / "file").write_text("mine")
    assert said in run("figure", *arguments, status=2).stderr
    assert not (tmp_path / "figures").exists()


def test_without_matplotlib_the_message_says_how_to_get_it(run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    assert "pip install 'exactdp[plots]'" in run("figure", SMALL, status=2).stderr


def test_a_cluster_that_is_not_there_is_told_with_code_3(run):
    done = run("figure", SMALL, "--executor", "dask://127.0.0.1:1", status=3)
    assert "dask://127.0.0.1:1 cannot be reached" in done.stderr


@pytest.mark.parametrize("backend", ["nonsense", "TkAgg"])
def test_a_machine_without_a_screen_draws_whatever_its_backend_is_called(tmp_path, backend):
    environment = {key: x for key, x in os.environ.items() if key != "DISPLAY"}
    done = subprocess.run(
        [sys.executable, "-m", "exactdp", "figure", SMALL, "-o", "out"],
        cwd=tmp_path,
        env=environment | {"MPLBACKEND": backend},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / f"out/{SMALL}.svg").stat().st_size > 10_000
