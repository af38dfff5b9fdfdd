"""Sections IV-B and IV-C: Theorem 3 (GM is the L0 optimum) and Theorem 4 (EM is, if fair)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.ratios import ALPHA
from ....mechanisms.kernels.objectives import Objective
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample, instances, written
from ...engine.signs import UNIT, UNIT_CLOSED, at_least, sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import (
    normaliser_at,
    permutation,
    private,
    seven_properties,
    upper_bound,
)
from ...lemmas.largest_trace import geometric_alone, geometric_is_least
from ...lemmas.optima import (
    GM_COST,
    PARAMETRIC,
    SEVEN,
    certified,
    chart,
    curve,
    curves,
    least,
    total,
)
from ...statements.claim import Finding, Proof, Repair, claim, decide

EVERYWHERE = "all n, all alpha in (0, 1)"

a, u, v, y = symbols("a u v y")

#: Where optima are solved for and looked at one by one.
SEARCHED = list(instances(range(1, 5), [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)]))
#: Sizes and exponents p of the objective that are tried under fairness, smallest n first.
FAIR = [(n, power) for n in range(1, 6) for power in range(4)]
FAIR_LEVELS = [Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)]
#: The least n, for p = 1, 2, 3, with a level at which the largest y is not optimal.
DEARER = [(7, 1, Fraction(19, 20)), (4, 2, Fraction(19, 20)), (3, 3, Fraction(3, 4))]
#: Sizes at which the optimum is followed for all alpha, by p.
FAIR_CURVES = {1: range(1, 7), 2: range(1, 4)}


def only_geometric(n: int, alpha: Fraction) -> bool:
    """Return whether the exact solver finds GM, and proves that there is no other optimum."""
    found = least(n, alpha, ())
    assert isinstance(found, OptimalMechanism)
    return found.unique is True and found.mechanism.rows() == concrete.geometric(n, alpha)


@claim(
    "CKS-41",
    place="IV-B, Theorem 3",
    statement="GM is the unique optimum of BasicDP under L0",
)
def theorem_3() -> Finding:
    """Optimal by the weights that GM's rows sum to, unique because they are positive."""
    return decide(
        search=[counterexample("GM is the only optimum", SEARCHED, only_geometric)],
        proof=Proof(
            f"{EVERYWHERE} (at alpha = 1 every mechanism costs 1)",
            [
                *geometric_is_least(),
                *geometric_alone(),
                *(
                    certified(
                        f"n = {n}, alpha = {alpha}: the optimum is unique",
                        least(n, alpha, ()),
                        only_geometric(n, alpha),
                    )
                    for n, alpha in ((2, Fraction(9, 10)), (5, Fraction(1, 2)))
                ),
                *(
                    Step(
                        "parametric program",
                        f"n = {n}: the optimal cost is 2 alpha/(1+alpha) on (0, 1)",
                        [str(c) for c in chart(curve(n).pieces, GM_COST)] == ["= on (0, 1)"],
                        {"cost": str(curve(n)).splitlines()[1:]},
                        curves(curve(n)),
                    )
                    for n in PARAMETRIC
                ),
                identity(
                    "alpha = 1: inputs alike have trace 1, L0 = (n+1)/n - 1/n",
                    (u + 1) / u - 1 / u,
                    u**0,
                ),
            ],
        ),
    )


@lru_cache(maxsize=128)
def fair_optimum(
    n: int, alpha: Fraction, power: int, *, truthful: bool = False
) -> OptimalMechanism:
    """Return a fair optimum under O_{p,sum}; with `truthful` the best of those with y = y*."""
    table = [[abs(i - j) ** power if i != j else 0 for j in range(n + 1)] for i in range(n + 1)]
    largest = total([(0, 0)], normaliser_at(n, alpha), equal=True)
    extra = (largest,) if truthful else ()
    found = optimal(Design(n, alpha, ("F",), Objective.of_table(table), extra))
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism is feasible, and EM is
    return found


