"""Statements without a kernel: identities, signs on a box, integer inequalities."""

import copy
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.verify import checker
from exactdp.verify.judge.certificate import (
    about_claims,
    certificate,
    objective_claim,
    write_certificate,
)


def accepted(claim):
    try:
        checker.check(certificate(None, [claim]))
    except checker.Rejected:
        return False
    return True


def rejected(claim, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(certificate(None, [claim]))
    return True


# --- identities --------------------------------------------------------------------------

# (1 - a^2)/(1 - a) = (2 + 2a)/2
IDENTITY = {
    "claim": "identity",
    "shows": "the difference of two squares",
    "symbols": ["a"],
    "left": [[[1, [0]], [-1, [2]]], [[1, [0]], [-1, [1]]]],
    "right": [[[2, [0]], [2, [1]]], [[2, [0]]]],
    "holds": True,
}


def test_an_identity_is_accepted_and_said():
    lines = checker.check(certificate(None, [IDENTITY]))
    assert lines == ['identity called "the difference of two squares": holds']


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"holds": False}, "a failing identity"),
        ({"shows": 3}, "a failing identity"),
        ({"right": [[[2, [0]], [3, [1]]], [[2, [0]]]]}, "the two sides differ"),
        ({"right": [[[2, [0]]], []]}, "a denominator is 0"),
        ({"left": [[], [[1, [0]], [-1, [0]]]]}, "a denominator is 0"),
        ({"right": [[[2, [0]]]]}, "does not have 2 items"),
        ({"symbols": ["a", "a"]}, "named twice"),
        ({"symbols": [""]}, "no name"),
        ({"symbols": ["a", "b"]}, "an exponent for each symbol"),
        ({"left": [[[1, [-1]]], [[1, [0]]]]}, "exponent is not a count"),
        ({"left": [[["1", [0]]], [[1, [0]]]]}, "not an integer"),
        ({"left": [[[True, [0]]], [[1, [0]]]]}, "not an integer"),
        ({"left": [[[1, [0]]] * 10_001, [[1, [0]]]]}, "too long"),
        ({"why": "because"}, "unknown key"),
    ],
)
def test_a_changed_identity_is_rejected(change, reason):
    assert rejected(IDENTITY | change, reason)


def test_a_product_without_end_is_refused():
    long = [[1, [k]] for k in range(199)]
    wide = [[1, [k, j]] for k in range(50) for j in range(50)]
    assert rejected(
        IDENTITY | {"symbols": ["a", "b"], "left": [wide, wide], "right": [wide, wide]},
        "a product is too long",
    )
    assert accepted(IDENTITY | {"left": [long, [[1, [0]]]], "right": [long, [[1, [0]]]]})


# --- signs -------------------------------------------------------------------------------

UNIT = ["0", "1", False, False]
ONE = [[[[1, [0]]], 1]]


def sign_claim(terms, relation, box=UNIT, power=1, below=ONE):
    return {
        "claim": "sign",
        "shows": "a sign",
        "symbols": ["a"],
        "box": {"a": box},
        "relation": relation,
        "numerator": [[terms, power]],
        "denominator": below,
        "holds": True,
    }


MINUS = [[1, [0]], [-1, [1]]]  # 1 - a
HALF = [[1, [0]], [-2, [1]]]  # 1 - 2a
HUMP = [[1, [0]], [-2, [1]], [2, [2]]]  # 1 - 2a + 2a^2, without a real root
DIP = [[1, [0]], [-5, [1]], [7, [2]]]  # 1 - 5a + 7a^2, likewise; its coefficients are mixed


