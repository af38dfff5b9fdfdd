"""``exactdp build``: families by the papers' names and by ours, and what each asks for."""

import pytest

from exactdp.mechanisms.kernels.files.reading import load


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("GM", "geometric"),
        ("em", "explicit-fair"),
        ("WM", "weakly-honest-monotone"),
        ("um", "uniform"),
    ],
)
def test_the_papers_names_will_do(run, tmp_path, symbol, name):
    for k, family in enumerate((symbol, name)):
        run("build", family, "--n", 3, "--alpha", "9/10", "-o", f"{k}.json")
    by_symbol, by_name = (load(tmp_path / f"{k}.json") for k in (0, 1))
    assert by_symbol == by_name
    assert by_symbol.name == by_name.name == name
    assert symbol.upper() in run("build", "--help").stdout


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("weakly-honest", "now called weakly-honest-only; the papers' WM, which has RM and CM too"),
        ("constrained", "now called weakly-honest-monotone, the papers' WM"),
        ("gaussian", "expected one of uniform (UM), geometric (GM), explicit-fair (EM)"),
    ],
)
def test_former_and_unknown_names_say_where_to_look(run, given, reason):
    done = run("build", given, "--n", 3, "--alpha", "9/10", status=2)
    assert reason in done.stderr
    assert done.stdout == ""


def test_the_uniform_mechanism_asks_for_no_level(run):
    assert run("build", "uniform", "--n", 1).stdout == "1/2  1/2\n1/2  1/2\n"
    assert run("build", "uniform", "--n", 1, "--epsilon", "0.1").stdout == "1/2  1/2\n1/2  1/2\n"
    assert "neither of --alpha and --epsilon" in run("build", "GM", "--n", 1, status=2).stderr
