"""What the pages for people name is there: files, folders, and names inside files."""

import re
from pathlib import Path

import pytest

import exactdp

ROOT = Path(exactdp.__file__).parent
# The paper map is written by the catalogue, which has its own test.
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md") if path.stem != "paper-map"),
]
#: Written by commands that the page shows.
MADE = ("out/", ".venv")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page):
    text = (ROOT / page).read_text()
    named = set(re.findall(r"`([A-Za-z_.][\w.-]*/[\w./-]*)`", text))
    linked = {link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link}
    places = {(ROOT, path) for path in named} | {((ROOT / page).parent, path) for path in linked}
    missing = [path for folder, path in places if not (folder / path).exists()]
    assert not [path for path in missing if not path.startswith(MADE)]


@pytest.mark.parametrize("claim", ["COL-12", "KL-56"])
def test_the_readme_shows_what_prove_finds(claim):
    text = (ROOT / "README.md").read_text()
    (found,) = exactdp.prove([claim])
    grades = found["grades"]
    for words in (
        f"{claim}  {found['verdict']}, {found['grade']}  (",
        found["statement"],
        f"counterexample ({grades['counterexample']}): {found['counterexample']}",
        f"correction ({grades['correction']}, {found['scope']}): {found['correction']}",
    ):
        assert words in text


def test_the_names_that_contributing_gives_are_in_the_files_it_names():
    items = re.split(r"(?m)^(?=\d\. )", (ROOT / "CONTRIBUTING.md").read_text())[1:]
    checked = 0
    for item in items:
        files = re.findall(r"`([\w./-]+/[\w.-]+)`", item)
        text = "".join((ROOT / path).read_text() for path in files if (ROOT / path).is_file())
        for name in re.findall(r"`(\w+)`", item):
            if text and name not in ("n", "Mechanism"):
                assert re.search(rf"\b{name}\b", text), (name, files)
                checked += 1
    assert checked >= 8
