"""Mechanisms in files: whatever somebody has, read exactly or refused with a reason.

* :mod:`~exactdp.mechanisms.files.reading` and :mod:`~exactdp.mechanisms.files.writing`: the
  two doors, which choose by suffix;
* :mod:`~exactdp.mechanisms.files.delimited`, :mod:`~exactdp.mechanisms.files.npy`,
  :mod:`~exactdp.mechanisms.files.npz`, :mod:`~exactdp.mechanisms.files.document`: one
  format each;
* :mod:`~exactdp.mechanisms.files.kernels`: the JSON of a kernel alone, which certificates
  carry too;
* :mod:`~exactdp.mechanisms.files.source`, :mod:`~exactdp.mechanisms.files.cells`,
  :mod:`~exactdp.mechanisms.files.strict_json`, :mod:`~exactdp.mechanisms.files.schemas`,
  :mod:`~exactdp.mechanisms.files.aside`: bytes in, numbers, JSON, shapes, bytes out.

The formats are described in ``docs/mechanism-format.md``.
"""

from .aside import write_aside
from .document import mechanism_document, mechanism_from_document
from .kernels import kernel_document, kernel_from_document
from .reading import read_mechanism
from .writing import Written, write_mechanism

__all__ = [
    "Written",
    "kernel_document",
    "kernel_from_document",
    "mechanism_document",
    "mechanism_from_document",
    "read_mechanism",
    "write_aside",
    "write_mechanism",
]
