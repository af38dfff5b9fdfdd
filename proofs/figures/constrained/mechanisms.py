"""The four mechanisms that the paper compares, in its order and by its names."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ....mechanisms.design.weakly_honest import weakly_honest_monotone
from ....mechanisms.families.explicit_fair import explicit_fair
from ....mechanisms.families.geometric import geometric
from ....mechanisms.families.uniform import uniform
from ....mechanisms.kernels.mechanism import Mechanism

NAMES = ("GM", "WM", "EM", "UM")


@cache
def mechanism(name: str, n: int, alpha: Fraction) -> Mechanism:
    """Return one of the four on 0..n.

    >>> mechanism("UM", 1, Fraction(1, 2))[0, 1]
    Fraction(1, 2)
    """
    if name == "UM":
        return uniform(n)
    families = {"GM": geometric, "WM": weakly_honest_monotone, "EM": explicit_fair}
    return families[name](n, alpha)
