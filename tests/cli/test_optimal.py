"""``exactdp optimal`` and ``exactdp choose``: names, JSON and exit codes are a contract."""

import json
from fractions import Fraction

import naive
import pytest

from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.properties import legend


def test_the_optimum_is_printed_and_certified(run):
    options = ["--n", 3, "--alpha", "9/10", "--properties", "WH,RM,CM"]
    done = run("optimal", *options, "-o", "m.json", "--certificate", "c.json")
    assert "L0 (sum) = 26/27" in done.stdout
    assert "proved optimal" in done.stdout
    assert "accepted, verdict holds" in run("check", "c.json").stdout
    run("certify", "m.json", "--alpha", "9/10", "--properties", "WH,RM,CM")


def test_its_json_has_what_others_build_on(run):
    found = json.loads(run("optimal", "--n", 2, "--alpha", "1/2", "--json").stdout)
    assert found["cost"] == "2/3"
    assert found["kernel"][1] == ["1/3", "1/3", "1/3"]
    assert found["unique"] is True
    assert found["certified"] is True


def test_json_tells_uniqueness_and_the_certificate_only_what_was_asked(run):
    options = ["--n", 3, "--alpha", "9/10", "--properties", "WH,RM,CM", "--json"]
    found = json.loads(run("optimal", *options, "--certificate", "c.json").stdout)
    assert found["unique"] is False
    assert "c.json: accepted, verdict holds" in run("check", "c.json").stdout
    run("optimal", *options, "--unique", "--certificate", "d.json")
    assert "d.json: accepted, verdict fails" in run("check", "d.json").stdout


def test_uniqueness_is_decided_on_request(run):
    options = ["--n", 3, "--alpha", "9/10", "--properties", "WH,RM,CM", "--unique"]
    found = json.loads(run("optimal", *options, "--json").stdout)
    assert found["unique"] is False
    other = [[Fraction(x) for x in row] for row in found["other"]]
    assert naive.tightest_alpha(other) >= Fraction(9, 10)
    assert "not the only optimum" in run("optimal", *options).stdout
    assert "the only optimum" in run("optimal", "--n", 2, "--alpha", "1/2", "--unique").stdout


def test_losses_and_priors_come_from_files(run, tmp_path):
    (tmp_path / "loss.csv").write_text("0,1,4\n1,0,1\n4,1,0\n")
    (tmp_path / "prior.json").write_text('["1/2", 0.25, "1/4"]')
    (tmp_path / "prior.csv").write_text("1/2,1/4,1/4\n")
    base = ["optimal", "--n", 2, "--alpha", "1/2", "--json"]
    for prior in ("prior.json", "prior.csv"):
        by_file = json.loads(run(*base, "--objective", "loss.csv", "--prior", prior).stdout)
        by_name = json.loads(run(*base, "--objective", "L2", "--prior", prior).stdout)
        assert by_file["cost"] == by_name["cost"]
    uniform = json.loads(run(*base, "--prior", "uniform", "--aggregate", "max").stdout)
    assert uniform["aggregate"] == "max"


@pytest.mark.parametrize("command", ["optimal", "choose"])
def test_the_property_letters_are_explained_in_help_and_legend(run, command):
    words = " ".join(run(command, "--help").stdout.split())
    assert "WH weakly honest" in words
    base = [command, "--n", 1, "--alpha", "1/2"]
    assert legend() in run(*base, "--legend").stdout
    assert legend() not in run(*base).stdout
    json.loads(run(*base, "--legend", "--json").stdout)


