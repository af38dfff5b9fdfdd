"""The flowchart names an optimum, for every subset of the properties."""

from fractions import Fraction
from itertools import combinations

import pytest

from exactdp.mechanisms.design.choice import choose
from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.optimal import optimal
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.verify.judge.objectives import cost
from exactdp.verify.judge.privacy import privacy
from exactdp.verify.judge.properties import properties

L0 = Objective.parse("L0")
SUBSETS = [s for k in range(8) for s in combinations(PROPERTIES, k)]


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("alpha", ["1/4", "1/2", "501/1000", "3/5", "2/3", "9/10"])
def test_what_is_chosen_has_what_was_asked_and_costs_least(n, alpha):
    alpha, seen = Fraction(alpha), {}
    for subset in SUBSETS:
        choice = choose(n, alpha, subset)
        if choice.family not in seen:
            mechanism = choice.build()
            assert privacy(mechanism).tightest_alpha >= alpha
            has = {letter for letter, p in properties(mechanism).items() if p.holds}
            seen[choice.family] = cost(mechanism, L0), has
        value, has = seen[choice.family]
        assert set(subset) <= has
        assert value == optimal(Design(n, alpha, subset, L0)).cost


def test_a_column_property_is_not_had_by_a_large_n_alone():
    assert choose(1000, "3/5", ["WH"]).family == "geometric"
    assert choose(1000, "3/5", ["CH"]).family == "weakly-honest-monotone"


def test_bad_demands_are_refused():
    with pytest.raises(InputError, match="got property 'XX'"):
        choose(3, "1/2", ["XX"])
    with pytest.raises(InputError, match="needs alpha < 1"):
        choose(3, 1)
    with pytest.raises(InputError, match="expected n >= 1"):
        choose(0, "1/2")


def test_properties_are_given_as_a_list_or_as_one_text():
    assert choose(6, "3/4", "WH, CM") == choose(6, "3/4", ["WH", "CM"])
