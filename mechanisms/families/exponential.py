"""The exponential mechanism with the distance from the true count as its penalty."""

from __future__ import annotations

from typing import Any

from ..exact.arguments import require_half_level
from ..exact.level import PrivacyLevel
from ..kernels.mechanism import Mechanism
from .rejection import conditioned_geometric


def exponential(n: int, alpha: Any) -> Mechanism:
    """Return the exponential mechanism for the quality Q(i, j) = -|i-j|, whose s is 1.

    Pr[j | i] is proportional to exp(eps Q/2) = b^|i-j| with b = e^(-eps/2): the geometric
    mechanism by rejection, at half the eps.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, 0 < alpha <= 1, the square of a rational (at alpha = 1 it is the uniform
        mechanism).

    Raises
    ------
    InputError
        Where e^(-eps/2) is irrational; from a rational base, use :func:`conditioned_geometric`.

    Notes
    -----
    For alpha < 1 it is more private than it was asked to be: its eps is exactly
    eps/2 + ln c(b, n) < eps, with c <= 5/4 of :mod:`~exactdp.mechanisms.families.rejection`.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, eq. (2).

    Examples
    --------
    >>> print(exponential(2, "1/4"))
    4/7  2/7  1/7
    1/4  1/2  1/4
    1/7  2/7  4/7
    """
    level = PrivacyLevel.of(alpha)
    base = require_half_level(level, "the exponential mechanism of eq. (2)")
    return conditioned_geometric(n, base).relabelled(name="exponential", level=level)
