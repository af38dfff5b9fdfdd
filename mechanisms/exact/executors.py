"""Many tasks, here or on many machines: one door to whatever runs them.

A task is a picklable function of one picklable argument. What comes back is in the order of the
tasks and the same whatever runs them: this process (``serial``), several (``processes:K``), or
a Dask cluster (``dask://HOST:PORT``, the extra ``cluster``). A task whose worker is lost is done
again; one that ends its process there too, or outlives its limit, is :class:`Lost`, with the
reason. An interrupt (Ctrl-C) hands over what is known, and ends what is under way.

>>> list(outcomes(abs, [-1, 2, -3], "serial"))
[1, 2, 3]
>>> executor_kind("processes:0")
Traceback (most recent call last):
    ...
exactdp.InputError: got the executor 'processes:0', expected serial, processes:K (K >= 1) or dask://HOST:PORT
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from threading import Lock
from types import FrameType
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from .errors import InputError, LimitError

T = TypeVar("T")
R = TypeVar("R")

#: How many tasks are with an executor, for each that it can run at once.
AHEAD = 3
#: Seconds until a cluster that does not answer is given up; one that is not there is told at once.
REACH = 5


@dataclass(frozen=True)
class Lost:
    """A task without a result, and why: *undecided*, never a verdict."""

    reason: str


#: What a task comes to, when called: its result, :class:`Lost`, or the error that it raised.
Answer = Callable[[], R | Lost]
Answers = Generator[tuple[int, Answer[R]], None, None]


def executor_kind(where: str) -> tuple[str, str]:
    """Return the kind of an executor and what it is given: ``("processes", "4")``.

    Raises
    ------
    InputError
        If the text names none.
    """
    found = re.fullmatch(r"(serial)()|(processes):([1-9][0-9]{0,3})|(dask)://([^/\s]+:\d+)", where)
    if found is None:
        raise InputError(
            f"got the executor {where!r}, expected serial, processes:K (K >= 1) or dask://HOST:PORT"
        )
    kind, detail = (x for x in found.groups() if x is not None)
    return kind, detail


def outcomes(
    function: Callable[[T], R],
    tasks: Iterable[T],
    where: str = "serial",
    *,
    limit: float | None = None,
    apart: bool = False,
) -> Iterator[R | Lost]:
    """Yield what `function` returns for each task, in order, as soon as it is known.

    Parameters
    ----------
    function : callable
        Of one task; at the top of a module, so that other processes find it.
    tasks : iterable
        Taken as they can be worked on, so there may be very many.
    where : str
        ``serial``, ``processes:K`` or ``dask://HOST:PORT``.
    limit : float, optional
        Seconds for a task, whose process is then ended.
    apart : bool
        Whether `function` has its work done by another process, so that several may run in the
        threads of one. Others run one at a time: the precision of balls is a process's own.

    Yields
    ------
    result or Lost

    Raises
    ------
    InputError
        If `where` names no executor, or Dask is not installed.
    LimitError
        If the cluster cannot be reached, has no workers, or is lost.
    Exception
        Whatever a task raises.
    """
    return _in_order(_answers(function, tasks, where, limit, apart))


def completed(
    function: Callable[[T], R],
    tasks: Iterable[T],
    where: str = "serial",
    *,
    limit: float | None = None,
    apart: bool = False,
) -> Iterator[tuple[int, R | Lost]]:
    """Yield the number of each task from 0 and what it came to, in the order of completion.

    Otherwise as :func:`outcomes`.

    >>> dict(completed(abs, [-1, 2]))
    {0: 1, 1: 2}
    """
    return _as_they_come(_answers(function, tasks, where, limit, apart))


# Whoever stops asking, or gets an error, leaves no process behind: hence `closing`.


def _as_they_come(answers: Answers[R]) -> Iterator[tuple[int, R | Lost]]:
    with closing(answers):
        for number, answer in answers:
            yield number, answer()


def _in_order(answers: Answers[R]) -> Iterator[R | Lost]:
    early: dict[int, Answer[R]] = {}
    first = 0
    with closing(answers):
        for number, answer in answers:
            early[number] = answer
            while first in early:
                yield early.pop(first)()
                first += 1


def _answers(
    function: Callable[[T], R], tasks: Iterable[T], where: str, limit: float | None, apart: bool
) -> Answers[R]:
    kind, detail = executor_kind(where)
    if kind == "processes":
        return _in_processes(function, tasks, int(detail), limit)
    work = function if limit is None else partial(isolated, function, limit=limit)
    if kind == "serial":
        return ((number, partial(work, task)) for number, task in enumerate(tasks))
    return _on_a_cluster(work if apart or limit else partial(_alone, work), tasks, detail)


def isolated(function: Callable[[T], R], task: T, limit: float | None = None) -> R | Lost:
    """Return what `function` returns, computed in a process of its own.

    >>> isolated(abs, -3)
    3
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD],
            input=pickle.dumps(sys.path) + pickle.dumps((function, task)),
            stdout=subprocess.PIPE,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Lost(f"not decided within {limit:g} seconds")
    if done.returncode:
        return Lost(f"its process ended {_how(done.returncode)}")
    fine, answer = pickle.loads(done.stdout)
    if not fine:
        raise answer
    result: R = answer
    return result


