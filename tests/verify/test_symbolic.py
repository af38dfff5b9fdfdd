"""Statements without a kernel: signs, identities, facts about integers; and for all alpha."""

import copy
import random
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate


def accepted(claim, *kernels):
    try:
        checker.check(certificate(kernels, [claim]))
    except checker.Outcome:
        return False
    return True


def rejected(claim, reason, *kernels, status=1):
    with pytest.raises(checker.Outcome, match=reason) as found:
        checker.check(certificate(kernels, [claim]))
    return found.value.status == status


# --- identities --------------------------------------------------------------------------

UNIT = ["0", "1", False, False, []]
ONE = [[[1, [0]]], 1]
#: (1 - a) (1 + a) - (1 - a^2) = 0, over 1 - a
IDENTITY = {
    "claim": "sign",
    "symbols": ["a"],
    "box": {"a": UNIT},
    "relation": "=0",
    "numerator": [
        [[[[1, [0]], [-1, [1]]], 1], [[[1, [0]], [1, [1]]], 1]],
        [[[[-1, [0]], [1, [2]]], 1]],
    ],
    "denominator": [[[[1, [0]], [-1, [1]]], 1]],
    "holds": True,
}


def test_an_identity_is_accepted_and_said():
    (line,) = checker.check(certificate([], [IDENTITY]))
    assert line.startswith('sign symbols ["a"], box {"a":["0","1",false,false,[]]}, numerator')
    assert line.endswith('relation "=0": holds')


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"holds": False}, "fails shows nothing"),
        ({"numerator": IDENTITY["numerator"][:1]}, "the numerator is not 0"),
        ({"denominator": [[[], 1]]}, "the denominator is 0"),
        ({"denominator": [[[[1, [0]], [-1, [0]]], 1]]}, "the denominator is 0"),
        ({"symbols": ["a", "a"]}, "named twice"),
        ({"symbols": [1]}, "something else than str"),
        ({"symbols": ["a", "b"]}, "the key"),
        ({"numerator": [[[[[1, [-1]]], 1]]]}, "an exponent is negative"),
        ({"numerator": [[[[[1, [0, 0]]], 1]]]}, "items"),
        ({"numerator": [[[[["1", [0]]], 1]]]}, "something else than int"),
        ({"numerator": [[[[[True, [0]]], 1]]]}, "something else than int"),
        ({"numerator": [[[[[1, [0]]], -1]]]}, "a power is negative"),
        ({"relation": "~0"}, "unknown relation"),
        ({"why": "because"}, "the key"),
    ],
)
def test_a_changed_identity_is_rejected(change, reason):
    assert rejected(IDENTITY | change, reason)


@pytest.mark.parametrize("factor", [[[[1, [200]]], 1], [[[1, [0]]], 200]])
def test_powers_that_are_too_high_are_refused(factor):
    assert rejected(IDENTITY | {"numerator": [[factor]]}, "is more than 199", status=3)


# --- signs -------------------------------------------------------------------------------


def sign_claim(terms, relation, box=UNIT, power=1, below=(ONE,)):
    return IDENTITY | {
        "box": {"a": [*box, []] if len(box) == 4 else box},
        "relation": relation,
        "numerator": [[[terms, power]]],
        "denominator": list(below),
    }


MINUS = [[1, [0]], [-1, [1]]]  # 1 - a
HALF = [[1, [0]], [-2, [1]]]  # 1 - 2a
HUMP = [[1, [0]], [-2, [1]], [2, [2]]]  # 1 - 2a + 2a^2, without a real root
DIP = [[1, [0]], [-5, [1]], [7, [2]]]  # 1 - 5a + 7a^2, likewise: least at 5/14
CUTS = ["1/4", "2/5", "1/2"]


