"""What is found piece by piece is joined: kernels are listed once, and claims name them there."""

import json

from exactdp import certify, geometric, uniform
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate
from exactdp.verify.judge.joining import Stated, joined, stated


def parts():
    return [stated(certify(m, "1/2").certificate()) for m in (geometric(2, "1/2"), uniform(2))]


def test_certificates_are_joined_into_one_that_says_what_they_say():
    one, other = parts()
    both = joined([one, other, one])
    assert both.kernels == one.kernels + other.kernels
    assert len(both.claims) == len(one.claims) + len(other.claims)
    lines = checker.check(json.loads(json.dumps(certificate(*both))))
    assert sum(line.startswith("kernel 1:") for line in lines) == 1 + len(other.claims)


def test_every_key_that_names_a_kernel_is_moved():
    first = {"form": "dense"}
    product = {"form": "product", "of": 0}
    claims = [
        {"claim": "product", "kernel": 1, "of": 0},
        {"claim": "unique", "kernel": 0, "other": 1},
        {"claim": "extreme", "kernel": 1, "between": [0, 1]},
        {"claim": "sign"},
    ]
    both = joined([Stated([{"form": "scales"}], []), Stated([first, product], claims)])
    assert both.kernels == [{"form": "scales"}, first, {"form": "product", "of": 1}]
    assert both.claims == [
        {"claim": "product", "kernel": 2, "of": 1},
        {"claim": "unique", "kernel": 1, "other": 2},
        {"claim": "extreme", "kernel": 2, "between": [1, 2]},
        {"claim": "sign"},
    ]


def test_nothing_is_joined_to_nothing():
    assert joined([]) == Stated([], [])
