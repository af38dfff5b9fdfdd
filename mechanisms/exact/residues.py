"""Rationals modulo a prime, by which ranks are shown.

>>> residue(fmpq(1, 2), 7)
4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from flint import fmpq, fmpz, nmod

#: The first prime that is tried.
FIRST = 2**31 - 1


def residue(x: fmpq, prime: int) -> nmod:
    """Return a rational modulo a prime that does not divide its denominator."""
    return nmod(x.p, prime) / nmod(x.q, prime)


def primes_beside(numbers: Iterable[fmpq]) -> Iterator[int]:
    """Yield primes that divide no numerator and no denominator of numbers that are not 0.

    >>> next(primes_beside([fmpq(1, FIRST)]))
    2147483659
    """
    units = {abs(part) for x in numbers if x for part in (x.p, x.q)}
    return (q for q in count(FIRST, 2) if fmpz(q).is_prime() and all(x % q for x in units))
