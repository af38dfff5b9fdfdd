"""Statements of "Preserving Target Distributions With ..." about extreme points, exhaustively."""

from fractions import Fraction
from itertools import combinations, islice, pairwise, product

import pytest
from flint import fmpq, fmpq_mat

from exactdp.mechanisms.exact.rationals import to_fmpq
from exactdp.mechanisms.polytopes.adjacency import edges
from exactdp.mechanisms.polytopes.decomposition import representation
from exactdp.mechanisms.polytopes.enumeration import points, vertices
from exactdp.mechanisms.polytopes.faces import independent
from exactdp.mechanisms.polytopes.images import image, images
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.mechanisms.polytopes.scales import combination, pattern_of, psi, scale
from exactdp.verify.judge.extreme import columns_of, extreme

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


@pytest.mark.parametrize(
    ("kind", "size", "z"),
    [
        ("U", 3, None),
        ("RU", 3, None),
        ("F", 3, ["1/2", "0", "1/2"]),
        ("F", 3, ["0", "1", "0"]),
        *((kind, 2, None) for kind in ("U", "F", "RU", "RF")),
    ],
)
def test_edges_join_vertices_whose_common_constraints_leave_one_dimension(kind, size, z):
    p = polytope(kind, size, "1/2", z)
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


# -- the same, and what decides without enumerating, at sizes 2 and 3 for all of these ------

ALPHAS = ["1/3", "1/2", "9/10"]
TARGETS = {
    2: [("1/2", "1/2"), ("1/4", "3/4"), ("0", "1")],
    3: [("1/3",) * 3, ("1/2", "1/3", "1/6"), ("1/2", "0", "1/2"), ("0", "1", "0")],
}
#: Of size 4 a part is taken, from different places of the enumeration.
SAMPLED = [("1/4",) * 4, ("2/5", "3/10", "1/5", "1/10"), ("1/2", "0", "1/4", "1/4")]

exhaustive = pytest.mark.parametrize(
    ("alpha", "z"), [(alpha, z) for alpha in ALPHAS for size in (2, 3) for z in TARGETS[size]]
)
sampled = pytest.mark.parametrize(
    ("alpha", "z"), [(alpha, z) for alpha in ("1/3", "2/3") for z in SAMPLED]
)
every_alpha = pytest.mark.parametrize("alpha", ALPHAS)


def some(p, most=60):
    """All vertices up to size 3; at size 4 every 11th of those that come first."""
    if p.size < 4:
        return list(vertices(p))
    return list(islice(vertices(p), 0, 11 * most, 11))


def middle(one, other):
    return [
        [(x + y) / 2 for x, y in zip(a, b, strict=True)] for a, b in zip(one, other, strict=True)
    ]


