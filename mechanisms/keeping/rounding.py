"""Algorithm 1 with amounts of bounded length: exactly in F, exactly private, for many counts.

The exact amounts of :mod:`~exactdp.mechanisms.keeping.heuristic` grow to hundreds of
thousands of bits. Here the algorithm runs on integers in units of 2^-precision, each amount is
cut to `bits` bits more than alpha^n takes, and all amounts are made smaller by one part in
2^margin, where margin is 8 + `bits`/2. What the rows and the columns then lack is a trifle r, c,
within alpha by far, and `ScaledForm` shares it out in
proportion: rows sum to 1 and the law is kept by construction, alpha-DP is decided by enclosures.
Nothing rests on the rounding.

*How near it is.* Its cost is enclosed rigorously (:attr:`Rounded.low`, :attr:`Rounded.high`), and
so is how far it is above the optimum. That it is within about n 2^-margin of what the exact
algorithm costs is not proved for each run, as ties that are nearly broken might send the two on
different ways. It is measured: against the exact algorithm where that is affordable (tests,
benchmarks), and by :func:`rounded` itself, on demand, against a run with twice the bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from ..exact.errors import InputError, LimitError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import to_fmpq, to_fraction
from ..kernels.costs import EAD, Cost, cost_of
from ..kernels.forms.scaled import Heights, ScaledForm, Term, heights_of
from ..kernels.mechanism import Mechanism
from .algorithm_1 import Steps, construct
from .orders import NAMED, Order, order_name
from .result import Constructed

#: Amounts are made smaller by one part in 2^(MARGIN + bits/2).
MARGIN = 8


@dataclass(frozen=True)
class Rounded:
    """A mechanism from rounded amounts, with rigorous bounds of its cost.

    Attributes
    ----------
    constructed : Constructed
    low, high : Fraction
        Its expected cost under the target lies between.
    measured : Fraction or None
        How far, relatively, a run with twice the bits is from it at most; None if not asked.
    """

    constructed: Constructed
    low: Fraction
    high: Fraction
    measured: Fraction | None = None


def rounded(
    z: Sequence[Any],
    alpha: Any,
    order: Order = "max",
    cost: Any = EAD,
    *,
    bits: int = 128,
    measure: bool = False,
) -> Rounded:
    """Return what algorithm 1 constructs with amounts of so many bits.

    Parameters
    ----------
    z, alpha, order
        As for :func:`~exactdp.mechanisms.keeping.heuristic.heuristic`; ``best`` keeps the
        one whose cost has the least upper bound.
    cost : Cost, str or matrix
        What is enclosed.
    bits : int
        Of an amount, beyond those of alpha^n; at least 64.
    measure : bool
        Whether to run again with twice the bits and compare.

    Raises
    ------
    InputError
        If alpha is not in (0, 1), z is no law, or the bits are too few.
    LimitError
        If what rounding has left over breaks alpha; never seen.

    Examples
    --------
    >>> found = rounded(["1/4"] * 4, "1/2", "sandwich")
    >>> max(abs(x - Fraction(3, 4)) for x in (found.low, found.high)) < Fraction(1, 10**10)
    True
    >>> sum(found.constructed.mechanism.row(0)), found.constructed.mechanism.form.shortfall
    (Fraction(1, 1), None)
    """
    level, target, about = PrivacyLevel.of(alpha), Law.of(z, name="z"), cost_of(cost)
    a, size = to_fmpq(level.alpha), len(target)
    about.require_size(size)
    if not 0 < a < 1 or size < 2 or bits < 64:
        raise InputError(
            f"got alpha = {level.alpha}, {size} counts and {bits} bits, expected 0 < alpha < 1, "
            "at least 2 counts and at least 64 bits"
        )
    if isinstance(order, str) and order == "best":
        tried = [rounded(target, level, name, about, bits=bits, measure=measure) for name in NAMED]
        return min(tried, key=lambda found: found.high)
    lacking = _Rounding(a, target, bits)
    outer, _ = construct(target, order, lacking)
    form = ScaledForm(a, target, lacking.terms())
    if form.shortfall is not None:  # the margin has to cover all rounding
        raise LimitError(
            f"amounts of {bits} bits are too coarse for {size} counts: ask for "
            "more bits, or for the exact algorithm"
        )
    name = f"heuristic fixed-point ({order_name(order)}, {bits} bits)"
    constructed = Constructed(
        Mechanism(form, name=name, level=level),
        "heuristic",
        level.alpha,
        target,
        target,
        order=order_name(order),
        outer=outer,
        inner=len(lacking.amounts),
    )
    low, high = cost_bounds(form, about)
    measured = None
    if measure:
        again = rounded(target, level, order, about, bits=2 * bits)
        measured = max(abs(again.high - low), abs(high - again.low)) / low if low else None
    return Rounded(constructed, low, high, measured)


def cost_bounds(form: ScaledForm, cost: Cost) -> tuple[Fraction, Fraction]:
    """Return rationals below and above the expected cost of a scaled form under its own law.

    >>> half = fmpq(1, 2)
    >>> terms = [Term(0, (-1,), fmpq(2, 3)), Term(1, (1,), fmpq(2, 3))]
    >>> form = ScaledForm(half, [half, half], terms)
    >>> low, high = cost_bounds(form, EAD)
    >>> low <= Fraction(1, 3) <= high < low + Fraction(1, 10**30)
    True
    """
    bits = 256
    powers = np.array([(int(x) << bits) // int(form.powers[0]) for x in form.powers], dtype=object)
    weights, denominator = form.law.parts
    law = np.array([int(x) for x in weights], dtype=object)
    places = np.arange(form.size)
    total, given, reach, greatest = fmpq(0), fmpq(0), fmpq(0), fmpq(0)
    for j in range(form.size):
        mine = [(t, h) for t, h in zip(form.terms, form.heights, strict=True) if t.output == j]
        losses = _losses(cost, j, places)
        greatest = max(greatest, to_fmpq(Fraction(int(max(losses)))), key=fmpq)
        for term, heights in mine:
            shares = powers[heights] * law
            total += term.weight * fmpz(int((shares * losses).sum()))
            given += term.weight * fmpz(int(shares.sum()))
            reach += term.weight
    unit = denominator << bits
    low = total / unit
    # Powers are too small by less than a unit, and what is shared out costs at most `greatest`.
    slip = reach * greatest / (fmpz(1) << bits)
    shared = (1 - given / unit) * greatest
    return to_fraction(low), to_fraction(low + slip + shared)


def _losses(cost: Cost, j: int, places: npt.NDArray[np.int64]) -> npt.NDArray[np.object_]:
    if cost.table is not None:
        raise InputError("got a table, expected ead or mse: only these are enclosed")
    distances = np.abs(places - j).astype(object)
    losses: npt.NDArray[np.object_] = distances**cost.power
    return losses


class _Fit(NamedTuple):
    """An amount of a scale, and where it takes what from which slack."""

    amount: int
    pattern: Steps
    kept: int  # z s
    free: npt.NDArray[np.int64]
    rising: npt.NDArray[np.bool_]
    slack: npt.NDArray[np.object_]
    taken: npt.NDArray[np.object_]


class _Rounding:
    """What algorithm 1 asks, in units of 2^-precision.

    u[i] = r[i] - alpha r[i+1], and v[i] is the other way round.

    The law, what a column lacks and amounts are in units finer by 2^-rare, for rare counts.
    """

    def __init__(self, alpha: fmpq, law: Law, bits: int):
        self.size = len(law)
        self.alpha = alpha
        p, q = int(alpha.p), int(alpha.q)
        deep = (q**self.size).bit_length() - (p**self.size).bit_length() + 1
        self.rare = max(int(x.q).bit_length() - int(x.p).bit_length() for x in law.numbers if x)
        # Where r rises towards a tail, what is lost at its foot grows by alpha^-n.
        self.bits, self.margin = deep + bits, MARGIN + bits // 2
        self.precision = 2 * deep + 3 * bits
        one = 1 << self.precision
        powers = [one]
        for _ in range(self.size):
            powers.append(powers[-1] * p // q)
        self.powers = np.array(powers, dtype=object)
        fine = self.precision + self.rare
        self.law = np.array([(int(x.p) << fine) // int(x.q) for x in law.numbers], dtype=object)
        self.weights = self.law >> self.rare  # kept >= alpha^n, so that is fine enough for it
        # What an amount of 1 takes from a step, by the exponent at its greater end.
        rate = one - powers[2]  # 1 - alpha^2
        self.takes = np.array([x * rate >> self.precision for x in powers], dtype=object)
        self.coarse = max(0, self.precision - 1000)  # floats reach from there
        self.near = (self.takes >> self.coarse).astype(np.float64)
        self.u = np.array([one - powers[1]] * (self.size - 1), dtype=object)
        self.v = self.u.copy()
        self.bound: Steps = np.zeros(self.size - 1, dtype=np.int8)
        self.amounts: list[tuple[int, Steps, int]] = []
        self.column: int | None = None

    def open(self, j: int) -> None:
        """Turn to a column, unless it lacks less than there are units."""
        self.lacking, self.least = int(self.law[j]), int(self.law[j]) >> self.bits
        self.column = j if self.lacking > self.least else None

    def most(self, pattern: Steps) -> _Fit:
        """Return the most of a scale that r and c[j] have room for, cut to its bits."""
        heights = heights_of(pattern)
        kept = int((self.weights * self.powers[heights]).sum()) >> self.precision
        amount = (self.lacking << self.precision) // kept
        free = np.flatnonzero(self.bound == 0)
        rising = pattern[free] > 0
        slack = np.where(rising, self.v[free], self.u[free])
        tops = np.minimum(heights[free], heights[free + 1])
        taken = self.takes[tops]
        if free.size:
            close = self._closest(slack, tops)
            room = (slack[close] << self.precision + self.rare) // taken[close]
            amount = min(amount, int(room.min()))
        drop = max(0, amount.bit_length() - self.bits)
        return _Fit(amount >> drop << drop, pattern, kept, free, rising, slack, taken)

    def take(self, fit: _Fit) -> None:
        """Take a scale off r and c[j]; what has lost all but the rounding is bound, or full."""
        assert self.column is not None
        amount, pattern, kept, free, rising, slack, taken = fit
        if amount:
            self.amounts.append((self.column, pattern, amount))
        self.lacking -= amount * kept >> self.precision
        rest = slack - (taken * (amount >> self.rare) >> self.precision)
        gone = (rest <= slack >> self.bits - 16) | (rest <= 0)
        self.bound[free[gone]] = np.where(rising[gone], -1, 1)
        self.v[free[rising]] = rest[rising]
        self.u[free[~rising]] = rest[~rising]
        # Where nothing moves, less is lacking than there are units.
        if self.lacking <= self.least or not (amount or gone.any()):
            self.column = None

    def _closest(self, slack: npt.NDArray[np.object_], tops: Heights) -> npt.NDArray[np.bool_]:
        """Return which steps may be the first to come to 0, as far as floats tell."""
        # A proposal: what is sure is right to 2^-50, so none that is less is left out here, and
        # which of the rest comes first is decided in integers.
        floats = (slack >> self.coarse).astype(np.float64)
        with np.errstate(all="ignore"):
            ratio = floats / self.near[tops]
        sure = np.isfinite(ratio) & (floats > 2.0**60) & (self.near[tops] > 2.0**60)
        least = ratio[sure].min(initial=np.inf)
        close: npt.NDArray[np.bool_] = ~sure | (ratio <= least * (1 + 1e-9))
        return close

    def terms(self) -> list[Term]:
        """Return the amounts, each a little smaller, as terms."""
        unit = fmpz(1) << (self.precision + self.rare + self.margin)
        share = (1 << self.margin) - 1
        return [
            Term(j, tuple(pattern.tolist()), fmpq(amount * share, unit))
            for j, pattern, amount in self.amounts
        ]
