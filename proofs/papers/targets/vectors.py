"""Indistinguishable vectors: neighbouring entries within a factor alpha of each other."""

from __future__ import annotations

from fractions import Fraction

from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.signs import UNIT, at_least, more_than, sign

V, W, a, v, w, x, y = symbols("V W a v w x y")
Vector = tuple[Fraction, ...]


def indistinguishable(vector: Vector, alpha: Fraction) -> bool:
    """Whether a vector satisfies Definition 3.

    >>> indistinguishable((Fraction(1), Fraction(2)), Fraction(1, 2))
    True
    """
    return all(
        alpha * one <= other
        for i in range(len(vector) - 1)
        for one, other in ((vector[i], vector[i + 1]), (vector[i + 1], vector[i]))
    )


def no_negative_entries() -> list[Step]:
    """Prove that entries with a neighbour are nonnegative."""
    return [
        identity(
            "(v - alpha w) + alpha (w - alpha v) = (1 - alpha^2) v, and both terms are >= 0",
            (v - a * w) + a * (w - a * v),
            (1 - a**2) * v,
        ),
        sign("1 - alpha^2 > 0", 1 - a**2, ">0", {"a": UNIT}),
    ]


def cone() -> list[Step]:
    """Prove that conic combinations of indistinguishable vectors are indistinguishable."""
    return [
        identity(
            "xv + yV less alpha times (xw + yW)",
            x * v + y * V - a * (x * w + y * W),
            x * (v - a * w) + y * (V - a * W),
        ),
        # v - alpha w and V - alpha W stand as v and V: they are >= 0.
        sign(
            "which is a sum of products of numbers >= 0",
            x * v + y * V,
            ">=0",
            {"x": at_least(0), "y": at_least(0), "v": at_least(0), "V": at_least(0)},
        ),
    ]


def kernels_are_one_signed() -> list[Step]:
    """Prove that a vector with all steps tight is a multiple of a positive one, or 0."""
    positive = {"a": UNIT, "v": more_than(0)}
    return [
        sign("from an entry v > 0 a tight step leads to alpha v", a * v, ">0", positive),
        sign("or to v/alpha", v / a, ">0", positive),
        sign("so the sum is not 0", x + v, ">0", {"x": at_least(0), "v": more_than(0)}),
    ]
