"""Integer expressions that are piecewise linear: min, max, |.|, ceil(./2), case splits.

An :class:`Expr` is an integer combination of atoms plus a constant; an atom is a variable
or an :class:`Op` (``min``, ``max``, ``abs``, ``ceil_half``, ``if``) of expressions. A
comparison is an expression too, read as "is at least 0", because over the integers
a <= b is b - a >= 0 and a < b is b - a - 1 >= 0:

>>> i, j, n = variables("i j n")
>>> i < n
n - i - 1
>>> ceil_half(abs(i - j) + 1)
ceil_half(abs(i - j) + 1)
>>> value(ceil_half(abs(i - j) + 1), {"i": 1, "j": 5})
3
>>> (i + 1) // 2 == ceil_half(i)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Atom: TypeAlias = "str | Op"
Intlike: TypeAlias = "Expr | int"


@dataclass(frozen=True)
class Op:
    """A function of expressions that is linear on pieces."""

    kind: str
    args: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(map(repr, self.args))})"


@dataclass(frozen=True, eq=False)
class Expr:
    """An integer combination of atoms plus a constant; immutable."""

    terms: tuple[tuple[Atom, int], ...]
    constant: int = 0

    def __add__(self, other: Intlike) -> Expr:
        other = expr(other)
        total: dict[Atom, int] = dict(self.terms)
        for atom, times in other.terms:
            total[atom] = total.get(atom, 0) + times
        kept = tuple((atom, times) for atom, times in total.items() if times)
        return Expr(kept, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, times: int) -> Expr:
        if not times:
            return Expr(())
        return Expr(tuple((atom, t * times) for atom, t in self.terms), self.constant * times)

    __rmul__ = __mul__

    def __neg__(self) -> Expr:
        return self * -1

    def __sub__(self, other: Intlike) -> Expr:
        return self + -expr(other)

    def __rsub__(self, other: Intlike) -> Expr:
        return expr(other) + -self

    def __abs__(self) -> Expr:
        return _op("abs", self)

    def __floordiv__(self, two: int) -> Expr:
        if two != 2:
            raise ValueError(f"got a division by {two}, expected one by 2, rounded down")
        return ceil_half(self - 1)

    def __le__(self, other: Intlike) -> Expr:
        return expr(other) - self

    def __ge__(self, other: Intlike) -> Expr:
        return self - expr(other)

    def __lt__(self, other: Intlike) -> Expr:
        return expr(other) - self - 1

    def __gt__(self, other: Intlike) -> Expr:
        return self - expr(other) - 1

    def __eq__(self, other: object) -> bool:
        """Return whether two expressions are written the same, up to the order of terms."""
        if not isinstance(other, Expr):
            return NotImplemented
        return self.constant == other.constant and dict(self.terms) == dict(other.terms)

    def __hash__(self) -> int:
        return hash((frozenset(self.terms), self.constant))

    def __bool__(self) -> bool:
        raise TypeError("a comparison of expressions is a statement, not a truth value")

    def __repr__(self) -> str:
        text = ""
        positive_first = sorted(self.terms, key=lambda term: term[1] < 0)
        for atom, times in positive_first:
            mark = " - " if times < 0 else " + "
            size = "" if abs(times) == 1 else f"{abs(times)}*"
            text += f"{mark}{size}{atom}"
        if self.constant or not text:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return text[3:] if text.startswith(" + ") else "-" + text[3:]


def expr(value: Intlike) -> Expr:
    """Return an integer as a constant expression, an expression as it is."""
    return value if isinstance(value, Expr) else Expr((), value)


def variables(names: str) -> tuple[Expr, ...]:
    """Return one expression for each of the blank-separated names."""
    return tuple(Expr(((name, 1),)) for name in names.split())


def _op(kind: str, *args: Intlike) -> Expr:
    return Expr(((Op(kind, tuple(map(expr, args))), 1),))


def minimum(a: Intlike, b: Intlike) -> Expr:
    """Return min(a, b)."""
    return _op("min", a, b)


def maximum(a: Intlike, b: Intlike) -> Expr:
    """Return max(a, b)."""
    return _op("max", a, b)


def ceil_half(a: Intlike) -> Expr:
    """Return the integer ceil(a/2)."""
    return _op("ceil_half", a)


def cases(condition: Expr, then: Intlike, otherwise: Intlike) -> Expr:
    """Return `then` where the comparison `condition` holds, else `otherwise`.

    >>> i, = variables("i")
    >>> value(cases(i >= 3, i, 0), {"i": 2})
    0
    """
    return _op("if", condition, then, otherwise)


def equal(a: Intlike, b: Intlike) -> tuple[Expr, Expr]:
    """Return the two comparisons that together say a = b."""
    return expr(a) <= b, expr(a) >= b


def value(expression: Expr, point: Mapping[str, int]) -> int:
    """Return the value of an expression at an integer point."""
    total = expression.constant
    for atom, times in expression.terms:
        total += times * (point[atom] if isinstance(atom, str) else _apply(atom, point))
    return total


def _apply(op: Op, point: Mapping[str, int]) -> int:
    args = [value(arg, point) for arg in op.args]
    if op.kind == "min":
        return min(args)
    if op.kind == "max":
        return max(args)
    if op.kind == "abs":
        return abs(args[0])
    if op.kind == "ceil_half":
        return -(-args[0] // 2)
    return args[1] if args[0] >= 0 else args[2]
