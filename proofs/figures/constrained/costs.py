"""Figures 8 and 9: what constraints cost, over n and over alpha."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.design.parametric.curves import parametric
from ....mechanisms.design.parametric.optimum import ParametricOptimum
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.families.explicit_fair import explicit_fair
from ....mechanisms.kernels.objectives import Objective
from ....verify.judge.objectives import l0
from ...papers.constrained.experiments import threshold
from ..figure import Made, Settings, Table, compared, figure
from . import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: The nine combinations of section V-A, besides WH.
COMBINATIONS: tuple[tuple[str, ...], ...] = tuple(
    row + column for column in ((), ("CH",), ("CM",)) for row in ((), ("RH",), ("RM",))
)
L0 = Objective.parse("L0")
WM = ("WH", "RM", "CM")


def cost(n: int, alpha: Fraction, properties: tuple[str, ...]) -> Fraction:
    """Return the least L0 cost of a mechanism with these properties."""
    found = optimal(Design(n, alpha, properties, L0))
    assert isinstance(found, OptimalMechanism)  # UM has all properties
    return found.cost


def gm_cost(alpha: Fraction) -> Fraction:
    """Return the L0 cost of GM, for every n (Theorem 3)."""
    return 2 * alpha / (1 + alpha)


def em_cost(n: int, alpha: Fraction) -> Fraction:
    """Return the L0 cost of EM."""
    return l0(explicit_fair(n, alpha))


def label(combination: tuple[str, ...]) -> str:
    """Return the name of a combination.

    >>> label(("RH", "CM"))
    'WH+RH+CM'
    """
    return "+".join(("WH", *combination))


@figure("constrained-8", PAPER, "Figure 8", "What comes with weak honesty, and what it costs")
def figure_8(settings: Settings) -> Made:
    """Make figure 8."""
    alpha, sizes, n = Fraction(76, 100), range(2, 13), 4
    over_n = {c: [cost(size, alpha, ("WH", *c)) for size in sizes] for c in COMBINATIONS}
    over_alpha = {c: parametric(Design(n, None, ("WH", *c), L0)) for c in COMBINATIONS}
    grid = [Fraction(k, 100) for k in range(50, 100)]
    rows_only = [c for c in COMBINATIONS if not {"CH", "CM"} & set(c)]
    same = all(over_n[c] == over_n[()] for c in rows_only)
    honest = [size for size in sizes if size >= threshold(alpha)]
    as_gm = all(over_n[()][sizes.index(size)] == gm_cost(alpha) for size in honest)
    near = Fraction(99, 100)
    large = {found.cost_at(near) for found in over_alpha.values()} | {em_cost(n, near)}

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.0, height=4.4)
        curves(left, [Curve(label(c), list(sizes), ys) for c, ys in _distinct(over_n)])
        left.axvline(float(threshold(alpha)), color="grey", linewidth=1)
        left.set(xlabel="n (largest count)", ylabel="L0 cost", title="alpha = 0.76")
        values = {c: [found.cost_at(a) for a in grid] for c, found in over_alpha.items()}
        drawn = [Curve(label(c), grid, ys) for c, ys in _distinct(values)]
        curves(right, [*drawn, Curve("EM", grid, [em_cost(n, a) for a in grid])], markers=False)
        _mark(right, over_alpha[()])
        _mark(right, over_alpha["RM", "CM"])
        right.set(xlabel="alpha", ylabel="L0 cost", title=f"n = {n}")
        return picture

    return Made(
        "Of the nine combinations of properties with weak honesty two behaviours remain: with "
        "row properties only, the lower curve, which is GM's from n = 2α/(1-α) on (grey line); "
        "with a column property the upper one. Dots mark where an optimum changes its form.",
        [
            _by_size(over_n, sizes),
            _pieces({label(c): found for c, found in over_alpha.items()}),
        ],
        draw,
        [
            compared(
                "alpha = 0.76: threshold 6.33, cost 0.864 from there",
                f"{threshold(alpha)} and {gm_cost(alpha)} (about {decimal(gm_cost(alpha))})",
                round(threshold(alpha), 2) == Fraction("6.33")
                and round(gm_cost(alpha), 3) == Fraction("0.864")
                and as_gm,
                "CKS-79",
            ),
            compared(
                "row properties besides WH cost nothing",
                f"n = {sizes[0]}..{sizes[-1]}: {'the same' if same else 'different'} costs",
                same,
                "CKS-80",
            ),
            compared(
                "for large alpha all combinations cost what EM costs",
                f"at alpha = {near}, n = {n}: {len(large)} different costs",
                len(large) == 1,
                "CKS-81",
            ),
            compared("the curves themselves", "no axis survives in the texts", None),
        ],
        {"alpha of (a)": str(alpha), "n of (a)": [*sizes], "n of (b)": n},
    )


def _distinct(values: dict[Any, list[Fraction]]) -> list[tuple[Any, list[Fraction]]]:
    """Return one of all combinations with the same values, the shortest."""
    found: dict[tuple[Fraction, ...], Any] = {}
    for name, numbers in values.items():
        found.setdefault(tuple(numbers), name)
    return [(name, list(numbers)) for numbers, name in found.items()]


def _by_size(values: dict[tuple[str, ...], list[Fraction]], sizes: range) -> Table:
    return Table(
        "over-n",
        ("properties", "n", "L0"),
        [
            (label(c), n, value)
            for c, ys in values.items()
            for n, value in zip(sizes, ys, strict=True)
        ],
    )


def _pieces(found: dict[str, ParametricOptimum]) -> Table:
    return Table(
        "over-alpha",
        ("mechanism", "from alpha", "to alpha", "L0"),
        [
            (name, str(piece.low), str(piece.high), str(piece.cost))
            for name, curve in found.items()
            for piece in curve.pieces
        ],
    )


def _mark(axes: Any, found: ParametricOptimum) -> None:
    """Mark where an optimal cost goes over from one function to the next."""
    for point in found.breakpoints:
        middle = (point.low + point.high) / 2
        x = Fraction(int(middle.p), int(middle.q))
        axes.plot([float(x)], [float(found.cost_at(x))], "ko", markersize=4)


#: The panels of figure 9: alpha, the sizes, and whether WM is said to end as GM there.
PANELS = (
    ("a", Fraction(2, 3), range(2, 13)),
    ("b", Fraction(10, 11), range(2, 25, 2)),
    ("c", Fraction(99, 100), range(2, 25, 2)),
)


@figure("constrained-9", PAPER, "Figure 9", "GM, weak honesty, WM, EM and UM over n")
def figure_9(settings: Settings) -> Made:
    """Make figure 9."""
    rows: list[tuple[str | int | Fraction, ...]] = []
    drawn, comparisons = [], []
    for panel, alpha, sizes in PANELS:
        values = {
            "GM": [gm_cost(alpha) for _ in sizes],
            "WH alone": [cost(n, alpha, ("WH",)) for n in sizes],
            "WM": [cost(n, alpha, WM) for n in sizes],
            "EM": [em_cost(n, alpha) for n in sizes],
            "UM": [Fraction(1) for _ in sizes],
        }
        drawn.append((panel, alpha, sizes, values))
        rows += [
            (panel, alpha, name, n, y)
            for name, ys in values.items()
            for n, y in zip(sizes, ys, strict=True)
        ]
        equal = {
            name: [n for n, y in zip(sizes, values[name], strict=True) if y == gm_cost(alpha)]
            for name in ("WH alone", "WM")
        }
        from_threshold = [n for n in sizes if n >= threshold(alpha)]
        comparisons.append(
            compared(
                f"({panel}) threshold 2 alpha/(1 - alpha), from which on WM costs what GM costs",
                f"{threshold(alpha)}; WM does at n in {equal['WM']}, WH alone at "
                f"n in {equal['WH alone']}",
                equal["WM"] == from_threshold,
                "CKS-82",
                "CKS-83",
            )
        )
    fair = drawn[0][3]["EM"]
    comparisons.append(
        compared(
            "(a) EM's cost decreases with n",
            "it grows from n = 1 to 2, 3 to 4, ... at first: "
            + ", ".join(decimal(y) for y in fair[:5]),
            all(x > y for x, y in pairwise(fair)),
        )
    )

    def draw() -> Picture:
        picture, axes = canvas(1, 3, width=13.5, height=4.2)
        for place, (panel, alpha, sizes, values) in zip(axes, drawn, strict=True):
            curves(
                place, [Curve(name, list(sizes), ys) for name, ys in values.items()], legend=False
            )
            if threshold(alpha) <= sizes[-1]:
                place.axvline(float(threshold(alpha)), color="grey", linewidth=1)
            place.set(xlabel="n (largest count)", title=f"({panel}) alpha = {alpha}")
        axes[0].set_ylabel("L0 cost (UM = 1)")
        common_legend(picture)
        return picture

    return Made(
        "The L0 cost of the named mechanisms. WH alone joins GM at n = 2α/(1-α) (grey line); WM, "
        "which is monotone too, does not: it costs more than GM at every α above 1/2.",
        [Table("", ("panel", "alpha", "mechanism", "n", "L0"), rows)],
        draw,
        comparisons,
        {panel: {"alpha": str(alpha), "n": [*sizes]} for panel, alpha, sizes in PANELS},
    )
