"""Appendix F: the share of the budget for the distribution, and the rule that was fitted."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.reals import ball, crossing, positive, rounds_to
from ...engine.search import counterexample
from ...engine.signs import more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide

#: Table 3: the best f at each eps, for the six datasets in the printed order.
TABLE_3 = {
    "0.10": "0.8 0.4 0.5 0.7 0.3 0.4",
    "0.15": "0.8 0.3 0.4 0.8 0.3 0.3",
    "0.22": "0.4 0.3 0.3 0.5 0.3 0.3",
    "0.32": "0.3 0.3 0.2 0.4 0.2 0.3",
    "0.48": "0.3 0.2 0.2 0.3 0.2 0.3",
    "0.71": "0.2 0.2 0.2 0.3 0.2 0.2",
    "1.05": "0.2 0.1 0.2 0.1 0.1 0.2",
    "1.55": "0.1 0.1 0.1 0.1 0.1 0.1",
    "2.29": "0.1 0.1 0.1 0.1 0.1 0.1",
    "3.38": "0.1 0.1 0.1 0.1 0.1 0.1",
    "5.00": "0.1 0.1 0.1 0.1 0.1 0.1",
}
MEANS = [sum(map(Fraction, row.split()), Fraction(0)) / 6 for row in TABLE_3.values()]
TENTH = Fraction(1, 10)

A, B, x, y, t = symbols("A B x y t")


def spaced(k: int) -> arb:
    """Return the k-th of 11 values from 1/10 to 5, evenly spaced on a logarithmic scale."""
    return (arb(50).log() * k / 10).exp() / 10


# --- the objective --------------------------------------------------------------------------


@claim(
    "KL-57",
    place="F",
    statement="ln(count_error/a) + ln(b distribution_error) = ln count_error + ln "
    "distribution_error - a + b",
)
def combined_objective() -> Finding:
    """The logarithms of a and b belong there. That b >= a follows all the same.

    x and y stand for the errors: the products are equal, so are the sums of logarithms.
    """
    cases = [{"a": a, "b": b} for a in range(1, 4) for b in range(1, 4)]

    def printed(a: int, b: int) -> bool:
        # x and y cancel: ln b - ln a = b - a, where neither side is 0 unless a = b.
        if a == b:
            return True
        gap = positive("", lambda: arb(b).log() - arb(a).log() - (b - a)).holds
        other = positive("", lambda: (b - a) - arb(b).log() + arb(a).log()).holds
        return not (gap or other)

    return decide(
        search=[counterexample("ln(b/a) = b - a", cases, printed)],
        correction=Repair(
            "all a, b > 0",
            [
                identity("(x/A)(B y) = x y (B/A)", (x / A) * (B * y), x * y * (B / A)),
                sign(
                    "and ln(B/A) >= 0 iff B >= A: with B = A + t, B/A > 1",
                    (A + t) / A - 1,
                    ">0",
                    {"A": more_than(0), "t": more_than(0)},
                ),
                sign(
                    "and with A = B + t, B/A < 1",
                    B / (B + t) - 1,
                    "<0",
                    {"B": more_than(0), "t": more_than(0)},
                ),
            ],
            "... = ln count_error + ln distribution_error - ln a + ln b; still b >= a",
        ),
    )


# --- the fit --------------------------------------------------------------------------------


def fitted(curvature: arb) -> tuple[arb, arb, arb]:
    """Return the best A and B for a given K, and half the slope of the squared error in K.

    Each row of Table 3 has six values, so their means are fitted alike.
    """
    levels, means, many = [spaced(k) for k in range(11)], [ball(m) for m in MEANS], len(MEANS)
    powers = [(-curvature * eps).exp() for eps in levels]
    mean_power, mean_share = sum(powers, arb(0)) / many, sum(means, arb(0)) / many
    off = [p - mean_power for p in powers]
    slope = sum((d * m for d, m in zip(off, means, strict=True)), arb(0))
    slope /= sum((d * d for d in off), arb(0))
    low = mean_share - slope * mean_power
    rows = zip(powers, means, levels, strict=True)
    turn = sum(((low + slope * p - m) * -eps * p for p, m, eps in rows), arb(0))
    return low + slope, low, slope * turn


def refit() -> list[Step]:
    """Fit B + (A - B) e^(-K eps) to Table 3 by least squares, at the unrounded eps."""
    found = crossing(
        "the squared error falls in K before, and rises after",
        lambda curvature: fitted(curvature)[2],
        Fraction(28, 10),
        Fraction(295, 100),
        9,
    )
    if not found.holds:  # then nothing encloses K
        return [found]
    low, high = (Fraction(end) for end in found.data["between"])

    def curvature() -> arb:
        return ball(low).union(ball(high))

    return [
        found,
        rounds_to("K", curvature, "2.87"),
        rounds_to("A", lambda: fitted(curvature())[0], "0.639"),
        rounds_to("B", lambda: fitted(curvature())[1], "0.106"),
    ]


@claim(
    "KL-58",
    place="F",
    statement="f(eps) = B + (A - B) e^(-K eps) tends to A as eps -> 0 and to B as eps -> oo; "
    "fitted to Table 3, A = 0.639, B = 0.106, K = 2.87, so f = 0.106 + 0.533 e^(-2.87 eps)",
)
def rule_of_thumb() -> Finding:
    """The least squares at the 11 unrounded eps give the printed numbers.

    With eps rounded as in Table 3, A would come out as 0.640.
    """
    share = Fraction("0.639") - Fraction("0.106")
    return decide(
        search=[
            Step(
                "instance",
                "0.639 - 0.106 = 0.533",
                share == Fraction("0.533"),
                {"A - B": str(share)},
            )
        ],
        proof=Proof(
            "all eps > 0; the fit is a local minimum of the squared error, for Table 3 as printed",
            [
                identity("at e^(-K eps) = 1, eps = 0: A", B + (A - B) * 1, A),
                identity("at e^(-K eps) = 0, the limit: B", B + (A - B) * 0, B),
                *refit(),
            ],
        ),
    )


@claim(
    "KL-59",
    place="F",
    statement="the 11 values of eps from 0.1 to 5.0 in Table 3 are evenly spaced on a logarithmic "
    "scale",
)
def evenly_spaced() -> Finding:
    """The k-th is 50^(k/10)/10; the ends are 1/10 and 5."""
    inner = [
        rounds_to(f"50^({k}/10)/10", lambda k=k: spaced(k), text)  # type: ignore[misc]
        for k, text in enumerate(TABLE_3)
        if 0 < k < 10
    ]
    ends = Fraction("0.10") == TENTH and Fraction("5.00") == 50 * TENTH
    return decide(
        search=[Step("instance", "the ends are 1/10 and 50/10", ends, {"values": list(TABLE_3)})],
        proof=Proof("this instance", inner),
    )
