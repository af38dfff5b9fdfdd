"""Figures 5 and 6: which mechanism for which demand, and what the named ones have."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, count, product
from typing import TYPE_CHECKING, Any

from ....mechanisms.design.choice import choose
from ....mechanisms.design.registry import FAMILIES
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.plots import canvas
from ....mechanisms.kernels.properties import PROPERTIES
from ....verify.judge.objectives import l0
from ....verify.judge.properties import properties
from ...papers.constrained.experiments import threshold
from ..figure import Made, Settings, Table, Value, compared, figure
from . import PAPER
from .costs import gm_cost
from .mechanisms import NAMES, mechanism

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: The questions of the flowchart, in its order, as predicates of what is demanded and n, alpha.
QUESTIONS: tuple[tuple[str, Any], ...] = (
    ("fairness?", lambda wanted, n, alpha: "F" in wanted),
    ("a column property?", lambda wanted, n, alpha: bool({"CH", "CM"} & set(wanted))),
    ("weak honesty?", lambda wanted, n, alpha: "WH" in wanted),
    ("n ≥ 2α/(1-α)?", lambda wanted, n, alpha: n >= threshold(alpha)),
)
#: Below and above the threshold at alpha = 3/4, which is 6; the figure is for alpha > 1/2.
CASES = tuple((n, Fraction(3, 4)) for n in (3, 6))
Tree = str | tuple[str, "Tree", "Tree"]


def cases() -> list[tuple[tuple[str, ...], int, Fraction, str]]:
    """Return the 128 demands on either side of the threshold, and what `choose` says."""
    wanted = [s for k in range(8) for s in combinations(PROPERTIES, k)]
    return [
        (letters, n, alpha, choose(n, alpha, letters).family)
        for letters, (n, alpha) in product(wanted, CASES)
    ]


def tree(known: list[tuple[tuple[str, ...], int, Fraction, str]], asked: int = 0) -> Tree:
    """Return the smallest tree of the questions, in their order, that decides as `choose` does."""
    found = {family for *_, family in known}
    if len(found) == 1:
        return found.pop()
    question, holds = QUESTIONS[asked]
    yes, no = ([case for case in known if holds(*case[:3]) is answer] for answer in (True, False))
    if not yes or not no:
        return tree(known, asked + 1)
    branches = tree(yes, asked + 1), tree(no, asked + 1)
    return branches[0] if branches[0] == branches[1] else (question, *branches)


#: Figure 5 as printed, by the names that our families have.
PRINTED: Tree = (
    "fairness?",
    "explicit-fair",
    (
        "a column property?",
        "weakly-honest-monotone",
        ("weak honesty?", ("n ≥ 2α/(1-α)?", "geometric", "weakly-honest-only"), "geometric"),
    ),
)


@figure("constrained-5", PAPER, "Figure 5", "Which mechanism for which demand, alpha > 1/2")
def figure_5(settings: Settings) -> Made:
    """Make figure 5."""
    known = cases()
    decided = tree(known)
    rows: list[tuple[Value, ...]] = [
        ("+".join(letters) or "none", n, alpha, family) for letters, n, alpha, family in known
    ]
    return Made(
        "The L0-optimal mechanism for each of the 128 sets of properties at alpha > 1/2 and "
        "n >= 2, read off the function that chooses it.",
        [Table("", ("properties", "n", "alpha", "mechanism"), rows)],
        lambda: flowchart(decided),
        [
            compared(
                "the flowchart",
                "the same questions and ends" if decided == PRINTED else "another tree",
                decided == PRINTED,
                "CKS-69",
            )
        ],
        {"n": [n for n, _ in CASES], "alpha": [str(a) for _, a in CASES]},
    )


def flowchart(decided: Tree) -> Picture:
    """Return the picture of a tree of questions."""
    picture, axes = canvas(width=10.5, height=4.8)
    axes.set_axis_off()
    leaves = count()
    _node(axes, decided, 0, leaves)
    axes.set(xlim=(-0.4, 4.5), ylim=(4.6, -0.6))
    return picture


def _node(axes: Any, node: Tree, depth: int, leaves: Iterator[int]) -> Any:
    """Draw a node and what is below it, and return its box; leaves take the next line."""
    if isinstance(node, str):
        family = FAMILIES[node]
        title = f"{family.symbol}: {family.title}" if family.symbol else family.title
        return _box(axes, depth, next(leaves), title, "#DCE9F5")
    question, yes, no = node
    below = [_node(axes, branch, depth + 1, leaves) for branch in (yes, no)]
    box = _box(axes, depth, below[0].xy[1], question, "white")
    for answer, end in zip(("yes", "no"), below, strict=True):
        style = {"arrowstyle": "->", "patchA": box.get_bbox_patch(), "shrinkA": 2, "shrinkB": 2}
        axes.annotate("", end.xy, box.xy, arrowprops=style | {"patchB": end.get_bbox_patch()})
        middle = [(a + b) / 2 for a, b in zip(box.xy, end.xy, strict=True)]
        axes.annotate(answer, middle, ha="center", va="bottom", fontsize=8, annotation_clip=False)
    return box


def _box(axes: Any, x: float, y: float, text: str, colour: str) -> Any:
    words = text.replace(" with ", "\nwith ").replace(" property", "\nproperty")
    style = {"boxstyle": "round,pad=0.45", "facecolor": colour, "edgecolor": "black"}
    return axes.annotate(words, (x, y), ha="center", va="center", fontsize=8.5, bbox=style)


#: The rows of figure 6 as printed: yes, no, or dependent on the parameters.
PRINTED_6 = {
    "S": ("yes", "yes", "yes", "yes"),
    "RM": ("yes", "yes", "yes", "yes"),
    "CM": ("depends", "yes", "yes", "yes"),
    "F": ("no", "no", "yes", "yes"),
    "WH": ("depends", "yes", "yes", "yes"),
}
SIZES_6 = range(2, 8)
LEVELS_6 = tuple(Fraction(k, 10) for k in (2, 5, 6, 8, 9))


@figure("constrained-6", PAPER, "Figure 6", "Which named mechanism has which property")
def figure_6(settings: Settings) -> Made:
    """Make figure 6."""
    has = {
        (name, n, alpha): properties(mechanism(name, n, alpha))
        for name in NAMES
        for n in SIZES_6
        for alpha in LEVELS_6
    }
    table = {letter: tuple(_always(has, name, letter) for name in NAMES) for letter in PROPERTIES}
    costs = {key: l0(mechanism(*key)) for key in has}
    rows: list[tuple[Value, ...]] = [
        (name, n, alpha, letter, "yes" if found[letter].holds else "no")
        for (name, n, alpha), found in has.items()
        for letter in PROPERTIES
    ]
    comparisons = [
        compared(
            f"{letter}: {', '.join(printed)}",
            ", ".join(table[letter]),
            printed == table[letter],
            "CKS-70",
        )
        for letter, printed in PRINTED_6.items()
    ]
    gm = all(x == gm_cost(a) for (name, _, a), x in costs.items() if name == "GM")
    um = all(x == 1 for (name, *_), x in costs.items() if name == "UM")
    wm = all(x >= gm_cost(a) for (name, _, a), x in costs.items() if name == "WM")
    comparisons += [
        compared("L0 of GM is 2 alpha/(1 + alpha)", "the same", gm, "CKS-70"),
        compared("L0 of WM is at least that", "the same" if wm else "less", wm, "CKS-70"),
        compared(
            "L0 of EM is about 2 alpha/(1 + alpha) (n + 1)/n",
            _about(costs),
            None,
            "CKS-02",
            "CKS-70",
        ),
        compared("L0 of UM is 1", "the same", um, "CKS-70"),
    ]
    return Made(
        "Which of the seven properties GM, WM, EM and UM have, judged on every kernel with "
        f"n = {SIZES_6[0]}..{SIZES_6[-1]} at five levels; 'depends' where some have it.",
        [
            Table("", ("mechanism", "n", "alpha", "property", "holds"), rows),
            Table("cost", ("mechanism", "n", "alpha", "L0"), [(*k, v) for k, v in costs.items()]),
        ],
        lambda: _drawn_table(table),
        comparisons,
        {"n": [*SIZES_6], "alpha": [str(a) for a in LEVELS_6]},
    )


def _about(costs: dict[tuple[str, int, Fraction], Fraction]) -> str:
    """Return how far EM's cost is from what is said to be about it, at most."""
    off = [x / (gm_cost(a) * (n + 1) / n) for (name, n, a), x in costs.items() if name == "EM"]
    return f"from {decimal(min(off))} to {decimal(max(off))} times that"


def _always(has: dict[tuple[str, int, Fraction], Any], name: str, letter: str) -> str:
    found = {answer[letter].holds for (who, *_), answer in has.items() if who == name}
    return "depends" if len(found) == 2 else "yes" if found == {True} else "no"


def _drawn_table(table: dict[str, tuple[str, ...]]) -> Picture:
    picture, axes = canvas(width=5.2, height=3.4)
    axes.set_axis_off()
    drawn = axes.table(
        [list(line) for line in table.values()],
        rowLabels=list(table),
        colLabels=list(NAMES),
        cellLoc="center",
        bbox=[0.05, 0, 0.95, 1],
    )
    shades = {"yes": "#9DC3E6", "depends": "#DCE9F5", "no": "white"}
    for (line, column), cell in drawn.get_celld().items():
        if line and column >= 0:
            cell.set_facecolor(shades[cell.get_text().get_text()])
    return picture
