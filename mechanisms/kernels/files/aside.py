"""Files are written aside and then renamed, so that no half-written one is ever seen.

The bytes go to a new file in the same folder, reach the disk, and only then take the name.
Whatever interrupts this, an exception in the middle or Ctrl-C, leaves the folder as it was. What
a killed process could not clear away the next one does that writes there: the new file is locked
for as long as its writer lives, so one of this host and user that nobody holds is left over.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ...exact.errors import InputError

#: What may be written: all of it, or its pieces.
Data = bytes | str | Iterable[str] | Iterable[bytes]

# The host is part of the name, because not every lock is seen from another one.
_PREFIX = f".exactdp-{re.sub('[^A-Za-z0-9]', '_', os.uname().nodename)}-"
_ASIDE = re.compile(rf"{_PREFIX}[0-9a-f]{{16}}\.part")

# A file system without hard links says one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


def write_aside(path: str | os.PathLike[str], data: Data, force: bool = False) -> None:
    r"""Write a whole file, or nothing.

    Parameters
    ----------
    path : path
        Where to. A symbolic link is followed.
    data : bytes, text, or an iterable of pieces of either
        Text is written as UTF-8. The pieces are drawn while the file is written, so a long
        one need not be in memory.
    force : bool
        Whether an existing file is replaced.

    Raises
    ------
    InputError
        If the file exists and `force` is false, or it cannot be written; the message starts
        with the path. What drawing `data` raises is passed on.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> write_aside(folder / "new.txt", ["one\n", "two\n"])
    >>> (folder / "new.txt").read_text()
    'one\ntwo\n'
    >>> write_aside(folder / "new.txt", "three")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactdp.InputError: ...new.txt: exists already: choose another name, or ...
    >>> write_aside(folder / "new.txt", "three", force=True)
    """
    write_together([(path, data)], force)


def write_together(
    files: Sequence[tuple[str | os.PathLike[str], Data]], force: bool = False
) -> None:
    """Write several files, or none: all reach the disk before the first takes its name.

    See :func:`write_aside`. The pieces of the first are drawn first.
    """
    targets = [Path(os.path.realpath(path)) for path, _ in files]
    asides = [target.with_name(f"{_PREFIX}{os.urandom(8).hex()}.part") for target in targets]
    steps = list(zip(files, targets, asides, strict=True))
    with ExitStack() as held:
        for (path, _), target, _ in steps:
            with _said(path, target):
                require_writable(path, force)
                _clear(target.parent)
        for (path, data), target, aside in steps:
            with _said(path, target):
                _write(held.enter_context(_new(aside)), data)
        for (path, _), target, aside in steps:
            with _said(path, target):
                if force:
                    os.replace(aside, target)
                else:
                    _take_free_name(aside, target)


@contextmanager
def _new(aside: Path) -> Iterator[BinaryIO]:
    """Open a new file and hold it locked; what has not been renamed by then goes."""
    # 0o666 less the umask, as for any new file; "x" never opens somebody else's.
    stream = open(aside, "xb")  # noqa: SIM115 (how it is closed matters)
    try:
        with suppress(OSError):  # a file system without locks, where nothing is cleared
            fcntl.flock(stream, fcntl.LOCK_EX)
        if not os.fstat(stream.fileno()).st_nlink:  # cleared in the moment before the lock
            raise OSError(errno.EAGAIN, "another process cleared it away; try again")
        yield stream
    finally:
        aside.unlink(missing_ok=True)
        with suppress(OSError):  # what did not fit the disk would be tried again
            stream.close()


def _write(stream: BinaryIO, data: Data) -> None:
    for piece in (data,) if isinstance(data, bytes | str) else data:
        stream.write(piece.encode() if isinstance(piece, str) else piece)
    stream.flush()
    os.fsync(stream.fileno())


def _clear(folder: Path) -> None:
    """Remove what processes of this user that are gone have left in a folder."""
    try:
        names = os.listdir(folder)
    except OSError:  # said where the file itself is made
        return
    for name in filter(_ASIDE.fullmatch, names):
        with suppress(OSError), open(folder / name, "rb+", opener=_unblocked) as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while it is written
                os.unlink(folder / name)


def _unblocked(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


@contextmanager
def _said(path: str | os.PathLike[str], target: Path) -> Iterator[None]:
    """Say of an error of the system what could not be written."""
    try:
        yield
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise InputError(
            f"{os.fspath(path)}: cannot be written: {_reason(error, target)}"
        ) from None


def require_writable(path: str | os.PathLike[str], force: bool = False) -> None:
    """Refuse a name that is taken, before the work is done; see :func:`write_aside`."""
    with _said(path, Path(path)):
        try:
            mode = os.lstat(os.path.realpath(path)).st_mode
        except FileNotFoundError:
            return
    if not stat.S_ISREG(mode):  # a folder, or a device that must not be replaced
        kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        raise InputError(f"{os.fspath(path)}: cannot be written: it is {kind}; name a file")
    if not force:
        raise _exists(path)


def _take_free_name(aside: Path, target: Path) -> None:
    """Give the file its name, unless the name is taken; asking and taking are one step."""
    try:
        os.link(aside, target)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))  # reserves the name
        try:
            os.replace(aside, target)
        except BaseException:
            target.unlink()
            raise


def _exists(path: str | os.PathLike[str]) -> InputError:
    return InputError(
        f"{os.fspath(path)}: exists already: choose another name, "
        "or force it (--force) to be replaced"
    )


def _reason(error: OSError, target: Path) -> str:
    if isinstance(error, FileNotFoundError):
        return f"there is no folder {str(target.parent)!r}; make it first"
    if isinstance(error, NotADirectoryError):
        return f"{str(target.parent)!r} is not a folder"
    advice = "; choose a folder that you may write to" if isinstance(error, PermissionError) else ""
    return f"{error.strerror or error}{advice}"
