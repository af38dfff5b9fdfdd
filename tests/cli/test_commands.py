"""The command line: its names, its JSON and its exit codes are a contract."""

import json
import signal
import subprocess
import sys
from fractions import Fraction

import commands
import numpy as np
import pytest

from exactdp.mechanisms.design.registry import FAMILIES
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import exact_text
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import legend
from exactdp.verify.judge.objectives import cost
from exactdp.verify.judge.privacy import privacy
from exactdp.verify.judge.profile import delta


@pytest.fixture
def floats(tmp_path):
    """Two thirds and one third in floats: the rows sum to 1, the ratio is just off 1/2."""
    path = tmp_path / "floats.npy"
    np.save(path, np.array([[0.7, 0.3], [0.3, 0.7]]))
    return path


def test_the_main_job_from_a_file_to_a_certificate_that_is_rechecked(run, tmp_path):
    run("build", "geometric", "--n", 6, "--alpha", "9/10", "-o", "gm.json")
    done = run("certify", "gm.json", "--alpha", "9/10", "--properties", "RM,S", "-o", "c.json")
    assert "gm.json: HOLDS" in done.stdout
    assert "c.json: accepted, verdict holds" in run("check", "c.json").stdout
    done = run("certify", "gm.json", "--alpha", "91/100", "-o", "d.json", status=1)
    assert "gm.json: FAILS" in done.stdout
    assert "Pr[0|1] / Pr[0|0] = 9/10" in done.stdout
    assert "d.json: accepted, verdict fails" in run("check", "d.json", "c.json").stdout


def test_certify_json_has_what_others_build_on(run):
    run("build", "geometric", "--n", 4, "--alpha", "1/2", "-o", "gm.csv")
    report = json.loads(run("certify", "gm.csv", "--epsilon", "ln(2)", "--json").stdout)
    assert report["verdict"] == "holds"
    assert report["stochastic"] is True
    assert report["tightest_alpha"] == "1/2"
    assert report["tightest_epsilon"]["exact"] == "ln(2)"
    low, high = map(Fraction, report["tightest_epsilon"]["enclosure"])
    assert low < Fraction("0.6931471805599453094172321") < high
    assert report["zero_pairs"] == 0
    assert report["witness"] == {"output": 0, "inputs": [1, 0], "ratio": "1/2"}
    expected = {"RH": True, "RM": True, "CH": True, "CM": True, "F": False, "WH": True, "S": True}
    assert report["properties"] == expected
    assert report["violations"]["F"] == {"count": 2, "first": [[1, 1], [0, 0]]}
    assert report["reading"] == "stored"


def test_rows_that_do_not_sum_to_1_fail_and_the_worst_is_shown(run, tmp_path):
    kernel = np.full((3, 3), 1 / 3)
    kernel[1] = [0.3, 0.3, 0.3]
    np.save(tmp_path / "k.npy", kernel)
    report = json.loads(run("certify", "k.npy", "--epsilon", 1, "--json", status=1).stdout)
    assert (report["verdict"], report["stochastic"], report["private"]) == ("fails", False, True)
    assert report["worst_row"] == {"row": 1, "sum": str(3 * Fraction(0.3))}
    done = run("certify", "k.npy", "--epsilon", 1, status=1)
    assert "do not sum to 1; furthest: row 1" in done.stdout
    report = json.loads(
        run("certify", "k.npy", "--epsilon", 1, "--reading", "weights", "--json").stdout
    )
    assert (report["verdict"], report["reading"]) == ("holds", "weights")


def test_zero_pairs_make_eps_infinite_and_are_told_apart(run, tmp_path):
    (tmp_path / "k.csv").write_text("1/2,1/2,0\n1/4,1/2,1/4\n0,1/2,1/2\n")
    report = json.loads(run("certify", "k.csv", "--alpha", "1/2", "--json", status=1).stdout)
    assert (report["tightest_alpha"], report["zero_pairs"]) == ("0", 2)
    assert report["tightest_epsilon"] == {"exact": "infinity", "enclosure": ["inf", "inf"]}
    assert report["least_nonzero_ratio"]["ratio"] == "1/2"
    done = run("certify", "k.csv", "--alpha", "1/2", status=1)
    assert "eps is infinite" in done.stdout
    assert "besides" in done.stdout


