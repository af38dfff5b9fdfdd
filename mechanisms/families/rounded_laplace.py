"""The Laplace mechanism, rounded to the counts."""

from __future__ import annotations

from typing import Any

from ..exact.arguments import require_below_one, require_count, require_half_level
from ..exact.level import PrivacyLevel
from ..exact.rationals import to_fmpq
from ..kernels.mechanism import Mechanism
from .stepped import stepped_geometric_form


def rounded_laplace(n: int, alpha: Any) -> Mechanism:
    """Return Laplace noise of scale 1/eps, rounded to the nearest integer, clipped to 0..n.

    With b = e^(-eps/2) the rounded noise is 0 with probability 1-b and d with probability
    (1-b^2)/2 b^(2|d|-1). That is geometric noise of alpha = b^2 plus a step of -1 or +1, each
    with probability u = b/(2 (1+b)^2); see :mod:`~exactdp.mechanisms.families.stepped`.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, 0 < alpha < 1, the square of a rational.

    Raises
    ------
    InputError
        Where e^(-eps/2) is irrational.

    Notes
    -----
    It is the rounded staircase of gamma = b/(2(1+b)).

    References
    ----------
    *Releasing Counts with Differential Privacy*, "The Laplace Mechanism"; *Constrained
    Differential Privacy for Count Data*, section II-B.

    Examples
    --------
    >>> print(rounded_laplace(2, "1/4"))
     3/4  3/16  1/16
     1/4   1/2   1/4
    1/16  3/16   3/4
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    b = to_fmpq(require_half_level(level, "the rounded Laplace mechanism"))
    require_below_one(level.alpha, "the rounded Laplace mechanism")
    form = stepped_geometric_form(n, b**2, b / (2 * (1 + b) ** 2))
    return Mechanism(form, name="rounded-laplace", level=level)
