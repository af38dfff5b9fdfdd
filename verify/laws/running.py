"""One run of the code under study: what it returned, or why it did not come to an end.

Exceptions are outputs: ``!`` and the name. Not so the interpreter's own limits (recursion,
memory): those say nothing about the code, and the run counts as undecided, as does one that
takes longer than :data:`RUN_SECONDS`. That is measured where signals can be had, in the main
thread; elsewhere a run that never draws and never returns is not ended. What ends a run, or the
whole program, does so also where the code catches it.
"""

from __future__ import annotations

import io
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from enum import Enum
from types import FrameType
from typing import Any, NoReturn

from ...mechanisms.exact.errors import InputError
from .forks import Choose, ComposedForks, Forks, Stopped, Weights
from .law import label_of
from .trespass import now

#: The longest that one run may take, in seconds.
RUN_SECONDS = 10
#: How often code may catch its end before its draws are answered, so that it comes to one.
REFUSED = 2
#: 2^64 over the golden ratio: its multiples modulo 2^64 are spread evenly.
GOLDEN = 0x9E3779B97F4A7C15


class Ended(Enum):
    """Why a run has no output."""

    stopped = "stopped at a draw"
    limit = "a run at the interpreter's limit on recursion or memory"
    time = f"a run of {RUN_SECONDS} seconds"


@dataclass(frozen=True)
class Target:
    """Code under study.

    Attributes
    ----------
    name : str
        As it was named by who asks.
    function : callable
        ``function(value, source)``, or ``function(value)`` where it draws from a source that is
        intercepted.
    takes_source : bool
    """

    name: str
    function: Callable[..., Any]
    takes_source: bool


class Machine:
    """The code under study on one value, run as often as one likes, every draw answered.

    Parameters
    ----------
    target : Target
    value : object
        The input.
    composed : bool
        Whether uniform integers and coins are drawn in one step.
    """

    def __init__(self, target: Target, value: Any, *, composed: bool):
        self.target, self.value, self.composed = target, value, composed
        self.runs = 0
        self.last: BaseException | None = None  # what the code raised last
        self.running = False  # whether the code itself is being run at the moment
        # One for all runs, so that the code's variables that hold it are equal.
        self.source = (ComposedForks if composed else Forks)(self._refuse)
        self.late = False  # whether this run has taken too long
        self.ending: BaseException | None = None  # what a signal asks for
        self._stopped = self._elsewhere = False
        self._refused = 0

    def run(self, choose: Choose) -> str | Ended:
        """Run the code once; return the name of its output."""
        self.runs += 1
        self._stopped = self._elsewhere = self.late = False
        self._refused = 0
        thread = threading.get_ident()

        def here(size: int, weights: Weights) -> int:
            if threading.get_ident() != thread:
                self._elsewhere = True
                raise SystemExit  # of that thread
            if now.refused is not None:
                self.stop()
            return choose(size, weights)

        self.source.start(here)
        now.source, now.thread, now.refused = self.source, thread, None
        try:
            end = self._outcome()
        finally:
            self.running = False
            now.source = None
            self.source.choose = self._refuse
        if self.ending is not None:
            raise self.ending
        if now.refused is not None:
            raise InputError(f"{self.target.name}: at input {self.value!r} {now.refused}")
        if self._elsewhere:
            raise InputError(
                f"{self.target.name}: it draws in another thread; there, its draws are in no order"
            )
        return Ended.time if self.late else Ended.stopped if self._stopped else end

    def _outcome(self) -> str | Ended:
        try:
            self.running = True
            value = self.call()
            self.running = False
        except (Stopped, _TimeIsUp):
            return Ended.stopped
        except (RecursionError, MemoryError):
            return Ended.limit
        except BaseException as error:
            if not self._stopped:
                self.last = error
            return f"!{type(error).__name__}"
        if self._stopped:
            return Ended.stopped
        try:
            return label_of(value)
        except InputError as error:
            raise InputError(f"{self.target.name}: {error}") from None

    def stop(self) -> NoReturn:
        """End the run, from within a draw; code that catches that is not looked at any more."""
        self._stopped = True
        self.source.choose = self._refuse
        raise Stopped

    def _refuse(self, size: int, weights: Weights) -> int:
        """End what still draws after its end; where that is caught again, let it come to one."""
        self._refused += 1
        if self._refused <= REFUSED:
            raise Stopped
        return self._refused * GOLDEN % 2**64 * size >> 64

    def call(self) -> Any:
        """Call the code; its frames are those above this one."""
        if self.target.takes_source:
            return self.target.function(self.value, self.source)
        return self.target.function(self.value)


class _TimeIsUp(BaseException):
    """A run has taken too long."""


@contextmanager
def timed(machine: Machine) -> Iterator[None]:
    """End runs inside the block that take longer than RUN_SECONDS, and keep them quiet.

    What the code prints is dropped, and its warnings are ignored: a warning that is made an
    error would be an output of the settings, not of the code.
    """
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        watched, ticks = -1, 0

        def tick(_: int, __: FrameType | None) -> None:
            nonlocal watched, ticks
            watched, ticks = machine.runs, ticks + 1 if watched == machine.runs else 0
            if machine.running and ticks >= RUN_SECONDS:
                machine.late = True
                raise _TimeIsUp

        before = {signal.SIGALRM: signal.signal(signal.SIGALRM, tick)}
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asked = signal.getsignal(number)
            if callable(asked):
                before[number] = signal.signal(number, _noted(machine, asked))
        signal.setitimer(signal.ITIMER_REAL, 1, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)


def _noted(machine: Machine, handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler that lets the machine know what a signal's own handler raises."""

    def note(number: int, frame: FrameType | None) -> None:
        try:
            handler(number, frame)
        except BaseException as error:
            machine.ending = error
            raise

    return note
