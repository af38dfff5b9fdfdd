"""The geometric mechanism, followed by the monotone coupling of what it gives to a wished law.

``kernel = GM(alpha) . coupling``. For a law z of the inputs, GM's output has the law
y0 = z GM. The monotone (north-west corner) coupling lays y0 and a wished law y side by side,
both cut into pieces, and sends output k of GM to j in proportion to their common length. So,
by construction and for every such kernel,

* its rows sum to 1, as those of GM do and those of the coupling are divided by their sum;
* it sends z to y, since column j of the coupling has the length y[j];
* it is alpha-differentially private, as whatever is made of GM's output is.

The form *is* (alpha, z, y): at most 2n + 1 common lengths follow from them, in O(n) operations
with integers over one denominator. What is best about it is told in
:mod:`exactdp.mechanisms.keeping.coupling`.

Its expected cost under z needs no dense matrix either. With m[k] the mass of GM's output k, it
is a rational plus a sum over k of N[k] / m[k] with integers N[k]. For |i - j| these come from
O(n) products, through

    E|I - J| = sum over t < n of  Pr[I <= t] + Pr[J <= t] - 2 Pr[I <= t, J <= t]

and the fact that J <= t is a threshold on GM's output; for (i - j)^2 through E[I J]; for a
table they take O(n^2). Its neighbour for other post-processing is
:mod:`~exactdp.mechanisms.kernels.forms.postprocessed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from flint import fmpq, fmpz

from ...exact.errors import InputError
from ...exact.law import Law
from ...exact.limits import require_memory
from ...exact.rationals import brief, over_one_denominator
from ..costs import Cost
from ..expected import Expected
from .form import texts
from .postprocessed import PostprocessedForm
from .power import DISTANCE, PowerForm

#: For each output of GM: the reported counts, rising, and their lengths, which are positive.
Coupling = list[list[tuple[int, fmpz]]]


class CoupledForm(PostprocessedForm):
    """GM at alpha, followed by the monotone coupling of z GM to y.

    Parameters
    ----------
    alpha : fmpq
        In (0, 1).
    input_law : Law or sequence of exact numbers
        z, over the inputs 0..n.
    output_law : Law or sequence of exact numbers, optional
        y, over the outputs 0..n; z by default.

    Attributes
    ----------
    unit : fmpz
        What lengths are divided by to be probabilities.
    masses : list of fmpz
        ``masses[k] / unit`` is the probability that GM gives k, all positive.
    coupling : list of lists of (int, fmpz)
        ``coupling[k]`` has the reported counts j with their lengths, which add up to
        ``masses[k]``.

    Raises
    ------
    InputError
        If alpha is not in (0, 1), or a law is none.

    Examples
    --------
    >>> form = CoupledForm(fmpq(1, 2), [fmpq(1, 4)] * 4)
    >>> form.post[0]
    {0: 4/5, 1: 1/5}
    >>> form.row(0)
    [8/15, 3/10, 1/10, 1/15]
    >>> from ..costs import EAD, MSE
    >>> z = form.input_law
    >>> form.expected(z, EAD).exact(), form.expected(z, MSE).exact()
    (Fraction(43, 60), Fraction(23, 20))
    >>> form.expected(z, EAD).enclosure(6)
    ('0.716666', '0.716667')
    """

    def __init__(
        self, alpha: fmpq, input_law: Sequence[Any], output_law: Sequence[Any] | None = None
    ):
        self.alpha = fmpq(alpha)
        self.input_law = self.output_law = Law.of(input_law, name="input_law")
        self.size = len(self.input_law)
        if output_law is not None:
            self.output_law = Law.of(output_law, self.size, "output_law")
        if not 0 < self.alpha < 1:
            raise InputError(
                f"got alpha = {brief(self.alpha)}, expected 0 < alpha < 1: at 1 the geometric "
                "noise has no law, at 0 there is none"
            )
        if self.size < 2:
            raise InputError(f"got {self.size} count(s), expected at least 2")
        weights, below = self.input_law.parts
        wished, denominator = self.output_law.parts
        bits = self.size * int(self.alpha.q).bit_length()
        bits += int(below).bit_length() + int(denominator).bit_length()
        require_memory(self.size * bits // 2, f"the coupling of {self.size} counts")
        x, y = 1 / (1 + self.alpha), (1 - self.alpha) / (1 + self.alpha)
        self.base = PowerForm(
            self.alpha, DISTANCE, [fmpq(1)] * self.size, [x] + [y] * (self.size - 2) + [x]
        )
        self.masses, self.unit = after_geometric(weights, below, self.alpha)
        common = self.unit.lcm(denominator)
        if common != self.unit:
            self.masses = [m * (common // self.unit) for m in self.masses]
        factor = common // denominator
        self.unit = common
        self.coupling = monotone(self.masses, [x * factor for x in wished])

    @cached_property
    def post(self) -> list[dict[int, fmpq]]:  # type: ignore[override]
        """The coupling as a sparse kernel: ``post[k][j]`` is the chance to report j after k."""
        return [
            {j: fmpq(length, mass) for j, length in row}
            for mass, row in zip(self.masses, self.coupling, strict=True)
        ]

    @property
    def post_is_stochastic(self) -> bool:
        """Whether every row of the post-processing sums to exactly 1: always."""
        return True

    def row_sums(self) -> list[fmpq]:
        """Return the sum of each row: 1."""
        return [fmpq(1)] * self.size

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        last, bits = self.size - 1, int(self.alpha.q).bit_length()
        require_memory(self.size * max(i, last - i) * bits // 2, f"a row of {self.size} numbers")
        powers = [fmpq(1)]
        for _ in range(max(i, last - i)):
            powers.append(powers[-1] * self.alpha)
        out = [fmpq(0)] * self.size
        for k, row in enumerate(self.post):
            share = self.base.column_factors[k] * powers[abs(i - k)]
            for j, weight in row.items():
                out[j] += share * weight
        return out

    def guarantee(self) -> fmpq:
        """Return alpha: whatever is made of GM's output is as private."""
        return self.alpha

    def couples(self, law: Law) -> bool:
        """Whether it is known that no kernel costs less: under its own law of the inputs."""
        return law == self.input_law

    def image(self, law: Law) -> Sequence[fmpq]:
        """Return what a law of the inputs is sent to: its own one to its own image."""
        return self.output_law.numbers if law == self.input_law else super().image(law)

    def document(self) -> dict[str, Any]:
        """Return the JSON of the kernel."""
        laws = {k: texts(getattr(self, k).numbers) for k in ("input_law", "output_law")}
        return {"form": "coupled", "alpha": str(self.alpha)} | laws

    def kernels(self, place: int) -> list[dict[str, Any]]:
        """Return the one kernel that its laws define."""
        return [self.document()]

    def _expected(self, law: Law, cost: Cost) -> Expected:
        if law != self.input_law:
            return super()._expected(law, cost)
        if cost.table is not None:
            return self._by_table(cost)
        return self._absolute() if cost.power == 1 else self._squared()

    def _squared(self) -> Expected:
        # E (I - J)^2 = E I^2 + E J^2 - 2 E[I J], and given K the two are independent.
        laws = zip(self.input_law.numbers, self.output_law.numbers, strict=True)
        squares = sum((i * i * (x + y) for i, (x, y) in enumerate(laws)), fmpq(0))
        weights, denominator = self.input_law.parts
        weighted, unit = after_geometric(
            [i * x for i, x in enumerate(weights)], denominator, self.alpha
        )
        means = [sum((j * length for j, length in row), fmpz(0)) for row in self.coupling]
        numerators = [-2 * w * m for w, m in zip(weighted, means, strict=True)]
        return Expected(squares, unit, numerators, self.masses)

    def _by_table(self, cost: Cost) -> Expected:
        # Given K = k, the cost of reporting j is the sum over i of z[i] c(i, j) GM[i][k].
        p, q, last = self.alpha.p, self.alpha.q, self.size - 1
        weights, denominator = self.input_law.parts
        powers = [p**d * q ** (last - d) for d in range(self.size)]
        entries, unit = over_one_denominator([x for row in cost.rows(self.size) for x in row])
        numerators = []
        for k, row in enumerate(self.coupling):
            shares = [w * powers[abs(i - k)] for i, w in enumerate(weights)]
            total = fmpz(0)
            for j, length in row:
                column = entries[j :: self.size]
                total += length * sum((s * c for s, c in zip(shares, column, strict=True)), fmpz(0))
            numerators.append(total * (q if k in (0, last) else q - p))
        return Expected(fmpq(0), unit * denominator * q**last * (p + q), numerators, self.masses)

    def _absolute(self) -> Expected:
        p, q, last = self.alpha.p, self.alpha.q, self.size - 1
        weights, denominator = self.input_law.parts
        wished, wished_unit = self.output_law.parts
        ps, qs = _powers(p, self.size), _powers(q, self.size)
        # left[t] = sum over i <= t of z[i] a^(t-i), right[t] = sum over i > t of z[i] a^(i-t),
        # over the denominators D q^t and D q^(n-t).
        left, right = [weights[0]], [fmpz(0)]
        for t in range(1, self.size):
            left.append(left[-1] * p + weights[t] * qs[t])
            k = last + 1 - t
            right.append(p * (right[-1] + weights[k] * qs[last - k]))
        right.reverse()
        unit = denominator * qs[last] * (p + q)  # of all probabilities below
        stretch = self.unit // unit
        below_input = list(accumulate(weights))
        below_output = list(accumulate(wished))
        before = [fmpz(0), *accumulate(self.masses)]  # Pr[K < k], in self.unit
        scale_output = self.unit // wished_unit
        whole = fmpz(0)
        numerators = [fmpz(0)] * self.size
        k = 0
        for t in range(last):
            at = below_output[t] * scale_output  # Pr[J <= t], in self.unit
            while k < last and before[k + 1] <= at:
                k += 1
            # J <= t if K < k, and with the chance (at - before[k]) / masses[k] if K = k.
            if k > t:  # Pr[I <= t, K < k] and Pr[I <= t, K = k], in unit
                lower = below_input[t] * qs[last] * (p + q) - ps[k - t] * qs[last - k] * q * left[t]
                here = ps[k - t] * qs[last - k] * left[t]
            else:
                lower = before[k] // stretch
                lower -= ps[t - k + 1] * qs[k] * right[t] if k else 0
                here = self.masses[k] // stretch // (q if k in (0, last) else q - p)
                here -= ps[t - k] * qs[k] * right[t]
            here *= q if k in (0, last) else q - p
            whole -= 2 * lower
            numerators[k] -= 2 * here * (at - before[k])
        both = fmpq(sum(below_input[:last], fmpz(0)), denominator) + fmpq(
            sum(below_output[:last], fmpz(0)), wished_unit
        )
        return Expected(both + fmpq(whole, unit), unit, numerators, self.masses)

    @property
    def dense_bytes(self) -> int:
        """About how many bytes the dense kernel takes."""
        # Entries have the denominators of all outputs of GM that lead to them: two at least.
        bits = 2 * int(self.unit).bit_length() + 512
        return self.size**2 * bits // 8


