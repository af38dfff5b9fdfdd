"""Figure 8 and table 3: which share f of the budget the distribution should get.

What appendix F minimises is ln(count error) + ln(distribution error), where the errors are the
means of the runs of EAD and W1. The same seeds serve every f, so differences are sharper than
the values themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, log, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.plots import STYLES, Curve, canvas, common_legend, curves
from ....mechanisms.exact.rationals import exact_text
from ....mechanisms.release.budget import default_split
from ...engine.reals import rounding
from ...papers.targets.rule_of_thumb import TABLE_3, refit
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER
from .data import BINOMIAL, COUNTY, LEFT, RIGHT, TEACHERS, Data, missing, real, synthetic
from .simulation import GRID, Errors, Release, released, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

SHARES = [Fraction(k, 10) for k in range(1, 10)]
#: The totals of figure 8, and the gaps that are printed for the counties.
TOTALS = tuple(map(Fraction, ("1/10", "1/2", "1", "5")))
GAPS = dict(zip(TOTALS, ("0.024", "0.046", "0.017", "0"), strict=True))
#: Where the largest gap is said to be.
WORST = ("binomial", Fraction(1, 10), "0.42")
PRINTED = {"A": "0.639", "B": "0.106", "K": "2.87"}


class Objective(NamedTuple):
    """The combined error at one f: its value, and for every run how much it adds to the mean.

    The changes are those of ln EAD + ln W1 to first order, whose mean is 0.
    """

    value: float
    changes: list[float]

    @classmethod
    def of(cls, lines: Sequence[Errors]) -> Objective:
        """Return the objective of some runs.

        >>> line = Errors(*map(Fraction, (2, 0, 0, 3, 0)))
        >>> round(Objective.of([line, line]).value - log(6), 12)
        0.0
        """
        many = len(lines)
        moved, far = (sum(getattr(x, m) for x in lines) / many for m in ("EAD", "W1"))
        changes = [float(x.EAD / moved + x.W1 / far - 2) for x in lines]
        return cls(log(moved) + log(far), changes)

    @property
    def error(self) -> float:
        """The standard error of the value."""
        return _error(self.changes)

    def above(self, other: Objective) -> tuple[float, float]:
        """Return how far it is above another of the same seeds, and the standard error of that."""
        apart = [a - b for a, b in zip(self.changes, other.changes, strict=True)]
        return self.value - other.value, _error(apart)


def _error(changes: Sequence[float]) -> float:
    many = len(changes)
    return sqrt(sum(x * x for x in changes) / (many * (many - 1))) if many > 1 else nan


def text(value: float) -> str:
    """Return a float for a table."""
    return f"{value:.6f}"


# --- figure 8 -------------------------------------------------------------------------------

METHODS = ("sandwich", "optimal")


@figure(
    "targets-8",
    PAPER,
    "Figure 8",
    "The combined error over the share of the distribution",
    BINOMIAL,
    COUNTY[0],
    also=(TEACHERS[0],),
)
def figure_8(settings: Settings) -> Made:
    """Draw the objective over f, and what the rule of thumb gives away."""
    tables = real(settings)
    rule = {e: default_split(PrivacyLevel.from_epsilon(e)) for e in TOTALS}
    tasks = [
        Release(data, METHODS, e, settings.runs, settings.seed, f)
        for data in tables
        for e in TOTALS
        for f in sorted({*SHARES, rule[e]})
    ]
    found: dict[tuple[str, Fraction, str], dict[Fraction, Objective]] = {}
    for task, runs in zip(tasks, spread(released, tasks, settings, "splits"), strict=True):
        assert task.split is not None
        for method, lines in runs.items():
            line = found.setdefault((task.data.name, task.epsilon, method), {})
            line[task.split] = Objective.of(lines)
    gaps = {key: Gap.of(line, rule[key[1]]) for key, line in found.items()}
    rows: list[tuple[Value, ...]] = [
        (name, e, method, f, text(x.value), text(x.error))
        for (name, e, method), line in found.items()
        for f, x in line.items()
    ]
    return Made(
        "The combined error ln EAD + ln W1 over the share f of the distribution: means of "
        f"{settings.runs} runs of the sandwich order (as printed) and of the optimum, with "
        "standard errors. Vertical: the rule of thumb's f; horizontal: what it gives, and the "
        "least of all (dotted), both of the sandwich order." + missing(settings),
        [
            Table(
                "",
                ("data", "eps", "method", "f", "objective, mean of runs", "standard error"),
                rows,
            ),
            Table(
                "gaps",
                ("data", "eps", "method", "rule's f", "gap, mean of runs", "from", "to"),
                [(n, e, m, rule[e], *map(text, gap)) for (n, e, m), gap in gaps.items()],
            ),
        ],
        lambda: _drawn(found, tables, rule),
        _said_of_gaps(gaps),
        {"eps": [str(e) for e in TOTALS], "f": [str(f) for f in SHARES], "methods": METHODS},
        simulated=True,
    )


def least(line: dict[Fraction, Objective]) -> tuple[Fraction, Objective]:
    """Return the f with the least objective, the smaller one of two, and that objective."""
    return min(line.items(), key=lambda item: (item[1].value, item[0]))


class Gap(NamedTuple):
    """How far one f is above the best, and where that lies by two standard errors of any f."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, line: dict[Fraction, Objective], f: Fraction) -> Gap:
        """Return the gap of f; with one run its ends are not known."""
        pairs = [line[f].above(x) for x in line.values()]
        value = max(gap for gap, _ in pairs)
        if len(line[f].changes) == 1:
            return cls(value, nan, nan)
        return cls(value, *(max(gap + k * error for gap, error in pairs) for k in (-2, 2)))

    def meets(self, printed: str) -> bool | None:
        """Whether what rounds to a printed number lies in between."""
        if self.low != self.low:
            return None
        low, high = rounding(printed)
        return self.low <= high and low <= self.high


