"""Samples: bounds on the safe side, refutations, and never a certificate."""

import contextlib
import os
import random
import sys
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import fmpq

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.verify.laws import samples
from exactdp.verify.laws.samples import clopper_pearson, sampled
from exactdp.verify.laws.target import target_of

ERROR = Fraction(1, 20)


def tail(p, k, n):
    return sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (17, 40)])
def test_bounds_are_those_of_clopper_and_pearson_and_on_the_safe_side(k, n):
    low, high = clopper_pearson(k, n, ERROR)
    unit = Fraction(1, 2**samples.BITS)
    assert (low == 0) == (k == 0)
    assert (high == 1) == (k == n)
    if k:
        assert tail(low, k, n) <= ERROR < tail(low + unit, k, n)
    if k < n:
        assert 1 - tail(high, k + 1, n) <= ERROR < 1 - tail(high - unit, k + 1, n)


def test_a_tail_that_cannot_be_told_from_the_error_counts_as_above_it():
    # One success in one trial has the chance p: at p = 1/2 exactly the error.
    low, _ = clopper_pearson(1, 1, Fraction(1, 2))
    assert low in (Fraction(1, 2), Fraction(1, 2) - Fraction(1, 2**samples.BITS))
    # Two of three have the chance 1/2 too, which no ball around it can show.
    half = fmpq(1, 2)
    assert not samples._tail_is_at_most(half, 2, 3, half)


def private(count):
    return count if random.random() < 0.5 else 1 - count


def revealing(count):
    return count if random.random() < 0.9 else 1 - count


def failing(count):
    return 1 // count


@pytest.fixture(autouse=True)
def seeded():
    random.seed(1)


def test_what_is_not_private_is_refuted():
    found = sampled(target_of(revealing), [0, 1], PrivacyLevel.from_epsilon(1), 2000)
    assert found.verdict == "fails"
    said = found.document()
    assert (said["finding"], said["samples"]) == ("refuted", 2000)
    assert said["witness"]["output"] in ("0", "1")
    assert any("confidence 999/1000" in text for text in said["assumptions"])
    a, b = (Fraction(said["witness"][key]) for key in ("at_least", "at_most"))
    assert a > 2 * b


def test_what_is_private_is_not_refuted_and_nothing_more_is_said():
    found = sampled(target_of(private), [0, 1], PrivacyLevel.from_epsilon("1/10"), 500)
    assert found.verdict == "undecided"
    said = found.document()
    assert (said["finding"], said["witness"]) == ("not refuted", None)
    assert len(said["comparisons"]) == 4


def test_exceptions_are_outputs_of_samples_too():
    found = sampled(target_of(failing), [0, 1], PrivacyLevel.from_epsilon(1), 100)
    assert found.refutation.output in ("!ZeroDivisionError", "1")


@pytest.mark.parametrize(
    ("code", "count", "confidence", "message"),
    [
        (private, 0, Fraction(1, 2), "got 0 samples"),
        (private, 5, Fraction(1), "got confidence 1"),
        (lambda count, source: 0, 5, Fraction(1, 2), "it takes a source"),
        (lambda count: np.array([1.0]), 5, Fraction(1, 2), "returns the ndarray"),
    ],
)
def test_what_cannot_be_sampled_is_refused(code, count, confidence, message):
    with pytest.raises(InputError, match=message):
        sampled(target_of(code), [0, 1], PrivacyLevel.from_epsilon(1), count, confidence)


@pytest.mark.parametrize("leave", [lambda: os._exit(0), os.fork, lambda: os.kill(os.getpid(), 9)])
def test_code_that_is_sampled_stays_in_its_place_too(leave):
    def sampler(value):
        with contextlib.suppress(BaseException):
            leave()
        return value

    level = PrivacyLevel.from_alpha(Fraction(1, 2))
    with pytest.raises(InputError, match=r"at input 0 it (ends|starts|sends)"):
        sampled(target_of(sampler), [0, 1], level, 4, Fraction(9, 10))


def test_leaving_by_an_exception_is_an_output():
    found = sampled(target_of(sys.exit), [0, 1], PrivacyLevel.from_alpha(1), 4, Fraction(9, 10))
    assert {seen.output for seen in found.comparisons} == {"!SystemExit"}
