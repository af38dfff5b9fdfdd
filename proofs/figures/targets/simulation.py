"""Complete private releases of a table of counts, simulated, and what they are off by.

Each run splits the budget, draws the distribution, makes the mechanism and draws every count,
all exactly and from one seed. What it is off by is a rational; only logarithms, standard errors
and pictures are floats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, nan, sqrt
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ....mechanisms.exact import balls
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.errors import LimitError
from ....mechanisms.exact.executors import Lost, outcomes
from ....mechanisms.exact.law import Law
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.progress import track
from ....mechanisms.families.discrete_gaussian import gaussian_variance, mass, tail
from ....mechanisms.families.geometric import geometric
from ....mechanisms.families.staircase import staircase
from ....mechanisms.keeping.coupling import coupled
from ....mechanisms.keeping.heuristic import heuristic
from ....mechanisms.keeping.orders import NAMED
from ....mechanisms.keeping.unfixed import unfixed
from ....mechanisms.kernels.forms.dense import DenseForm
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.release.budget import Budget
from ....mechanisms.release.distributions.privatize import privatize
from ....mechanisms.sampling.kernel import KernelSampler
from ....mechanisms.sampling.source import SeededSource
from ...engine.reals import rounding
from ..figure import Settings
from .data import Counts, Data

T = TypeVar("T")
R = TypeVar("R")

#: Eleven totals from 0.1 to 5, evenly spaced on the logarithmic scale.
GRID = [Fraction(round(1000 * 50 ** (k / 10)), 10000) for k in range(11)]
#: Alpha is rounded up to a fraction with a denominator of at most this times eps + 1/eps, which
#: keeps numbers short.
DENOMINATOR = 100
#: Probabilities of the discrete Gaussian are multiples of 2^-GAUSSIAN_BITS.
GAUSSIAN_BITS = 60
#: Methods that need no distribution and spend all on the counts.
ALONE = ("geometric", "staircase", "discrete Gaussian")
#: Two-stage methods, z from cyclic noise, clipped, as in the paper; the last from acyclic noise.
TWO_STAGE = ("unfixed", *NAMED, "optimal", "optimal, acyclic")
METHODS = (*ALONE, *TWO_STAGE)
#: How far the seeds of methods are apart: more than there are runs.
FAR = 2**64


class Errors(NamedTuple):
    """What one release is off by: three distances of distributions, two errors of counts."""

    W1: Fraction
    TV: Fraction
    KS: Fraction
    EAD: Fraction
    MSE: Fraction


#: The measures in words.
IN_WORDS = {
    "W1": "Wasserstein-1 distance (counts)",
    "TV": "total variation distance",
    "KS": "Kolmogorov-Smirnov distance",
    "EAD": "expected absolute deviation (counts)",
    "MSE": "mean squared error (counts²)",
}


class Estimate(NamedTuple):
    """A mean of runs and its standard error, which one run does not have."""

    mean: Fraction
    error: float

    @classmethod
    def of(cls, values: Sequence[Fraction]) -> Estimate:
        """Return the mean of some runs.

        >>> Estimate.of([Fraction(1), Fraction(2)])
        Estimate(mean=Fraction(3, 2), error=0.5)
        """
        mean, number = sum(values, Fraction(0)) / len(values), len(values)
        if number == 1:
            return cls(mean, nan)
        spread = sum(((v - mean) ** 2 for v in values), Fraction(0))
        return cls(mean, sqrt(spread / (number * (number - 1))))

    def cells(self) -> tuple[str, str]:
        """Return mean and standard error as text, for a table."""
        return decimal(self.mean, 6), f"{self.error:.6f}"

    def __str__(self) -> str:
        return f"{decimal(self.mean)} ± {self.error:.4f}"

    def meets(self, printed: str) -> bool | None:
        """Whether what rounds to a printed number is within two standard errors.

        >>> Estimate(Fraction("1.58"), 0.03).meets("1.44")
        False
        """
        if self.error != self.error:
            return None
        low, high = rounding(printed)
        room = 2 * Fraction(self.error)
        return low - room <= self.mean <= high + room


@dataclass(frozen=True)
class Release:
    """A task: some runs of releasing a table.

    Attributes
    ----------
    data : Data
    methods : tuple of str
        Of `ALONE` and `TWO_STAGE`.
    epsilon : Fraction
    runs, seed : int
    split : Fraction, optional
        f; by the rule of thumb unless given.
    """

    data: Data
    methods: tuple[str, ...]
    epsilon: Fraction
    runs: int
    seed: int
    split: Fraction | None = None


def released(task: Release) -> dict[str, list[Errors]]:
    """Return what every run of every method is off by."""
    data, budget = task.data, Budget(task.epsilon, task.split)
    alpha = safe(budget.counts.level())
    samplers = {
        name: KernelSampler(alone(name, data, task.epsilon))
        for name in task.methods
        if name in ALONE
    }
    found: dict[str, list[Errors]] = {name: [] for name in task.methods}
    level = budget.distribution.level()
    for seed in range(task.seed, task.seed + task.runs):
        z = privatize(data.histogram, level, "cyclic", SeededSource(seed), "clip")
        for name in task.methods:
            # Each method has bits of its own, whatever others there are.
            source = SeededSource(seed + (METHODS.index(name) + 1) * FAR)
            sampler = samplers.get(name)
            if sampler is None:
                law = z
                if name == "optimal, acyclic":
                    law = privatize(data.histogram, level, "acyclic", source)
                sampler = KernelSampler(two_stage(name, law, alpha))
            found[name].append(measured(data, sampler.draw_many(data.counts, source)))
    return found


def safe(level: PrivacyLevel) -> Fraction:
    """Return a rational alpha on the safe side of a rational eps, and near it.

    >>> str(safe(PrivacyLevel.from_epsilon("1/100"))), str(safe(PrivacyLevel.from_epsilon(2)))
    ('9851/9950', '18/133')
    """
    epsilon = level.rational_epsilon
    assert epsilon is not None
    return level.rational_alpha(DENOMINATOR * ceil(epsilon + 1 / epsilon))


def alone(name: str, data: Data, epsilon: Fraction) -> Mechanism:
    """Return a mechanism that needs no distribution, with the whole budget."""
    level, n = PrivacyLevel.from_epsilon(epsilon), data.largest
    if name == "geometric":
        return geometric(n, safe(level))
    if name == "staircase":  # gamma = 1/(1 + e^(eps/2))
        half = safe(PrivacyLevel.from_epsilon(epsilon / 2))
        return staircase(n, safe(level), half / (1 + half))
    return clipped_gaussian(n, gaussian_variance(level, Fraction(1, len(data.counts) + 1)))


def clipped_gaussian(n: int, sigma2: Fraction) -> Mechanism:
    """Return discrete Gaussian noise clipped to 0..n, its tails cut to 2^-GAUSSIAN_BITS.

    >>> rows = clipped_gaussian(2, Fraction(1)).rows()
    >>> [float(round(x, 4)) for x in rows[0]]
    [0.6995, 0.242, 0.0586]
    """
    with balls.precision(2 * GAUSSIAN_BITS):
        total = mass(sigma2)
        units = {
            k: int((balls.bounds(tail(k, sigma2) / total)[0] * 2**GAUSSIAN_BITS).floor())
            for k in range(1 - n, n + 1)
        }
    rows = []
    for i in range(n + 1):
        beyond = [2**GAUSSIAN_BITS, *(units[j - i] for j in range(1, n + 1)), 0]
        rows.append([Fraction(beyond[j] - beyond[j + 1], 2**GAUSSIAN_BITS) for j in range(n + 1)])
    return Mechanism.from_rows(rows, name="discrete Gaussian")


def two_stage(name: str, z: Law, alpha: Fraction) -> Mechanism:
    """Return the mechanism that a constructor makes for a distribution."""
    if name in NAMED:
        form = heuristic(z, alpha, name).mechanism.form
        # A dense matrix: its rows are made once.
        return Mechanism(DenseForm([form.row(i) for i in range(form.size)]))
    if name == "unfixed":
        weights = [[w * abs(i - j) for j in range(len(z))] for i, w in enumerate(z)]
        return unfixed(weights, alpha, z).mechanism
    return coupled(z, alpha).mechanism


def measured(data: Data, drawn: Counts) -> Errors:
    """Return what a release is off by.

    >>> data = Data("", np.array([0, 0, 1, 2]), 2)
    >>> [str(x) for x in measured(data, np.array([0, 1, 1, 0]))]
    ['1/4', '1/4', '1/4', '3/4', '5/4']
    """
    rows = len(data.counts)
    change = np.bincount(drawn, minlength=data.largest + 1) - np.array(data.histogram)
    running, moved = np.abs(np.cumsum(change)), np.abs(drawn - data.counts)
    units = (
        2 * running.sum(),
        np.abs(change).sum(),
        2 * running.max(),
        2 * moved.sum(),
        2 * (moved**2).sum(),
    )
    return Errors(*(Fraction(int(x), 2 * rows) for x in units))


def exact_errors(drawn: Mechanism, data: Data) -> tuple[Fraction, Fraction]:
    """Return the expected EAD and MSE of a mechanism on a table, exactly."""
    cells = [
        (share * x, abs(i - j))
        for i, share in enumerate(data.law)
        if share
        for j, x in enumerate(drawn.row(i))
    ]
    return (
        sum((p * d for p, d in cells), Fraction(0)),
        sum((p * d * d for p, d in cells), Fraction(0)),
    )


def estimates(runs: dict[str, list[Errors]]) -> dict[tuple[str, str], Estimate]:
    """Return the mean of every method and measure."""
    return {
        (name, measure): Estimate.of([getattr(line, measure) for line in lines])
        for name, lines in runs.items()
        for measure in Errors._fields
    }


def spread(
    function: Callable[[T], R], tasks: Iterable[T], settings: Settings, what: str
) -> Iterator[R]:
    """Yield what a function returns for each task, on the executor, and say how far it is.

    Raises
    ------
    LimitError
        If a task is lost: a mean that misses runs would be another mean.
    """
    todo: list[Any] = list(tasks)
    done: Iterator[R | Lost] = outcomes(function, todo, settings.executor)
    for found in track(done, len(todo), what):
        if isinstance(found, Lost):
            raise LimitError(f"{what}: a task is undecided, {found.reason}")
        yield found