def _said_of_gaps(gaps: dict[tuple[str, Fraction, str], Gap]) -> list[Comparison]:
    """Compare the optimality gaps of appendix F."""
    named = {("county", e): printed for e, printed in GAPS.items()} | {WORST[:2]: WORST[2]}
    said = []
    for (name, e), printed in named.items():
        gap = gaps[name, e, "sandwich"]
        said.append(
            compared(
                f"{name}, eps = {decimal(e, 1)}: the rule of thumb is {printed} above the best",
                f"{gap.value:.3f}, between {gap.low:.3f} and {gap.high:.3f} by two standard errors",
                gap.meets(printed),
            )
        )
    most = max((key for key in gaps if key[2] == "sandwich"), key=lambda key: gaps[key].value)
    said.append(
        compared(
            f"the gap is largest for the {WORST[0]} data at eps = 0.1",
            f"{most[0]} at eps = {decimal(most[1], 1)}, of the totals drawn",
            most[:2] == WORST[:2],
        )
    )
    return said


def _drawn(
    found: dict[tuple[str, Fraction, str], dict[Fraction, Objective]],
    tables: Sequence[Data],
    rule: dict[Fraction, Fraction],
) -> Picture:
    picture, axes = canvas(
        len(tables), len(TOTALS), width=3.4 * len(TOTALS), height=3.1 * len(tables) + 0.5
    )
    for line, data in zip(axes, tables, strict=True):
        for place, e in zip(line, TOTALS, strict=True):
            drawn = []
            for method in METHODS:
                points = found[data.name, e, method]
                values = [x.value for x in points.values()]
                drawn.append(Curve(method, [*points], values, [x.error for x in points.values()]))
            curves(place, drawn, legend=False)
            points, colour = found[data.name, e, "sandwich"], STYLES[3][0]
            place.axvline(float(rule[e]), color=colour, linewidth=1)
            place.axhline(points[rule[e]].value, color=colour, linewidth=1)
            place.axhline(least(points)[1].value, color=STYLES[1][0], linewidth=1, linestyle=":")
            place.set(title=f"{data.name}, ε = {decimal(e, 1)}", xlabel="share f")
        line[0].set_ylabel("ln EAD + ln W1")
    common_legend(picture)
    return picture


# --- table 3 --------------------------------------------------------------------------------

#: With the optimum, which is made in no time; the sandwich order takes minutes for each run.
CONSTRUCTOR = "optimal"


class Fitted(NamedTuple):
    """A, B, K of f(eps) = B + (A - B) e^(-K eps)."""

    A: float
    B: float
    K: float

    def at(self, epsilon: float) -> float:
        """Return f."""
        return self.B + (self.A - self.B) * exp(-self.K * epsilon)


