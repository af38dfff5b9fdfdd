"""The staircase mechanism, rounded to the counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..exact.arguments import require_below_one, require_count
from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, rational, to_fmpq
from ..kernels.mechanism import Mechanism
from .stepped import stepped_geometric_form


def staircase(n: int, alpha: Any, gamma: Any = Fraction(1, 2)) -> Mechanism:
    """Return staircase noise added to the count, rounded to the nearest integer, clipped to 0..n.

    The noise has density alpha^k h for |x| in [k, k+gamma) and alpha^(k+1) h for |x| in
    [k+gamma, k+1), with h = (1-alpha)/(2 d) and d = gamma + alpha (1-gamma). Rounded, it is
    geometric noise plus a step of -1 or +1, each with probability u = alpha (1-2 gamma)/(4 d)
    where gamma <= 1/2, and u = (2 gamma - 1)/(4 d) where gamma >= 1/2; see
    :mod:`~exactdp.mechanisms.families.stepped`.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    gamma : exact number
        The width of the centre-most step, 0 <= gamma <= 1.

    Notes
    -----
    At gamma = 1/2 it is GM exactly. As every other gamma adds a step to the same noise, the
    rounded law is widest away from gamma = 1/2: the choice gamma = 1/(1 + e^(eps/2)), which
    minimises the amplitude of the real-valued noise, does not minimise that of the rounded one.
    gamma = 0 and gamma = 1, the same law before rounding, are the same law here too.

    References
    ----------
    The paper on preserving target distributions, section 6, and its footnote 7 on gamma; the
    density is that of Geng and Viswanath, *The Optimal Mechanism in Differential Privacy*,
    with sensitivity 1.

    Examples
    --------
    >>> print(staircase(2, "1/2", "1/4"))
    13/20   7/40   7/40
     7/20   3/10   7/20
     7/40   7/40  13/20
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = to_fmpq(require_below_one(level.alpha, "the staircase mechanism"))
    width = rational(gamma)
    if not 0 <= width <= 1:
        raise InputError(f"got gamma = {brief(width)}, expected 0 <= gamma <= 1")
    g = to_fmpq(width)
    d = g + a * (1 - g)
    u = (a * (1 - 2 * g) if 2 * g <= 1 else 2 * g - 1) / (4 * d)
    return Mechanism(stepped_geometric_form(n, a, u), name="staircase", level=level)
