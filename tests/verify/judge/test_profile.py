"""Delta is the hockey-stick divergence over neighbouring inputs, exact at every e^eps."""

from fractions import Fraction
from itertools import pairwise

import naive
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
from exactdp.verify.judge.profile import delta, profile

ODDS = st.fractions(1, 6, max_denominator=7)


def at(pieces, odds):
    piece = [p for p in pieces if p.start <= odds][-1]
    return piece.mass - piece.other * odds


@given(rows=naive.matrices(4, stochastic=True), odds=ODDS)
def test_delta_agrees_with_the_definition_at_rational_levels(rows, odds):
    mechanism = Mechanism.from_rows(rows)
    for kind, sensitivity in (("adjacent", 1), ("adjacent", 2), ("all", 1)):
        relation = Neighbours(kind, sensitivity)
        result = delta(mechanism, PrivacyLevel.from_alpha(1 / odds), relation)
        expected = naive.hockey_stick(rows, odds, kind, sensitivity)
        assert Fraction(result.exact) == result.mass - odds * result.other == expected
        assert result.at_most(expected)
        assert not result.at_most(expected - Fraction(1, 10**30))


@given(rows=naive.matrices(4, stochastic=True), odds=ODDS)
def test_the_profile_is_delta_at_every_point(rows, odds):
    pieces = profile(Mechanism.from_rows(rows))
    assert at(pieces, odds) == naive.hockey_stick(rows, odds)
    for piece in pieces:
        assert at(pieces, piece.start) == naive.hockey_stick(rows, piece.start)


@given(rows=naive.matrices(4, stochastic=True))
def test_the_profile_is_convex_continuous_and_ends_constant(rows):
    pieces = profile(Mechanism.from_rows(rows))
    starts = [p.start for p in pieces]
    assert starts[0] == 1
    assert starts == sorted(set(starts))
    slopes = [-p.other for p in pieces]
    assert slopes == sorted(set(slopes))
    assert slopes[-1] == 0
    for before, after in pairwise(pieces):
        x = after.start
        assert before.mass - before.other * x == after.mass - after.other * x


@given(rows=naive.matrices(4, stochastic=True))
def test_delta_vanishes_exactly_from_the_tightest_eps_on(rows):
    mechanism = Mechanism.from_rows(rows)
    alpha = privacy(mechanism).tightest_alpha
    last = profile(mechanism)[-1]
    if alpha == 0:
        assert last.mass > 0
    else:
        assert (last.start, last.mass) == (1 / alpha, 0)


@given(rows=naive.matrices(3, stochastic=True), epsilon=st.fractions("1/20", 3, max_denominator=20))
def test_an_irrational_level_is_bracketed_by_rational_ones(rows, epsilon):
    level = PrivacyLevel.from_epsilon(epsilon)
    result = delta(Mechanism.from_rows(rows), level)
    low, high = level.rational_alpha(10**9), None
    high = 1 / (1 / low + Fraction(1, 10**6))
    assert naive.hockey_stick(rows, 1 / high) <= 1
    less_private = naive.hockey_stick(rows, 1 / low)
    assert not result.at_most(naive.hockey_stick(rows, 1 / high) - Fraction(1, 10**12))
    assert result.at_most(less_private)
    bounds = [Fraction(x) for x in result.enclosure(30)]
    assert bounds[1] - bounds[0] <= Fraction(2, 10**30)
    assert bounds[0] <= less_private


def test_delta_at_an_irrational_level_is_stated_with_its_exponential():
    result = delta(geometric(1, "1/2"), PrivacyLevel.from_epsilon("1/2"))
    assert result.exact == "2/3 - 1/3*e^(1/2)"
    assert result.inputs == (0, 1)
    assert delta(uniform(2), PrivacyLevel.from_epsilon("1/2")).exact == "0"


def test_an_output_that_only_one_input_gives_costs_its_probability_at_any_eps():
    mechanism = Mechanism.from_rows([["9/10", "1/10"], [1, 0]])
    assert delta(mechanism, PrivacyLevel.from_epsilon(20)).exact == "1/10"
    assert profile(mechanism)[-1].mass == Fraction(1, 10)


def test_neighbouring_outputs_have_no_delta():
    with pytest.raises(InputError, match="not for neighbouring outputs"):
        delta(uniform(2), PrivacyLevel.of("1/2"), Neighbours("outputs"))


def test_delta_is_told_exactly_where_it_is_rational_with_the_event_that_attains_it():
    mechanism = geometric(3, "1/2").relabelled(counts=(5, 8))
    exact = delta(mechanism, PrivacyLevel.of("2/3"))
    assert exact.rational == Fraction(exact.exact) == Fraction(1, 6)
    assert str(exact).splitlines()[:2] == [
        "least delta 1/6",
        "  decided by  Pr[S|5] - e^eps Pr[S|6] for the outputs S = {5}",
    ]
    irrational = delta(mechanism, PrivacyLevel.from_epsilon("1/2"))
    assert irrational.rational is None
    assert str(irrational).startswith("least delta in [0.")
    nothing = delta(mechanism, PrivacyLevel.of("1/2"))
    assert (nothing.rational, nothing.outputs) == (0, ())
    assert "no output is likelier by more than e^eps" in str(nothing)


@given(rows=naive.matrices(4, stochastic=True), odds=ODDS)
def test_the_event_attains_delta(rows, odds):
    found = delta(Mechanism.from_rows(rows), PrivacyLevel.from_alpha(1 / odds))
    i, k = found.inputs
    assert found.mass == sum(rows[i][j] for j in found.outputs)
    assert found.other == sum(rows[k][j] for j in found.outputs)