def test_a_claimed_property_that_is_missing_decides(run):
    run("build", "geometric", "--n", 3, "--alpha", "9/10", "-o", "gm.json")
    run("certify", "gm.json", "--alpha", "9/10")
    done = run("certify", "gm.json", "--alpha", "9/10", "--properties", "WH,F", "-o", "c", status=1)
    assert "not F (claimed)" in done.stdout
    assert "not WH (claimed): Pr[1|1] < 1/4" in done.stdout
    assert "property WH: fails" in run("check", "c").stdout


def test_what_decides_an_approximate_claim_is_its_event_and_delta_is_exact_where_it_can_be(run):
    run("build", "geometric", "--n", 2, "--alpha", "1/2", "-o", "gm.json")
    done = run("certify", "gm.json", "--alpha", "2/3", "--delta", "1/7", status=1)
    assert done.stdout.splitlines()[1:7] == [
        "  claim       alpha = 2/3 (eps = ln(3/2)), delta = 1/7",
        "  rows        all 3 sum to exactly 1",
        "  privacy     misses the claim; least delta 1/6",
        "  decided by  Pr[S|0] - e^eps Pr[S|1] for the outputs S = {0}",
        "              where Pr[S|0] = 2/3 and Pr[S|1] = 1/3",
        "  pure DP     tightest alpha 1/2, eps in [0.693147180559, 0.693147180560]",
    ]


def test_the_counts_of_the_file_are_used_everywhere(run, tmp_path):
    rows = [["1/2", "1/2", "0"], ["1/4", "1/2", "1/4"], ["0", "1/2", "1/3"]]
    document = {"format": "exactdp-mechanism", "version": 1, "counts": [5, 7]}
    document["kernel"] = {"form": "dense", "rows": rows}
    (tmp_path / "m.json").write_text(json.dumps(document))
    done = run("certify", "m.json", "--alpha", "1/2", status=1)
    for line in (
        "rows        1 of 3 do not sum to 1; furthest: row 7, sum 5/6 (1 - 1.67e-1)",
        "decided by  Pr[7|5] / Pr[7|6] = 0",
        "besides     Pr[5|6] / Pr[5|5] = 1/2 (about 0.500000)",
        "not CH: Pr[7|7] < Pr[6|7] (1 violation)",
    ):
        assert line in done.stdout
    told = json.loads(run("certify", "m.json", "--alpha", "1/2", "--json", status=1).stdout)
    assert told["counts"] == [5, 7]
    assert told["witness"] == {"output": 7, "inputs": [5, 6], "ratio": "0"}
    assert told["worst_row"]["row"] == 7
    assert told["violations"]["CH"] == {"count": 1, "first": [[7, 7], [7, 6]]}
    asked = ("--alpha", "1/2", "--delta", "1/9", "--json")
    told = json.loads(run("certify", "m.json", *asked, status=1).stdout)
    assert (told["delta"]["inputs"], told["delta"]["outputs"]) == ([6, 7], [5])
    run("certify", "m.json", "--alpha", "1/2", "-o", "cert.json", status=1)
    assert "accepted, verdict fails" in run("check", "cert.json").stdout
    assert json.loads(run("compare", "m.json", "--json").stdout)["mechanisms"][0]["counts"] == [
        5,
        7,
    ]


def test_a_legend_explains_the_letters_where_it_is_asked_for(run):
    run("build", "geometric", "--n", 2, "--alpha", "1/2", "-o", "gm.json")
    for command in (("certify", "gm.json", "--alpha", "1/2"), ("compare", "gm.json")):
        assert legend() not in run(*command).stdout
        assert legend() in run(*command, "--legend").stdout
        assert "row honest" in " ".join(run(command[0], "--help").stdout.split())