@pytest.mark.parametrize(
    "claim",
    [
        sign_claim(MINUS, ">0"),
        sign_claim(MINUS, ">=0", ["0", "1", True, True]),
        sign_claim(MINUS, ">0", ["0", "1", True, False]),
        sign_claim(MINUS, "<0", ["1", None, False, False]),
        sign_claim(MINUS, "<=0", ["1", None, True, False]),
        sign_claim(HUMP, ">0"),
        sign_claim(HUMP, ">0", ["0", "1", True, True]),
        sign_claim(DIP, ">0", ["0", "1", True, True, CUTS]),
        sign_claim(DIP, ">0", ["0", None, True, False, CUTS]),
        sign_claim(DIP, ">0", ["-1", None, True, False, ["0", *CUTS]]),
        sign_claim(HALF, ">=0", power=2),  # a square, whatever the sign of its root
        sign_claim(HALF, ">=0", power=0),
        sign_claim(MINUS, ">0", power=3),
        sign_claim(MINUS, ">0", ["1", None, False, False], power=2),
        sign_claim([], ">=0"),
        sign_claim([], "<=0"),
        sign_claim(MINUS, ">0", below=[[HUMP, 3]]),
        sign_claim(MINUS, ">0", below=[]),
        sign_claim(MINUS, "<0", below=[[[[-1, [0]]], 1]]),
        # a (1-a) (1 - 3a + 3a^2): no root inside, roots at both ends
        sign_claim([[1, [1]], [-4, [2]], [6, [3]], [-3, [4]]], ">0", [*UNIT[:4], ["1/2"]]),
        # two products are added up: a + (1 - a)
        sign_claim([], ">0") | {"numerator": [[[[[1, [1]]], 1]], [[MINUS, 1]]]},
    ],
)
def test_true_signs_are_accepted(claim):
    assert accepted(claim)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (sign_claim(MINUS, ">0", ["0", "1", True, True]), "the sign is not shown"),
        (sign_claim(MINUS, "<0", ["1", None, True, False]), "the sign is not shown"),
        (sign_claim(MINUS, "<0"), "the sign is not shown"),
        (sign_claim(HALF, ">0"), "sign of a factor is not shown"),
        (sign_claim(DIP, ">0"), "sign of a factor is not shown"),  # without cuts
        (sign_claim(HALF, ">0", power=2), "the sign is not shown"),
        (sign_claim(HALF, ">0", power=3), "sign of a factor is not shown"),
        (sign_claim(HALF, ">=0", ["0", "1", True, True, ["1/2"]]), "of a factor is not shown"),
        (sign_claim([], ">0"), "the sign is not shown"),
        (sign_claim(MINUS, ">0", below=[[[], 1]]), "the denominator may be 0"),
        (sign_claim(MINUS, ">0", below=[[HALF, 2]]), "the denominator may be 0"),
        (sign_claim(MINUS, ">0", ["1", "1", False, False]), "do not ascend"),
        (sign_claim(MINUS, ">0", ["0", "1", False, False, ["1/2", "1/4"]]), "do not ascend"),
        (sign_claim(MINUS, ">0", ["0", "1", False, False, ["2"]]), "do not ascend"),
        (sign_claim(MINUS, ">0", ["0", None, False, True]), "no end to be in it"),
        (sign_claim(MINUS, ">0", ["0", "1", 0, False]), "else than bool|neither in nor out"),
        (sign_claim(MINUS, ">0") | {"box": {}}, "the key"),
        (sign_claim(MINUS, ">0") | {"holds": False}, "fails shows nothing"),
        # 1 - 4a + 3a^2 is 0 at 1 and at 1/3, which is in
        (
            sign_claim([[1, [0]], [-4, [1]], [3, [2]]], "<0", ["1/3", "1", True, False]),
            "the sign is not shown",
        ),
    ],
)
def test_untrue_signs_are_rejected(claim, reason):
    assert rejected(claim, reason)


