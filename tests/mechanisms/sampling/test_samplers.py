"""The law of every sampler is the claimed one, by running its code on every answer.

Two readings of the same code: on bits alone, where every draw costs what it costs, and
composed, where the uniform numbers and coins have the laws that test_source.py shows.
"""

import ast
import importlib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from flint import arb, fmpq
from naive_law import naive_law

from exactdp.mechanisms import sampling
from exactdp.mechanisms.exact import balls
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric as geometric_mechanism
from exactdp.mechanisms.families.noise import Geometric, RoundedLaplace, TwoSidedGeometric
from exactdp.mechanisms.families.rejection import conditioned_geometric
from exactdp.mechanisms.sampling.bernoulli import bernoulli_at, bernoulli_exp
from exactdp.mechanisms.sampling.gaussian import discrete_gaussian
from exactdp.mechanisms.sampling.geometric import geometric, geometric_at, geometric_exp
from exactdp.mechanisms.sampling.rounded_laplace import rounded_laplace, rounded_laplace_at
from exactdp.mechanisms.sampling.source import SeededSource, Tape
from exactdp.mechanisms.sampling.truncated import (
    rejection_geometric,
    truncated_geometric,
    truncated_geometric_constant_time,
)
from exactdp.mechanisms.sampling.two_sided import (
    discrete_laplace,
    two_sided_geometric,
    two_sided_geometric_at,
    two_sided_geometric_by_difference,
)
from exactdp.mechanisms.sampling.vectors import acyclic_noise, cyclic_noise

# Where a module and a function have one name, the package shows the function.
MODULES = {
    name: importlib.import_module(f"{sampling.__name__}.{name}")
    for name in ("geometric", "two_sided", "gaussian", "vectors")
}
ALPHAS = [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)]
FINE = Fraction(1, 2**13)


def exponential(x):
    """Return e^x as a ball."""
    return arb(fmpq(x.numerator, x.denominator)).exp()


def agrees_with_ball(law, probability, within):
    """Whether a law agrees with transcendental probabilities, but for at most `within`."""
    assert sum(law.values()) + law.undecided == 1
    assert law.undecided <= within
    with balls.precision(256):
        for value, low in law.items():
            p = probability(value)
            assert arb(fmpq(low.numerator, low.denominator)) <= p
            high = low + law.undecided
            assert p <= arb(fmpq(high.numerator, high.denominator))
    return True


@pytest.mark.parametrize("gamma", ["0", "1/3", "1", "3/2", "3", "19/4"])
@pytest.mark.parametrize("composed", [False, True])
def test_bernoulli_exp_has_bias_e_to_the_minus_gamma(gamma, composed):
    gamma = Fraction(gamma)
    law = naive_law(
        lambda source: bernoulli_exp(gamma, source),
        least=Fraction(1, 10**8) if composed else Fraction(1, 2**12),
        composed=composed,
    )
    assert agrees_with_ball(
        law,
        lambda value: exponential(-gamma) if value else 1 - exponential(-gamma),
        within=Fraction(1, 10**3) if composed else Fraction(1, 2**4),
    )


@pytest.mark.parametrize("alpha", ALPHAS)
def test_geometric(alpha):
    law = naive_law(lambda source: geometric(alpha, source), FINE, composed=True)
    assert law.agrees_with(Geometric(alpha).pmf, within=Fraction(1, 2**8))
    law = naive_law(lambda source: geometric(alpha, source), Fraction(1, 2**12))
    assert law.agrees_with(Geometric(alpha).pmf, within=Fraction(2, 3))


@pytest.mark.parametrize(("s", "t"), [(1, 1), (1, 2), (3, 2), (2, 1), (1, 5)])
def test_geometric_exp(s, t):
    law = naive_law(lambda source: geometric_exp(s, t, source), Fraction(1, 10**4), composed=True)
    alpha = Fraction(s, t)
    assert agrees_with_ball(
        law,
        lambda k: (1 - exponential(-alpha)) * exponential(-alpha * k),
        within=Fraction(1, 4),
    )


