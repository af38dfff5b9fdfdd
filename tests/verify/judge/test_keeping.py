"""What is certified of mechanisms that keep a law, and what the stand-alone checker rejects."""

from fractions import Fraction

import pytest
from fixed_points import ALPHAS, costs, keeps, laws
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sealed import checked, rejected, with_claim

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.keeping.program import linear_program
from exactdp.mechanisms.keeping.rounding import rounded
from exactdp.mechanisms.kernels import expected as expected_module
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.forms.scaled import ScaledForm, Term
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify import forms
from exactdp.verify.judge import keeping as module
from exactdp.verify.judge.certificate import certificate, kernels_of, rows_claim, write_certificate
from exactdp.verify.judge.keeping import (
    certify_fixed_point,
    keeping,
    keeping_claim,
    require_kept,
)
from exactdp.verify.judge.reading import read_certificate

UNIFORM = [Fraction(1, 4)] * 4
HALF = Fraction(1, 2)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_optimum_is_certified_from_its_form_and_the_checker_agrees(data):
    size = data.draw(st.integers(2, 7))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    y = data.draw(st.none() | laws(size))
    name = data.draw(st.sampled_from(["ead", "mse", *costs(size)]))
    cost = costs(size).get(name, name)
    made = coupled(z, alpha, y)
    found = certify_fixed_point(made.mechanism, alpha, z, y, cost)
    assert found.holds
    assert found.optimal
    assert found.private
    document = found.certificate()
    assert len(checked(document)) == 5
    assert document["claims"][-1]["cost"] == str(made.cost(cost))
    # The same, seen entry by entry.
    dense = Mechanism.from_rows(made.mechanism.rows())
    again = certify_fixed_point(dense, alpha, z, y, cost)
    assert again.holds
    assert again.optimal is None
    assert len(checked(again.certificate())) == 4


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_scales_are_certified_from_their_form_and_the_checker_agrees(data):
    size = data.draw(st.integers(2, 6))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    for made in (heuristic(z, alpha, "max"), rounded(z, alpha).constructed):
        found = certify_fixed_point(made.mechanism, alpha, z)
        assert found.holds
        assert found.privacy is None
        assert found.optimal is None
        assert len(checked(found.certificate())) == 4
        # Claims that need the entries have them.
        rows = made.mechanism.rows()
        bad = [[[i, i]] for i in range(size) if rows[i][i] * size < 1]
        at = {"at": bad[0]} if bad else {}
        claim = rows_claim({"demand": "property", "property": "WH"}, not bad, **at)
        assert checked(certificate(kernels_of(made.mechanism), [claim]))


def test_scales_that_leave_more_than_alpha_allows_are_certified_entry_by_entry():
    form = ScaledForm(fmpq(1, 2), [0, 0, 1], [Term(2, (-1, -1), fmpq(9, 10))])
    assert form.guarantee() is None
    found = certify_fixed_point(Mechanism(form), HALF, [0, 0, 1])
    document = found.certificate()
    assert document["kernels"][0]["form"] == "dense"
    assert found.privacy is not None
    assert checked(document)[3].endswith('is sent to ["0","0","1"]: holds')


def test_another_law_than_the_one_of_the_form_is_judged_entry_by_entry():
    made = coupled(UNIFORM, HALF).mechanism
    other = [Fraction(1), 0, 0, 0]
    found = certify_fixed_point(made, HALF, other)
    assert not found.holds
    assert found.optimal is None
    assert found.keeping.output == 0
    assert found.keeping.given == made[0, 0]
    assert checked(found.certificate())[3].endswith("fails at [0]")
    scales = heuristic(UNIFORM, HALF, "max").mechanism
    assert checked(certify_fixed_point(scales, HALF, other).certificate())
    given = [sum(row) / 4 for row in zip(*made.rows(), strict=True)]
    assert keeping(made, UNIFORM, given).holds


def test_levels_beyond_the_form_are_judged_entry_by_entry():
    made = coupled(UNIFORM, HALF).mechanism
    assert certify_fixed_point(made, "1/3", UNIFORM).optimal is None
    assert certify_fixed_point(made, "1/3", UNIFORM).private
    assert not certify_fixed_point(made, "2/3", UNIFORM).private
    irrational = PrivacyLevel.from_epsilon("0.7")
    found = certify_fixed_point(made, irrational, UNIFORM)
    assert found.private
    assert found.privacy is None
    assert 'alpha = {"epsilon":"7/10",' in checked(found.certificate())[2]
    beyond = certify_fixed_point(made, PrivacyLevel.from_epsilon("0.69"), UNIFORM)
    assert not beyond.private
    assert "fails at" in checked(beyond.certificate())[2]


