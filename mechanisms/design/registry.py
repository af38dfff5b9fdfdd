"""The families by name, all called alike: ``FAMILIES[name].build(n, level)``.

What a family needs of the level, so that its entries are rational, is stated with it:

* ``"level"``: nothing, any level will do;
* ``"alpha"``: a rational alpha;
* ``"half-alpha"``: a rational e^(-eps/2).

>>> for family in FAMILIES.values():
...     print(f"{family.name:20} {family.needs:11} {family.title}")
uniform              level       uniform (UM)
geometric            alpha       truncated geometric (GM)
explicit-fair        alpha       explicit fair (EM)
randomized-response  alpha       randomized response
exponential          half-alpha  exponential, penalty |i-j|
rejection-geometric  level       geometric by rejection, calibrated
staircase            alpha       staircase, rounded and clipped
rounded-laplace      half-alpha  Laplace, rounded and clipped
weakly-honest        alpha       L0-optimal with WH
constrained          alpha       L0-optimal with WH, RM, CM (WM)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel, least_at_least
from ..families.explicit_fair import explicit_fair
from ..families.exponential import exponential
from ..families.geometric import geometric
from ..families.randomized_response import randomized_response
from ..families.rejection import rejection_geometric
from ..families.rounded_laplace import rounded_laplace
from ..families.staircase import staircase
from ..families.uniform import uniform
from ..kernels.mechanism import Mechanism
from .designed import constrained, weakly_honest

Needs = Literal["level", "alpha", "half-alpha"]


@dataclass(frozen=True)
class Family:
    """A named family of mechanisms; `build` takes n and the privacy level."""

    name: str
    title: str
    needs: Needs
    build: Callable[[int, PrivacyLevel], Mechanism]

    def admissible_level(self, level: PrivacyLevel, max_denominator: int = 10**6) -> PrivacyLevel:
        """Return the level to build for: `level` itself, or the nearest one on the safe side.

        Parameters
        ----------
        level : PrivacyLevel
            The level that is asked for.
        max_denominator : int
            The bound on the denominator of alpha, or of e^(-eps/2), where it has to be chosen.

        Returns
        -------
        PrivacyLevel
            The least alpha >= e^-eps that the family can be built for within the bound.

        Raises
        ------
        InputError
            Where only alpha = 1, which protects everything, is within the bound.

        Examples
        --------
        >>> tenth = PrivacyLevel.from_epsilon("0.1")
        >>> FAMILIES["geometric"].admissible_level(tenth, 100)
        PrivacyLevel(alpha=86/95)
        >>> FAMILIES["rounded-laplace"].admissible_level(PrivacyLevel.from_alpha("1/2"), 100)
        PrivacyLevel(alpha=841/1681)
        >>> FAMILIES["rejection-geometric"].admissible_level(tenth)
        PrivacyLevel(epsilon=1/10)
        """
        if self.needs == "level" or (self.needs == "alpha" and level.is_rational):
            return level
        if self.needs == "half-alpha" and level.has_rational_root(2):
            return level
        if self.needs == "alpha":
            alpha = level.rational_alpha(max_denominator)
        else:
            alpha = least_at_least(lambda b: level.compare(b * b) >= 0, max_denominator) ** 2
        if alpha == 1:
            raise InputError(
                f"got {level}, so near to alpha = 1 that no rational below 1 with a denominator "
                f"of at most {max_denominator} is on the safe side: raise the bound"
            )
        return PrivacyLevel.from_alpha(alpha)


def _uniform(n: int, level: PrivacyLevel) -> Mechanism:
    return uniform(n)  # private at every level, so at this one


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("uniform", "uniform (UM)", "level", _uniform),
        Family("geometric", "truncated geometric (GM)", "alpha", geometric),
        Family("explicit-fair", "explicit fair (EM)", "alpha", explicit_fair),
        Family("randomized-response", "randomized response", "alpha", randomized_response),
        Family("exponential", "exponential, penalty |i-j|", "half-alpha", exponential),
        Family(
            "rejection-geometric",
            "geometric by rejection, calibrated",
            "level",
            rejection_geometric,
        ),
        Family("staircase", "staircase, rounded and clipped", "alpha", staircase),
        Family("rounded-laplace", "Laplace, rounded and clipped", "half-alpha", rounded_laplace),
        Family("weakly-honest", "L0-optimal with WH", "alpha", weakly_honest),
        Family("constrained", "L0-optimal with WH, RM, CM (WM)", "alpha", constrained),
    )
}
