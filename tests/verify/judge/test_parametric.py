"""Certificates of optima for all alpha: each tile as far as rational ends go, and these ends."""

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpz_poly

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.parametric.curves import parametric
from exactdp.mechanisms.design.parametric.tiles import Span
from exactdp.mechanisms.exact.algebraic import ONE, ZERO, Algebraic, roots
from exactdp.mechanisms.exact.errors import LimitError
from exactdp.mechanisms.exact.rationals import to_fmpq
from exactdp.mechanisms.exact.ratios import ALPHA
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.verify import checker
from exactdp.verify.judge import parametric as judge
from exactdp.verify.judge.certificate import digest
from exactdp.verify.judge.parametric import curve_certificate, for_all, optimum_stated, polynomial


def accepted(document):
    try:
        checker.check(json.loads(json.dumps(document)))
    except checker.Outcome:
        return False
    return True


def curve(n, properties="", objective="L0", aggregate="sum"):
    goal = Objective.parse(objective, aggregate=aggregate)
    return parametric(Design.of(n, None, properties, goal))


def at(polynomial, alpha):
    return sum(Fraction(c) * alpha**k for k, c in enumerate(polynomial))


NEAR = Fraction(1, 10**6)


def here(value):
    return Algebraic.of(to_fmpq(value))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("properties", ["", "WH", "F", "CH,S"])
@pytest.mark.parametrize("aggregate", ["sum", "max"])
def test_tiles_are_certified_up_to_irrational_ends(n, properties, aggregate):
    found = curve(n, properties, aggregate=aggregate)
    document = curve_certificate(found)
    assert accepted(document)
    wide = [tile for tile in found.tiles if tile.span.low < tile.span.high]
    stated = [kernel["interval"] for kernel in document["kernels"] if "interval" in kernel]
    assert len(stated) == len(wide)
    for ends, tile in zip(stated, wide, strict=True):
        low, *_, high = map(Fraction, ends)
        assert 0 <= low < high <= 1
        # No farther from an irrational end than one may be, and inside.
        assert tile.span.low <= here(low) < here(high) <= tile.span.high
        assert tile.span.low > here(low - NEAR)
        assert tile.span.high < here(high + NEAR)
        assert tile.span.low.rational in (None, to_fmpq(low))
        assert tile.span.high.rational in (None, to_fmpq(high))


def test_what_is_stated_is_what_was_found_at_each_alpha():
    found = curve(3, "WH,RM,CM")
    document = curve_certificate(found)
    claims = [claim for claim in document["claims"] if claim["claim"] == "optimal"]
    inside = 0
    for claim in claims:
        kernel = document["kernels"][claim["kernel"]]
        if "interval" not in kernel:
            alpha = Fraction(claim["design"][0]["alpha"])
            assert Fraction(claim["cost"]) == found.cost_at(alpha)
            continue
        low, *_, high = map(Fraction, kernel["interval"])
        for alpha in ((low + high) / 2, (3 * low + high) / 4):
            cost = at(claim["cost"], alpha) / at(kernel["unit"], alpha)
            assert cost == found.cost_at(alpha)
            inside += 1
    assert inside == 2 * sum("interval" in kernel for kernel in document["kernels"]) > 2


def test_rational_breakpoints_have_kernels_of_their_own():
    document = curve_certificate(curve(3, "CH"))
    points = [
        claim["design"][0]["alpha"]
        for claim in document["claims"]
        if claim["claim"] == "optimal" and isinstance(claim["design"][0]["alpha"], str)
    ]
    assert points == ["1/2"]


def test_a_tile_that_is_one_alpha_has_a_kernel_there():
    found = curve(1)
    (tile,) = found.tiles
    half = here("1/2")
    left, right = Span(ZERO, half), Span(half, ONE)
    point = Span(half, half, True, True)
    tiles = tuple(replace(tile, span=span) for span in (left, point, right))
    document = curve_certificate(replace(found, tiles=tiles))
    assert accepted(document)
    assert [k["form"] for k in document["kernels"]] == ["polynomial", "dense", "polynomial"]


def test_larger_sizes_are_certified_too():
    assert accepted(curve_certificate(curve(8)))
    assert accepted(curve_certificate(curve(6, "F", "L1", "max")))


def test_a_changed_optimum_is_rejected():
    document = curve_certificate(curve(3))
    (place,) = [k for k, c in enumerate(document["claims"]) if c["claim"] == "optimal"]
    for path, change in [
        (("kernels", 0, "rows", 0, 0, 0), "2"),
        (("kernels", 0, "unit", 0), "2"),
        (("claims", place, "dual", 0, 1, 0), "7"),
        (("claims", place, "cost", 0), "-1"),
        (("claims", place, "design"), []),
    ]:
        mutant = copy.deepcopy(document)
        here = mutant
        for key in path[:-1]:
            here = here[key]
        assert here[path[-1]] != change
        here[path[-1]] = change
        assert not accepted(mutant | {"digest": digest(mutant)}), path
    demand = {"demand": "property", "property": "WH"}  # which GM does not have at every alpha
    mutant = copy.deepcopy(document)
    mutant["claims"][place]["design"].append(demand)
    assert not accepted(mutant | {"digest": digest(mutant)})


def test_a_common_denominator_that_is_negative_is_turned_round():
    document = curve_certificate(curve(2, "", "L1"))  # on one tile it is 3 alpha^2 - 3
    assert accepted(document)
    for kernel in document["kernels"]:
        if "interval" in kernel:
            low, *_, high = map(Fraction, kernel["interval"])
            assert at(kernel["unit"], (low + high) / 2) > 0


def test_an_interval_is_cut_where_its_inequalities_need_it(monkeypatch):
    found = curve(2, "WH")
    one = to_fmpq(Fraction(1, 3))
    monkeypatch.setattr(judge, "cuts", lambda p, low, high: [one] if low < one < high else [])
    document = curve_certificate(found)
    assert document["kernels"][0]["interval"] == ["0", "1/3", "1/2"]
    assert accepted(document)


def test_what_no_cut_shows_is_not_stated(monkeypatch):
    monkeypatch.setattr(judge, "cuts", lambda p, low, high: None)
    assert optimum_stated(curve(2)) is None
    with pytest.raises(LimitError, match="touches 0 at an irrational alpha"):
        curve_certificate(curve(2))


def test_an_irrational_end_is_approached_from_inside():
    (golden,) = roots(fmpz_poly([-1, 1, 1]), to_fmpq(0), to_fmpq(1))
    low, high = judge._next_to(golden)
    assert Algebraic.of(low) < golden < Algebraic.of(high)
    assert high - low <= judge.NEAR
    assert judge._next_to(Algebraic.of(to_fmpq("1/2"))) == (to_fmpq("1/2"),) * 2


def test_a_kernel_for_all_alpha_is_written_over_what_its_entries_need():
    kernel = for_all([to_fmpq(0), to_fmpq(1)], [[1 / (1 + ALPHA), ALPHA / (1 + ALPHA)]])
    assert (kernel["unit"], kernel["outputs"]) == (["1", "1"], [0, 1])
    assert polynomial(ALPHA / 2 - 1) == ["-1", "1/2"]
