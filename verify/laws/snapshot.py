"""Values made comparable: where two snapshots are equal, no code can tell the values apart.

A snapshot is the *canonical form* of what can be reached from some variables. Numbers, texts
and the like are their type and value. Lists, dictionaries, arrays, functions and plain objects
are what is in them, in the order in which Python shows it; each gets a number when it is first
met, and is its number from then on, so that which of them are one and the same is part of the
form (and cycles end). Functions and classes that a module has by their names, modules, and the
engine's source are what they are.

Everything else is unreadable (:class:`Unreadable`): sets, whose order depends on their past,
iterators, classes made on the way, objects with more in them than Python shows.

>>> one, other = [1], [1]
>>> Snapshot().of([one, other]) == Snapshot().of([[1], [1]]) != Snapshot().of([one, one])
True
"""

from __future__ import annotations

import random
import secrets
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    GetSetDescriptorType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from .bit_generators import Diverted
from .forks import ComposedForks, Forks

#: The largest state that is looked at, in values.
MAX_VALUES = 2000
#: Immutable, and operators on them are functions of their values: how they are compared.
ATOMS: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((int, bool, NoneType, str, bytes), lambda value: value),
    **dict.fromkeys((complex, fmpz, fmpq, range), repr),
    float: float.hex,
    Fraction: Fraction.as_integer_ratio,
}
#: Containers, as tuples or bytes of what is in them.
_CONTENTS: dict[type, Callable[[Any], Any]] = {
    list: tuple,
    dict: lambda value: tuple(value.items()),
    bytearray: bytes,
}
#: Sources whose draws are intercepted: no state of theirs matters but their attributes.
_DRAWING = (random.Random, random.SystemRandom, Diverted)
_GLOBAL_SOURCES = (random._inst, secrets._sysrand)  # type: ignore[attr-defined]
_MADE_WHILE_RUNNING = 1 << 9  # Py_TPFLAGS_HEAPTYPE, a flag of classes


class Unreadable(Exception):
    """Something has a state that cannot be compared."""


@dataclass(frozen=True, eq=False)
class Same:
    """An object that is equal to itself only; kept alive, so that its id stays its own."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Snapshot:
    """The canonical form of some values.

    Attributes
    ----------
    mutable : bool
        Whether something was met that can change.
    """

    def __init__(self) -> None:
        self.mutable = False
        self._numbers: dict[int, int] = {}
        self._count = 0

    def of(self, value: Any) -> Any:
        """Return a hashable stand-in for a value; raise Unreadable where there is none."""
        self._count += 1
        if self._count > MAX_VALUES:
            raise Unreadable
        kind = type(value)
        if kind in ATOMS:
            return kind, ATOMS[kind](value)
        if issubclass(kind, np.number | np.bool_) and not kind.__flags__ & _MADE_WHILE_RUNNING:
            return kind, value.tobytes()
        if kind is tuple:
            return kind, tuple(map(self.of, value))
        if kind is MethodType:
            return kind, self.of(value.__func__), self.of(value.__self__)
        if kind is BuiltinFunctionType:
            owner = value.__self__
            return value.__name__, Same(value) if owner is None else self.of(owner)
        if _is_itself(value):
            return Same(value)
        self.mutable = True
        count = len(self._numbers)
        number = self.number(id(value))
        return ("again", number) if number < count else self._inside(value)

    def number(self, identity: int) -> int:
        """Return the number of what has an id; the first that is met has 0."""
        return self._numbers.setdefault(identity, len(self._numbers))

    def _inside(self, value: Any) -> Any:
        """Return what is in something that can change."""
        kind = type(value)
        if kind in _CONTENTS:
            return kind, self.of(_CONTENTS[kind](value))
        if kind is FunctionType:
            cells = value.__closure__ or ()
            return (
                Same(value.__code__),
                tuple(self.number(id(cell)) for cell in cells),
                self.of((*map(_content, cells), value.__defaults__, value.__kwdefaults__)),
                self.of(value.__dict__),
            )
        if kind is np.ndarray and _owns_plain_numbers(value):
            return kind, value.dtype.str, value.shape, value.tobytes()
        if kind in _DRAWING:
            return Same(value), self.of(getattr(value, "__dict__", {}))
        slots = tuple((name, getattr(value, name)) for name in _slots(kind) if hasattr(value, name))
        return Same(kind), self.of(slots), self.of(getattr(value, "__dict__", None))


def _is_itself(value: Any) -> bool:
    """Whether something is what it is: its state, if any, is that of globals or of the engine."""
    kind = type(value)
    if issubclass(kind, type):
        return not value.__flags__ & _MADE_WHILE_RUNNING or _has_global_name(value)
    if kind is ModuleType:
        return sys.modules.get(value.__name__) is value
    if kind in (Forks, ComposedForks):
        if value.extended:
            raise Unreadable
        return True
    named = kind is FunctionType and _has_global_name(value)
    return named or kind is object or any(value is known for known in _GLOBAL_SOURCES)


def _has_global_name(value: Any) -> bool:
    """Whether a function or a class is what a module has by its name."""
    found: Any = sys.modules.get(value.__module__)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an empty cell: the variable has no value yet
        raise Unreadable from None


def _owns_plain_numbers(array: Any) -> bool:
    """Whether an array has numbers of its own, in their order: then they are all its state."""
    flags = array.flags
    own = flags.owndata and flags.c_contiguous and flags.writeable
    return own and array.dtype.kind in "biuf" and array.nbytes <= 8 * MAX_VALUES


# -- plain objects ---------------------------------------------------------------------

_DICT = type.__dict__["__dict__"]


def _slots(kind: type) -> list[str]:
    """Return the slots of a class whose instances are their slots and their ``__dict__``.

    Raises
    ------
    Unreadable
        If there is more in them than Python shows, or the class decides what it shows.
    """
    access: Any = kind.__getattribute__
    if not _is_itself(kind) or access is not object.__getattribute__:
        raise Unreadable
    found = []
    for base in kind.__mro__:
        names = _own_slots(base)
        hidden = any(getattr(kind, name) is not base.__dict__[name] for name in names)
        if hidden or type(base.__dict__.get("__dict__", _DICT)) is not GetSetDescriptorType:
            raise Unreadable
        found += names
    references = len(found) + (kind.__dictoffset__ > 0) + (kind.__weakrefoffset__ > 0)
    if kind.__basicsize__ != object.__basicsize__ + references * struct.calcsize("P"):
        raise Unreadable
    return found


def _own_slots(kind: type) -> list[str]:
    names = kind.__dict__.get("__slots__", ())
    private = f"_{kind.__name__.lstrip('_')}"  # how Python calls names with two underscores
    return [
        private + name if name.startswith("__") and not name.endswith("__") else name
        for name in ((names,) if isinstance(names, str) else names)
        if name not in ("__dict__", "__weakref__")
    ]