def test_a_root_at_an_end_counts_only_if_the_end_is_in():
    # -(a-1)(2-a)(a^2-3a+10/4) has roots 1 and 2; between them it is negative
    quartic = [0] * 5
    for i, x in enumerate([2, -3, 1]):
        for j, y in enumerate([10, -12, 4]):
            quartic[i + j] += x * y
    terms = [[x, [k]] for k, x in enumerate(quartic)]
    assert accepted(sign_claim(terms, "<0", ["1", "2", False, False]))
    for ends in [(True, False), (False, True), (True, True)]:
        assert not accepted(sign_claim(terms, "<0", ["1", "2", *ends]))


def two(terms, relation, a=UNIT, b=UNIT):
    claim = sign_claim(terms, relation) | {"symbols": ["a", "b"], "box": {"a": a, "b": b}}
    return claim | {"denominator": []}


CLOSED = ["0", "1", False, True, []]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (two([[1, [0, 0]], [-1, [1, 1]]], ">0"), True),  # 1 - ab
        (two([[1, [0, 0]], [-1, [1, 1]]], ">0", UNIT, CLOSED), True),
        (two([[1, [0, 0]], [-1, [1, 1]]], ">0", CLOSED, CLOSED), False),  # 0 at a = b = 1
        (two([[1, [0, 0]], [-1, [1, 1]]], ">=0", CLOSED, CLOSED), True),
        (two([[1, [1, 0]], [-1, [1, 1]]], ">0", CLOSED, CLOSED), False),  # a(1-b), 0 at b = 1
        (two([[1, [1, 0]], [-1, [0, 1]]], ">0"), False),  # a - b
        (two([[1, [2, 0]], [-2, [1, 1]], [1, [0, 2]]], ">=0"), False),  # (a-b)^2: not shown
    ],
)
def test_signs_in_two_symbols(claim, holds):
    assert accepted(claim) is holds


def test_all_high_ends_may_be_included():
    names = [f"x{k}" for k in range(8)]
    units = [[int(k == j) for k in range(8)] for j in range(8)]
    box = {name: ["0", "1", True, True, []] for name in names}

    def summed(first, last):  # first + the sum of x, less last times the eighth of them
        terms = [[first, [0] * 8], *([1, unit] for unit in units[:-1]), [-last, units[-1]]]
        return sign_claim(terms, ">0", below=[]) | {"symbols": names, "box": box}

    assert accepted(summed(2, 1))
    assert rejected(summed(1, 1), "not shown")  # where all are 0 but the last, which is 1


def test_too_many_symbols_are_refused():
    names = [f"x{k}" for k in range(11)]
    many = sign_claim([[1, [0] * 11]], ">0", below=[])
    many |= {"symbols": names, "box": {name: ["0", "1", True, True, []] for name in names}}
    assert rejected(many, "the number of symbols is more than 10", status=3)


values = st.fractions(-3, 3, max_denominator=4)


