"""Where random bits come from: one interface, and the only three things that implement it.

Every sampler of this package draws from a :class:`BitSource` handed to it and from nothing
else; :class:`SystemSource` is the only place that asks the operating system for randomness. A
source hands out whole numbers, never floats, and counts the bits that it has handed out.

* :class:`SystemSource`: the operating system's cryptographic randomness, for releases;
* :class:`SeededSource`: reproducible on every platform, hence **not private**, for simulations;
* :class:`Tape`: replays given bits, for tests and for reading an algorithm step by step.

The samplers are in the neighbouring modules, the smallest of them (:meth:`BitSource.below`
and :meth:`BitSource.bernoulli`) here, so that whoever computes the law of a sampler can answer
them in one step.

>>> tape = Tape("0110")
>>> tape.bits(3), tape.used
(3, 3)
>>> tape.bits(2)
Traceback (most recent call last):
    ...
exactdp.mechanisms.sampling.source.TapeExhausted: the tape of 4 bits has 1 left, 2 were asked for
"""

from __future__ import annotations

import hashlib
import operator
import os
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..exact.errors import InputError
from ..exact.rationals import brief

Words = npt.NDArray[np.uint64]

_POOL = 64  # bytes moved into the integer from which single draws are cut
_BLOCK = 4096  # bytes read at a time for them


class BitSource(ABC):
    """Independent fair bits, cut into whole numbers."""

    used: int = 0  #: how many bits have been handed out

    @abstractmethod
    def bits(self, k: int) -> int:
        """Return `k` fair bits as a number, uniform on 0..2^k - 1."""

    def words(self, count: int) -> Words:
        """Return `count` independent words of 64 fair bits, as an array of uint64."""
        return np.array([self.bits(64) for _ in range(count)], dtype=np.uint64)

    def below(self, n: int) -> int:
        """Return a number uniform on 0..n-1, exactly.

        Parameters
        ----------
        n : int
            At least 1. For n = 2^k it costs exactly k bits, else fewer than log2(n) + 2 on
            average.

        Raises
        ------
        InputError
            If `n` is no integer >= 1.

        References
        ----------
        Lumbroso, *Optimal Discrete Uniform Generation from Coin Flips, and Applications*, the
        Fast Dice Roller: what a rejection leaves over is itself uniform, and is used on.

        Examples
        --------
        >>> tape = Tape("1101")
        >>> tape.below(5), tape.used  # 6 of 0..7 is rejected; it leaves 6 - 5 of 0..2, and so on
        (3, 4)
        """
        n = whole_number("n", n, at_least=1)
        low, span = 0, 1  # `low` is uniform on 0..span-1, always
        while span < n:
            k = (n - 1).bit_length() - span.bit_length()
            k += span << k < n
            low, span = low << k | self.bits(k), span << k
            if low < n:
                return low
            low, span = low - n, span - n
        return low

    def bernoulli(self, p: Fraction | int) -> bool:
        """Return True with probability exactly `p`, after two bits on average.

        Parameters
        ----------
        p : Fraction or int
            0 <= p <= 1. Sure outcomes cost no bits.

        Raises
        ------
        InputError
            If `p` is a float, or lies outside [0, 1].

        Notes
        -----
        A uniform number in [0, 1) is compared with `p` bit by bit, from the top, until the two
        differ or nothing is left of `p`.

        Examples
        --------
        >>> tape = Tape("011")  # 1/3 = 0.010101...
        >>> tape.bernoulli(Fraction(1, 3)), tape.used
        (False, 3)
        """
        if not isinstance(p, (Fraction, int)):
            raise InputError(f"got the probability {p!r}, expected a Fraction")
        rest, whole = p.numerator, p.denominator  # rest/whole of p is yet to be compared
        if not 0 <= rest <= whole:
            raise InputError(f"got the probability {brief(p)}, expected a number in [0, 1]")
        if rest == whole:
            return True
        while rest:
            rest <<= 1
            digit = rest >= whole
            if digit:
                rest -= whole
            if self.bits(1) != digit:
                return digit
        return False


