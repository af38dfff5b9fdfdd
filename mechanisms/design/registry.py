"""The families by name, all called alike: ``family(name).build(n, level)``.

The papers' names, where they have one, will do too: GM, EM, WM, UM. What a family needs of the
level, so that its entries are rational, is stated with it:

* ``"nothing"``: no level at all, it is private at every one;
* ``"level"``: nothing, any level will do;
* ``"alpha"``: a rational alpha;
* ``"half-alpha"``: a rational e^(-eps/2).

>>> for family in FAMILIES.values():
...     print(f"{family.symbol or '':2} {family.name:22} {family.needs:10} {family.title}")
UM uniform                nothing    uniform
GM geometric              alpha      truncated geometric
EM explicit-fair          alpha      explicit fair
   randomized-response    alpha      randomized response
   exponential            half-alpha exponential, penalty |i-j|
   rejection-geometric    level      geometric by rejection, calibrated
   staircase              alpha      staircase, rounded and clipped
   rounded-laplace        half-alpha Laplace, rounded and clipped
WM weakly-honest-monotone alpha      L0-optimal with WH, RM, CM
   weakly-honest-only     alpha      L0-optimal with WH alone
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel, least_at_least
from ..exact.rationals import shorten
from ..families.explicit_fair import explicit_fair
from ..families.exponential import exponential
from ..families.geometric import geometric
from ..families.randomized_response import randomized_response
from ..families.rejection import rejection_geometric
from ..families.rounded_laplace import rounded_laplace
from ..families.staircase import staircase
from ..families.uniform import uniform
from ..kernels.mechanism import Mechanism
from .weakly_honest import weakly_honest_monotone, weakly_honest_only

Needs = Literal["nothing", "level", "alpha", "half-alpha"]


@dataclass(frozen=True)
class Family:
    """A named family of mechanisms; `build` takes n and the privacy level.

    `symbol` is what the papers call it, where they do.
    """

    name: str
    title: str
    needs: Needs
    build: Callable[[int, PrivacyLevel], Mechanism]
    symbol: str | None = None

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
        if self.needs in ("nothing", "level") or (self.needs == "alpha" and level.is_rational):
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
        Family("uniform", "uniform", "nothing", _uniform, "UM"),
        Family("geometric", "truncated geometric", "alpha", geometric, "GM"),
        Family("explicit-fair", "explicit fair", "alpha", explicit_fair, "EM"),
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
        Family(
            "weakly-honest-monotone",
            "L0-optimal with WH, RM, CM",
            "alpha",
            weakly_honest_monotone,
            "WM",
        ),
        Family("weakly-honest-only", "L0-optimal with WH alone", "alpha", weakly_honest_only),
    )
}
_SYMBOLS = {family.symbol: family for family in FAMILIES.values()}
#: Names that families had before, and what they stand for.
_FORMER = {
    "weakly-honest": "weakly-honest-only; the papers' WM, which has RM and CM too, is "
    "weakly-honest-monotone",
    "constrained": "weakly-honest-monotone, the papers' WM",
}


def family(name: str) -> Family:
    """Return a family by its name, or by what the papers call it; case does not matter.

    Raises
    ------
    InputError
        If there is none; a name of former versions is told what it is called now.

    Examples
    --------
    >>> family("gm").name, family("Explicit-Fair").symbol
    ('geometric', 'EM')
    >>> family("constrained")
    Traceback (most recent call last):
        ...
    exactdp.InputError: the family 'constrained' is now called weakly-honest-monotone, the papers' WM
    """  # noqa: E501
    given = name.strip().lower()
    found = FAMILIES.get(given) or _SYMBOLS.get(given.upper())
    if found is not None:
        return found
    if given in _FORMER:
        raise InputError(f"the family {given!r} is now called {_FORMER[given]}")
    known = (f"{f.name} ({f.symbol})" if f.symbol else f.name for f in FAMILIES.values())
    raise InputError(f"got the family {shorten(name)}, expected one of {', '.join(known)}")
