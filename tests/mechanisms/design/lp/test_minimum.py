"""An optimum carries its proof, an infeasible program its contradiction; nothing else returns."""

from fractions import Fraction

import oracle
import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.design.lp.matrix import Matrix, nearest
from exactdp.mechanisms.design.lp.minimum import minimise
from exactdp.mechanisms.design.lp.program import Basis, Infeasible, Optimum, Program, Row
from exactdp.mechanisms.design.lp.rational import slack, solve, violated_rows
from exactdp.mechanisms.design.lp.simplex import simplex
from exactdp.mechanisms.design.lp.vertex import vertex
from exactdp.mechanisms.exact.errors import LimitError

SMALL = st.integers(-3, 3).map(fmpq)
TENTHS = st.fractions(-2, 2, max_denominator=10).map(lambda x: fmpq(x.numerator, x.denominator))


@st.composite
def programs(draw):
    """Bounded programs with rows of one, two and more terms, with ties and redundancy."""
    n = draw(st.integers(1, 5))
    rows = []
    for _ in range(draw(st.integers(0, 7))):
        width = draw(st.integers(1, n))
        chosen = draw(st.permutations(range(n)))[:width]
        terms = [(v, draw(TENTHS)) for v in sorted(chosen)]
        terms = tuple((v, a) for v, a in terms if a)
        bound = draw(st.one_of(st.just(fmpq(0)), TENTHS))
        if terms:
            rows.append(Row(terms, bound, draw(st.booleans())))
    box = Row(tuple((v, fmpq(-1)) for v in range(n)), fmpq(-7))
    return Program([draw(SMALL) for _ in range(n)], [*rows, box])


def proves(program, found):
    """Whether the multipliers prove the cost: recomputed here from the definition of duality."""
    rows = program.rows
    assert all(rows[k].equal or m > 0 for k, m in found.multipliers.items())
    rest = list(program.cost)
    for k, m in found.multipliers.items():
        for v, a in rows[k].terms:
            rest[v] -= a * m
    bound = sum((m * rows[k].bound for k, m in found.multipliers.items()), fmpq(0))
    primal = sum((c * x for c, x in zip(program.cost, found.x, strict=True)), fmpq(0))
    feasible = all(
        slack(program, found.x, k) == 0 if row.equal else slack(program, found.x, k) >= 0
        for k, row in enumerate(rows)
    )
    return feasible and min(found.x) >= 0 and min(rest) >= 0 and bound == primal == found.cost


@settings(deadline=None, max_examples=300)
@given(program=programs())
def test_it_agrees_with_an_independent_exact_engine(program):
    status, cost = oracle.solve(program)
    found = minimise(program)
    if status == "infeasible":
        assert isinstance(found, Infeasible)
    else:
        assert isinstance(found, Optimum)
        assert Fraction(int(found.cost.p), int(found.cost.q)) == cost
        assert proves(program, found)


@settings(deadline=None, max_examples=200)
@given(program=programs())
def test_farkas_multipliers_contradict_themselves(program):
    found = minimise(program)
    assume(isinstance(found, Infeasible))
    assert_contradicts_itself(program, found)


def assert_contradicts_itself(program, found):
    total = [fmpq(0)] * program.variables
    bound = fmpq(0)
    for k, m in found.multipliers.items():
        assert program.rows[k].equal or m > 0
        bound += m * program.rows[k].bound
        for v, a in program.rows[k].terms:
            total[v] += a * m
    # 0 >= total . x >= bound > 0 for every x >= 0
    assert max(total) <= 0 < bound


@settings(deadline=None, max_examples=200)
@given(program=programs())
def test_a_strict_optimum_is_the_only_one(program):
    found = minimise(program)
    assume(isinstance(found, Optimum) and found.strict)
    cost_row = Row(tuple((v, c) for v, c in enumerate(program.cost) if c), found.cost, True)
    assume(cost_row.terms)
    for v in range(program.variables):
        for sign in (1, -1):
            goal = [fmpq(0)] * program.variables
            goal[v] = fmpq(sign)
            _, extreme = oracle.solve(Program(goal, [*program.rows, cost_row]))
            assert extreme == sign * Fraction(int(found.x[v].p), int(found.x[v].q))


