"""Sections V-A and V-B: Figures 8 and 9, the thresholds, and GM against UM.

Costs are compared as functions of alpha on all of (0, 1), at each size.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from ....mechanisms.exact.decimals import decimal
from ....mechanisms.families.geometric import factors
from ....verify.judge.joining import Stated, joined
from ...deciding.lattice import lattice
from ...engine import facts
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import ceil_half, variables
from ...engine.reals import rounding
from ...engine.search import counterexample, instances, written
from ...engine.signs import UNIT, Range, at_least, same_sign, sign
from ...lemmas import instances as concrete
from ...lemmas.column_honesty import bound as column_bound
from ...lemmas.explicit_fair import normaliser_at, seven_properties
from ...lemmas.geometric import a as gm_alpha
from ...lemmas.geometric import corner_monotone
from ...lemmas.honesty_prices import dearer
from ...lemmas.implications import closure, implications_proved
from ...lemmas.largest_trace import geometric_alone, geometric_below_half, geometric_is_least
from ...lemmas.optima import (
    PARAMETRIC,
    WM,
    compared,
    curve,
    free,
    least,
    least_cost,
    lemma,
    optimum,
)
from ...lemmas.plateau import dearer_when_fair, plateau_is_valid
from ...lemmas.separations import witnesses
from ...lemmas.weak_honesty import attained as honest_attained
from ...lemmas.weak_honesty import bound as honest_bound
from ...lemmas.weak_honesty import honest_from_threshold
from ...statements.claim import Finding, Proof, Repair, claim, decide

#: The level of Figures 8(b) and 9(c).
HIGH = Fraction(99, 100)
SEARCHED = list(
    instances(range(1, 5), [Fraction(1, 2), Fraction(3, 5), Fraction(2, 3), Fraction(3, 4), HIGH])
)
a, n = symbols("a n")


def threshold(alpha: Fraction) -> Fraction:
    """Return 2 alpha/(1-alpha), from which on GM is weakly honest.

    >>> threshold(Fraction(2, 3))
    Fraction(4, 1)
    """
    return 2 * alpha / (1 - alpha)


@claim(
    "CKS-39",
    place="V-B",
    statement="UM's chance of picking the correct answer is always 1 - 1/(n+1)",
)
def chance_of_um() -> Finding:
    """That is its chance of a wrong answer."""

    def correct(n: int) -> bool:
        return Fraction(1, n + 1) == 1 - Fraction(1, n + 1)

    return decide(
        search=[
            counterexample(
                "Pr[i|i] = 1/(n+1) is 1 - 1/(n+1)",
                ({"n": n} for n in range(1, 8)),
                correct,
                lambda n: {"correct": Fraction(1, n + 1), "printed": Fraction(n, n + 1)},
                lambda n: facts.kernel(
                    concrete.uniform(n), facts.fails(facts.entry(0, 0, Fraction(n, n + 1)))
                ),
            )
        ],
        correction=Repair(
            "all n",
            [
                identity("each input errs with n equal entries", n / (n + 1), 1 - 1 / (n + 1)),
                identity("and is right with the rest", 1 - n / (n + 1), 1 / (n + 1)),
                sign("n >= 2: these differ", n / (n + 1) - 1 / (n + 1), ">0", {"n": at_least(2)}),
            ],
            "the chance of a correct answer is 1/(n+1); 1 - 1/(n+1) is that of a wrong one (for "
            "n = 1 both are 1/2)",
        ),
    )


#: WH with the 16 subsets of RH, RM, CH, CM.
WITH_WH = [("WH", *s) for count in range(5) for s in combinations(("RH", "RM", "CH", "CM"), count)]


def combinations_with_wh(size: int) -> list[tuple[str, ...]]:
    """Return what WH with the 16 subsets of RH, RM, CH, CM comes to under implication.

    >>> len(combinations_with_wh(1))
    1
    """
    found = lattice(size)
    return list(dict.fromkeys(found.closure(s) for s in WITH_WH))


@claim(
    "CKS-78",
    place="V-A",
    statement="WH can be combined with RH, RM, CH, CM in 9 ways that differ",
)
def nine_combinations() -> Finding:
    """At n = 1 all nine are one; from n = 2 on they differ."""
    sizes = range(1, 5)

    def nine(n: int) -> bool:
        return len(combinations_with_wh(n)) == 9

    return decide(
        search=[
            counterexample(
                "there are 9",
                ({"n": n} for n in sizes),
                nine,
                lambda n: {"ways": len(combinations_with_wh(n))},
            )
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                lemma("RM => RH", sizes),
                lemma("CM => CH", sizes),
                counterexample("n >= 2: there are 9", ({"n": n} for n in sizes[1:]), nine),
                *implications_proved(),
                *witnesses(),
                Step(
                    "patterns",
                    "n >= 3: under the five implications, which are all, there are 9",
                    len({closure(frozenset(s)) for s in WITH_WH}) == 9,
                    {"sets": sorted("+".join(sorted(closure(frozenset(s)))) for s in WITH_WH)},
                ),
            ],
            "n >= 2 (for n = 1 WH implies all four)",
        ),
    )


def grows_through(
    shows: str, f: Element, at: Fraction, low: Fraction, high: Fraction
) -> list[Step]:
    """Decide whether a function of alpha is >= `low` from a level on, and <= `high` up to it.

    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> [step.holds for step in grows_through("2a", 2 * a, half, one, one)]
    [True, True]
    """
    bounds = [f.field(bound.numerator) / bound.denominator for bound in (low, high)]
    above, below = Range(at, Fraction(1), low_closed=True), Range(Fraction(0), at, high_closed=True)
    return [
        sign(f"{shows} >= {low} for alpha >= {at}", f - bounds[0], ">=0", {"a": above}),
        sign(f"{shows} <= {high} for alpha <= {at}", f - bounds[1], "<=0", {"a": below}),
    ]


@claim(
    "CKS-79",
    place="V-A, Fig. 8(a)",
    statement="for alpha = 0.76, 2 alpha/(1-alpha) is 6.33 and 2 alpha/(1+alpha) is 0.864",
)
def numbers_of_figure_8() -> Finding:
    """Exactly 19/3 and 19/22."""
    alpha = Fraction("0.76")
    steps = [
        *grows_through("2 alpha/(1-alpha)", 2 * a / (1 - a), alpha, *rounding("6.33")),
        *grows_through("2 alpha/(1+alpha)", 2 * a / (1 + a), alpha, *rounding("0.864")),
    ]
    return decide(search=[], proof=Proof("this instance (alpha = 0.76)", steps, literal=True))


@claim(
    "CKS-82",
    place="V-A, Fig. 9",
    statement="2 alpha/(1-alpha) is 4, 20 and 198 for alpha = 2/3, 10/11 and 99/100",
)
def thresholds_of_figure_9() -> Finding:
    """All three are exact."""
    stated = {Fraction(2, 3): 4, Fraction(10, 11): 20, HIGH: 198}
    steps = []
    for alpha, value in stated.items():
        ends = Fraction(value), Fraction(value)
        steps += grows_through("2 alpha/(1-alpha)", 2 * a / (1 - a), alpha, *ends)
    return decide(search=[], proof=Proof("these three instances", steps, literal=True))


def corner_dishonest() -> list[Step]:
    """Prove that for n >= 3 and alpha > 1/2 GM is not column honest, nor monotone.

    On input 1 output 0 has alpha x, the truth y: CH fails for n >= 2 as CM does.
    """
    x, y = factors(a)
    return [
        same_sign("Pr[0|1] - Pr[1|1] has the sign of 2a - 1", a * x - y, 2 * a - 1, {"a": UNIT}),
    ]


def columns_dearer() -> list[Step]:
    """Prove for all n >= 3 and alpha > 1/2 that CH, and so CM, costs more than WH.

    From 2a/(1-a) on WH costs what GM does and CH more, since GM is the only optimum and lacks
    CH. Before, the trace under WH (NEW-2, with RM and S too) is above the bound under CH
    (NEW-3).
    """
    return [
        *geometric_is_least(),
        *geometric_alone(),
        *corner_monotone(1 - 2 * gm_alpha),
        *corner_dishonest(),
        *honest_bound(),
        *honest_attained(),
        *column_bound(),
        *dearer(),
    ]


def columns_cost_more() -> list[Step]:
    """Decide where CH costs more than WH: for n >= 3 exactly for alpha > 1/2."""
    steps = []
    for size in PARAMETRIC:
        apart = ["= on (0, 1/2]", "> on (1/2, 1)"] if size >= 3 else ["= on (0, 1)"]
        shows = f"n = {size}: CH costs more than WH iff n >= 3 and alpha > 1/2"
        steps.append(compared(shows, curve(size, ("CH",)), curve(size, ("WH",)), apart))
    return steps


@claim(
    "CKS-80",
    place="V-A, Fig. 8",
    statement="WH, also with RH or RM, costs what GM costs iff n >= 2 alpha/(1-alpha); with CH or "
    "CM it costs more than that",
)
def figure_8() -> Finding:
    """Unless n = 1, and column properties cost more only for n >= 3 and alpha > 1/2."""

    def threshold_right(n: int, alpha: Fraction) -> bool:
        free = least_cost(n, alpha, ("RM", "WH")) == least_cost(n, alpha)
        return free == (n >= threshold(alpha))

    def column_dearer(n: int, alpha: Fraction) -> bool:
        return least_cost(n, alpha, ("WH", "CH")) > least_cost(n, alpha, ("WH",))

    def costs(n: int, alpha: Fraction) -> dict[str, Fraction]:
        return {
            "2 alpha/(1-alpha)": threshold(alpha),
            "GM": least_cost(n, alpha),
            "WH": least_cost(n, alpha, ("WH",)),
            "WH+CH": least_cost(n, alpha, ("WH", "CH")),
        }

    return decide(
        search=[
            counterexample("WH+RM costs as GM iff n >= 2a/(1-a)", SEARCHED, threshold_right, costs),
            counterexample("WH+CH costs more than WH", SEARCHED, column_dearer, costs),
        ],
        condition=Repair(
            "all n, all alpha in (0, 1)",
            [
                *honest_from_threshold(),
                *geometric_below_half(),
                *columns_dearer(),
                *free(("WH",), ("RM", "S")),
                *columns_cost_more(),
            ],
            "n >= 2 for the threshold (at n = 1 WH costs what GM costs at every alpha); n >= 3 and "
            "alpha > 1/2 for CH and CM to cost more than WH (else they cost the same)",
        ),
    )


@claim(
    "CKS-81",
    place="V-A, Fig. 8(b), 9(c)",
    statement="for large alpha all combinations with WH cost the same as EM",
)
def all_alike_for_large_alpha() -> Finding:
    """Below 1 EM always costs more, at alpha = 99/100 by less than 1/10000 for n <= 10."""

    def alike(n: int, alpha: Fraction) -> bool:
        return len({least_cost(n, alpha, s) for s in (("WH",), WM, ("F",))}) == 1

    def costs(n: int, alpha: Fraction) -> dict[str, Fraction]:
        return {name: least_cost(n, alpha, s) for name, s in _PROGRAMS.items()}

    gaps = {size: _gap(size) for size in range(2, 11)}
    largest = max(gaps, key=lambda size: gaps[size])
    return decide(
        search=[
            counterexample(
                "WH, WM and EM cost the same at 99/100",
                ({"n": size, "alpha": HIGH} for size in PARAMETRIC),
                alike,
                costs,
            )
        ],
        correction=Repair(
            "all n, all alpha in (0, 1); the numbers: n <= 10, alpha = 99/100",
            [
                *plateau_is_valid(),
                *dearer_when_fair(),
                *columns_dearer(),
                *(
                    compared(
                        f"n = {size}: EM costs more than WM, and so than WH",
                        curve(size, ("F",)),
                        curve(size, WM),
                        ["= on (0, 1)"] if size == 1 else ["> on (0, 1)"],
                    )
                    for size in PARAMETRIC
                ),
                *columns_cost_more(),
                Step(
                    "linear program",
                    "at 99/100 EM costs less than 1/10000 more than WH, n <= 10",
                    max(gaps.values()) < Fraction(1, 10000),
                    written({"EM - WH": gaps}),
                ),
            ],
            "for n >= 2 EM costs more than every combination without F at every alpha < 1, and for "
            "n >= 3 and alpha > 1/2 CH and CM cost more than WH alone; at alpha = 99/100 "
            "and n <= 10 the costs of EM and WH differ by at most "
            f"{decimal(gaps[largest], 6)} (n = {largest})",
        ),
    )


_PROGRAMS: dict[str, tuple[str, ...]] = {"GM": (), "WH": ("WH",), "WM": WM, "EM": ("F",)}


def _gap(size: int) -> Fraction:
    return least_cost(size, HIGH, ("F",)) - least_cost(size, HIGH, ("WH",))


def wm_and_gm(n: int, alpha: Fraction) -> Stated:
    """Return what a certificate states of an optimum of WM, and of that of BasicDP, which is GM."""
    return joined(optimum(least(n, alpha, letters)) for letters in (WM, ()))


@claim(
    "CKS-83",
    place="V-A, Fig. 9",
    statement="WM (WH+RM+CM) coincides with GM once n >= 2 alpha/(1-alpha)",
)
def wm_meets_gm() -> Finding:
    """WM costs what GM costs iff alpha <= 1/2 (or n = 1), whatever the threshold."""

    def coincides(n: int, alpha: Fraction) -> bool:
        return n < threshold(alpha) or least_cost(n, alpha, WM) == least_cost(n, alpha)

    def costs(n: int, alpha: Fraction) -> dict[str, Fraction]:
        found = {name: least_cost(n, alpha, s) for name, s in _PROGRAMS.items()}
        return {"2 alpha/(1-alpha)": threshold(alpha), **found}

    return decide(
        search=[
            counterexample("n >= 2a/(1-a): WM costs as GM", SEARCHED, coincides, costs, wm_and_gm)
        ],
        correction=Repair(
            "all n, all alpha in (0, 1)",
            [
                *geometric_alone(),
                *corner_monotone(1 - 2 * gm_alpha),
                *(
                    compared(
                        f"n = {size}: WM costs what GM does iff alpha <= 1/2 or n = 1",
                        curve(size, WM),
                        curve(size),
                        ["= on (0, 1)"] if size == 1 else ["= on (0, 1/2]", "> on (1/2, 1)"],
                    )
                    for size in PARAMETRIC
                ),
                *geometric_is_least(),
                *geometric_below_half(),
                *honest_from_threshold(),
            ],
            "WM costs what GM does iff alpha <= 1/2 or n = 1; it is the program WH alone (with RM, "
            "RH, S or not) that costs what GM does for n >= 2 alpha/(1-alpha)",
        ),
    )


@claim(
    "CKS-84",
    place="V-A, Fig. 9(c)",
    statement="at alpha = 99/100 EM's y exceeds 1/(n+1) for every n, so EM has WH",
)
def em_is_weakly_honest() -> Finding:
    """True, but no merit of a high alpha: it is so for every alpha below 1."""

    def exceeds(n: int, alpha: Fraction) -> bool:
        honest = concrete.PROPERTIES["WH"](concrete.explicit_fair(n, alpha))
        return honest and normaliser_at(n, alpha) > Fraction(1, n + 1)

    (k,) = variables("k")
    return decide(
        search=[counterexample("y* > 1/(n+1)", instances(), exceeds)],
        proof=Proof(
            "all n, all alpha in (0, 1)",
            [
                *seven_properties(),
                # y* = 1 / sum of the n+1 terms alpha^ceil(k/2), of which n are below 1.
                prove(
                    "for k >= 1 the exponent ceil(k/2) is at least 1", [k >= 1], [ceil_half(k) - 1]
                ),
                sign("so those n terms are below 1", 1 - a, ">0", {"a": UNIT}),
            ],
        ),
    )


@claim(
    "CKS-85",
    place="V-B",
    statement="on inputs other than 0 and n GM reports the truth less often than UM",
)
def worse_than_uniform_inside() -> Finding:
    """An inner input is right with (1-alpha)/(1+alpha), against 1/(n+1)."""

    def worse(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return all(kernel[j][j] < Fraction(1, n + 1) for j in range(1, n))

    def beyond(n: int, alpha: Fraction) -> bool:
        return n >= threshold(alpha) or worse(n, alpha)

    _, y = factors(a)
    return decide(
        search=[
            counterexample(
                "Pr[j|j] < 1/(n+1) for 0 < j < n",
                instances(),
                worse,
                lambda n, alpha: {
                    "Pr[1|1]": concrete.geometric(n, alpha)[1][1],
                    "1/(n+1)": Fraction(1, n + 1),
                },
                lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha),
                    facts.holds(facts.linear({(1, 1): 1}, Fraction(1, n + 1))),
                ),
            )
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample("the same for n < 2a/(1-a)", instances(), beyond),
                same_sign(
                    "1/(n+1) - y has the sign of 2a/(1-a) - n",
                    1 / (n + 1) - y,
                    2 * a / (1 - a) - n,
                    {"a": UNIT, "n": at_least(2)},
                ),
            ],
            "n < 2 alpha/(1-alpha), and then on every inner input; else it is as good or better",
        ),
    )