@given(
    st.lists(
        st.tuples(st.integers(-4, 4), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=5
    ),
    st.tuples(values, values, values, values),
    st.tuples(*[st.booleans()] * 6),
    st.sampled_from([">0", ">=0", "<0", "<=0"]),
)
@settings(max_examples=400)
def test_what_is_accepted_is_true_at_points_of_the_box(terms, ends, flags, relation):
    low, width, other, height = ends[0], abs(ends[1]) + 1, ends[2], abs(ends[3]) + 1
    unbounded = flags[4]
    cuts = [str(low + width / 3)] if flags[5] else []
    high = None if unbounded else str(low + width)
    a = [str(low), high, flags[0], flags[1] and not unbounded, cuts]
    b = [str(other), str(other + height), flags[2], flags[3], []]
    claim = two([[x, [e, f]] for x, e, f in terms], relation, a, b)
    if not accepted(claim):
        return
    rng = random.Random(1)
    for _ in range(30):
        shares = [rng.choice([0, 1, Fraction(rng.randint(1, 99), 100)]) for _ in range(2)]
        if (shares[0] == 0 and not a[2]) or (shares[0] == 1 and not a[3] and not unbounded):
            continue
        if (shares[1] == 0 and not b[2]) or (shares[1] == 1 and not b[3]):
            continue
        stretch = width * (100 if unbounded else 1)
        x, y = low + shares[0] * stretch, other + shares[1] * height
        total = sum((c * x**e * y**f for c, e, f in terms), Fraction(0))
        assert {">0": total > 0, ">=0": total >= 0, "<0": total < 0, "<=0": total <= 0}[relation]


# --- integer inequalities ------------------------------------------------------------------

#: ceil(x/2) <= x for x >= 0: t = ceil(x/2), so that 0 <= 2t - x <= 1; then x - t >= 0.
CEILING = {
    "claim": "cases",
    "given": [{"": 0, "x": 1}, {"t": 2, "x": -1}, {"": 1, "t": -2, "x": 1}],
    "either": [],
    "goal": {"": 0, "x": 1, "t": -1},
    # t >= x + 1, x >= 0, x - 2 t + 1 >= 0
    "tree": {"farkas": [[0, 1], [2, 1], [3, 2]]},
    "holds": True,
}
#: 2x = 1 has no solution: 2x - 1 >= 0 gives x >= 1, and 1 - 2x >= 0 gives x <= 0.
PARITY = {
    "claim": "cases",
    "given": [{"": -1, "x": 2}, {"": 1, "x": -2}],
    "either": [],
    "goal": {"": -1},
    "tree": {"cut": [[0, 1]], "divide": 2, "then": {"farkas": [[1, 1], [3, 2]]}},
    "holds": True,
}
SPLIT = PARITY | {
    "tree": {
        "split": {"": -1, "x": 1},
        "children": [{"farkas": [[1, 1], [3, 2]]}, {"farkas": [[0, 1], [3, 2]]}],
    }
}
#: t = max(x, y), and t >= x: by the given t - x >= 0. For min(x, y) = t: t <= x, by cases.
GREATEST = {
    "claim": "cases",
    "given": [{"t": 1, "x": -1}, {"t": 1, "y": -1}],
    "either": [[[{"x": 1, "t": -1}], [{"y": 1, "t": -1}]]],
    "goal": {"x": 1, "y": 1, "": 0, "t": -2, "z": 0},
    "tree": {},
    "holds": True,
}
#: max(x, y) <= z where x <= z and y <= z.
LEAST = GREATEST | {
    "given": [{"z": 1, "x": -1}, {"z": 1, "y": -1}],
    "goal": {"z": 1, "t": -1},
    "tree": {
        "either": 0,
        "children": [{"farkas": [[0, 1], [2, 1], [3, 1]]}, {"farkas": [[1, 1], [2, 1], [3, 1]]}],
    },
}


@pytest.mark.parametrize("claim", [CEILING, PARITY, SPLIT, LEAST])
def test_true_inequalities_are_accepted(claim):
    assert accepted(claim)


@pytest.mark.parametrize(
    ("claim", "change", "reason"),
    [
        (CEILING, {"holds": False}, "fails shows nothing"),
        (CEILING, {"goal": {"": -1, "x": 1, "t": -1}}, "not contradictory"),  # ceil(x/2) < x
        (CEILING, {"given": [{"": 1, "x": 1}, *CEILING["given"][1:]]}, "not contradictory"),
        (CEILING, {"tree": None}, "a case is left over"),
        (CEILING, {"tree": {}}, "the key"),
        (CEILING, {"tree": {"farkas": {}}}, "not a list"),
        (CEILING, {"tree": {"farkas": [[0, -1]]}}, "a multiplier is negative"),
        (CEILING, {"tree": {"farkas": [[9, 1]]}}, "a place in"),
        (CEILING, {"tree": {"farkas": [[0, "1"]]}}, "something else than int"),
        (CEILING, {"tree": {"farkas": [[0, 1]], "hope": 1}}, "the key"),
        (CEILING, {"given": [3]}, "not an object"),
        (CEILING, {"given": [{"x": "1"}]}, "something else than int"),
        (CEILING, {"given": [{"x": True}]}, "something else than int"),
        (PARITY, {"tree": PARITY["tree"] | {"divide": 3}}, "does not divide"),
        (PARITY, {"tree": PARITY["tree"] | {"divide": 0}}, "does not divide"),
        (PARITY, {"tree": PARITY["tree"] | {"divide": -2}}, "does not divide"),
        (PARITY, {"tree": PARITY["tree"] | {"then": None}}, "a case is left over"),
        (SPLIT, {"tree": SPLIT["tree"] | {"children": []}}, "does not have 2 items"),
        (SPLIT, {"tree": SPLIT["tree"] | {"split": {"": -2, "x": 1}}}, "not contradictory"),
        (LEAST, {"tree": LEAST["tree"] | {"either": 1}}, "a place in"),
        (LEAST, {"tree": LEAST["tree"] | {"children": [{"farkas": []}]}}, "2 items"),
        (LEAST, {"either": [[[{"x": 1, "t": -1}]]]}, "1 items"),
        (LEAST, {"either": []}, "a place in"),
        (GREATEST, {"tree": {"either": 0, "children": LEAST["tree"]["children"]}}, "not contra"),
    ],
)
def test_changed_inequalities_are_rejected(claim, change, reason):
    assert rejected(claim | change, reason)


@pytest.mark.parametrize("claim", [CEILING, PARITY, SPLIT, LEAST, IDENTITY, sign_claim(HUMP, ">0")])
def test_mutations_are_rejected_unless_the_statement_is_still_true(claim):
    # Every integer in turn is changed; a statement that is false must never be accepted.
    places = list(integers_of(claim))
    assert places
    for path, delta in product(places, (-1, 1, 7)):
        mutant = copy.deepcopy(claim)
        at = mutant
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] += delta
        if accepted(mutant):
            assert still_true(mutant)


