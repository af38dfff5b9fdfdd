"""One verdict covers all that was asked, and nothing that was not."""

from fractions import Fraction

import naive
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.forms.power import PowerForm
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.neighbours import Neighbours
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.verify import checker
from exactdp.verify.judge.judgement import Question, certify

HALF = PrivacyLevel.of("1/2")


@given(
    rows=st.one_of(naive.matrices(4), naive.matrices(4, stochastic=True)),
    asked=st.sets(st.sampled_from(PROPERTIES), max_size=2),
    delta=st.sampled_from([None, Fraction(0), Fraction(1, 4)]),
)
def test_the_verdict_is_the_conjunction_of_what_was_asked(rows, asked, delta):
    letters = tuple(letter for letter in PROPERTIES if letter in asked)
    judgement = certify(Mechanism.from_rows(rows), Question(HALF, delta, properties=letters))
    if delta is None:
        private = naive.tightest_alpha(rows) >= Fraction(1, 2)
    else:
        private = naive.hockey_stick(rows, Fraction(2)) <= delta
    sums = all(sum(row) == 1 for row in rows)
    properties = all(naive.has_property(rows, letter) for letter in letters)
    assert judgement.private == private
    assert judgement.verdict == ("holds" if sums and private and properties else "fails")
    assert judgement.certificate()["verdict"] == judgement.verdict


def test_the_document_tells_what_was_asked_and_what_was_found():
    question = Question(HALF, Fraction(0), Neighbours("adjacent", 2), ("S", "F"))
    document = certify(geometric(3, "1/2"), question, reading="weights").document(digits=3)
    assert document["claim"] == {
        "alpha": "1/2",
        "delta": "0",
        "neighbours": "adjacent",
        "sensitivity": 2,
        "properties": ["S", "F"],
    }
    assert document["verdict"] == "fails"
    assert document["tightest_epsilon"] == {"exact": "ln(4)", "enclosure": ["1.386", "1.387"]}
    assert document["delta"]["inputs"] == [0, 2]
    assert document["reading"] == "weights"
    assert "worst_row" not in document


def test_a_rational_eps_is_told_as_it_was_stated():
    document = certify(geometric(3, "1/2"), PrivacyLevel.from_epsilon("0.7")).document()
    assert document["claim"]["epsilon"] == "7/10"


def test_a_matrix_that_is_no_mechanism_is_told_its_worst_row():
    document = certify(Mechanism.from_rows([[0, 0], [1, 1]]), HALF).document()
    assert document["worst_row"] == {"row": 0, "sum": "0"}
    assert document["rows_not_summing_to_1"] == 2
    document = certify(Mechanism.from_rows([[0, 0], [0, 0]]), HALF).document()
    assert document["witness"] is None
    assert document["least_nonzero_ratio"] is None


@pytest.mark.parametrize(
    ("post", "claimed"),
    [
        ([{0: fmpq(1)}, {0: fmpq(1, 2), 1: fmpq(1, 2)}], True),
        ([{0: fmpq(2)}, {1: fmpq(1)}], False),
    ],
)
@pytest.mark.parametrize("factor", [1, 2])
def test_post_processing_is_claimed_through_its_base_where_both_are_kernels(post, claimed, factor):
    gm = geometric(1, "1/2").form
    base = PowerForm(gm.base, gm.pattern, [fmpq(factor)] * 2, gm.column_factors)
    mechanism = Mechanism(PostprocessedForm(base, post))
    claimed = claimed and factor == 1
    judgement = certify(mechanism, HALF)
    document = judgement.certificate()
    assert [kernel["form"] for kernel in document["kernels"]] == (
        ["power", "product"] if claimed else ["dense"]
    )
    by_form = [claim["demand"]["demand"] for claim in document["claims"] if "by" in claim]
    assert by_form == (["sums", "private"] if claimed else [])
    assert checker.check(document)


def test_what_was_found_is_told_with_as_many_digits_as_part_it_from_the_claim():
    # 365222960440922/992778936702575 agrees with 1/e to some thirty digits.
    near = Fraction(365222960440922, 992778936702575)
    judgement = certify(geometric(2, near), PrivacyLevel.from_epsilon(1))
    low, high = map(Fraction, judgement.document()["tightest_epsilon"]["enclosure"])
    assert high < 1
    assert f"[{low}" not in str(judgement)  # decimals, not fractions
    assert judgement.document()["tightest_epsilon"]["enclosure"][0] in str(judgement)
    far = certify(geometric(2, "1/2"), PrivacyLevel.from_epsilon(1)).document()
    assert far["tightest_epsilon"]["enclosure"] == ["0.693147180559", "0.693147180560"]


def test_digits_end_where_nobody_reads_on():
    level = PrivacyLevel.from_epsilon(1)
    judgement = certify(geometric(2, level.rational_alpha(10**60)), level)
    low, high = judgement.document()["tightest_epsilon"]["enclosure"]
    assert len(low) == len(high) == len("0.123456789012")
    assert judgement.verdict == "holds"


def test_an_irrational_delta_is_told_from_the_claimed_one():
    level = PrivacyLevel.from_epsilon("1/2")
    found = certify(geometric(3, "1/2"), Question(level, Fraction(0))).delta
    claim = Fraction(found.enclosure(30)[1])
    judgement = certify(geometric(3, "1/2"), Question(level, claim))
    assert Fraction(judgement.document()["delta"]["enclosure"][1]) < claim
    assert judgement.verdict == "holds"


def test_a_judgement_tells_the_claim_the_verdict_and_what_decides():
    near = Neighbours("adjacent", 2)
    question = Question(HALF, Fraction(1, 3), near, ("F",))
    claim = "alpha = 1/2 (eps = ln(2)), delta = 1/3, neighbours: adjacent, sensitivity 2, F"
    told = str(certify(geometric(3, "1/2"), question)).splitlines()
    assert told[0] == "FAILS"
    assert told[1] == f"  claim       {claim}"
    assert "  privacy     meets the claim; least delta 1/3" in told
    assert any("not F (claimed): Pr[1|1] < Pr[0|0]" in line for line in told)
    level = PrivacyLevel.of(Fraction(10**80 - 1, 10**80))
    assert "characters)" in str(Question(level))
    shown = certify(geometric(3, "1/2"), HALF)._repr_html_()
    assert shown.startswith("<table><caption>HOLDS</caption>")
    assert "Pr[1|1] &lt; Pr[0|0]" in shown


def test_questions_without_sense_are_refused():
    with pytest.raises(InputError, match="expected 0 <= delta <= 1"):
        Question(HALF, Fraction(3, 2))