def fitted(points: Sequence[tuple[Fraction, Fraction]]) -> Fitted:
    """Return the least squares fit to pairs of eps and f, for display.

    >>> given = Fitted(0.7, 0.1, 2.0)
    >>> found = fitted([(e, Fraction(given.at(float(e)))) for e in GRID])
    >>> [round(x, 6) for x in found]
    [0.7, 0.1, 2.0]
    """
    epsilon, share = np.array([(float(e), float(f)) for e, f in points]).T

    def fit(k: float) -> tuple[float, float, float]:
        basis = np.column_stack([np.exp(-k * epsilon), 1 - np.exp(-k * epsilon)])
        (a, b), *_ = np.linalg.lstsq(basis, share, rcond=None)
        return float(((basis @ (a, b) - share) ** 2).sum()), float(a), float(b)

    low, high = 0.1, 20.0
    while high - low > 1e-9:  # the loss has one valley there
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if fit(a)[0] < fit(b)[0] else (a, high)
    return Fitted(*fit(low)[1:], low)


def printed_table(names: Sequence[str]) -> dict[tuple[str, Fraction], Fraction]:
    """Return table 3 as printed, at the unrounded totals."""
    return {
        (name, e): Fraction(f)
        for e, line in zip(GRID, TABLE_3.values(), strict=True)
        for name, f in zip(names, line.split(), strict=True)
    }


@figure("targets-table-3", PAPER, "Table 3", "The best share for each budget and synthetic table")
def table_3(settings: Settings) -> Made:
    """Simulate table 3, and fit the rule of thumb to what comes out."""
    tables = synthetic(settings.seed)
    names = [data.name for data in tables]
    tasks = [
        Release(data, (CONSTRUCTOR,), e, settings.runs, settings.seed, f)
        for data in tables
        for e in GRID
        for f in SHARES
    ]
    found: dict[tuple[str, Fraction], dict[Fraction, Objective]] = {}
    for task, runs in zip(tasks, spread(released, tasks, settings, "splits"), strict=True):
        assert task.split is not None
        line = found.setdefault((task.data.name, task.epsilon), {})
        line[task.split] = Objective.of(runs[CONSTRUCTOR])
    best = {key: least(line)[0] for key, line in found.items()}
    printed = printed_table(names)
    near = {key: undecided(line) for key, line in found.items()}
    rule = fitted([(e, f) for (_, e), f in best.items()])
    old = Fitted(*(float(PRINTED[k]) for k in Fitted._fields))
    return Made(
        "The share f in 0.1, ..., 0.9 with the least combined error ln EAD + ln W1, simulated: "
        f"{settings.runs} runs for every f, the law kept by the optimal mechanism (in print: the "
        "sandwich order). In brackets what is printed, where it differs; dark where even so it "
        "is not within two standard errors of the best. Right: the rule fitted to our table and "
        "the printed one. The ratios of the two skewed laws are damaged in print and read as "
        f"{exact_text(LEFT)} and {exact_text(RIGHT)}.",
        [
            Table(
                "",
                ("data", "eps", "best f, of means of runs", "printed f", "as good within 2 errors"),
                [
                    (name, e, f, printed[name, e], " ".join(decimal(x, 1) for x in near[name, e]))
                    for (name, e), f in best.items()
                ],
            ),
            Table(
                "objective",
                ("data", "eps", "f", "objective, mean of runs", "standard error"),
                [
                    (*key, f, text(x.value), text(x.error))
                    for key, line in found.items()
                    for f, x in line.items()
                ],
            ),
            Table(
                "fit",
                ("parameter", "fitted to means of runs", "printed"),
                [(k, text(getattr(rule, k)), PRINTED[k]) for k in Fitted._fields],
            ),
        ],
        lambda: _drawn_table(names, best, printed, near, rule, old),
        _said_of_table(best, printed, near, rule, old),
        {
            "eps": [str(e) for e in GRID],
            "f": [str(f) for f in SHARES],
            "method": CONSTRUCTOR,
            "ratios": [str(LEFT), str(RIGHT)],
        },
        simulated=True,
    )


