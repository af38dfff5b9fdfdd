"""NEW-4: what rejection costs the geometric mechanism, exactly, and how to calibrate it.

Noise of base b, conditioned on landing in 0..n, has the worst ratio R(b) = c/b between
neighbouring counts, c = 1 + (1-b)(b-b^n)/(1-b^(n+1)). The steps of the proof are those of
:mod:`exactdp.proofs.lemmas.rejection`; the mechanism is
:mod:`exactdp.mechanisms.families.rejection`.
"""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.families.rejection import calibrated_base
from ...mechanisms.families.rejection import worst_ratio as shipped_ratio
from ..engine.search import counterexample, instances
from ..lemmas.instances import conditioned, worst_ratio
from ..lemmas.rejection import bounds, calibration, worst_case
from ..statements.claim import Finding, Proof, claim, decide


@claim(
    "NEW-4",
    place="NEW-4",
    statement="two-sided geometric noise of base b conditioned on landing in 0..n has the worst "
    "ratio c/b, attained at output 0 between inputs 0 and 1; 1 <= c < 5/4 (the best constants) "
    "and c < 1/b; exactly one base solves c/b = e^eps, and every larger one is eps-DP",
    formula="c = 1 + (1-b)(b-b^n)/(1-b^(n+1))",
)
def rejection_exactly() -> Finding:
    """Compare the row sums Z_i of neighbours; R falls strictly from infinity to 1."""

    def exact(n: int, alpha: Fraction) -> bool:
        kernel = conditioned(n, alpha)
        c = 1 + (1 - alpha) * (alpha - alpha**n) / (1 - alpha ** (n + 1))
        worst = worst_ratio(kernel)
        attained = kernel[0][0] / kernel[1][0] == worst == c / alpha
        bounded = 1 <= c < Fraction(5, 4) and c < 1 / alpha and (c == 1) == (n == 1)
        return attained and bounded and shipped_ratio(n, alpha) == worst

    def calibrated(n: int, alpha: Fraction) -> bool:
        base = calibrated_base(n, alpha, 60)
        below = max(
            (Fraction(p, q) for q in range(1, 61) for p in [-(-(base * q) // 1) - 1] if p > 0),
            default=None,
        )
        private = worst_ratio(conditioned(n, base)) <= 1 / alpha if base < 1 else True
        return private and (below is None or worst_ratio(conditioned(n, below)) > 1 / alpha)

    return decide(
        search=[
            counterexample(
                "the worst ratio is c/b, at output 0 between 0 and 1", instances(), exact
            ),
            counterexample(
                "the calibrated base is private, and the next smaller fraction is not",
                instances(range(1, 5)),
                calibrated,
            ),
        ],
        proof=Proof("all n >= 1, all alpha in (0, 1)", [*worst_case(), *bounds(), *calibration()]),
    )
