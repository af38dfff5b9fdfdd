"""Exact laws on finitely many outcomes, as the samplers of kernels read them: bit by bit.

A row answers one question: the first `bits` binary digits of every probability. The digits are
of the exact rationals, whatever their length, so that what is sampled from them is exact.

>>> ExactRow([(2, fmpz(1), fmpz(3)), (5, fmpz(2), fmpz(3))]).floors(4)
[5, 10]
>>> GeometricRow(2, 0, fmpq(1, 2)).floors(8)  # of 2/3, 1/6, 1/6
[170, 42, 42]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from flint import fmpq, fmpz

from ..kernels.forms.form import Form
from ..kernels.forms.power import DISTANCE, PowerForm


class Row(ABC):
    """The law of one draw: positive rational probabilities that sum to 1."""

    outcomes: Sequence[int]

    @abstractmethod
    def floors(self, bits: int) -> list[int]:
        """Return floor(2^bits p) for the probability p of each outcome, in their order."""


class ExactRow(Row):
    """A law given number by number.

    Parameters
    ----------
    chances : iterable of (int, fmpz, fmpz)
        An outcome, and the numerator and the denominator of its probability, not necessarily in
        lowest terms. The probabilities sum to 1; outcomes of probability 0 are dropped.
    """

    def __init__(self, chances: Iterable[tuple[int, fmpz, fmpz]]):
        self._chances = tuple(chance for chance in chances if chance[1] != 0)
        self.outcomes = tuple(outcome for outcome, _, _ in self._chances)

    def floors(self, bits: int) -> list[int]:
        """Return floor(2^bits p) for the probability p of each outcome, in their order."""
        return [int((over << bits) // under) for _, over, under in self._chances]


class GeometricRow(Row):
    """The truncated geometric law around one count, in closed form.

    Pr[j] = w_j alpha^|i-j|, w_j = 1/(1+alpha) for j in {0, n}, else (1-alpha)/(1+alpha).

    Parameters
    ----------
    n : int
        The largest count.
    i : int
        The count that noise is added to, 0..n. For i = n/2 the law is that of the noise itself,
        shifted by i and clipped so that it clips whatever it is added to.
    alpha : fmpq
        In (0, 1).
    """

    def __init__(self, n: int, i: int, alpha: fmpq):
        self.outcomes = range(n + 1)
        self._n, self._i, self._alpha = n, i, alpha

    def floors(self, bits: int) -> list[int]:
        """Return floor(2^bits p) for the probability p of each outcome, in their order."""
        n, i, p, q = self._n, self._i, self._alpha.p, self._alpha.q
        floors = [0] * (n + 1)
        over, under = fmpz(1) << bits, p + q  # 2^bits alpha^distance/(1+alpha) = q over/under
        for distance in range(max(i, n - i) + 1):
            if q * over < under:
                break  # every further one is 0 too
            inner, end = (q - p) * over // under, q * over // under
            for j in (i - distance, i + distance):
                if 0 <= j <= n:
                    floors[j] = int(end if j in (0, n) else inner)
            over, under = over * p, under * q
        return floors


def geometric_parameter(form: Form) -> fmpq | None:
    """Return alpha where `form` is the truncated geometric mechanism in closed form, else None.

    >>> from exactdp import geometric
    >>> geometric_parameter(geometric(3, "2/3").form)
    2/3
    """
    if not isinstance(form, PowerForm) or form.pattern is not DISTANCE or not 0 < form.base < 1:
        return None
    a = form.base
    x, y = 1 / (1 + a), (1 - a) / (1 + a)
    laws = [x, *[y] * (form.size - 2), x]
    same = form.column_factors == laws and all(factor == 1 for factor in form.row_factors)
    return a if same else None
