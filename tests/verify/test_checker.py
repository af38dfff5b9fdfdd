"""The stand-alone checker accepts what is true and rejects what is not, whoever wrote it.

Like the checker, this file needs nothing but Python (and pytest): the checker is loaded by its
path. What this program writes is tried in ``test_checker_on_ours.py``, the primitives sign and
cases in ``test_symbolic.py``.
"""

import ast
import hashlib
import json
import os
import re
import runpy
import signal
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


def sealed(document):
    """A document with its digest, by other code than the checker's."""
    content = {key: x for key, x in document.items() if key not in ("digest", "made")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return document | {"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}


def rows(demand, holds=True, kernel=0, **proof):
    return {"claim": "rows", "kernel": kernel, "demand": demand, "holds": holds} | proof


def sums(kernel=0, holds=True, **proof):
    return rows({"demand": "sums"}, holds, kernel, **proof)


def build(claims, *kernels, **changes):
    """A certificate of claims; that rows sum to 1 is claimed of each kernel but where it is."""
    parts = [c for c in claims if isinstance(c, dict)]
    stated = {c["kernel"] for c in parts if c.get("demand") == {"demand": "sums"}}
    claims = [*(sums(k) for k in range(len(kernels)) if k not in stated), *claims]
    document = {
        "format": "exactdp-certificate",
        "version": 2,
        "subject": None,
        "kernels": list(kernels),
        "claims": claims,
        "verdict": "fails" if any(c.get("holds") is False for c in parts) else "holds",
    }
    return sealed(document | changes)


def dense(*rows, outputs=None, **more):
    labels = {"inputs": [0, len(rows) - 1], "outputs": outputs or [0, len(rows[0]) - 1]}
    return {"form": "dense", **labels, "rows": [list(row) for row in rows], **more}


def without(claim, *keys):
    return {key: value for key, value in claim.items() if key not in keys}


GM = dense(("2/3", "1/3"), ("1/3", "2/3"))
FLAT = dense(("1/2", "1/2"), ("1/2", "1/2"))
SURE = dense(("1", "0"), ("0", "1"))
UNFAIR = dense(("1/2", "1/2"), ("1", "0"))
GM_2 = dense(("2/3", "1/6", "1/6"), ("1/3", "1/3", "1/3"), ("1/6", "1/6", "2/3"))
#: Two inputs, three outputs.
WIDE = dense(("1/2", "1/4", "1/4"), ("1/4", "1/4", "1/2"))
POWER = {
    "form": "power",
    "inputs": [0, 1],
    "outputs": [0, 1],
    "base": "1/2",
    "exponents": "abs(i-j)",
    "row_factors": ["1", "1"],
    "column_factors": ["2/3", "2/3"],
}
HALVED = [[[0, "1"]], [[0, "1/2"], [1, "1/2"]]]
POST = {"form": "product", "inputs": [0, 1], "outputs": [0, 1], "of": 0, "post": HALVED}
SCALES = {"form": "scales", "inputs": [0, 1], "outputs": [0, 1], "alpha": "1/2"}
CORNER = SCALES | {"weights": [["-", 0, "1"], ["+", 1, "1"]]}
SPLIT = SCALES | {"weights": [[sign, j, "1/2"] for sign in "-+" for j in (0, 1)]}
#: Of one input it is not known what comes in a quarter of the cases.
UNKNOWN = dense(("2/3", "1/3"), ("1/4", "1/2"), undecided=["0", "1/4"])

NEAR = {"inputs_within": 1}
PRIVATE = {"demand": "private", "alpha": "1/2", "neighbours": NEAR}
FEW = {"epsilon": "1", "terms": 2}  # 2 <= e <= 3
TIGHT = rows(PRIVATE, tight=[[1, 0], [0, 0]])
FAILS = rows(PRIVATE | {"alpha": "3/4"}, False, at=[[1, 0], [0, 0]])
LEVEL = {
    "claim": "level",
    "kernel": 0,
    "neighbours": NEAR,
    "alpha": "3/4",
    "delta": "1/4",
    "holds": True,
}


def has(letter, holds=True, kernel=0, **proof):
    return rows({"demand": "property", "property": letter}, holds, kernel, **proof)


LAW = {"demand": "law", "from": ["1/4", "3/4"], "to": ["5/12", "7/12"]}
GOAL = {"loss": "L0", "aggregate": "sum", "weights": None}
COST = {"demand": "cost", "objective": GOAL, "value": "2/3"}
LINEAR = {"demand": "linear", "terms": [[0, 0, "1"], [1, 1, "1"]], "bound": "4/3", "relation": "="}
DESIGN = [
    PRIVATE,
    {"demand": "property", "property": "S"},
    {"demand": "property", "property": "WH"},
]
DUAL = [
    [["sum", 0], "1/3"],
    [["sum", 1], "1/3"],
    [[0, [[0, 1], [1, 1]]], "2/3"],
    [[0, [[1, 0], [0, 0]]], "2/3"],
]
OPTIMAL = {
    "claim": "optimal",
    "kernel": 0,
    "design": DESIGN,
    "objective": GOAL,
    "cost": "2/3",
    "dual": DUAL,
    "holds": True,
}
WORST = OPTIMAL | {
    "objective": GOAL | {"aggregate": "max"},
    "dual": [*DUAL, [["max", 0], "1/2"], [["max", 1], "1/2"]],
}
UNIQUE = without(OPTIMAL, "cost") | {"claim": "unique", "modulus": 7}
FREE = {"loss": {"table": [["0", "0"], ["0", "0"]]}, "aggregate": "sum", "weights": None}
ANOTHER = without(UNIQUE, "dual", "modulus") | {"objective": FREE, "holds": False, "other": 1}
TOO_MUCH = {"demand": "linear", "terms": [[0, 0, "1"]], "bound": "2", "relation": ">="}
NONE = {
    "claim": "infeasible",
    "inputs": [0, 1],
    "outputs": [0, 1],
    "design": [TOO_MUCH],
    "dual": [[[0, []], "1"], [["sum", 0], "-1"]],
    "holds": True,
}
MERGED = {"claim": "product", "kernel": 1, "of": 0, "holds": True}
MERGED |= {"post": [[[0, "2/3"], [1, "1/3"]], [[0, "1/3"], [1, "2/3"]]]}
SHARPER = {"claim": "product", "kernel": 1, "of": 0, "holds": False}
SHARPER |= {"functional": [[[0, "1"], [1, "-1"]], [[0, "-1"], [1, "1"]]]}
EXTREME = {"claim": "extreme", "kernel": 0, "design": [PRIVATE], "weights": False, "holds": True}
EXTREME |= {"modulus": 5}
MIXED = without(EXTREME, "modulus") | {"holds": False, "between": [1, 2]}
LEFT, RIGHT = dense(("1/3", "2/3"), ("2/3", "1/3")), GM
KEPT = {"demand": "law", "from": ["1/2", "1/2"], "to": ["1/2", "1/2"]}
OF_WEIGHTS = EXTREME | {"design": [], "weights": True}
MIXED_WEIGHTS = OF_WEIGHTS | {"holds": False, "between": [1, 2]}
MIXED_WEIGHTS = without(MIXED_WEIGHTS, "modulus")
CORNERS = [
    SCALES | {"weights": [["-", 0, "1"], ["+", 1, "1"]]},
    SCALES | {"weights": [["-", 1, "1"], ["+", 0, "1"]]},
]


def dual(*entries):
    return {"dual": [list(entry) for entry in entries]}


# -- what is right ------------------------------------------------------------------------

GOOD = [
    ([TIGHT], [GM]),
    ([TIGHT], [POWER]),
    ([FAILS], [GM]),
    ([rows(PRIVATE | {"alpha": "0"}, tight=[[1, 1], [0, 1]])], [UNFAIR]),
    ([rows(PRIVATE | {"alpha": "1"}, tight=[])], [FLAT]),
    ([rows(PRIVATE | {"neighbours": {"inputs_within": 9}})], [GM]),
    ([rows(PRIVATE | {"neighbours": {"pairs": [[0, 2, 1]]}}, False, at=[[2, 0], [0, 0]])], [GM_2]),
    ([rows(PRIVATE | {"neighbours": {"pairs": [[0, 1, 1], [0, 2, 2]]}})], [GM_2]),
    ([rows(PRIVATE | {"neighbours": {"outputs_within": 1}})], [GM]),
    ([rows(PRIVATE | {"neighbours": {"outputs_within": 9}}, False, at=[[0, 1], [0, 0]])], [GM_2]),
    ([rows(PRIVATE | {"alpha": {"epsilon": "1", "terms": 4}})], [GM]),
    ([rows(PRIVATE | {"alpha": {"epsilon": "1/2", "terms": 4}}, False, at=TIGHT["tight"])], [GM]),
    ([sums(0, False, at=[0])], [dense(("1", "1"), ("0", "1"))]),
    ([rows(PRIVATE | {"alpha": "1"}), sums(0, False, at=[1])], [dense(("5", "5"), ("5", "5"))]),
    ([has(letter) for letter in ("RH", "RM", "CH", "CM", "F", "WH", "S")], [GM]),
    ([has(letter) for letter in ("RH", "RM", "S")], [GM_2]),
    ([has("CM", False, at=[[0, 1], [0, 2]])], [dense(("1/2", "0", "1/2"), *[["1/3"] * 3] * 2)]),
    ([has("RM", False, at=[[1, 0], [2, 0]])], [dense(*[["1/2", "1/2", "0"]] * 2, ["1", "0", "0"])]),
    ([has("F", False, at=[[1, 1], [0, 0]])], [UNFAIR]),
    ([has("S", False, at=[[1, 0], [0, 1]])], [UNFAIR]),
    ([has("WH", False, at=[[1, 1]])], [UNFAIR]),
    ([has("RH", False, at=[[0, 0], [1, 0]]), has("CH", False, at=[[1, 1], [1, 0]])], [UNFAIR]),
    ([rows(LAW)], [GM]),
    ([rows(LAW | {"to": ["1/2", "1/2"]}, False, at=[0])], [GM]),
    ([rows({"demand": "law", "from": ["1/2", "1/2"], "to": ["3/8", "1/4", "3/8"]})], [WIDE]),
    ([rows(LINEAR), rows(LINEAR | {"relation": ">=", "bound": "1"})], [GM]),
    ([rows(LINEAR | {"bound": "2"}, False, at=[])], [GM]),
    ([rows(LINEAR | {"bound": "1"}, False, at=[])], [GM]),
    ([rows(COST)], [GM]),
    ([rows(COST | {"objective": GOAL | {"loss": "L1"}, "value": "1/3"})], [GM]),
    ([rows(COST | {"objective": GOAL | {"loss": "L2", "aggregate": "max"}, "value": "1/6"})], [GM]),
    ([rows(COST | {"objective": GOAL | {"aggregate": "max", "weights": ["1/4", "3/4"]}})], [GM]),
    ([rows(COST | {"objective": GOAL | {"loss": "L0,1"}, "value": "1/6"})], [GM_2]),
    (
        [
            rows(
                COST
                | {"objective": GOAL | {"loss": {"table": [["0", "1", "2"]] * 2}}, "value": "1"}
            )
        ],
        [WIDE],
    ),
    ([LEVEL], [GM]),
    ([LEVEL | {"delta": "1/10", "holds": False, "at": [1, 0]}], [GM]),
    ([LEVEL | {"alpha": {"epsilon": "1/2", "terms": 8}, "delta": "1/8"}], [GM]),
    ([LEVEL | {"neighbours": {"inputs_within": 2}, "delta": "1/2"}], [GM_2]),
    ([rows(PRIVATE, kernel=1, by="form"), sums(1, by="form")], [POWER, POST]),
    ([rows(PRIVATE, kernel=1)], [POWER, POST]),
    ([MERGED], [SURE, GM]),
    (
        [MERGED | {"post": [[[0, "1"]], [[0, "1"]], [[1, "1"]]]}],
        [WIDE, dense(*[["3/4", "1/4"], ["1/2", "1/2"]])],
    ),
    ([SHARPER], [FLAT, GM]),
    ([OPTIMAL], [GM]),
    (
        [
            OPTIMAL
            | {
                "design": [
                    PRIVATE,
                    *({"demand": "property", "property": x} for x in ("CM", "S", "F")),
                ]
            }
        ],
        [GM],
    ),
    ([WORST], [GM]),
    (
        [
            OPTIMAL
            | {"design": [*DESIGN, LINEAR, LAW | {"from": ["1/2", "1/2"], "to": ["1/2", "1/2"]}]}
        ],
        [GM],
    ),
    ([OPTIMAL | {"objective": GOAL | {"weights": ["1/2", "1/2"]}}], [GM]),
    (
        [OPTIMAL | {"design": [], "cost": "0", "objective": GOAL | {"loss": "L2"}, "dual": []}],
        [SURE],
    ),
    ([UNIQUE], [GM]),
    ([ANOTHER], [GM, FLAT]),
    ([NONE], []),
    ([NONE | {"outputs": [0, 2]}], []),
    ([EXTREME], [GM]),
    ([EXTREME | {"modulus": 25}], [GM]),  # 3/4 is a unit
    ([EXTREME | {"design": [PRIVATE, KEPT]}], [GM]),
    ([EXTREME | {"design": [PRIVATE, LINEAR | {"relation": ">=", "bound": "1"}]}], [GM]),
    ([MIXED], [FLAT, LEFT, RIGHT]),
    ([OF_WEIGHTS], [CORNER]),
    ([OF_WEIGHTS | {"design": [KEPT]}], [CORNER]),
    ([MIXED_WEIGHTS], [SPLIT, *CORNERS]),
]


@pytest.mark.parametrize(("claims", "kernels"), GOOD)
def test_these_samples_are_right_before_they_are_spoilt(claims, kernels):
    lines = checker.check(build(claims, *kernels))
    assert [line.split(":")[0] for line in lines[: len(kernels)]] == [
        f"kernel {k}" for k in range(len(kernels))
    ]


@pytest.mark.parametrize(("claims", "kernels"), GOOD)
def test_these_samples_are_true_also_without_the_checker(is_true, claims, kernels):
    assert is_true(build(claims, *kernels))


def test_outputs_that_are_not_known_count_against_delta_and_for_the_sums(is_true):
    short = dense(("2/3", "1/3"), ("1/4", "1/2"), undecided=["0", "0"])
    assert checker.check(build([sums(0, False, at=[1])], short))
    # 1/4 of input 1 may be outputs that input 0 never has; else the difference is 2/3 - 1/3
    assert checker.check(build([LEVEL | {"delta": "1/2"}], UNKNOWN))
    with pytest.raises(checker.Outcome, match="not shown to be within delta"):
        checker.check(build([LEVEL | {"delta": "1/4"}], UNKNOWN))
    fails = LEVEL | {"delta": "0", "holds": False, "at": [0, 1]}
    with pytest.raises(checker.Outcome, match="not shown to be beyond delta"):
        checker.check(build([LEVEL | {"delta": "1/20", "holds": False, "at": [1, 0]}], UNKNOWN))
    certain = dense(("1", "0"), ("1/4", "1/2"), undecided=["0", "1/4"])
    assert checker.check(build([fails], certain))
    for claim in (TIGHT, has("F"), rows(COST), EXTREME, OPTIMAL):
        with pytest.raises(checker.Outcome, match="undecided outputs"):
            checker.check(build([claim], UNKNOWN))
    with pytest.raises(checker.Outcome, match="undecided outputs"):
        checker.check(build([MERGED | {"kernel": 0, "of": 1}], SURE, UNKNOWN))


# -- one bad certificate for each reason ----------------------------------------------------

#: What is said of a key too much or too few, of a value of another kind, of a place that there is
#: not, and of a name that no member has.
KEY, KIND = "the key", "something else than (dict|str|int|bool)"
PLACE, NAME = (
    "something else than a place in",
    "names no member|a name (does not have|has something)",
)
BAD = [
    # the kernel
    ([], [{"form": "sparse"}], "no form that is known here: sparse"),
    ([], [{"form": "coupled"}], "coupled; forms.py reads it$"),
    ([], [[["1"]]], KIND),
    ([], [without(GM, "inputs")], KEY),
    ([], [GM | {"inputs": [1, 0]}], "there are no inputs"),
    ([], [GM | {"inputs": ["a", 1]}], KIND),
    ([], [GM | {"inputs": ["a", "a"]}], "two inputs have the same label"),
    ([], [GM | {"inputs": []}], "there are no inputs"),
    ([], [GM | {"inputs": [0, 2]}], "does not have 3 items"),
    ([], [GM | {"more": 1}], KEY),
    ([], [GM | {"undecided": None}], KEY),
    ([], [GM | {"undecided": ["0", "-1"]}], "undecided has a negative number"),
    ([], [dense(("1", "0"), ("1",))], "does not have 2 items"),
    ([], [dense(("2", "-1"), ("1", "0"))], "an entry of row 0 is not shown to be >= 0"),
    ([], [dense(("1/0", "0"), ("1", "0"))], "denominator 0"),
    ([], [dense(("1.0", "0"), ("1", "0"))], "integer or p/q"),
    ([], [dense((1, 0), (1, 0))], "is not a (short )?text"),
    ([], [dense(("1", "1"), ("0", "1"))], "row sums to 1 is not shown at"),
    ([], [POWER | {"base": "2"}], "out of range"),
    ([], [POWER | {"base": "0"}], "out of range"),
    ([], [POWER | {"row_factors": ["1"]}], "does not have 2 items"),
    ([], [POWER | {"column_factors": ["2/3", "0"]}], "out of range"),
    ([], [POWER | {"exponents": [[0, -1], [1, 0]]}], "an exponent is negative"),
    ([], [POWER | {"exponents": [[0, "1"], [1, 0]]}], KIND),
    ([], [POST], PLACE),
    ([], [GM, POST | {"post": [[[0, "1"]], [[0, "1/2"]]]}], "post is no distribution"),
    ([], [GM, POST | {"post": [[[0, "9/8"], [1, "-1/8"]], [[1, "1"]]]}], "post is no distribution"),
    ([], [GM, POST | {"post": [[[1, "1/2"], [0, "1/2"]], [[1, "1"]]]}], "not ascending"),
    ([], [GM, POST | {"post": [[[0, "1/2"], [0, "1/2"]], [[1, "1"]]]}], "not ascending"),
    ([], [GM, POST | {"inputs": [0, 2]}], "has not the inputs of"),
    ([], [CORNER | {"alpha": "1"}], r"alpha is not in \(0, 1\)"),
    ([], [CORNER | {"weights": [["-+", 0, "1"]]}], "a pattern does not fit"),
    ([], [CORNER | {"weights": [["0", 0, "1"]]}], "a pattern does not fit"),
    ([], [CORNER | {"weights": [["-", 0, "1"]] * 2}], "the same pattern and output"),
    ([], [CORNER | {"weights": [["-", 0, "0"]]}], "not positive"),
    ([], [CORNER | {"weights": [["-", 2, "1"]]}], PLACE),
    # claims
    ([3], [GM], "unknown claim null"),
    ([{"claim": "magic"}], [GM], "unknown claim magic"),
    ([{"claim": ["rows"]}], [GM], "unknown claim null|unknown claim"),
    ([sums() | {"holds": 1}], [GM], "neither true nor false|something else than bool"),
    ([sums() | {"more": 1}], [GM], KEY),
    ([without(sums(), "demand")], [GM], KEY),
    ([sums(1)], [GM], PLACE),
    ([sums(True)], [GM], PLACE),
    ([TIGHT | {"at": [[1, 0], [0, 0]]}], [GM], KEY),
    ([FAILS | {"tight": []}], [GM], KEY),
    ([FAILS | {"at": None}], [GM], "not a list"),
    ([sums(0, False, at=[0])], [GM], "the member is not shown to fail"),
    ([sums(0, False, at=[2])], [GM], NAME),
    ([sums(0, False, at=[])], [GM], NAME),
    # privacy
    ([rows({"demand": "wish"})], [GM], "unknown demand wish"),
    ([rows(PRIVATE | {"alpha": "2"})], [GM], r"alpha is not in \[0, 1\]"),
    ([rows(PRIVATE | {"alpha": "-1/2"})], [GM], r"alpha is not in \[0, 1\]"),
    ([rows(PRIVATE | {"alpha": "3/4"})], [GM], "not shown"),
    ([rows(PRIVATE | {"neighbours": {"inputs_within": 0}})], [GM], "no place apart"),
    ([rows(PRIVATE | {"neighbours": {"inputs_near": 1}})], [GM], "no known kind"),
    ([rows(PRIVATE | {"neighbours": NEAR | {"pairs": []}})], [GM], "no known kind"),
    ([rows(PRIVATE | {"neighbours": {"pairs": [[1, 0, 1]]}})], [GM], "a pair is none"),
    ([rows(PRIVATE | {"neighbours": {"pairs": [[0, 1, 0]]}})], [GM], "a pair is none"),
    ([rows(PRIVATE | {"neighbours": {"pairs": [[0, 1, 1]] * 2}})], [GM], "there twice"),
    ([FAILS | {"demand": PRIVATE}], [GM], "the member is not shown to fail"),
    ([FAILS | {"at": [[1, 0], [1, 0]]}], [GM], NAME),
    ([FAILS | {"at": [[1, 0], [0, 1]]}], [GM], NAME),
    ([FAILS | {"at": [[1, 0]]}], [GM], NAME),
    ([rows(PRIVATE, tight=[])], [GM], "no member is named that is tight"),
    ([rows(PRIVATE | {"alpha": "1/3"}, tight=[[1, 0], [0, 0]])], [GM], "no equation"),
    ([rows(PRIVATE | {"alpha": "0"}, tight=[[0, 1], [1, 1]])], [UNFAIR], "no equation"),
    ([rows(PRIVATE | {"alpha": "0"}, tight=[[1, 0], [0, 0]])], [GM], "no equation"),
    ([has("S", tight=[])], [GM], "tight is for the demand private"),
    ([rows(PRIVATE | {"alpha": FEW}, tight=TIGHT["tight"])], [GM], "at a number"),
    ([rows(PRIVATE | {"alpha": {"epsilon": "1", "terms": 1}})], [GM], "terms is too small"),
    ([rows(PRIVATE | {"alpha": {"epsilon": "0", "terms": 1}})], [GM], "eps is not positive"),
    # 4/11 < e^-1 < 1/2, and 4/11 is what the kernel attains: it holds at the upper bound only
    ([rows(PRIVATE | {"alpha": FEW})], [dense(("1/2", "1/2"), ("2/11", "9/11"))], "not shown"),
    ([rows(PRIVATE, by="form")], [POWER], "the form does not show that"),
    ([rows(PRIVATE, by="magic")], [POWER], "not shown by the form"),
    ([rows(PRIVATE, kernel=1, by="form", tight=TIGHT["tight"])], [GM, POST], "not shown by"),
    ([rows(PRIVATE | {"alpha": "2/3"}, kernel=1, by="form")], [POWER, POST], "not shown"),
    (
        [rows(PRIVATE | {"neighbours": {"outputs_within": 1}}, kernel=1, by="form")],
        [POWER, POST],
        "the form does not show that",
    ),
    ([has("S", kernel=1, by="form")], [POWER, POST], "the form does not show that"),
    # level
    ([LEVEL | {"delta": "2"}], [GM], "out of range"),
    ([LEVEL | {"alpha": "0"}], [GM], "out of range"),
    ([LEVEL | {"delta": "1/10"}], [GM], "not shown to be within delta"),
    ([LEVEL | {"neighbours": {"outputs_within": 1}}], [GM], "for neighbouring inputs"),
    ([LEVEL | {"neighbours": {"pairs": [[0, 1, 2]]}}], [GM], "for neighbouring inputs"),
    ([LEVEL | {"holds": False, "at": [0, 1]}], [GM], "not shown to be beyond delta"),
    ([LEVEL | {"holds": False, "at": [1, 1]}], [GM], "no pair of neighbours"),
    # at e^eps = 3 delta is 0, at 2 it is not
    (
        [LEVEL | {"alpha": FEW, "delta": "0"}],
        [dense(("1/2", "1/2"), ("2/11", "9/11"))],
        "not shown to be within delta",
    ),
    # properties, laws, costs
    ([has("XX")], [GM], "unknown property"),
    ([has("F")], [WIDE], "outputs with the labels of the inputs"),
    ([has("F")], [UNFAIR], "F is not shown|property is not shown"),
    ([has("WH")], [UNFAIR], "is not shown"),
    ([has("WH", False, at=[[0, 1]])], [UNFAIR], NAME),
    ([has("WH", False, at=[[0, 0]])], [GM], "not shown to fail"),
    ([has("F", False, at=[[0, 0], [0, 1]])], [UNFAIR], NAME),
    ([has("F", False, at=[[0, 0], [1, 1]])], [GM], "not shown to fail"),
    ([has("RM", False, at=[[0, 0], [1, 0]])], [GM], "not shown to fail"),
    ([has("RM", False, at=[[1, 0], [0, 0]])], [GM], NAME),
    ([rows(LAW | {"to": ["1/2", "1/2"]})], [GM], "law is not shown|is not shown at"),
    ([rows(LAW, False, at=[0])], [GM], "not shown to fail"),
    ([rows(LAW | {"from": ["1/2", "1/4"]})], [GM], "no distribution"),
    ([rows(LAW | {"to": ["3/2", "-1/2"]})], [GM], "no distribution"),
    ([rows(LINEAR | {"bound": "2"})], [GM], "linear is not shown|is not shown at"),
    ([rows(LINEAR | {"relation": "<="})], [GM], "unknown relation"),
    ([rows(LINEAR | {"terms": [[0, 2, "1"]]})], [GM], PLACE),
    ([rows(LINEAR, False, at=[])], [GM], "not shown to fail"),
    ([rows(COST | {"value": "0"})], [GM], "costs something else"),
    ([rows(COST | {"value": "0"}, False, at=[])], [GM], NAME),
    ([rows(COST | {"objective": "L0"})], [GM], "objective is not an object"),
    ([rows(COST | {"objective": GOAL | {"loss": "L9"}})], [GM], "unknown loss"),
    ([rows(COST | {"objective": GOAL | {"loss": "L1,1"}})], [GM], "unknown loss"),
    ([rows(COST | {"objective": GOAL | {"loss": ["L0"]}})], [GM], KIND),
    ([rows(COST | {"objective": GOAL | {"loss": {"table": [["0", "1"]]}}})], [GM], "2 items"),
    ([rows(COST | {"objective": GOAL | {"aggregate": "mean"}})], [GM], "unknown aggregate"),
    ([rows(COST | {"objective": GOAL | {"weights": ["1", "1"]}})], [GM], "no distribution"),
    ([rows(COST | {"objective": GOAL | {"weights": ["1"]}})], [GM], "2 items"),
    ([rows(COST)], [WIDE], "needs the labels of the inputs"),
    # post-processing
    ([MERGED], [FLAT, GM], "the product is not the kernel in row 0"),
    ([MERGED], [GM_2, GM], "have not the same inputs"),
    ([MERGED | {"functional": []}], [SURE, GM], KEY),
    ([without(MERGED, "post")], [SURE, GM], KEY),
    ([MERGED | {"post": [[[0, "1"]], [[0, "1/2"]]]}], [SURE, GM], "post is no distribution"),
    ([SHARPER], [SURE, GM], "does not separate"),
    ([SHARPER], [FLAT, FLAT], "does not separate"),
    ([SHARPER | {"functional": [[[0, "1"]]]}], [FLAT, GM], "2 items"),
    # designs
    ([OPTIMAL | {"holds": False}], [GM], "a claim optimal that fails shows nothing"),
    ([NONE | {"holds": False}], [], "a claim infeasible that fails shows nothing"),
    ([without(OPTIMAL, "objective")], [GM], KEY),
    ([NONE | {"objective": GOAL}], [], KEY),
    ([NONE | {"inputs": [0, -1]}], [], "there are no inputs"),
    (
        [OPTIMAL | {"design": [{"demand": "sums"}]}],
        [GM],
        "a design has no demand sums, cost, or private at e",
    ),
    ([OPTIMAL | {"design": [COST]}], [GM], "a design has no demand sums, cost, or private at e"),
    (
        [OPTIMAL | {"design": [PRIVATE | {"alpha": FEW}]}],
        [GM],
        "a design has no demand sums, cost, or private at e",
    ),
    ([OPTIMAL], [dense(("1", "1"), ("0", "1"))], "does not sum to 1|is not shown"),
    ([OPTIMAL], [SURE], "not shown"),
    ([OPTIMAL], [dense(("2/3", "1/3"), ("1/2", "1/2"))], "not shown"),
    ([OPTIMAL | {"design": [*DESIGN, TOO_MUCH]}], [GM], "not shown"),
    ([OPTIMAL | {"cost": "1/3"}], [GM], "costs something else"),
    ([OPTIMAL], [FLAT], "do not prove the cost"),
    ([OPTIMAL | dual()], [GM], "do not prove the cost"),
    ([OPTIMAL | dual(*DUAL, [["sum", 0], "1/9"])], [GM], "exceed the objective"),
    ([OPTIMAL | dual([[0, [[0, 1], [1, 1]]], "-1"])], [GM], "not shown to be >= 0"),
    ([OPTIMAL | dual([["sum", 0]])], [GM], "2 items"),
    ([OPTIMAL | dual([["sum", 0], 1])], [GM], "is not a (short )?text"),
    # t may have either sign: multipliers of "max" that add up to less prove nothing
    ([WORST | dual(*DUAL)], [GM], "exceed the objective"),
    ([WORST | dual()], [GM], "fall short of the objective"),
    ([WORST | dual([["max", 0], "1/2"])], [GM], "fall short of the objective"),
    ([OPTIMAL | dual([[], "1"])], [GM], "2 items"),
    ([OPTIMAL | dual([["sum", 2], "1"])], [GM], NAME),
    ([OPTIMAL | dual([["sum", True], "1"])], [GM], NAME),
    ([OPTIMAL | dual([["max", 0], "1"])], [GM], PLACE),
    ([OPTIMAL | dual([[3, []], "1"])], [GM], PLACE),
    ([OPTIMAL | dual([[1, [[0, 0], [0, 1]]], "1"])], [GM], NAME),
    ([OPTIMAL | dual([[2, [[0, 0], [1, 1]]], "1"])], [GM], NAME),
    ([OPTIMAL | dual([[0, [[0, 0], [1, 1]]], "1"])], [GM], NAME),
    ([NONE | dual([["max", 0], "1"])], [], PLACE),
    ([UNIQUE | {"other": 0}], [GM], KEY),
    ([without(UNIQUE, "modulus")], [GM], KEY),
    ([UNIQUE | {"modulus": 1}], [GM], "no integer from 2"),
    ([UNIQUE | {"modulus": True}], [GM], KIND),
    ([UNIQUE | {"modulus": 3}], [GM], "leaves the kernel open"),
    ([UNIQUE | {"objective": FREE} | dual()], [GM], "leaves the kernel open"),
    ([UNIQUE], [FLAT], "do not prove the cost"),
    ([ANOTHER], [GM, GM], "the other kernel is the same"),
    ([ANOTHER], [GM, SURE], "not shown"),
    ([ANOTHER], [GM, GM_2], "not of the shape"),
    ([ANOTHER | {"objective": GOAL}], [GM, FLAT], "the other kernel costs more"),
    ([NONE | dual()], [], "do not show a contradiction"),
    ([NONE | dual([["sum", 0], "1"])], [], "positive coefficient|exceed"),
    ([NONE | dual([[0, []], "1"])], [], "positive coefficient|exceed"),
    # extreme points
    ([EXTREME | {"weights": 1}], [GM], KIND),
    ([EXTREME | {"design": [PRIVATE | {"alpha": "2/3"}]}], [GM], "not shown"),
    ([EXTREME | {"design": [PRIVATE, KEPT | {"from": ["1", "0"]}]}], [GM], "not shown"),
    ([EXTREME | {"modulus": 3}], [GM], "leaves the point open"),  # 1 - alpha^2 = 3/4
    ([EXTREME | {"modulus": 5.0}], [GM], KIND),
    ([EXTREME], [FLAT], "leaves the point open"),
    ([EXTREME | {"weights": True}], [GM], "weights are of scales"),
    ([EXTREME | {"weights": True}], [CORNER], "weights are of scales"),
    ([OF_WEIGHTS], [SPLIT], "leaves the point open"),
    ([MIXED | {"between": [1]}], [FLAT, LEFT, RIGHT], "2 items"),
    ([MIXED | {"between": [0, 0]}], [FLAT], "not the mean of two that differ"),
    ([MIXED | {"between": [1, 1]}], [FLAT, LEFT], "not the mean"),
    ([MIXED], [FLAT, SURE, RIGHT], "not shown"),
    ([MIXED], [GM, LEFT, RIGHT], "not the mean"),
    (
        [MIXED_WEIGHTS],
        [
            SPLIT,
            CORNERS[0] | {"alpha": "1/3", "weights": [["-", 0, "1"], ["+", 1, "1"]]},
            CORNERS[1],
        ],
        "at another alpha",
    ),
]


@pytest.mark.parametrize(("claims", "kernels", "reason"), BAD)
def test_it_says_what_is_untrue(claims, kernels, reason):
    with pytest.raises(checker.Outcome, match=reason) as found:
        checker.check(build(claims or [sums()], *kernels))
    assert found.value.status == 1


@pytest.mark.parametrize("modulus", [2, 4, 6, 9, 10**9 + 7, 2**64 - 1])
def test_a_modulus_need_not_be_prime_but_prime_to_the_minor(modulus):
    # the minor of GM at alpha = 1/2 is a power of 3
    document = build([EXTREME | {"modulus": modulus}], GM)
    if modulus % 3:
        assert checker.check(document)
    else:
        with pytest.raises(checker.Outcome, match="leaves the point open"):
            checker.check(document)


def test_labels_that_are_listed_with_a_multiplier_of_0_count_only_where_they_are_equations():
    # At alpha = 1 the columns are constant, but inequalities without a multiplier may be slack.
    design = [PRIVATE | {"alpha": "1"}]
    listed = UNIQUE | {"objective": FREE, "design": design}
    equations = [[["sum", i], "0"] for i in (0, 1)]
    inequalities = [[[0, [[i, j], [1 - i, j]]], "0"] for i in (0, 1) for j in (0, 1)]
    with pytest.raises(checker.Outcome, match="leaves the kernel open"):
        checker.check(build([listed | dual(*equations, *inequalities)], FLAT))
    fixed = {"demand": "linear", "terms": [[0, 0, "1"]], "bound": "1/2", "relation": "="}
    symmetric = {"demand": "property", "property": "S"}
    listed["design"] = [*design, symmetric, fixed]
    pairs = [[[1, [[0, j], [1, 1 - j]]], "0"] for j in (0, 1)]
    assert checker.check(build([listed | dual(*equations, *pairs, [[2, []], "0"])], FLAT))


def test_a_weight_that_is_not_there_makes_another_point():
    # Example 2 of the paper: two representations of one kernel, and what is between them.
    here = {"--": "7/12", "-+": "5/6", "+-": "1", "++": "7/12"}
    way = {"--": "7/6", "-+": "-5/3", "+-": "-2/3", "++": "7/6"}

    def scales(step):
        weights = [[p, 0, str(Fraction(w) + step * Fraction(way[p]))] for p, w in here.items()]
        shape = {"form": "scales", "inputs": [0, 2], "outputs": [0, 0], "alpha": "1/2"}
        return shape | {"weights": [w for w in weights if w[2] != "0"]}

    step = Fraction(1, 2)
    assert checker.check(build([MIXED_WEIGHTS], scales(0), scales(step), scales(-step)))
    with pytest.raises(checker.Outcome, match="not the mean"):
        checker.check(build([MIXED_WEIGHTS], scales(0), scales(step), scales(-step / 2)))


# -- the whole ------------------------------------------------------------------------------


def test_every_line_says_all_that_it_depends_on():
    claims = [
        TIGHT,
        rows(LAW),
        rows(COST),
        OPTIMAL | {"design": [*DESIGN, TOO_MUCH | {"bound": "1/2"}]},
        LEVEL,
    ]
    assert checker.check(build(claims, GM, subject={"file": "gm.csv"})) == [
        'subject, in the writer\'s words: file "gm.csv"',
        "kernel 0: form dense, inputs 0..1, outputs 0..1",
        "kernel 0: each row sums to 1: holds",
        'kernel 0: private at alpha = 1/2 between {"inputs_within":1}: holds, '
        "and for no larger alpha",
        'kernel 0: the law ["1/4","3/4"] is sent to ["5/12","7/12"]: holds',
        'kernel 0: cost objective {"aggregate":"sum","loss":"L0","weights":null}, value 2/3: holds',
        'kernel 0: optimal among those with [private at alpha = 1/2 between {"inputs_within":1}; '
        'property S; property WH; linear terms [[0,0,"1"]], bound 1/2, relation ">="], '
        'objective {"aggregate":"sum","loss":"L0","weights":null}, cost 2/3: holds',
        'kernel 0: level neighbours {"inputs_within":1}, alpha 3/4, delta 1/4: holds',
    ]


def test_what_is_long_is_said_by_its_length_and_digest():
    law = {"demand": "law", "from": ["1/200"] * 200, "to": ["1/200"] * 200}
    flat = dense(*[["1/200"] * 200] * 200)
    line = checker.check(build([rows(law)], flat))[-1]
    text = json.dumps(law["from"], separators=(",", ":"))
    named = hashlib.sha256(text.encode()).hexdigest()
    assert f"the law ({len(text)} characters, sha256:{named}) is sent to" in line


@pytest.mark.parametrize(
    "text",
    [
        "x: holds\nother.cert.json: accepted, verdict holds",
        "\x1b[2J\x1b[1;1H",
        "\x9b31m",
        "\x7f\x00",
        "\ud800",
        "\u202eevil",
        "\u2028",
    ],
)
def test_no_text_of_a_file_can_pass_for_a_line_of_the_checker(tmp_path, text):
    labels = GM | {"inputs": [text, "b"]}
    path = tmp_path / "cert.json"
    for document in (
        build([TIGHT], labels, subject={text: text}),
        build([{"claim": text}], GM),
        build([rows({"demand": text})], GM),
        build([], dense((text, "1"), ("1", "0"))),
        {"format": "exactdp-certificate", "version": text},
        build([TIGHT | {text: 1}], GM),
    ):
        path.write_text(json.dumps(document), encoding="ascii")
        found = script(path)
        assert found.stdout.isascii()
        assert found.stdout.replace("\n", "").isprintable()
        *lines, outcome = found.stdout.splitlines()
        assert all(line.startswith("  ") for line in lines)
        assert outcome.startswith(f"{path}: ")
        assert found.stderr == ""


def script(*paths, **options):
    """Run the checker by itself."""
    return subprocess.run(
        [sys.executable, "-I", "-S", os.path.abspath(checker.__file__), *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_a_name_of_a_file_cannot_either(tmp_path):
    path = tmp_path / "a\nother.json: accepted, verdict holds"
    path.write_text(json.dumps(build([TIGHT], GM)))
    *lines, outcome = script(path).stdout.splitlines()
    assert all(line.startswith("  ") for line in lines)
    assert outcome == f"{json.dumps(str(path))}: accepted, verdict holds"


def test_an_accidental_change_is_caught_by_the_digest_but_not_of_how_it_was_made():
    document = build([TIGHT], GM)
    assert checker.check(document | {"made": {"date": "2026-11-20"}})
    document["kernels"][0] = FLAT
    with pytest.raises(checker.Outcome, match="the digest does not match"):
        checker.check(document)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kernels": [], "claims": []}, "claims nothing"),
        ({"claims": {}}, "claims is not a list"),
        ({"claims": [TIGHT]}, "nothing is claimed of the sums of kernel"),
        ({"kernels": {}}, "kernels is not a list"),
        ({"verdict": "fails"}, "the verdict is not that of the claims"),
        ({"subject": "GM"}, "neither an object nor null"),
        ({"note": "trust me"}, "the key"),
    ],
)
def test_what_is_around_the_claims_is_checked_too(changes, reason):
    with pytest.raises(checker.Outcome, match=reason):
        checker.check(sealed(build([TIGHT], GM) | changes))


@pytest.mark.parametrize(
    ("document", "status", "reason"),
    [
        ([], 2, "no exactdp certificate"),
        ({"format": "exactdp-mechanism"}, 2, "no exactdp certificate"),
        ({"format": "exactdp-certificate", "version": 1}, 2, "version 1 are read no more: write"),
        ({"format": "exactdp-certificate", "version": 3}, 2, "has version 3, not 2$"),
        ({"format": "exactdp-certificate", "version": True}, 2, "has version true"),
        ({"format": "exactdp-certificate"}, 2, "has version null"),
        ({"format": "exactdp-explanation"}, 3, "not a proof: an explanation"),
    ],
)
def test_what_is_no_certificate_of_this_version_is_not_read(document, status, reason):
    with pytest.raises(checker.Outcome, match=reason) as found:
        checker.check(document)
    assert found.value.status == status


@pytest.fixture
def here(monkeypatch, capsys):
    """Run the checker in this process, which is not to be limited."""
    resource = pytest.importorskip("resource")
    for module, name in ((resource, "setrlimit"), (signal, "setitimer"), (signal, "signal")):
        monkeypatch.setattr(module, name, lambda *_: None)

    def run(path):
        return checker.main([str(path)]), capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (b"", 2, "JSONDecodeError"),
        (b"{", 2, "JSONDecodeError"),
        (b"\xff\xfe", 2, "UnicodeDecodeError"),
        (b"[" * 100_000, 2, "RecursionError"),
        (b'{"a": 1, "a": 2}', 1, "same key twice"),
        (b'{"a": 0.5}', 1, "JSON number .*0\\.5"),
        (b'{"a": NaN}', 1, "JSON number .*NaN"),
        (b'{"a": ' + b"1" * 5000 + b"}", 2, "ValueError|no exactdp certificate"),
    ],
)
def test_malicious_files_end_in_one_line(tmp_path, here, content, status, reason):
    path = tmp_path / "cert.json"
    path.write_bytes(content)
    found, output = here(path)
    assert found == status
    assert len(output.splitlines()) == 1
    assert re.search(reason, output)


