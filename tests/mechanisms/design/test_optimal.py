"""The optimal constrained mechanism, for all 128 property sets, with certificates."""

from fractions import Fraction
from itertools import combinations

import naive
import oracle
import pytest

from exactdp.mechanisms.design.classes import optimal_classes
from exactdp.mechanisms.design.design import Design, Inequality
from exactdp.mechanisms.design.optimal import InfeasibleDesign, optimal
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.verify import checker
from exactdp.verify.judge.objectives import cost
from exactdp.verify.judge.optimality import design_certificate

L0 = Objective.parse("L0")
SUBSETS = [s for k in range(8) for s in combinations(PROPERTIES, k)]
ALPHAS = [Fraction(x) for x in ("1/4", "1/2", "3/5", "2/3", "3/4", "9/10", "99/100")]


@pytest.mark.slow
@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize("alpha", ALPHAS)
def test_all_128_optima_are_feasible_and_certified(n, alpha):
    costs = {}
    for subset in SUBSETS:
        found = optimal(Design(n, alpha, subset, L0), unique=True)
        rows = found.mechanism.rows()
        assert all(sum(row) == 1 for row in rows)
        assert naive.tightest_alpha(rows) >= alpha
        assert all(naive.has_property(rows, letter) for letter in subset)
        assert found.cost == cost(found.mechanism, L0)
        assert found.unique is not None
        assert checker.check(design_certificate(found))
        costs[subset] = found.cost
    # More demands never cost less, and at most four behaviours are seen.
    for a, b in combinations(SUBSETS, 2):
        if set(a) < set(b):
            assert costs[a] <= costs[b]
    assert len(set(costs.values())) <= 4
    assert costs[()] == 2 * alpha / (1 + alpha) == cost(geometric(n, alpha), L0)
    assert costs[PROPERTIES] == costs[("F",)] == cost(explicit_fair(n, alpha), L0)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(1, 5))
@pytest.mark.parametrize("alpha", ALPHAS)
def test_they_agree_with_an_independent_exact_engine(n, alpha):
    seen = set()
    for subset in SUBSETS:
        design = Design(n, alpha, subset, L0)
        _, program = design.program()
        if tuple(program.rows) in seen:
            continue  # the same program, by implied properties
        seen.add(tuple(program.rows))
        assert oracle.solve(program) == ("optimal", optimal(design).cost)


@pytest.mark.parametrize("name", ["L0", "L1", "L2", "L0,1"])
@pytest.mark.parametrize("aggregate", ["sum", "max"])
@pytest.mark.parametrize("weights", [None, ["1/2", "1/3", "1/6", 0]])
def test_every_objective_is_certified_and_agrees_with_the_other_engine(name, aggregate, weights):
    goal = Objective.parse(name, aggregate=aggregate, weights=weights)
    for subset in ((), ("WH",), ("CM",), PROPERTIES):
        design = Design(3, Fraction(2, 3), subset, goal)
        found = optimal(design, unique=True)
        assert found.cost == cost(found.mechanism, goal)
        status, value = oracle.solve(design.program()[1])
        origin = Fraction(int(design.origin.p), int(design.origin.q))
        assert (status, value + origin) == ("optimal", found.cost)
        assert checker.check(design_certificate(found))


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("name", ["L0", "L1", "L2"])
def test_a_textbook_simplex_agrees(n, name):
    for subset in ((), ("WH",), ("F",), ("CM", "S"), PROPERTIES):
        design = Design(n, Fraction(9, 10), subset, Objective.parse(name))
        assert oracle.simplex(design.program()[1]) == optimal(design).cost


def test_any_loss_may_be_minimised():
    loss = [[0, 5, 1], ["1/2", 0, 3], [2, 2, 0]]
    goal = Objective.of_table(loss, weights=["1/2", "1/4", "1/4"])
    found = optimal(Design(2, Fraction(1, 2), (), goal))
    assert found.cost == cost(found.mechanism, goal)
    assert checker.check(design_certificate(found))


