"""Statements of "Preserving Target Distributions With ..." about extreme points, exhaustively."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq_mat

from exactdp.mechanisms.polytopes import edges, image, images, points, polytope, vertices
from exactdp.mechanisms.polytopes.faces import independent
from exactdp.mechanisms.rationals import to_fmpq
from exactdp.mechanisms.scales import pattern_of, scale

HALF = Fraction(1, 2)


def parse(text):
    return [[Fraction(x) for x in row.split()] for row in text.split(";")]


@pytest.mark.parametrize("alpha", ["1/3", "1/2", "9/10"])
@pytest.mark.parametrize("size", [2, 3])
def test_theorem_2_and_zero_columns(size, alpha):
    found = list(vertices(polytope("U", size, alpha)))
    for rows in found:
        faces = [pattern_of(column, alpha) for column in zip(*rows, strict=True)]
        assert independent([face for face in faces if face is not None], Fraction(alpha))
        if None not in faces:  # all entries positive
            assert not any(0 in face for face in faces)
            assert fmpq_mat(size, size, [to_fmpq(x) for row in rows for x in row]).rank() == size
    for one, other in pairwise(found):  # a midpoint is no vertex
        middle = [
            [(x + y) / 2 for x, y in zip(a, b, strict=True)]
            for a, b in zip(one, other, strict=True)
        ]
        faces = [pattern_of(column, alpha) for column in zip(*middle, strict=True)]
        assert not independent([face for face in faces if face is not None], Fraction(alpha))


@pytest.mark.parametrize("alpha", ["1/3", "1/2", "9/10"])
@pytest.mark.parametrize("z", [["1/3"] * 3, ["1/2", "1/3", "1/6"], ["1/2", "0", "1/2"]])
def test_corollary_2_and_proposition_1(alpha, z):
    p = polytope("RF", 3, alpha, z)
    found = images(p)  # raises if a vertex of F has no vertex of RF above it
    positive = sum(x != "0" for x in z)
    assert min(found.positive) >= positive
    assert max(found.positive) <= positive + 2
    assert found.vertices == sum(found.images.values()) == sum(found.positive.values())


@pytest.mark.parametrize("size", [2, 3, 4])
def test_corollary_5_and_proposition_3(size):
    p = polytope("RU", size, "2/3")
    found = images(p)
    assert min(found.positive) >= 1
    assert max(found.positive) <= size
    for rows in vertices(p):
        assert all(sum(x > 0 for x in row) <= 1 for row in rows)


# The scan lost two zeros of B3 in Example 1, and garbled "4/3" and a bracket in Example 2. What
# stands below is the only completion for which Psi B 1 = 1 and, in Example 1, z Psi B = z.
EXAMPLE_1 = {
    "B1": "0 0 0; 1 0 2/3; 0 1 1/3; 0 0 0",
    "B2": "0 0 14/30; 1 0 0; 0 1 2/30; 0 0 14/30",
    "B3": "5/6 0 1/3; 0 0 0; 0 0 2/3; 1/6 1 0",
}
EXAMPLE_2 = {
    "B1": "7/6 0 0; 0 0 0; 2/3 0 0; 7/6 0 0",
    "B2": "0 0 0; 5/3 0 0; 4/3 0 0; 0 0 0",
    "B3": "7/6 0 0; 0 0 0; 0 0 2/3; 7/6 0 0",
}


def test_example_1():
    p, f = polytope("RF", 3, HALF), polytope("F", 3, HALF)
    above, below = list(vertices(p)), list(vertices(f))
    matrices = {name: parse(text) for name, text in EXAMPLE_1.items()}
    assert all(b in above for b in matrices.values())
    shared = parse("2/5 1/4 7/20; 1/5 1/2 3/10; 2/5 1/4 7/20")
    assert image(p, matrices["B1"]) == image(p, matrices["B2"]) == shared
    assert shared in below
    third = image(p, matrices["B3"])
    assert third == parse("1/2 1/7 5/14; 2/7 2/7 3/7; 3/14 4/7 3/14")
    assert third not in below
    f.require(third)


def test_example_2():
    p = polytope("RU", 3, HALF)
    above, below = list(vertices(p)), list(vertices(polytope("U", 3, HALF)))
    matrices = {name: parse(text) for name, text in EXAMPLE_2.items()}
    assert all(b in above for b in matrices.values())
    constant = parse("1 0 0; 1 0 0; 1 0 0")
    assert image(p, matrices["B1"]) == image(p, matrices["B2"]) == constant
    assert constant in below
    third = image(p, matrices["B3"])
    assert third == parse("5/6 0 1/6; 4/6 0 2/6; 5/6 0 1/6")
    assert third not in below
    halves = (
        parse("11/12 0 1/12; 10/12 0 2/12; 11/12 0 1/12"),
        parse("9/12 0 3/12; 6/12 0 6/12; 9/12 0 3/12"),
    )
    assert third == [
        [(x + y) / 2 for x, y in zip(a, b, strict=True)] for a, b in zip(*halves, strict=True)
    ]
    for half in halves:
        polytope("U", 3, HALF).require(half)


@pytest.mark.parametrize(("kind", "z"), [("U", None), ("RU", None), ("F", ["1/2", "0", "1/2"])])
def test_edges_join_vertices_whose_common_constraints_leave_one_dimension(kind, z):
    p = polytope(kind, 3, "1/2", z)
    found = list(points(p))
    joined = set(edges(p, found))
    rows = p.constraints
    tight = [set(p.tight(p.matrix(point))) for point in found]
    for k in range(len(found)):
        for m in range(k + 1, len(found)):
            common = sorted(tight[k] & tight[m])
            matrix = fmpq_mat(len(common), p.variables)
            for r, index in enumerate(common):
                for v, a in rows[index].terms:
                    matrix[r, v] = a
            assert (matrix.rank() == p.variables - 1) == ((k, m) in joined)


def test_scales_of_the_paper_are_the_rows_of_b():
    p = polytope("RU", 3, HALF)
    for s, pattern in enumerate(p.patterns):
        unit = [[Fraction(int(i == s and j == 0)) for j in range(3)] for i in range(4)]
        assert [row[0] for row in image(p, unit)] == scale(pattern, HALF)