def undecided(line: dict[Fraction, Objective]) -> list[Fraction]:
    """Return the shares that are not told from the best by two standard errors."""
    _, lowest = least(line)
    found = []
    for f, x in line.items():
        gap, error = x.above(lowest)
        if not gap > 2 * error:
            found.append(f)
    return found


def _said_of_table(
    best: dict[tuple[str, Fraction], Fraction],
    printed: dict[tuple[str, Fraction], Fraction],
    near: dict[tuple[str, Fraction], list[Fraction]],
    rule: Fitted,
    old: Fitted,
) -> list[Comparison]:
    """Compare our table and our fit with the printed ones."""
    same = sum(best[key] == f for key, f in printed.items())
    within = sum(f in near[key] for key, f in printed.items())
    falling = all(
        best[name, a] >= best[name, b]
        for name in dict.fromkeys(name for name, _ in best)
        for a, b in pairwise(GRID)
    )
    apart = max(abs(rule.at(float(e)) - old.at(float(e))) for e in GRID)
    steps = refit()
    return [
        compared(
            f"the best f in {len(printed)} cells",
            f"the same in {same}; the printed f is within two standard errors in {within}",
            same == len(printed),
        ),
        compared(
            "as eps falls the best f rises or stays, in every table",
            "so it does" if falling else "in the means of these runs it does not always",
            falling,
        ),
        *(
            compared(
                f"{k} = {PRINTED[k]}, fitted to the simulated table",
                f"{getattr(rule, k):.4f}",
                float(rounding(PRINTED[k])[0])
                <= getattr(rule, k)
                <= float(rounding(PRINTED[k])[1]),
            )
            for k in Fitted._fields
        ),
        compared(
            "f(eps) = 0.106 + 0.533 exp(-2.87 eps)",
            f"{rule.B:.3f} + {rule.A - rule.B:.3f} exp(-{rule.K:.2f} eps), at most "
            f"{apart:.3f} away at the totals of the table",
            None,
        ),
        compared(
            "A, B, K fitted to the printed table",
            "the same, proved" if all(step.holds for step in steps) else "others",
            all(step.holds for step in steps),
            "KL-58",
        ),
    ]


def _drawn_table(
    names: Sequence[str],
    best: dict[tuple[str, Fraction], Fraction],
    printed: dict[tuple[str, Fraction], Fraction],
    near: dict[tuple[str, Fraction], list[Fraction]],
    rule: Fitted,
    old: Fitted,
) -> Picture:
    picture, (left, right) = canvas(1, 2, width=13.0, height=4.8)
    left.set_axis_off()

    def cell(name: str, e: Fraction) -> str:
        ours, theirs = best[name, e], printed[name, e]
        shown = decimal(ours, 1)
        return shown if ours == theirs else f"{shown} ({decimal(theirs, 1)})"

    drawn = left.table(
        [[cell(name, e) for name in names] for e in GRID],
        rowLabels=[f"{float(e):.2f}" for e in GRID],
        colLabels=[name.replace(" ", "\n").replace("-", "-\n") for name in names],
        cellLoc="center",
        bbox=[0.06, 0, 0.94, 1],
    )
    for (line, column), box in drawn.get_celld().items():
        if line and column >= 0:
            key = names[column], GRID[line - 1]
            close = printed[key] in near[key]
            same = best[key] == printed[key]
            box.set_facecolor("white" if same else "#DCE9F5" if close else "#7FB2DD")
        elif not line:
            box.set_height(2 * box.get_height())
    left.set_title("best f by total ε (printed)", fontsize=11)
    grid = [k / 50 for k in range(5, 251)]
    lines = [
        Curve("fitted to our table", grid, [rule.at(e) for e in grid]),
        Curve("printed rule of thumb", grid, [old.at(e) for e in grid]),
    ]
    curves(right, lines, markers=False, legend=False)
    for table, (colour, _, marker), what in (
        (best, STYLES[0], "ours"),
        (printed, STYLES[1], "printed"),
    ):
        means = [sum((table[name, e] for name in names), Fraction(0)) / len(names) for e in GRID]
        right.plot(
            [float(e) for e in GRID],
            [float(m) for m in means],
            linestyle="",
            color=colour,
            marker=marker,
            label=f"mean of the six, {what}",
        )
    right.legend(fontsize="small")
    right.set(xscale="log", xlabel="total budget ε", ylabel="share f", ylim=(0, 1))
    return picture
