"""A kernel of few scales: what is taken off the ones and off a law, and how the rest is shared.

Given alpha, a law z over the counts 0..n and terms (j, pattern, w > 0), let s be the column
that follows the pattern (each entry is the one before, times or over alpha) and is 1 at its
greatest. Adding up w s in column j for all terms leaves

    r = 1 - what the rows have so far,    c = z - z (what the columns have so far),

and what is left is shared in proportion: the kernel is the sum of the terms plus r c / sum(c)
(nothing, where r = 0). So, whatever the numbers are, *its rows sum to 1 and it keeps z*; and it
is alpha-differentially private where c >= 0 and r itself is a column that alpha allows, which is
what :attr:`ScaledForm.shortfall` decides. This is a point of the polytope of representations
R_F, times numbers. What algorithm 1 constructs has this form with r = 0; where its amounts are
rounded, r is a trifle.

*Preserving Target Distributions With Differentially Private Count Mechanisms*, Definitions 6, 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from ...exact.errors import InputError
from ...exact.law import Law
from ...exact.limits import require_memory
from ...exact.progress import track
from ...exact.rationals import brief
from ..costs import Cost
from ..expected import Expected
from ..patterns import signs
from .form import texts
from .on_demand import OnDemandForm

Heights = npt.NDArray[np.int64]


class Term(NamedTuple):
    """So much of a scale in a column: `weight` is what it has at its greatest entry."""

    output: int
    pattern: tuple[int, ...]  # +1 where the next entry is greater, -1 where it is smaller
    weight: fmpq


class ScaledForm(OnDemandForm):
    """The kernel of some scales, the rest shared in proportion.

    Parameters
    ----------
    alpha : fmpq
        In (0, 1).
    law : Law or sequence of exact numbers
        z, over the counts.
    terms : sequence of Term

    Raises
    ------
    InputError
        If alpha is not in (0, 1), the law is none, or a term does not fit.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> form = ScaledForm(half, [half, half], [Term(0, (-1,), half), Term(1, (1,), half)])
    >>> form.row(0), form.shortfall
    ([5/8, 3/8], None)
    """

    def __init__(self, alpha: fmpq, law: Sequence[Any], terms: Sequence[Term]):
        self.alpha, self.law, self.terms = fmpq(alpha), Law.of(law, name="law"), list(terms)
        self.size = len(self.law)
        if not 0 < self.alpha < 1:
            raise InputError(f"got alpha = {brief(self.alpha)}, expected 0 < alpha < 1")
        if self.size < 2:
            raise InputError(f"got {self.size} count(s), expected at least 2")
        for k, term in enumerate(self.terms):
            if not 0 <= term.output < self.size:
                raise InputError(f"terms[{k}]: got the output {term.output}, expected a count")
            if len(term.pattern) != self.size - 1 or {*term.pattern} - {1, -1}:
                raise InputError(f"terms[{k}]: expected {self.size - 1} steps, each +1 or -1")
            if term.weight <= 0:
                raise InputError(
                    f"terms[{k}]: got the weight {brief(term.weight)}, expected a number > 0"
                )
        bits = int(self.alpha.q).bit_length() * self.size
        require_memory(self.size * bits // 2, f"the powers of alpha up to {self.size}")

    @classmethod
    def filled(cls, alpha: fmpq, law: Sequence[Any], terms: Sequence[Term]) -> ScaledForm:
        """Return the kernel of terms that leave nothing: r = 0 and c = 0, as known to the caller.

        Algorithm 1 goes on until that is so; to add its terms up again would take far longer.
        """
        form = cls(alpha, law, terms)
        vars(form).update(rest=([fmpz(0)] * form.size, fmpz(1)), left=[fmpq(0)] * form.size)
        return form

    @cached_property
    def powers(self) -> list[fmpz]:
        """``powers[h]`` is alpha^h times q^n."""
        p, q = self.alpha.p, self.alpha.q
        powers = [q ** (self.size - 1)]
        for _ in range(self.size - 1):
            powers.append(powers[-1] * p // q)
        return powers

    @cached_property
    def heights(self) -> list[Heights]:
        """For each term the exponents of alpha in its column."""
        return [heights_of(term.pattern) for term in self.terms]

    @cached_property
    def rest(self) -> tuple[list[fmpz], fmpz]:
        """r, what the rows have too little: integers, and their denominator.

        Scale after scale is taken off, and what all have in common is divided out: where
        algorithm 1 made the terms, that keeps the numbers as short as they were there.
        """
        rest, unit = [fmpz(1)] * self.size, fmpz(1)
        work = zip(self.terms, self.heights, strict=True)
        for term, heights in track(work, len(self.terms), "adding scales"):
            below = term.weight.q * self.powers[0]
            common = below.gcd(unit)
            stretch, share = below // common, term.weight.p * (unit // common)
            rest = [
                x * stretch - share * self.powers[h]
                for x, h in zip(rest, heights.tolist(), strict=True)
            ]
            unit *= stretch
            common = unit
            for x in rest:
                common = common.gcd(x)
                if common == 1:
                    break
            else:
                rest, unit = [x // common for x in rest], unit // common
        return rest, unit

    @cached_property
    def left(self) -> list[fmpq]:
        """c, what the columns have too little."""
        weights, denominator = self.law.parts
        left = list(self.law.numbers)
        for term, heights in zip(self.terms, self.heights, strict=True):
            pairs = zip(weights, heights.tolist(), strict=True)
            kept = sum((x * self.powers[h] for x, h in pairs if x), fmpz(0))
            left[term.output] -= term.weight * fmpq(kept, denominator * self.powers[0])
        return left

    @cached_property
    def shares(self) -> list[fmpq]:
        """How what is left goes to the outputs."""
        total = sum(self.left, fmpq(0))
        return [x / total for x in self.left] if total else [fmpq(0)] * self.size

    @cached_property
    def shortfall(self) -> tuple[str, int] | None:
        """Where the rest breaks what makes the kernel private; None if nowhere.

        ("output", j) where c[j] < 0, ("input", i) where r[i], r[i+1] are not within alpha.
        Decided by enclosures; where these do not tell (r = 0 among them), exactly.
        """
        if self._surely_private():
            return None
        for j, x in enumerate(self.left):
            if x < 0:
                return "output", j
        p, q, r = self.alpha.p, self.alpha.q, self.rest[0]
        for i in range(self.size - 1):
            if q * r[i] < p * r[i + 1] or q * r[i + 1] < p * r[i]:
                return "input", i
        return None

    def _surely_private(self) -> bool:
        """Whether enclosures of r and c show that there is no shortfall."""
        # alpha^n has to be seen, and beside it what is rare in the law.
        bits = int(self.powers[0]).bit_length() - int(self.powers[-1]).bit_length() + 256
        rare = max(int(x.q).bit_length() - int(x.p).bit_length() for x in self.law.numbers if x)
        floors, kept = self._bounds(bits, max(rare, 0))
        p, q = int(self.alpha.p), int(self.alpha.q)
        # r is 2^bits, less the floors, less at most two units for each term.
        high = (1 << bits) - floors
        low = high - 2 * len(self.terms)
        private = (q * low[:-1] >= p * high[1:]) & (q * low[1:] >= p * high[:-1])
        unit = fmpz(1) << bits + max(rare, 0)
        full = all(x * unit >= fmpz(have) for x, have in zip(self.law.numbers, kept, strict=True))
        return bool(np.all(private)) and full

    def _bounds(self, bits: int, rare: int) -> tuple[npt.NDArray[np.object_], list[int]]:
        """Return floors of what the terms put on each input, and bounds above of what on each z.

        The first in units of 2^-bits, each term too small by less than two; the second, what
        the columns have of z, in units of 2^-(bits + rare).
        """
        table = [(int(x) << bits) // int(self.powers[0]) for x in self.powers]
        powers = np.array(table, dtype=object)
        weights, unit = self.law.parts
        law, denominator = np.array([int(x) for x in weights], dtype=object), int(unit)
        rows = np.array([0] * self.size, dtype=object)
        kept = [0] * self.size
        for term, heights in zip(self.terms, self.heights, strict=True):
            column = powers[heights]
            over, under = int(term.weight.p), int(term.weight.q)
            shift = under.bit_length() - 1
            scaled = column * over
            rows += scaled >> shift if under == 1 << shift else scaled // under
            reached = int((column * law).sum()) + denominator  # each power lacks less than a unit
            kept[term.output] += -((-reached * over << rare) // (under * denominator))
        return rows, kept

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        own = [fmpq(0)] * self.size
        for term, heights in zip(self.terms, self.heights, strict=True):
            own[term.output] += term.weight * fmpq(self.powers[int(heights[i])], self.powers[0])
        rest, unit = self.rest
        if rest[i] == 0:
            return own
        missing = fmpq(rest[i], unit)
        return [x + missing * share for x, share in zip(own, self.shares, strict=True)]

    def guarantee(self) -> fmpq | None:
        """Return alpha, unless what the terms leave breaks it."""
        return self.alpha if self.shortfall is None else None

    def image(self, law: Law) -> Sequence[fmpq]:
        """Return what a law of the inputs is sent to: its own law is kept."""
        return law.numbers if law == self.law else super().image(law)

    def _expected(self, law: Law, cost: Cost) -> Expected:
        # Term by term; then that of what the terms leave, shared in proportion.
        if law != self.law:
            return super()._expected(law, cost)
        weights, denominator = self.law.parts
        total = fmpq(0)
        for term, heights in zip(self.terms, self.heights, strict=True):
            own = sum(
                (
                    x * self.powers[h] * cost.entry(i, term.output)
                    for i, (x, h) in enumerate(zip(weights, heights.tolist(), strict=True))
                    if x and cost.entry(i, term.output)
                ),
                fmpq(0),
            )
            total += term.weight * own / (denominator * self.powers[0])
        rest, unit = self.rest
        if any(rest):
            for i, (weight, lacking) in enumerate(zip(self.law.numbers, rest, strict=True)):
                shared = (s * cost.entry(i, j) for j, s in enumerate(self.shares))
                total += weight * fmpq(lacking, unit) * sum(shared, fmpq(0))
        return Expected(total)

    def document(self) -> dict[str, Any]:
        """Return the JSON of the kernel."""
        terms = [[t.output, signs(t.pattern), str(t.weight)] for t in self.terms]
        law = texts(self.law.numbers)
        return {"form": "scaled", "alpha": str(self.alpha), "law": law, "terms": terms}

    def kernels(self, place: int) -> list[dict[str, Any]]:
        """Return the kernel of its terms, or the dense one where what they leave breaks alpha."""
        return [self.document() if self.shortfall is None else super().document()]

    def row_sums(self) -> list[fmpq]:
        """Return the sum of each row: 1."""
        return [fmpq(1)] * self.size

    @property
    def dense_bytes(self) -> int:
        """About how many bytes the dense kernel takes."""
        bits = max((int(t.weight.q).bit_length() for t in self.terms), default=1)
        return self.size**2 * bits // 2


def heights_of(pattern: Sequence[int] | npt.NDArray[np.int8]) -> Heights:
    """Return the exponents of alpha in the column that follows a pattern, the least being 0.

    >>> heights_of((-1, 1, 1)).tolist()
    [1, 2, 1, 0]
    """
    steps = np.concatenate(([0], -np.cumsum(np.asarray(pattern, dtype=np.int64))))
    heights: Heights = steps - steps.min()
    return heights
