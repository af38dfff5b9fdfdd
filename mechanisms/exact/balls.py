"""Rigorous enclosures of real numbers, as decimals that people can read.

A ball (flint ``arb``) is a midpoint and a radius that is never too small. It serves two
ends here: to compare a rational with e^-eps by raising the precision until the ball
decides, and to print an irrational with an honest last digit (rounded outward).

>>> enclose(lambda: arb(2).log(), 5)
('0.69314', '0.69315')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flint import arb, ctx, fmpq, fmpz

from .decimals import decimal_bound


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work with balls of `bits` bits inside the block."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def _exact(ball: arb) -> fmpq:
    mantissa, exponent = ball.mid().man_exp()
    power = fmpz(2) ** abs(int(exponent))
    return fmpq(mantissa) * power if exponent >= 0 else fmpq(mantissa) / power


def bounds(ball: arb) -> tuple[fmpq, fmpq]:
    """Return the rational end points of a finite ball."""
    return _exact(ball.lower()), _exact(ball.upper())


def enclose(compute: Callable[[], arb], digits: int) -> tuple[str, str]:
    """Return decimals ``(lo, hi)``, at most two units of the last digit apart, around a real.

    Parameters
    ----------
    compute : callable
        Evaluates the real as a ball in the precision of the moment.
    digits : int
        Decimals after the point.
    """
    bits = 64
    while True:
        with precision(bits):
            ball = compute()
            low, high = bounds(ball) if ball.is_finite() else (fmpq(0), fmpq(1))
        if (high - low) * fmpz(10) ** digits < 1:
            return decimal_bound(low, digits, up=False), decimal_bound(high, digits, up=True)
        bits *= 2


def sign(compute: Callable[[], arb]) -> int:
    """Return the sign of a real that is known not to be zero; precision rises until it shows."""
    bits = 64
    while True:
        with precision(bits):
            ball = compute()
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 2
