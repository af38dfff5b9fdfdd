"""The truncated geometric mechanism (GM)."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from ..exact.arguments import require_below_one, require_count
from ..exact.level import PrivacyLevel
from ..exact.rationals import to_fmpq
from ..kernels.forms.power import DISTANCE, PowerForm
from ..kernels.mechanism import Mechanism


def geometric(n: int, alpha: Any) -> Mechanism:
    """Return GM: two-sided geometric noise of parameter alpha, clipped to 0..n.

    Pr[j | i] = x alpha^|i-j| for j in {0, n} and y alpha^|i-j| for the other outputs, with
    x = 1/(1+alpha) and y = (1-alpha)/(1+alpha).

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1 (at alpha = 1 the noise has no law).

    References
    ----------
    *Constrained Differential Privacy for Count Data*, Definition 4 and Fig. 3; *Geometric
    Mechanism Notes*, eq. (2.1).

    Examples
    --------
    >>> print(geometric(2, "1/2"))
    2/3  1/6  1/6
    1/3  1/3  1/3
    1/6  1/6  2/3
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = to_fmpq(require_below_one(level.alpha, "the truncated geometric mechanism"))
    return Mechanism(geometric_form(n, a), name="geometric", level=level)


def factors(a: Any) -> tuple[Any, Any]:
    """Return x and y, the factors of the two end outputs and of the others, over any exact field.

    >>> factors(fmpq(1, 2))
    (2/3, 1/3)
    """
    return 1 / (1 + a), (1 - a) / (1 + a)


def geometric_form(n: int, a: fmpq) -> PowerForm:
    """Return the kernel of GM, for 0 < a < 1."""
    x, y = factors(a)
    return PowerForm(a, DISTANCE, [fmpq(1)] * (n + 1), [x] + [y] * (n - 1) + [x])
