"""Section IV-B: the range restricted geometric mechanism GM.

GM is Definition 4: two-sided geometric noise, Pr[X = d] = (1-alpha)/(1+alpha) alpha^|d|,
clipped to 0..n. Figure 3 is derived from it here, and the rest from Figure 3. What the
claims rest on is proved in :mod:`exactdp.proofs.lemmas.geometric`, whose notation is used.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...engine import facts
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity
from ...engine.linear import equal
from ...engine.search import ALPHAS, SIZES, counterexample, instances
from ...engine.signs import UNIT, at_least, same_sign, sign
from ...engine.sums import Index, geometric, series
from ...lemmas import instances as concrete
from ...lemmas.geometric import (
    BOX,
    PLACED,
    N,
    Z,
    a,
    corner_monotone,
    d,
    h,
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
from ...statements.claim import Finding, Proof, Repair, claim, decide

SCOPE = "all n, all alpha in (0, 1)"


def _threshold(size: int, alpha: Fraction) -> bool:
    return size >= 2 * alpha / (1 - alpha)


def _cases(sizes: range = SIZES) -> list[dict[str, Any]]:
    """Instances on the grid, and those with n = 2 alpha/(1 - alpha) exactly."""
    boundary = [{"n": m, "alpha": Fraction(m, m + 2)} for m in sizes]
    cases = [*instances(sizes), *boundary]
    return sorted(cases, key=lambda case: (case["n"], case["alpha"].denominator))


def _weight(output: int, size: int, alpha: Fraction) -> Fraction:
    return (1 if output in (0, size) else 1 - alpha) / (1 + alpha)


@claim(
    "CKS-40",
    place="Fig. 3",
    statement="GM has x*alpha^|i-j| in its first and last output, y*alpha^|i-j| in the others",
    formula="x = 1/(1+alpha), y = (1-alpha)/(1+alpha)",
)
def figure_3() -> Finding:
    """Derive Figure 3 from Definition 4, and check that every input sums to one."""

    def as_drawn(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return concrete.stochastic(kernel) and all(
            kernel[j][i] == _weight(i, n, alpha) * alpha ** abs(i - j)
            for j in range(n + 1)
            for i in range(n + 1)
        )

    density = (1 - a) / (1 + a)
    index = Index(k, Z)
    steps: list[Step] = [
        identity("an inner output is hit by the noise i - j alone", density, y),
        prove(
            "output 0 gathers the noise -j-h, h >= 0, and |-j-h| = j + h, |0-j| = j",
            [j >= 0, h >= 0],
            [*equal(abs(-j - h), j + h), *equal(abs(0 - j), j)],
        ),
        prove(
            "output n gathers the noise d+h, h >= 0, and |d+h| = d + h",
            [d >= 0, h >= 0],
            equal(abs(d + h), d + h),
        ),
    ]
    low = series([density * power(j)], a, index, BOX, steps)
    steps.append(identity("Pr[0|j] = x a^j", low, x * power(j)))
    high = series([density * power(d)], a, index, BOX, steps)
    steps.append(identity("Pr[n|j] = x a^(n-j)", high, x * power(d)))
    steps.append(prove("j < n: both inner sums have >= 0 terms", [j >= 0, d >= 1], [j, d - 1]))
    below = geometric(y, a, power(j), index, steps)
    above = geometric(y * a, a, power(d - 1), index, steps)
    steps.append(
        identity("input j < n sums to 1 (j = n by symmetry)", low + below + above + high, a**0)
    )
    return decide(
        search=[counterexample("GM by Definition 4 is as drawn", instances(), as_drawn)],
        proof=Proof(SCOPE, steps),
    )


@claim(
    "CKS-42",
    place="IV-B",
    statement="L0(GM) = 2 alpha/(1+alpha), including both intermediate expressions",
    formula="(n+1)/n (1 - ((n-1)y + 2x)/(n+1)) = 2 alpha/(1+alpha)",
)
def loss_of_gm() -> Finding:
    """Expand the printed chain of equalities with n a symbol."""
    by_trace = (n + 1) / n - ((n - 1) * y + 2 * x) / n
    first = (n + 1) / n * (1 - ((n - 1) * y + 2 * x) / (n + 1))
    second = (n + 1) / n * (1 - (n - 1) / (n + 1) * (1 - a) / (1 + a) - 2 / ((1 + a) * (n + 1)))
    last = 2 * a / (1 + a)
    steps = [
        prove("the diagonal has n-1 >= 0 inner entries and two corners", [N >= 1], [N - 1]),
        identity("L0 by eq. (1) = first expression", by_trace, first),
        identity("first expression = second expression", first, second),
        identity("second expression = 2a/(1+a)", second, last),
    ]
    return decide(
        search=[
            counterexample(
                "L0 of GM, summed entry by entry, is 2 alpha/(1+alpha)",
                instances(),
                lambda n, alpha: (
                    concrete.loss(concrete.geometric(n, alpha)) == 2 * alpha / (1 + alpha)
                ),
            )
        ],
        proof=Proof(SCOPE, steps),
    )


@claim(
    "CKS-43",
    place="IV-B, Lemma 2",
    statement="GM is weakly honest iff n >= 2 alpha/(1-alpha)",
    formula="GM has WH <=> n >= 2 alpha/(1-alpha)",
)
def lemma_2() -> Finding:
    """For n = 1 there is no inner entry: GM is randomised response, always weakly honest."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        honest = concrete.PROPERTIES["WH"](concrete.geometric(n, alpha))
        return honest == _threshold(n, alpha)

    box = {"a": UNIT, "n": at_least(2)}
    shows = "WH of GM iff n >= 2 alpha/(1-alpha)"
    return decide(
        search=[
            counterexample(
                shows,
                _cases(),
                as_printed,
                lambda n, alpha: {
                    "smallest diagonal entry": min(
                        row[j] for j, row in enumerate(concrete.geometric(n, alpha))
                    ),
                    "1/(n+1)": Fraction(1, n + 1),
                    "2 alpha/(1-alpha)": 2 * alpha / (1 - alpha),
                },
                lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha), facts.holds(facts.having("WH"))
                ),
            )
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample(f"n >= 2: {shows}", _cases(range(2, 8)), as_printed),
                prove("n >= 2: output 1 is an inner one", [N >= 2], [N - 1 >= 1]),
                sign("y < x, so y is the smallest diagonal entry", x - y, ">0", {"a": UNIT}),
                same_sign(
                    "y - 1/(n+1) has the sign of n - 2a/(1-a)",
                    y - 1 / (n + 1),
                    n - 2 * a / (1 - a),
                    box,
                ),
                sign("n = 1: both entries x exceed 1/2", x - a**0 / 2, ">0", {"a": UNIT}),
            ],
            "n >= 2 (for n = 1 GM is weakly honest at every alpha)",
        ),
    )


