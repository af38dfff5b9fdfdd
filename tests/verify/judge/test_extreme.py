"""Extremeness without enumeration: against the rank of all tight constraints, and at size 200."""

from fractions import Fraction

import pytest
import truth
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.polytopes.decomposition import into_scales
from exactdp.mechanisms.polytopes.enumeration import points
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.verify import checker
from exactdp.verify.judge.extreme import columns_of, extreme

HALF = Fraction(1, 2)


def mixed(weights, matrices):
    total = sum(weights)
    return [
        [sum(Fraction(w, total) * x for w, x in zip(weights, column, strict=True)) for column in c]
        for c in (zip(*lines, strict=True) for lines in zip(*matrices, strict=True))
    ]


@st.composite
def cases(draw):
    kind = draw(st.sampled_from(["U", "F", "RU", "RF"]))
    alpha = draw(st.sampled_from(["1/3", "1/2", "9/10"]))
    target = None
    if kind in ("F", "RF"):
        target = draw(st.lists(st.integers(0, 3), min_size=3, max_size=3).filter(any))
        target = [Fraction(z, sum(target)) for z in target]
    p = polytope(kind, 3, alpha, target)
    found = [p.matrix(point) for point in points(p)]
    chosen = draw(st.lists(st.sampled_from(found), min_size=1, max_size=4))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(chosen), max_size=len(chosen)))
    return p, mixed(weights, chosen)


def judged(p, matrix):
    return extreme(columns_of(matrix, p) if p.represents else matrix, p)


def flat(p, found, t):
    """The point that is t times the direction away, as a list."""
    if not p.represents:
        rows = [list(row) for row in found.kernel]
        for (i, j), x in found.direction.items():
            rows[i][j] += t * x
        return [x for row in rows for x in row]
    weights = {place: w + t * found.direction.get(place, 0) for place, w in found.point.items()}
    return [weights.get((q, j), Fraction(0)) for q in p.patterns for j in range(p.size)]


@settings(max_examples=200, deadline=None)
@given(case=cases())
def test_it_agrees_with_the_rank_of_all_tight_constraints(case):
    p, matrix = case
    found = judged(p, matrix)
    point = [x for row in matrix for x in row]

    document = found.certificate()
    assert truth.is_true(document)
    assert checker.check(document)[-1].endswith("holds" if found.holds else "fails")
    if found.holds:
        assert found.direction is None
        assert found.step is None
        return
    assert flat(p, found, 0) == point
    beyond = found.step * Fraction(1001, 1000)
    outside = [flat(p, found, t) for t in (beyond, -beyond)]
    assert any(not inside(p, point) for point in outside)


def inside(p, point):
    try:
        p.require([point[k : k + p.size] for k in range(0, len(point), p.size)])
    except InputError:
        return False
    return True


def test_a_prime_that_shows_nothing_is_passed_over():
    # modulo 2^31 - 1 alpha is -1, and the columns 1, alpha and alpha, 1 are dependent
    found = extreme(geometric(1, Fraction(1, 2**31 - 2)).rows(), polytope("U", 2, f"1/{2**31 - 2}"))
    assert found.prime > 2**31 - 1
    checker.check(found.certificate())


@pytest.mark.parametrize("alpha", [Fraction(1, 2**31 - 1), Fraction(2**31 - 1, 2**31)])
def test_a_prime_that_divides_alpha_is_passed_over(alpha):
    found = extreme(geometric(2, alpha).rows(), polytope("U", 3, alpha))
    assert found.prime > 2**31 - 1
    checker.check(found.certificate())


ONES = [((-1,), Fraction(3, 4)), ((1,), Fraction(3, 4))]


