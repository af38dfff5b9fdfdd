"""One run of the code under study: what it returned, or why it did not come to an end.

Exceptions are outputs: ``!`` and the name. Not so the interpreter's own limits (recursion,
memory): those say nothing about the code, and the run counts as undecided, as does one that
takes longer than :data:`RUN_SECONDS`. That is measured where signals can be had, in the main
thread; elsewhere a run that never draws and never returns is not ended.
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

from .forks import Choose, ComposedForks, Forks, Stopped, Weights
from .interception import now
from .law import label_of

#: The longest that one run may take, in seconds, and the most that it may draw.
RUN_SECONDS = 10
MAX_DRAWS = 20_000


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
        self._stopped = False

    def run(self, choose: Choose) -> str | Ended:
        """Run the code once; return the name of its output."""
        self.runs += 1
        self._stopped = False
        self.source.start(choose)
        now.source = self.source
        try:
            self.running = True
            value = self.call()
            self.running = False
        except Stopped:
            return Ended.stopped
        except _TimeIsUp:
            return Ended.time
        except (RecursionError, MemoryError):
            return Ended.limit
        except (Exception, SystemExit) as error:
            if self._stopped:
                return Ended.stopped
            self.last = error
            return f"!{type(error).__name__}"
        finally:
            self.running = False
            now.source = None
        return Ended.stopped if self._stopped else label_of(value)

    def stop(self) -> NoReturn:
        """End the run, from within a draw; code that catches that is stopped at its next draw."""
        self._stopped = True
        self.source.choose = self._refuse
        raise Stopped

    def _refuse(self, size: int, weights: Weights) -> NoReturn:
        raise Stopped

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
                raise _TimeIsUp

        before = signal.signal(signal.SIGALRM, tick)
        signal.setitimer(signal.ITIMER_REAL, 1, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
