"""Algorithm 1: a greedy conic combination of scales that ends at an extreme point of F.

From "Preserving Target Distributions With Differentially Private Count Mechanisms", section
5.2 and appendix C. Starting from nothing, a column after the other is filled with scales, as
much of each as fits: r (what the rows lack) must remain a column that alpha allows, and c (what
the columns lack) must remain >= 0.

*Step 6*, whose condition has lost a fraction in print: the single-peaked pattern p of the column
is turned around at each i with r[i+1] / r[i] = exp(-p_i eps). There r steps the other way by as
much as alpha allows, so anything that steps along p_i, taken off, would break the bound (with
p_i = +1 and r[i+1] = a r[i]: r[i+1] - y s[i+1] < a (r[i] - y s[i])).

*Here* r is kept as its slacks u[i] = q r[i] - p r[i+1] and v[i] = q r[i+1] - p r[i], alpha = p/q.
A scale that rises from i to i+1 has no u and only takes from v[i], by (q^2 - p^2)/q times its
entry i+1; one that falls only takes from u[i] (Proposition 2 says the same of q_i). So a slack
that has come to 0 stays there, its step is settled for good, and only the free steps are kept:
integers over one denominator. With 2n + 1 of them and n + 1 columns, the inner loop ends after
at most 2n + 1 rounds in all (Theorem 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from ..errors import InputError
from ..forms.coupled import over_one_denominator, require_law
from ..forms.scaled import Heights, ScaledForm, Term, heights_of
from ..level import PrivacyLevel
from ..mechanism import Mechanism
from ..progress import track
from ..rationals import to_fmpq
from .costs import EAD, cost_of
from .orders import NAMED, Order, columns, order_name
from .result import Constructed, law_of

#: Logarithms of amounts this near are compared exactly.
_NEAR = 1e-9


def heuristic(z: Sequence[Any], alpha: Any, order: Order = "best", cost: Any = EAD) -> Constructed:
    """Return what algorithm 1 constructs, exactly.

    Parameters
    ----------
    z : sequence of exact numbers
        The law of the inputs 0..n; at least 2 counts, zeros are welcome.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    order : str, sequence of int or callable
        See :func:`~exactdp.mechanisms.fixed_point.orders.columns`; ``best`` tries those that
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
    level, target = PrivacyLevel.of(alpha), law_of(z)
    a = to_fmpq(level.alpha)
    require_law([to_fmpq(x) for x in target], len(target), "z")
    if not 0 < a < 1 or len(target) < 2:
        raise InputError(
            f"got alpha = {level.alpha} and {len(target)} counts, expected 0 < alpha < 1 and at "
            "least 2 counts"
        )
    if isinstance(order, str) and order == "best":
        tried = [heuristic(target, level, name) for name in NAMED]
        about = cost_of(cost)
        return min(tried, key=lambda found: found.cost(about))
    run = _Run(a, [to_fmpq(x) for x in target])
    for j in track(columns(order, target), sum(map(bool, target)), "filling columns"):
        run.fill(j)
    form = ScaledForm(a, run.law, run.terms)
    form.__dict__["rest"] = [fmpz(0)] * form.size, fmpz(1)  # nothing is left: all columns are full
    form.__dict__["left"] = [fmpq(0)] * form.size
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


def _log2(x: fmpz) -> float:
    """Return the logarithm of a long integer from its first bits."""
    drop = max(0, x.bit_length() - 64)
    return log2(int(x >> drop)) + drop


