"""Certificates of optima for all alpha: a tile is certified as far as rational ends go."""

import copy
from fractions import Fraction

import pytest

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.parametric.curves import parametric
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate
from exactdp.verify.judge.parametric import optimum_claims


def accepted(claims):
    try:
        checker.check(certificate(None, claims))
    except checker.Rejected:
        return False
    return True


def curve(n, properties=(), objective="L0"):
    return parametric(Design(n, None, properties, Objective.parse(objective)))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("properties", [(), ("WH",), ("F",), ("CH", "S")])
def test_tiles_are_certified_up_to_irrational_ends(n, properties):
    found = curve(n, properties)
    claims = optimum_claims(found)
    assert accepted(claims)
    assert {claim["claim"] for claim in claims} == {"parametric"}
    for claim, tile in zip(
        claims, (t for t in found.tiles if t.span.low < t.span.high), strict=True
    ):
        low, high = map(Fraction, claim["interval"])
        assert 0 <= low < high <= 1
        for end, here in ((tile.span.low, low), (tile.span.high, high)):
            exact = end.rational
            assert exact is None or Fraction(int(exact.p), int(exact.q)) == here


def test_a_changed_optimum_is_rejected():
    (claim,) = optimum_claims(curve(3))
    assert accepted([claim])
    for path, change in [
        (("kernel", 0, 0, 0, 0), 1),
        (("dual", 0, 1, 0, 0), 1),
        (("cost", 0, 0), -1),
        (("denominator", 0, 0), 1),
        (("n",), -1),
    ]:
        mutant = copy.deepcopy(claim)
        at = mutant
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] += change
        assert not accepted([mutant]), path
    assert not accepted([claim | {"properties": ["WH"]}])  # GM is not WH at every alpha


def test_what_the_checker_does_not_decide_is_named():
    worst = parametric(Design(2, None, (), Objective.parse("L0", aggregate="max")))
    for found in (worst, curve(6)):
        assert {claim["claim"] for claim in optimum_claims(found)} == {"uncertified"}


def test_a_common_denominator_that_is_negative_is_turned_round():
    claims = optimum_claims(curve(2, (), "L1"))  # on one tile it is 3 alpha^2 - 3
    assert accepted(claims)
    assert [claim["claim"] for claim in claims] == ["parametric"] * 2
    for claim in claims:
        low, high = map(Fraction, claim["interval"])
        at = (low + high) / 2
        assert sum(c * at**power for c, (power,) in claim["denominator"]) > 0
