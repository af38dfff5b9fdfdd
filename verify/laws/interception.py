"""The common sources of randomness, diverted to the engine for the time of a block.

Diverted are the functions of :mod:`random`, of ``random.Random`` and ``random.SystemRandom``
(uniform floats, bits, integers below n, and everything that Python builds on them),
:mod:`secrets`, ``os.urandom``, ``os.getrandom``, ``ssl.RAND_bytes``, and numpy's
(:mod:`~exactdp.verify.laws.bit_generators`).

The engine's answers are independent and uniform: *ideal*. A generator may be answered so only
if nobody chose its state. Of an instance of ``random.Random`` that is known where its last
``seed`` was seen and had no argument; for the module's own instance it is assumed of the time
before the block. All others are refused when they draw (:mod:`~exactdp.verify.laws.trespass`):
seeded ones, copies, those that were given a state, and those that were made before anybody
watched. What was imported by name before the block is not diverted; that it drew is seen by
the state that it leaves behind.

Outside of a run, for instance while the code under study is imported, draws are what they
always are.
"""

from __future__ import annotations

import _ssl
import gc
import os
import random
import secrets
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import compress
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

import numpy as np

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.rationals import shorten
from . import bit_generators
from .forks import Forks
from .trespass import forbidden, now, refuse, stand_in

_GLOBAL: random.Random = random._inst
_CORE: Any = random.Random.__mro__[1]  # what is made in C
#: For each generator whose last seeding was seen, why it is not ideal, if it is not.
_standing: WeakKeyDictionary[random.Random, str | None] = WeakKeyDictionary()
#: The states that generators had before the block, or when they were seeded in it: no draw that
#: is diverted changes them.
_marks: WeakKeyDictionary[random.Random, int] = WeakKeyDictionary()

_UNKNOWN = (
    "it draws from a random.Random that was made before the audit, or does not seed itself as that "
    "class does, and may be seeded: make it in the code, or name the code FILE.py:callable, or use "
    "random.SystemRandom()"
)
_FIXED = (
    "it draws from a generator that is no source of chance, since {}: leave that out, or use "
    "random.SystemRandom() or numpy's default_rng() without a seed"
)
_BEHIND = "it draws from or sets the state of a random.Random by a way that is not intercepted"
_READ = "it reads or copies the state of a generator, which tells all draws that follow"


