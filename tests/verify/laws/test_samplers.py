"""The law of every sampler of this package is the claimed one, by the code that runs."""

from fractions import Fraction
from importlib import import_module
from math import log2

import numpy as np
import pytest
from flint import arb, fmpq

from exactdp.mechanisms.exact import balls
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.rejection import conditioned_geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.sampling import kernel, tables
from exactdp.mechanisms.sampling.bernoulli import bernoulli_at, bernoulli_exp
from exactdp.mechanisms.sampling.gaussian import discrete_gaussian
from exactdp.mechanisms.sampling.geometric import geometric as one_sided
from exactdp.mechanisms.sampling.geometric import geometric_exp
from exactdp.mechanisms.sampling.rounded_laplace import rounded_laplace
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
from exactdp.verify.laws.exact import exact_law

geometric_module = import_module("exactdp.mechanisms.sampling.geometric")
ALPHAS = [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(9, 10), Fraction(37, 100)]


def named(row):
    return {str(j): Fraction(p) for j, p in enumerate(row) if p}


def entropy(law):
    return -sum(float(p) * log2(p) for p in law.probabilities.values())


@pytest.fixture(autouse=True)
def precise():
    with balls.precision(200):
        yield


def enclosed(ball):
    return tuple(Fraction(int(x.p), int(x.q)) for x in balls.bounds(ball))


def e_to_minus(x):
    return (-arb(fmpq(x.numerator, x.denominator))).exp()


# -- exact, bit by bit -----------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 41))
def test_below_is_uniform_and_costs_less_than_two_bits_beyond_the_entropy(n):
    law = exact_law(lambda _, source: source.below(n), 0)
    assert law.probabilities == {str(j): Fraction(1, n) for j in range(n)}
    assert law.exact
    assert log2(n) <= law.bits < log2(n) + 2


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1), *ALPHAS, Fraction(22, 71)])
def test_a_coin_has_its_bias_and_costs_two_bits_at_most(p):
    law = exact_law(lambda _, source: source.bernoulli(p), 0)
    assert law.exact
    assert law.probabilities == {k: x for k, x in (("False", 1 - p), ("True", p)) if x}
    assert law.bits <= 2


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("source", ["bits", "randbelow"])
def test_truncated_geometric_is_the_geometric_mechanism(alpha, n, source):
    for i, row in enumerate(geometric(n, alpha).rows()):
        law = exact_law(lambda c, s: truncated_geometric(c, 0, n, alpha, s), i, source, depth=150)
        assert law.exact
        assert law.probabilities == named(row)
        if source == "bits":
            assert law.bits >= entropy(law) - 1e-9


def test_truncated_geometric_may_start_anywhere():
    law = exact_law(lambda c, s: truncated_geometric(c, -7, -5, "1/2", s), -6)
    assert law.probabilities == {"-7": Fraction(1, 3), "-6": Fraction(1, 3), "-5": Fraction(1, 3)}


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
@pytest.mark.parametrize("spare", [1, 2])
@pytest.mark.parametrize("n", [1, 3])
def test_constant_time_has_the_same_law_and_costs_the_same_bits(alpha, spare, n):
    bits = set()
    for i, row in enumerate(geometric(n, alpha).rows()):
        law = exact_law(
            lambda c, s: truncated_geometric_constant_time(c, 0, n, alpha, s, spare_bits=spare), i
        )
        assert law.exact
        assert law.probabilities == named(row)
        bits.add(law.bits)
    assert len(bits) == 1  # expected bits do not depend on the input


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)])
@pytest.mark.parametrize("n", [1, 2, 6])
def test_rejection_conditions_on_the_range(alpha, n):
    for i, row in enumerate(conditioned_geometric(n, alpha).rows()):
        law = exact_law(lambda c, s: rejection_geometric(c, 0, n, alpha, s), i, "randbelow")
        # Noise is unbounded, so the loop is followed up to rare noise, and folded.
        assert law.undecided < Fraction(1, 2**40)
        assert law.disagreement(named(row)) is None


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("source", ["bits", "randbelow"])
def test_geometric_counts_failures(alpha, source):
    law = exact_law(lambda _, s: one_sided(alpha, s), 0, source)
    assert law.undecided < (Fraction(1, 2**40) if source == "randbelow" else Fraction(1, 100))
    assert law.disagreement(lambda k: (1 - alpha) * alpha ** int(k)) is None