def test_what_is_no_regular_file_is_not_read(tmp_path, here):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/full", "/dev/zero", tmp_path, tmp_path / "pipe"):
        status, output = here(path)
        assert status == 2
        assert "no regular file" in output


def test_the_status_is_the_greatest_of_all_files(tmp_path):
    good, bad, no_proof = (tmp_path / f"{name}.json" for name in ("good", "bad", "words"))
    good.write_text(json.dumps(build([TIGHT], GM)))
    bad.write_text(json.dumps(build([TIGHT], GM, verdict="fails")))
    no_proof.write_text(json.dumps({"format": "exactdp-explanation"}))
    assert script(good).returncode == 0
    assert script(bad, good).returncode == 1
    assert script(tmp_path / "missing.json", bad).returncode == 2
    assert script(no_proof, bad).returncode == 3
    nothing = script()
    assert nothing.returncode == 2
    assert "Recheck certificates" in nothing.stdout
    output = script(bad, good, cwd=tmp_path).stdout
    assert f"{good}: accepted, verdict holds" in output
    assert f"{bad}: REJECTED: the verdict is not that of the claims" in output


def test_it_runs_by_itself_without_the_package(tmp_path):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([TIGHT], GM)))
    run = script(path, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1] == f"{path}: accepted, verdict holds"


