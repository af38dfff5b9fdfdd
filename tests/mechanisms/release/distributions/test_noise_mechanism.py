"""Linear noise mechanisms as they are stated: shapes, sensitivities, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.release.distributions.noise_mechanism import (
    NoiseMechanism,
    adjacent_moves,
    l1_sensitivity,
)


@given(
    rows=st.integers(1, 6).flatmap(
        lambda bins: st.lists(
            st.lists(st.integers(-3, 3), min_size=bins, max_size=bins), min_size=1, max_size=5
        )
    )
)
def test_the_sensitivity_is_the_largest_change_of_the_answers(rows):
    bins = len(rows[0])
    m = NoiseMechanism.from_rows(rows, scales=[1] * len(rows))
    changes = [
        sum(abs(sum(row[j] * x for j, x in move.items())) for row in rows)
        for move in adjacent_moves(bins)
    ]
    assert l1_sensitivity(m.queries, bins) == max(changes, default=0)


def test_output_is_a_x_plus_s_noise():
    m = NoiseMechanism.from_rows(
        [[1, 2, 0], ["1/2", 0, -1]], noise=[[1, 0, 3], [0, "1/3", 1]], scales=[1, 2, 3]
    )
    assert m.output([4, 1, 2], [1, 3, -1]) == [6 + 1 - 3, 0 + 1 - 1]
    assert m.scales == (1, 2, 3)


@pytest.mark.parametrize(
    ("queries", "options", "words"),
    [
        ([], {"scales": []}, "got an empty strategy"),
        ([[]], {"scales": [1]}, "got an empty strategy"),
        ([[1, 0], [1]], {"scales": [1, 1]}, "row 1 of the strategy has 1 numbers, expected 2"),
        ([[1, 0]], {"scales": [1, 1]}, "got 2 scales, expected 1: one for each query"),
        ([[1, 0]], {"scales": [1], "noise": [[1, 1]]}, "one for each column of the noise matrix"),
        ([[1, 0]], {"scales": [1], "noise": [[1], [1]]}, "a noise matrix of 2 rows, expected 1"),
        ([[1, 0]], {"scales": [], "noise": [[]]}, "got an empty noise matrix"),
        ([[1, 0]], {"scales": [0]}, "scale 0: got 0, expected a number above 0"),
        ([[1, 0]], {"scales": ["-1/2"]}, "scale 0: got -1/2"),
        ([[1.0, 0]], {"scales": [1]}, "got the float 1.0"),
    ],
)
def test_what_does_not_fit_is_refused(queries, options, words):
    with pytest.raises(InputError) as error:
        NoiseMechanism.from_rows(queries, **options)
    assert words in str(error.value).replace("'", "")


def test_one_bin_has_no_moves():
    assert adjacent_moves(1) == []
    assert l1_sensitivity([{0: 1}], 1) == 0
    assert NoiseMechanism.from_rows([["2/3"]], scales=[1]).queries == ({0: Fraction(2, 3)},)
