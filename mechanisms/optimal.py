"""The optimal constrained mechanism: an exact kernel, its exact cost, and the proof.

>>> found = optimal(Design(2, Fraction(1, 2), (), Objective.parse("L0")))
>>> found.cost, found.unique
(Fraction(2, 3), True)
>>> print(found.mechanism)
2/3  1/6  1/6
1/3  1/3  1/3
1/6  1/6  2/3
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from .design import Design, Label
from .families.arguments import require_count
from .forms import DenseForm
from .level import PrivacyLevel
from .lp import Infeasible, Optimum, Program, Row, optimum
from .mechanism import Mechanism
from .objectives import Objective
from .rationals import to_fraction

Multipliers = dict[Label, Fraction]


@dataclass(frozen=True)
class OptimalMechanism:
    """An optimal mechanism for a design.

    Attributes
    ----------
    design : Design
    mechanism : Mechanism
        A vertex of the set of optima.
    cost : Fraction
        In the units of the objective.
    multipliers : dict
        Label of a row -> its dual multiplier, zeros left out: the proof of optimality.
    unique : bool or None
        Whether no other mechanism is as good; None where that was not asked and does not
        show from the multipliers.
    other : Mechanism or None
        A second optimum, where one was asked for and exists.
    """

    design: Design
    mechanism: Mechanism
    cost: Fraction
    multipliers: Multipliers
    unique: bool | None
    other: Mechanism | None = None


@dataclass(frozen=True)
class InfeasibleDesign:
    """Demands that contradict each other, with the Farkas multipliers that show it."""

    design: Design
    multipliers: Multipliers


def optimal(design: Design, *, unique: bool = False) -> OptimalMechanism | InfeasibleDesign:
    """Return an optimal mechanism for a design, or the proof that there is none at all.

    Parameters
    ----------
    design : Design
    unique : bool
        Whether to decide if the optimum is unique, and to give a second one if not.

    Raises
    ------
    InputError
        If n or alpha is out of range.
    LimitError
        If the program would not fit in memory, or no proposed basis could be proved.
    """
    require_count(design.n)
    if design.alpha is not None:
        PrivacyLevel.from_alpha(design.alpha)
    labels, program = design.program()
    found = optimum(program)
    multipliers = {labels[k]: to_fraction(m) for k, m in found.multipliers.items()}
    if isinstance(found, Infeasible):
        return InfeasibleDesign(design, multipliers)
    only: bool | None = True if found.strict else None
    other = None
    if unique and not found.strict:
        second = _another(program, found)
        only = second is None
        other = None if second is None else _mechanism(design, second)
    mechanism = _mechanism(design, found.x)
    return OptimalMechanism(design, mechanism, to_fraction(found.cost), multipliers, only, other)


def _mechanism(design: Design, x: list[fmpq]) -> Mechanism:
    letters = "+".join(design.properties) or "BasicDP"
    level = None if design.alpha is None else PrivacyLevel.from_alpha(design.alpha)
    name = f"optimal {design.objective.name}, {letters}"
    return Mechanism(DenseForm(design.kernel(x)), name=name, level=level)


def _another(program: Program, found: Optimum) -> list[fmpq] | None:
    """Return an optimum other than the one found, or None if there is no other.

    On the set of optima the rows with positive multipliers hold with equality. Of the other
    rows that are tight at the vertex, the sum of what they leave over is maximised: if that
    is 0 they are tight at every optimum, and the vertex is the only point where all are.
    """
    zero, unit = fmpq(0), fmpq(1)
    slackable = [
        k for k in found.basis.rows if k not in found.multipliers and not program.rows[k].equal
    ]
    cost = [zero] * program.variables
    for k in slackable:
        for v, a in program.rows[k].terms:
            cost[v] -= a
    for v in found.basis.zeros:
        cost[v] -= unit
    optimal_face = Row(
        tuple((v, c) for v, c in enumerate(program.cost) if c), found.cost, equal=True
    )
    best = optimum(Program(cost, [*program.rows, optimal_face], program.scales))
    assert isinstance(best, Optimum)  # the vertex itself is feasible
    offset = sum((program.rows[k].bound for k in slackable), zero)
    return best.x if -best.cost - offset > 0 else None


def weakly_honest(n: int, alpha: Fraction) -> Mechanism:
    """Return WM, the L0-optimal mechanism with WH, RM and CM, proved optimal.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section V-A.
    """
    return _family(Design(n, alpha, ("RM", "CM", "WH"), Objective.parse("L0")), "weakly-honest")


def _family(design: Design, name: str) -> Mechanism:
    found = optimal(design)
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism has all properties
    return found.mechanism.relabelled(name=name)
