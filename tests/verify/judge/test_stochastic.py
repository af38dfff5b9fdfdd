"""Rows sum to exactly 1, or the worst one is shown."""

from fractions import Fraction

import naive
import numpy as np
from hypothesis import given

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify.judge.stochastic import stochastic


@given(rows=naive.matrices())
def test_it_agrees_with_the_definition(rows):
    result = stochastic(Mechanism.from_rows(rows))
    sums = [sum(row) for row in rows]
    assert result.holds == all(total == 1 for total in sums)
    assert result.rows == sum(total != 1 for total in sums)
    if not result.holds:
        assert result.total == sums[result.row]
        assert abs(result.total - 1) == max(abs(total - 1) for total in sums)


def test_a_closed_form_is_summed_without_being_filled():
    assert stochastic(geometric(60, "9/10")).holds


def test_ten_tenths_in_floats_are_not_one():
    kernel = np.full((10, 10), 0.1)
    result = stochastic(Mechanism.from_array(kernel))
    assert result.total == 10 * Fraction(0.1) != 1
    assert result.row == 0
    assert stochastic(Mechanism.from_array(kernel, reading="weights")).holds


def test_the_worst_row_is_told_by_its_count():
    found = stochastic(Mechanism.from_rows([["1/2", "1/2"], ["1/2", "1"]], counts=(5, 6)))
    assert str(found) == ("rows: 1 of 2 do not sum to 1; furthest: row 6, sum 3/2 (1 + 5.00e-1)")
    assert str(stochastic(Mechanism.from_rows([[1, 0], [0, 1]]))) == "rows: all 2 sum to exactly 1"
