"""Figures 1, 2 and 4: a table and its distribution, the framework and its scales, the data."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import STYLES, canvas
from ....mechanisms.exact.rationals import exact_text
from ....mechanisms.polytopes.scales import peak_of, scales
from ....mechanisms.release.budget import Budget
from ...engine.reals import rounding
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER
from .data import BINOMIAL, COUNTY, TEACHERS, Data, column, county, missing, real, teachers

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

BIRD_FLU = "bird_flu_by_state.csv"
#: What survives of the table of figure 1, and its n: counts up to 40.
NAMED_STATES = {"California": 38, "Colorado": 10, "Wisconsin": 1}
LARGEST = 40


@figure("targets-1", PAPER, "Figure 1", "A table of counts and its distribution", BIRD_FLU)
def figure_1(settings: Settings) -> Made:
    """Draw bird flu cases by state, and how many states have each count."""
    data = column(settings.file(BIRD_FLU), "cases", "bird flu")
    with open(settings.file(BIRD_FLU), newline="", encoding="utf-8") as file:
        states = [row["state"] for row in csv.DictReader(file)]
    cases = dict(zip(states, data.counts.tolist(), strict=True))
    some = {name: x for name, x in sorted(cases.items(), key=lambda c: (-c[1], c[0])) if x}
    law = data.topped(LARGEST)._replace(largest=LARGEST).law
    printed = {name: cases.get(name) for name in NAMED_STATES}

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=9.6, height=3.8)
        left.barh(list(some)[::-1], list(some.values())[::-1], color="#0072B2")
        for place, x in enumerate(list(some.values())[::-1]):
            left.text(x + 0.5, place, str(x), va="center", fontsize=8)
        left.set(
            xlim=(0, LARGEST + 2),
            xlabel="cases",
            title=f"A: the counts ({len(cases) - len(some)} states have 0)",
        )
        right.bar(range(LARGEST + 1), [float(x) for x in law], color="#0072B2")
        right.set(xlabel="cases in a state", ylabel="share of the states", title="B: how often")
        right.grid(axis="y", alpha=0.3)
        return picture

    return Made(
        "Bird flu cases by US state (A) and what share of the states has each count (B). Three "
        "quarters of the states have none, so noise that is clipped at 0 is seen at once in B.",
        [
            Table("", ("count", "share of states"), list(enumerate(law))),
            Table("states", ("state", "cases"), list(cases.items())),
        ],
        draw,
        [
            compared("N = 50", f"{len(cases)} states", len(cases) == 50),
            compared(
                "n = 41 counts suffice",
                f"the largest count is {data.largest}",
                data.largest <= LARGEST,
            ),
            compared(
                ", ".join(f"{name} {x}" for name, x in NAMED_STATES.items()),
                ", ".join(f"{name} {x}" for name, x in printed.items()),
                printed == NAMED_STATES,
            ),
            compared(
                "the distribution has an axis mark at 0.5",
                f"the share of 0 is {exact_text(law[0])}",
                None,
            ),
        ],
        {"n": LARGEST + 1},
    )


#: The scales that are drawn: of four counts at alpha = 1/2, on a total of eps = 1.
SIZE, ALPHA, EPSILON = 4, Fraction(1, 2), Fraction(1)
#: The boxes of the framework: words, centre, and the arrows between them.
BOXES: dict[str, tuple[str, float, float]] = {
    "table": ("table of counts", 0.10, 0.8),
    "law": ("distribution ζ", 0.10, 0.2),
    "privatizer": ("distribution\nprivatizer, ε₁", 0.31, 0.2),
    "z": ("private\ndistribution z", 0.5, 0.2),
    "constructor": ("constructor\nalgorithm, ε₂", 0.69, 0.2),
    "mechanism": ("count mechanism T\nzT = z", 0.5, 0.8),
    "private": ("table of\nprivate counts", 0.9, 0.8),
    "released": ("distribution of\nprivate counts", 0.9, 0.2),
}
ARROWS = {
    ("table", "law"): "1",
    ("law", "privatizer"): "2",
    ("privatizer", "z"): "2",
    ("z", "constructor"): "3",
    ("constructor", "mechanism"): "3",
    ("table", "mechanism"): "4",
    ("mechanism", "private"): "4",
    ("private", "released"): "5",
}


@figure(
    "targets-2", PAPER, "Figure 2", "The two stages, and the scales that mechanisms are made of"
)
def figure_2(settings: Settings) -> Made:
    """Draw the framework, and all scales for four counts."""
    found = scales(SIZE, ALPHA)
    names = {p: "".join("↑" if step > 0 else "↓" for step in p) for p in found}
    peaked = [p for p in found if peak_of(p) is not None]
    tight = all(
        x in (ALPHA * y, y / ALPHA) for s in found.values() for x, y in zip(s[1:], s, strict=False)
    )
    budget = Budget(EPSILON)
    parts = budget.split * EPSILON, (1 - budget.split) * EPSILON
    rows: list[tuple[Value, ...]] = [
        (names[p], i, x) for p, s in found.items() for i, x in enumerate(s)
    ]

    def draw() -> Picture:
        picture, axes = canvas(3, 4, width=10.4, height=7.2)
        grid = axes[0, 0].get_gridspec()
        for place in axes[0]:
            place.remove()
        _framework(picture.add_subplot(grid[0, :]))
        for place, (pattern, s) in zip(axes[1:].flat, found.items(), strict=True):
            single = pattern in peaked
            place.bar(range(SIZE), [float(x) for x in s], color="#0072B2" if single else "#BBBBBB")
            for i, x in enumerate(s):
                place.text(i, float(x), exact_text(x), ha="center", va="bottom", fontsize=8)
            place.set(title=names[pattern], ylim=(0, 0.66), xticks=range(SIZE))
        for place in axes[2]:
            place.set_xlabel("true count")
        for place in axes[1:, 0]:
            place.set_ylabel("scale")
        return picture

    return Made(
        "Above: the framework. (1) The counts are summarised by their distribution, (2) which is "
        "made private with ε₁; (3) for that z a mechanism T with zT = z is made, (4) which passes "
        "on every count with ε₂; (5) whoever wants the distribution summarises what was released. "
        f"Below: all {len(found)} scales of {SIZE} counts at α = 1/2, named by their steps up "
        "and down; every column of a private mechanism is a sum of multiples of them. The dark "
        "ones have a single peak.",
        [Table("", ("pattern", "count", "scale"), rows)],
        draw,
        [
            compared(
                "there are k = 2^(n-1) scales",
                f"{len({tuple(s) for s in found.values()})} for n = {SIZE}",
                len({tuple(s) for s in found.values()}) == 2 ** (SIZE - 1),
                "KL-17",
            ),
            compared(
                "every step of a scale is up or down by the same factor",
                "by 1/2 or 2 at every step" if tight else "not at every step",
                tight,
                "KL-19",
            ),
            compared(
                "ε₁ + ε₂ is the total",
                f"{' + '.join(map(exact_text, parts))} at eps = {exact_text(EPSILON)}",
                sum(parts) == EPSILON,
            ),
        ],
        {"size": SIZE, "alpha": str(ALPHA), "eps": str(EPSILON)},
    )


def _framework(axes: Any) -> None:
    """Draw the boxes and arrows of the framework."""
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    style = {"boxstyle": "round,pad=0.5", "edgecolor": "black"}
    drawn = {
        name: axes.text(
            x,
            y,
            words,
            ha="center",
            va="center",
            fontsize=10,
            bbox=style | {"facecolor": "#DCE9F5" if "ε" in words or "T" in words else "white"},
        )
        for name, (words, x, y) in BOXES.items()
    }
    for (start, end), step in ARROWS.items():
        (_, x, y), (_, u, v) = BOXES[start], BOXES[end]
        axes.annotate(
            "",
            (u, v),
            (x, y),
            arrowprops={
                "arrowstyle": "-|>",
                "color": "black",
                "patchA": drawn[start].get_bbox_patch(),
                "patchB": drawn[end].get_bbox_patch(),
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )
        aside = (0.02, 0.0) if x == u else (0.0, 0.08)
        axes.text(
            (x + u) / 2 + aside[0],
            (y + v) / 2 + aside[1],
            f"({step})",
            fontsize=9,
            ha="center",
            va="center",
        )


#: What the text says of the shape of each table: rows, skewness.
SIZES_4 = {"binomial": 10_000, "county": 3_136, "schools": 95_969}
SKEWNESS = {"county": "5.83", "schools": "1.29"}


@figure(
    "targets-4",
    PAPER,
    "Figure 4",
    "The distributions of the tables that are released",
    BINOMIAL,
    COUNTY[0],
    also=(TEACHERS[0],),
)
def figure_4(settings: Settings) -> Made:
    """Draw what share of the rows has each count."""
    found = real(settings)
    rows: list[tuple[Value, ...]] = [
        (data.name, k, x) for data in found for k, x in enumerate(data.law)
    ]
    comparisons = [
        compared(
            f"{data.name}: {SIZES_4[data.name]} counts",
            f"{len(data.counts)}",
            len(data.counts) == SIZES_4[data.name],
        )
        for data in found
    ]
    zero = county(settings).law[0]
    low, high = rounding("0.53")
    comparisons.append(
        compared(
            "53 % of the counties report none",
            f"{exact_text(zero)}, {decimal(100 * zero, 1)} %",
            low <= zero <= high,
        )
    )
    whole = (county(settings), *teachers(settings))
    comparisons += [skewed(a, b) for a, b in zip(whole, found[1:], strict=True)]

    def draw() -> Picture:
        picture, axes = canvas(1, len(found), width=4.8 * len(found), height=3.8)
        for place, data, (colour, _, _) in zip(axes, found, STYLES[1:], strict=False):
            place.bar(range(data.largest + 1), [float(x) for x in data.law], color=colour)
            place.set(xlabel="count", title=f"{data.name}, {len(data.counts)} rows")
            place.grid(axis="y", alpha=0.3)
        axes[0].set_ylabel("share of the rows")
        return picture

    return Made(
        "What share of the rows has each count: draws of a Binomial(20, 1/2), symmetric, and "
        "homicides by US county, topped at 50, of which more than half are 0." + missing(settings),
        [Table("", ("data", "count", "share"), rows)],
        draw,
        comparisons,
        {"topped": {data.name: data.largest for data in found}},
    )


def skewed(whole: Data, topped: Data) -> Comparison:
    """Compare the skewness of a table; its square is rational, so it is rounded exactly."""
    low, high = (x * x for x in rounding(SKEWNESS[whole.name]))
    squares = [squared_skewness(data.counts.tolist()) for data in (whole, topped)]
    plain, capped = (f"{float(x) ** 0.5:.4f}" for x in squares)
    return compared(
        f"{whole.name}: skewness {SKEWNESS[whole.name]}",
        f"{plain} as reported, {capped} topped at {topped.largest}",
        any(low <= x <= high for x in squares),
    )


def squared_skewness(counts: Sequence[int]) -> Fraction:
    """Return the square of the skewness m3 / m2^(3/2) of counts that lean to the right.

    >>> squared_skewness([0, 0, 0, 1])
    Fraction(4, 3)
    """
    values, tally = np.unique(np.array(counts), return_counts=True)
    pairs = [(int(v), int(t)) for v, t in zip(values, tally, strict=True)]
    mean = Fraction(sum(v * t for v, t in pairs), len(counts))
    off = [(v - mean, Fraction(t, len(counts))) for v, t in pairs]
    second = sum((share * d * d for d, share in off), Fraction(0))
    third = sum((share * d * d * d for d, share in off), Fraction(0))
    return third * third / (second * second * second)
