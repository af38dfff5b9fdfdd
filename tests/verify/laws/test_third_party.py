"""What docs/third-party-samplers.md states of other people's samplers."""

from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest

import exactdp
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.verify.judge.judgement import certify
from exactdp.verify.laws.audit import audit
from exactdp.verify.laws.exact import exact_law
from exactdp.verify.laws.samples import sampled
from exactdp.verify.laws.target import find_target

EXAMPLES = Path(exactdp.__file__).parent / "examples"
HALF = PrivacyLevel.from_alpha("1/2")
ONE = PrivacyLevel.from_epsilon(1)
POINT = Fraction(1, 2**53)


def need(name, wanted):
    try:
        __import__(name)
    except ImportError as error:
        pytest.skip(f"{name} cannot be imported here: {error}")
    if version(name) != wanted:
        pytest.skip(f"the findings are about {name} {wanted}, here is {version(name)}")


def test_numpy_choice_does_not_sample_the_kernel_that_it_is_given():
    assert certify(geometric(10, "1/2"), HALF).verdict == "holds"
    found = audit(f"{EXAMPLES}/third_party_samplers.py:numpy_choice", HALF, range(11))
    assert (found.verdict, found.exact) == ("fails", True)
    assert found.tightest_alpha == Fraction(5864062014805, 11728124029611)
    assert (found.witness.output, found.witness.inputs) == ("9", (0, 1))
    assert found.deltas[0].exact == "5/9007199254740992"


def test_searchsorted_in_cumulative_sums_can_leave_the_range():
    found = audit(f"{EXAMPLES}/third_party_samplers.py:numpy_searchsorted", HALF, range(11))
    assert (found.tightest_alpha, found.ratios[0]) == (0, 9)
    outside = [i for i, law in enumerate(found.laws) if "11" in law.probabilities]
    assert outside == [0, 2, 4, 6, 8]
    assert {found.laws[i].probabilities["11"] for i in outside} == {POINT}


def test_diffprivlib_geometric_has_bounded_noise_and_an_exception():
    need("diffprivlib", "0.6.6")
    law = exact_law(f"{EXAMPLES}/diffprivlib_samplers.py:geometric", 0)
    noise = [int(name) for name in law.probabilities if not name.startswith("!")]
    assert (min(noise), max(noise)) == (-36, 36)
    assert law.probabilities["!OverflowError"] == law.probabilities["36"] == POINT
    assert law.probabilities["0"] == 4162381314475385 * POINT


@pytest.mark.parametrize(
    ("name", "epsilon", "n", "alpha"),
    [
        ("truncated", "1", 10, Fraction(298949016421, 812627678975)),
        ("truncated_tenth", "1/10", 10, Fraction(333357114953929, 368416588780684)),
        pytest.param("truncated_100", "1", 100, Fraction(0), marks=pytest.mark.slow),
    ],
)
def test_diffprivlib_truncated_geometric_exceeds_its_eps(name, epsilon, n, alpha):
    need("diffprivlib", "0.6.6")
    level = PrivacyLevel.from_epsilon(epsilon)
    found = audit(f"{EXAMPLES}/diffprivlib_samplers.py:{name}", level, range(n + 1))
    assert (found.verdict, found.tightest_alpha) == ("fails", alpha)
    assert found.deltas[0].at_most(Fraction(1, 10**14))


@pytest.mark.slow
def test_opendp_is_not_refuted_and_a_stronger_claim_is():
    pytest.importorskip("opendp")
    target = find_target(f"{EXAMPLES}/opendp_samplers.py:geometric")
    sure = Fraction(999_999, 10**6)
    assert sampled(target, [0, 1], ONE, 8000, sure).verdict == "undecided"
    stronger = PrivacyLevel.from_epsilon("7/10")
    assert sampled(target, [0, 1], stronger, 8000, sure).verdict == "fails"
