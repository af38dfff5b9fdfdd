"""Randomized response: the truth, or any other count with equal chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq

from ..exact.arguments import require_count
from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.limits import require_memory
from ..exact.rationals import brief, rational, to_fmpq
from ..kernels.forms.power import PowerForm
from ..kernels.mechanism import Mechanism


def randomized_response(n: int, alpha: Any) -> Mechanism:
    """Return k-ary randomized response, k = n + 1.

    Pr[i | i] = p and Pr[j | i] = alpha p for j != i, with p = 1/(1 + n alpha). Any two
    inputs, not only adjacent ones, are within the factor 1/alpha of each other.

    Parameters
    ----------
    n : int
        The largest count, at least 1; n = 1 is binary randomized response.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha <= 1 (at alpha = 1 it is the uniform mechanism).

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section II-B.

    Examples
    --------
    >>> print(randomized_response(2, "1/2"))
    1/2  1/4  1/4
    1/4  1/2  1/4
    1/4  1/4  1/2
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)
    a = to_fmpq(level.alpha)
    require_memory(24 * (n + 1) ** 2, f"the exponents of randomized response on 0..{n}")
    exponents = 1 - np.eye(n + 1, dtype=np.int64)
    form = PowerForm(a, exponents, [fmpq(1)] * (n + 1), [1 / (1 + n * a)] * (n + 1))
    return Mechanism(form, name="randomized-response", level=level)


def binary_randomized_response(p: Any) -> Mechanism:
    """Return randomized response on one bit that reports the truth with probability p.

    It is alpha-DP for alpha = (1-p)/p and for no larger alpha.

    Parameters
    ----------
    p : exact number
        1/2 < p < 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, section II-B.

    Examples
    --------
    >>> print(binary_randomized_response("3/4"))
    3/4  1/4
    1/4  3/4
    >>> binary_randomized_response("3/4").level
    PrivacyLevel(alpha=1/3)
    """
    truth = rational(p)
    if not 2 * truth.numerator > truth.denominator or truth >= 1:
        raise InputError(f"got the probability of truth {brief(truth)}, expected 1/2 < p < 1")
    return randomized_response(1, (1 - truth) / truth)
