"""numpy's bit generators, diverted: what numpy's C code makes of their bits runs unchanged.

A bit generator hands four C functions to the code that draws (``bitgen_t``, a published
interface): they are replaced by the engine's. Diverted are the bit generators that are made
while somebody watches, in whatever way (``default_rng``, ``RandomState``, ``PCG64``, ...), and
for the time of a block the one behind numpy's global functions. One that was seeded, or whose
state was set, is real outside of runs, and refused where a run draws from it. Older ones keep
their own functions, and are refused if their state changes in the block: nobody can tell whether
they were seeded.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.rationals import shorten
from .forks import GRID, Stopped
from .trespass import now, refuse, stand_in

_random: Any = np.random  # its modules are loaded on demand, and not all of it is declared
_KINDS: tuple[Any, ...] = tuple(_random.BitGenerator.__subclasses__())
_SEEDED = (
    "it draws from a numpy generator that is no source of chance, since {}: leave that out, as in "
    "default_rng()"
)
_BEFORE = (
    "the code draws from a numpy generator that was made before the audit, and may be seeded: make "
    "it in the code, by np.random.default_rng(), or name the code FILE.py:callable"
)
_READ = "it reads, copies, splits or moves a numpy generator by {}, which may tell or repeat draws"
_UNSEEN = (
    "it makes a numpy generator, or a SeedSequence, by a way that is not intercepted: make it by "
    "np.random.default_rng()"
)


class _Pointers(ctypes.Structure):
    """``bitgen_t``: where a generator gets its bits."""

    _fields_ = [
        (name, ctypes.c_void_p)
        for name in ("state", "next_uint64", "next_uint32", "next_double", "next_raw")
    ]


_word, _half, _float = (
    ctypes.CFUNCTYPE(result, ctypes.c_void_p)
    for result in (ctypes.c_uint64, ctypes.c_uint32, ctypes.c_double)
)
_FUNCTIONS = (("next_uint64", _word, 64), ("next_uint32", _half, 32), ("next_double", _float, 53),
              ("next_raw", _word, 64))  # fmt: skip
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

#: By the address of its state: why a diverted generator is not ideal, and its own functions.
_known: dict[int, tuple[str | None, Mapping[str, Callable[[int], Any]]]] = {}


def _pointers_of(generator: Any) -> _Pointers:
    return _Pointers.from_address(_pointer(generator.capsule, b"BitGenerator"))


def _divert(generator: Any, reason: str | None) -> None:
    pointers = _pointers_of(generator)
    own = {name: kind(getattr(pointers, name)) for name, kind, _ in _FUNCTIONS}
    _known[pointers.state] = reason, own
    for name, function in _ANSWERS.items():
        setattr(pointers, name, ctypes.cast(function, ctypes.c_void_p).value)


def _settle(generator: Any, reason: str | None) -> None:
    """Note why a diverted generator is not ideal."""
    state = _pointers_of(generator).state
    _known[state] = reason and _SEEDED.format(reason), _known[state][1]


def _answer(name: str, bits: int) -> Callable[[int], Any]:
    """Return what answers a draw from C, which no exception can pass through."""

    def answer(state: int) -> Any:
        reason, own = _known[state]
        try:
            if now.source is None or not (reason is None or now.running()):
                if reason is None:
                    now.importing_drew()
                return own[name](state)
            if reason is not None:
                refuse(reason)
            drawn = now.source.choose(1 << bits, None)
        except (Stopped, SystemExit):  # what the code makes of the rest is not looked at
            drawn = int.from_bytes(_system_bytes(8), "big") >> (64 - bits)
        return drawn / GRID if name == "next_double" else drawn

    return answer


_system_bytes = os.urandom
_ANSWERS = {name: kind(_answer(name, bits)) for name, kind, bits in _FUNCTIONS}


# -- those that are made ---------------------------------------------------------------


class _Kind(type):
    """The type of a class that stands for another one, whose instances it takes for its own."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return type(instance) is cls.__dict__.get("stands_for") or super().__instancecheck__(
            instance
        )