def integers_of(value, path=()):
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in pairs:
        if isinstance(item, dict | list):
            yield from integers_of(item, (*path, key))
        elif type(item) is int:
            yield (*path, key)


def still_true(claim):
    if claim["claim"] == "cases":
        names = sorted({n for f in [*claim["given"], claim["goal"]] for n in f} - {""})
        return all(
            form(claim["goal"], at) >= 0
            for point in product(range(-6, 7), repeat=len(names))
            if applies(claim, at := dict(zip(names, point, strict=True)) | {"": 1})
        )

    def value(terms, x):
        return sum((c * x ** e[0] for c, e in terms), Fraction(0))

    for k in range(1, 40):
        x = Fraction(k, 40)
        above = sum(prod(value(p, x) ** n for p, n in part) for part in claim["numerator"])
        if not (above == 0 if claim["relation"] == "=0" else above > 0):
            return False
    return True


def applies(claim, at):
    met = [form(f, at) >= 0 for f in claim["given"]]
    either = [any(all(form(f, at) >= 0 for f in forms) for forms in x) for x in claim["either"]]
    return all(met) and all(either)


def form(given, at):
    return sum(times * at.get(name, 0) for name, times in given.items())


# --- for every alpha -----------------------------------------------------------------------

#: The geometric mechanism on 0..1, for every alpha in (0, 1): 1 and alpha over 1 + alpha.
GM = {
    "form": "polynomial",
    "inputs": [0, 1],
    "outputs": [0, 1],
    "interval": ["0", "1"],
    "unit": ["1", "1"],
    "rows": [[["1"], ["0", "1"]], [["0", "1"], ["1"]]],
}
PRIVATE = {"demand": "private", "alpha": ["0", "1"], "neighbours": {"inputs_within": 1}}
HOLDS = {"claim": "rows", "kernel": 0, "holds": True}
GOAL = {"loss": "L0", "aggregate": "sum", "weights": None}
#: It costs 2 alpha/(1 + alpha), and nothing private costs less.
LEAST_COST = {
    "claim": "optimal",
    "kernel": 0,
    "design": [PRIVATE],
    "objective": GOAL,
    "cost": ["0", "2"],
    "dual": [
        [["sum", 0], ["0", "1"]],
        [["sum", 1], ["0", "1"]],
        [[0, [[0, 1], [1, 1]]], "1"],
        [[0, [[1, 0], [0, 0]]], "1"],
    ],
    "holds": True,
}
UNIQUE = {key: x for key, x in LEAST_COST.items() if key != "cost"}
UNIQUE |= {"claim": "unique", "modulus": 7}


