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
  containers and plain objects of such, with their aliasing. Functions, classes, modules and
  intercepted sources are what they are.

Where that stops short of the outermost frame, the frames outside have stood still since the
first of the verified frames began, so its beginning (a token) stands for them in the key;
then the variables must be immutable.
"""

from __future__ import annotations

import dis
import os
import random
import struct
import sys
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from ...mechanisms.sampling.source import BitSource
from .pending import operands

ASSUMPTION = (
    "no state is hidden in globals, C code or objects that the variables do not show "
    "(equal states of all Python frames were merged)"
)
#: The largest state that is looked at, in values.
MAX_VALUES = 2000

_FOLDER = os.path.join(os.path.dirname(__file__), "")
_GENERATOR = 0x20 | 0x80 | 0x100 | 0x200  # flags of generators and coroutines
_PLAIN = (int, bool, type(None), str, bytes)
#: Immutable, and operators on them are functions of their values.
_VALUES = (*_PLAIN, float, complex, Fraction, fmpz, fmpq)
#: What is what it is: no state of theirs matters while their draws are intercepted.
_FIXED = (ModuleType, type, BitSource, random.Random, np.random.Generator)
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


def key_of(stack: list[FrameType], tokens: list[Any]) -> Any:
    """Return the state at a draw, hashable, or None where it cannot be told.

    Parameters
    ----------
    stack : list of frame
        From the frame that called the code under study to the one that draws.
    tokens : list
        For each of them what identifies its beginning.
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
        return None, tuple(parts)
    if not immutable:
        return None
    return tokens[len(stack) - immutable], tuple(parts[:immutable])


def _part(frame: FrameType, snapshot: _Snapshot) -> Any:
    code = frame.f_code
    if code.co_flags & _GENERATOR or not _called_directly(frame):
        raise _Unreadable
    waiting = _calls(code)[1].get(_pending(frame)[0])
    variables = frame.f_locals
    if waiting is None or not all(type(variables.get(name)) in _VALUES for name in waiting):
        raise _Unreadable
    values = tuple((name, snapshot.of(value)) for name, value in variables.items())
    return _Same(code), frame.f_lasti, values


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
        if kind in (complex, fmpz, fmpq, range) or isinstance(value, np.number | np.bool_):
            return kind, repr(value)
        if kind in (tuple, frozenset):
            return kind, kind(map(self.of, value))
        if isinstance(value, FunctionType):
            return self._again(value) or (
                _Same(value.__code__),
                self.of((*_cells(value), value.__defaults__, value.__kwdefaults__)),
            )
        if isinstance(value, MethodType):
            return MethodType, self.of(value.__func__), self.of(value.__self__)
        if isinstance(value, BuiltinFunctionType):
            owner = value.__self__
            return value.__name__, _Same(owner) if owner is None else self.of(owner)
        if isinstance(value, _FIXED) or kind is object:
            return _Same(value)
        return self._container(value)

    def _again(self, value: Any) -> Any:
        """Return the number of what was seen before, which also ends cycles; else number it."""
        if id(value) in self._seen:
            return "again", self._seen[id(value)]
        self._seen[id(value)] = len(self._seen)
        return None

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
        if kind is set:
            return kind, frozenset(map(self.of, value))
        if kind is bytearray:
            return kind, bytes(value)
        if kind is np.ndarray and value.dtype.kind in "biuf" and value.nbytes <= 8 * MAX_VALUES:
            return kind, value.dtype.str, value.shape, value.tobytes()
        slots = [name for c in kind.__mro__ for name in _slots(c)]
        offsets = (kind.__dictoffset__, kind.__weakrefoffset__)
        pointers = len(slots) + sum(offset > 0 for offset in offsets)
        plain = kind.__basicsize__ == object.__basicsize__ + pointers * _POINTER
        if not plain or len(set(slots)) < len(slots):
            raise _Unreadable  # there is more in it than Python shows
        slots = [name for name in slots if hasattr(value, name)]
        parts = {name: getattr(value, name) for name in slots} | getattr(value, "__dict__", {})
        return _Same(kind), tuple((name, self.of(part)) for name, part in parts.items())


def _cells(function: FunctionType) -> list[Any]:
    try:
        return [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:  # an empty cell: the variable has no value yet
        raise _Unreadable from None


def _slots(kind: type) -> tuple[str, ...]:
    names = kind.__dict__.get("__slots__", ())
    names = (names,) if isinstance(names, str) else tuple(names)
    private = f"_{kind.__name__.lstrip('_')}"  # how Python calls names with two underscores
    return tuple(
        private + name if name.startswith("__") and not name.endswith("__") else name
        for name in names
        if name not in ("__dict__", "__weakref__")
    )
