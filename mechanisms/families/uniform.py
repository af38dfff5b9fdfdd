"""The uniform mechanism (UM), the baseline that ignores its input."""

from __future__ import annotations

from flint import fmpq

from ..exact.arguments import require_count
from ..exact.level import PrivacyLevel
from ..kernels.forms.power import DISTANCE, PowerForm
from ..kernels.mechanism import Mechanism


def uniform(n: int) -> Mechanism:
    """Return the uniform mechanism: every output 0..n with probability 1/(n+1).

    Parameters
    ----------
    n : int
        The largest count, at least 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, Definition 5.

    Examples
    --------
    >>> uniform(3)[0, 2]
    Fraction(1, 4)
    """
    size = require_count(n) + 1
    form = PowerForm(fmpq(1), DISTANCE, [fmpq(1, size)] * size, [fmpq(1)] * size)
    return Mechanism(form, name="uniform", level=PrivacyLevel.from_alpha(1))
