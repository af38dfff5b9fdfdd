"""The exact expected cost of a mechanism under a law of the inputs.

For a `CoupledForm` under its own input law nothing dense is
made. There, with m[k] the mass of GM's output k, the cost is a rational plus a sum over k of
N[k] / m[k] with integers N[k]. For |i - j| these come from O(n) products, through

    E|I - J| = sum over t < n of  Pr[I <= t] + Pr[J <= t] - 2 Pr[I <= t, J <= t]

and the fact that J <= t is a threshold on GM's output; for (i - j)^2 through E[I J]; for a
table they take O(n^2).

The sum has denominators that share little, so exactly it is about n times as long as one of
them. :meth:`Expected.enclosure` gives it to any number of digits in place of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import fmpq, fmpz

from ..exact.decimals import decimal_bound
from ..exact.errors import LimitError
from ..exact.law import Law
from ..exact.rationals import over_one_denominator, to_fmpq, to_fraction
from ..kernels.forms.coupled import CoupledForm, after_geometric
from ..kernels.forms.form import Form
from ..kernels.forms.scaled import ScaledForm
from .costs import Cost

#: The longest exact cost that is made, in bits.
MAX_BITS = 10_000_000


@dataclass(frozen=True)
class Expected:
    """A number: ``whole`` plus the sum of numerators[k] / denominators[k], over ``scale``."""

    whole: fmpq
    scale: fmpz
    numerators: Sequence[fmpz]
    denominators: Sequence[fmpz]

    @property
    def bits(self) -> int:
        """About how long its exact denominator may be, in bits."""
        return sum(int(d).bit_length() for d in self.denominators)

    def exact(self) -> Fraction:
        """Return the number.

        Raises
        ------
        LimitError
            If it would be longer than `MAX_BITS`.
        """
        if self.bits > MAX_BITS:
            raise LimitError(
                f"the exact cost has up to {self.bits} bits, the limit is {MAX_BITS}: ask for "
                "an enclosure"
            )
        terms = list(zip(self.numerators, self.denominators, strict=True)) or [(fmpz(0), fmpz(1))]
        while len(terms) > 1:  # in pairs, so that most sums are of short numbers
            odd = [terms.pop()] if len(terms) % 2 else []
            pairs = zip(terms[::2], terms[1::2], strict=True)
            terms = [(a * d + c * b, b * d) for (a, b), (c, d) in pairs] + odd
        ((total, common),) = terms
        return to_fraction(self.whole + fmpq(total, common) / self.scale)

    def enclosure(self, digits: int) -> tuple[str, str]:
        """Return decimals below and above the number, at most two units of the last apart."""
        bits = 4 * digits + len(self.numerators).bit_length() + 8
        floors = [(n << bits) // d for n, d in zip(self.numerators, self.denominators, strict=True)]
        low = sum(floors, fmpz(0))
        unit = self.scale << bits
        ends = (self.whole + fmpq(x, unit) for x in (low, low + len(floors)))
        below, above = ends
        return decimal_bound(below, digits, up=False), decimal_bound(above, digits, up=True)


def expected(form: Form, law: Sequence[Any], cost: Cost) -> Expected:
    """Return the expected cost of a kernel under a law of the inputs.

    Parameters
    ----------
    form : Form
    law : Law or sequence of exact numbers
        Of the inputs.
    cost : Cost

    Examples
    --------
    >>> from .costs import EAD, MSE
    >>> form = CoupledForm(fmpq(1, 2), [fmpq(1, 4)] * 4)
    >>> z = [Fraction(1, 4)] * 4
    >>> expected(form, z, EAD).exact(), expected(form, z, MSE).exact()
    (Fraction(43, 60), Fraction(23, 20))
    >>> expected(form, z, EAD).enclosure(6)
    ('0.716666', '0.716667')
    """
    cost.require_size(form.size)
    z = Law.of(law, form.size)
    if isinstance(form, CoupledForm) and form.input_law == z:
        return coupled_cost(form, cost)
    if isinstance(form, ScaledForm) and form.law == z:
        return Expected(_of_scales(form, cost), fmpz(1), [], [])
    total = fmpq(0)
    for i, weight in enumerate(z.numbers):
        if weight:
            row = form.row(i)
            total += weight * sum(
                (x * to_fmpq(cost.entry(i, j)) for j, x in enumerate(row) if x), fmpq(0)
            )
    return Expected(total, fmpz(1), [], [])


def _of_scales(form: ScaledForm, cost: Cost) -> fmpq:
    """Return the cost term by term, and that of what the terms leave, shared in proportion."""
    weights, denominator = form.law.parts
    total = fmpq(0)
    for term, heights in zip(form.terms, form.heights, strict=True):
        own = sum(
            (
                x * form.powers[h] * to_fmpq(cost.entry(i, term.output))
                for i, (x, h) in enumerate(zip(weights, heights.tolist(), strict=True))
                if x and cost.entry(i, term.output)
            ),
            fmpq(0),
        )
        total += term.weight * own / (denominator * form.powers[0])
    rest, unit = form.rest
    if any(rest):
        for i, (weight, lacking) in enumerate(zip(form.law.numbers, rest, strict=True)):
            shared = (s * to_fmpq(cost.entry(i, j)) for j, s in enumerate(form.shares))
            total += weight * fmpq(lacking, unit) * sum(shared, fmpq(0))
    return total


def coupled_cost(form: CoupledForm, cost: Cost) -> Expected:
    """Return the expected cost of a coupled form under its own input law."""
    if cost.table is not None:
        return _by_table(form, cost)
    return _absolute(form) if cost.power == 1 else _squared(form)


def _squared(form: CoupledForm) -> Expected:
    # E (I - J)^2 = E I^2 + E J^2 - 2 E[I J], and given K the two are independent.
    squares = sum(
        (i * i * (x + y) for i, (x, y) in _both_laws(form)),
        fmpq(0),
    )
    weights, denominator = form.input_law.parts
    weighted, unit = after_geometric(
        [i * x for i, x in enumerate(weights)], denominator, form.alpha
    )
    means = [sum((j * length for j, length in row), fmpz(0)) for row in form.coupling]
    numerators = [-2 * w * m for w, m in zip(weighted, means, strict=True)]
    return Expected(squares, unit, numerators, form.masses)


def _both_laws(form: CoupledForm) -> list[tuple[int, tuple[fmpq, fmpq]]]:
    return list(enumerate(zip(form.input_law.numbers, form.output_law.numbers, strict=True)))


def _by_table(form: CoupledForm, cost: Cost) -> Expected:
    # Given K = k, the cost of reporting j is the sum over i of z[i] c(i, j) GM[i][k].
    p, q, last = form.alpha.p, form.alpha.q, form.size - 1
    weights, denominator = form.input_law.parts
    powers = [p**d * q ** (last - d) for d in range(form.size)]
    assert cost.table is not None
    entries, unit = over_one_denominator([to_fmpq(x) for row in cost.table for x in row])
    numerators = []
    for k, row in enumerate(form.coupling):
        shares = [w * powers[abs(i - k)] for i, w in enumerate(weights)]
        total = fmpz(0)
        for j, length in row:
            column = entries[j :: form.size]
            total += length * sum((s * c for s, c in zip(shares, column, strict=True)), fmpz(0))
        numerators.append(total * (q if k in (0, last) else q - p))
    return Expected(fmpq(0), unit * denominator * q**last * (p + q), numerators, form.masses)


def _absolute(form: CoupledForm) -> Expected:
    p, q, last = form.alpha.p, form.alpha.q, form.size - 1
    weights, denominator = form.input_law.parts
    wished, wished_unit = form.output_law.parts
    ps, qs = _powers(p, form.size), _powers(q, form.size)
    # left[t] = sum over i <= t of z[i] a^(t-i), right[t] = sum over i > t of z[i] a^(i-t),
    # over the denominators D q^t and D q^(n-t).
    left, right = [weights[0]], [fmpz(0)]
    for t in range(1, form.size):
        left.append(left[-1] * p + weights[t] * qs[t])
        k = last + 1 - t
        right.append(p * (right[-1] + weights[k] * qs[last - k]))
    right.reverse()
    unit = denominator * qs[last] * (p + q)  # of all probabilities below
    stretch = form.unit // unit
    below_input = list(accumulate(weights))
    below_output = list(accumulate(wished))
    before = [fmpz(0), *accumulate(form.masses)]  # Pr[K < k], in form.unit
    scale_output = form.unit // wished_unit
    whole = fmpz(0)
    numerators = [fmpz(0)] * form.size
    k = 0
    for t in range(last):
        at = below_output[t] * scale_output  # Pr[J <= t], in form.unit
        while k < last and before[k + 1] <= at:
            k += 1
        # J <= t if K < k, and with the chance (at - before[k]) / masses[k] if K = k.
        if k > t:  # Pr[I <= t, K < k] and Pr[I <= t, K = k], in unit
            lower = below_input[t] * qs[last] * (p + q) - ps[k - t] * qs[last - k] * q * left[t]
            here = ps[k - t] * qs[last - k] * left[t]
        else:
            lower = before[k] // stretch
            lower -= ps[t - k + 1] * qs[k] * right[t] if k else 0
            here = form.masses[k] // stretch // (q if k in (0, last) else q - p)
            here -= ps[t - k] * qs[k] * right[t]
        here *= q if k in (0, last) else q - p
        whole -= 2 * lower
        numerators[k] -= 2 * here * (at - before[k])
    both = fmpq(sum(below_input[:last], fmpz(0)), denominator) + fmpq(
        sum(below_output[:last], fmpz(0)), wished_unit
    )
    return Expected(both + fmpq(whole, unit), unit, numerators, form.masses)


def _powers(base: fmpz, size: int) -> list[fmpz]:
    powers = [fmpz(1)]
    for _ in range(size):
        powers.append(powers[-1] * base)
    return powers
