"""Lemmas about kernels on 0..n, decided by exact linear programs.

What a premise allows is a polytope, and a conclusion is a set of linear rows. For each row
the least that it leaves over on the polytope is computed exactly. If that is never negative
the lemma holds, and the multipliers prove it; otherwise the vertex is a counterexample. For
all alpha at once, a row is first tried without whatever depends on alpha; then a few alphas
are searched for a counterexample; what is left is a piecewise rational function of alpha,
whose sign is decided exactly on all of (0, 1).

Premises that contradict each other imply everything: such a lemma is *vacuous*, and the
proof is a Farkas combination of the premises. A strict inequality may be a conclusion (it
fails where equality is possible) but not a premise: the polytope must contain its boundary.

>>> found = lemma("RM => RH", 2)
>>> found.holds, found.alpha
(True, 'all')
>>> found = lemma("RH => RM", 2)
>>> print(found)
n = 2: fails at alpha = 1/2: RM: P[2|1] >= P[2|0]
    0  1/3  2/3
    0  2/3  1/3
    0  1/3  2/3
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from ...mechanisms.design.lp.program import Program, Row, Scalar
from ...mechanisms.design.parametric.recheck import proved
from ...mechanisms.design.parametric.tiles import Family, Span
from ...mechanisms.design.parametric.tiling import tile
from ...mechanisms.design.statements.demands import Demand, demands, mentions_alpha
from ...mechanisms.design.statements.grammar import Atom, Lemma, parse
from ...mechanisms.exact.algebraic import Algebraic
from ...mechanisms.exact.arguments import require_count
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.limits import require_memory
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import rational, to_fmpq
from ...mechanisms.exact.ratios import ALPHA, Ratio
from .everywhere import failures, feasible, multipliers
from .kernels import Kernels, Least
from .outcome import Counterexample, Decision, Level, Reason

#: Where a counterexample is looked for before a lemma is decided for all alpha.
SEARCHED = (fmpq(1, 2), fmpq(9, 10), fmpq(1, 10), fmpq(2, 3), fmpq(99, 100), fmpq(1, 100))


def lemma(text: str | Lemma, n: int, alpha: Any = "all", *, private: bool = True) -> Decision:
    """Decide a lemma for all kernels on 0..n: it holds, or a kernel contradicts it.

    Parameters
    ----------
    text : str or Lemma
        Premises and conclusions: properties (RH RM CH CM F WH S), ``DP``, and linear
        inequalities in ``P[j|i]`` and ``alpha``; see
        :mod:`~exactdp.mechanisms.design.statements.grammar`.
    n : int
        The largest count.
    alpha : "all" or an exact number
        All alpha in (0, 1), or one alpha in (0, 1].
    private : bool
        Whether alpha-differential privacy is one of the premises.

    Raises
    ------
    InputError
        If the lemma cannot be read, or n or alpha is out of range.
    LimitError
        If a linear program could not be proved, or the answer hangs on one irrational alpha.

    Examples
    --------
    >>> lemma("F & RH => CH", 2).holds
    True
    >>> print(lemma("CH => F", 1, "1/2"))
    n = 1: fails at alpha = 1/2: F: P[0|0] = P[1|1]
        1/2  1/2
        1/4  3/4
    """
    said = parse(text) if isinstance(text, str) else text
    require_count(n)
    require_memory((n + 1) ** 2 * 30 * 600, f"the program for {n + 1} counts")
    kernels = Kernels(n, said.premises, private)
    conclusions = list(said.conclusions)
    if alpha != "all":
        level = rational(alpha)
        if not 0 < level <= 1:
            raise InputError(f"got alpha = {alpha}, expected 0 < alpha <= 1, or all")
        at = to_fmpq(level)
        return _settled(n, level, _at_one(kernels, _targets(conclusions, n, at), at))
    if kernels.dependent or any(map(mentions_alpha, conclusions)):
        return _settled(n, "all", _at_all(kernels, conclusions))
    return _settled(n, "all", _at_one(kernels, _targets(conclusions, n, SEARCHED[0]), None))


def _settled(n: int, alpha: Level, found: Counterexample | _Proof) -> Decision:
    if isinstance(found, Counterexample):
        return Decision(n, alpha, False, counterexample=found)
    return Decision(n, alpha, True, found.rows, tuple(found.vacuous))


@dataclass
class _Proof:
    rows: dict[str, list[Reason]] = field(default_factory=dict)
    vacuous: list[Reason] = field(default_factory=list)


def _targets(conclusions: list[Atom], n: int, alpha: Scalar) -> list[Demand]:
    """Return the rows of the conclusions; an equation as two inequalities."""
    out = []
    for atom in conclusions:
        for d in demands(atom, n, alpha):
            terms, bound, equal = d.row
            out.append(Demand(d.label, d.text, Row(terms, bound), d.strict))
            if equal:
                opposite = Row(tuple((v, -a) for v, a in terms), -bound)
                out.append(Demand(d.label, f"{d.text} (from below)", opposite))
    return out


def _at_one(kernels: Kernels, targets: list[Demand], alpha: fmpq | None) -> Counterexample | _Proof:
    proof = _Proof()
    for d in track(targets, len(targets), "proving"):
        best = kernels.least(d.row, SEARCHED[0] if alpha is None else alpha)
        if best.value is None:
            return _Proof(vacuous=[_reason(best, d.row)])
        if _fails(best, d.row, d.strict):
            at = None if alpha is None else Algebraic.of(alpha)
            return _counterexample(kernels, best.x, d, at)
        proof.rows[d.text] = [_reason(best, d.row)]
    return proof


def _fails(best: Least, row: Row, strict: bool) -> bool:
    return best.value is not None and bool(
        best.value < row.bound or (strict and best.value == row.bound)
    )


def _counterexample(
    kernels: Kernels, x: Sequence[Scalar] | None, demand: Demand, alpha: Algebraic | None
) -> Counterexample:
    x = x or []
    if alpha is not None and alpha.rational is not None:
        x = [Ratio.of(value).at(alpha.rational) for value in x]
    return Counterexample(alpha, kernels.kernel(x), demand.text)


def _reason(best: Least, row: Row) -> Reason:
    return Reason(None, None if best.value is None else best.value - row.bound, best.multipliers)


def _at_all(kernels: Kernels, conclusions: list[Atom]) -> Counterexample | _Proof:
    proof, left = _without_alpha(kernels, conclusions)
    if not left or proof.vacuous:
        return proof
    for alpha in SEARCHED:
        if (found := _violation(kernels, left, alpha)) is not None:
            return found
    spans, points, proof.vacuous = feasible(kernels)
    for point in points:
        if (found := _violation(kernels, left, point)) is not None:
            return found
    for d in track(left, len(left), "proving for all alpha"):
        reasons = _everywhere(kernels, d, spans)
        if isinstance(reasons, Counterexample):
            return reasons
        proof.rows[d.text] = reasons
    return proof


def _without_alpha(kernels: Kernels, conclusions: list[Atom]) -> tuple[_Proof, list[Demand]]:
    """Return what follows from premises that do not depend on alpha, and what is left."""
    proof, left = _Proof(), []
    for atom in conclusions:
        for d in _targets([atom], kernels.n, ALPHA):
            row = _at(d.row, SEARCHED[0])
            best = None if mentions_alpha(atom) else kernels.least(row, SEARCHED[0], free=True)
            if best is None or _fails(best, row, d.strict):
                left.append(d)
            elif best.value is None:
                return _Proof(vacuous=[_reason(best, row)]), left
            else:
                proof.rows[d.text] = [_reason(best, row)]
    return proof, left


def _everywhere(kernels: Kernels, d: Demand, spans: list[Span]) -> Counterexample | list[Reason]:
    """Decide a row on spans of alpha, tile by tile."""
    labels, program = kernels.program(d.row, ALPHA)
    reasons: list[Reason] = []
    for span in spans:
        for whole in proved(program, tile(_family(kernels, d.row), span)):
            t = replace(whole, span=whole.span.within(span))
            failing = next(failures(t, d), None)
            if failing is not None:
                return _counterexample(kernels, t.vertex.x, d, failing)
            reasons.append(Reason(t.span, t.cost - d.row.bound, multipliers(labels, t)))
    return reasons


def _family(kernels: Kernels, row: Row) -> Family:
    def program(alpha: Scalar) -> Program:
        return kernels.program(_at(row, alpha), alpha)[1]

    return program


def _at(row: Row, alpha: Scalar) -> Row:
    """Return a row over Q(alpha) at an alpha."""
    if isinstance(alpha, Ratio):
        return row
    terms = tuple((v, Ratio.of(a).at(alpha)) for v, a in row.terms)
    return Row(terms, Ratio.of(row.bound).at(alpha), row.equal)


def _violation(kernels: Kernels, targets: list[Demand], alpha: fmpq) -> Counterexample | None:
    for d in targets:
        row = _at(d.row, alpha)
        best = kernels.least(row, alpha)
        if best.value is None:
            return None
        if _fails(best, row, d.strict):
            return _counterexample(kernels, best.x, d, Algebraic.of(alpha))
    return None
