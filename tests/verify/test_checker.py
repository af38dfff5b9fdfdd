"""The stand-alone checker accepts what is true and rejects what is not, whoever wrote it.

Like the checker, this file needs nothing but Python (and pytest): the checker is loaded by its
path. What this program writes is tried in ``test_checker_on_ours.py``.
"""

import ast
import json
import os
import re
import runpy
import subprocess
import sys
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

SPEC = spec_from_file_location("checker", Path(__file__).parents[2] / "verify" / "checker.py")
checker = module_from_spec(SPEC)
SPEC.loader.exec_module(checker)


@pytest.fixture
def is_true():
    """Decide what a certificate states without the checker, where the rest is installed."""
    pytest.importorskip("cdd", reason="the oracle of the checker is cddlib")
    import truth

    return truth.is_true


# -- one bad certificate for each reason ------------------------------------------------


def build(claims, kernel=None, verdict="holds"):
    document = {
        "format": "exactdp-certificate",
        "version": 1,
        "kernel": kernel or {"form": "dense", "rows": [["2/3", "1/3"], ["1/3", "2/3"]]},
        "claims": claims,
        "verdict": verdict,
    }
    return document | {"digest": checker.digest(document)}


NEAR = {"kind": "adjacent", "sensitivity": 1}
SUMS = {"claim": "stochastic", "holds": True}
PRIVATE = {"claim": "private", "neighbours": NEAR, "holds": True, "bound": "1/2", "alpha": "1/2"}
FAILS = {
    "claim": "private",
    "neighbours": NEAR,
    "holds": False,
    "alpha": "3/4",
    "witness": {"output": 0, "inputs": [1, 0]},
}
DELTA = {"claim": "delta", "neighbours": NEAR, "alpha": "3/4", "delta": "1/4", "holds": True}
POWER = {
    "form": "power",
    "base": "1/2",
    "exponents": "abs(i-j)",
    "row_factors": ["1", "1"],
    "column_factors": ["2/3", "2/3"],
}
POST = {"form": "postprocessed", "base": POWER, "post": [[[0, "1"]], [[0, "1/2"], [1, "1/2"]]]}
GM_2 = {"form": "dense", "rows": [["2/3", "1/6", "1/6"], ["1/3"] * 3, ["1/6", "1/6", "2/3"]]}
UNFAIR = {"form": "dense", "rows": [["1/2", "1/2"], ["1", "0"]]}


def test_the_samples_below_are_right_before_they_are_spoilt():
    for claims, kernel, verdict in [
        ([SUMS, PRIVATE, DELTA], None, "holds"),
        ([FAILS], None, "fails"),
        ([SUMS, {"claim": "post-processing", "alpha": "1/2", "holds": True}], POST, "holds"),
        ([SUMS], POWER | {"exponents": [[0, 1], [1, 0]]}, "holds"),
    ]:
        assert checker.check(build(claims, kernel, verdict))