@pytest.mark.parametrize("sampler", [two_sided_geometric, two_sided_geometric_by_difference])
@pytest.mark.parametrize("alpha", ALPHAS[:2])
def test_two_sided_geometric_in_both_ways_for_a_rational_alpha(sampler, alpha):
    law = naive_law(lambda source: sampler(alpha, source), FINE, composed=True)
    assert law.agrees_with(TwoSidedGeometric(alpha).pmf, within=Fraction(1, 2**7))
    law = naive_law(lambda source: sampler(alpha, source), Fraction(1, 2**12))
    assert law.agrees_with(TwoSidedGeometric(alpha).pmf, within=Fraction(1, 8))


@pytest.mark.parametrize(("s", "t"), [(1, 1), (3, 2), (1, 2)])
def test_discrete_laplace(s, t):
    law = naive_law(
        lambda source: discrete_laplace(s, t, source), Fraction(1, 10**4), composed=True
    )
    eps = Fraction(s, t)
    assert agrees_with_ball(
        law,
        lambda k: (exponential(eps) - 1) / (exponential(eps) + 1) * exponential(-eps * abs(k)),
        within=Fraction(1, 4),
    )


@pytest.mark.parametrize("sigma2", ["1/4", "1", "5/2"])
def test_discrete_gaussian(sigma2):
    sigma2 = Fraction(sigma2)

    def mass(k):
        return exponential(Fraction(-(k**2)) / (2 * sigma2))

    # Beyond 60 the terms are below e^-700: the ball is opened by as much.
    with balls.precision(256):
        total = sum((mass(k) for k in range(-60, 61)), arb(0)) + arb(0, arb(2) ** -300)
    law = naive_law(
        lambda source: discrete_gaussian(sigma2, source), Fraction(1, 10**4), composed=True
    )
    # A refused attempt starts the whole sampler again, so cut runs are many.
    assert agrees_with_ball(law, lambda k: mass(k) / total, within=Fraction(1, 2))


@pytest.mark.parametrize(("s", "t"), [(1, 1), (1, 7), (5, 3), (3, 10)])
def test_geometric_exp_gathers_equal_exponents(s, t, monkeypatch):
    """Exactly, from e^-gamma as a symbol: the chance of u, then of v more, is e^-((u + tv)/t)."""
    for u in range(t):
        for v in range(6):
            tossed, answers = [], iter([True] + [True] * v + [False])

            def toss(gamma, _source, tossed=tossed, answers=answers):
                tossed.append(Fraction(gamma))
                return next(answers)

            monkeypatch.setattr(MODULES["geometric"], "bernoulli_exp", toss)
            monkeypatch.setattr(Tape, "below", lambda _self, n, u=u: u if n == t else None)
            assert geometric_exp(s, t, Tape("")) == (u + t * v) // s
            assert sum(tossed[:-1]) == Fraction(u + t * v, t)
            assert tossed[-1] == 1


def test_discrete_laplace_refuses_one_of_two_zeros(monkeypatch):
    """Exactly: from a geometric size and a sign it makes k = +size or -size, and one zero."""
    for size in range(5):
        for negative in (0, 1):
            sizes = iter([size, 99])
            monkeypatch.setattr(
                MODULES["two_sided"], "geometric_exp", lambda _s, _t, _source, k=sizes: next(k)
            )
            refused = negative and size == 0
            expected = 99 if refused else -size if negative else size
            assert discrete_laplace(1, 1, Tape([negative, 0])) == expected


@pytest.mark.parametrize("sigma2", ["1/100", "1/4", "1", "5/2", "9", "1000/7"])
def test_discrete_gaussian_turns_one_exponent_into_the_other(sigma2, monkeypatch):
    """Exactly: |y|/t + gamma(y) is y^2/(2 sigma^2) and a constant, for every y."""
    sigma2, constants = Fraction(sigma2), set()
    for y in range(-60, 61):
        asked = []

        def laplace(s, t, _source, y=y, asked=asked):
            asked.append(Fraction(s, t))
            return y

        def toss(gamma, _source, asked=asked):
            asked.append(gamma)
            return True

        monkeypatch.setattr(MODULES["gaussian"], "discrete_laplace", laplace)
        monkeypatch.setattr(MODULES["gaussian"], "bernoulli_exp", toss)
        assert discrete_gaussian(sigma2, Tape("")) == y
        inverse_scale, gamma = asked
        assert gamma >= 0
        constants.add(abs(y) * inverse_scale + gamma - y**2 / (2 * sigma2))
    assert len(constants) == 1