def after_geometric(
    weights: Sequence[fmpz], denominator: fmpz, alpha: fmpq
) -> tuple[list[fmpz], fmpz]:
    """Return what GM at alpha makes of weights over a denominator: the same for the outputs.

    The vector S[k] = sum over i of weights[i] alpha^|i-k| solves a tridiagonal system, since the
    inverse of (alpha^|i-k|) is (-alpha, 1 + alpha^2, -alpha) / (1 - alpha^2), with 1 at both
    corners. With alpha = p/q, over the denominator q^n times that of the weights, all its
    entries are integers, and each follows from the two before by products with short numbers.

    >>> after_geometric([fmpz(1)] * 3, fmpz(3), fmpq(1, 2))
    ([14, 8, 14], 36)
    """
    p, q, last = alpha.p, alpha.q, len(weights) - 1
    first, power = fmpz(0), fmpz(1)
    for k, weight in enumerate(reversed(weights)):
        first = first * p + weight * power
        if k < last:
            power *= q
    sums = [first]
    own, beside, source = p * p + q * q, p * q, (q * q - p * p) * power
    for k in range(last):
        rest = sums[k] * (own if k else q * q) - (sums[k - 1] * beside if k else 0)
        sums.append((rest - weights[k] * source) // beside)
    ends = (0, last)
    return [s * (q if k in ends else q - p) for k, s in enumerate(sums)], denominator * power * (
        p + q
    )


def monotone(source: Sequence[Any], wished: Sequence[Any]) -> Coupling:
    """Return the north-west corner coupling of two vectors with the same positive sum.

    >>> monotone([fmpz(3), fmpz(1)], [fmpz(2), fmpz(2)])
    [[(0, 2), (1, 1)], [(1, 1)]]
    """
    coupling: Coupling = []
    j, left = -1, fmpz(0)
    for mass in source:
        row = []
        while mass > 0:
            while left == 0:
                j += 1
                left = wished[j]
            length = mass if mass <= left else left
            row.append((j, length))
            mass, left = mass - length, left - length
        coupling.append(row)
    return coupling


def _powers(base: fmpz, size: int) -> list[fmpz]:
    powers = [fmpz(1)]
    for _ in range(size):
        powers.append(powers[-1] * base)
    return powers