def test_approximate_privacy_is_judged_with_its_delta(run):
    run("build", "geometric", "--n", 3, "--alpha", "1/2", "-o", "gm.json")
    level = PrivacyLevel.from_epsilon("1/2")
    needed = delta(geometric(3, "1/2"), level)
    low, high = needed.enclosure(20)
    run("certify", "gm.json", "--epsilon", "1/2", "--delta", high, "-o", "yes.json")
    done = run("certify", "gm.json", "--epsilon", "1/2", "--delta", low, "-o", "no.json", status=1)
    assert "misses the claim; least delta in [" in done.stdout
    assert "decided by  Pr[S|" in done.stdout
    output = run("check", "yes.json", "no.json").stdout
    assert "yes.json: accepted, verdict holds" in output
    assert "no.json: accepted, verdict fails" in output
    report = json.loads(
        run("certify", "gm.json", "--epsilon", "1/2", "--delta", "1/2", "--json").stdout
    )
    assert report["delta"]["exact"] == needed.exact


def test_neighbours_and_sensitivity_are_options(run):
    run("build", "geometric", "--n", 4, "--alpha", "1/2", "-o", "gm.json")
    for options, alpha in [
        (["--sensitivity", 2], "1/4"),
        (["--neighbours", "all"], "1/16"),
        (["--neighbours", "outputs"], "1/4"),
    ]:
        report = json.loads(run("certify", "gm.json", "--alpha", alpha, "--json", *options).stdout)
        assert report["tightest_alpha"] == alpha
        done = run("certify", "gm.json", "--alpha", "1/2", *options, status=1)
        assert "neighbours: " in done.stdout


def test_the_text_shows_enough_digits_to_see_the_side_of_the_claim(run, tmp_path):
    alpha = PrivacyLevel.from_epsilon(1).rational_alpha(10**15)
    save(tmp_path / "gm.json", geometric(2, alpha))
    run("certify", "gm.json", "--epsilon", 1)
    line = next(
        x for x in run("certify", "gm.json", "--epsilon", 1).stdout.splitlines() if "eps in" in x
    )
    assert Fraction(line.rpartition(" ")[2].rstrip("]")) < 1


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("level", [["--alpha", "4/9"], ["--epsilon", "0.1"], ["--epsilon", "ln 4"]])
def test_every_family_is_built_at_least_as_private_as_asked(run, tmp_path, name, level):
    done = run("build", name, "--n", 3, *level, "-o", "m.json")
    assert f"m.json: {name}" in done.stderr
    run("certify", "m.json", *level)
    if level[1] == "0.1" and name not in ("uniform", "rejection-geometric"):
        assert "the best on the safe side" in done.stderr


def test_built_tables_can_be_transposed_and_read_back(run, tmp_path):
    run("build", "rejection-geometric", "--n", 3, "--alpha", "1/2", "-o", "m.csv", "--transpose")
    run("build", "rejection-geometric", "--n", 3, "--alpha", "1/2", "-o", "m.json")
    transposed = load(tmp_path / "m.csv", inputs="columns")
    assert transposed == load(tmp_path / "m.json")
    run("certify", "m.csv", "--alpha", "1/2", "--inputs", "columns")
    run("certify", "m.csv", "--alpha", "1/2", status=1)


def test_the_staircase_has_a_gamma(run):
    first = run("build", "staircase", "--n", 2, "--alpha", "1/2", "--gamma", "1/3").stdout
    assert first != run("build", "staircase", "--n", 2, "--alpha", "1/2").stdout
    done = run("build", "geometric", "--n", 2, "--alpha", "1/2", "--gamma", "1/3", status=2)
    assert "only the staircase has one" in done.stderr


def test_a_rounded_file_says_that_it_is_not_exact(run):
    done = run("build", "geometric", "--n", 2, "--alpha", "9/10", "-o", "m.npy")
    assert "NOT exact" in done.stderr
    run("certify", "m.npy", "--alpha", "9/10", status=1)


