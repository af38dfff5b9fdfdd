"""Section I: what is said there of Figures 1, 2 and 7.

The heatmaps of Figures 1 and 2 carry no numbers in the texts at hand, and the sizes of
three of their panels are not printed; what the text says of them is decided. "The" optimum
is any optimum: a demand is added to the program, and where that costs nothing some optimum
meets it. Figure 7's caption level is a rounded one, see also :mod:`.heatmaps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpz_poly

from ....mechanisms.design.design import Inequality
from ....mechanisms.design.optimal import OptimalMechanism
from ....mechanisms.design.parametric.recheck import nonnegative
from ....mechanisms.design.parametric.tiles import Span
from ....mechanisms.exact.algebraic import ONE, ZERO, Algebraic, roots
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.rationals import to_fmpq
from ....mechanisms.families.geometric import factors
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import written
from ...engine.signs import UNIT, at_least, same_sign, sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import upper_bound
from ...lemmas.optima import (
    SEVEN,
    Cell,
    certified,
    chart,
    curve,
    face,
    least,
    least_cost,
    optimum,
    printed,
    printed_of,
    total,
)
from ...statements.claim import Finding, Repair, claim, decide

#: The level of Figures 1 and 2, and that of Figure 7, as printed.
LEVEL, HEATMAPS = Fraction("0.62"), Fraction("0.9")
#: The level at which all that survives of Figure 7 is right.
TRUE_LEVEL = Fraction(10, 11)


def where(n: int, loss: str, demands: tuple[Inequality, ...]) -> list[Cell]:
    """Return for which alpha some optimum of BasicDP meets demands ("=" cells), for which none."""
    return chart(curve(n, (), loss, demands).pieces, curve(n, (), loss).pieces)


def met_at(cells: Sequence[Cell], alpha: Fraction) -> bool:
    """Return whether a level lies in a cell where the demands cost nothing."""
    here = Algebraic.of(to_fmpq(alpha))
    return any(
        cell.sign == 0 and Span(cell.low, cell.high, cell.low_closed, cell.high_closed).holds(here)
        for cell in cells
    )


def _drawn(
    n: int, loss: str, outputs: tuple[int, ...], least_share: Fraction
) -> tuple[list[Cell], Step, Step]:
    """Decide what is said of a panel of Figure 1: (where it holds, claim at 0.62, the facts).

    The claim is that on every input these outputs together have at least this probability.
    """
    every = range(n + 1)
    demands = tuple(total([(i, o) for o in outputs], least_share) for i in every)
    cells = where(n, loss, demands)
    ranges = [face(n, LEVEL, (), loss, [(i, o) for o in outputs]) for i in every]
    best = least(n, LEVEL, (), loss)
    said = f"n = {n}, {loss}: an optimum reports {' or '.join(map(str, outputs))}"
    extra = {
        "n": n,
        "alpha": LEVEL,
        "optimal cost": least_cost(n, LEVEL, (), loss),
        "probability over all optima, input by input": ranges,
    }
    holds = met_at(cells, LEVEL)
    shown = written(extra) if holds else {"counterexample": written(extra)}
    # At 0.62 the optimum is unique, so that "the" optimum is well defined.
    unique = isinstance(best, OptimalMechanism) and best.unique is True

    def refutes() -> Stated:
        """Return that the only optimum has less on some input."""
        found = optimum(best)
        missed = next(i for i in every if ranges[i][1] < least_share)
        demand = facts.linear({(missed, o): 1 for o in outputs}, least_share)
        return Stated(found.kernels, [*found.claims, facts.fails(demand)])

    refuted = Step(
        "parametric program",
        f"{said} with probability at least {least_share} on every input, alpha = 0.62",
        holds,
        {**shown, "where": [str(cell) for cell in cells]},
        refutes=refutes if unique else None,
    )
    return cells, refuted, certified(f"{said}: the optimum at 0.62 is unique", best, unique)


def _holds_on(cells: Sequence[Cell]) -> str:
    return " and ".join(str(cell).removeprefix("= on ") for cell in cells if cell.sign == 0)


@claim(
    "CKS-04",
    place="I, on Fig. 7",
    statement="at n = 4 and alpha = 0.9 EM reports the truth with probability 0.224, GM with 0.238",
)
def truth_in_figure_7() -> Finding:
    """Both are what comes out at 10/11, which 0.9 rounds, and not at 9/10."""
    truly = {(j, j): Fraction(1, 5) for j in range(5)}

    def both(alpha: Fraction) -> list[Step]:
        em, gm = concrete.explicit_fair(4, alpha), concrete.geometric(4, alpha)
        forms = concrete.explicit_fair_form(4, alpha), concrete.geometric_form(4, alpha)
        return [
            printed_of(f"alpha = {alpha}: EM's truth", em, truly, "0.224", forms[0]),
            printed_of(f"alpha = {alpha}: GM's truth", gm, truly, "0.238", forms[1]),
        ]

    (a,) = symbols("a")
    x, y = factors(a)
    truth = 1 - 8 * a / (5 * (1 + a))
    # The level at which GM's truth is t.
    low, high = (5 * (1 - t) / (8 - 5 * (1 - t)) for t in (Fraction("0.2385"), Fraction("0.2375")))
    ends = [a.field(low.numerator) / low.denominator, a.field(high.numerator) / high.denominator]
    bounds = [a.field(477) / 2000, a.field(95) / 400]
    return decide(
        search=both(HEATMAPS),
        correction=Repair(
            "this instance (n = 4, alpha = 10/11); GM's at n = 4, all alpha",
            [
                *both(TRUE_LEVEL),
                printed("10/11 to one decimal", TRUE_LEVEL, "0.9"),
                identity(
                    "GM's truth is (2x + 3y)/5",
                    truth,
                    (2 * x + 3 * y) / 5,
                ),
                *(
                    same_sign(
                        f"GM's truth - {b} has the sign of {e} - a", truth - b, e - a, {"a": UNIT}
                    )
                    for b, e in zip(bounds, ends, strict=True)
                ),
                sign("0.9 lies below that", ends[0] - a.field(9) / 10, ">0", {}),
            ],
            "both numbers are those of alpha = 10/11 (EM 121/541, GM 5/21), which 0.9 rounds; at "
            "alpha = 9/10 EM has 50/221, about 0.226, and GM 23/95, about 0.242; GM's 0.238 needs "
            f"{low} <= alpha <= {high}",
        ),
    )


@claim(
    "CKS-06",
    place="I, Fig. 1 (alpha = 0.62)",
    statement="the L2-optimal BasicDP mechanism drawn there always reports 2",
)
def always_two() -> Finding:
    """Reporting 2 always is optimal for n = 4 alone, and there from 0.773303... upwards."""

    def constant(n: int) -> list[Cell]:
        return where(n, "L2", tuple(total([(i, 2)], Fraction(1)) for i in range(n + 1)))

    def step(n: int) -> Step:
        data = written(
            {
                "n": n,
                "alpha": LEVEL,
                "optimal cost": least_cost(n, LEVEL, (), "L2"),
                "cost of always reporting 2": Fraction(
                    sum((i - 2) ** 2 for i in range(n + 1)), n + 1
                ),
            }
        )
        holds = met_at(cells[n], LEVEL)
        shown = data if holds else {"counterexample": data}
        return Step("parametric program", f"n = {n}: always 2 is optimal at 0.62", holds, shown)

    cells = {n: constant(n) for n in (2, 3, 4, 5)}
    never = [
        Step(
            "parametric program",
            f"n = {n}: always 2 is optimal at no alpha",
            [(c.sign, c.low == ZERO, c.high == ONE) for c in cells[n]] == [(1, True, True)],
            {"chart": [str(c) for c in cells[n]]},
        )
        for n in (2, 3, 5)
    ]
    start = cells[4][-1]
    n, i = symbols("n i")
    return decide(
        search=[step(4), step(3), step(5)],
        correction=Repair(
            "all n, all alpha in (0, 1)",
            [
                *never,
                Step(
                    "parametric program",
                    "n = 4: always 2 is optimal from one level on, and not before",
                    [c.sign for c in cells[4]] == [1, 0] and start.high == ONE,
                    {"chart": [str(c) for c in cells[4]], "from": start.low.to_json()},
                ),
                identity(
                    "inputs i and n-i: (i-2)^2 + (n-i-2)^2 - (i-3)^2 - (n-i-3)^2 = 2(n-5)",
                    (i - 2) ** 2 + (n - i - 2) ** 2 - (i - 3) ** 2 - (n - i - 3) ** 2,
                    2 * (n - 5),
                ),
                sign("n >= 6: always 3 costs less than always 2", n - 5, ">0", {"n": at_least(6)}),
                certified(
                    "n = 4: the optimum at 0.62 is unique",
                    least(4, LEVEL, (), "L2"),
                    getattr(least(4, LEVEL, (), "L2"), "unique", None) is True,
                ),
            ],
            "always reporting 2 is optimal iff n = 4 and alpha >= "
            f"{start.low}; at alpha = 0.62 and n = 4 the unique optimum reports 1, 2 and 3 and "
            f"costs {least_cost(4, LEVEL, (), 'L2')} (about "
            f"{decimal(least_cost(4, LEVEL, (), 'L2'))}), not 2",
        ),
    )


@claim(
    "CKS-07",
    place="I, Fig. 1 (alpha = 0.62)",
    statement="the L1-optimal mechanism for n = 7 reports 2 or 5 with probability at least 0.7 "
    "whatever the input",
)
def two_or_five() -> Finding:
    """At 0.62 it is below 0.3 on every input; elsewhere there are two ranges where it holds."""
    cells, refuted, unique = _drawn(7, "L1", (2, 5), Fraction("0.7"))
    largest = max(face(7, LEVEL, (), "L1", [(i, 2), (i, 5)])[1] for i in range(8))
    elsewhere = [cell for cell in cells if cell.sign == 0]
    return decide(
        search=[refuted],
        correction=Repair(
            "n = 7, all alpha in (0, 1)",
            [
                unique,
                Step(
                    "linear program",
                    "at 0.62 no optimum reports 2 or 5 with probability 0.3 on any input",
                    largest < Fraction(3, 10),
                    {"largest": str(largest)},
                ),
                Step(
                    "parametric program",
                    "some alpha exist where an optimum does what is said",
                    bool(elsewhere),
                    {"chart": [str(cell) for cell in cells]},
                ),
            ],
            f"at alpha = 0.62 outputs 2 and 5 together have probability at most {largest} (about "
            f"{decimal(largest)}); at least 0.7 on every input is optimal exactly for alpha in "
            f"{_holds_on(cells)}",
        ),
    )


@claim(
    "CKS-08",
    place="I, Fig. 1 (alpha = 0.62)",
    statement="the L0,1-optimal mechanism for n = 5 reports 1 or 4 with probability above 0.9",
)
def one_or_four() -> Finding:
    """The middle inputs have probability alpha there: above 0.9 only for alpha above 0.9."""
    cells, refuted, unique = _drawn(5, "L0,1", (1, 4), Fraction("0.9"))
    ranges = [face(5, LEVEL, (), "L0,1", [(i, 1), (i, 4)]) for i in range(6)]
    largest = max(high for _, high in ranges)
    return decide(
        search=[refuted],
        correction=Repair(
            "n = 5, all alpha in (0, 1)",
            [
                unique,
                Step(
                    "linear program",
                    "at 0.62 it is below 0.9 on every input, and exactly 0.62 on inputs 2 and 3",
                    largest < Fraction(9, 10) and {*ranges[2], *ranges[3]} == {LEVEL},
                    written({"ranges": ranges}),
                ),
                Step(
                    "parametric program",
                    "at least 0.9 on every input is optimal iff alpha >= 9/10",
                    [str(cell) for cell in cells] == ["> on (0, 9/10)", "= on [9/10, 1)"],
                    {"chart": [str(cell) for cell in cells]},
                ),
                no_common_level(),
            ],
            "at alpha = 0.62 the probability is exactly 0.62 on inputs 2 and 3 and at most "
            f"{largest} (about {decimal(largest)}) on any; at least 0.9 on every input is optimal "
            f"iff alpha is in {_holds_on(cells)}, where what is said of n = 7 and L1 is not so",
        ),
    )


@claim(
    "CKS-09",
    place="I, Fig. 2 (alpha = 0.62)",
    statement="with all seven properties, the L2-optimal mechanism (n = 4) reports within 1 of "
    "the truth with probability at least 2/3 on every input",
)
def within_one() -> Finding:
    """Input 0 misses 2/3 by 0.002: the threshold is the golden ratio 0.618..., 0.62 rounded."""
    n, share, seven = 4, Fraction(2, 3), SEVEN
    near = [[(i, o) for o in range(n + 1) if abs(i - o) <= 1] for i in range(n + 1)]
    ranges = [face(n, LEVEL, seven, "L2", entries) for entries in near]
    worst = min(low for low, _ in ranges)
    (golden,) = roots(fmpz_poly([-1, 1, 1]), to_fmpq(Fraction(0)), to_fmpq(Fraction(1)))
    optimum = curve(n, seven, "L2")
    below = []
    for tile in optimum.tiles:
        if tile.span.low < golden:
            span = tile.span.within(Span(ZERO, golden, high_closed=True))
            kernel = optimum.kernel(tile)
            below += [
                nonnegative(sum((kernel[i][o] for i, o in es), -to_fmpq(share)), span)
                for es in near
            ]
    (a,) = symbols("a")
    exponents = [-(-k // 2) for k in range(n + 1)]  # y* = 1 / sum of these powers
    data = written({"n": n, "alpha": LEVEL, "within 1, input by input": ranges})
    holds = worst >= share
    rounded = printed("the threshold (between 0.61803 and 0.61804)", Fraction("0.61803"), "0.62")
    bracket = (
        Algebraic.of(to_fmpq(Fraction("0.61803")))
        < golden
        < Algebraic.of(to_fmpq(Fraction("0.61804")))
    )
    return decide(
        search=[
            Step(
                "linear program",
                "at 0.62 every input stays within 1 with probability at least 2/3",
                holds,
                data if holds else {"counterexample": data},
            )
        ],
        condition=Repair(
            "n = 4, all alpha in (0, 1)",
            [
                Step(
                    "parametric program",
                    "alpha^2 + alpha <= 1: on every input an optimum has at least 2/3",
                    bool(below) and all(below),
                    {"costs": str(optimum).splitlines()[1:], "threshold": golden.to_json()},
                ),
                # With CH, Pr[1|0] <= Pr[0|0] = y, and y <= y* for every fair mechanism.
                *upper_bound(),
                same_sign(
                    "input 0 has at most 2 y*, and 2 y* - 2/3 has the sign of 1 - a - a^2",
                    2 / sum(a**e for e in exponents) - a.field(2) / 3,
                    1 - a - a**2,
                    {"a": UNIT},
                ),
                Step("intervals", "the threshold", bool(bracket), {"root": golden.to_json()}),
                rounded,
            ],
            f"alpha^2 + alpha <= 1, that is alpha <= (sqrt 5 - 1)/2 = {golden}, which 0.62 rounds; "
            f"at 0.62 itself inputs 0 and 4 have {worst} (about {decimal(worst)})",
        ),
    )


def no_common_level() -> Step:
    """Show that no one level makes both sentences with probabilities on Figure 1 true."""
    one = _drawn(7, "L1", (2, 5), Fraction("0.7"))[0]
    other = _drawn(5, "L0,1", (1, 4), Fraction("0.9"))[0]
    last = max((cell.high for cell in one if cell.sign == 0), default=ZERO)
    first = min((cell.low for cell in other if cell.sign == 0), default=ONE)
    return Step(
        "parametric program",
        "where the sentence on L1 holds, alpha is below where that on L0,1 does",
        last < first,
        {"L1 up to": last.to_json(), "L0,1 from": first.to_json()},
    )
