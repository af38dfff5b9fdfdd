"""Many tasks, here or on many machines: one door to whatever runs them.

A task is a picklable function of one picklable argument. What comes back is in the order of the
tasks and the same whatever runs them: this process (``serial``), several (``processes:K``), or
a Dask cluster (``dask://HOST:PORT``, the extra ``cluster``). A task whose worker is lost is done
again in a process of its own; one that ends its process there too, or outlives its limit, is
:class:`Lost`, with the reason.

>>> list(outcomes(abs, [-1, 2, -3], "serial"))
[1, 2, 3]
>>> executor_kind("processes:0")
Traceback (most recent call last):
    ...
exactdp.InputError: got the executor 'processes:0', expected serial, processes:K (K >= 1) or dask://HOST:PORT
"""

from __future__ import annotations

import pickle
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from .errors import InputError, LimitError

T = TypeVar("T")
R = TypeVar("R")

#: How many tasks wait with an executor, for each that it can run at once.
AHEAD = 3
#: Seconds until a cluster that does not answer is given up.
REACH = 10


@dataclass(frozen=True)
class Lost:
    """A task without a result, and why: *undecided*, never a verdict."""

    reason: str


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
        Seconds for a task. With a limit each task has a process of its own, which is ended.

    Yields
    ------
    result or Lost

    Raises
    ------
    InputError
        If `where` names no executor, or Dask is not installed.
    LimitError
        If the cluster cannot be reached, or is lost.
    Exception
        Whatever a task raises.
    """
    kind, detail = executor_kind(where)
    work = function if limit is None else partial(isolated, function, limit=limit)
    if kind == "serial":
        return map(work, tasks)
    if kind == "processes":
        return _in_processes(function, work, tasks, int(detail))
    return _on_a_cluster(work, tasks, detail)


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
    function: Callable[[T], R], work: Callable[[T], R | Lost], tasks: Iterable[T], number: int
) -> Iterator[R | Lost]:
    """A process that dies takes the pool with it: what was under way is done again, alone."""
    remaining = iter(tasks)
    waiting: deque[tuple[T, Future[R | Lost]]] = deque()
    while True:
        try:
            with _pool(number) as pool:
                yield from _streamed(pool, work, remaining, waiting, AHEAD * number)
            return
        except BrokenProcessPool:
            broken, waiting = waiting, deque()
        for task, future in broken:
            if future.done() and not future.cancelled() and future.exception() is None:
                yield future.result()
            else:
                yield isolated(function, task)


@contextmanager
def _pool(number: int) -> Iterator[Executor]:
    # Fresh processes, not copies of this one, so that results do not depend on its past.
    pool = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_quiet)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _quiet() -> None:
    # Ctrl-C is for the process that asked, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _streamed(
    pool: Executor,
    work: Callable[[T], R | Lost],
    tasks: Iterator[T],
    waiting: deque[tuple[T, Future[R | Lost]]],
    ahead: int,
) -> Iterator[R | Lost]:
    """Yield results in order, with at most `ahead` tasks handed over and not yet yielded."""
    for task in tasks:
        try:
            future = pool.submit(work, task)
        except BrokenProcessPool as error:
            future = Future()
            future.set_exception(error)
        waiting.append((task, future))
        while len(waiting) >= ahead:
            yield _first(waiting)
    while waiting:
        yield _first(waiting)


def _first(waiting: deque[tuple[T, Future[R | Lost]]]) -> R | Lost:
    result = waiting[0][1].result()
    waiting.popleft()
    return result


def _on_a_cluster(
    work: Callable[[T], R | Lost], tasks: Iterable[T], address: str
) -> Iterator[R | Lost]:
    """Dask does again by itself what a lost worker had, a few times."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise InputError(
            f"dask://{address} needs Dask: install the extra, pip install 'exactdp[cluster]'"
        ) from None
    try:
        client = Client(f"tcp://{address}", timeout=REACH, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LimitError(
            f"the cluster dask://{address} cannot be reached within {REACH} seconds "
            f"({type(error).__name__}): is a scheduler running there, and is the port right?"
        ) from None
    with client, client.get_executor(pure=False) as executor:
        waiting: deque[tuple[T, Future[R | Lost]]] = deque()
        ahead, remaining = AHEAD * max(1, sum(client.nthreads().values())), iter(tasks)
        while True:
            try:
                yield from _streamed(executor, work, remaining, waiting, ahead)
                return
            except KilledWorker:
                waiting.popleft()
                yield Lost("the processes that worked on it ended")
            except CancelledError:
                raise LimitError(f"the cluster dask://{address} was lost: run again") from None
