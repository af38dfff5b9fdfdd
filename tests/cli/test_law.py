"""``exactdp law`` and ``exactdp audit-sampler``: words, JSON, exit codes are a contract."""

import json

import pytest

CODE = """
import datetime
import os
import random
import time
import numpy as np
from exactdp.mechanisms.sampling.truncated import truncated_geometric
from exactdp.mechanisms.sampling.two_sided import two_sided_geometric

def truncated(count, source):
    return truncated_geometric(count, 0, 4, "1/2", source)

def unbounded(count, source):
    return count + two_sided_geometric("1/2", source)

def revealing(count, source):
    return count + source.bits(1)

def float_coin(count):
    return count if random.random() < 2 / 3 else 1 - count

def clock(count, source):
    return datetime.datetime.now().microsecond

def timed(count, source):
    return time.perf_counter_ns()

def seeded(count):
    random.seed(count)
    return int(random.random() < 0.5)

def numpy_seeded(count):
    return int(np.random.default_rng(count).integers(2))

def leaves(count):
    os._exit(0)

def doubles(count):
    return os.fork() > 0

def half(count, source):
    return source.bits(1) / 2

def wide(count, source):
    return source.below(100)

def endless(count, source):
    while True:
        source.bits(1)

def missing(count, source):
    return {}["x"]
"""


@pytest.fixture
def code(tmp_path):
    (tmp_path / "code.py").write_text(CODE)


def test_a_law_in_words(run, code):
    done = run("law", "code.py:truncated", "--input", "0")
    assert done.stdout.startswith("code.py:truncated on input 0: exact (bit tree, ")
    assert "  0  0.666666666667  2/3\n" in done.stdout
    assert "  expected bits: 23/6 (about 3.833333)\n" in done.stdout
    assert "  assumes: the code is a function of its draws" in done.stdout
    done = run("law", "code.py:wide", "--input", "0", "--source", "randbelow")
    assert "  and 40 outputs more; --json has all\n" in done.stdout


def test_a_law_as_json(run, code):
    found = json.loads(run("law", "code.py:revealing", "--input", "3", "--json").stdout)
    assert found["law"] == [["3", "1/2"], ["4", "1/2"]]
    assert (found["undecided"], found["method"]) == ("0", "bit tree")
    assert found["assumptions"]
    found = json.loads(run("law", "code.py:float_coin", "--input", "0", "--json").stdout)
    assert found["law"] == [["0", "6004799503160661/9007199254740992"],
                            ["1", "3002399751580331/9007199254740992"]]  # fmt: skip
    assert found["method"] == "grid"


@pytest.mark.parametrize("inputs", [("0..2",), ("0", "1", "2"), ("0,1", "2")])
def test_several_inputs(run, code, inputs):
    found = json.loads(run("law", "code.py:revealing", "--input", *inputs, "--json").stdout)
    assert [law["input"] for law in found["laws"]] == [0, 1, 2]
    words = run("law", "code.py:revealing", "--input", *inputs).stdout
    assert words.count("code.py:revealing on input") == 3


def test_what_stays_undecided_is_said_and_exits_with_3(run, code):
    done = run("law", "code.py:unbounded", "--input", "0", "--depth", "10", status=3)
    assert "on input 0: undecided " in done.stdout
    assert "  undecided beyond: paths less likely than 2^-10\n" in done.stdout
    assert "expected bits: at least" in done.stdout
    done = run("law", "code.py:endless", "--input", "0", status=3)
    assert "states that lead only to one another, for ever" in done.stdout


@pytest.mark.parametrize(
    ("target", "options", "message"),
    [
        ("code.py:absent", (), "code.py has no 'absent'"),
        ("absent.py:f", (), "there is no file absent.py"),
        ("code.py", (), "expected package.module:callable or FILE.py:callable"),
        ("code.py:clock", (), "not deterministic given its source"),
        ("code.py:timed", (), "it reads the clock by time.perf_counter_ns"),
        ("code.py", (), "code.py:truncated, code.py:unbounded"),
        ("code.py:truncate", (), "do you mean 'truncated'?"),
        ("code.py:half", (), "the code returns the float 0.0"),
        ("code.py:missing", (), "raises KeyError on input 0 whatever it draws"),
        ("code.py:truncated", ("--source", "coins"), "--source: got 'coins', expected one of bits"),
        ("code.py:truncated", ("--depth", "0"), "got depth 0"),
        ("code.py:truncated", ("--input", "a"), "got the input 'a', expected an integer"),
        ("code.py:truncated", ("--input", "3..1"), "got the range '3..1'"),
        ("code.py:truncated", ("--input", "0..1000000"), "of at most 100000 inputs"),
    ],
)
def test_mistakes_exit_with_2_and_say_what_was_expected(run, code, target, options, message):
    assert message in run("law", target, "--input", "0", *options, status=2).stderr


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("seeded", "it is seeded with"),
        ("numpy_seeded", "it is seeded with"),
        ("leaves", "it ends the process by os._exit"),
        ("doubles", "it starts another process by os.fork"),
    ],
)
def test_what_is_no_chance_or_does_not_stay_is_refused(run, code, tmp_path, target, reason):
    done = run(
        "audit-sampler", f"code.py:{target}", "--inputs", "0..2", "--epsilon", "1",
        "--certificate", "cert.json", status=2,
    )  # fmt: skip
    assert reason in done.stderr
    assert "(code.py, line " in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "cert.json").exists()


