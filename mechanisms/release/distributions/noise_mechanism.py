"""Linear noise mechanisms: output = A x + S noise, on the histogram x of counts.

Rows of A are the released queries, columns the bins 0..M of the histogram. The noise
variables are independent, each with a scale b > 0: Pr or density in proportion to
e^(-|k|/b), either on the reals (Laplace) or on the integers (two-sided geometric). The
columns of S say how each of them enters; without S, each query has a variable of its own.

Neighbours are histograms that differ by a *move*: one individual takes the count of one
category up or down by one, so one unit goes from a bin to an adjacent one. A move changes
two bins, hence the per-bin histogram by 2 in the L1 norm. Here a mechanism is only stated;
:mod:`exactdp.verify.judge.noise` decides its exact privacy loss, and
:mod:`~exactdp.mechanisms.release.distributions.privatizer` makes distributions of its outputs.

>>> running_sums = NoiseMechanism.from_rows([[1, 0, 0], [1, 1, 0]], scales=[2, 2])
>>> [int(x) for x in running_sums.output([5, 1, 1], [3, -1])]
[8, 5]
>>> int(l1_sensitivity(running_sums.queries, 3))
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact.errors import InputError
from ...exact.rationals import brief, rational

#: Rational coefficients by index; those that are 0 are left out.
Sparse = Mapping[int, Fraction | int]


@dataclass(frozen=True)
class NoiseMechanism:
    """A linear noise mechanism; see the module docstring.

    Attributes
    ----------
    bins : int
        How many bins there are, M + 1.
    queries : tuple of sparse rows
        A, a row for each query.
    noise : tuple of sparse rows, or None
        S, a row for each query and a column for each noise variable; None for the identity.
    scales : tuple of Fraction
        b of each noise variable, in units of 1/eps or of whatever eps is measured in.
    """

    bins: int
    queries: tuple[Sparse, ...]
    noise: tuple[Sparse, ...] | None
    scales: tuple[Fraction, ...]

    @classmethod
    def from_rows(
        cls,
        queries: Sequence[Sequence[Any]],
        *,
        scales: Sequence[Any],
        noise: Sequence[Sequence[Any]] | None = None,
    ) -> NoiseMechanism:
        """Make one of dense rows of exact numbers.

        Raises
        ------
        InputError
            If a matrix is empty or ragged, the sizes do not fit each other, or a scale is
            not positive.

        Examples
        --------
        >>> cyclic = NoiseMechanism.from_rows(
        ...     [[1, 0], [0, 1]], noise=[[1, -1], [-1, 1]], scales=[1, 1]
        ... )
        >>> [int(x) for x in cyclic.output([3, 4], [1, -1])]
        [5, 2]
        >>> NoiseMechanism.from_rows([[1, 0]], scales=[0])
        Traceback (most recent call last):
            ...
        exactdp.InputError: scale 0: got 0, expected a number above 0; noise that does not enter a query is a 0 in the noise matrix
        """  # noqa: E501
        rows, bins = _sparse(queries, "strategy")
        variables = len(rows)
        entering = None
        if noise is not None:
            entering, variables = _sparse(noise, "noise matrix")
            if len(entering) != len(rows):
                raise InputError(
                    f"got a noise matrix of {len(entering)} rows, expected {len(rows)}: one for "
                    "each query of the strategy"
                )
        if len(scales) != variables:
            raise InputError(
                f"got {len(scales)} scales, expected {variables}: one for each "
                + ("query" if noise is None else "column of the noise matrix")
            )
        values = [rational(b) for b in scales]
        for i, b in enumerate(values):
            if b <= 0:
                raise InputError(
                    f"scale {i}: got {brief(b)}, expected a number above 0; noise that does not "
                    "enter a query is a 0 in the noise matrix"
                )
        return cls(bins, rows, entering, tuple(values))

    def output(self, histogram: Sequence[int], noise: Sequence[int]) -> list[Any]:
        """Return A x + S noise."""
        out = [_dot(row, histogram) for row in self.queries]
        if self.noise is None:
            return [x + k for x, k in zip(out, noise, strict=True)]
        return [x + _dot(row, noise) for x, row in zip(out, self.noise, strict=True)]


def adjacent_moves(bins: int) -> list[dict[int, int]]:
    """Return the moves of one unit from each bin to the next; their opposites are understood.

    >>> adjacent_moves(3)
    [{0: -1, 1: 1}, {1: -1, 2: 1}]
    """
    return [{j: -1, j + 1: 1} for j in range(bins - 1)]


def l1_sensitivity(queries: Iterable[Sparse], bins: int) -> Fraction:
    """Return the most that the answers change, in the L1 norm, by a unit to an adjacent bin.

    >>> l1_sensitivity([{0: 1}, {1: 1}, {2: 1}], 3)
    Fraction(2, 1)
    """
    change = [Fraction(0)] * max(bins - 1, 0)
    for row in queries:
        for j in {*row, *(k - 1 for k in row)}:
            if 0 <= j < bins - 1:
                change[j] += abs(Fraction(row.get(j + 1, 0)) - row.get(j, 0))
    return max(change, default=Fraction(0))


def _dot(row: Sparse, vector: Sequence[int]) -> Any:
    return sum(a * vector[j] for j, a in row.items())


def _sparse(rows: Sequence[Sequence[Any]], what: str) -> tuple[tuple[Sparse, ...], int]:
    """Return sparse rows, and how many columns there are."""
    width = len(rows[0]) if rows else 0
    if not width:
        raise InputError(f"got an empty {what}, expected at least one row and one column")
    for i, row in enumerate(rows):
        if len(row) != width:
            raise InputError(
                f"row {i} of the {what} has {len(row)} numbers, expected {width} as in row 0"
            )
    return tuple({j: x for j, x in enumerate(map(rational, row)) if x} for row in rows), width