def test_show_has_four_formats_and_reads_certificates(run, tmp_path):
    run("build", "geometric", "--n", 1, "--alpha", "1/2", "-o", "m.json")
    assert run("show", "m.json").stdout == "2/3  1/3\n1/3  2/3\n"
    assert run("show", "m.json", "--format", "csv").stdout.split() == ["2/3,1/3", "1/3,2/3"]
    assert r"\frac{2}{3}" in run("show", "m.json", "--format", "latex").stdout
    document = json.loads(run("show", "m.json", "--format", "json").stdout)
    assert document == json.loads((tmp_path / "m.json").read_text())
    run("certify", "m.json", "--alpha", "1/2", "-o", "c.json")
    shown = run("show", "c.json").stdout
    assert "2/3  1/3" in shown
    assert shown.startswith("certificate, as it stands: nothing in it has been checked here")
    assert '"demand": {"demand": "private", "alpha": "1/2"' in shown
    shown = json.loads(run("show", "c.json", "--format", "json").stdout)
    assert shown["format"] == "exactdp-certificate"


def test_compare_ranks_by_exact_cost(run):
    run("build", "geometric", "--n", 4, "--alpha", "9/10", "-o", "gm.json")
    run("build", "explicit-fair", "--n", 4, "--alpha", "9/10", "-o", "em.json")
    run("build", "uniform", "--n", 4, "--alpha", "9/10", "-o", "um.json")
    files = ["um.json", "em.json", "gm.json", "gm.json"]
    table = json.loads(run("compare", *files, "--json").stdout)
    assert table["objective"] == "L0"
    ranks = [(row["rank"], row["file"]) for row in table["mechanisms"]]
    assert ranks == [(1, "gm.json"), (1, "gm.json"), (3, "em.json"), (4, "um.json")]
    assert table["mechanisms"][0]["cost"] == "18/19"
    assert table["mechanisms"][3]["cost"] == "1"
    assert "gm.json" in run("compare", *files).stdout
    for name in ("L1", "L2", "L0,1"):
        table = json.loads(run("compare", "gm.json", "--objective", name, "--json").stdout)
        value = cost(geometric(4, "9/10"), Objective.parse(name))
        assert table["mechanisms"][0]["cost"] == str(value)
    run("build", "uniform", "--n", 5, "--alpha", "9/10", "-o", "other.json")
    done = run("compare", "um.json", "other.json", status=2)
    assert "um.json has 5, other.json has 6" in done.stderr


@pytest.mark.parametrize("admixture", ["best", "uniform", "geometric"])
def test_repair_gives_a_certified_mechanism(run, floats, tmp_path, admixture):
    run("certify", floats, "--alpha", "1/2", status=1)
    options = ["--alpha", "1/2", "-o", "r.json", "--certificate", "c.json", "--with", admixture]
    done = run("repair", floats, *options)
    assert "certified" in done.stdout
    run("certify", "r.json", "--alpha", "1/2")
    assert "accepted, verdict holds" in run("check", "c.json").stdout
    report = json.loads(run("repair", floats, *options, "--json", "--force").stdout)
    assert report["tightest_alpha"] == "1/2"
    assert privacy(load(tmp_path / "r.json")).tightest_alpha == Fraction(1, 2)


def test_repair_says_when_nothing_was_needed_and_when_a_file_is_rounded(run):
    run("build", "geometric", "--n", 2, "--alpha", "1/2", "-o", "gm.json")
    assert "none needed" in run("repair", "gm.json", "--alpha", "1/2", "-o", "same.json").stdout
    done = run("repair", "gm.json", "--alpha", "2/3", "-o", "rounded.npy")
    assert "NOT the certified numbers" in done.stdout


def test_profile_is_a_list_of_pieces(run):
    run("build", "geometric", "--n", 1, "--alpha", "1/2", "-o", "m.json")
    assert run("profile", "m.json").stdout.splitlines() == [
        "from e^eps = 1: delta = 2/3 - 1/3 e^eps",
        "from e^eps = 2: delta = 0",
    ]
    document = json.loads(run("profile", "m.json", "--json").stdout)
    assert document["pieces"][1] == {"start": "2", "mass": "0", "other": "0"}


