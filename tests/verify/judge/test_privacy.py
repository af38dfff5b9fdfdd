"""The tightest alpha is the least ratio of neighbouring entries, attained by its witness."""

from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.neighbours import Neighbours
from exactdp.verify.judge.privacy import privacy

RELATIONS = [("adjacent", 1), ("adjacent", 2), ("adjacent", 9), ("all", 1), ("outputs", 1)]


@pytest.mark.parametrize(("kind", "sensitivity"), RELATIONS)
@given(rows=naive.matrices())
def test_it_agrees_with_the_definition_on_any_matrix(rows, kind, sensitivity):
    result = privacy(Mechanism.from_rows(rows), Neighbours(kind, sensitivity))
    assert result.tightest_alpha == naive.tightest_alpha(rows, kind, sensitivity)
    assert result.zero_pairs == naive.zero_pairs(rows, kind, sensitivity)
    if result.witness is not None:
        (i, j), (k, m) = result.witness.numerator, result.witness.denominator
        pairs = set(naive.neighbours(len(rows), kind, sensitivity))
        assert ((i, j), (k, m)) in pairs
        assert rows[i][j] / rows[k][m] == result.witness.ratio == result.tightest_alpha
    else:
        assert result.tightest_alpha == 1


@given(st.integers(2, 7), st.integers(0, 2**32 - 1))
def test_a_float_file_has_the_alpha_of_the_rationals_it_holds(size, seed):
    values = np.random.default_rng(seed).random((size, size))
    for reading in ("stored", "weights"):
        mechanism = Mechanism.from_array(values, reading=reading)
        exact = [[Fraction(x) for x in row] for row in values.tolist()]
        if reading == "weights":
            exact = [[x / sum(row) for x in row] for row in exact]
        assert privacy(mechanism).tightest_alpha == naive.tightest_alpha(exact)


def test_one_bit_in_one_entry_decides():
    alpha = 0.5
    kernel = np.array([[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    assert privacy(Mechanism.from_array(kernel)).holds(PrivacyLevel.from_float_alpha(alpha))
    kernel[1, 0] = np.nextafter(kernel[1, 0], 0)
    worse = privacy(Mechanism.from_array(kernel))
    assert not worse.holds(PrivacyLevel.from_float_alpha(alpha))
    assert worse.witness.document()["inputs"] == [1, 0]


def test_zero_pairs_are_reported_apart_from_the_least_ratio():
    result = privacy(Mechanism.from_rows([["1/2", "1/2", 0], ["1/4", "1/2", "1/4"], [0, 1, 0]]))
    assert (result.tightest_alpha, result.zero_pairs) == (0, 3)
    assert result.least_ratio == Fraction(1, 2)
    assert result.witness.ratio == 0
    assert result.witness == result.zero_witness
    assert result.epsilon() == {"exact": "infinity", "enclosure": ["inf", "inf"]}


def test_a_constant_mechanism_loses_nothing():
    result = privacy(uniform(3))
    assert result.tightest_alpha == 1
    assert result.epsilon() == {"exact": "0", "enclosure": ["0", "0"]}
    assert result.holds(PrivacyLevel.from_alpha(1))


def test_an_all_zero_matrix_has_no_witness():
    result = privacy(Mechanism.from_rows([[0, 0], [0, 0]]))
    assert result.witness is None
    assert result.tightest_alpha == 1


@pytest.mark.parametrize("digits", [1, 12, 60])
def test_the_enclosure_of_eps_is_as_narrow_as_asked_and_holds_eps(digits):
    low, high = map(Fraction, privacy(geometric(3, "1/2")).epsilon(digits)["enclosure"])
    assert high - low <= 2 * Fraction(1, 10**digits)
    ln2 = Fraction("0.69314718055994530941723212145817656807550013436025525412068000949339362")
    assert low <= ln2 <= high


@pytest.mark.parametrize("sensitivity", [1, 2, 3])
def test_sensitivity_costs_the_geometric_mechanism_a_power(sensitivity):
    result = privacy(geometric(5, "2/3"), Neighbours("adjacent", sensitivity))
    assert result.tightest_alpha == Fraction(2, 3) ** sensitivity


def test_local_privacy_of_the_geometric_mechanism_is_alpha_to_the_n():
    assert privacy(geometric(4, "1/2"), Neighbours("all")).tightest_alpha == Fraction(1, 16)


def test_an_output_witness_names_one_input_and_two_outputs():
    witness = privacy(geometric(2, "1/2"), Neighbours("outputs")).witness.document()
    assert witness == {"input": 0, "outputs": [1, 0], "ratio": "1/4"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nearby", 1), "expected one of adjacent, all, outputs"),
        (("adjacent", 0), "expected a whole number >= 1"),
        (("all", 2), "any two inputs are neighbours"),
    ],
)
def test_relations_that_mean_nothing_are_refused(arguments, reason):
    with pytest.raises(InputError, match=reason):
        Neighbours(*arguments)


def test_privacy_is_told_in_the_counts_of_the_mechanism():
    rows = [["1/2", "1/2"], ["0", "1"]]
    found = privacy(Mechanism.from_rows(rows, counts=(3, 4)))
    assert str(found).splitlines() == [
        "tightest alpha 0, eps infinite",
        "  decided by  Pr[3|4] / Pr[3|3] = 0",
        "  zeros       1 neighbouring entries, one possible and one not: eps is infinite",
        "  besides     Pr[4|3] / Pr[4|4] = 1/2 (about 0.500000)",
    ]
    only_zeros = privacy(Mechanism.from_rows([[1, 0], [0, 1]]))
    assert "besides" not in str(only_zeros)
    assert str(privacy(Mechanism.from_rows([[0, 0], [0, 0]]))) == (
        "tightest alpha 1, eps in [0, 0]"
    )
