"""An explanation is no proof; what can be rechecked of it is, and is counted."""

import json

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.verify import checker
from exactdp.verify.judge.certificate import digest
from exactdp.verify.judge.explanation import (
    FORMAT,
    Explained,
    explanation,
    told,
    write_explanation,
)
from exactdp.verify.judge.joining import Stated
from exactdp.verify.judge.process import recheck
from exactdp.verify.judge.rechecking import check

CLAIM = {"claim": "X-1", "statement": "it is so", "verdict": "true", "scope": "all n"}
ROWS = [["1/2", "1/2"], ["1/4", "3/4"]]
KERNEL = {"form": "dense", "inputs": [0, 1], "outputs": [0, 1], "rows": ROWS}


@pytest.fixture
def document():
    steps = [
        Explained("the rows sum to 1", "instance", Stated([KERNEL], [])),
        Explained("and so it goes", "search", None),
    ]
    return explanation(CLAIM, steps)


def test_its_steps_have_whole_certificates_or_none(document):
    assert {key: document[key] for key in CLAIM} == CLAIM
    shown, argued = document["steps"]
    assert (argued["shows"], argued["method"], argued["certificate"]) == (
        "and so it goes",
        "search",
        None,
    )
    assert shown["certificate"]["subject"] == {"claim": "X-1", "step": "the rows sum to 1"}
    assert checker.check(json.loads(json.dumps(shown["certificate"])))


def test_the_checker_and_check_say_that_it_is_no_proof(document, tmp_path):
    path = tmp_path / "X-1.explanation.json"
    write_explanation(path, document)
    alone = recheck(path)
    assert (alone.status, alone.shown) == (3, ())
    assert alone.reason == "not a proof: an explanation, whose steps are joined by words"
    found = check(path)
    assert (found.status, found.accepted) == (3, False)
    assert found.shown == ("the certificates of 1 of 2 steps are accepted",)
    assert found.headline().startswith("refused: not a proof")
    assert check(document) == found


def test_an_existing_file_is_kept_unless_asked(document, tmp_path):
    path = tmp_path / "X-1.explanation.json"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        write_explanation(path, document)
    write_explanation(path, document, force=True)
    assert json.loads(path.read_text()) == document


def test_a_certificate_in_it_that_is_false_is_told(document):
    rows = document["steps"][0]["certificate"]["kernels"][0]["rows"]
    document["steps"][0]["certificate"]["kernels"][0]["rows"] = [["1/2", "1/3"], rows[1]]
    changed, counted, false = told(document)
    assert changed == "the digest does not match: the file was changed"
    assert counted == "the certificates of 0 of 2 steps are accepted"
    assert false == "step 0: REJECTED: the digest does not match: the file was changed"
    proof = document["steps"][0]["certificate"]
    proof["digest"] = digest(proof)
    document["digest"] = digest(document)
    counted, false = told(document)
    assert false == "step 0: REJECTED: each row sums to 1 is not shown at [0]"


@pytest.mark.parametrize("steps", [None, "steps", {}, [], [3, None, {"certificate": 3}]])
def test_what_has_no_steps_has_none_that_are_accepted(steps):
    document = {"format": FORMAT, "steps": steps}
    document["digest"] = digest(document)
    many = len(steps) if isinstance(steps, list) else 0
    assert told(document) == [f"the certificates of 0 of {many} steps are accepted"]
    assert check(document).status == 3


def test_the_steps_of_an_explanation_have_so_much_time_and_no_more(document, monkeypatch):
    monkeypatch.setattr("exactdp.verify.judge.explanation.SECONDS", 0)
    assert told(document)[:2] == [
        "the certificates of 0 of 2 steps are accepted",
        "1 more are not rechecked: it takes over 0 s",
    ]
