"""The bytes or the text of a file, or an error that says why they cannot be had.

Errors from here on do not name the file: `load`
puts the name in front of each, once.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from ...exact.errors import InputError
from ...exact.limits import require_memory

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[tuple[BinaryIO, int]]:
    """Open a regular file that is not empty; yield the stream and its size in bytes.

    Raises
    ------
    InputError
        If there is no such file, it is a folder or a device, is empty, or cannot be read.
    """
    if "\0" in os.fspath(path):
        raise InputError("the path holds a NUL character")
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise InputError("is a folder, expected a file")
        if not stat.S_ISREG(status.st_mode):  # a pipe would block, a device may never end
            raise InputError("is not a regular file; save it as one first")
        if status.st_size == 0:
            raise InputError("the file is empty, expected numbers")
        with open(path, "rb") as stream:
            yield stream, status.st_size
    except FileNotFoundError:
        raise InputError("there is no such file") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a UTF-8 file, with or without a byte order mark."""
    with opened(path) as (stream, size):
        require_memory(3 * size, f"a text of {size} bytes")
        return decoded(stream.read())


def decoded(data: bytes) -> str:
    r"""Decode UTF-8; refuse other encodings and NUL bytes, naming the line.

    Not the byte: in a file of secret counts that would tell how many digits those before it have.

    >>> decoded(b"\xef\xbb\xbf1/2")
    '1/2'
    >>> decoded(b"1/2,1/2\n1,\xbd")
    Traceback (most recent call last):
        ...
    exactdp.InputError: line 2 is not UTF-8 text: save the file as UTF-8
    """
    if data.startswith(_WIDE_MARKS) or (len(data) > 1 and (data[0] == 0) != (data[1] == 0)):
        raise InputError("is UTF-16 or UTF-32 text: save the file as UTF-8")
    if (nul := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise InputError(f"line {line} has a NUL, expected text: is this a binary file?")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line} is not UTF-8 text: save the file as UTF-8") from None
