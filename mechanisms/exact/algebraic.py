"""Real algebraic numbers, and the roots of integer polynomials on an interval, exactly.

Roots are isolated by Descartes' rule of signs and bisection: a polynomial without multiple
roots has no root in (a, b) if its transform has no change of sign, and exactly one if it
has one. A root is kept as its minimal polynomial and an interval with rational ends that
holds no other root, so that comparing two of them ends with a proof. (Looking only where the
roots are wanted is fast: flint finds all complex roots, and sympy's isolation runs in Python;
both take at least seven times as long.)

>>> [str(root) for root in roots(fmpz_poly([0, 1, -5, 6]), fmpq(0), fmpq(1))]
['1/3', '1/2']
>>> golden, = roots(fmpz_poly([-1, 1, 1]), fmpq(0), fmpq(1))
>>> golden > Algebraic.of(fmpq(618, 1000)), golden < Algebraic.of(fmpq(619, 1000))
(True, True)
"""

from __future__ import annotations

from functools import total_ordering
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from .ratios import Poly, coefficients

#: How many decimals of an irrational number are shown.
DIGITS = 6


@total_ordering
class Algebraic:
    """A real algebraic number.

    Attributes
    ----------
    minimal : fmpz_poly
        Irreducible, primitive, with a positive leading coefficient.
    low, high : fmpq
        The number is the only root of `minimal` in [low, high]; equal if it is rational.
    """

    __slots__ = ("high", "low", "minimal")

    def __init__(self, minimal: Poly, low: fmpq, high: fmpq):
        self.minimal, self.low, self.high = minimal, low, high

    @classmethod
    def of(cls, value: fmpq) -> Algebraic:
        """Return a rational number."""
        return cls(fmpz_poly([-value.p, value.q]), value, value)

    @property
    def rational(self) -> fmpq | None:
        """The number, if it is rational."""
        return self.low if self.low == self.high else None

    def refine(self) -> None:
        """Halve the interval; the number stays the same."""
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        # An irreducible polynomial of degree 2 or more has no rational root.
        if (self.minimal(middle) > 0) == (self.minimal(self.low) > 0):
            self.low = middle
        else:
            self.high = middle

    def is_root(self, p: Poly) -> bool:
        """Return whether p vanishes here.

        >>> Algebraic.of(fmpq(1, 2)).is_root(fmpz_poly([0, 1, -2]))
        True
        """
        return not p or p.gcd(self.minimal).degree() > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Algebraic):
            return NotImplemented
        if self.minimal != other.minimal:
            return False
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low >= high:
            return bool(low == high and self.rational is not None)
        # Each interval holds one root; it is the same one if their intersection holds a root.
        return bool((self.minimal(low) > 0) != (self.minimal(high) > 0))

    def __lt__(self, other: Algebraic) -> bool:
        if self == other:
            return False
        while self.low < other.high and other.low < self.high:
            wider = self if self.high - self.low > other.high - other.low else other
            wider.refine()
        return bool(self.high <= other.low)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        if self.rational is not None:
            return str(self.rational)
        return f"{float(int(self._cell(DIGITS)[0]) / 10**DIGITS):.{DIGITS}f}..."

    def __repr__(self) -> str:
        return f"Algebraic({self})"

    def _cell(self, digits: int) -> tuple[fmpz, fmpz]:
        """Return floor and ceiling of an irrational number in units of 10^-digits."""
        scale = fmpz(10) ** digits
        while (self.low * scale).floor() != ((self.high * scale).ceil() - 1):
            self.refine()
        floor = (self.low * scale).floor()
        return floor, floor + 1

    def to_json(self) -> Any:
        """Return "p/q", or the minimal polynomial (lowest first) and an isolating interval.

        >>> roots(fmpz_poly([-1, 0, 2]), fmpq(0), fmpq(1))[0].to_json()
        {'polynomial': [-1, 0, 2], 'interval': ['353553/500000', '707107/1000000']}
        """
        if self.rational is not None:
            return str(self.rational)
        # Decimal cells, so that equal numbers are written alike.
        digits, count = DIGITS, 0
        while count != 1:
            low, high = (fmpq(end, 10**digits) for end in self._cell(digits))
            count = variations(self.minimal, low, high)
            digits += 1
        return {"polynomial": list(coefficients(self.minimal)), "interval": [str(low), str(high)]}


ZERO, ONE = Algebraic.of(fmpq(0)), Algebraic.of(fmpq(1))


