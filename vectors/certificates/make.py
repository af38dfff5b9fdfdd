#!/usr/bin/env python3
"""Certificates as the specification by example: ``python vectors/certificates/make.py``.

Writes `good/*.json`, `bad/*.json` and `index.json`, which has for each bad file the exit status
and the sentence of ``docs/certificate-format.md`` that it breaks. Kernels and multipliers are
written by hand or by a formula: nothing of the program is used. Standard library only.
"""

import copy
import hashlib
import json
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).parent
DROP = object()  # this key is left out

# -- parts ------------------------------------------------------------------------------

SUMS = {"demand": "sums"}
ADJACENT = {"inputs_within": 1}
UNIFORM = {"aggregate": "sum", "weights": None}
L0 = {"loss": "L0", **UNIFORM}
COUNTS = {"inputs": [0, 1], "outputs": [0, 1]}


def document(kernels, claims, subject=None):
    """Return a certificate; that rows sum to 1 is claimed of all kernels of which it is not."""
    said = {c["kernel"] for c in claims if c.get("demand") == SUMS}
    sums = [rows(SUMS, k) for k in range(len(kernels)) if k not in said]
    made = {
        "format": "exactdp-certificate",
        "version": 2,
        "subject": subject,
        "kernels": kernels,
        "claims": [*sums, *claims],
    }
    made["verdict"] = "holds" if all(c["holds"] for c in made["claims"]) else "fails"
    return signed(made)


