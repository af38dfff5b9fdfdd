"""The gallery shows every figure as it would be made now, and links to what is there."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import exactdp
from exactdp.proofs.catalogue.registry import catalogue
from exactdp.proofs.figures import gallery
from exactdp.proofs.figures.catalogue import figures
from exactdp.proofs.figures.figure import Settings
from exactdp.proofs.figures.output import Task, produced

DOCS = Path(exactdp.__file__).parent / "docs"
FOLDER = DOCS / "figures"
SVG = "{http://www.w3.org/2000/svg}"
#: Made in a second or less, of nothing but the papers.
CHEAP = ("constrained-1", "constrained-3", "constrained-5", "constrained-6", "notes-1", "notes-4")


def published():
    return (DOCS / "gallery.md").read_text(encoding="utf-8")


def test_every_figure_is_shown_in_order():
    assert re.findall(r"(?m)^### (.+)$", published()) == list(figures())


def test_the_page_is_what_its_manifests_say():
    assert published() == gallery.page(gallery.manifests(FOLDER))


@pytest.mark.parametrize("name", list(figures()))
def test_a_manifest_is_of_the_figure_that_the_catalogue_has(name):
    figure = figures()[name]
    manifest = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert [manifest[key] for key in ("name", "paper", "item", "title")] == [
        figure.name,
        figure.paper,
        figure.item,
        figure.title,
    ]
    assert tuple(manifest.get("data", ())) == figure.data
    assert manifest["caption"]
    assert manifest["comparisons"] or name.startswith("beyond-")  # nothing was printed


@pytest.mark.parametrize("name", CHEAP)
def test_a_figure_made_now_has_the_published_values_and_says_the_same(name):
    files = produced(Task(name, Settings(), "csv")).files
    made = json.loads(files.pop(f"{name}.json"))
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for key in ("caption", "comparisons", "parameters"):
        assert made[key] == kept[key]
    assert [f"{name}.svg", *files] == kept["files"]
    for file, content in files.items():
        assert (FOLDER / file).read_bytes() == content


def test_the_folder_has_what_the_manifests_name_and_no_more():
    named = {file for manifest in gallery.manifests(FOLDER) for file in manifest["files"]}
    named |= {f"{name}.json" for name in figures()}
    assert {path.name for path in FOLDER.iterdir()} == named
    assert sum(path.stat().st_size for path in FOLDER.glob("*.svg")) < 4_000_000


@pytest.mark.parametrize("name", list(figures()))
def test_a_picture_is_svg_whose_text_can_be_read(name):
    root = ElementTree.parse(FOLDER / f"{name}.svg").getroot()
    assert root.tag == f"{SVG}svg"
    assert any("".join(text.itertext()).strip() for text in root.iter(f"{SVG}text"))


def test_the_claims_that_comparisons_cite_are_in_the_paper_map():
    cited = set(re.findall(r"\(paper-map\.md#([a-z]+-\d+)\)", published()))
    assert cited
    assert cited <= {claim.id.lower() for claim in catalogue()}
    text = (DOCS / "paper-map.md").read_text(encoding="utf-8")
    assert all(f'<a id="{name}"></a>' in text for name in cited)


def test_signs_of_formulas_are_no_markup():
    found = {"printed": "y* = x*", "ours": "the same", "outcome": "agree", "claims": ["CKS-01"]}
    line = r"- **agree.** Printed: y\* = x\*. Ours: the same. ([CKS-01](paper-map.md#cks-01))"
    assert gallery.comparison(found) == line


def test_missing_data_is_told(tmp_path, capsys):
    assert gallery.main([str(tmp_path)]) == 2
    assert "needs adult.csv" in capsys.readouterr().err
    assert not (tmp_path / "gallery.md").exists()
