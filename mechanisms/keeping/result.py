"""What every constructor returns: the mechanism, and what it was made for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..design.optimal import OptimalMechanism
from ..exact.law import Law
from ..kernels.costs import EAD, cost_of
from ..kernels.expected import Expected
from ..kernels.mechanism import Mechanism
from ..kernels.telling import Line, Telling, figure

#: Decimals of the cost, for people.
DIGITS = 6


@dataclass(frozen=True)
class Constructed(Telling):
    """A mechanism made for a law of the inputs.

    Attributes
    ----------
    mechanism : Mechanism
    method : str
        ``optimal``, ``heuristic``, ``lp`` or ``unfixed``.
    alpha : Fraction
    target : Law
        z, the law of the inputs.
    image : Law or None
        The law that z is sent to; None where none was asked for (``unfixed``).
    order : str or None
        The order of the columns (``heuristic``).
    outer, inner : int or None
        How often the loops of Algorithm 1 ran (``heuristic``).
    proof : OptimalMechanism or None
        The dual multipliers that prove it optimal (``lp``, ``unfixed``).
    """

    mechanism: Mechanism
    method: str
    alpha: Fraction
    target: Law
    image: Law | None
    order: str | None = None
    outer: int | None = None
    inner: int | None = None
    proof: OptimalMechanism | None = None

    def headline(self) -> str:
        """Return what it does to the law."""
        kept = {None: "keeps no law", self.target: "keeps the law"}
        return (
            f"n = {len(self.target) - 1}, alpha = {figure(self.alpha)}: "
            f"{kept.get(self.image, 'makes another law of the law')}"
        )

    def lines(self) -> list[Line]:
        """Return how it was made, and what it costs."""
        low, high = self.expected().enclosure(DIGITS)
        method = self.method + (f", order {self.order}" if self.order else "")
        return [("method", method), ("ead", f"in [{low}, {high}]")]

    def expected(self, cost: Any = EAD) -> Expected:
        """Return the expected cost under the target, ready to be made exact or enclosed."""
        return self.mechanism.form.expected(self.target, cost_of(cost))

    def cost(self, cost: Any = EAD) -> Fraction:
        """Return the exact expected cost under the target, in the units of the cost.

        Parameters
        ----------
        cost : Cost, str or matrix
            ``ead`` by default.

        Raises
        ------
        LimitError
            If the exact number is beyond reason; :meth:`expected` encloses it.
        """
        return self.expected(cost).exact()
