"""Every deliberately biased copy of a sampler is caught by its law, with its exact eps."""

import importlib.util
import inspect
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.sampling.bernoulli import bernoulli_exp
from exactdp.mechanisms.sampling.gaussian import discrete_gaussian
from exactdp.mechanisms.sampling.geometric import geometric as one_sided
from exactdp.mechanisms.sampling.geometric import geometric_exp
from exactdp.mechanisms.sampling.rounded_laplace import rounded_laplace
from exactdp.mechanisms.sampling.truncated import rejection_geometric, truncated_geometric
from exactdp.mechanisms.sampling.two_sided import discrete_laplace, two_sided_geometric
from exactdp.mechanisms.sampling.vectors import cyclic_noise
from exactdp.verify.laws.audit import audit
from exactdp.verify.laws.exact import exact_law
from exactdp.verify.laws.law import CodeLaw

spec = importlib.util.spec_from_file_location(
    "biased_samplers", Path(__file__).parent / "biased_samplers.py"
)
biased = importlib.util.module_from_spec(spec)
spec.loader.exec_module(biased)

HALF, THIRD, TWO_THIRDS = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)
LEVEL = PrivacyLevel.from_alpha(HALF)
ROW = [Fraction(1, 7), Fraction(4, 7), Fraction(2, 7)]
COUNT = 0  # the true count of mechanisms on 0..4; only there the longest noise shows


def apart(a, b):
    """Return e^eps for the least eps that lets one law be within it of the other.

    Exact for exact laws; where mass is undecided what is certain of it.
    """
    worst = Fraction(1)
    for p, q in ((a, b), (b, a)):
        for name, x in p.probabilities.items():
            y = q.probabilities.get(name, Fraction(0)) + q.undecided
            worst = max(worst, x / y) if y else inf
            if worst == inf:
                return inf
    return worst


def exactly(probabilities):
    return CodeLaw({str(k): Fraction(p) for k, p in enumerate(probabilities) if p}, Fraction(0), "")


def coin(p):
    return CodeLaw({"False": 1 - p, "True": Fraction(p)}, Fraction(0), "")


def of(sampler, *arguments):
    return lambda source: sampler(*arguments, source)


def on(sampler, *arguments):
    return lambda source: sampler(COUNT, 0, 4, *arguments, source)


#: name -> (the biased code, the law that it claims or the code that has it, depth, e^eps)
CASES = {
    "below_by_remainder": (of(biased.below_by_remainder, 5), exactly([Fraction(1, 5)] * 5), None),
    "below_one_off": (of(biased.below_one_off, 5), exactly([Fraction(1, 5)] * 5), None),
    "bernoulli_by_float": (of(biased.bernoulli_by_float, THIRD), coin(THIRD), None),
    "bernoulli_truncated": (of(biased.bernoulli_truncated, THIRD), coin(THIRD), None),
    "bernoulli_exp_one_off": (of(biased.bernoulli_exp_one_off, HALF), of(bernoulli_exp, HALF), 40),
    "bernoulli_exp_swapped": (of(biased.bernoulli_exp_swapped, HALF), of(bernoulli_exp, HALF), 40),
    "bernoulli_exp_by_integer_division": (
        of(biased.bernoulli_exp_by_integer_division, HALF), of(bernoulli_exp, HALF), 40),
    "geometric_one_off": (of(biased.geometric_one_off, HALF), of(one_sided, HALF), 40),
    "geometric_truncated": (of(biased.geometric_truncated, HALF), of(one_sided, HALF), 40),
    "geometric_exp_one_off": (of(biased.geometric_exp_one_off, 1, 3), of(geometric_exp, 1, 3), 30),
    "two_sided_geometric_one_off": (
        of(biased.two_sided_geometric_one_off, HALF), of(two_sided_geometric, HALF), 40),
    "two_sided_geometric_swapped": (
        # At alpha = 1/2 the wrong chance of zero is the right one.
        of(biased.two_sided_geometric_swapped, TWO_THIRDS),
        of(two_sided_geometric, TWO_THIRDS), 40),
    "two_sided_geometric_by_sum": (
        of(biased.two_sided_geometric_by_sum, HALF), of(two_sided_geometric, HALF), 20),
    "discrete_laplace_with_two_zeros": (
        of(biased.discrete_laplace_with_two_zeros, 1, 1), of(discrete_laplace, 1, 1), 24),
    "truncated_geometric_one_off": (
        on(biased.truncated_geometric_one_off, HALF), on(truncated_geometric, HALF), None),
    "truncated_geometric_one_sided": (
        on(biased.truncated_geometric_one_sided, HALF), on(truncated_geometric, HALF), None),
    "truncated_geometric_by_float": (
        on(biased.truncated_geometric_by_float, TWO_THIRDS),
        on(truncated_geometric, TWO_THIRDS), None),
    "rejection_geometric_clipped": (
        on(biased.rejection_geometric_clipped, HALF), on(rejection_geometric, HALF), 40),
    "rounded_laplace_by_floor": (
        of(biased.rounded_laplace_by_floor, HALF), of(rounded_laplace, HALF), 40),
    "discrete_gaussian_one_off": (
        of(biased.discrete_gaussian_one_off, Fraction(2)), of(discrete_gaussian, 2), 24),
    "discrete_gaussian_by_float": (
        of(biased.discrete_gaussian_by_float, Fraction(1, 3)),
        of(discrete_gaussian, Fraction(1, 3)), 28),
    "cyclic_noise_unclosed": (
        of(biased.cyclic_noise_unclosed, 2, HALF), of(cyclic_noise, 2, LEVEL), 16),
    "row_by_truncated_words": (of(biased.row_by_truncated_words, ROW), exactly(ROW), None),
    "die_one_level_off": (of(biased.die_one_level_off, ROW), exactly(ROW), None),
}  # fmt: skip