def test_products_that_underflow_are_left_to_exact_arithmetic():
    d, s = fmpq(2) ** -1074, fmpq(2) ** -1000
    part, rest = fmpq(51, 100), fmpq(49, 100)
    program = Program([fmpq(0)] * 2, [Row(((0, part * d), (1, -rest * d)), fmpq(0))])
    assert violated_rows(program, Matrix(program), [fmpq(3, 5), fmpq(1)], ()) == [0]
    row = Row(((0, part * s), (1, -rest * s), (2, -rest * s)), fmpq(0))
    y = fmpq(2) ** -74
    program = Program([fmpq(0)] * 3, [row])
    assert violated_rows(program, Matrix(program), [y, y, y], ()) == [0]
    fixed = [Row(((v, fmpq(1)),), y, True) for v in (1, 2)]
    box = Row(((0, fmpq(-1)),), -y)
    found = minimise(Program([fmpq(-1), fmpq(0), fmpq(0)], [row, *fixed, box]))
    assert isinstance(found, Infeasible)


@settings(deadline=None, max_examples=100)
@given(program=programs())
def test_the_exact_simplex_settles_small_programs_alone(program):
    status, cost = oracle.solve(program)
    found = simplex(program)
    if status == "infeasible":
        assert_contradicts_itself(program, found)
    else:
        basis, x = found
        assert vertex(program, basis, solve).x == x
        value = sum((c * x for c, x in zip(program.cost, x, strict=True)), fmpq(0))
        assert Fraction(int(value.p), int(value.q)) == cost


def test_the_exact_simplex_tells_unbounded_programs():
    assert simplex(Program([fmpq(-1)], [Row(((0, fmpq(1)),), fmpq(0))])) is None


def test_numbers_beyond_floats_are_brought_into_range():
    huge = fmpq(10) ** 400
    rows = [Row(((0, huge), (1, huge)), huge), Row(((0, 1 / huge),), fmpq(0)), Row((), fmpq(-1))]
    found = minimise(Program([huge, 3 * huge], rows))
    assert (found.x, found.cost) == ([1, 0], huge)


def test_a_row_without_terms_is_a_contradiction_where_its_bound_is_positive():
    found = minimise(Program([fmpq(1)], [Row((), fmpq(1)), Row(((0, fmpq(1)),), fmpq(0))]))
    assert isinstance(found, Infeasible)


def test_an_unbounded_program_is_said_to_be_beyond_proof():
    with pytest.raises(LimitError, match="could be proved optimal"):
        minimise(Program([fmpq(-1)], [Row(((0, fmpq(1)),), fmpq(0))]))


def test_numbers_far_below_a_solvers_tolerance_are_decided_exactly():
    tiny = fmpq(1, 10**40)
    rows = [Row(((0, fmpq(1)), (1, -tiny)), fmpq(0)), Row(((1, fmpq(1)),), fmpq(1))]
    found = minimise(Program([fmpq(1), tiny], rows, [1e-40, 1.0]))
    assert (found.x, found.cost) == ([tiny, fmpq(1)], 2 * tiny)


def test_a_dependent_basis_has_no_vertex():
    one = fmpq(1)
    rows = [Row(((0, one), (1, one)), one, True), Row(((0, one), (1, one)), one, True)]
    program = Program([one, one], rows)
    assert vertex(program, Basis((0, 1), ()), solve) is None
    assert vertex(program, Basis((0,), ()), solve) is None


def test_a_cycle_of_two_term_rows_is_one_more_equation():
    one, two = fmpq(1), fmpq(2)
    rows = [Row(((0, one), (1, -two)), fmpq(0)), Row(((0, one), (1, -one)), fmpq(0))]
    found = vertex(Program([one, one], rows), Basis((0, 1), ()), solve)
    assert found.x == [0, 0]


@given(values=st.lists(TENTHS, min_size=2, max_size=2), nudge=st.integers(0, 400))
def test_the_filter_never_decides_a_near_tie(values, nudge):
    x = [abs(values[0]) + fmpq(1, 2**nudge), abs(values[0])]
    program = Program([fmpq(0)] * 2, [Row(((1, fmpq(1)), (0, fmpq(-1))), fmpq(0))])
    assert violated_rows(program, Matrix(program), x, ()) == [0]
    assert violated_rows(program, Matrix(program), x[::-1], ()) == []


@given(st.fractions())
def test_the_nearest_float_is_nearest(value):
    assert nearest(fmpq(value.numerator, value.denominator)) == float(value)


def test_floats_out_of_range_are_infinite_or_zero():
    assert nearest(fmpq(10) ** 400) == float("inf")
    assert nearest(-(fmpq(10) ** 400)) == float("-inf")
    assert nearest(fmpq(10) ** -400) == 0.0
