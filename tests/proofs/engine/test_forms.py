"""Affine forms: what a prover concludes from them is so at every integer."""

from itertools import product

import pytest

from exactdp.proofs.engine.forms import Value, opposite, tightened, total

FUNCTIONS = {
    "min": min,
    "max": max,
    "abs": abs,
    "ceil_half": lambda a: -(-a // 2),
    "if": lambda a, b, c: b if a >= 0 else c,
}
ARGUMENTS = [{"i": 2, "": -1}, {"j": 1}, {"i": -1, "j": 1, "": 2}]


def at(form, point):
    return sum(times * point[name] for name, times in form.items())


@pytest.mark.parametrize("kind", FUNCTIONS)
def test_all_of_it_holds_exactly_where_the_name_has_the_functions_value(kind):
    arguments = ARGUMENTS[: {"if": 3, "min": 2, "max": 2}.get(kind, 1)]
    named = Value("t0", kind, arguments)
    everywhere, pieces = named.everywhere(), named.pieces() or [[]]
    for i, j, t in product(range(-4, 5), range(-4, 5), range(-12, 13)):
        point = {"i": i, "j": j, "t0": t, "": 1}
        right = t == FUNCTIONS[kind](*(at(a, point) for a in arguments))
        found = [all(at(form, point) >= 0 for form in [*everywhere, *piece]) for piece in pieces]
        assert any(found) == right


def test_a_function_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="expected min, max"):
        Value("t0", "sin", [{"i": 1}]).everywhere()


def test_a_form_or_its_opposite_holds_at_every_integer():
    form = {"i": 3, "j": -2, "": 1}
    for i, j in product(range(-5, 6), repeat=2):
        point = {"i": i, "j": j, "": 1}
        assert (at(form, point) >= 0) != (at(opposite(form), point) >= 0)


def test_tightening_loses_no_integer():
    form = {"i": 4, "j": -2, "": -3}
    assert tightened(form, 2) == {"i": 2, "j": -1, "": -2}
    for i, j in product(range(-5, 6), repeat=2):
        point = {"i": i, "j": j, "": 1}
        assert (at(form, point) >= 0) == (at(tightened(form, 2), point) >= 0)


def test_names_whose_multiples_cancel_are_left_out():
    assert total([(2, {"i": 1, "": 1}), (-1, {"i": 2, "j": 1})]) == {"": 2, "j": -1}