def test_an_audit_that_holds(run, code):
    done = run(
        "audit-sampler", "code.py:truncated", "--inputs", "0..4", "--epsilon", "ln 2",
        "--certificate", "cert.json",
    )  # fmt: skip
    assert done.stdout.startswith("code.py:truncated on inputs 0..4: HOLDS\n")
    assert "  privacy     tightest alpha 1/2 (about 0.500000000000000000)\n" in done.stdout
    assert "recheck: python verify/checker.py cert.json" in done.stdout
    assert "accepted, verdict holds" in run("check", "cert.json").stdout
    run(
        "audit-sampler", "code.py:truncated", "--inputs", "0..4", "--alpha", "1/2",
        "--certificate", "cert.json", status=2,
    )  # fmt: skip
    run(
        "audit-sampler", "code.py:truncated", "--inputs", "0..4", "--alpha", "1/2",
        "--certificate", "cert.json", "--force",
    )  # fmt: skip


def test_an_audit_that_fails(run, code):
    arguments = ("audit-sampler", "code.py:revealing", "--inputs", "0..2", "--epsilon", "1")
    done = run(*arguments, "--certificate", "cert.json", status=1)
    assert "on inputs 0..2: FAILS\n" in done.stdout
    assert "  zero pairs  4: an output of one input, never of its neighbour\n" in done.stdout
    assert "  decided by  Pr[0|1] / Pr[0|0] = 0" in done.stdout
    assert "accepted, verdict fails" in run("check", "cert.json").stdout
    found = json.loads(run(*arguments, "--json", status=1).stdout)
    assert (found["verdict"], found["tightest_alpha"], found["zero_pairs"]) == ("fails", "0", 4)
    assert found["witness"] == {"output": "0", "inputs": [1, 0], "ratio": "0"}
    assert found["delta"]["exact"] == "1/2"
    assert [law["input"] for law in found["laws"]] == [0, 1, 2]


def test_an_audit_that_stays_undecided_or_holds_with_a_delta(run, code):
    arguments = ("audit-sampler", "code.py:unbounded", "--inputs", "0..2", "--alpha", "1/2")
    done = run(*arguments, "--depth", "20", status=3)
    assert "UNDECIDED" in done.stdout
    assert "  undecided   at most 2.5" in done.stdout
    assert "  delta       from 0 to about" in done.stdout
    assert "  because of  paths less likely than 2^-20\n" in done.stdout
    enough = done.stdout.partition("  to decide   --delta ")[2].split()[0]
    assert "HOLDS" in run(*arguments, "--depth", "20", "--delta", enough).stdout
    done = run(*arguments, "--certificate", "c.json", status=3)
    assert "nothing to certify" in done.stderr
    run(*arguments, "--delta", "1e-15", "--certificate", "c.json")
    assert "accepted, verdict holds" in run("check", "c.json").stdout


def test_samples_refute_or_do_not(run, code):
    arguments = ("audit-sampler", "code.py:float_coin", "--inputs", "0..1", "--samples", "2000")
    done = run(*arguments, "--epsilon", "1/10", status=1)
    assert "REFUTED, with confidence 999/1000" in done.stdout
    done = run(*arguments, "--epsilon", "1", "--confidence", "0.99", status=3)
    assert "not refuted, with confidence 99/100" in done.stdout
    found = json.loads(run(*arguments, "--epsilon", "1", "--json", status=3).stdout)
    assert (found["verdict"], found["finding"]) == ("undecided", "not refuted")
    done = run(*arguments, "--epsilon", "1", "--delta", "1/2", status=2)
    assert "--samples goes with neither" in done.stderr
    done = run(*arguments, "--epsilon", "1", "--confidence", "2", status=2)
    assert "got confidence 2" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--inputs", "0..2"), "got neither of --alpha and --epsilon"),
        (("--inputs", "0", "--epsilon", "1"), "at least two consecutive counts"),
        (("--inputs", "0,2", "--epsilon", "1"), "at least two consecutive counts"),
        (("--inputs", "0..2", "--epsilon", "1", "--delta", "2"), "got delta = 2"),
        (("--inputs", "0..2", "--epsilon", "-1"), "got eps = -1"),
    ],
)
def test_mistaken_audits(run, code, options, message):
    assert message in run("audit-sampler", "code.py:truncated", *options, status=2).stderr
