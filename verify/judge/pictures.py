"""Pictures of what is judged of a kernel: its privacy profile and its errors by input.

>>> from exactdp import geometric
>>> profile_curve(geometric(2, "1/2"), "GM").y[0]
Fraction(1, 3)
"""

from __future__ import annotations

from fractions import Fraction
from math import log

from ...mechanisms.exact.plots import Curve
from ...mechanisms.kernels.mechanism import Mechanism
from .objectives import input_errors
from .profile import profile

#: How many points of a curve are drawn between its breakpoints.
BETWEEN = 12


def profile_curve(mechanism: Mechanism, name: str) -> Curve:
    """Return delta over eps, breakpoints included: exact deltas at rational e^eps.

    Delta is piecewise linear in e^eps (:func:`~.profile.profile`); the curve begins at eps = 0 and
    ends a little beyond the last breakpoint.
    """
    pieces = profile(mechanism)
    starts = [piece.start for piece in pieces]
    ends = [*starts[1:], starts[-1] * Fraction(5, 4)]
    x, y = [], []
    for piece, end in zip(pieces, ends, strict=True):
        for k in range(BETWEEN + 1):
            at = piece.start + (end - piece.start) * k / BETWEEN
            x.append(log(at))
            y.append(piece.mass - piece.other * at)
    return Curve(name, x, y)


def cost_curve(mechanism: Mechanism, name: str) -> Curve:
    """Return the expected absolute error of each input."""
    low, high = mechanism.counts
    errors = [found.absolute_deviation for found in input_errors(mechanism)]
    return Curve(name, range(low, high + 1), errors)
