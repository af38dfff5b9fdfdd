"""Affine forms with integer coefficients, and what a prover may conclude from some of them.

A form maps names to integers, with the constant under the empty name. The checker has its own
lines for all of this, so that no error is shared.

>>> x = {"x": 2, "": -3}                            # 2x - 3
>>> total([(1, x), (-2, {"x": 1})]), opposite(x), tightened(x, 2)
({'': -3}, {'': 2, 'x': -2}, {'x': 1, '': -2})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

#: An affine form: coefficient of each variable, and the constant under the empty name.
Form: TypeAlias = Mapping[str, int]


def total(parts: Iterable[tuple[int, Form]]) -> dict[str, int]:
    """Return the sum of multiples of forms."""
    out: dict[str, int] = {"": 0}
    for times, form in parts:
        for name, coefficient in form.items():
            out[name] = out.get(name, 0) + times * coefficient
    return {name: coefficient for name, coefficient in out.items() if coefficient or not name}


def opposite(form: Form) -> dict[str, int]:
    """Return what is >= 0 at the integers where the form is not."""
    return total([(-1, form), (-1, {"": 1})])


def tightened(form: Form, divisor: int) -> dict[str, int]:
    """Return form/divisor, where that divides its variables, with the constant rounded down."""
    return {name: coefficient // divisor for name, coefficient in form.items()}


class Value(NamedTuple):
    """A name for the value of a function of forms: min, max, abs, ceil_half or if."""

    name: str
    kind: str
    args: Sequence[Form]

    def everywhere(self) -> list[dict[str, int]]:
        """Return what is >= 0 at all integers.

        >>> Value("t", "ceil_half", [{"i": 1}]).everywhere()    # 2t = i or i + 1
        [{'': 0, 't': 2, 'i': -1}, {'': 1, 'i': 1, 't': -2}]
        """
        t, args = {self.name: 1}, self.args
        if self.kind == "ceil_half":
            return [total([(2, t), (-1, args[0])]), total([(1, args[0]), (-2, t), (1, {"": 1})])]
        if self.kind == "if":
            return []
        way = 1 if self.kind == "min" else -1
        return [total([(way, side), (-way, t)]) for side in self._sides()]

    def pieces(self) -> list[list[dict[str, int]]]:
        """Return lists of forms; at each integer all forms of one of them are >= 0.

        >>> Value("t", "abs", [{"i": 1}]).pieces()              # i >= t or -i >= t
        [[{'': 0, 't': -1, 'i': 1}], [{'': 0, 't': -1, 'i': -1}]]
        """
        t = {self.name: 1}
        if self.kind == "ceil_half":
            return []
        if self.kind == "if":  # a >= 0 and t = b, or else t = c
            a, b, c = self.args
            return [
                [side, total([(1, form), (-1, t)]), total([(1, t), (-1, form)])]
                for side, form in ((total([(1, a)]), b), (opposite(a), c))
            ]
        way = 1 if self.kind == "min" else -1
        return [[total([(way, t), (-way, side)])] for side in self._sides()]

    def _sides(self) -> list[Form]:
        """Return the forms of which the value is the least, or the greatest."""
        match self.kind, self.args:
            case "min" | "max", [a, b]:
                return [a, b]
            case "abs", [a]:  # max(a, -a)
                return [a, total([(-1, a)])]
        raise ValueError(f"got the function {self.kind!r}, expected min, max, abs, ceil_half or if")
