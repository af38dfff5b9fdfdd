"""What rejection costs geometric noise, and that each level has one base that pays for it.

Conditioning noise of base b on landing in 0..n divides row i by Z_i = sum_j b^|i-j|, so that
the ratio of neighbouring rows is at most max(Z_(i+1)/Z_i, Z_i/Z_(i+1))/b. The first factor is
largest at i = 0, where it is the cost c = 1 + (1-b)(b-b^n)/(1-b^(n+1)): the worst ratio is
R = c/b, whatever the data. It falls strictly as b rises.

The closed forms are those of :mod:`exactdp.mechanisms.families.rejection`.
"""

from __future__ import annotations

from ...mechanisms.families.rejection import cost, row_mass
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import equal, variables
from ..engine.signs import UNIT, UNIT_CLOSED, at_least, more_than, sign
from ..engine.sums import Index, geometric

# b^i and b^(n-1-i) at input i < n, and b^(n-1), their product.
b, near, far, whole, rise, step, powers, k, Z = symbols("b near far whole rise step powers k Z")
i, j = variables("i j")
index = Index(k, Z)
BOX = {"b": UNIT, "near": UNIT_CLOSED, "far": UNIT_CLOSED, "whole": UNIT_CLOSED}

#: c for n >= 1.
factor = cost(b, b * whole)


def worst_case() -> list[Step]:
    """Prove that the worst ratio between neighbouring rows is c/b, for all n and b."""
    steps: list[Step] = []
    left = geometric(b**0, b, b * near, index, steps)
    right = geometric(b, b, b * far, index, steps)
    here, following = row_mass(b, near, b * far), row_mass(b, b * near, far)
    c = cost(b, b * near * far)
    return [
        *steps,
        identity("Z_i = (1 + b - b^(i+1) - b^(n-i+1))/(1-b)", left + right, here),
        identity(
            "1 - Pr(T) = Z_i (1-b)/(1+b): rejection divides row i by it",
            1 - (b * near + b * b * far) / (1 + b),
            here * (1 - b) / (1 + b),
        ),
        prove(
            "from i to i+1 the exponent grows by 1 at outputs j <= i",
            [j <= i],
            equal(abs(i + 1 - j), abs(i - j) + 1),
        ),
        prove(
            "and falls by 1 at outputs j > i: the ratio is (Z_(i+1)/Z_i) b^-1 or its b-th part",
            [j > i],
            equal(abs(i + 1 - j), abs(i - j) - 1),
        ),
        sign("Z_(i+1)/Z_i <= c", c * here - following, ">=0", BOX),
        sign("Z_i/Z_(i+1) <= c", c * following - here, ">=0", BOX),
        identity(
            "equality at i = 0: Z_1/Z_0 = c, so that output 0 has the ratio c/b",
            row_mass(b, b, whole) / row_mass(b, b**0, b * whole),
            factor,
        ),
    ]


def bounds() -> list[Step]:
    """Prove 1 <= c < 5/4, the best such constants, and c < 1/b."""
    excess = factor - 1
    return [
        sign("c >= 1", excess, ">=0", BOX),
        identity("n = 1: c = 1", cost(b, b), b**0),
        sign("c - 1 < b(1-b)", b * (1 - b) - excess, ">0", BOX),
        sign("b(1-b) <= 1/4", b**0 / 4 - b * (1 - b), ">=0", BOX),
        identity("with b^n -> 0 and b = 1/2, c tends to 5/4", cost(b**0 / 2, b * 0), b**0 * 5 / 4),
        sign("c < 1/b", 1 / b - factor, ">0", BOX),
    ]


def calibration() -> list[Step]:
    """Prove that R(b) = c/b falls strictly from oo to 1: each level has exactly one base."""
    ranges = {"whole": UNIT_CLOSED, "powers": at_least(1), "step": at_least(0), "rise": at_least(0)}
    return [
        identity(
            "R = 1/b + (1-b)(1-b^(n-1))/(1-b^(n+1)) = 1/b + (1-b^(n-1))/(1 + b + ... + b^n)",
            factor / b,
            1 / b + (1 - b) * (1 - whole) / (1 - b**2 * whole),
        ),
        sign(
            "1/b falls as b rises",
            1 / b - 1 / (b + rise),
            ">0",
            {"b": UNIT, "rise": more_than(0)},
        ),
        sign(
            "b^(n-1) and the sum rise with b, so the other term falls",
            (1 - whole) / powers - (1 - whole - rise) / (powers + step),
            ">=0",
            ranges,
        ),
        identity("R = 1 at b = 1", (1 / b + (1 - whole) / powers).subs(b, 1).subs(whole, 1), b**0),
        sign("R >= 1/b, which has no bound as b -> 0", factor / b - 1 / b, ">=0", BOX),
    ]
