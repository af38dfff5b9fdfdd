"""The explicit fair mechanism (EM)."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq

from ..exact.arguments import require_count
from ..exact.level import PrivacyLevel
from ..exact.limits import require_memory
from ..exact.rationals import to_fmpq
from ..kernels.forms.power import PowerForm
from ..kernels.mechanism import Mechanism


def explicit_fair(n: int, alpha: Any) -> Mechanism:
    """Return EM: every count is reported truthfully with one and the same probability y.

    Pr[i | j] = y alpha^min(|i-j|, c), where c = ceil(i/2) for outputs i >= j and
    c = ceil((n-i)/2) for outputs i <= j. The exponents of every input are a permutation of
    ceil(k/2), k = 0..n, so that y = 1/(1 + alpha + alpha + alpha^2 + ...), n + 1 terms.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha <= 1 (at alpha = 1 it is the uniform mechanism).

    Notes
    -----
    Eq. (16) of the paper prints the exponents in another form, with the same values. Its y,
    (1-alpha)/(1+alpha-2 alpha^(n/2+1)), is the one above for even n only. For odd n it is smaller,
    so rows would sum to less than 1, and Lemma 4, which bounds every fair y by it, is exceeded.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, eq. (16), Lemma 4 and Fig. 4.

    Examples
    --------
    >>> print(explicit_fair(3, "1/2"))
    4/9  2/9  2/9  1/9
    2/9  4/9  2/9  1/9
    1/9  2/9  4/9  2/9
    1/9  2/9  2/9  4/9
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = to_fmpq(level.alpha)
    require_memory(40 * (n + 1) ** 2, f"the exponents of the explicit fair mechanism on 0..{n}")
    counts = np.arange(n + 1)
    y = fmpq(1, n + 1) if a == 1 else diagonal(n, a, a ** (n // 2 + 1))
    exponents = exponent(counts, counts[:, None], n)
    form = PowerForm(a, exponents, [fmpq(1)] * (n + 1), [y] * (n + 1))
    return Mechanism(form, name="explicit-fair", level=level)


def exponent(i: Any, j: Any, n: Any, minimum: Any = np.minimum, choose: Any = np.where) -> Any:
    """Return the exponent at output i and input j, of integers, arrays or expressions.

    >>> [int(exponent(2, j, 7)) for j in range(8)]
    [1, 1, 0, 1, 2, 3, 3, 3]
    """
    return minimum(abs(i - j), choose(i >= j, (i + 1) // 2, (n - i + 1) // 2))


def diagonal(n: int, a: Any, power: Any) -> Any:
    """Return y over any exact field, for a other than 1, where `power` is a^(floor(n/2) + 1).

    >>> diagonal(3, fmpq(1, 2), fmpq(1, 4))
    4/9
    """
    return (1 - a) / ((1 + a) * (1 - power) if n % 2 else 1 + a - 2 * power)
