"""The same results in the same order, whatever runs the tasks and whatever befalls it."""

import os
import signal
import subprocess
import sys
import time

import pytest
from tasks import failing, hanging, killed_once, leaving, printing, square, waiting

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.executors import Lost, isolated, outcomes


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


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told_at_once():
    with pytest.raises(LimitError, match=r"dask://127\.0\.0\.1:1 cannot be reached"):
        list(outcomes(square, [1], "dask://127.0.0.1:1"))


@pytest.fixture
def cluster(tmp_path):
    """Two workers, each a process of its own, and their scheduler."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    address, started = tmp_path / "scheduler.json", []

    def start(module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
        with open(tmp_path / f"{len(started)}.log", "wb") as log:
            started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
        return started[-1]

    start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address))
    until(address.exists)
    options = ("--nthreads", "1", "--no-nanny", "--scheduler-file", str(address))
    workers = [start("dask_worker", *options) for _ in range(2)]
    from distributed import Client

    with Client(scheduler_file=str(address), set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
        where = client.scheduler.address.removeprefix("tcp://")
    yield f"dask://{where}", workers
    for process in started[::-1]:
        process.terminate()
    for process in started:
        process.wait()


def until(condition):
    while not condition():
        time.sleep(0.05)


@pytest.mark.slow
def test_a_cluster_gives_the_same_results_though_a_worker_is_killed_in_the_middle(cluster):
    where, workers = cluster
    assert list(outcomes(square, range(20), where)) == [x * x for x in range(20)]
    results = outcomes(waiting, range(60), where)
    found = [next(results) for _ in range(5)]
    workers[0].send_signal(signal.SIGKILL)
    assert found + list(results) == list(range(60))
    with pytest.raises(ValueError, match="task 3 is not well"):
        list(outcomes(failing, range(9), where))
