"""The plots of "Releasing Counts with Differential Privacy": geometric against Laplace noise.

At a rational eps neither e^-eps nor 2/eps^2 over a variance is rational together, so the tables
hold enclosures: a number below and one above, a unit of the twelfth decimal apart.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from flint import arb

from ...mechanisms.exact.balls import enclose
from ...mechanisms.exact.decimals import decimal
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.plots import Curve, canvas, curves
from ...mechanisms.exact.rationals import rational, to_fmpq
from ...mechanisms.sampling.source import SeededSource
from ...mechanisms.sampling.two_sided import two_sided_geometric_at
from .figure import Made, Settings, Table, Value, compared, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

PAPER = "Releasing Counts with Differential Privacy"
#: eps from 1/10 to 10, evenly on the logarithmic scale, and the ones that the text names.
GRID = sorted({Fraction(round(100 * 10 ** (k / 10)), 1000) for k in range(21)} | {Fraction(3)})
DIGITS = 12
Bracket = tuple[Fraction, Fraction]


def bracket(compute: Callable[[], arb]) -> Bracket:
    """Return rationals around a real."""
    low, high = enclose(compute, DIGITS)
    return Fraction(low), Fraction(high)


def geometric_variance(epsilon: Fraction) -> Bracket:
    """Return 2r/(1-r)^2 with r = e^-eps.

    >>> low, high = geometric_variance(Fraction(1))
    >>> low < Fraction("1.8413471") < high or low - Fraction("1.8413471") < Fraction(1, 10**6)
    True
    """

    def compute() -> arb:
        r = (-arb(to_fmpq(epsilon))).exp()
        return 2 * r / (1 - r) ** 2

    return bracket(compute)


def laplace_variance(epsilon: Fraction) -> Fraction:
    """Return 2/eps^2."""
    return 2 / epsilon**2


def geometric_error(epsilon: Fraction) -> Bracket:
    """Return E|Z| = 2r/(1-r^2) of two-sided geometric noise."""

    def compute() -> arb:
        r = (-arb(to_fmpq(epsilon))).exp()
        return 2 * r / (1 - r**2)

    return bracket(compute)


@figure("releasing-1", PAPER, "first plot", "The variances of geometric and of Laplace noise")
def variances(settings: Settings) -> Made:
    """Draw both variances and their ratio."""
    found = {e: geometric_variance(e) for e in GRID}
    ratio = {e: laplace_variance(e) / high for e, (_, high) in found.items()}
    at = {e: laplace_variance(e) / geometric_variance(e)[0] for e in map(Fraction, (1, 3, 6))}
    rows: list[tuple[Value, ...]] = [
        (e, low, high, laplace_variance(e)) for e, (low, high) in found.items()
    ]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=10.6, height=4.2)
        curves(
            left,
            [
                Curve("Laplace: 2/eps²", GRID, [laplace_variance(e) for e in GRID]),
                Curve("geometric: 2r/(1-r)²", GRID, [found[e][0] for e in GRID]),
            ],
        )
        left.set(xscale="log", yscale="log", xlabel="eps", ylabel="variance")
        curves(right, [Curve("Laplace / geometric", GRID, [ratio[e] for e in GRID])])
        right.axhline(10, color="grey", linewidth=1)
        right.set(xscale="log", yscale="log", xlabel="eps", ylabel="ratio of variances")
        return picture

    smaller = all(high < laplace_variance(e) for e, (_, high) in found.items())
    return Made(
        "The variance of geometric noise lies below that of Laplace noise at every eps; the ratio "
        "reaches 10 (grey line) only near eps = 5.8.",
        [Table("", ("eps", "geometric from", "geometric to", "Laplace"), rows)],
        draw,
        [
            compared("geometric variance is smaller", "at every eps drawn", smaller, "COL-11"),
            compared(
                "for eps >= 3 more than 10 times smaller",
                f"{decimal(at[Fraction(3)])} times at 3, {decimal(at[Fraction(6)])} times at 6",
                at[Fraction(3)] > 10,
                "COL-12",
            ),
            compared(
                "for eps <= 1 hardly different",
                f"{decimal(at[Fraction(1)])} times at 1",
                None,
                "COL-13",
            ),
        ],
        {"eps": [str(e) for e in GRID]},
    )


#: The stand-in for the salary table: so many people in each of 50 bins.
BINS = 50


def stand_in() -> list[int]:
    """Return a made-up histogram of 29,000 salaries in 50 bins; it is no data.

    >>> sum(stand_in()), len(stand_in()), min(stand_in()) < 20
    (29000, 50, True)
    """
    weights = [(k + 1) ** 2 * Fraction(4, 5) ** k for k in range(BINS)]
    counts = [int(29000 * w / sum(weights)) for w in weights]
    counts[0] += 29000 - sum(counts)
    return counts


def histogram(settings: Settings) -> tuple[list[int], str]:
    """Return the counts of the bins and what they are: of ``salaries.csv``, or the stand-in."""
    path = None if settings.data is None else settings.data / "salaries.csv"
    if path is None or not path.is_file():
        return stand_in(), "a stand-in: 29,000 made-up salaries"
    return _binned(path), "salaries.csv, column salary"


def _binned(path: Path) -> list[int]:
    counts = [0] * BINS
    with open(path, newline="", encoding="utf-8") as file:
        for line, row in enumerate(csv.DictReader(file), 2):
            if "salary" not in row:
                raise InputError(f"{path}: expected a column salary")
            try:
                salary = rational(row["salary"])
            except InputError as error:
                raise InputError(f"{path}, line {line}: {error}") from None
            place = (salary - 40_000) * BINS / 360_000
            if 0 <= place < BINS:
                counts[int(place)] += 1
    return counts


@figure("releasing-2", PAPER, "histogram and second plot", "A histogram released, and its error")
def released(settings: Settings) -> Made:
    """Draw a histogram with noise, and the expected L1 error over eps."""
    counts, what = histogram(settings)
    level = PrivacyLevel.from_epsilon(1)
    source = SeededSource(settings.seed)
    noisy = [c + two_sided_geometric_at(level, source) for c in counts]
    geometric = {e: tuple(BINS * x for x in geometric_error(e)) for e in GRID}
    laplace = {e: BINS / e for e in GRID}
    means, errors = _simulated(settings)
    runs = f"geometric, {settings.runs} runs"
    rows: list[tuple[Value, ...]] = [
        (e, low, high, laplace[e]) for e, (low, high) in geometric.items()
    ]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.6, height=4.2)
        left.bar(range(BINS), counts, color="#BBBBBB", label="before noise")
        left.plot(range(BINS), noisy, "k.", markersize=4, label="released, eps = 1")
        left.set(xlabel="bin", ylabel="people", title=what)
        left.legend(fontsize="small")
        curves(
            right,
            [
                Curve("Laplace, expected", GRID, [laplace[e] for e in GRID]),
                Curve("geometric, expected", GRID, [geometric[e][0] for e in GRID]),
                Curve(runs, list(means), list(means.values()), errors),
            ],
        )
        right.set(xscale="log", yscale="log", xlabel="eps", ylabel="L1 error of the histogram")
        return picture

    gap = laplace[Fraction(1)] / geometric[Fraction(1)][1]
    wide = laplace[Fraction(3)] / geometric[Fraction(3)][1]
    return Made(
        f"Left: one release of {what} at eps = 1. Right: the expected L1 error of {BINS} bins, "
        "with means of simulated releases and their standard deviations. Per bin it is 2r/(1-r²) "
        "for geometric noise and 1/eps for Laplace noise, whatever the data.",
        [
            Table("", ("eps", "geometric from", "geometric to", "Laplace"), rows),
            Table("histogram", ("bin", "people"), list(enumerate(counts))),
        ],
        draw,
        [
            compared(
                "the difference does not matter unless eps > 1",
                f"Laplace errs {decimal(gap)} times as much at 1, {decimal(wide)} times at 3",
                None,
                "COL-13",
            ),
            compared("the salary histogram", f"its table is not at hand; {what}", None),
        ],
        {"eps": [str(e) for e in GRID], "bins": BINS, "histogram": what},
        simulated=True,
    )


def _simulated(settings: Settings) -> tuple[dict[Fraction, float], list[float]]:
    """Return mean and standard deviation of the L1 error over seeded runs, for display."""
    means, errors = {}, []
    for e in (Fraction(1, 4), Fraction(1), Fraction(4)):
        level = PrivacyLevel.from_epsilon(e)
        totals = []
        for run in range(settings.runs):
            source = SeededSource(settings.seed + run)
            totals.append(sum(abs(two_sided_geometric_at(level, source)) for _ in range(BINS)))
        means[e] = float(np.mean(totals))
        errors.append(sqrt(float(np.var(totals))))
    return means, errors