@pytest.mark.parametrize("b", [Fraction(1, 2), Fraction(2, 3)])
def test_rounded_laplace(b):
    law = naive_law(lambda source: rounded_laplace(b, source), FINE, composed=True)
    assert law.agrees_with(RoundedLaplace(b).pmf, within=Fraction(1, 2**7))


def clipped(n, alpha, i):
    return lambda j: geometric_mechanism(n, alpha)[i, j]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 100), *ALPHAS])
@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 2), (0, 5), (3, 6)])
def test_truncated_geometric_has_exactly_its_law(alpha, low, high):
    for i in range(high - low + 1):
        law = naive_law(
            lambda source, i=i: truncated_geometric(low + i, low, high, alpha, source),
            least=0,
            composed=True,
        )
        assert law.undecided == 0
        for j in range(high - low + 1):
            expected = clipped(high - low, alpha, i)(j) if alpha else int(i == j)
            assert law.get(low + j, 0) == expected


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(2, 3)])
@pytest.mark.parametrize("i", range(3))
def test_truncated_geometric_on_bits(alpha, i):
    law = naive_law(lambda source: truncated_geometric(i, 0, 2, alpha, source), Fraction(1, 2**14))
    assert law.agrees_with(clipped(2, alpha, i), within=Fraction(1, 2**6))


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(2, 3)])
@pytest.mark.parametrize("spare", [0, 1])
@pytest.mark.parametrize("i", range(3))
def test_truncated_geometric_in_constant_time_on_bits(alpha, spare, i):
    law = naive_law(
        lambda source: truncated_geometric_constant_time(i, 0, 2, alpha, source, spare_bits=spare),
        Fraction(1, 2**12),
    )
    assert law.agrees_with(clipped(2, alpha, i), within=Fraction(1, 4))


@pytest.mark.parametrize("base", [Fraction(1, 3), Fraction(3, 4)])
@pytest.mark.parametrize("i", range(3))
def test_rejection_geometric(base, i):
    law = naive_law(lambda source: rejection_geometric(i, 0, 2, base, source), FINE, composed=True)
    kernel = conditioned_geometric(2, base)
    assert law.agrees_with(lambda j: kernel[i, j], within=Fraction(1, 4))


def test_noise_vectors_are_differences_of_shared_noise(monkeypatch):
    level = PrivacyLevel.from_alpha("1/2")
    for bins in (2, 3, 5):
        shared = list(range(10, 10 * bins + 10, 10))
        given = iter([*shared, *shared])
        monkeypatch.setattr(
            MODULES["vectors"],
            "two_sided_geometric_at",
            lambda _level, _source, given=given: next(given),
        )
        cyclic = cyclic_noise(bins, level, Tape(""))
        assert cyclic == [a - b for a, b in zip(shared, [*shared[1:], shared[0]], strict=True)]
        ends = [0, *shared[: bins - 1], 0]
        assert acyclic_noise(bins, level, Tape("")) == [a - b for a, b in pairwise(ends)]
        assert list(given) == shared[-1:]  # one variable fewer


@pytest.mark.parametrize("noise", [cyclic_noise, acyclic_noise])
def test_noise_vectors_keep_the_sum_and_need_two_bins(noise):
    level = PrivacyLevel.from_epsilon("1/2")
    for bins in (2, 7):
        vector = noise(bins, level, SeededSource(bins))
        assert len(vector) == bins
        assert sum(vector) == 0
    with pytest.raises(InputError, match="bins = 1"):
        noise(1, level, SeededSource(0))


def test_acyclic_noise_halves_the_variance_of_cumulative_sums():
    """By the law of their code: the sum over bins 0..i is -L_(i+1), or L_0 - L_(i+1)."""
    level = PrivacyLevel.from_alpha("1/3")

    def second_moment(noise):
        law = naive_law(
            lambda source: sum(noise(3, level, source)[:2]), Fraction(1, 10**5), composed=True
        )
        return law, sum(p * k**2 for k, p in law.items())

    single = TwoSidedGeometric("1/3").variance
    law, least = second_moment(acyclic_noise)
    assert law.agrees_with(TwoSidedGeometric("1/3").pmf, within=Fraction(1, 100))
    assert single - Fraction(1, 2) < least <= single
    assert second_moment(cyclic_noise)[1] > least


