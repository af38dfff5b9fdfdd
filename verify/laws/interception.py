"""The common sources of randomness, diverted to the engine for the time of a block.

Diverted are the functions of :mod:`random` and of ``random.SystemRandom`` (uniform floats,
bits, integers below n, and everything that Python builds on them), :mod:`secrets`,
``os.urandom``, numpy's global functions, and numpy generators made inside the block with
``default_rng`` or from ``PCG64``, ``MT19937``, ``Philox``, ``SFC64``. Of numpy, uniform floats
and all that its C code makes of them (``choice(p=...)``, for instance) run unchanged on
diverted floats: the function pointer inside the bit generator is replaced. Not diverted is
what was imported by name before the block, and what reads randomness in other ways; the
engine notices when that changes an output.

Outside of a run, for instance while the code under study is imported, draws are what they
always are.
"""

from __future__ import annotations

import ctypes
import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from .forks import GRID, Forks, Stopped


class _Now:
    """Who answers at the moment, if anybody."""

    source: Forks | None = None


#: Diverted draws are answered by ``now.source``; where it is None, they are not diverted.
now = _Now()


def _diverted(original: Callable[..., Any], answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a stand-in for a function that draws; `answer` has the source before the rest."""

    def draw(*args: Any, **options: Any) -> Any:
        if now.source is None:
            return original(*args, **options)
        return answer(now.source, *args, **options)

    return draw


def _randbelow(source: Forks, _: Any, n: int) -> int:
    return source.below(n)


def _urandom(source: Forks, size: int) -> bytes:
    return source.bits(8 * size).to_bytes(size, "big")


def _places() -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """Yield what is replaced: an owner, a name, and what answers instead."""
    for owner in (random.Random, random.SystemRandom):
        yield owner, "random", lambda source, _: source.random()
        yield owner, "getrandbits", lambda source, _, k: source.bits(k)
        yield owner, "_randbelow", _randbelow
    yield random, "random", lambda source: source.random()
    yield random, "getrandbits", lambda source, k: source.bits(k)
    yield secrets, "randbits", lambda source, k: source.bits(k)
    yield os, "urandom", _urandom
    yield random, "_urandom", _urandom


@contextmanager
def interception() -> Iterator[None]:
    """Divert the common sources inside the block; see the module."""
    with ExitStack() as stack:
        for owner, name, answer in _places():
            stack.enter_context(patch.object(owner, name, _diverted(getattr(owner, name), answer)))
        for name in ("PCG64", "MT19937", "Philox", "SFC64"):
            kind = getattr(np.random, name)
            stack.enter_context(patch.object(np.random, name, lambda *_, k=kind: _bits_of(k)))
        stack.enter_context(
            patch.object(np.random, "default_rng", lambda *_: Diverted(_bits_of(_PCG64)))
        )
        module: Any = np.random  # numpy does not list these two
        stack.callback(module.set_bit_generator, module.get_bit_generator())
        module.set_bit_generator(_bits_of(_MT19937))
        yield


# -- numpy -----------------------------------------------------------------------------

_PCG64, _MT19937 = np.random.PCG64, np.random.MT19937


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


class _Pointers(ctypes.Structure):
    """numpy's ``bitgen_t``, a published interface: where a generator gets its bits."""

    _fields_ = [
        (name, ctypes.c_void_p)
        for name in ("state", "next_uint64", "next_uint32", "next_double", "next_raw")
    ]


def _drawn(k: int) -> int:
    """Return k bits for a callback from C, which no exception can pass through."""
    if now.source is not None:
        try:
            return now.source.choose(1 << k, None)
        except Stopped:  # what the code makes of the rest is not looked at, but it should end
            pass
    return int.from_bytes(_system_bytes(8), "big") >> (64 - k)


_system_bytes = os.urandom
_word = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(lambda _: _drawn(64))
_half = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)(lambda _: _drawn(32))
_float = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(lambda _: _drawn(53) / GRID)


def _bits_of(kind: Any) -> Any:
    """Return a bit generator of a kind whose bits are diverted."""
    generator = kind(0)
    pointers = _Pointers.from_address(generator.ctypes.bit_generator.value)
    for name, function in (
        ("next_uint64", _word),
        ("next_uint32", _half),
        ("next_double", _float),
        ("next_raw", _word),
    ):
        setattr(pointers, name, ctypes.cast(function, ctypes.c_void_p).value)
    return generator
