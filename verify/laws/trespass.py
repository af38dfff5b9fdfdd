"""What code under study may not do: then its law is refused, for it would not be the true one.

The law of code is told from how it answers to draws that the engine makes for it. That is the
truth only if the code has no other randomness and stays in its place. Refused, therefore, are

* draws from a generator that is not known to be *ideal*: seeded, copied, replayed, or made
  before anybody watched (:mod:`~exactdp.verify.laws.interception`);
* randomness that is not intercepted: clocks, addresses and hashes, devices, other programs;
* ending or doubling the process, and taking over the signals by which runs are timed.

Two nets catch the last two: names that are replaced for the time of a block, and the events
that the interpreter itself reports, which see also what was bound by name before. A refusal
(:func:`refuse`) ends the run; :attr:`now.refused` remembers it where the code catches that.
"""

from __future__ import annotations

import _posixsubprocess
import _random
import _ssl
import builtins
import os
import posix
import signal
import ssl
import sys
import sysconfig
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from types import FrameType, FunctionType
from typing import Any, NoReturn
from unittest.mock import patch

from .forks import Forks, Stopped

#: What is left to trust, for all code.
UNSEEN = (
    "its randomness is that of the operating system and of generators that were not seeded before "
    "the audit began; clocks other than those of time, process numbers, files, the order of sets, "
    "what was random when it was imported, and C code of its own have no part in its outputs"
)


class _Now:
    """The run that is going on, if any."""

    def __init__(self) -> None:
        self.source: Forks | None = None  #: who answers its draws
        self.thread = 0  #: in which it is
        self.refused: str | None = None  #: why it cannot be studied
        self.staying = False  #: whether code is only kept from ending or doubling the process
        self.importing: str | None = None  #: the module that is being imported to be studied
        self.drew: set[str] = set()  #: modules that drew while they were imported

    def running(self) -> bool:
        """Whether the caller is the code under study."""
        return self.source is not None and self.thread == threading.get_ident()

    def importing_drew(self) -> None:
        """Note for which module a draw is made that no run makes."""
        if self.importing is not None:
            frame: FrameType | None = sys._getframe(1)
            while frame is not None and frame.f_code.co_name != "<module>":
                frame = frame.f_back
            self.drew.add(frame.f_globals["__name__"] if frame else self.importing)


now = _Now()
_FOLDER = os.path.join(os.path.dirname(__file__), "")