@pytest.mark.parametrize(
    ("kind", "point", "reason"),
    [
        ("U", [[1, 0], [0, 1]], r"alpha \* T\[0\]\[0\] <= T\[1\]\[0\]"),
        ("U", [["1/2", "1/4"], ["1/2", "1/2"]], "row 0 of T sums to 1"),
        ("U", [[1, 0, 0], [1, 0]], "2 x 2"),
        ("U", [[1]], "2 x 2"),
        ("F", [["3/4", "1/4"], ["3/4", "1/4"]], r"\(z T\)\[0\] = z\[0\]"),
        ("RU", [[]], "got 1 columns, expected 2"),
        ("RU", [[((1, 1), 1)], []], r"the pattern '\+\+' at output 0, expected 1 steps"),
        ("RU", [[((0,), 1)], []], r"the pattern \(0,\) at output 0, expected 1 steps"),
        ("RU", [[((1,), 1), ((1,), 1)], []], r"the scale \+ twice at output 0"),
        ("RU", [[((1,), -1)], []], r"B\[\+\]\[0\] >= 0"),
        ("RU", [[((1,), 1)], []], "row 0 of Psi B sums to 1.*off by -2/3"),
        ("RF", [[((1,), 1), ((-1,), 1)], []], r"\(z Psi B\)\[0\] = z\[0\].*off by 1/2"),
    ],
)
def test_what_is_outside_is_refused_with_the_constraint(kind, point, reason):
    with pytest.raises(InputError, match=reason):
        extreme(point, polytope(kind, 2, HALF))


def test_weights_of_zero_do_not_count():
    p = polytope("RU", 2, HALF)
    point = [[((1,), 1), ((-1,), 0)], [((-1,), 1)]]
    assert extreme(point, p).holds
    assert list(extreme(point, p).point) == [((1,), 0), ((-1,), 1)]


def stationary(size, alpha):
    """GM, and the law that it keeps, by detailed balance.

    z_i T_ij = z_j T_ji for z_i proportional to c_i, since T_ij is c_j alpha^|i-j|.
    """
    rows = geometric(size - 1, alpha).rows()
    law = [rows[j][j] for j in range(size)]
    return rows, [z / sum(law) for z in law]


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [HALF, Fraction(9, 10)])
def test_size_200(alpha):
    size = 200
    gm, law = stationary(size, alpha)
    uniform = [[Fraction(1, size)] * size] * size
    half = [
        [(x + y) / 2 for x, y in zip(*pair, strict=True)] for pair in zip(gm, uniform, strict=True)
    ]
    cases = [
        ("U", gm, None, True),
        ("U", uniform, None, False),
        ("U", half, None, False),
        ("F", gm, law, True),
        ("F", uniform, None, False),
        ("RU", into_scales(gm, alpha), None, True),
        ("RF", into_scales(gm, alpha), law, True),
    ]
    for kind, point, target, holds in cases:
        found = extreme(point, polytope(kind, size, alpha, target))
        assert found.holds is holds, kind
        if kind != "RF":
            checker.check(found.certificate())


def test_it_tells_the_rank_or_the_movement_and_of_a_long_one_the_beginning():
    u = polytope("U", 2, "1/2")
    found = extreme([["2/3", "1/3"], ["1/3", "2/3"]], u)
    assert str(found).startswith("EXTREME in U(size 2, alpha = 1/2)\n  rank ")
    assert f"modulo the prime {found.prime}" in str(found)
    half = extreme([["1/2", "1/2"]] * 2, u)
    head, moves, *entries = str(half).splitlines()
    assert head == "NOT extreme in U(size 2, alpha = 1/2)"
    assert moves.endswith("by up to 1/4 times this:")
    assert [line.split() for line in entries] == [["T[0][0]", "-1"], ["T[0][1]", "1"]]
    weights = [["1/2", "1/2"], ["1/2", "1/2"]]
    above = polytope("RU", 2, "1/2")
    assert "B[-][0]" in str(extreme(columns_of(weights, above), above))
    rows = geometric(19, "1/2").rows()
    for row in rows:
        row[0] += row[1]
        row[1] = row[5] = row[5] / 2
    found = extreme(rows, polytope("U", 20, "1/2"))
    assert f"and {len(found.direction) - 12} entries more" in str(found)


def test_as_json_it_has_the_prime_or_the_movement():
    u = polytope("U", 2, "1/2")
    document = extreme([["2/3", "1/3"], ["1/3", "2/3"]], u).document()
    assert (document["verdict"], document["target"]) == ("extreme", None)
    assert document["modulus"] == 2**31 - 1
    document = extreme([["1/2", "1/2"]] * 2, polytope("F", 2, "1/2")).document()
    assert (document["verdict"], document["target"]) == ("not extreme", ["1/2", "1/2"])
    assert (len(document["direction"]), document["step"]) == (4, "1/6")