def _diverted(original: Callable[..., Any], answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a stand-in for a function that draws; `answer` has the source before the rest."""

    def draw(*args: Any, **options: Any) -> Any:
        if now.source is None:
            drawn = original(*args, **options)
            _drew(*args[:1])
            return drawn
        return answer(now.source, *args, **options)

    return draw


# -- random.Random ---------------------------------------------------------------------


def _drew(generator: Any = None) -> None:
    """Note a draw that is made outside of runs."""
    known = isinstance(generator, random.Random)
    if not (known and _standing.get(generator)):
        now.importing_drew()
    if known:
        _marks[generator] = _mark(generator)


def _require_ideal(generator: random.Random) -> None:
    """Refuse a generator whose draws are not known to be independent and uniform."""
    reason = _standing.get(generator, None if generator is _GLOBAL else _UNKNOWN)
    if reason is not None:
        refuse(reason)
    if generator is not _GLOBAL and _marks.get(generator) != _mark(generator):
        refuse(_BEHIND)


def _mark(generator: random.Random) -> int:
    return hash(_STATE_OF(generator))


_STATE_OF = _CORE.getstate


def _float_of(source: Forks, generator: random.Random) -> float:
    _require_ideal(generator)
    return source.random()


def _bits_of(source: Forks, generator: random.Random, k: int) -> int:
    _require_ideal(generator)
    return source.bits(k)


def _below_of(source: Forks, generator: random.Random, n: int) -> int:
    if "getrandbits" in vars(generator):  # somebody's own, that Python would ask
        return _RANDBELOW(generator, n)
    _require_ideal(generator)
    return source.below(n)


_RANDBELOW: Callable[..., int] = random.Random._randbelow  # type: ignore[attr-defined]


def _seed(generator: random.Random, a: Any = None, version: int = 2) -> None:
    _settle(generator, None if a is None else f"it is seeded with {shorten(repr(a))}", _SEED, a,
            version)  # fmt: skip


def _set(generator: random.Random, state: Any) -> None:
    _settle(generator, "it was given a state (by setstate, a copy, or a pickle)", _SETSTATE, state)


def _settle(
    generator: random.Random, reason: str | None, original: Callable[..., None], *args: Any
) -> None:
    """Note that a generator has a new state, and give it."""
    _standing[generator] = reason and _FIXED.format(reason)
    if generator is not _GLOBAL or not now.running():  # a run leaves no trace in the process
        original(generator, *args)
    _marks[generator] = _mark(generator)


_SEED, _SETSTATE = random.Random.seed, random.Random.setstate


# -- all -------------------------------------------------------------------------------


def _urandom(source: Forks, size: int, _: int = 0) -> bytes:
    return source.bits(8 * size).to_bytes(size, "big")


def _draws() -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """Yield what is diverted: an owner, a name, and what answers instead."""
    yield secrets, "randbits", lambda source, k: source.bits(k)
    yield random.Random, "random", _float_of
    yield random.Random, "getrandbits", _bits_of
    yield random.Random, "_randbelow", _below_of
    yield random.SystemRandom, "random", lambda source, _: source.random()
    yield random.SystemRandom, "getrandbits", lambda source, _, k: source.bits(k)
    yield random.SystemRandom, "_randbelow", lambda source, _, n: source.below(n)
    for owner, name in (
        (os, "urandom"), (random, "_urandom"), (os, "getrandom"),
        (ssl, "RAND_bytes"), (_ssl, "RAND_bytes"),
    ):  # fmt: skip
        yield owner, name, _urandom


def _stand_ins() -> dict[tuple[Any, str], Callable[..., Any]]:
    """Return what stands for what: an owner and a name, and the function instead."""
    found: dict[tuple[Any, str], Callable[..., Any]] = {
        (owner, name): _diverted(getattr(owner, name), answer) for owner, name, answer in _draws()
    } | {
        (random.Random, "seed"): _seed,
        (random.Random, "setstate"): _set,
        (random.Random, "getstate"): stand_in(random.Random.getstate, _READ),
        (_CORE, "getstate"): stand_in(_CORE.getstate, _READ),
        (_CORE, "random"): stand_in(_CORE.random, _BEHIND),
        (_CORE, "getrandbits"): stand_in(_CORE.getrandbits, _BEHIND),
    }
    for name in ("random", "getrandbits", "seed", "setstate", "getstate"):
        found[random, name] = partial(found[random.Random, name], _GLOBAL)
    return found


#: What is replaced, as it was when this module was imported.
_ORIGINALS = {(owner, name): getattr(owner, name) for owner, name in _stand_ins()}


@contextmanager
def watch() -> Iterator[None]:
    """Watch over the generators that are made inside the block, and divert those of a run.

    Raises
    ------
    InputError
        If a function that draws has been replaced, before or inside the block: what stands
        there then would not be what is judged.
    """
    _require_in_place(_ORIGINALS)
    _marks[_GLOBAL] = _mark(_GLOBAL)
    ours = _stand_ins()
    with ExitStack() as stack:
        for (owner, name), new in ours.items():
            stack.enter_context(patch.object(owner, name, new))
        for owner, name, new in (*forbidden(), *bit_generators.makers()):
            stack.enter_context(patch.object(owner, name, new))
        yield
        _require_in_place(ours)
    if _marks[_GLOBAL] != _mark(_GLOBAL):
        _standing[_GLOBAL] = _BEHIND


@contextmanager
def interception() -> Iterator[None]:
    """Divert the common sources in the runs inside the block; see the module.

    Raises
    ------
    InputError
        As :func:`watch`; or if a generator was drawn from by a way that is not intercepted.
    """
    standing = _standing.get(_GLOBAL)
    older = _living(random.Random, np.random.BitGenerator)
    generators = [generator for generator in older if isinstance(generator, random.Random)]
    for generator in generators:
        mark = _mark(generator)
        if generator is not _GLOBAL and _standing.get(generator, "") is None:
            _standing[generator] = None if _marks[generator] == mark else _BEHIND
        _marks[generator] = mark
    try:
        with watch(), bit_generators.interception([g for g in older if g not in generators]):
            yield
        if any(_marks[generator] != _mark(generator) for generator in generators):
            raise InputError(f"the code cannot be studied: {_BEHIND}")
    finally:
        _standing[_GLOBAL] = standing


def _living(*kinds: type) -> list[Any]:
    """Return all objects of some kinds, and of those derived from them."""
    known: set[type] = set()
    waiting = list(kinds)
    while waiting:
        known.add(waiting[-1])
        waiting += waiting.pop().__subclasses__()
    objects = gc.get_objects()  # some hundred thousand: the loop over them is left to C
    return list(compress(objects, map(known.__contains__, map(type, objects))))


def _require_in_place(expected: dict[tuple[Any, str], Any]) -> None:
    for (owner, name), function in expected.items():
        if getattr(owner, name) is not function:
            raise InputError(
                f"{owner.__name__}.{name} has been replaced by another function, so what draws "
                "from it is not judged: let the code call that function by a name of its own"
            )
