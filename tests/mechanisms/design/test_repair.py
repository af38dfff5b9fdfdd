"""A repaired mechanism meets the claim with the smallest mixture, and nothing smaller does."""

from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdp.mechanisms.design.repair import repair
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.neighbours import Neighbours
from exactdp.verify.judge.privacy import privacy
from exactdp.verify.judge.stochastic import stochastic

ALPHAS = st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1)])


@given(rows=naive.matrices(4), alpha=ALPHAS, kind=st.sampled_from(["uniform", "geometric", "best"]))
def test_the_result_is_stochastic_and_alpha_dp(rows, alpha, kind):
    assume(all(any(row) for row in rows))
    level = PrivacyLevel.of(alpha)
    result = repair(Mechanism.from_rows(rows), level, admixture=kind)
    assert stochastic(result.mechanism).holds
    assert privacy(result.mechanism).holds(level)
    moved = [
        sum(abs(x / sum(before) - y) for x, y in zip(before, after, strict=True)) / 2
        for before, after in zip(rows, result.mechanism.rows(), strict=True)
    ]
    assert result.distance == max(moved)
    assert result.mean_distance == sum(moved) / len(moved)


@given(rows=naive.matrices(4, stochastic=True), kind=st.sampled_from(["uniform", "geometric"]))
def test_no_smaller_mixture_would_do(rows, kind):
    alpha = Fraction(1, 2)
    result = repair(Mechanism.from_rows(rows), PrivacyLevel.of(alpha), admixture=kind)
    assume(result.admixture is not None)
    n = len(rows) - 1
    other = (uniform(n) if kind == "uniform" else geometric(n, alpha)).rows()
    for weight in (result.weight * (1 - Fraction(1, 10**9)), result.weight / 2):
        mixed = [
            [(1 - weight) * x + weight * u for x, u in zip(p, q, strict=True)]
            for p, q in zip(rows, other, strict=True)
        ]
        assert naive.tightest_alpha(mixed) < alpha


@given(rows=naive.matrices(4, stochastic=True))
def test_best_moves_least(rows):
    level = PrivacyLevel.of("1/2")
    mechanism = Mechanism.from_rows(rows)
    distances = [
        repair(mechanism, level, admixture=kind).distance for kind in ("uniform", "geometric")
    ]
    assert repair(mechanism, level).distance == min(distances)


def test_what_meets_its_claim_is_left_alone():
    mechanism = geometric(3, "1/2")
    for level in (PrivacyLevel.of("1/2"), PrivacyLevel.from_epsilon("0.7")):
        result = repair(mechanism, level)
        assert result.mechanism == mechanism
        assert (result.admixture, result.weight, result.distance) == (None, 0, 0)
        assert not result.normalised


def test_an_irrational_claim_is_met_on_the_safe_side():
    level = PrivacyLevel.from_epsilon("1/10")
    result = repair(Mechanism.from_rows([[1, 0], [0, 1]]), level, admixture="uniform")
    assert level.compare(result.alpha) > 0
    assert privacy(result.mechanism).tightest_alpha == result.alpha


def test_floats_are_normalised_first_and_the_labels_are_kept():
    kernel = np.array([[0.1, 0.9], [0.9, 0.1]])
    mechanism = Mechanism.from_array(kernel, name="coin", counts=(3, 4))
    result = repair(mechanism, PrivacyLevel.of("1/2"))
    assert result.normalised
    assert result.mechanism.name == "coin, repaired"
    assert result.mechanism.counts == (3, 4)


def test_for_a_sensitivity_the_geometric_admixture_has_the_root_of_alpha():
    rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    relation = Neighbours("adjacent", sensitivity=2)
    result = repair(
        Mechanism.from_rows(rows),
        PrivacyLevel.of("1/4"),
        admixture="geometric",
        neighbours=relation,
    )
    assert privacy(result.mechanism, relation).tightest_alpha == Fraction(1, 4)
    with pytest.raises(InputError, match="irrational alpha; use uniform"):
        repair(
            Mechanism.from_rows(rows),
            PrivacyLevel.of("1/2"),
            admixture="geometric",
            neighbours=relation,
        )
    best = repair(Mechanism.from_rows(rows), PrivacyLevel.of("1/2"), neighbours=relation)
    assert best.admixture == "uniform"


def test_neighbouring_outputs_are_repaired_with_the_uniform_mechanism():
    relation = Neighbours("outputs")
    mechanism = Mechanism.from_rows([[1, 0], ["1/2", "1/2"]])
    result = repair(mechanism, PrivacyLevel.of("1/2"), neighbours=relation)
    assert result.admixture == "uniform"
    assert privacy(result.mechanism, relation).tightest_alpha == Fraction(1, 2)
    with pytest.raises(InputError, match="not outputs"):
        repair(mechanism, PrivacyLevel.of("1/2"), admixture="geometric", neighbours=relation)


def test_a_row_of_zeros_cannot_be_repaired():
    with pytest.raises(InputError, match="input 1: all its weights are zero"):
        repair(Mechanism.from_rows([[1, 0], [0, 0]]), PrivacyLevel.of("1/2"))


@pytest.mark.parametrize(
    "alpha",
    [Fraction(10**20 - 1, 10**20), Fraction(2**60 - 1, 2**60), Fraction(36787944117144232, 10**17)],
)
def test_a_rational_claim_is_met_at_that_very_level_however_long_it_is(alpha):
    tiny = Fraction(1, 10**17)
    rows = [[Fraction(1, 2)] * 2, [Fraction(1, 2) - tiny, Fraction(1, 2) + tiny]]
    if alpha < Fraction(1, 2):
        rows = [[Fraction(9, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(9, 10)]]
    result = repair(Mechanism.from_rows(rows), PrivacyLevel.of(alpha), admixture="uniform")
    assert result.alpha == alpha
    assert 0 < result.weight < 1
    assert privacy(result.mechanism).tightest_alpha == alpha


def test_a_tiny_irrational_eps_is_not_repaired_by_giving_up():
    level = PrivacyLevel.from_epsilon("1e-30")
    result = repair(Mechanism.from_rows([[1, 0], [0, 1]]), level, admixture="uniform")
    assert result.alpha < 1
    assert result.weight < 1


def test_what_the_normalised_rows_moved_by_is_told_not_what_their_sums_were():
    counts = Mechanism.from_rows([[6000, 3000], [3000, 6000]])
    result = repair(counts, PrivacyLevel.of("1/2"))
    assert (result.normalised, result.distance, result.mean_distance) == (True, 0, 0)
    assert result.lines() == [
        ("rows", "divided by their exact sums"),
        ("mixture", "none needed"),
        ("moved", "at most 0 in total variation (any input), 0 on average"),
    ]


def test_only_the_better_of_two_admixtures_is_said_to_move_least():
    mechanism = geometric(4, "1/2")
    level = PrivacyLevel.of(Fraction(999, 1000))
    chosen = repair(mechanism, level, admixture="geometric")
    best = repair(mechanism, level)
    assert not chosen.least
    assert best.least
    assert best.distance <= chosen.distance
    assert "moves least" not in str(chosen)
    identity = repair(Mechanism.from_rows([[1, 0], [0, 1]]), PrivacyLevel.of("1"))
    assert ("mixture", "replaced by the uniform mechanism, which moves least") in identity.lines()
    assert str(identity).splitlines()[0] == "repaired, alpha = 1 (eps = 0)"
