"""The language of lemmas: Python's expressions, joined by "&" and "=>".

::

    lemma      = [ atoms ] "=>" atoms
    atoms      = atom { "&" atom }
    atom       = "RH" | "RM" | "CH" | "CM" | "F" | "WH" | "S" | "DP" | comparison
    comparison = sum relation sum { relation sum }
    relation   = "<=" | ">=" | "<" | ">" | "=" | "=="

A sum is written with + - * / ^ (or **) and brackets, from numbers, n, alpha, i, j, k and
entries: ``P[j|i]`` is Pr[output j | input i]. Comparisons must be linear in the entries; their
coefficients are exact and may contain n and alpha. A comparison with the names i, j, k
stands for all its instances: every value in 0..n for which all its entries exist.

Python's own parser reads the comparisons. It is given one token a line, so that the line of a
node, or of an error, tells the token; and it is given no more than is safe: known names and
signs, a bounded number of operations and brackets, and a 0 for each number, which is read here.

>>> lemma = parse("RM & P[0|0] >= 1/2 => P[i|i] >= P[j|i]")
>>> [str(atom) for atom in lemma.premises + lemma.conclusions]
['RM', 'P[0|0] >= 1/2', 'P[i|i] >= P[j|i]']
>>> parse("RM => ")
Traceback (most recent call last):
    ...
exactdp.InputError: lemma, column 6: got the end, expected a property, DP or a comparison
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple

from ...exact.errors import InputError
from ...exact.rationals import parse as number
from ...exact.rationals import shorten
from ...kernels.properties import PROPERTIES

#: The longest lemma that is read: in characters, in + - * / ^, and in nested brackets.
MAX_CHARACTERS = 10_000
MAX_OPERATIONS = 300
MAX_DEPTH = 50
#: Names that stand for every count.
FREE = ("i", "j", "k")
VALUES = ("n", "alpha", *FREE)
LETTERS = (*PROPERTIES, "DP")
NAMES = {name.casefold(): name for name in (*VALUES, *LETTERS, "P")}

_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[A-Za-z_]+)"
    r"|(?P<sign>=>|<=|>=|==|\*\*|[-+*/^()\[\]|&<>=])|(?P<space>\s+)"
)
_RELATIONS = {ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.Eq: "="}
_OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_PYTHON = {"^": "**", "=": "=="}
_OPERAND = f"a number, {', '.join(VALUES)}, P[output|input] or '('"


@dataclass(frozen=True)
class Property:
    """One of the seven properties, or DP."""

    letter: str

    def __str__(self) -> str:
        return self.letter


@dataclass(frozen=True)
class Comparison:
    """Expressions with a relation between each and the next, as they were written.

    Attributes
    ----------
    text : str
    sides : tuple of ast.expr
        The value of a constant in them is a flint rational.
    relations : tuple of str
        "<=", ">=", "<", ">" or "=".
    """

    text: str
    sides: tuple[ast.expr, ...]
    relations: tuple[str, ...]

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> set[str]:
        """The names that occur."""
        nodes = (node for side in self.sides for node in ast.walk(side))
        return {node.id for node in nodes if isinstance(node, ast.Name)}


Atom = Property | Comparison


@dataclass(frozen=True)
class Lemma:
    """Premises and conclusions, all of each."""

    text: str
    premises: tuple[Atom, ...]
    conclusions: tuple[Atom, ...]


def entries(expression: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the output and the input of each entry that occurs in an expression."""
    for node in ast.walk(expression):
        match node:
            case ast.Subscript(slice=ast.BinOp(left=output, right=given)):
                yield output, given


def parse(text: str) -> Lemma:
    """Read a lemma.

    Raises
    ------
    InputError
        If it is not written as the module docstring says; the message gives the column.
    """
    reader = _Reader("lemma", text)
    arrows = [k for k, token in enumerate(reader.tokens) if token.text == "=>"]
    if not arrows:
        reader.atoms(reader.tokens, "'=>'")
        raise reader.refused(reader.tokens[-1], "'=>'")
    if len(arrows) > 1:
        raise reader.refused(reader.tokens[arrows[1]], "'&' or the end")
    here = arrows[0]
    premises = reader.atoms(reader.tokens[: here + 1], "'=>'") if here else ()
    return Lemma(text.strip(), premises, reader.atoms(reader.tokens[here + 1 :], "the end"))


