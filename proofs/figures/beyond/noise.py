"""Private distributions of counts: what is really spent, and what it is spent on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.release.distributions.hierarchical import BRANCHING
from ....mechanisms.release.distributions.privatize import NOISES
from ....mechanisms.release.distributions.variance import geometric_variances, laplace_variances
from ....verify.judge.noise import noise_loss
from ..figure import Made, Settings, Table, Value, compared, figure
from . import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: The noises for pure differential privacy.
PURE = ("acyclic", "cyclic", "laplace", "haar", "hierarchical")
#: Those whose estimate is their output, the first of the above.
PLAIN = PURE[:3]
BINS = range(2, 41)
#: Numbers of bins at which the error is drawn.
COARSE = (2, 4, 8, 16, 32, 64)


def levels(bins: int, branching: int) -> int:
    """Return how many levels a tree over so many bins has below its root.

    >>> [levels(bins, 2) for bins in (2, 3, 4, 5)], levels(17, 16)
    ([1, 2, 2, 3], 2)
    """
    found, size = 0, 1
    while size < bins:
        found, size = found + 1, size * branching
    return found


def usual_scale(noise: str, bins: int) -> Fraction:
    """Return the scale for a change of one bin, one path of coefficients, one path of nodes.

    >>> [int(usual_scale(noise, 8)) for noise in PURE]
    [1, 1, 1, 4, 1]
    """
    known = {"haar": levels(bins, 2) + 1, "hierarchical": levels(bins, BRANCHING)}
    return Fraction(known.get(noise, 1))


def needed_scale(noise: str, bins: int) -> Fraction:
    """Return the scale that is used."""
    return NOISES[noise].mechanism(bins).scales[0]


@cache
def spent(noise: str, bins: int, scale: Fraction) -> Fraction:
    """Return the exact loss of a noise at a scale, in units of eps.

    >>> spent("laplace", 5, Fraction(1)), spent("laplace", 5, needed_scale("laplace", 5))
    (Fraction(2, 1), Fraction(1, 1))
    """
    used = NOISES[noise].mechanism(bins)
    loss = noise_loss(replace(used, scales=(scale,) * len(used.scales)), law="geometric")
    assert loss.exact
    assert loss.epsilon is not None  # every noise masks every move
    return loss.epsilon


def short(noise: str) -> str:
    """Return the title of a noise, without its law.

    >>> short("cyclic"), short("laplace")
    ('cyclic', 'classic, per bin')
    """
    return NOISES[noise].title.removesuffix(" two-sided geometric")


@figure("beyond-spent", PAPER, "private distributions", "What is really spent on a distribution")
def budgets(settings: Settings) -> Made:
    """Draw the exact loss of noises that are calibrated as usual, and the error as needed."""
    usual = {(x, bins): spent(x, bins, usual_scale(x, bins)) for x in PURE for bins in BINS}
    needed = {(x, bins): spent(x, bins, needed_scale(x, bins)) for x in PURE for bins in BINS}
    errors = {
        (x, bins): sum(laplace_variances(x, bins)[:-1], Fraction(0)) / (bins - 1)
        for x in PURE
        for bins in COARSE
    }
    powers = [bins for bins in BINS if bins & (bins - 1) == 0]
    formula = {bins: Fraction(2 * levels(bins, 2), levels(bins, 2) + 1) for bins in powers}
    kept = all(loss == 1 for loss in needed.values())
    cyclic = {usual["cyclic", bins] for bins in BINS}
    classic = {usual["laplace", bins] for bins in BINS}
    most = {x: max(usual[x, bins] for bins in BINS) for x in PURE}
    rows: list[tuple[Value, ...]] = [
        (
            x,
            bins,
            usual_scale(x, bins),
            loss,
            needed_scale(x, bins),
            needed[x, bins],
            (loss + 1) / 2,
        )
        for (x, bins), loss in usual.items()
    ]

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.6, height=4.8)
        drawn = [Curve(short(x), BINS, [usual[x, b] for b in BINS]) for x in PURE]
        curves(left, drawn, legend=False)
        left.set(xlabel="bins", ylabel="privacy spent, in units of eps", ylim=(0.9, 2.1))
        left.set_title("scales for a change of one bin")
        drawn = [Curve(short(x), COARSE, [errors[x, b] for b in COARSE]) for x in PURE]
        curves(right, drawn, legend=False)
        right.set(yscale="log", xlabel="bins", ylabel="mean variance of a running sum, times eps²")
        right.set_xscale("log", base=2)
        right.set_xticks(COARSE, [str(b) for b in COARSE])
        right.set_title("scales as needed")
        common_legend(picture)
        return picture

    return Made(
        "Left: the exact privacy loss of a private distribution if the scale is chosen for a "
        "change of one bin: 1/eps, (l + 1)/eps for wavelets over 2^l bins, h/eps for a tree of h "
        "levels. One individual changes two bins, so up to "
        + ", ".join(f"{decimal(y, 2)} eps ({x})" for x, y in most.items() if y > 1)
        + " are spent instead of eps. Right: what the error is at the scales that spend eps "
        "exactly (Laplace noise; all running sums but the last).",
        [
            Table(
                "",
                (
                    "noise",
                    "bins",
                    "scale for one bin",
                    "spent, in eps",
                    "scale as needed",
                    "spent at that",
                    "two-stage release, half for each stage",
                ),
                rows,
            ),
            Table(
                "error", ("noise", "bins", "mean variance"), [(*k, v) for k, v in errors.items()]
            ),
        ],
        draw,
        [
            compared(
                "the cyclic noise of scale 1/eps is eps-differentially private",
                f"spends {', '.join(map(str, cyclic))} eps at {BINS[0]} to {BINS[-1]} bins",
                cyclic == {Fraction(1)},
                "KL-05",
            ),
            compared(
                "the classic noise needs the scale 2/eps",
                f"at 1/eps it spends {', '.join(map(str, classic))} eps",
                classic == {Fraction(2)},
                "KL-09",
            ),
            compared(
                "at 2^l bins wavelets of scale (l + 1)/eps spend 2l/(l + 1) eps",
                ", ".join(f"{usual['haar', bins]} ({bins} bins)" for bins in powers),
                all(usual["haar", bins] == y for bins, y in formula.items()),
            ),
            compared(
                "the scales that exactdp uses spend eps",
                f"{'exactly' if kept else 'not'}, all five at {BINS[0]} to {BINS[-1]} bins",
                kept,
            ),
        ],
        {"noises": PURE, "bins": [*BINS], "branching": BRANCHING},
    )


#: The histogram whose running sums are drawn, and levels e^-eps with a rational square root.
BINS_DRAWN = 16
ROOTS = [Fraction(k, 20) for k in range(2, 20)]
CHECKED = range(2, 17)


@figure("beyond-cyclic", PAPER, "private distributions", "Cyclic against acyclic noise")
def cyclic_or_not(settings: Settings) -> Made:
    """Draw the variances of running sums, along the bins and over alpha."""
    along = {x: laplace_variances(x, BINS_DRAWN)[:-1] for x in PURE}
    over = {
        (x, b * b): geometric_variances(x, 3, PrivacyLevel.from_alpha(b * b))[0]
        for x in PLAIN
        for b in ROOTS
    }
    every = {(x, bins): laplace_variances(x, bins) for x in PLAIN for bins in CHECKED}
    inside = [(bins, i) for bins in CHECKED for i in range(bins - 1)]
    four = all(every["cyclic", bins][i] == 4 for bins, i in inside)
    last = {every["cyclic", bins][-1] for bins in CHECKED}
    half = all(2 * every["acyclic", bins][i] == every["cyclic", bins][i] for bins, i in inside)
    half = half and all(2 * over["acyclic", b * b] == over["cyclic", b * b] for b in ROOTS)
    private = {spent("acyclic", bins, needed_scale("acyclic", bins)) for bins in CHECKED}
    factors = {
        x: {every["laplace", bins][i] / every[x, bins][i] / (i + 1) for bins, i in inside}
        for x in ("cyclic", "acyclic")
    }

    def draw() -> Picture:
        picture, (left, right) = canvas(1, 2, width=11.6, height=4.8)
        bins = range(BINS_DRAWN - 1)
        curves(left, [Curve(short(x), bins, ys) for x, ys in along.items()], legend=False)
        left.set(yscale="log", xlabel="running sum up to bin", ylabel="variance, times eps²")
        left.set_title(f"Laplace noise, {BINS_DRAWN} bins")
        squares = [b * b for b in ROOTS]
        drawn = [
            Curve(short(x), squares, [over[x, a] for a in squares])
            for x in along
            if (x, squares[0]) in over
        ]
        curves(right, drawn, legend=False)
        right.set(yscale="log", xlabel="alpha = e^-eps", ylabel="variance of the first sum")
        right.set_title("two-sided geometric noise")
        common_legend(picture)
        return picture

    return Made(
        "How far the running sums of a private histogram are off, all noises spending eps. The "
        "acyclic noise leaves out the variable that the cyclic one puts between the last bin and "
        "the first: half the variance at every bin, at the same privacy, for both laws of noise. "
        "The classic noise's error grows with the bins that are added up.",
        [
            Table(
                "along-bins",
                ("noise", "running sum up to bin", "variance in 1/eps^2"),
                [(x, i, y) for x, ys in along.items() for i, y in enumerate(ys)],
            ),
            Table(
                "over-alpha",
                ("noise", "alpha", "variance of the first sum"),
                [(*key, y) for key, y in over.items()],
            ),
        ],
        draw,
        [
            compared(
                "the cyclic noise's running sums have variance 4/eps^2, for every i",
                f"{'4' if four else 'others'} for all but the last sum; the last: "
                f"{', '.join(map(str, last))}",
                four and last == {Fraction(4)},
                "KL-08",
            ),
            compared(
                "the classic noise's are larger by 4(i + 1)",
                "; ".join(
                    f"{', '.join(map(str, fs))}(i + 1) times the {x} noise's"
                    for x, fs in factors.items()
                ),
                factors["cyclic"] == {Fraction(4)},
                "KL-10",
            ),
            compared(
                "without L_0 it stays eps-differentially private and the variance is halved",
                f"it spends {', '.join(map(str, private))} eps at {CHECKED[0]} to {CHECKED[-1]} "
                f"bins; {'half' if half else 'not half'} the variance of every sum",
                half and private == {Fraction(1)},
                "NEW-6",
            ),
        ],
        {
            "bins": BINS_DRAWN,
            "alpha": [str(b * b) for b in ROOTS],
            "compared at bins": [*CHECKED],
        },
    )