@pytest.mark.parametrize("alpha", ALPHAS)
def test_two_sided_geometric(alpha):
    law = exact_law(lambda c, s: c + two_sided_geometric(alpha, s), 3, "randbelow", depth=50)
    assert law.undecided < Fraction(1, 2**40)
    center = (1 - alpha) / (1 + alpha)
    assert law.disagreement(lambda k: center * alpha ** abs(int(k) - 3)) is None


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)])
def test_two_sided_geometric_by_difference(alpha):
    law = exact_law(
        lambda _, s: two_sided_geometric_by_difference(alpha, s), 0, "randbelow", depth=24
    )
    assert law.undecided < Fraction(1, 2**16)
    center = (1 - alpha) / (1 + alpha)
    assert law.disagreement(lambda k: center * alpha ** abs(int(k))) is None


@pytest.mark.parametrize("b", [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
def test_rounded_laplace(b):
    law = exact_law(lambda _, s: rounded_laplace(b, s), 0, "randbelow")
    assert law.undecided < Fraction(1, 2**40)

    def claimed(name):
        k = abs(int(name))
        return (1 - b**2) / 2 * b ** (2 * k - 1) if k else 1 - b

    assert law.disagreement(claimed) is None


# -- irrational laws: bounds around them -----------------------------------------------


@pytest.mark.parametrize("gamma", [Fraction(0), Fraction(1, 7), Fraction(1), Fraction(5, 2)])
def test_bernoulli_exp_is_e_to_the_minus_gamma(gamma):
    law = exact_law(lambda _, s: bernoulli_exp(gamma, s), 0, "randbelow")
    assert law.undecided < Fraction(1, 2**55)
    p = e_to_minus(gamma)
    assert law.disagreement({"True": enclosed(p), "False": enclosed(1 - p)}) is None


def test_coins_of_a_level_have_the_bias_alpha():
    law = exact_law(lambda _, s: bernoulli_at(PrivacyLevel.from_alpha("2/7"), s), 0)
    assert law.probabilities["True"] == Fraction(2, 7)


@pytest.mark.parametrize(("s", "t"), [(1, 1), (1, 3), (3, 2)])
def test_geometric_exp(s, t):
    law = exact_law(lambda _, source: geometric_exp(s, t, source), 0, "randbelow", depth=40)
    assert law.undecided < Fraction(1, 2**20)
    alpha = e_to_minus(Fraction(s, t))
    assert law.disagreement(lambda k: enclosed((1 - alpha) * alpha ** int(k))) is None


@pytest.mark.parametrize(("s", "t"), [(1, 1), (2, 3)])
def test_discrete_laplace(s, t):
    law = exact_law(lambda _, source: discrete_laplace(s, t, source), 0, "randbelow", depth=36)
    assert law.undecided < Fraction(1, 2**16)
    alpha = e_to_minus(Fraction(s, t))
    center = (1 - alpha) / (1 + alpha)
    assert law.disagreement(lambda k: enclosed(center * alpha ** abs(int(k)))) is None


def test_the_level_form_takes_either_kind_of_level():
    law = exact_law(
        lambda _, s: two_sided_geometric_at(PrivacyLevel.from_epsilon("1/2"), s), 0, "randbelow",
        depth=30,
    )  # fmt: skip
    alpha = e_to_minus(Fraction(1, 2))
    center = (1 - alpha) / (1 + alpha)
    assert law.undecided < Fraction(1, 2**11)
    assert law.disagreement(lambda k: enclosed(center * alpha ** abs(int(k)))) is None


@pytest.mark.parametrize("sigma2", [Fraction(1, 3), Fraction(1), Fraction(2)])
def test_discrete_gaussian(sigma2):
    law = exact_law(lambda _, s: discrete_gaussian(sigma2, s), 0, "randbelow", depth=26)
    assert law.undecided < Fraction(1, 2**6)
    weights = {k: e_to_minus(k * k / (2 * sigma2)) for k in range(-60, 61)}
    total = sum(weights.values(), arb(0))
    low, high = total, total + arb(fmpq(1, 2**100))  # beyond 60 there is less than that

    def claimed(name):
        weight = weights[int(name)]
        return enclosed(weight / high)[0], enclosed(weight / low)[1]

    assert law.disagreement(claimed) is None


# -- composition: the recurrences, with the arithmetic of a primitive replaced ---------


@pytest.mark.parametrize("root", [Fraction(1, 2), Fraction(3, 4)])
@pytest.mark.parametrize(("s", "t"), [(1, 1), (1, 2), (2, 3), (5, 2)])
def test_the_recurrence_of_geometric_exp_is_exact_whatever_e_is(monkeypatch, root, s, t):
    """With e^-(1/t) replaced by a rational, the law is geometric for its power s."""
    monkeypatch.setattr(
        geometric_module,
        "bernoulli_exp",
        lambda gamma, source: source.bernoulli(root ** (gamma * t)),
    )
    law = exact_law(lambda _, source: geometric_exp(s, t, source), 0, "randbelow")
    assert law.undecided < Fraction(1, 2**40)
    alpha = root**s
    assert law.disagreement(lambda k: (1 - alpha) * alpha ** int(k)) is None


# -- vectors ---------------------------------------------------------------------------


def test_cyclic_and_acyclic_noise_share_a_variable_between_neighbours():
    half = PrivacyLevel.from_alpha("1/2")

    def noise(k):
        return Fraction(1, 3) * Fraction(1, 2) ** abs(k)

    law = exact_law(lambda _, s: acyclic_noise(3, half, s), 0, "randbelow", depth=14)
    assert law.undecided < Fraction(1, 2**5)

    def acyclic(name):  # (-L1, L1 - L2, L2)
        a, b, c = map(int, name.strip("[]").split(","))
        return noise(a) * noise(c) if a + b + c == 0 else Fraction(0)

    assert law.disagreement(acyclic) is None
    law = exact_law(lambda _, s: cyclic_noise(2, half, s), 0, "randbelow", depth=14)

    def cyclic(name):  # (L0 - L1, L1 - L0)
        d = int(name.strip("[]").split(",")[0])
        a = Fraction(1, 2)
        # The difference of two such variables, added up in closed form.
        return Fraction(1, 9) * a ** abs(d) * (abs(d) + (1 + a**2) / (1 - a**2))

    assert law.disagreement(cyclic) is None


# -- kernels ---------------------------------------------------------------------------

ODD = Mechanism.from_rows([["1/7", "5/7", "1/7"], ["0", "1/3", "2/3"], ["1/2", "1/4", "1/4"]])


@pytest.mark.parametrize("mechanism", [geometric(4, "2/3"), uniform(2), ODD])
def test_a_kernel_is_sampled_by_its_rows_within_two_bits_of_the_entropy(mechanism):
    sampler = kernel.KernelSampler(mechanism)
    for i, row in enumerate(mechanism.rows()):
        law = exact_law(sampler.draw, i, "bits", depth=20)
        assert law.undecided < Fraction(1, 2**16)
        assert law.disagreement(named(row)) is None
        assert law.bits < entropy(law) + 2


@pytest.mark.slow
@pytest.mark.parametrize("mechanism", [geometric(2, "2/3"), ODD])
def test_a_batch_is_sampled_by_the_same_rows_ties_included(monkeypatch, mechanism):
    # Sixteen bits of the first look are drawn as such, and not cut from words.
    monkeypatch.setattr(
        tables, "_digits", lambda count, s: np.array([s.bits(16) for _ in range(count)], np.uint16)
    )
    sampler = kernel.KernelSampler(mechanism)

    def one(i, source):
        return sampler.draw_many(np.array([i]), source)[0]

    for i, row in enumerate(mechanism.rows()):
        law = exact_law(one, i, "uniform-grid")
        assert law.undecided < Fraction(1, 2**120)
        assert law.disagreement(named(row)) is None
