"""EM in closed form, for even and odd n (not printed in the paper).

    e(i,j) = min(i-j, ceil(i/2)) for j <= i,   min(j-i, ceil((n-i)/2)) for j >= i,

every input's distribution uses the multiset {ceil(k/2) : k = 0..n}, the normaliser is
y* = 1 / sum_{k=0..n} alpha^ceil(k/2), all seven properties follow, and the middle input
shows that no fair mechanism has a larger diagonal.
"""

from __future__ import annotations

from fractions import Fraction

from ....mechanisms.families.explicit_fair import exponent
from ...engine.exponents import prove
from ...engine.linear import cases, equal, minimum
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
            kernel[j][i] == y * alpha ** int(exponent(i, j, n))
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
                prove(
                    "the closed form is eq. (16)",
                    PLACED,
                    equal(exponent(i, j, N, minimum, cases), E),
                ),
                *permutation(),
                *private(),
                *seven_properties(),
                *upper_bound(),
            ],
        ),
    )
