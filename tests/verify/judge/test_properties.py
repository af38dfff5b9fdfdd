"""The seven properties, by their definitions in terms of Pr[output | input]."""

import naive
import pytest
from hypothesis import given

from exactdp.mechanisms.design.registry import FAMILIES
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.properties import PROPERTIES, parse_properties
from exactdp.verify.judge.properties import properties


@given(rows=naive.matrices(stochastic=True))
def test_each_property_agrees_with_its_definition(rows):
    verdicts = properties(Mechanism.from_rows(rows))
    assert tuple(verdicts) == PROPERTIES
    for letter, verdict in verdicts.items():
        assert verdict.holds == naive.has_property(rows, letter), letter


@given(rows=naive.matrices(stochastic=True))
def test_a_violation_names_two_entries_in_the_wrong_order(rows):
    for verdict in properties(Mechanism.from_rows(rows)).values():
        if verdict.first is not None:
            (i, j), high = verdict.first.low, verdict.first.high
            if high is None:
                assert verdict.letter == "WH"
                assert rows[i][j] * len(rows) < 1
            else:
                assert rows[i][j] < rows[high[0]][high[1]]


def test_the_uniform_mechanism_has_all_seven():
    assert all(p.holds for p in properties(uniform(4)).values())


@pytest.mark.parametrize("n", range(1, 9))
def test_the_explicit_fair_mechanism_has_all_seven(n):
    for alpha in ("1/4", "1/2", "9/10"):
        fair = FAMILIES["explicit-fair"].build(n, PrivacyLevel.of(alpha))
        assert all(p.holds for p in properties(fair).values())


@pytest.mark.parametrize("n", range(2, 9))
@pytest.mark.parametrize("alpha", ["1/4", "1/2", "501/1000", "9/10"])
def test_the_geometric_mechanism_is_column_monotone_iff_alpha_is_at_most_half(n, alpha):
    assert properties(geometric(n, alpha))["CM"].holds == (alpha in ("1/4", "1/2"))


def test_the_geometric_mechanism_is_weakly_honest_from_exactly_the_threshold_on():
    # 2 alpha / (1 - alpha) = 4 at alpha = 2/3
    assert not properties(geometric(3, "2/3"))["WH"].holds
    assert properties(geometric(4, "2/3"))["WH"].holds


def test_the_number_of_violations_is_counted():
    verdict = properties(geometric(2, "9/10"))["WH"]
    assert (verdict.violations, verdict.first.low, verdict.first.high) == (1, (1, 1), None)


def test_letters_are_read_in_any_case_and_order():
    assert parse_properties(" s,rh ,RH") == ("RH", "S")
    assert parse_properties("") == ()


def test_an_unknown_letter_is_refused():
    with pytest.raises(InputError, match="got property 'XX', expected some of RH,RM,CH,CM,F,WH,S"):
        parse_properties("RH,XX")


def test_a_property_tells_its_first_violation_in_the_counts_of_the_mechanism():
    mechanism = Mechanism.from_rows([["1/4", "3/4"], ["1/4", "3/4"]], counts=(5, 6))
    verdicts = properties(mechanism)
    assert str(verdicts["WH"]).splitlines()[0] == "not WH: Pr[5|5] < 1/2 (1 violation)"
    assert verdicts["CH"].places == [[5, 5], [5, 6]]
    assert str(verdicts["RH"]).splitlines()[0] == "has RH"
    assert (verdicts["RH"].said(), verdicts["RH"].places) == ("no violation", [])
