"""Figure 3: how far the private distribution is from the true one, over the number of counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.plots import Curve, canvas, common_legend, curves
from ....mechanisms.exact.rationals import exact_text
from ....mechanisms.families.discrete_gaussian import gaussian_variance
from ....mechanisms.release.distributions.normalise import POSTS
from ....mechanisms.release.distributions.privatize import NOISES
from ....mechanisms.release.distributions.variance import gains, laplace_variances
from ....mechanisms.sampling.source import SeededSource
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER
from .data import COUNTY, TEACHERS, Data, county, teachers
from .simulation import Estimate, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

#: Numbers of counts, the paper's n, and eps_1.
SIZES = (4, 8, 16, 32, 64, 128)
EPSILON = Fraction(1)
#: Those that the paper compares.
PRINTED = ("cyclic", "laplace", "haar", "hierarchical")
MEASURES = ("W1", "TV", "KS")
WORDS = dict(zip(MEASURES, ("Wasserstein-1", "total variation", "Kolmogorov-Smirnov"), strict=True))
TITLES = {"clip": "negative bins set to 0", "isotonic": "running sums made to rise"}


@dataclass(frozen=True)
class Noisy:
    """A task: some runs of making one distribution private by one noise."""

    data: Data
    noise: str
    runs: int
    seed: int


def distances(z: list[Fraction], true: list[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Return Wasserstein-1, total variation and Kolmogorov-Smirnov distance, exactly.

    >>> [str(x) for x in distances([Fraction(1), Fraction(0)], [Fraction(1, 3), Fraction(2, 3)])]
    ['2/3', '2/3', '2/3']
    """
    change = [a - b for a, b in zip(z, true, strict=True)]
    running = [abs(x) for x in accumulate(change)]
    return sum(running, Fraction(0)), sum(map(abs, change), Fraction(0)) / 2, max(running)


def noisy(task: Noisy) -> dict[str, list[tuple[Fraction, Fraction, Fraction]]]:
    """Return the distances of each run, by how the estimate is made a distribution."""
    histogram, used = task.data.histogram, NOISES[task.noise]
    bins, total = len(histogram), len(task.data.counts)
    mechanism, level = used.mechanism(bins), PrivacyLevel.from_epsilon(EPSILON)
    found: dict[str, list[tuple[Fraction, Fraction, Fraction]]] = {post: [] for post in POSTS}
    for run in range(task.runs):
        drawn = used.noise(mechanism.scales, level, total, SeededSource(task.seed + run))
        estimate = used.estimate(mechanism.output(histogram, drawn), bins, total)
        for post, normalise in POSTS.items():
            found[post].append(distances(normalise(estimate, total), task.data.law))
    return found


def variances(noise: str, bins: int, rows: int) -> list[Fraction]:
    """Return the variances of the running sums of the estimate, in units of 1/(N eps)^2.

    Exact, with Laplace noise as in the paper; of the Gaussian a bound, at eps = `EPSILON`.
    """
    if noise != "gaussian":
        return laplace_variances(noise, bins)
    sigma2 = gaussian_variance(PrivacyLevel.from_epsilon(EPSILON), Fraction(1, rows + 1))
    return [EPSILON**2 * sigma2 * gain for gain in gains(noise, bins)]


@figure(
    "targets-3",
    PAPER,
    "Figure 3",
    "The error of private distributions over the number of counts",
    COUNTY[0],
    also=(TEACHERS[0],),
)
def figure_3(settings: Settings) -> Made:
    """Draw distances over n for six noises, and the variances that are known exactly."""
    whole = (teachers(settings) or [county(settings)])[0]
    tops = {n: whole.topped(n - 1) for n in SIZES}
    tasks = [Noisy(tops[n], noise, settings.runs, settings.seed) for noise in NOISES for n in SIZES]
    found: dict[tuple[str, str, str, int], Estimate] = {}
    for task, runs in zip(
        tasks, spread(noisy, tasks, settings, "private distributions"), strict=True
    ):
        for post, lines in runs.items():
            for k, measure in enumerate(MEASURES):
                key = post, measure, task.noise, task.data.largest + 1
                found[key] = Estimate.of([line[k] for line in lines])
    exact = {(noise, n): variances(noise, n, len(whole.counts)) for noise in NOISES for n in SIZES}
    means = {key: sum(v, Fraction(0)) / len(v) for key, v in exact.items()}
    rows: list[tuple[Value, ...]] = [(*key, *value.cells()) for key, value in found.items()]
    schools = (
        ""
        if settings.has(TEACHERS[0])
        else (
            " The paper takes the teachers by school, which are not in the data folder; these are "
            "the homicides by county."
        )
    )
    return Made(
        f"How far a private distribution of {whole.name} counts, topped at n - 1, is from the true "
        f"one at ε₁ = 1: means of {settings.runs} runs with standard errors, negative bins set "
        "to 0 (first row) or running sums made to rise (isotonic, second row); and the mean exact "
        "variance of the running sums before either, with Laplace noise (for the Gaussian a "
        "bound). Moving units between neighbouring bins, cyclic or acyclic, is best; the "
        "acyclic one has half the variance." + schools,
        [
            Table(
                "",
                ("made a law by", "measure", "noise", "n", "mean of runs", "standard error"),
                rows,
            ),
            Table(
                "variances",
                ("noise", "n", "sum up to", "variance times (N eps)^2"),
                [(noise, n, i, x) for (noise, n), v in exact.items() for i, x in enumerate(v)],
            ),
        ],
        lambda: _drawn(found, means),
        [*_best(found), *_said_of_variances(exact)],
        {"n": SIZES, "eps_1": str(EPSILON), "data": whole.name},
        simulated=True,
    )


