"""What the checker says is said alike from Python, and what it rejects is an outcome."""

import json

import pytest

from exactdp.mechanisms.exact.errors import LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.release.budget import Grant
from exactdp.mechanisms.release.histogram import histogram_release
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.sampling.source import SeededSource, SystemSource
from exactdp.verify import checker
from exactdp.verify.judge.judgement import certify
from exactdp.verify.judge.rechecking import accepted, check
from exactdp.verify.judge.report import WORD, report

HALF = PrivacyLevel.of("1/2")


@pytest.mark.parametrize(("alpha", "verdict"), [("1/2", "holds"), ("1/3", "fails")])
def test_a_file_and_a_document_are_rechecked_as_the_checker_does(tmp_path, alpha, verdict):
    document = certify(geometric(2, alpha), HALF).certificate()
    path = tmp_path / "c.json"
    path.write_text(json.dumps(document))
    found = check(path)
    assert found == check(document)
    assert (found.status, found.accepted, found.verdict, found.reason) == (0, True, verdict, "")
    assert list(found.shown) == checker.check(document)
    assert f"shown       {found.shown[0]}" in str(found)


def test_what_is_changed_is_rejected_with_the_reason():
    document = certify(geometric(2, "1/2"), HALF).certificate()
    found = check(document | {"verdict": "fails"})
    assert not found.accepted
    assert found.headline() == "REJECTED: the digest does not match: the file was changed"
    assert found._repr_html_().startswith("<table><caption>REJECTED: the digest")


def test_a_certificate_of_ours_is_accepted_or_that_is_a_defect():
    document = certify(geometric(2, "1/2"), HALF).certificate()
    assert accepted(document) == check(document)
    with pytest.raises(AssertionError, match=r"does not accept .*: the digest does not match"):
        accepted(document | {"verdict": "fails"})
    with pytest.raises(LimitError, match="refused by the checker: not a proof"):
        accepted({"format": "exactdp-explanation"})


@pytest.mark.parametrize(("source", "private"), [(SystemSource(), True), (SeededSource(1), False)])
def test_a_report_says_whether_it_is_private(tmp_path, source, private):
    path = tmp_path / "t.csv"
    path.write_text("n\n" + "1\n2\n" * 9)
    made = report(histogram_release(Table(path, "n", 3), Grant(HALF), source))
    assert check(made).headline() == f"accepted{WORD if private else ', NOT PRIVATE (simulated)'}"
    assert check(made).verdict is None


def test_what_is_no_certificate_and_no_report_is_not_readable(tmp_path):
    path = tmp_path / "c.json"
    for text in ("[]", "{", '{"format": "exactdp-mechanism"}'):
        path.write_text(text)
        assert check(path).status == 2
    assert check({}).headline() == "not readable: this is no exactdp certificate"
    assert check(tmp_path / "none.json").status == 2