@claim(
    "CKS-57",
    place="IV-C",
    statement="among fair mechanisms, to be optimal for O_{p,sum}, with any p, is to make y as "
    "large as possible",
)
def as_large_as_possible() -> Finding:
    """So for p = 0; for p = 3 and n = 3, less truth can pay for fewer large errors."""
    cases = [{"n": n, "power": power, "alpha": alpha} for n, power in FAIR for alpha in FAIR_LEVELS]

    def largest(n: int, power: int, alpha: Fraction) -> bool:
        best = fair_optimum(n, alpha, power)
        return best.cost == fair_optimum(n, alpha, power, truthful=True).cost

    def shown(n: int, power: int, alpha: Fraction) -> dict[str, object]:
        found = fair_optimum(n, alpha, power)
        return {
            "y of the optimum": found.mechanism.rows()[0][0],
            "largest y": normaliser_at(n, alpha),
            "optimal cost": found.cost,
            "least cost with the largest y": fair_optimum(n, alpha, power, truthful=True).cost,
        }

    return decide(
        search=[counterexample("some optimum has y = y*", cases, largest, shown)],
        condition=Repair(
            f"p = 0: all n; all p: n <= 2; p = 1: n <= {FAIR_CURVES[1][-1]}; p = 2: n <= "
            f"{FAIR_CURVES[2][-1]}; all alpha in (0, 1)",
            [
                identity(
                    "p = 0: the cost is 1 - y, whatever the weights",
                    (u + v) * (1 - y) / (u + v),
                    1 - y,
                ),
                sign("which falls as y grows: its slope is -1", (1 - y).diff(y), "<0", {"y": UNIT}),
                *upper_bound(),
                *private(),
                *permutation(),
                # n = 2: D, the mass at distance 2, is at least alpha (1-y) by DP, and
                # |i-j|^p costs (3 - 3y - D) + 2^p D; u stands for 2^p - 1 >= 0.
                identity(
                    "n = 2: the cost is 3 (1-y) + (2^p - 1) D",
                    (3 - 3 * y - v) + (u + 1) * v,
                    3 * (1 - y) + u * v,
                ),
                sign(
                    "n = 2: both bounds are met at once, Pr[1|0] = (2a - a^2) y* >= a y*",
                    (2 * a - a**2) - a,
                    ">=0",
                    {"a": UNIT_CLOSED},
                ),
                sign(
                    "n = 2: and a Pr[1|0] <= y*",
                    1 - a * (2 * a - a**2),
                    ">=0",
                    {"a": UNIT_CLOSED},
                ),
                identity(
                    "n = 2: then input 0 sums to 1, y* = 1/(1+2a)",
                    (1 + (2 * a - a**2) + a**2) / (1 + 2 * a),
                    a**0,
                ),
                sign(
                    "n = 2: with D >= alpha (1-y) both terms fall as y grows",
                    3 + u * a,
                    ">0",
                    {"u": at_least(0), "a": UNIT_CLOSED},
                ),
                *(
                    Step(
                        "linear program",
                        f"n = {n}, p = {power}, alpha = {alpha}: less than y* is cheaper",
                        not largest(n, power, alpha),
                        written(shown(n, power, alpha)),
                    )
                    for n, power, alpha in DEARER
                ),
                *(
                    Step(
                        "parametric program",
                        f"n = {n}, p = {power}: an optimum has y = y* at every alpha",
                        all(
                            curve(n, ("F",), f"L{power}").kernel(tile)[0][0]
                            == normaliser_at(n, ALPHA)
                            for tile in curve(n, ("F",), f"L{power}").tiles
                        ),
                        {"y*": str(normaliser_at(n, ALPHA))},
                        curves(curve(n, ("F",), f"L{power}")),
                    )
                    for power, sizes in FAIR_CURVES.items()
                    for n in sizes
                ),
            ],
            "p = 0 (all n), or n <= 2, or p = 1 and n <= "
            f"{FAIR_CURVES[1][-1]}, or p = 2 and n <= {FAIR_CURVES[2][-1]}; not for "
            + ", ".join(f"p = {power} at n = {n}, alpha = {at}" for n, power, at in DEARER),
        ),
    )


@claim(
    "CKS-64",
    place="IV-C, Theorem 4",
    statement="EM is L0-optimal among fair mechanisms, and has all seven properties",
)
def theorem_4() -> Finding:
    """With its own normaliser y*, which the middle input shows to be the largest."""

    def optimal_and_all(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        cost = concrete.loss(kernel)
        least_fair, least_all = (least(n, alpha, letters) for letters in (("F",), SEVEN))
        assert isinstance(least_fair, OptimalMechanism)
        assert isinstance(least_all, OptimalMechanism)
        valid = concrete.stochastic(kernel) and concrete.differentially_private(kernel, alpha)
        has = all(test(kernel) for test in concrete.PROPERTIES.values())
        return valid and has and least_fair.cost == cost == least_all.cost

    return decide(
        search=[counterexample("EM is optimal and has all", SEARCHED, optimal_and_all)],
        proof=Proof(
            "all n, all alpha in (0, 1], y = 1 / sum_{k=0..n} alpha^ceil(k/2)",
            [
                *upper_bound(),
                *private(),
                *permutation(),
                *seven_properties(),
                *(
                    Step(
                        "parametric program",
                        f"n = {n}: the fair optimum costs (n+1)/n (1-y*) on (0, 1)",
                        {piece.cost for piece in curve(n, ("F",)).pieces}
                        == {(1 - normaliser_at(n, ALPHA)) * (n + 1) / n},
                        {"cost": str(curve(n, ("F",))).splitlines()[1:]},
                        curves(curve(n, ("F",))),
                    )
                    for n in PARAMETRIC
                ),
            ],
        ),
    )
