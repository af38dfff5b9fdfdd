"""Each named mechanism against its definition, computed naively with fractions.

The naive constructions here share nothing with the code: noise is clipped by summing tails,
densities are integrated cell by cell, exponents come from the printed rule.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import ceil

import pytest

from exactdp.mechanisms.design.registry import FAMILIES
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.exponential import exponential
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.randomized_response import (
    binary_randomized_response,
    randomized_response,
)
from exactdp.mechanisms.families.rejection import conditioned_geometric, rejection_geometric
from exactdp.mechanisms.families.rounded_laplace import rounded_laplace
from exactdp.mechanisms.families.staircase import staircase
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.forms.power import PowerForm
from exactdp.mechanisms.kernels.mechanism import Mechanism

F = Fraction
COUNTS = range(1, 13)
HUGE = F(10**40 + 1, 2 * 10**40 + 39)
NEAR_ONE = 1 - F(1, 10**30)
ALPHAS = [F(1, 4), F(1, 2), F(2, 3), F(9, 10), F(99, 100), HUGE, NEAR_ONE]
BASES = [F(1, 4), F(1, 2), F(2, 3), F(9, 10), F(99, 100), HUGE]
GAMMAS = [F(0), F(1, 7), F(1, 4), F(1, 2), F(2, 3), F(1)]


def is_stochastic(rows):
    return all(sum(row) == 1 and min(row) >= 0 for row in rows)


def tightest_alpha(rows):
    """The largest alpha for which the kernel is alpha-DP."""
    return min(
        min(x / y, y / x)
        for upper, lower in pairwise(rows)
        for x, y in zip(upper, lower, strict=True)
    )


def clipped(n, upper):
    """The kernel of integer noise X clipped to 0..n; upper(d) = Pr[X >= d], X symmetric."""

    def at_most(i, j):  # Pr[i + X <= j], by symmetry Pr[X >= i - j]
        return upper(i - j)

    return [
        [at_most(i, 0)] + [at_most(i, j) - at_most(i, j - 1) for j in range(1, n)] + [upper(n - i)]
        for i in range(n + 1)
    ]


def mirrored(pmf_zero, upper_from_one):
    """Pr[X >= d] for every integer d, for symmetric X, from its upper tail."""

    def upper(d):
        if d >= 1:
            return upper_from_one(d)
        return 1 - upper_from_one(1 - d)

    assert 2 * upper_from_one(1) + pmf_zero == 1
    return upper


# --- GM ---------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", COUNTS)
def test_geometric_is_clipped_two_sided_geometric_noise(n, alpha):
    zero = (1 - alpha) / (1 + alpha)
    # sum_{k >= d} zero alpha^k, a geometric series
    upper = mirrored(zero, lambda d: zero * alpha**d / (1 - alpha))
    rows = geometric(n, alpha).rows()
    assert rows == clipped(n, upper)
    assert is_stochastic(rows)
    assert tightest_alpha(rows) == alpha


@pytest.mark.parametrize("alpha", ALPHAS)
def test_in_the_geometric_mechanism_every_privacy_inequality_is_tight(alpha):
    rows = geometric(6, alpha).rows()
    for upper, lower in pairwise(rows):
        assert {min(x / y, y / x) for x, y in zip(upper, lower, strict=True)} == {alpha}


def test_the_worked_example_of_the_geometric_mechanism():
    mechanism = geometric(2, "9/10")
    assert mechanism.row(1) == [F(9, 19), F(1, 19), F(9, 19)]  # 0.47, 0.05, 0.47
    assert mechanism[0, 0] == F(10, 19)  # 0.53
    assert mechanism[1, 0] / mechanism[1, 1] == 9  # printed as eighteen, which is both ends


# --- EM ---------------------------------------------------------------------------------


def printed_exponent(n, i, j):
    """Eq. (16), output i, input j."""
    near, edge = abs(i - j), min(j, n - j)
    return near if near < edge else ceil(F(near + edge, 2))


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", COUNTS)
def test_explicit_fair_is_eq_16_with_the_right_normaliser(n, alpha):
    y = 1 / sum(alpha ** ceil(F(k, 2)) for k in range(n + 1))
    rows = explicit_fair(n, alpha).rows()
    size = range(n + 1)
    assert rows == [[y * alpha ** printed_exponent(n, i, j) for i in size] for j in size]
    assert is_stochastic(rows)
    assert tightest_alpha(rows) == alpha
    assert {rows[i][i] for i in size} == {y}


@pytest.mark.parametrize("n", COUNTS)
def test_every_input_of_explicit_fair_has_the_same_multiset_of_exponents(n):
    exponents = explicit_fair(n, "1/2").form.exponents
    expected = Counter(ceil(F(k, 2)) for k in range(n + 1))
    assert all(Counter(row) == expected for row in exponents.tolist())


@pytest.mark.parametrize("n", range(1, 60))
def test_the_closed_exponents_of_explicit_fair_are_those_of_eq_16(n):
    exponents = explicit_fair(n, "1/2").form.exponents.tolist()
    for j in range(n + 1):
        for i in range(n + 1):
            least = i - j if j <= i else j - i
            cap = ceil(F(i, 2)) if j <= i else ceil(F(n - i, 2))
            assert exponents[j][i] == min(least, cap) == printed_exponent(n, i, j)


def test_explicit_fair_for_seven_is_fig_4():
    outputs = explicit_fair(7, "1/2").form.exponents.T.tolist()
    assert outputs == [
        [0, 1, 2, 3, 4, 4, 4, 4],
        [1, 0, 1, 2, 3, 3, 3, 3],
        [1, 1, 0, 1, 2, 3, 3, 3],
        [2, 2, 1, 0, 1, 2, 2, 2],
        [2, 2, 2, 1, 0, 1, 2, 2],
        [3, 3, 3, 2, 1, 0, 1, 1],
        [3, 3, 3, 3, 2, 1, 0, 1],
        [4, 4, 4, 4, 3, 2, 1, 0],
    ]


@pytest.mark.parametrize("n", COUNTS)
def test_the_printed_normaliser_of_explicit_fair_is_right_for_even_n_only(n):
    root = F(1, 2)  # alpha = 1/4, so that alpha^(n/2) is rational for odd n too
    printed = (1 - root**2) / (1 + root**2 - 2 * root ** (n + 2))
    y = explicit_fair(n, root**2)[0, 0]
    # For odd n the printed value is too small: its rows miss 1, and the y here refutes the
    # bound of Lemma 4 (already n = 1, where randomized response is fair with y = 1/(1+alpha)).
    assert y == printed if n % 2 == 0 else y > printed


@pytest.mark.parametrize("n", COUNTS)
def test_explicit_fair_has_all_seven_properties(n):
    size = range(n + 1)
    for alpha in (F(1, 4), F(9, 10), F(1)):
        p = explicit_fair(n, alpha).rows()
        assert all(p[i][j] == p[n - i][n - j] for i in size for j in size)  # S
        for i in size:
            for j in size:
                nearer = i + (j > i) - (j < i) if i != j else i
                assert p[i][j] <= p[nearer][j]  # RM: one output, inputs towards it
                nearer = j + (i > j) - (i < j) if i != j else j
                assert p[i][j] <= p[i][nearer]  # CM: one input, outputs towards it
        assert p[0][0] >= F(1, n + 1)  # WH, with fairness


# --- randomized response ----------------------------------------------------------------


@pytest.mark.parametrize("alpha", [*ALPHAS, F(1)])
@pytest.mark.parametrize("n", COUNTS)
def test_randomized_response_lies_with_equal_chances(n, alpha):
    rows = randomized_response(n, alpha).rows()
    assert is_stochastic(rows)
    assert {rows[i][i] for i in range(n + 1)} == {1 / (1 + n * alpha)}
    lies = {rows[i][j] for i in range(n + 1) for j in range(n + 1) if i != j}
    assert lies == {alpha / (1 + n * alpha)}
    assert all(tightest_alpha([rows[i], rows[0]]) == alpha for i in range(1, n + 1))


@pytest.mark.parametrize("p", [F(51, 100), F(3, 4), F(10**30, 10**30 + 1)])
def test_binary_randomized_response_tells_the_truth_with_probability_p(p):
    mechanism = binary_randomized_response(p)
    assert mechanism.rows() == [[p, 1 - p], [1 - p, p]]
    assert mechanism.level == PrivacyLevel.from_alpha((1 - p) / p)
    assert tightest_alpha(mechanism.rows()) == (1 - p) / p


@pytest.mark.parametrize("p", ["1/2", "1", "0", "3/2", "-1"])
def test_binary_randomized_response_needs_truth_to_be_likelier_than_lies(p):
    with pytest.raises(InputError, match="expected 1/2 < p < 1"):
        binary_randomized_response(p)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_for_one_bit_four_families_are_randomized_response(alpha):
    assert geometric(1, alpha) == explicit_fair(1, alpha) == randomized_response(1, alpha)
    assert conditioned_geometric(1, alpha) == randomized_response(1, alpha)


# --- exponential ------------------------------------------------------------------------


@pytest.mark.parametrize("base", [*BASES, F(1)])
@pytest.mark.parametrize("n", COUNTS)
def test_exponential_is_eq_2_with_the_distance_as_penalty(n, base):
    rows = exponential(n, base**2).rows()
    size = range(n + 1)
    weights = [[base ** abs(i - j) for j in size] for i in size]
    assert rows == [[w / sum(row) for w in row] for row in weights]
    assert is_stochastic(rows)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("n", COUNTS)
def test_the_eps_of_the_exponential_mechanism_is_half_of_eps_plus_ln_c(n, base):
    c = 1 + (1 - base) * (base - base**n) / (1 - base ** (n + 1))
    tightest = tightest_alpha(exponential(n, base**2).rows())
    assert tightest == base / c
    assert base**2 < tightest <= base  # strictly more private than alpha = base^2


@pytest.mark.parametrize("build", [exponential, rounded_laplace])
@pytest.mark.parametrize(
    "level", [PrivacyLevel.from_alpha("1/2"), PrivacyLevel.from_epsilon("1/10")]
)
def test_families_of_half_the_level_say_so_when_it_is_irrational(build, level):
    with pytest.raises(InputError, match=r"needs a rational e\^\(-eps/2\)"):
        build(3, level)


# --- staircase and rounded Laplace ------------------------------------------------------


def overlap(low, high, left, right):
    return max(F(0), min(high, right) - max(low, left))


def staircase_mass(alpha, gamma, low, high):
    """The integral of the staircase density over [low, high], 0 <= low <= high."""
    height = (1 - alpha) / (2 * (gamma + alpha * (1 - gamma)))
    total = F(0)
    for k in range(int(low), int(high) + 1):
        total += height * alpha**k * overlap(low, high, k, k + gamma)
        total += height * alpha ** (k + 1) * overlap(low, high, k + gamma, k + 1)
    return total


def staircase_noise(n, alpha, gamma):
    """Pr[X >= d] of the rounded noise: half of the mass, less the cells below."""
    half = F(1, 2)
    zero = 2 * staircase_mass(alpha, gamma, F(0), half)
    uppers = [None, (1 - zero) / 2]
    for d in range(1, n + 1):
        uppers.append(uppers[-1] - staircase_mass(alpha, gamma, d - half, d + half))
    return zero, mirrored(zero, uppers.__getitem__)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_staircase_density_has_mass_one(alpha, gamma):
    # one unit interval, times the geometric series over the intervals, on two sides
    assert 2 * staircase_mass(alpha, gamma, F(0), F(1)) / (1 - alpha) == 1


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_staircase_is_the_density_integrated_over_the_cells_and_clipped(alpha, gamma):
    for n in COUNTS:
        zero, upper = staircase_noise(n + 1, alpha, gamma)
        rows = staircase(n, alpha, gamma).rows()
        assert rows == clipped(n, upper)
        assert is_stochastic(rows)
        # Rounding keeps alpha-DP; from n = 2 on the tails attain it.
        assert tightest_alpha(rows) == (alpha if n > 1 else (1 - zero) / (1 + zero)) >= alpha


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", COUNTS)
def test_staircase_rounds_to_the_geometric_mechanism_at_gamma_one_half_alone(n, alpha):
    assert staircase(n, alpha) == staircase(n, alpha, "1/2") == geometric(n, alpha)
    assert isinstance(staircase(n, alpha).form, PowerForm)
    assert all(staircase(n, alpha, g) != geometric(n, alpha) for g in GAMMAS if g != F(1, 2))
    assert staircase(n, alpha, 0) == staircase(n, alpha, 1)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_rounded_staircase_noise_is_narrowest_at_gamma_one_half(alpha):
    zero, upper = staircase_noise(12, alpha, F(1, 2))
    for gamma in GAMMAS:
        other_zero, other = staircase_noise(12, alpha, gamma)
        assert other_zero <= zero
        assert all(other(d) >= upper(d) for d in range(1, 13))


@pytest.mark.parametrize("base", [*BASES, NEAR_ONE])
@pytest.mark.parametrize("n", COUNTS)
def test_rounded_laplace_is_the_density_integrated_over_the_cells_and_clipped(n, base):
    # Pr[noise >= d - 1/2] = e^(-eps (d - 1/2))/2, eps = -2 ln base
    upper = mirrored(1 - base, lambda d: base ** (2 * d - 1) / 2)
    rows = rounded_laplace(n, base**2).rows()
    assert rows == clipped(n, upper)
    assert is_stochastic(rows)
    assert tightest_alpha(rows) == (base**2 if n > 1 else base / (2 - base)) >= base**2


@pytest.mark.parametrize("base", BASES)
def test_rounded_laplace_is_a_rounded_staircase(base):
    gamma = base / (2 * (1 + base))
    assert rounded_laplace(5, base**2) == staircase(5, base**2, gamma)
    # 1/(1 + e^(eps/2)), the gamma recommended for the staircase, is twice that
    assert 1 / (1 + 1 / base) == 2 * gamma


@pytest.mark.parametrize("gamma", [F(-1, 10**30), 1 + F(1, 10**30), "2"])
def test_staircase_needs_gamma_between_0_and_1(gamma):
    with pytest.raises(InputError, match="expected 0 <= gamma <= 1"):
        staircase(3, "1/2", gamma)


def test_staircase_refuses_a_float_gamma():
    with pytest.raises(InputError, match=r"got the float 0\.25"):
        staircase(3, "1/2", 0.25)


# --- all of them ------------------------------------------------------------------------

BUILDERS = [
    explicit_fair,
    exponential,
    geometric,
    randomized_response,
    rejection_geometric,
    rounded_laplace,
    staircase,
]
needs_noise = {geometric, staircase, rounded_laplace}


@pytest.mark.parametrize("build", [*BUILDERS, conditioned_geometric])
@pytest.mark.parametrize("alpha", [0, -1, "3/2", "1.0000000000000000000000000000000001"])
def test_alpha_outside_0_1_is_refused(build, alpha):
    with pytest.raises(InputError, match="expected 0 < "):
        build(3, alpha)


@pytest.mark.parametrize("build", [*BUILDERS, conditioned_geometric])
def test_a_float_alpha_is_refused(build):
    with pytest.raises(InputError, match=r"got the float 0\.25, expected an exact number"):
        build(3, 0.25)


@pytest.mark.parametrize("build", [*BUILDERS, conditioned_geometric, lambda n, _: uniform(n)])
@pytest.mark.parametrize("n", [0, -1, 2.5, "3", None, pytest.param(-(10**5000), id="long")])
def test_n_that_is_no_count_is_refused(build, n):
    with pytest.raises(InputError, match=r"got n = .*, expected"):
        build(n, "1/4")


@pytest.mark.parametrize("build", [*BUILDERS, conditioned_geometric, lambda n, _: uniform(n)])
def test_n_that_does_not_fit_into_memory_is_refused_with_the_estimate(build):
    with pytest.raises(LimitError, match=r"needs about .* GiB"):
        build(10**12, "1/4")


def test_an_entry_of_a_large_closed_form_needs_no_dense_kernel():
    mechanism = geometric(10**5, "1/2")
    assert mechanism[3, 5] == F(1, 12)
    with pytest.raises(LimitError, match="GiB"):
        mechanism.row(0)


@pytest.mark.parametrize("build", [*BUILDERS, conditioned_geometric])
def test_alpha_one_is_the_uniform_mechanism_or_refused(build):
    if build in needs_noise:
        with pytest.raises(InputError, match="needs alpha < 1"):
            build(3, 1)
    else:
        assert build(3, 1) == uniform(3)


@pytest.mark.parametrize("build", set(BUILDERS) - {rejection_geometric, exponential})
def test_an_irrational_alpha_is_refused_where_the_family_needs_a_rational_one(build):
    with pytest.raises(InputError, match="rational"):
        build(3, PrivacyLevel.from_epsilon(1))


@pytest.mark.parametrize("n", COUNTS)
def test_uniform_is_uniform(n):
    assert uniform(n).rows() == [[F(1, n + 1)] * (n + 1)] * (n + 1)


# --- by name ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("alpha", [F(1, 4), F(81, 100)])
def test_every_family_is_built_by_name_at_its_level(name, alpha):
    level = PrivacyLevel.from_alpha(alpha)
    for n in (1, 2, 5):
        mechanism = FAMILIES[name].build(n, level)
        assert isinstance(mechanism, Mechanism)
        assert mechanism.name == name == FAMILIES[name].name
        assert mechanism.level == (level if name != "uniform" else PrivacyLevel.from_alpha(1))
        assert is_stochastic(mechanism.rows())
        assert tightest_alpha(mechanism.rows()) >= alpha


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("level", ["0.1", "1", "ln(2)", "ln(3/2)", "5/2"])
def test_every_family_reaches_every_level_on_the_safe_side(name, level):
    asked = PrivacyLevel.from_epsilon(level)
    built_for = FAMILIES[name].admissible_level(asked, 1000)
    rows = FAMILIES[name].build(4, built_for).rows()
    assert asked.compare(tightest_alpha(rows)) >= 0


@pytest.mark.parametrize("name", FAMILIES)
def test_a_level_that_a_family_can_take_as_it_is_stays(name):
    level = PrivacyLevel.from_alpha(F(10**20, 10**20 + 7) ** 2)
    assert FAMILIES[name].admissible_level(level, 10) == level


def test_the_admissible_half_level_is_the_best_within_the_bound():
    level = PrivacyLevel.from_epsilon(1)
    candidates = {F(p, q) for q in range(1, 31) for p in range(1, q + 1)}
    best = min(b for b in candidates if level.compare(b * b) >= 0)
    found = FAMILIES["exponential"].admissible_level(level, 30)
    assert found == PrivacyLevel.from_alpha(best**2)


def test_a_level_nearer_to_one_than_the_bound_allows_is_refused():
    level = PrivacyLevel.from_epsilon("1e-9")
    with pytest.raises(InputError, match="raise the bound"):
        FAMILIES["geometric"].admissible_level(level)
    assert FAMILIES["geometric"].admissible_level(level, 10**10).alpha < 1
