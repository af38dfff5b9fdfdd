"""The 128 demands of section IV-D, the program each is reduced to, and that WH and CH bring more.

A demand without F, with or without RM, RH and S, is sandwiched between two programs: the one
without these and the one with all of them. Where both cost the same for all alpha, so does
everything in between.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from ...engine.evidence import Step
from ...lemmas.column_honesty import attained as column_attained
from ...lemmas.column_honesty import bound as column_bound
from ...lemmas.implications import monotone_is_honest
from ...lemmas.joined_ends import joined_attained, joined_bound
from ...lemmas.largest_trace import geometric_below_half
from ...lemmas.optima import PARAMETRIC, SEVEN, Letters, free, lemma
from ...lemmas.weak_honesty import attained as honest_attained
from ...lemmas.weak_honesty import bound as honest_bound

SCOPE = f"n <= {PARAMETRIC[-1]}, all alpha in (0, 1)"
#: How far the sandwiches reach.
WIDE = f"{SCOPE}; all n for alpha <= 2/3 and for alpha >= m/(m+1), m = floor(n/2)"
#: All 128 demands.
DEMANDS: list[Letters] = [s for size in range(8) for s in combinations(SEVEN, size)]
#: Where every demand is solved for, to look for a counterexample.
SEARCHED = [
    {"n": n, "alpha": alpha}
    for n in (1, 2, 3)
    for alpha in (Fraction(1, 3), Fraction(11, 20), Fraction(9, 10))
]


def closed_forms() -> list[Step]:
    """Prove for all n that WH brings RM and S, and CH also CM, without cost, where known.

    WH for every alpha (NEW-2; GM beyond its threshold), CH for alpha <= 1/2 (GM), up to 2/3,
    and from m/(m+1) on (NEW-3).
    """
    return [
        *monotone_is_honest(),
        *honest_bound(),
        *honest_attained(),
        *geometric_below_half(),
        *column_bound(),
        *column_attained(),
        *joined_bound(),
        *joined_attained(),
    ]


def sandwiches() -> list[Step]:
    """Decide that WH and CH bring RH, RM and S (CH also CM) without cost."""
    implied = [lemma(text, PARAMETRIC) for text in ("RM => RH", "CM => CH", "CH => WH")]
    costless = [*free(("WH",), ("RM", "S")), *free(("CH",), ("CM", "RM", "S"))]
    return [*implied, *costless, *closed_forms()]


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
