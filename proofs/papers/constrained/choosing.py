"""Section IV-D: which mechanism serves which of the 128 demands, and Figures 5 and 6.

A demand without F, with or without RM, RH and S, is sandwiched between two programs: the one
without these and the one with all of them. Where both cost the same for all alpha, so does
everything in between. GM's optimality is proved for all n with the weights that turn GM
around, EM's with the middle input (:mod:`exactdp.proofs.lemmas.explicit_fair`).
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.search import counterexample
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import seven_properties, upper_bound
from ...lemmas.geometric import symmetric_and_row_monotone
from ...lemmas.implications import (
    column_monotone_is_column_honest,
    row_monotone_is_row_honest,
)
from ...lemmas.largest_trace import geometric_below_half, geometric_is_least
from ...lemmas.optima import PARAMETRIC, SEVEN, WM, free, least_cost, lemma
from ...lemmas.reflection import reflection
from ...statements.claim import Finding, Proof, claim, decide
from .demands import DEMANDS, SEARCHED, WIDE, program_for, sandwiches

EVERYWHERE = "all n, all alpha in (0, 1)"


def _reduces(n: int, alpha: Fraction) -> bool:
    return all(
        least_cost(n, alpha, letters) == least_cost(n, alpha, program_for(letters))
        for letters in DEMANDS
    )


@claim(
    "CKS-65",
    place="IV-D",
    statement="GM is L0-optimal for every subset of {S, RM, RH}, EM for every demand with F",
)
def geometric_or_explicit_fair() -> Finding:
    """Each has what is asked and costs least even among those with less."""

    def holds(n: int, alpha: Fraction) -> bool:
        gm, em = (concrete.loss(m(n, alpha)) for m in (concrete.geometric, concrete.explicit_fair))
        rows = [s for s in DEMANDS if {*s} <= {"S", "RM", "RH"}]
        return all(least_cost(n, alpha, s) == gm for s in rows) and all(
            least_cost(n, alpha, s) == em for s in DEMANDS if "F" in s
        )

    return decide(
        search=[counterexample("GM or EM costs what the optimum does", SEARCHED, holds)],
        proof=Proof(
            EVERYWHERE,
            [
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
                *upper_bound(),
                *seven_properties(),
            ],
        ),
    )


@claim(
    "CKS-66",
    place="IV-D, V-A",
    statement="besides GM and EM there are only two L0 behaviours, WH alone and WH+CM; S, RH and "
    "RM come with them at no cost",
)
def two_more_behaviours() -> Finding:
    """Every demand without F is sandwiched; the cost is free, not every optimum has them."""
    return decide(
        search=[counterexample("every demand costs what its program does", SEARCHED, _reduces)],
        proof=Proof(
            WIDE,
            [
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
                *upper_bound(),
                *seven_properties(),
                *sandwiches(),
            ],
        ),
    )


@claim(
    "CKS-67",
    place="IV-D",
    statement="any demand for CM, CH or WH without F is met by WM; for alpha <= 1/2 GM suffices",
)
def met_by_wm() -> Finding:
    """WM has WH, RM, CM by definition, CH and RH with them, and S at no cost.

    It meets a demand for WH alone, but is not the cheapest to do so: that is CKS-80.
    """

    def holds(n: int, alpha: Fraction) -> bool:
        six = tuple(p for p in SEVEN if p != "F")
        same_cost = least_cost(n, alpha, six) == least_cost(n, alpha, WM)
        kernel = concrete.geometric(n, alpha)
        has = all(concrete.PROPERTIES[p](kernel) for p in six)
        return same_cost and (alpha > Fraction(1, 2) or has)

    return decide(
        search=[counterexample("WM with all but F; GM for alpha <= 1/2", SEARCHED, holds)],
        proof=Proof(
            EVERYWHERE,
            [
                *(lemma(text, PARAMETRIC) for text in ("RM => RH", "CM => CH")),
                *row_monotone_is_row_honest(),
                *column_monotone_is_column_honest(),
                *reflection(),
                *free(WM, ("S",)),
                *geometric_below_half(),
                *symmetric_and_row_monotone(),
            ],
        ),
    )


@claim(
    "CKS-68",
    place="IV-D",
    statement="for alpha <= 1/2 two mechanisms suffice: EM if fairness is asked, GM otherwise",
)
def two_below_half() -> Finding:
    """For alpha <= 1/2 GM has everything but F, and costs least."""

    def holds(n: int, alpha: Fraction) -> bool:
        if alpha > Fraction(1, 2):
            return True
        gm, em = least_cost(n, alpha), least_cost(n, alpha, ("F",))
        return all(least_cost(n, alpha, s) == (em if "F" in s else gm) for s in DEMANDS)

    return decide(
        search=[counterexample("alpha <= 1/2: every demand costs as GM or EM", SEARCHED, holds)],
        proof=Proof(
            "all n, all alpha in (0, 1/2]",
            [
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
                *geometric_below_half(),
                *upper_bound(),
                *seven_properties(),
            ],
        ),
    )
