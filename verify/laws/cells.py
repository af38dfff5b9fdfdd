"""Which cells the variables of a suspended frame live in: what closures share.

A variable that inner functions use lives in a cell, and whoever has the cell sees it change.
Two states with equal variables differ if in one of them a function shares a variable that in
the other it does not. Python shows the cells of functions, and not those of frames; these are
read from the interpreter's memory, whose layout is that of CPython 3.11 (:data:`FOLDS`).

>>> def outer():
...     x = 1
...     return (lambda: (x, sys._getframe())), x
>>> inner, _ = outer()
>>> not FOLDS or cells_of(inner()[1]) == [id(inner.__closure__[0])]
True
"""

from __future__ import annotations

import struct
import sys
from ctypes import c_void_p
from types import FrameType

#: Whether this is the interpreter whose frames are known: elsewhere nothing is folded.
FOLDS = (
    sys.implementation.name == "cpython"
    and sys.version_info[:2] == (3, 11)
    and object.__basicsize__ == struct.calcsize("2P")
)
#: In a ``PyFrameObject``, after a reference count, a type and ``f_back``: the frame inside.
_INSIDE = struct.calcsize("3P")
#: In that ``_PyInterpreterFrame``, after eight pointers (function, globals, builtins, locals,
#: code, frame, previous, instruction), ``stacktop``, ``is_entry`` and ``owner``: the variables.
_VARIABLES = struct.calcsize("8Pi?c0P")


def cells_of(frame: FrameType) -> list[int]:
    """Return the ids of the cells of a frame, in the order of its variables.

    Call it where :data:`FOLDS` is true, and for a frame that has begun.
    """
    code = frame.f_code
    shared = {*code.co_cellvars, *code.co_freevars}
    if not shared:
        return []
    names = dict.fromkeys((*code.co_varnames, *code.co_cellvars, *code.co_freevars))
    start = (c_void_p.from_address(id(frame) + _INSIDE).value or 0) + _VARIABLES
    places = (c_void_p * len(names)).from_address(start)
    return [place for name, place in zip(names, places, strict=True) if name in shared]
