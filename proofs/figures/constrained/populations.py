"""Figures 10 to 13: expected errors on populations, exactly.

The paper draws counts and averages; here each point is the expectation itself, a rational. One
point of figure 10 is simulated too, as a check that the expectation is that of the experiment.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.sampling.kernel import KernelSampler
from ....mechanisms.sampling.source import SeededSource
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER
from .mechanisms import NAMES, mechanism

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Loss = Callable[[int, int], int]


def beyond(d: int) -> Loss:
    """Return the loss that is 1 where the report is more than `d` from the truth."""
    return lambda i, j: int(abs(i - j) > d)


def squared(i: int, j: int) -> int:
    """Return the squared error."""
    return (i - j) ** 2


def expected(drawn: Mechanism, law: Sequence[Fraction], loss: Loss) -> Fraction:
    """Return the expected loss under a law of the inputs.

    >>> from exactdp import uniform
    >>> expected(uniform(1), [Fraction(1, 3), Fraction(2, 3)], beyond(0))
    Fraction(1, 2)
    """
    return sum(
        (
            weight * x * loss(i, j)
            for i, weight in enumerate(law)
            if weight
            for j, x in enumerate(drawn.row(i))
        ),
        Fraction(0),
    )


def binomial(n: int, p: Fraction) -> list[Fraction]:
    """Return the law of the number of ones among n.

    >>> binomial(2, Fraction(1, 2))
    [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    """
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


#: The sensitive bits of figure 10 and how a row of the table states them.
TARGETS: dict[str, Callable[[dict[str, str]], bool]] = {
    "young": lambda row: int(row["age"]) < 30,
    "gender": lambda row: row["sex"] == "Male",
    "income": lambda row: row["income"].startswith(">50K"),
}
GROUPS = range(2, 17)
REPETITIONS = 50


def groups(bits: Sequence[bool], n: int) -> list[int]:
    """Return how many groups of n in file order have 0..n ones; a rest is left out.

    >>> groups([True, False, True, True, True], 2)
    [0, 1, 1]
    """
    counts = Counter(sum(bits[k : k + n]) for k in range(0, len(bits) - n + 1, n))
    return [counts[k] for k in range(n + 1)]


@figure(
    "constrained-10",
    PAPER,
    "Figure 10",
    "How often small groups of the Adult table get a wrong count",
    "adult.csv",
)
def figure_10(settings: Settings) -> Made:
    """Make figure 10."""
    alpha = Fraction(9, 10)
    with open(settings.file("adult.csv"), newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    bits = {name: [bit(row) for row in table] for name, bit in TARGETS.items()}
    found: dict[str, dict[str, list[tuple[Fraction, float]]]] = {}
    rows: list[tuple[Value, ...]] = []
    for target, ones in bits.items():
        found[target] = {name: [] for name in NAMES}
        for n in GROUPS:
            histogram = groups(ones, n)
            for name in NAMES:
                mean, variance = wrong(mechanism(name, n, alpha), histogram)
                found[target][name].append((mean, sqrt(variance / REPETITIONS)))
                rows.append((target, name, n, mean, variance))
    simulated = simulate(mechanism("GM", 4, alpha), groups(bits["income"], 4), settings)
    exact, error = found["income"]["GM"][GROUPS.index(4)]

    def draw() -> Picture:
        picture, axes = canvas(1, 3, width=13.5, height=4.2)
        for place, (target, values) in zip(axes, found.items(), strict=True):
            curves(
                place,
                [
                    Curve(name, list(GROUPS), [y for y, _ in ys], [e for _, e in ys])
                    for name, ys in values.items()
                ],
                legend=False,
            )
            place.set(xlabel="group size n", title=target)
        axes[0].set_ylabel("expected share of groups with a wrong count")
        common_legend(picture)
        return picture

    return Made(
        "The expected share of groups, formed in file order, that get a wrong count at α = 0.9, "
        f"with the standard error of a mean of {REPETITIONS} repetitions. GM pays for inputs in "
        "the middle; EM is the same for every input.",
        [Table("", ("target", "mechanism", "n", "expected share", "variance"), rows)],
        draw,
        [
            *_said_of_figure_10(found),
            compared(
                "each point is a mean of 50 repetitions",
                f"income, GM, n = 4: {decimal(exact)} exactly, {simulated:.4f} in a mean of "
                f"{settings.runs} runs, {abs(simulated - float(exact)) / error:.1f} standard "
                "errors of 50 away",
                None,
            ),
        ],
        {"alpha": str(alpha), "n": [*GROUPS], "groups": "in file order"},
        simulated=True,
    )


def wrong(drawn: Mechanism, histogram: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the share of groups whose count is reported wrongly."""
    number = sum(histogram)
    misses = [(count, 1 - drawn[i, i]) for i, count in enumerate(histogram)]
    mean = sum((count * p for count, p in misses), Fraction(0)) / number
    variance = sum((count * p * (1 - p) for count, p in misses), Fraction(0)) / number**2
    return mean, variance


def simulate(drawn: Mechanism, histogram: Sequence[int], settings: Settings) -> float:
    """Return the share of wrong counts in a mean of seeded runs, for display."""
    counts = np.repeat(np.arange(len(histogram)), histogram)
    sampler = KernelSampler(drawn)
    shares = [
        float(np.mean(sampler.draw_many(counts, SeededSource(settings.seed + k)) != counts))
        for k in range(settings.runs)
    ]
    return float(np.mean(shares))


def _said_of_figure_10(
    found: dict[str, dict[str, list[tuple[Fraction, float]]]],
) -> list[Comparison]:
    """Compare what section V-B says of each panel."""
    said = []
    for target, values in found.items():
        mean = {name: [y for y, _ in ys] for name, ys in values.items()}
        chance = all(y == Fraction(n, n + 1) for n, y in zip(GROUPS, mean["UM"], strict=True))
        said.append(compared(f"{target}: UM errs with 1 - 1/(n+1)", "the same", chance))
        worse = [n for n, x, y in zip(GROUPS, mean["GM"], mean["UM"], strict=True) if x > y]
        said.append(
            compared(f"{target}: GM is worse than UM", f"at n in {worse}", worse == [*GROUPS])
        )
        best = [
            n
            for k, n in enumerate(GROUPS)
            if mean["EM"][k] == min(values[k] for values in mean.values())
        ]
        said.append(compared(f"{target}: EM is best", f"at n in {best}", best == [*GROUPS]))
    return said


SIZES = (4, 8, 12)
LEVELS = (Fraction(91, 100), Fraction(67, 100))
SHARES = [Fraction(k, 20) for k in range(1, 20)]


@figure("constrained-11", PAPER, "Figure 11", "Errors above 1 on binomial populations, over p")
def figure_11(settings: Settings) -> Made:
    """Make figure 11."""
    found = {
        (alpha, n, name): [
            expected(mechanism(name, n, alpha), binomial(n, p), beyond(1)) for p in SHARES
        ]
        for alpha in LEVELS
        for n in SIZES
        for name in NAMES
    }
    skewed = [
        found[alpha, n, "GM"][0] == min(found[alpha, n, name][0] for name in NAMES)
        for alpha in LEVELS
        for n in SIZES
    ]
    middle = SHARES.index(Fraction(1, 2))
    worse = [
        n for n in SIZES if found[LEVELS[0], n, "GM"][middle] > found[LEVELS[0], n, "UM"][middle]
    ]
    return Made(
        "The expected share of groups whose report is off by more than 1, where each of n "
        "individuals has the bit with probability p. GM is good at the ends, where counts are "
        "extreme; EM depends least on p.",
        [_table(("alpha", "n", "mechanism", "p", "expected share"), found, SHARES)],
        lambda: _grid(found, SIZES, SHARES, "p", "share off by more than 1"),
        [
            compared(
                "GM does well where the input is very biased",
                f"at p = {SHARES[0]} GM is best in {sum(skewed)} of {len(skewed)} panels",
                all(skewed),
            ),
            compared(
                "for the higher alpha GM is often worse than uniform",
                f"at p = 1/2 for n in {worse}",
                bool(worse),
            ),
            compared("the curves", "no axis survives in the texts", None),
        ],
        {"alpha": [str(a) for a in LEVELS], "n": SIZES, "p": [str(p) for p in SHARES]},
    )


def _table(
    columns: tuple[str, ...],
    found: dict[tuple[Fraction, int, str], list[Fraction]],
    places: Sequence[Value],
) -> Table:
    return Table(
        "",
        columns,
        [
            (*key, place, value)
            for key, values in found.items()
            for place, value in zip(places, values, strict=True)
        ],
    )


def _grid(
    found: dict[tuple[Fraction, int, str], list[Fraction]],
    sizes: Sequence[int],
    places: Sequence[Fraction],
    xlabel: str,
    ylabel: str,
    shown: Callable[[Fraction], float] = float,
) -> Picture:
    """Return a grid of panels, a row for each alpha and a column for each n."""
    picture, axes = canvas(len(LEVELS), len(sizes), width=4.4 * len(sizes), height=7.4)
    for line, alpha in zip(axes, LEVELS, strict=True):
        for place, n in zip(line, sizes, strict=True):
            ys = {name: [shown(y) for y in found[alpha, n, name]] for name in NAMES}
            curves(place, [Curve(name, places, y) for name, y in ys.items()], legend=False)
            place.set(xlabel=xlabel, title=f"alpha = {float(alpha)}, n = {n}")
        line[0].set_ylabel(ylabel)
    common_legend(picture)
    return picture


#: The populations of figure 12, which the text calls proportionate and skewed.
POPULATIONS = (Fraction(1, 2), Fraction(1, 10))


@figure("constrained-12", PAPER, "Figure 12", "How far off reports are, n = 8")
def figure_12(settings: Settings) -> Made:
    """Make figure 12."""
    n, distances = 8, list(range(8))
    found = {
        (p, alpha, name): [
            expected(mechanism(name, n, alpha), binomial(n, p), beyond(d)) for d in distances
        ]
        for p in POPULATIONS
        for alpha in LEVELS
        for name in NAMES
    }
    balanced = POPULATIONS[0]
    best = all(
        found[balanced, alpha, "EM"][d] == min(found[balanced, alpha, x][d] for x in NAMES)
        for alpha in LEVELS
        for d in distances
    )
    margins = {
        alpha: [
            x - y
            for x, y in zip(found[balanced, alpha, "GM"], found[balanced, alpha, "EM"], strict=True)
        ]
        for alpha in LEVELS
    }
    grows = all(x <= y for ms in margins.values() for x, y in pairwise(ms))

    def draw() -> Picture:
        picture, axes = canvas(2, 2, width=9.6, height=7.4)
        for line, p in zip(axes, POPULATIONS, strict=True):
            for place, alpha in zip(line, LEVELS, strict=True):
                curves(
                    place, [Curve(x, distances, found[p, alpha, x]) for x in NAMES], legend=False
                )
                place.set(xlabel="d", title=f"p = {p}, alpha = {float(alpha)}")
            line[0].set_ylabel("share off by more than d")
        common_legend(picture)
        return picture

    return Made(
        "The expected share of groups of 8 whose report is off by more than d, on a balanced "
        "population (above) and a skewed one (below).",
        [
            Table(
                "",
                ("p", "alpha", "mechanism", "d", "expected share"),
                [
                    (*key, d, y)
                    for key, ys in found.items()
                    for d, y in zip(distances, ys, strict=True)
                ],
            )
        ],
        draw,
        [
            compared(
                "balanced: EM outperforms all others",
                "at every d and both alpha" if best else "not at every d",
                best,
            ),
            compared(
                "balanced: the margin between EM and GM only grows with d",
                "; ".join(
                    f"alpha = {float(a)}: {', '.join(decimal(x) for x in ms)}"
                    for a, ms in margins.items()
                ),
                grows,
                "CKS-86",
            ),
            compared("the values of p", "not in the texts; ours are 1/2 and 1/10", None),
        ],
        {"n": n, "alpha": [str(a) for a in LEVELS], "p": [str(p) for p in POPULATIONS]},
    )


@figure("constrained-13", PAPER, "Figure 13", "Root mean squared error on binomial populations")
def figure_13(settings: Settings) -> Made:
    """Make figure 13."""
    found = {
        (alpha, n, name): [
            expected(mechanism(name, n, alpha), binomial(n, p), squared) for p in SHARES
        ]
        for alpha in LEVELS
        for n in SIZES
        for name in NAMES
    }
    high = LEVELS[0]
    lower = {
        n: [
            p
            for p, x, y in zip(SHARES, found[high, n, "EM"], found[high, n, "GM"], strict=True)
            if x < y
        ]
        for n in SIZES
    }
    worse = sum(
        x > y
        for n in SIZES
        for x, y in zip(found[high, n, "GM"], found[high, n, "UM"], strict=True)
    )
    spread = ", ".join(f"n = {n}: p from {ps[0]} to {ps[-1]}" for n, ps in lower.items() if ps)
    return Made(
        "The root of the expected squared error of one group's report, over p. The table has the "
        "expected squared errors, which are rational.",
        [_table(("alpha", "n", "mechanism", "p", "expected squared error"), found, SHARES)],
        lambda: _grid(found, SIZES, SHARES, "p", "RMSE", lambda y: sqrt(y)),
        [
            compared(
                "alpha = 0.91: EM has lower error across all sizes and populations",
                f"lower than GM at {spread}",
                all(ps == SHARES for ps in lower.values()),
                "CKS-88",
            ),
            compared(
                "at the higher alpha GM is in many cases worse than uniform",
                f"in {worse} of {len(SIZES) * len(SHARES)} points",
                worse > 0,
            ),
        ],
        {"alpha": [str(a) for a in LEVELS], "n": SIZES, "p": [str(p) for p in SHARES]},
    )
