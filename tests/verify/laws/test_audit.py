"""Verdicts on code, and certificates of them that the checker accepts only if they are true."""

from fractions import Fraction

import pytest
from sealed import checked, rejected, with_claim

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.sampling.truncated import truncated_geometric
from exactdp.mechanisms.sampling.two_sided import two_sided_geometric
from exactdp.verify.judge.certificate import write_certificate
from exactdp.verify.judge.rechecking import check
from exactdp.verify.laws.audit import Audit, audit, audit_certificate
from exactdp.verify.laws.law import CodeLaw

HALF = Fraction(1, 2)
LEVEL = PrivacyLevel.from_alpha(HALF)


def truncated(count, source):
    return truncated_geometric(count, 0, 3, HALF, source)


def unbounded(count, source):
    return count + two_sided_geometric(HALF, source)


def revealing(count, source):
    return count + source.bits(1)


def test_true_code_holds_exactly_at_its_level():
    found = audit(truncated, LEVEL, range(4))
    assert (found.verdict, found.tightest_alpha, found.exact) == ("holds", HALF, True)
    assert audit(truncated, PrivacyLevel.from_alpha("51/100"), range(4)).verdict == "fails"
    assert audit(truncated, PrivacyLevel.from_epsilon("7/10"), range(4)).verdict == "holds"
    assert audit(truncated, PrivacyLevel.from_epsilon("69/100"), range(4)).verdict == "fails"


def test_a_zero_pair_makes_eps_infinite():
    found = audit(revealing, LEVEL, range(3))
    assert (found.verdict, found.tightest_alpha) == ("fails", 0)
    assert found.ratios[0] == 4
    said = found.document()
    assert said["zero_pairs"] == 4
    assert said["tightest_epsilon"]["exact"] == "infinity"
    assert said["witness"] == {"output": "0", "inputs": [1, 0], "ratio": "0"}
    assert said["least_nonzero_ratio"] is None
    assert said["delta"]["exact"] == "1/2"


def test_code_that_ignores_its_input_is_as_private_as_can_be():
    found = audit(lambda count, source: source.bits(1), PrivacyLevel.from_alpha(1), range(2))
    assert (found.verdict, found.tightest_alpha, found.witness) == ("holds", 1, None)
    assert found.document()["witness"] is None


def test_undecided_mass_leaves_pure_privacy_undecided_but_bounds_delta():
    found = audit(unbounded, LEVEL, range(3), depth=20)
    assert found.verdict == "undecided"
    assert found.tightest_alpha is None
    assert HALF < found.alpha_at_most < Fraction(501, 1000)
    said = found.document()
    assert said["tightest_alpha"] is said["tightest_epsilon"] is said["zero_pairs"] is None
    assert said["delta_at_least"]["enclosure"][1] <= said["delta_at_most"]["enclosure"][1]
    assert "delta" not in said
    assert len(said["laws"]) == 3
    small = Fraction(1, 2**15)
    assert audit(unbounded, LEVEL, range(3), delta=small, depth=20).verdict == "holds"
    with pytest.raises(LimitError, match="nothing to certify"):
        audit_certificate(found)


def test_undecided_mass_cannot_save_what_it_is_too_small_for():
    found = audit(unbounded, PrivacyLevel.from_alpha("2/3"), range(3), depth=20)
    assert found.verdict == "fails"
    claim = checked(audit_certificate(found))[-1]
    assert claim == (
        'kernel 0: level neighbours {"inputs_within":1}, alpha 2/3, delta 0: fails at [1,0]'
    )


@pytest.mark.parametrize("inputs", [[], [1], [0, 2], [1, 0], [0, 0]])
def test_inputs_are_consecutive(inputs):
    with pytest.raises(InputError, match="at least two consecutive counts"):
        audit(truncated, LEVEL, inputs)


def test_delta_is_a_probability():
    with pytest.raises(InputError, match="got delta = 2"):
        audit(truncated, LEVEL, range(2), delta=Fraction(2))


@pytest.mark.parametrize(
    ("code", "level", "delta", "depth", "verdict"),
    [
        (truncated, LEVEL, Fraction(0), None, "holds"),
        (truncated, PrivacyLevel.from_epsilon("7/10"), Fraction(0), None, "holds"),
        (truncated, PrivacyLevel.from_epsilon("69/100"), Fraction(0), None, "fails"),
        (truncated, PrivacyLevel.from_epsilon("1/2"), Fraction(1, 4), None, "holds"),
        (unbounded, LEVEL, Fraction(1, 2**10), 20, "holds"),
        (unbounded, PrivacyLevel.from_epsilon("1/2"), Fraction(1, 100), 20, "fails"),
        (revealing, LEVEL, Fraction(1, 3), None, "fails"),
    ],
)
def test_certificates_are_accepted(tmp_path, code, level, delta, depth, verdict):
    found = audit(code, level, range(3), delta=delta, depth=depth)
    assert found.verdict == verdict
    made = audit_certificate(found)
    assert made["verdict"] == verdict
    write_certificate(tmp_path / "cert.json", made)
    assert check(tmp_path / "cert.json").verdict == verdict