@pytest.mark.parametrize(
    "claim",
    [
        sign_claim(MINUS, ">0"),
        sign_claim(MINUS, ">=0", ["0", "1", True, True]),
        sign_claim(MINUS, ">0", ["0", "1", True, False]),
        sign_claim(MINUS, "<0", ["1", None, False, False]),
        sign_claim(MINUS, "<=0", ["1", None, True, False]),
        sign_claim(HUMP, ">0"),
        sign_claim(DIP, ">0"),
        sign_claim(DIP, ">0", ["0", None, True, False]),
        sign_claim(DIP, ">0", ["-1", "1", True, True]),
        sign_claim(HALF, ">=0", power=2),  # a square, whatever the sign of its root
        sign_claim([], ">=0"),
        sign_claim([], "<=0"),
        sign_claim(MINUS, ">0", below=[[HUMP, 3]]),
        sign_claim(MINUS, "<0", below=[[[[-1, [0]]], 1]]),
        # (1 - 5a + 7a^2)^2 multiplied out: every root is there twice
        sign_claim([[1, [0]], [-10, [1]], [39, [2]], [-70, [3]], [49, [4]]], ">0"),
        # a (1-a) (1 - 3a + 3a^2): no root inside, roots at both ends
        sign_claim([[1, [1]], [-4, [2]], [6, [3]], [-3, [4]]], ">0"),
    ],
)
def test_true_signs_are_accepted(claim):
    assert accepted(claim)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (sign_claim(MINUS, ">0", ["0", "1", True, True]), "numerator may be 0"),
        (sign_claim(MINUS, "<0", ["1", None, True, False]), "numerator may be 0"),
        (sign_claim(MINUS, "<0"), "the sign is the other one"),
        (sign_claim(HALF, ">0"), "not shown"),
        (sign_claim(HALF, ">0", power=2), "numerator may be 0"),
        (sign_claim(HALF, ">0", power=3), "not shown"),
        (sign_claim([], ">0"), "the quotient is 0"),
        (sign_claim(MINUS, ">0", below=[[[], 1]]), "denominator is 0"),
        (sign_claim(MINUS, ">0", below=[[HALF, 2]]), "denominator may be 0"),
        (sign_claim(MINUS, "=0"), "unknown relation"),
        (sign_claim(MINUS, ">0", power=0), "a power is 0"),
        (sign_claim(MINUS, ">0", ["1", "1", False, False]), "range is empty"),
        (sign_claim(MINUS, ">0", ["0", None, False, True]), "range is empty"),
        (sign_claim(MINUS, ">0", ["0", "1", 0, False]), "neither in nor out"),
        (sign_claim(MINUS, ">0") | {"box": {}}, "lacks the key"),
        (sign_claim(MINUS, ">0") | {"holds": False}, "a failing sign"),
        (sign_claim([[2, [0]], [-5, [1]], [2, [2]]], ">0", ["1", None, True, False]), "not shown"),
        # 1 - 4a + 3a^2 is 0 at 1 and at 1/3
        (
            sign_claim([[1, [0]], [-4, [1]], [3, [2]]], "<0", ["1/3", "1", True, False]),
            "may be|not",
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
    return claim | {"denominator": [[[[1, [0, 0]]], 1]]}


CLOSED = ["0", "1", False, True]


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


def test_a_substitution_without_end_is_refused():
    claim = two([[1, [k, k]] for k in range(150)] + [[-1, [149, 0]]], ">0")
    assert rejected(claim, "too long")


def test_what_would_take_too_long_is_refused():
    far = sign_claim([[1, [0]], [1, [199]]], ">0", ["0", "1" + "0" * 3000, False, False])
    assert rejected(far, "a substitution is too long")
    names = [f"x{k}" for k in range(11)]
    many = sign_claim([[1, [0] * 11]], ">0", below=[])
    many |= {"symbols": names, "box": {name: ["0", "1", True, True] for name in names}}
    assert rejected(many, "too many symbols")
    assert rejected(sign_claim([[1, [200]]], ">0"), "exponent")


def test_all_high_ends_may_be_included():
    names = [f"x{k}" for k in range(8)]
    units = [[int(k == j) for k in range(8)] for j in range(8)]
    box = {name: ["0", "1", True, True] for name in names}

    def summed(first, last):  # first + the sum of x, less last times the eighth of them
        terms = [[first, [0] * 8], *([1, unit] for unit in units[:-1]), [-last, units[-1]]]
        return sign_claim(terms, ">0", below=[]) | {"symbols": names, "box": box}

    assert accepted(summed(2, 1))
    assert rejected(summed(1, 1), "may be 0")  # where all are 0 but the last, which is 1


def test_a_long_chain_stays_short():
    # Its coefficients would grow beyond reason, were their common factors kept.
    p = [Fraction((-1) ** (k * k // 3) * (k % 7 + 1)) for k in range(150)]
    found = {checker.sturm(p, (Fraction(k, 8), Fraction(k + 1, 8), True, True)) for k in range(8)}
    assert found == {1}


values = st.fractions(-3, 3, max_denominator=4)


@given(
    st.lists(
        st.tuples(st.integers(-4, 4), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=5
    ),
    st.tuples(values, values, values, values),
    st.tuples(*[st.booleans()] * 5),
    st.sampled_from([">0", ">=0", "<0", "<=0"]),
)
@settings(max_examples=400)
def test_what_is_accepted_is_true_at_points_of_the_box(terms, ends, flags, relation):
    low, width, other, height = ends[0], abs(ends[1]) + 1, ends[2], abs(ends[3]) + 1
    unbounded = flags[4]
    a = [str(low), None if unbounded else str(low + width), flags[0], flags[1] and not unbounded]
    b = [str(other), str(other + height), flags[2], flags[3]]
    claim = two([[x, [e, f]] for x, e, f in terms], relation, a, b)
    if not accepted(claim):
        return
    inside = [Fraction(k, 7) for k in range(1, 7)]
    xs = [low + t * (9 if unbounded else width) for t in inside] + [low] * flags[0]
    xs += [low + width] * (flags[1] or unbounded)
    ys = [other + t * height for t in inside] + [other] * flags[2] + [other + height] * flags[3]
    for x, y in product(xs, ys):
        value = sum((c * x**e * y**f for c, e, f in terms), Fraction(0))
        assert {">0": value > 0, ">=0": value >= 0, "<0": value < 0, "<=0": value <= 0}[relation]


@given(
    st.lists(st.fractions(0, 1, max_denominator=6), max_size=4),
    st.lists(st.sampled_from([DIP, HUMP]), max_size=2),
    st.booleans(),
    st.booleans(),
)
def test_sturm_agrees_with_known_roots(roots, others, closed, ends):
    line = [Fraction(1)]
    for factor in [
        *([-r.numerator, r.denominator] for r in roots),
        *([x for x, _ in o] for o in others),
    ]:
        line = [
            sum(
                (line[i] * factor[k - i] for i in range(len(line)) if 0 <= k - i < len(factor)),
                Fraction(0),
            )
            for k in range(len(line) + len(factor) - 1)
        ]
    if len(line) == 1:
        return
    found = checker.sturm(line, (Fraction(0), Fraction(1), closed, ends))
    hit = [r for r in roots if 0 < r < 1 or (r == 0 and closed) or (r == 1 and ends)]
    at_half = sum((c / 2**k for k, c in enumerate(line)), Fraction(0))
    expected = None if hit else (1 if at_half > 0 else -1)
    assert found == expected


# --- integer inequalities ------------------------------------------------------------------

#: ceil(x/2) <= x for x >= 0: t0 = ceil(x/2); the negation is t0 - x - 1 >= 0.
CEILING = {
    "claim": "exponents",
    "shows": "ceil(x/2) <= x",
    "given": [{"": 0, "x": 1}],
    "goal": {"": 0, "x": 1, "t0": -1},
    "lets": [{"name": "t0", "kind": "ceil_half", "args": [{"": 0, "x": 1}]}],
    # x >= 0, t0 >= x + 1, x - 2 t0 + 1 >= 0
    "tree": {"let": 0, "children": [{"farkas": {"0": 1, "1": 2, "3": 1}}]},
    "holds": True,
}
#: 2x = 1 has no solution: 2x - 1 >= 0 gives x >= 1, and 1 - 2x >= 0 gives x <= 0.
PARITY = {
    "claim": "exponents",
    "shows": "2x is not 1",
    "given": [{"": -1, "x": 2}, {"": 1, "x": -2}],
    "goal": {"": -1},
    "lets": [],
    "tree": {"cut": {"0": 1}, "divide": 2, "children": [{"farkas": {"1": 1, "3": 2}}]},
    "holds": True,
}
SPLIT = PARITY | {
    "tree": {
        "split": {"": -1, "x": 1},
        "children": [{"farkas": {"1": 1, "3": 2}}, {"farkas": {"0": 1, "3": 2}}],
    }
}


def function(kind, args, goal, children):
    return {
        "claim": "exponents",
        "shows": kind,
        "given": [],
        "goal": goal,
        "lets": [{"name": "t", "kind": kind, "args": args}],
        "tree": {"let": 0, "children": children},
        "holds": True,
    }


X, Y = {"": 0, "x": 1}, {"": 0, "y": 1}
#: min(x, y) <= x, max(x, y) >= x, |x| >= x, and (if x >= 0 then x else 0) >= 0.
FUNCTIONS = [
    function("min", [X, Y], {"": 0, "x": 1, "t": -1}, [{"farkas": {"0": 1, "1": 1}}] * 2),
    function("max", [X, Y], {"": 0, "t": 1, "x": -1}, [{"farkas": {"0": 1, "1": 1}}] * 2),
    function(
        "abs",
        [X],
        {"": 0, "t": 1, "x": -1},
        [{"farkas": {"0": 1, "3": 1}}, {"farkas": {"0": 1, "1": 2, "3": 1}}],
    ),
    function(
        "if",
        [X, X, {"": 0}],
        {"": 0, "t": 1},
        [{"farkas": {"0": 1, "1": 1, "3": 1}}, {"farkas": {"0": 1, "3": 1}}],
    ),
]


@pytest.mark.parametrize("claim", [CEILING, PARITY, SPLIT, *FUNCTIONS])
def test_true_inequalities_are_accepted(claim):
    assert accepted(claim)


@pytest.mark.parametrize(
    ("claim", "change", "reason"),
    [
        (CEILING, {"holds": False}, "a failing inequality"),
        (CEILING, {"goal": {"": -1, "x": 1, "t0": -1}}, "not contradictory"),  # ceil(x/2) < x
        (CEILING, {"given": [{"": 1, "x": 1}]}, "not contradictory"),
        (CEILING, {"tree": None}, "a case is left over"),
        (CEILING, {"tree": {"let": 0, "children": []}}, "does not have 1 items"),
        (CEILING, {"tree": {"let": 1, "children": []}}, "let is not a count"),
        (CEILING, {"tree": {"farkas": []}}, "farkas is not an object"),
        (CEILING, {"tree": {"farkas": {"0": -1}}}, "negative"),
        (CEILING, {"tree": {"farkas": {"9": 1}}}, "form is not a count"),
        (CEILING, {"tree": {"farkas": {"x": 1}}}, "of no form"),
        (CEILING, {"tree": {"farkas": {"0": "1"}}}, "not an integer"),
        (CEILING, {"tree": {"hope": 1}}, "unknown key"),
        (CEILING, {"lets": [{"name": "t0", "kind": "floor", "args": []}]}, "unknown function"),
        (CEILING, {"lets": [{"name": "t0", "kind": ["x"], "args": []}]}, "unknown function"),
        (
            CEILING,
            {"lets": [{"name": "t0", "kind": "ceil_half", "args": [{"": 0, "t0": 2}]}]},
            "before it is defined",
        ),
        (CEILING, {"lets": [{"name": "t0", "kind": "ceil_half", "args": []}]}, "have 1 items"),
        (CEILING, {"given": [3]}, "a form is not an object"),
        (CEILING, {"given": [{"x": "1"}]}, "not an integer"),
        (
            CEILING,
            {
                "tree": {
                    "let": 0,
                    "children": [{"let": 0, "children": [{"farkas": {"0": 1, "1": 2, "3": 1}}]}],
                }
            },
            "split twice",
        ),
        (PARITY, {"tree": {"cut": {"0": 1}, "divide": 3, "children": []}}, "does not divide"),
        (PARITY, {"tree": {"cut": {"0": 1}, "divide": 0, "children": []}}, "does not divide"),
        (PARITY, {"tree": {"cut": [], "divide": 2, "children": []}}, "cut is not an object"),
    ],
)
def test_changed_inequalities_are_rejected(claim, change, reason):
    assert rejected(claim | change, reason)


@pytest.mark.parametrize("claim", [CEILING, PARITY, SPLIT, IDENTITY, sign_claim(DIP, ">0")])
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
    rng = random.Random(7)
    if claim["claim"] == "exponents":
        return all(
            any(form(g, x) < 0 for g in claim["given"]) or form(claim["goal"], x) >= 0
            for x in range(-40, 41)
        )

    def value(terms, x):
        return sum((c * x ** e[0] for c, e in terms), Fraction(0))

    points = [Fraction(rng.randint(1, 99), 100) for _ in range(40)]
    if claim["claim"] == "identity":
        return all(
            value(claim["left"][0], x) * value(claim["right"][1], x)
            == value(claim["right"][0], x) * value(claim["left"][1], x)
            for x in points
        )
    return all(value(claim["numerator"][0][0], x) ** claim["numerator"][0][1] > 0 for x in points)


def form(given, x):
    at = {"": 1, "x": x, "t0": -(-x // 2)}
    return sum(times * at[name] for name, times in given.items())


# --- steps of other kinds, and certificates of several ----------------------------------------

STEP = {"claim": "uncertified", "shows": "tried n < 8", "method": "search"}


def test_what_is_not_certified_is_said_and_shows_nothing():
    lines = checker.check(certificate(None, [STEP, IDENTITY]))
    assert lines[0] == 'uncertified called "tried n < 8"'
    assert rejected(STEP, "no claim that can fail")
    with pytest.raises(checker.Rejected, match="not described"):
        checker.check(certificate(None, [IDENTITY, STEP | {"method": 3}]))


def test_claims_about_a_kernel_are_claims_of_another_certificate():
    m = geometric(2, "1/2")
    document = certificate(
        m, [objective_claim("L0", Fraction(2, 3)), {"claim": "stochastic", "holds": True}]
    )
    (claim,) = about_claims("GM costs 2/3", document)
    (line,) = checker.check(certificate(None, [claim]))
    assert line.startswith('about called "GM costs 2/3", a kernel of its own: objective L0')
    assert line.endswith("value 2/3; stochastic: holds; verdict holds: holds")
    for change, reason in [
        ({"verdict": "fails"}, "the verdict is holds"),
        ({"holds": False}, "a failing step"),
        ({"kernel": None}, "has no kernel"),
        ({"kernel": {"form": "dense", "rows": [["1", "0"], ["0", "1"]]}}, "L0 is not 2/3"),
        ({"claims": [IDENTITY]}, "does not fit the kernel"),
        ({"claims": [claim]}, "does not fit the kernel"),
    ]:
        assert rejected(claim | change, reason)
    with pytest.raises(checker.Rejected, match="does not fit"):
        checker.check(certificate(m, [IDENTITY]))


def test_the_name_of_a_step_cannot_pass_for_a_line_of_the_checker(tmp_path, capsys):
    path = tmp_path / "c.json"
    loud = IDENTITY | {"shows": "1 = 1\nc.json: accepted, verdict holds\x1b[2J"}
    write_certificate(path, certificate(None, [STEP, loud]))
    assert checker.main([str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "\x1b" not in lines[1]
    assert lines[2].endswith("accepted, verdict holds; steps that are not rechecked: 1")


def test_a_tree_that_is_nested_too_deeply_is_no_verdict(tmp_path, capsys, monkeypatch):
    path = tmp_path / "c.json"
    write_certificate(path, certificate(None, [IDENTITY]))

    def deep(certificate):
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr(checker, "check", deep)
    assert checker.main([str(path)]) == 2
    assert "not readable" in capsys.readouterr().out


def test_claims_about_no_kernel_are_taken_over_as_they_are():
    document = certificate(None, [IDENTITY])
    assert about_claims("whatever", document) == [IDENTITY]


def test_they_are_written_in_the_published_form(tmp_path):
    claims = [STEP, IDENTITY, CEILING, PARITY, SPLIT, sign_claim(DIP, ">0")]
    write_certificate(tmp_path / "c.json", certificate(None, claims))
    assert checker.main([str(tmp_path / "c.json")]) == 0
    for broken in [IDENTITY | {"left": 3}, CEILING | {"tree": {}}, STEP | {"method": None}]:
        with pytest.raises(InputError):
            write_certificate(tmp_path / "d.json", certificate(None, [broken]))


# --- optima for all alpha of an interval -----------------------------------------------------

#: Randomised response for n = 1 costs 2a/(1+a) under L0: kernel (1, a; a, 1)/(1 + a).
A, ONE_, NONE = [[1, [1]]], [[1, [0]]], []
RESPONSE = {
    "claim": "parametric",
    "shows": "randomised response is optimal",
    "n": 1,
    "properties": ["WH", "F", "RM"],
    "extra": [{"terms": [[0, 0, "1"]], "bound": "1/2", "equal": False}],
    "objective": {"loss": "L0", "aggregate": "sum", "weights": None},
    "interval": ["0", "1"],
    "denominator": [[1, [0]], [1, [1]]],
    "kernel": [[ONE_, A], [A, ONE_]],
    # The cost is x01 + x10, and a (x00 + x01) + (x10 - a x00) is a x01 + x10; so with 0 and 1
    # exchanged. All over 1 + a.
    "dual": [
        [["sum", 0], A],
        [["sum", 1], A],
        [["private", [0, 1], [1, 1]], ONE_],
        [["private", [1, 0], [0, 0]], ONE_],
    ],
    "cost": [[2, [1]]],
    "holds": True,
}


def test_a_parametric_optimum_is_accepted():
    assert accepted(RESPONSE)
    assert accepted(RESPONSE | {"interval": ["1/3", "2/3"]})
    equal = [{"terms": [[0, 0, "1"], [1, 1, "-1"]], "bound": "0", "equal": True}]
    assert accepted(RESPONSE | {"extra": equal, "properties": []})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"holds": False}, "a failing optimum"),
        ({"n": 0}, "n is 0"),
        ({"n": 101}, "not a count"),
        ({"interval": ["0", "2"]}, "interval is not"),
        ({"interval": ["1/2", "1/2"]}, "interval is not"),
        ({"objective": {"loss": "L0", "aggregate": "max", "weights": None}}, "not a sum"),
        ({"denominator": []}, "denominator is not positive"),
        ({"denominator": [[1, [0]], [-2, [1]]]}, "denominator is not positive"),
        ({"kernel": [[ONE_, [[-1, [1]]]], [A, ONE_]]}, "entry may be negative"),
        ({"kernel": [[ONE_, ONE_], [A, ONE_]]}, r"\['sum', 0\] is not shown"),
        ({"kernel": [[ONE_, A], [ONE_, A]]}, "is not shown to be met"),
        ({"kernel": [[A, ONE_], [ONE_, A]]}, "is not shown to be met"),
        (
            {"extra": [{"terms": [[0, 0, "1"]], "bound": "2/3", "equal": False}]},
            r"\['extra', 0\] is not shown",
        ),
        (
            {"extra": [{"terms": [[0, 0, "1"]], "bound": "1/2", "equal": True}]},
            r"\['extra', 0\] is not shown",
        ),
        ({"properties": ["CH", "S", "CM", "RH"], "cost": A}, "do not prove the cost"),
        ({"dual": [[["private", [0, 1], [1, 1]], [[-1, [0]]]]]}, "multiplier may be negative"),
        ({"dual": [[["sum", 0], [[3, [0]]]]]}, "may cost more"),
        ({"dual": []}, "do not prove the cost"),
        ({"dual": [[["max", 0], A]]}, "does not demand"),
        ({"dual": [[["private", [0, 0], [0, 1]], A]]}, "does not demand"),
    ],
)
def test_a_changed_parametric_optimum_is_rejected(change, reason):
    assert rejected(RESPONSE | change, reason)


def test_a_cost_that_is_not_spent_is_rejected():
    # Always the truth and the wrong answer alike: uniform costs 1, the multipliers prove less.
    uniform = RESPONSE | {"kernel": [[ONE_, ONE_], [ONE_, ONE_]], "denominator": [[2, [0]]]}
    assert rejected(uniform | {"dual": [], "cost": [[2, [0]]]}, "do not prove the cost")
