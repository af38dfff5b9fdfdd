"""Certificates are written whole or not at all, and can be rechecked."""

import hashlib
import json
from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import rational
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify.judge.certificate import (
    SUMS,
    certificate,
    digest,
    kernels_of,
    private_claim,
    rows_claim,
    stochastic_claim,
    subject_of,
    tightest_claim,
    write_certificate,
)
from exactdp.verify.judge.judgement import Question, certify
from exactdp.verify.judge.privacy import privacy
from exactdp.verify.judge.rechecking import check
from exactdp.verify.judge.stochastic import stochastic


@pytest.fixture
def document():
    return certify(geometric(3, "1/2"), PrivacyLevel.of("1/2")).certificate()


def test_what_is_written_is_accepted_and_says_how_it_was_made(tmp_path, document):
    path = tmp_path / "c.json"
    write_certificate(path, document)
    written = json.loads(path.read_text())
    made = written.pop("made")
    assert written == document
    assert made["program"].startswith("exactdp ")
    assert check(path) == check(document)
    assert check(path).verdict == "holds"


def test_an_existing_file_is_kept_unless_forced(tmp_path, document):
    path = tmp_path / "c.json"
    path.write_text("precious")
    with pytest.raises(InputError, match="exists already"):
        write_certificate(path, document)
    assert path.read_text() == "precious"
    write_certificate(path, document, force=True)
    assert check(path).accepted


def test_how_it_was_made_is_outside_the_digest_and_all_else_is_in_it(document):
    assert digest(document | {"made": {"date": "today"}}) == document["digest"] == digest(document)
    for key in ("subject", "kernels", "claims", "verdict", "format", "version"):
        assert digest(document | {key: "another"}) != document["digest"]


def test_that_the_rows_sum_to_1_is_claimed_of_every_kernel_but_where_it_is_claimed_already():
    good, bad = uniform(1), Mechanism.from_rows([[1, 1], [0, 1]])
    made = certificate(
        [*kernels_of(good), *kernels_of(bad)], [stochastic_claim(stochastic(bad), 1)]
    )
    assert made["claims"] == [rows_claim(SUMS, True, 0), rows_claim(SUMS, False, 1, at=[0])]
    assert made["verdict"] == "fails"
    assert check(made).verdict == "fails"
    assert certificate(kernels_of(good), [stochastic_claim(stochastic(good))])["verdict"] == "holds"


@pytest.mark.parametrize("rows", [[[1, 1], [1, 1]], [[0, 0], [0, 0]], [["1/2", 0], [0, 1]]])
def test_what_is_no_mechanism_is_judged_all_the_same_and_fails(rows):
    found = check(certify(Mechanism.from_rows(rows), "1/2").certificate())
    assert (found.accepted, found.verdict) == (True, "fails")
    assert "kernel 0: each row sums to 1: fails at [0]" in found.shown


def test_the_counts_of_a_mechanism_are_the_labels_of_its_kernel():
    made = certify(uniform(2).relabelled(counts=(5, 7)), "1/2").certificate()
    assert check(made).shown[0] == "kernel 0: form power, inputs 5..7, outputs 5..7"


def test_the_subject_is_the_file_and_how_it_was_read(tmp_path):
    path = tmp_path / "some name.csv"
    path.write_bytes(b"1,3\n2,2\n")
    mechanism = Mechanism.from_rows([[1, 2], [3, 2]], reading="weights", name="mine", counts=(1, 2))
    named = subject_of(path, mechanism, "weights", "columns")
    assert named == {
        "file": "some name.csv",
        "sha256": hashlib.sha256(b"1,3\n2,2\n").hexdigest(),
        "reading": "weights",
        "inputs": "columns",
        "counts": [1, 2],
        "name": "mine",
    }
    assert "name" not in subject_of(path, Mechanism.from_rows([[1, 0], [0, 1]]))
    shown = check(certify(mechanism, "1/2").certificate(named)).shown[0]
    assert shown == 'subject, in the writer\'s words: file "some name.csv"'


def test_the_tightest_alpha_has_the_entries_that_attain_it_if_there_are_any():
    assert tightest_claim(privacy(geometric(2, "1/2")))["tight"] == [[1, 0], [0, 0]]
    assert tightest_claim(privacy(Mechanism.from_rows([[0, 0], [0, 0]])))["tight"] == []


def test_a_number_that_the_checker_would_not_read_is_not_written(tmp_path):
    tiny = Fraction(1, 10**100_000)
    mechanism = Mechanism.from_rows([[1 - tiny, tiny], [tiny, 1 - tiny]])
    with pytest.raises(LimitError, match="the checker reads 100000"):
        write_certificate(tmp_path / "c.json", certificate(kernels_of(mechanism), []))
    assert list(tmp_path.iterdir()) == []


def test_a_near_tie_that_no_affordable_series_shows_is_refused():
    # e^-1, rounded up at forty thousand digits
    level = PrivacyLevel.from_epsilon(1)
    low, high = level.alpha_enclosure(40_000)
    bound = rational(high)
    assert rational(low) < bound
    rows = [[1 - bound / 2, bound / 2], [Fraction(1, 2), Fraction(1, 2)]]
    judgement = certify(Mechanism.from_rows(rows), level)
    assert judgement.privacy.tightest_alpha == bound
    assert judgement.verdict == "holds"
    with pytest.raises(LimitError, match=r"would need .* terms"):
        judgement.certificate()


def test_so_is_a_level_that_is_long_itself():
    level = PrivacyLevel.from_epsilon("1/" + "7" * 40_000)
    with pytest.raises(LimitError, match="or that is so long"):
        private_claim(privacy(uniform(1)), level)


def test_more_terms_are_taken_where_it_is_near():
    level = PrivacyLevel.from_epsilon(1)
    near = Fraction(365222960440922, 992778936702575)  # 1/e to some thirty digits
    claim = private_claim(privacy(geometric(2, near)), level)
    assert claim["demand"]["alpha"]["terms"] > 9
    assert check(certificate(kernels_of(geometric(2, near)), [claim])).accepted


@pytest.mark.parametrize("bound", ["1/8", "1/9", "0"])
def test_a_delta_is_shown_at_numbers_around_an_irrational_level(bound):
    question = Question(PrivacyLevel.from_epsilon("1/2"), Fraction(bound))
    judgement = certify(geometric(3, "1/2"), question)
    found = check(judgement.certificate())
    assert found.verdict == judgement.verdict == ("holds" if bound == "1/8" else "fails")
    assert "kernel 0: level neighbours" in found.shown[-1]