def parse_atoms(called: str, text: str) -> tuple[Atom, ...]:
    """Read properties and comparisons joined by "&", which an error names as `called`."""
    reader = _Reader(called, text)
    return reader.atoms(reader.tokens, "the end")


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class _Reader:
    def __init__(self, called: str, text: str):
        if len(text) > MAX_CHARACTERS:
            raise InputError(
                f"got a {called} of {len(text)} characters, the limit is {MAX_CHARACTERS}"
            )
        self.called, self.text = called, text
        self.tokens = list(self._tokens())
        self._require_safe()

    def refused(self, token: _Token, expected: str) -> InputError:
        got = "the end" if token.kind == "end" else shorten(token.text)
        return InputError(
            f"{self.called}, column {token.start + 1}: got {got}, expected {expected}"
        )

    def _tokens(self) -> Iterator[_Token]:
        start = 0
        while start < len(self.text):
            match = _TOKEN.match(self.text, start)
            if match is None:
                raise self.refused(
                    _Token("", self.text[start], start), "a name, a number or a sign"
                )
            if match.lastgroup != "space":
                yield _Token(str(match.lastgroup), match[0], start)
            start = match.end()
        yield _Token("end", "", len(self.text.rstrip()))

    def _require_safe(self) -> None:
        """Refuse what Python's parser should not see: other names, and more than fits a stack."""
        depth = operations = 0
        for token in self.tokens:
            if token.kind == "name" and token.text not in NAMES.values():
                near = get_close_matches(token.text.casefold(), NAMES, cutoff=0.5)
                hint = f"; did you mean {' or '.join(NAMES[x] for x in near)}?" if near else ""
                raise self.refused(token, f"{_OPERAND}, a property or DP{hint}")
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth > MAX_DEPTH:
                raise self.refused(token, f"at most {MAX_DEPTH} nested brackets")
            operations += token.text in ("+", "-", "*", "/", "^", "**")
            if operations > MAX_OPERATIONS:
                raise self.refused(token, f"at most {MAX_OPERATIONS} operations")

    def atoms(self, tokens: Sequence[_Token], after: str) -> tuple[Atom, ...]:
        """Read atoms; the last token is what stands behind them, and `after` what should."""
        found, start = [], 0
        for k, token in enumerate(tokens):
            if token.text == "&" or k == len(tokens) - 1:
                found.append(self._atom(tokens[start:k], token, after))
                start = k + 1
        return tuple(found)

    def _atom(self, tokens: Sequence[_Token], behind: _Token, after: str) -> Atom:
        if not tokens:
            raise self.refused(behind, "a property, DP or a comparison")
        if len(tokens) == 1 and tokens[0].text in LETTERS:
            return Property(tokens[0].text)
        tree = self._tree(tokens, behind, after)
        if not isinstance(tree, ast.Compare):
            raise self.refused(behind, "one of <= >= < > =")
        sides = (tree.left, *tree.comparators)
        for side in sides:
            self._read_numbers(side, tokens)
        relations = tuple(_RELATIONS[type(op)] for op in tree.ops)
        return Comparison(self._joined(tokens).text, sides, relations)

    def _tree(self, tokens: Sequence[_Token], behind: _Token, after: str) -> ast.expr:
        words = ("0" if t.kind == "number" else _PYTHON.get(t.text, t.text) for t in tokens)
        try:
            return ast.parse(" \\\n".join(words), mode="eval").body
        except SyntaxError as error:
            start, end = (k or 1 for k in (error.lineno, error.end_lineno))
            if "closed" in error.msg or "match" in error.msg:
                raise self.refused(tokens[start - 1], "brackets that match") from None
            if not error.offset:  # Python's word for the end
                raise self.refused(behind, _OPERAND) from None
            operand = tokens[start - 1].kind != "sign" or tokens[start - 1].text in "(["
            expected = f"{after}, '&', a relation or one of + - * / ^" if operand else _OPERAND
            raise self.refused(self._joined(tokens[start - 1 : end]), expected) from None

    def _joined(self, tokens: Sequence[_Token]) -> _Token:
        """Return the text from the first to the last token as one."""
        first, last = tokens[0], tokens[-1]
        return _Token("", self.text[first.start : last.start + len(last.text)], first.start)

    def _read_numbers(self, side: ast.expr, tokens: Sequence[_Token]) -> None:
        """Give constants their exact value; refuse what is no arithmetic."""
        left = [side]
        while left:
            match left.pop():
                case ast.Constant() as node:
                    exact: Any = number(tokens[node.lineno - 1].text)
                    node.value = exact
                case ast.Name(id=name) if name in VALUES:
                    pass
                case ast.UnaryOp(op=ast.USub(), operand=only):
                    left.append(only)
                case ast.BinOp(one, op, other) if isinstance(op, _OPERATIONS):
                    left += [one, other]
                case ast.Subscript(ast.Name("P"), ast.BinOp(one, ast.BitOr(), other)):
                    left += [one, other]
                case node:
                    here = slice(node.lineno - 1, node.end_lineno)
                    raise self.refused(self._joined(tokens[here]), _OPERAND)
