"""The introduction's word on (eps, delta)-differential privacy.

A pair of laws P, Q is within (eps, delta) if P(S) <= e^eps Q(S) + delta for every set S; the
smallest delta is the sum of max(0, P(o) - e^eps Q(o)). The budget is violated at the outputs
o with P(o) > e^eps Q(o).
"""

from __future__ import annotations

from fractions import Fraction

from ....mechanisms.exact.rationals import exact_text
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.identities import symbols
from ...engine.search import counterexample, fractions_between
from ...engine.signs import at_least, more_than, sign
from ...statements.claim import Finding, Repair, claim, decide

Law = tuple[Fraction, Fraction]


def laws(p: Fraction, q: Fraction) -> tuple[Law, Law]:
    """Return two laws on two outputs.

    >>> [str(m) for m in laws(Fraction(1, 2), Fraction(1, 3))[1]]
    ['1/3', '2/3']
    """
    return (p, 1 - p), (q, 1 - q)


def least_delta(one: Law, other: Law, growth: Fraction) -> Fraction:
    """Return the least delta of P over Q at e^eps = `growth`."""
    gaps = (x - growth * y for x, y in zip(one, other, strict=True))
    return sum((gap for gap in gaps if gap > 0), start=Fraction(0))


def violation(one: Law, other: Law, growth: Fraction) -> Fraction:
    """Return P(P > growth Q)."""
    over = (x for x, y in zip(one, other, strict=True) if x > growth * y)
    return sum(over, start=Fraction(0))


def likely_violation(alpha: Fraction, p: Fraction, q: Fraction) -> Stated:
    """Return what a certificate states of two laws: their delta, and an output beyond eps."""
    one, other = laws(p, q)
    over = [j for j in range(2) if one[j] > other[j] / alpha]
    delta = max(least_delta(one, other, 1 / alpha), least_delta(other, one, 1 / alpha))
    level = {
        "claim": "level",
        "kernel": 0,
        "neighbours": facts.ADJACENT,
        "delta": exact_text(delta),
        "alpha": exact_text(alpha),
        "holds": True,
    }
    beyond = [facts.fails(facts.private(alpha), [[1, j], [0, j]]) for j in over]
    more = facts.linear({(0, j): 1 for j in over}, violation(one, other, 1 / alpha))
    return facts.kernel([one, other], level, *beyond, facts.holds(more))


@claim(
    "COL-16",
    place="Differential privacy",
    statement="under (eps, delta)-DP the eps budget is violated with probability at most delta",
    formula="P(S) <= e^eps Q(S) + delta for all S => P(P > e^eps Q) <= delta",
)
def violation_probability() -> Finding:
    """Delta bounds the excess, not the probability of an excess; the converse does hold."""
    simple = fractions_between(Fraction(0), Fraction(1), 6)
    levels = [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)]
    cases = [{"alpha": a, "p": p, "q": q} for a in levels for p in simple for q in simple]

    def at_most_delta(alpha: Fraction, p: Fraction, q: Fraction) -> bool:
        one, other = laws(p, q)
        return violation(one, other, 1 / alpha) <= least_delta(one, other, 1 / alpha)

    def at_a_larger_level(alpha: Fraction, p: Fraction, q: Fraction) -> bool:
        one, other = laws(p, q)
        delta = least_delta(one, other, 1 / alpha)
        # eps' with e^eps' = 2 e^eps, 4 e^eps: delta/(1 - e^(eps-eps')).
        return all(
            violation(one, other, times / alpha) <= delta / (1 - Fraction(1, times))
            for times in (2, 4)
        )

    def converse(alpha: Fraction, p: Fraction, q: Fraction) -> bool:
        one, other = laws(p, q)
        return least_delta(one, other, 1 / alpha) <= violation(one, other, 1 / alpha)

    # P = P(S), Q = Q(S); E = e^eps, F = e^eps' = E + f; s and t are what the bounds leave over.
    P, E, f, s, t, v, w = symbols("P E f s t v w")
    F = E + f
    box = {name: at_least(0) for name in ("P", "s", "t", "v", "w")}
    ranges = {**box, "E": at_least(1), "f": more_than(0)}
    return decide(
        search=[
            counterexample(
                "P(P > e^eps Q) <= delta",
                cases,
                at_most_delta,
                lambda alpha, p, q: {
                    "delta": least_delta(*laws(p, q), 1 / alpha),
                    "violated with probability": violation(*laws(p, q), 1 / alpha),
                },
                likely_violation,
            )
        ],
        correction=Repair(
            "all pairs of laws, all eps < eps'",
            [
                counterexample(
                    "P(P > e^eps' Q) <= delta/(1 - e^(eps-eps'))", cases, at_a_larger_level
                ),
                counterexample("conversely delta <= P(P > e^eps Q)", cases, converse),
                sign(
                    "on V = {P > F Q}: Q = P/F - t and delta = P - E Q + s give "
                    "delta - P (1 - E/F) = E t + s >= 0",
                    P - E * (P / F - t) + s - P * (1 - E / F),
                    ">=0",
                    ranges,
                ),
                sign(
                    "conversely P(S) = P(S & V) + P(S - V) <= P(V) + E Q(S - V): with "
                    "P(S & V) = P(V) - v and Q(S) = Q(S - V) + w, P(V) + E Q(S) - P(S) >= 0",
                    P + E * (t + w) - (P - v) - (E * t - s),
                    ">=0",
                    ranges,
                ),
            ],
            "it is violated by more than eps' > eps with probability at most "
            "delta/(1 - e^(eps-eps')); conversely, violating eps with probability at most delta "
            "implies (eps, delta)-DP",
        ),
    )
