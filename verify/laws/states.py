"""The state of code at a draw, as a value: equal values, equal futures.

At a draw the code under study is a stack of frames. What will happen depends on where each
stands, on its variables, on the operands that wait on its stack
(:mod:`~exactdp.verify.laws.pending`), and on what is hidden elsewhere: globals, the state of
C code. Two draws with equal keys have the same future, provided that nothing is hidden; that
is the assumption :data:`ASSUMPTION`, and everything else is verified here, frame by frame,
from the innermost outwards:

* every call between the frames is made directly by Python code, so that no C function (a
  ``map``, a ``sorted``) with a state of its own stands between them. The interpreter tells
  direct calls from others by the position at which it leaves a frame; where it does not,
  nothing is folded;
* the operands below each pending call are functions of the variables;
* the variables have values that can be compared: numbers, texts, tuples and the like, and
  lists, dictionaries, arrays, functions and plain objects of such. Which containers, and which
  cells of closures (:mod:`~exactdp.verify.laws.cells`), are one and the same is part of it.
  Functions and classes that a module has by their names, modules and the engine's source are
  what they are. Nothing else is compared: not sets, whose order depends on their past, nor
  classes made on the way.

Where that stops short of the outermost frame, the frames outside have stood still since a
moment (a token) that stands for them in the key: the beginning of the first of the verified
frames, or the last draw at which one of its variables was mutable. Since then nothing mutable
could be reached from the verified frames.

Folding is done on CPython 3.11 only, whose frames this was written for and verified on.
"""

from __future__ import annotations

import dis
import os
import random
import secrets
import struct
import sys
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GetSetDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from .bit_generators import Diverted
from .cells import cells_of
from .forks import ComposedForks, Forks
from .pending import operands

ASSUMPTION = (
    "no state is hidden in globals, in C code, in objects that the variables do not show, or in "
    "whether equal numbers or texts are one object (equal states of all Python frames were merged)"
)
#: The largest state that is looked at, in values.
MAX_VALUES = 2000

_FOLDER = os.path.join(os.path.dirname(__file__), "")
_GENERATOR = 0x20 | 0x80 | 0x100 | 0x200  # flags of generators and coroutines
_PLAIN = (int, bool, type(None), str, bytes)
#: Immutable, and operators on them are functions of their values.
_VALUES = (*_PLAIN, float, complex, Fraction, fmpz, fmpq)
#: Sources whose draws are intercepted: no state of theirs matters but their attributes.
_DRAWING = (random.Random, random.SystemRandom, Diverted)
#: Those that are global.
_GLOBAL_SOURCES = (random._inst, secrets._sysrand)  # type: ignore[attr-defined]
_HEAP_TYPE = 1 << 9  # flag of classes that were made while running
_POINTER = struct.calcsize("P")


class _Unreadable(Exception):
    """Something has a state that cannot be compared."""


