"""Optimal costs for all alpha at once: theorems, curves, and that wrong proofs are rejected."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from flint import fmpq, fmpz_poly

from exactdp.mechanisms.design.design import Design, Inequality
from exactdp.mechanisms.design.lp.program import Program, Row
from exactdp.mechanisms.design.optimal import optimal
from exactdp.mechanisms.design.parametric import recheck
from exactdp.mechanisms.design.parametric.curves import parametric
from exactdp.mechanisms.design.parametric.optimum import Piece
from exactdp.mechanisms.design.parametric.recheck import objections, tile_objections
from exactdp.mechanisms.design.parametric.tiles import Span
from exactdp.mechanisms.design.parametric.tiling import solved_basis, tile
from exactdp.mechanisms.exact.algebraic import ONE, ZERO, Algebraic
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.ratios import ALPHA, Ratio
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.proofs.deciding.lattice import lattice

a = ALPHA
WM = ("RM", "CM", "WH")


def curve(n, properties=(), objective="L0", aggregate="sum"):
    return parametric(
        Design(n, None, tuple(properties), Objective.parse(objective, aggregate=aggregate))
    )


def exact(value):
    return Fraction(int(value.p), int(value.q))


def alphas(found, count=3, seed=0):
    """Random alphas, extreme ones, and at and next to every breakpoint."""
    random = Random(seed)
    points = [Fraction(random.randint(1, 199), 200) for _ in range(count)]
    points += [Fraction(1, 1000), Fraction(999, 1000)]
    for at in found.breakpoints:
        while at.high - at.low > fmpq(1, 10**6):
            at.refine()
        points += [exact(at.low), exact(at.high)]
        points += [exact(at.low) - Fraction(1, 10**6), exact(at.high) + Fraction(1, 10**6)]
    return points


def assert_agrees(found, count=3):
    for alpha in alphas(found, count):
        best = optimal(replace(found.design, alpha=alpha))
        assert found.cost_at(alpha) == best.cost, alpha


@pytest.mark.parametrize("n", range(1, 7))
def test_geometric_is_optimal_on_all_of_0_1_with_one_basis(n):
    found = curve(n)
    assert [(p.low, p.high, p.cost) for p in found.pieces] == [(ZERO, ONE, 2 * a / (1 + a))]
    assert len(found.tiles) == 1
    kernel = found.kernel(found.tiles[0])
    for i in range(n + 1):
        for j in range(n + 1):
            assert kernel[i][j] == a ** abs(i - j) * (1 if j in (0, n) else 1 - a) / (1 + a)
    assert objections(found) == []


WM_CURVES = {
    2: (["1/2"], [2 * a / (1 + a), (4 * a - 1) / (3 * a)]),
    3: (["1/2"], [2 * a / (1 + a), (4 * a - 1) / (3 * a)]),
    4: (
        ["1/2", "2/3"],
        [
            2 * a / (1 + a),
            (6 * a**2 + 3 * a - 1) / (4 * a * (1 + a)),
            (3 * a - 1) * (1 + 4 * a) / (10 * a**2),
        ],
    ),
    5: (
        ["1/2", "2/3"],
        [
            2 * a / (1 + a),
            (8 * a**2 + 3 * a - 1) / (5 * a * (1 + a)),
            2 * (9 * a**3 + 8 * a**2 - a - 1) / (15 * a**2 * (1 + a)),
        ],
    ),
}


@pytest.mark.parametrize("n", WM_CURVES)
def test_weakly_honest_monotone_curve(n):
    found = curve(n, WM)
    breakpoints, costs = WM_CURVES[n]
    assert [str(b) for b in found.breakpoints] == breakpoints
    assert [p.cost for p in found.pieces] == costs
    assert objections(found) == []
    assert_agrees(found, 12)


@pytest.mark.parametrize("n", range(1, 8))
def test_explicit_fair_mechanism_is_optimal_among_fair_ones(n):
    normaliser = sum((a ** ((k + 1) // 2) for k in range(n + 1)), 0 * a)
    cost = fmpq(n + 1, n) * (1 - 1 / normaliser)
    for letters in (("F",), PROPERTIES):
        assert [p.cost for p in curve(n, letters).pieces] == [cost]


def test_absolute_error_has_algebraic_breakpoints():
    two, three, four = (curve(n, (), "L1") for n in (2, 3, 4))
    assert [p.cost for p in two.pieces] == [2 * a * (2 + a) / (3 * (1 + a)), Ratio.of(fmpq(2, 3))]
    # GM stops being optimal at the inverse of the golden ratio, of the tribonacci constant, ...
    polynomials = [[b.to_json()["polynomial"] for b in f.breakpoints] for f in (two, three, four)]
    assert polynomials == [
        [[-1, 1, 1]],
        [[-1, 1, 1, 1]],
        [[-1, 1, 1, 1, 1], [-1, 0, 1, 1], [-1, -1, 1, 1, 1]],
    ]
    for found in (two, three, four):
        assert objections(found) == []
        assert_agrees(found, 12)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize(
    ("objective", "aggregate"), [("L2", "sum"), ("L0,1", "sum"), ("L1", "max"), ("L0", "max")]
)
def test_other_objectives(n, objective, aggregate):
    found = curve(n, (), objective, aggregate)
    assert objections(found) == []
    assert_agrees(found)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_cost_of_every_closed_property_set(n):
    for letters in lattice(n).closed:
        found = curve(n, letters)
        assert objections(found) == []
        if n < 4:
            assert_agrees(found, 1)


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 6])
def test_the_cost_of_every_closed_property_set_up_to_six(n):
    for letters in lattice(n).closed:
        found = curve(n, letters)
        assert objections(found) == []
        assert_agrees(found, 1)


@pytest.mark.slow
def test_all_subsets_follow_their_closure():
    found = lattice(3)
    for count in range(8):
        for letters in combinations(PROPERTIES, count):
            same = curve(3, found.closure(letters))
            assert [p.cost for p in curve(3, letters).pieces] == [p.cost for p in same.pieces]


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["L0", "L1"])
@pytest.mark.parametrize("letters", [(), ("WH",), ("CM",), PROPERTIES])
def test_nine_counts(letters, objective):
    found = curve(8, letters, objective)
    assert objections(found) == []
    assert_agrees(found, 1)


def mutated(found, **changes):
    tiles = list(found.tiles)
    tiles[0] = replace(tiles[0], **changes)
    return replace(found, tiles=tuple(tiles))


def test_a_wrong_breakpoint_is_rejected():
    found = curve(2, (), "L1")
    first, second = found.tiles
    for wrong in (fmpq(619, 1000), fmpq(617, 1000)):
        at = Algebraic.of(wrong)
        tiles = (
            replace(first, span=first.span._replace(high=at)),
            replace(second, span=second.span._replace(low=at)),
        )
        assert objections(replace(found, tiles=tiles))
        one, two = found.pieces
        pieces = (replace(one, high=at), replace(two, low=at))
        assert objections(replace(found, pieces=pieces))


def test_a_gap_between_tiles_is_rejected():
    found = curve(4, (), "L1")
    assert objections(replace(found, tiles=found.tiles[1:]))
    assert objections(replace(found, tiles=found.tiles[:1] + found.tiles[2:]))
    first, second = curve(2, (), "L1").tiles
    open_ends = (
        replace(first, span=first.span._replace(high_closed=False)),
        replace(second, span=second.span._replace(low_closed=False)),
    )
    assert objections(replace(curve(2, (), "L1"), tiles=open_ends))


def test_a_number_that_is_not_isolated_is_rejected():
    found = curve(2, (), "L1")
    span = found.tiles[0].span
    loose = Algebraic(fmpz_poly([-1, 1, 1]), fmpq(-2), fmpq(1))
    assert objections(mutated(found, span=span._replace(high=loose)))
    composite = Algebraic(fmpz_poly([-1, 1, 1]) * fmpz_poly([-2, 0, 1]), span.high.low, fmpq(1))
    assert objections(mutated(found, span=span._replace(high=composite)))


def test_another_basis_is_rejected():
    found = curve(3, WM)
    _, program = found.design.program(ALPHA)
    this = found.tiles[0]
    rejected = 0
    for out in this.basis.rows:
        for new in range(len(program.rows)):
            if new in this.basis.rows or rejected > 40:
                continue
            rows = tuple(k for k in this.basis.rows if k != out)
            basis = this.basis._replace(rows=(*rows, new))
            solved = solved_basis(program, basis)
            if solved is None:
                continue
            wrong = mutated(found, basis=basis, vertex=solved)
            if solved.x != this.vertex.x:
                assert objections(wrong)
                rejected += 1
            # with the old solution the new basis is not tight, or the multipliers are the same
    assert rejected > 20


def test_wrong_multipliers_kernels_and_costs_are_rejected():
    found = curve(3)
    this = found.tiles[0]
    for k, m in this.vertex.multipliers.items():
        changed = {**this.vertex.multipliers, k: m + a * a}
        assert objections(mutated(found, vertex=this.vertex._replace(multipliers=changed)))
    for v in range(len(this.vertex.x)):
        x = list(this.vertex.x)
        x[v] = x[v] * a
        assert objections(mutated(found, vertex=this.vertex._replace(x=x)))
    assert objections(mutated(found, cost=this.cost * a))
    pieces = (Piece(ZERO, ONE, a),)
    assert objections(replace(found, pieces=pieces))


def test_alpha_outside_0_1_is_refused():
    found = curve(2)
    for alpha in (0, 1, Fraction(3, 2), -1):
        with pytest.raises(InputError, match="expected 0 < alpha < 1"):
            found.cost_at(alpha)


def test_demands_that_cannot_be_met_at_some_alpha_are_refused():
    demand = Inequality((((0, 0), Fraction(1)), ((1, 1), Fraction(1))), Fraction(3, 2))
    design = Design(1, None, (), Objective.parse("L0"), (demand,))
    with pytest.raises(InputError, match="contradict each other at alpha"):
        parametric(design)


def minimum_of(*functions):
    """Minimise x subject to x >= f(alpha) for each f."""

    def family(alpha):
        one = 1 + 0 * alpha
        return Program([one], [Row(((0, one),), f(alpha)) for f in functions])

    return family


def test_a_basis_that_is_optimal_at_a_point_only_does_not_stop_the_tiling():
    # the constraint touches the others at 2/5, where the first basis is looked for
    touching = minimum_of(lambda x: 1 + 0 * x, lambda x: 1 - (x - fmpq(2, 5)) * (x - fmpq(2, 5)))
    assert {str(t.cost) for t in tile(touching)} == {"1"}
    crossing = minimum_of(lambda x: x + fmpq(3, 5), lambda x: 1 + 0 * x, lambda x: 7 - 15 * x)
    tiles = tile(crossing)
    assert [str(t.span) for t in tiles] == ["(0, 2/5]", "[2/5, 1)"]
    assert [str(t.cost) for t in tiles] == ["7 - 15*alpha", "(3 + 5*alpha)/5"]


def idle_at(at, equal=True):
    """Maximise x <= 1 subject to a multiple of x = 1/2 (or x <= 1/2) that is 0 at one alpha."""

    def program(alpha):
        unit, factor = 1 + 0 * alpha, at(alpha)
        sign = 1 if equal else -1
        terms = ((0, sign * factor),) if factor else ()
        rows = [Row(terms, sign * factor / 2, equal), Row(((0, -unit),), -unit)]
        return Program([-unit], rows)

    return program


@pytest.mark.parametrize("equal", [True, False])
def test_a_pole_of_a_multiplier_ends_a_tile(equal):
    def factor(alpha):
        return (alpha - fmpq(3, 7)) * (1 if equal else alpha - fmpq(3, 7))

    tiles = tile(idle_at(factor, equal))
    assert [str(t.span) for t in tiles] == ["(0, 3/7)", "[3/7, 3/7]", "(3/7, 1)"]
    assert [t.cost for t in tiles] == [Ratio.of(fmpq(c)) for c in (fmpq(-1, 2), -1, fmpq(-1, 2))]
    first, alone, _ = tiles
    program = idle_at(factor, equal)(ALPHA)
    closed = replace(first, span=first.span._replace(high_closed=True))
    across = replace(first, span=Span(ZERO, ONE))
    wide = replace(alone, span=Span(ZERO, alone.span.high, False, True))
    assert tile_objections(program, first) == []
    assert tile_objections(program, alone) == []
    for wrong in (closed, across, wide):
        assert tile_objections(program, wrong)


def test_a_pole_at_an_irrational_alpha_is_not_passed_over():
    with pytest.raises(LimitError, match=r"irrational alpha = 0\.707106"):
        tile(idle_at(lambda alpha: alpha * alpha - fmpq(1, 2)))


def test_every_tile_is_rechecked(monkeypatch):
    monkeypatch.setattr(recheck, "tile_objections", lambda program, piece: ["nothing is proved"])
    with pytest.raises(ArithmeticError, match="nothing is proved"):
        curve(2)


def test_a_program_of_another_shape_is_refused():
    def program(alpha):
        unit = 1 + 0 * alpha
        rows = [Row(((0, unit),), unit)]
        return Program([unit], rows if isinstance(alpha, Ratio) else rows * 2)

    with pytest.raises(ArithmeticError, match="another shape"):
        tile(program)


def test_a_tiling_of_a_part_of_0_1():
    half = Algebraic.of(fmpq(1, 2))
    (only,) = tile(minimum_of(lambda x: x), Span(half, half, True, True))
    assert only.span.holds(half)


def test_the_document_and_the_text():
    found = curve(2, (), "L1")
    document = found.document(proof=True)
    assert document["pieces"][0]["low"] == "0"
    assert document["pieces"][0]["high"] == {
        "polynomial": [-1, 1, 1],
        "interval": ["618033/1000000", "309017/500000"],
    }
    assert document["pieces"][0]["cost"] == {
        "text": "2*alpha*(2 + alpha)/(3*(1 + alpha))",
        "numerator": [0, 4, 2],
        "denominator": [3, 3],
    }
    assert document["bases"][0]["kernel"][0][0]["text"] == "1/(1 + alpha)"
    assert str(found).splitlines() == [
        "optimal L1 for n = 2, BasicDP: 2 pieces",
        "  0 < alpha <= 0.618033...    2*alpha*(2 + alpha)/(3*(1 + alpha))",
        "  0.618033... <= alpha < 1    2/3",
    ]
