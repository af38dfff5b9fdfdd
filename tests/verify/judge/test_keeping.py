"""What is certified of mechanisms that keep a law, and what the stand-alone checker rejects."""

import copy
import json
from fractions import Fraction

import pytest
from fixed_points import ALPHAS, costs, keeps, laws
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.keeping.program import linear_program
from exactdp.mechanisms.keeping.rounding import rounded
from exactdp.mechanisms.kernels import expected as expected_module
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify import checker
from exactdp.verify.judge import keeping as module
from exactdp.verify.judge.certificate import certificate, read_certificate, write_certificate
from exactdp.verify.judge.keeping import (
    certify_fixed_point,
    coupling_claim,
    keeping,
    keeping_claim,
    require_kept,
)

UNIFORM = [Fraction(1, 4)] * 4
HALF = Fraction(1, 2)


def checked(document):
    """Recheck a certificate as a stranger gets it: from its text."""
    return checker.check(json.loads(json.dumps(document)))


def rejected(document, reason, **changes):
    """Change a certificate, seal it again, and expect the reason."""
    changed = copy.deepcopy(document) | changes
    changed["digest"] = checker.digest(changed)
    with pytest.raises(checker.Rejected, match=reason):
        checked(changed)


def with_claim(document, kind, **changes):
    """Return the claims, one of them changed; None takes a key away."""
    claims = copy.deepcopy(document["claims"])
    (claim,) = (c for c in claims if c["claim"] == kind)
    claim |= changes
    for key in [key for key, value in claim.items() if value is None]:
        del claim[key]
    return claims


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
    assert len(checked(document)) == 4
    assert document["claims"][-1]["cost"] == str(made.cost(cost))
    # The same, seen entry by entry.
    dense = Mechanism.from_rows(made.mechanism.rows())
    again = certify_fixed_point(dense, alpha, z, y, cost)
    assert again.holds
    assert again.optimal is None
    assert len(checked(again.certificate())) == 3


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
        assert len(checked(found.certificate())) == 3
        # Claims that need the entries have them.
        document = certificate(
            made.mechanism, [{"claim": "property", "property": "WH", "holds": False}]
        )
        rows = made.mechanism.rows()
        bad = [i for i in range(size) if rows[i][i] * size < 1]
        if bad:
            document["claims"][0]["violation"] = [[bad[0], bad[0]]]
        else:
            document["claims"][0]["holds"] = True
            document["verdict"] = "holds"
        document["digest"] = checker.digest(document)
        assert checked(document)


def test_another_law_than_the_one_of_the_form_is_judged_entry_by_entry():
    made = coupled(UNIFORM, HALF).mechanism
    other = [Fraction(1), 0, 0, 0]
    found = certify_fixed_point(made, HALF, other)
    assert not found.holds
    assert found.optimal is None
    assert found.keeping.output == 0
    assert found.keeping.given == made[0, 0]
    assert "fixed-point" in checked(found.certificate())[2]
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
    assert checked(found.certificate())


def test_a_cost_that_is_not_monge_has_no_claim():
    different = [[int(i != j) for j in range(4)] for i in range(4)]
    found = certify_fixed_point(coupled(UNIFORM, HALF).mechanism, HALF, UNIFORM, cost=different)
    assert found.optimal is None
    assert len(found.claims()) == 3
    with pytest.raises(InputError, match="the cost is not Monge"):
        coupling_claim(found.cost, found.expected)


@pytest.fixture
def sealed():
    return certify_fixed_point(coupled(UNIFORM, HALF).mechanism, HALF, UNIFORM).certificate()


