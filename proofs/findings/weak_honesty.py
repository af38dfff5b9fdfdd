"""NEW-2: what weak honesty alone costs, for all n: :mod:`exactdp.proofs.lemmas.weak_honesty`."""

from __future__ import annotations

from fractions import Fraction

from ..engine.search import counterexample, instances
from ..lemmas import instances as concrete
from ..lemmas.geometric import symmetric_and_row_monotone
from ..lemmas.largest_trace import geometric_is_least
from ..lemmas.optima import Letters, least_cost
from ..lemmas.scaled import LEVELS, ROWS, trace, valid
from ..lemmas.weak_honesty import attained, bound, extremes, honest
from ..statements.claim import Finding, Proof, claim, decide

#: Sizes at which the mechanism is built, and at which optima are solved for.
BUILT, SOLVED = range(2, 10), range(2, 5)
#: Demands that cost the same.
DEMANDS: tuple[Letters, ...] = (("WH",), ("RM", "WH"), ("RH", "WH", "S"), ("RM", "WH", "S"))


def best_trace(size: int, alpha: Fraction) -> Fraction:
    """Return the largest trace under WH by the finding.

    >>> best_trace(2, Fraction(1, 3)), best_trace(2, Fraction(9, 10))
    (Fraction(2, 1), Fraction(29, 27))
    """
    if size < 2 * alpha / (1 - alpha):
        return Fraction(size - 1, size + 1) + extremes(size, alpha)
    return trace(concrete.geometric(size, alpha))


@claim(
    "NEW-2",
    place="NEW-2",
    statement="under WH, also with RM, RH, S, the L0-optimal trace for n >= 2 is (n-1)/(n+1) + X "
    "while n < 2 alpha/(1-alpha), and GM's beyond",
    formula="X = (1 - (1 + 2 sum_{k=1}^{m-1} alpha^k)/(n+1))/alpha^m for n = 2m, "
    "(2 - 2(1+alpha) sum_{k=0}^{m-1} alpha^k/(n+1))/(alpha^m (1+alpha)) for n = 2m+1",
)
def weakly_honest_optimum() -> Finding:
    """Bound and mechanism for all n; GM is weakly honest and optimal beyond the threshold."""

    def built(n: int, alpha: Fraction) -> bool:
        if n > 2 * alpha / (1 - alpha):
            return valid(concrete.geometric(n, alpha), alpha, ROWS)
        kernel = honest(n, alpha)
        threshold = n == 2 * alpha / (1 - alpha)
        same = not threshold or kernel == concrete.geometric(n, alpha)
        expected = Fraction(n - 1, n + 1) + extremes(n, alpha)
        return same and valid(kernel, alpha, ROWS) and trace(kernel) == expected

    def solved(n: int, alpha: Fraction) -> bool:
        cost = (n + 1 - best_trace(n, alpha)) / n
        return all(least_cost(n, alpha, letters) == cost for letters in DEMANDS)

    edges = [{"n": size, "alpha": Fraction(size, size + 2)} for size in BUILT]
    return decide(
        search=[
            counterexample(
                "the mechanism is valid and has that trace",
                [*instances(BUILT, LEVELS), *edges],
                built,
            ),
            counterexample(
                "it is the optimum of the four programs", instances(SOLVED, LEVELS[::2]), solved
            ),
        ],
        proof=Proof(
            "all n >= 2, all alpha in (0, 1)",
            [
                *bound(),
                *attained(),
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
            ],
        ),
    )
