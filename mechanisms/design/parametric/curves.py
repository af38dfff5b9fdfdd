"""The optimal cost of a design for all alpha in (0, 1): found, then rechecked.

>>> from exactdp.mechanisms.kernels.objectives import Objective
>>> print(parametric(Design(3, None, (), Objective.parse("L0"))))
optimal L0 for n = 3, BasicDP: 1 piece
  0 < alpha < 1    2*alpha/(1 + alpha)
"""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from ...exact.arguments import require_count
from ...exact.rationals import to_fraction
from ...exact.ratios import ALPHA
from ..design import Design
from ..lp.program import Program, Scalar
from .optimum import ParametricOptimum, merged
from .recheck import objections
from .tiling import tile


def parametric(design: Design) -> ParametricOptimum:
    """Return the optimal cost of a design for all alpha in (0, 1), with proof.

    Parameters
    ----------
    design : Design
        Its alpha is ignored.

    Raises
    ------
    InputError
        If n is out of range, or further demands cannot be met at some alpha.
    LimitError
        If a proposed basis could not be proved.
    ArithmeticError
        If the recheck objects to what was found.
    """
    require_count(design.n)
    labels, _ = design.program(ALPHA)

    def family(alpha: Scalar) -> Program:
        at = to_fraction(alpha) if isinstance(alpha, fmpq) else None
        return replace(design, alpha=at).program(alpha)[1]

    tiles = tile(family)
    pieces = (replace(piece, cost=piece.cost + design.origin) for piece in merged(tiles))
    found = ParametricOptimum(design, tuple(pieces), tuple(tiles), tuple(labels))
    if wrong := objections(found):
        raise ArithmeticError(f"the optimum is not proved: {'; '.join(wrong)}")
    return found
