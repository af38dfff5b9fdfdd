"""What mechanisms cost that keep a law: the best, Algorithm 1 in each order, a linear program."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.keeping.methods import keep
from ....mechanisms.keeping.orders import NAMED
from ..constrained.populations import binomial
from ..figure import Made, Settings, Table, Value, compared, figure
from . import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Law = list[Fraction]


def uniform(n: int) -> Law:
    """Return the uniform law."""
    return [Fraction(1, n + 1)] * (n + 1)


def two_peaks(n: int) -> Law:
    """Return a law with a peak near each end.

    >>> [str(x) for x in two_peaks(2)]
    ['41/100', '9/50', '41/100']
    """
    low = binomial(n, Fraction(1, 10))
    return [(x + y) / 2 for x, y in zip(low, reversed(low), strict=True)]


LAWS: dict[str, Callable[[int], Law]] = {
    "uniform": uniform,
    "binomial, p = 1/2": lambda n: binomial(n, Fraction(1, 2)),
    "binomial, p = 1/4": lambda n: binomial(n, Fraction(1, 4)),
    "two peaks": two_peaks,
}
#: Constructors, by what they are called here.
WAYS: dict[str, dict[str, str]] = {
    "linear program": {"method": "lp"},
    "GM, then a coupling": {"method": "optimal"},
    **{f"Algorithm 1, {name}": {"method": "heuristic", "order": name} for name in NAMED},
    "nothing kept": {"method": "unfixed"},
}
LEVELS = [Fraction(k, 20) for k in range(1, 20)]
SIZES = range(1, 13)
#: The size of the curves over alpha, and the level of those over n.
SIZE, LEVEL = 10, Fraction(4, 5)


def deviation(law: Law, alpha: Fraction, way: str) -> Fraction:
    """Return the expected absolute deviation of a count from what is reported for it.

    >>> deviation(uniform(3), Fraction(1, 2), "GM, then a coupling")
    Fraction(43, 60)
    """
    return keep(law, alpha, **WAYS[way]).cost()


@figure("beyond-keeping", PAPER, "keeping a law", "The best against Algorithm 1 and a program")
def keeping(settings: Settings) -> Made:
    """Draw expected absolute deviations over alpha and over n."""
    points = [(SIZE, a) for a in LEVELS] + [(n, LEVEL) for n in SIZES if n != SIZE]
    found = {
        (name, n, a, way): deviation(law(n), a, way)
        for name, law in LAWS.items()
        for n, a in points
        for way in WAYS
    }
    program, best = list(WAYS)[:2]
    every = list(dict.fromkeys((name, n, a) for name, n, a, _ in found))
    same = all(found[*key, best] == found[*key, program] for key in every)
    greedy = {
        key: min(found[*key, f"Algorithm 1, {name}"] for name in NAMED) / found[*key, best]
        for key in every
    }
    (law, n, a), worst = max(greedy.items(), key=lambda item: item[1])
    as_good = sum(ratio == 1 for ratio in greedy.values())

    def draw() -> Picture:
        picture, axes = canvas(2, len(LAWS), width=13.0, height=7.0)
        for name, above, below in zip(LAWS, *axes, strict=True):
            drawn = [Curve(w, LEVELS, [found[name, SIZE, a, w] for a in LEVELS]) for w in WAYS]
            curves(above, drawn, legend=False)
            above.set(title=f"{name}; n = {SIZE}", xlabel="alpha")
            drawn = [Curve(w, SIZES, [found[name, n, LEVEL, w] for n in SIZES]) for w in WAYS]
            curves(below, drawn, legend=False)
            below.set(title=f"{name}; alpha = {LEVEL}", xlabel="n (largest count)")
            below.set_xticks(SIZES[1::2])
        for line in axes:
            line[0].set_ylabel("expected deviation (counts)")
        common_legend(picture)
        return picture

    rows: list[tuple[Value, ...]] = [(*key, y) for key, y in found.items()]
    return Made(
        "The expected absolute deviation of mechanisms that keep the law of the counts. GM "
        "followed by a monotone coupling costs what the linear program does, in all points. The "
        f"best order of Algorithm 1 costs the same in {as_good} of {len(greedy)} points, and up "
        f"to {decimal(worst)} times as much ({law}, n = {n}, alpha = {a}). What keeping costs at "
        "all is the gap to the lowest curve.",
        [Table("", ("law", "n", "alpha", "mechanism", "expected absolute deviation"), rows)],
        draw,
        [
            compared(
                "GM followed by the coupling has the least expected cost of all that keep z",
                f"{'equal to' if same else 'not'} the linear program's in {len(greedy)} points",
                same,
                "NEW-5",
            ),
            compared(
                "it is open whether there is a faster way to the optimum than linear programming",
                "GM and a coupling reach it" if same else "GM and a coupling do not reach it",
                not same,
                "KL-61",
            ),
        ],
        {
            "laws": [*LAWS],
            "over alpha": {"n": SIZE, "alpha": [str(a) for a in LEVELS]},
            "over n": {"alpha": str(LEVEL), "n": [*SIZES]},
        },
    )
