"""Section 6: what the baselines are, and the numbers that the text gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from ....mechanisms.families.geometric import geometric
from ....mechanisms.families.staircase import staircase
from ....mechanisms.polytopes.polytope import Rows
from ....verify.judge.joining import Stated
from ...engine.evidence import Step
from ...engine.identities import Powers, identity, symbols
from ...engine.linear import variables
from ...engine.reals import rounding
from ...engine.search import counterexample
from ...engine.signs import UNIT, Range, at_least, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .space import ALL, HALF, LEVELS
from .weights import least_cost, total

a, A, N, q, x, y, t = symbols("a A N q x y t")
(k,) = variables("k")
power = Powers(a, {"k": A})


def rows_of(mechanism: Any) -> Rows:
    """Return the kernel of a mechanism as Fractions."""
    return [[Fraction(e) for e in row] for row in mechanism.rows()]


@claim(
    "KL-52",
    place="6",
    statement="the truncated geometric need not coincide with the two-stage unfixed optimum, and "
    "is not guaranteed to minimise a count error",
)
def geometric_is_not_always_best() -> Finding:
    """An instance is enough: weights that look at one input alone."""

    def worse_somewhere(size: int) -> bool:
        w = tuple(tuple(t * int(r == 0) for t in range(size)) for r in range(size))
        return total(w, rows_of(geometric(size - 1, HALF))) > least_cost(w, HALF)

    cases = [{"size": size} for size in (2, 3, 4)]
    return decide(
        search=[
            counterexample("for some W, GM costs more than the optimum", cases, worse_somewhere)
        ],
        proof=Proof(
            "all n >= 1 (n + 1 counts), all alpha in (0, 1)",
            [
                sign(
                    "W = |i-j| at input 0 alone: GM costs at least Pr[1 or more | 0] = "
                    "alpha/(1+alpha), and always reporting 0 costs 0",
                    a / (1 + a),
                    ">0",
                    {"a": UNIT},
                ),
            ],
        ),
    )


@claim(
    "KL-53",
    place="6, footnote 7",
    statement="with gamma = 1/2 the staircase mechanism, rounded, coincides with the truncated "
    "geometric",
)
def staircase_at_one_half() -> Finding:
    """Its steps end at k + 1/2, so what rounds to k has the density of one step.

    The density is h alpha^k from k - 1/2 to k + 1/2, on both sides of 0, with
    h = (1-alpha)/(2 d), d = gamma + alpha (1-gamma) = (1+alpha)/2.
    """
    cases = [{"n": n, "alpha": alpha} for n in (1, 2, 3, 6) for alpha in LEVELS]
    width = (1 + a) / 2
    height = (1 - a) / (2 * width)
    return decide(
        search=[
            counterexample(
                "the kernels are the same",
                cases,
                lambda n, alpha: rows_of(staircase(n, alpha, HALF)) == rows_of(geometric(n, alpha)),
            )
        ],
        proof=Proof(
            ALL,
            [
                identity("Pr[0]: from -1/2 to 1/2", height * 1, (1 - a) / (1 + a)),
                identity(
                    "Pr[k]: from k - 1/2 to k + 1/2, at height h alpha^k",
                    height * power(k),
                    (1 - a) / (1 + a) * A,
                ),
            ],
        ),
    )


def ends(text: str) -> tuple[Fraction, Fraction]:
    """Return the numbers between which a printed decimal was rounded."""
    return rounding(text)


def _arithmetic(
    shows: str, holds: bool, refutes: Callable[[], Stated | None] | None = None, **data: Any
) -> Step:
    shown = {key: str(value) for key, value in data.items()}
    exhibit = shown if holds else {"counterexample": shown}
    return Step("instance", shows, holds, exhibit, refutes=refutes)


def too_small(increase: Fraction) -> Step:
    """Decide whether any increase from x to y, which round to 1.27 and 1.32, is less than this.

    >>> too_small(Fraction("0.0565")).holds, too_small(Fraction("0.04")).holds
    (True, False)
    """
    needed = x.field(increase.numerator) / increase.denominator
    box = {
        name: Range(*ends(text), low_closed=True, high_closed=True)
        for name, text in [("x", "1.27"), ("y", "1.32")]
    }
    return sign("y/x - 1 is less than that", y / x - 1 - needed, "<0", box)


@claim(
    "KL-55",
    place="6.1",
    statement="from 0.64 to 0.04 is a decrease by 94%, and 2.60 is more than 40 times 0.06",
)
def decreases() -> Finding:
    """With the printed figures. They are rounded: 2.60/0.06 stands for 39.9 to 47.4."""
    fall = 1 - Fraction("0.04") / Fraction("0.64")
    times = Fraction("2.60") / Fraction("0.06")
    low, high = ends("0.94")
    least = ends("2.60")[0] / ends("0.06")[1]
    return decide(
        search=[
            _arithmetic("1 - 0.04/0.64 rounds to 0.94", low <= fall <= high, decrease=fall),
            _arithmetic("2.60/0.06 > 40", times > 40, ratio=times, least=least),
        ],
        proof=Proof(
            "the printed figures",
            [
                sign(
                    "from x >= 0.64 to 0.04 is a decrease by at least 93.5%",
                    1 - x.field(4) / 100 / x - x.field(935) / 1000,
                    ">=0",
                    {"x": at_least(Fraction("0.64"))},
                ),
                sign(
                    "and from x <= 0.64 by less than 94.5%",
                    1 - x.field(4) / 100 / x - x.field(945) / 1000,
                    "<0",
                    {"x": Range(Fraction(0), Fraction("0.64"), high_closed=True)},
                ),
                sign(
                    "x >= 2.60 is more than 40 times 0.06",
                    x - 40 * x.field(6) / 100,
                    ">0",
                    {"x": at_least(Fraction("2.6"))},
                ),
            ],
            literal=True,
        ),
    )


@claim(
    "KL-56",
    place="6.2",
    statement="from 1.27 to 1.32 is an increase by 5.7%",
)
def increase() -> Finding:
    """Not even for numbers that round to 1.27 and 1.32."""
    found = Fraction("1.32") / Fraction("1.27") - 1
    most = ends("1.32")[1] / ends("1.27")[0] - 1
    least = ends("1.32")[0] / ends("1.27")[1] - 1
    low, _ = ends("0.057")
    return decide(
        search=[
            _arithmetic(
                "some increase from 1.27 to 1.32, unrounded, rounds to 5.7%",
                most >= low,
                refutes=too_small(low).stated,
                increase=found,
                most=most,
                needed=low,
            )
        ],
        correction=Repair(
            "the printed figures",
            [
                _arithmetic(
                    "1.32/1.27 - 1 rounds to 0.039",
                    abs(found - Fraction("0.039")) <= Fraction(1, 2000),
                    increase=found,
                ),
                _arithmetic(
                    "unrounded, it is between 3.1% and 4.8%",
                    Fraction("0.031") < least < most < Fraction("0.048"),
                    least=least,
                    most=most,
                ),
            ],
            "an increase by 3.9% (between 3.1% and 4.8%, as the two figures are rounded)",
        ),
    )


@claim(
    "KL-60",
    place="6",
    statement="delta = 1/(N+1) satisfies the convention delta < 1/N",
)
def delta_of_the_gaussian() -> Finding:
    """For every N >= 1."""
    cases = [{"rows": rows} for rows in (1, 2, 3136, 10**9)]
    return decide(
        search=[
            counterexample(
                "1/(N+1) < 1/N", cases, lambda rows: Fraction(1, rows + 1) < Fraction(1, rows)
            )
        ],
        proof=Proof(
            "all N >= 1",
            [sign("1/N - 1/(N+1) > 0", 1 / N - 1 / (N + 1), ">0", {"N": at_least(1)})],
            literal=True,
        ),
    )


# --- the two stages ---------------------------------------------------------------------------


def two_stages(
    first: Rows, tables: list[Rows], choice: tuple[int, ...]
) -> list[dict[tuple[int, int], Fraction]]:
    """Return the law of (z, released count) for each count: z by `first`, T by choice[z]."""
    return [
        {
            (z, o): row[z] * tables[choice[z]][count][o]
            for z in range(len(row))
            for o in range(len(tables[0]))
        }
        for count, row in enumerate(first)
    ]


@claim(
    "KL-63",
    place="5.2",
    statement="choosing among column selectors (or any constructor) by the cost that z implies "
    "costs no privacy beyond eps_1",
)
def choice_is_free() -> Finding:
    """T is a function of z alone, so what is chosen is post-processing of the first stage.

    Whatever the choice, the joint law of z and the released count changes by the two ratios.
    """

    def instances() -> Iterator[dict[str, Any]]:
        for alpha_1, alpha_2 in product(LEVELS[:3], repeat=2):
            tables = [rows_of(geometric(2, alpha_2)), rows_of(geometric(2, alpha_2))[::-1]]
            for choice in product(range(2), repeat=3):
                yield {"levels": (alpha_1, alpha_2), "tables": tables, "choice": choice}

    def private(
        levels: tuple[Fraction, Fraction], tables: list[Rows], choice: tuple[int, ...]
    ) -> bool:
        laws = two_stages(rows_of(geometric(2, levels[0])), tables, choice)
        bound = levels[0] * levels[1]
        return all(
            bound * one[key] <= other[key]
            for c in range(2)
            for one, other in ((laws[c], laws[c + 1]), (laws[c + 1], laws[c]))
            for key in one
        )

    box = {"a": UNIT, "A": UNIT, **dict.fromkeys(("q", "y", "t", "N"), at_least(0))}
    return decide(
        search=[
            counterexample(
                "every choice of T by z is (eps_1 + eps_2)-private", instances(), private
            )
        ],
        proof=Proof(
            "all n, all alpha_1, alpha_2, all rules of choice",
            [
                # p, q: the law of z for two neighbours; x, y: T_z's; p >= a q and x >= A y.
                identity(
                    "p x - (a A) q y, with p = a q + t and x = A y + N",
                    (a * q + t) * (A * y + N) - a * A * q * y,
                    a * q * N + t * A * y + t * N,
                ),
                *(
                    sign("none of which is negative, whichever T_z was chosen", part, ">=0", box)
                    for part in (a * q * N, t * A * y, t * N)
                ),
            ],
        ),
    )