def test_an_answer_that_cannot_be_written_is_no_rejection(tmp_path):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([TIGHT], GM)))
    command = [sys.executable, "-I", os.path.abspath(checker.__file__), str(path)]
    with open("/dev/full", "w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert run.returncode == 74
    assert b"cannot be written" in run.stderr


def test_that_is_so_wherever_the_answer_is_lost(monkeypatch, capsys):
    def full(paths):
        raise OSError("No space left on device")

    monkeypatch.setattr(checker, "main", full)
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit, match="74"):
        checker.run()
    assert "the answer cannot be written: No space left" in capsys.readouterr().err


def test_what_was_checked_is_printed_with_the_outcome_last(tmp_path, here):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([TIGHT], GM)))
    said = "".join(f"  {line}\n" for line in checker.check(build([TIGHT], GM)))
    assert here(path) == (0, f"{said}{path}: accepted, verdict holds\n")


def test_it_is_a_script_that_exits_with_its_status(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["checker.py"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(checker.__file__, run_name="__main__")
    assert "Recheck certificates" in capsys.readouterr().out


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


# -- limits ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claims", "kernels"),
    [
        ([rows(PRIVATE | {"alpha": {"epsilon": "1/" + "7" * 50_000, "terms": 9999}})], [GM]),
        ([rows(PRIVATE | {"alpha": {"epsilon": "1/2", "terms": 10**9}})], [GM]),
        ([], [POWER | {"base": "1/" + "3" * 90_000, "exponents": [[0, 10**6], [1, 0]]}]),
        ([], [POWER | {"exponents": [[0, 10**7], [1, 0]]}]),
        ([], [dense([f"1/1{'0' * 9000}{2 * k + 1:03}" for k in range(60)], outputs=[0, 59])]),
        ([rows(PRIVATE | {"alpha": "1/3", "neighbours": {"pairs": [[0, 1, 10**7]]}})], [GM]),
        (
            [],
            [
                SCALES
                | {"inputs": [0, 40], "alpha": "1/1" + "0" * 99_990}
                | {"weights": [["+" * 40, 0, "1"]]}
            ],
        ),
    ],
)
def test_what_is_too_long_to_be_written_out_is_refused_not_rejected(claims, kernels):
    with pytest.raises(checker.Refused, match="bits of a number is more than 1000000") as found:
        checker.check(build(claims, *kernels))
    assert found.value.status == 3


@pytest.mark.parametrize("entry", ["1" * 100_001, "1/" + "3" * 100_001])
def test_so_is_a_number_of_too_many_digits(entry):
    with pytest.raises(checker.Refused, match="more than 100000 characters"):
        checker.check(build([], dense((entry, "0"), ("1", "0"))))


def test_a_file_has_so_much_time_and_memory_and_no_more(tmp_path, monkeypatch):
    resource = pytest.importorskip("resource")
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([TIGHT], GM)) + " " * 10**6)
    asked = {}
    monkeypatch.setattr(signal, "signal", lambda number, over: asked.update(over=over))
    monkeypatch.setattr(signal, "setitimer", lambda which, s: asked.update(seconds=s))
    monkeypatch.setattr(resource, "setrlimit", lambda which, ends: asked.update(memory=ends[0]))
    for hard, most in ((-1, 2 * 2**30), (2**40, 2 * 2**30), (2**20, 2**20)):
        monkeypatch.setattr(resource, "getrlimit", lambda which, hard=hard: (hard, hard))
        checker.load(str(path))
        assert (asked["seconds"], asked["memory"]) == (20, most)
    with pytest.raises(checker.Refused, match="takes more than 20 s"):
        asked["over"]()


def test_where_there_are_no_such_limits_there_are_none(tmp_path, monkeypatch):
    path = tmp_path / "cert.json"
    path.write_text("{}")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(signal, "setitimer", None)
    assert checker.load(str(path)) == {}


def test_where_the_memory_does_not_suffice_a_file_is_refused(tmp_path, here, monkeypatch):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([TIGHT], GM)))

    def exhausted(certificate):
        raise MemoryError

    monkeypatch.setattr(checker, "check", exhausted)
    assert here(path) == (
        3,
        f"{path}: refused: rechecking it takes too much memory\n",
    )