def test_a_false_cost_is_rejected_however_near_it_is(sealed):
    assert checked(sealed)[3] == "optimal-coupling loss L1, cost 43/60: holds"
    near = str(Fraction(43, 60) + Fraction(1, 10**30))
    claims = with_claim(sealed, "optimal-coupling", cost=near)
    rejected(sealed, "the kernel costs something else", claims=claims)
    ends = [str(Fraction(43, 60) + Fraction(x, 10**30)) for x in (-1, 1)]
    claims = with_claim(sealed, "optimal-coupling", cost=None, between=ends)
    changed = sealed | {"claims": claims}
    assert checked(changed | {"digest": checker.digest(changed)})
    for ends in (["43/60", "43/60"], [near, "1"], ["0", "7/10"]):
        claims = with_claim(sealed, "optimal-coupling", cost=None, between=ends)
        rejected(sealed, "not shown to be between", claims=claims)
    claims = with_claim(sealed, "optimal-coupling", between=["0", "1"])
    rejected(sealed, "the cost is stated twice", claims=claims)
    claims = with_claim(sealed, "optimal-coupling", cost=None)
    changed = sealed | {"claims": claims}
    assert checked(changed | {"digest": checker.digest(changed)})


def test_other_laws_levels_and_losses_are_rejected(sealed):
    skew = ["1/2", "1/4", "1/8", "1/8"]
    rejected(sealed, "the law is not kept at", claims=with_claim(sealed, "fixed-point", law=skew))
    rejected(sealed, "the law is not kept", claims=with_claim(sealed, "fixed-point", image=skew))
    kernel = sealed["kernel"] | {"output_law": skew}
    rejected(sealed, "the law is not kept at output", kernel=kernel)
    rejected(sealed, "the law is not kept", kernel=sealed["kernel"] | {"input_law": skew})
    for alpha in ("2/3", "0"):
        claims = with_claim(sealed, "post-processing", alpha=alpha)
        rejected(sealed, "GM is not alpha-DP", claims=claims)
    rejected(sealed, "alpha is not in", kernel=sealed["kernel"] | {"alpha": "1"})
    rejected(
        sealed,
        "output_law is no distribution",
        kernel=sealed["kernel"] | {"output_law": ["1", "0", "0", "1/9"]},
    )
    rejected(
        sealed,
        "input_law is no distribution",
        kernel=sealed["kernel"] | {"input_law": ["3/2", "0", "0", "-1/2"]},
    )
    crossed = {"table": [[str(int(i != j)) for j in range(4)] for i in range(4)]}
    claims = with_claim(sealed, "optimal-coupling", loss=crossed, cost=None)
    rejected(sealed, "the loss is not Monge at 0, 1", claims=claims)
    rejected(sealed, "unknown loss", claims=with_claim(sealed, "optimal-coupling", loss="L3"))


def test_claims_that_a_form_cannot_fail_may_not_be_said_to_fail(sealed):
    rejected(sealed, "every row sums to 1", claims=with_claim(sealed, "stochastic", holds=False))
    for kind, reason in (
        ("post-processing", "a failing post-processing"),
        ("optimal-coupling", "a failing coupling"),
    ):
        rejected(sealed, reason, claims=with_claim(sealed, kind, holds=False))
    claims = with_claim(sealed, "fixed-point", holds=False, output=0)
    rejected(sealed, "the law is kept at output 0", claims=claims)
    claims = with_claim(sealed, "fixed-point", output=0)
    rejected(sealed, "an output is named", claims=claims)


def test_the_claim_of_least_cost_is_about_the_coupled_form_alone(sealed):
    rows = [[str(x) for x in row] for row in coupled(UNIFORM, HALF).mechanism.rows()]
    claims = [sealed["claims"][3]]
    rejected(
        sealed,
        "is about a kernel in the form coupled",
        kernel={"form": "dense", "rows": rows},
        claims=claims,
    )


