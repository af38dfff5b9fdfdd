"""The sign of a rational function on a box, proved by coefficients.

Each symbol has a range: v in [lo, hi] becomes (lo + hi t)/(1 + t) and v >= lo becomes
lo + t, with t >= 0. A numerator whose coefficients in the t's are all nonnegative is
nonnegative on the box, and positive where one of its terms is. Where the coefficients do
not show it, the polynomial is factored and each factor is tried; for a factor in one
symbol the range is cut until its coefficients show its sign on every piece.

>>> from exactdp.proofs.engine.identities import symbols
>>> a, n = symbols("a n")
>>> sign("1 + n - a > 0", 1 + n - a, ">0", {"a": UNIT, "n": at_least(1)}).holds
True
>>> sign("1 - 2a > 0", 1 - 2*a, ">0", {"a": UNIT}).data["counterexample"]
{'a': '1/2'}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from flint import fmpz_poly
from sympy import QQ
from sympy.polys.rings import ring

from ...mechanisms.exact import algebraic
from ...mechanisms.exact.rationals import to_fmpq
from ...verify.judge.joining import Stated
from .evidence import Step
from .identities import Element, constant, evaluate, integer_terms, occurring


@dataclass(frozen=True)
class Range:
    """A range of a real symbol; `high` None means no upper end."""

    low: Fraction
    high: Fraction | None
    low_closed: bool = False
    high_closed: bool = False

    def __post_init__(self) -> None:
        if self.high is not None and not self.low < self.high:
            raise ValueError(f"got the range from {self.low} to {self.high}, expected low < high")

    def __str__(self) -> str:
        left = "[" if self.low_closed else "("
        right = "]" if self.high_closed else ")"
        return f"{left}{self.low}, {'oo' if self.high is None else self.high}{right}"

    def to_json(self) -> list[Any]:
        """Return [low, high or None, whether low is in, whether high is in]."""
        high = None if self.high is None else str(self.high)
        return [str(self.low), high, self.low_closed, self.high_closed]

    def samples(self) -> Iterator[Fraction]:
        """Yield points of the range, its closed ends first."""
        if self.low_closed:
            yield self.low
        if self.high is not None and self.high_closed:
            yield self.high
        for p, q in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (1, 99), (99, 1)]:
            t = Fraction(p, q)
            yield self.low + t if self.high is None else (self.low + self.high * t) / (1 + t)


Box: TypeAlias = Mapping[str, Range]

#: The open interval (0, 1), where alpha lives.
UNIT = Range(Fraction(0), Fraction(1))
#: (0, 1], for a power of alpha whose exponent may be zero.
UNIT_CLOSED = Range(Fraction(0), Fraction(1), high_closed=True)


def at_least(low: int | Fraction) -> Range:
    """Return the range [low, oo)."""
    return Range(Fraction(low), None, low_closed=True)


def more_than(low: int | Fraction) -> Range:
    """Return the range (low, oo)."""
    return Range(Fraction(low), None)


def between(low: Fraction, high: Fraction) -> Range:
    """Return the open range (low, high)."""
    return Range(Fraction(low), Fraction(high))


#: What each asked relation accepts.
_ACCEPTS: dict[str, set[str | None]] = {
    ">0": {">0"},
    ">=0": {">0", ">=0", "=0"},
    "<0": {"<0"},
    "<=0": {"<0", "<=0", "=0"},
}
_MIRROR = {">0": "<0", ">=0": "<=0", "=0": "=0", "<=0": ">=0", "<0": ">0"}


def sign(shows: str, element: Element, relation: str, box: Box) -> Step:
    """Prove that a rational function has a sign on a box, or refute it by a point.

    Parameters
    ----------
    shows : str
        The inequality in words.
    element : Element
        The rational function.
    relation : {">0", ">=0", "<0", "<=0"}
        The sign that is asked for.
    box : mapping of str to Range
        A range for each symbol that occurs.
    """
    where = {name: str(over) for name, over in box.items()}
    point = _refutation(element, relation, box)
    if point is not None:
        shown = {name: str(at) for name, at in point.items()}
        data = {"function": str(element), "box": where, "counterexample": shown}
        return Step("sign", shows, False, data)
    above, below = _polynomial(element.numer, box), _polynomial(element.denom, box)
    found = None
    if below.sign == ">0":
        found = above.sign
    elif below.sign == "<0" and above.sign is not None:
        found = _MIRROR[above.sign]
    evidence: dict[str, Any] = {
        "function": str(element),
        "box": where,
        "sign": found,
        "numerator": above.how,
        "denominator": below.how,
    }
    return Step(
        "sign",
        shows,
        True if found in _ACCEPTS[relation] else None,
        evidence,
        lambda: Stated([], [_claim(above, below, relation, box, occurring(element))]),
    )


@dataclass(frozen=True)
class _Shown:
    """The sign of a polynomial on a box (None if not found), and what shows it."""

    sign: str | None
    how: dict[str, Any]
    factors: Sequence[tuple[Element, int]]
    cuts: Mapping[str, Sequence[Fraction]]


def _claim(
    above: _Shown, below: _Shown, relation: str, box: Box, names: Sequence[str]
) -> dict[str, Any]:
    """Return the claim of a certificate that a quotient of products has a sign on a box."""
    sides: list[list[Any]] = [[], []]
    for side, shown in enumerate((above, below)):
        for factor, power in shown.factors:
            terms, scale = integer_terms(factor, names)
            sides[side].append([terms, power])
            if scale != 1:
                sides[1 - side].append([constant(scale, names), power])
    cut = {n: sorted({*above.cuts.get(n, ()), *below.cuts.get(n, ())}) for n in names}
    return {
        "claim": "sign",
        "symbols": list(names),
        "box": {n: [*box[n].to_json(), [str(c) for c in cut[n]]] for n in names},
        "relation": relation,
        "numerator": [sides[0]],
        "denominator": sides[1],
        "holds": True,
    }


def same_sign(shows: str, left: Element, right: Element, box: Box) -> Step:
    """Prove that two functions are positive, zero and negative at the same points.

    It is enough that left = right * h with h > 0 on the box.

    >>> from exactdp.proofs.engine.identities import symbols
    >>> a, = symbols("a")
    >>> same_sign("1 - 4a^2 ~ 1 - 2a", 1 - 4*a**2, 1 - 2*a, {"a": UNIT}).holds
    True
    """
    step = sign(f"{shows}: the quotient is positive", left / right, ">0", box)
    data = {"quotient": str(left / right), **step.data}
    return Step(step.method, shows, step.holds, data, step.states)


def _refutation(element: Element, relation: str, box: Box) -> dict[str, Fraction] | None:
    names = sorted(occurring(element))
    for values in product(*(list(box[name].samples()) for name in names)):
        point = dict(zip(names, values, strict=True))
        try:
            at = evaluate(element, point)
        except ZeroDivisionError:  # a pole, where nothing is said
            continue
        if not {">0": at > 0, ">=0": at >= 0, "<0": at < 0, "<=0": at <= 0}[relation]:
            return point
    return None


def _polynomial(polynomial: Element, box: Box) -> _Shown:
    sign, how = _by_coefficients(polynomial, box)
    if sign is not None:
        return _Shown(sign, how, [(polynomial, 1)], {})
    content, factors = polynomial.factor_list()
    found: str | None = ">0" if content > 0 else "<0"
    parts: list[dict[str, Any]] = []
    cut: dict[str, list[Fraction]] = {}
    for factor, times in factors:
        this, how = _by_coefficients(factor, box)
        if this is None:
            this, how = _by_cuts(factor, box)
            for name, at in how.get("cuts", {}).items():
                cut[name] = [*cut.get(name, []), *map(Fraction, at)]
        parts.append({"factor": str(factor), "power": times, "sign": this, **how})
        if times % 2 == 0:
            this = ">0" if this in (">0", "<0") else ">=0"
        found = _times(found, this)
    shown = {"polynomial": str(polynomial), "factors": parts}
    unit = [] if content == 1 else [(polynomial.ring(content), 1)]
    return _Shown(found, shown, [*unit, *factors], cut)


def _times(left: str | None, right: str | None) -> str | None:
    if left is None or right is None:
        return None
    if "=0" in (left, right):
        return "=0"
    negative = left.startswith("<") != right.startswith("<")
    weak = "=" in left + right
    return ("<" if negative else ">") + ("=0" if weak else "0")


def _by_coefficients(polynomial: Element, box: Box) -> tuple[str | None, dict[str, Any]]:
    if polynomial == 0:
        return "=0", {"polynomial": "0"}
    names = [str(symbol) for symbol in polynomial.ring.symbols]
    _, *ts = ring([f"t_{name}" for name in names], QQ)
    degrees = [polynomial.degree(gen) for gen in polynomial.ring.gens]
    total = ts[0] * 0
    for exponents, coefficient in polynomial.terms():
        term = ts[0] * 0 + coefficient
        for name, t, e, degree in zip(names, ts, exponents, degrees, strict=True):
            if degree > 0:
                top, bottom = _substitute(box[name], t)
                term = term * top**e * bottom ** (degree - e)
        total = total + term
    data = {"polynomial": str(polynomial), "after substitution": str(total)}
    signs = {coefficient > 0 for coefficient in total.coeffs()}
    if len(signs) != 1:
        return None, data
    # A term is positive on the open box and where only open symbols occur in it.
    strict = any(
        all(e == 0 or not box[name].low_closed for name, e in zip(names, exps, strict=True) if e)
        for exps in total.monoms()
    )
    for name, degree in zip(names, degrees, strict=True):
        if degree > 0 and box[name].high_closed:
            gen = polynomial.ring.gens[names.index(name)]
            face = polynomial.compose(gen, polynomial.ring(_q(box[name].high)))
            rest = {other: over for other, over in box.items() if other != name}
            strict = strict and _polynomial(face, rest).sign in (">0", "<0")
    data["substitution"] = ", ".join(
        f"{name} = {_shown(box[name], name)}"
        for name, degree in zip(names, degrees, strict=True)
        if degree > 0
    )
    return (">" if signs == {True} else "<") + ("0" if strict else "=0"), data


def _q(value: Fraction | None) -> Any:
    if value is None:
        raise ValueError("got an unbounded end, expected a rational one")
    return QQ(value.numerator, value.denominator)


def _substitute(over: Range, t: Element) -> tuple[Element, Element]:
    if over.high is None:
        return t + _q(over.low), t * 0 + 1
    return t * _q(over.high) + _q(over.low), t + 1


def _shown(over: Range, name: str) -> str:
    t = f"t_{name}"
    low = f"{over.low} + " if over.low else ""
    if over.high is None:
        return f"{low}{t}"
    return f"({low}{over.high}*{t})/(1 + {t})"


def _by_cuts(factor: Element, box: Box) -> tuple[str | None, dict[str, Any]]:
    """Return the sign of an irreducible polynomial in one symbol, by cutting its range."""
    (first, *others) = [g for g in factor.ring.gens if factor.degree(g) > 0]
    # Where a line changes its sign, or the sign depends on other symbols, no cut shows it.
    if others or factor.degree(first) == 1:
        return None, {"method": "none found"}
    over = box[str(first)]
    terms, _ = integer_terms(factor, [str(first)])
    powers = {power: coefficient for coefficient, (power,) in terms}
    line = fmpz_poly([powers.get(k, 0) for k in range(max(powers) + 1)])
    high = None if over.high is None else to_fmpq(over.high)
    at = algebraic.cuts(line, to_fmpq(over.low), high)
    if at is None:
        return None, {"method": "none found"}
    *_, inside = over.samples()
    sign = ">0" if line(to_fmpq(inside)) > 0 else "<0"
    return sign, {"cuts": {str(first): [str(cut) for cut in at]}}
