"""The language of lemmas, read by recursive descent.

::

    lemma      = [ atoms ] "=>" atoms
    atoms      = atom { "&" atom }
    atom       = property | "DP" | comparison
    property   = "RH" | "RM" | "CH" | "CM" | "F" | "WH" | "S"
    comparison = sum relation sum { relation sum }
    relation   = "<=" | ">=" | "<" | ">" | "=" | "=="
    sum        = [ "-" ] product { ( "+" | "-" ) product }
    product    = power { ( "*" | "/" ) power }
    power      = primary [ ( "^" | "**" ) primary ]
    primary    = number | "n" | "alpha" | "i" | "j" | "k" | entry | "(" sum ")"
    entry      = "P" "[" sum "|" sum "]"

``P[j|i]`` is Pr[output j | input i]. Comparisons must be linear in the entries; their
coefficients are exact and may contain n and alpha. A comparison with the names i, j, k
stands for all its instances: every value in 0..n for which all its entries exist.

>>> lemma = parse("RM & P[0|0] >= 1/2 => P[i|i] >= P[j|i]")
>>> [str(atom) for atom in lemma.premises + lemma.conclusions]
['RM', 'P[0|0] >= 1/2', 'P[i|i] >= P[j|i]']
>>> parse("RM => ")
Traceback (most recent call last):
    ...
exactdp.InputError: lemma, column 6: got the end, expected a property, DP or a comparison
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ...exact.errors import InputError
from ...exact.rationals import rational, shorten
from ...kernels.properties import PROPERTIES

#: The longest lemma that is read: in characters, in + - * / ^, and in nested brackets.
MAX_CHARACTERS = 10_000
MAX_OPERATIONS = 300
MAX_DEPTH = 50
#: Names that stand for every count.
FREE = ("i", "j", "k")

_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[A-Za-z_]+)"
    r"|(?P<sign>=>|<=|>=|==|\*\*|[-+*/^()\[\]|&<>=])|(?P<space>\s+)"
)
_RELATIONS = ("<=", ">=", "<", ">", "=", "==")


@dataclass(frozen=True)
class Number:
    """An exact number."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """One of n, alpha, i, j, k."""

    name: str


@dataclass(frozen=True)
class Entry:
    """Pr[output | input]."""

    output: Expression
    input: Expression


@dataclass(frozen=True)
class Operation:
    """One of + - * / ^ between two expressions."""

    sign: str
    left: Expression
    right: Expression


Expression = Number | Name | Entry | Operation


@dataclass(frozen=True)
class Property:
    """One of the seven properties, or DP."""

    letter: str

    def __str__(self) -> str:
        return self.letter


@dataclass(frozen=True)
class Comparison:
    """Expressions with a relation between each and the next, as they were written."""

    text: str
    sides: tuple[Expression, ...]
    relations: tuple[str, ...]

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> set[str]:
        """The names that occur."""
        return set().union(*(names(side) for side in self.sides))


Atom = Property | Comparison


@dataclass(frozen=True)
class Lemma:
    """Premises and conclusions, all of each."""

    text: str
    premises: tuple[Atom, ...]
    conclusions: tuple[Atom, ...]


def names(expression: Expression) -> set[str]:
    """Return the names that occur in an expression."""
    if isinstance(expression, Name):
        return {expression.name}
    if isinstance(expression, Entry):
        return names(expression.output) | names(expression.input)
    if isinstance(expression, Operation):
        return names(expression.left) | names(expression.right)
    return set()


def entries(expression: Expression) -> Iterator[Entry]:
    """Yield the entries that occur in an expression."""
    if isinstance(expression, Entry):
        yield expression
    elif isinstance(expression, Operation):
        yield from entries(expression.left)
        yield from entries(expression.right)


def parse(text: str) -> Lemma:
    """Read a lemma.

    Raises
    ------
    InputError
        If it is not written as the module docstring says; the message gives the column.
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"got a lemma of {len(text)} characters, the limit is {MAX_CHARACTERS}")
    return _Reader(text).lemma()


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class _Reader:
    def __init__(self, text: str):
        self.text = text
        self.tokens = list(self._tokens())
        self.place = 0
        self.depth = 0
        self.operations = 0

    def _tokens(self) -> Iterator[_Token]:
        start = 0
        while start < len(self.text):
            match = _TOKEN.match(self.text, start)
            if match is None:
                raise InputError(
                    f"lemma, column {start + 1}: got {self.text[start]!r}, "
                    "expected a name, a number or a sign"
                )
            if match.lastgroup != "space":
                yield _Token(str(match.lastgroup), match[0], start)
            start = match.end()
        yield _Token("end", "", len(self.text.rstrip()))

    @property
    def next(self) -> _Token:
        return self.tokens[self.place]

    def take(self) -> _Token:
        self.place += 1
        return self.tokens[self.place - 1]

    def accept(self, *signs: str) -> str | None:
        return self.take().text if self.next.kind == "sign" and self.next.text in signs else None

    def refuse(self, expected: str) -> InputError:
        got = "the end" if self.next.kind == "end" else shorten(self.next.text)
        return InputError(f"lemma, column {self.next.start + 1}: got {got}, expected {expected}")

    def demand(self, sign: str) -> None:
        if self.accept(sign) is None:
            raise self.refuse(f"{sign!r}")

    def lemma(self) -> Lemma:
        leading = self.next.kind == "sign" and self.next.text == "=>"
        premises = () if leading else self.atoms()
        self.demand("=>")
        conclusions = self.atoms()
        if self.next.kind != "end":
            raise self.refuse("'&' or the end")
        return Lemma(self.text.strip(), premises, conclusions)

    def atoms(self) -> tuple[Atom, ...]:
        found = [self.atom()]
        while self.accept("&"):
            found.append(self.atom())
        return tuple(found)

    def atom(self) -> Atom:
        here = self.next
        if here.kind == "end" or here.text in ("=>", "&"):
            raise self.refuse("a property, DP or a comparison")
        if here.kind == "name" and here.text in (*PROPERTIES, "DP"):
            return Property(self.take().text)
        sides, relations = [self.sum()], []
        while relation := self.accept(*_RELATIONS):
            relations.append(relation)
            sides.append(self.sum())
        if not relations:
            raise self.refuse("one of <= >= < > =")
        text = self.text[here.start : self.next.start].strip()
        return Comparison(text, tuple(sides), tuple(relations))

    def sum(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refuse(f"at most {MAX_DEPTH} nested brackets")
        negative = self.accept("-")
        left = self.product()
        if negative:
            left = self.operation("-", Number(Fraction(0)), left)
        while sign := self.accept("+", "-"):
            left = self.operation(sign, left, self.product())
        self.depth -= 1
        return left

    def product(self) -> Expression:
        left = self.power()
        while sign := self.accept("*", "/"):
            left = self.operation(sign, left, self.power())
        return left

    def power(self) -> Expression:
        base = self.primary()
        return self.operation("^", base, self.primary()) if self.accept("^", "**") else base

    def operation(self, sign: str, left: Expression, right: Expression) -> Operation:
        self.operations += 1
        if self.operations > MAX_OPERATIONS:
            raise self.refuse(f"at most {MAX_OPERATIONS} operations")
        return Operation(sign, left, right)

    def primary(self) -> Expression:
        here = self.next
        if here.kind == "number":
            return Number(rational(self.take().text))
        if here.kind == "name" and here.text in ("n", "alpha", *FREE):
            return Name(self.take().text)
        if here.kind == "name" and here.text == "P":
            self.take()
            self.demand("[")
            output = self.sum()
            self.demand("|")
            given = self.sum()
            self.demand("]")
            return Entry(output, given)
        if self.accept("("):
            inner = self.sum()
            self.demand(")")
            return inner
        raise self.refuse("a number, n, alpha, i, j, k, P[output|input] or '('")
