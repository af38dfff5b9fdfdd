"""The optimal fixed-point mechanism: the least cost among all that send z to y, for Monge costs.

*Theorem.* Let 0 < alpha < 1, let z and y be distributions over 0..n, and let c be Monge. Of all
alpha-differentially private T with z T = y, the geometric mechanism followed by the monotone
coupling of z GM to y has the least sum over i, j of z[i] c(i, j) T[i][j].

*Proof.* Let T be such, fix j < n and put phi(i) = Pr[output > j | input i]. Privacy, of the
event and of its complement, says with a = alpha

    phi(i+1) <= min(phi(i) / a, 1 - a (1 - phi(i))),

and the right side rises with phi(i). For T* the event is a threshold on GM's output (K > k,
and with some chance at K = k), whose probability attains the bound at every i: below the
threshold GM's tail grows by 1/a, above it its complement shrinks by a, and at the threshold
both meet. So where phi exceeds phi* at i + 1, it does at i already; phi - phi* changes sign at
most once, from + to -. Its z-mean is 0, since both send z to y. Hence the sum over i' > i of
z[i'] (phi* - phi)(i') is never negative: T* makes Pr[I > i, J > j] as large as it can be, for
*all* i and j at once. Summed by parts, the cost is a constant of the marginals z and y, plus the
sum over i, j of (c(i,j) + c(i+1,j+1) - c(i,j+1) - c(i+1,j)) Pr[I > i, J > j], whose factors are
<= 0. So T* has the least cost.

Nothing but (alpha, z, y) is kept, and nothing dense is made; see
:class:`~exactdp.mechanisms.kernels.forms.coupled.CoupledForm`. For other costs there is
:func:`~exactdp.mechanisms.keeping.program.linear_program`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import to_fmpq
from ..kernels.forms.coupled import CoupledForm
from ..kernels.mechanism import Mechanism
from .result import Constructed


def coupled(z: Sequence[Any], alpha: Any, output: Sequence[Any] | None = None) -> Constructed:
    """Return a mechanism that sends z to `output` at the least cost, for every Monge cost.

    Parameters
    ----------
    z : Law or sequence of exact numbers
        The law of the inputs 0..n; at least 2 counts, zeros are welcome.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    output : Law or sequence of exact numbers, optional
        y, the law of the outputs; z by default.

    Raises
    ------
    InputError
        If alpha is not in (0, 1), or a law is none.

    References
    ----------
    *Preserving Target Distributions With Differentially Private Count Mechanisms*, Definition 5
    and section 7, where the optimum without a linear program is left open.

    Examples
    --------
    The paper's heuristic reaches 3/4 at best for the uniform law on four counts:

    >>> best = coupled(["1/4"] * 4, "1/2")
    >>> best.cost("ead")
    Fraction(43, 60)
    >>> print(best.mechanism)
    8/15  3/10  1/10  1/15
    4/15   2/5   1/5  2/15
    2/15   1/5   2/5  4/15
    1/15  1/10  3/10  8/15
    """
    level = PrivacyLevel.of(alpha)
    target = Law.of(z, name="z")
    image = target if output is None else Law.of(output, len(target), "output")
    form = CoupledForm(to_fmpq(level.alpha), target, None if output is None else image)
    mechanism = Mechanism(form, name="optimal fixed-point", level=level)
    return Constructed(mechanism, "optimal", level.alpha, target, image)
