"""Archives of numpy arrays (.npz): the only array in it, or the one named ``kernel``.

Each member says how long it will be once unpacked; that is held against what the array in
it declares, and against the limit, before it is unpacked.
"""

from __future__ import annotations

import zipfile
import zlib
from typing import Any, BinaryIO, cast

import numpy.typing as npt

from ...exact.errors import InputError
from ...exact.rationals import shorten
from .npy import read_array

# What numpy writes. The others may ask for gigabytes to unpack a few bytes.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises on an archive that lies about itself.
_CORRUPT = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    UnicodeDecodeError,
    OverflowError,
)


def read_archive(stream: BinaryIO) -> npt.NDArray[Any]:
    """Return the square matrix in an .npz file.

    Raises
    ------
    InputError
        If the archive is corrupt, or it is not clear which of its arrays is meant.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            member = _kernel(archive.infolist())
            with archive.open(member) as unpacked:
                array = read_array(cast("BinaryIO", unpacked), member.file_size)
                unpacked.read(1)  # at the end of the member its checksum is compared
                return array
    except _CORRUPT as error:
        raise InputError(f"is not a sound .npz file: {shorten(str(error), 80)}") from None


def _kernel(members: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    arrays = [member for member in members if member.filename.endswith(".npy")]
    named = [member for member in arrays if member.filename == "kernel.npy"]
    chosen = named if len(arrays) > 1 else arrays
    if len(chosen) != 1:
        names = ", ".join(member.filename.removesuffix(".npy") for member in arrays)
        raise InputError(
            f"holds {len(arrays)} arrays ({shorten(names, 200)}), "
            'expected one, or exactly one named "kernel"'
        )
    (member,) = chosen
    if member.flag_bits & 1:
        raise InputError(f"the array {shorten(member.filename)} is encrypted; save it without")
    if member.compress_type not in _METHODS:
        raise InputError(
            f"the array {shorten(member.filename)} is packed by method {member.compress_type}, "
            "expected what numpy.savez or numpy.savez_compressed write"
        )
    return member
