"""The mechanism of algorithm 1, exactly: an extreme point of F, made greedily of scales.

The algorithm is in :mod:`.algorithm_1`, its arithmetic in :mod:`.lacking`. For many counts there
is :mod:`.rounding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import to_fmpq
from ..kernels.costs import EAD, cost_of
from ..kernels.forms.scaled import ScaledForm
from ..kernels.mechanism import Mechanism
from .algorithm_1 import construct
from .lacking import Lacking
from .orders import NAMED, Order, order_name
from .result import Constructed


def heuristic(z: Sequence[Any], alpha: Any, order: Order = "best", cost: Any = EAD) -> Constructed:
    """Return what algorithm 1 constructs, exactly.

    Parameters
    ----------
    z : Law or sequence of exact numbers
        The law of the inputs 0..n; at least 2 counts, zeros are welcome.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    order : str, sequence of int or callable
        See :func:`~exactdp.mechanisms.keeping.orders.columns`; ``best`` tries those that
        have a name and keeps the least cost, which takes no privacy since all rest on z alone.
    cost : Cost, str or matrix
        For ``best`` alone.

    Returns
    -------
    Constructed
        With the rounds of the outer and the inner loop; its form has the scales.

    Raises
    ------
    InputError
        If alpha is not in (0, 1), z is no law, or the order leaves something out.

    Examples
    --------
    >>> found = heuristic(["1/4"] * 4, "1/2")
    >>> found.cost(), found.order, found.outer, found.inner
    (Fraction(3, 4), 'sandwich', 4, 7)
    """
    level, target = PrivacyLevel.of(alpha), Law.of(z, name="z")
    a = to_fmpq(level.alpha)
    if not 0 < a < 1 or len(target) < 2:
        raise InputError(
            f"got alpha = {level.alpha} and {len(target)} counts, expected 0 < alpha < 1 and at "
            "least 2 counts"
        )
    if isinstance(order, str) and order == "best":
        tried = [heuristic(target, level, name) for name in NAMED]
        about = cost_of(cost)
        return min(tried, key=lambda found: found.cost(about))
    lacking = Lacking(a, target)
    outer, inner = construct(target, order, lacking)
    form = ScaledForm.filled(a, target, lacking.ledger.terms)
    return Constructed(
        Mechanism(form, name=f"heuristic fixed-point ({order_name(order)})", level=level),
        "heuristic",
        level.alpha,
        target,
        target,
        order=order_name(order),
        outer=outer,
        inner=inner,
    )
