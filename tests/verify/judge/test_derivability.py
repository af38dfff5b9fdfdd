"""A mechanism is derivable from GM exactly if one kernel T >= 0 solves GM T = P."""

from fractions import Fraction

import naive
import pytest
import truth
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify import checker
from exactdp.verify.judge.derivability import derivable_from_geometric

ALPHAS = st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])


def product(first, second):
    return [
        [sum(x * row[j] for x, row in zip(line, second, strict=True)) for j in range(len(second))]
        for line in first
    ]


@given(rows=naive.matrices(stochastic=True), alpha=ALPHAS)
def test_whatever_follows_gm_is_found_again(rows, alpha):
    base = geometric(len(rows) - 1, alpha).rows()
    verdict = derivable_from_geometric(Mechanism.from_rows(product(base, rows)), alpha)
    assert verdict.holds
    assert verdict.post.rows() == rows


@given(rows=naive.matrices(stochastic=True), alpha=ALPHAS)
def test_the_verdict_is_the_test_of_gupte_and_sundararajan(rows, alpha):
    n = len(rows) - 1
    dp = naive.tightest_alpha(rows) >= alpha
    triples = all(
        rows[i][j] - alpha * rows[i - 1][j] >= alpha * (rows[i + 1][j] - alpha * rows[i][j])
        for i in range(1, n)
        for j in range(n + 1)
    )
    verdict = derivable_from_geometric(Mechanism.from_rows(rows), alpha)
    assert verdict.holds == (dp and triples)
    if not verdict.holds:
        assert verdict.value < 0
        assert verdict.input in verdict.inputs


@pytest.mark.parametrize("n", range(2, 8))
def test_the_explicit_fair_mechanism_is_not_derivable_beyond_n_1(n):
    assert not derivable_from_geometric(explicit_fair(n, "1/2"), "1/2").holds


def test_at_n_1_the_explicit_fair_mechanism_is_gm():
    verdict = derivable_from_geometric(explicit_fair(1, "1/2"), "1/2")
    assert verdict.post.rows() == [[1, 0], [0, 1]]


def test_the_uniform_mechanism_is_derivable_at_every_level():
    assert derivable_from_geometric(uniform(5), "99/100").holds


def test_rows_must_sum_to_1_and_alpha_be_below_1():
    with pytest.raises(InputError, match="do not sum to 1"):
        derivable_from_geometric(Mechanism.from_rows([[1, 1], [0, 1]]), "1/2")
    with pytest.raises(InputError, match="needs alpha < 1"):
        derivable_from_geometric(uniform(2), 1)


def test_derivability_tells_the_entry_that_forbids_it():
    assert str(derivable_from_geometric(uniform(2), "1/2")) == (
        "derivable from the geometric mechanism at alpha = 1/2"
    )
    found = derivable_from_geometric(geometric(3, "1/2"), "2/3")
    assert str(found).splitlines() == [
        "NOT derivable from the geometric mechanism at alpha = 2/3",
        f"  decided by  T[0][1] = {found.value} of the only candidate, at the inputs 0, 1",
    ]


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("alpha", ["1/2", "9/10"])
def test_the_certificate_has_the_post_processing_or_what_separates(n, alpha):
    for mechanism in (geometric(n, alpha), explicit_fair(n, alpha), uniform(n)):
        verdict = derivable_from_geometric(mechanism, "2/3")
        document = verdict.certificate()
        assert document["kernels"][0]["form"] == "power"
        assert checker.check(document)
        assert truth.is_true(document)
        assert document["verdict"] == ("holds" if verdict.holds else "fails")
