"""Section I: the two bullets that sum the paper up, and what prevents gaps."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.kernels.objectives import Objective
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity
from ...engine.linear import ceil_half
from ...engine.search import counterexample, instances
from ...engine.signs import UNIT, at_least, sign
from ...engine.sums import vanishing
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import (
    BOX,
    M,
    N,
    Y,
    a,
    n,
    normaliser,
    normaliser_at,
    permutation,
    private,
    seven_properties,
    upper_bound,
)
from ...lemmas.explicit_fair import i as output
from ...lemmas.explicit_fair import j as input_
from ...lemmas.explicit_fair import m as half
from ...lemmas.geometric import symmetric_and_row_monotone
from ...lemmas.kms import fair_and_private_has_no_gaps
from ...lemmas.largest_trace import geometric_is_least
from ...lemmas.optima import PARAMETRIC, WM, chart, curve, least_cost, lemma
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .demands import DEMANDS, SEARCHED, WIDE, sandwiches

EVERYWHERE = "all n, all alpha in (0, 1)"

#: Where gaps are looked for by linear programs.
GAPS = range(1, 4)


@lru_cache(maxsize=64)
def behaviours(n: int, alpha: Fraction) -> frozenset[Fraction]:
    """Return the different optimal L0 costs of the 128 demands.

    >>> len(behaviours(1, Fraction(1, 2))), len(behaviours(3, Fraction(3, 4)))
    (1, 4)
    """
    return frozenset(least_cost(n, alpha, letters) for letters in DEMANDS)


def four_apart(size: int) -> Step:
    """Decide whether GM, WH, WH+CM and EM cost differently at some common alpha."""
    programs = ((), ("WH",), WM, ("F",))
    curves = [curve(size, letters) for letters in programs]
    charts = [
        [str(cell) for cell in chart(more.pieces, less.pieces) if cell.sign > 0]
        for less, more in pairwise(curves)
    ]
    # The last cells of all charts reach up to 1.
    apart = all(cells and cells[-1].endswith("1)") for cells in charts)
    data = {"n": size, "GM < WH, WH < WH+CM, WH+CM < EM": charts}
    return Step("parametric program", f"n = {size}: four costs next to alpha = 1", apart, data)


@claim(
    "CKS-01",
    place="I, first bullet; IV-D",
    statement="seven properties give 2^7 = 128 demands, with at most four different L0 behaviours",
)
def four_behaviours() -> Finding:
    """Every demand costs what one of GM, WH, WH+CM, EM does; all four occur from n = 3 on."""
    return decide(
        search=[
            counterexample(
                "128 demands have at most 4 different optimal costs",
                SEARCHED,
                lambda n, alpha: len(DEMANDS) == 2**7 and len(behaviours(n, alpha)) <= 4,
                lambda n, alpha: {"costs": sorted(behaviours(n, alpha))},
            )
        ],
        proof=Proof(
            WIDE,
            [
                *geometric_is_least(),
                *symmetric_and_row_monotone(),
                *upper_bound(),
                *seven_properties(),
                *sandwiches(),
                *(four_apart(size) for size in PARAMETRIC if size >= 3),
            ],
        ),
    )


def excess() -> list[Step]:
    """Prove L0(EM)/L0(GM) = (1 + 1/n)(1 - e) with 0 < e <= 1/(n+1) and (n+1) e -> 0.

    e is alpha^m y* for n = 2m and alpha^m (1+alpha)/2 y* for n = 2m+1.
    """
    steps: list[Step] = []
    even, odd = normaliser(False, steps), normaliser(True, steps)
    gm, grown = 2 * a / (1 + a), (n + 1) / n
    return [
        *steps,
        identity(
            "n = 2m: L0(EM)/L0(GM) = (1+1/n)(1 - a^m y*)",
            grown * (1 - even) / gm,
            grown * (1 - M * even),
        ),
        identity(
            "n = 2m+1: L0(EM)/L0(GM) = (1+1/n)(1 - a^m (1+a)/2 y*)",
            grown * (1 - odd) / gm,
            grown * (1 - M * (1 + a) / 2 * odd),
        ),
        sign("n = 2m: e > 0", M * even, ">0", BOX),
        sign("n = 2m+1: e > 0", M * (1 + a) / 2 * odd, ">0", BOX),
        prove(
            "1/(a^m y*) sums a^(ceil(k/2)-m) >= 1 over k <= 2m, so that e <= 1/(n+1) for n = 2m",
            [output >= 0, output <= 2 * half],
            [half - ceil_half(output)],
        ),
        sign(
            "n = 2m+1: (1+a)/(2(n+a)) <= 1/(n+1)",
            1 / (n + 1) - (1 + a) / (2 * (n + a)),
            ">=0",
            {"b": UNIT, "n": at_least(1)},
        ),
        sign("y* < 1 and (1+a)/2 < 1, so e < a^m", 1 - (1 + a) / 2, ">0", {"b": UNIT}),
        sign("y* < 1 for n >= 2", 1 - even, ">0", {"b": UNIT, "M": UNIT}),
        vanishing(a, 1, {"b": UNIT}),
        # The other way: y* >= 1/(n+1), so that (n+1) e >= a^(m+1), and e -> 1/(n+1) as a -> 1.
        prove(
            "ceil(k/2) >= 0: the n+1 terms of 1/y* are at most 1",
            [output >= 0],
            [ceil_half(output)],
        ),
        identity("n (L0(EM)/L0(GM) - 1) = 1 - (n+1) e", n * (grown * (1 - Y) - 1), 1 - (n + 1) * Y),
        sign("n = 2m+1: a^m (1+a)/2 >= a^(m+1)", M * (1 + a) / 2 - M * a, ">=0", BOX),
    ]


@claim(
    "CKS-02",
    place="I, second bullet; IV-D, Fig. 6",
    statement="EM costs more than GM by a factor of about 1 + 1/n",
    formula="L0(EM)/L0(GM) ~ 1 + 1/n",
)
def about_one_and_a_bit() -> Finding:
    """1 + 1/n is the ceiling: it is approached for large n, and left for 1 as alpha grows."""

    def factor(n: int, alpha: Fraction) -> Fraction:
        cost = concrete.loss(concrete.explicit_fair(n, alpha))
        return cost / concrete.loss(concrete.geometric(n, alpha))

    def error(n: int, alpha: Fraction) -> Fraction:
        e = alpha ** (n // 2) * normaliser_at(n, alpha)
        return e if n % 2 == 0 else e * (1 + alpha) / 2

    def exactly(n: int, alpha: Fraction) -> bool:
        e = error(n, alpha)
        right = factor(n, alpha) == Fraction(n + 1, n) * (1 - e)
        return right and 0 < e <= Fraction(1, n + 1)

    return decide(
        search=[
            counterexample(
                "the factor's excess over 1 is nearer to 1/n than to 0",
                instances(),
                lambda n, alpha: n * (factor(n, alpha) - 1) > Fraction(1, 2),
                lambda n, alpha: {
                    "L0(EM)/L0(GM)": factor(n, alpha),
                    "1 + 1/n": Fraction(n + 1, n),
                },
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [counterexample("the factor is (1+1/n)(1-e)", instances(), exactly), *excess()],
            "(n+1) e is small, where the factor is exactly (1 + 1/n)(1 - e) with e = alpha^m y* "
            "for n = 2m, alpha^m (1+alpha)/2 y* for n = 2m+1, and 0 < e <= 1/(n+1); so it lies in "
            "[1, 1 + 1/n) and is 1 for n = 1; its excess times n, 1 - (n+1) e, is at most 1 - "
            "alpha^(m+1), which vanishes as alpha -> 1, and tends to 1 as n grows at a fixed alpha",
        ),
    )


@claim(
    "CKS-03",
    place="I, second bullet",
    statement="the optimal cost of every set of properties lies between those of GM and EM",
    formula="L0(GM) <= L0 <= L0(EM)",
)
def sandwiched() -> Finding:
    """GM is least of all private mechanisms; EM has all seven properties."""

    def between(n: int, alpha: Fraction) -> bool:
        gm, em = (concrete.loss(m(n, alpha)) for m in (concrete.geometric, concrete.explicit_fair))
        return all(gm <= cost <= em for cost in behaviours(n, alpha))

    return decide(
        search=[counterexample("all 128 demands cost GM <= . <= EM", SEARCHED, between)],
        proof=Proof(
            EVERYWHERE,
            [*geometric_is_least(), *private(), *permutation(), *seven_properties()],
        ),
    )


@claim(
    "CKS-05",
    place="I",
    statement="of a private mechanism, fairness and weak honesty each force every output to have "
    "nonzero probability",
)
def no_gaps() -> Finding:
    """On every input: Pr[i|j] >= alpha^|i-j| Pr[i|i], and the diagonal is positive."""

    def positive(n: int, alpha: Fraction) -> bool:
        # The best fair mechanism for a bad objective: as little truth as there can be.
        return all(min(p for row in k for p in row) > 0 for k in _worst(n, alpha))

    return decide(
        search=[counterexample("F or WH: every entry is positive", SEARCHED, positive)],
        proof=Proof(
            "all n, all alpha in (0, 1]",
            [
                *fair_and_private_has_no_gaps(),
                sign("WH: Pr[i|i] >= 1/(n+1) > 0", 1 / (n + 1), ">0", {"n": at_least(1)}),
                prove("the exponent |i-j| is at most n", _PLACED, [N - abs(output - input_)]),
                *(lemma(f"{p} => P[j|i] > 0", GAPS) for p in ("F", "WH")),
            ],
        ),
    )


_PLACED = [output >= 0, output <= N, input_ >= 0, input_ <= N]


def _worst(n: int, alpha: Fraction) -> list[concrete.Kernel]:
    """Return the fair and the weakly honest mechanism that tell the truth least."""
    table = [[int(i == j) for j in range(n + 1)] for i in range(n + 1)]
    out = []
    for letter in ("F", "WH"):
        found = optimal(Design(n, alpha, (letter,), Objective.of_table(table)))
        assert isinstance(found, OptimalMechanism)  # the uniform mechanism is feasible
        out.append(found.mechanism.rows())
    return out
