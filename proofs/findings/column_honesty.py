"""NEW-3: what the column properties cost.

GM serves up to alpha = 1/2, the mechanism of :mod:`exactdp.proofs.lemmas.joined_ends` up to
2/3, and that of :mod:`exactdp.proofs.lemmas.column_honesty` from m/(m+1) on, m = floor(n/2).
In between, the optimum at each n is piecewise rational in alpha.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from ...mechanisms.design.parametric.optimum import Piece
from ...mechanisms.exact.algebraic import ONE, Algebraic
from ...mechanisms.exact.ratios import ALPHA
from ..engine.evidence import Step
from ..engine.search import counterexample, instances
from ..lemmas.column_honesty import attained, bound, largest, level
from ..lemmas.geometric import symmetric_and_row_monotone
from ..lemmas.joined_ends import HALF, TWO_THIRDS, joined, joined_attained, joined_bound
from ..lemmas.largest_trace import geometric_below_half, geometric_is_least
from ..lemmas.optima import PARAMETRIC, Letters, chart, curve, free, least_cost
from ..lemmas.scaled import BUILT, LEVELS, SIX, trace, valid
from ..statements.claim import Finding, Proof, claim, decide

#: Sizes at which optima are solved for.
SOLVED = range(1, 5)
#: The demands with one common optimum.
ONE_OPTIMUM: tuple[Letters, ...] = (("CH",), ("CM",), ("RH", "RM", "CH", "CM", "WH", "S"))


def curves() -> list[Step]:
    """Decide at small n that the curve of CH is the bound exactly from m/(m+1) on."""
    steps = []
    for size in PARAMETRIC:
        half = size // 2
        cost = (size + 1 - largest(size, ALPHA)) / size
        found = curve(size, ("CH",))
        cells = chart(found.pieces, [Piece(found.pieces[0].low, ONE, cost)])
        first = Algebraic.of(fmpq(half, half + 1))
        fits = (
            cells[-1].sign == 0 and cells[-1].low == first and all(c.sign > 0 for c in cells[:-1])
        )
        data = {
            "n": size,
            "against the bound": [str(cell) for cell in cells],
            "pieces": [f"{piece}: {piece.cost}" for piece in found.pieces],
        }
        shows = f"n = {size}: CH meets the bound iff alpha >= {half}/{half + 1}; piecewise rational"
        steps.append(Step("parametric program", shows, fits, data))
    return steps


@claim(
    "NEW-3",
    place="NEW-3",
    statement="{CH}, {CM} and {CM, RM, RH, S, WH} have the same L0 optimum; its trace is at most "
    "the bound below, attained iff alpha >= m/(m+1); for 1/2 <= alpha <= 2/3, n >= 3 it is "
    "1/alpha + (n-3)(1-alpha)/(1+alpha); in between it is piecewise rational",
    formula="(1 + 2 sum_{k=1}^m alpha^-k)/(n+1) for n = 2m, 4 sum_{k=0}^m alpha^-k / "
    "((n+1)(1+alpha)) for n = 2m+1",
)
def column_optimum() -> Finding:
    """Bounds and mechanisms for all n; one optimum for the three demands in between, n <= 6."""

    def built(n: int, alpha: Fraction) -> bool:
        fine = True
        if alpha >= Fraction(n // 2, n // 2 + 1):
            kernel = level(n, alpha)
            fine = valid(kernel, alpha, SIX) and trace(kernel) == largest(n, alpha)
        if n >= 3 and HALF <= alpha <= TWO_THIRDS:
            kernel = joined(n, alpha)
            expected = 1 / alpha + (n - 3) * (1 - alpha) / (1 + alpha)
            fine = fine and valid(kernel, alpha, SIX) and trace(kernel) == expected
        return fine

    def solved(n: int, alpha: Fraction) -> bool:
        traces = {n + 1 - n * least_cost(n, alpha, letters) for letters in ONE_OPTIMUM}
        (found,) = traces if len(traces) == 1 else (Fraction(0),)
        middle = n < 3 or not HALF <= alpha <= TWO_THIRDS
        return (
            len(traces) == 1
            and found <= largest(n, alpha)
            and (found == largest(n, alpha)) == (alpha >= Fraction(n // 2, n // 2 + 1))
            and (middle or found == 1 / alpha + (n - 3) * (1 - alpha) / (1 + alpha))
        )

    edges = [{"n": size, "alpha": Fraction(size // 2, size // 2 + 1)} for size in BUILT if size > 1]
    return decide(
        search=[
            counterexample(
                "the mechanisms are valid and attain", [*instances(BUILT, LEVELS), *edges], built
            ),
            counterexample(
                "the programs have these optima", instances(SOLVED, LEVELS[::2]), solved
            ),
        ],
        proof=Proof(
            "the bound, where it is attained, and alpha <= 2/3: all n, all alpha; one optimum in "
            f"between, and its pieces: n <= {PARAMETRIC[-1]}, all alpha in (0, 1)",
            [
                *bound(),
                *attained(),
                *joined_bound(),
                *joined_attained(),
                *geometric_is_least(),
                *geometric_below_half(),
                *symmetric_and_row_monotone(),
                *free(("CH",), ("CM", "RM", "S")),
                *curves(),
            ],
        ),
    )
