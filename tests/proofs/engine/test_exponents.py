"""Integer inequalities for all integers: what is proved, what is refuted, what is rechecked."""

import copy
import random

import pytest

from exactdp.proofs.engine.cuts import cuts
from exactdp.proofs.engine.exponents import prove
from exactdp.proofs.engine.farkas import Contradiction, Point, solve
from exactdp.proofs.engine.linear import (
    cases,
    ceil_half,
    equal,
    maximum,
    minimum,
    value,
    variables,
)
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate

i, j, n = variables("i j n")


def rechecks(proof):
    """Return whether the checker accepts a claim ``cases``, given without its frame."""
    try:
        checker.check(certificate([], [{"claim": "cases", **proof, "holds": True}]))
    except checker.Outcome:
        return False
    return True


TRUE = [
    ("ceil(i/2) is monotone", [i <= j], [ceil_half(i) <= ceil_half(j)]),
    ("ceil(2i/2) is i", [], equal(ceil_half(2 * i), i)),
    ("ceil((2i-1)/2) is i", [], equal(ceil_half(2 * i - 1), i)),
    ("ceil halves add to at most one more", [], [ceil_half(i) + ceil_half(-i) <= 1]),
    ("ceil(i/2) + ceil((i-1)/2) is i", [], equal(ceil_half(i) + ceil_half(i - 1), i)),
    ("the triangle inequality", [], [abs(i + j) <= abs(i) + abs(j)]),
    ("min and max add up", [], equal(minimum(i, j) + maximum(i, j), i + j)),
    ("|i| is max(i, -i)", [], equal(abs(i), maximum(i, -i))),
    ("no even number is odd", [*equal(2 * i, 2 * j + 1)], [i < i]),
    ("2i >= 2j - 1 is i >= j", [2 * i >= 2 * j - 1], [i >= j]),
]

FALSE = [
    ("flipped inequality", [i >= 0], [ceil_half(i) >= i]),
    ("strict for not strict", [i <= j], [ceil_half(i) < ceil_half(j)]),
    ("shifted index", [], equal(ceil_half(2 * i + 1), i)),
    ("min for max", [], equal(abs(i), minimum(i, -i))),
    ("floor for ceil", [i >= 0], [2 * ceil_half(i) <= i]),
    ("a case split the wrong way", [i >= 0], [cases(i >= 3, 0, 1) <= cases(i >= 4, 0, 1) - 1]),
]


@pytest.mark.parametrize(("shows", "given", "goals"), TRUE, ids=[t[0] for t in TRUE])
def test_true_statements_are_proved_and_recheck(shows, given, goals):
    step = prove(shows, given, goals)
    assert step.holds is True
    assert all(rechecks(proof) for proof in step.data["proofs"])
    assert checker.check(certificate(*step.stated()))


@pytest.mark.parametrize(("shows", "given", "goals"), FALSE, ids=[f[0] for f in FALSE])
def test_mutated_statements_are_refuted_by_a_point_that_violates_them(shows, given, goals):
    step = prove(shows, given, goals)
    assert step.holds is False
    at = step.data["counterexample"]
    assert all(value(g, at) >= 0 for g in given)
    assert any(value(g, at) < 0 for g in goals)


def test_a_false_goal_beyond_the_search_box_stays_unproved():
    assert prove("i <= 100", [i >= 0], [i <= 100]).holds is None


def test_a_goal_without_statements_proves_nothing():
    assert prove("nothing", [], []).holds is None


def test_variables_that_look_like_function_values_are_refused():
    (t0,) = variables("t0")
    with pytest.raises(ValueError, match="t0"):
        prove("reserved", [t0 >= 0], [t0 >= 0])


def test_a_comparison_is_not_a_truth_value():
    with pytest.raises(TypeError):
        bool(i <= j)


def leaves(node):
    if "farkas" in node:
        yield node
    for child in below(node):
        yield from leaves(child)


def below(node):
    return node.get("children", []) + ([node["then"]] if "then" in node else [])


@pytest.fixture
def proof():
    step = prove("", [i >= 0, j >= 0], [abs(i - j) <= maximum(i, j)])
    return step.data["proofs"][0]


