"""The maximum-likelihood inputs of an output, with all ties."""

import naive
from hypothesis import given

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify.judge.likelihood import maximum_likelihood
from exactdp.verify.judge.properties import properties


@given(rows=naive.matrices(stochastic=True))
def test_every_output_is_its_own_estimate_iff_row_honest(rows):
    mechanism = Mechanism.from_rows(rows)
    readings = maximum_likelihood(mechanism)
    for j, reading in enumerate(readings):
        column = [row[j] for row in rows]
        likeliest = {i for i, p in enumerate(column) if p == max(column) > 0}
        assert set(reading.inputs) == likeliest
    reachable = [r for r in readings if r.inputs]
    assert all(r.itself for r in reachable) == properties(mechanism)["RH"].holds


def test_an_impossible_output_says_nothing():
    reading = maximum_likelihood(Mechanism.from_rows([[1, 0], [1, 0]]))[1]
    assert reading.inputs == ()
    assert not reading.itself


def test_gm_is_read_at_its_word():
    assert all(r.inputs == (r.output,) for r in maximum_likelihood(geometric(6, "99/100")))
