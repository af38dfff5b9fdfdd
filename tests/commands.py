"""The command line run inside this process: what it prints, and the status it ends with.

A process of its own costs a start each time, so only tests about processes (signals, streams
that are closed, what is imported) start one.
"""

import os
import signal
import sys
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from unittest import mock

from exactdp.cli import main


@dataclass(frozen=True)
class Done:
    """A command that has ended; the fields are those of ``subprocess.CompletedProcess``."""

    returncode: int
    stdout: str
    stderr: str


@contextmanager
def _kept():
    """Put back what a command may change because its process ends with it."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    digits = sys.get_int_max_str_digits()
    try:
        yield
    finally:
        sys.set_int_max_str_digits(digits)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def command(arguments, folder, environment=(), *, joined=False):
    """Run ``exactdp ARGUMENTS`` in a folder; `joined` is the shell's ``2>&1``."""
    out = TextIOWrapper(BytesIO(), encoding="utf-8")
    err = out if joined else TextIOWrapper(BytesIO(), encoding="utf-8")
    with (
        _kept(),
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "argv", ["exactdp", *map(str, arguments)]),
    ):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code or 0
    for stream in (out, err):
        stream.flush()
    said = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Done(status, said[0], "" if joined else said[1])
