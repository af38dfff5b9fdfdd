"""EM in closed form, for even and odd n (not printed in the paper).

    e(i,j) = min(i-j, ceil(i/2)) for j <= i,   min(j-i, ceil((n-i)/2)) for j >= i,

every input's distribution uses the multiset {ceil(k/2) : k = 0..n}, the normaliser is
y* = 1 / sum_{k=0..n} alpha^ceil(k/2), all seven properties follow, and the middle input
shows that no fair mechanism has a larger diagonal.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.exponents import prove
from ...engine.linear import Expr, cases, ceil_half, equal, minimum
from ...engine.search import counterexample, instances
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import (
    PLACED,
    E,
    N,
    i,
    j,
    normaliser_at,
    permutation,
    private,
    seven_properties,
    upper_bound,
)
from ...statements.claim import Finding, Proof, claim, decide


def closed_exponent(i: Expr, j: Expr, n: Expr) -> Expr:
    """Return the exponent at output i, input j without the case split of eq. (16)."""
    return cases(j <= i, minimum(i - j, ceil_half(i)), minimum(j - i, ceil_half(n - i)))


def closed_exponent_at(n: int, i: int, j: int) -> int:
    """Return the same on integers.

    >>> [closed_exponent_at(7, 2, j) for j in range(8)]
    [1, 1, 0, 1, 2, 3, 3, 3]
    """
    return min(i - j, -(-i // 2)) if j <= i else min(j - i, -(-(n - i) // 2))


@claim(
    "NEW-1",
    place="NEW-1",
    statement="EM in closed form for both parities: exponents, multiset, normaliser, the seven "
    "properties, and y* as the largest diagonal of any fair mechanism",
    formula="y* = 1 / sum_{k=0..n} alpha^ceil(k/2)",
)
def em_in_closed_form() -> Finding:
    """Reduce the closed form to eq. (16), and prove each part on the exponents."""

    def holds(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        y = normaliser_at(n, alpha)
        entries = all(
            kernel[j][i] == y * alpha ** closed_exponent_at(n, i, j)
            for i in range(n + 1)
            for j in range(n + 1)
        )
        middle = sum(alpha ** abs(i - n // 2) for i in range(n + 1))
        return entries and y * middle == 1 and all(p(kernel) for p in concrete.PROPERTIES.values())

    return decide(
        search=[counterexample("EM is as in the closed form", instances(), holds)],
        proof=Proof(
            "all n, all alpha in (0, 1]",
            [
                prove("the closed form is eq. (16)", PLACED, equal(closed_exponent(i, j, N), E)),
                *permutation(),
                *private(),
                *seven_properties(),
                *upper_bound(),
            ],
        ),
    )
