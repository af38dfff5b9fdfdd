"""The record of the last run: kept aside, merged, and never taken for something else."""

import json
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.proofs.catalogue import record
from exactdp.proofs.catalogue.runs import Options, decided


def test_runs_are_merged_and_each_claim_has_its_date(tmp_path):
    path = tmp_path / "new" / "verdicts.json"
    assert record.read(path) == {}
    record.update([decided("COV-15", Options())], path)
    record.update([decided("COL-09", Options(quick=True))], path)
    entries = record.read(path)
    assert set(entries) == {"COV-15", "COL-09"}
    assert entries["COV-15"]["verdict"] == "true"
    assert all(entry["date"] and entry["exactdp"] for entry in entries.values())
    assert "evidence" not in entries["COV-15"]
    assert [p.name for p in path.parent.iterdir()] == ["verdicts.json"]


def test_it_lies_in_the_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert record.default_path() == tmp_path / "exactdp" / "verdicts.json"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert record.default_path().is_absolute()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert record.default_path() == tmp_path / ".cache" / "exactdp" / "verdicts.json"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "\xff",
        json.dumps({"format": "exactdp-verdicts", "version": 3, "claims": {}}),
        json.dumps({"format": "exactdp-verdicts", "version": 2, "claims": []}),
        json.dumps({"format": "exactdp-verdicts", "version": 2, "claims": {"COV-01": {}}}),
        json.dumps({"format": "exactdp-verdicts", "version": 2, "claims": {"COV-01": 3}}),
        "[" * 100_000,
    ],
)
def test_something_else_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "verdicts.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"verdicts\.json"):
        record.read(path)
    with pytest.raises(InputError):
        record.update([decided("COV-15", Options())], path)
    assert path.read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("verdict", "proved"),
        ("verdict", ["true"]),
        ("scope", {}),
        ("counterexample", [1]),
        ("scan_error", 3),
        ("date", None),
        ("cut_short", 0),
    ],
)
def test_an_entry_of_another_form_is_refused(tmp_path, key, value):
    path = tmp_path / "verdicts.json"
    record.update([decided("COV-15", Options())], path)
    document = json.loads(path.read_text())
    document["claims"]["COV-15"][key] = value
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match="no record of verdicts"):
        record.read(path)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be"):
        record.update([], tmp_path / "file" / "verdicts.json")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_device_is_no_record(path):
    with pytest.raises(InputError, match=f"{path}: is not a regular file"):
        record.read(Path(path))
