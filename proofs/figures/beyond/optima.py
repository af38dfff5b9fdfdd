"""The optimal L0 cost over alpha, and the mechanism that is chosen for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from ....mechanisms.design.choice import choose
from ....mechanisms.design.classes import OptimumClass, optimal_classes
from ....mechanisms.design.design import Design
from ....mechanisms.design.parametric.curves import parametric
from ....mechanisms.design.parametric.optimum import ParametricOptimum
from ....mechanisms.design.registry import FAMILIES
from ....mechanisms.exact.algebraic import Algebraic
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.exact.rationals import to_fraction
from ....mechanisms.exact.ratios import ALPHA
from ....verify.judge.objectives import l0
from ...findings.weak_honesty import best_trace
from ...lemmas.column_honesty import largest
from ..constrained.costs import L0, cost, gm_cost
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: Sizes whose curves are drawn, and a level at which all classes cost differently there.
DRAWN, APART = (4, 5, 6), Fraction(9, 10)
GRID = [Fraction(k, 100) for k in range(1, 100)]
#: Nearer to a breakpoint than the eye can see.
EYE = Fraction(1, 10**6)


def class_name(found: OptimumClass) -> str:
    """Return what is demanded at least of a class.

    >>> class_name(OptimumClass(Fraction(1), [("CH",), ("CM",), ("CH", "CM")]))
    'CH or CM'
    """
    return " or ".join("+".join(s) for s in found.smallest if s) or "nothing"


def near(point: Algebraic) -> Fraction:
    """Return a rational next to a point, for the eye."""
    while to_fraction(point.high - point.low) > EYE:
        point.refine()
    return to_fraction(point.low)


def class_curves(n: int) -> dict[str, ParametricOptimum]:
    """Return the optimal cost of each class of properties at n, for all alpha."""
    classes = optimal_classes(n, APART, L0)
    return {class_name(c): parametric(Design(n, None, c.smallest[0], L0)) for c in classes}


@figure("beyond-curves", PAPER, "optima", "The optimal L0 cost for all alpha, class by class")
def cost_curves(settings: Settings) -> Made:
    """Draw the optimal costs and how much more than GM's they are."""
    found = {n: class_curves(n) for n in DRAWN}
    pieces: list[tuple[Value, ...]] = [
        (n, name, str(piece.low), str(piece.high), str(piece.cost))
        for n, known in found.items()
        for name, curve in known.items()
        for piece in curve.pieces
    ]
    breaks: list[tuple[Value, ...]] = [
        (n, name, str(point), json.dumps(point.to_json()))
        for n, known in found.items()
        for name, curve in known.items()
        for point in curve.breakpoints
    ]

    def draw() -> Picture:
        picture, axes = canvas(2, len(DRAWN), width=12.0, height=7.0)
        for (n, known), above, below in zip(found.items(), *axes, strict=True):
            _panel(above, known, ParametricOptimum.cost_at)
            above.set_title(f"n = {n}")
            _panel(below, known, _premium)
            below.set_xlabel("alpha")
        axes[0][0].set_ylabel("least L0 cost (uniform mechanism = 1)")
        axes[1][0].set_ylabel("more than GM costs, in %")
        common_legend(picture)
        return picture

    return Made(
        "The least L0 cost of a private mechanism with given properties, as one exact curve for "
        "all alpha (above), and how much more that is than with no property at all (below). The "
        "128 sets of properties fall into the classes named, each by its smallest demands. Dots "
        "mark where an optimum goes over from one rational function of alpha to another.",
        [
            Table("pieces", ("n", "properties", "from alpha", "to alpha", "L0"), pieces),
            Table("breakpoints", ("n", "properties", "alpha", "exactly"), breaks),
        ],
        draw,
        _of_curves(found),
        {"n": DRAWN, "classes at alpha": str(APART)},
    )


