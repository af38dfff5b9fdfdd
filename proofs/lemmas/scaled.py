"""Mechanisms whose far outputs are scaled from one input to the next.

Let m = floor(n/2). On inputs j <= m the outputs i <= j are given, and lose a factor alpha from
each input to the next: Pr[i|j+1] = alpha Pr[i|j]. With u_j their sum on input j, the others
of input j+1 weigh 1 - alpha u_j together, and on input j they are those times

    r_j = (1 - u_j)/(1 - alpha u_j),

so that input j sums to one. Inputs beyond m mirror those below it. This is alpha-DP and row
monotone exactly if alpha <= r_j <= 1, that is if u_j <= 1/(1+alpha), for all j < m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ...mechanisms.families.geometric import factors
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import Expr, equal, variables
from ..engine.search import fractions_between
from ..engine.signs import UNIT, same_sign, sign
from . import instances as concrete

a, u = symbols("a u")
i, j, m, N = variables("i j m n")

#: Sizes and levels at which such mechanisms are built.
BUILT = range(1, 10)
LEVELS = [*fractions_between(Fraction(0), Fraction(1), 6), Fraction(9, 10), Fraction(99, 100)]
#: All of RH RM CH CM WH S, and those without the column properties.
SIX = ("RH", "RM", "CH", "CM", "WH", "S")
ROWS = ("RH", "RM", "WH", "S")


def scaled(n: int, alpha: Fraction, near: Callable[[int, int], Fraction]) -> concrete.Kernel:
    """Return the mechanism whose Pr[i|j] for i <= j <= m is near(i, j).

    >>> half = Fraction(1, 2)
    >>> [[str(p) for p in row] for row in scaled(2, half, lambda i, j: half ** (j - 1) / 3)][:2]
    [['2/3', '1/6', '1/6'], ['1/3', '1/3', '1/3']]
    """
    half = n // 2
    middle = [near(i, half) for i in range(half + 1)]
    if n % 2:
        rows = [[*middle, *(alpha * p for p in reversed(middle))]]
    else:
        rows = [[*middle, *reversed(middle[:-1])]]
    for c in reversed(range(half)):
        given = [near(o, c) for o in range(c + 1)]
        share = sum(given, start=Fraction(0))
        factor = (1 - share) / (1 - alpha * share)
        rows.append([*given, *(factor * p for p in rows[-1][c + 1 :])])
    below = rows[::-1]
    return below + [row[::-1] for row in rows[1 - n % 2 :]]


def valid(kernel: concrete.Kernel, alpha: Fraction, letters: Iterable[str]) -> bool:
    """Return whether a kernel is stochastic, private and has some properties."""
    private = concrete.stochastic(kernel) and concrete.differentially_private(kernel, alpha)
    return private and all(concrete.PROPERTIES[letter](kernel) for letter in letters)


def trace(kernel: concrete.Kernel) -> Fraction:
    """Return the sum of the diagonal.

    >>> trace([[Fraction(1), Fraction(0)]] * 2)
    Fraction(1, 1)
    """
    return sum((row[c] for c, row in enumerate(kernel)), start=Fraction(0))


def scaling() -> list[Step]:
    """Prove what is said above of r_j, and which pairs of inputs it concerns."""
    x, _ = factors(a)
    factor = (1 - u) / (1 - a * u)
    box = {"a": UNIT, "u": UNIT}
    return [
        identity("input j sums to u_j + r_j (1 - a u_j) = 1", u + factor * (1 - a * u), u**0),
        same_sign("r_j - a has the sign of 1/(1+a) - u_j", factor - a, x - u, box),
        sign("r_j <= 1", 1 - factor, ">=0", box),
        prove(
            "RM: below its own input an output i > j is scaled by r_j <= 1, above it by alpha",
            [j >= 0, j < m, i > j],
            [i >= j + 1],
        ),
        prove(
            "the inputs beyond m mirror those below: n - j < m for j > n - m",
            [*_halved(), j <= N, j > N - m],
            [N - j < m, N - j >= 0],
        ),
        prove(
            "odd n: the two middle inputs m, m+1 mirror each other",
            equal(N, 2 * m + 1),
            equal(N - m, m + 1),
        ),
    ]


def _halved() -> list[Expr]:
    return [m >= 0, 2 * m <= N, 2 * m + 1 >= N]