@claim(
    "CKS-44",
    place="IV-B, proof of Lemma 2",
    statement="y < x, and n >= 2 alpha/(1-alpha) makes every diagonal entry exceed 1/(n+1)",
)
def lemma_2_proof() -> Finding:
    """At n = 2 alpha/(1-alpha) the inner entries equal 1/(n+1) and do not exceed it."""

    def exceeds(n: int, alpha: Fraction) -> bool:
        diagonal = [row[j] for j, row in enumerate(concrete.geometric(n, alpha))]
        ordered = 1 - alpha < 1
        return ordered and (not _threshold(n, alpha) or min(diagonal) > Fraction(1, n + 1))

    box = {"a": UNIT, "n": at_least(2)}
    return decide(
        search=[
            counterexample(
                "n >= 2 alpha/(1-alpha) implies that every diagonal entry exceeds 1/(n+1)",
                _cases(),
                exceeds,
                lambda n, alpha: {"y": (1 - alpha) / (1 + alpha), "1/(n+1)": Fraction(1, n + 1)},
                lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha),
                    facts.holds(facts.at_most({(1, 1): 1}, Fraction(1, n + 1))),
                ),
            )
        ],
        correction=Repair(
            SCOPE,
            [
                sign("y < x", x - y, ">0", {"a": UNIT}),
                same_sign(
                    "n >= 2: y - 1/(n+1) has the sign of n - 2a/(1-a), zero included",
                    y - 1 / (n + 1),
                    n - 2 * a / (1 - a),
                    box,
                ),
                sign("n = 1: x exceeds 1/2", x - a**0 / 2, ">0", {"a": UNIT}),
            ],
            "y < x; n >= 2 alpha/(1-alpha) makes every diagonal entry at least 1/(n+1), and for "
            "n >= 2 all of them exceed 1/(n+1) iff n > 2 alpha/(1-alpha)",
        ),
    )


