"""What rows and columns lack in algorithm 1, kept so that the greatest amount is found fast.

r is kept as its slacks u[i] = (r[i] - a r[i+1]) / (1 - a^2) and v[i] = (r[i+1] - a r[i]) /
(1 - a^2), so that r[i] = u[i] + a v[i] and r[i+1] = v[i] + a u[i]. A scale that rises from i to
i+1 has no u and only takes from v[i], its entry i+1; one that falls only takes its entry i from
u[i] (Proposition 2 says the same of q_i). So a slack that has come to 0 stays there, its step is
bound for good, and only the free steps are kept. With 2n + 1 of them and n + 1 columns, the
inner loop ends after at most 2n + 1 rounds in all (Theorem 5).

All slacks are *enclosed*, between integers in units of 2^-precision, and only what is first to
come to 0, as far as enclosures tell, is made exact, by :class:`~.ledger.Ledger`. Ties are decided
there. No float takes part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from ..exact.law import Law
from ..kernels.forms.scaled import Heights, Term, heights_of
from .algorithm_1 import Steps
from .ledger import Ledger

#: Bits of an enclosure beyond what alpha^n and the rarest count take.
_BITS = 256
Integers = npt.NDArray[np.int64]


class Fit(NamedTuple):
    """The greatest amount of a scale that fits, and what it exhausts."""

    amount: fmpq
    pattern: Steps
    heights: Heights
    kept: fmpq  # z s
    about: fmpz  # the same, rounded down
    exhausted: list[tuple[int, int]]  # slacks that come to 0: a step, and 0 for u, 1 for v
    full: bool  # whether the column is full then


class Lacking:
    """r = 1 - A 1 and c = z - z A, exactly, behind enclosures in units of 2^-precision.

    Attributes
    ----------
    bound : array of int
        For each step +1 or -1 where r steps by as much as alpha allows and what is taken must do
        the same; 0 where it is free.
    column : int or None
        The column that is being filled, while it is not full.
    """

    def __init__(self, alpha: fmpq, law: Law):
        self.alpha, self.law, self.size = alpha, law, len(law)
        self.unopened = sum(map(bool, law.numbers))
        weights, self.denominator = law.parts
        self.weights = np.array(weights, dtype=object)
        p, q, steps = alpha.p, alpha.q, self.size - 1
        powers = [q**steps]  # of alpha, times q^n
        for _ in range(steps):
            powers.append(powers[-1] * p // q)
        self.powers = np.array(powers, dtype=object)
        deep = int(self.powers[0].bit_length()) - int(self.powers[-1].bit_length())
        rare = max(int(x.q.bit_length()) - int(x.p.bit_length()) for x in law.numbers if x)
        self.precision = bits = deep + rare + 2 + _BITS
        top = self.powers[0]
        # above alpha^h, and in units of 2^-_BITS below alpha^-h
        self.above = np.array([(x << bits) // top + 1 for x in self.powers], dtype=object)
        self.below = np.array([(top << _BITS) // x for x in self.powers], dtype=object)
        # Of u and v: each is at least that, and less than `width` more.
        start = (q << bits) // (p + q)
        self.least = np.array([[start] * steps] * 2, dtype=object)
        self.width = 1
        self.ledger = Ledger(alpha, self.size)
        self.column: int | None = None

    @property
    def bound(self) -> Steps:
        """The steps at which r is at its bound."""
        return self.ledger.settled

    def open(self, j: int) -> None:
        """Turn to a column."""
        self.column, self.unopened = j, self.unopened - 1
        self.paid: list[tuple[fmpq, fmpq]] = []  # amounts, and what of z their scales keep
        self.lacking, self.slip = self._floor(self.law.numbers[j]), 1  # c[j] is that, or less more

    def most(self, pattern: Steps) -> Fit:
        """Return the most of a scale that r and c[j] have room for."""
        heights, ledger = heights_of(pattern), self.ledger
        kept = self._kept(heights)
        about = self._floor(kept)
        free, kinds, tops = self._taken_from(pattern, heights)
        fits = (
            (self.lacking << self.precision) // (about + 1),
            ((self.lacking + self.slip) << self.precision) // about + 1,
        )
        near, doubt = self._nearest(free, kinds, tops, fits)
        rooms = [ledger.slack(i, kind) / self.alpha ** int(heights[i + kind]) for i, kind in near]
        amount = min(rooms, default=None)
        full = False
        if doubt:
            whole = self._whole(kept, heights, free)
            full = amount is None or whole <= amount
            amount = whole if full else amount
        assert amount is not None
        gone = [slack for slack, room in zip(near, rooms, strict=True) if room == amount]
        return Fit(amount, pattern, heights, kept, about, gone, full)

    def take(self, fit: Fit) -> None:
        """Take a scale off r and c[j]."""
        assert self.column is not None
        free, kinds, tops = self._taken_from(fit.pattern, fit.heights)
        self.ledger.add(Term(self.column, tuple(fit.pattern.tolist()), fit.amount), fit.heights)
        for i, kind in fit.exhausted:
            self.ledger.settle(i, kind)
        taken = self._floor(fit.amount) + 1
        # a product of bounds above, both below 2, is too great by less than three units
        self.least[kinds, free] -= (self.above[tops] * taken >> self.precision) + 1
        self.width += 4
        self.paid.append((fit.amount, fit.kept))
        self.lacking -= (taken * (fit.about + 1) >> self.precision) + 1
        self.slip += 4
        if fit.full:
            self.column = None

    def _taken_from(self, pattern: Steps, heights: Heights) -> tuple[Integers, Integers, Heights]:
        """Return the free steps, of which slack a scale takes there, and its entries."""
        free = np.flatnonzero(self.bound == 0)
        kinds = (pattern[free] > 0).astype(np.int64)
        return free, kinds, heights[free + kinds]

    def _whole(self, kept: fmpq, heights: Heights, free: Integers) -> fmpq:
        """Return how much of a scale fills the column."""
        assert self.column is not None
        if self.paid and not free.size and not self.unopened:
            return self.ledger.rest(int(heights.argmin()))  # nothing but this scale is left
        return (self.law.numbers[self.column] - sum((x * y for x, y in self.paid), fmpq(0))) / kept

    def _floor(self, x: fmpq) -> fmpz:
        """Return a number in units of 2^-precision, rounded down."""
        return (x.p << self.precision) // x.q

    def _kept(self, heights: Heights) -> fmpq:
        """Return z s."""
        total = (self.weights * self.powers[heights]).sum()
        return fmpq(total, self.denominator * self.powers[0])

    def _nearest(
        self,
        free: npt.NDArray[np.int64],
        kinds: npt.NDArray[np.int64],
        tops: Heights,
        fits: tuple[fmpz, fmpz],
    ) -> tuple[list[tuple[int, int]], bool]:
        """Return the slacks that may be the first to come to 0, and whether what lacks may be.

        How much of the scale a slack has room for is the slack over alpha^top; `fits` encloses
        how much is lacking. No slacks, where they surely have room for that.
        """
        if not free.size:
            return [], True
        # A bound of a slack below 0 stays below all others: its step is always among the nearest.
        low = self.least[kinds, free] * self.below[tops]
        first = int(low.argmin())
        high = (self.least[kinds[first], free[first]] + self.width) * (self.below[tops[first]] + 1)
        if fits[1] << _BITS < low[first]:
            return [], True
        near = np.flatnonzero((low <= high).astype(bool))
        pairs = zip(free[near].tolist(), kinds[near].tolist(), strict=True)
        return list(pairs), bool(fits[0] << _BITS <= high)
