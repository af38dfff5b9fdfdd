"""Privacy levels: read exactly, compared exactly, rounded to the safe side."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import MAX_EPSILON, PrivacyLevel, least_at_least

F = Fraction
positive = st.fractions(min_value=F(1, 10**6), max_value=50)
probabilities = st.fractions(min_value=F(1, 10**6), max_value=1)


def taylor(eps, digits):
    """Rational bounds on e^-eps, at most 10^-digits apart, from the alternating series."""
    halvings = 0
    while eps > 1:  # e^-eps = (e^-(eps/2))^2
        eps, halvings = eps / 2, halvings + 1
    total, term, k = F(0), F(1), 0
    while term > F(1, 10 ** (digits + 40)):
        total += term if k % 2 == 0 else -term
        k += 1
        term = term * eps / k
    low, high = (total, total + term) if k % 2 == 0 else (total - term, total)
    for _ in range(halvings):
        low, high = low * low, high * high
    assert high - low < F(1, 10**digits)
    return low, high


# --- reading ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ln(3/2)", "ln 3/2", "ln3/2", " ln( 3/2 ) ", "ln(1.5)", "ln 1.5"])
def test_eps_as_a_logarithm_is_a_rational_alpha(text):
    level = PrivacyLevel.from_epsilon(text)
    assert level == PrivacyLevel.from_alpha("2/3")
    assert level.alpha == F(2, 3)
    assert level.is_rational
    assert level.rational_epsilon is None


@pytest.mark.parametrize("value", ["0.1", "1/10", F(1, 10), fmpq(1, 10), "1e-1"])
def test_a_rational_eps_stays_a_rational_eps(value):
    level = PrivacyLevel.from_epsilon(value)
    assert level.rational_epsilon == F(1, 10)
    assert not level.is_rational
    with pytest.raises(InputError, match=r"irrational; ask for PrivacyLevel\.rational_alpha"):
        level.alpha  # noqa: B018


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ln()", "expected a number"),
        ("ln", "expected a number"),
        ("ln(", "expected a number"),
        ("ln(2", "expected a number"),
        ("ln(x)", "expected a number"),
        ("ln(ln(3))", "expected a number"),
        ("ln(0)", "a number above 1"),
        ("ln(1)", "a number above 1"),
        ("ln(1/2)", "a number above 1"),
        ("ln(-2)", "a number above 1"),
        ("ln(1/0)", "denominator is zero"),
        ("log(2)", "expected a number"),
        ("", "expected a number"),
        ("0", "expected 0 < eps"),
        ("-1", "expected 0 < eps"),
        (str(MAX_EPSILON + 1), "a huge eps as alpha"),
        ("1e100", "a huge eps as alpha"),
        ("nan", "not a finite number"),
        ("inf", "not a finite number"),
        (0.1, "got the float 0.1"),
        (True, "expected a rational number"),
        (None, "expected a rational number"),
    ],
)
def test_what_is_no_eps_is_refused_with_the_reason(text, reason):
    with pytest.raises(InputError, match=reason):
        PrivacyLevel.from_epsilon(text)


@pytest.mark.parametrize("alpha", ["0", "-1/2", "1.0000001", 2, "9" * 5000])
def test_alpha_outside_0_1_is_refused(alpha):
    with pytest.raises(InputError, match="expected 0 < alpha <= 1"):
        PrivacyLevel.from_alpha(alpha)


@pytest.mark.parametrize("alpha", [0.5, float("nan"), None, False])
def test_alpha_that_is_no_exact_number_is_refused(alpha):
    with pytest.raises(InputError, match="expected"):
        PrivacyLevel.from_alpha(alpha)


def test_floats_have_doors_of_their_own():
    assert PrivacyLevel.from_float_alpha(0.1).alpha == F(0.1) != F(1, 10)
    assert PrivacyLevel.from_float_epsilon(0.1).rational_epsilon == F(0.1)
    for door in (PrivacyLevel.from_float_alpha, PrivacyLevel.from_float_epsilon):
        for value in ("0.1", 1, F(1, 10)):
            with pytest.raises(InputError, match="expected a Python float"):
                door(value)
        for value in (math.nan, math.inf, -math.inf):
            with pytest.raises(InputError, match="expected a finite float"):
                door(value)
        with pytest.raises(InputError, match="expected 0 <"):
            door(-0.5)


def test_one_of_alpha_and_eps_is_given():
    for given_ in ({}, {"alpha": F(1, 2), "epsilon": F(1)}):
        with pytest.raises(TypeError):
            PrivacyLevel(**given_)


def test_a_level_passes_through_of_and_numbers_become_alpha():
    level = PrivacyLevel.from_epsilon(1)
    assert PrivacyLevel.of(level) is level
    assert PrivacyLevel.of("1/2") == PrivacyLevel.from_epsilon("ln 2")


def test_equal_levels_are_one_in_a_set():
    assert len({PrivacyLevel.of("1/2"), PrivacyLevel.from_epsilon("ln 2")}) == 1
    assert PrivacyLevel.of("1/2") != PrivacyLevel.from_epsilon("1/2")
    assert PrivacyLevel.of("1/2") != "1/2"


def test_levels_speak_for_themselves():
    assert str(PrivacyLevel.of(1)) == "alpha = 1 (eps = 0)"
    assert str(PrivacyLevel.of("2/3")) == "alpha = 2/3 (eps = ln(3/2))"
    assert str(PrivacyLevel.from_epsilon("0.1")) == "eps = 1/10"


def test_a_level_of_thousands_of_digits_can_be_printed():
    level = PrivacyLevel.from_alpha(F(1, 10**5000))
    assert len(repr(level)) == len("PrivacyLevel(alpha=1/)") + 5001
    assert "ln('1000" in str(level)
    assert len(str(level)) < 200
    with pytest.raises(InputError, match="no rational root"):
        PrivacyLevel.from_alpha(F(1, 10**5001)).root(2)


# --- comparing --------------------------------------------------------------------------


@given(alpha=probabilities, value=st.fractions())
def test_rational_levels_compare_as_rationals(alpha, value):
    assert PrivacyLevel.of(alpha).compare(value) == (value > alpha) - (value < alpha)


@given(eps=positive, digits=st.integers(5, 60))
def test_irrational_levels_lie_between_the_bounds_of_the_series(eps, digits):
    low, high = taylor(eps, digits)
    level = PrivacyLevel.from_epsilon(eps)
    assert level.compare(low) == -1
    assert level.compare(high) == 1


@pytest.mark.parametrize("eps", ["1/10", "1", "7/3", "1000", "1e-200"])
def test_near_ties_far_beyond_double_precision_are_decided(eps):
    level = PrivacyLevel.from_epsilon(eps)
    exact = level.rational_epsilon
    before = ctx.prec
    ctx.prec = 8000
    ball = (-arb(fmpq(exact.numerator, exact.denominator))).exp()
    ctx.prec = before
    mantissa, exponent = ball.mid().man_exp()
    value = F(int(mantissa)) * F(2) ** int(exponent)
    step = F(1, 2**6000)
    assert level.compare(value - step) == -1
    assert level.compare(value + step) == 1
    assert level.compare(value) in (-1, 1)


@pytest.mark.parametrize("eps", ["1/10", "5"])
def test_no_irrational_level_is_at_or_below_zero_or_above_one(eps):
    level = PrivacyLevel.from_epsilon(eps)
    assert [level.compare(x) for x in (-1, 0, 1, 2)] == [-1, -1, 1, 1]


@given(a=st.fractions(), b=st.fractions(), alpha=probabilities)
def test_the_sign_of_a_minus_e_eps_b_for_rational_alpha(a, b, alpha):
    expected = a - b / alpha
    sign = PrivacyLevel.of(alpha).sign(
        fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator)
    )
    assert sign == (expected > 0) - (expected < 0)


@given(
    a=st.fractions(max_denominator=50),
    b=st.fractions(max_denominator=50),
    eps=st.fractions(min_value=F(1, 50), max_value=5, max_denominator=50),
)
def test_the_sign_of_a_minus_e_eps_b_for_irrational_alpha(a, b, eps):
    low, high = taylor(eps, 60)
    bounds = sorted([a - b / low, a - b / high])
    sign = PrivacyLevel.from_epsilon(eps).sign(
        fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator)
    )
    if bounds[0] == bounds[1]:  # b = 0
        assert sign == (a > 0) - (a < 0)
    else:
        assert bounds[0] > 0 or bounds[1] < 0
        assert sign == (1 if bounds[0] > 0 else -1)


@given(eps=positive, digits=st.integers(0, 40))
def test_enclosures_hold_the_level_and_are_tight(eps, digits):
    level = PrivacyLevel.from_epsilon(eps)
    low, high = level.alpha_enclosure(digits)
    below, above = taylor(eps, digits + 5)
    assert F(low) <= above
    assert below <= F(high)
    assert F(high) - F(low) <= F(2, 10**digits)
    low, high = level.epsilon_enclosure(digits)
    assert F(low) <= eps <= F(high)
    assert F(high) - F(low) <= F(2, 10**digits)


@given(alpha=probabilities)
def test_the_enclosure_of_ln_holds_it(alpha):
    low, high = (F(x) for x in PrivacyLevel.of(alpha).epsilon_enclosure(20))
    assert low <= high
    # e^-high <= alpha <= e^-low
    assert high == 0 or taylor(high, 30)[0] <= alpha
    assert low <= 0 or alpha <= taylor(low, 30)[1]


# --- the safe side ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "level",
    [PrivacyLevel.from_epsilon(e) for e in ("0.01", "0.1", "1/2", "1", "2", "7/3", "10")]
    + [PrivacyLevel.of(a) for a in ("1/1000", "355/1130", "61/62", "1")],
    ids=str,
)
def test_rational_alpha_is_the_best_on_the_safe_side(level):
    for bound in range(1, 61):
        candidates = (F(p, q) for q in range(1, bound + 1) for p in range(1, q + 1))
        best = min(x for x in candidates if level.compare(x) >= 0)
        assert level.rational_alpha(bound) == best


@given(
    target=st.fractions(min_value=0, max_value=1),
    bound=st.integers(1, 10**12),
)
def test_the_search_ends_at_the_least_fraction_of_a_huge_bound(target, bound):
    found = least_at_least(lambda x: x >= target, bound)
    assert target <= found <= 1
    assert found.denominator <= bound
    if found > target:
        # No fraction within the bound lies between: its left neighbour in the Farey
        # sequence, with the largest denominator that fits, is below the target.
        inverse = pow(found.numerator, -1, found.denominator) if found.denominator > 1 else 1
        q = inverse + (bound - inverse) // found.denominator * found.denominator
        left = F((found.numerator * q - 1) // found.denominator, q)
        assert found - left == F(1, found.denominator * q)
        assert left < target


@given(low=st.fractions(min_value=0, max_value=1, max_denominator=40), bound=st.integers(1, 40))
def test_the_search_agrees_with_trying_them_all(low, bound):
    candidates = (F(p, q) for q in range(1, bound + 1) for p in range(q + 1))
    assert least_at_least(lambda x: x >= low, bound) == min(x for x in candidates if x >= low)


@pytest.mark.parametrize("bound", [0, -5])
def test_a_bound_on_the_denominator_is_at_least_one(bound):
    with pytest.raises(InputError, match="expected at least 1"):
        PrivacyLevel.from_epsilon(1).rational_alpha(bound)


# --- roots ------------------------------------------------------------------------------


@given(base=probabilities, degree=st.integers(1, 6))
def test_the_root_of_a_power_is_its_base(base, degree):
    level = PrivacyLevel.of(base**degree)
    assert level.has_rational_root(degree)
    assert level.root(degree) == PrivacyLevel.of(base)


@given(eps=positive, degree=st.integers(1, 6))
def test_the_root_of_an_irrational_level_divides_eps(eps, degree):
    level = PrivacyLevel.from_epsilon(eps)
    assert level.root(degree) == PrivacyLevel.from_epsilon(eps / degree)
    assert not level.has_rational_root(degree)


@pytest.mark.parametrize("alpha", ["1/2", "4/7", "2/9", F(10**40, 10**40 + 1)])
def test_an_irrational_root_is_refused(alpha):
    assert not PrivacyLevel.of(alpha).has_rational_root(2)
    with pytest.raises(InputError, match="no rational root of degree 2"):
        PrivacyLevel.of(alpha).root(2)


@pytest.mark.parametrize("level", [PrivacyLevel.of("1/4"), PrivacyLevel.from_epsilon(1)], ids=str)
@pytest.mark.parametrize("degree", [0, -2])
def test_a_root_has_a_degree_of_at_least_one(level, degree):
    with pytest.raises(InputError, match="degree of at least 1"):
        level.root(degree)
