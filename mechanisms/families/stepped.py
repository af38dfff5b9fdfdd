"""Geometric noise plus an independent step of -1, 0 or +1, clipped to 0..n.

Continuous noise whose density falls by alpha from one unit interval to the next (staircase,
Laplace), rounded to the nearest integer, has a law on the integers of the form p at 0 and
(1-p)(1-alpha)/2 alpha^(|d|-1) elsewhere. Dividing its generating function by that of
two-sided geometric noise leaves u/z + (1-2u) + u z with

    u = ((1-alpha) - (1+alpha) p) / (2 (1-alpha)^2).

So it is geometric noise plus a step, -1 or +1 with probability u each. The clipped law is
GM followed by sparse post-processing: given that the sum was clipped to 0 it was 0 before
clipping with probability 1 - alpha, whatever the input, and only from there does a step of
+1 lead to 1. Differential privacy at alpha is plain to see from this.
"""

from __future__ import annotations

from flint import fmpq

from ..kernels.forms.form import Form
from ..kernels.forms.postprocessed import PostprocessedForm
from .geometric import geometric_form


def stepped_geometric_form(n: int, a: fmpq, u: fmpq) -> Form:
    """Return the kernel that adds geometric noise of alpha = a and a step, then clips.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    a : fmpq
        0 < a < 1.
    u : fmpq
        The probability of the step +1, and of -1; 0 <= u <= 1/2.
    """
    base = geometric_form(n, a)
    if u == 0:
        return base
    leave = (1 - a) * u
    inner = [{k - 1: u, k: 1 - 2 * u, k + 1: u} for k in range(1, n)]
    return PostprocessedForm(base, [{0: 1 - leave, 1: leave}, *inner, {n - 1: leave, n: 1 - leave}])
