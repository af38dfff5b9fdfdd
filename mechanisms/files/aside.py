"""Files are written aside and then renamed, so that no half-written one is ever seen.

The bytes go to a new file in the same folder, reach the disk, and only then take the name.
Whatever interrupts this, an exception in the middle or Ctrl-C, leaves the folder as it was.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from ..errors import InputError

# A file system without hard links says one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


def write_aside(
    path: str | os.PathLike[str], data: bytes | str | Iterable[str], force: bool = False
) -> None:
    r"""Write a whole file, or nothing.

    Parameters
    ----------
    path : path
        Where to. A symbolic link is followed.
    data : bytes, text, or an iterable of pieces of text
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
    exactdp.mechanisms.errors.InputError: ...new.txt: exists already: choose another name, or ...
    >>> write_aside(folder / "new.txt", "three", force=True)
    """
    target = Path(os.path.realpath(path))
    aside = target.with_name(f".exactdp-{secrets.token_hex(8)}.part")
    try:
        _require_writable(path, target, force)
        try:
            # 0o666 less the umask, as for any new file; "x" never opens somebody else's.
            with open(aside, "xb") as stream:
                for piece in (data,) if isinstance(data, bytes | str) else data:
                    stream.write(piece.encode() if isinstance(piece, str) else piece)
                stream.flush()
                os.fsync(stream.fileno())
            if force:
                os.replace(aside, target)
            else:
                _take_free_name(aside, target)
        finally:
            aside.unlink(missing_ok=True)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise InputError(
            f"{os.fspath(path)}: cannot be written: {_reason(error, target)}"
        ) from None


def _require_writable(path: str | os.PathLike[str], target: Path, force: bool) -> None:
    """Refuse what would fail in the end, before the work is done."""
    try:
        mode = os.lstat(target).st_mode
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
