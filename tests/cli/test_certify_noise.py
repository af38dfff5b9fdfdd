"""``exactdp certify-noise``: words, JSON, exit codes and certificates are a contract."""

import json

import pytest

EYE = "1,0,0\n0,1,0\n0,0,1\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "eye.csv").write_text(EYE)
    (tmp_path / "ones.json").write_text('["1", 1, "1.0"]')
    (tmp_path / "cyclic.csv").write_text("1,-1,0\n0,1,-1\n-1,0,1\n")
    (tmp_path / "one.csv").write_text("1,0\n")
    (tmp_path / "both.csv").write_text("1,0\n1,1\n")
    (tmp_path / "shared.csv").write_text("1\n1\n")
    (tmp_path / "split.csv").write_text("2,3\n")
    (tmp_path / "two.csv").write_text("1\n1\n")
    (tmp_path / "b.csv").write_text("2\n")
    return tmp_path


def test_a_histogram_with_noise_in_each_bin_loses_twice_its_parameter(run, files):
    done = run("certify-noise", "eye.csv", "--scales", "ones.json", "--certificate", "c.json")
    assert done.stdout.splitlines() == [
        "eye.csv: finite",
        "  loss        eps = 2, exactly",
        "  mechanism   3 queries of 3 bins, 3 variables of Laplace noise",
        "  worst move  one unit from bin 0 to bin 1, or back",
        "  masked by   noise variables shifted by 0: -1, 1: 1",
        "              whole units mask every move: two-sided geometric noise loses as much",
        "certificate: c.json (recheck: python verify/checker.py c.json)",
    ]
    shown = run("check", "c.json").stdout
    assert "noise law laplace, bins 3, queries " in shown
    assert "epsilon 2: holds, and no less" in shown
    assert 'file "eye.csv"' in shown


def test_json_has_the_loss_the_worst_move_and_the_shift_that_masks_it(run, files):
    base = ["certify-noise", "eye.csv", "--scales", "ones.json", "--json"]
    found = json.loads(run(*base, "--noise-matrix", "cyclic.csv").stdout)
    assert found == {
        "verdict": "holds",
        "law": "laplace",
        "epsilon": "1",
        "at_least": "1",
        "exact": True,
        "worst_move": {"from": 0, "to": 1},
        "masking_shift": ["0", "1", "0"],
        "whole_units": True,
        "functional": ["-1", "0", "0"],
    }
    found = json.loads(run(*base, "--neighbours", "eye.csv").stdout)
    assert (found["epsilon"], found["worst_move"]) == ("1", {"row": 0})


def test_a_claim_holds_or_fails(run, files):
    base = ["certify-noise", "eye.csv", "--scales", "ones.json"]
    assert "eye.csv: HOLDS (eps = 2 is claimed)" in run(*base, "--epsilon", "2").stdout
    failed = run(*base, "--epsilon", "1.9", "--certificate", "f.json", status=1)
    assert "eye.csv: FAILS (eps = 19/10 is claimed)" in failed.stdout
    assert "accepted, verdict fails" in run("check", "f.json").stdout
    found = json.loads(run(*base, "--epsilon", "0", "--json", status=1).stdout)
    assert (found["verdict"], found["epsilon"]) == ("fails", "2")


def test_what_no_noise_masks_fails_with_what_tells(run, files):
    base = ["certify-noise", "both.csv", "--scales", "b.csv", "--noise-matrix", "shared.csv"]
    done = run(*base, "--certificate", "e.json", status=1)
    assert "both.csv: INFINITE" in done.stdout
    assert "-1/2 * query 0 + 1/2 * query 1, which has no noise" in done.stdout
    assert "accepted, verdict fails" in run("check", "e.json").stdout
    found = json.loads(run(*base, "--json", status=1).stdout)
    assert (found["verdict"], found["epsilon"], found["masking_shift"]) == ("fails", None, None)
    (files / "half.csv").write_text("1/2,0\n")
    done = run("certify-noise", "half.csv", "--scales", "b.csv", "--law", "geometric", status=1)
    assert "told by     the fraction of 1 * query 0, which no noise changes" in done.stdout
    assert "eps = 1/4, exactly" in run("certify-noise", "half.csv", "--scales", "b.csv").stdout


def test_where_whole_units_cost_more_both_bounds_are_said(run, files):
    base = ["certify-noise", "one.csv", "--scales", "two.csv", "--noise-matrix", "split.csv"]
    assert "at least 1/3, at most eps = 2" in run(*base, "--law", "geometric").stdout
    done = run(*base, "--law", "geometric", "--epsilon", "1", status=3)
    assert "undecided" in done.stderr
    laplace = run(*base, "--epsilon", "1/3").stdout
    assert "eps = 1/3, exactly" in laplace
    assert "whole units" not in laplace


def test_long_shifts_are_cut_short(run, files):
    n = 20
    (files / "wide.csv").write_text("".join(f"1{',0' * (n - 1)}\n" for _ in range(n)))
    (files / "ones.csv").write_text("1\n" * n)
    out = run("certify-noise", "wide.csv", "--scales", "ones.csv").stdout
    assert "11: -1, 8 more" in out
    assert "eps = 20, exactly" in out
    (files / "none.csv").write_text("1,1\n")
    assert "shifted by nothing" in run("certify-noise", "none.csv", "--scales", "b.csv").stdout
    out = run(
        "certify-noise", "eye.csv", "--scales", "ones.json", "--neighbours", "cyclic.csv"
    ).stdout
    assert "worst move  one unit from bin 1 to bin 0, or back" in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["eye.csv", "--scales", "two.csv"], "got 2 scales, expected 3: one for each query"),
        (["eye.csv", "--scales", "split.csv"], "got 2 scales"),
        (["eye.csv", "--scales", "cyclic.csv"], "cyclic.csv: got a matrix"),
        (["eye.csv", "--scales", "ones.json", "--noise-matrix", "one.csv"], "noise matrix of 1"),
        (["missing.csv", "--scales", "ones.json"], "missing.csv"),
        (["eye.txt", "--scales", "ones.json"], "eye.txt"),
        (["eye.csv", "--scales", "ones.json", "--neighbours", "one.csv"], "one.csv: row 0 has 2"),
        (["shared.csv", "--scales", "two.csv"], "two bins or more"),
        (["eye.csv", "--scales", "ones.json", "--epsilon", "ln 2"], "--epsilon: got 'ln 2'"),
        (["eye.csv", "--scales", "ones.json", "--epsilon", "-1"], "--epsilon: got -1"),
        (["eye.csv", "--scales", "ones.json", "--law", "gauss"], "--law"),
        (["eye.csv", "--scales", "ones.json", "--certificate", "eye.csv"], "is an input too"),
    ],
)
def test_bad_input_is_named(run, files, options, words):
    done = run("certify-noise", *options, status=2)
    assert words in done.stderr.replace("'-1'", "-1")
    assert (files / "eye.csv").read_text() == EYE


def test_an_existing_certificate_is_kept_unless_forced(run, files):
    (files / "c.json").write_text("mine")
    base = ["certify-noise", "eye.csv", "--scales", "ones.json", "--certificate", "c.json"]
    run(*base, status=2)
    assert (files / "c.json").read_text() == "mine"
    run(*base, "--force")
    assert "accepted" in run("check", "c.json").stdout
