"""Noise laws against sums over their mass, and over symbols against numbers."""

from fractions import Fraction

import pytest
import sympy
from flint import fmpq, fmpq_poly

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.noise import Geometric, RoundedLaplace, TwoSidedGeometric
from exactdp.mechanisms.families.rounded_laplace import rounded_laplace

F = Fraction
ALPHAS = [F(1, 4), F(1, 2), F(2, 3), F(9, 10), F(99, 100), F(10**40 + 1, 2 * 10**40 + 39)]
LAWS = [TwoSidedGeometric, Geometric, lambda a: Geometric(a, start=1), RoundedLaplace]
OVER = [
    TwoSidedGeometric.over,
    Geometric.over,
    lambda a: Geometric.over(a, start=1),
    RoundedLaplace.over,
]
KS = range(-12, 13)


def power_sum(power, ratio):
    """sum_{k >= 0} k^power ratio^k, exactly: sum of k^p x^k = A_p(x)/(1-x)^(p+1)."""
    numerators = {0: [1], 1: [0, 1], 2: [0, 1, 1]}
    numerator = fmpq_poly(numerators[power])(fmpq(ratio.numerator, ratio.denominator))
    value = numerator / (1 - fmpq(ratio.numerator, ratio.denominator)) ** (power + 1)
    return F(int(value.p), int(value.q))


@pytest.mark.parametrize("alpha", ALPHAS)
def test_two_sided_geometric_has_the_printed_mass(alpha):
    law = TwoSidedGeometric(alpha)
    assert all(law.pmf(k) == (1 - alpha) / (1 + alpha) * alpha ** abs(k) for k in KS)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_two_sided_geometric_has_the_printed_tails(alpha):
    law = TwoSidedGeometric(alpha)
    for count in range(13):
        assert law.cdf(-count - 1) == alpha ** (count + 1) / (1 + alpha)
        assert law.tail(count) == alpha ** (count + 1) / (1 + alpha)


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_two_sided_geometric_is_the_difference_of_two_geometrics(alpha, start):
    one, law = Geometric(alpha, start=start), TwoSidedGeometric(alpha)
    for k in range(13):
        # sum_m pmf(m) pmf(m + k): each term is alpha^2 times the one before
        assert law.pmf(k) == one.pmf(start) * one.pmf(start + k) / (1 - alpha**2)


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_geometric_counts_failures_or_trials(alpha, start):
    law = Geometric(alpha, start=start)
    for k in KS:
        assert law.pmf(k) == ((1 - alpha) * alpha ** (k - start) if k >= start else 0)


@pytest.mark.parametrize("base", ALPHAS)
def test_rounded_laplace_is_the_density_integrated_over_unit_cells(base):
    law = RoundedLaplace(base)

    def survival(twice_x):  # Pr[noise > x] = e^(-eps x)/2 for x >= 0, eps = -2 ln base
        return base**twice_x / 2 if twice_x >= 0 else 1 - base**-twice_x / 2

    for k in KS:
        assert law.pmf(k) == survival(2 * k - 1) - survival(2 * k + 1)
        assert law.tail(k) == survival(2 * k + 1)


@pytest.mark.parametrize("make", LAWS)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_mass_distribution_and_tail_agree(make, alpha):
    law = make(alpha)
    for k in KS:
        assert law.cdf(k) + law.tail(k) == 1
        assert law.cdf(k) - law.cdf(k - 1) == law.pmf(k)
        assert all(isinstance(value, F) for value in (law.pmf(k), law.cdf(k), law.tail(k)))


@pytest.mark.parametrize("make", LAWS)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_mass_mean_and_variance_are_the_sums_over_all_integers(make, alpha):
    law = make(alpha)
    # From 1 on, and from -1 down, the mass is geometric: pmf(k) = pmf(1) r^(k-1).
    r = law.pmf(2) / law.pmf(1)
    up, down = law.pmf(1) / r, law.pmf(-1) / r
    sums = [power_sum(power, r) for power in range(3)]
    assert law.pmf(0) + (up + down) * (sums[0] - 1) == 1
    mean = (up - down) * sums[1]
    assert law.mean == mean
    assert law.variance == (up + down) * sums[2] - mean**2
    assert isinstance(law.mean, F)
    assert isinstance(law.variance, F)


@pytest.mark.parametrize(("make", "over"), list(zip(LAWS, OVER, strict=True)))
def test_over_a_symbol_the_law_is_the_same_rational_function(make, over):
    symbol = sympy.Symbol("alpha")
    (element,) = sympy.QQ.frac_field("alpha").gens
    for alpha in ALPHAS[:4]:
        at = sympy.Rational(alpha.numerator, alpha.denominator)
        symbolic, field, law = over(symbol), over(element), make(alpha)

        def value(expression, at=at):
            expression = getattr(expression, "as_expr", lambda: sympy.sympify(expression))()
            result = sympy.Rational(expression.subs("alpha", at))
            return F(int(result.p), int(result.q))

        for exact in (symbolic, field):
            assert value(exact.mean) == law.mean
            assert value(exact.variance) == law.variance
            for k in (-3, -1, 0, 1, 4):
                assert value(exact.pmf(k)) == law.pmf(k)
                assert value(exact.cdf(k)) == law.cdf(k)
                assert value(exact.tail(k)) == law.tail(k)


def test_the_variances_in_closed_form():
    a = sympy.Symbol("a")
    assert sympy.simplify(TwoSidedGeometric.over(a).variance - 2 * a / (1 - a) ** 2) == 0
    assert sympy.simplify(Geometric.over(a).variance - a / (1 - a) ** 2) == 0
    laplace = RoundedLaplace.over(a).variance
    assert sympy.simplify(laplace - a * (1 + a**2) / (1 - a**2) ** 2) == 0
    excess = laplace - TwoSidedGeometric.over(a**2).variance
    assert sympy.simplify(excess - a / (1 + a) ** 2) == 0


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_mechanisms_are_these_laws_clipped(n, alpha):
    for mechanism, law in (
        (geometric(n, alpha), TwoSidedGeometric(alpha)),
        (rounded_laplace(n, alpha**2), RoundedLaplace(alpha)),
    ):
        for i in range(n + 1):
            inner = [law.pmf(j - i) for j in range(1, n)]
            assert mechanism.row(i) == [law.cdf(-i), *inner, law.tail(n - i - 1)]


@pytest.mark.parametrize("make", LAWS)
@pytest.mark.parametrize("parameter", [0, 1, -1, "3/2"])
def test_a_parameter_outside_0_1_is_refused(make, parameter):
    with pytest.raises(InputError, match=r"expected a number in \(0, 1\)"):
        make(parameter)


@pytest.mark.parametrize("make", LAWS)
def test_floats_are_refused(make):
    with pytest.raises(InputError, match="got the float"):
        make(0.5)
    with pytest.raises(InputError, match="expected an integer"):
        make("1/2").pmf(0.5)


@pytest.mark.parametrize("make", [Geometric, Geometric.over])
def test_a_geometric_law_starts_at_0_or_1(make):
    with pytest.raises(InputError, match="expected 0 or 1"):
        make("1/2", start=2)
