"""Rechecks a proof of :mod:`.exponents` by multiplying, adding and comparing integers.

A proof is a dictionary with

* ``given``: affine forms assumed to be >= 0; ``goal``: the form claimed to be >= 0;
* ``lets``: names for values of min, max, abs, ceil_half and if, each defined from variables
  and earlier names;
* ``tree``: ``{"farkas": {index: multiplier}}`` closes a case: that combination of the
  case's forms is a negative constant, so they are not all >= 0. ``{"let": k, "children"}``
  takes the pieces of definition k, which cover all integers. ``{"split": f, "children"}``
  takes f >= 0 and f <= -1, which cover all integers too. ``{"cut": {index: multiplier},
  "divide": g, "children"}`` adds a combination whose variable coefficients g divides, divided
  by g, with its constant rounded down.

Forms map names to integers, with the constant under the empty name.

>>> proof = {"given": [{"x": 1, "": -2}], "goal": {"x": 1, "": -1}, "lets": [],
...          "tree": {"farkas": {"0": 1, "1": 1}}}
>>> recheck(proof)                                  # x >= 2 implies x >= 1
True
>>> proof["tree"]["farkas"]["1"] = 2
>>> recheck(proof)
False
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Form = Mapping[str, int]


def plus(left: Form, right: Form, times: int = 1, constant: int = 0) -> dict[str, int]:
    """Return left + times * right + constant.

    >>> plus({"x": 1, "": 2}, {"x": 1, "y": 1}, -1, constant=3)
    {'': 5, 'y': -1}
    """
    total = {"": left.get("", 0) + times * right.get("", 0) + constant}
    for name in sorted({*left, *right} - {""}):
        entry = left.get(name, 0) + times * right.get(name, 0)
        if entry:
            total[name] = entry
    return total


def pieces(let: Mapping[str, Any]) -> list[list[dict[str, int]]]:
    """Return the pieces of a definition, each a list of forms that are >= 0 on it.

    For all integer values of the arguments the defined value lies in some piece.

    >>> pieces({"name": "q", "kind": "ceil_half", "args": [{"x": 1}]})
    [[{'': 0, 'q': 2, 'x': -1}, {'': 1, 'q': -2, 'x': 1}]]
    """
    t: Form = {let["name"]: 1}
    args: Sequence[Form] = let["args"]
    kind = let["kind"]
    if kind == "ceil_half":
        (x,) = args
        return [[plus({}, plus(x, t, -2), -1), plus(x, t, -2, constant=1)]]
    if kind in ("min", "max"):
        a, b = args
        way = 1 if kind == "min" else -1
        below = [plus({}, plus(c, t, -1), way) for c in (a, b)]
        return [[*below, plus({}, plus(c, t, -1), -way)] for c in (a, b)]
    if kind == "abs":
        (x,) = args
        sides = [plus({}, x), plus({}, x, -1)]
        return [[side, plus(side, t, -1), plus(t, side, -1)] for side in sides]
    if kind == "if":
        c, a, b = args
        return [
            [plus({}, c), plus(a, t, -1), plus(t, a, -1)],
            [plus({}, c, -1, constant=-1), plus(b, t, -1), plus(t, b, -1)],
        ]
    raise ValueError(f"got the function {kind!r}, expected min, max, abs, ceil_half or if")


def combined(forms: Sequence[Form], multipliers: Mapping[Any, int]) -> dict[str, int] | None:
    """Return the combination of forms by index, None unless all multipliers are >= 0.

    >>> combined([{"x": 1, "": -2}, {"x": -1, "": 1}], {"0": 1, "1": 1})
    {'': -1}
    """
    total: dict[str, int] = {"": 0}
    for index, multiplier in multipliers.items():
        if multiplier < 0 or not 0 <= int(index) < len(forms):
            return None
        total = plus(total, forms[int(index)], multiplier)
    return total


def tightened(form: Form, divisor: int) -> dict[str, int] | None:
    """Return form/divisor with the constant rounded down, None if divisor does not divide.

    >>> tightened({"x": 2, "": -1}, 2)              # 2x >= 1 is x >= 1 over the integers
    {'x': 1, '': -1}
    """
    if divisor < 1 or any(times % divisor for name, times in form.items() if name):
        return None
    return {name: times // divisor for name, times in form.items()}


def recheck(proof: Mapping[str, Any]) -> bool:
    """Return whether `proof` proves its goal from what is given, for all integers."""
    lets = proof["lets"]
    later = {let["name"] for let in lets}
    if len(later) != len(lets):
        return False
    for let in lets:
        if any(name in later for arg in let["args"] for name in arg):
            return False
        later.discard(let["name"])
    negated = plus({}, proof["goal"], -1, constant=-1)
    return _closed(proof["tree"], [*proof["given"], negated], lets, set())


def _closed(
    node: Mapping[str, Any] | None,
    forms: list[Form],
    lets: Sequence[Mapping[str, Any]],
    used: set[int],
) -> bool:
    if node is None:
        return False
    if "farkas" in node:
        total = combined(forms, node["farkas"])
        return total is not None and set(total) == {""} and total[""] < 0
    if "cut" in node:
        total = combined(forms, node["cut"])
        added = None if total is None else tightened(total, node["divide"])
        if added is None:
            return False
        branches = [[added]]
    elif "let" in node:
        branches = pieces(lets[node["let"]])
        if node["let"] in used:
            return False
        used = {*used, node["let"]}
    else:
        split = node["split"]
        branches = [[dict(split)], [plus({}, split, -1, constant=-1)]]
    children = node["children"]
    return len(children) == len(branches) and all(
        _closed(child, [*forms, *branch], lets, used)
        for child, branch in zip(children, branches, strict=True)
    )