def test_a_certificate_rechecks(proof):
    assert rechecks(proof)


@pytest.mark.parametrize("change", [lambda m: m + 1, lambda m: -m, lambda m: 0])
def test_every_mutated_multiplier_is_rejected(proof, change):
    for index in range(len(list(leaves(proof["tree"])))):
        mutant = copy.deepcopy(proof)
        leaf = list(leaves(mutant["tree"]))[index]
        if len(leaf["farkas"]) == 1:
            continue  # one form alone is a negative constant: any positive multiple proves it
        leaf["farkas"][0][1] = change(leaf["farkas"][0][1])
        assert not rechecks(mutant)


def test_a_missing_case_is_rejected(proof):
    def drop(node):
        if "either" in node and len(node["children"]) == 2:
            node["children"].pop()
            return True
        return any(drop(child) for child in below(node))

    mutant = copy.deepcopy(proof)
    assert drop(mutant["tree"])
    assert not rechecks(mutant)


def test_a_certificate_for_another_goal_is_rejected(proof):
    mutant = copy.deepcopy(proof)
    mutant["goal"][""] = mutant["goal"].get("", 0) - 1
    assert not rechecks(mutant)


def test_a_cut_whose_divisor_does_not_divide_is_rejected():
    step = prove("", equal(2 * i, 2 * j + 1), [i < j])
    proof = copy.deepcopy(step.data["proofs"][0])
    assert "cut" in proof["tree"]
    assert rechecks(proof)
    proof["tree"]["divide"] = 3
    assert not rechecks(proof)


def test_cuts_hold_at_every_integer_point_of_the_case():
    forms = [{"k": 1, "i": -2}, {"k": -1, "i": 2}, {"h": 2, "k": -1, "": -1}]
    ((combination, divisor),) = cuts(forms)
    assert set(combination) <= set(range(len(forms)))
    assert divisor == 2


def test_solve_always_answers_with_a_checkable_witness():
    draw = random.Random(1)
    seen = set()
    for _ in range(300):
        forms = [
            {name: draw.randint(-3, 3) for name in ("x", "y", "z", "")}
            for _ in range(draw.randint(1, 7))
        ]
        outcome = solve(forms)
        seen.add(type(outcome))
        if isinstance(outcome, Point):
            point = outcome.at | {"": 1}
            assert all(sum(f[name] * point[name] for name in f) >= 0 for f in forms)
        else:
            assert isinstance(outcome, Contradiction)
            total = {
                name: sum(m * forms[k][name] for k, m in outcome.multipliers.items())
                for name in ("x", "y", "z", "")
            }
            assert min(outcome.multipliers.values()) > 0
            assert total.pop("") < 0
            assert not any(total.values())
    assert seen == {Point, Contradiction}


def random_expression(draw, depth):
    if depth == 0:
        return draw.choice([i, j, n]) * draw.randint(-2, 2) + draw.randint(-3, 3)
    parts = [random_expression(draw, depth - 1) for _ in range(3)]
    made = draw.choice([minimum, maximum, lambda a, b: abs(a) + b, cases, ceil_half])
    if made is cases:
        return cases(*parts)
    return made(parts[0]) if made is ceil_half else made(*parts[:2])


def test_proved_random_statements_hold_far_outside_the_searched_box():
    draw = random.Random(2)
    decided = 0
    for _ in range(80):
        left, right = random_expression(draw, 1), random_expression(draw, 1) + 4
        step = prove("", [i >= 0, j >= i], [left <= right])
        for _ in range(60 if step.holds else 0):
            at = {"i": draw.randint(0, 99), "n": draw.randint(-99, 99)}
            at["j"] = at["i"] + draw.randint(0, 99)
            assert value(left, at) <= value(right, at)
        decided += step.holds is True
    assert decided > 3


def test_halves_are_rounded_down_and_other_parts_refused():
    half = (i - j) // 2
    for at in ({"i": a, "j": b} for a in range(-3, 4) for b in range(-3, 4)):
        assert value(half, at) == (at["i"] - at["j"]) // 2
    with pytest.raises(ValueError, match="a division by 3"):
        (i - j) // 3
