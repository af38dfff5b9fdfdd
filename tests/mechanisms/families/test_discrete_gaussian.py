"""The discrete Gaussian's delta: proved from above, against its definition at high precision."""

from fractions import Fraction
from itertools import product

import pytest
from mpmath import exp, mp, mpf

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families import discrete_gaussian
from exactdp.mechanisms.families.discrete_gaussian import (
    GRID,
    gaussian_delta,
    gaussian_variance,
)

LEVELS = [
    PrivacyLevel.from_epsilon("1/10"),
    PrivacyLevel.from_epsilon(1),
    PrivacyLevel.from_epsilon(5),
    PrivacyLevel.from_alpha("1/2"),
    PrivacyLevel.from_alpha("99/100"),
]


def odds(level):
    if level.is_rational:
        return 1 / mpf(level.alpha.numerator) * level.alpha.denominator
    e = level.rational_epsilon
    return exp(mpf(e.numerator) / e.denominator)


def weights(sigma2, reach):
    half = mpf(sigma2.denominator) / (2 * sigma2.numerator)
    found = {k: exp(-k * k * half) for k in range(-reach, reach + 1)}
    total = sum(found.values())
    return {k: w / total for k, w in found.items()}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sigma2", ["1/64", "1/4", "1", "4", "100/3"])
def test_delta_is_the_hockey_stick_divergence_of_a_shift_by_one(level, sigma2):
    sigma2 = Fraction(sigma2)
    with mp.workprec(400):
        p = weights(sigma2, 200)
        e = odds(level)
        delta = sum(max(mpf(0), p[k] - e * p[k - 1]) for k in range(-199, 201))
        found = gaussian_delta(level, sigma2)
        found = mpf(found.numerator) / found.denominator
        assert delta - mpf(2) ** -300 <= found <= delta + mpf(2) ** -64


@pytest.mark.parametrize("bins", [2, 3])
@pytest.mark.parametrize("level", [PrivacyLevel.from_epsilon(1), PrivacyLevel.from_alpha("1/4")])
def test_the_cyclic_gaussian_is_as_private_as_one_gaussian_on_a_count(bins, level):
    # The law of the differences G_i - G_(i+1), summed over the fibre; V_0 gains a unit from V_1.
    sigma2, reach, most = Fraction(1), 9, 18
    with mp.workprec(200):
        p = weights(sigma2, 2 * reach + most)

        def law(steps):  # Pr[G_1 - G_0 = steps[0], G_2 - G_0 = ...]
            fibre = range(-reach, reach + 1)
            out = mpf(0)
            for g in fibre:
                term = p[g]
                for s in steps:
                    term *= p.get(g + s, mpf(0))
                out += term
            return out

        e = odds(level)
        box = list(product(range(-reach, reach + 1), repeat=bins - 1))
        known = {steps: law(steps) for steps in box}
        worst = mpf(0)
        for moved in range(bins - 1):
            delta = mpf(0)
            for steps in box:
                other = tuple(s + (k == moved) for k, s in enumerate(steps))
                q = known.get(other)
                delta += max(mpf(0), known[steps] - e * (law(other) if q is None else q))
            worst = max(worst, delta)
        bound = gaussian_delta(level, sigma2)
        assert worst <= mpf(bound.numerator) / bound.denominator


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("total", [1, 50, 3143])
def test_the_variance_serves_and_one_step_less_does_not(level, total):
    delta = Fraction(1, total + 1)
    sigma2 = gaussian_variance(level, delta)
    assert gaussian_delta(level, sigma2) <= delta
    if sigma2 > Fraction(1, GRID):
        assert gaussian_delta(level, sigma2 - Fraction(1, GRID)) > delta


def test_a_level_that_needs_too_wide_a_gaussian_is_a_limit(monkeypatch):
    monkeypatch.setattr(discrete_gaussian, "MAX_VARIANCE", 100)
    with pytest.raises(LimitError, match="variance above 100"):
        gaussian_variance(PrivacyLevel.from_epsilon("1/100"), Fraction(1, 10**6))
    for delta in (0, 1, Fraction(-1, 2)):
        with pytest.raises(InputError, match="expected 0 < delta < 1"):
            gaussian_variance(PrivacyLevel.from_epsilon(1), delta)