def test_a_coupled_kernel_is_private_by_its_form():
    near = {"kind": "adjacent", "sensitivity": 1}
    claim = {"claim": "private", "neighbours": near, "alpha": "1/2", "holds": True, "bound": "1/2"}
    document = certificate(coupled(UNIFORM, HALF).mechanism, [claim])
    assert checked(document)
    rejected(document, "not shown by the form", claims=[claim | {"bound": "2/3"}])
    rejected(document, "not shown by the form", claims=[claim | {"alpha": "2/3"}])
    for other in ({"sensitivity": 2}, {"sensitivity": True}, {"kind": "outputs"}):
        claims = [claim | {"neighbours": near | other}]
        rejected(document, "adjacent inputs alone", claims=claims)
    rejected(document, "no failure is shown", claims=[claim | {"holds": False}])
    # What the form does not tell is read off the entries.
    tightest = {
        "claim": "tightest-alpha",
        "neighbours": near,
        "alpha": "1/2",
        "witness": {"output": 0, "inputs": [1, 0]},
    }
    document = certificate(coupled(UNIFORM, HALF).mechanism, [claim, tightest])
    assert checked(document)


def test_kernels_of_scales_that_do_not_fit_are_rejected():
    made = heuristic(UNIFORM, HALF, "max")
    document = certify_fixed_point(made.mechanism, HALF, UNIFORM).certificate()
    terms = document["kernel"]["terms"]

    def change(**changes):
        return {"kernel": document["kernel"] | changes}

    more = [[j, p, str(Fraction(w) * 2)] for j, p, w in terms]
    rejected(document, "a column has too much", **change(terms=more))
    peak = change(law=["0", "0", "0", "1"], terms=[[3, "---", "9/10"]])
    rejected(document, "not allowed by alpha", **peak)
    for bad in ([[0, "--", "1/4"]], [[0, "--0", "1/4"]], [[0, 3, "1/4"]]):
        rejected(document, "a pattern does not fit", **change(terms=bad))
    rejected(document, "a weight is not positive", **change(terms=[[0, "---", "0"]]))
    rejected(document, "output is not a count", **change(terms=[[4, "---", "1/4"]]))
    rejected(document, "alpha is not in", **change(alpha="1"))
    rejected(document, "the kernel has 1 rows", **change(law=["1"]))
    fewer = copy.deepcopy(document) | change(terms=terms[:2])
    fewer["digest"] = checker.digest(fewer)
    assert checked(fewer)  # whatever they leave is shared out


def test_long_powers_in_a_short_file_are_rejected_before_they_are_made():
    odds = f"{10**80}/{10**80 + 1}"
    law = ["1"] + ["0"] * 4999
    stochastic = [{"claim": "stochastic", "holds": True}]
    coupled = {"form": "coupled", "alpha": odds, "input_law": law, "output_law": law}
    scaled = {"form": "scaled", "alpha": odds, "law": law, "terms": []}
    document = {"format": "exactdp-certificate", "version": 1, "verdict": "holds"}
    for kernel in (coupled, scaled):
        rejected(document, "too long", kernel=kernel, claims=stochastic)


def test_the_files_keep_what_was_certified(tmp_path, sealed):
    path = tmp_path / "cert.json"
    write_certificate(path, sealed)
    assert read_certificate(path) == sealed
    found = linear_program(UNIFORM, HALF).mechanism
    document = certify_fixed_point(found, HALF, UNIFORM).certificate()
    write_certificate(tmp_path / "lp.json", document)
    assert checked(document)


def test_a_thousand_counts_take_no_dense_matrix(monkeypatch):
    monkeypatch.setattr(checker, "coupled_rows", None)
    z = [Fraction(1, 1000)] * 1000
    for cost in ("ead", "mse"):
        made = coupled(z, "9/10")
        document = certify_fixed_point(made.mechanism, "9/10", z, cost=cost).certificate()
        low, high = map(Fraction, document["claims"][-1]["between"])
        assert high - low <= Fraction(4, 10**module.DIGITS)
        assert checked(document)