class _Run:
    """The state of the algorithm: the slacks of the free steps, and the terms so far."""

    def __init__(self, alpha: fmpq, law: list[fmpq]):
        self.alpha, self.law, self.size = alpha, law, len(law)
        self.p, self.q = alpha.p, alpha.q
        self.weights, self.denominator = over_one_denominator(law)
        steps = self.size - 1
        self.powers = [self.q**steps]  # of alpha, times q^n
        for _ in range(steps):
            self.powers.append(self.powers[-1] * self.p // self.q)
        # kind 0 is u (taken from by scales that fall there), kind 1 is v
        self.slacks = {(i, kind): self.q - self.p for i in range(steps) for kind in (0, 1)}
        self.unit, self.length = fmpz(1), 0  # shortened where longer than that, in bits
        self.settled: npt.NDArray[np.int8] = np.zeros(steps, dtype=np.int8)
        self.terms: list[Term] = []
        self.outer = self.inner = 0

    def fill(self, j: int) -> None:
        """Fill column j."""
        self.outer += 1
        lacking = self.law[j]
        peaked = np.where(np.arange(self.size - 1) < j, 1, -1).astype(np.int8)
        while lacking > 0:
            self.inner += 1
            pattern = np.where(self.settled != 0, self.settled, peaked).astype(np.int8)
            heights = heights_of(pattern)
            kept = self._kept(heights)
            tops = np.minimum(heights[:-1], heights[1:]).tolist()
            free = [(i, int(pattern[i] > 0)) for i in np.flatnonzero(self.settled == 0).tolist()]
            amount = lacking / kept
            least = self._least(free, tops, amount)
            if least is not None and least < amount:
                amount = least
                lacking -= amount * kept
            else:
                lacking = fmpq(0)
            self.terms.append(Term(j, tuple(pattern.tolist()), amount))
            self._take(amount, free, tops)

    def _kept(self, heights: Heights) -> fmpq:
        """Return z s."""
        pairs = zip(self.weights, heights.tolist(), strict=True)
        total = sum((x * self.powers[h] for x, h in pairs if x), fmpz(0))
        return fmpq(total, self.denominator * self.powers[0])

    def _least(self, free: list[tuple[int, int]], tops: list[int], amount: fmpq) -> fmpq | None:
        """Return how much of the scale the free steps allow: the first to come to 0.

        None if that is more than `amount` by far, as logarithms show.
        """
        if not free:
            return None
        rate = log2(int(self.q)) - log2(int(self.p))
        logs = [_log2(self.slacks[at]) + tops[at[0]] * rate for at in free]
        slip = _NEAR * max(1.0, abs(min(logs)), max(map(abs, logs)))
        whole = _log2(amount.p) - _log2(amount.q) + _log2(self.unit)
        whole += _log2(self.q**2 - self.p**2) - log2(int(self.q))
        if whole < min(logs) - 2 * slip:
            return None
        near = min(logs) + slip
        amounts = [
            self.slacks[at] * fmpq(self.q, self.p) ** tops[at[0]]
            for at, x in zip(free, logs, strict=True)
            if x <= near
        ]
        return min(amounts) * self.q / (self.q**2 - self.p**2) / self.unit

    def _take(self, amount: fmpq, free: list[tuple[int, int]], tops: list[int]) -> None:
        """Take an amount of the scale off the slacks; settle the steps that come to 0."""
        if not free:
            return
        low, high = min(tops[i] for i, _ in free), max(tops[i] for i, _ in free)
        # From slack i goes factor * alpha^(top_i - low), over the denominators of both.
        factor = amount * (self.q**2 - self.p**2) / self.q * self.alpha**low
        span = self.q ** (high - low)
        below = factor.q * span
        common = below.gcd(self.unit)
        stretch, share = below // common, factor.p * (self.unit // common)
        parts = [share * span]
        for _ in range(high - low):
            parts.append(parts[-1] * self.p // self.q)
        active = {*free}
        for at, x in self.slacks.items():
            x = x * stretch
            self.slacks[at] = x - parts[tops[at[0]] - low] if at in active else x
        self.unit *= stretch
        for i, kind in free:
            if self.slacks[i, kind] == 0:
                self.settled[i] = -1 if kind else 1
                del self.slacks[i, kind], self.slacks[i, 1 - kind]
        self._shorten()

    def _shorten(self) -> None:
        """Divide by what all slacks and the unit have in common, when that may have grown."""
        if int(self.unit).bit_length() < self.length:
            return
        common = self.unit
        for x in self.slacks.values():
            common = common.gcd(x)
            if common == 1:
                break
        else:
            for at in self.slacks:
                self.slacks[at] //= common
            self.unit //= common
        self.length = 6 * int(self.unit).bit_length() // 5 + 500
