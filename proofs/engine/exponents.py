"""Integer inequalities between piecewise linear functions, for all integers.

What a matrix of powers of alpha does independently of alpha is said by its exponents, and
exponents are piecewise linear in (i, j, n). :func:`prove` shows that a goal follows from
its hypotheses for *all* integers: it assumes the negation and splits into the pieces of
min, |.|, ceil(./2) and of case splits, rounds by integrality (:mod:`.cuts`), and where that
is not enough splits by parity, until every case is a linear system without a rational
solution. Each such case leaves Farkas multipliers, and the whole tree is the claim ``cases`` of
a certificate.

A goal that is false is refuted by the smallest integer point of a small box, evaluated
directly on the unsplit expressions.

>>> from exactdp.proofs.engine.linear import variables, ceil_half, minimum
>>> i, j = variables("i j")
>>> prove("ceil(i/2) <= i", [i >= 0], [ceil_half(i) <= i]).holds
True
>>> prove("ceil(i/2) < i", [i >= 0], [ceil_half(i) < i]).data["counterexample"]
{'i': 0}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from flint import fmpq

from ...verify.judge.joining import Stated
from .cuts import cuts
from .evidence import Step
from .farkas import Contradiction, solve
from .forms import Form, Value, opposite, tightened, total
from .linear import Expr, Op, value

#: Coordinates tried when a goal is searched for a counterexample.
BOX = range(8)
_RESERVED = re.compile(r"t[0-9]+")
#: How many integer splits may be nested below the pieces.
DEPTH = 12


class _Flat:
    """Expressions with a name for each function value, in order of definition."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._names: dict[Op, str] = {}

    def form(self, expression: Expr) -> dict[str, int]:
        parts = [(expression.constant, {"": 1})]
        for atom, times in expression.terms:
            name = atom if isinstance(atom, str) else self._name(atom)
            if name == atom and _RESERVED.fullmatch(name):
                raise ValueError(f"got the variable {name!r}: t0, t1, ... name function values")
            parts.append((times, {name: 1}))
        return total(parts)

    def _name(self, op: Op) -> str:
        if op not in self._names:
            args = [self.form(arg) for arg in op.args]
            self._names[op] = f"t{len(self.values)}"
            self.values.append(Value(self._names[op], op.kind, args))
        return self._names[op]


def prove(shows: str, given: Sequence[Expr], goals: Sequence[Expr]) -> Step:
    """Prove that the goals follow from the hypotheses for all integers, or refute that.

    Parameters
    ----------
    shows : str
        The statement in words.
    given, goals : sequence of Expr
        Comparisons, see :mod:`.linear`.

    Returns
    -------
    Step
        Its data holds a proof tree a goal, or a counterexample.
    """
    point = _refutation(given, goals)
    if point is not None:
        return Step("exponents", shows, False, {"counterexample": point})
    proofs = [_proof(given, goal) for goal in goals]
    settled = bool(proofs) and all(proof["tree"] is not None for proof in proofs)
    data = {
        "given": [f"{g!r} >= 0" for g in given],
        "goals": [f"{g!r} >= 0" for g in goals],
        "proofs": proofs,
    }
    claims = [{"claim": "cases", **proof, "holds": True} for proof in proofs]
    return Step("exponents", shows, settled or None, data, lambda: Stated([], claims))


def names(expressions: Sequence[Expr]) -> list[str]:
    """Return the variables that occur, those of the first expressions first.

    >>> from exactdp.proofs.engine.linear import variables
    >>> i, j = variables("i j")
    >>> names([abs(j) + i])
    ['j', 'i']
    """
    found: dict[str, None] = {}
    for expression in expressions:
        for atom, _ in expression.terms:
            for name in [atom] if isinstance(atom, str) else names(atom.args):
                found[name] = None
    return list(found)


def _refutation(given: Sequence[Expr], goals: Sequence[Expr]) -> dict[str, int] | None:
    over = sorted(names([*given, *goals]), key=lambda name: (name != "n", name))
    for point in product(BOX, repeat=len(over)):
        at: Mapping[str, int] = dict(zip(over, point, strict=True))
        if all(value(g, at) >= 0 for g in given) and any(value(g, at) < 0 for g in goals):
            return dict(at)
    return None


def _proof(given: Sequence[Expr], goal: Expr) -> dict[str, Any]:
    """Return the claim ``cases`` without its frame; its tree is None if none was found."""
    flat = _Flat()
    hypotheses = [flat.form(g) for g in given]
    target = flat.form(goal)
    known = [*hypotheses, *(form for value in flat.values for form in value.everywhere())]
    either = [pieces for value in flat.values if (pieces := value.pieces())]
    halved = [
        total([(1, value.args[0]), (-2, {value.name: 1})])
        for value in flat.values
        if value.kind == "ceil_half"
    ]
    tree = _Tree(either, halved).closing([*known, opposite(target)], 0, DEPTH)
    return {"given": known, "either": either, "goal": target, "tree": tree}


class _Tree(NamedTuple):
    """What a tree of cases splits into: the pieces of functions, and parities."""

    either: Sequence[Sequence[Sequence[Form]]]
    halved: Sequence[dict[str, int]]  # 0 where the half of a number is not rounded up, else -1

    def closing(self, forms: list[Form], first: int, depth: int) -> dict[str, Any] | None:
        """Return a tree that shows that the forms are not all >= 0; None if none was found.

        The functions before `first` have been split into their pieces.
        """
        outcome = solve(forms)
        if isinstance(outcome, Contradiction):
            return {"farkas": [list(pair) for pair in outcome.multipliers.items()]}
        for combine, divide in cuts(forms):
            tight = tightened(total((m, forms[k]) for k, m in combine.items()), divide)
            then = self.closing([*forms, tight], first, depth)
            shown = [list(pair) for pair in sorted(combine.items())]
            return then and {"cut": shown, "divide": divide, "then": then}
        if first < len(self.either):
            node: dict[str, Any] = {"either": first}
            branches, first = self.either[first], first + 1
        else:
            split = self._split(forms, outcome.at) if depth else None
            if split is None:
                return None
            node = {"split": split}
            branches, depth = [[split], [opposite(split)]], depth - 1
        children = [self.closing([*forms, *more], first, depth) for more in branches]
        return None if None in children else node | {"children": children}

    def _split(self, forms: Sequence[Form], point: Mapping[str, fmpq]) -> dict[str, int] | None:
        """Return an integer form to split on: a parity first, then a fractional coordinate."""
        for even in self.halved:
            if even not in forms and opposite(even) not in forms:
                return even
        for name, at in point.items():
            if at.q != 1:
                return {name: 1, "": -int(at.floor()) - 1}
        return None
