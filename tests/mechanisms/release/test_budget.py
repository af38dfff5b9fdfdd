"""The parts of a budget are its whole, and no stage uses more than its grant."""

from fractions import Fraction
from math import exp

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import to_fmpq
from exactdp.mechanisms.release.budget import Budget, default_split

SPLITS = st.fractions(0, 1, max_denominator=1000).filter(lambda f: 0 < f < 1)
RATIONALS = st.fractions(Fraction(1, 1000), 20, max_denominator=1000)


@settings(deadline=None)
@given(RATIONALS, SPLITS)
def test_a_rational_budget_is_split_exactly(epsilon, split):
    budget = Budget(str(epsilon), split)
    first, second = budget.distribution, budget.counts
    assert Fraction(str(first)) + Fraction(str(second)) == epsilon
    assert first.level().rational_epsilon == split * epsilon


@settings(deadline=None)
@given(RATIONALS, SPLITS)
def test_the_rational_alpha_of_a_grant_is_just_above_it(epsilon, split):
    grant = Budget(str(epsilon), split).counts
    alpha = grant.rational_level().alpha
    exact = PrivacyLevel.from_epsilon(str(grant))
    assert exact.compare(alpha) > 0  # alpha > e^-eps: less is spent than granted
    spent = -arb(to_fmpq(alpha)).log()
    granted = arb(to_fmpq(Fraction(str(grant))))
    assert spent > granted * (1 - arb(to_fmpq("1/1000")))


@settings(deadline=None)
@given(st.fractions(2, 9, max_denominator=9), st.fractions("1/9", "8/9", max_denominator=9))
def test_a_share_of_a_logarithm_is_never_overspent(odds, split):
    grant = Budget(f"ln({odds})", split).distribution
    alpha = grant.level().alpha
    a, b = split.numerator, split.denominator
    assert alpha**b * odds**a >= 1  # alpha >= odds^-(a/b)


def test_a_share_of_a_logarithm_that_is_rational_is_exact():
    budget = Budget("ln(32)", "3/5")
    assert budget.distribution.rational_level().alpha == Fraction(1, 8)
    assert budget.counts.rational_level().alpha == Fraction(1, 4)
    assert (str(budget.distribution), str(budget.total)) == ("3/5 ln(32)", "ln(32)")
    assert budget.counts.enclosure(3) == ("1.386", "1.387")


@pytest.mark.parametrize("split", [Fraction(1, 10**30), 1 - Fraction(1, 10**30)])
def test_an_odd_split_ends(split):
    budget = Budget("ln(3)", split)
    assert budget.distribution.level().alpha > 0
    assert budget.counts.level().alpha > Fraction(1, 3)


@pytest.mark.parametrize("epsilon", ["0", "-1", "ln(1)", "ln(1/2)", "x", "1e9"])
def test_a_budget_that_is_not_positive_is_refused(epsilon):
    with pytest.raises(InputError):
        Budget(epsilon)


@pytest.mark.parametrize("split", ["0", "1", "-1/2", "3/2"])
def test_a_split_outside_the_unit_interval_is_refused(split):
    with pytest.raises(InputError, match=r"expected a number inside \(0, 1\)"):
        Budget("1", split)


def test_nothing_for_nothing():
    with pytest.raises(InputError, match="got eps = 0"):
        Budget(PrivacyLevel.from_alpha(1))


@settings(deadline=None)
@given(st.fractions("1/100", 50, max_denominator=1000))
def test_the_default_split_is_the_rule_of_thumb_to_a_hundredth(epsilon):
    rule = 0.106 + 0.533 * exp(-2.87 * epsilon)
    assert abs(default_split(PrivacyLevel.from_epsilon(epsilon)) - rule) <= 0.005 + 1e-12


def test_the_default_split_of_a_logarithm():
    assert default_split(PrivacyLevel.from_alpha("1/2")) == Fraction(18, 100)
    assert Budget("ln(2)").split == Fraction(9, 50)
    assert Budget("ln(2)").by_rule
