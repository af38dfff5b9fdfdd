"""How exact running sums are: the variances of section 3, and of what is better."""

from fractions import Fraction
from itertools import accumulate, product

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.noise import TwoSidedGeometric
from exactdp.mechanisms.release.distributions.privatize import NOISES
from exactdp.mechanisms.release.distributions.variance import (
    gains,
    geometric_variances,
    laplace_variances,
)


@pytest.mark.parametrize("bins", range(2, 20))
def test_cyclic_is_4_over_eps_squared_but_for_the_last_bin(bins):
    assert laplace_variances("cyclic", bins) == [4] * (bins - 1) + [0]


@pytest.mark.parametrize("bins", range(2, 20))
def test_acyclic_is_half_of_cyclic(bins):
    halves = [v / 2 for v in laplace_variances("cyclic", bins)]
    assert laplace_variances("acyclic", bins) == halves == [2] * (bins - 1) + [0]


@pytest.mark.parametrize("bins", range(2, 20))
def test_per_bin_is_2_times_i_plus_1_times_cyclic_and_not_4_times(bins):
    cyclic, classic = laplace_variances("cyclic", bins), laplace_variances("laplace", bins)
    for i in range(bins - 1):
        assert classic[i] == 2 * (i + 1) * cyclic[i]
        assert classic[i] == 4 * (i + 1) * laplace_variances("acyclic", bins)[i]


def truncated_moment(alpha, reach):
    law = TwoSidedGeometric(alpha)
    return sum(law.pmf(k) * k * k for k in range(-reach, reach + 1))


@pytest.mark.parametrize("name", ["acyclic", "cyclic", "laplace", "haar", "hierarchical"])
@pytest.mark.parametrize("bins", [2, 3, 4])
def test_gains_are_the_variances_of_independent_signs(name, bins):
    # Signs of variance 1 in place of the noise: all 2^k combinations, exactly.
    p = NOISES[name]
    m = p.mechanism(bins)
    total = [Fraction(0)] * bins
    cases = list(product((-1, 1), repeat=len(m.scales)))
    for signs in cases:
        errors = accumulate(p.estimate(m.output([0] * bins, signs), bins, 0))
        total = [t + e * e for t, e in zip(total, errors, strict=True)]
    assert gains(name, bins) == [t / len(cases) for t in total]


def test_integer_noise_has_the_variance_of_its_law():
    level = PrivacyLevel.from_alpha("4/9")
    assert geometric_variances("acyclic", 3, level)[0] == Fraction(8, 9) / Fraction(25, 81)
    assert geometric_variances("laplace", 3, level)[0] == TwoSidedGeometric("2/3").variance
    assert abs(truncated_moment(Fraction(4, 9), 60) - TwoSidedGeometric("4/9").variance) < 10**-15


def test_what_has_no_rational_variance_is_refused():
    with pytest.raises(InputError, match="two-sided geometric"):
        geometric_variances("gaussian", 3, PrivacyLevel.from_alpha("1/2"))
    with pytest.raises(InputError, match="got the noise 'classic', expected one of acyclic"):
        gains("classic", 3)
    with pytest.raises(InputError, match="irrational"):
        geometric_variances("acyclic", 3, PrivacyLevel.from_epsilon(1))
