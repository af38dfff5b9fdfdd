"""Claims are decided within limits, in one process or several, as far as they are asked to."""

import json
import multiprocessing
import os
import signal
import time
from contextlib import suppress
from fractions import Fraction

import processes
import pytest

from exactdp.mechanisms.exact import executors
from exactdp.proofs.catalogue import runs
from exactdp.proofs.catalogue.registry import catalogue
from exactdp.proofs.catalogue.runs import Options, TimeIsUp, decided, results, within
from exactdp.proofs.engine import facts
from exactdp.proofs.engine.evidence import Step, recording
from exactdp.proofs.engine.identities import identity, symbols
from exactdp.proofs.engine.search import (
    ALPHAS,
    QUICK_ALPHAS,
    SQUARE_ALPHAS,
    Reach,
    counterexample,
    instances,
    searching,
    sizes,
)
from exactdp.proofs.statements.claim import REGISTRY, Claim, Entry, Proof, decide

a, n = symbols("a n")


@pytest.fixture
def claimed(monkeypatch):
    """Register a claim for the time of a test."""

    def register(function):
        claim = Claim("NEW-99", "here", "something")
        monkeypatch.setitem(REGISTRY, "NEW-99", Entry(claim, function))

    return register


# --- the reach of a search ---------------------------------------------------------------


def reached(reach, *arguments):
    with searching(reach):
        return [(case["n"], case["alpha"]) for case in instances(*arguments)]


def test_without_a_wish_a_search_goes_as_far_as_its_claim_says():
    half = [Fraction(1, 2)]
    assert [case["n"] for case in instances(range(2, 5), half)] == [2, 3, 4]
    assert reached(Reach(), range(2, 5), half) == [(k, half[0]) for k in (2, 3, 4)]
    assert sizes([3, 5]) == [3, 5]


def test_n_narrows_and_widens():
    half = [Fraction(1, 2)]
    assert [k for k, _ in reached(Reach(n=3), range(1, 8), half)] == [1, 2, 3]
    assert [k for k, _ in reached(Reach(n=9), range(1, 8), half)] == list(range(1, 10))
    assert [k for k, _ in reached(Reach(n=9), range(2, 6, 2), half)] == [2, 4, 6, 8]
    assert [k for k, _ in reached(Reach(n=1), range(4, 8), half)] == [4]  # never nothing
    assert reached(Reach(n=3), range(0), half) == []


def test_levels_are_replaced_and_squares_stay_squares():
    wish = (Fraction(4, 9), Fraction(1, 3))
    assert [x for _, x in reached(Reach(alphas=wish), [1], ALPHAS)] == list(wish)
    assert [x for _, x in reached(Reach(alphas=wish), [1], SQUARE_ALPHAS)] == [Fraction(4, 9)]
    assert [x for _, x in reached(Reach(alphas=wish[1:]), [1], SQUARE_ALPHAS)] == SQUARE_ALPHAS


def test_quick_keeps_little_and_says_what():
    reach = Reach(quick=True)
    found = reached(reach, range(1, 8), ALPHAS)
    assert {k for k, _ in found} == {1, 2, 3, 4}
    assert {x for _, x in found} == set(QUICK_ALPHAS)
    assert {x for _, x in reached(reach, [1], SQUARE_ALPHAS)} == {x * x for x in QUICK_ALPHAS}
    assert reach.said["n"] == "n <= 4"
    odd = [Fraction(7, 11)]
    assert reached(Reach(quick=True), [1], odd) == [(1, odd[0])]


def test_a_search_of_nothing_finds_nothing_out():
    assert counterexample("nothing", [], lambda: False).holds is None


def test_a_narrowed_search_is_said_in_the_scope_and_changes_no_proof():
    plain, narrow = (decided("COV-15", Options(n=size)) for size in (None, 2))
    assert (plain["verdict"], narrow["verdict"]) == ("true", "true")
    assert narrow["scope"] == f"{plain['scope']} (searched n <= 2)"
    assert (plain["searched"], narrow["searched"]) == (None, "n <= 2")
    quick = decided("COV-15", Options(quick=True))
    assert quick["scope"].startswith(f"{plain['scope']} (quick: searched n <= 4, alpha in {{1/2, ")


def test_a_counterexample_out_of_reach_is_not_claimed():
    assert decided("COV-19", Options())["verdict"] == "conditional"
    result = decided("COV-19", Options(n=1))
    assert (result["verdict"], result["counterexample"]) == ("open", None)


# --- time ----------------------------------------------------------------------------------


def test_a_limit_ends_a_computation_and_keeps_what_was_shown(claimed):
    def endless():
        identity("a + a = 2a", a + a, 2 * a)
        while True:
            time.sleep(0.001)

    claimed(endless)
    result = decided("NEW-99", Options(limit=0.05))
    assert (result["verdict"], result["cut_short"]) == ("open", True)
    assert result["scope"] == "undecided: the limit of 0.05 s was reached"
    assert [step["shows"] for step in result["evidence"]] == ["a + a = 2a"]
    json.dumps(result)


def test_no_handler_of_errors_swallows_the_limit():
    def stubborn():
        while True:
            with suppress(Exception):
                time.sleep(0.001)

    with pytest.raises(TimeIsUp), within(0.05):
        stubborn()


def test_a_limit_that_is_not_reached_does_not_ring_later():
    with within(0.05):
        pass
    time.sleep(0.1)
    with within(None):
        pass


