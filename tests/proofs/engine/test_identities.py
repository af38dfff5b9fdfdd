"""Identities, closed sums and signs: true ones hold, mutated ones are refuted."""

from fractions import Fraction

import pytest

from exactdp.proofs.engine.identities import Powers, evaluate, identity, symbols
from exactdp.proofs.engine.linear import variables
from exactdp.proofs.engine.signs import (
    UNIT,
    UNIT_CLOSED,
    Range,
    at_least,
    between,
    more_than,
    same_sign,
    sign,
)
from exactdp.proofs.engine.sums import Index, geometric, series, summation, vanishing

a, A, B, n, k, Z, M = symbols("a A B n k Z M")
index = Index(k, Z)


def test_powers_with_symbolic_exponents_multiply():
    j, d = variables("j d")
    power = Powers(a, {"j": A, "d": B})
    assert power(j + 1) * power(d - 1) == power(j + d)
    assert power(j + 1) != power(j + 2)


@pytest.mark.parametrize("m", range(6))
def test_a_geometric_sum_is_what_adding_gives(m):
    steps = []
    total = geometric(2 * a**2, a**3, a ** (3 * m), index, steps)
    assert all(step.holds for step in steps)
    assert total == sum((2 * a ** (2 + 3 * q) for q in range(m)), start=a * 0)


@pytest.mark.parametrize("m", range(6))
def test_a_sum_with_polynomial_weights_is_what_adding_gives(m):
    total = summation([1, -2, 0, 5], a, index, a * 0 + m, a**m, [])
    assert total == sum(((1 - 2 * q + 5 * q**3) * a**q for q in range(m)), start=a * 0)


def test_a_polynomial_sum_needs_its_number_of_terms():
    with pytest.raises(ValueError, match="number of terms"):
        summation([0, 1], a, index, None, M, [])


def test_a_series_is_refused_where_the_ratio_reaches_one():
    steps = []
    series([1], 2 * a, index, {"a": UNIT}, steps)
    assert [step.holds for step in steps] == [True, False]
    assert vanishing(a, 3, {"a": UNIT}).holds is True


@pytest.mark.parametrize(
    "mutant",
    [
        (1 - M) / (1 - a) * a,  # shifted index
        (1 - a * M) / (1 - a),  # one term too many
        (1 + M) / (1 - a),  # wrong sign
        (1 - M**2) / (1 - a),  # wrong exponent
    ],
)
def test_mutated_closed_forms_are_refuted(mutant):
    step = identity("sum of a^k, k < m", geometric(a**0, a, M, index, []), mutant)
    assert step.holds is False
    assert step.data["difference"]


BOX = {"a": UNIT, "n": at_least(2)}


def test_signs_on_the_unit_interval():
    assert sign("", 1 - a, ">0", {"a": UNIT}).holds is True
    assert sign("", 1 - a, ">0", {"a": UNIT_CLOSED}).holds is False
    assert sign("", 1 - a, ">=0", {"a": UNIT_CLOSED}).holds is True
    assert sign("", a - 1, "<0", {"a": UNIT}).holds is True
    assert sign("", (1 - 2 * a) ** 2, ">=0", {"a": UNIT}).holds is True
    assert sign("", (1 - 2 * a) ** 2, ">0", {"a": UNIT}).holds is False
    assert sign("", a / (1 - a), ">0", {"a": UNIT}).holds is True
    assert sign("", n - 2 + a, ">0", BOX).holds is True


def test_a_strict_sign_fails_on_a_closed_end_only():
    assert sign("", n - 2, ">=0", {"n": at_least(2)}).holds is True
    assert sign("", n - 2, ">0", {"n": at_least(2)}).holds is False
    assert sign("", n - 2, ">0", {"n": more_than(2)}).holds is True


def test_a_range_is_cut_where_its_coefficients_do_not_tell():
    positive = 5 * a**2 - 4 * a + 1
    step = sign("", positive, ">0", {"a": UNIT})
    assert step.holds is True
    assert step.data["numerator"]["factors"][0]["cuts"] == {"a": ["1/2"]}


def test_a_sign_that_changes_between_samples_is_not_claimed():
    # Roots at 601/1000 and 602/1000, where no sample point lies.
    element = (1000 * a - 601) * (1000 * a - 602)
    assert sign("", element, ">0", {"a": UNIT}).holds is not True
    assert sign("", element, ">0", {"a": between(Fraction(1, 2), Fraction(3, 5))}).holds is True


@pytest.mark.parametrize(
    ("element", "relation"),
    [
        (1 + a - 2 * a * M, "<0"),  # flipped inequality
        (1 - a - 2 * a * M, ">0"),  # wrong sign
        (1 + a - 3 * a * M, ">0"),  # wrong coefficient
    ],
)
def test_mutated_inequalities_are_refuted_by_a_point(element, relation):
    box = {"a": UNIT, "M": UNIT_CLOSED}
    assert sign("", 1 + a - 2 * a * M, ">0", box).holds is True
    step = sign("", element, relation, box)
    assert step.holds is False
    point = {name: Fraction(at) for name, at in step.data["counterexample"].items()}
    assert (evaluate(element, point) > 0) is (relation == "<0")


def test_same_sign_needs_the_same_zero():
    y = (1 - a) / (1 + a)
    assert same_sign("", y - 1 / (n + 1), n - 2 * a / (1 - a), BOX).holds is True
    assert same_sign("", y - 1 / (n + 1), n - a / (1 - a), BOX).holds is not True
    assert same_sign("", y - 1 / n, n - 2 * a / (1 - a), BOX).holds is not True


def test_a_range_without_points_is_refused():
    for low, high in [(1, 1), (2, 1)]:
        with pytest.raises(ValueError, match="expected low < high"):
            Range(Fraction(low), Fraction(high))
