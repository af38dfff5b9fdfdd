"""Whether each row of a kernel is a probability distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...mechanisms.exact.rationals import to_fraction
from ...mechanisms.kernels.mechanism import Mechanism


@dataclass(frozen=True)
class Stochastic:
    """Whether every row sums to exactly 1.

    Attributes
    ----------
    holds : bool
    rows : int
        How many rows miss 1.
    row, total : int and Fraction, or None
        The row furthest from 1, the first of them, and its exact sum; None where it holds.
    """

    rows: int
    row: int | None
    total: Fraction | None

    @property
    def holds(self) -> bool:
        """Whether every row sums to exactly 1."""
        return self.rows == 0


def stochastic(mechanism: Mechanism) -> Stochastic:
    """Return whether every row of the kernel sums to exactly 1, and the worst row if not.

    Examples
    --------
    >>> from exactdp import Mechanism
    >>> stochastic(Mechanism.from_rows([["1/2", "1/2"], ["1/3", "1/3"]]))
    Stochastic(rows=1, row=1, total=Fraction(2, 3))
    """
    count, row, total = mechanism.form.rows_off_one()
    return Stochastic(count, row, None if total is None else to_fraction(total))
