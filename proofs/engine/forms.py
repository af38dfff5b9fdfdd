"""Affine forms with integer coefficients, and what a prover may conclude from some of them.

A form maps names to integers, with the constant under the empty name. The checker has its own
lines for all of this, so that no error is shared.

>>> x = {"x": 2, "": -3}                            # 2x - 3
>>> total([(1, x), (-2, {"x": 1})]), opposite(x), tightened(x, 2)
({'': -3}, {'': 2, 'x': -2}, {'x': 1, '': -2})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

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


def pieces(let: Mapping[str, Any]) -> list[list[dict[str, int]]]:
    """Return what is >= 0 on each piece of a function; one piece holds at all integers.

    Proofs name pieces and their forms by their places: the order is part of the format.

    >>> pieces({"name": "t", "kind": "abs", "args": [{"i": 1}]})[0]    # i >= 0 and t = i
    [{'': 0, 'i': 1}, {'': 0, 'i': 1, 't': -1}, {'': 0, 't': 1, 'i': -1}]
    """
    t = {let["name"]: 1}

    def equal(form: Form) -> list[dict[str, int]]:
        return [total([(1, form), (-1, t)]), total([(1, t), (-1, form)])]

    match let["kind"], let["args"]:
        case "ceil_half", [a]:  # 2t = a or a + 1
            return [[total([(2, t), (-1, a)]), total([(1, a), (-2, t), (1, {"": 1})])]]
        case "abs", [a]:
            return [[side, *equal(side)] for side in (total([(1, a)]), total([(-1, a)]))]
        case "if", [a, b, c]:  # if a >= 0 then b else c
            return [[total([(1, a)]), *equal(b)], [opposite(a), *equal(c)]]
        case "min" | "max" as kind, [a, b]:
            way = 1 if kind == "min" else -1
            beyond = [total([(way, x), (-way, t)]) for x in (a, b)]
            return [[*beyond, total([(-1, x)])] for x in beyond]
    raise ValueError(f"got the function {let['kind']!r}, expected min, max, abs, ceil_half or if")