@pytest.mark.parametrize(
    ("claims", "kernel", "verdict", "reason"),
    [
        ([], None, "holds", "claims nothing"),
        ({}, None, "holds", "claims is not a list"),
        ([SUMS], None, "fails", "the verdict is holds"),
        ([3], None, "holds", "unknown claim None"),
        ([{"claim": "magic"}], None, "holds", "unknown claim 'magic'"),
        ([{"claim": ["private"]}], None, "holds", "unknown claim"),
        ([SUMS | {"holds": 1}], None, "holds", "neither true nor false"),
        ([SUMS | {"more": 1}], None, "holds", "unknown key"),
        ([{"claim": "stochastic"}], None, "holds", "lacks the key"),
        ([SUMS | {"row": 0}], None, "holds", "a row is named"),
        (
            [SUMS],
            {"form": "dense", "rows": [["1", "1"], ["0", "1"]]},
            "holds",
            "row 0 does not sum",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 0, "sum": "1"}],
            None,
            "fails",
            "row 0 sums to 1",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 0, "sum": "2"}],
            None,
            "fails",
            "does not sum to what is stated",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 2, "sum": "2"}],
            None,
            "fails",
            "not a count in 0..1",
        ),
        (
            [{"claim": "tightest-alpha", "neighbours": NEAR, "alpha": "1/2", "witness": None}],
            None,
            "holds",
            "no witness attains alpha",
        ),
        (
            [{"claim": "tightest-alpha", "neighbours": NEAR, "alpha": "1", "witness": None}],
            None,
            "holds",
            "some ratio is below alpha",
        ),
        (
            [
                {
                    "claim": "tightest-alpha",
                    "neighbours": NEAR,
                    "alpha": "2",
                    "witness": {"output": 0, "inputs": [0, 1]},
                }
            ],
            None,
            "holds",
            r"alpha is not in \[0, 1\]",
        ),
        (
            [{"claim": "objective", "objective": "L0", "value": "2/3"}],
            None,
            "holds",
            "no claim that can fail",
        ),
        ([PRIVATE | {"epsilon": "1"}], None, "holds", "has two levels"),
        ([{k: v for k, v in PRIVATE.items() if k != "alpha"}], None, "holds", "has no level"),
        ([PRIVATE | {"alpha": "0"}], None, "holds", r"alpha is not in \(0, 1\]"),
        ([PRIVATE | {"alpha": "3/4"}], None, "holds", "not shown to be above alpha"),
        ([PRIVATE | {"bound": "3/4"}], None, "holds", "some ratio is below alpha"),
        ([PRIVATE | {"witness": {}}], None, "holds", "a witness is given"),
        ([PRIVATE | {"neighbours": NEAR | {"kind": "near"}}], None, "holds", "unknown kind"),
        ([PRIVATE | {"neighbours": NEAR | {"sensitivity": 0}}], None, "holds", "not a count"),
        (
            [PRIVATE | {"neighbours": {"kind": "all", "sensitivity": 2}}],
            None,
            "holds",
            "no sensitivity",
        ),
        ([FAILS | {"bound": "1/2"}], None, "fails", "a bound is given"),
        ([FAILS | {"alpha": "1/2"}], None, "fails", "not shown to be below alpha"),
        (
            [FAILS | {"witness": {"output": 0, "inputs": [1, 1]}}],
            None,
            "fails",
            "no pair of neighbours",
        ),
        ([FAILS | {"witness": {"output": 0, "inputs": [1]}}], None, "fails", "2 items"),
        (
            [FAILS | {"witness": {"output": 1, "inputs": [0, 1]}}],
            UNFAIR,
            "fails",
            "divides by zero",
        ),
        ([FAILS | {"witness": None}], None, "fails", "nothing at the key"),
        ([FAILS | {"witness": 1}], None, "fails", "witness is not an object"),
        (
            [
                {
                    "claim": "private",
                    "neighbours": NEAR,
                    "holds": True,
                    "bound": "1/2",
                    "epsilon": "1",
                    "terms": 1,
                }
            ],
            None,
            "holds",
            "terms is too small",
        ),
        (
            [
                {
                    "claim": "private",
                    "neighbours": NEAR,
                    "holds": True,
                    "bound": "1/2",
                    "epsilon": "1/2",
                    "terms": 10**9,
                }
            ],
            None,
            "holds",
            "terms is out of range",
        ),
        ([DELTA | {"delta": "2"}], None, "holds", r"delta is not in \[0, 1\]"),
        ([DELTA | {"delta": "1/10"}], None, "holds", "not shown to be within delta"),
        ([DELTA | {"witness": {"inputs": [0, 1]}}], None, "holds", "a witness is given"),
        (
            [DELTA | {"neighbours": {"kind": "outputs", "sensitivity": 1}}],
            None,
            "holds",
            "for neighbouring inputs",
        ),
        (
            [DELTA | {"holds": False, "witness": {"inputs": [0, 1]}}],
            None,
            "fails",
            "not shown to be beyond delta",
        ),
        (
            [DELTA | {"holds": False, "witness": {"inputs": [1, 1]}}],
            None,
            "fails",
            "no pair of neighbours",
        ),
        (
            [{"claim": "property", "property": "XX", "holds": True}],
            None,
            "holds",
            "unknown property",
        ),
        ([{"claim": "property", "property": "F", "holds": True}], UNFAIR, "holds", "F fails at"),
        ([{"claim": "property", "property": "WH", "holds": True}], UNFAIR, "holds", "WH does not"),
        (
            [{"claim": "property", "property": "F", "holds": True, "violation": []}],
            None,
            "holds",
            "a violation is given",
        ),
        (
            [{"claim": "property", "property": "WH", "holds": False, "violation": [[0, 1]]}],
            None,
            "fails",
            "does not violate WH",
        ),
        (
            [{"claim": "property", "property": "WH", "holds": False, "violation": [[0, 0]]}],
            None,
            "fails",
            "does not violate WH",
        ),
        (
            [{"claim": "property", "property": "F", "holds": False, "violation": [[0, 0], [0, 1]]}],
            None,
            "fails",
            "F does not say that",
        ),
        (
            [{"claim": "property", "property": "F", "holds": False, "violation": [[0, 0], [1, 1]]}],
            None,
            "fails",
            "do not violate F",
        ),
        ([{"claim": "objective", "objective": "L9", "value": "0"}], None, "holds", "unknown obj"),
        ([{"claim": "objective", "objective": "L1", "value": "0"}], None, "holds", "L1 is not 0"),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POWER,
            "holds",
            "not in the form postprocessed",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": False}],
            POST,
            "fails",
            "shows nothing",
        ),
        (
            [{"claim": "post-processing", "alpha": "2/3", "holds": True}],
            POST,
            "holds",
            "the base is not alpha-DP",
        ),
        (
            [{"claim": "post-processing", "alpha": "2", "holds": True}],
            POST,
            "holds",
            r"alpha is not in \(0, 1\]",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POST | {"post": [[[0, "1"]], [[0, "1/2"]]]},
            "holds",
            "post row 1 does not sum to 1",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POST | {"post": [[[0, "9/8"], [1, "-1/8"]], [[1, "1"]]]},
            "holds",
            "post row 0 has a negative entry",
        ),
        (
            [{"claim": "derivable", "alpha": "1", "holds": True, "post": []}],
            None,
            "holds",
            r"alpha is not in \(0, 1\)",
        ),
        (
            [{"claim": "derivable", "alpha": "1/2", "holds": True, "post": []}],
            {"form": "dense", "rows": [["1", "1"], ["0", "1"]]},
            "holds",
            "does not sum to 1",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "1"]], [[1, "1"]]],
                    "witness": {},
                }
            ],
            None,
            "holds",
            "a witness is given",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[1, "1"]], [[0, "1"]]],
                }
            ],
            None,
            "holds",
            "GM . post is not the kernel",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "2"], [1, "-1"]], [[1, "1"]]],
                }
            ],
            None,
            "holds",
            "post row 0 has a negative entry",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "1/2"]], [[1, "1"]]],
                }
            ],
            None,
            "holds",
            "post row 0 does not sum to 1",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": False,
                    "post": [],
                    "witness": {"output": 0, "input": 0},
                }
            ],
            None,
            "fails",
            "a kernel is given",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": False,
                    "witness": {"output": 1, "input": 1},
                }
            ],
            GM_2,
            "fails",
            "does not prevent post-processing",
        ),
        ([SUMS], {"form": "sparse"}, "holds", "no known form"),
        ([SUMS], [["1"]], "holds", "no known form"),
        ([SUMS], {"form": "dense", "rows": [["1"]]}, "holds", "the kernel has 1 rows"),
        ([SUMS], {"form": "dense", "rows": [["1", "0"], ["1"]]}, "holds", "does not have 2 items"),
        ([SUMS], {"form": "dense", "rows": [["2", "-1"], ["1", "0"]]}, "holds", "negative entry"),
        ([SUMS], {"form": "dense", "rows": [["1/0", "0"], ["1", "0"]]}, "holds", "denominator 0"),
        ([SUMS], {"form": "dense", "rows": [["1.0", "0"], ["1", "0"]]}, "holds", "integer or p/q"),
        ([SUMS], {"form": "dense", "rows": [[1, 0], [1, 0]]}, "holds", "not a short text"),
        (
            [SUMS],
            {"form": "dense", "rows": [["1" * 100_001, "0"], ["1", "0"]]},
            "holds",
            "not a short text",
        ),
        ([SUMS], POWER | {"form": "power", "base": "2"}, "holds", "out of range"),
        ([SUMS], POWER | {"row_factors": ["1"]}, "holds", "the kernel has 1 rows"),
        ([SUMS], POWER | {"exponents": [[0, -1], [1, 0]]}, "holds", "an exponent is out of range"),
        ([SUMS], POWER | {"exponents": [[0, 10**7], [1, 0]]}, "holds", "an exponent is out of"),
        ([SUMS], POST | {"base": POWER | {"form": "dense"}}, "holds", "not in the form power"),
        (
            [SUMS],
            POST | {"post": [[[1, "1/2"], [0, "1/2"]], [[1, "1"]]]},
            "holds",
            "not in increasing order",
        ),
    ],
)
def test_it_says_what_is_untrue(claims, kernel, verdict, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(build(claims, kernel, verdict))


# -- the same for designs and for Blackwell's order ---------------------------------------

GM = {"form": "dense", "rows": [["2/3", "1/3"], ["1/3", "2/3"]]}
FLAT = {"form": "dense", "rows": [["1/2", "1/2"], ["1/2", "1/2"]]}
SURE = {"form": "dense", "rows": [["1", "0"], ["0", "1"]]}
GOAL = {"loss": "L0", "aggregate": "sum", "weights": None}
DEMANDS = {"alpha": "1/2", "properties": ["S", "WH"], "extra": []}
DUAL = [
    [["sum", 0], "1/3"],
    [["sum", 1], "1/3"],
    [["private", [0, 1], [1, 1]], "2/3"],
    [["private", [1, 0], [0, 0]], "2/3"],
]
OPTIMAL = {"claim": "optimal", **DEMANDS, "objective": GOAL, "cost": "2/3", "dual": DUAL}
OPTIMAL |= {"holds": True}
WORST = OPTIMAL | {
    "objective": GOAL | {"aggregate": "max"},
    "dual": [*DUAL, [["max", 0], "1/2"], [["max", 1], "1/2"]],
}
UNIQUE = {k: v for k, v in OPTIMAL.items() if k != "cost"} | {"claim": "unique", "modulus": 7}
FREE = {"loss": {"table": [["0", "0"], ["0", "0"]]}, "aggregate": "sum", "weights": None}
UNIQUE_OF_GM = {k: v for k, v in UNIQUE.items() if k != "modulus"}
ANOTHER = {"claim": "unique", **DEMANDS, "objective": FREE, "holds": False, "other": FLAT} | {
    "dual": []
}
TOO_MUCH = {"terms": [[0, 0, "1"]], "bound": "2", "equal": False}
NONE = {"claim": "infeasible", "n": 1, **DEMANDS, "extra": [TOO_MUCH], "holds": True}
NONE |= {"dual": [[["extra", 0], "1"], [["sum", 0], "-1"]]}
MERGED = {"claim": "blackwell", "from": SURE, "holds": True}
MERGED |= {"post": [[[0, "2/3"], [1, "1/3"]], [[0, "1/3"], [1, "2/3"]]]}
SHARPER = {"claim": "blackwell", "from": FLAT, "holds": False}
SHARPER |= {"functional": [["1", "-1"], ["-1", "1"]]}


def without(claim, *keys):
    return {key: value for key, value in claim.items() if key not in keys}


def dual(*entries):
    return {"dual": [list(entry) for entry in entries]}


def extra(*terms, bound="0", equal=False):
    return {"extra": [{"terms": list(terms), "bound": bound, "equal": equal}]}


def built(claim, kernel):
    document = {
        "format": "exactdp-certificate",
        "version": 1,
        "kernel": kernel,
        "claims": [claim],
        "verdict": "fails" if claim.get("holds") is False else "holds",
    }
    return document | {"digest": checker.digest(document)}


RIGHT = [
    (OPTIMAL, GM),
    (OPTIMAL | {"properties": ["CM", "S", "F"]}, GM),
    (WORST, GM),
    (OPTIMAL | extra([0, 0, "1"], [1, 1, "-1"], equal=True), GM),
    (OPTIMAL | {"objective": GOAL | {"weights": ["1/2", "1/2"]}}, GM),
    (
        OPTIMAL | {"alpha": None, "cost": "0", "objective": GOAL | {"loss": "L2"}} | dual(),
        SURE,
    ),
    (UNIQUE, GM),
    (ANOTHER, GM),
    (NONE, None),
    (NONE | {"alpha": None, "properties": []}, None),
    (MERGED, GM),
    (SHARPER, GM),
]


@pytest.mark.parametrize(("claim", "kernel"), RIGHT)
def test_these_samples_are_right_before_they_are_spoilt(claim, kernel):
    assert checker.check(built(claim, kernel))


@pytest.mark.parametrize(("claim", "kernel"), RIGHT)
def test_these_samples_are_true_also_without_the_checker(is_true, claim, kernel):
    assert is_true(built(claim, kernel))


@pytest.mark.parametrize(
    ("claim", "kernel", "reason"),
    [
        # the claim and the kernel
        (OPTIMAL, None, "does not fit the kernel"),
        (NONE, GM, "does not fit the kernel"),
        (OPTIMAL | {"holds": False}, GM, "failing optimum shows nothing"),
        (NONE | {"holds": False}, None, "failing contradiction shows nothing"),
        (OPTIMAL | {"other": FLAT}, GM, "unknown key"),
        (without(OPTIMAL, "alpha"), GM, "lacks the key"),
        (without(OPTIMAL, "objective"), GM, "lacks the key"),
        (without(UNIQUE, "objective"), GM, "lacks the key"),
        (NONE | {"objective": GOAL}, None, "unknown key"),
        (NONE | {"n": 0}, None, "n is 0"),
        (NONE | {"n": True}, None, "n is not a count"),
        (NONE | {"n": 10**9}, None, "n is not a count"),
        # the design
        (OPTIMAL | {"alpha": "0"}, GM, r"alpha is not in \(0, 1\]"),
        (OPTIMAL | {"alpha": "3/2"}, GM, r"alpha is not in \(0, 1\]"),
        (OPTIMAL | {"properties": ["XX"]}, GM, "unknown property"),
        (OPTIMAL | {"properties": [["S"]]}, GM, "unknown property"),
        (OPTIMAL | {"properties": "S"}, GM, "properties is not a list"),
        (OPTIMAL | extra([0, 0]), GM, "term does not have 3 items"),
        (OPTIMAL | extra([0, 2, "1"]), GM, "term is not a count"),
        (OPTIMAL | extra(equal=1), GM, "neither true nor false"),
        (OPTIMAL | {"extra": [{"terms": []}]}, GM, "lacks the key"),
        # the objective
        (OPTIMAL | {"objective": "L0"}, GM, "objective is not an object"),
        (OPTIMAL | {"objective": None}, GM, "objective is not an object"),
        (OPTIMAL | {"objective": GOAL | {"loss": "L9"}}, GM, "unknown objective"),
        (OPTIMAL | {"objective": GOAL | {"loss": ["L0"]}}, GM, "unknown objective"),
        (OPTIMAL | {"objective": GOAL | {"loss": {"table": [["0", "1"]]}}}, GM, "2 items"),
        (OPTIMAL | {"objective": GOAL | {"aggregate": "none"}}, GM, "unknown aggregate"),
        (OPTIMAL | {"objective": GOAL | {"weights": ["1", "1"]}}, GM, "no distribution"),
        (OPTIMAL | {"objective": GOAL | {"weights": ["2", "-1"]}}, GM, "no distribution"),
        (OPTIMAL | {"objective": GOAL | {"weights": ["1"]}}, GM, "2 items"),
        # the kernel is not all that is demanded
        (OPTIMAL, {"form": "dense", "rows": [["1", "1"], ["0", "1"]]}, "row does not sum to 1"),
        (OPTIMAL, SURE, "the kernel is not alpha-DP"),
        (OPTIMAL, {"form": "dense", "rows": [["2/3", "1/3"], ["1/2", "1/2"]]}, "S fails at"),
        (OPTIMAL | {"properties": ["WH"]}, {"form": "dense", "rows": [["2/5", "3/5"]] * 2}, "WH"),
        (OPTIMAL | extra([0, 0, "1"], bound="3/4"), GM, "an extra demand is not met"),
        (OPTIMAL | extra([0, 0, "1"], bound="1/2", equal=True), GM, "an extra demand is not met"),
        # the multipliers
        (OPTIMAL | {"cost": "1/3"}, GM, "costs something else"),
        (OPTIMAL, FLAT, "do not prove the cost"),
        (OPTIMAL | dual(), GM, "do not prove the cost"),
        (OPTIMAL | dual(*DUAL, [["sum", 0], "1/9"]), GM, "cost more than the objective"),
        (OPTIMAL | dual([["private", [0, 1], [1, 1]], "-1"]), GM, "inequality is negative"),
        (OPTIMAL | dual([["sum", 0]]), GM, "2 items"),
        (OPTIMAL | dual([["sum", 0], 1]), GM, "not a short text"),
        # t may have either sign: multipliers of "max" that add up to less prove nothing
        (WORST | dual(*WORST["dual"][:4]), GM, "cost more than the objective"),
        (WORST | dual(), GM, "cost more than the objective"),
        (WORST | dual([["max", 0], "1/2"]), GM, "cost more than the objective"),
        # labels
        (OPTIMAL | dual([[], "1"]), GM, "does not demand"),
        (OPTIMAL | dual(["sum", "1"]), GM, "label is not a list"),
        (OPTIMAL | dual([["sum"], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["sum", 2], "1"]), GM, "label is not a count"),
        (OPTIMAL | dual([["sum", True], "1"]), GM, "label is not a count"),
        (OPTIMAL | dual([["max", 0], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["none", 0], "1"]), GM, "does not demand"),
        (OPTIMAL | {"properties": []} | dual([["WH", 0], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["extra", 0], "1"]), GM, "label is not a count"),
        (OPTIMAL | dual([["F", [0, 0], [1, 1]], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["S", [0, 0], [0, 1]], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["WH", [0, 0], [1, 1]], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([[["S"], [0, 0], [1, 1]], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["private", [0, 0], [1, 1]], "1"]), GM, "does not demand"),
        (OPTIMAL | dual([["private", [0, 0], [0, 0]], "1"]), GM, "does not demand"),
        (OPTIMAL | {"alpha": None} | dual(*DUAL), GM, "does not demand"),
        (NONE | dual([["max", 0], "1"]), None, "does not demand"),
        # uniqueness
        (UNIQUE | {"other": FLAT}, GM, "another kernel is given"),
        (without(UNIQUE, "dual"), GM, "dual is not a list"),
        (without(UNIQUE, "modulus"), GM, "the modulus is not a count"),
        (UNIQUE | {"modulus": 1}, GM, "the modulus is no odd prime"),
        (UNIQUE | {"modulus": 2**53}, GM, "the modulus is not a count"),
        (UNIQUE | {"modulus": 3}, GM, "does not determine"),
        (UNIQUE | {"objective": FREE} | dual(), GM, "does not determine"),
        (UNIQUE, FLAT, "do not prove the cost"),
        (ANOTHER | {"modulus": 7}, GM, "a modulus is given"),
        (without(ANOTHER, "dual"), GM, "dual"),
        (without(ANOTHER, "other"), GM, "no known form"),
        (ANOTHER | {"other": GM}, GM, "the other kernel is the same"),
        (ANOTHER | {"other": SURE}, GM, "the kernel is not alpha-DP"),
        (ANOTHER | {"other": GM_2}, GM, "the other kernel is of another size"),
        (ANOTHER | {"objective": GOAL}, GM, "do not prove the cost"),
        (UNIQUE_OF_GM | {"holds": False, "other": FLAT}, GM, "the other kernel costs more"),
        # the optimum itself against a kernel that is none: nothing is said of uniqueness
        (UNIQUE_OF_GM | {"holds": False, "other": GM}, FLAT, "do not prove the cost"),
        # contradictions
        (NONE | dual(), None, "do not show a contradiction"),
        (NONE | dual([["sum", 0], "1"]), None, "do not show a contradiction"),
        (NONE | dual([["extra", 0], "1"]), None, "do not show a contradiction"),
        (NONE | {"extra": []}, None, "label is not a count"),
        # Blackwell's order
        (MERGED | {"functional": []}, GM, "a functional is given"),
        (MERGED | {"from": GM_2}, GM, "not of one size"),
        (MERGED | {"from": {"form": "dense", "rows": [["1", "1"]] * 2}}, GM, "does not sum to 1"),
        (MERGED | {"from": FLAT}, GM, "from . post is not the kernel"),
        (MERGED | {"post": [[[0, "1"]], [[0, "1/2"]]]}, GM, "post row 1 does not sum to 1"),
        (without(MERGED, "post"), GM, "post is not a list"),
        (SHARPER | {"post": []}, GM, "a kernel is given"),
        (SHARPER | {"from": SURE}, GM, "does not separate"),
        (SHARPER, FLAT, "does not separate"),
        (SHARPER | {"functional": [["1"]]}, GM, "2 items"),
        (without(SHARPER, "functional"), GM, "functional is not a list"),
    ],
)
def test_it_says_what_is_untrue_of_a_design_or_of_an_order(claim, kernel, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(built(claim, kernel))


def test_only_odd_primes_are_a_modulus():
    wanted = {"loss": {"table": [["0", "1"], ["1", "0"]]}, "aggregate": "sum", "weights": None}
    claim = UNIQUE | {"alpha": "1/2", "objective": wanted, "properties": []}
    claim |= dual(*[[label, str(Fraction(m) / 2)] for label, m in DUAL])
    accepted, rejected = [], {}
    for modulus in range(2, 2000):
        try:
            checker.check(built(claim | {"modulus": modulus}, GM))
        except checker.Rejected as reason:
            rejected[modulus] = str(reason)
        else:
            accepted.append(modulus)
    assert rejected.pop(3) == "what is tight does not determine the kernel"  # it divides the minor
    assert set(rejected.values()) == {"the modulus is no odd prime"}
    assert accepted == [m for m in range(5, 2000) if all(m % d for d in range(2, m))]


@pytest.mark.parametrize(
    "modulus",
    [
        2047,  # passes to base 2
        1373653,  # to 2, 3
        25326001,  # to 2, 3, 5
        3215031751,  # to 2, 3, 5, 7
        2152302898747,  # to all up to 11
        3474749660383,  # to all up to 13
        341550071728321,  # to all up to 17
        561,  # of Carmichael, as the next two
        1729,
        9999109081,
        (2**26 - 5) * (2**26 - 27),
        94906249**2,
    ],
)
def test_no_composite_passes_for_a_prime(modulus):
    with pytest.raises(checker.Rejected, match="the modulus is no odd prime"):
        checker.check(build([GM_1 | {"modulus": modulus}], None, "holds"))


@pytest.mark.parametrize("modulus", [5, 37, 41, 65537, 2**31 - 1, 2**53 - 111])
def test_odd_primes_of_all_sizes_pass(modulus):
    assert checker.check(build([GM_1 | {"modulus": modulus}], None, "holds")) == [
        "extreme polytope U, alpha 1/2: holds"
    ]


LISTED = UNIQUE | {"objective": FREE, "alpha": "1", "properties": []}
EQUATIONS = [[["sum", i], "0"] for i in (0, 1)]
SYMMETRIC = [[["S", [0, j], [1, 1 - j]], "0"] for j in (0, 1)]
FIXED = LISTED | extra([0, 0, "1"], bound="1/2", equal=True) | {"properties": ["S"]}
FIXED |= dual(*EQUATIONS, *SYMMETRIC, [["extra", 0], "0"])


def test_labels_that_are_listed_with_a_multiplier_of_0_count_only_where_they_are_equations():
    # At alpha = 1 the columns are constant, but inequalities without a multiplier may be slack.
    inequalities = [[["private", [i, j], [1 - i, j]], "0"] for i in (0, 1) for j in (0, 1)]
    with pytest.raises(checker.Rejected, match="does not determine"):
        checker.check(built(LISTED | dual(*EQUATIONS, *inequalities), FLAT))
    assert checker.check(built(FIXED, FLAT))


def test_what_such_labels_determine_is_unique(is_true):
    assert is_true(built(FIXED, FLAT))


HALF_ELEVENTHS = {"form": "dense", "rows": [["1/2", "1/2"], ["2/11", "9/11"]]}
FEW = {"epsilon": "1", "terms": 2}  # 2 <= e <= 3, so a bound has to be at least 1/2


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        # 4/11 < e^-1 < 1/2, and 4/11 is what the kernel attains: true of the upper bound only
        ({"claim": "private", "neighbours": NEAR, "holds": True, "bound": "4/11", **FEW}, "bound"),
        # at e^eps = 3 delta is 0, at 2 it is not
        (
            {"claim": "delta", "neighbours": NEAR, "holds": True, "delta": "0", **FEW},
            "within delta",
        ),
    ],
)
def test_too_few_terms_show_nothing(claim, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(build([claim], HALF_ELEVENTHS))


def test_what_is_no_mechanism_never_holds():
    private = {"claim": "private", "neighbours": NEAR, "holds": True, "bound": "1", "alpha": "1"}
    for rows in ([["5", "5"], ["5", "5"]], [["0", "0"], ["0", "0"]]):
        kernel = {"form": "dense", "rows": rows}
        with pytest.raises(checker.Rejected, match="the verdict is fails"):
            checker.check(build([private], kernel))
        assert checker.check(build([private], kernel, "fails"))


def test_post_processing_of_what_is_no_mechanism_shows_nothing():
    base = POWER | {"row_factors": ["7", "7"]}
    claim = {"claim": "post-processing", "alpha": "1/2", "holds": True}
    with pytest.raises(checker.Rejected, match="base does not sum to 1"):
        checker.check(build([claim], POST | {"base": base}, "fails"))


@pytest.mark.parametrize(
    "claim",
    [
        PRIVATE | {"epsilon": "1/" + "7" * 50_000, "terms": 9999},
        PRIVATE | {"epsilon": "7" * 4999 + "6/" + "8" * 4999 + "7", "terms": 9999},
    ],
)
def test_a_small_file_cannot_ask_for_a_long_series(claim):
    claim = {k: v for k, v in claim.items() if k != "alpha"}
    with pytest.raises(checker.Rejected, match="terms is out of range"):
        checker.check(build([claim]))


@pytest.mark.parametrize(
    ("base", "exponent"), [("1/" + "3" * 90_000, 10**6), ("1/3", 10**6), ("999/1000", 60_000)]
)
def test_a_small_file_cannot_ask_for_a_long_kernel(base, exponent):
    size = 2 if exponent == 10**6 else 150
    exponents = [[exponent - i * size - j for j in range(size)] for i in range(size)]
    factors = ["1"] * size
    kernel = {
        "form": "power",
        "base": base,
        "exponents": exponents,
        "row_factors": factors,
        "column_factors": factors,
    }
    if base == "1/3":  # a million bits are nothing
        with pytest.raises(checker.Rejected, match="does not sum"):
            checker.check(build([SUMS], kernel))
        return
    with pytest.raises(checker.Rejected, match="too long to expand"):
        checker.check(build([SUMS], kernel))


def test_what_is_no_regular_file_is_not_read(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/full", "/dev/zero", str(tmp_path), str(tmp_path / "pipe")):
        assert checker.main([path]) == 2
        assert "no regular file" in capsys.readouterr().out


def test_a_line_says_which_level_and_which_neighbours():
    line = checker.describe(PRIVATE | {"neighbours": {"kind": "outputs", "sensitivity": 2}})
    assert line == "private alpha 1/2, neighbours outputs within 2: holds"
    long = checker.describe(PRIVATE | {"alpha": "1/" + "3" * 100})
    assert "...(102 characters)" in long


def test_an_accidental_change_is_caught_by_the_digest():
    document = build([SUMS])
    document["kernel"]["rows"][0] = ["1/3", "2/3"]
    with pytest.raises(checker.Rejected, match="the digest does not match"):
        checker.check(document)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "no exactdp certificate"),
        ({"format": "exactdp-mechanism"}, "no exactdp certificate"),
        ({"format": "exactdp-certificate", "version": 2}, "has version 2, this checker reads 1"),
        ({"format": "exactdp-certificate", "version": True}, "has version True"),
        ({"format": "exactdp-certificate"}, "has version None"),
    ],
)
def test_what_is_no_certificate_of_this_version_is_not_read(document, reason):
    with pytest.raises(checker.Unreadable, match=reason):
        checker.check(document)


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (b"", 2, "is not JSON"),
        (b"{", 2, "is not JSON"),
        (b"\xff\xfe", 2, "is not JSON"),
        (b"[" * 100_000, 2, "nested too deeply"),
        (b'{"a": 1, "a": 2}', 1, "same key twice"),
        (b'{"a": 0.5}', 1, "0.5 is not exact"),
        (b'{"a": NaN}', 1, "NaN is not exact"),
        (b'{"a": ' + b"1" * 5000 + b"}", 2, "is not JSON|no exactdp certificate"),
    ],
)
def test_malicious_files_end_in_one_line(tmp_path, capsys, content, status, reason):
    path = tmp_path / "cert.json"
    path.write_bytes(content)
    assert checker.main([str(path)]) == status
    output = capsys.readouterr().out
    assert len(output.splitlines()) == 1
    assert re.search(reason, output)


