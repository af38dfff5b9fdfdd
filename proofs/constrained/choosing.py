"""Section IV-D: which mechanism serves which of the 128 demands, and Figures 5 and 6.

A demand without F, with or without RM, RH and S, is sandwiched between two programs: the one
without these and the one with all of them. Where both cost the same for all alpha, so does
everything in between. GM's optimality is proved for all n with the weights that turn GM
around, EM's with the middle input (:mod:`.em`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from ..claim import Finding, Proof, claim, decide
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity
from ..engine.linear import absolute, equal
from ..engine.search import counterexample
from ..engine.signs import UNIT, UNIT_CLOSED, Range, at_least, sign
from ..engine.sums import Index, geometric
from . import instances as concrete
from .em import seven_properties, upper_bound
from .gm import (
    A,
    Z,
    a,
    corner_monotone,
    d,
    i,
    inner_outputs_monotone,
    j,
    k,
    n,
    power,
    symmetric_and_row_monotone,
    x,
    y,
)
from .optima import PARAMETRIC, SEVEN, WM, Letters, curve, least_cost, lemma, same

SOURCE = "Constrained Differential Privacy for Count Data"
SCOPE = f"n <= {PARAMETRIC[-1]}, all alpha in (0, 1)"
EVERYWHERE = "all n, all alpha in (0, 1)"

#: All 128 demands.
DEMANDS: list[Letters] = [s for size in range(8) for s in combinations(SEVEN, size)]
#: Where every demand is solved for, to look for a counterexample.
SEARCHED = [
    {"n": n, "alpha": alpha}
    for n in (1, 2, 3)
    for alpha in (Fraction(1, 3), Fraction(11, 20), Fraction(9, 10))
]


def geometric_is_least() -> list[Step]:
    """Prove that no BasicDP mechanism has a larger trace than GM.

    With weights g_j = x at both ends and y inside, sum_j g_j alpha^|i-j| = 1 for every i. By
    DP, Pr[i|j] >= alpha^|i-j| Pr[i|i], so Pr[i|i] <= sum_j g_j Pr[i|j]; over all i this says
    trace <= sum_j g_j = 2x + (n-1)y, which is GM's trace.
    """
    steps: list[Step] = [
        prove("DP chain: |i-j| is 0 at j = i", [], equal(absolute(i - i), 0)),
        prove(
            "DP chain: |i-(j+1)| = |i-j| + 1 for j >= i",
            [j >= i],
            equal(absolute(i - j - 1), absolute(i - j) + 1),
        ),
        prove(
            "DP chain: |i-(j-1)| = |i-j| + 1 for j <= i",
            [j <= i],
            equal(absolute(i - j + 1), absolute(i - j) + 1),
        ),
    ]
    index = Index(k, Z)
    # Here j is the output, d = n - j >= 1; the sum goes over the inputs.
    below = geometric(y, a, power(j), index, steps)
    above = geometric(y * a, a, power(d - 1), index, steps)
    ends = x * power(j) + x * power(d)
    return [
        *steps,
        identity("sum_j g_j alpha^|i-j| = 1 (output n by symmetry)", ends + below + above, a**0),
        sign("the weights are positive", y, ">0", {"a": UNIT}),
        identity(
            "L0 of that trace is 2 alpha/(1+alpha)",
            (n + 1) / n - (2 * x + (n - 1) * y) / n,
            2 * a / (1 + a),
        ),
    ]


def geometric_below_half() -> list[Step]:
    """Prove that for alpha <= 1/2 GM has CM, CH and WH."""
    half = {"a": Range(Fraction(0), Fraction(1, 2), high_closed=True)}
    inner = {**half, "A": UNIT_CLOSED}  # A = alpha^k, k >= 0
    return [
        *corner_monotone(1 - 2 * a),
        *inner_outputs_monotone(),
        sign("n = 1, CM and CH: x > alpha x", x - x * a, ">0", {"a": UNIT}),
        sign("CH, inner input: y >= x alpha^(k+1)", y - x * a * A, ">=0", inner),
        sign("CH, inner input: y >= y alpha^k", y - y * A, ">=0", inner),
        sign("CH, inputs 0 and n: x >= x alpha^k", x - x * A, ">=0", inner),
        sign("CH, inputs 0 and n: x >= y alpha^k", x - y * A, ">=0", inner),
        sign("WH, n >= 2: y >= 1/(n+1)", y - 1 / (n + 1), ">=0", {**half, "n": at_least(2)}),
        sign("WH: x >= 1/(n+1)", x - 1 / (n + 1), ">=0", {**half, "n": at_least(1)}),
    ]


def free(letters: Letters, besides: Letters, sizes: Iterable[int] = PARAMETRIC) -> list[Step]:
    """Decide whether further properties cost nothing, for all alpha at each size."""
    shows = f"{'+'.join(besides)} for free with {'+'.join(letters)}"
    more = tuple(p for p in SEVEN if p in {*letters, *besides})
    return [same(f"n = {size}: {shows}", curve(size, letters), curve(size, more)) for size in sizes]


def sandwiches() -> list[Step]:
    """Decide that WH and CH bring RH, RM and S (CH also CM) without cost."""
    implied = [lemma(text, PARAMETRIC) for text in ("RM => RH", "CM => CH", "CH => WH")]
    return [*implied, *free(("WH",), ("RM", "S")), *free(("CH",), ("CM", "RM", "S"))]


def program_for(letters: Letters) -> Letters:
    """Return the program to which the paper reduces a demand; () is GM, (F,) is EM.

    >>> program_for(("RH", "CH", "S")), program_for(("F", "CM")), program_for(("S",))
    (('CM', 'WH'), ('F',), ())
    """
    if "F" in letters:
        return ("F",)
    if {"CH", "CM"} & {*letters}:
        return ("CM", "WH")
    return ("WH",) if "WH" in letters else ()


def _reduces(n: int, alpha: Fraction) -> bool:
    return all(
        least_cost(n, alpha, letters) == least_cost(n, alpha, program_for(letters))
        for letters in DEMANDS
    )


@claim(
    "CKS-65",
    source=SOURCE,
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
    source=SOURCE,
    place="IV-D, V-A",
    statement="besides GM and EM there are only two L0 behaviours, WH alone and WH+CM; S, RH and "
    "RM come with them at no cost",
)
def two_more_behaviours() -> Finding:
    """Every demand without F is sandwiched; the cost is free, not every optimum has them."""
    return decide(
        search=[counterexample("every demand costs what its program does", SEARCHED, _reduces)],
        proof=Proof(
            SCOPE,
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
    source=SOURCE,
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
            SCOPE,
            [
                *(lemma(text, PARAMETRIC) for text in ("RM => RH", "CM => CH")),
                *free(WM, ("S",)),
                *geometric_below_half(),
                *symmetric_and_row_monotone(),
            ],
        ),
    )


@claim(
    "CKS-68",
    source=SOURCE,
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
