"""Certificates are written in the published form, whole or not at all."""

import json
from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import rational
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify import checker
from exactdp.verify.judge.certificate import (
    certificate,
    is_certificate,
    read_certificate,
    stochastic_claim,
    write_certificate,
)
from exactdp.verify.judge.judgement import certify
from exactdp.verify.judge.stochastic import stochastic


@pytest.fixture
def document():
    return certify(geometric(3, "1/2"), PrivacyLevel.of("1/2")).certificate()


def test_what_is_written_is_read_back_and_accepted(tmp_path, document, capsys):
    path = tmp_path / "c.json"
    write_certificate(path, document)
    assert is_certificate(path)
    assert read_certificate(path) == document
    assert checker.main([str(path)]) == 0
    assert "accepted" in capsys.readouterr().out


def test_an_existing_file_is_kept_unless_forced(tmp_path, document):
    path = tmp_path / "c.json"
    path.write_text("precious")
    with pytest.raises(InputError, match="exists already"):
        write_certificate(path, document)
    assert path.read_text() == "precious"
    write_certificate(path, document, force=True)
    assert read_certificate(path) == document


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"claims": []}, "claims"),
        ({"verdict": "perhaps"}, "verdict"),
        ({"digest": "md5:0"}, "digest"),
        ({"comment": "hello"}, "comment"),
        ({"claims": [{"claim": "magic"}]}, r"claims\[0\]"),
        ({"claims": [{"claim": "stochastic", "holds": 1}]}, r"claims\[0\]"),
    ],
)
def test_what_is_not_in_the_published_form_is_neither_written_nor_read(
    tmp_path, document, change, reason
):
    path = tmp_path / "c.json"
    with pytest.raises(InputError, match=reason):
        write_certificate(path, document | change)
    assert list(tmp_path.iterdir()) == []
    path.write_text(json.dumps(document | change))
    with pytest.raises(InputError, match=f"c.json: .*{reason}"):
        read_certificate(path)


def test_a_newer_version_is_said_to_be_newer(tmp_path, document):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(document | {"version": 2}))
    assert is_certificate(path)
    with pytest.raises(InputError, match="written by a newer exactdp: certificate version 2"):
        read_certificate(path)


@pytest.mark.parametrize("text", ["[1, 2]", '{"format": "exactdp-mechanism"}'])
def test_other_json_is_no_certificate(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_text(text)
    assert not is_certificate(path)
    with pytest.raises(InputError, match=r"c\.json"):
        read_certificate(path)


def test_other_files_are_no_certificates_and_broken_json_is_named(tmp_path):
    table = tmp_path / "c.csv"
    table.write_text("1,0\n0,1\n")
    assert not is_certificate(table)
    broken = tmp_path / "c.json"
    broken.write_text('{"format": ')
    with pytest.raises(InputError, match=r"c\.json: .*ends too early"):
        is_certificate(broken)


def test_the_verdict_is_that_of_the_worst_claim():
    good = Mechanism.from_rows([[1, 0], [0, 1]])
    bad = Mechanism.from_rows([[1, 1], [0, 1]])
    assert certificate(good, [stochastic_claim(stochastic(good))])["verdict"] == "holds"
    assert certificate(bad, [stochastic_claim(stochastic(bad))])["verdict"] == "fails"


def test_a_number_that_the_checker_would_not_read_is_not_written(tmp_path):
    tiny = Fraction(1, 10**100_000)
    mechanism = Mechanism.from_rows([[1 - tiny, tiny], [tiny, 1 - tiny]])
    with pytest.raises(LimitError, match="the checker reads 100000"):
        write_certificate(
            tmp_path / "c.json", certificate(mechanism, [stochastic_claim(stochastic(mechanism))])
        )
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
    with pytest.raises(LimitError, match=r"more than .* terms"):
        judgement.certificate()
