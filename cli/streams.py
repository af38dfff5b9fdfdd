"""Standard output and standard error that never make a verdict by accident.

What cannot be written to standard output ends the command: with exit code 141 where the reader
has left, as after ``| head``, and 74 otherwise. What cannot be written to standard error is
lost, because notes are not what was asked for. Descriptors that are closed are taken, so that
no file that is opened later gets the number of one.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class _Results(io.FileIO):
    def write(self, data: Any) -> int:
        try:
            return super().write(data) or 0
        except OSError as error:
            # What is still buffered must not fail again when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                sys.exit(128 + signal.SIGPIPE)
            print(f"exactdp: the output cannot be written: {error.strerror}", file=sys.stderr)
            sys.exit(os.EX_IOERR)


class _Notes(io.FileIO):
    def write(self, data: Any) -> int:
        with suppress(OSError):
            super().write(data)
        return len(data)


@contextmanager
def standard_streams() -> Iterator[None]:
    """Use these streams from here on; what is left of the output is written at the end.

    Streams that were redirected within the process stay as they are.
    """
    # A descriptor that may only be read fails as a closed one does.
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest number that is free: this one
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(_Notes(2, "wb", closefd=False), sys.stderr, lines=True)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(_Results(1, "wb", closefd=False), sys.stdout, lines=os.isatty(1))
    try:
        yield
    finally:
        sys.stdout.flush()


def _text(raw: io.FileIO, given: Any, *, lines: bool) -> io.TextIOWrapper:
    encoding = getattr(given, "encoding", "utf-8")
    # Names of files that are no text go out as they came in; what an encoding lacks is spelled.
    errors = "surrogateescape" if encoding.lower() in ("utf-8", "utf8") else "backslashreplace"
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=encoding, errors=errors, line_buffering=lines
    )