def test_a_unique_optimum_is_known_to_be_unique_and_another_is_given_where_there_is_one():
    gm = optimal(Design(4, Fraction(9, 10), (), L0), unique=True)
    assert gm.unique
    assert gm.mechanism == geometric(4, "9/10")
    wm = optimal(Design(3, Fraction(9, 10), ("WH", "RM", "CM"), L0), unique=True)
    assert wm.unique is False
    assert wm.other != wm.mechanism
    assert cost(wm.other, L0) == wm.cost
    rows = wm.other.rows()
    assert naive.tightest_alpha(rows) >= Fraction(9, 10)
    assert all(naive.has_property(rows, letter) for letter in ("WH", "RM", "CM"))


def test_contradictory_demands_end_in_farkas_multipliers():
    demand = Inequality((((0, 0), Fraction(-1)),), Fraction(-1, 10))  # Pr[0|0] <= 1/10
    found = optimal(Design(3, Fraction(1, 2), ("WH",), L0, (demand,)))
    assert isinstance(found, InfeasibleDesign)
    assert found.multipliers == {("WH", 0): 1, ("extra", 0): 1}
    assert checker.check(design_certificate(found))


def test_extra_demands_are_met():
    demand = Inequality((((1, 1), Fraction(1)),), Fraction(1, 2), equal=True)
    found = optimal(Design(3, Fraction(1, 2), (), L0, (demand,)))
    assert found.mechanism[1, 1] == Fraction(1, 2)
    assert checker.check(design_certificate(found))


def test_the_classes_cover_all_subsets_once():
    classes = optimal_classes(4, Fraction(9, 10), L0)
    every = [s for c in classes for s in c.subsets]
    assert len(every) == len(set(every)) == 128
    assert [c.cost for c in classes] == sorted({c.cost for c in classes})


def test_without_privacy_the_truth_is_optimal():
    found = optimal(Design(3, None, PROPERTIES, L0))
    assert found.cost == 0
    assert found.mechanism.rows() == [[int(i == j) for j in range(4)] for i in range(4)]


def test_bad_sizes_and_levels_are_refused():
    with pytest.raises(InputError, match="expected n >= 1"):
        optimal(Design(0, Fraction(1, 2), (), L0))
    with pytest.raises(InputError, match="expected 0 < alpha <= 1"):
        optimal(Design(2, Fraction(3, 2), (), L0))
    with pytest.raises(LimitError, match="GiB"):
        optimal(Design(10**5, Fraction(1, 2), (), L0))
    with pytest.raises(InputError, match="the loss is for 2 counts, expected 3"):
        optimal(Design(2, Fraction(1, 2), (), Objective.of_table([[0, 1], [1, 0]])))
    with pytest.raises(InputError, match="not a square matrix"):
        Objective.of_table([[0, 1]])
    with pytest.raises(InputError, match="the weights: got 2 numbers, expected 3"):
        optimal(Design(2, Fraction(1, 2), (), Objective.parse("L0", weights=["1/2", "1/2"])))


@pytest.mark.parametrize(
    ("n", "alpha", "letters"),
    [
        (1, 1 - Fraction(1, 10**12), ()),
        (2, 1 - Fraction(1, 10**6), ("WH", "CM")),
        (3, 1 - Fraction(1, 10**10), ("WH",)),
        (3, Fraction(1, 10**9), PROPERTIES),
        (5, 1 - Fraction(1, 10**8), ()),
    ],
)
def test_levels_at_the_ends_are_settled_by_exact_pivots(n, alpha, letters):
    found = optimal(Design(n, alpha, letters, L0), unique=True)
    assert checker.check(design_certificate(found))
    if not letters:
        assert found.cost == 2 * alpha / (1 + alpha)


@pytest.mark.parametrize("wrong", [("L1",), ("L0,2",), ("L0", 0, 2), ("L1", 1, 2), ("L2", 1)])
def test_no_objective_has_the_name_of_another(wrong):
    with pytest.raises(InputError, match=r"make it by Objective\.parse"):
        Objective(*wrong)
    assert Objective("L1", 1) == Objective.parse("L1")
    assert Objective("L0,2", 0, 2) == Objective.parse("L0,2")
