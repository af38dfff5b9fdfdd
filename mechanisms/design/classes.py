"""All 128 subsets of the seven properties at once: which of them share an optimum."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

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


def optimal_classes(n: int, alpha: Fraction, objective: Objective) -> list[OptimumClass]:
    """Return the classes of equal optimal cost among the 128 subsets, cheapest first.

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
    for subset in track(every, len(every), "solving for all properties"):
        found = optimal(Design(n, alpha, subset, objective))
        assert isinstance(found, OptimalMechanism)  # the uniform mechanism has all seven
        classes.setdefault(found.cost, []).append(subset)
    return [OptimumClass(cost, subsets) for cost, subsets in sorted(classes.items())]
