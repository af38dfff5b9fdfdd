"""Section IV-D: the flowchart of Figure 5 and the table of Figure 6.

The drawing of Figure 5 is lost in both texts, its words are kept in one; they are read with
section IV-D: fairness asked, EM; else a column property asked, the program WH + CM; else
weak honesty asked and n < 2 alpha/(1-alpha), the program WH; else GM. Of Figure 6 one text
has the cells, the other the row of costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...engine.evidence import Step
from ...engine.identities import identity
from ...engine.search import counterexample
from ...engine.signs import UNIT, sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import seven_properties, upper_bound
from ...lemmas.geometric import a, corner_monotone, n, symmetric_and_row_monotone, x, y
from ...lemmas.instances import uniform
from ...lemmas.largest_trace import geometric_alone, geometric_below_half, geometric_is_least
from ...lemmas.optima import (
    GM_COST,
    PARAMETRIC,
    WM,
    Letters,
    chart,
    compared,
    curve,
    free,
    least_cost,
)
from ...lemmas.plateau import dearer_when_fair, plateau_is_valid
from ...lemmas.reflection import reflection
from ...lemmas.weak_honesty import honest_from_threshold
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .demands import DEMANDS, WIDE, program_for, sandwiches

BEYOND_HALF = [Fraction(11, 20), Fraction(3, 5), Fraction(2, 3), Fraction(9, 10)]


def flowchart(letters: Letters, n: int, alpha: Fraction) -> Letters:
    """Return the program to which Figure 5 leads; () is GM.

    >>> flowchart(("WH",), 4, Fraction(2, 3)), flowchart(("WH",), 3, Fraction(2, 3))
    ((), ('WH',))
    """
    program = program_for(letters)
    if program == ("WH",) and n >= 2 * alpha / (1 - alpha):
        return ()
    return program


@claim(
    "CKS-69",
    place="IV-D, Fig. 5",
    statement="the flowchart leads from any demand, for alpha > 1/2, to an L0-optimal mechanism: "
    "F to EM; CH or CM to WH+CM; WH to GM if n >= 2 alpha/(1-alpha), else to WH; the rest to GM",
)
def figure_5() -> Finding:
    """True of the cost; the program must be given the rows of RM, RH and S where asked."""

    def leads(n: int, alpha: Fraction) -> bool:
        return all(
            least_cost(n, alpha, letters) == least_cost(n, alpha, flowchart(letters, n, alpha))
            for letters in DEMANDS
        )

    cases = [{"n": n, "alpha": alpha} for n in (1, 2, 3) for alpha in BEYOND_HALF]
    return decide(
        search=[counterexample("all 128 demands at n <= 3", cases, leads)],
        proof=Proof(
            WIDE.replace("(0, 1)", "(1/2, 1)"),
            [
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
                *upper_bound(),
                *seven_properties(),
                *sandwiches(),
                *honest_from_threshold(),
                # For all n: a program costs what GM does iff GM, the only optimum, fits it.
                *geometric_alone(),
            ],
        ),
    )


#: Figure 6: property -> cells of GM, WM, EM, UM. Y always, N never, - depends.
TABLE = {
    "S": "YYYY",
    "RM": "YYYY",
    "CM": "--YY",
    "F": "NNYY",
    "WH": "-YYY",
}
MECHANISMS = ("GM", "WM", "EM", "UM")
GRID = [(n, alpha) for n in (1, 2, 3, 4) for alpha in (Fraction(1, 3), Fraction(9, 10))]


def has(mechanism: str, letter: str, n: int, alpha: Fraction) -> bool:
    """Return whether a mechanism has a property; for WM, whether some optimum of it has.

    >>> has("WM", "F", 1, Fraction(1, 2)), has("WM", "F", 2, Fraction(1, 2))
    (True, False)
    """
    if mechanism == "WM":
        return least_cost(n, alpha, WM) == least_cost(n, alpha, tuple(sorted({*WM, letter})))
    kernel = {
        "GM": lambda: concrete.geometric(n, alpha),
        "EM": lambda: concrete.explicit_fair(n, alpha),
        "UM": lambda: uniform(n),
    }[mechanism]()
    return concrete.PROPERTIES[letter](kernel)


def cell(mechanism: str, letter: str, least_n: int = 1) -> str:
    """Return what the table should say, as far as the grid tells."""
    seen = {has(mechanism, letter, n, alpha) for n, alpha in GRID if n >= least_n}
    return "-" if len(seen) == 2 else "Y" if seen == {True} else "N"


def _as_printed(mechanism: str, letter: str) -> bool:
    return cell(mechanism, letter) == TABLE[letter][MECHANISMS.index(mechanism)]


@claim(
    "CKS-70",
    place="IV-D, Fig. 6",
    statement="the table of which of GM, WM, EM, UM has S, RM, CM, F and WH always, never, or "
    "depending on the parameters, and what each costs",
)
def figure_6() -> Finding:
    """WM is column monotone by definition; at n = 1 GM and WM are fair."""
    cells = [{"mechanism": m, "letter": p} for p in TABLE for m in MECHANISMS]
    wrong = [f"{c['letter']} of {c['mechanism']}" for c in cells if not _as_printed(**c)]

    def exhibit(mechanism: str, letter: str) -> dict[str, Any]:
        where = {f"n = {n}, alpha = {al}": has(mechanism, letter, n, al) for n, al in GRID}
        printed = TABLE[letter][MECHANISMS.index(mechanism)]
        return {"printed": printed, "found": cell(mechanism, letter), "has it at": where}

    others = [c for c in cells if (c["mechanism"], c["letter"]) != ("WM", "CM")]

    def from_two(mechanism: str, letter: str) -> bool:
        return cell(mechanism, letter, 2) == TABLE[letter][MECHANISMS.index(mechanism)]

    fair = [
        compared(
            f"n = {size}: every fair mechanism costs more than WM",
            curve(size, ("F",)),
            curve(size, WM),
            ["= on (0, 1)"] if size == 1 else ["> on (0, 1)"],
        )
        for size in PARAMETRIC
    ]
    dearer = []
    for size in PARAMETRIC:
        found = chart(curve(size, WM).pieces, GM_COST)
        data = {"n": size, "chart": [str(c) for c in found]}
        least_ = all(c.sign >= 0 for c in found)
        dearer.append(
            Step("parametric program", f"n = {size}: WM costs at least 2a/(1+a)", least_, data)
        )
    return decide(
        search=[counterexample("a cell is as printed", cells, _as_printed, exhibit)],
        correction=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                Step("search", "cells that are not as printed", bool(wrong), {"cells": wrong}),
                counterexample("n >= 2: all other cells are as printed", others, from_two),
                *symmetric_and_row_monotone(),
                *corner_monotone(1 - 2 * a),
                *honest_from_threshold(),
                sign("n >= 2: GM is not fair, x > y", x - y, ">0", {"a": UNIT}),
                *reflection(),  # S is free with WM, Theorem 1
                *free(WM, ("S",)),
                *plateau_is_valid(),
                *dearer_when_fair(),  # so that no optimum of WM is fair
                *geometric_alone(),
                *fair,
                *dearer,
                *geometric_is_least(),
                *geometric_below_half(),
                *upper_bound(),
                *seven_properties(),
                identity("UM costs 1", (n + 1) / n - 1 / n, n**0),
                compared(
                    "n = 3: some optimum of WH alone has CM iff alpha <= 1/2",
                    curve(3, ("CM", "WH")),
                    curve(3, ("WH",)),
                    ["= on (0, 1/2]", "> on (1/2, 1)"],
                ),
            ],
            "CM of WM is Y, not -, since WM is WH+RM+CM (- would be right of the program WH alone, "
            "which is what Figure 7 draws as WM); F of GM and of WM is N only for n >= 2 "
            "(at n = 1 both are randomized response, which is fair); all other cells, and the "
            "costs, are right",
        ),
    )
