"""Equations between rational functions, with symbols for powers of unknown exponent.

A closed form for *all* n is an identity in Q(a, A, B, ...) once every power with a symbolic
exponent has become a symbol of its own: with A = a^j and B = a^d one has a^(j + 2d - 1) =
A*B^2/a. Two rational functions are equal iff their canonical forms are, so an identity is
decided, never tested at points. :class:`Powers` does the bookkeeping of exponents; its
exponents are the linear forms of :mod:`.linear`.

>>> a, A = symbols("a A")
>>> identity("difference of squares", (1 - A**2) / (1 - A), 1 + A).holds
True
>>> identity("a wrong sign", (1 - A**2) / (1 - A), 1 - A).holds
False
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from sympy import QQ
from sympy.polys.fields import field

from ...verify.judge.joining import Stated
from .evidence import Step
from .linear import Expr, expr

#: An element of a field of rational functions over Q (untyped in its library).
Element: TypeAlias = Any


def symbols(names: str) -> tuple[Element, ...]:
    """Return the generators of Q(names), names separated by blanks.

    >>> a, n = symbols("a n")
    >>> (n * (1 - a**2)) / (1 - a)
    a*n + n
    """
    return tuple(field(names.split(), QQ)[1:])


def identity(shows: str, left: Element, right: Element) -> Step:
    """Decide whether two rational functions are the same.

    Parameters
    ----------
    shows : str
        The equation in words or in the notation of its source.
    left, right : Element
        Its two sides, in one field.
    """
    difference = left - right
    data = {"left": str(left), "right": str(right)}
    if difference != 0:
        data["difference"] = str(difference)
    return Step("identity", shows, bool(difference == 0), data, lambda: equation(left, right))


def equation(left: Element, right: Element) -> Stated:
    """Return what a certificate says of two rational functions that are the same."""
    names = occurring(left, right)
    (p, q), (r, s) = (_quotient(side, names) for side in (left, right))
    minus = [constant(-1, names), 1]
    claim = {
        "claim": "sign",
        "symbols": names,
        "box": {name: ["0", None, False, False, []] for name in names},
        "numerator": [[[p, 1], [s, 1]], [minus, [r, 1], [q, 1]]],
        "denominator": [[q, 1], [s, 1]],
        "relation": "=0",
        "holds": True,
    }
    return Stated([], [claim])


def constant(value: int, names: Sequence[str]) -> list[Any]:
    """Return a constant as a list of terms [coefficient, exponents]."""
    return [[value, [0] * len(names)]]


def occurring(*elements: Element) -> list[str]:
    """Return the names of the symbols that occur, in the order of their field.

    >>> a, b, c = symbols("a b c")
    >>> occurring(c / a, c)
    ['a', 'c']
    """
    terms = [t for e in elements for part in (e.numer, e.denom) for t, _ in part.terms()]
    names = [symbol.name for symbol in elements[0].field.symbols]
    return [name for k, name in enumerate(names) if any(t[k] for t in terms)]


def integer_terms(polynomial: Element, names: Sequence[str]) -> tuple[list[Any], int]:
    """Return the terms [coefficient, exponents] of a multiple, and the least such multiple.

    >>> a, b = symbols("a b")
    >>> integer_terms((a / 2 + b**2).numer, ["a", "b"])
    ([[1, [1, 0]], [2, [0, 2]]], 1)
    """
    places = [k for k, symbol in enumerate(polynomial.ring.symbols) if symbol.name in names]
    scale = lcm(*(int(x.denominator) for x in polynomial.coeffs()))
    return [
        [int((x * scale).numerator), [powers[k] for k in places]]
        for powers, x in polynomial.terms()
    ], scale


def _quotient(element: Element, names: Sequence[str]) -> list[Any]:
    """Return numerator and denominator as lists of terms with integer coefficients."""
    (above, first), (below, second) = (
        integer_terms(part, names) for part in (element.numer, element.denom)
    )
    return [
        [[x * second, powers] for x, powers in above],
        [[x * first, powers] for x, powers in below],
    ]


def evaluate(element: Element, point: Mapping[str, Fraction]) -> Fraction:
    """Return the exact value of a rational function at a rational point.

    Raises
    ------
    ZeroDivisionError
        If the point is a pole.

    Examples
    --------
    >>> a, n = symbols("a n")
    >>> evaluate(n / (1 + a), {"a": Fraction(1, 2), "n": Fraction(3)})
    Fraction(2, 1)
    """
    names = [symbol.name for symbol in element.field.symbols]

    def value(polynomial: Element) -> Fraction:
        total = Fraction(0)
        for exponents, coefficient in polynomial.terms():
            term = Fraction(int(coefficient.numerator), int(coefficient.denominator))
            for name, exponent in zip(names, exponents, strict=True):
                if exponent:
                    term *= point[name] ** exponent
            total += term
        return total

    return value(element.numer) / value(element.denom)


class Powers:
    """Powers of one base whose exponents are linear in integer parameters.

    Parameters
    ----------
    base : Element
        The base, say a.
    atoms : mapping of str to Element
        For each parameter p the symbol that stands for base^p.

    Examples
    --------
    >>> from exactdp.proofs.engine.identities import Powers, symbols
    >>> from exactdp.proofs.engine.linear import variables
    >>> a, A, B = symbols("a A B")
    >>> j, d = variables("j d")
    >>> power = Powers(a, {"j": A, "d": B})
    >>> power(2 * j - d + 1)
    a*A**2/B
    """

    def __init__(self, base: Element, atoms: Mapping[str, Element]):
        self.base = base
        self.atoms = dict(atoms)

    def __call__(self, exponent: Expr | int) -> Element:
        """Return base^exponent as a rational function of the symbols."""
        exponent = expr(exponent)
        result = self.base**exponent.constant
        for atom, times in exponent.terms:
            result = result * self.atoms[str(atom)] ** times
        return result
