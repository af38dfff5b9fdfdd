"""The optimal constrained mechanism: an exact kernel, its exact cost, and the proof.

>>> from exactdp.mechanisms.kernels.objectives import Objective
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

from ..exact.arguments import require_count
from ..exact.decimals import decimal
from ..exact.errors import LimitError
from ..exact.level import PrivacyLevel
from ..exact.rationals import exact_text, to_fraction
from ..kernels.forms.dense import DenseForm
from ..kernels.mechanism import Mechanism
from ..kernels.telling import Line, Telling
from .design import Design, Label
from .lp.minimum import minimise
from .lp.program import Infeasible, Optimum, Program, Row

Multipliers = dict[Label, Fraction]


@dataclass(frozen=True)
class OptimalMechanism(Telling):
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
        show from the multipliers, or could not be decided.
    other : Mechanism or None
        A second optimum, where one was asked for and exists.
    determining : dict or None
        Where the optimum is unique: multipliers that prove it optimal, and are positive for
        so many inequalities that these, with the equations that are listed, leave no choice.
    """

    design: Design
    mechanism: Mechanism
    cost: Fraction
    multipliers: Multipliers
    unique: bool | None
    other: Mechanism | None = None
    determining: Multipliers | None = None

    @property
    def worst_input(self) -> tuple[int, Fraction]:
        """The input with the largest expected loss, and that loss, in plain units.

        The cost is another thing: there the weights of the inputs stand inside the maximum.

        >>> from exactdp.mechanisms.kernels.objectives import Objective
        >>> goal = Objective.parse("L1", aggregate="max")
        >>> found = optimal(Design(2, Fraction(1, 2), (), goal))
        >>> found.cost, found.worst_input
        (Fraction(4, 21), (0, Fraction(4, 7)))
        """
        loss, size = self.design.objective.loss, self.mechanism.size
        errors = [
            sum((loss(i, j) * p for j, p in enumerate(self.mechanism.form.row(i))), fmpq(0))
            for i in range(size)
        ]
        worst = max(range(size), key=lambda i: (errors[i], -i))
        return worst, to_fraction(errors[worst])

    def headline(self) -> str:
        """Return what was asked, what it costs, and with how many multipliers that is proved."""
        design, goal = self.design, self.design.objective
        return (
            f"n = {design.n}, alpha = {design.alpha}, "
            f"{'+'.join(design.properties) or 'BasicDP'}: {goal.name} ({goal.aggregate}) = "
            f"{exact_text(self.cost)} (about {decimal(self.cost, 6)}), proved optimal with "
            f"{len(self.multipliers)} dual multipliers"
        )

    def lines(self) -> list[Line]:
        """Return what a maximum is of, the worst input in plain units, and the uniqueness."""
        goal, out = self.design.objective, []
        if goal.aggregate == "max":
            worst, error = self.worst_input
            said = (
                f"input {worst}: {goal.measures} = {exact_text(error)} (about {decimal(error, 6)})"
            )
            out += [("that is", goal.definition)]
            out += [("at worst", f"{said}, without weight or rescaling")]
        if self.unique is not None:
            out.append(("unique", "the only optimum" if self.unique else "not the only optimum"))
        return out


@dataclass(frozen=True)
class InfeasibleDesign(Telling):
    """Demands that contradict each other, with the Farkas multipliers that show it."""

    design: Design
    multipliers: Multipliers

    def headline(self) -> str:
        """Return that there is no such mechanism."""
        return "no mechanism meets these demands; so combined, they contradict each other:"

    def lines(self) -> list[Line]:
        """Return the demands with their multipliers."""
        return [(exact_text(m), f"x {label}") for label, m in self.multipliers.items()]


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

    Examples
    --------
    >>> found = optimal(Design.of(3, "9/10", "WH,RM,CM"))
    >>> found.cost, len(found.multipliers)
    (Fraction(26, 27), 12)
    >>> optimal(Design.of(3, "9/10"), unique=True).unique
    True
    """
    require_count(design.n)
    if design.alpha is not None:
        PrivacyLevel.from_alpha(design.alpha)
    if (contradiction := design.contradiction()) is not None:
        return InfeasibleDesign(design, contradiction)
    labels, program = design.program()
    found = minimise(program)

    def labelled(multipliers: dict[int, fmpq]) -> Multipliers:
        return {labels[k]: to_fraction(m) for k, m in multipliers.items()}

    if isinstance(found, Infeasible):
        return InfeasibleDesign(design, labelled(found.multipliers))
    strict = found.multipliers if found.strict else None
    other = None
    if unique and strict is None:
        try:
            second, strict = _another(program, found)
        except LimitError:  # undecided: the optimum itself stands
            second = None
        other = None if second is None else _mechanism(design, second)
    determining = None
    if strict is not None:
        equations = {k: fmpq(0) for k in found.basis.rows if program.rows[k].equal}
        determining = labelled(equations | strict)
    return OptimalMechanism(
        design,
        _mechanism(design, found.x),
        to_fraction(found.cost + design.origin),
        labelled(found.multipliers),
        True if determining is not None else False if other is not None else None,
        other,
        determining,
    )


def _mechanism(design: Design, x: list[fmpq]) -> Mechanism:
    letters = "+".join(design.properties) or "BasicDP"
    level = None if design.alpha is None else PrivacyLevel.from_alpha(design.alpha)
    name = f"optimal {design.objective.name}, {letters}"
    return Mechanism(DenseForm(design.kernel(x)), name=name, level=level)


def _another(
    program: Program, found: Optimum
) -> tuple[list[fmpq], None] | tuple[None, dict[int, fmpq]]:
    """Return (another optimum, None); or, if there is no other, (None, strict multipliers).

    On the set of optima the rows with positive multipliers hold with equality. Of the other
    rows that are tight at the vertex, the sum of what they leave over is maximised: if that
    is 0 they are tight at every optimum, and the vertex is the only point where all are.
    Then the multipliers of that program, added to those of the first, are positive for all.
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
    rows = list(program.rows)
    if any(program.cost):
        terms = tuple((v, c) for v, c in enumerate(program.cost) if c)
        rows.append(Row(terms, found.cost, equal=True))
    best = minimise(Program(cost, rows, program.scales))
    assert isinstance(best, Optimum)  # the vertex itself is feasible
    offset = sum((program.rows[k].bound for k in slackable), zero)
    if -best.cost - offset > 0:
        return best.x, None
    # With y and z of the rows and of the optimal face, y + z cost proves that nothing is left
    # over: so for t > z, (y + t multipliers + 1 for what is slackable) / (t - z) prove the cost.
    z = best.multipliers.get(len(program.rows), zero)
    t = max(z, zero) + 1
    strict: dict[int, fmpq] = {}
    for share, part in (
        (unit, {k: y for k, y in best.multipliers.items() if k < len(program.rows)}),
        (t, found.multipliers),
        (unit, dict.fromkeys(slackable, unit)),
    ):
        for k, m in part.items():
            strict[k] = strict.get(k, zero) + share * m / (t - z)
    return None, strict