def test_a_cost_that_is_not_monge_has_no_claim():
    different = [[int(i != j) for j in range(4)] for i in range(4)]
    found = certify_fixed_point(coupled(UNIFORM, HALF).mechanism, HALF, UNIFORM, cost=different)
    assert found.optimal is None
    assert len(found.claims()) == 2
    with pytest.raises(InputError, match="the cost is not Monge"):
        found.coupling_claim(found.cost)


@pytest.fixture
def sealed():
    return certify_fixed_point(coupled(UNIFORM, HALF).mechanism, HALF, UNIFORM).certificate()


def test_what_is_changed_is_rejected(sealed):
    near = str(Fraction(43, 60) + Fraction(1, 10**30))
    claims = with_claim(sealed, "coupling", cost=near)
    rejected(sealed, "not shown that the kernel costs that", claims=claims)
    kernel = sealed["kernels"][0] | {"alpha": "2/5"}
    rejected(sealed, "the form does not show that", kernels=[kernel])
    kernel = sealed["kernels"][0] | {"output_law": ["1/2", "1/4", "1/8", "1/8"]}
    rejected(sealed, "the form does not show that", kernels=[kernel])


def test_the_files_keep_what_was_certified(tmp_path, sealed):
    path = tmp_path / "cert.json"
    write_certificate(path, sealed)
    assert read_certificate(path).items() >= sealed.items()
    found = linear_program(UNIFORM, HALF).mechanism
    document = certify_fixed_point(found, HALF, UNIFORM).certificate()
    write_certificate(tmp_path / "lp.json", document)
    assert checked(document)


def test_a_thousand_counts_take_no_dense_matrix(monkeypatch):
    monkeypatch.setattr(forms, "MAX_WRITTEN", 0)
    z = [Fraction(1, 1000)] * 1000
    for cost in ("ead", "mse"):
        made = coupled(z, "9/10")
        document = certify_fixed_point(made.mechanism, "9/10", z, cost=cost).certificate()
        low, high = map(Fraction, document["claims"][-1]["between"])
        assert high - low <= Fraction(4, 10**module.DIGITS)
        assert checked(document)


def test_a_law_is_missed_at_the_first_output_that_shows_it():
    gm = geometric(1, HALF)
    assert keeping(gm, [HALF, HALF]).holds
    missed = keeping(gm, [1, 0])
    assert (missed.output, missed.given) == (0, Fraction(2, 3))
    assert keeping_claim(missed, kernels_of(gm)[0])["at"] == [0]
    with pytest.raises(InputError, match="output 0 has the probability 2/3, expected 1"):
        require_kept(missed)
    require_kept(keeping(gm, [1, 0], [Fraction(2, 3), Fraction(1, 3)]))
    with pytest.raises(InputError, match="the law: got 1 numbers, expected 2"):
        keeping(gm, [1])
    with pytest.raises(InputError, match="the image: got numbers that sum to 0"):
        keeping(gm, [1, 0], [0, 0])
    assert keeps(gm.rows(), [HALF, HALF], [HALF, HALF])
    assert expected_module.MAX_BITS


def test_what_post_processing_guarantees_is_not_judged_entry_by_entry():
    base = geometric(2, HALF).form
    merged = [{0: fmpq(1)}, {0: fmpq(1, 2), 2: fmpq(1, 2)}, {2: fmpq(1)}]
    mechanism = Mechanism(PostprocessedForm(base, merged))
    found = certify_fixed_point(mechanism, HALF, ["1/3"] * 3)
    assert found.privacy is None
    assert found.optimal is None
    document = found.certificate()
    assert [claim.get("by") for claim in document["claims"]] == [None, "form", "form", None]
    assert checked(document)


def test_a_judgement_of_keeping_tells_law_privacy_and_cost():
    made = coupled(UNIFORM, HALF).mechanism
    assert str(certify_fixed_point(made, HALF, UNIFORM)).splitlines() == [
        "HOLDS",
        "  claim       alpha = 1/2 (eps = ln(2))",
        "  rows        all 4 sum to exactly 1",
        "  privacy     meets the claim; by what the kernel is",
        "  law         the law is kept",
        "  cost        ead in [0.716666, 0.716667], the least at this level",
    ]
    told = str(certify_fixed_point(geometric(1, HALF), "3/4", [1, 0], [0, 1]))
    assert told.startswith("FAILS\n")
    assert "misses the claim; tightest alpha 1/2" in told
    assert "law         NOT so that the law is sent to its image" in told
    assert "decided by  output 0 has the probability 2/3, expected 0" in told
    assert str(keeping(made, UNIFORM)) == "the law is kept"
