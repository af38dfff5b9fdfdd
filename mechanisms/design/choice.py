"""Which mechanism for which demands: the flowchart, as a function.

*Constrained Differential Privacy for Count Data*, Fig. 5, for the L0 objective with a
uniform prior. Three things are stated more exactly than there: at n = 1 the geometric
mechanism (randomized response) has all seven properties at every alpha; alpha <= 1/2 is no
special case to begin with, it only makes the geometric mechanism column monotone; and a
column property is never had from the geometric mechanism by a large n alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..exact.arguments import require_below_one, require_count
from ..exact.level import PrivacyLevel
from ..kernels.mechanism import Mechanism
from ..kernels.properties import parse_properties
from .registry import FAMILIES


@dataclass(frozen=True)
class Choice:
    """A family that is optimal for what was demanded, and why.

    Attributes
    ----------
    family : str
        Its name in :data:`~exactdp.mechanisms.design.registry.FAMILIES`.
    reason : str
    """

    n: int
    level: PrivacyLevel
    family: str
    reason: str

    def __str__(self) -> str:
        return f"{self.family}: {self.reason}"

    def build(self) -> Mechanism:
        """Return the mechanism."""
        return FAMILIES[self.family].build(self.n, self.level)


def choose(n: int, alpha: Any, properties: Iterable[str] = ()) -> Choice:
    """Return the L0-optimal mechanism with the properties demanded, by name.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, below 1.
    properties : str or iterable of str
        Some of RH RM CH CM F WH S; in one text, with commas between.

    Examples
    --------
    >>> choose(6, "3/4", ["WH"]).reason
    'n >= 2 alpha/(1 - alpha), so the geometric mechanism is weakly honest'
    >>> [choose(6, "9/10", [p]).family for p in ("S", "WH", "CH", "F")]
    ['geometric', 'weakly-honest-only', 'weakly-honest-monotone', 'explicit-fair']
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = require_below_one(level.alpha, "the choice of a mechanism")
    wanted = set(
        parse_properties(properties if isinstance(properties, str) else ",".join(properties))
    )

    def chosen(family: str, reason: str) -> Choice:
        return Choice(n, level, family, reason)

    if n == 1:
        return chosen("geometric", "at n = 1 it is randomized response, which has all seven")
    if "F" in wanted:
        return chosen("explicit-fair", "it costs least among the fair ones, and has all seven")
    if not wanted & {"WH", "CH", "CM"}:
        return chosen("geometric", "it costs least of all, and has S, RM and RH")
    if wanted & {"CH", "CM"}:
        if 2 * a <= 1:
            return chosen("geometric", "alpha <= 1/2, so the geometric mechanism has CM, CH, WH")
        reason = "alpha > 1/2, so the geometric mechanism has not CH"
        return chosen("weakly-honest-monotone", reason)
    if n * (1 - a) >= 2 * a:
        reason = "n >= 2 alpha/(1 - alpha), so the geometric mechanism is weakly honest"
        return chosen("geometric", reason)
    reason = "n < 2 alpha/(1 - alpha), so the geometric mechanism is not weakly honest"
    return chosen("weakly-honest-only", reason)
