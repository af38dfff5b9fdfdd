"""The sign of a rational function on a box, proved by coefficients.

Each symbol has a range: v in [lo, hi] becomes (lo + hi t)/(1 + t) and v >= lo becomes
lo + t, with t >= 0. A numerator whose coefficients in the t's are all nonnegative is
nonnegative on the box, and positive where one of its terms is. Where the coefficients do
not show it, the polynomial is factored and each factor is tried, and a factor in one
symbol is decided by Sturm's theorem (no root inside, one value).

>>> from exactdp.proofs.engine.identities import symbols
>>> a, n = symbols("a n")
>>> sign("1 + n - a > 0", 1 + n - a, ">0", {"a": UNIT, "n": at_least(1)}).holds
True
>>> sign("1 - 2a > 0", 1 - 2*a, ">0", {"a": UNIT}).data["counterexample"]
{'a': '1/2'}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from sympy import QQ, Poly, Rational
from sympy.polys.rings import ring

from ...verify import checker
from .evidence import CheckerClaim, Step
from .identities import Element, evaluate, integer_terms, occurring


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
    above, top = _polynomial(element.numer, box)
    below, bottom = _polynomial(element.denom, box)
    found = None
    if below == ">0":
        found = above
    elif below == "<0" and above is not None:
        found = _MIRROR[above]
    evidence: dict[str, Any] = {
        "function": str(element),
        "box": where,
        "sign": found,
        "numerator": top,
        "denominator": bottom,
    }
    return Step(
        "sign",
        shows,
        True if found in _ACCEPTS[relation] else None,
        evidence,
        lambda: _claims(shows, element, relation, box),
    )


def _claims(shows: str, element: Element, relation: str, box: Box) -> list[CheckerClaim]:
    """Return the claim that the checker accepts, in factors where that is needed."""
    names = occurring(element)
    sides: list[list[Any]] = [[], []]
    for side, polynomial in enumerate((element.numer, element.denom)):
        factors = [(polynomial, 1)]
        if _by_coefficients(polynomial, box)[0] is None:
            constant, factors = polynomial.factor_list()
            factors = [(polynomial.ring(constant), 1), *factors]
        for factor, power in factors:
            terms, scale = integer_terms(factor, names)
            sides[side].append([terms, power])
            sides[1 - side].append([[[scale, [0] * len(names)]], power])
    claim: CheckerClaim = {
        "claim": "sign",
        "shows": shows,
        "symbols": names,
        "box": {name: box[name].to_json() for name in names},
        "relation": relation,
        "numerator": sides[0],
        "denominator": sides[1],
        "holds": True,
    }
    try:
        checker.check_sign(claim, [], None)
    except checker.Rejected:
        return []
    return [claim]


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
    return Step(step.method, shows, step.holds, data, step.claims)


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


def _polynomial(polynomial: Element, box: Box) -> tuple[str | None, dict[str, Any]]:
    """Return the sign of a polynomial on the box (None if not found) and how it was found."""
    direct = _by_coefficients(polynomial, box)
    if direct[0] is not None:
        return direct
    constant, factors = polynomial.factor_list()
    found: str | None = ">0" if constant > 0 else "<0"
    parts = []
    for factor, times in factors:
        how = _by_coefficients(factor, box)
        if how[0] is None:
            how = _by_sturm(factor, box)
        parts.append({"factor": str(factor), "power": times, "sign": how[0], **how[1]})
        if times % 2 == 0:
            this: str | None = ">0" if how[0] in (">0", "<0") else ">=0"
        else:
            this = how[0]
        found = _times(found, this)
    return found, {"polynomial": str(polynomial), "factors": parts}


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
            strict = strict and _polynomial(face, rest)[0] in (">0", "<0")
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


def _by_sturm(factor: Element, box: Box) -> tuple[str | None, dict[str, Any]]:
    names = [
        str(s)
        for s, g in zip(factor.ring.symbols, factor.ring.gens, strict=True)
        if factor.degree(g) > 0
    ]
    if len(names) != 1:
        return None, {"method": "none found"}
    over = box[names[0]]
    poly = Poly(factor.as_expr(), domain="QQ")
    low = Rational(over.low.numerator, over.low.denominator)
    high = None if over.high is None else Rational(over.high.numerator, over.high.denominator)
    inside = poly.count_roots(low, high)
    # count_roots counts the closed interval; open ends do not matter.
    if not over.low_closed and poly.eval(low) == 0:
        inside -= 1
    if high is not None and not over.high_closed and poly.eval(high) == 0:
        inside -= 1
    if inside:
        return None, {"method": "sturm", "roots": int(inside)}
    *_, sample = over.samples()
    at = poly.eval(Rational(sample.numerator, sample.denominator))
    return (">0" if at > 0 else "<0"), {"method": "sturm", "roots": 0, "sample": str(sample)}