def signed(made):
    """Return a document with its digest."""
    content = {key: x for key, x in made.items() if key not in ("digest", "made")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return made | {"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}


def dense(text, inputs=None, outputs=None, **more):
    """Return a kernel by its rows, as in "3/4 1/4, 1/4 3/4"."""
    table = [row.split() for row in text.split(",")]
    shape = {"inputs": inputs or [0, len(table) - 1], "outputs": outputs or [0, len(table[0]) - 1]}
    return {"form": "dense", **shape, "rows": table, **more}


def gm(n, alpha="1/2"):
    """Return the geometric mechanism."""
    a = Fraction(alpha)
    factors = [1 / (1 + a), *[(1 - a) / (1 + a)] * (n - 1), 1 / (1 + a)]
    return {
        "form": "power",
        "inputs": [0, n],
        "outputs": [0, n],
        "base": alpha,
        "exponents": "abs(i-j)",
        "row_factors": ["1"] * (n + 1),
        "column_factors": [str(x) for x in factors],
    }


def rows(demand, kernel=0, holds=True, **proof):
    """Return a claim that a demand is met, or not."""
    return {"claim": "rows", "kernel": kernel, "demand": demand, "holds": holds, **proof}


def private(alpha, neighbours=None):
    """Return the demand of privacy."""
    return {"demand": "private", "alpha": alpha, "neighbours": neighbours or ADJACENT}


def linear(terms, bound, relation=">="):
    """Return a demand on a sum of entries."""
    return {"demand": "linear", "terms": terms, "bound": bound, "relation": relation}


def letter(name):
    """Return the demand of a property."""
    return {"demand": "property", "property": name}


def cost(objective, value):
    """Return the demand that a kernel costs something."""
    return {"demand": "cost", "objective": objective, "value": value}


def multipliers(n, alpha="1/2", place=0):
    """Return the multipliers by which GM is L0-optimal (see benchmarks/checker.py)."""
    a, g, dual = Fraction(alpha), [Fraction(x) for x in gm(n, alpha)["column_factors"]], []
    for j in range(n + 1):
        for side, step in ((range(n, j, -1), -1), (range(j), 1)):
            m = Fraction(0)
            for i in side:
                m = g[i] + a * m
                dual.append([[place, [[i, j], [i + step, j]]], str(m / n)])
        dual.append([["sum", j], str((1 - g[j]) / n)])
    return dual


def optimal(dual, value, objective=L0, design=None, kernel=0):
    """Return the claim that a kernel is an optimum."""
    return {
        "claim": "optimal",
        "kernel": kernel,
        "design": [private("1/2")] if design is None else design,
        "objective": objective,
        "cost": value,
        "dual": dual,
        "holds": True,
    }


def unique(dual, objective=L0, design=None, modulus=7):
    """Return the claim that an optimum is the only one."""
    claim = optimal(dual, "0", objective, design) | {"claim": "unique", "modulus": modulus}
    del claim["cost"]
    return claim


def not_unique(other, objective, design):
    """Return the claim that it is not, as another kernel shows."""
    stated = {"kernel": 0, "design": design, "objective": objective}
    return {"claim": "unique", **stated, "holds": False, "other": other}


def extreme(design, weights, **proof):
    """Return the claim that a kernel is an extreme point, or not."""
    stated = {"kernel": 0, "design": design, "weights": weights, "holds": "modulus" in proof}
    return {"claim": "extreme", **stated, **proof}


def infeasible(design, dual, **more):
    """Return the claim that no kernel on 0..1 meets a design."""
    return {"claim": "infeasible", **COUNTS, "design": design, "dual": dual, "holds": True, **more}


def sign(symbols, box, numerator, relation, denominator=None):
    """Return the claim that a quotient has a sign."""
    return {
        "claim": "sign",
        "symbols": symbols,
        "box": box,
        "numerator": numerator,
        "denominator": denominator or [],
        "relation": relation,
        "holds": True,
    }


def many(number):
    """Return the claim that the first of so many symbols is positive."""
    symbols = [f"x{k}" for k in range(number)]
    term = [1, [1, *[0] * (number - 1)]]
    return sign(symbols, dict.fromkeys(symbols, OPEN), [[[[term], 1]]], ">0")


def cases(given, either, goal, tree):
    """Return the claim that a form is >= 0 for all integers."""
    return {
        "claim": "cases",
        "given": given,
        "either": either,
        "goal": goal,
        "tree": tree,
        "holds": True,
    }


def level(alpha, delta, holds=True, neighbours=None, **proof):
    """Return the claim that a kernel is (eps, delta)-DP, or not."""
    stated = {"kernel": 0, "neighbours": neighbours or ADJACENT, "alpha": alpha, "delta": delta}
    return {"claim": "level", **stated, "holds": holds, **proof}


def noise(law, queries, matrix, scales, moves, epsilon, holds=True, **proof):
    """Return the claim that a noise mechanism on two bins has a loss, or not."""
    return {
        "claim": "noise",
        "law": law,
        "bins": 2,
        "queries": queries,
        "noise": matrix,
        "scales": scales,
        "moves": moves,
        "epsilon": epsilon,
        "holds": holds,
        **proof,
    }


def scales(weights, alpha="1/2"):
    """Return a kernel that is a sum of scales."""
    return {"form": "scales", **COUNTS, "alpha": alpha, "weights": weights}


def polynomial(table, unit=("1",), interval=("0", "1")):
    """Return a kernel for every alpha."""
    return {
        "form": "polynomial",
        **COUNTS,
        "interval": list(interval),
        "unit": list(unit),
        "rows": table,
    }


def product(of, post, outputs):
    """Return a kernel followed by another, on the inputs 0..1."""
    return {"form": "product", "inputs": [0, 1], "outputs": outputs, "of": of, "post": post}


COIN = dense("3/4 1/4, 1/4 3/4")
LEAN = dense("3/4 1/4, 1/5 4/5")
FLAT = dense("1/2 1/2, 1/2 1/2")
WIDE = dense("1/2 1/4 1/4, 1/4 1/4 1/2", ["no", "yes"], ["no", "?", "yes"])
SKEW = dense("2/3 0 1/3, 1/3 0 2/3", ["no", "yes"], ["no", "?", "yes"])
HOLED = dense("1/2 1/4, 1/4 1/2", undecided=["1/4", "1/4"])
STEADY = dense("1/2 1/4 1/4, 1/4 1/2 1/4, 1/4 1/4 1/2")
BELL = dense("1/2 1/3 1/6, 1/4 1/2 1/4, 1/6 1/3 1/2")
POST = [[[0, "1"]], [[0, "1/3"], [1, "2/3"]]]
FOLLOWED = product(0, POST, [0, 1])
TWO = ["1/2", "1/2"]
EXP1 = {"epsilon": "1", "terms": 10}
GM1 = [[["1"], ["0", "1"]], [["0", "1"], ["1"]]]
FOR_ALL = polynomial(GM1, ["1", "1"])
DUAL_FOR_ALL = [
    [[0, [[1, 0], [0, 0]]], ["1"]],
    [[0, [[0, 1], [1, 1]]], ["1"]],
    [["sum", 0], ["0", "1"]],
    [["sum", 1], ["0", "1"]],
]
VALLEY = [["1", "-3", "3"], ["0", "3", "-3"]]  # 1 - 3 a + 3 a^2, at least 1/4
CUT = polynomial([VALLEY, VALLEY[::-1]], interval=("0", "1/2", "1"))
TABLE = {"table": [["0", "1", "1"], ["1", "1", "0"]]}
SKEW_DUAL = [
    [[0, [[1, 0], [0, 0]]], "1/3"],
    [[0, [[0, 2], [1, 2]]], "1/3"],
    [["sum", 0], "1/6"],
    [["sum", 1], "1/6"],
]
MAX_DUAL = [[["max", 0], "1/2"], [["max", 1], "1/2"], *multipliers(1)]
HALF = [linear([[0, 0, "1"]], "3/4"), linear([[1, 1, "1"]], "3/4")]
FARKAS = [
    [[1, []], "1/2"],
    [[0, [[1, 0], [0, 0]]], "1"],
    [[2, []], "1"],
    [["sum", 1], "-1"],
]
FARKAS_FOR_ALL = [
    [[1, []], ["0", "1"]],
    [[0, [[1, 0], [0, 0]]], ["1"]],
    [[2, []], "1"],
    [["sum", 1], "-1"],
]
GM_SCALES = scales([["-", 0, "1"], ["+", 1, "1"]])
MIXED = scales([["-", 0, "1/2"], ["+", 0, "1/2"], ["-", 1, "1/2"], ["+", 1, "1/2"]])
BACKWARDS = scales([["+", 0, "1"], ["-", 1, "1"]])
KEPT = {"demand": "law", "from": TWO, "to": TWO}
OPEN = ["0", "1", False, False, []]
X = [[[1, [1]]], 1]
ONE_MINUS_X = [[[1, [0]], [-1, [1]]], 1]
QUERIES = [[[0, "1"]], [[0, "1"], [1, "1"]]]
IDENTITY = [[[0, "1"]], [[1, "1"]]]
MOVES = [[[0, "1"]], [[1, "1"]]]
SHIFTS = [[[0, "1"], [1, "1"]], [[1, "1"]]]
W = [[0, "1"], [1, "1/2"]]
T_IS_MAX = [{"t": 1, "a": -1}, {"t": 1, "b": -1}, {"a": 1}, {"b": 1}]
ONE_OF = [[[{"a": 1, "t": -1}], [{"b": 1, "t": -1}]]]
SUM_TREE = {
    "either": 0,
    "children": [
        {"farkas": [[3, 1], [4, 1], [5, 1]]},
        {"farkas": [[2, 1], [4, 1], [5, 1]]},
    ],
}
SPLIT_TREE = {
    "split": {"x": 1},
    "children": [{"farkas": [[0, 1], [2, 1], [3, 1]]}, {"farkas": [[1, 1], [2, 1], [3, 1]]}],
}
IN_ALPHA = ["0", "1"]
ONE_LESS_ALPHA = ["1", "-1"]
LONG = ["1", *["0"] * 199]  # a polynomial with as many coefficients as there may be
CUT_TREE = {"cut": [[0, 1]], "divide": 2, "then": {"farkas": [[1, 1], [2, 1]]}}

# -- what is accepted -------------------------------------------------------------------

GOOD = {
    # demands, and that they fail
    "sums": document([LEAN], []),
    "sums-fails": document([dense("1/2 1/2, 1/2 1/3")], [rows(SUMS, holds=False, at=[1])]),
    "one-count": document([dense("1")], [rows(private("1"), tight=[])]),
    "labels": document([WIDE], [rows(private("1/2"), tight=[[1, 0], [0, 0]])]),
    "negative-counts": document([COIN | {"inputs": [-2, -1], "outputs": [7, 8]}], []),
    "subject": document([COIN], [], {"file": "coin.csv", "reading": "stored"})
    | {"made": {"program": "by hand", "date": "2026-11-20"}},
    "private": document([gm(2)], [rows(private("1/2"), tight=[[1, 0], [0, 0]])]),
    "private-lower": document([gm(3)], [rows(private("1/3"))]),
    "private-within-2": document([gm(2)], [rows(private("1/4", {"inputs_within": 2}))]),
    "private-within-all": document([gm(2)], [rows(private("1/4", {"inputs_within": 10**9}))]),
    "private-pairs": document(
        [gm(2)],
        [rows(private("1/2", {"pairs": [[0, 1, 1], [0, 2, 2]]}), tight=[[2, 0], [0, 0]])],
    ),
    "private-outputs": document([gm(2)], [rows(private("1/4", {"outputs_within": 1}))]),
    "private-outputs-tight": document(
        [dense("1/2 1/4 1/4")],
        [rows(private("1/2", {"outputs_within": 2}), tight=[[0, 2], [0, 0]])],
    ),
    "private-denominators": document(
        [dense("3/4 1/4, 3/5 2/5")], [rows(private("5/8"), tight=[[0, 1], [1, 1]])]
    ),
    "private-at-0": document([dense("1 0, 0 1")], [rows(private("0"), tight=[[0, 1], [1, 1]])]),
    "private-at-1": document([FLAT], [rows(private("1"), tight=[])]),
    "private-fails": document([gm(2)], [rows(private("3/5"), holds=False, at=[[1, 0], [0, 0]])]),
    "private-zero": document(
        [dense("1 0, 1/2 1/2")], [rows(private("1/100"), holds=False, at=[[0, 1], [1, 1]])]
    ),
    "private-epsilon": document([gm(2)], [rows(private(EXP1))]),
    "private-epsilon-fails": document(
        [gm(2)],
        [rows(private({"epsilon": "1/2", "terms": 6}), holds=False, at=[[1, 0], [0, 0]])],
    ),
    **{
        f"property-{p}": document([STEADY], [rows(letter(p))])
        for p in ("RH", "RM", "CH", "CM", "F", "WH")
    },
    "property-S": document([BELL], [rows(letter("S"))]),
    "property-RH-fails": document(
        [dense("1/2 1/2, 3/4 1/4")], [rows(letter("RH"), holds=False, at=[[0, 0], [1, 0]])]
    ),
    "property-CH-fails": document(
        [dense("1/2 1/2, 3/4 1/4")], [rows(letter("CH"), holds=False, at=[[1, 1], [1, 0]])]
    ),
    "property-RM-fails": document(
        [dense("1/2 1/4 1/4, 1/8 1/2 3/8, 1/4 1/4 1/2")],
        [rows(letter("RM"), holds=False, at=[[1, 0], [2, 0]])],
    ),
    "property-CM-fails": document(
        [dense("1/2 1/8 3/8, 1/4 1/2 1/4, 1/4 1/4 1/2")],
        [rows(letter("CM"), holds=False, at=[[0, 1], [0, 2]])],
    ),
    "property-WH-fails": document(
        [dense("1/4 3/4, 1/2 1/2")], [rows(letter("WH"), holds=False, at=[[0, 0]])]
    ),
    "property-F-fails": document([LEAN], [rows(letter("F"), holds=False, at=[[0, 0], [1, 1]])]),
    "property-S-fails": document([LEAN], [rows(letter("S"), holds=False, at=[[0, 1], [1, 0]])]),
    "law": document(
        [gm(2)], [rows({"demand": "law", "from": ["1/3"] * 3, "to": ["7/18", "2/9", "7/18"]})]
    ),
    "law-fails": document([LEAN], [rows(KEPT, holds=False, at=[1])]),
    "linear": document([WIDE], [rows(linear([[0, 0, "2"], [0, 0, "-1"], [1, 2, "1"]], "1"))]),
    "linear-equal": document([WIDE], [rows(linear([[0, 1, "1"], [1, 1, "-1"]], "0", "="))]),
    "linear-empty": document([COIN], [rows(linear([], "-1"))]),
    "linear-fails": document([WIDE], [rows(linear([[0, 0, "1"]], "3/4"), holds=False, at=[])]),
    "linear-equal-fails": document(
        [WIDE], [rows(linear([[0, 0, "1"]], "1/4", "="), holds=False, at=[])]
    ),
    "costs": document(
        [LEAN],
        [
            rows(cost(L0, "9/20")),
            rows(cost({"loss": "L0", "aggregate": "max", "weights": ["1/3", "2/3"]}, "2/5")),
            rows(cost({"loss": "L1", **UNIFORM}, "9/40")),
            rows(cost({"loss": "L2", "aggregate": "max", "weights": None}, "1/8")),
            rows(cost({"loss": "L0,1", **UNIFORM}, "0")),
            rows(cost({"loss": {"table": [["0", "1"], ["-1", "1/2"]]}, **UNIFORM}, "9/40")),
        ],
    ),
    "power-table": document(
        [
            gm(1)
            | {
                "exponents": [[0, 1], [1, 0]],
                "row_factors": ["2", "1"],
                "column_factors": ["1/3", "2/3"],
            }
        ],
        [rows(SUMS, holds=False, at=[0])],
    ),
    "base-1": document([gm(1) | {"base": "1", "column_factors": TWO}], [rows(private("1"))]),
    # products
    "product-form": document(
        [gm(1), FOLLOWED],
        [rows(SUMS, 1, by="form"), rows(private("1/2"), 1, by="form"), rows(private("1/2"), 1)],
    ),
    "product-of-one-output": document(
        [
            dense("1, 1"),
            {
                "form": "product",
                "inputs": [0, 1],
                "outputs": [0, 1],
                "of": 0,
                "post": [[[0, "1/10"], [1, "9/10"]]],
            },
        ],
        [rows(private("1"), 1, by="form")],
    ),
    "product-epsilon": document([gm(1), FOLLOWED], [rows(private(EXP1), 1, by="form")]),
    "product-claim": document(
        [gm(1), dense("7/9 2/9, 5/9 4/9")],
        [{"claim": "product", "kernel": 1, "of": 0, "holds": True, "post": POST}],
    ),
    "product-fails": document(
        [gm(1), dense("1 0, 0 1")],
        [
            {
                "claim": "product",
                "kernel": 1,
                "of": 0,
                "holds": False,
                "functional": [[[0, "1"]], [[1, "1"]]],
            }
        ],
    ),
    "product-rectangular": document(
        [gm(1), product(0, [[[2, "1"]], [[0, "1/2"], [1, "1/2"]]], ["a", "b", "c"])],
        [
            {
                "claim": "product",
                "kernel": 1,
                "of": 0,
                "holds": True,
                "post": [[[2, "1"]], [[0, "1/2"], [1, "1/2"]]],
            }
        ],
    ),
    # duals
    "optimal": document([gm(2)], [optimal(multipliers(2), "2/3")]),
    "optimal-max": document(
        [gm(1)],
        [optimal(MAX_DUAL, "2/3", {"loss": "L0", "aggregate": "max", "weights": None})],
    ),
    "optimal-table": document([SKEW], [optimal(SKEW_DUAL, "1/3", {"loss": TABLE, **UNIFORM})]),
    "optimal-design": document(
        [gm(1)],
        [
            optimal(
                multipliers(1, place=2),
                "2/3",
                design=[letter("F"), linear([[0, 0, "1"]], "1/2"), private("1/2")],
            )
        ],
    ),
    "optimal-for-all": document(
        [FOR_ALL], [optimal(DUAL_FOR_ALL, ["0", "2"], design=[private(["0", "1"])])]
    ),
    "infeasible": document([], [infeasible([private("1/2"), *HALF], FARKAS)]),
    "infeasible-for-all": document(
        [],
        [infeasible([private(["0", "1"]), *HALF], FARKAS_FOR_ALL, interval=["1/3", "1"])],
    ),
    # every alpha
    "for-all": document([FOR_ALL], [rows(private(["0", "1"]), tight=[[1, 0], [0, 0]])]),
    "for-all-demands": document(
        [FOR_ALL],
        [
            rows(letter("F")),
            rows(letter("WH")),
            rows(KEPT),
            rows(cost(L0, ["0", "2"])),
            rows(linear([[0, 0, ["0", "1"]], [0, 1, "-1"]], "0", "=")),
        ],
    ),
    "for-all-cut": document([CUT], []),
    # ranks
    "unique": document([gm(2)], [unique(multipliers(2))]),
    "unique-composite-modulus": document([gm(1)], [unique(multipliers(1), modulus=35)]),
    "unique-fails": document(
        [dense("1 0, 0 1"), dense("1 0, 1 0")],
        [not_unique(1, {"loss": "L0", "aggregate": "sum", "weights": ["1", "0"]}, [])],
    ),
    "extreme": document([gm(1)], [extreme([private("1/2")], False, modulus=7)]),
    "extreme-zeros": document([dense("1 0, 0 1")], [extreme([], False, modulus=2)]),
    "extreme-fails": document(
        [FLAT, gm(1), dense("1/3 2/3, 2/3 1/3")],
        [extreme([private("1/2")], False, between=[1, 2])],
    ),
    "extreme-weights": document([GM_SCALES], [extreme([KEPT], True, modulus=5)]),
    "scales-of-3": document(
        [
            {
                "form": "scales",
                "inputs": [0, 2],
                "outputs": [0, 2],
                "alpha": "1/2",
                "weights": [["--", 0, "7/6"], ["+-", 1, "2/3"], ["++", 2, "7/6"]],
            }
        ],
        [rows(cost(L0, "2/3")), rows(letter("RH")), extreme([], True, modulus=11)],
    ),
    "extreme-weights-fails": document(
        [MIXED, GM_SCALES, BACKWARDS], [extreme([KEPT], True, between=[1, 2])]
    ),
    # signs
    "sign": document([], [sign(["x"], {"x": OPEN}, [[X, ONE_MINUS_X]], ">0")]),
    "sign-negative": document([], [sign(["x"], {"x": OPEN}, [[X], [[[[-1, [0]]], 1]]], "<0", [X])]),
    "sign-closed": document(
        [], [sign(["x"], {"x": ["0", "1", True, True, []]}, [[X, ONE_MINUS_X]], ">=0")]
    ),
    "sign-at-most": document([], [sign(["x"], {"x": ["-1", "0", True, True, []]}, [[X]], "<=0")]),
    "sign-identity": document(
        [],
        [
            sign(
                ["x", "y"],
                {"x": ["0", None, True, False, []], "y": OPEN},
                [
                    [[[[1, [1, 0]], [1, [0, 1]]], 2]],
                    [[[[-1, [1, 0]], [1, [0, 1]]], 2], [[[-1, [0, 0]]], 1]],
                    [[[[-4, [1, 1]]], 1]],
                ],
                "=0",
                [[[[1, [0, 0]], [-1, [1, 0]]], 3]],
            )
        ],
    ),
    "sign-cut": document(
        [],
        [
            sign(
                ["x"],
                {"x": ["0", "1", True, True, ["1/2"]]},
                [[[[[1, [0]], [-3, [1]], [3, [2]]], 1]]],
                ">0",
            )
        ],
    ),
    "sign-even-power": document(
        [],
        [
            sign(
                ["x"],
                {"x": ["0", None, True, False, []]},
                [[[[[2, [0]], [-1, [1]]], 2]]],
                ">=0",
            )
        ],
    ),
    "sign-even-power-of-a-negative": document(
        [], [sign(["x"], {"x": OPEN}, [[[[[-1, [1]]], 2]]], ">0")]
    ),
    "sign-unbounded": document(
        [],
        [
            sign(
                ["x", "y"],
                {"x": ["1", None, True, False, ["2"]], "y": ["1", None, False, False, []]},
                [[[[[1, [1, 1]], [-1, [0, 0]]], 1]]],
                ">0",
                [[[[1, [1, 0]]], 2]],
            )
        ],
    ),
    # cases
    "cases-farkas": document(
        [],
        [
            cases(
                [{"y": 1, "x": -1}, {"y": 1, "x": 1}],
                [],
                {"y": 1},
                {"farkas": [[0, 1], [1, 1], [2, 2]]},
            )
        ],
    ),
    "cases-cut": document([], [cases([{"x": 2, "": -1}], [], {"x": 1, "": -1}, CUT_TREE)]),
    "cases-cut-by-1": document(
        [],
        [
            cases(
                [{"x": 1, "": -1}],
                [],
                {"x": 1, "": -1},
                {"cut": [[0, 2], [1, 0]], "divide": 1, "then": {"farkas": [[2, 1], [1, 2]]}},
            )
        ],
    ),
    "cases-either": document([], [cases(T_IS_MAX, ONE_OF, {"a": 1, "b": 1, "t": -1}, SUM_TREE)]),
    "cases-split": document(
        [], [cases([{"y": 1, "x": -1}, {"y": 1, "x": 1}], [], {"y": 1}, SPLIT_TREE)]
    ),
    # levels
    "level": document([COIN], [level("1/2", "1/4")]),
    "level-fails": document([COIN], [level("1/2", "1/5", False, at=[0, 1])]),
    "level-epsilon": document([COIN], [level(EXP1, "1/14")]),
    "level-epsilon-fails": document([COIN], [level(EXP1, "1/15", False, at=[1, 0])]),
    "level-alpha-1": document([COIN], [level("1", "1/2")]),
    "level-delta-0-and-1": document(
        [dense("1 0, 0 1"), FLAT], [level("1", "1"), level("1/2", "0") | {"kernel": 1}]
    ),
    "level-pairs": document(
        [gm(2)], [level("1/2", "0", neighbours={"pairs": [[1, 2, 1], [0, 1, 1]]})]
    ),
    "level-undecided": document([HOLED], [level("1/2", "1/4")]),
    "level-undecided-fails": document(
        [dense("7/8 0, 0 7/8", undecided=["1/8", "1/8"])], [level("1/2", "1/2", False, at=[0, 1])]
    ),
    # noise
    "noise": document(
        [],
        [
            noise(
                "laplace",
                QUERIES,
                IDENTITY,
                ["1", "2"],
                MOVES,
                "3/2",
                shifts=SHIFTS,
                move=0,
                functional=W,
            )
        ],
    ),
    "noise-no-functional": document(
        [], [noise("geometric", QUERIES, IDENTITY, ["1", "2"], MOVES, "3/2", shifts=SHIFTS)]
    ),
    "noise-fails": document(
        [],
        [
            noise(
                "laplace",
                QUERIES,
                IDENTITY,
                ["1", "2"],
                MOVES,
                "1",
                holds=False,
                move=0,
                functional=W,
            )
        ],
    ),
    "noise-infinite": document(
        [],
        [
            noise(
                "laplace",
                QUERIES,
                [[], [[0, "1"]]],
                ["1"],
                MOVES,
                None,
                holds=False,
                move=0,
                functional=[[0, "1"]],
            )
        ],
    ),
    "noise-lattice": document(
        [],
        [
            noise(
                "geometric",
                [[[0, "1"]]],
                [[[0, "2"]]],
                ["1"],
                [[[0, "1"]]],
                None,
                holds=False,
                move=0,
                functional=[[0, "1/2"]],
            )
        ],
    ),
    # numbers of which a rule is just met, or not
    "subject-long": document([COIN], [], {"in full": "a" * 398, "hashed": "a" * 399}),
    "private-epsilon-terms": document([gm(1)], [rows(private({"epsilon": "1", "terms": 2}))]),
    "level-epsilon-terms": document([COIN], [level({"epsilon": "1", "terms": 3}, "1/8")]),
    "level-epsilon-terms-fails": document(
        [COIN], [level({"epsilon": "1", "terms": 2}, "31/500", False, at=[1, 0])]
    ),
    "optimal-multiplier-0": document(
        [gm(2)], [optimal([*multipliers(2), [[0, [[1, 2], [0, 2]]], "0"]], "2/3")]
    ),
    "for-all-at-1": document(
        [polynomial([[["1/2"], ["1/2"]]] * 2)], [rows(private("1"), tight=[])]
    ),
    "for-all-unit-0-at-low": document([polynomial([[IN_ALPHA, []], [[], IN_ALPHA]], IN_ALPHA)], []),
    "for-all-unit-0-at-high": document(
        [polynomial([[ONE_LESS_ALPHA, []], [[], ONE_LESS_ALPHA]], ONE_LESS_ALPHA)], []
    ),
    "for-all-of-degree-199": document([polynomial([[LONG, []], [[], LONG]], LONG)], []),
    "for-all-at-distance-199": document(
        [FOR_ALL], [rows(private(IN_ALPHA, {"pairs": [[0, 1, 199]]}))]
    ),
    "extreme-property": document([FLAT], [extreme([letter("CH")], False, modulus=3)]),
    "extreme-outputs": document(
        [FLAT], [extreme([private("1", {"outputs_within": 1})], False, modulus=3)]
    ),
    "extreme-weights-of-3-outputs": document(
        [scales([["-", 0, "1/2"], ["+", 1, "1"], ["-", 2, "1/2"]]) | {"outputs": [0, 2]}],
        [extreme([KEPT | {"to": ["1/4", "1/2", "1/4"]}], True, modulus=2)],
    ),
    "number-of-100000-characters": document([dense("0 1, " + "0" * 99_999 + "1 0")], []),
    "for-all-of-one-count": document(
        [polynomial([[["1"], IN_ALPHA]], ["1", "1"]) | {"inputs": [0, 0]}], []
    ),
    "infeasible-0-at-cut": document(
        [],
        [
            infeasible(
                [linear([[0, 0, ["-1", "4", "-4"]]], "1")],
                [[[0, []], "1"]],
                interval=["0", "1/2", "1"],
            )
        ],
    ),
    "sign-cut-open": document(
        [],
        [sign(["x"], {"x": ["0", "1", False, False, ["1/2"]]}, [[X, ONE_MINUS_X]], ">0")],
    ),
    "extreme-outputs-tied": document(
        [dense("4/7 2/7 1/7")],
        [extreme([private("1/2", {"outputs_within": 1})], False, modulus=3)],
    ),
    "extreme-at-a-third": document([gm(1, "1/3")], [extreme([private("1/3")], False, modulus=5)]),
    "extreme-modulus-large": document([dense("1 0, 0 1")], [extreme([], False, modulus=2**64 - 1)]),
    "extreme-weights-by-the-law": document(
        [scales([["-", 0, "1"], ["+", 0, "1/2"], ["+", 1, "1/2"]])],
        [extreme([KEPT | {"to": ["3/4", "1/4"]}], True, modulus=2)],
    ),
    "sign-of-0": document(
        [], [sign(["x"], {"x": OPEN}, [[[[], 1]]], relation) for relation in (">=0", "<=0")]
    ),
    "sign-of-10-symbols": document([], [many(10)]),
}

# -- what is not ------------------------------------------------------------------------

LIST = (
    "A sparse row, or vector, is a list of `[place, number]`, places ascending; the others are 0."
)
RATIONALS = 'Rationals are texts, `"p"` or `"p/q"`, p with an optional minus sign, q positive'
DIGITS = "decimal digits only"
UNNAMED = "A key that is not named here, and a key that is there twice, are refused."
NULL = "No key has the value `null` unless that is said."
INTEGERS = "Places of inputs and outputs are JSON integers, from 0."
JSON_INTEGERS = "a JSON number with a point or an exponent is refused"
CLAIM = "An object with `claim`, and `holds`, true or false."
FAILING = "one that fails by the place where it does"
SUMMED = "**Every kernel of the list has a claim `rows` with the demand `sums`.**"
LABELS = (
    "`[low, high]`, two integers low <= high, for the counts "
    "low..high; or a list of texts, all different; 10^9 labels at most."
)
NONNEGATIVE = "Every entry is at least 0."
KNOWN = "`undecided` has a number u >= 0 for each input"
UNDECIDED = (
    "Unless all are 0, nothing but `rows` with `sums` and `level` is claimed of such a kernel, and "
    "no kernel or claim names it otherwise"
)
POWER = "0 < base <= 1, factors > 0"
EXPONENTS = 'exponents are integers >= 0, or the text `"abs(i-j)"`'
OF = "the kernel number `of`, which comes earlier, followed by the kernel `post`"
POST_ROWS = "for each of its outputs a sparse row over these outputs, numbers >= 0 that add up to 1"
SCALES = "the column of that output has the scale of the pattern times the weight > 0."
PATTERN = (
    'A scale starts anywhere and goes from each input to the next times alpha (`"-"`) or divided '
    'by alpha (`"+"`); it sums to 1.'
)
TWICE = "No two have the same pattern and output; 0 < alpha < 1"
INTERVAL = (
    "`interval` is a list of two or more ascending rationals in [0, 1]: the first and the last "
    "bound alpha, the others are cuts"
)
UNIT = "`unit` is positive there."
PIECES = (
    "put (low + high t)/(1 + t) for alpha, times a power of 1 + t, and no coefficient of the "
    "difference is negative."
)
MEMBER = "`at` names a member that does not."
NOT_COST = "(Not for `cost`.)"
TIGHT = (
    "it holds, and this member is an equation whose right side is not 0, so that it fails for any "
    "larger alpha."
)
TIGHT_1 = "For alpha = 1 nothing is larger, and `tight` may be `[]`."
IS_MADE = 'With `"by": "form"` it holds by what the kernel is made of'
BY_FORM = (
    "In the form `product` `sums`, and `private` between inputs, hold if they do for the kernel "
    "`of`."
)
HOLDS = "It holds: every member of the demand holds at the kernel."
ALPHA = "`alpha` is a number in [0, 1]"
WITHIN = '{"inputs_within": k} inputs up to k places apart (k >= 1), at distance 1'
PAIRS = "these inputs, both ways, i < k, no pair twice, at distance d >= 1"
OUTPUTS = "for each input the entries of outputs up to k places apart, at distance 1"
SQUARE = "Properties need as many outputs as inputs, with the same labels."
LAW = "the sum over i of `from[i] K[i][j]` is `to[j]`; both are distributions"
LINEAR = 'the sum of `w K[i][j]` over `[i, j, w]` in `terms` is `">="` or `"="` the bound'
COST = "the kernel costs `value`"
LOSS = (
    '`loss` is `"L0"`, `"L1"`, `"L2"`, `"L0,d"` (as many outputs as inputs; |i-j| to that power '
    'where |i-j| > d), or `{"table": rows}` with the loss of each output on each input.'
)
WEIGHTS = "`weights` is a distribution over the inputs, `null` for the uniform one."
AGGREGATE = (
    'Costs of inputs, weight times expected loss, are added up (`"sum"`) or the greatest counts '
    '(`"max"`).'
)
RESCALED = "L0 and L0,d are rescaled so that the uniform mechanism scores 1 under L0"
POST_IS = "It holds: `post`, sparse rows; it is a kernel, and the product is right."
FUNCTIONAL = (
    "the sum of weight times `K[i][j]` is greater than the sum over the outputs k of the kernel "
    "`of`, call it A, of the greatest over j of the sum over i of `A[i][k] weight[i][j]`."
)
DESIGN = (
    "A **design** is a list of demands, but for `sums`, `cost`, and `private` at e^-epsilon: all "
    "kernels that meet them are meant."
)
LABEL = "`dual` is a list of `[label, multiplier]`, where a label names one linear inequality"
LABEL_MEMBER = "that member of the demand number d of the design"
LABEL_MAX = 't is at least the cost of input i, where the aggregate is `"max"`'
MULTIPLIERS = "Multipliers are at least 0, of equations of either sign."
MEETS = (
    "the kernel meets the design, and none that does costs less than `cost`, which is what the "
    "kernel costs."
)
ABOVE = "The sum has no coefficient above that of the objective, and its bound is `cost`."
T_SIGN = 'For `"max"` the objective is t, a variable of either sign.'
CONTRADICTION = "The sum has no positive coefficient, but a positive bound."
OVER_UNIT = (
    "Of a kernel in the form `polynomial`, `cost`, `value` and the multipliers of `optimal` are "
    "over its `unit`, as its entries are."
)
OPTIMA = (
    "At any kernel that costs as little, an inequality with a positive multiplier and every "
    "equation that is listed (multiplier 0 included) hold with equality, and an entry whose "
    "coefficient is below that of the objective is 0."
)
OTHER = "the place of another kernel that meets the design and costs no more."
RANK = (
    "the equations, as integers, determine the entries (the weights) if for each one a pivot is "
    "found that is invertible modulo m."
)
MODULUS = "Elimination modulo `modulus`, an integer m > 1"
BETWEEN = "the places of two kernels that meet the design, differ, and have this one as their mean."
OF_SCALES = "With `weights` true, for kernels in the form `scales`"
LAWS_ONLY = "The design has only demands `law`."
AT_THAT_ALPHA = "of all weights >= 0 of scales at that alpha whose kernels meet the design"
TIGHT_TAKEN = (
    "Sums of rows, the members of the design that are equations at the kernel, and the entries "
    "that are 0, are taken."
)
RELATION = '`relation` is one of `">0" ">=0" "<0" "<=0" "=0"`.'
TERMS = "A polynomial is a list of terms `[integer, exponents]`, an exponent for each symbol"
BOX = (
    "`box` has for each symbol `[low, high, low is in, high is in, cuts]`; `high` may be null, "
    "`cuts` are ascending rationals between."
)
ZERO = 'For `"=0"` the numerator is the polynomial 0 and the denominator is not, whatever the box.'
ONE_SIGN = (
    "For each piece, low + t or (low + high t)/(1 + t) is put for each symbol: terms of one sign "
    "show the sign for t >= 0."
)
NEVER = (
    "That it is never 0 follows from a term without a symbol whose low end is in, and from the "
    "same at the high ends that are in."
)
EVEN = "An even power of any factor is at least 0."
QUOTIENT = "the quotient has a sign wherever the symbols are in their box."
AFFINE = "An affine form maps names to integers, its constant stands at the empty name."
GIVEN = "For all integers at which the forms `given` are at least 0"
NEGATION = "The `tree` starts from `given` and the negation of `goal`, goal <= -1"
EMPTY = "m >= 0 times form k, added up, is a negative number: the case is empty"
DIVIDED = "adds such a sum, divided by g, its constant rounded down"
CHILDREN = "a child for each list of the member k of `either`, whose forms are added"
SPLIT = "form >= 0, and form <= -1"
SERIES = "The sum of the first `terms` terms of the series of e^epsilon, terms > epsilon"
EPSILON = (
    'Where alpha is written as `{"epsilon", "terms"}`, epsilon a rational > 0, alpha is e^-epsilon.'
)
GAP = "Between the two there is no certificate."
LEVEL = "Neighbours are inputs, at distance 1; 0 < alpha <= 1, and delta is in [0, 1]."
AT_MOST = "the sum over outputs of max(0, K[k][j] - K[i][j]/alpha), plus u[k], is at most delta."
BEYOND = "`at` is `[i, k]`, neighbours, for which that sum, less u[i]/alpha, is more than delta."
NOISE_LAW = '`"laplace"`, noise on the reals, or `"geometric"`, two-sided on the integers'
NOISE_ROWS = "A and S, a sparse vector for each query"
B = "b > 0, for each noise variable"
MOVE = "sparse vectors, none of them 0: the neighbouring changes of x"
NO_EPSILON = "a number; `null`, where it fails, for any number: the loss is infinite"
MASKS = 'with S v = A m (v integer for `"geometric"`)'
COSTLIEST = "the sum of |v_i| / b_i, is at most `epsilon`, and for one of them is `epsilon`."
STEEP = "|w.S_i| <= 1/b_i for each column of S, and w.(A m) > `epsilon`."
TELLS = (
    'Or the loss is infinite: w.S = 0 but not w.(A m); for `"geometric"`, all numbers of w.S are '
    "integers but w.(A m) is none."
)
NO_LESS = (
    "Where it holds, `move` and `functional` with w.(A m) = `epsilon` show that it is no less."
)
LIMITS = (
    "a number has at most 100,000 characters, and a common denominator at most 10^6 bits. What is "
    "beyond is refused, exit status 3."
)
TOO_MUCH = (
    "So are a modulus of 2^64 or more, a degree or a power of 200 or more, and more than 10 "
    "symbols."
)
UNKNOWN_FORM = "An object with `form`, `inputs`, `outputs` and what the form needs."


def without(dual, place):
    """Return multipliers without one of them."""
    return [*dual[:place], *dual[place + 1 :]]


# name: (sentence, good one, changes by path[, status]); DROP leaves out, a path ending in + adds
BAD = {
    # the document
    "format": ('`"exactdp-certificate"`', "sums", {"format": "exactdp"}, 2),
    "version-1": (
        "Files of version 1 are read no more: write them anew.",
        "sums",
        {"version": 1},
        2,
    ),
    "version-text": ("| `version` | `2` |", "sums", {"version": "2"}, 2),
    "version-true": ("This is version 2.", "sums", {"version": True}, 2),
    "explanation": (
        "`check` says so, exit status 3.",
        "sums",
        {"format": "exactdp-explanation"},
        3,
    ),
    "subject-text": (
        "what it is about, in the writer's words: an object, or `null`.",
        "sums",
        {"subject": "x"},
    ),
    "kernels-object": ("a list of [kernels](#kernels)", "sums", {"kernels": {}}),
    "no-claims": ("a list of [claims](#claims), at least one", "sums", {"claims": []}),
    "no-claims-at-all": (
        "a list of [claims](#claims), at least one",
        "sums",
        {"claims": [], "kernels": []},
    ),
    "verdict": (
        '`"fails"` if some claim has `"holds": false`, else `"holds"`',
        "sums",
        {"verdict": "fails"},
    ),
    "verdict-fails": (
        '`"fails"` if some claim has `"holds": false`, else `"holds"`',
        "sums-fails",
        {"verdict": "holds"},
    ),
    "digest": (
        '`"sha256:"` and the SHA-256 of the document without `digest` and `made`, as JSON with '
        "sorted keys, without spaces, in ASCII",
        "sums",
        {"digest": "sha256:" + "0" * 64},
    ),
    "made-text": ("optional: an object about the making", "subject", {"made": "by hand"}),
    "made-null": (NULL, "sums", {"made": None}),
    "verdict-null": (NULL, "sums", {"verdict": None}),
    "undecided-null": (NULL, "sums", {"kernels/0/undecided": None}),
    "tight-null": (NULL, "private", {"claims/1/tight": None}),
    "unknown-key": (UNNAMED, "sums", {"uncertified": []}),
    "unknown-key-of-claim": (UNNAMED, "sums", {"claims/0/shows": "all"}),
    "unknown-key-of-kernel": (UNNAMED, "sums", {"kernels/0/name": "x"}),
    "unknown-key-of-demand": (UNNAMED, "sums", {"claims/0/demand/alpha": "1/2"}),
    "unknown-key-of-objective": (
        '`objective` is `{"loss", "aggregate", "weights"}`.',
        "optimal",
        {"claims/1/objective/name": "L0"},
    ),
    "proof-of-the-other-verdict": (UNNAMED, "sums", {"claims/0/at": [0]}),
    "key-twice": (UNNAMED, "sums", {}),
    "point": (JSON_INTEGERS, "sums", {"kernels/0/inputs": [0.0, 1]}),
    "exponent": (JSON_INTEGERS, "sums", {}),
    "infinity": (JSON_INTEGERS, "sums", {"kernels/0/inputs": [0, float("inf")]}),
    "missing-subject": (UNNAMED, "sums", {"subject": DROP}),
    # numbers
    "number-json": (RATIONALS, "sums", {"kernels/0/rows/0/0": 1}),
    "number-decimal": (DIGITS, "sums", {"kernels/0/rows/0/0": "0.75"}),
    "number-plus": (RATIONALS, "sums", {"kernels/0/rows/0/0": "+3/4"}),
    "number-space": (DIGITS, "sums", {"kernels/0/rows/0/0": "3/4 "}),
    "number-newline": (DIGITS, "sums", {"kernels/0/rows/0/0": "3/4\n"}),
    "number-underscore": (DIGITS, "sums", {"kernels/0/rows/0/0": "1_0/1_4"}),
    "number-arabic": (DIGITS, "sums", {"kernels/0/rows/0/0": "\u0663/\u0664"}),
    "number-over-0": (RATIONALS, "sums", {"kernels/0/rows/0/0": "3/0"}),
    "number-over-negative": (RATIONALS, "sums", {"kernels/0/rows/0/0": "-3/-4"}),
    "place-true": (INTEGERS, "private", {"claims/1/kernel": False}),
    "place-negative": (INTEGERS, "private", {"claims/1/tight": [[1, -3], [0, 0]]}),
    "place-text": (INTEGERS, "private", {"claims/1/kernel": "0"}),
    "place-beyond": (
        "`kernel` is the place of the kernel in `kernels`.",
        "private",
        {"claims/1/kernel": 1},
    ),
    # kernels
    "form": (UNKNOWN_FORM, "sums", {"kernels/0/form": "sparse"}),
    "form-none": (UNKNOWN_FORM, "sums", {"kernels/0/form": DROP}),
    "kernel-list": (UNKNOWN_FORM, "sums", {"kernels/0": []}),
    "form-coupled": (
        "The forms `coupled` and `scaled`, of kernels too large to be written out, are read by "
        "`verify/forms.py`",
        "sums",
        {"kernels/0/form": "coupled"},
    ),
    "labels-missing": (UNKNOWN_FORM, "sums", {"kernels/0/inputs": DROP}),
    "labels-descend": (LABELS, "sums", {"kernels/0/inputs": [1, 0]}),
    "labels-empty": (LABELS, "sums", {"kernels/0/inputs": [], "kernels/0/rows": []}),
    "labels-twice": (LABELS, "labels", {"kernels/0/outputs": ["no", "no", "yes"]}),
    "labels-mixed": (LABELS, "labels", {"kernels/0/outputs": ["no", 1, "yes"]}),
    "labels-of-other-number": (LABELS, "sums", {"kernels/0/inputs": [0, 2]}),
    "labels-too-many": (LABELS, "sums", {"kernels/0/inputs": [0, 10**9]}, 3),
    "labels-text": (LABELS, "sums", {"kernels/0/inputs": "ab"}),
    "labels-too-many-for-all": (LABELS, "for-all", {"kernels/0/outputs": [0, 10**9]}, 3),
    "entry-negative": (NONNEGATIVE, "sums", {"kernels/0/rows/0": ["5/4", "-1/4"]}),
    "entry-negative-at-some-alpha": (
        NONNEGATIVE,
        "for-all",
        {"kernels/0/rows/0": [["2", "-1"], ["-1", "2"]]},
    ),
    "row-short": ("a text for each entry.", "sums", {"kernels/0/rows/0": ["1"]}),
    "row-long": ("a text for each entry.", "sums", {"kernels/0/rows/0": ["3/4", "1/4", "0"]}),
    "row-is-no-list": ("a text for each entry.", "sums", {"kernels/0/rows/0": "11"}),
    "undecided-negative": (
        KNOWN,
        "level-undecided",
        {"kernels/0/undecided": ["-1/4", "1/4"], "kernels/0/rows/0": ["3/4", "1/2"]},
    ),
    "undecided-short": (
        KNOWN,
        "level-undecided",
        {"kernels/0/undecided": ["1/4"]},
    ),
    "undecided-of-power": (UNNAMED, "private", {"kernels/0/undecided": ["0", "0", "0"]}),
    "undecided-private": (UNDECIDED, "level-undecided", {"claims/+": rows(private("1/2"))}),
    "undecided-property": (UNDECIDED, "level-undecided", {"claims/+": rows(letter("F"))}),
    "undecided-base": (
        UNDECIDED,
        "level-undecided",
        {"kernels/+": FOLLOWED, "claims/+": rows(SUMS, 1, by="form")},
    ),
    "undecided-between": (
        UNDECIDED,
        "extreme-fails",
        {"kernels/1": dense("2/3 1/3, 1/3 1/3", undecided=["0", "1/3"])},
    ),
    "undecided-other": (
        UNDECIDED,
        "unique-fails",
        {"kernels/1": dense("1 0, 1/2 0", undecided=["0", "1/2"])},
    ),
    "undecided-of": (
        UNDECIDED,
        "product-claim",
        {"kernels/0": dense("2/3 1/3, 1/3 1/3", undecided=["0", "1/3"])},
    ),
    "base-0-of-a-kernel": (
        POWER,
        "private",
        {"kernels/0/base": "0", "kernels/0/column_factors": ["1", "1", "1"], "claims/1": DROP},
    ),
    "base-2-of-a-kernel": (
        POWER,
        "power-table",
        {
            "kernels/0/base": "2",
            "kernels/0/column_factors": ["1/3", "1/3"],
            "kernels/0/row_factors": ["1", "1"],
            "claims/0": rows(SUMS),
            "verdict": "holds",
        },
    ),
    "base-1-factors-0": (
        POWER,
        "base-1",
        {"kernels/0/column_factors": ["1", "0"]},
    ),
    "base-1-factors-negative": (
        POWER,
        "base-1",
        {"kernels/0/column_factors": ["-1/2", "-1/2"], "kernels/0/row_factors": ["-1", "-1"]},
    ),
    "base-0": (POWER, "private", {"kernels/0/base": "0"}),
    "base-beyond-1": (POWER, "private", {"kernels/0/base": "2"}),
    "factor-0": (POWER, "private", {"kernels/0/row_factors/0": "0"}),
    "factor-negative": (POWER, "private", {"kernels/0/column_factors/0": "-2/3"}),
    "factors-short": (
        "entry (i, j) is `row_factors[i] * column_factors[j] * base ** exponents[i][j]`",
        "private",
        {"kernels/0/row_factors": ["1", "1"]},
    ),
    "exponent-negative": (EXPONENTS, "power-table", {"kernels/0/exponents/0/1": -1}),
    "exponent-text": (EXPONENTS, "power-table", {"kernels/0/exponents/0/1": "1"}),
    "exponents-other-text": (EXPONENTS, "private", {"kernels/0/exponents": "i-j"}),
    "exponent-huge": (LIMITS, "power-table", {"kernels/0/exponents/0/1": 10**30}, 3),
    "of-itself": (OF, "product-form", {"kernels/1/of": 1}),
    "of-other-inputs": (
        OF,
        "product-form",
        {"kernels/0": dense("1 0, 0 1, 1 0"), "claims/3": DROP, "claims/2": DROP},
    ),
    "of-polynomials": (OF, "for-all", {"kernels/+": FOLLOWED, "claims/+": rows(SUMS, 1)}),
    "post-negative": (POST_ROWS, "product-form", {"kernels/1/post/1": [[0, "4/3"], [1, "-1/3"]]}),
    "post-sum": (POST_ROWS, "product-form", {"kernels/1/post/0": [[0, "1/2"]]}),
    "post-short": (POST_ROWS, "product-form", {"kernels/1/post": POST[:1]}),
    "post-descends": (LIST, "product-form", {"kernels/1/post/1": POST[1][::-1]}),
    "post-twice": (LIST, "product-form", {"kernels/1/post/1": [[0, "2/3"], [0, "1/3"]]}),
    "post-place": (LIST, "product-form", {"kernels/1/post/1": [[2, "1"]]}),
    "post-pair": (LIST, "product-form", {"kernels/1/post/1": [[0, "1", "0"]]}),
    "weight-0": (SCALES, "extreme-weights", {"kernels/0/weights/+": ["+", 0, "0"]}),
    "weight-negative": (SCALES, "extreme-weights", {"kernels/0/weights/+": ["+", 0, "-1"]}),
    "weight-output": (SCALES, "extreme-weights", {"kernels/0/weights/+": ["+", 2, "1"]}),
    "pattern-long": (PATTERN, "extreme-weights", {"kernels/0/weights/0/0": "--"}),
    "pattern-letter": (PATTERN, "extreme-weights", {"kernels/0/weights/0/0": "0"}),
    "pattern-number": (PATTERN, "extreme-weights", {"kernels/0/weights/0/0": 0}),
    "pattern-twice": (
        TWICE,
        "extreme-weights",
        {"kernels/0/weights": [["-", 0, "1/2"], ["-", 0, "1/2"], ["+", 1, "1"]]},
    ),
    "scales-at-1": (TWICE, "extreme-weights", {"kernels/0/alpha": "1", "claims/1": DROP}),
    "scales-at-0": (TWICE, "extreme-weights", {"kernels/0/alpha": "0"}),
    "polynomial-of-integers": (
        "A polynomial in alpha is a list of rationals, the constant first.",
        "for-all",
        {"kernels/0/unit": [1, 1]},
    ),
    "interval-one": (INTERVAL, "for-all", {"kernels/0/interval": ["0"]}),
    "interval-descends": (INTERVAL, "for-all", {"kernels/0/interval": ["1", "0"]}),
    "interval-beyond": (INTERVAL, "for-all", {"kernels/0/interval": ["0", "2"]}),
    "interval-below": (INTERVAL, "for-all", {"kernels/0/interval": ["-1", "1"]}),
    "interval-of-constants-beyond": (
        INTERVAL,
        "for-all-cut",
        {"kernels/0": polynomial([[["1"], []], [[], ["1"]]], interval=("0", "2"))},
    ),
    "interval-of-constants-below": (
        INTERVAL,
        "for-all-cut",
        {"kernels/0": polynomial([[["1"], []], [[], ["1"]]], interval=("-1", "1"))},
    ),
    "interval-twice": (INTERVAL, "for-all", {"kernels/0/interval": ["0", "1/2", "1/2", "1"]}),
    "unit-0": (UNIT, "for-all-cut", {"kernels/0/unit": []}),
    "unit-negative": (
        UNIT,
        "for-all",
        {
            "kernels/0/unit": ["-1", "-1"],
            "kernels/0/rows": [[["-1"], ["0", "-1"]], [["0", "-1"], ["-1"]]],
        },
    ),
    "unit-is-0-at-the-cut": (
        UNIT,
        "for-all-cut",
        {
            "kernels/0/unit": ["1", "-4", "4"],
            "kernels/0/rows": [[["1", "-4", "4"], []], [[], ["1", "-4", "4"]]],
        },
    ),
    "no-cut": (PIECES, "for-all-cut", {"kernels/0/interval": ["0", "1"]}),
    "for-all-not-everywhere": (PIECES, "for-all", {"claims/1": rows(private("1/2"))}),
    "for-all-fails": (
        "What is said of a kernel in this form is said for **every** alpha strictly between the "
        "first and the last number of `interval`",
        "for-all",
        {"claims/1": rows(private("1/2"), holds=False, at=[[1, 0], [0, 0]]), "verdict": "fails"},
    ),
    "polynomial-of-dense": (
        "Wherever it, or a claim about it, has a number, that is a text or a polynomial in alpha.",
        "private",
        {"claims/1/demand/alpha": ["0", "1/2"]},
    ),
    # claims
    "claim-unknown": (CLAIM, "sums", {"claims/0/claim": "stochastic"}),
    "claim-text": (CLAIM, "sums", {"claims/0": "rows"}),
    "claim-none": (CLAIM, "sums", {"claims/0/claim": DROP}),
    "holds-text": (CLAIM, "sums", {"claims/0/holds": "true"}),
    "holds-1": (CLAIM, "sums", {"claims/0/holds": 1}),
    "holds-none": (CLAIM, "sums", {"claims/0/holds": DROP}),
    "no-place": (FAILING, "private-fails", {"claims/1/at": DROP}),
    "no-sums": (SUMMED, "private", {"claims/0": DROP}),
    "no-sums-of-one": (SUMMED, "product-form", {"claims/0": DROP}),
    # rows
    "demand-unknown": (
        "A demand is a family of linear inequalities (or equations) in the entries.",
        "sums",
        {"claims/0/demand": {"demand": "stochastic"}},
    ),
    "sums-not": (
        "the entries of row i, and its undecided mass, add up to 1",
        "sums",
        {"kernels/0/rows/0/0": "1/2"},
    ),
    "sums-not-with-undecided": (
        "the entries of row i, and its undecided mass, add up to 1",
        "level-undecided",
        {"kernels/0/undecided": ["1/4", "1/8"]},
    ),
    "sums-fail-where-they-do-not": (MEMBER, "sums-fails", {"claims/0/at": [0]}),
    "sums-fail-nowhere": (MEMBER, "sums-fails", {"claims/0/at": [2]}),
    "member-by-letter": ("Its members have names.", "sums-fails", {"claims/0/at": ["1"]}),
    "member-of-two": ("Its members have names.", "sums-fails", {"claims/0/at": [1, 1]}),
    "member-true": ("Its members have names.", "sums-fails", {"claims/0/at": [True]}),
    "private-not": (
        "`K[i][j] >= alpha^d K[k][m]`, for neighbouring entries at distance d",
        "private",
        {"claims/1": rows(private("3/5"))},
    ),
    "private-not-by-denominators": (
        "`K[i][j] >= alpha^d K[k][m]`, for neighbouring entries at distance d",
        "private-denominators",
        {"claims/1": rows(private("16/25"))},
    ),
    "private-not-at-2": (
        "`K[i][j] >= alpha^d K[k][m]`, for neighbouring entries at distance d",
        "private-pairs",
        {"claims/1": rows(private("1/2", {"pairs": [[0, 2, 1]]}))},
    ),
    "private-not-for-zero": (
        HOLDS,
        "private-zero",
        {"claims/1": rows(private("1/100")), "verdict": "holds"},
    ),
    "alpha-beyond-1": (ALPHA, "private", {"claims/1/demand/alpha": "3/2"}),
    "alpha-negative": (ALPHA, "private", {"claims/1": rows(private("-1/2"))}),
    "alpha-none": (ALPHA, "private", {"claims/1/demand/alpha": DROP}),
    "within-0": (WITHIN, "private", {"claims/1/demand/neighbours": {"inputs_within": 0}}),
    "within-text": (WITHIN, "private", {"claims/1/demand/neighbours": {"inputs_within": "1"}}),
    "within-2": (WITHIN, "private", {"claims/1": rows(private("1/2", {"inputs_within": 2}))}),
    "within-two-kinds": (
        WITHIN,
        "private",
        {"claims/1/demand/neighbours": {"inputs_within": 1, "outputs_within": 1}},
    ),
    "within-adjacent": (WITHIN, "private", {"claims/1/demand/neighbours": {"adjacent": 1}}),
    "pairs-descend": (PAIRS, "private-pairs", {"claims/1/demand/neighbours/pairs/0": [1, 0, 1]}),
    "pairs-same": (PAIRS, "private-pairs", {"claims/1/demand/neighbours/pairs/0": [1, 1, 1]}),
    "pairs-twice": (PAIRS, "private-pairs", {"claims/1/demand/neighbours/pairs/+": [0, 1, 1]}),
    "pairs-distance-0": (PAIRS, "private-pairs", {"claims/1/demand/neighbours/pairs/0/2": 0}),
    "pairs-distance-0-of-equal-rows": (
        PAIRS,
        "private-at-1",
        {"claims/1": rows(private("1/2", {"pairs": [[0, 1, 0]]}))},
    ),
    "pairs-place": (PAIRS, "private-pairs", {"claims/1/demand/neighbours/pairs/0/1": 3}),
    "pairs-the-other-way": (
        PAIRS,
        "private-zero",
        {"claims/1": rows(private("1/100", {"pairs": [[0, 1, 1]]})), "verdict": "holds"},
    ),
    "outputs-within-not": (OUTPUTS, "private-outputs", {"claims/1/demand/alpha": "1/2"}),
    "outputs-within-at-inputs": (
        OUTPUTS,
        "private-outputs",
        {
            "claims/1": rows(
                private("9/10", {"outputs_within": 1}), holds=False, at=[[1, 0], [0, 0]]
            ),
            "verdict": "fails",
        },
    ),
    "outputs-within-at-2": (
        OUTPUTS,
        "private-outputs",
        {
            "claims/1": rows(
                private("9/10", {"outputs_within": 1}), holds=False, at=[[0, 2], [0, 0]]
            ),
            "verdict": "fails",
        },
    ),
    "fails-where-it-holds": (MEMBER, "private-fails", {"claims/1/at": [[0, 0], [1, 0]]}),
    "fails-at-equality": (MEMBER, "private-fails", {"claims/1/demand/alpha": "1/2"}),
    "fails-at-no-neighbour": (MEMBER, "private-fails", {"claims/1/at": [[2, 0], [0, 0]]}),
    "fails-at-other-outputs": (MEMBER, "private-fails", {"claims/1/at": [[1, 1], [0, 0]]}),
    "fails-beyond": (MEMBER, "private-fails", {"claims/1/at": [[3, 0], [2, 0]]}),
    "cost-fails": (
        NOT_COST,
        "costs",
        {"claims/1": rows(cost(L0, "1"), holds=False, at=[]), "verdict": "fails"},
    ),
    "tight-not": (TIGHT, "private", {"claims/1/demand/alpha": "1/3"}),
    "tight-elsewhere": (TIGHT, "private", {"claims/1/tight": [[0, 0], [1, 0]]}),
    "tight-0": (
        TIGHT,
        "private",
        {"kernels/0": dense("1 0, 1 0"), "claims/1": rows(private("1/2"), tight=[[0, 1], [1, 1]])},
    ),
    "tight-nowhere": (TIGHT_1, "private", {"claims/1/tight": []}),
    "tight-epsilon": (TIGHT, "private-epsilon", {"claims/1/tight": [[1, 0], [0, 0]]}),
    "tight-of-a-property": (
        "With `tight`, which names a member of `private`",
        "property-F",
        {"claims/1/tight": [[0, 0], [1, 1]]},
    ),
    "by-form-of-dense": (BY_FORM, "sums", {"claims/0/by": "form"}),
    "by-form-property": (BY_FORM, "product-form", {"claims/+": rows(letter("F"), 1, by="form")}),
    "by-form-outputs": (
        BY_FORM,
        "product-form",
        {"claims/+": rows(private("1/2", {"outputs_within": 1}), 1, by="form")},
    ),
    "by-form-outputs-of-one": (
        BY_FORM,
        "product-of-one-output",
        {"claims/+": rows(private("1", {"outputs_within": 1}), 1, by="form")},
    ),
    "by-form-not": (BY_FORM, "product-form", {"claims/2/demand/alpha": "3/5"}),
    "by-form-sums-not": (
        BY_FORM,
        "product-form",
        {
            "kernels/0/row_factors": ["1", "1/2"],
            "claims/0": rows(SUMS, holds=False, at=[1]),
            "verdict": "fails",
        },
    ),
    "by-word": (
        'With `"by": "form"` it holds by what the kernel is made of',
        "product-form",
        {"claims/1/by": "word"},
    ),
    "by-form-tight": (
        'With `"by": "form"` it holds by what the kernel is made of',
        "product-form",
        {"claims/2/tight": [[1, 0], [0, 0]]},
    ),
    "property-unknown": (
        "What they demand, with i, j over all places and size inputs:",
        "property-F",
        {"claims/1/demand/property": "f"},
    ),
    "property-list": (
        "What they demand, with i, j over all places and size inputs:",
        "property-F",
        {"claims/1/demand/property": ["F"]},
    ),
    "property-labels": (SQUARE, "property-F", {"kernels/0/outputs": [1, 3]}),
    "property-rectangular": (SQUARE, "labels", {"claims/1": rows(letter("RH"))}),
    "property-RH-not": (
        "RH K[j][j] >= K[i][j]",
        "property-RH-fails",
        {"claims/1": rows(letter("RH")), "verdict": "holds"},
    ),
    "property-CH-not": (
        "CH K[i][i] >= K[i][j]",
        "property-CH-fails",
        {"claims/1": rows(letter("CH")), "verdict": "holds"},
    ),
    "property-RM-not": (
        "RM K[i+1][j] >= K[i][j] for i < j, K[i-1][j] >= K[i][j] for i > j",
        "property-RM-fails",
        {"claims/1": rows(letter("RM")), "verdict": "holds"},
    ),
    "property-CM-not": (
        "CM K[i][j+1] >= K[i][j] for j < i, K[i][j-1] >= K[i][j] for j > i",
        "property-CM-fails",
        {"claims/1": rows(letter("CM")), "verdict": "holds"},
    ),
    "property-RM-not-above": (
        "RM K[i+1][j] >= K[i][j] for i < j, K[i-1][j] >= K[i][j] for i > j",
        "property-RM",
        {"kernels/0": dense("1/4 1/4 1/2, 1/4 1/2 1/4, 1/4 1/4 1/2")},
    ),
    "property-CM-not-below": (
        "CM K[i][j+1] >= K[i][j] for j < i, K[i][j-1] >= K[i][j] for j > i",
        "property-CM",
        {"kernels/0": dense("1/2 1/4 1/4, 1/4 1/2 1/4, 3/8 1/8 1/2")},
    ),
    "property-F-not": (
        "F K[i][i] = K[j][j]",
        "property-F-fails",
        {"claims/1": rows(letter("F")), "verdict": "holds"},
    ),
    "property-S-not": (
        "for F and S they are equal",
        "property-S-fails",
        {"claims/1": rows(letter("S")), "verdict": "holds"},
    ),
    "property-WH-not": (
        "`K[i][i] >= 1/size`",
        "property-WH-fails",
        {"claims/1": rows(letter("WH")), "verdict": "holds"},
    ),
    "property-WH-off-the-diagonal": (
        "`K[i][i] >= 1/size`",
        "property-WH-fails",
        {"kernels/0": dense("3/4 1/4, 1/2 1/2"), "claims/1/at": [[0, 1]]},
    ),
    "property-RM-two-steps": (
        "RM K[i+1][j] >= K[i][j] for i < j, K[i-1][j] >= K[i][j] for i > j",
        "property-RM-fails",
        {
            "kernels/0": dense("1/4 1/4 1/2, 3/8 3/8 1/4, 1/2 1/4 1/4"),
            "claims/1/at": [[0, 0], [2, 0]],
        },
    ),
    "law-not": (LAW, "law", {"claims/1/demand/to": ["1/3", "1/3", "1/3"]}),
    "law-no-distribution": (LAW, "law-fails", {"claims/1/demand/from": ["1/2", "1/4"]}),
    "law-negative": (LAW, "law-fails", {"claims/1/demand/to": ["3/2", "-1/2"]}),
    "law-of-other-length": (LAW, "law-fails", {"claims/1/demand/to": ["1"]}),
    "law-fails-where-it-holds": (MEMBER, "law-fails", {"kernels/0": COIN}),
    "linear-not": (LINEAR, "linear", {"claims/1/demand/bound": "5/4"}),
    "linear-equal-not": (LINEAR, "linear-equal", {"claims/1/demand/bound": "-1"}),
    "linear-relation": (LINEAR, "linear", {"claims/1/demand/relation": "<="}),
    "linear-term": (LINEAR, "linear", {"claims/1/demand/terms/0": [2, 0, "1"]}),
    "linear-fails-where-it-holds": (MEMBER, "linear-fails", {"claims/1/demand/bound": "1/2"}),
    "linear-equal-fails-where-it-holds": (
        MEMBER,
        "linear-equal-fails",
        {"claims/1/demand/bound": "1/2"},
    ),
    "linear-fails-elsewhere": (MEMBER, "linear-fails", {"claims/1/at": [0]}),
    "cost-not": (COST, "costs", {"claims/1/demand/value": "1/2"}),
    "cost-max-not": (AGGREGATE, "costs", {"claims/4/demand/value": "9/40"}),
    "cost-of-polynomials-over-1": (OVER_UNIT, "for-all-demands", {"claims/4/demand/value": "2/3"}),
    "loss-unknown": (LOSS, "costs", {"claims/1/demand/objective/loss": "L3"}),
    "loss-L1-beyond": (LOSS, "costs", {"claims/3/demand/objective/loss": "L1,1"}),
    "loss-rectangular": (LOSS, "labels", {"claims/1": rows(cost(L0, "1/2"))}),
    "loss-table-short": (LOSS, "costs", {"claims/6/demand/objective/loss/table": [["0", "1"]]}),
    "loss-of-one-count": (RESCALED, "one-count", {"claims/1": rows(cost(L0, "0"))}),
    "loss-not-rescaled": (RESCALED, "costs", {"claims/1/demand/value": "9/40"}),
    "objective-text": (
        '`objective` is `{"loss", "aggregate", "weights"}`.',
        "costs",
        {"claims/1/demand/objective": "L0"},
    ),
    "aggregate-unknown": (AGGREGATE, "costs", {"claims/4/demand/objective/aggregate": "mean"}),
    "unknown-key-of-alpha": (UNNAMED, "private-epsilon", {"claims/1/demand/alpha/bits": 1}),
    "weights-no-distribution": (
        WEIGHTS,
        "costs",
        {"claims/2/demand/objective/weights": ["1/3", "1/3"]},
    ),
    "weights-short": (WEIGHTS, "costs", {"claims/2/demand/objective/weights": ["1"]}),
    # products
    "product-post-not": (POST_IS, "product-claim", {"claims/2/post/1": [[0, "1/2"], [1, "1/2"]]}),
    "product-post-no-kernel": (
        POST_IS,
        "product-claim",
        {"claims/2/post/1": [[0, "1/3"], [1, "1"]]},
    ),
    "product-other-inputs": (
        "the kernel is the kernel `of` followed by some kernel.",
        "product-fails",
        {"kernels/0": dense("2/3 1/3, 1/3 2/3, 1/2 1/2")},
    ),
    "product-functional-weak": (
        FUNCTIONAL,
        "product-fails",
        {"kernels/1": dense("2/3 1/3, 1/3 2/3")},
    ),
    "product-functional-short": (
        FUNCTIONAL,
        "product-fails",
        {"claims/2/functional": [[[0, "1"]]]},
    ),
    "product-of-itself-fails": (FUNCTIONAL, "product-fails", {"claims/2/of": 1}),
    # duals
    "design-sums": (DESIGN, "optimal", {"claims/1/design/+": SUMS}),
    "design-cost": (DESIGN, "optimal", {"claims/1/design/+": cost(L0, "2/3")}),
    "design-epsilon": (DESIGN, "optimal", {"claims/1/design/+": private(EXP1)}),
    "design-of-sums-infeasible": (DESIGN, "infeasible", {"claims/0/design/+": SUMS}),
    "design-text": (DESIGN, "optimal", {"claims/1/design": "private"}),
    "label-of-no-neighbours": (
        LABEL_MEMBER,
        "optimal",
        {"claims/1/dual/+": [[0, [[2, 0], [0, 0]]], "0"]},
    ),
    "label-beyond": (LABEL_MEMBER, "optimal", {"claims/1/dual/+": [[1, []], "0"]}),
    "label-word": (LABEL, "optimal", {"claims/1/dual/+": [["private", [[1, 0], [0, 0]]], "0"]}),
    "label-row": (
        "the entries of row i add up to 1",
        "optimal",
        {"claims/1/dual/+": [["sum", 3], "0"]},
    ),
    "label-max": (LABEL_MAX, "optimal", {"claims/1/dual/+": [["max", 0], "0"]}),
    "label-max-beyond": (LABEL_MAX, "optimal-max", {"claims/1/dual/+": [["max", 2], "0"]}),
    "label-alone": (LABEL, "optimal", {"claims/1/dual/0": [["sum", 0]]}),
    "multiplier-negative": (MULTIPLIERS, "optimal", {"claims/1/dual/0/1": "-1/3"}),
    "multiplier-negative-for-some-alpha": (
        MULTIPLIERS,
        "optimal-for-all",
        {"claims/1/dual/0/1": ["1", "-2"]},
    ),
    "multiplier-negative-shows-all": (
        MULTIPLIERS,
        "infeasible",
        {"claims/0/design": [linear([], "-1")], "claims/0/dual": [[[0, []], "-1"]]},
    ),
    "multiplier-negative-max": (MULTIPLIERS, "optimal-max", {"claims/1/dual/0/1": "-1/2"}),
    "multiplier-negative-infeasible": (
        MULTIPLIERS,
        "infeasible",
        {"claims/0/dual": [[["sum", 0], "-1"], [["sum", 1], "1"], [[1, []], "-1"]]},
    ),
    "optimal-cost": (MEETS, "optimal", {"claims/1/cost": "1/2"}),
    "optimal-not-met": (
        MEETS,
        "optimal",
        {"claims/1/design/+": letter("WH"), "kernels/0": dense("1 0 0, 1 0 0, 1 0 0")},
    ),
    "optimal-not-private": (MEETS, "optimal", {"claims/1/design/0/alpha": "3/5"}),
    "optimal-not": (
        ABOVE,
        "optimal",
        {"kernels/0": dense("1/3 1/3 1/3, 1/3 1/3 1/3, 1/3 1/3 1/3"), "claims/1/cost": "1"},
    ),
    "optimal-above": (ABOVE, "optimal", {"claims/1/dual/0/1": "100"}),
    "optimal-no-bound": (ABOVE, "optimal", {"claims/1/dual": []}),
    "optimal-less": (ABOVE, "optimal", {"claims/1/dual": without(multipliers(2), 2)}),
    "optimal-max-short-of-t": (T_SIGN, "optimal-max", {"claims/1/dual": [[["max", 0], "1/2"]]}),
    "optimal-max-beyond-t": (T_SIGN, "optimal-max", {"claims/1/dual/0/1": "1"}),
    "optimal-max-nothing": (T_SIGN, "optimal-max", {"claims/1/dual": []}),
    "optimal-fails": (CLAIM, "optimal", {"claims/1/holds": False, "verdict": "fails"}),
    "optimal-over-1": (OVER_UNIT, "optimal-for-all", {"claims/1/cost": ["0", "1"]}),
    "infeasible-not": (
        "no kernel meets the design.",
        "infeasible",
        {"claims/0/design/1/bound": "1/4"},
    ),
    "infeasible-positive-coefficient": (CONTRADICTION, "infeasible", {"claims/0/dual/0/1": "3"}),
    "infeasible-bound-0": (CONTRADICTION, "infeasible", {"claims/0/dual": []}),
    "infeasible-nowhere-near": (
        "Optional `interval`, as in the form `polynomial`: for every such alpha.",
        "infeasible-for-all",
        {"claims/0/interval": ["1/4", "1"]},
    ),
    "infeasible-descends": (INTERVAL, "infeasible-for-all", {"claims/0/interval": ["1", "1/3"]}),
    "infeasible-at-cut": (
        CONTRADICTION,
        "infeasible-for-all",
        {
            "claims/0/design": [linear([], ["1", "-4", "4"])],
            "claims/0/dual": [[[0, []], "1"]],
            "claims/0/interval": ["0", "1/2", "1"],
        },
    ),
    "infeasible-fails": (CLAIM, "infeasible", {"claims/0/holds": False, "verdict": "fails"}),
    # ranks
    "unique-open": (
        OPTIMA,
        "unique",
        {
            "claims/1/objective": {"loss": {"table": [["0"] * 3] * 3}, **UNIFORM},
            "claims/1/dual": [],
        },
    ),
    "unique-multiplier-0": (
        OPTIMA,
        "extreme",
        {
            "claims/1": unique(
                [
                    [[0, [[1, 0], [0, 0]]], "0"],
                    [[0, [[0, 1], [1, 1]]], "0"],
                    [["sum", 0], "0"],
                    [["sum", 1], "0"],
                ],
                {"loss": {"table": [["0", "0"], ["0", "0"]]}, **UNIFORM},
            )
        },
    ),
    "unique-not-optimal": (
        "every other kernel that meets the design costs more.",
        "unique",
        {"claims/1/dual": without(multipliers(2), 2)},
    ),
    "unique-other-is-the-same": (OTHER, "unique-fails", {"kernels/1": dense("1 0, 0 1")}),
    "unique-other-costs-more": (
        OTHER,
        "unique-fails",
        {"claims/2/objective/weights": ["1/2", "1/2"]},
    ),
    "unique-other-does-not-meet": (OTHER, "unique-fails", {"claims/2/design/+": letter("F")}),
    "unique-other-is-of-another-shape": (OTHER, "unique-fails", {"kernels/1": gm(2)}),
    "unique-other-has-other-labels": (
        OTHER,
        "unique-fails",
        {"kernels/1/inputs": [1, 2], "kernels/1/outputs": [1, 2]},
    ),
    "unique-does-not-meet": (
        OTHER,
        "unique-fails",
        {"kernels/0": dense("1/2 1/2, 0 1"), "claims/2/design/+": letter("F")},
    ),
    "unique-of-polynomials": (
        RANK,
        "optimal-for-all",
        {"claims/1": unique(DUAL_FOR_ALL, design=[private(["0", "1"])])},
    ),
    "modulus-1": (MODULUS, "extreme", {"claims/1/modulus": 1}),
    "modulus-0": (MODULUS, "extreme", {"claims/1/modulus": 0}),
    "modulus-negative": (MODULUS, "extreme", {"claims/1/modulus": -7}),
    "modulus-text": (MODULUS, "extreme", {"claims/1/modulus": "7"}),
    "modulus-divides": (RANK, "extreme", {"claims/1/modulus": 3}),
    "modulus-not-invertible": (RANK, "extreme", {"claims/1/modulus": 6}),
    "extreme-not": (TIGHT_TAKEN, "extreme", {"kernels/0": FLAT}),
    "extreme-not-tight": (TIGHT_TAKEN, "extreme", {"claims/1/design/0/alpha": "1/3"}),
    "extreme-does-not-meet-one-of-two": (
        "the kernel is an extreme point of the polytope of all kernels that meet the design.",
        "extreme",
        {"claims/1/design/+": linear([[0, 0, "1"]], "1")},
    ),
    "extreme-does-not-meet": (
        "the kernel is an extreme point of the polytope of all kernels that meet the design.",
        "extreme",
        {"claims/1/design/0/alpha": "3/5"},
    ),
    "extreme-between-not": (BETWEEN, "extreme-fails", {"claims/3/between": [1, 1]}),
    "extreme-between-itself": (BETWEEN, "extreme-fails", {"claims/3/between": [0, 0]}),
    "extreme-between-outside": (BETWEEN, "extreme-fails", {"claims/3/design/0/alpha": "3/5"}),
    "extreme-between-one": (BETWEEN, "extreme-fails", {"claims/3/between": [1]}),
    "extreme-of-polynomials": (RANK, "for-all", {"claims/1": extreme([], False, modulus=7)}),
    "extreme-kernel-by-words": ("`weights` false", "extreme", {"claims/1/weights": "false"}),
    "extreme-weights-of-dense": (
        OF_SCALES,
        "extreme",
        {"claims/1/weights": True, "claims/1/design": []},
    ),
    "extreme-weights-private": (
        LAWS_ONLY,
        "extreme-weights",
        {"claims/1/design/+": private("1/2")},
    ),
    "extreme-weights-not": (RANK, "extreme-weights", {"kernels/0": MIXED}),
    "extreme-weights-other-alpha": (
        AT_THAT_ALPHA,
        "extreme-weights-fails",
        {"kernels/1/alpha": "1/3", "kernels/2/alpha": "1/3"},
    ),
    "extreme-weights-between-not": (BETWEEN, "extreme-weights-fails", {"claims/3/between": [1, 1]}),
    # signs
    "sign-relation": (RELATION, "sign", {"claims/0/relation": "!=0"}),
    "sign-not": (QUOTIENT, "sign", {"claims/0/relation": "<0"}),
    "sign-not-strict": (NEVER, "sign-closed", {"claims/0/relation": ">0"}),
    "sign-not-strict-at-high": (
        NEVER,
        "sign-negative",
        {"claims/0/box/x": ["0", "1", False, True, []]},
    ),
    "sign-never-0-at-low": (NEVER, "sign", {"claims/0/box/x": ["0", "1", True, False, []]}),
    "sign-two-signs": (ONE_SIGN, "sign-cut", {"claims/0/box/x/4": []}),
    "sign-changes": (ONE_SIGN, "sign", {"claims/0/box/x/1": "2"}),
    "sign-changes-at-cut": (
        ONE_SIGN,
        "sign-cut",
        {"claims/0/numerator": [[[[[1, [0]], [-2, [1]]], 1]]]},
    ),
    "sign-odd-power": (EVEN, "sign-even-power", {"claims/0/numerator/0/0/1": 3}),
    "sign-even-power-strict": (EVEN, "sign-even-power", {"claims/0/relation": ">0"}),
    "sign-denominator-0": (
        QUOTIENT,
        "sign-negative",
        {"claims/0/box/x": ["0", "1", True, False, []]},
    ),
    "sign-denominator-unknown": (
        QUOTIENT,
        "sign-even-power",
        {"claims/0/denominator": [[[[2, [0]], [-1, [1]]], 2]]},
    ),
    "sign-denominator-negative": (
        QUOTIENT,
        "sign-negative",
        {"claims/0/denominator": [[[[-1, [1]]], 1]]},
    ),
    "sign-not-0": (ZERO, "sign-identity", {"claims/0/numerator/2/0/0/0/0": -3}),
    "sign-0-over-0": (ZERO, "sign-identity", {"claims/0/denominator": [[[], 1]]}),
    "sign-fails": (CLAIM, "sign", {"claims/0/holds": False, "verdict": "fails"}),
    "sign-exponents": (TERMS, "sign", {"claims/0/numerator/0/0/0": [[1, [1, 1]]]}),
    "sign-exponent-negative": (TERMS, "sign", {"claims/0/numerator/0/0/0": [[1, [-1]]]}),
    "sign-coefficient": (TERMS, "sign", {"claims/0/numerator/0/0/0": [["1", [1]]]}),
    "sign-power-negative": (
        "a product is a list of `[polynomial, power]`",
        "sign",
        {"claims/0/numerator/0/0/1": -1},
    ),
    "sign-numerator": (
        "`denominator` is a product, `numerator` a list of products that are added up.",
        "sign",
        {"claims/0/numerator": [X, ONE_MINUS_X]},
    ),
    "sign-box-descends": (BOX, "sign", {"claims/0/box/x": ["1", "0", False, False, []]}),
    "sign-box-cut-outside": (BOX, "sign", {"claims/0/box/x/4": ["2"]}),
    "sign-box-cuts-descend": (BOX, "sign", {"claims/0/box/x/4": ["2/3", "1/3"]}),
    "sign-box-of-none": (BOX, "sign", {"claims/0/box/y": OPEN}),
    "sign-box-missing": (BOX, "sign", {"claims/0/box": {}}),
    "sign-box-infinite-is-in": (BOX, "sign-unbounded", {"claims/0/box/y/3": True}),
    "sign-box-low-null": (BOX, "sign", {"claims/0/box/x/0": None}),
    "sign-box-in-word": (BOX, "sign", {"claims/0/box/x/2": 0}),
    "sign-symbol-twice-over": (
        TERMS,
        "sign",
        {
            "claims/0/symbols": ["x", "x"],
            "claims/0/numerator": [[[[[1, [1, 0]]], 1]]],
        },
    ),
    "sign-box-list": (BOX, "sign", {"claims/0/box": ["x"]}),
    "sign-symbol-twice": (TERMS, "sign", {"claims/0/symbols": ["x", "x"]}),
    # cases
    "cases-not": (GIVEN, "cases-cut", {"claims/0/goal": {"x": 1, "": -2}}),
    "cases-form": (AFFINE, "cases-cut", {"claims/0/goal": {"x": "1"}}),
    "cases-form-list": (AFFINE, "cases-cut", {"claims/0/goal": [["x", 1]]}),
    "cases-negation": (NEGATION, "cases-split", {"claims/0/goal/": -1}),
    "farkas-negative": (EMPTY, "cases-farkas", {"claims/0/tree/farkas": [[0, -1], [2, 1]]}),
    "farkas-leaves-a-name": (EMPTY, "cases-farkas", {"claims/0/tree/farkas": [[0, 1], [2, 2]]}),
    "farkas-sums-to-0": (
        EMPTY,
        "cases-farkas",
        {
            "claims/0/given": [{"x": 1}, {"x": -1}],
            "claims/0/goal": {"x": 1, "": -1},
            "claims/0/tree": {"farkas": [[0, 1], [1, 1]]},
        },
    ),
    "farkas-0": (EMPTY, "cases-farkas", {"claims/0/tree/farkas": []}),
    "farkas-beyond": (EMPTY, "cases-farkas", {"claims/0/tree/farkas": [[3, 1]]}),
    "cut-divides-not": (DIVIDED, "cases-cut", {"claims/0/tree/divide": 3}),
    "cut-by-0": (DIVIDED, "cases-cut", {"claims/0/tree/divide": 0}),
    "cut-by-negative": (DIVIDED, "cases-cut", {"claims/0/tree/divide": -2}),
    "cut-negative": (DIVIDED, "cases-cut", {"claims/0/tree/cut": [[0, -1]]}),
    "cut-by-1": (DIVIDED, "cases-cut", {"claims/0/tree/divide": 1}),
    "either-child-missing": (
        CHILDREN,
        "cases-either",
        {"claims/0/tree/children": SUM_TREE["children"][:1]},
    ),
    "either-beyond": (CHILDREN, "cases-either", {"claims/0/tree/either": 1}),
    "either-children-swapped": (
        CHILDREN,
        "cases-either",
        {"claims/0/tree/children": SUM_TREE["children"][::-1]},
    ),
    "split-child-missing": (
        SPLIT,
        "cases-split",
        {"claims/0/tree/children": SPLIT_TREE["children"][:1]},
    ),
    "split-negative-is-below-0": (
        SPLIT,
        "cases-split",
        {
            "claims/0/given": [{"y": 1, "x": -1}, {"y": 1, "x": 1, "": -1}],
            "claims/0/goal": {"y": 1, "": -1},
            "claims/0/tree/children/0": {"farkas": [[0, 1], [2, 1], [3, 1]]},
        },
    ),
    "node-unknown": (
        "The `tree` starts from `given`",
        "cases-cut",
        {"claims/0/tree": {"trust": 1}},
    ),
    "node-null": ("The `tree` starts from `given`", "cases-cut", {"claims/0/tree/then": None}),
    "cases-fails": (CLAIM, "cases-cut", {"claims/0/holds": False, "verdict": "fails"}),
    # levels
    "epsilon-0": (EPSILON, "private-epsilon", {"claims/1/demand/alpha/epsilon": "0"}),
    "epsilon-negative": (EPSILON, "private-epsilon", {"claims/1/demand/alpha/epsilon": "-1"}),
    "terms-0": (SERIES, "private-epsilon", {"claims/1/demand/alpha/terms": 0}),
    "terms-1": (SERIES, "private-epsilon", {"claims/1/demand/alpha/terms": 1}),
    "terms-text": (SERIES, "private-epsilon", {"claims/1/demand/alpha/terms": "10"}),
    "terms-too-many": (LIMITS, "private-epsilon", {"claims/1/demand/alpha/terms": 10**7}, 3),
    "terms-too-few": (GAP, "level-epsilon", {"claims/1/alpha/terms": 2}),
    "terms-too-few-to-fail": (GAP, "level-epsilon-fails", {"claims/1/alpha/terms": 2}),
    "private-epsilon-not": (
        "What holds is shown at the upper bound of alpha",
        "private-epsilon",
        {"claims/1/demand/alpha": {"epsilon": "1/2", "terms": 6}},
    ),
    "private-epsilon-fails-not": (
        "what fails at the lower one.",
        "private-epsilon-fails",
        {"claims/1/demand/alpha": EXP1},
    ),
    "private-epsilon-too-few-terms": (
        GAP,
        "private-epsilon",
        {
            "kernels/0": dense("10/11 1/11, 1/11 10/11"),
            "claims/1": rows(private({"epsilon": "5/2", "terms": 4})),
        },
    ),
    "private-epsilon-too-few-terms-to-fail": (
        "and that with a bound of the rest, are below and above e^epsilon",
        "private-epsilon-fails",
        {
            "kernels/0": dense("10/11 1/11, 1/11 10/11"),
            "claims/1": rows(
                private({"epsilon": "5/2", "terms": 4}), holds=False, at=[[1, 0], [0, 0]]
            ),
        },
    ),
    "level-not": (AT_MOST, "level", {"claims/1/delta": "1/5"}),
    "level-not-the-other-way": (
        AT_MOST,
        "level",
        {"kernels/0": dense("1 0, 1/2 1/2"), "claims/1": level("1/2", "1/4")},
    ),
    "level-undecided-not": (AT_MOST, "level-undecided", {"claims/1/delta": "1/5"}),
    "level-undecided-too-much": (
        BEYOND,
        "level-undecided-fails",
        {"kernels/0": dense("3/4 0, 0 3/4", undecided=["1/4", "1/4"])},
    ),
    "level-fails-not": (BEYOND, "level-fails", {"claims/1/delta": "1/4"}),
    "level-fails-at-itself": (BEYOND, "level-fails", {"claims/1/at": [0, 0]}),
    "level-fails-at-no-neighbours": (
        BEYOND,
        "level-pairs",
        {
            "claims/1": level("1/2", "0", False, {"pairs": [[0, 1, 1]]}, at=[0, 2]),
            "verdict": "fails",
        },
    ),
    "level-at-0": (LEVEL, "level", {"claims/1/alpha": "0"}),
    "level-beyond-1": (LEVEL, "level", {"claims/1/alpha": "2"}),
    "level-delta-negative": (LEVEL, "level-fails", {"claims/1/delta": "-1/5"}),
    "level-delta-beyond-1": (LEVEL, "level", {"claims/1/delta": "2"}),
    "level-outputs": (LEVEL, "level", {"claims/1/neighbours": {"outputs_within": 1}}),
    "level-distance-2": (LEVEL, "level", {"claims/1/neighbours": {"pairs": [[0, 1, 2]]}}),
    "level-of-polynomials": (
        "whatever outputs the undecided mass u has.",
        "for-all",
        {"claims/1": level("1/2", "1")},
    ),
    # noise
    "noise-law": (NOISE_LAW, "noise", {"claims/0/law": "gaussian"}),
    "noise-scale-0": (B, "noise", {"claims/0/scales/0": "0"}),
    "noise-no-scales": (B, "noise", {"claims/0/scales": []}),
    "noise-scale-negative": (B, "noise", {"claims/0/scales/0": "-1"}),
    "noise-rows": (NOISE_ROWS, "noise", {"claims/0/noise": IDENTITY[:1]}),
    "noise-bin": (NOISE_ROWS, "noise", {"claims/0/queries/0": [[2, "1"]]}),
    "noise-no-moves": (MOVE, "noise", {"claims/0/moves": [], "claims/0/shifts": []}),
    "noise-empty-move": (
        MOVE,
        "noise-no-functional",
        {"claims/0/moves/1": [], "claims/0/shifts/1": []},
    ),
    "noise-zero-move": (
        MOVE,
        "noise-no-functional",
        {"claims/0/moves/1": [[0, "0"]], "claims/0/shifts/1": []},
    ),
    "noise-shift": (MASKS, "noise", {"claims/0/shifts/0": [[0, "1"]]}),
    "noise-shift-of-no-move": (
        MASKS,
        "noise",
        {"claims/0/shifts/1": [[0, "1/2"]]},
    ),
    "noise-shift-missing": (
        "`shifts`, a sparse vector v for each move m",
        "noise",
        {"claims/0/shifts": SHIFTS[:1]},
    ),
    "noise-split": (
        MASKS,
        "noise-no-functional",
        {
            "claims/0/queries": [[[0, "1/2"]], [[0, "1"], [1, "1"]]],
            "claims/0/shifts/0": [[0, "1/2"], [1, "1"]],
            "claims/0/epsilon": "1",
        },
    ),
    "noise-epsilon-low": (
        "no neighbour of x is told from it with a loss of more than `epsilon`.",
        "noise-no-functional",
        {"claims/0/epsilon": "1"},
    ),
    "noise-epsilon-high": (COSTLIEST, "noise-no-functional", {"claims/0/epsilon": "2"}),
    "noise-epsilon-null": (NO_EPSILON, "noise-no-functional", {"claims/0/epsilon": None}),
    "noise-steep": (STEEP, "noise-fails", {"claims/0/functional": [[0, "2"]]}),
    "noise-fails-not": (STEEP, "noise-fails", {"claims/0/epsilon": "3/2"}),
    "noise-move-beyond": (STEEP, "noise-fails", {"claims/0/move": 2}),
    "noise-infinite-not": (TELLS, "noise-infinite", {"claims/0/noise/0": [[0, "1"]]}),
    "noise-infinite-nothing": (TELLS, "noise-infinite", {"claims/0/move": 1}),
    "noise-lattice-not": (TELLS, "noise-lattice", {"claims/0/noise/0": [[0, "1"]]}),
    "noise-lattice-integer": (TELLS, "noise-lattice", {"claims/0/functional": [[0, "1"]]}),
    "noise-lattice-on-the-reals": (TELLS, "noise-lattice", {"claims/0/law": "laplace"}),
    "noise-less": (NO_LESS, "noise", {"claims/0/functional": [[0, "1"]]}),
    "noise-less-without-a-move": (NO_LESS, "noise", {"claims/0/move": DROP}),
    "noise-less-steep": (NO_LESS, "noise", {"claims/0/functional": [[0, "3/2"]]}),
    # rules of which nothing else in the file is broken
    "pattern-twice-as-the-last-says": (
        TWICE,
        "extreme-weights",
        {"kernels/0/weights": [["-", 0, "1/2"], ["-", 0, "1"], ["+", 1, "1"]]},
    ),
    "degree-200": (
        TOO_MUCH,
        "for-all-of-degree-199",
        {"kernels/0": polynomial([[[*LONG, "0"], []], [[], [*LONG, "0"]]], [*LONG, "0"])},
        3,
    ),
    "distance-200": (
        TOO_MUCH,
        "for-all-at-distance-199",
        {"claims/1/demand/neighbours/pairs/0/2": 200},
        3,
    ),
    "modulus-too-large": (TOO_MUCH, "extreme-modulus-large", {"claims/1/modulus": 2**64}, 3),
    "exponent-200": (TOO_MUCH, "sign", {"claims/0/numerator/0/0/0": [[1, [200]]]}, 3),
    "power-200": (TOO_MUCH, "sign", {"claims/0/numerator/0/0/1": 200}, 3),
    "symbols-11": (TOO_MUCH, "sign-of-10-symbols", {"claims/0": many(11)}, 3),
    "alpha-not-below-by-half": (
        PIECES,
        "for-all",
        {"kernels/0/interval": ["0", "1/2"], "claims/1": rows(private(["0", "3/2"]))},
    ),
    "alpha-beyond-1-fails": (
        ALPHA,
        "private-at-1",
        {"claims/1": rows(private("3/2"), holds=False, at=[[0, 0], [1, 0]]), "verdict": "fails"},
    ),
    "by-form-too-few-terms": (
        GAP,
        "product-epsilon",
        {
            "kernels/0": dense("10/11 1/11, 1/11 10/11"),
            "claims/2": rows(private({"epsilon": "5/2", "terms": 4}), 1, by="form"),
        },
    ),
    "product-post-no-kernel-but-right": (
        POST_IS,
        "product-claim",
        {
            "kernels/0": FLAT,
            "kernels/1": dense("7/8 1/8, 7/8 1/8"),
            "claims/2/post": [[[0, "3/2"], [1, "-1/2"]], [[0, "1/4"], [1, "3/4"]]],
        },
    ),
    "multiplier-negative-of-a-cost": (
        MULTIPLIERS,
        "optimal-max",
        {
            "kernels/0": dense("0 1, 1 0"),
            "claims/1": optimal(
                [[["max", 0], "2"], [["max", 1], "-1"], [["sum", 0], "1"]],
                "1",
                {"loss": {"table": [["1", "2"], ["0", "0"]]}, "aggregate": "max", "weights": None},
                [],
            ),
        },
    ),
    "optimal-max-below-0": (
        T_SIGN,
        "optimal-max",
        {
            "kernels/0": dense("0 1, 0 1"),
            "claims/1": optimal(
                [],
                "0",
                {"loss": {"table": [["-1", "0"]] * 2}, "aggregate": "max", "weights": None},
                [],
            ),
        },
    ),
    "cost-max-of-none": (
        AGGREGATE,
        "for-all",
        {
            "kernels/0": polynomial([[ONE_LESS_ALPHA, IN_ALPHA]] * 2),
            "claims/1": rows(cost({"loss": "L0", "aggregate": "max", "weights": None}, "1")),
        },
    ),
    "row-factor-0-fails": (POWER, "power-table", {"kernels/0/row_factors": ["0", "1"]}),
    "interval-of-constants-beyond-a-cut": (
        INTERVAL,
        "for-all-cut",
        {"kernels/0": polynomial([[["1"], []], [[], ["1"]]], interval=("0", "1/2", "2"))},
    ),
    "optimal-not-over-the-unit": (
        ABOVE,
        "optimal-for-all",
        {
            "kernels/0": polynomial([[[], ["1"]], [[], ["1"]]]),
            "claims/1": optimal(
                [[["sum", 0], "1"], [["sum", 1], "1"]],
                "2",
                {"loss": {"table": [["1", "2"], ["1", "2"]]}, **UNIFORM},
                [],
            ),
        },
    ),
    "infeasible-times-2": (
        CONTRADICTION,
        "infeasible",
        {
            "claims/0/design": [linear([[0, 0, "2"]], "3/2")],
            "claims/0/dual": [[[0, []], "1"], [["sum", 0], "-1"]],
        },
    ),
    "sign-over-0": (
        QUOTIENT,
        "sign",
        {"claims/0/denominator": [[[], 1]], "claims/0/relation": ">=0"},
    ),
    "sign-not-at-most": (QUOTIENT, "sign", {"claims/0/relation": "<=0"}),
    "farkas-negative-to-show-what-is-not": (
        EMPTY,
        "cases-farkas",
        {
            "claims/0/given": [{"x": 1}],
            "claims/0/goal": {"x": -1},
            "claims/0/tree": {"farkas": [[1, 1], [0, -1]]},
        },
    ),
    "epsilon-0-of-equal-rows": (
        EPSILON,
        "private-at-1",
        {"claims/1": rows(private({"epsilon": "0", "terms": 1}))},
    ),
    "terms-as-epsilon": (
        SERIES,
        "private-at-1",
        {"claims/1": rows(private({"epsilon": "1", "terms": 1}))},
    ),
    "terms-one-too-few": (GAP, "level-epsilon-terms", {"claims/1/alpha/terms": 2}),
    "terms-too-few-to-fail-by-1": (
        GAP,
        "level-epsilon-terms-fails",
        {"claims/1/delta": "1/16"},
    ),
    "level-beyond-1-whatever-delta": (LEVEL, "level", {"claims/1": level("2", "1")}),
    # limits
    "integer-long": (LIMITS, "power-table", {}, 3),
    "number-long": (LIMITS, "sums", {"kernels/0/rows/0": ["1", "0/1" + "0" * 100_000]}, 3),
}


def changed(base, changes):
    """Return a copy with other values at some paths."""
    made = copy.deepcopy(base)
    for path, value in changes.items():
        *way, last = path.split("/")
        place = made
        for step in way:
            place = place[int(step) if isinstance(place, list) else step]
        if last == "+":
            place.append(value)
        elif isinstance(place, list):
            place[int(last) : int(last) + 1] = [] if value is DROP else [value]
        elif value is DROP:
            del place[last]
        else:
            place[last] = value
    return made if "digest" in changes else signed(made)


def text_of(name, made):
    """Return what stands in a bad file; what JSON cannot say is put into the text."""
    text = json.dumps(made)
    if name == "key-twice":
        return text.replace('"verdict"', '"verdict": "fails", "verdict"')
    if name == "exponent":
        return text.replace('"version": 2', '"version": 2e0')
    if name == "integer-long":
        return text.replace("[[0, 1]", f"[[1{'0' * 100_000}, 1]")
    return text


def files():
    """Return all files, by their names."""
    found = {f"good/{name}.json": json.dumps(made) + "\n" for name, made in GOOD.items()}
    index = {}
    for name, (sentence, base, changes, *status) in BAD.items():
        found[f"bad/{name}.json"] = text_of(name, changed(GOOD[base], changes)) + "\n"
        index[f"bad/{name}.json"] = {"status": (*status, 1)[0], "sentence": sentence}
    index |= {f"good/{name}.json": {"status": 0} for name in GOOD}
    found["index.json"] = json.dumps(index, indent=1, sort_keys=True) + "\n"
    return found


def main():
    """Write them."""
    for name, text in files().items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