def refuse(reason: str) -> NoReturn:
    """End the run, and the study of its code."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame):
        frame = frame.f_back
    at = f" ({os.path.basename(frame.f_code.co_filename)}, line {frame.f_lineno})" if frame else ""
    now.refused = now.refused or reason + at
    raise Stopped if now.running() else SystemExit(reason)  # of another thread, or of an import


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(_FOLDER)


# -- by name ---------------------------------------------------------------------------

_EXITS = "it ends the process by {}: return a value, or raise an exception"
_CLOCK = "it reads the clock by {}: what depends on the time is no function of its draws"
_SIGNALS = "it sets signals by {}, which the time limit on runs needs"
_STARTS = "it starts another process by {}, whose draws and outputs are not seen"
#: What reads the clock unless it is given a time, and as which argument.
_DATES = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}
_BY_NAME: tuple[tuple[Any, str, str], ...] = (
    *((owner, name, _EXITS) for owner in (os, posix) for name in ("_exit", "abort")),
    *((time, name + suffix, _CLOCK)
      for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")
      for suffix in ("", "_ns")),
    (time, "clock_gettime", _CLOCK),
    (time, "clock_gettime_ns", _CLOCK),
    (uuid, "uuid1", _CLOCK),
    *((signal, name, _SIGNALS) for name in ("signal", "setitimer", "alarm", "pthread_sigmask")),
    (_posixsubprocess, "fork_exec", _STARTS),
    *((owner, "RAND_pseudo_bytes", "it draws by {}: use secrets, or ssl.RAND_bytes")
      for owner in (ssl, _ssl) if hasattr(owner, "RAND_pseudo_bytes")),
    (_random, "Random", "it draws from {}, which is not intercepted: use random.Random"),
)  # fmt: skip


def forbidden() -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """Yield what is replaced for the time of a block: an owner, a name, what stands there."""
    for owner, name, reason in _BY_NAME:
        said = reason.format(f"{owner.__name__}.{name}")
        yield owner, name, stand_in(getattr(owner, name), said, always=reason is _EXITS)
    for name, place in _DATES.items():
        yield time, name, _date(getattr(time, name), place)
    yield builtins, "hash", _hash


@contextmanager
def staying() -> Iterator[None]:
    """Keep code that is imported or only sampled from ending or doubling the process."""
    now.refused, now.staying = None, True
    try:
        with ExitStack() as stack:
            for owner, name, new in forbidden():
                stack.enter_context(patch.object(owner, name, new))
            yield
    finally:
        now.staying = False


def stand_in(
    original: Callable[..., Any], reason: str, *, always: bool = False
) -> Callable[..., Any]:
    """Return a function that refuses the code that is run (or only kept), and serves all others."""

    def ask(*args: Any, **options: Any) -> Any:
        if now.running() or (always and now.staying):
            refuse(reason)
        return original(*args, **options)

    return ask


def _date(original: Callable[..., Any], place: int) -> Callable[..., Any]:
    """Return a stand-in for a function that reads the clock unless it is given a time."""
    asked = stand_in(original, _CLOCK.format(f"time.{original.__name__}"))

    def date(*args: Any) -> Any:
        return (asked if len(args) <= place or args[place] is None else original)(*args)

    return date


_NOT_OWN = (_FOLDER, *{os.path.join(sysconfig.get_path(name), "") for name in
                    ("stdlib", "platstdlib", "purelib", "platlib")})  # fmt: skip
_NUMBERS = (int, bool, float, complex, Fraction)
_ADDRESS = (
    "it uses {}, which differs from process to process: one process does not show the law of all"
)


def _hash(value: Any, *, original: Callable[[Any], int] = hash) -> int:
    if now.running() and not _is_told_by_value(value) and _is_own(sys._getframe(1)):
        refuse(_ADDRESS.format(f"the hash of a {type(value).__name__}"))
    return original(value)


def _is_told_by_value(value: Any) -> bool:
    """Whether a hash is the same in all processes, or is computed by Python code."""
    if isinstance(value, tuple):
        return all(map(_is_told_by_value, value))
    return isinstance(value, _NUMBERS) or isinstance(type(value).__hash__, FunctionType)


def _is_own(frame: FrameType) -> bool:
    """Whether a frame is one of the code itself: not of a library, nor of a key that is stored."""
    if frame.f_code.co_name == "__hash__":
        return frame.f_back is not None and frame.f_back.f_code is _hash.__code__
    return not frame.f_code.co_filename.startswith(_NOT_OWN)


# -- by the interpreter's own reports --------------------------------------------------

#: Events that are refused in a run, and where code is kept from them.
_ALWAYS = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.exec"), _STARTS),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"),
                    "it sends signals by {}, which can end the process"),
}  # fmt: skip
_EVENTS = _ALWAYS | {
    **dict.fromkeys(("os.system", "os.posix_spawn", "subprocess.Popen"), _STARTS),
    "socket.connect": "it asks another machine by {}, whose answers are not seen",
    "ctypes.dlsym": "it calls C code by {}, whose draws are not seen",
}
_HEARD = {*_EVENTS, "open", "builtins.id"}
#: Files that answer otherwise each time.
_DEVICES = ("/dev/", "/proc/", "/sys/")


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _HEARD or not (now.running() or (now.staying and event in _ALWAYS)):
        return
    if event in _EVENTS:
        refuse(_EVENTS[event].format(event))
    if event == "open" and isinstance(arguments[0], str | bytes):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path.startswith(_DEVICES) and path != os.devnull:
            refuse(f"it reads {path}, which is not intercepted: draw by random, secrets or numpy")
    if event == "builtins.id" and _is_own(sys._getframe(1)):
        refuse(_ADDRESS.format("id()"))


_hear.__cantrace__ = True  # type: ignore[attr-defined]  # for debuggers, and for coverage
sys.addaudithook(_hear)