def test_claims_lists_and_prove_decides(run):
    listed = json.loads(run("claims", "--json").stdout)
    assert "CKS-52" in [claim["id"] for claim in listed]
    assert "CKS-52" in run("claims").stdout
    (result,) = json.loads(run("prove", "CKS-42", "--json").stdout)
    assert (result["id"], result["verdict"]) == ("CKS-42", "true")
    assert {"scope", "evidence", "seconds"} <= set(result)
    assert "CKS-46  false" in run("prove", "CKS-46").stdout
    assert "got no claim" in run("prove", status=2).stderr
    assert "expected an id such as" in run("prove", "XYZ-1", status=2).stderr


# -- bad input ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["certify", "m.json"], "got neither of --alpha and --epsilon"),
        (["certify", "m.json", "--alpha", "1/2", "--epsilon", "1"], "got both"),
        (["certify", "m.json", "--alpha", "3/2"], "--alpha: got alpha = 3/2, expected 0 < alpha"),
        (["certify", "m.json", "--alpha", "0"], "expected 0 < alpha <= 1"),
        (["certify", "m.json", "--alpha", "-1/2"], "expected 0 < alpha <= 1"),
        (["certify", "m.json", "--alpha", "1/0"], "denominator is zero"),
        (["certify", "m.json", "--alpha", "1e999999999"], "not expanded"),
        (["certify", "m.json", "--epsilon", "0"], "expected 0 < eps"),
        (["certify", "m.json", "--epsilon", "-0.1"], "expected 0 < eps"),
        (["certify", "m.json", "--epsilon", "ln(1)"], "expected eps > 0"),
        (["certify", "m.json", "--epsilon", "ln(0)"], "expected eps > 0"),
        (["certify", "m.json", "--epsilon", "0,1"], "decimal point"),
        (["certify", "m.json", "--epsilon", "nan"], "not a finite number"),
        (["certify", "m.json", "--alpha", "1/2", "--properties", "XX"], "got property 'XX'"),
        (["certify", "m.json", "--alpha", "1/2", "--delta", "2"], "expected 0 <= delta <= 1"),
        (["certify", "m.json", "--alpha", "1/2", "--sensitivity", "0"], "expected a whole number"),
        (["certify", "m.json", "--alpha", "1/2", "--neighbours", "near"], "near"),
        (["certify", "m.json", "--alpha", "1/2", "--reading", "guess"], "guess"),
        (
            ["certify", "m.json", "--alpha", "1/2", "--delta", "0", "--neighbours", "outputs"],
            "not for neighbouring outputs",
        ),
        (["certify", "nothing.json", "--alpha", "1/2"], "nothing.json"),
        (["certify", ".", "--alpha", "1/2"], "got the suffix|directory"),
        (["build", "unknown", "--n", "3", "--alpha", "1/2"], "unknown"),
        (["build", "geometric", "--n", "0", "--alpha", "1/2"], "expected n >= 1"),
        (["build", "geometric", "--n", "x", "--alpha", "1/2"], "x"),
        (["build", "geometric", "--n", "3", "--alpha", "1"], "needs alpha < 1"),
        (["build", "geometric", "--n", "3", "--alpha", "1/2", "-o", "m.docx"], "got the suffix"),
        (["compare", "m.json", "--objective", "L7"], "expected L0, L1, L2 or L0,d"),
        (["show", "bad.json"], "bad.json"),
        (["nonsense"], "nonsense"),
    ],
)
def test_wrong_usage_ends_in_one_sentence_and_code_2(run, tmp_path, arguments, reason):
    save(tmp_path / "m.json", geometric(2, "1/2"))
    (tmp_path / "bad.json").write_text('{"format": "exactdp-certificate", "version": 1}')
    done = run(*arguments, status=2)
    assert done.stdout == ""
    assert any(part in done.stderr for part in reason.split("|")), done.stderr


