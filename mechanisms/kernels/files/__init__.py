"""Mechanisms and laws in files: whatever somebody has, read exactly or refused with a reason.

* :mod:`.reading` and :mod:`.writing`: the two doors, which choose by suffix; :mod:`.laws`,
  :mod:`.numbers`, :mod:`.integers`: what is no kernel;
* :mod:`.delimited`, :mod:`.npy`, :mod:`.npz`, :mod:`.document`: one format each;
  :mod:`.kernels`: the JSON of a kernel alone, which certificates carry too;
* :mod:`.source`, :mod:`.cells`, :mod:`.strict_json`, :mod:`.schemas`, :mod:`.aside`: bytes in,
  numbers, JSON, shapes, bytes out.

The formats are described in ``docs/mechanism-format.md``.
"""
