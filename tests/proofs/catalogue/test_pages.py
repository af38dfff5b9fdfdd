"""The pages about the claims hold what the catalogue holds and the last run found."""

import re
from pathlib import Path

import pytest

import exactdp
from exactdp.cli.claims import Source
from exactdp.mechanisms.exact.errors import InputError
from exactdp.proofs.catalogue import pages, record
from exactdp.proofs.catalogue.registry import catalogue
from exactdp.proofs.catalogue.runs import Options, decided
from exactdp.proofs.figures.catalogue import figures
from exactdp.proofs.statements.claim import REGISTRY, SOURCES

DOCS = Path(exactdp.__file__).parent / "docs"
SAMPLE = ["COV-03", "COV-15", "COV-16", "COL-12"]


def entry(identifier):
    return decided(identifier, Options()) | {"date": "today", "exactdp": "0"}


def rows(text):
    """Return the cells of the table rows about claims."""
    plain = re.sub(r'<a id="[a-z]+-\d+"></a>', "", text)
    found = [re.split(r"(?<!\\) ?\| ?", line)[1:-1] for line in plain.splitlines()]
    return {cells[0]: cells for cells in found if cells and re.fullmatch(r"[A-Z]+-\d+", cells[0])}


def test_the_paper_map_lists_every_claim_with_its_function():
    table = rows(pages.paper_map({}))
    assert list(table) == [claim.id for claim in catalogue()]
    for identifier, (_, place, verdict, grade, scope, file, name) in table.items():
        assert place
        assert verdict == grade == scope == ""
        source = (DOCS.parent / file.strip("`")).read_text(encoding="utf-8")
        assert f"def {name.strip('`')}(" in source
        assert f'"{identifier}"' in source


def test_the_paper_map_has_a_row_for_each_figure_with_the_function_that_makes_it():
    lines = [line.split(" | ") for line in pages.figure_rows() if line.startswith("| [")]
    names = [re.match(r"\| \[(.+)\]\(gallery\.md#\1\)", cells[0])[1] for cells in lines]
    assert names == list(figures())
    for name, (_, _, title, file, function) in zip(names, lines, strict=True):
        source = (DOCS.parent / file.strip("`")).read_text(encoding="utf-8")
        assert f"def {function.strip('`| ')}(" in source
        assert f'"{name}"' in source
        assert pages.cell(figures()[name].title) == title


def test_the_command_line_knows_the_papers():
    assert list(Source) == list(SOURCES)


def test_the_published_map_is_what_would_be_written_now():
    text = (DOCS / "paper-map.md").read_text(encoding="utf-8")
    entries = {
        identifier: {
            "verdict": verdict,
            "grade": grade.partition(";")[0],
            "grades": {"correction": grade.split()[-1]} if ";" in grade else {},
            "scope": scope.replace("\\|", "|"),
        }
        for identifier, (_, _, verdict, grade, scope, _, _) in rows(text).items()
    }
    assert text == pages.paper_map(entries)
    assert {e["grade"] for e in entries.values()} == {"rechecked", "argued"}
    assert {e["verdict"] for e in entries.values()} <= {"true", "false", "conditional", "open"}


def test_the_published_errata_are_of_the_claims_that_the_map_says_do_not_hold():
    table = rows((DOCS / "paper-map.md").read_text(encoding="utf-8"))
    text = (DOCS / "errata.md").read_text(encoding="utf-8")
    headed = re.findall(r"(?m)^### ([A-Z]+-\d+): .* \((\w+), (\w+)\)$", text)
    wrong = [
        (i, cells[2], cells[3].partition(";")[0])
        for i, cells in table.items()
        if cells[2] in ("false", "conditional")
    ]
    assert headed == wrong
    for identifier, *_ in headed:
        assert f"`exactdp prove {identifier}`" in text


@pytest.mark.parametrize("identifier", ["COV-03", "COV-16", "COL-12"])
def test_an_erratum_is_reproduced_by_its_command(identifier):
    text = (DOCS / "errata.md").read_text(encoding="utf-8")
    lines = pages.erratum(REGISTRY[identifier].claim, entry(identifier))
    assert "\n".join(lines) in text


def test_only_what_fails_is_in_the_errata():
    text = pages.errata({identifier: entry(identifier) for identifier in SAMPLE})
    assert re.findall(r"(?m)^### ([A-Z]+-\d+)", text) == ["COV-03", "COV-16", "COL-12"]
    assert "alpha = 1/2, d = 1" in text


def test_pages_are_written_from_a_complete_run_only(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert pages.main([]) == 2
    assert pages.main([str(tmp_path)]) == 2
    assert "the record lacks" in capsys.readouterr().err
    one = entry("COV-16")
    everything = {claim.id: one for claim in catalogue()}
    monkeypatch.setattr(record, "read", lambda: everything)
    assert pages.main([str(tmp_path)]) == 0
    assert (tmp_path / "errata.md").read_text() == pages.errata(everything)
    for change in ({"cut_short": True}, {"searched": "n <= 4"}):
        with pytest.raises(InputError, match="narrowed or unfinished"):
            pages.require_complete(everything | {"COV-16": one | change})


def test_bars_and_breaks_do_not_break_the_table():
    assert pages.cell("|i-j|\n <= 1") == r"\|i-j\| <= 1"