def test_an_existing_output_is_kept_unless_forced(run, tmp_path):
    (tmp_path / "out.json").write_text("precious")
    done = run("build", "uniform", "--n", 2, "--alpha", 1, "-o", "out.json", status=2)
    assert "exists already" in done.stderr
    assert (tmp_path / "out.json").read_text() == "precious"
    run("build", "uniform", "--n", 2, "--alpha", 1, "-o", "out.json", "--force")
    run("certify", "out.json", "--alpha", "1/2", "-o", "out.json", status=2)
    run("certify", "out.json", "--alpha", "1/2", "-o", "cert.json")
    run("certify", "out.json", "--alpha", "1/2", "-o", "cert.json", status=2)


@pytest.mark.parametrize(
    ("version", "checked", "shown"),
    [
        (1, "files of version 1 are read no more: write them anew", "read no more: write it anew"),
        (3, "the certificate has version 3, not 2", "upgrade exactdp"),
    ],
)
def test_a_certificate_of_another_version_is_not_guessed_at(run, tmp_path, version, checked, shown):
    other = {"format": "exactdp-certificate", "version": version, "kernels": [], "claims": []}
    (tmp_path / "c.json").write_text(json.dumps(other))
    assert checked in run("check", "c.json", status=2).stdout
    assert shown in run("show", "c.json", status=2).stderr


@pytest.mark.parametrize("text", ["x\nother.json: accepted, verdict holds", "\x1b[2J", "\x9b1m"])
def test_no_text_of_a_certificate_can_pass_for_a_line_of_ours(run, tmp_path, text):
    run("build", "geometric", "--n", 1, "--alpha", "1/2", "-o", "m.json")
    run("certify", "m.json", "--alpha", "1/2", "-o", "c.json")
    document = json.loads((tmp_path / "c.json").read_text())
    for change in (
        {"subject": {text: text}},
        {"verdict": text},
        {"claims": [{"claim": text, text: text}]},
        {"kernels": [{"form": text, "inputs": [text]}]},
        {"kernels": [document["kernels"][0] | {"base": text}]},
        {"version": text},
    ):
        (tmp_path / "c.json").write_text(json.dumps(document | change))
        for command in ("show", "check"):
            done = commands.command((command, "c.json"), tmp_path)
            assert done.returncode in ((0, 2) if command == "show" else (1, 2))
            for line in [*done.stdout.splitlines(), *done.stderr.splitlines()]:
                assert line.isprintable()
                assert not line.startswith("other.json")


def test_check_ends_with_the_greatest_status_and_a_line_for_each_file(run, tmp_path):
    run("build", "geometric", "--n", 1, "--alpha", "1/2", "-o", "m.json")
    run("certify", "m.json", "--alpha", "1/2", "-o", "good.json")
    document = json.loads((tmp_path / "good.json").read_text())
    (tmp_path / "bad.json").write_text(json.dumps(document | {"verdict": "fails"}))
    (tmp_path / "words.json").write_text(json.dumps({"format": "exactdp-explanation"}))
    assert "bad.json: REJECTED: " in run("check", "bad.json", "good.json", status=1).stdout
    assert "m.json: not readable: " in run("check", "m.json", "bad.json", status=2).stdout
    done = run("check", "words.json", "m.json", status=3)
    assert "words.json: refused: not a proof" in done.stdout


def test_a_size_that_cannot_fit_is_refused_with_the_estimate_and_code_3(run):
    done = run("build", "geometric", "--n", 10**6, "--alpha", "1/2", "-o", "m.csv", status=3)
    assert "GiB" in done.stderr
    done = run("build", "uniform", "--n", 10**6, "--alpha", "1/2", status=3)
    assert "too large to draw (limit 200)" in done.stderr


def test_the_version_is_printed(run):
    assert run("--version").stdout.startswith("exactdp ")


INTERRUPTED = """
import sys
import exactdp.cli.certify as module

def interrupted(*_, **__):
    raise KeyboardInterrupt

module.{what} = interrupted
sys.argv = ["exactdp", "certify", "m.json", "--alpha", "9/10", "-o", "c.json"]
from exactdp.cli import main
main()
"""


@pytest.mark.parametrize("what", ["load", "certify", "write_certificate"])
def test_an_interrupt_is_clean_and_leaves_nothing_behind(tmp_path, what):
    save(tmp_path / "m.json", geometric(3, "9/10"))
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(what=what)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert [p.name for p in tmp_path.iterdir()] == ["m.json"]