class _ByteSource(BitSource):
    """A source that reads bytes, and cuts draws from a pool of them."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Drop everything that was read and not handed out."""
        self._lock = threading.Lock()  # two threads must never share a bit
        self._pool, self._left = 0, 0  # the lowest `_left` bits of `_pool` are unused
        self._block, self._at = b"", 0

    @abstractmethod
    def _read(self, size: int) -> bytes:
        """Return `size` fresh random bytes."""

    def bits(self, k: int) -> int:
        """Return `k` fair bits as a number, uniform on 0..2^k - 1."""
        if k < 0:
            raise InputError(f"got k = {k}, expected a number of bits >= 0")
        with self._lock:
            while self._left < k:
                self._fill(k - self._left)
            self._left -= k
            value = self._pool >> self._left
            self._pool ^= value << self._left
            self.used += k
        return value

    def _fill(self, bits: int) -> None:
        size = max(_POOL, -(-bits // 8))
        if size > _POOL:
            fresh = self._read(size)
        else:
            if self._at == len(self._block):
                self._block, self._at = self._read(_BLOCK), 0
            fresh = self._block[self._at : self._at + _POOL]
            self._at += _POOL
        self._pool = self._pool << 8 * size | int.from_bytes(fresh, "big")
        self._left += 8 * size

    def words(self, count: int) -> Words:
        """Return `count` independent words of 64 fair bits, as an array of uint64."""
        with self._lock:
            fresh = self._read(8 * count)
            self.used += 64 * count
        return np.frombuffer(fresh, dtype="<u8").astype(np.uint64, copy=False)


class SystemSource(_ByteSource):
    """The operating system's cryptographic randomness, read in blocks.

    Safe to share between threads. A forked child drops what its parent had read, so that the
    two never hand out the same bits; for the same reason a source can be neither copied nor
    pickled.

    Examples
    --------
    >>> source = SystemSource()
    >>> 0 <= source.below(6) < 6
    True
    """

    def __init__(self) -> None:
        super().__init__()
        _SYSTEM_SOURCES.add(self)

    def _read(self, size: int) -> bytes:
        return os.urandom(size)

    def __reduce__(self) -> str:
        raise TypeError(
            "a SystemSource is not copied, for the copy would repeat its bits: "
            "make one where it is needed"
        )


_SYSTEM_SOURCES: weakref.WeakSet[SystemSource] = weakref.WeakSet()


def _forget_after_fork() -> None:
    for source in _SYSTEM_SOURCES:
        source._forget()


if hasattr(os, "register_at_fork"):  # not where processes are never forked
    os.register_at_fork(after_in_child=_forget_after_fork)


class SeededSource(_ByteSource):
    """The same bits for the same seed, on every platform. **Not private**: for simulations.

    Parameters
    ----------
    seed : int
        Nonnegative.

    Notes
    -----
    Block number k of the stream is SHAKE-256 of the seed and k, so the stream depends on
    nothing but the seed and on how much was asked for at a time.

    Examples
    --------
    >>> source = SeededSource(1)
    >>> [source.below(6) + 1 for _ in range(8)]
    [5, 1, 3, 1, 5, 2, 2, 6]
    """

    def __init__(self, seed: int):
        super().__init__()
        self.seed = whole_number("the seed", seed, at_least=0)
        self._blocks = 0

    def _read(self, size: int) -> bytes:
        name = f"exactdp simulation, seed {self.seed}, block {self._blocks}"
        self._blocks += 1
        return hashlib.shake_256(name.encode()).digest(size)


class TapeExhausted(EOFError):
    """A tape was asked for more bits than it has left."""


class Tape(BitSource):
    """Given bits, once, in order.

    Parameters
    ----------
    bits : str or iterable of int
        ``"0110"`` or ``[0, 1, 1, 0]``; the first bit of a draw is its highest.

    Raises
    ------
    InputError
        If something else than 0 and 1 is on it.

    Examples
    --------
    >>> Tape([0, 1, 1, 0]).bits(4)
    6
    """

    def __init__(self, bits: str | Iterable[int]):
        digits = "".join(str(int(bit)) for bit in bits)
        if set(digits) - {"0", "1"}:
            raise InputError(f"got the tape {digits[:40]!r}, expected the bits 0 and 1")
        self._digits = digits

    def bits(self, k: int) -> int:
        """Return the next `k` bits as a number; raises TapeExhausted where they are too few."""
        if k < 0:
            raise InputError(f"got k = {k}, expected a number of bits >= 0")
        left = len(self._digits) - self.used
        if k > left:
            raise TapeExhausted(
                f"the tape of {len(self._digits)} bits has {left} left, {k} were asked for"
            )
        value = int(self._digits[self.used : self.used + k] or "0", 2)
        self.used += k
        return value


def whole_number(what: str, value: int, *, at_least: int | None = None) -> int:
    """Return `value` as an int, refusing floats, text and what is too small."""
    expected = "an integer" if at_least is None else f"an integer >= {at_least}"
    try:
        whole = operator.index(value)
    except TypeError:
        raise InputError(f"got {what} = {value!r}, expected {expected}") from None
    if at_least is not None and whole < at_least:
        raise InputError(f"got {what} = {brief(whole)}, expected {expected}")
    return whole
