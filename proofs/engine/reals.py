"""Real numbers that are not rational, by balls: a printed decimal, a sign, a crossing.

A real is given by a function that computes it as a ball (flint ``arb``) in the precision of
the moment, and precision rises until the ball decides. A ball never claims more than it
knows, so a step holds only if the statement does; a real that cannot be told from zero at
:data:`BITS` bits is left undecided.

>>> from flint import arb
>>> rounds_to("ln 2", lambda: arb(2).log(), "0.69").holds
True
>>> positive("ln 2 - 1", lambda: arb(2).log() - 1).holds
False
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from flint import arb, fmpq

from ...mechanisms.exact.balls import enclose, precision
from ...mechanisms.exact.decimals import decimal_bound
from ...mechanisms.exact.rationals import to_fmpq
from .evidence import Step

#: The precision beyond which a sign is left undecided.
BITS = 4096

Real = Callable[[], arb]


def ball(value: Fraction | int) -> arb:
    """Return a rational number as a ball of the present precision."""
    return arb(to_fmpq(value))


def rounding(text: str) -> tuple[Fraction, Fraction]:
    """Return the interval of what rounds to a printed decimal; its ends may round either way.

    >>> tuple(map(str, rounding("0.05")))
    ('9/200', '11/200')
    """
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        raise ValueError(f"got {text!r}, expected a decimal without an exponent")
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    return Fraction(text) - half, Fraction(text) + half


def sign_of(compute: Real) -> int | None:
    """Return 1 or -1, or None if the real is not told from zero at :data:`BITS` bits.

    >>> sign_of(lambda: arb(2).sqrt() ** 2 - 2) is None
    True
    """
    bits = 64
    while bits <= BITS:
        with precision(bits):
            value = compute()
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2
    return None


def positive(shows: str, compute: Real, digits: int = 6) -> Step:
    """Decide whether a real is positive; `shows` is the statement."""
    sign = sign_of(compute)
    if sign is None:
        return Step("ball", shows, None, {"bits": BITS})
    data = {"between": list(enclose(compute, digits))}
    if sign > 0:
        return Step("ball", shows, True, data)
    return Step("ball", shows, False, {"counterexample": data})


def rounds_to(shows: str, compute: Real, text: str, digits: int = 6) -> Step:
    """Decide whether a real rounds to a printed decimal; if not, say by how much it misses.

    The real must not be the half-way point itself.
    """
    low, high = (to_fmpq(end) for end in rounding(text))
    printed = to_fmpq(Fraction(text))
    sides = sign_of(lambda: compute() - low), sign_of(lambda: high - compute())
    data = {
        "printed": text,
        "between": list(enclose(compute, digits)),
        "off by": list(enclose(lambda: compute() - printed, digits)),
    }
    if -1 in sides:
        return Step("ball", f"{shows} is {text}", False, {"counterexample": data})
    return Step("ball", f"{shows} is {text}", True if sides == (1, 1) else None, data)


def crossing(
    shows: str, gap: Callable[[arb], arb], low: Fraction, high: Fraction, digits: int = 6
) -> Step:
    """Enclose where a function goes from negative to positive, by bisection on decimals.

    That it crosses only there must be shown apart, by its monotonicity.

    Parameters
    ----------
    shows : str
        What the crossing is.
    gap : callable
        The function, on balls; negative at `low`, positive at `high`.
    low, high : Fraction
        Rational numbers.
    digits : int
        The interval found is 10^-digits wide.

    Examples
    --------
    >>> crossing("e", lambda x: x.log() - 1, Fraction(2), Fraction(3), 3).data["between"]
    ['2.718', '2.719']
    """
    unit = fmpq(1, 10**digits)
    left, right = int((to_fmpq(low) / unit).floor()), int((to_fmpq(high) / unit).ceil())
    ends = [sign_of(lambda at=at: gap(arb(at * unit))) for at in (left, right)]  # type: ignore[misc]
    holds = True if ends == [-1, 1] else None
    while holds and right - left > 1:
        middle = (left + right) // 2
        side = sign_of(lambda: gap(arb(middle * unit)))  # noqa: B023 (called at once)
        if side is None:
            holds = None
        elif side < 0:
            left = middle
        else:
            right = middle
    ends_found = [decimal_bound(at * unit, digits, up=False) for at in (left, right)]
    return Step("ball", shows, holds, {"between": ends_found})