def test_sizes_beyond_reason_are_rejected_before_they_are_made(sealed, monkeypatch):
    monkeypatch.setattr(checker, "MAX_KERNEL", 10)
    with pytest.raises(checker.Rejected, match="too long"):
        checked(sealed)
    monkeypatch.undo()
    monkeypatch.setattr(checker, "MAX_BITS", 1)
    with pytest.raises(checker.Rejected, match="too long to be added up"):
        checked(sealed)
    monkeypatch.undo()
    monkeypatch.setattr(checker, "MAX_WORK", 1)
    claims = with_claim(sealed, "optimal-coupling", cost=None, between=["0", "1"])
    rejected(sealed, "the enclosure is too narrow", claims=claims)
    monkeypatch.undo()
    scales = certify_fixed_point(heuristic(UNIFORM, HALF, "max").mechanism, HALF, UNIFORM)
    scales = scales.certificate()
    monkeypatch.setattr(checker, "MAX_LENGTH", 7)
    with pytest.raises(checker.Rejected, match="the kernel is too long"):
        checked(sealed)
    with pytest.raises(checker.Rejected, match="the powers of alpha are too long"):
        checked(scales)
    monkeypatch.setattr(checker, "MAX_LENGTH", 20)  # enough to be read, not to be written out
    for document in (sealed, scales):
        claims = [{"claim": "property", "property": "S", "holds": True}]
        rejected(document, "the kernel is too long to expand", claims=claims)
    monkeypatch.undo()
    monkeypatch.setattr(checker, "MAX_COUPLED", 3)
    with pytest.raises(checker.Rejected, match="the kernel has 4 rows"):
        checked(sealed)


def test_a_law_is_missed_at_the_first_output_that_shows_it():
    gm = geometric(1, HALF)
    assert keeping(gm, [HALF, HALF]).holds
    missed = keeping(gm, [1, 0])
    assert (missed.output, missed.given) == (0, Fraction(2, 3))
    assert keeping_claim(missed)["output"] == 0
    with pytest.raises(InputError, match="output 0 has the probability 2/3, expected 1"):
        require_kept(missed)
    require_kept(keeping(gm, [1, 0], [Fraction(2, 3), Fraction(1, 3)]))
    with pytest.raises(InputError, match="the law: got 1 numbers, expected 2"):
        keeping(gm, [1])
    with pytest.raises(InputError, match="the image: got numbers that sum to 0"):
        keeping(gm, [1, 0], [0, 0])
    assert keeps(gm.rows(), [HALF, HALF], [HALF, HALF])
    assert expected_module.MAX_BITS


def test_structured_kernels_inside_a_claim_are_written_out():
    for made in (coupled(UNIFORM, HALF), heuristic(UNIFORM, HALF, "max")):
        unit = [[[j, "1"]] for j in range(4)]
        dense = Mechanism.from_rows(made.mechanism.rows())
        claim = {
            "claim": "blackwell",
            "from": made.mechanism.form.document(),
            "holds": True,
            "post": unit,
        }
        assert checked(certificate(dense, [claim]))


def test_a_table_may_be_stated_without_what_it_costs():
    cost = costs(4)["hinge"]
    judged = certify_fixed_point(coupled(UNIFORM, HALF).mechanism, HALF, UNIFORM, cost=cost)
    document = judged.certificate()
    changed = document | {"claims": with_claim(document, "optimal-coupling", cost=None)}
    assert checked(changed | {"digest": checker.digest(changed)})


def test_what_post_processing_guarantees_is_not_judged_entry_by_entry():
    base = geometric(2, HALF).form
    merged = [{0: fmpq(1)}, {0: fmpq(1, 2), 2: fmpq(1, 2)}, {2: fmpq(1)}]
    mechanism = Mechanism(PostprocessedForm(base, merged))
    found = certify_fixed_point(mechanism, HALF, ["1/3"] * 3)
    assert found.privacy is None
    assert found.optimal is None
    assert "post-processing alpha 1/2: holds" in checked(found.certificate())


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
