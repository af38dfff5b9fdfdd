"""Rational functions of alpha, fast: quotients of integer polynomials in lowest terms.

They are scalars for the exact linear programs: programs, vertices and costs are computed
over Q(alpha) exactly as they are over Q. flint has no such type in Python; sympy's, which keeps
polynomials as dictionaries, takes some fifty times as long.

>>> a = ALPHA
>>> 2 * a / (1 + a) + fmpq(1, 2)
(1 + 5*alpha)/(2*(1 + alpha))
>>> (a - a * a) / a == 1 - a
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flint import fmpq, fmpz, fmpz_poly

Poly = Any  # flint.fmpz_poly
_UNIT = fmpz_poly([1])


class Ratio:
    """A rational function: numerator and denominator without common factor.

    The leading coefficient of the denominator is positive, so equal functions have equal
    parts.
    """

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Poly, denominator: Poly = _UNIT):
        if not denominator:
            raise ZeroDivisionError("a rational function with denominator 0")
        if not denominator.is_one():
            common = numerator.gcd(denominator)
            if denominator.leading_coefficient() < 0:
                common = -common
            if not common.is_one():
                numerator, denominator = numerator // common, denominator // common
        self.numerator, self.denominator = numerator, denominator

    @classmethod
    def of(cls, value: Any) -> Ratio:
        """Return an integer or a flint rational as a constant function; a ratio as it is."""
        if isinstance(value, Ratio):
            return value
        if isinstance(value, fmpq):
            return cls(fmpz_poly([value.p]), fmpz_poly([value.q]))
        return cls(fmpz_poly([value]))

    def __add__(self, other: Any) -> Ratio:
        if not isinstance(other, _SCALARS):
            return NotImplemented
        that = Ratio.of(other)
        a, b, c, d = self.numerator, self.denominator, that.numerator, that.denominator
        return Ratio(a + c, b) if b == d else Ratio(a * d + b * c, b * d)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Ratio:
        return self + -other if isinstance(other, _SCALARS) else NotImplemented

    def __rsub__(self, other: Any) -> Ratio:
        return -self + other if isinstance(other, _SCALARS) else NotImplemented

    def __mul__(self, other: Any) -> Ratio:
        if not isinstance(other, _SCALARS):
            return NotImplemented
        that = Ratio.of(other)
        return Ratio(self.numerator * that.numerator, self.denominator * that.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Ratio:
        if not isinstance(other, _SCALARS):
            return NotImplemented
        that = Ratio.of(other)
        return Ratio(self.numerator * that.denominator, self.denominator * that.numerator)

    def __rtruediv__(self, other: Any) -> Ratio:
        return Ratio.of(other) / self if isinstance(other, _SCALARS) else NotImplemented

    def __pow__(self, exponent: int) -> Ratio:
        if exponent < 0:
            return Ratio(self.denominator**-exponent, self.numerator**-exponent)
        return Ratio(self.numerator**exponent, self.denominator**exponent)

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.denominator)

    def __bool__(self) -> bool:
        return bool(self.numerator)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SCALARS):
            return NotImplemented
        that = Ratio.of(other)
        return bool(self.numerator == that.numerator and self.denominator == that.denominator)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The coefficients of numerator and denominator, lowest first."""
        return coefficients(self.numerator), coefficients(self.denominator)

    def at(self, alpha: fmpq) -> Any:
        """Return the value at a rational alpha.

        >>> (2 * ALPHA / (1 + ALPHA)).at(fmpq(1, 2))
        2/3
        """
        return self.numerator(alpha) / self.denominator(alpha)

    def __repr__(self) -> str:
        times, top = _factors(self.numerator)
        divided, bottom = _factors(self.denominator)
        if divided < 0:
            times, divided = -times, -divided
        odd = [k for k, (p, power) in enumerate(top) if power % 2 and len(_terms(p)) > 1]
        if times < 0 and odd:
            p, power = top[odd[0]]
            times, top[odd[0]] = -times, (-p, power)
        if divided == times == 1 and not bottom and [power for _, power in top] == [1]:
            return _sum(top[0][0])
        above, below = _parts(times, top), _parts(divided, bottom)
        minus = len(above) > 1 and above[0] == "-1"
        joined = "-" + "*".join(above[1:]) if minus else "*".join(above)
        if below == ["1"]:
            return joined
        return f"{joined}/{below[0]}" if len(below) == 1 else f"{joined}/({'*'.join(below)})"


