"""Pictures of files: kernels, certificates, and laws of code."""

import json
import re
import sys

import pytest

from exactdp import InputError, Law, geometric, save

KINDS = ("heatmap", "rows", "profile", "cost")


@pytest.fixture
def kernel(tmp_path):
    save(tmp_path / "gm.json", geometric(3, "9/10"))
    return "gm.json"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_drawn_of_one_kernel_and_of_two(run, tmp_path, kernel, kind):
    run("plot", kernel, "--kind", kind, "-o", "one.svg")
    assert "<svg" in (tmp_path / "one.svg").read_text(encoding="utf-8")
    run("plot", kernel, kernel, "--kind", kind, "-o", "two.png")
    assert (tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")


def test_a_heatmap_holds_exact_values_where_they_fit(run, tmp_path, kernel):
    run("plot", kernel, "-o", "m.svg")
    assert ">10/19<" in (tmp_path / "m.svg").read_text(encoding="utf-8")


def test_the_kernel_of_a_certificate_is_drawn(run, tmp_path, kernel):
    run("certify", kernel, "--alpha", "9/10", "-o", "c.json")
    run("plot", "c.json", "-o", "m.pdf")
    assert (tmp_path / "m.pdf").read_bytes().startswith(b"%PDF")


def test_the_law_of_code_is_drawn(run, tmp_path):
    law = {"law": [["0", "1/2"], ["1", "1/4"], ["!ValueError", "1/4"]]}
    (tmp_path / "l.json").write_text(json.dumps(law))
    run("plot", "l.json", "--kind", "law", "-o", "l.svg")
    assert "!ValueError" in (tmp_path / "l.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gm.json", "-o", "m.gif"], "expected .svg, .png or .pdf"),
        (["gm.json", "-o", "gm.json"], "expected .svg"),
        (["none.json", "-o", "m.svg"], "none.json"),
        (["gm.json", "--kind", "law", "-o", "m.svg"], "expected the law of one input"),
        (["gm.json", "-o", "none/m.svg"], "none/m.svg: cannot be written"),
        (["gm.json", "-o", "gm.json/m.svg"], "gm.json/m.svg: "),
        (["gm.json", "--kind", "pie", "-o", "m.svg"], "pie"),
    ],
)
def test_wrong_usage_is_taught_and_nothing_is_written(run, tmp_path, kernel, arguments, said):
    before = sorted(tmp_path.iterdir())
    assert said in run("plot", *arguments, status=2).stderr
    assert sorted(x for x in tmp_path.iterdir() if x.name != "cache") == before


def test_an_existing_picture_is_replaced_only_if_asked(run, tmp_path, kernel):
    (tmp_path / "m.svg").write_text("mine")
    run("plot", kernel, "-o", "m.svg", status=2)
    assert (tmp_path / "m.svg").read_text() == "mine"
    run("plot", kernel, "-o", "m.svg", "--force")


def test_notebooks_draw_mechanisms_and_laws():
    assert geometric(2, "1/2").plot().axes[0].texts[0].get_text() == "2/3"
    assert len(Law(["1/2", "1/2"]).plot().axes[0].patches) == 2


@pytest.mark.parametrize("kind", ["heatmap", "rows"])
def test_a_kernel_of_many_counts_is_refused_with_the_limit(run, tmp_path, kind):
    run("build", "GM", "--n", 1000, "--alpha", "9/10", "-o", "big.json")
    refused = run("plot", "big.json", "--kind", kind, "-o", "m.svg", status=3)
    assert "a kernel of 1001 counts is too large to draw (limit 200)" in refused.stderr
    assert not (tmp_path / "m.svg").exists()


def test_without_matplotlib_the_message_says_how_to_get_it(run, kernel, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = "pip install 'exactdp[plots]'"
    assert said in run("plot", kernel, "-o", "m.svg", status=2).stderr
    for thing in (geometric(2, "1/2"), Law(["1/2", "1/2"])):
        with pytest.raises(InputError, match=re.escape(said)):
            thing.plot()