def _best(found: dict[tuple[str, str, str, int], Estimate]) -> list[Comparison]:
    """Compare that the cyclic Laplace is better than the other three for all n."""
    said = []
    for measure in ("W1", "KS"):
        for post in POSTS:
            best = [
                n
                for n in SIZES
                if found[post, measure, "cyclic", n].mean
                == min(found[post, measure, noise, n].mean for noise in PRINTED)
            ]
            said.append(
                compared(
                    f"{WORDS[measure]}: cyclic beats classic, Privelet and hierarchical for all n",
                    f"{post}: at n in {best} of {[*SIZES]}",
                    best == [*SIZES],
                )
            )
    return said


def _said_of_variances(exact: dict[tuple[str, int], list[Fraction]]) -> list[Comparison]:
    """Compare what section 3 says of the running sums."""
    n = SIZES[2]
    cyclic, classic, acyclic = (exact[name, n] for name in ("cyclic", "laplace", "acyclic"))
    inside = range(n - 1)
    times = {classic[i] / cyclic[i] / (i + 1) for i in inside}
    half = {acyclic[i] / cyclic[i] for i in inside}
    return [
        compared(
            "cyclic: the running sum up to i has variance 4/(N eps)^2 for every i",
            f"n = {n}: {_set(set(cyclic[:-1]))} before the last, {_set({cyclic[-1]})} at the last",
            set(cyclic) == {4},
            "KL-08",
        ),
        compared(
            "classic: larger by a factor 4(i+1)",
            f"n = {n}: by {_set(times)}(i+1) for i < n-1",
            times == {4},
            "KL-10",
        ),
        compared(
            "acyclic (ours): half of the cyclic one",
            f"n = {n}: {_set(half)} of it",
            half == {Fraction(1, 2)},
            "NEW-6",
        ),
    ]


def _set(values: set[Fraction]) -> str:
    return ", ".join(exact_text(x) if x.denominator < 100 else decimal(x) for x in sorted(values))


def _drawn(
    found: dict[tuple[str, str, str, int], Estimate], means: dict[tuple[str, int], Fraction]
) -> Picture:
    picture, axes = canvas(2, 3, width=13.0, height=7.6)
    panels: list[tuple[str, str]] = [("clip", m) for m in MEASURES]
    panels += [("isotonic", "W1"), ("isotonic", "KS")]
    for place, (post, measure) in zip(axes.flat, panels, strict=False):
        lines = {noise: [found[post, measure, noise, n] for n in SIZES] for noise in NOISES}
        drawn = [
            Curve(noise, SIZES, [e.mean for e in line], [e.error for e in line])
            for noise, line in lines.items()
        ]
        curves(place, drawn, legend=False)
        unit = " (counts)" if measure == "W1" else ""
        place.set(ylabel=f"{WORDS[measure]} distance{unit}", title=TITLES[post])
    last: Any = axes.flat[-1]
    drawn = [Curve(noise, SIZES, [means[noise, n] for n in SIZES]) for noise in NOISES]
    curves(last, drawn, legend=False)
    last.set(ylabel="variance · (N ε)²", title="running sums, exact")
    for place in axes.flat:
        place.set(xscale="log", yscale="log", xlabel="number of counts n")
        place.set_xticks(SIZES, [str(n) for n in SIZES])
        place.minorticks_off()
    common_legend(picture)
    return picture
