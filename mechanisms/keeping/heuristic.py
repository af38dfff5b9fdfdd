"""Algorithm 1: a greedy conic combination of scales that ends at an extreme point of F.

From "Preserving Target Distributions With Differentially Private Count Mechanisms", section
5.2 and appendix C. Starting from nothing, a column after the other is filled with scales, as
much of each as fits: r (what the rows lack) must remain a column that alpha allows, and c (what
the columns lack) must remain >= 0.

*Step 6*, whose condition has lost a fraction in print: the single-peaked pattern p of the column
is turned around at each i with r[i+1] / r[i] = exp(-p_i eps). There r steps the other way by as
much as alpha allows, so anything that steps along p_i, taken off, would break the bound (with
p_i = +1 and r[i+1] = a r[i]: r[i+1] - y s[i+1] < a (r[i] - y s[i])).

*Here* r is kept as its slacks u[i] = (r[i] - a r[i+1]) / (1 - a^2) and v[i] = (r[i+1] - a r[i]) /
(1 - a^2), so that r[i] = u[i] + a v[i] and r[i+1] = v[i] + a u[i]. A scale that rises from i to
i+1 has no u and only takes from v[i], its entry i+1; one that falls only takes its entry i from
u[i] (Proposition 2 says the same of q_i). So a slack that has come to 0 stays there, its step is
settled for good, and only the free steps are kept. With 2n + 1 of them and n + 1 columns, the
inner loop ends after at most 2n + 1 rounds in all (Theorem 5).

The exact slacks have hundreds of thousands of bits, and nearly all of them are never asked for.
So all of them are *enclosed*, between integers in units of 2^-precision, and only what is first
to come to 0, as far as enclosures tell, is made exact, by :class:`_Ledger`. Ties are decided
there. No float takes part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.progress import track
from ..exact.rationals import to_fmpq
from ..kernels.costs import EAD, cost_of
from ..kernels.forms.scaled import Heights, ScaledForm, Term, heights_of
from ..kernels.mechanism import Mechanism
from .orders import NAMED, Order, columns, order_name
from .result import Constructed

#: Bits of an enclosure beyond what alpha^n and the rarest count take.
_BITS = 256


def heuristic(z: Sequence[Any], alpha: Any, order: Order = "best", cost: Any = EAD) -> Constructed:
    """Return what algorithm 1 constructs, exactly.

    Parameters
    ----------
    z : Law or sequence of exact numbers
        The law of the inputs 0..n; at least 2 counts, zeros are welcome.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    order : str, sequence of int or callable
        See :func:`~exactdp.mechanisms.keeping.orders.columns`; ``best`` tries those that
        have a name and keeps the least cost, which takes no privacy since all rest on z alone.
    cost : Cost, str or matrix
        For ``best`` alone.

    Returns
    -------
    Constructed
        With the rounds of the outer and the inner loop; its `scales` are those of the algorithm.

    Raises
    ------
    InputError
        If alpha is not in (0, 1), z is no law, or the order leaves something out.

    Examples
    --------
    >>> found = heuristic(["1/4"] * 4, "1/2")
    >>> found.cost(), found.order, found.outer, found.inner
    (Fraction(3, 4), 'sandwich', 4, 7)
    """
    level, target = PrivacyLevel.of(alpha), Law.of(z, name="z")
    a = to_fmpq(level.alpha)
    if not 0 < a < 1 or len(target) < 2:
        raise InputError(
            f"got alpha = {level.alpha} and {len(target)} counts, expected 0 < alpha < 1 and at "
            "least 2 counts"
        )
    if isinstance(order, str) and order == "best":
        tried = [heuristic(target, level, name) for name in NAMED]
        about = cost_of(cost)
        return min(tried, key=lambda found: found.cost(about))
    run = _Run(a, target)
    for j in track(columns(order, target), run.columns, "filling columns"):
        run.fill(j)
    form = ScaledForm.filled(a, run.law, run.terms)
    return Constructed(
        Mechanism(form, name=f"heuristic fixed-point ({order_name(order)})", level=level),
        "heuristic",
        level.alpha,
        target,
        target,
        order=order_name(order),
        outer=run.outer,
        inner=run.inner,
    )


def _total(alpha: fmpq, parts: list[tuple[int, fmpq]]) -> fmpq:
    """Return the sum of alpha^h w over pairs (h, w): halves that differ little in h, first.

    >>> _total(fmpq(1, 2), [(3, fmpq(1)), (1, fmpq(1, 3))])
    7/24
    """

    def below(start: int, stop: int) -> fmpq:
        if stop - start == 1:
            return parts[start][1]
        half = (start + stop) // 2
        apart = parts[half][0] - parts[start][0]
        return below(start, half) + below(half, stop) * alpha**apart

    if not parts:
        return fmpq(0)
    parts = sorted(parts, key=lambda part: part[0])
    return below(0, len(parts)) * alpha ** parts[0][0]


#: No terms.
_NONE: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)


class _Source(NamedTuple):
    """From what a slack follows: the slack of that kind at a step, and terms."""

    cost: int  # the bits of the terms
    step: int
    between: npt.NDArray[np.int64]  # those in columns between the steps, up to its time
    pending: npt.NDArray[np.int64]  # those since then


class _Ledger:
    """The terms so far, and exact slacks and entries of r made from them on demand.

    A slack (i, kind) is u[i] for kind 0 and v[i] for kind 1. Times are numbers of terms. What
    was asked for is kept with its time, so that only later terms are added.
    """

    def __init__(self, alpha: fmpq, size: int):
        self.alpha, self.size = alpha, size
        self.terms: list[Term] = []
        self.heights: list[Heights] = []
        self.outputs: npt.NDArray[np.int64] = np.zeros(2 * size, dtype=np.int64)
        self.bits: npt.NDArray[np.int64] = np.zeros(2 * size, dtype=np.int64)
        self.settled: npt.NDArray[np.int8] = np.zeros(size - 1, dtype=np.int8)
        self.since: npt.NDArray[np.int64] = np.zeros(size - 1, dtype=np.int64)  # of the settled
        self.known: dict[tuple[int, int], fmpq] = {}
        self.times: npt.NDArray[np.int64] = np.zeros((2, size - 1), dtype=np.int64)

    def add(self, term: Term, heights: Heights) -> None:
        """Note a term."""
        now = len(self.terms)
        self.terms.append(term)
        self.heights.append(heights)
        self.outputs[now] = term.output
        self.bits[now] = int(term.weight.q.bit_length())

    def settle(self, i: int, kind: int) -> None:
        """Note that the slack has come to 0 with the last term."""
        self.settled[i] = -1 if kind else 1
        self.since[i] = self.times[kind, i] = len(self.terms)
        self.known[i, kind] = fmpq(0)

    def slack(self, i: int, kind: int) -> fmpq:
        """Return a slack of a free step: from its own terms, or from the other one and r."""
        cost, way = self._source(i, kind).cost, None
        other = self._source(i, 1 - kind).cost
        for end, beyond in ((i, i - 1), (i + 1, i + 2)):
            instead = self._reach(end)
            if instead is not None and instead + other < cost:
                cost, way = instead + other, (end, end)
            elif instead is None and 0 <= beyond < self.size:
                far = self._reach(beyond)  # one free step further
                if far is not None:
                    far += other + self._source(min(end, beyond), 1 - kind).cost
                    if far < cost:
                        cost, way = far, (end, beyond)
        if way is None:
            return self._own(i, kind)
        end, beyond = way
        rest = self.rest(beyond)
        if beyond != end:
            step = min(end, beyond)
            mine = self._own(step, 1 - kind)
            least = self._other(step, kind, mine, rest, beyond)
            u, v = (mine, least) if kind else (least, mine)
            rest = u + self.alpha * v if end == step else v + self.alpha * u
        value = self._other(i, kind, self._own(i, 1 - kind), rest, end)
        self.known[i, kind], self.times[kind, i] = value, len(self.terms)
        return value

    def _other(self, i: int, kind: int, have: fmpq, rest: fmpq, place: int) -> fmpq:
        """Return a slack from the other one and r at an end: r[i] = u + a v, r[i+1] = v + a u."""
        return rest - self.alpha * have if place == i + kind else (rest - have) / self.alpha

    def _reach(self, i: int) -> int | None:
        """Return the cost of r[i]; None where no step beside it is settled."""
        step = self._anchor(i)
        if step is None:
            return None
        later = int(self.bits[self.since[step] : len(self.terms)].sum())
        return later + self._source(step, int(self.settled[step] > 0)).cost

    def rest(self, i: int) -> fmpq:
        """Return r[i], which a settled step beside it tells: u or v is r where the other is 0."""
        step = self._anchor(i)
        assert step is not None
        rising = int(self.settled[step] > 0)
        at = step + rising
        value, then = self._own(step, rising), int(self.since[step])
        if then < len(self.terms):
            value -= self._sum(np.arange(then, len(self.terms)), at)
        rise = int(self.settled[min(at, i) : max(at, i)].sum()) * (1 if i > at else -1)
        return value / self.alpha**rise if rise >= 0 else value * self.alpha**-rise

    def _anchor(self, i: int) -> int | None:
        """Return the step settled last of those that tie r[i] to its neighbours."""
        free = np.flatnonzero(self.settled == 0)
        place = int(np.searchsorted(free, i))
        start = int(free[place - 1]) + 1 if place else 0
        stop = int(free[place]) if place < len(free) else self.size - 1
        return start + int(np.argmax(self.since[start:stop])) if start < stop else None

    def _stop(self, i: int) -> int:
        """Return until when a step was free."""
        return int(self.since[i]) if self.settled[i] else len(self.terms)

    def _within(self, start: int, stop: int, first: int, last: int) -> npt.NDArray[np.int64]:
        """Return the terms of some columns in some time."""
        if start >= stop or first > last:
            return _NONE
        outputs = self.outputs[start:stop]
        found: npt.NDArray[np.int64] = start + np.flatnonzero(
            (outputs >= first) & (outputs <= last)
        )
        return found

    def _source(self, i: int, kind: int) -> _Source:
        """Return from what a slack follows at the least cost: itself, or one that is known.

        Of the terms beyond both of them, the farther slack got alpha^distance as much as the
        nearer one, as long as all steps in between were free.
        """
        stop = self._stop(i)
        if stop and self.times[kind, i] == stop:
            return _Source(0, i, _NONE, _NONE)
        first, last = (i + 1, self.size) if kind else (0, i)
        times = self.times[kind]
        have = np.flatnonzero((times > 0) & (times <= stop))
        place = int(np.searchsorted(have, i))
        best: _Source | None = None
        for step in {i, *have[max(0, place - 1) : place + 2].tolist()}:
            then, low, high = int(times[step]), min(i, step), max(i, step)
            inside = self.since[low + kind : high + kind]
            if ((inside > 0) & (inside < then)).any():
                continue
            between = self._within(0, then, low + 1, high)
            pending = self._within(then, stop, first, last)
            cost = sum(int(self.bits[x].sum()) for x in (between, pending) if x.size)
            if best is None or cost < best.cost:
                best = _Source(cost, step, between, pending)
        assert best is not None
        return best

    def _own(self, i: int, kind: int) -> fmpq:
        """Return a slack from terms alone: now, or when its step was settled by the other."""
        source, start = self._source(i, kind), 1 / (1 + self.alpha)
        value = self.known.get((source.step, kind), start)
        if source.step != i:
            low, high = min(i, source.step), max(i, source.step)
            ratio = self.alpha ** (high - low)
            extra = self._sum(source.between, low + 1 if kind else high)
            farther = (i == high) != bool(kind)
            taken = start - value
            taken = taken * ratio + extra if farther else (taken - extra) / ratio
            value = start - taken
        if source.pending.size:
            value -= self._sum(source.pending, i + kind)  # the greater entry
        self.known[i, kind], self.times[kind, i] = value, self._stop(i)
        return value

    def _sum(self, terms: npt.NDArray[np.int64], at: int) -> fmpq:
        """Return what some terms have in row `at`."""
        parts = [(int(self.heights[k][at]), self.terms[k].weight) for k in terms.tolist()]
        return _total(self.alpha, parts)


class _Run:
    """The state of the algorithm: enclosures of the slacks, in units of 2^-precision."""

    def __init__(self, alpha: fmpq, law: Law):
        self.alpha, self.law, self.size = alpha, law, len(law)
        self.columns = sum(map(bool, law.numbers))
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
        self.ledger = _Ledger(alpha, self.size)
        self.outer = self.inner = 0

    @property
    def terms(self) -> list[Term]:
        """The terms so far."""
        return self.ledger.terms

    def fill(self, j: int) -> None:
        """Fill column j."""
        self.outer += 1
        ledger, bits = self.ledger, self.precision
        peaked = np.where(np.arange(self.size - 1) < j, 1, -1).astype(np.int8)
        paid: list[tuple[fmpq, fmpq]] = []  # amounts, and what of z their scales keep
        lacking, width = self._floor(self.law.numbers[j]), 1
        while True:
            self.inner += 1
            pattern = np.where(ledger.settled != 0, ledger.settled, peaked).astype(np.int8)
            heights = heights_of(pattern)
            kept = self._kept(heights)
            about = self._floor(kept)
            free = np.flatnonzero(ledger.settled == 0)
            kinds = (pattern[free] > 0).astype(np.int64)
            tops = heights[free + kinds]
            fits = (lacking << bits) // (about + 1), ((lacking + width) << bits) // about + 1
            near, doubt = self._nearest(free, kinds, tops, fits)
            rooms = [
                ledger.slack(i, kind) / self.alpha ** int(heights[i + kind]) for i, kind in near
            ]
            amount = min(rooms, default=None)
            full = False
            if doubt:
                if paid and not free.size and self.outer == self.columns:
                    whole = ledger.rest(int(heights.argmin()))  # nothing but this scale is left
                else:
                    whole = (self.law.numbers[j] - sum((x * y for x, y in paid), fmpq(0))) / kept
                full = amount is None or whole <= amount
                amount = whole if full else amount
            assert amount is not None
            ledger.add(Term(j, tuple(pattern.tolist()), amount), heights)
            for (i, kind), room in zip(near, rooms, strict=True):
                if room == amount:
                    ledger.settle(i, kind)
            taken = self._floor(amount) + 1
            # a product of bounds above, both below 2, is too great by less than three units
            self.least[kinds, free] -= (self.above[tops] * taken >> bits) + 1
            self.width += 4
            if full:
                return
            paid.append((amount, kept))
            lacking -= (taken * (about + 1) >> bits) + 1
            width += 4

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
