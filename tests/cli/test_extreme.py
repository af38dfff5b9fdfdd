"""``exactdp extreme``: words, JSON, exit codes and certificates are a contract."""

import json

import pytest

from exactdp.mechanisms.families.geometric import geometric

ARGUMENTS = ("--alpha", "1/2")
# Example 1 of the paper: an extreme point of RF whose image is none of F.
B3 = "5/6,0,1/3\n0,0,0\n0,0,2/3\n1/6,1,0\n"
IMAGE = "1/2,1/7,5/14\n2/7,2/7,3/7\n3/14,4/7,3/14\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "b.csv").write_text(B3)
    (tmp_path / "t.csv").write_text(IMAGE)
    (tmp_path / "gm.csv").write_text("2/3,1/3\n1/3,2/3\n")
    (tmp_path / "half.csv").write_text("1/2,1/2\n1/2,0\n")
    (tmp_path / "z.csv").write_text("1/4,3/4\n")
    return tmp_path


def test_an_extreme_representation_of_a_mechanism_that_is_not(run, files):
    done = run("extreme", "b.csv", "--polytope", "RF", *ARGUMENTS, "--certificate", "b.json")
    assert done.stdout.startswith("b.csv: EXTREME in RF(size 3, alpha = 1/2")
    assert "recheck: python verify/checker.py b.json" in done.stdout
    assert "accepted, verdict holds" in run("check", "b.json").stdout
    done = run(
        "extreme", "t.csv", "--polytope", "F", *ARGUMENTS, "--certificate", "t.json", status=1
    )
    assert "t.csv: NOT extreme in F" in done.stdout
    assert "T[0][" in done.stdout
    assert "accepted, verdict fails" in run("check", "t.json").stdout


def test_json_says_what_shows_it(run, files):
    found = json.loads(run("extreme", "gm.csv", "--polytope", "U", *ARGUMENTS, "--json").stdout)
    assert found == {
        "verdict": "extreme",
        "size": 2,
        "polytope": "U",
        "alpha": "1/2",
        "target": None,
        "modulus": 2**31 - 1,
    }
    (files / "flat.json").write_text("[[0.5, 0.5], [0.5, 0.5]]")
    found = json.loads(
        run("extreme", "flat.json", "--polytope", "F", *ARGUMENTS, "--json", status=1).stdout
    )
    assert (found["verdict"], found["target"]) == ("not extreme", ["1/2", "1/2"])
    assert (len(found["direction"]), found["step"]) == (4, "1/6")


def test_what_decompose_prints_is_read(run, files):
    printed = run("decompose", "gm.csv", *ARGUMENTS, "--json").stdout
    (files / "rep.json").write_text(printed)
    for kind in ("RU", "RF"):
        assert "EXTREME in" in run("extreme", "rep.json", "--polytope", kind, *ARGUMENTS).stdout


def test_many_entries_are_cut_short(run, files):
    rows = geometric(19, "1/2").rows()
    for row in rows:
        row[0] += row[1]
        row[1] = row[5] = row[5] / 2
    (files / "twice.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
    base = ["extreme", "twice.csv", "--polytope", "U", *ARGUMENTS]
    lines = run(*base, status=1).stdout.splitlines()
    assert len(lines) == 15
    assert lines[-1].strip() == "and 28 entries more; --json has all"
    assert len(json.loads(run(*base, "--json", status=1).stdout)["direction"]) == 40


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["gm.csv", "--polytope", "U", "--alpha", "2/3"], "'alpha * T[0][0] <= T[1][0]'"),
        (["gm.csv", "--polytope", "U", "--alpha", "1"], "expected 0 < alpha < 1"),
        (["gm.csv", "--polytope", "U"], "neither of --alpha and --epsilon"),
        (["gm.csv", "--polytope", "F", *ARGUMENTS, "--target", "z.csv"], "'(z T)[0] = z[0]'"),
        (["gm.csv", "--polytope", "U", *ARGUMENTS, "--target", "z.csv"], "keeps no law"),
        (["b.csv", "--polytope", "F", *ARGUMENTS], "b.csv"),
        (["t.csv", "--polytope", "RU", *ARGUMENTS], "expected 4 x 3"),
        (["half.csv", "--polytope", "RU", *ARGUMENTS], "row 0 of Psi B sums to 1"),
        (["no.json", "--polytope", "RU", *ARGUMENTS], "no.json"),
        (["mechanism.json", "--polytope", "RU", *ARGUMENTS], "is a point of U or F"),
        (["columns.json", "--polytope", "RU", *ARGUMENTS], 'a "pattern" of + and -'),
        (["weights.json", "--polytope", "RU", *ARGUMENTS], "output 0, scale +: got null, expected"),
        (["columns0.json", "--polytope", "RU", *ARGUMENTS], "columns0.json: got 0 outputs"),
        (["empty.json", "--polytope", "RU", *ARGUMENTS], "empty.json: got 0 outputs"),
        (["long.json", "--polytope", "RU", *ARGUMENTS], "long.json: got the pattern '++' at"),
        (["alpha.json", "--polytope", "RU", *ARGUMENTS], 'alpha.json: "alpha": got a list of 1'),
        (["empty.csv", "--polytope", "RU", *ARGUMENTS], "is empty, expected numbers"),
        (["negative.json", "--polytope", "RU", *ARGUMENTS], "'B[+][0] >= 0'"),
        (["gm.csv", "--polytope", "U", *ARGUMENTS, "--certificate", "gm.csv"], "choose another"),
    ],
)
def test_bad_input_ends_with_2_and_says_where(run, files, options, words):
    (files / "mechanism.json").write_text("{}")
    (files / "columns.json").write_text('{"columns": [[{"pattern": "x"}], []]}')
    weight = '{"columns": [[{"pattern": "+", "weight": %s}], []]}'
    (files / "weights.json").write_text(weight % "null")
    (files / "negative.json").write_text(weight % '"-1"')
    (files / "long.json").write_text((weight % 1).replace("+", "++"))
    (files / "alpha.json").write_text((weight % 1).replace("{", '{"alpha": [1], ', 1))
    (files / "columns0.json").write_text('{"columns": []}')
    (files / "empty.json").write_text("[]")
    (files / "empty.csv").write_text("")
    done = run("extreme", *options, status=2)
    assert words in done.stderr


def test_certificates_are_replaced_only_if_forced(run, files):
    base = ["extreme", "gm.csv", "--polytope", "U", *ARGUMENTS, "--certificate", "c.json"]
    run(*base)
    assert "exists already" in run(*base, status=2).stderr
    run(*base, "--force")


def test_scales_of_another_level_are_not_taken_for_those_of_this_one(run, tmp_path):
    (tmp_path / "t.csv").write_text("2/3,1/3\n1/3,2/3\n")
    done = run("decompose", "t.csv", "--alpha", "1/2", "--json")
    (tmp_path / "d.json").write_text(done.stdout)
    run("extreme", "d.json", "--polytope", "RU", "--alpha", "1/2")
    done = run("extreme", "d.json", "--polytope", "RU", "--alpha", "1/3", status=2)
    assert "its scales are for alpha = 1/2, but the level given is 1/3" in done.stderr
