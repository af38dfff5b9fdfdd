"""Costs are named or tables, and whether they are Monge is decided."""

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.costs import MSE, Cost, cost_of


def test_costs_are_named_or_tables_and_monge_is_decided():
    assert cost_of("MSE") is MSE
    assert cost_of([[0, 1], [1, 0]]).crossing() is None
    crossed = Cost.of_table([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert crossed.crossing() == (0, 1)
    with pytest.raises(InputError, match=r"c\(0,1\) = 1 and c\(1,2\) = 1 add up to more than"):
        crossed.require_monge()
    with pytest.raises(InputError, match="got the cost 'L7', expected ead or mse"):
        cost_of("L7")
    with pytest.raises(InputError, match="row 1 of the cost: got 1 entries, expected 2"):
        cost_of([[0, 1], [1]])
    with pytest.raises(InputError, match="got a cost for 3 counts, expected 2"):
        crossed.rows(2)
    assert MSE.rows(2) == [[0, 1], [1, 0]]