# -- what must never look like a verdict --------------------------------------------------


def test_a_near_tie_of_thousands_of_digits_is_told_in_few(run, tmp_path):
    k = 10**6000
    rows = [[2 * k, k], [k + 1, 2 * k - 1]]
    lines = [",".join(exact_text(Fraction(x, 3 * k)) for x in row) for row in rows]
    (tmp_path / "near.csv").write_text("\n".join(lines))
    done = run("certify", "near.csv", "--alpha", "1/2")
    assert "HOLDS" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 300
    run("certify", "near.csv", "--alpha", "1/2", "--digits", 5000)


def test_a_defect_of_ours_is_no_verdict(tmp_path):
    save(tmp_path / "m.json", geometric(3, "9/10"))
    program = INTERRUPTED.format(what="certify").replace("KeyboardInterrupt", "RuntimeError('oh')")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 70
    assert "this is a defect of exactdp" in done.stderr


def test_a_terminated_write_leaves_nothing_behind(tmp_path):
    save(tmp_path / "m.json", geometric(3, "9/10"))
    program = """
import os, signal, sys
import exactdp.mechanisms.kernels.files.writing as module

def lines(*_, **__):
    yield "half"
    os.kill(os.getpid(), signal.SIGTERM)
    yield "whole"

module.table_lines = lines
sys.argv = ["exactdp", "build", "geometric", "--n", "3", "--alpha", "1/2", "-o", "t.csv"]
from exactdp.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 128 + 15
    assert [p.name for p in tmp_path.iterdir()] == ["m.json"]


def test_outputs_are_kept_apart_from_inputs_and_from_each_other(run, tmp_path):
    run("build", "geometric", "--n", 3, "--alpha", "1/2", "-o", "m.json")
    before = (tmp_path / "m.json").read_bytes()
    done = run("certify", "m.json", "--alpha", "1/2", "-o", "m.json", "--force", status=2)
    assert "is an input too" in done.stderr
    options = ["repair", "m.json", "--alpha", "2/3"]
    done = run(*options, "-o", "x.json", "--certificate", "x.json", "--force", status=2)
    assert "another output" in done.stderr
    done = run(*options, "-o", "m.json", "--force", status=2)
    assert (tmp_path / "m.json").read_bytes() == before
    done = run(*options, "-o", "x.npy", "--certificate", "c.json", status=2)
    assert "rounded numbers" in done.stderr
    run(*options, "-o", "x.xyz", "--certificate", "c.json", status=2)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.json"]
    run(*options, "-o", "x.json", "--certificate", "c.json")
    done = run(*options, "-o", "y.json", "--certificate", "c.json", status=2)
    assert not (tmp_path / "y.json").exists()


def test_a_certificate_is_not_taken_for_a_kernel(run):
    run("build", "geometric", "--n", 3, "--alpha", "1/2", "-o", "m.json")
    run("certify", "m.json", "--alpha", "1/2", "-o", "c.json")
    assert "this is a certificate" in run("certify", "c.json", "--alpha", "1/2", status=2).stderr


def test_a_long_level_is_told_in_few_characters(run):
    run("build", "geometric", "--n", 3, "--alpha", "1/2", "-o", "m.json")
    done = run("certify", "m.json", "--alpha", "1e-20000")
    assert max(map(len, done.stdout.splitlines())) < 300


def test_families_that_cannot_fit_are_refused(run):
    for family in ("rejection-geometric", "geometric"):
        done = run("build", family, "--n", 10**5, "--alpha", "9/10", "-o", "m.csv", status=3)
        assert "GiB" in done.stderr


def test_a_reader_that_leaves_early_does_not_look_like_a_verdict(tmp_path):
    """As with `| head`: the exit code says SIGPIPE, not "fails"."""
    command = [sys.executable, "-m", "exactdp", "vertices", "U", "--size", "5", "--alpha", "1/2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=120) == 128 + signal.SIGPIPE
        assert b"Traceback" not in process.stderr.read()