def _panel(
    axes: Any,
    known: dict[str, ParametricOptimum],
    value: Callable[[ParametricOptimum, Fraction], Fraction],
) -> None:
    drawn = [Curve(name, GRID, [value(c, a) for a in GRID]) for name, c in known.items()]
    curves(axes, drawn, markers=False, legend=False)
    for curve in known.values():
        points = [near(p) for p in curve.breakpoints]
        axes.plot([float(p) for p in points], [float(value(curve, p)) for p in points], "ko", ms=4)


def _premium(curve: ParametricOptimum, alpha: Fraction) -> Fraction:
    """Return how much more than GM it costs, in percent."""
    return 100 * (curve.cost_at(alpha) / gm_cost(alpha) - 1)


def _of_curves(found: dict[int, dict[str, ParametricOptimum]]) -> list[Comparison]:
    """Compare the curves with what is claimed of them for all n."""
    behaviours = {n: len(known) for n, known in found.items()}
    fair = all(
        [piece.cost for piece in known["F"].pieces]
        == [(n + 1 - (n + 1) / sum(ALPHA ** ((k + 1) // 2) for k in range(n + 1))) / n]
        for n, known in found.items()
    )
    honest = all(
        known["WH"].cost_at(a) == (n + 1 - best_trace(n, a)) / n
        for n, known in found.items()
        for a in GRID
    )
    turns = {n: [str(p) for p in known["WH"].breakpoints] for n, known in found.items()}
    columns = {n: known["CH or CM"].pieces[-1] for n, known in found.items()}
    attained = all(
        piece.cost == (n + 1 - largest(n, ALPHA)) / n
        and str(piece.low) == str(Fraction(n // 2, n // 2 + 1))
        for n, piece in columns.items()
    )
    return [
        compared(
            "at most four different L0 behaviours",
            ", ".join(f"{count} at n = {n}" for n, count in behaviours.items()),
            all(count <= 4 for count in behaviours.values()),
            "CKS-01",
        ),
        compared(
            "F costs (1 - y*)(n + 1)/n with y* = 1/sum alpha^ceil(k/2)",
            "the same function of alpha" if fair else "another function",
            fair,
            "NEW-1",
        ),
        compared(
            "WH costs what GM costs up to alpha = n/(n + 2), and the stated function beyond",
            f"the same at {len(GRID)} alpha; it turns at "
            + ", ".join(f"{', '.join(points)} (n = {n})" for n, points in turns.items()),
            honest and all(points == [str(Fraction(n, n + 2))] for n, points in turns.items()),
            "NEW-2",
        ),
        compared(
            "CH and CM reach the stated bound from alpha = m/(m + 1) on, m = floor(n/2)",
            ", ".join(f"from {piece.low} (n = {n})" for n, piece in columns.items()),
            attained,
            "NEW-3",
        ),
    ]


#: What is demanded in the phase diagram, by what is said of it.
DEMANDS: dict[str, tuple[str, ...]] = {
    "nothing, or S, RM, RH": (),
    "weak honesty (WH)": ("WH",),
    "a column property (CH, CM)": ("CH",),
    "fairness (F)": ("F",),
}
SIZES = range(1, 21)
HALF = Fraction(1, 2)
#: Where the chosen mechanisms are held against the linear program.
SOLVED = tuple(product(range(1, 5), [Fraction(k, 12) for k in (3, 6, 8, 9, 11)], DEMANDS.values()))


def phases(n: int, properties: tuple[str, ...]) -> list[tuple[Fraction, Fraction, str]]:
    """Return the intervals (low, high] of alpha, and the family that is chosen on each.

    >>> phases(2, ("WH",))
    [(Fraction(0, 1), Fraction(1, 2), 'geometric'), (Fraction(1, 2), Fraction(1, 1), 'weakly-honest-only')]
    """  # noqa: E501
    walls = sorted({Fraction(0), HALF, Fraction(n, n + 2), Fraction(1)})
    found: list[tuple[Fraction, Fraction, str]] = []
    for low, high in pairwise(walls):
        family = choose(n, (low + high) / 2, properties).family
        if found and found[-1][2] == family:
            low = found.pop()[0]
        found.append((low, high, family))
    return found


@figure("beyond-phases", PAPER, "optima", "Which mechanism is chosen, over n and alpha")
def phase_diagram(settings: Settings) -> Made:
    """Draw the families that are chosen, and the exact borders between them."""
    found = {(d, n): phases(n, letters) for d, letters in DEMANDS.items() for n in SIZES}
    rows: list[tuple[Value, ...]] = [
        (demand, n, low, high, family)
        for (demand, n), parts in found.items()
        for low, high, family in parts
    ]
    borders = {n: found["weak honesty (WH)", n][0][1] for n in SIZES}
    lemma = {n for n, border in borders.items() if border == Fraction(n, n + 2)}
    columns = {found["a column property (CH, CM)", n][0][1] for n in SIZES[1:]}
    least = all(
        l0(choose(n, a, letters).build()) == cost(n, a, letters) for n, a, letters in SOLVED
    )
    return Made(
        "The L0-optimal mechanism for four demands, at every n and alpha. Weak honesty is GM's "
        "own up to the curve n = 2α/(1-α), that is α = n/(n + 2), and a column property up to "
        "α = 1/2; borders belong to GM. At n = 1 all are randomized response.",
        [Table("", ("demand", "n", "above alpha", "up to alpha", "mechanism"), rows)],
        lambda: _phases_drawn(found),
        [
            compared(
                "GM is weakly honest iff n >= 2 alpha/(1 - alpha)",
                f"GM is chosen for WH up to alpha = n/(n + 2) at n = {min(lemma)}..{max(lemma)}, "
                f"and up to {borders[1]} at n = 1",
                lemma == {*SIZES},
                "CKS-43",
            ),
            compared(
                "the flowchart's mechanism is optimal for what is demanded",
                f"it costs what the linear program does at {len(SOLVED)} points"
                if least
                else "it costs more than the linear program",
                least,
                "CKS-69",
            ),
            compared(
                "WM coincides with GM once n >= 2 alpha/(1 - alpha)",
                f"for CH and CM GM is chosen up to {', '.join(map(str, sorted(columns)))} only, at "
                f"n = 2..{SIZES[-1]}",
                all(min(columns) >= Fraction(n, n + 2) for n in SIZES[1:]),
                "CKS-83",
            ),
        ],
        {"n": [*SIZES], "demands": {d: "+".join(p) for d, p in DEMANDS.items()}},
    )


#: Fill and hatch of a family.
FILLS = {
    "geometric": ("#F2F2F2", ""),
    "weakly-honest-only": ("#9DC3E6", "///"),
    "weakly-honest-monotone": ("#E69F00", "xx"),
    "explicit-fair": ("#5A5A5A", ""),
}


def _phases_drawn(found: dict[tuple[str, int], list[tuple[Fraction, Fraction, str]]]) -> Picture:
    picture, axes = canvas(1, len(DEMANDS), width=13.0, height=4.6)
    titles = {name: FAMILIES[name].symbol or FAMILIES[name].title for name in FILLS}
    for place, demand in zip(axes, DEMANDS, strict=True):
        for n in SIZES:
            for low, high, family in found[demand, n]:
                colour, hatch = FILLS[family]
                place.bar(
                    n,
                    float(high - low),
                    1,
                    float(low),
                    color=colour,
                    hatch=hatch,
                    edgecolor="white",
                    linewidth=0.4,
                )
        place.set(xlabel="n (largest count)", title=demand, ylim=(0, 1), xticks=(1, 5, 10, 15, 20))
    line = [n / 10 for n in range(5, 206)]
    axes[1].plot(line, [n / (n + 2) for n in line], "k-", label="alpha = n/(n + 2)")
    axes[2].plot(line, [0.5 for _ in line], "k--", label="alpha = 1/2")
    axes[0].set_ylabel("alpha")
    for family, (colour, hatch) in FILLS.items():
        style = {"color": colour, "hatch": hatch, "edgecolor": "#7F7F7F", "linewidth": 0.4}
        axes[-1].bar(0, 0, 0, label=titles[family], **style)
    picture.legend(loc="outside lower center", ncols=len(FILLS) + 2)
    for place in axes:
        place.set_xlim(0.5, 20.5)
    return picture
