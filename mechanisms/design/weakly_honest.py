"""Mechanisms that a linear program designs: weakly honest and monotone (WM), weakly honest only.

Where the truncated geometric mechanism has what is asked it is the optimum, in closed form;
elsewhere the optimum is a vertex of an exact linear program. Both costs are known in closed
form over wide ranges, which the tests compare.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..exact.arguments import require_below_one, require_count
from ..exact.level import PrivacyLevel
from ..families.geometric import geometric
from ..kernels.mechanism import Mechanism
from ..kernels.objectives import Objective
from .design import Design
from .optimal import OptimalMechanism, optimal


def weakly_honest_only(n: int, alpha: Any) -> Mechanism:
    """Return an L0-optimal mechanism among the weakly honest ones (WH).

    It is row monotone and symmetric besides, where that costs nothing. It is not the paper's
    WM, which is column monotone too: :func:`weakly_honest_monotone`.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, below 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section V-A and Lemma 2.

    Examples
    --------
    >>> print(weakly_honest_only(2, "9/10"))
     10/27  3/10  89/270
       1/3   1/3     1/3
    89/270  3/10   10/27
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = require_below_one(level.alpha, "the weakly honest mechanism")
    if n == 1 or n * (1 - a) >= 2 * a:  # Lemma 2, and n = 1
        return geometric(n, level).relabelled(name="weakly-honest-only")
    return _least(n, a, ("WH",), ("RM", "WH", "S")).relabelled(name="weakly-honest-only")


def weakly_honest_monotone(n: int, alpha: Any) -> Mechanism:
    """Return WM: an L0-optimal mechanism among those with WH, RM and CM.

    It is symmetric besides, where that costs nothing.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, below 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section V-A and Lemma 3.

    Examples
    --------
    >>> weakly_honest_monotone(4, "1/2") == geometric(4, "1/2")
    True
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = require_below_one(level.alpha, "the mechanism WM")
    if n == 1 or 2 * a <= 1:  # Lemma 3, and n = 1
        return geometric(n, level).relabelled(name="weakly-honest-monotone")
    wanted = ("RM", "CM", "WH")
    return _least(n, a, wanted, (*wanted, "S")).relabelled(name="weakly-honest-monotone")


def _least(n: int, alpha: Fraction, wanted: tuple[str, ...], besides: tuple[str, ...]) -> Mechanism:
    """Return an optimum that has more than is wanted, if it costs no more."""
    goal = Objective.parse("L0")
    found, nicer = (optimal(Design(n, alpha, letters, goal)) for letters in (wanted, besides))
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism has all seven
    assert isinstance(nicer, OptimalMechanism)
    return nicer.mechanism if nicer.cost == found.cost else found.mechanism