@dataclass(frozen=True, eq=False)
class _Same:
    """An object that is equal to itself only; kept alive, so that its id stays its own."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def frames(outermost: CodeType) -> list[FrameType]:
    """Return the frames from that of a code object to the one that draws, in this order.

    Those of this package between them are left out: each answers one draw, and has no state.
    """
    frame: Any = sys._getframe(1)
    found = []
    while frame.f_code is not outermost:
        if not frame.f_code.co_filename.startswith(_FOLDER):
            found.append(frame)
        frame = frame.f_back
    return [frame, *reversed(found)]


def key_of(stack: list[FrameType], tokens: list[Any]) -> tuple[Any, int]:
    """Return the state at a draw, hashable, or None where it cannot be told.

    With it comes how many of the innermost frames have immutable variables only.

    Parameters
    ----------
    stack : list of frame
        From the frame that called the code under study to the one that draws.
    tokens : list
        For each of them what identifies its beginning, or a later draw, since when all its
        variables were immutable at every draw.
    """
    snapshot = _Snapshot()
    parts: list[Any] = []
    immutable = 0  # how many of the innermost have immutable variables only
    for frame in reversed(stack[1:]):
        try:
            parts.append(_part(frame, snapshot))
        except (_Unreadable, RecursionError):  # nested too deeply, or code too deep in itself
            break
        immutable += immutable == len(parts) - 1 and not snapshot.mutable
    if len(parts) == len(stack) - 1 and _called_directly(stack[0]):
        return (None, tuple(parts)), immutable
    if not immutable:
        return None, 0
    return (tokens[len(stack) - immutable], tuple(parts[:immutable])), immutable


def _part(frame: FrameType, snapshot: _Snapshot) -> Any:
    code = frame.f_code
    if code.co_flags & _GENERATOR or not _called_directly(frame):
        raise _Unreadable
    waiting = _calls(code)[1].get(_pending(frame)[0])
    variables = frame.f_locals
    if waiting is None or not all(type(variables.get(name)) in _VALUES for name in waiting):
        raise _Unreadable
    cells = tuple(map(snapshot.number, cells_of(frame)))
    values = tuple((name, snapshot.of(value)) for name, value in variables.items())
    return _Same(code), frame.f_lasti, cells, values


def _called_directly(frame: FrameType) -> bool:
    """Whether the pending instruction is a call that the interpreter made by itself.

    Then it has gone past the inline cache of the instruction before it entered the function;
    a call by way of C leaves the position at the instruction.
    """
    offset, following = _pending(frame)
    return offset in _calls(frame.f_code)[1] and offset < frame.f_lasti < following


def _pending(frame: FrameType) -> tuple[int, int]:
    """Return the offsets of the pending instruction and of the next."""
    found: tuple[int, int] = _calls(frame.f_code)[2][frame.f_lasti]
    return found


_known: dict[int, Any] = {}


def _calls(code: CodeType) -> Any:
    """Return the code (kept alive), its calls, and the instruction at each position."""
    found = _known.get(id(code))
    if found is None:
        starts = [step.offset for step in dis.get_instructions(code)]
        places = {
            position: (start, end)
            for start, end in pairwise([*starts, len(code.co_code)])
            for position in range(start, end, 2)
        }
        found = _known[id(code)] = code, operands(code), places
    return found


class _Snapshot:
    """Values made comparable; which containers are one and the same is part of it."""

    def __init__(self) -> None:
        self.mutable = False
        self._seen: dict[int, int] = {}
        self._count = 0

    def of(self, value: Any) -> Any:
        """Return a hashable stand-in for a value; raise _Unreadable where there is none."""
        self._count += 1
        if self._count > MAX_VALUES:
            raise _Unreadable
        kind = type(value)
        if kind in _PLAIN:
            return kind, value
        if kind is float:
            return kind, value.hex()
        if kind is Fraction:
            return kind, value.numerator, value.denominator
        if kind in (complex, fmpz, fmpq, range):
            return kind, repr(value)
        if issubclass(kind, np.number | np.bool_) and not kind.__flags__ & _HEAP_TYPE:
            return kind, value.tobytes()
        if kind is tuple:
            return kind, tuple(map(self.of, value))
        if kind is FunctionType and not _has_global_name(value):
            return self._function(value)
        if kind is MethodType:
            return MethodType, self.of(value.__func__), self.of(value.__self__)
        if kind is BuiltinFunctionType:
            owner = value.__self__
            return value.__name__, _Same(value) if owner is None else self.of(owner)
        if _is_fixed(value, kind):
            return _Same(value)
        return self._container(value)

    def number(self, identity: int) -> int:
        """Return the number of what has an id; the first that is seen has 0."""
        return self._seen.setdefault(identity, len(self._seen))

    def _again(self, value: Any) -> Any:
        """Return the number of what was seen before, which also ends cycles; else number it."""
        count = len(self._seen)
        number = self.number(id(value))
        return ("again", number) if number < count else None

    def _function(self, value: FunctionType) -> Any:
        self.mutable = True  # its cells and its attributes are
        cells = value.__closure__ or ()
        return self._again(value) or (
            _Same(value.__code__),
            tuple(self.number(id(cell)) for cell in cells),
            self.of((*map(_content, cells), value.__defaults__, value.__kwdefaults__)),
            self.of(value.__dict__),
        )

    def _container(self, value: Any) -> Any:
        self.mutable = True
        again = self._again(value)
        if again:
            return again
        kind = type(value)
        if kind is list:
            return kind, tuple(map(self.of, value))
        if kind is dict:
            return kind, tuple((self.of(k), self.of(v)) for k, v in value.items())
        if kind is bytearray:
            return kind, bytes(value)
        if kind is np.ndarray and _owns_plain_numbers(value):
            return kind, value.dtype.str, value.shape, value.tobytes()
        if kind in _DRAWING:
            return _Same(value), self.of(getattr(value, "__dict__", {}))
        if not _is_fixed(kind, type(kind)) or not _shows_itself(kind):
            raise _Unreadable
        slots = [name for c in kind.__mro__ for name in _slots(c)]
        offsets = (kind.__dictoffset__, kind.__weakrefoffset__)
        pointers = len(slots) + sum(offset > 0 for offset in offsets)
        plain = kind.__basicsize__ == object.__basicsize__ + pointers * _POINTER
        if not plain or len(set(slots)) < len(slots):
            raise _Unreadable  # there is more in it than Python shows
        parts = [(name, getattr(value, name)) for name in slots if hasattr(value, name)]
        return (
            _Same(kind),
            tuple((name, self.of(part)) for name, part in parts),
            self.of(value.__dict__) if hasattr(value, "__dict__") else None,
        )


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an empty cell: the variable has no value yet
        raise _Unreadable from None


def _is_fixed(value: Any, kind: type) -> bool:
    """Whether something is what it is: its state, if any, is that of globals or of the engine."""
    if issubclass(kind, type):
        return not value.__flags__ & _HEAP_TYPE or _has_global_name(value)
    if kind is ModuleType:
        return sys.modules.get(value.__name__) is value
    if kind in (Forks, ComposedForks):
        if value.extended:
            raise _Unreadable
        return True
    named = kind is FunctionType and _has_global_name(value)
    return named or kind is object or any(value is known for known in _GLOBAL_SOURCES)


def _has_global_name(value: Any) -> bool:
    """Whether a function or a class is what a module has by its name."""
    found: Any = sys.modules.get(value.__module__)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def _owns_plain_numbers(array: Any) -> bool:
    """Whether an array has numbers of its own, in their order: then they are all its state."""
    flags = array.flags
    own = flags.owndata and flags.c_contiguous and flags.writeable
    return own and array.dtype.kind in "biuf" and array.nbytes <= 8 * MAX_VALUES


def _shows_itself(kind: type) -> bool:
    """Whether the attributes of an object are what Python's own access to them shows."""
    access: Any = kind.__getattribute__
    if access is not object.__getattribute__:
        return False
    for base in kind.__mro__:
        if type(base.__dict__.get("__dict__", _DICT)) is not GetSetDescriptorType:
            return False
        for name in _slots(base):
            if getattr(kind, name) is not base.__dict__[name]:  # something hides the slot
                return False
    return True


_DICT = type.__dict__["__dict__"]


def _slots(kind: type) -> tuple[str, ...]:
    names = kind.__dict__.get("__slots__", ())
    names = (names,) if isinstance(names, str) else tuple(names)
    private = f"_{kind.__name__.lstrip('_')}"  # how Python calls names with two underscores
    return tuple(
        private + name if name.startswith("__") and not name.endswith("__") else name
        for name in names
        if name not in ("__dict__", "__weakref__")
    )
