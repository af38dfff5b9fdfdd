"""All 128 subsets of the seven properties at once: which of them share an optimum."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations

from ..exact.errors import LimitError
from ..exact.executors import Lost, outcomes
from ..exact.progress import track
from ..kernels.objectives import Objective
from ..kernels.properties import PROPERTIES
from .design import Design
from .optimal import OptimalMechanism, optimal

Subset = tuple[str, ...]


@dataclass(frozen=True)
class OptimumClass:
    """The subsets of properties whose optimal mechanisms cost the same.

    Attributes
    ----------
    cost : Fraction
    subsets : list of tuple of str
    """

    cost: Fraction
    subsets: list[Subset]

    @property
    def smallest(self) -> list[Subset]:
        """The subsets of which no proper subset is in the class."""
        return [s for s in self.subsets if not any({*t} < {*s} for t in self.subsets)]

    @property
    def closed(self) -> list[Subset]:
        """The largest subsets: what comes for free with the others of the class."""
        return [s for s in self.subsets if not any({*t} > {*s} for t in self.subsets)]


def optimal_classes(
    n: int, alpha: Fraction, objective: Objective, executor: str = "serial"
) -> list[OptimumClass]:
    """Return the classes of equal optimal cost among the 128 subsets, cheapest first.

    Parameters
    ----------
    n : int
    alpha : Fraction
    objective : Objective
    executor : str
        What solves the 128 programs, as in :mod:`exactdp.mechanisms.exact.executors`.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section IV-D: at most four under L0.

    Examples
    --------
    >>> classes = optimal_classes(3, Fraction(9, 10), Objective.parse("L0"))
    >>> [(str(c.cost), len(c.subsets)) for c in classes]
    [('18/19', 8), ('329/342', 8), ('26/27', 48), ('348/361', 64)]
    >>> classes[1].smallest, classes[1].closed
    ([('WH',)], [('RH', 'RM', 'WH', 'S')])
    """
    every = [s for size in range(8) for s in combinations(PROPERTIES, size)]
    classes: dict[Fraction, list[Subset]] = {}
    costs = outcomes(partial(_least_cost, n, alpha, objective), every, executor)
    for subset, cost in zip(
        every, track(costs, len(every), "solving for all properties"), strict=True
    ):
        if isinstance(cost, Lost):
            raise LimitError(f"{'+'.join(subset) or 'no property'}: {cost.reason}")
        classes.setdefault(cost, []).append(subset)
    return [OptimumClass(cost, subsets) for cost, subsets in sorted(classes.items())]


def _least_cost(n: int, alpha: Fraction, objective: Objective, subset: Subset) -> Fraction:
    found = optimal(Design(n, alpha, subset, objective))
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism has all seven
    return found.cost
