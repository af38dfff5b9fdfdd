"""Exact decompositions into scales and into extreme points."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.polytopes.decomposition import into_scales, into_vertices, representation
from exactdp.mechanisms.polytopes.enumeration import vertices
from exactdp.mechanisms.polytopes.faces import independent
from exactdp.mechanisms.polytopes.images import image
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.mechanisms.polytopes.scales import pattern_of


def mixed(parts):
    size = len(parts[0].vertex)
    return [
        [sum(part.weight * part.vertex[i][j] for part in parts) for j in range(size)]
        for i in range(size)
    ]


def assert_vertex(rows, alpha):
    faces = [pattern_of(column, alpha) for column in zip(*rows, strict=True)]
    assert independent([face for face in faces if face is not None], Fraction(alpha))


def check(rows, alpha):
    size = len(rows)
    parts = into_vertices(rows, alpha)
    assert sum(part.weight for part in parts) == 1
    assert all(part.weight > 0 for part in parts)
    assert mixed(parts) == rows
    assert len(parts) <= size * (size - 1) + 1
    for part in parts:
        polytope("U", size, alpha).require(part.vertex)
        assert_vertex(part.vertex, alpha)
    return parts


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["1/3", "1/2", "9/10"]),
    st.lists(st.tuples(st.integers(0, 26), st.integers(1, 5)), min_size=1, max_size=6),
)
def test_mixtures_of_vertices_are_taken_apart_again(alpha, chosen):
    table = list(vertices(polytope("U", 3, alpha)))
    total = sum(weight for _, weight in chosen)
    rows = [
        [
            sum((Fraction(w, total) * table[k % len(table)][i][j] for k, w in chosen), Fraction(0))
            for j in range(3)
        ]
        for i in range(3)
    ]
    parts = check(rows, alpha)
    assert all(part.vertex in table for part in parts)
    assert image(polytope("RU", 3, alpha), representation(rows, alpha)) == rows


@pytest.mark.parametrize("family", [geometric, uniform, explicit_fair])
def test_named_mechanisms(family):
    rows = (family(4) if family is uniform else family(4, "1/2")).rows()
    parts = check(rows, "1/2")
    assert (len(parts) == 1) == (family is geometric)
    for column in into_scales(rows, "1/2"):
        assert 1 <= len(column) <= 5


def test_what_is_not_private_is_refused_with_the_constraint():
    for take_apart in (into_scales, into_vertices):
        with pytest.raises(InputError, match=r"it breaks the constraint 'alpha \* T\["):
            take_apart(geometric(3, "1/3").rows(), "1/2")
        with pytest.raises(InputError, match="'row 0 of T sums to 1'"):
            take_apart([["1/2", "1/3"], ["1/2", "1/2"]], "1/2")
