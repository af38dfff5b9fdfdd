"""What is judged of kernels: who is derivable from GM, and how delta falls with eps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING

from ....mechanisms.design.parametric.optimum import Piece
from ....mechanisms.design.registry import FAMILIES
from ....mechanisms.exact.algebraic import Algebraic
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.plots import Curve, canvas, curves, heatmap
from ....mechanisms.exact.rationals import to_fmpq, to_fraction
from ....verify.judge.derivability import derivable_from_geometric
from ....verify.judge.pictures import profile_curve
from ....verify.judge.profile import Piece as Linear
from ....verify.judge.profile import profile
from ...lemmas.optima import WM, curve
from ...papers.constrained.derivation import COMPARED, best_derivable, comparison
from ..constrained.mechanisms import mechanism
from ..figure import Made, Settings, Table, Value, compared, figure
from . import PAPER
from .optima import near

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

SIZES = range(1, 9)
#: Levels with a rational square root, which some families need.
LEVELS = [Fraction(k, 20) ** 2 for k in range(1, 20)]
GRID = [Fraction(k, 200) for k in range(80, 200)]


def derivable(family: str, n: int) -> list[Fraction]:
    """Return the levels at which a family's mechanism is GM followed by post-processing.

    >>> len(derivable("explicit-fair", 1)), len(derivable("explicit-fair", 2))
    (19, 0)
    """
    build = FAMILIES[family].build
    return [
        a for a in LEVELS if derivable_from_geometric(build(n, PrivacyLevel.from_alpha(a)), a).holds
    ]


def summary(found: Sequence[Fraction]) -> str:
    """Return at which of the levels it is so, for people.

    >>> summary(LEVELS), summary([]), summary(LEVELS[:14]), summary(LEVELS[3:5])
    ('all', 'none', '≤ 0.49', '2/19')
    """
    if len(found) in (0, len(LEVELS)):
        return "all" if found else "none"
    if found == LEVELS[: len(found)]:
        return f"≤ {float(found[-1]):.2f}"
    return f"{len(found)}/{len(LEVELS)}"


@figure("beyond-derivable", PAPER, "derivability", "Who is derivable from the geometric mechanism")
def from_geometric(settings: Settings) -> Made:
    """Draw at which levels families are derivable, and what derivability costs."""
    found = {(family, n): derivable(family, n) for family in FAMILIES for n in SIZES}
    best = {n: best_derivable(n) for n in COMPARED}
    cells = {n: comparison(n) for n in COMPARED}
    ends = {n: str(parts[0].high) if len(parts) > 1 else "1" for n, parts in cells.items()}
    rows: list[tuple[Value, ...]] = [
        (family, n, a, "yes" if a in levels else "no")
        for (family, n), levels in found.items()
        for a in LEVELS
    ]
    pieces: list[tuple[Value, ...]] = [
        (name, n, str(piece.low), str(piece.high), str(piece.cost))
        for n in COMPARED
        for name, known in (
            ("WM", curve(n, WM).pieces),
            ("derivable, with WM's properties", best[n]),
        )
        for piece in known
    ]
    fair = [n for n in SIZES if not found["explicit-fair", n]]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=13.4, height=5.6)
        shares = [[Fraction(len(found[f, n]), len(LEVELS)) for n in SIZES] for f in FAMILIES]
        texts = [[summary(found[f, n]) for n in SIZES] for f in FAMILIES]
        heatmap(left, shares, low=1, cells=texts, title="derivable from GM at alpha")
        left.set(xlabel="n (largest count)", ylabel="", aspect="auto")
        left.set_yticks(range(len(FAMILIES)), [_name(f) for f in FAMILIES])
        drawn = [
            Curve(f"n = {n}", GRID, [_more(best[n], curve(n, WM).pieces, a) for a in GRID])
            for n in COMPARED
        ]
        curves(right, drawn, markers=False)
        for n in COMPARED:
            if len(cells[n]) > 1:
                right.plot([float(near(cells[n][0].high))], [0], "ko", ms=4)
        right.set(xlabel="alpha", ylabel="more than WM costs, in %")
        right.set_title("the best derivable mechanism with WM's properties")
        return picture

    return Made(
        "Left: at which alpha a family's mechanism, as built here, is GM's output processed "
        f"further, judged exactly at {len(LEVELS)} levels from {LEVELS[0]} to {LEVELS[-1]}: at "
        "all, at none, up to the one that is named, or at so many of them. Right: what it costs to "
        "have WM's properties from GM's output: nothing up to the dots, which are exact.",
        [
            Table("", ("family", "n", "alpha", "derivable"), rows),
            Table("cost", ("mechanism", "n", "from alpha", "to alpha", "L0"), pieces),
        ],
        draw,
        [
            compared(
                "EM is not derivable for any n > 1",
                f"at none of {len(LEVELS)} levels for n = {fair[0]}..{fair[-1]}",
                fair == [n for n in SIZES if n > 1],
                "CKS-76",
            ),
            compared(
                "WM is not derivable for any n > 1",
                "some optimum is, up to alpha = "
                + ", ".join(f"{end} (n = {n})" for n, end in ends.items()),
                all(cells[n][0].sign > 0 for n in COMPARED),
                "CKS-77",
            ),
        ],
        {"n": [*SIZES], "alpha": [str(a) for a in LEVELS], "n of the cost": [*COMPARED]},
    )


def _name(family: str) -> str:
    known = FAMILIES[family]
    return f"{known.title} ({known.symbol})" if known.symbol else known.title


def _at(pieces: Sequence[Piece], alpha: Fraction) -> Fraction:
    at = to_fmpq(alpha)
    return to_fraction(next(p.cost for p in pieces if Algebraic.of(at) <= p.high).at(at))


def _more(one: Sequence[Piece], other: Sequence[Piece], alpha: Fraction) -> Fraction:
    return 100 * (_at(one, alpha) / _at(other, alpha) - 1)


#: The size and level of the profiles, and those whose first delta is drawn over n.
SIZE, LEVEL = 6, Fraction(9, 16)
NAMED, LONGER = ("GM", "WM", "EM"), range(1, 17)


@figure("beyond-profiles", PAPER, "privacy profiles", "The delta that is left at each eps")
def profiles(settings: Settings) -> Made:
    """Draw delta over eps with its breakpoints, and the first delta over n."""
    level = PrivacyLevel.from_alpha(LEVEL)
    built = {name: family.build(SIZE, level) for name, family in FAMILIES.items()}
    found = {name: profile(kernel) for name, kernel in built.items()}
    first = {(x, n): profile(mechanism(x, n, LEVEL))[0] for x in NAMED for n in LONGER}
    total = {key: piece.mass - piece.other for key, piece in first.items()}
    alike = {x: [n for n in LONGER if total[x, n] == total["GM", n]] for x in NAMED}
    rows: list[tuple[Value, ...]] = [
        (name, p.start, p.mass, p.other) for name, pieces in found.items() for p in pieces
    ]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=12.4, height=5.2)
        drawn = [profile_curve(built[x[0]], ", ".join(map(_short, x))) for x in _same(found)]
        curves(left, drawn, markers=False)
        for pieces in found.values():
            for p in pieces[1:]:
                left.plot([log(p.start)], [float(p.mass - p.other * p.start)], "ko", ms=3)
        left.axvline(log(1 / LEVEL), color="grey", linewidth=1)
        left.set(xlabel="eps", ylabel="least delta", title=f"n = {SIZE}, alpha = {LEVEL}")
        curves(right, [Curve(x, LONGER, [total[x, n] for n in LONGER]) for x in NAMED])
        right.set(xlabel="n (largest count)", ylabel="least delta at eps = 0")
        right.set_title(f"total variation between neighbours, alpha = {LEVEL}")
        return picture

    return Made(
        "Left: the least delta for which a mechanism is (eps, delta)-private; all reach 0 at "
        "eps = ln(1/alpha), the grey line, or before. Delta is piecewise linear in e^eps, and dots "
        "mark its exact breakpoints. Right: delta at eps = 0, how well one report tells two "
        "neighbouring counts apart. WM's is GM's at "
        f"{len(alike['WM'])} of {len(LONGER)} sizes, EM's at n = "
        f"{', '.join(map(str, alike['EM']))}.",
        [
            Table("", ("family", "from e^eps", "delta there: A - B e^eps, A", "B"), rows),
            Table(
                "over-n",
                ("mechanism", "n", "delta at eps = 0"),
                [(*key, y) for key, y in total.items()],
            ),
        ],
        draw,
        [],
        {"families": [*FAMILIES], "n": SIZE, "alpha": str(LEVEL), "over n": [*LONGER]},
    )


def _short(family: str) -> str:
    return FAMILIES[family].symbol or family


def _same(found: dict[str, list[Linear]]) -> list[list[str]]:
    """Return the families, those with one profile together."""
    groups: dict[tuple[Linear, ...], list[str]] = {}
    for name, pieces in found.items():
        groups.setdefault(tuple(pieces), []).append(name)
    return list(groups.values())