def law_of(code, depth):
    return exact_law(lambda _, source: code(source), 0, "randbelow", depth=depth)


def laws(name):
    code, claimed, depth = CASES[name]
    return law_of(code, depth), claimed if isinstance(claimed, CodeLaw) else law_of(claimed, depth)


def test_every_biased_copy_is_judged():
    copies = inspect.getmembers(biased, inspect.isfunction)
    assert {name for name, f in copies if f.__module__ == "biased_samplers"} == set(CASES)


#: e^eps between the biased and the claimed law, where both are exact.
EXACT = {
    "below_by_remainder": Fraction(5, 4),
    "below_one_off": Fraction(5, 3),
    "bernoulli_by_float": Fraction(129, 128),
    "bernoulli_truncated": Fraction(64, 63),
    "truncated_geometric_one_off": inf,
    "truncated_geometric_one_sided": Fraction(9),
    "truncated_geometric_by_float": Fraction(135005697, 134217728),
    "row_by_truncated_words": Fraction(21, 16),
    "die_one_level_off": Fraction(133, 128),
}
#: A number that it certainly exceeds, where some mass is undecided.
BEYOND = {
    "bernoulli_exp_one_off": Fraction(284, 100),
    "bernoulli_exp_swapped": Fraction(154, 100),
    "bernoulli_exp_by_integer_division": Fraction(127, 100),
    "geometric_one_off": Fraction(2**38),  # zero is never drawn
    "geometric_truncated": Fraction(2**38),
    "geometric_exp_one_off": Fraction(10**6),
    "two_sided_geometric_one_off": Fraction(199, 100),
    "two_sided_geometric_swapped": Fraction(124, 100),
    "two_sided_geometric_by_sum": Fraction(8000),
    "discrete_laplace_with_two_zeros": Fraction(146, 100),
    "rejection_geometric_clipped": Fraction(193, 100),
    "rounded_laplace_by_floor": Fraction(399, 100),
    "discrete_gaussian_one_off": Fraction(5),
    "discrete_gaussian_by_float": Fraction(20),
    "cyclic_noise_unclosed": Fraction(36),
}


@pytest.mark.parametrize("name", CASES)
def test_the_law_of_a_biased_copy_is_not_the_claimed_one(name):
    found, claimed = laws(name)
    if name in EXACT:
        assert found.exact
        assert claimed.exact
        assert apart(found, claimed) == EXACT[name]
    else:
        assert apart(found, claimed) > BEYOND[name]


def judged(sampler, alpha, n, depth=None):
    return audit(
        lambda count, source: sampler(count, 0, n, alpha, source),
        PrivacyLevel.from_alpha(alpha), range(n + 1), "randbelow", depth=depth,
    )  # fmt: skip


def test_a_loop_that_ends_one_early_has_infinite_eps():
    found = judged(biased.truncated_geometric_one_off, HALF, 4)
    assert found.verdict == "fails"
    assert (found.tightest_alpha, found.ratios[0]) == (0, 2)
    assert (found.witness.output, found.witness.inputs) == ("4", (0, 1))
    assert found.deltas[0].exact == "1/12"


def test_a_float_division_has_an_alpha_of_128ths():
    found = judged(biased.truncated_geometric_by_float, TWO_THIRDS, 4)
    assert found.verdict == "fails"
    assert found.tightest_alpha == Fraction(85, 128)  # eps = ln(128/85), and not ln(3/2)
    assert found.deltas[0].exact == "1/1280"


def test_a_swapped_sign_can_keep_eps_and_still_have_another_law():
    found = judged(biased.truncated_geometric_one_sided, HALF, 4)
    assert (found.verdict, found.tightest_alpha) == ("holds", HALF)
    rows = geometric(4, HALF).rows()
    assert found.laws[0].disagreement({str(j): Fraction(p) for j, p in enumerate(rows[0])})


def test_clipping_where_rejection_is_claimed_exceeds_what_rejection_costs():
    true = judged(rejection_geometric, HALF, 4, depth=40)
    found = judged(biased.rejection_geometric_clipped, HALF, 4, depth=40)
    assert found.verdict == true.verdict == "fails"  # the base is not the alpha of either
    assert abs(found.alpha_at_most - Fraction(2, 5)) < Fraction(1, 10**9)
    assert abs(true.alpha_at_most - Fraction(2, 5)) < Fraction(1, 20)


@pytest.mark.parametrize(
    ("sampler", "alpha", "least"),
    [
        (biased.two_sided_geometric_one_off, HALF, Fraction(126, 1000)),
        (biased.two_sided_geometric_swapped, TWO_THIRDS, Fraction(5001, 10000)),
        (biased.two_sided_geometric_by_sum, HALF, Fraction(1, 10000)),
        (biased.geometric_truncated, HALF, Fraction(0)),
    ],
)
def test_biased_noise_fails_the_claim_whatever_is_undecided(sampler, alpha, least):
    found = audit(
        lambda count, source: count + sampler(alpha, source),
        PrivacyLevel.from_alpha(alpha), range(3), "randbelow", depth=20,
    )  # fmt: skip
    assert found.verdict == "fails"
    assert found.alpha_at_most <= least