@pytest.mark.parametrize(
    "claim",
    [
        HOLDS | {"demand": PRIVATE},
        HOLDS | {"demand": PRIVATE, "tight": [[1, 0], [0, 0]]},
        HOLDS | {"demand": PRIVATE | {"alpha": "0"}},
        HOLDS | {"demand": {"demand": "property", "property": "S"}},
        HOLDS | {"demand": {"demand": "property", "property": "WH"}},
        HOLDS | {"demand": {"demand": "cost", "objective": GOAL, "value": ["0", "2"]}},
        LEAST_COST,
    ],
)
def test_what_holds_for_every_alpha_is_accepted(claim):
    assert accepted(claim, GM)


@pytest.mark.parametrize(
    ("claim", "change", "reason"),
    [
        (HOLDS | {"demand": PRIVATE | {"alpha": "1/2"}}, {}, "not shown"),
        (HOLDS | {"demand": PRIVATE | {"alpha": ["2"]}}, {}, "alpha is not in"),
        (
            HOLDS | {"demand": {"demand": "property", "property": "F"}, "holds": False},
            {},
            "the key",
        ),
        (
            HOLDS
            | {"demand": {"demand": "property", "property": "WH"}, "holds": False, "at": [[0, 0]]},
            {},
            "of polynomials",
        ),
        (LEAST_COST | {"cost": "1"}, {}, "costs something else"),
        (LEAST_COST | {"dual": LEAST_COST["dual"][:2]}, {}, "exceed|do not prove"),
        (LEAST_COST | {"dual": [[["sum", 0], "1"]]}, {}, "exceed"),
        (HOLDS | {"demand": PRIVATE}, {"interval": ["1", "0"]}, "do not ascend|not in"),
        (HOLDS | {"demand": PRIVATE}, {"interval": ["0", "2"]}, r"not in \[0, 1\]|beyond"),
        (HOLDS | {"demand": PRIVATE}, {"unit": ["1", "-2"]}, "not shown to be > 0"),
        (HOLDS | {"demand": PRIVATE}, {"rows": [[["1"], ["0", "-1"]]] * 2}, "not shown"),
        (HOLDS | {"demand": PRIVATE}, {"rows": [[["1"], ["1"]]] * 2}, "not shown"),
        (UNIQUE, {}, "polynomials"),
    ],
)
def test_what_does_not_hold_for_every_alpha_is_rejected(claim, change, reason):
    assert rejected(claim, reason, GM | change)


def test_what_is_shown_piece_by_piece_needs_its_cuts():
    # 1 - 5 alpha + 7 alpha^2 is positive, but its coefficients are mixed
    rows = [[["1", "-5", "7"], ["0", "5", "-7"]]] * 2
    whole = GM | {"interval": ["0", "1/2"], "unit": ["1"], "rows": rows}
    claim = HOLDS | {"demand": PRIVATE}
    assert rejected(claim, "not shown", whole)
    assert accepted(claim, whole | {"interval": ["0", "1/4", "3/10", "7/20", "2/5", "1/2"]})


def test_demands_that_contradict_each_other_for_every_alpha():
    more = {"demand": "linear", "terms": [[0, 0, "1"]], "bound": ["1", "1"], "relation": ">="}
    claim = {
        "claim": "infeasible",
        "inputs": [0, 1],
        "outputs": [0, 1],
        "interval": ["0", "1"],
        "design": [more],
        "dual": [[[0, []], "1"], [["sum", 0], "-1"]],
        "holds": True,
    }
    assert accepted(claim)
    assert rejected(claim | {"design": [more | {"bound": ["1", "-1"]}]}, "contradiction")
