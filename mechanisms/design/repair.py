"""Repair: the nearest mixture that meets a claim which a matrix misses.

Rows are divided by their exact sums, then mixed with a mechanism that has slack: the
uniform mechanism, or the geometric one at the claimed alpha. The weight is the smallest
that restores alpha-DP: every violated inequality a >= alpha b is linear in the weight t,

    (1 - t) (a - alpha b) + t (u - alpha v) >= 0,

so each asks for one lower bound on t, and the largest of them is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from flint import fmpq

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.progress import track
from ..exact.rationals import to_fmpq, to_fraction
from ..families.geometric import geometric
from ..families.uniform import uniform
from ..kernels.mechanism import Mechanism
from ..kernels.neighbours import ADJACENT, Neighbours
from ..kernels.telling import Line, Telling, figure

Admixture = Literal["uniform", "geometric"]
#: Where alpha is irrational, the repair is made for the best rational above it: so near
#: that rounding errors of floats are not dwarfed by the step to it.
MAX_DENOMINATOR = 10**15
#: Longer numbers are told by their leading digits.
_WIDTH = 24


@dataclass(frozen=True)
class Repair(Telling):
    """A repaired mechanism and what the repair cost.

    Attributes
    ----------
    mechanism : Mechanism
        Stochastic and alpha-DP at `alpha`.
    alpha : Fraction
        The level it meets: the claimed one, or the best rational above an irrational one.
    normalised : bool
        Whether rows had to be divided by their sums first.
    admixture : "uniform", "geometric" or None
        What was mixed in; None where nothing was needed.
    weight : Fraction
        The share of the admixture, the smallest possible; 1 means replaced altogether.
    least : bool
        Whether the other admixture was tried too, and moves no less.
    distance, mean_distance : Fraction
        The total-variation distance from the rows as they were given, divided by their sums:
        the largest over the inputs, and the mean.
    """

    mechanism: Mechanism
    alpha: Fraction
    normalised: bool
    admixture: Admixture | None
    weight: Fraction
    least: bool
    distance: Fraction
    mean_distance: Fraction

    def headline(self) -> str:
        """Return the level that it meets."""
        return f"repaired, {PrivacyLevel.from_alpha(self.alpha)}"

    def lines(self) -> list[Line]:
        """Return what was done, and how far it moved the mechanism."""
        lines = [("rows", "divided by their exact sums")] if self.normalised else []
        if self.admixture is None:
            mixture = "none needed"
        elif self.weight == 1:
            mixture = f"replaced by the {self.admixture} mechanism"
            mixture += ", which moves least" if self.least else ""
        else:
            share = figure(self.weight, _WIDTH)
            mixture = f"{share} of the {self.admixture} mechanism, the least that suffices"
        moved = (
            f"at most {figure(self.distance, _WIDTH)} in total variation (any input), "
            f"{figure(self.mean_distance, _WIDTH)} on average"
        )
        return [*lines, ("mixture", mixture), ("moved", moved)]


def repair(
    mechanism: Mechanism,
    level: Any,
    *,
    admixture: Admixture | Literal["best"] = "best",
    neighbours: Neighbours = ADJACENT,
) -> Repair:
    """Return the mechanism of smallest admixture that is stochastic and meets `level`.

    Parameters
    ----------
    mechanism : Mechanism
        Its rows need not sum to 1, but none may be all zero.
    level : PrivacyLevel or exact number
        A number is alpha = e^-eps.
    admixture : "uniform", "geometric" or "best"
        ``best`` makes both and keeps the one that moves less (distance).
    neighbours : Neighbours
        Adjacent inputs, or inputs up to a sensitivity apart; for the latter the geometric
        admixture is taken at alpha^(1/S) only where that is rational.

    Examples
    --------
    >>> from exactdp import Mechanism
    >>> result = repair(Mechanism.from_rows([[1, 0], ["1/4", "3/4"]]), "1/2")
    >>> result.admixture, result.weight, result.distance
    ('uniform', Fraction(3, 5), Fraction(3, 10))
    >>> print(result.mechanism)
    7/10  3/10
     2/5   3/5
    """
    level = PrivacyLevel.of(level)
    normalised = mechanism.form.rows_off_one()[0] > 0
    rows = [mechanism.form.row(i) for i in range(mechanism.size)]
    kernel = Mechanism.from_rows(
        rows,
        reading="weights" if normalised else "stored",
        name=f"{mechanism.name or 'mechanism'}, repaired",
        counts=mechanism.counts,
    )
    if level.compare(kernel.form.tightest(neighbours).alpha) >= 0:
        return _measured(kernel, kernel, _stated_alpha(level), normalised)
    alpha = _stated_alpha(level)
    kinds: tuple[Admixture, ...] = ("uniform", "geometric")
    if admixture != "best":
        kinds = (admixture,)
    elif neighbours.kind == "outputs":
        kinds = ("uniform",)
    repairs = []
    for kind in kinds:
        other = _admixture(kind, kernel.n, alpha, neighbours)
        if other is None:
            continue
        weight = _smallest_weight(kernel, other, to_fmpq(alpha), neighbours)
        mixed = _mixture(kernel, other, weight)
        repairs.append(_measured(kernel, mixed, alpha, normalised, kind, weight))
    if not repairs:
        raise InputError(
            "the geometric admixture at this sensitivity has an irrational alpha; use uniform"
        )
    best = min(repairs, key=lambda r: r.distance)
    return replace(best, least=len(repairs) > 1)


def _stated_alpha(level: PrivacyLevel) -> Fraction:
    if level.is_rational:
        return level.alpha
    bound = MAX_DENOMINATOR
    while (alpha := level.rational_alpha(bound)) == 1:  # eps is tiny
        bound *= MAX_DENOMINATOR
    return alpha


def _admixture(
    kind: Admixture, n: int, alpha: Fraction, neighbours: Neighbours
) -> Mechanism | None:
    if kind == "uniform" or alpha == 1:
        return uniform(n)
    if neighbours.kind == "outputs":
        raise InputError("the geometric admixture bounds neighbouring inputs, not outputs")
    try:
        level = PrivacyLevel.from_alpha(alpha).root(neighbours.reach(n + 1))
    except InputError:
        return None
    return geometric(n, level)


def _smallest_weight(
    kernel: Mechanism, other: Mechanism, alpha: fmpq, neighbours: Neighbours
) -> fmpq:
    form, slack = kernel.form, other.form
    rows = [form.row(i) for i in range(form.size)]
    spare = [slack.row(i) for i in range(form.size)]
    weight = fmpq(0)
    reach = neighbours.reach(form.size)
    for first, second in track(neighbours.places(form.size), reach, "finding the weight"):
        a, b = form.pairs(first, second)
        for cells in zip(a.ravel().tolist(), b.ravel().tolist(), strict=True):
            (i, j), (k, m) = map(form.cell, cells)
            for x, y, u, v in (
                (rows[i][j], rows[k][m], spare[i][j], spare[k][m]),
                (rows[k][m], rows[i][j], spare[k][m], spare[i][j]),
            ):
                missing = alpha * y - x
                if missing > 0:
                    weight = max(weight, missing / (missing + (u - alpha * v)))
    return weight


def _mixture(kernel: Mechanism, other: Mechanism, weight: fmpq) -> Mechanism:
    forms = kernel.form, other.form
    rows = (zip(*(form.row(i) for form in forms), strict=True) for i in range(kernel.size))
    return Mechanism.from_rows([[(1 - weight) * p + weight * u for p, u in row] for row in rows])


def _measured(
    kernel: Mechanism,
    repaired: Mechanism,
    alpha: Fraction,
    normalised: bool,
    admixture: Admixture | None = None,
    weight: fmpq | None = None,
) -> Repair:
    moved = []
    for i in range(kernel.size):
        pairs = zip(kernel.form.row(i), repaired.form.row(i), strict=True)
        moved.append(sum((abs(x - y) for x, y in pairs), fmpq(0)) / 2)
    figures = (weight or fmpq(0), max(moved), sum(moved, fmpq(0)) / len(moved))
    share, most, mean = map(to_fraction, figures)
    level = PrivacyLevel.from_alpha(alpha)
    named = repaired.relabelled(name=kernel.name, counts=kernel.counts, level=level)
    return Repair(named, alpha, normalised, admixture, share, False, most, mean)
