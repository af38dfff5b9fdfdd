"""Arrays of numpy (.npy): floats read as the dyadic rationals that they hold.

The header is read first, on its own, and what it declares is held against the bytes that
are there before any array is made. Nothing is ever unpickled: an object array is a program,
and is refused.
"""

from __future__ import annotations

import ast
import io
import re
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from ...exact.errors import InputError
from ...exact.limits import require_memory
from ...exact.rationals import shorten
from ..mechanism import Mechanism

_MAGIC = b"\x93NUMPY"
#: numpy writes headers of a hundred bytes or so.
MAX_HEADER = 10_000

_REFUSED = {
    "O": "Python objects, which are stored as pickles: unpickling runs whatever the file says; "
    "write exact numbers as .csv or .json",
    "c": "complex numbers, expected probabilities",
    "b": "booleans, expected probabilities",
    "M": "dates, expected probabilities",
    "m": "time spans, expected probabilities",
    "U": "texts; write exact numbers as .csv or .json",
    "S": "texts; write exact numbers as .csv or .json",
    "V": "records, expected a plain array of numbers",
}


class Header(NamedTuple):
    """What an .npy file declares."""

    dtype: np.dtype[Any]
    shape: tuple[int, int]
    fortran_order: bool
    size: int  # of the header, in bytes

    @property
    def data_size(self) -> int:
        """The bytes that the entries take."""
        return self.shape[0] * self.shape[1] * self.dtype.itemsize


def read_array(stream: BinaryIO, size: int) -> npt.NDArray[Any]:
    """Return the square matrix in an .npy file of `size` bytes.

    Raises
    ------
    InputError
        If it is no .npy file, declares anything but a square matrix of real numbers, or is
        shorter or longer than it declares.
    LimitError
        If the matrix would not fit in memory.

    Examples
    --------
    >>> stream = io.BytesIO()
    >>> np.save(stream, np.eye(2))
    >>> _ = stream.seek(0)
    >>> read_array(stream, len(stream.getvalue()))
    array([[1., 0.],
           [0., 1.]])
    """
    header = read_header(stream)
    declared = header.size + header.data_size
    rows, columns = header.shape
    if declared != size:
        advice = "is it cut off?" if declared > size else "one array a file is expected"
        raise InputError(
            f"declares {rows} x {columns} entries of {header.dtype.itemsize} bytes, "
            f"{declared} bytes in all, but holds {size}: {advice}"
        )
    require_memory(3 * header.data_size, f"an array of {rows} x {columns} {header.dtype} entries")
    data = _read(stream, header.data_size, "the entries")
    array = np.frombuffer(data, dtype=header.dtype)
    return array.reshape(header.shape, order="F" if header.fortran_order else "C")


def read_header(stream: BinaryIO) -> Header:
    """Read the header, and refuse what cannot be a kernel."""
    start = stream.read(len(_MAGIC) + 2)
    if start[: len(_MAGIC)] != _MAGIC:
        raise InputError(f"is not an .npy file: it starts with {start[: len(_MAGIC)]!r}")
    version = tuple(start[len(_MAGIC) :])
    if version not in ((1, 0), (2, 0)):  # 3.0 is for the names of records
        raise InputError(f"got .npy version {version}, expected (1, 0) or (2, 0)")
    width = 2 if version == (1, 0) else 4
    length = int.from_bytes(_read(stream, width, "the header's length"), "little")
    if length > MAX_HEADER:
        raise InputError(f"got a header of {length} bytes, expected at most {MAX_HEADER}")
    text = _read(stream, length, "the header").decode("latin-1")
    try:
        fields = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise InputError(f"got the header {shorten(text)}, expected a dictionary") from None
    if not isinstance(fields, dict) or fields.keys() != {"descr", "fortran_order", "shape"}:
        raise InputError(
            f"got the header {shorten(text)}, expected the keys descr, fortran_order, shape"
        )
    if not isinstance(fields["fortran_order"], bool):
        raise InputError(
            f"got fortran_order {shorten(repr(fields['fortran_order']))}, expected True or False"
        )
    return Header(
        _dtype(fields["descr"]),
        _square(fields["shape"]),
        fields["fortran_order"],
        len(_MAGIC) + 2 + width + length,
    )


def _dtype(descr: Any) -> np.dtype[Any]:
    if not isinstance(descr, str):
        raise InputError(f"got an array of {_REFUSED['V']}")
    match = re.fullmatch(r"[<>|=]?([A-Za-z])([0-9]*)(\[.*\])?", descr)
    if match and match[1] in _REFUSED:
        raise InputError(f"got an array of {_REFUSED[match[1]]}")
    if match and match[1] in "fiu" and match[2] and len(match[2]) <= 3:
        try:
            return np.dtype(descr)
        except TypeError:  # a width that this machine does not have
            pass
    raise InputError(f"got entries of type {shorten(descr)}, expected floats or integers")


def _square(shape: Any) -> tuple[int, int]:
    if not isinstance(shape, tuple) or not all(type(k) is int and k >= 0 for k in shape):
        raise InputError(f"got the shape {shorten(repr(shape))}, expected two sizes")
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InputError(f"got an array of shape {shorten(str(shape))}, expected a square matrix")
    return shape


def _read(stream: BinaryIO, size: int, what: str) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise InputError(f"ends within {what} (is it cut off?)")
    return data


def nearest_array(mechanism: Mechanism, *, transpose: bool = False) -> tuple[bytes, bool]:
    """Return an .npy file of the float64 values nearest to the entries, and whether it is exact.

    A positive entry below 2^-1075 becomes 0, so the support may shrink: what is written is
    another mechanism than the one given unless the second value is true.

    Raises
    ------
    InputError
        If an entry is beyond the largest float.

    Examples
    --------
    >>> data, exact = nearest_array(Mechanism.from_rows([["1/2", "1/2"], ["1/3", "2/3"]]))
    >>> exact, np.load(io.BytesIO(data))[1]
    (False, array([0.33333333, 0.66666667]))
    """
    values, exact = mechanism.form.nearest()
    stream = io.BytesIO()
    np.lib.format.write_array(
        stream, np.ascontiguousarray(values.T if transpose else values), allow_pickle=False
    )
    return stream.getvalue(), exact
