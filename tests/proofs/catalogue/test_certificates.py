"""What the proof methods write for the stand-alone checker is accepted, and only if true."""

import json
from fractions import Fraction

import pytest

from exactdp.proofs.catalogue.runs import Options, decided
from exactdp.proofs.engine.bijections import bijection
from exactdp.proofs.engine.exponents import prove
from exactdp.proofs.engine.identities import identity, symbols
from exactdp.proofs.engine.linear import variables
from exactdp.proofs.engine.signs import UNIT, Range, same_sign, sign
from exactdp.proofs.engine.sums import Index, series
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate

a, k, Z = symbols("a k Z")


def accepted(claims):
    try:
        checker.check(json.loads(json.dumps(certificate(None, claims))))
    except checker.Rejected:
        return False
    return True


@pytest.mark.parametrize(
    ("identifier", "kinds"),
    [
        ("COV-05", {"uncertified", "identity", "sign", "exponents"}),
        ("KL-23", {"uncertified", "about"}),
        ("CKS-64", {"uncertified", "exponents", "parametric"}),
    ],
)
def test_each_method_leaves_its_kind_of_claim(identifier, kinds):
    claims = decided(identifier, Options(certify=True))["certificate"]
    assert kinds <= {claim["claim"] for claim in claims}
    assert accepted(claims)


def test_every_vertex_is_certified_and_that_there_are_no_others_is_not():
    claims = decided("KL-23", Options(certify=True))["certificate"]
    assert sum(claim["claim"] == "about" for claim in claims) == 36 + 78
    missing = [claim["shows"] for claim in claims if claim["claim"] == "uncertified"]
    assert "F has 36 extreme points: there are no others" in missing


# --- steps of the engine ------------------------------------------------------------------


def test_identities_keep_fractions_and_only_what_occurs():
    (claim,) = identity("halves", a / 2 + a / 3, 5 * a / 6).certificate()
    assert claim["symbols"] == ["a"]
    assert claim["left"] == [[[5, [1]]], [[6, [0]]]]
    assert accepted([claim])
    (claim,) = identity("constants", a / a, a**0).certificate()
    assert (claim["symbols"], accepted([claim])) == ([], True)


def test_sums_and_limits_are_certified():
    steps = []
    series([0, 0, 1], a, Index(k, Z), {"a": UNIT}, steps)
    claims = [claim for step in steps for claim in step.certificate()]
    assert [claim["claim"] for claim in claims] == ["identity", "sign", "sign"]
    assert accepted(claims)


def test_signs_are_certified_with_their_factors():
    half = {"a": Range(Fraction(0), Fraction(1, 2), high_closed=True)}
    steps = [
        sign("a product", (1 - 2 * a) ** 2 * (2 - a) / 3, ">=0", {"a": UNIT}),
        sign("a quotient", (1 - a) / (1 + a), ">0", half),
        same_sign("a quotient of signs", 1 - 4 * a**2, 1 - 2 * a, {"a": UNIT}),
        sign("no real root", 1 - 5 * a + 7 * a**2, ">0", {"a": UNIT}),
    ]
    claims = [claim for step in steps for claim in step.certificate()]
    assert len(claims) == len(steps)
    assert accepted(claims)
    for claim in claims:
        wrong = {">": "<", "<": ">"}[claim["relation"][0]] + claim["relation"][1:]
        assert not accepted([claim | {"relation": wrong}])


def test_inequalities_and_bijections_are_certified():
    i, n = variables("i n")
    steps = [prove("i <= 2n", [i <= n, n >= 0], [i <= 2 * n])]
    steps += bijection("i -> n - i", [n >= 0], n, lambda i: n - i, lambda k: n - k)
    claims = [claim for step in steps for claim in step.certificate()]
    assert accepted(claims)
    assert not accepted([claims[0] | {"given": claims[0]["given"][:1]}])


def test_what_was_refuted_or_left_undecided_is_not_certified():
    i, j = variables("i j")
    assert prove("i < i", [], [i < i]).certificate() == []
    assert sign("1 - 2a > 0", 1 - 2 * a, ">0", {"a": UNIT}).certificate() == []
    assert prove("i <= j", [], [i <= j]).certificate() == []
