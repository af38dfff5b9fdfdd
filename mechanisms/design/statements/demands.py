"""What an atom of a lemma demands of a kernel: linear rows, at one n.

>>> from .grammar import parse
>>> half = parse("=> P[i|i] >= alpha*P[1|0]").conclusions[0]
>>> for demand in demands(half, 1, fmpq(1, 2)):
...     print(demand.text, demand.row.terms)
P[i|i] >= alpha*P[1|0], i = 0 ((0, 1), (1, -1/2))
P[i|i] >= alpha*P[1|0], i = 1 ((1, -1/2), (3, 1))
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from ...exact.algebraic import roots
from ...exact.errors import InputError
from ...exact.ratios import Ratio
from ...kernels.objectives import Objective
from ..design import Design, Label, property_rows
from ..lp.program import Row, Scalar
from .grammar import FREE, Atom, Comparison, Property, entries

#: The largest exponent that is expanded.
MAX_EXPONENT = 1000
#: The largest intermediate result: the degree in alpha, and the bits of a number.
MAX_DEGREE = 1000
MAX_BITS = 10_000


@dataclass(frozen=True)
class Demand:
    """One linear row, with its meaning.

    Attributes
    ----------
    label : tuple
        As in :mod:`exactdp.mechanisms.design.design`, or ("written", text).
    text : str
    row : Row
    strict : bool
        Whether the inequality is strict.
    """

    label: Label
    text: str
    row: Row
    strict: bool = False


def mentions_alpha(atom: Atom) -> bool:
    """Return whether what an atom demands depends on alpha."""
    return "alpha" in atom.names if isinstance(atom, Comparison) else atom.letter == "DP"


def demands(atom: Atom, n: int, alpha: Scalar) -> list[Demand]:
    """Return the rows of an atom.

    Raises
    ------
    InputError
        If a comparison is not linear, or speaks of an entry that does not exist.
    """
    if isinstance(atom, Comparison):
        return list(_written(atom, n, alpha))
    return [Demand(label, described(label), row) for label, row in _rows(atom, n, alpha)]


def _rows(atom: Property, n: int, alpha: Scalar) -> list[tuple[Label, Row]]:
    if atom.letter != "DP":
        return property_rows(atom.letter, n + 1, 1 + 0 * alpha)
    rows = Design(n, None, (), Objective.parse("L0")).rows(alpha)
    return [(label, row) for label, row in rows if label[0] == "private"]


def described(label: Label) -> str:
    """Return what a row of a property demands.

    >>> described(("RM", (0, 1), (0, 2))), described(("private", (0, 1), (1, 1)))
    ('RM: P[1|0] >= P[2|0]', 'DP: P[1|0] >= alpha*P[1|1]')
    """
    kind = label[0]
    if kind == "sum":
        return f"the entries of input {label[1]} add up to 1"
    if kind == "WH":
        return f"WH: P[{label[1]}|{label[1]}] >= 1/(n+1)"
    if kind == "written":
        return str(label[1])
    (i, j), (k, m) = label[1:]
    factor = "alpha*" if kind == "private" else ""
    sign = "=" if kind in ("F", "S") else ">="
    return f"{'DP' if kind == 'private' else kind}: P[{j}|{i}] {sign} {factor}P[{m}|{k}]"


def _written(atom: Comparison, n: int, alpha: Scalar) -> Iterator[Demand]:
    free = [name for name in FREE if name in atom.names]
    for values in product(range(n + 1), repeat=len(free)):
        at = dict(zip(free, values, strict=True))
        counts = {name: fmpq(k) for name, k in at.items()}
        reading = _Reading(atom.text, n, {"n": fmpq(n), "alpha": alpha, **counts})
        if not all(reading.exists(*e) for side in atom.sides for e in entries(side)):
            if free:
                continue
            raise InputError(f"{atom.text!r} at n = {n}: an entry is beyond the counts 0..{n}")
        where = "".join(f", {name} = {value}" for name, value in at.items())
        sides = [reading.form(side) for side in atom.sides]
        for k, relation in enumerate(atom.relations):
            left, right = sides[k], sides[k + 1]
            low, high = (left, right) if relation[0] == "<" else (right, left)
            gap = _sum(high, low, -1)
            terms = tuple((v, a) for v, a in sorted(gap.items()) if v >= 0 and a)
            row = Row(terms, -gap.get(_CONSTANT, 0 * alpha), relation == "=")
            _refuse_poles(row, atom.text)
            part = f", part {k + 1}" if len(atom.relations) > 1 else ""
            text = atom.text + where + part
            yield Demand(("written", text), text, row, relation in ("<", ">"))


_CONSTANT = -1  # the key of the constant in a linear form
Form = dict[int, Scalar]


def _sum(left: Form, right: Form, times: Scalar) -> Form:
    """Return left + times * right."""
    total = dict(left)
    for v, a in right.items():
        total[v] = total.get(v, 0) + times * a
    return total


def _refuse_poles(row: Row, text: str) -> None:
    for value in (row.bound, *(a for _, a in row.terms)):
        if isinstance(value, Ratio) and roots(value.denominator, fmpq(0), fmpq(1)):
            raise InputError(f"{text!r}: {value} is infinite at some alpha in (0, 1)")


@dataclass(frozen=True)
class _Reading:
    """Values for the names of a comparison."""

    text: str
    n: int
    values: dict[str, Scalar]

    def exists(self, output: ast.expr, given: ast.expr) -> bool:
        return all(0 <= self._count(self.form(e)) <= self.n for e in (output, given))

    def form(self, expression: ast.expr) -> Form:
        """Return an expression as a linear form in the entries."""
        form: Form
        match expression:
            case ast.Constant(value):
                form = {_CONSTANT: value}
            case ast.Name(name):
                form = {_CONSTANT: self.values[name]}
            case ast.Subscript(_, ast.BinOp(output, _, given)):
                row, column = self._count(self.form(given)), self._count(self.form(output))
                form = {row * (self.n + 1) + column: fmpq(1)}
            case ast.UnaryOp(_, negated):
                form = _sum({}, self.form(negated), -1)
            case ast.BinOp(left, sign, right):
                form = self._joined(self.form(left), sign, self.form(right))
            case _:
                raise TypeError(f"got {ast.dump(expression)}, expected what the grammar reads")
        for value in form.values():
            self._require_size(value)
        return form

    def _joined(self, left: Form, sign: ast.operator, right: Form) -> Form:
        match sign:
            case ast.Add():
                return _sum(left, right, 1)
            case ast.Sub():
                return _sum(left, right, -1)
            case ast.Pow():
                return {_CONSTANT: self._power(self._constant(left), self._count(right))}
            case ast.Div():
                return _sum({}, left, self._inverse(self._constant(right)))
        if any(a for v, a in right.items() if v >= 0):
            left, right = right, left
        return _sum({}, left, self._constant(right))

    def _constant(self, form: Form) -> Any:
        if any(a for v, a in form.items() if v >= 0):
            raise InputError(f"{self.text!r} is not linear in the entries of the kernel")
        return form.get(_CONSTANT, fmpq(0))

    def _count(self, form: Form) -> int:
        value = self._constant(form)
        if isinstance(value, Ratio) or value.q != 1:
            raise InputError(f"{self.text!r}: got the index or exponent {value}, expected a count")
        return int(value.p)

    def _power(self, base: Scalar, exponent: int) -> Scalar:
        if abs(exponent) > MAX_EXPONENT:
            raise InputError(f"{self.text!r}: got the exponent {exponent}, beyond {MAX_EXPONENT}")
        if exponent < 0:
            base, exponent = self._inverse(base), -exponent
        self._require_size(base, exponent)
        result = fmpq(1)
        for _ in range(exponent):
            result = result * base
        return result

    def _require_size(self, value: Scalar, exponent: int = 1) -> None:
        """Refuse a value whose power may be too large to go on with."""
        of = Ratio.of(value)
        for p in (of.numerator, of.denominator):
            degree = max(p.degree(), 0)
            bits = max((int(abs(c)).bit_length() for c in p.coeffs()), default=0)
            if exponent > 1:  # each product adds up to degree + 1 terms
                bits += degree.bit_length()
            for size, most, unit in (
                (degree * exponent, MAX_DEGREE, "in degree"),
                (bits * exponent, MAX_BITS, "bits"),
            ):
                if size > most:
                    raise InputError(
                        f"{self.text!r}: a number or function in it is too large: "
                        f"{size} {unit}, beyond {most}"
                    )

    def _inverse(self, value: Scalar) -> Scalar:
        if not value:
            raise InputError(f"{self.text!r} divides by zero")
        return 1 / value
