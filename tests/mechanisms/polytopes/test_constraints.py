"""The constraints of the polytopes against their definitions, and bad input."""

from fractions import Fraction
from math import factorial

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.polytopes.estimate import estimate, require_hope
from exactdp.mechanisms.polytopes.polytope import polytope

entries = st.fractions(0, 1, max_denominator=6)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(entries, entries), min_size=3, max_size=3), st.booleans())
def test_u_holds_what_the_definition_says(pairs, scaled):
    rows = [[x, y, 1 - x - y] for x, y in pairs]
    if scaled:  # closer to the middle, so that some are inside
        rows = [[(x + 3) / 10 for x in row] for row in rows]
    alpha = Fraction(1, 2)
    inside = (
        all(sum(row) == 1 for row in rows)
        and all(x >= 0 for row in rows for x in row)
        and naive.tightest_alpha(rows) >= alpha
    )
    assert (polytope("U", 3, alpha).violated(rows) is None) == inside


@pytest.mark.parametrize("z", [["1/4", "1/2", "1/4"], ["1/2", "0", "1/2"], ["0", "0", "1"]])
def test_f_is_the_part_of_u_that_keeps_z(z):
    law = [Fraction(x) for x in z]
    p = polytope("F", 3, "1/2", z)
    constant = [law] * 3
    assert p.violated(constant) is None
    shifted = [law[1:] + law[:1]] * 3
    assert (p.violated(shifted) is None) == (shifted == constant)
    assert polytope("U", 3, "1/2").violated(shifted) is None


def test_tight_constraints_of_a_point_are_listed():
    p = polytope("U", 3, "1/2")
    rows = geometric(2, "1/2").rows()
    tight = p.tight(rows)
    words = [p.constraints[k].label for k in tight]
    assert words[-3:] == [f"row {i} of T sums to 1" for i in range(3)]
    assert words[:2] == ["alpha * T[0][0] <= T[1][0]", "alpha * T[1][0] <= T[2][0]"]
    assert len(tight) == 9


def test_a_broken_constraint_is_named_in_words():
    with pytest.raises(InputError, match=r"'alpha \* T\[0\]\[0\] <= T\[1\]\[0\]'"):
        polytope("U", 2, "1/2").require([[1, 0], [0, 1]])
    # What is missing is said in the units of the matrix.
    with pytest.raises(InputError, match=r"T\[1\]\[0\]' \(off by -7/20\)"):
        polytope("U", 2, "1/2").require([["9/10", "1/10"], ["1/10", "9/10"]])
    with pytest.raises(InputError, match=r"'row 0 of Psi B sums to 1' \(off by -1/3\)"):
        polytope("RU", 2, "1/2").require([[1, 0], [0, 0]])
    with pytest.raises(InputError, match=r"'\(z T\)\[0\] = z\[0\]' \(off by 1/6\)"):
        polytope("F", 2, "1/2", ["1/3", "2/3"]).require([["1/2", "1/2"]] * 2)
    with pytest.raises(InputError, match="'row 1 of T sums to 1'"):
        polytope("U", 2, "1/2").require([["1/2", "1/2"], ["1/2", "2/5"]])
    with pytest.raises(InputError, match=r"'\(z T\)\[0\] = z\[0\]'"):
        polytope("F", 2, "1/2").require([[1, 0], [1, 0]])
    with pytest.raises(InputError, match=r"'B\[0\]\[0\] >= 0'"):
        polytope("RU", 2, "1/2").require([[-1, 0], [0, 0]])
    with pytest.raises(InputError, match="expected 2 x 2"):
        polytope("U", 2, "1/2").require([[1, 0, 0]] * 3)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (["1/2", "1/4"], "got 2 numbers, expected 3"),
        (["1/2", "3/4", "-1/4"], "count 2: got -1/4"),
        (["1/2", "1/4", "1/8"], "sum to 7/8, expected exactly 1"),
    ],
)
def test_bad_targets_are_refused(target, words):
    for kind in ("F", "RF"):
        with pytest.raises(InputError, match=words):
            polytope(kind, 3, "1/2", target)


def test_other_bad_input_is_refused():
    with pytest.raises(InputError, match="expected one of U, F, RU, RF"):
        polytope("G", 3, "1/2")
    with pytest.raises(InputError, match="keeps no law"):
        polytope("U", 2, "1/2", ["1/2", "1/2"])
    with pytest.raises(InputError, match="got alpha = 1"):
        polytope("U", 3, 1)
    with pytest.raises(InputError, match="size = 1"):
        polytope("U", 1, "1/2")


def test_hopeless_sizes_are_refused_with_an_estimate():
    with pytest.raises(LimitError, match="about 9,784,526,212 vertices"):
        require_hope(polytope("F", 6, "1/2"), "lrs")
    with pytest.raises(LimitError, match="about 680,346,036 vertices"):
        require_hope(polytope("RU", 6, "1/2"), "structure")
    require_hope(polytope("RU", 6, "1/2"), "structure", listing=False)
    with pytest.raises(LimitError, match="up to size 6"):
        require_hope(polytope("U", 7, "1/2"), "structure", listing=False)
    with pytest.raises(LimitError, match="or take --engine lrs"):
        require_hope(polytope("RF", 4, "1/2"), "cdd")
    with pytest.raises(LimitError, match=r"has about 10\^46 vertices.*insist with --force"):
        require_hope(polytope("U", 13, "1/2"), "structure", listing=False)
    with pytest.raises(LimitError, match=r"has about 10\^68 vertices.*more zeros"):
        require_hope(polytope("F", 13, "1/2"), "lrs")
    with pytest.raises(LimitError, match=r"more than 10\^100 vertices"):
        require_hope(polytope("F", 1000, "1/2"), "lrs")
    require_hope(polytope("F", 6, "1/2", [0, 0, 0, 0, "1/2", "1/2"]), "cdd")
    for size in (5, 13, 1000):
        one = polytope("F", size, "1/2", [1] + [0] * (size - 1))
        require_hope(one, "cdd")
        assert estimate(one) == 1


def test_hopes_are_low_enough():
    # U has the geometric mechanism with its outputs in any order.
    for size in range(2, 60):
        assert estimate(polytope("U", size, "1/2")) >= min(factorial(size), 10**100)
    for kind in ("U", "F", "RU", "RF"):
        guessed = [estimate(polytope(kind, size, "1/2")) for size in range(2, 40)]
        assert guessed == sorted(guessed)
        assert guessed[-1] == 10**100


def test_a_walk_is_refused_by_its_orbits():
    require_hope(polytope("F", 5, "1/2"), "walk")
    lopsided = ["1/2", "1/4", "1/8", "1/16", "1/16"]
    with pytest.raises(LimitError, match="584,925 orbits, where walk is begun for up to 50,000"):
        require_hope(polytope("F", 5, "1/2", lopsided), "walk")