_SCALARS = (Ratio, fmpq, fmpz, int)

#: The variable.
ALPHA = Ratio(fmpz_poly([0, 1]))


def coefficients(p: Poly) -> tuple[int, ...]:
    """Return the coefficients of an integer polynomial, lowest first.

    >>> coefficients(fmpz_poly([1, 0, -2]))
    (1, 0, -2)
    """
    return tuple(int(c) for c in p.coeffs())


def _factors(p: Poly) -> tuple[fmpz, list[tuple[Poly, int]]]:
    """Return the content and the irreducible factors of a polynomial.

    They are positive next to alpha = 1 or, if they vanish there, next to alpha = 0.
    """
    if p.degree() <= 0:
        return fmpz(p[0]), []
    content, factors = p.factor()
    out = []
    for factor, power in sorted(factors, key=lambda pair: (pair[0].degree(), str(pair[0]))):
        if (factor(1) or _terms(factor)[0][1]) < 0:
            factor, content = -factor, content * (-1) ** power
        out.append((factor, power))
    return content, out


def _terms(p: Poly) -> list[tuple[int, fmpz]]:
    return [(power, c) for power, c in enumerate(p.coeffs()) if c]


def _parts(content: fmpz, factors: list[tuple[Poly, int]]) -> list[str]:
    """Return the texts of the factors of a product."""
    parts = [] if content == 1 and factors else [str(content)]
    for p, power in factors:
        text = _sum(p)
        text = f"({text})" if " " in text else text
        parts.append(text if power == 1 else f"{text}^{power}")
    return parts


def _sum(p: Poly) -> str:
    """Return a polynomial as a sum that does not begin with a minus if that can be helped."""
    terms = _terms(p)
    text = ""
    for power, c in terms if terms[0][1] > 0 else terms[::-1]:
        monomial = {0: "", 1: "alpha"}.get(power, f"alpha^{power}")
        size = str(abs(c)) if not monomial or abs(c) != 1 else ""
        term = "*".join(part for part in (size, monomial) if part)
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + term
    return text


def solve(matrix: list[list[Ratio]], bound: list[Ratio]) -> list[Ratio] | None:
    """Return the solution of a square system, or None if it is singular.

    Fraction-free elimination (Bareiss): all divisions are exact in Z[alpha].

    >>> solve([[1 + ALPHA, ALPHA], [ALPHA, 1 + ALPHA]], [1 + 0 * ALPHA, 1 + 0 * ALPHA])
    [1/(1 + 2*alpha), 1/(1 + 2*alpha)]
    """
    size = len(bound)
    rows = [_cleared([*row, b]) for row, b in zip(matrix, bound, strict=True)]
    previous = _UNIT
    for k in range(size):
        pivots = [i for i in range(k, size) if rows[i][k]]
        if not pivots:
            return None
        best = min(pivots, key=lambda i: rows[i][k].degree())
        rows[k], rows[best] = rows[best], rows[k]
        pivot, top = rows[k][k], rows[k]
        for i in range(k + 1, size):
            row, factor = rows[i], rows[i][k]
            for j in range(k + 1, size + 1):
                row[j] = (pivot * row[j] - factor * top[j]) // previous
        previous = pivot
    scaled: list[Poly] = [None] * size
    for k in reversed(range(size)):
        rest = previous * rows[k][size]
        for j in range(k + 1, size):
            rest -= rows[k][j] * scaled[j]
        scaled[k] = rest // rows[k][k]
    return [Ratio(x, previous) for x in scaled]


def common_denominator(values: Iterable[Ratio]) -> Poly:
    """Return the least common multiple of the denominators.

    >>> common_denominator([1 / ALPHA, 1 / (ALPHA + ALPHA * ALPHA)])
    x^2 + x
    """
    multiple = _UNIT
    for value in values:
        multiple = multiple * (value.denominator // multiple.gcd(value.denominator))
    return multiple


def _cleared(row: Sequence[Ratio]) -> list[Poly]:
    """Return a row multiplied by the common denominator."""
    multiple = common_denominator(row)
    return [x.numerator * (multiple // x.denominator) for x in row]
