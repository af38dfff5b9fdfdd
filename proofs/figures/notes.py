"""The figures of "Geometric Mechanism Notes": the noise, clipping, and what rejection costs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...mechanisms.exact.decimals import decimal
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.plots import Curve, bars, canvas, curves
from ...mechanisms.families.geometric import geometric
from ...mechanisms.families.noise import TwoSidedGeometric
from ...mechanisms.families.rejection import (
    calibrated_base,
    conditioned_geometric,
    worst_ratio,
)
from ..lemmas.instances import noise, tail
from ..papers.notes.instances import algorithm_2, printed_base
from .figure import Made, Settings, Table, Value, compared, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

PAPER = "Geometric Mechanism Notes"
#: The example of section 2.4: eps = 1/10 is read as the best rational alpha above e^-eps.
N, COUNT, EPSILON = 30, 20, Fraction(1, 10)
ALPHA = PrivacyLevel.from_epsilon(EPSILON).rational_alpha(10**6)
#: What is plotted beside the count, as in the paper's figure.
COUNTS = (19, 20, 21)


@figure("notes-1", PAPER, "eq. (2.1)", "The two-sided geometric law")
def equation_1(settings: Settings) -> Made:
    """Draw the law of the noise for three levels."""
    reach, levels = 12, (Fraction(1, 2), Fraction(3, 4), ALPHA)
    laws = {a: [TwoSidedGeometric(a).pmf(d) for d in range(-reach, reach + 1)] for a in levels}
    naive = all(x == noise(a, d - reach) for a, xs in laws.items() for d, x in enumerate(xs))
    rows: list[tuple[Value, ...]] = [
        (a, d - reach, x) for a, xs in laws.items() for d, x in enumerate(xs)
    ]

    def draw() -> Picture:
        picture, axes = canvas(width=7.4)
        bars(axes, [(f"alpha = {decimal(a)}", xs) for a, xs in laws.items()], low=-reach)
        axes.set(xlabel="noise", title="two-sided geometric noise")
        return picture

    return Made(
        "Two-sided geometric noise: the mass falls by the factor alpha with each step away from 0.",
        [Table("", ("alpha", "noise", "probability"), rows)],
        draw,
        [compared("(1-a)/(1+a) a^|d|", "the same at every point", naive, "COV-01")],
        {"alpha": [str(a) for a in levels]},
    )


@figure("notes-2", PAPER, "Figure 2.1", "Algorithm 1 clipped, and Algorithm 2")
def figure_1(settings: Settings) -> Made:
    """Draw the laws of the two algorithms on neighbouring counts, side by side."""
    clipped = {c: geometric(N, ALPHA).row(c) for c in COUNTS}
    direct = {c: [algorithm_2(N, ALPHA, c)[j] for j in range(N + 1)] for c in COUNTS}
    zero, ends = clipped[COUNT][0], clipped[COUNT][0] + clipped[COUNT][N]
    below = tail(ALPHA, COUNT)
    rows: list[tuple[Value, ...]] = [
        (name, c, j, x)
        for name, laws in (("Algorithm 1, clipped", clipped), ("Algorithm 2", direct))
        for c, law in laws.items()
        for j, x in enumerate(law)
    ]

    def draw() -> Picture:
        picture, axes = canvas(2, 1, width=8.6, height=6.4)
        panels = zip(axes, ("Algorithm 1, clipped", "Algorithm 2"), (clipped, direct), strict=True)
        for place, title, laws in panels:
            bars(place, [(f"count {c}", law) for c, law in laws.items()])
            place.set(title=title, xlabel="reported count")
        return picture

    return Made(
        f"What is reported for the counts 19, 20 and 21 of n = {N} at eps = 1/10: clipping heaps "
        "mass on both ends. The two algorithms have the same law, entry by entry.",
        [Table("", ("algorithm", "count", "output", "probability"), rows)],
        draw,
        [
            compared(
                "Algorithm 2 has the law of the clipped mechanism",
                "equal entry by entry" if clipped == direct else "different",
                clipped == direct,
                "COV-05",
            ),
            compared(
                "0 is reported with probability about 0.075",
                f"{decimal(zero)}",
                round(zero, 3) == Fraction("0.075"),
                "COV-07",
            ),
            compared(
                "the ends together about 0.25",
                f"{decimal(ends)}",
                round(ends, 2) == Fraction("0.25"),
                "COV-08",
            ),
            compared(
                "Pr[noise < -20] is a^21/(1+a), and clipping adds Pr[noise = -20]",
                "the same",
                below == zero,
                "COV-09",
            ),
        ],
        {"n": N, "counts": COUNTS, "epsilon": str(EPSILON), "alpha": str(ALPHA)},
    )


@figure("notes-3", PAPER, "Figure 2.2", "Rejecting what would be clipped")
def figure_2(settings: Settings) -> Made:
    """Draw the rejection mechanism, calibrated as printed and exactly."""
    printed = printed_base(N, ALPHA)
    ours = calibrated_base(N, ALPHA)
    laws = {
        f"clipped (GM), alpha = {decimal(ALPHA)}": geometric(N, ALPHA).row(COUNT),
        f"rejection, as printed, base {decimal(printed)}": conditioned_geometric(
            N, min(printed, Fraction(1))
        ).row(COUNT),
        f"rejection, calibrated, base {decimal(ours)}": conditioned_geometric(N, ours).row(COUNT),
    }
    flat = list(laws.values())[1]
    distance = sum(abs(x - Fraction(1, N + 1)) for x in flat) / 2
    rows: list[tuple[Value, ...]] = [
        (name, j, x) for name, law in laws.items() for j, x in enumerate(law)
    ]

    def draw() -> Picture:
        picture, axes = canvas(width=8.6)
        curves(axes, [Curve(name, range(N + 1), law) for name, law in laws.items()])
        axes.set(xlabel="reported count", ylabel="probability", title=f"count {COUNT}, n = {N}")
        return picture

    return Made(
        "What is reported for the count 20 if answers outside 0..30 are drawn again. The printed "
        "calibration gives away most of the budget; the exact one needs hardly more noise than "
        "clipping does.",
        [Table("", ("mechanism", "output", "probability"), rows)],
        draw,
        [
            compared(
                "it is nearly uniform",
                f"total variation {decimal(distance)} from uniform",
                None,
                "COV-21",
            ),
            compared(
                "the printed calibration is private",
                f"worst ratio {decimal(worst_ratio(N, printed))}, allowed {decimal(1 / ALPHA)}",
                worst_ratio(N, printed) <= 1 / ALPHA,
                "COV-20",
            ),
            compared(
                "what rejection costs is left open",
                f"base {decimal(ours)} instead of {decimal(ALPHA)} suffices",
                None,
                "NEW-4",
            ),
        ],
        {"n": N, "count": COUNT, "alpha": str(ALPHA), "printed": str(printed), "ours": str(ours)},
    )


@figure("notes-4", PAPER, "section 2.4", "The factor that rejection costs")
def factor(settings: Settings) -> Made:
    """Draw the exact factor c = alpha x the worst ratio, over n and over alpha."""
    sizes = range(1, 31)
    levels = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(99, 100))
    grid = [Fraction(k, 50) for k in range(1, 50)]
    over_n = {a: [a * worst_ratio(n, a) for n in sizes] for a in levels}
    over_alpha = {n: [a * worst_ratio(n, a) for a in grid] for n in (1, 2, 4, 8, 30)}
    every = [c for cs in (*over_n.values(), *over_alpha.values()) for c in cs]
    rows: list[tuple[Value, ...]] = [
        (a, n, c) for a, cs in over_n.items() for n, c in zip(sizes, cs, strict=True)
    ]
    rows += [(a, n, c) for n, cs in over_alpha.items() for a, c in zip(grid, cs, strict=True)]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.0, height=4.2)
        drawn = [Curve(f"alpha = {decimal(a, 2)}", sizes, cs) for a, cs in over_n.items()]
        curves(left, drawn, markers=False)
        left.set(xlabel="n", ylabel="c")
        drawn = [Curve(f"n = {n}", grid, cs) for n, cs in over_alpha.items()]
        curves(right, drawn, markers=False)
        right.axhline(1.25, color="grey", linewidth=1)
        right.set(xlabel="alpha", ylabel="c")
        return picture

    bounded = all(1 <= c <= Fraction(5, 4) for c in every)
    return Made(
        "Drawing again multiplies the worst ratio 1/α by c = 1 + (1-α)(α - αⁿ)/(1 - αⁿ⁺¹), which "
        "stays between 1 and 5/4 (grey line): rejection never costs more than ln(5/4).",
        [Table("", ("alpha", "n", "c"), rows)],
        draw,
        [
            compared(
                "M bounds what rejection does to neighbouring rows",
                f"c lies between {decimal(min(every))} and {decimal(max(every))}",
                None,
                "COV-17",
                "NEW-4",
            ),
            compared("1 <= c <= 5/4", "at every point" if bounded else "no", bounded, "NEW-4"),
        ],
        {"n": [*sizes], "alpha": [str(a) for a in levels]},
    )
