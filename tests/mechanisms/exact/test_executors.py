"""The same results in the same order, whatever runs the tasks and whatever befalls it."""

import multiprocessing
import os
import re
import signal
import socket
import sys

import pytest
from clusters import cluster
from processes import Refusing
from tasks import (
    failing,
    hanging,
    interrupting,
    killed_once,
    leaving,
    printing,
    sleeping,
    square,
    starting,
    timing_out,
    together,
    waiting,
)

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.executors import Lost, completed, isolated, outcomes


@pytest.mark.parametrize("where", ["serial", "processes:1", "processes:2"])
def test_results_come_in_the_order_of_the_tasks(where):
    assert list(outcomes(square, range(20), where)) == [x * x for x in range(20)]
    assert list(outcomes(square, [], where)) == []


@pytest.mark.parametrize("where", ["serial", "processes:2"])
def test_a_task_beyond_its_limit_is_lost_and_the_others_are_not(where):
    found = list(outcomes(hanging, range(4), where, limit=2))
    assert found == [0, 1, Lost("not decided within 2 seconds"), 3]


def test_a_task_that_ends_its_process_is_lost_and_the_others_are_not():
    found = list(outcomes(leaving, range(8), "processes:2"))
    assert found == [0, 1, Lost("its process ended with exit code 3"), *range(3, 8)]


def test_what_a_lost_process_was_working_on_is_done_again(tmp_path):
    tasks = [(x, str(tmp_path)) for x in range(8)]
    assert list(outcomes(killed_once, tasks, "processes:2")) == list(range(8))
    assert (tmp_path / "lost").exists()


def test_a_process_of_its_own_may_print_and_may_be_killed(tmp_path):
    assert isolated(printing, 5) == 5
    assert isolated(killed_once, (2, str(tmp_path))) == Lost("its process ended by SIGKILL")


@pytest.mark.parametrize("where", ["serial", "processes:2"])
@pytest.mark.parametrize("limit", [None, 60])
def test_what_a_task_raises_is_raised(where, limit):
    results = outcomes(failing, range(9), where, limit=limit)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="task 3 is not well"):
        next(results)


def test_tasks_are_taken_as_they_can_be_worked_on():
    taken = []

    def endless():
        while True:
            taken.append(len(taken))
            yield taken[-1]

    results = outcomes(square, endless(), "processes:2")
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    assert len(taken) < 20
    results.close()


@pytest.mark.parametrize(
    "where", ["", "threads:2", "processes", "processes:", "processes:0", "processes:-1", "dask://a"]
)
def test_unknown_executors_are_refused_with_the_known_ones(where):
    with pytest.raises(InputError, match=r"expected serial, processes:K .* or dask://HOST:PORT"):
        outcomes(square, [1], where)


def test_a_slow_task_holds_up_no_other():
    slow = dict.fromkeys(range(30), 0.05) | {0: 2}
    found = [number for number, _ in completed(sleeping, slow.values(), "processes:2")]
    assert sorted(found) == list(range(30))
    assert found[-1] == 0
    assert list(outcomes(sleeping, slow.values(), "processes:2")) == list(slow.values())


def test_completed_tasks_have_their_numbers():
    for where in ("serial", "processes:2"):
        assert dict(completed(square, range(9), where)) == {x: x * x for x in range(9)}


@pytest.mark.parametrize("limit", [None, 60])
def test_a_time_out_of_the_task_itself_is_its_error_and_no_limit(limit):
    with pytest.raises(TimeoutError, match="of the task's own"):
        list(outcomes(timing_out, [1], "processes:2", limit=limit))


def test_a_process_that_cannot_take_a_task_loses_only_that_task():
    tasks = [1, Refusing(), 3, Refusing(), 5]
    lost = Lost("its process ended with exit code 1")
    assert list(outcomes(str, tasks, "processes:2")) == ["1", lost, "3", lost, "5"]


def test_whoever_stops_asking_leaves_no_process_behind(tmp_path):
    """Neither those that work, nor those that they wait for."""
    tasks = [(x, str(tmp_path), os.getpid()) for x in range(2)]
    with pytest.raises(KeyboardInterrupt):
        next(outcomes(starting, tasks, "processes:2"))
    assert not multiprocessing.active_children()
    started = [int(path.name) for path in tmp_path.iterdir()]
    assert len(started) == 2
    for number in started:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_an_interrupt_hands_over_what_is_known():
    results = completed(interrupting, [(x, os.getpid()) for x in range(2)], "processes:2")
    assert next(results) == (1, 1)
    with pytest.raises(KeyboardInterrupt):
        next(results)
    assert not multiprocessing.active_children()


def test_a_cluster_that_is_not_there_is_told_at_once():
    for where in ("dask://127.0.0.1:1", "dask://127.0.0.1:99999", "dask://no-such-host.invalid:1"):
        with pytest.raises(LimitError, match=rf"{re.escape(where)} cannot be reached"):
            list(outcomes(square, [1], where))


@pytest.mark.slow
def test_what_answers_but_is_no_scheduler_is_told():
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = f"dask://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(LimitError, match="cannot be reached within 5 seconds"):
            list(outcomes(square, [1], where))


def test_without_dask_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'exactdp\[cluster\]'"):
        list(outcomes(square, [1], "dask://127.0.0.1:1"))


@pytest.mark.slow
def test_a_cluster_gives_the_same_results_though_a_worker_is_killed_in_the_middle(tmp_path):
    with cluster(tmp_path) as (where, workers):
        assert list(outcomes(square, range(20), where)) == [x * x for x in range(20)]
        results = outcomes(waiting, range(60), where)
        found = [next(results) for _ in range(5)]
        workers[0].send_signal(signal.SIGKILL)
        assert found + list(results) == list(range(60))
        with pytest.raises(ValueError, match="task 3 is not well"):
            list(outcomes(failing, range(9), where))
        with_a_limit = list(outcomes(hanging, range(4), where, limit=5))
        assert with_a_limit == [0, 1, Lost("not decided within 5 seconds"), 3]


@pytest.mark.slow
def test_the_threads_of_a_worker_take_turns_unless_tasks_work_apart(tmp_path):
    """The precision of balls is a process's own, so two tasks would spoil it for each other."""
    with cluster(tmp_path, workers=1, threads=3) as (where, _):
        assert max(outcomes(together, range(9), where)) == 1
        assert max(outcomes(together, range(9), where, apart=True)) > 1


@pytest.mark.slow
def test_a_cluster_without_workers_is_told(tmp_path):
    with (
        cluster(tmp_path, workers=0) as (where, _),
        pytest.raises(LimitError, match="has no workers: start some with `dask worker 127"),
    ):
        list(outcomes(square, [1], where))