@pytest.mark.parametrize("objective", ["L0", "L0,1", "L1", "L2", "loss.csv"])
@pytest.mark.parametrize("prior", ["uniform", "prior.csv"])
def test_a_maximum_is_told_as_the_papers_define_it_and_in_plain_units(
    run, tmp_path, objective, prior
):
    (tmp_path / "loss.csv").write_text("0,1,4\n1,0,1\n4,1,0\n")
    (tmp_path / "prior.csv").write_text("1/2,1/4,1/4\n")
    options = ["--n", 2, "--alpha", "1/2", "--aggregate", "max", "--objective", objective]
    done = run("optimal", *options, "--prior", prior)
    found = json.loads(run("optimal", *options, "--prior", prior, "--json").stdout)
    kernel = [[Fraction(x) for x in row] for row in found["kernel"]]
    losses = {
        "L0": lambda d: d > 0,
        "L0,1": lambda d: d > 1,
        "L1": lambda d: d,
        "L2": lambda d: d**2,
        "loss.csv": lambda d: d**2,
    }
    errors = [
        sum(p * losses[objective](abs(j - i)) for j, p in enumerate(row))
        for i, row in enumerate(kernel)
    ]
    weights = [Fraction(1, 3)] * 3 if prior == "uniform" else [Fraction(w, 4) for w in (2, 1, 1)]
    scale = Fraction(3, 2) / max(weights) if objective.startswith("L0") else 1
    worst = found["worst_input"]
    assert errors[worst["input"]] == Fraction(worst["error"]) == max(errors)
    assert Fraction(found["cost"]) == scale * max(
        w * x for w, x in zip(weights, errors, strict=True)
    )
    assert found["cost_is"].startswith("the maximum over the inputs of weight x")
    assert f"that is     {found['cost_is']}" in done.stdout
    assert f"{worst['error_is']} = {worst['error']} (about" in done.stdout


def test_an_irrational_level_is_met_on_the_safe_side(run, tmp_path):
    done = run("optimal", "--n", 3, "--epsilon", "0.5", "-o", "m.json")
    assert "the best on the safe side" in done.stderr
    run("certify", "m.json", "--epsilon", "0.5")
    assert load(tmp_path / "m.json").level is not None


def test_further_demands_are_met_or_contradicted(run):
    base = ["optimal", "--n", 3, "--alpha", "1/2", "--properties", "WH"]
    found = json.loads(run(*base, "--constraint", "P[i|i] >= 2/5", "--json").stdout)
    assert all(Fraction(found["kernel"][i][i]) >= Fraction(2, 5) for i in range(4))
    done = run(*base, "--constraint", "P[0|0] <= 1/10", "--certificate", "c.json", status=1)
    assert "contradict each other" in done.stdout
    assert "accepted" in run("check", "c.json").stdout
    found = json.loads(run(*base, "--constraint", "P[0|0] <= 1/10", "--json", status=1).stdout)
    assert found["feasible"] is False
    assert [label for label, _ in found["farkas"]] == [["WH", 0], ["extra", 0]]


def test_all_properties_are_classed_by_cost(run):
    options = ["optimal", "--n", 3, "--alpha", "9/10", "--all-properties"]
    classes = json.loads(run(*options, "--json").stdout)
    assert [len(c["subsets"]) for c in classes] == [8, 8, 48, 64]
    assert classes[0]["cost"] == "18/19"
    assert "329/342" in run(*options).stdout


@pytest.mark.slow
def test_the_classes_are_the_same_whatever_solves_the_programs(run):
    options = ["optimal", "--n", 2, "--alpha", "9/10", "--all-properties", "--json"]
    assert run(*options).stdout == run(*options, "--executor", "processes:2").stdout


def test_the_parametric_optimum_is_a_curve(run):
    options = ["optimal", "--n", 3, "--properties", "WH", "--parametric"]
    assert "3/5 <= alpha < 1" in run(*options).stdout
    curve = json.loads(run(*options, "--json").stdout)
    assert len(curve["pieces"]) == 2
    assert "leave the level out" in run(*options, "--alpha", "1/2", status=2).stderr


def test_the_parametric_optimum_is_certified(run):
    options = ["optimal", "--n", 3, "--properties", "WH", "--aggregate", "max", "--parametric"]
    run(*options, "--certificate", "curve.cert.json")
    checked = run("check", "curve.cert.json").stdout
    assert "every alpha in (0, " in checked
    assert checked.endswith("curve.cert.json: accepted, verdict holds\n")
    assert "exists already" in run(*options, "--certificate", "curve.cert.json", status=2).stderr


