"""What the proof methods write for the stand-alone checker is accepted, and only if true."""

import json
from fractions import Fraction

import pytest

from exactdp.proofs.catalogue.registry import catalogue
from exactdp.proofs.engine.bijections import bijection
from exactdp.proofs.engine.exponents import prove
from exactdp.proofs.engine.identities import identity, symbols
from exactdp.proofs.engine.linear import variables
from exactdp.proofs.engine.signs import UNIT, Range, same_sign, sign
from exactdp.proofs.engine.sums import Index, series
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate, digest
from exactdp.verify.judge.joining import joined

a, k, Z = symbols("a k Z")
EVERY = [claim.id for claim in catalogue()]

#: The claims of whose verdict nothing is left to words. A change of it is a finding of its own.
RECHECKED = {
    "true": "CKS-15 CKS-19 CKS-28 CKS-32 CKS-79 CKS-82 KL-24 KL-25 KL-55 KL-60",
    "false": "CKS-04 CKS-07 CKS-08 CKS-14 CKS-18 CKS-36 CKS-39 CKS-44 CKS-46 CKS-49 CKS-51 CKS-52 "
    "CKS-54 CKS-59 CKS-73 CKS-74 CKS-77 CKS-83 COL-16 KL-14 KL-46 KL-56",
}


def accepted(stated):
    return taken([*stated.claims], [*stated.kernels])


def taken(claims, kernels=()):
    try:
        checker.check(json.loads(json.dumps(certificate(list(kernels), claims))))
    except checker.Outcome:
        return False
    return True


# --- the catalogue ------------------------------------------------------------------------


def test_which_claims_are_rechecked(found):
    results = found(EVERY)
    rechecked = {
        verdict: [i for i, r in results.items() if (r["verdict"], r["grade"]) == (verdict, told)]
        for verdict, told in [(v, "rechecked") for v in ("true", "false", "conditional")]
    }
    assert rechecked == {v: ids.split() for v, ids in RECHECKED.items()} | {"conditional": []}
    others = {r["grade"] for r in results.values() if r["grade"] != "rechecked"}
    assert others == {"argued"}


@pytest.mark.parametrize("identifier", EVERY)
def test_what_is_rechecked_has_a_certificate_and_what_is_argued_an_explanation(found, identifier):
    (result,) = found([identifier]).values()
    rechecked = result["grade"] == "rechecked"
    assert (result["certificate"] is not None) == rechecked
    argued = "argued" in result["grades"].values()
    assert (result["explanation"] is not None) == argued
    assert rechecked or argued
    if rechecked:
        claim = {key: result[key] for key in ("id", "statement", "verdict")}
        claim["claim"] = claim.pop("id")
        assert result["certificate"]["subject"] == claim
        assert checker.check(json.loads(json.dumps(result["certificate"])))
    if argued:
        document = json.loads(json.dumps(result["explanation"]))
        assert document["statement"] == result["statement"]
        proofs = [step["certificate"] for step in document["steps"] if step["certificate"]]
        assert all(proof["digest"] == digest(proof) for proof in proofs)
        # What they state was rechecked when they were made; here, that each is a whole one.
        assert all(map(checker.check, proofs[:2]))
        with pytest.raises(checker.Refused, match="not a proof"):
            checker.check(document)


def test_most_steps_of_what_is_argued_have_a_certificate(found):
    documents = [r["explanation"] for r in found(EVERY).values() if r["explanation"]]
    steps = [step for document in documents for step in document["steps"]]
    assert sum(step["certificate"] is not None for step in steps) > 0.7 * len(steps)


def test_what_a_counterexample_states_fails_at_it(found):
    """Where a claim is refuted by a failing demand, the certificate says fails."""
    for identifier in ("CKS-39", "CKS-46", "CKS-49", "CKS-73", "KL-14"):
        (result,) = found([identifier]).values()
        assert result["certificate"]["verdict"] == "fails"


# --- steps of the engine ------------------------------------------------------------------


def test_identities_keep_fractions_and_only_what_occurs():
    stated = identity("halves", a / 2 + a / 3, 5 * a / 6).stated()
    (claim,) = stated.claims
    assert claim["symbols"] == ["a"]
    assert claim["denominator"] == [[[[6, [0]]], 1], [[[6, [0]]], 1]]
    assert accepted(stated)
    stated = identity("constants", a / a, a**0).stated()
    assert (stated.claims[0]["symbols"], accepted(stated)) == ([], True)


def test_an_identity_that_is_changed_is_rejected():
    (claim,) = identity("squares", (1 - a**2) / (1 - a), 1 + a).stated().claims
    claim["numerator"][0][0][0][0][0] += 1
    assert not taken([claim])


def test_sums_are_certified_and_limits_are_argued():
    steps = []
    series([0, 0, 1], a, Index(k, Z), {"a": UNIT}, steps)
    total, limit = (step.stated() for step in steps)
    assert accepted(total)
    assert limit is None


def test_signs_are_certified_with_their_factors():
    half = {"a": Range(Fraction(0), Fraction(1, 2), high_closed=True)}
    steps = [
        sign("a product", (1 - 2 * a) ** 2 * (2 - a) / 3, ">=0", {"a": UNIT}),
        sign("a quotient", (1 - a) / (1 + a), ">0", half),
        same_sign("a quotient of signs", 1 - 4 * a**2, 1 - 2 * a, {"a": UNIT}),
        sign("no real root", 1 - 5 * a + 7 * a**2, ">0", {"a": UNIT}),
        sign("no real root, and no end", 3 - 3 * a + a**2, ">0", {"a": Range(Fraction(0), None)}),
        sign("nothing", 0 * a, ">=0", {"a": UNIT}),
    ]
    claims = [claim for step in steps for claim in step.stated().claims]
    assert len(claims) == len(steps)
    assert taken(claims)
    for claim in claims[:-1]:
        wrong = {">": "<", "<": ">"}[claim["relation"][0]] + claim["relation"][1:]
        assert not taken([claim | {"relation": wrong}])


def test_a_range_is_cut_where_coefficients_need_it():
    (claim,) = sign("no real root", 1 - 5 * a + 7 * a**2, ">0", {"a": UNIT}).stated().claims
    low, high, *_, cuts = claim["box"]["a"]
    assert cuts
    assert not taken([claim | {"box": {"a": [low, high, False, False, []]}}])


def test_inequalities_and_bijections_are_certified():
    i, n = variables("i n")
    steps = [prove("i <= 2n", [i <= n, n >= 0], [i <= 2 * n])]
    steps += bijection("i -> n - i", [n >= 0], n, lambda i: n - i, lambda k: n - k)
    claims = joined(step.stated() for step in steps).claims
    assert taken(claims)
    assert not taken([claims[0] | {"given": claims[0]["given"][:1]}])


def test_what_was_refuted_or_left_undecided_is_not_certified():
    i, j = variables("i j")
    assert prove("i < i", [], [i < i]).stated() is None
    assert sign("1 - 2a > 0", 1 - 2 * a, ">0", {"a": UNIT}).stated() is None
    assert prove("i <= j", [], [i <= j]).stated() is None
    assert identity("a = 2a", a, 2 * a).stated() is None
