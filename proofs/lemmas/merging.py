"""Post-processing: adding up the probabilities of several answers."""

from __future__ import annotations

from ..engine.evidence import Step
from ..engine.identities import symbols
from ..engine.signs import UNIT, at_least, sign


def merging() -> list[Step]:
    """Prove that adding up the probabilities of several answers keeps the DP inequality."""
    p, q, s, t, w = symbols("p q s t w")
    ranges = {name: at_least(0) for name in "pqst"}
    return [
        sign(
            "u >= w p and v >= w q (u = w p + s, v = w q + t) give u + v >= w (p + q); by "
            "induction, and in the limit, so do any number of answers that are clipped to one",
            (w * p + s) + (w * q + t) - w * (p + q),
            ">=0",
            {**ranges, "w": UNIT},
        )
    ]