def test_the_flowchart_names_a_mechanism_and_says_why(run):
    done = run("choose", "--n", 6, "--alpha", "9/10", "--properties", "WH")
    assert done.stdout.startswith("weakly-honest-only: n < 2 alpha/(1 - alpha)")
    found = json.loads(run("choose", "--n", 6, "--epsilon", "0.1", "--json").stdout)
    assert found["family"] == "geometric"


@pytest.mark.parametrize(
    ("family", "letters"),
    [("weakly-honest-only", "WH"), ("weakly-honest-monotone", "WH,RM,CM"), ("WM", "WH,RM,CM")],
)
def test_the_designed_families_are_built_and_certified(run, family, letters):
    run("build", family, "--n", 4, "--alpha", "9/10", "-o", "m.json")
    run("certify", "m.json", "--alpha", "9/10", "--properties", letters)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--n", 3], "got neither of --alpha and --epsilon"),
        (["--n", 3, "--alpha", "1/2", "--properties", "XX"], "got property 'XX'"),
        (["--n", 3, "--alpha", "1/2", "--objective", "L9"], "expected L0, L1, L2 or L0,d"),
        (["--n", 3, "--alpha", "1/2", "--objective", "nothing.csv"], "nothing.csv"),
        (["--n", 3, "--alpha", "1/2", "--objective", "ragged.csv"], "ragged.csv"),
        (["--n", 3, "--alpha", "1/2", "--prior", "nothing.json"], "nothing.json"),
        (["--n", 3, "--alpha", "1/2", "--prior", "short.json"], "got 2 numbers, expected 4"),
        (["--n", 3, "--alpha", "1/2", "--prior", "sum.json"], "which sums to exactly 1"),
        (["--n", 3, "--alpha", "1/2", "--prior", "negative.json"], "expected a number >= 0"),
        (["--n", 3, "--alpha", "1/2", "--prior", "text.json"], "expected"),
        (["--n", 3, "--parametric", "--unique"], "does not go with --unique"),
        (["--n", 3, "--parametric", "--constraint", "P[0|0] <= 1/3"], "not go with --constraint"),
        (["--n", 3, "--alpha", "1/2", "--all-properties", "--properties", "WH"], "does not go"),
        (["--n", 0, "--alpha", "1/2"], "expected n >= 1"),
        (["--n", 3, "--alpha", "1/2", "--executor", "serial"], "goes with --all-properties"),
        (
            ["--n", 3, "--alpha", "1/2", "--all-properties", "--executor", "many"],
            "got the executor 'many', expected serial",
        ),
        (["--n", 3, "--alpha", "0"], "expected 0 < alpha <= 1"),
        (["--n", 3, "--alpha", "1/2", "--constraint", "P[0|0] < 1"], "strict inequality"),
        (["--n", 3, "--alpha", "1/2", "--constraint", "P[9|0] <= 1"], "beyond the counts"),
        (["--n", 3, "--alpha", "1/2", "--constraint", "nonsense"], "--constraint, column 1: got"),
    ],
)
def test_wrong_usage_ends_in_one_sentence_and_code_2(run, tmp_path, arguments, reason):
    (tmp_path / "short.json").write_text('["1/2", "1/2"]')
    (tmp_path / "sum.json").write_text('["1/2", "1/2", "1/2", "1/2"]')
    (tmp_path / "negative.json").write_text('["3/2", "-1/2", 0, 0]')
    (tmp_path / "text.json").write_text('["one", 0, 0, 0]')
    (tmp_path / "ragged.csv").write_text("0,1\n1\n")
    done = run("optimal", *arguments, status=2)
    assert done.stdout == ""
    assert reason in done.stderr


def test_a_size_that_cannot_fit_is_refused_with_the_estimate(run):
    assert "GiB" in run("optimal", "--n", 10**5, "--alpha", "1/2", status=3).stderr


def test_losses_may_be_negative(run, tmp_path):
    (tmp_path / "gain.csv").write_text("-1,0\n0,-1\n")
    found = json.loads(
        run("optimal", "--n", 1, "--alpha", "1/2", "--objective", "gain.csv", "--json").stdout
    )
    assert found["cost"] == "-2/3"