@pytest.mark.parametrize(
    ("level", "half"),
    [
        (PrivacyLevel.from_alpha("4/9"), Fraction(2, 3)),
        (PrivacyLevel.from_epsilon("1/2"), None),
    ],
)
def test_levels_of_either_kind(level, half):
    """The forms at a level run the samplers of that kind, on the same tape to the same end."""

    def outcomes(draw):
        return naive_law(draw, Fraction(1, 10**4), composed=True)

    eps = level.rational_epsilon
    alpha = level.alpha if eps is None else None
    assert outcomes(lambda s: bernoulli_at(level, s)) == outcomes(
        lambda s: s.bernoulli(alpha) if eps is None else bernoulli_exp(eps, s)
    )
    assert outcomes(lambda s: geometric_at(level, s)) == outcomes(
        lambda s: geometric(alpha, s) if eps is None else geometric_exp(1, 2, s)
    )
    assert outcomes(lambda s: two_sided_geometric_at(level, s)) == outcomes(
        lambda s: two_sided_geometric(alpha, s) if eps is None else discrete_laplace(1, 2, s)
    )
    found = outcomes(lambda s: rounded_laplace_at(level, s))
    if half is not None:
        assert found == outcomes(lambda s: rounded_laplace(half, s))
    else:
        zero = found[0], found[0] + found.undecided
        with balls.precision(64):
            chance = 1 - exponential(Fraction(-1, 4))
            assert arb(fmpq(*zero[0].as_integer_ratio())) < chance
            assert chance < arb(fmpq(*zero[1].as_integer_ratio()))


def test_rounded_laplace_needs_half_the_level():
    with pytest.raises(InputError, match="no rational root"):
        rounded_laplace_at(PrivacyLevel.from_alpha("1/2"), Tape("01"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: bernoulli_exp("-1", s), "gamma = -1"),
        (lambda s: bernoulli_exp(0.5, s), "got the float"),
        (lambda s: geometric(1, s), "alpha = 1"),
        (lambda s: geometric("-1/2", s), "alpha = -1/2"),
        (lambda s: geometric_exp(0, 1, s), "s = 0"),
        (lambda s: geometric_exp(1, 0, s), "t = 0"),
        (lambda s: two_sided_geometric("3/2", s), "alpha = 3/2"),
        (lambda s: two_sided_geometric_by_difference(0.9, s), "got the float"),
        (lambda s: two_sided_geometric_at(PrivacyLevel.from_alpha(1), s), "alpha = 1"),
        (lambda s: discrete_laplace(1.0, 1, s), "s = 1.0"),
        (lambda s: discrete_gaussian(0, s), "sigma.2 = 0"),
        (lambda s: truncated_geometric(3, 0, 2, "1/2", s), "outside 0..2"),
        (lambda s: truncated_geometric(-1, 0, 2, "1/2", s), "outside 0..2"),
        (lambda s: truncated_geometric(1, 2, 2, "1/2", s), "high = 2"),
        (lambda s: truncated_geometric_constant_time(1, 0, 2, 1, s), "alpha = 1"),
        (
            lambda s: truncated_geometric_constant_time(1, 0, 2, "1/2", s, spare_bits=-1),
            "spare_bits = -1",
        ),
        (lambda s: rejection_geometric(1.5, 0, 2, "1/2", s), "the count"),
        (lambda s: rounded_laplace(1, s), "alpha = 1"),
    ],
)
def test_bad_input_is_refused_before_anything_is_drawn(call, message):
    tape = Tape("0" * 64)
    with pytest.raises(InputError, match=message):
        call(tape)
    assert tape.used == 0


def test_counts_may_be_integers_of_numpy():
    for kind in (np.uint8, np.int8, np.int64):
        for draw in (truncated_geometric, truncated_geometric_constant_time, rejection_geometric):
            for seed in range(20):
                drawn = draw(kind(1), kind(0), kind(9), "9/10", SeededSource(seed))
                assert type(drawn) is int
                assert drawn == draw(1, 0, 9, "9/10", SeededSource(seed))


def test_a_refused_count_is_not_shown():
    with pytest.raises(InputError) as caught:
        truncated_geometric(7654, 0, 2, "1/2", Tape(""))
    assert "7654" not in str(caught.value)


def test_no_sampler_touches_a_float():
    """No float constant, no float function; '/' stands between Fractions, which tests show."""
    for path in Path(sampling.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            name = getattr(node, "id", getattr(node, "attr", ""))
            assert name not in {"float", "float64", "exp", "log", "log2", "sqrt", "random"}, path