def _watched(kind: Any) -> Any:
    """Return a kind of bit generator whose instances are diverted."""

    def init(self: Any, seed: Any = None, *more: Any, **options: Any) -> None:
        free = seed is None and not any(x is not None for x in (*more, *options.values()))
        entropy = int.from_bytes(_system_bytes(16), "big") if free else seed
        kind.__init__(self, entropy, *more, **options)
        _divert(self, None)
        _settle(self, None if free else f"it is seeded with {shorten(repr(seed))}")

    def set_state(self: Any, state: Any) -> None:
        kind.state.__set__(self, state)
        _settle(self, "its state was set")

    def legacy_seeding(self: Any, seed: Any) -> None:
        entropy = np.frombuffer(_system_bytes(16), np.uint32)
        kind._legacy_seeding(self, entropy if seed is None else seed)
        _settle(self, None if seed is None else f"it is seeded with {shorten(repr(seed))}")

    members: dict[str, Any] = {"__init__": init, "__module__": kind.__module__, "stands_for": kind}
    for name in ("jumped", "advance", "spawn", "__reduce__", "__getstate__"):
        if hasattr(kind, name):
            members[name] = stand_in(getattr(kind, name), _READ.format(name))
    for name in ("seed_seq", "_seed_seq", "state"):
        members[name] = property(stand_in(getattr(kind, name).__get__, _READ.format(name)))
    members["state"] = members["state"].setter(set_state)
    if hasattr(kind, "_legacy_seeding"):
        members["_legacy_seeding"] = legacy_seeding
    return _Kind(kind.__name__, (kind,), members)


_WATCHED: dict[Any, Any] = {kind: _watched(kind) for kind in _KINDS}
_Default, _Global = _WATCHED[np.random.PCG64], _WATCHED[np.random.MT19937]


class Diverted(np.random.Generator):
    """A generator whose integers are drawn in one step, and not by rejection of words."""

    def integers(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        """Return integers as numpy's own method does."""
        if now.source is None or not all(
            x is None or isinstance(x, int | np.integer) for x in (low, high)
        ):
            return super().integers(low, high, size, dtype, endpoint)
        first, last = (0, int(low)) if high is None else (int(low), int(high))
        span = last - first + bool(endpoint)
        if span < 1:
            raise ValueError("low >= high")
        if size is None:
            return np.dtype(dtype).type(first + now.source.below(span))
        drawn = np.empty(size, dtype)
        digits = now.source.below(span**drawn.size)  # in one draw: what draws here has no state
        for k in range(drawn.size):
            digits, digit = divmod(digits, span)
            drawn.flat[k] = first + digit
        return drawn


def _default_rng(seed: Any = None) -> Any:
    if seed is None:
        return Diverted(_Default())
    return _DEFAULT_RNG(seed)  # which makes the bit generator by its name, so it is watched


_DEFAULT_RNG = np.random.default_rng


def _lock(*, original: Callable[[], Any] = _random.bit_generator.RLock) -> Any:
    """Return what every bit generator asks for when it is made, if it is made here."""
    if now.running() and sys._getframe(1).f_code.co_filename != __file__:
        refuse(_UNSEEN)
    return original()


def makers() -> Iterator[tuple[Any, str, Any]]:
    """Yield what makes bit generators, wherever numpy keeps it, and what stands there instead."""
    stand_ins = _WATCHED | {_DEFAULT_RNG: _default_rng}
    for module in [m for name, m in sys.modules.items() if name.startswith("numpy.random")]:
        for name, value in list(vars(module).items()):
            if isinstance(value, type | type(_DEFAULT_RNG)) and value in stand_ins:
                yield module, name, stand_ins[value]
    bits = _random.bit_generator
    yield bits, "randbits", stand_in(bits.randbits, _UNSEEN)
    yield bits, "RLock", _lock


# -- those that were there -------------------------------------------------------------


def _known_reason(generator: Any) -> str | None:
    """Return why a generator is not ideal, as far as that is known."""
    if isinstance(type(generator), _Kind):
        return _known[_pointers_of(generator).state][0]
    seeded = generator._seed_seq is None
    return _SEEDED.format("np.random.seed was called before the audit") if seeded else None


@contextmanager
def importing() -> Iterator[None]:
    """Watch over numpy's global functions inside the block: where they are seeded, they stay so."""
    own = _random.get_bit_generator()
    if not isinstance(type(own), _Kind):
        _random.set_bit_generator(_Global())
    ours = _random.get_bit_generator()
    try:
        yield
    finally:
        if _random.get_bit_generator() is ours and _known_reason(ours) is None:
            _random.set_bit_generator(own)


@contextmanager
def interception(older: list[Any]) -> Iterator[None]:
    """Divert numpy's global functions inside the block, and refuse draws from older generators."""
    own = _random.get_bit_generator()
    states = [(g, pickle.dumps(g.state)) for g in older if not isinstance(type(g), _Kind)]
    ours = _Global()
    state = _pointers_of(ours).state
    _known[state] = _known_reason(own), _known[state][1]
    _random.set_bit_generator(ours)
    try:
        yield
        if any(pickle.dumps(generator.state) != state for generator, state in states):
            raise InputError(_BEFORE)
    finally:
        _random.set_bit_generator(own)