def between(low: Algebraic, high: Algebraic) -> fmpq:
    """Return a rational number strictly between two different ones, of small denominator.

    The middle is avoided: halves and thirds are where degenerate cases live.

    >>> between(ZERO, ONE)
    2/5
    """
    while low.high >= high.low:
        (low if low.high - low.low > high.high - high.low else high).refine()
    width = high.low - low.high
    scale = fmpz(5)
    while scale * width < 25:
        scale *= 2
    return fmpq(((low.high + width * fmpq(2, 5)) * scale).ceil(), scale)


def variations(p: Poly, low: fmpq, high: fmpq) -> int:
    """Return Descartes' bound for the number of roots in the open interval (low, high).

    It exceeds the number, counted with multiplicity, by an even number.

    >>> variations(fmpz_poly([-1, 0, 2]), fmpq(0), fmpq(1))
    1
    """
    scale = low.q * high.q
    start, end = low.p * high.q, high.p * low.q
    degree = p.degree()
    if scale != 1:
        c, power = p.coeffs(), fmpz(1)
        for k in reversed(range(degree + 1)):
            c[k] *= power
            power *= scale
        p = fmpz_poly(c)
    moved = p(fmpz_poly([start, end - start])) if start != 0 or end != 1 else p
    # The map x -> 1/(1 + x) carries the positive numbers to (0, 1).
    c = moved.coeffs()
    c += [0] * (degree + 1 - len(c))
    signs = [x > 0 for x in fmpz_poly(c[::-1])(fmpz_poly([1, 1])).coeffs() if x]
    return sum(a != b for a, b in pairwise(signs))


def roots(p: Poly, low: fmpq, high: fmpq) -> list[Algebraic]:
    """Return the different roots of a polynomial in the open interval (low, high), in order.

    >>> roots(fmpz_poly([1, -2]) ** 3, fmpq(0), fmpq(1))
    [Algebraic(1/2)]
    """
    return sorted(root for factor, _ in p.factor()[1] for root in isolate(factor, low, high))


def isolate(factor: Poly, low: fmpq, high: fmpq) -> list[Algebraic]:
    """Return the roots of an irreducible polynomial in the open interval (low, high)."""
    if factor.degree() == 1:
        root = fmpq(-factor[0], factor[1])
        return [Algebraic(factor, root, root)] if low < root < high else []
    count = variations(factor, low, high)
    if count == 0:
        return []
    if count == 1:
        return [Algebraic(factor, low, high)]
    middle = (low + high) / 2
    return isolate(factor, low, middle) + isolate(factor, middle, high)


def cuts(p: Poly, low: fmpq, high: fmpq | None) -> list[fmpq] | None:
    """Return where to cut a range so that coefficients show the sign of p on every piece.

    From one cut to the next they do if :func:`variations` is 0; from the last one on, where
    there is no upper end, if no two coefficients of p(cut + t) differ in sign. Where p touches or
    crosses 0 it is cut, and if it does so at an irrational number, no cuts show its sign.

    >>> cuts(fmpz_poly([1, -5, 7]), fmpq(0), fmpq(1))              # never 0
    [1/4, 1/2]
    >>> cuts(fmpz_poly([1, -6, 9]), fmpq(0), None), cuts(fmpz_poly([-1, 0, 2]), fmpq(0), fmpq(1))
    ([1/3, 1], None)
    """
    end = _settled(p, low) if high is None else high
    ends = [low]
    for root in roots(p, low, end):
        if root.rational is None:
            return None
        ends.append(root.rational)
    pairs = ((x, y) for x, y in pairwise([*ends, end]) if x < y)
    found = {*ends, *([end] if high is None else ())}
    return sorted(found.union(*(_halvings(p, *pair) for pair in pairs)) - {low})


def _settled(p: Poly, start: fmpq) -> fmpq:
    """Return a number, `start` if it will do, from which on p(number + t) has one sign."""
    ahead, signs = start, {True, False}
    while signs == {True, False}:
        signs = {c > 0 for c in fmpq_poly(p)(fmpq_poly([ahead, 1])).coeffs() if c}
        ahead, found = 2 * ahead - start if ahead > start else start + 1, ahead
    return found


def _halvings(p: Poly, low: fmpq, high: fmpq) -> list[fmpq]:
    if variations(p, low, high) == 0:
        return []
    middle = (low + high) / 2
    return [*_halvings(p, low, middle), middle, *_halvings(p, middle, high)]