def middles(found):
    """Midpoints: of all pairs of few vertices, of a chain and of distant ones of many."""
    if len(found) < 12:
        return [middle(one, other) for one, other in combinations(found, 2)]
    apart = zip(found, found[len(found) // 2 :], strict=False)
    return [middle(one, other) for one, other in [*pairwise(found), *apart]]


def judged(p, matrix):
    return extreme(columns_of(matrix, p) if p.represents else matrix, p)


def agrees_with_enumeration(p):
    found = some(p)
    assert all(judged(p, matrix).holds for matrix in found)
    assert not any(judged(p, matrix).holds for matrix in middles(found))


@pytest.mark.parametrize("kind", ["F", "RF"])
@exhaustive
def test_vertices_are_extreme_and_midpoints_are_not(kind, alpha, z):
    agrees_with_enumeration(polytope(kind, len(z), alpha, z))


@pytest.mark.parametrize("kind", ["F", "RF"])
@sampled
def test_vertices_are_extreme_and_midpoints_are_not_at_size_4(kind, alpha, z):
    agrees_with_enumeration(polytope(kind, 4, alpha, z))


@pytest.mark.parametrize("kind", ["U", "RU"])
@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_vertices_of_u_and_ru_are_extreme_and_midpoints_are_not(kind, size, alpha):
    agrees_with_enumeration(polytope(kind, size, alpha))


def scales_of(matrix, p):
    """Return (column, scale) for each positive entry, column by column."""
    return [(j, s) for j in range(p.size) for s in range(p.height) if matrix[s][j] > 0]


def vectors_independent(vectors):
    rows = [x for vector in vectors for x in vector]
    return not vectors or fmpq_mat(len(vectors), len(vectors[0]), rows).rank() == len(vectors)


def column(matrix, j):
    return [matrix[i, j] for i in range(matrix.nrows())]


def affinely_simplified(matrix, p):
    """Definition 8, as it stands."""
    scales, z, differences = psi(p.size, p.alpha), [to_fmpq(x) for x in p.target], []
    for j in range(p.size):
        given = []
        for m, s in scales_of(matrix, p):
            if m == j:
                x = column(scales, s)
                kept = sum((a * b for a, b in zip(z, x, strict=True)), fmpq(0))
                given.append([a / kept for a in x])
        for other in given[1:]:
            differences.append([a - b for a, b in zip(other, given[0], strict=True)])
    return vectors_independent(differences)


def linearly_simplified(matrix, p):
    """Definition 19, as it stands."""
    scales = psi(p.size, p.alpha)
    return vectors_independent([column(scales, s) for _, s in scales_of(matrix, p)])


def movement_matrices(matrix, p):
    """Return the dimension of the movement matrices that are 0 where B is (Lemmas 2 and 7)."""
    scales, places = psi(p.size, p.alpha), scales_of(matrix, p)
    laws = p.size if p.target is not None else 0
    equations = fmpq_mat(p.size + laws, len(places))
    for k, (j, s) in enumerate(places):
        for i, x in enumerate(column(scales, s)):
            equations[i, k] = x
            if laws:
                equations[p.size + j, k] += to_fmpq(p.target[i]) * x
    return len(places) - equations.rank()


def simplified_means_extreme(p, simplified):
    found = some(p)
    for matrix in [*found, *middles(found)]:
        verdict = judged(p, matrix)
        assert simplified(matrix, p) is verdict.holds
        assert (movement_matrices(matrix, p) == 0) is verdict.holds
        if not verdict.holds:  # the certificate is a movement matrix: Psi mu 1 = 0, z Psi mu = 0
            place = {pattern: s for s, pattern in enumerate(p.patterns)}
            movement = [[Fraction(0)] * p.size for _ in range(p.height)]
            for (pattern, j), x in verdict.direction.items():
                movement[place[pattern]][j] = x
            rows = image(p, movement)
            assert all(sum(row) == 0 for row in rows)
            assert all(
                sum(z * row[j] for z, row in zip(p.target or (), rows, strict=False)) == 0
                for j in range(p.size)
            )


@exhaustive
def test_lemma_2_and_theorem_4(alpha, z):
    simplified_means_extreme(polytope("RF", len(z), alpha, z), affinely_simplified)


@sampled
def test_lemma_2_and_theorem_4_at_size_4(alpha, z):
    simplified_means_extreme(polytope("RF", 4, alpha, z), affinely_simplified)


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_lemma_7_and_theorem_11(size, alpha):
    simplified_means_extreme(polytope("RU", size, alpha), linearly_simplified)


def psi_is_onto(above, below):
    for matrix in some(above):
        below.require(image(above, matrix))
    found = some(below)
    for rows in [*found, *middles(found)]:
        lifted = representation(rows, below.alpha)
        above.require(lifted)
        assert image(above, lifted) == rows
    for one, other in pairwise(some(above)):  # and affine
        assert image(above, middle(one, other)) == middle(image(above, one), image(above, other))


@exhaustive
def test_theorem_3(alpha, z):
    psi_is_onto(polytope("RF", len(z), alpha, z), polytope("F", len(z), alpha, z))


@sampled
def test_theorem_3_at_size_4(alpha, z):
    psi_is_onto(polytope("RF", 4, alpha, z), polytope("F", 4, alpha, z))


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_theorem_10(size, alpha):
    psi_is_onto(polytope("RU", size, alpha), polytope("U", size, alpha))


def extreme_preimages(above, below):
    """Propositions 1 and 3; an image is extreme iff it is a vertex of the enumeration."""
    extreme_ones = {str(rows) for rows in vertices(below)}
    hit = set()
    for matrix in vertices(above):
        rows = image(above, matrix)
        assert judged(below, rows).holds is (str(rows) in extreme_ones)
        hit.add(str(rows))
    assert extreme_ones <= hit


@exhaustive
def test_proposition_1(alpha, z):
    extreme_preimages(polytope("RF", len(z), alpha, z), polytope("F", len(z), alpha, z))


@pytest.mark.parametrize("size", [2, 3])
@every_alpha
def test_proposition_3(size, alpha):
    extreme_preimages(polytope("RU", size, alpha), polytope("U", size, alpha))


def test_proposition_3_at_size_4():
    extreme_preimages(polytope("RU", 4, "2/3"), polytope("U", 4, "2/3"))


@sampled
def test_proposition_1_at_size_4(alpha, z):
    # The representation that Lemma 1 constructs can be moved to a vertex over the same image.
    above, below = polytope("RF", 4, alpha, z), polytope("F", 4, alpha, z)
    for rows in some(below, 20):
        lifted = columns_of(representation(rows, alpha), above)
        while not (found := extreme(lifted, above)).holds:
            reach = min(
                w / -x for q, x in found.direction.items() if x < 0 for w in [found.point[q]]
            )
            moved = {q: w + reach * found.direction.get(q, 0) for q, w in found.point.items()}
            lifted = [[(q, w) for (q, m), w in moved.items() if m == j] for j in range(4)]
        # An extreme image cannot move.
        assert found.kernel == rows


@exhaustive
def test_corollary_2(alpha, z):
    positive = sum(x != "0" for x in z)
    for matrix in vertices(polytope("RF", len(z), alpha, z)):
        count = sum(x > 0 for row in matrix for x in row)
        assert positive <= count <= positive + len(z) - 1


@sampled
def test_corollary_2_at_size_4(alpha, z):
    positive = sum(x != "0" for x in z)
    for matrix in some(polytope("RF", 4, alpha, z), 500):
        assert positive <= sum(x > 0 for row in matrix for x in row) <= positive + 3


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_corollary_5(size, alpha):
    for matrix in vertices(polytope("RU", size, alpha)):
        assert 1 <= sum(x > 0 for row in matrix for x in row) <= size
        assert all(sum(x > 0 for x in row) <= 1 for row in matrix)


def normal(p, rows):
    """Return minus the sum of the inequalities that are tight at a point of U or F."""
    c = [Fraction(0)] * p.variables
    for index in p.tight(rows):
        if not p.constraints[index].equal:
            for v, a in p.constraints[index].terms:
                c[v] -= a
    return c


def maximising_sets(above, below, found, tried):
    """Corollaries 3 and 4 (Theorem 9), with D = Psi^T C: these are normal to the kernel of Psi.

    <B, D> = <Psi B, C>. Where Psi B is extreme, C is minus the sum of the constraints tight there.
    Where it is not, it moves both ways, and what B maximises is maximal at both ends too.
    `found` are all vertices above, and `tried` points above.
    """
    mapped = [[x for row in image(above, matrix) for x in row] for matrix in found]
    for matrix in tried:
        rows = image(above, matrix)
        verdict = judged(below, rows)
        if not verdict.holds:
            for t in (verdict.step, -verdict.step):
                end = [list(row) for row in rows]
                for (i, j), x in verdict.direction.items():
                    end[i][j] += t * x
                lifted = representation(end, above.alpha)
                above.require(lifted)
                assert image(above, lifted) != rows
            continue
        c = [(v, x) for v, x in enumerate(normal(below, rows)) if x]
        point = [x for row in rows for x in row]
        values = [sum(x * other[v] for v, x in c) for other in mapped]
        best = sum(x * point[v] for v, x in c)
        assert best == max(values)
        assert all(
            other == point for other, value in zip(mapped, values, strict=True) if value == best
        )


def all_maximising_sets(above, below):
    found = list(vertices(above))
    maximising_sets(above, below, found, found)


@exhaustive
def test_corollary_3(alpha, z):
    all_maximising_sets(polytope("RF", len(z), alpha, z), polytope("F", len(z), alpha, z))


@pytest.mark.parametrize("size", [2, 3])
@every_alpha
def test_corollary_4(size, alpha):
    all_maximising_sets(polytope("RU", size, alpha), polytope("U", size, alpha))


@pytest.mark.parametrize("alpha", ["1/3", "2/3"])
def test_corollary_4_at_size_4(alpha):
    above = polytope("RU", 4, alpha)
    found = list(vertices(above))
    tried = found[::110] + middles(found[::500])
    maximising_sets(above, polytope("U", 4, alpha), found, tried)


def test_corollary_3_at_size_4():
    z = ("1/2", "0", "0", "1/2")
    all_maximising_sets(polytope("RF", 4, "2/3", z), polytope("F", 4, "2/3", z))


def uniquely_maximal(p, found, tried):
    """Lemma 4: a point is extreme iff some linear function is largest there alone.

    For a vertex, minus the sum of the constraints tight there is one. Another point moves both
    ways, and no linear function is smaller at both ends.
    """
    flat = [[x for row in rows for x in row] for rows in found]
    for rows in tried:
        verdict = judged(p, rows)
        if verdict.holds:
            c = [(v, x) for v, x in enumerate(normal(p, rows)) if x]
            values = [sum(x * point[v] for v, x in c) for point in flat]
            assert values.count(max(values)) == 1
            assert found[values.index(max(values))] == rows
            continue
        place = {q: s for s, q in enumerate(p.patterns)} if p.represents else range(p.size)
        for t in (verdict.step, -verdict.step):
            end = [list(row) for row in rows]
            for (row, j), x in verdict.direction.items():
                end[place[row]][j] += t * x
            p.require(end)
            assert end != rows


@pytest.mark.parametrize("kind", ["F", "RF"])
@exhaustive
def test_lemma_4(kind, alpha, z):
    p = polytope(kind, len(z), alpha, z)
    found = list(vertices(p))
    uniquely_maximal(p, found, [*found, *middles(found)])


@pytest.mark.parametrize("kind", ["U", "RU"])
@pytest.mark.parametrize("size", [2, 3])
@every_alpha
def test_lemma_4_in_u_and_ru(kind, size, alpha):
    p = polytope(kind, size, alpha)
    found = list(vertices(p))
    uniquely_maximal(p, found, [*found, *middles(found)])


@pytest.mark.parametrize("kind", ["U", "RU"])
def test_lemma_4_at_size_4(kind):
    p = polytope(kind, 4, "2/3")
    found = list(vertices(p))
    uniquely_maximal(p, found, [*found[::100], *middles(found[::100])])


def columns_are_combinations(p):
    """Lemma 1 and Corollary 1."""
    found = some(p)
    for rows in [*found, *middles(found)]:
        for column in zip(*rows, strict=True):
            terms = combination(column, p.alpha)
            assert len(terms) <= p.size
            assert all(weight > 0 for _, weight in terms)
            parts = [[weight * x for x in scale(q, p.alpha)] for q, weight in terms]
            assert list(column) == [sum(x) for x in zip(*parts, strict=True)] or not any(column)


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_lemma_1(size, alpha):
    columns_are_combinations(polytope("U", size, alpha))


@exhaustive
def test_corollary_1(alpha, z):
    columns_are_combinations(polytope("F", len(z), alpha, z))


@sampled
def test_corollary_1_at_size_4(alpha, z):
    columns_are_combinations(polytope("F", 4, alpha, z))


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_lemma_3(size, alpha):
    """One tight constraint for each step, whichever, and the sum of a column are independent."""
    a = to_fmpq(Fraction(alpha))
    for choice in product((True, False), repeat=size - 1):
        matrix = fmpq_mat(size, size)
        for i, up in enumerate(choice):
            low, high = (i, i + 1) if up else (i + 1, i)
            matrix[i, low], matrix[i, high] = fmpq(1), -a
        for i in range(size):
            matrix[size - 1, i] = fmpq(1)
        assert matrix.rank() == size
        solved = matrix.solve(fmpq_mat(size, 1, [fmpq(0)] * (size - 1) + [fmpq(1)]))
        pattern = tuple(1 if up else -1 for up in choice)
        assert solved.entries() == [to_fmpq(x) for x in scale(pattern, alpha)]


@sampled
def test_corollary_3_and_lemma_4_at_size_4(alpha, z):
    # <B, D> = <Psi B, C>: the maximum over RF is the one over F, and is at one point there.
    p = polytope("F", 4, alpha, z)
    found = list(points(p))
    for rows in some(p, 5):
        terms = [(v, x) for v, x in enumerate(normal(p, rows)) if x]
        values = [sum(x * Fraction(point[v]) for v, x in terms) for point in found]
        best = max(values)
        assert values.count(best) == 1
        assert p.matrix(found[values.index(best)]) == rows


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_theorem_2(size, alpha):
    """With all entries positive: extreme iff the columns are independent multiples of scales."""
    u = polytope("U", size, alpha)
    found = [rows for rows in vertices(u) if min(map(min, rows)) > 0]
    assert found
    for rows in [*found, *middles(found)]:
        entries = [to_fmpq(x) for row in rows for x in row]
        multiples = all(0 not in pattern_of(c, alpha) for c in zip(*rows, strict=True))
        full = fmpq_mat(size, size, entries).rank() == size
        assert (multiples and full) is extreme(rows, u).holds


@pytest.mark.parametrize("size", [2, 3, 4])
@every_alpha
def test_new_7_independent_faces_decide_in_u_where_columns_are_zero(size, alpha):
    u = polytope("U", size, alpha)
    found = some(u)
    for rows in [*found, *middles(found)]:
        faces = [pattern_of(c, alpha) for c in zip(*rows, strict=True)]
        kept = [face for face in faces if face is not None]
        assert independent(kept, Fraction(alpha)) is extreme(rows, u).holds
