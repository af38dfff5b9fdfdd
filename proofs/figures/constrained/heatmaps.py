"""Figures 1, 2, 3, 4 and 7: matrices as heatmaps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import canvas, heatmap
from ....mechanisms.families.explicit_fair import explicit_fair
from ....mechanisms.families.geometric import geometric
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.kernels.objectives import Objective
from ....mechanisms.kernels.properties import PROPERTIES
from ..figure import Comparison, Made, Settings, Table, compared, figure
from . import PAPER
from .mechanisms import mechanism

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: The level of figures 1 and 2.
LEVEL = Fraction(62, 100)
#: What the text names of the drawn optima: the loss and n.
DRAWN = (("L1", 7), ("L2", 4), ("L0,1", 5))
Panels = Sequence[tuple[str, Mechanism]]


def optima(properties: tuple[str, ...]) -> list[tuple[str, OptimalMechanism]]:
    """Return an optimum of each program that figures 1 and 2 draw."""
    found = []
    for loss, n in DRAWN:
        optimum = optimal(Design(n, LEVEL, properties, Objective.parse(loss)))
        assert isinstance(optimum, OptimalMechanism)  # UM has all properties
        found.append((f"{loss}, n = {n}", optimum))
    return found


def entries(panels: Panels) -> Table:
    """Return the entries of several mechanisms as one table."""
    rows: list[tuple[str | int | Fraction, ...]] = [
        (name, i, j, x)
        for name, drawn in panels
        for i, row in enumerate(drawn.rows())
        for j, x in enumerate(row)
    ]
    return Table("", ("mechanism", "input", "output", "probability"), rows)


def side_by_side(panels: Panels) -> Picture:
    """Return the heatmaps of several mechanisms beside each other."""
    picture, axes = canvas(1, len(panels), width=4.2 * len(panels), height=4.0)
    for place, (name, drawn) in zip(axes, panels, strict=True):
        heatmap(place, drawn.rows(), title=name)
    return picture


@figure("constrained-1", PAPER, "Figure 1", "Optima without constraints have gaps and spikes")
def figure_1(settings: Settings) -> Made:
    """Make figure 1."""
    found = dict(optima(()))
    panels = [(name, x.mechanism) for name, x in found.items()]
    l1, l2, l01 = (drawn for _, drawn in panels)
    always = min(l2[i, 2] for i in range(5))
    ends = min(l1[i, 2] + l1[i, 5] for i in range(8))
    near = min(l01[i, 1] + l01[i, 4] for i in range(6))
    gaps = [
        [j for j in range(m.size) if all(m[i, j] == 0 for i in range(m.size))] for _, m in panels
    ]
    return Made(
        "Mechanisms of least expected loss under 31/50-differential privacy alone, for three "
        "losses. White columns are outputs that are never reported. No single level fits all "
        "that is said of these pictures; at alpha = 0.62 the L2 optimum still looks at its input.",
        [entries(panels)],
        lambda: side_by_side(panels),
        [
            compared(
                "the L2 optimum always reports 2",
                f"it reports 2 with probability {decimal(always)} at least",
                always == 1,
                "CKS-06",
            ),
            compared(
                "the L1 optimum for n = 7 reports 2 or 5 with probability at least 0.7",
                f"the least over the inputs is {decimal(ends)}",
                ends >= Fraction(7, 10),
                "CKS-07",
            ),
            compared(
                "the L0,1 optimum reports 1 or 4 with probability above 0.9",
                f"the least over the inputs is {decimal(near)}",
                near > Fraction(9, 10),
                "CKS-08",
            ),
            compared("all never report some outputs", f"never: {gaps}", all(gaps)),
            compared("a fourth matrix, and all entries", "not in the texts", None),
        ],
        {"alpha": str(LEVEL), "objectives": [f"{loss}, n = {n}" for loss, n in DRAWN]},
    )


@figure("constrained-2", PAPER, "Figure 2", "Optima with all seven properties have neither")
def figure_2(settings: Settings) -> Made:
    """Make figure 2."""
    panels = [(name, x.mechanism) for name, x in optima(PROPERTIES)]
    l2 = panels[1][1]
    near = [sum(l2[i, j] for j in range(5) if abs(i - j) <= 1) for i in range(5)]
    possible = all(m[i, j] > 0 for _, m in panels for i in range(m.size) for j in range(m.size))
    return Made(
        "The same three programs with all seven properties demanded: every output can occur, "
        "and the truth is the likeliest output of every input.",
        [entries(panels)],
        lambda: side_by_side(panels),
        [
            compared(
                "with L2, within 1 of the truth with probability at least 2/3",
                f"{min(near)} (about {decimal(min(near))})",
                min(near) >= Fraction(2, 3),
                "CKS-09",
            ),
            compared("no gaps", "every entry is positive" if possible else "some are 0", possible),
        ],
        {"alpha": str(LEVEL), "properties": list(PROPERTIES)},
    )


def powers(exponents: Sequence[Sequence[int]], factor: Sequence[str]) -> list[list[str]]:
    """Return factor times alpha^exponent as text, a factor for each output."""
    return [
        [f"{f}α{_raised(e)}" if e else f for f, e in zip(factor, row, strict=True)]
        for row in exponents
    ]


def _raised(exponent: int) -> str:
    digits = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    return "" if exponent == 1 else str(exponent).translate(digits)


def exponents_of(drawn: Mechanism, alpha: Fraction, unit: Sequence[Fraction]) -> list[list[int]]:
    """Return e with entry = unit * alpha^e for each entry, found by exact division.

    >>> exponents_of(geometric(1, "1/2"), Fraction(1, 2), [Fraction(2, 3)] * 2)
    [[0, 1], [1, 0]]
    """
    found = []
    for i in range(drawn.size):
        row = []
        for j, one in enumerate(unit):
            ratio, exponent = drawn[i, j] / one, 0
            while ratio < 1:
                ratio, exponent = ratio / alpha, exponent + 1
            assert ratio == 1
            row.append(exponent)
        found.append(row)
    return found


def pattern(drawn: Mechanism, title: str, cells: Sequence[Sequence[str]]) -> Picture:
    """Return a heatmap whose cells hold symbols."""
    picture, axes = canvas(width=6.0, height=5.4)
    heatmap(axes, drawn.rows(), title=title, cells=cells)
    return picture


@figure("constrained-3", PAPER, "Figure 3", "The pattern of GM")
def figure_3(settings: Settings) -> Made:
    """Make figure 3."""
    n, alpha = 6, Fraction(62, 100)
    drawn = geometric(n, alpha)
    x, y = 1 / (1 + alpha), (1 - alpha) / (1 + alpha)
    found = exponents_of(drawn, alpha, [x, *[y] * (n - 1), x])
    cells = powers(found, ["x", *["y"] * (n - 1), "x"])
    agrees = found == [[abs(i - j) for j in range(n + 1)] for i in range(n + 1)]
    return Made(
        "GM in symbols: x α^|i-j| in the first and the last output, y α^|i-j| between, with "
        "x = 1/(1+α) and y = (1-α)/(1+α). Shades are those of α = 0.62.",
        [_symbols(cells)],
        lambda: pattern(drawn, f"GM, n = {n}", cells),
        [compared("x and y times alpha^|i-j|", "the same exponents", agrees, "CKS-40")],
        {"n": n, "alpha of the shades": str(alpha)},
    )


def _symbols(cells: Sequence[Sequence[str]]) -> Table:
    rows: list[tuple[str | int | Fraction, ...]] = [
        (i, j, cell) for i, row in enumerate(cells) for j, cell in enumerate(row)
    ]
    return Table("", ("input", "output", "symbol"), rows)


#: Figure 4 as printed: eq. (16) at n = 7, the exponents of input j (a line each).
EQUATION_16 = [
    [
        abs(i - j) if abs(i - j) < min(j, 7 - j) else -(-(abs(i - j) + min(j, 7 - j)) // 2)
        for i in range(8)
    ]
    for j in range(8)
]


@figure("constrained-4", PAPER, "Figure 4", "The explicit fair mechanism EM for n = 7")
def figure_4(settings: Settings) -> Made:
    """Make figure 4."""
    alpha = Fraction(62, 100)
    drawn = explicit_fair(7, alpha)
    y = drawn[0, 0]
    found = exponents_of(drawn, alpha, [y] * 8)
    cells = powers(found, ["y"] * 8)
    fair = {drawn[i, i] for i in range(8)} == {y}
    return Made(
        "EM in symbols: every input tells the truth with the same probability y, and has the "
        "same probabilities in another order. Shades are those of α = 0.62.",
        [_symbols(cells)],
        lambda: pattern(drawn, "EM, n = 7", cells),
        [
            compared(
                "the exponents of eq. (16)", "the same exponents", found == EQUATION_16, "CKS-60"
            ),
            compared("a uniform diagonal", f"y = {y} on all inputs", fair),
        ],
        {"n": 7, "alpha of the shades": str(alpha)},
    )


#: The diagonals that figure 7's text prints, at the level that the figure names.
PRINTED_7 = (("EM", "0.224"), ("GM", "0.238"))


@figure("constrained-7", PAPER, "Figure 7", "GM, EM and WM for n = 4")
def figure_7(settings: Settings) -> Made:
    """Make figure 7."""
    stated, drawn_at = Fraction(9, 10), Fraction(10, 11)
    panels = [
        (f"{name}, alpha = {alpha}", mechanism(name, 4, alpha))
        for alpha in (stated, drawn_at)
        for name in ("GM", "EM", "WM")
    ]

    def draw() -> Picture:
        picture, axes = canvas(2, 3, width=13.0, height=8.2)
        for place, (name, drawn) in zip(axes.flat, panels, strict=True):
            heatmap(place, drawn.rows(), title=name)
        return picture

    return Made(
        "GM leans to the ends, EM has the same probability of the truth everywhere, WM stands "
        "between. The paper states alpha = 0.9 (above); its numbers are those of 10/11 (below).",
        [entries(panels)],
        draw,
        [
            _truth(name, text, alpha, *claims)
            for alpha, claims in ((stated, ("CKS-04",)), (drawn_at, ("CKS-73",)))
            for name, text in PRINTED_7
        ],
        {"n": 4, "alpha": [str(stated), str(drawn_at)]},
    )


def _truth(name: str, text: str, alpha: Fraction, *claims: str) -> Comparison:
    drawn = mechanism(name, 4, alpha)
    mean = sum(drawn[i, i] for i in range(5)) / 5
    return compared(
        f"{name} tells the truth with probability {text}",
        f"{mean} (about {decimal(mean)}) at alpha = {alpha}",
        round(mean, len(text) - 2) == Fraction(text),
        *claims,
    )