#: Standard output carries the answer alone; what the task prints goes to standard error.
_CHILD = """
import os, pickle, sys
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
sys.path[:] = pickle.load(sys.stdin.buffer)
function, task = pickle.load(sys.stdin.buffer)
try:
    answer = True, function(task)
except Exception as error:
    answer = False, error
pickle.dump(answer, answers)
answers.close()
"""


def _how(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


def _in_processes(
    function: Callable[[T], R], tasks: Iterable[T], number: int, limit: float | None
) -> Answers[R]:
    """Hold a process that dies or is ended to have lost one task; another takes its place."""
    remaining = iter(tasks)
    first = list(islice(remaining, number))
    # Fresh processes, not copies of this one, so that results do not depend on its past.
    make = partial(
        ProcessPool, len(first) or 1, context=get_context("spawn"), initializer=_end_children
    )
    pool = make()

    def submit(task: T) -> Future[R]:
        nonlocal pool
        if not pool.active:
            _stop(pool)
            pool = make()
        # Pebble loses sight of a task that ends its process while it is unpickled: ours is not.
        return pool.schedule(_unpickled, (pickle.dumps((function, task)),), timeout=limit)

    try:
        for k, task, future in _streamed(submit, chain(first, remaining), AHEAD * len(first)):
            yield k, partial(_from_process, function, task, future, limit)
    finally:
        _stop(pool)


def _unpickled(content: bytes) -> Any:
    function, task = pickle.loads(content)
    return function(task)


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def _end_children() -> None:
    # A process that is ended raises, so that the one it waits for in `subprocess.run` ends too.
    def leave(number: int, frame: FrameType | None) -> None:
        # In a callback of the interpreter it would be printed and forgotten.
        sys.unraisablehook = lambda _: os._exit(128 + number)
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)


def _from_process(
    function: Callable[[T], R], task: T, future: Future[R], limit: float | None
) -> R | Lost:
    try:
        return future.result()
    except (ProcessExpired, BrokenProcessPool):
        return isolated(function, task, limit)
    except TimeoutError as error:
        if error.__cause__ is not None:  # the task's own
            raise
        return Lost(f"not decided within {limit:g} seconds")


def _streamed(
    submit: Callable[[T], Future[R]], tasks: Iterable[T], ahead: int
) -> Iterator[tuple[int, T, Future[R]]]:
    """Yield what is done, with at most `ahead` tasks under way."""
    remaining = enumerate(tasks)
    under_way: dict[Future[R], tuple[int, T]] = {}
    try:
        while True:
            for number, task in islice(remaining, ahead - len(under_way)):
                under_way[submit(task)] = number, task
            if not under_way:
                return
            wait(under_way, return_when=FIRST_COMPLETED)
            yield from _done(under_way)
    except KeyboardInterrupt:
        yield from _done(under_way)
        raise


def _done(under_way: dict[Future[R], tuple[int, T]]) -> Iterator[tuple[int, T, Future[R]]]:
    for future in [future for future in under_way if future.done()]:
        yield (*under_way.pop(future), future)


def _on_a_cluster(work: Callable[[T], R | Lost], tasks: Iterable[T], address: str) -> Answers[R]:
    """Dask does again by itself what a lost worker had, a few times."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            f"dask://{address} needs Dask: install the extra, pip install 'exactdp[cluster]'"
        ) from None
    host, _, port = address.rpartition(":")
    try:
        # Dask itself tries again what refuses it, and waits for ever for what is no scheduler.
        with socket.create_connection((host.strip("[]"), int(port)), REACH) as connection:
            connection.recv(1)
        client = Client(f"tcp://{address}", timeout=REACH, set_as_default=False)
    except (OSError, OverflowError, ValueError) as error:
        raise LimitError(
            f"the cluster dask://{address} cannot be reached within {REACH} seconds "
            f"({type(error).__name__}): is a scheduler running there, and is the port right?"
        ) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise LimitError(
                f"the cluster dask://{address} has no workers: start some with "
                f"`dask worker {address}`"
            )
        executor = client.get_executor(pure=False)
        try:
            submit = partial(executor.submit, work)
            for number, _, future in _streamed(submit, tasks, AHEAD * threads):
                yield number, partial(_from_cluster, future, address)
        finally:
            executor.shutdown(wait=False)


def _from_cluster(future: Future[R | Lost], address: str) -> R | Lost:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker:
        return Lost("the processes that worked on it ended")
    except CancelledError:
        raise LimitError(f"the cluster dask://{address} was lost: run again") from None


_one_at_a_time = Lock()


def _alone(function: Callable[[T], R], task: T) -> R:
    with _one_at_a_time:
        return function(task)
