"""The designed families cost what their closed forms say."""

from fractions import Fraction

import pytest

from exactdp.mechanisms.design.weakly_honest import weakly_honest_monotone, weakly_honest_only
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.verify.judge.objectives import l0
from exactdp.verify.judge.privacy import privacy
from exactdp.verify.judge.properties import properties

ALPHAS = [Fraction(x) for x in ("1/4", "1/2", "3/5", "2/3", "3/4", "9/10", "99/100")]


def trace(mechanism):
    return sum(mechanism[i, i] for i in range(mechanism.size))


def has(mechanism):
    return {letter for letter, p in properties(mechanism, PROPERTIES).items() if p.holds}


@pytest.mark.parametrize("n", range(2, 10))
@pytest.mark.parametrize("a", ALPHAS)
def test_the_trace_of_the_weakly_honest_mechanism(n, a):
    mechanism = weakly_honest_only(n, a)
    assert privacy(mechanism).tightest_alpha == a
    assert {"WH", "RM", "RH", "S"} <= has(mechanism)
    if n >= 2 * a / (1 - a):
        assert mechanism == geometric(n, a)
        return
    m = n // 2
    if n % 2 == 0:
        x = (1 - (1 + 2 * sum((a**k for k in range(1, m)), Fraction(0))) / (n + 1)) / a**m
    else:
        x = (2 - 2 * (1 + a) * sum((a**k for k in range(m)), Fraction(0)) / (n + 1)) / (
            a**m * (1 + a)
        )
    assert trace(mechanism) == Fraction(n - 1, n + 1) + x


@pytest.mark.parametrize("n", range(2, 10))
@pytest.mark.parametrize("a", ALPHAS)
def test_the_trace_of_the_constrained_mechanism(n, a):
    mechanism = weakly_honest_monotone(n, a)
    assert {"WH", "RM", "CM", "CH", "RH"} <= has(mechanism)
    m = n // 2
    if n % 2 == 0:
        bound = (1 + 2 * sum(a**-k for k in range(1, m + 1))) / (n + 1)
    else:
        bound = 4 * sum(a**-k for k in range(m + 1)) / ((n + 1) * (1 + a))
    assert trace(mechanism) <= bound
    assert (trace(mechanism) == bound) == (a >= Fraction(m, m + 1))
    if Fraction(1, 2) <= a <= Fraction(2, 3) and n >= 3:
        assert trace(mechanism) == 1 / a + (n - 3) * (1 - a) / (1 + a)


@pytest.mark.parametrize("build", [weakly_honest_only, weakly_honest_monotone])
def test_at_n_1_both_are_randomized_response(build):
    assert build(1, "99/100") == geometric(1, "99/100")
    assert l0(build(1, "99/100")) == 2 * Fraction(99, 100) / (1 + Fraction(99, 100))
