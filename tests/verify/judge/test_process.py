"""The checker is run as a process: what it prints is read, and nothing else is taken for it."""

import errno
import json
import sys
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.verify.judge import process
from exactdp.verify.judge.certificate import write_certificate
from exactdp.verify.judge.judgement import certify
from exactdp.verify.judge.keeping import certify_fixed_point
from exactdp.verify.judge.process import named, recheck


@pytest.fixture
def document():
    return certify(geometric(2, "1/2"), "1/2").certificate()


@pytest.mark.parametrize(
    "name", ["c.json", "a b.json", "a\nb.json", "ä.json", ": REJECTED: x.json"]
)
def test_the_outcome_of_a_file_is_had_whatever_its_name_is(tmp_path, document, name):
    path = tmp_path / name
    path.write_text(json.dumps(document))
    found = recheck(path)
    assert (found.status, found.verdict, found.reason) == (0, "holds", "")
    assert found.shown[0] == "kernel 0: form power, inputs 0..2, outputs 0..2"
    path.write_text(json.dumps(document | {"verdict": "fails"}))
    found = recheck(path)
    assert (found.status, found.verdict) == (1, None)
    assert found.reason == "the digest does not match: the file was changed"
    assert named(path).count("\n") == 0


def test_each_status_has_its_word(tmp_path, document):
    assert recheck(document | {"version": 1}).headline().startswith("not readable: ")
    assert recheck({"format": "exactdp-explanation"}).headline().startswith("refused: not a proof")
    assert recheck(tmp_path / "none.json").headline().startswith("not readable: FileNotFoundError")
    assert recheck(document | {"digest": ""}).headline().startswith("REJECTED: ")


def test_a_kernel_in_a_form_of_its_own_is_read_by_the_other_program(tmp_path):
    law = ["1/4"] * 4
    document = certify_fixed_point(coupled(law, "1/2").mechanism, "1/2", law).certificate()
    assert document["kernels"][-1]["form"] == "coupled"
    assert recheck(document).verdict == "holds"
    path = tmp_path / "c.json"
    line = f"certificate: {path} (recheck: python verify/forms.py {path})"
    assert write_certificate(path, document) == line
    plain = certify(geometric(2, "1/2"), "1/2").certificate()
    assert "verify/checker.py" in write_certificate(path, plain, force=True)


def program(folder, monkeypatch, text):
    (folder / "checker.py").write_text(text)
    monkeypatch.setattr(process, "FOLDER", Path(folder))


@pytest.mark.parametrize(
    "text",
    [
        "raise ValueError('a defect')",
        "import os; os.abort()",
        "print('accepted, verdict holds'); raise SystemExit(1)",
        "raise SystemExit(1)",
        "pass",
        "import sys; print(sys.argv[1] + ': accepted, verdict holds'); sys.exit(3)",
    ],
)
def test_a_program_that_ends_otherwise_is_a_defect_and_no_verdict(
    tmp_path, monkeypatch, document, text
):
    program(tmp_path, monkeypatch, text)
    with pytest.raises(RuntimeError, match=r"checker\.py ended with"):
        recheck(document)


def test_the_program_sees_nothing_of_ours(tmp_path, monkeypatch, document):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "hashlib.py").write_text("raise ImportError")
    assert recheck(document).accepted
    program(
        tmp_path,
        monkeypatch,
        "import sys; print(sys.argv[1] + ': refused: ' + sys.executable)\nsys.exit(3)",
    )
    assert recheck(document).reason == sys.executable


def test_where_a_document_cannot_be_written_that_is_said(monkeypatch, document):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(InputError, match="cannot be written: No space left"):
        recheck(document)
