"""NEW-2, NEW-3, NEW-8 and NEW-9: the verdicts, and mutations that are refuted."""

from fractions import Fraction

import pytest

from exactdp.proofs.catalogue.runs import prove
from exactdp.proofs.deciding.patterns import GENERIC, WITNESSES, Pattern
from exactdp.proofs.engine.evidence import all_hold
from exactdp.proofs.engine.identities import identity
from exactdp.proofs.engine.signs import UNIT, at_least, same_sign
from exactdp.proofs.findings import column_honesty, lattice, prior, weak_honesty
from exactdp.proofs.lemmas import column_honesty as columns
from exactdp.proofs.lemmas import honesty_prices as comparing
from exactdp.proofs.lemmas import instances, joined_ends, plateau, scaled
from exactdp.proofs.lemmas import weak_honesty as honesty
from exactdp.proofs.lemmas.optima import least_cost

HALF = Fraction(1, 2)
VERDICTS = {"NEW-2": "true", "NEW-3": "true", "NEW-8": "true", "NEW-9": "true"}


def refuted(identifier):
    """Whether a mutated claim finds a counterexample, which then meets the unmutated proof."""
    with pytest.raises(RuntimeError, match="is refuted and proved"):
        prove([identifier])
    return True


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts(found, name):
    (result,) = found([name]).values()
    assert result["verdict"] == VERDICTS[name]
    assert result["scope"].startswith(("all n", "the bound"))
    assert all(step["holds"] is True for step in result["evidence"])


# --- NEW-2 ---------------------------------------------------------------------------------


def test_a_wrong_power_of_alpha_in_x_is_refuted(monkeypatch):
    right = weak_honesty.extremes
    monkeypatch.setattr(weak_honesty, "extremes", lambda n, alpha: right(n, alpha) * alpha)
    assert refuted("NEW-2")


def test_a_shifted_size_in_x_is_refuted(monkeypatch):
    right = weak_honesty.extremes
    monkeypatch.setattr(weak_honesty, "extremes", lambda n, alpha: right(n + 1, alpha))
    assert refuted("NEW-2")


@pytest.mark.parametrize(("power", "holds"), [(0, True), (1, False)])
def test_the_bound_with_a_wrong_power_is_no_identity(power, holds):
    a, M, n = honesty.a, honesty.M, honesty.n
    inner = honesty.geometric(a, a, M / a, honesty.index, [])
    x = (1 - (1 + 2 * inner) / (n + 1)) / M * a**power
    left = 1 / M - ((1 + 2 * inner + 2 * M) / M - (n + 1)) / (n + 1)
    assert identity("X", left, (n - 1) / (n + 1) + x).holds is holds


@pytest.mark.parametrize("n", [2, 3, 4, 5, 12, 13])
@pytest.mark.parametrize("alpha", ["19/21", "99/100"])
def test_the_weakly_honest_mechanism_is_the_optimum_of_the_program(n, alpha):
    alpha = Fraction(alpha)
    kernel = honesty.honest(n, alpha)
    assert scaled.valid(kernel, alpha, scaled.ROWS)
    if n <= 5:
        assert instances.loss(kernel) == least_cost(n, alpha, ("WH",))


def test_beyond_the_threshold_the_mechanism_is_not_private():
    kernel = honesty.honest(6, HALF)
    assert not scaled.valid(kernel, HALF, ("WH",))


# --- NEW-3 ---------------------------------------------------------------------------------


