"""Progress is shown to a person after a second, and to nobody else."""

import sys

import pytest

from exactdp.cli import progress
from exactdp.mechanisms.exact.progress import track


def test_nothing_is_shown_where_nobody_watches(capsys):
    with progress.showing_progress():
        assert list(track(range(3), 3, "counting")) == [0, 1, 2]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("patience", "shown"), [(0, True), (60, False)])
def test_a_person_sees_long_loops_only(capsys, monkeypatch, patience, shown):
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress.showing_progress():
        assert sum(track(range(300), 300, "counting")) == 44850
    assert ("counting" in capsys.readouterr().err) is shown