@claim(
    "CKS-45",
    place="IV-B, Lemma 3",
    statement="GM is column monotone iff alpha <= 1/2",
    formula="GM has CM <=> alpha <= 1/2",
)
def lemma_3() -> Finding:
    """For n = 1 there is no inner output, and GM is column monotone at every alpha."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        monotone = concrete.PROPERTIES["CM"](concrete.geometric(n, alpha))
        return monotone == (alpha <= Fraction(1, 2))

    shows = "CM of GM iff alpha <= 1/2"
    return decide(
        search=[
            counterexample(
                shows,
                instances(),
                as_printed,
                refutes=lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha), facts.holds(facts.having("CM"))
                ),
            )
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample(f"n >= 2: {shows}", instances(range(2, 8)), as_printed),
                *corner_monotone(1 - 2 * a),
                *inner_outputs_monotone(),
                *symmetric_and_row_monotone()[2:3],
                sign("n = 1: x - x a > 0, monotone at every alpha", x - x * a, ">0", {"a": UNIT}),
            ],
            "n >= 2 (for n = 1 GM is column monotone at every alpha)",
        ),
    )


@claim(
    "CKS-46",
    place="IV-B, proof of Lemma 3",
    statement="column monotonicity of GM requires Pr[1|1] <= Pr[0|1], that is y <= alpha*x",
)
def lemma_3_proof() -> Finding:
    """The inequality is printed the wrong way round: y <= alpha x says alpha >= 1/2."""

    def required(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return not concrete.PROPERTIES["CM"](kernel) or kernel[1][1] <= kernel[1][0]

    def required_reversed(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return not concrete.PROPERTIES["CM"](kernel) or kernel[1][1] >= kernel[1][0]

    return decide(
        search=[
            counterexample(
                "CM of GM implies Pr[1|1] <= Pr[0|1]",
                instances(),
                required,
                lambda n, alpha: {
                    "Pr[1|1]": concrete.geometric(n, alpha)[1][1],
                    "Pr[0|1]": concrete.geometric(n, alpha)[1][0],
                },
                lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha),
                    facts.holds(facts.having("CM")),
                    facts.fails(facts.linear({(1, 0): 1, (1, 1): -1}, 0)),
                ),
            )
        ],
        correction=Repair(
            SCOPE,
            [
                counterexample("CM implies Pr[1|1] >= Pr[0|1]", instances(), required_reversed),
                same_sign("y - a x has the sign of 1 - 2a", y - a * x, 1 - 2 * a, {"a": UNIT}),
                sign("n = 1: Pr[1|1] = x > a x = Pr[0|1]", x - a * x, ">0", {"a": UNIT}),
            ],
            "column monotonicity requires Pr[1|1] >= Pr[0|1], that is (n >= 2) y >= alpha*x, "
            "which is alpha <= 1/2; both copies of the paper point the other way",
        ),
    )


@claim(
    "CKS-47",
    place="IV-B",
    statement="only between outputs 0 and 1, and n-1 and n, can GM break column monotonicity",
)
def critical_outputs() -> Finding:
    """Between inner outputs only the exponent |i-j| differs."""

    def only_there(n: int, alpha: Fraction) -> bool:
        broken = concrete.broken_output_pairs(concrete.geometric(n, alpha))
        return broken <= {(0, 1), (n - 1, n)}

    return decide(
        search=[counterexample("broken pairs lie at the ends", instances(), only_there)],
        proof=Proof(SCOPE, inner_outputs_monotone()),
    )


@claim("CKS-48", place="IV-B", statement="GM is always symmetric and row monotone")
def always_symmetric_and_row_monotone() -> Finding:
    """S and RM, from the exponents and the signs of x and y."""

    def holds(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return concrete.PROPERTIES["S"](kernel) and concrete.PROPERTIES["RM"](kernel)

    return decide(
        search=[counterexample("GM has S and RM", instances(), holds)],
        proof=Proof(SCOPE, symmetric_and_row_monotone()),
    )


@claim(
    "CKS-49",
    place="IV-C",
    statement="in GM all DP inequalities are tight",
    formula="Pr[i|j] >= alpha Pr[i|j+1] and Pr[i|j+1] >= alpha Pr[i|j], eq. (6)",
)
def all_tight() -> Finding:
    """Of the two inequalities (6) for a pair one is tight, the other strict."""

    def tight(p: Fraction, q: Fraction, alpha: Fraction) -> tuple[bool, bool]:
        return p == alpha * q, q == alpha * p

    def all_of(n: int, alpha: Fraction) -> bool:
        pairs = concrete.adjacent_inputs(concrete.geometric(n, alpha))
        return all(all(tight(p, q, alpha)) for p, q in pairs)

    def one_of(n: int, alpha: Fraction) -> bool:
        pairs = concrete.adjacent_inputs(concrete.geometric(n, alpha))
        return all(sum(tight(p, q, alpha)) == 1 for p, q in pairs)

    return decide(
        search=[
            counterexample(
                "every DP inequality (6) of GM is met with equality",
                instances(range(1, 8), ALPHAS),
                all_of,
                lambda n, alpha: {
                    "Pr[0|0]": concrete.geometric(n, alpha)[0][0],
                    "alpha*Pr[0|1]": alpha * concrete.geometric(n, alpha)[1][0],
                },
                lambda n, alpha: facts.kernel(
                    concrete.geometric_form(n, alpha),
                    facts.holds(facts.private(alpha)),
                    facts.fails(facts.linear({(0, 0): 1, (1, 0): -alpha}, 0, "=")),
                ),
            )
        ],
        correction=Repair(
            SCOPE,
            [
                counterexample("exactly one of the two is tight", instances(), one_of),
                prove(
                    "input j >= i: the exponent of output i grows by exactly 1",
                    [*PLACED, j < N, j >= i],
                    equal(abs(i - j - 1), abs(i - j) + 1),
                ),
                prove(
                    "input j < i: the exponent of output i falls by exactly 1",
                    [*PLACED, j < i],
                    equal(abs(i - j - 1), abs(i - j) - 1),
                ),
                sign("so the smaller is alpha times the larger; y > 0", y, ">0", {"a": UNIT}),
                sign("and alpha times the smaller is less", 1 - a**2, ">0", {"a": UNIT}),
            ],
            "for every output and every two adjacent inputs exactly one of the two DP "
            "inequalities (6) is tight, the other is strict",
        ),
    )