def test_a_bound_with_one_term_too_few_is_refuted(monkeypatch):
    right = column_honesty.largest

    def mutant(n, alpha):
        return right(n, alpha) - 2 / (alpha ** (n // 2) * (n + 1))

    monkeypatch.setattr(column_honesty, "largest", mutant)
    (result,) = prove(["NEW-3"])
    assert (result["verdict"], result["correction"]) == ("false", None)


def test_another_threshold_is_not_where_the_bound_is_attained():
    a, k = columns.a, columns.k
    gap = columns.x - k / (a * (2 * k + 1))
    box = {"a": UNIT, "k": at_least(1)}
    assert same_sign("printed", gap, a * (k + 1) - k, box).holds is True
    assert same_sign("mutant", gap, a * (k + 2) - k, box).holds is not True


def test_below_the_threshold_the_level_mechanism_is_not_private():
    assert scaled.valid(columns.level(4, Fraction(2, 3)), Fraction(2, 3), scaled.SIX)
    assert not scaled.valid(columns.level(4, HALF), HALF, scaled.SIX)


@pytest.mark.parametrize(("alpha", "fine"), [("1/2", True), ("2/3", True), ("3/4", False)])
def test_joined_ends_are_in_order_up_to_two_thirds(alpha, fine):
    alpha = Fraction(alpha)
    assert scaled.valid(joined_ends.joined(7, alpha), alpha, scaled.SIX) is fine


# --- what follows from both ---------------------------------------------------------------


def test_the_price_of_column_honesty_is_the_sum_of_products():
    assert all_hold(comparing.dearer())
    for n, alpha in ((4, Fraction(9, 10)), (5, Fraction(9, 10)), (7, Fraction(19, 20))):
        gap = weak_honesty.best_trace(n, alpha) - columns.largest(n, alpha)
        m = n // 2
        if n % 2:
            terms = [(alpha ** (k - m) - 1) * (2 / alpha**k - 1 - alpha) for k in range(m)]
            assert gap * (n + 1) * (1 + alpha) / 2 == sum(terms)
        else:
            terms = [(alpha**-k - 1) * (alpha ** (k - m) - 1) for k in range(1, m)]
            assert gap * (n + 1) / 2 == sum(terms)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 9, 12])
@pytest.mark.parametrize("alpha", ["1/3", "1/2", "3/5", "7/10", "9/10", "99/100"])
def test_the_plateau_mechanism_has_all_but_fairness_and_beats_em(n, alpha):
    alpha = Fraction(alpha)
    kernel = plateau.plateau(n, alpha)
    assert scaled.valid(kernel, alpha, scaled.SIX)
    em = instances.explicit_fair(n, alpha)
    assert instances.loss(kernel) < instances.loss(em) or n == 1
    if n <= 6:
        assert instances.loss(kernel) >= least_cost(n, alpha, ("CH",))


@pytest.mark.parametrize("shift", [-1, 1])
def test_another_number_of_joined_outputs_breaks_something(monkeypatch, shift):
    right = plateau.joined_outputs
    monkeypatch.setattr(plateau, "joined_outputs", lambda n, alpha: right(n, alpha) + shift)
    alpha = Fraction(7, 10)
    assert not scaled.valid(plateau.plateau(9, alpha), alpha, scaled.SIX)


# --- NEW-8 ---------------------------------------------------------------------------------


def test_a_prior_that_changes_slowly_enough_for_the_square_is_not_enough(monkeypatch):
    right = prior.slow
    monkeypatch.setattr(prior, "slow", lambda w, alpha: right(w, alpha**2))
    assert refuted("NEW-8")


def test_ties_belong_to_the_priors_for_which_gm_is_optimal():
    tie = (Fraction(1, 3), Fraction(2, 3))
    assert prior.slow(tie, HALF)
    assert prior.geometric_best(1, tie, HALF)
    assert not prior.geometric_best(1, tie, Fraction(3, 5))


# --- NEW-9 ---------------------------------------------------------------------------------


def test_another_count_is_refuted(monkeypatch):
    monkeypatch.setattr(lattice, "COUNT", 35)
    (found,) = prove(["NEW-9"])
    assert found["verdict"] == "false"


@pytest.mark.parametrize("name", WITNESSES)
def test_each_pattern_has_one_set_of_properties_far_beyond_the_sizes_that_were_looked_at(name):
    pattern = WITNESSES[name]
    found = pattern.always()
    assert found is not None
    assert pattern.properties(GENERIC + 7) == found
    assert pattern.rows_sum_to_zero(GENERIC + 7)


def test_a_pattern_whose_properties_change_with_n_proves_nothing():
    # At n = 2 the last output is output 2, and the two cells cancel.
    assert Pattern({(0, 2): 1, (0, -1): -1}, 2).always() is None
    assert Pattern({(0, 0): 1}, 3).always() is None  # its rows do not sum to zero
    assert Pattern({(0, None): 1}, 3).always() is None


def test_a_pattern_with_a_flipped_cell_has_other_properties():
    right = WITNESSES["all but fair"]
    flipped = Pattern({cell: -value for cell, value in right.cells.items()}, right.first)
    assert flipped.always() != right.always()
