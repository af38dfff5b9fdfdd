"""Sums of p(k) z^k in closed form, derived here and justified by telescoping.

For a polynomial p and a ratio z != 1 there is exactly one polynomial q with
z q(k+1) - q(k) = p(k). Then F(k) = q(k) z^k is an antidifference of the term, and

    sum_{k=0}^{m-1} p(k) z^k = F(m) - F(0),     sum_{k>=0} p(k) z^k = -F(0) if 0 < z < 1.

No closed form is typed in. The telescoping identity F(k+1) - F(k) = p(k) z^k is checked in
the field, with a symbol for z^k, and is the evidence.

>>> r, k, Z = symbols("r k Z")
>>> steps = []
>>> series([0, 0, 1], r, Index(k, Z), {"r": UNIT}, steps)   # sum of k^2 r^k
(-r**2 - r)/(r**3 - 3*r**2 + 3*r - 1)
>>> [(step.method, step.holds) for step in steps]
[('sum', True), ('limit', True)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

from .evidence import Step, all_hold
from .identities import Element, equation, symbols
from .signs import UNIT, Box, sign

__all__ = [
    "UNIT",
    "Index",
    "antidifference",
    "geometric",
    "series",
    "summation",
    "symbols",
    "vanishing",
]


@dataclass(frozen=True)
class Index:
    """The summation index k, and the symbol that stands for z^k."""

    k: Element
    power: Element


def antidifference(p: Sequence[Element | int], z: Element) -> list[Element]:
    """Return the coefficients of q with z q(k+1) - q(k) = p(k), lowest first.

    Parameters
    ----------
    p : sequence
        Coefficients of p, lowest first.
    z : Element
        The ratio, not 1.

    Examples
    --------
    >>> r, = symbols("r")
    >>> antidifference([1], r)
    [1/(r - 1)]
    """
    q: list[Element] = [z * 0 for _ in p]
    for d in reversed(range(len(p))):
        higher = sum((comb(e, d) * q[e] for e in range(d + 1, len(p))), start=z * 0)
        q[d] = (p[d] - z * higher) / (z - 1)
    return q


def _at(coefficients: Sequence[Element | int], k: Element) -> Element:
    total = k * 0
    for coefficient in reversed(coefficients):
        total = total * k + coefficient
    return total


def _telescopes(p: Sequence[Element | int], q: Sequence[Element], z: Element, index: Index) -> Step:
    k, power = index.k, index.power
    step = _at(q, k + 1) * z * power - _at(q, k) * power
    term = _at(p, k) * power + 0 * k
    return Step(
        "sum",
        "F(k+1) - F(k) = term(k), so that the sum of the terms telescopes",
        bool(step == term),
        {"term": str(term), "F": str(_at(q, k) * power), "ratio": str(z)},
        lambda: equation(step, term),
    )


def summation(
    p: Sequence[Element | int],
    z: Element,
    index: Index,
    count: Element | None,
    power: Element,
    steps: list[Step],
) -> Element:
    """Return sum_{k=0}^{m-1} p(k) z^k, and append its justification to `steps`.

    Parameters
    ----------
    p, z, index
        The term p(k) z^k and its index.
    count : Element or None
        m; it occurs only if p is not constant.
    power : Element
        z^m as an element of the field.
    steps : list of Step
        Where the telescoping identity is recorded.

    Examples
    --------
    >>> a, k, Z, M = symbols("a k Z M")
    >>> summation([1], a, Index(k, Z), None, M, [])     # 1 + a + ... + a^(m-1), M = a^m
    (M - 1)/(a - 1)
    """
    q = antidifference(p, z)
    if len(p) > 1 and count is None:
        raise ValueError("got a term that is not geometric, expected the number of terms as well")
    step = _telescopes(p, q, z, index)
    end = q[0] if count is None else _at(q, count)
    total = end * power - q[0]
    steps.append(replace(step, data={**step.data, "sum": str(total)}))
    return total


def geometric(
    first: Element, z: Element, power: Element, index: Index, steps: list[Step]
) -> Element:
    """Return first * (1 + z + ... + z^(m-1)), where `power` is z^m.

    Examples
    --------
    >>> a, k, Z, M = symbols("a k Z M")
    >>> geometric(2 * a, a, M, Index(k, Z), [])         # 2(a + ... + a^m)
    (2*a*M - 2*a)/(a - 1)
    """
    return summation([first], z, index, None, power, steps)


def series(
    p: Sequence[Element | int], z: Element, index: Index, box: Box, steps: list[Step]
) -> Element:
    """Return sum_{k>=0} p(k) z^k for 0 < z < 1, and append its justification to `steps`.

    The remainder F(m) = q(m) z^m vanishes: with 1/z = 1 + t and d the degree of q, the
    binomial theorem gives z^-m >= C(m, d+1) t^(d+1), of degree d+1 > d in m.

    Parameters
    ----------
    p, z, index
        The term p(k) z^k and its index.
    box : mapping
        The ranges of the symbols of z, on which 0 < z < 1 is proved.
    steps : list of Step
        Where the telescoping identity and the limit are recorded.
    """
    q = antidifference(p, z)
    total = -q[0]
    step = _telescopes(p, q, z, index)
    steps.append(replace(step, data={**step.data, "sum": str(total)}))
    steps.append(vanishing(z, len(q) - 1, box))
    return total


def vanishing(z: Element, degree: int, box: Box) -> Step:
    """Show that q(m) z^m -> 0 as m grows, for every polynomial q of this degree.

    The one rule of inference is the binomial bound stated at :func:`series`; what is
    computed is its premise 0 < z < 1.

    Examples
    --------
    >>> r, = symbols("r")
    >>> vanishing(r, 2, {"r": UNIT}).holds, vanishing(2 * r, 2, {"r": UNIT}).holds
    (True, False)
    """
    below = sign("1 - z > 0", 1 - z, ">0", box)
    above = sign("z > 0", z, ">0", box)
    holds = all_hold([below, above]) or (None if None in (below.holds, above.holds) else False)
    data = {"z": str(z), "degree": degree, "1 - z": dict(below.data), "z > 0": dict(above.data)}
    shows = "0 < z < 1, so q(m) z^m -> 0 as m grows"
    return Step("limit", shows, holds, data)
