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

import ctypes
import sys
from types import FrameType

#: Whether this is the interpreter whose frames are known: elsewhere nothing is folded.
FOLDS = (
    sys.implementation.name == "cpython"
    and sys.version_info[:2] == (3, 11)
    and object.__basicsize__ == 2 * ctypes.sizeof(ctypes.c_void_p)
)


class _Inner(ctypes.Structure):
    """``_PyInterpreterFrame`` of CPython 3.11; the variables follow it."""

    _fields_ = [
        *(
            (name, ctypes.c_void_p)
            for name in (
                "function",
                "globals",
                "builtins",
                "locals",
                "code",
                "frame",
                "previous",
                "instruction",
            )
        ),
        ("stacktop", ctypes.c_int),
        ("is_entry", ctypes.c_bool),
        ("owner", ctypes.c_char),
    ]


class _Outer(ctypes.Structure):
    """The beginning of ``PyFrameObject``."""

    _fields_ = [
        ("head", ctypes.c_void_p * 2),
        ("back", ctypes.c_void_p),
        ("inner", ctypes.c_void_p),
    ]


def cells_of(frame: FrameType) -> list[int]:
    """Return the ids of the cells of a frame, in the order of its variables.

    Call it where :data:`FOLDS` is true, and for a frame that has begun.
    """
    code = frame.f_code
    shared = {*code.co_cellvars, *code.co_freevars}
    if not shared:
        return []
    names = [*code.co_varnames, *(x for x in code.co_cellvars if x not in code.co_varnames)]
    names += code.co_freevars
    start = _Outer.from_address(id(frame)).inner + ctypes.sizeof(_Inner)
    places = (ctypes.c_void_p * len(names)).from_address(start)
    return [place for name, place in zip(names, places, strict=True) if name in shared]