def test_the_status_is_the_worst_of_all_files(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(build([SUMS, PRIVATE])))
    bad.write_text(json.dumps(build([SUMS], verdict="fails")))
    assert checker.main([str(good)]) == 0
    assert checker.main([str(bad), str(good)]) == 1
    assert checker.main([str(tmp_path / "missing.json"), str(bad)]) == 2
    assert checker.main([]) == 2
    output = capsys.readouterr().out
    assert "good.json: accepted, verdict holds" in output
    assert "bad.json: REJECTED: the verdict is holds, not 'fails'" in output
    assert "missing.json: not readable: cannot be read: No such file" in output


def test_it_runs_by_itself_without_the_package(tmp_path):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([SUMS, PRIVATE])))
    run = subprocess.run(
        [sys.executable, "-I", "-S", os.path.abspath(checker.__file__), str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].endswith("accepted, verdict holds")


def test_it_is_a_script_that_exits_with_its_status(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["checker.py"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(checker.__file__, run_name="__main__")
    assert "Recheck a certificate" in capsys.readouterr().out


def imported(nodes):
    """The packages that are imported by some nodes of a syntax tree."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.partition(".")[0]


def test_it_imports_the_standard_library_only():
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    assert set(imported(ast.walk(tree))) <= sys.stdlib_module_names


def test_these_tests_can_be_collected_with_nothing_but_pytest():
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    assert set(imported(tree.body)) - {"pytest"} <= sys.stdlib_module_names


# -- extreme points -----------------------------------------------------------------------

#: Of U, F, RU and RF at size 2: an extreme point and one that is not.
GM_1 = {
    "claim": "extreme",
    "polytope": "U",
    "alpha": "1/2",
    "target": None,
    "holds": True,
    "modulus": 5,
}
MOVES = {k: v for k, v in GM_1.items() if k != "modulus"} | {
    "holds": False,
    "direction": [[0, 0, "1"], [0, 1, "-1"]],
    "step": "1/4",
}
KEPT = {"polytope": "F", "target": ["1/2", "1/2"]}
SCALES = GM_1 | {"polytope": "RU", "point": [["-", 0, "1"], ["+", 1, "1"]]}
SPLIT = MOVES | {
    "polytope": "RU",
    "point": [[sign, j, "1/2"] for sign in "-+" for j in (0, 1)],
    "direction": [["+", 0, "1"], ["+", 1, "-1"]],
    "step": "1/2",
}


EXTREME = [
    (GM_1, None),
    (GM_1 | KEPT, None),
    (SCALES, None),
    (SCALES | KEPT | {"polytope": "RF"}, None),
    (MOVES, FLAT),
    (SPLIT, FLAT),
]


@pytest.mark.parametrize(("claim", "kernel"), EXTREME)
def test_extreme_points_are_shown(claim, kernel):
    document = build([claim], kernel, "holds" if claim["holds"] else "fails")
    shown = checker.check(document)[0]
    assert shown.startswith("extreme ")
    assert f"polytope {claim['polytope']}, alpha 1/2" in shown


@pytest.mark.parametrize(("claim", "kernel"), EXTREME)
def test_these_points_are_extreme_or_not_also_without_the_checker(is_true, claim, kernel):
    assert is_true(build([claim], kernel, "holds" if claim["holds"] else "fails"))


@pytest.mark.parametrize(
    ("claim", "kernel", "reason"),
    [
        (GM_1 | {"polytope": "V"}, None, "unknown polytope"),
        (GM_1 | {"polytope": ["U"]}, None, "unknown polytope"),
        (GM_1 | {"alpha": "1"}, None, r"alpha is not in \(0, 1\)"),
        (GM_1 | {"alpha": "0"}, None, r"alpha is not in \(0, 1\)"),
        (GM_1 | {"polytope": "F"}, None, "have a target"),
        (GM_1 | {"target": ["1/2", "1/2"]}, None, "U and RU have none"),
        (GM_1 | KEPT | {"target": ["1/2"]}, None, "does not have 2 items"),
        (GM_1 | KEPT | {"target": ["1/2", "1/4"]}, None, "no distribution"),
        (GM_1 | KEPT | {"target": ["3/2", "-1/2"]}, None, "no distribution"),
        (GM_1 | KEPT | {"target": ["1/4", "3/4"]}, None, "does not keep the target at output 0"),
        (GM_1 | {"alpha": "2/3"}, None, "not alpha-DP"),
        (GM_1, {"form": "dense", "rows": [["1", "1"], ["1", "1"]]}, "does not sum to 1"),
        (GM_1 | {"point": []}, None, "the kernel for U, F"),
        (GM_1 | {"polytope": "RU"}, None, "a point is for RU"),
        (GM_1 | {"step": "1"}, None, "a direction is given"),
        (GM_1 | {"direction": []}, None, "a direction is given"),
        (GM_1 | {"modulus": None}, None, "nothing at the key"),
        ({k: v for k, v in GM_1.items() if k != "modulus"}, None, "the modulus is not a count"),
        (GM_1 | {"modulus": 2**53}, None, "the modulus is not a count"),
        (GM_1 | {"modulus": 1}, None, "the modulus is no odd prime"),
        (GM_1 | {"modulus": 2}, None, "the modulus is no odd prime"),
        (GM_1 | {"modulus": -5}, None, "the modulus is not a count"),
        (GM_1 | {"modulus": 5.0}, None, "the modulus is not a count"),
        (GM_1 | {"modulus": 3}, None, "does not determine"),  # 1 - alpha^2 = 3/4
        (GM_1 | {"modulus": 25}, None, "the modulus is no odd prime"),  # 3/4 is a unit
        (GM_1 | {"modulus": 43 * 47}, None, "the modulus is no odd prime"),
        (GM_1, FLAT, "does not determine the point"),
        (MOVES | {"modulus": 5}, FLAT, "a modulus is given"),
        (MOVES | {"direction": []}, FLAT, "the direction is zero"),
        (MOVES | {"direction": [[0, 0, "0"]]}, FLAT, "the direction is zero"),
        (MOVES | {"direction": [[0, 0, "1"]]}, FLAT, "a row does not sum to 1"),
        (MOVES | {"direction": [[0, 0, "1"]] * 2}, FLAT, "the same place twice"),
        (MOVES | {"direction": [[0, 2, "1"]]}, FLAT, "not a count in 0..1"),
        (MOVES | {"direction": [["+", 0, "1"]]}, FLAT, "not a count in 0..1"),
        (MOVES | {"direction": [[0, 0]]}, FLAT, "does not have 3 items"),
        (MOVES | {"step": "0"}, FLAT, "the step is not positive"),
        (MOVES | {"step": "-1/4"}, FLAT, "the step is not positive"),
        (MOVES | {"step": "1/3"}, FLAT, "not alpha-DP"),
        (MOVES, None, "not alpha-DP"),
        (MOVES | KEPT, FLAT, "does not keep the target"),
        (SCALES | {"point": [["-", 0, "1"], ["+", 1, "2"]]}, None, "does not stand for the kernel"),
        (SCALES | {"point": [["-", 0, "1"]]}, None, "does not stand for the kernel"),
        (SCALES | {"point": [*SCALES["point"], ["+", 0, "0"]]}, None, "not positive"),
        (SCALES | {"point": [["-+", 0, "1"]]}, None, "wrong pattern"),
        (SCALES | {"point": [["0", 0, "1"]]}, None, "wrong pattern"),
        (SCALES | {"point": [[0, 0, "1"]]}, None, "wrong pattern"),
        (SCALES | {"point": [["-", 2, "1"]]}, None, "not a count"),
        (SPLIT | {"step": "3/4"}, FLAT, "not alpha-DP"),
        (
            SPLIT | {"point": [["-", 0, "1"], ["+", 0, "1"]]},
            {"form": "dense", "rows": [["1", "0"], ["1", "0"]]},
            "not alpha-DP",
        ),
    ],
)
def test_bad_claims_of_extreme_points_are_rejected(claim, kernel, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(build([claim], kernel, "holds" if claim["holds"] else "fails"))


def test_a_weight_must_not_become_negative_although_the_kernel_stays():
    # Example 2 of the paper: two representations of one kernel, and what is between them.
    rows = {"form": "dense", "rows": [["1", "0", "0"]] * 3}
    weights = {"--": ("7/12", "7/6"), "-+": ("5/6", "-5/3"), "+-": ("1", "-2/3")}
    weights["++"] = weights["--"]
    claim = SPLIT | {
        "point": [[pattern, 0, w] for pattern, (w, _) in weights.items()],
        "direction": [[pattern, 0, d] for pattern, (_, d) in weights.items()],
    }
    assert checker.check(build([claim], rows, "fails"))
    with pytest.raises(checker.Rejected, match="a weight becomes negative"):
        checker.check(build([claim | {"step": "2/3"}], rows, "fails"))
    elsewhere = [["--", 1, "0"], *claim["direction"]]
    assert checker.check(build([claim | {"direction": elsewhere}], rows, "fails"))


def test_an_alpha_too_long_for_its_powers_is_not_expanded():
    rows = [["1/40"] * 40] * 40
    claim = GM_1 | {"alpha": "1/1" + "0" * 99_990}
    with pytest.raises(checker.Rejected, match="alpha is too long"):
        checker.check(build([claim], {"form": "dense", "rows": rows}))
