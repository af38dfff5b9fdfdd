"""Figure 7 and table 2: how long constructors take, and how often each line of algorithm 1 runs.

Seconds are measured on whatever machine this runs on and are no two times the same; how often a
line runs is counted, and is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from ....mechanisms.exact.law import Law
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.exact.rationals import to_fmpq
from ....mechanisms.families.geometric import geometric
from ....mechanisms.families.staircase import staircase
from ....mechanisms.keeping.algorithm_1 import Steps, construct
from ....mechanisms.keeping.coupling import coupled
from ....mechanisms.keeping.heuristic import heuristic
from ....mechanisms.keeping.lacking import Fit, Lacking
from ....mechanisms.keeping.orders import NAMED
from ....mechanisms.keeping.program import linear_program
from ....mechanisms.keeping.rounding import rounded
from ....mechanisms.keeping.unfixed import unfixed
from ....mechanisms.release.budget import Budget
from ....mechanisms.release.distributions.privatize import privatize
from ....mechanisms.sampling.source import SeededSource
from ..figure import Made, Settings, Table, Value, compared, figure
from . import PAPER
from .data import COUNTY, Data, county
from .simulation import safe, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

EPSILON = Fraction(1)


def float_heuristic(z: Sequence[Fraction], alpha: Fraction) -> Any:
    """Algorithm 1 in long doubles, largest column first, with a tolerance for what is tight.

    Written plainly with a dense matrix, as the code published with the paper has it: something
    to be faster than. It proves nothing and nothing rests on it.
    """
    n = len(z)
    law = np.array([float(x) for x in z], dtype=np.longdouble)
    e = np.longdouble(alpha.denominator) / np.longdouble(alpha.numerator)
    a = np.zeros((n, n), dtype=np.longdouble)
    r, c = np.ones(n, dtype=np.longdouble), law.copy()
    for j in np.argsort(-law, kind="stable"):
        for _ in range(2 * n):
            if c[j] <= 1e-15 * law[j]:
                break
            p = np.where(np.arange(n - 1) < j, 1, -1)
            with np.errstate(all="ignore"):
                ratio = r[1:] / r[:-1]
                p = np.where(np.isclose(ratio.astype(float), float(e) ** -p.astype(float)), -p, p)
            heights = np.concatenate(([0], np.cumsum(p))).astype(np.longdouble)
            s = e ** (heights - heights.max())
            s /= s.sum()
            with np.errstate(all="ignore"):
                up = (e * r[1:] - r[:-1]) / (e * s[1:] - s[:-1])
                down = (r[:-1] - r[1:] / e) / (s[:-1] - s[1:] / e)
            room = np.where(p > 0, up, down)
            q = min(room[np.isfinite(room) & (room > 0)].min(initial=np.inf), c[j] / (law @ s))
            a[:, j] += q * s
            r -= q * s
            c[j] -= q * (law @ s)
    return a


def _unfixed(z: Law, alpha: Fraction) -> Any:
    return unfixed([[w * abs(i - j) for j in range(len(z))] for i, w in enumerate(z)], alpha, z)


#: What makes a mechanism, and up to how many counts it is timed.
CONSTRUCTORS: dict[str, tuple[Callable[[Law, Fraction], Any], int]] = {
    "geometric": (lambda z, a: geometric(len(z) - 1, a), 2000),
    "staircase": (lambda z, a: staircase(len(z) - 1, a, Fraction(1, 3)), 2000),
    "unfixed optimum": (_unfixed, 200),
    "optimal": (coupled, 2000),
    "heuristic, exact": (lambda z, a: heuristic(z, a, "sandwich"), 200),
    "heuristic, rounded": (lambda z, a: rounded(z, a, "sandwich"), 500),
    "heuristic, floats": (float_heuristic, 500),
    "linear program, exact": (linear_program, 50),
}
#: Numbers of counts, the paper's n.
SIZES = (5, 10, 20, 50, 100, 200, 500, 2000)


@dataclass(frozen=True)
class Timing:
    """A task: make one mechanism some times."""

    name: str
    data: Data
    runs: int
    seed: int


def target(data: Data, seed: int) -> tuple[Law, Fraction]:
    """Return a private distribution as the paper makes it, and the alpha of the counts."""
    budget = Budget(EPSILON)
    level = budget.distribution.level()
    z = privatize(data.histogram, level, "cyclic", SeededSource(seed), "clip")
    return z, safe(budget.counts.level())


def seconds(task: Timing) -> list[float]:
    """Return the seconds of the processor that each run took."""
    z, alpha = target(task.data, task.seed)
    make, _ = CONSTRUCTORS[task.name]
    found = []
    for _ in range(task.runs):
        start = process_time()
        make(z, alpha)
        found.append(process_time() - start)
    return found


def topped(settings: Settings) -> dict[int, Data]:
    """Return the counties topped at n - 1, over 0..n-1 even where no count is as large."""
    whole = county(settings)
    return {n: whole.topped(n - 1) for n in SIZES}


@figure("targets-7", PAPER, "Figure 7", "How long it takes to make a mechanism", COUNTY[0])
def figure_7(settings: Settings) -> Made:
    """Draw the seconds of each constructor over n."""
    tables, runs = topped(settings), min(settings.runs, 3)
    tasks = [
        Timing(name, tables[n], runs, settings.seed)
        for name, (_, most) in CONSTRUCTORS.items()
        for n in SIZES
        if n <= most
    ]
    found: dict[str, dict[int, list[float]]] = {name: {} for name in CONSTRUCTORS}
    for task, times in zip(tasks, spread(seconds, tasks, settings, "timings"), strict=True):
        found[task.name][task.data.largest + 1] = times
    middle = {name: {n: median(ts) for n, ts in line.items()} for name, line in found.items()}
    ratio = {
        n: middle["heuristic, floats"][n] / middle["optimal"][n]
        for n in middle["heuristic, floats"]
        if middle["optimal"][n]
    }
    most = max(ratio)
    program = middle["linear program, exact"]
    far = max(program)
    worse = program[far] / middle["optimal"][far]
    rows: list[tuple[Value, ...]] = [
        (name, n, f"{median(ts):.6f}", f"{min(ts):.6f}", f"{max(ts):.6f}")
        for name, line in found.items()
        for n, ts in line.items()
    ]

    def draw() -> Picture:
        picture, axes = canvas(width=8.4, height=5.6)
        drawn = []
        for name, line in middle.items():
            drawn.append(Curve(name, [*line], [*line.values()]))
        curves(axes, drawn, legend=False)
        axes.set(xscale="log", yscale="log", xlabel="number of counts n")
        axes.set(ylabel="seconds of the processor", title="county, topped at n - 1, ε = 1")
        axes.set_xticks(SIZES, [str(n) for n in SIZES])
        axes.minorticks_off()
        common_legend(picture)
        return picture

    largest, whole = SIZES[-1], middle["optimal"][SIZES[-1]]
    known = found["heuristic, exact"]
    slower = [n for n in known if middle["optimal"][n] < middle["heuristic, exact"][n]]
    return Made(
        "A timing figure: seconds of the processor to make one mechanism for the counties topped "
        f"at n - 1, medians of {runs} runs on the machine at hand; they differ from run to run, "
        "only their ratios mean something. The optimal mechanism, kept as two laws, is made "
        f"faster than a plain float program runs algorithm 1 ({ratio[most]:.0f} times at n = "
        f"{most}); the exact linear program, which has the same cost, takes {worse:.0f} times as "
        f"long at n = {far}.",
        [Table("", ("constructor", "n", "median seconds", "least", "most"), rows)],
        draw,
        [
            compared(
                "a fixed-point mechanism for n = 2,000 in under 10 seconds (heuristic)",
                f"the optimal one in {whole:.2f} s",
                whole < 10 and largest == 2000,
            ),
            compared(
                "whether the optimum can be found faster than by general solvers is open",
                f"made faster than the exact heuristic at n in {slower} of {[*known]}",
                None,
                "KL-61",
            ),
            compared(
                "programs grow rapidly, so they are limited to small n",
                ", ".join(f"{t:.3f} s at n = {n}" for n, t in program.items()),
                None,
            ),
        ],
        {"n": SIZES, "eps": str(EPSILON), "timed": "seconds of the processor, not reproducible"},
        simulated=True,
    )


# --- table 2 --------------------------------------------------------------------------------

#: Line, what it does, how often it runs at most as printed, and its cost as printed.
PRINTED_2 = (
    (1, "A = 0, r = 1, c = z", "1", "O(n²)"),
    (2, "while r ≠ 0", "n", "O(1)"),
    (3, "select a column j", "n", "O(τ)"),
    (4, "while c[j] > 0", "2n-1", "O(1)"),
    (5, "p: single-peaked", "2n-1", "O(n)"),
    (6, "turn p where r is tight", "2n-1", "O(n)"),
    (7, "s: the scale of p", "2n-1", "O(n)"),
    (8, "q: the most that fits", "2n-1", "O(n)"),
    (9, "add q s, take it off", "2n-1", "O(n)"),
    (10, "end", "2n-1", "O(1)"),
    (11, "end", "n", "O(1)"),
    (12, "return A", "1", "O(1)"),
)
#: Lines by the function that does them.
PARTS = {"begin": "2, 3", "most": "7, 8", "take": "9", "rest": "1, 4, 5, 6, 10-12"}
SIZES_2 = (5, 10, 20, 50, 100)


class Clocked:
    """What rows and columns lack, exactly, with a clock on each part."""

    def __init__(self, alpha: Fraction, z: Law):
        self._lacking = Lacking(to_fmpq(alpha), z)
        self.seconds = dict.fromkeys(("begin", "most", "take"), 0.0)

    @property
    def bound(self) -> Steps:
        """The steps at which r is at its bound."""
        return self._lacking.bound

    @property
    def column(self) -> int | None:
        """The column that is being filled."""
        return self._lacking.column

    def open(self, j: int) -> None:
        """Turn to a column."""
        self._timed("begin", self._lacking.open, j)

    def most(self, pattern: Steps) -> Fit:
        """Return the most of a scale that there is room for."""
        fit: Fit = self._timed("most", self._lacking.most, pattern)
        return fit

    def take(self, fit: Fit) -> None:
        """Take it."""
        self._timed("take", self._lacking.take, fit)

    def _timed(self, part: str, job: Callable[[Any], Any], given: Any) -> Any:
        start = process_time()
        result = job(given)
        self.seconds[part] += process_time() - start
        return result


@dataclass(frozen=True)
class Passes:
    """How often the loops of algorithm 1 ran for one distribution, and where its time went."""

    outer: int
    inner: int
    seconds: dict[str, float]


def passes(task: tuple[Data, str, int]) -> Passes:
    """Run algorithm 1 exactly on a private distribution of a table, counting and timing."""
    data, order, seed = task
    z, alpha = target(data, seed)
    start = process_time()
    clocked = Clocked(alpha, z)
    outer, inner = construct(z, order, clocked)
    spent = dict(clocked.seconds)
    spent["rest"] = process_time() - start - sum(spent.values())
    return Passes(outer, inner, spent)


@figure(
    "targets-table-2",
    PAPER,
    "Table 2",
    "How often each line of algorithm 1 runs, and for how long",
    COUNTY[0],
)
def table_2(settings: Settings) -> Made:
    """Count the passes through the lines of algorithm 1, and time them."""
    tables = topped(settings)
    tasks = [
        (tables[n], order, settings.seed + run)
        for n in SIZES_2
        for order in NAMED
        for run in range(settings.runs)
    ]
    done = list(zip(tasks, spread(passes, tasks, settings, "algorithm 1"), strict=True))
    outer: dict[int, int] = {}
    inner: dict[int, int] = {}
    shares = {n: dict.fromkeys(PARTS, 0.0) for n in SIZES_2}
    for (data, _, _), found in done:
        n = data.largest + 1
        outer[n] = max(outer.get(n, 0), found.outer)
        inner[n] = max(inner.get(n, 0), found.inner)
        for part, spent in found.seconds.items():
            shares[n][part] += spent
    bounds: dict[str, Callable[[int], tuple[int, int]]] = {
        "1": lambda n: (1, 1),
        "n": lambda n: (outer[n], n),
        "2n-1": lambda n: (inner[n], 2 * n - 1),
    }
    rows: list[tuple[Value, ...]] = [
        (line, what, at_most, n, *bounds[at_most](n), cost)
        for line, what, at_most, cost in PRINTED_2
        for n in SIZES_2
    ]
    times: list[tuple[Value, ...]] = [
        (n, PARTS[part], f"{line[part]:.6f}", f"{line[part] / sum(line.values()):.3f}")
        for n, line in shares.items()
        for part in PARTS
    ]
    small, large = SIZES_2[-2], SIZES_2[-1]
    growth = (sum(shares[large].values()) / inner[large]) / (
        sum(shares[small].values()) / inner[small]
    )

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.0, height=4.4)
        drawn = [
            Curve("bound, inner loop: 2n-1", SIZES_2, [2 * n - 1 for n in SIZES_2]),
            Curve("inner loop (4-10)", SIZES_2, [inner[n] for n in SIZES_2]),
            Curve("bound, outer loop: n", SIZES_2, SIZES_2),
            Curve("outer loop (2, 3, 11)", SIZES_2, [outer[n] for n in SIZES_2]),
        ]
        curves(left, drawn)
        left.set(xlabel="number of counts n", ylabel="most passes in any run")
        base = [0.0] * len(SIZES_2)
        shades = {"begin": "#000000", "most": "#0072B2", "take": "#E69F00", "rest": "#BBBBBB"}
        for part, lines in PARTS.items():
            share = [shares[n][part] / sum(shares[n].values()) for n in SIZES_2]
            names = [str(n) for n in SIZES_2]
            right.bar(names, share, bottom=base, color=shades[part], label=f"line(s) {lines}")
            base = [b + s for b, s in zip(base, share, strict=True)]
        right.set(xlabel="number of counts n", ylabel="share of the time (measured)", ylim=(0, 1))
        right.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2)
        return picture

    return Made(
        "Left: how often the loops of algorithm 1 ran at most, over three orders of the columns "
        f"and {settings.runs} private distributions of the counties topped at n - 1, counted; "
        "the condition of a loop is asked once more than its body runs. Right: which lines take "
        "the time in exact arithmetic, measured on the machine at hand and different from run to "
        "run.",
        [
            Table(
                "",
                ("line", "what", "printed at most", "n", "most, counted", "bound", "printed cost"),
                rows,
            ),
            Table(
                "seconds", ("n", "lines", "seconds of all runs, not reproducible", "share"), times
            ),
        ],
        draw,
        [
            compared(
                "lines 2, 3 and 11 run at most n times",
                ", ".join(f"{outer[n]} for n = {n}" for n in SIZES_2),
                all(outer[n] <= n for n in SIZES_2),
                "KL-40",
            ),
            compared(
                "lines 4 to 10 run at most 2n-1 times",
                ", ".join(f"{inner[n]} for n = {n}" for n in SIZES_2),
                all(inner[n] <= 2 * n - 1 for n in SIZES_2),
                "KL-40",
            ),
            compared(
                "a pass takes O(n)",
                f"twice the n, {growth:.1f} times the seconds a pass: exact numbers grow too",
                None,
                "KL-40",
            ),
        ],
        {"n": SIZES_2, "eps": str(EPSILON), "orders": NAMED},
        simulated=True,
    )
