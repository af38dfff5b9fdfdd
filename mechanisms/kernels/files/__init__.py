"""Mechanisms in files: whatever somebody has, read exactly or refused with a reason.

* `reading` and `writing`: the
  two doors, which choose by suffix;
* :mod:`~exactdp.mechanisms.kernels.files.delimited`, :mod:`~exactdp.mechanisms.kernels.files.npy`,
  `npz`, `document`: one
  format each;
* :mod:`~exactdp.mechanisms.kernels.files.kernels`: the JSON of a kernel alone, which certificates
  carry too;
* :mod:`~exactdp.mechanisms.kernels.files.source`, :mod:`~exactdp.mechanisms.kernels.files.cells`,
  `strict_json`, `schemas`,
  :mod:`~exactdp.mechanisms.kernels.files.aside`: bytes in, numbers, JSON, shapes, bytes out.

The formats are described in ``docs/mechanism-format.md``.
"""
