"""The optimal fixed-point mechanism by an exact linear program: any cost, few counts.

The variables are the entries; rows sum to 1, neighbours are within alpha, and the sum over i of
z[i] T[i][j] is z[j]. What comes back carries dual multipliers that prove it optimal. For Monge
costs :func:`~exactdp.mechanisms.keeping.coupling.coupled` needs no program; the two agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..design.design import Design, Inequality
from ..design.optimal import OptimalMechanism
from ..design.optimal import optimal as solved
from ..exact.errors import LimitError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..kernels.costs import EAD, Cost, cost_of
from ..kernels.objectives import Objective
from .result import Constructed

#: More counts than that would take hours.
MAX_COUNTS = 300


def linear_program(
    z: Sequence[Any], alpha: Any, cost: Any = EAD, output: Sequence[Any] | None = None
) -> Constructed:
    """Return a mechanism that sends z to `output` at the least cost, for any cost.

    Parameters
    ----------
    z : Law or sequence of exact numbers
        The law of the inputs 0..n.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha <= 1.
    cost : Cost, str or matrix
        c(i, j); it is weighted by z.
    output : Law or sequence of exact numbers, optional
        The law of the outputs; z by default.

    Returns
    -------
    Constructed
        Its `proof` has the dual multipliers.

    Raises
    ------
    InputError
        If a law is none, or the cost is for another number of counts.
    LimitError
        If the program is too large, or no proposed optimum could be proved.

    Examples
    --------
    >>> found = linear_program(["1/4"] * 4, "1/2")
    >>> found.cost()
    Fraction(43, 60)
    >>> different = [[int(i != j) for j in range(4)] for i in range(4)]
    >>> linear_program(["1/4"] * 4, "1/2", different).cost(different)
    Fraction(8, 15)
    """
    level, target, about = PrivacyLevel.of(alpha), Law.of(z, name="z"), cost_of(cost)
    image = target if output is None else Law.of(output, len(target), "output")
    size = len(target)
    if size > MAX_COUNTS:
        raise LimitError(
            f"a program for {size} counts is beyond reach, the limit is {MAX_COUNTS}: the method "
            "optimal takes any Monge cost, the heuristic any"
        )
    found = solved(design_of(target, image, level, about))
    assert isinstance(found, OptimalMechanism)  # rows equal to the image are always feasible
    mechanism = found.mechanism.relabelled(name="optimal fixed-point (lp)", level=level)
    proof = replace(found, mechanism=mechanism)
    return Constructed(mechanism, "lp", level.alpha, target, image, proof=proof)


def design_of(z: Law, image: Law, level: PrivacyLevel, cost: Cost) -> Design:
    """Return what is asked of the program: z is sent to its image, at the least cost under z."""
    kept = tuple(
        Inequality(tuple(((i, j), x) for i, x in enumerate(z) if x), y, equal=True)
        for j, y in enumerate(image)
    )
    objective = Objective.of_table(cost.rows(len(z)), weights=z)
    return Design(len(z) - 1, level.alpha, (), objective, kept)
