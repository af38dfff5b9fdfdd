"""Section IV-C, between GM and Lemma 4: what tight DP inequalities and fairness force.

"Tight" is taken for each pair of adjacent inputs: one of the two inequalities (6) is met
with equality (both never are, for alpha < 1). Then an output's probabilities change by a
factor alpha or 1/alpha from each input to the next, and nothing yet says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from ..claim import Finding, Repair, claim, decide
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import Powers, identity, symbols
from ..engine.linear import absolute, equal, variables
from ..engine.search import ALPHAS, SQUARE_ALPHAS, counterexample, instances
from ..engine.signs import UNIT, UNIT_CLOSED, sign
from ..engine.sums import Index, geometric
from . import instances as concrete
from .em import N, i, j, normaliser_at, parities, printed_at, upper_bound

SOURCE = "Constrained Differential Privacy for Count Data"
OPEN = "all n, all alpha in (0, 1)"

# C = a^(n-2) for n >= 2.
a, C, k, Z = symbols("a C k Z")
index = Index(k, Z)
(q,) = variables("q")
power = Powers(a, {"q": C})


def tight_fair_kernels(n: int, alpha: Fraction) -> Iterator[concrete.Kernel]:
    """Yield every fair stochastic kernel whose adjacent inputs differ by a factor alpha^(+-1).

    The exponents of one output are a walk of steps +-1 that is 0 at its own input.

    >>> [[str(p) for p in k[0]] for k in tight_fair_kernels(1, Fraction(1, 2))]
    [['2/3', '1/3'], ['1/3', '2/3']]
    """
    counts = range(n + 1)
    walks: list[list[list[int]]] = []
    for output in counts:
        choices = []
        for steps in product((1, -1), repeat=n):
            heights = [sum(steps[:t]) for t in counts]
            choices.append([height - heights[output] for height in heights])
        walks.append(choices)
    for outputs in product(*walks):
        kernel = [[alpha ** outputs[o][c] for o in counts] for c in counts]
        totals = {sum(row) for row in kernel}
        if len(totals) == 1:
            (total,) = totals
            yield [[p / total for p in row] for row in kernel]


def _is_power_form(kernel: concrete.Kernel, alpha: Fraction) -> bool:
    return all(
        p == kernel[0][0] * alpha ** abs(o - c)
        for c, row in enumerate(kernel)
        for o, p in enumerate(row)
    )


def _shown(kernel: concrete.Kernel) -> dict[str, Any]:
    return {"kernel": kernel}


def power_form_by_row_monotonicity() -> list[Step]:
    """Prove that with RM the steps have a known direction, so that the exponent is |i-j|."""
    return [
        sign("a step of alpha goes down, one of 1/alpha up", 1 / a - a, ">0", {"a": UNIT}),
        prove(
            "RM: from input i upwards every step is down: |i-(j+1)| = |i-j| + 1",
            [j >= i],
            equal(absolute(i - j - 1), absolute(i - j) + 1),
        ),
        prove(
            "RM: from input i downwards every step is down: |i-(j-1)| = |i-j| + 1",
            [j <= i],
            equal(absolute(i - j + 1), absolute(i - j) + 1),
        ),
        prove("at input i the exponent is 0", [], equal(absolute(i - i), 0)),
    ]


def unequal_sums() -> list[Step]:
    """Prove that for n >= 2 inputs 0 and 1 of alpha^|i-j| have different sums."""
    steps: list[Step] = [prove("n = q + 2 has q >= 0", [N >= 2, *equal(N, q + 2)], [q >= 0])]
    zero = geometric(a**0, a, power(q + 3), index, steps)
    one = a + geometric(a**0, a, power(q + 2), index, steps)
    return [
        *steps,
        identity("input 1's sum less input 0's is a - a^n", one - zero, a - power(q + 2)),
        # a^n = a^2 C with C = a^(n-2) in (0, 1].
        sign("a - a^n > 0 for n >= 2", a - power(q + 2), ">0", {"a": UNIT, "C": UNIT_CLOSED}),
    ]


@claim(
    "CKS-50",
    source=SOURCE,
    place="IV-C",
    statement="a fair mechanism with every DP inequality tight must be M_ij = y alpha^|i-j|",
)
def determined_by_tightness() -> Finding:
    """Tightness alone leaves the direction of each step open; row monotonicity settles it."""

    def determined(n: int, alpha: Fraction) -> bool:
        return all(_is_power_form(k, alpha) for k in tight_fair_kernels(n, alpha))

    def determined_if_monotone(n: int, alpha: Fraction) -> bool:
        return all(
            _is_power_form(k, alpha)
            for k in tight_fair_kernels(n, alpha)
            if concrete.PROPERTIES["RM"](k)
        )

    sizes = range(1, 4)
    return decide(
        search=[
            counterexample(
                "every fair kernel with all pairs tight is y alpha^|i-j|",
                instances(sizes, ALPHAS[:8]),
                determined,
                lambda n, alpha: next(
                    _shown(k) for k in tight_fair_kernels(n, alpha) if not _is_power_form(k, alpha)
                ),
            )
        ],
        condition=Repair(
            OPEN,
            [
                counterexample(
                    "the same with RM", instances(sizes, ALPHAS[:8]), determined_if_monotone
                ),
                *power_form_by_row_monotonicity(),
            ],
            "row monotone (a tight pair may also grow away from the diagonal)",
        ),
    )


@claim(
    "CKS-51",
    source=SOURCE,
    place="IV-C",
    statement="no fair mechanism has all its DP inequalities tight",
)
def fair_and_tight() -> Finding:
    """For n = 1 randomised response is fair and tight."""

    def none_exists(n: int, alpha: Fraction) -> bool:
        return next(tight_fair_kernels(n, alpha), None) is None

    def none_monotone(n: int, alpha: Fraction) -> bool:
        return not any(concrete.PROPERTIES["RM"](k) for k in tight_fair_kernels(n, alpha))

    return decide(
        search=[
            counterexample(
                "there is no fair kernel with all pairs tight",
                instances(range(1, 4), ALPHAS[:8]),
                none_exists,
                lambda n, alpha: _shown(next(tight_fair_kernels(n, alpha))),
            )
        ],
        correction=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample(
                    "n >= 2: none that is row monotone",
                    instances(range(2, 4), ALPHAS[:8]),
                    none_monotone,
                ),
                *power_form_by_row_monotonicity(),
                *unequal_sums(),
            ],
            "for n >= 2 no fair and row monotone mechanism has all its pairs tight; for n = 1 "
            "randomised response has",
        ),
    )


@claim(
    "CKS-53",
    source=SOURCE,
    place="IV-C, proof of Lemma 4",
    statement="in the proof of Lemma 4, n may be taken even without loss of generality",
)
def even_without_loss() -> Finding:
    """The argument is the same for odd n, the bound it gives is not the printed one."""

    def same_bound(n: int, alpha: Fraction) -> bool:
        return normaliser_at(n, alpha) == printed_at(n, alpha)

    return decide(
        search=[
            counterexample(
                "the proof's bound at the middle input is the printed one",
                instances(alphas=SQUARE_ALPHAS),
                same_bound,
                lambda n, alpha: {
                    "bound by the proof": normaliser_at(n, alpha),
                    "printed bound": printed_at(n, alpha),
                },
            )
        ],
        correction=Repair(
            OPEN,
            [*upper_bound(), *parities()],
            "the proof gives y <= 1 / sum_{k=0..n} alpha^ceil(k/2) for both parities; for odd n "
            "this is (1-alpha)/((1+alpha)(1-alpha^((n+1)/2))), strictly above the printed bound",
        ),
    )


@claim(
    "CKS-54",
    source=SOURCE,
    place="IV-C, proof of Lemma 4",
    statement="the DP inequalities give upper bounds, with Pr[i|j] >= y alpha^(j-i) when i > j",
)
def chain_of_bounds() -> Finding:
    """When i > j, alpha^(j-i) exceeds one; the bound is a lower one with exponent |i-j|."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        y = kernel[0][0]
        return all(kernel[c][o] >= y * alpha ** (c - o) for o in range(n + 1) for c in range(o))

    def repaired(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        y = kernel[0][0]
        return all(
            kernel[c][o] >= y * alpha ** abs(c - o) for o in range(n + 1) for c in range(n + 1)
        )

    return decide(
        search=[
            counterexample(
                "in EM, Pr[i|j] >= y alpha^(j-i) when i > j",
                instances(),
                as_printed,
                lambda n, alpha: {
                    "Pr[1|0]": concrete.explicit_fair(n, alpha)[0][1],
                    "y/alpha": concrete.explicit_fair(n, alpha)[0][0] / alpha,
                },
            )
        ],
        correction=Repair(
            OPEN,
            [
                counterexample("in EM, Pr[i|j] >= y alpha^|i-j|", instances(), repaired),
                *upper_bound()[:3],
            ],
            "Pr[i|j] >= y alpha^|i-j|, that is y alpha^(j-i) when j > i: lower bounds on the "
            "entries, whose sum gives an upper bound on y",
        ),
    )