def test_the_line_names_the_code_as_the_writers_word_and_its_outputs_by_name():
    found = audit(truncated, LEVEL, range(2, 4))
    made = audit_certificate(found)
    target, method, assumptions, kernel, sums, private, level = checked(made)
    assert target == "subject, in the writer's words: target truncated"
    assert all("in the writer's words" in line for line in (method, assumptions))
    assert made["subject"] == {
        "target": "truncated",
        "method": found.method,
        "assumptions": found.assumptions,
    }
    assert kernel == 'kernel 0: form dense, inputs 2..3, outputs ["0","1","2","3"]'
    assert sums.endswith("each row sums to 1: holds")
    assert private.endswith('within":1}: holds, and for no larger alpha')
    assert level.endswith("delta 0: holds")


@pytest.mark.parametrize(
    ("code", "alpha"),
    [(truncated, "1/2"), (revealing, "0"), (lambda count, source: source.bits(1), "1")],
)
def test_the_tightest_alpha_is_certified_where_the_laws_are_known(code, alpha):
    made = audit_certificate(audit(code, LEVEL, range(3), delta=HALF))
    assert "undecided" not in made["kernels"][0]
    assert made["claims"][1]["demand"]["alpha"] == alpha
    assert checked(made)


def test_undecided_mass_stands_beside_the_outputs_and_no_alpha_is_tightest():
    found = audit(unbounded, LEVEL, range(3), delta=Fraction(1, 2**10), depth=20)
    made = audit_certificate(found)
    assert made["kernels"][0]["undecided"] == [str(law.undecided) for law in found.laws]
    assert [claim["claim"] for claim in made["claims"]] == ["rows", "level"]


def test_code_of_which_nothing_is_known_has_no_certificate():
    found = audit(unbounded, LEVEL, range(2), delta=1, depth=1)
    assert (found.verdict, [law.probabilities for law in found.laws]) == ("holds", [{}, {}])
    with pytest.raises(LimitError, match="nothing to certify"):
        audit_certificate(found)


GOOD = audit_certificate(audit(truncated, LEVEL, range(3)))
BAD = audit_certificate(audit(revealing, LEVEL, range(3)))
OPEN = audit_certificate(audit(unbounded, LEVEL, range(3), delta=Fraction(1, 2**10), depth=20))


@pytest.mark.parametrize(
    ("made", "changes", "reason"),
    [
        (GOOD, {"alpha": "2/3"}, "not shown to be within delta"),
        (GOOD, {"holds": False, "at": [0, 1]}, "not shown to be beyond delta"),
        (BAD, {"holds": True, "at": None}, "not shown to be within delta"),
        (BAD, {"at": [0, 2]}, "no pair of neighbours"),
        (BAD, {"delta": "1/2"}, "not shown to be beyond delta"),
        (OPEN, {"delta": "0"}, "not shown to be within delta"),
    ],
)
def test_what_is_not_true_is_rejected(made, changes, reason):
    assert checked(made)
    rejected(made, reason, claims=with_claim(made, "level", **changes))


def test_rows_that_miss_some_mass_and_a_larger_alpha_are_rejected():
    rejected(OPEN, "each row sums to 1", kernels=[OPEN["kernels"][0] | {"undecided": ["0"] * 3}])
    demand = GOOD["claims"][1]["demand"] | {"alpha": "1/3"}
    claims = with_claim(GOOD, "private", demand=demand)
    rejected(GOOD, "no equation", claims=claims)


def test_the_same_assumption_is_listed_once():
    law = CodeLaw({"0": Fraction(1)}, Fraction(0), "by hand", ("a", "b"))
    other = CodeLaw({"0": Fraction(1)}, Fraction(0), "by hand", ("b", "c"))
    found = Audit("x", (0, 1), (law, other), LEVEL)
    assert (found.method, found.assumptions) == ("by hand", ["a", "b", "c"])


def test_an_audit_prints_itself():
    lines = str(audit(truncated, LEVEL, range(3))).splitlines()
    assert lines[0] == "truncated on inputs 0..2: HOLDS"
    assert lines[1:3] == ["claim: alpha = 1/2 (eps = ln(2)), delta = 0",
                          "tightest alpha: 1/2, by Pr[0|1] / Pr[0|0]"]  # fmt: skip
    assert lines[3].startswith("exact (bit tree, ")
    assert lines[3].endswith("under 3 assumptions")
    found = audit(unbounded, LEVEL, range(3), depth=20)
    lines = str(found).splitlines()
    assert lines[0] == "unbounded on inputs 0..2: UNDECIDED"
    assert lines[2].startswith("tightest alpha: at most ")
    assert lines[3].startswith("with mass that is undecided")
    assert found._repr_html_().count("<li>") == len(found.assumptions)
    constant = audit(lambda count: 0, alpha_one(), range(2))
    assert str(constant).splitlines()[2] == "tightest alpha: 1"


def alpha_one():
    return PrivacyLevel.from_alpha(1)


def test_the_level_is_stated_once_in_either_way():
    assert audit(truncated, "1/2", range(4)).verdict == "holds"
    assert audit(truncated, epsilon="ln 2", inputs=range(4)).level == LEVEL
    assert audit(truncated, HALF, range(4), delta="1/10").bound == Fraction(1, 10)
    with pytest.raises(InputError, match="got neither of level and epsilon"):
        audit(truncated, inputs=range(4))
    with pytest.raises(InputError, match="got both of level and epsilon"):
        audit(truncated, LEVEL, range(4), epsilon=1)
    with pytest.raises(InputError, match=r"got the inputs '4', expected several"):
        audit(truncated, LEVEL, 4)