def test_steps_are_recorded_only_inside():
    with recording() as outer:
        Step("search", "one", True)
        with recording() as inner:
            two = Step("search", "two", True)
    Step("search", "three", True)
    assert [step.shows for step in outer] == ["one"]
    assert inner == [two]


# --- several processes -------------------------------------------------------------------------

IDS = ["COV-15", "COL-09", "CKS-42", "COV-02"]


def without_time(found):
    return [{key: x for key, x in result.items() if key != "seconds"} for result in found]


def test_processes_find_the_same_in_the_same_order():
    one = list(results(IDS, Options(certify=True)))
    two = list(results(IDS, Options(certify=True), executor="processes:2"))
    assert [result["id"] for result in two] == IDS
    assert without_time(json.loads(json.dumps(one))) == without_time(json.loads(json.dumps(two)))


def test_an_interrupted_run_hands_over_what_is_known_behind_a_slow_claim(monkeypatch):
    class Pool(executors.ProcessPool):
        def schedule(self, function, args=(), **keywords):
            future = super().schedule(function, args, **keywords)
            if IDS[0].encode() not in args[0]:  # the task, pickled
                future.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGINT))
            return future

    monkeypatch.setattr(executors, "ProcessPool", Pool)
    monkeypatch.setattr(runs, "decided", processes.slow_at_first)
    coming = results(IDS[:2], Options(), executor="processes:2")
    assert next(coming)["id"] == IDS[1]
    with pytest.raises(KeyboardInterrupt):
        next(coming)
    assert not multiprocessing.active_children()


def test_processes_end_when_nobody_asks_any_more():
    coming = results(IDS, Options(), executor="processes:2")
    next(coming)
    coming.close()
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("task", "limit", "reason"),
    [
        (processes.dying, None, "its process ended with exit code 1"),
        (processes.hanging, 0.05, "not decided within 0.1 seconds"),
    ],
)
def test_a_process_that_dies_or_hangs_leaves_its_claim_undecided(monkeypatch, task, limit, reason):
    monkeypatch.setattr(runs, "decided", task)
    monkeypatch.setattr(runs, "GRACE", 0.05)
    found = list(results(IDS[:2], Options(limit=limit), executor="processes:2"))
    assert [result["id"] for result in found] == IDS[:2]
    assert {result["verdict"] for result in found} == {"open"}
    assert {result["scope"] for result in found} == {f"undecided: {reason}"}
    assert all(result["cut_short"] for result in found)


def test_what_is_defective_is_an_error_that_names_the_claim(monkeypatch):
    monkeypatch.setattr(runs, "decided", processes.complaining)
    for executor in ("serial", "processes:2"):
        # Of two at once, either may be the first that is told.
        with pytest.raises(RuntimeError, match=f"({'|'.join(IDS)}): ZeroDivisionError: of ours"):
            list(results(IDS[:2], Options(), executor))
    assert not multiprocessing.active_children()


# --- certificates ---------------------------------------------------------------------------


def test_steps_are_explained_once_and_the_others_have_no_certificate(claimed):
    step = identity("a + a = 2a", a + a, 2 * a)
    tried = Step("search", "tried n < 8", True)
    claimed(lambda: decide(search=[tried], proof=Proof("all a", [step, step])))
    result = decided("NEW-99", Options(certify=True))
    assert (result["grade"], result["certificate"]) == ("argued", None)
    found = [(s["shows"], s["certificate"] is None) for s in result["explanation"]["steps"]]
    assert found == [("tried n < 8", True), ("a + a = 2a", False)]


def test_a_proof_is_rechecked_only_if_its_steps_are_said_to_be_the_claim(claimed):
    step = identity("a + a = 2a", a + a, 2 * a)
    for literal in (True, False):
        claimed(lambda: decide(search=[], proof=Proof("all a", [step], literal=literal)))  # noqa: B023
        result = decided("NEW-99", Options(certify=True))
        assert result["grade"] == ("rechecked" if literal else "argued")
        assert (result["explanation"] is None) == literal
        assert "certificate" not in decided("NEW-99", Options())


def test_a_step_without_a_certificate_leaves_a_claim_argued(claimed):
    steps = [identity("a + a = 2a", a + a, 2 * a), Step("search", "tried n < 8", True)]
    claimed(lambda: decide(search=[], proof=Proof("all a", steps, literal=True)))
    assert decided("NEW-99", Options())["grade"] == "argued"


def test_what_is_open_has_no_grade(claimed):
    claimed(lambda: decide(search=[Step("search", "tried n < 8", True)]))
    result = decided("NEW-99", Options(certify=True))
    assert (result["verdict"], result["grade"], result["grades"]) == ("open", None, {})
    assert result["explanation"]["verdict"] == "open"


def test_a_certificate_that_the_checker_rejects_is_a_defect(claimed):
    false = facts.kernel([[1, 0], [0, 1]], facts.holds(facts.entry(0, 0, 0)))
    step = Step("instance", "the truth is never told", True, states=lambda: false)
    claimed(lambda: decide(search=[], proof=Proof("n = 1", [step], literal=True)))
    with pytest.raises(AssertionError, match="does not accept a certificate of ours: linear"):
        decided("NEW-99", Options())


EVERY = [claim.id for claim in catalogue()]


# --- quick searches ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_the_quick_verdict_is_that_of_the_whole_search(found, name):
    (result,) = found([name]).values()
    assert decided(name, Options(quick=True))["verdict"] == result["verdict"]
