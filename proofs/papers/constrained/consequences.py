"""Section IV-A and the appendix: Lemma 1, Theorems 1 and 2, and what the properties prevent."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.ratios import ALPHA
from ....mechanisms.kernels.objectives import Objective
from ....verify.judge.joining import Stated, joined
from ....verify.judge.parametric import for_all
from ...engine import facts
from ...engine.evidence import Step, all_hold
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import counterexample, fractions_between, instances
from ...engine.signs import UNIT, at_least, more_than, sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import normaliser_at
from ...lemmas.implications import honest_is_weakly_honest
from ...lemmas.instances import Weights, kernels, priors, weighted_cost
from ...lemmas.kms import chain, fair_and_private_has_no_gaps
from ...lemmas.optima import SEVEN, lemma
from ...statements.claim import Finding, Proof, Repair, claim, decide

a, n, p, q, u, v, y, W = symbols("a n p q u v y W")
(i,) = variables("i")

#: Priors that are tried where n = 1.
PRIORS = [Fraction(1, 2), *fractions_between(Fraction(0), Fraction(1), 5), Fraction(0)]


@claim(
    "CKS-30",
    place="IV-A, Lemma 1",
    statement="under fairness the O_{0,sum} optimum is optimal for all weights, with value 1 - y",
    formula="O_{0,sum} = sum_j w_j (1-y) = 1-y",
)
def lemma_1() -> Finding:
    """Every input errs with 1 - y, and the weights sum to one."""

    def same(n: int, alpha: Fraction) -> bool:
        best = 1 - normaliser_at(n, alpha)
        return all(
            weighted_cost(concrete.explicit_fair(n, alpha), weights) == best
            and _best_fair(n, alpha, weights) == best
            for weights in priors(n)
        )

    return decide(
        search=[counterexample("O_{0,sum} is 1 - y", instances((1, 2, 3), concrete.LEVELS), same)],
        proof=Proof(
            "all n, all fair kernels, all weights that sum to one, private or not",
            [
                identity("an input errs with the rest of its mass, 1 - y", (1 - y) + y, y**0),
                identity(
                    "two inputs: u (1-y) + v (1-y) = (u+v)(1-y)",
                    u * (1 - y) + v * (1 - y),
                    (u + v) * (1 - y),
                ),
                identity("with sum_j w_j = W: W (1-y), and W = 1", W * (1 - y) / W, 1 - y),
                sign(
                    "1 - y falls as y grows",
                    (1 - y) - (1 - (y + u)),
                    ">0",
                    {"u": more_than(0), "y": at_least(0)},
                ),
            ],
        ),
    )


def _best_fair(size: int, alpha: Fraction, weights: Weights) -> Fraction:
    objective = Objective.parse("L0", weights=weights)
    found = optimal(Design(size, alpha, ("F",), objective))
    assert isinstance(found, OptimalMechanism)  # the uniform mechanism is feasible
    return found.cost * Fraction(size, size + 1)


def response(alpha: Fraction) -> concrete.Kernel:
    """Return randomized response at alpha.

    >>> [str(x) for x in response(Fraction(1, 2))[0]]
    ['2/3', '1/3']
    """
    return [[1 / (1 + alpha), alpha / (1 + alpha)], [alpha / (1 + alpha), 1 / (1 + alpha)]]


def unique_response(alpha: Fraction, first: Fraction, loss: str) -> bool:
    """Return whether randomized response is the only optimum for n = 1 and w = (first, rest)."""
    objective = Objective.parse(loss, weights=[first, 1 - first])
    found = optimal(Design(1, alpha, (), objective), unique=True)
    assert isinstance(found, OptimalMechanism)
    return found.unique is True and found.mechanism.rows() == response(alpha)


@claim(
    "CKS-31",
    place="IV-A",
    statement="for n = 1 randomized response is the unique optimal alpha-DP mechanism under every "
    "objective O_{p,sum}",
)
def unique_at_one() -> Finding:
    """For every p, but not for every prior: a lopsided one makes it best to ignore the input."""
    cases = [
        {"alpha": alpha, "first": first, "loss": loss}
        for first in PRIORS
        for alpha in concrete.LEVELS
        for loss in ("L0", "L1", "L2")
    ]

    def as_printed(alpha: Fraction, first: Fraction, loss: str) -> bool:
        return unique_response(alpha, first, loss)

    def exactly(alpha: Fraction, first: Fraction, loss: str) -> bool:
        rest = 1 - first
        inside = alpha * rest < first and alpha * first < rest
        return unique_response(alpha, first, loss) == inside

    # p = Pr[1|0], q = Pr[0|1]; the slacks of (6) that are 0 for randomized response.
    first, second = p - a * (1 - q), q - a * (1 - p)
    to_first, to_second = (u - a * v) / (1 - a**2), (v - a * u) / (1 - a**2)
    return decide(
        search=[
            counterexample(
                "randomized response is the only optimum",
                cases,
                as_printed,
                lambda alpha, first, loss: {
                    "weights": [first, 1 - first],
                    "cost of randomized response": alpha / (1 + alpha),
                    "cost of the better constant answer": min(first, 1 - first),
                },
            )
        ],
        condition=Repair(
            "n = 1, all alpha in (0, 1), all p, all weights",
            [
                counterexample("it is iff alpha < w_0/w_1 < 1/alpha", cases, exactly),
                identity(
                    "cost = alpha/(1+alpha) (w_0 + w_1) + c_0 slack_0 + c_1 slack_1",
                    u * p + v * q,
                    a / (1 + a) * (u + v) + to_first * first + to_second * second,
                ),
                sign("1 - alpha^2 > 0", 1 - a**2, ">0", {"a": UNIT}),
                identity(
                    "both slacks 0 leave one kernel: p = alpha/(1+alpha) = q",
                    a / (1 + a) - a * (1 - a / (1 + a)),
                    0 * a,
                ),
                sign(
                    "the slacks are independent: their determinant is 1 - alpha^2",
                    1 - a * a,
                    ">0",
                    {"a": UNIT},
                ),
                identity(
                    "always reporting 1 costs w_0, less than that by (alpha w_1 - w_0)/(1+alpha)",
                    a / (1 + a) * (u + v) - u,
                    (a * v - u) / (1 + a),
                ),
                prove("|i-j|^p is 1 for every p: |0-1| = 1", [], equal(abs(i - i - 1), 1)),
            ],
            "alpha < w_0/w_1 < 1/alpha, so for uniform weights at every alpha < 1; at an end of "
            "that range the optimum is not unique, beyond it a constant answer is better",
        ),
    )


def seven_from_half() -> Stated:
    """Return what a certificate states: for p = 1/2, all p in (1/2, 1), and p = 1, all seven."""
    p, seven = ALPHA, [facts.holds(facts.having(letter)) for letter in SEVEN]
    half, one = Fraction(1, 2), Fraction(1)
    between = for_all([fmpq(1, 2), fmpq(1)], [[p, 1 - p], [1 - p, p]])
    ends = [facts.kernel([[t, 1 - t], [1 - t, t]], *seven) for t in (half, one)]
    return joined([ends[0], Stated([between], seven), ends[1]])


@claim(
    "CKS-32",
    place="IV-A",
    statement="randomized response has all the properties when p >= 1/2",
)
def response_has_all() -> Finding:
    """Exactly then: each of RH, RM, CH, CM, WH says p >= 1/2; F and S hold at every p."""

    def iff(truth: Fraction) -> bool:
        kernel = [[truth, 1 - truth], [1 - truth, truth]]
        found = {letter: has(kernel) for letter, has in concrete.PROPERTIES.items()}
        free = found.pop("F") and found.pop("S")
        return free and all(has == (2 * truth >= 1) for has in found.values())

    whole = [Fraction(0), *fractions_between(Fraction(0), Fraction(1), 9), Fraction(1)]
    above = {"p": at_least(Fraction(1, 2))}
    half = p**0 / 2
    steps = [
        identity("F and S: both diagonal entries are p, both others 1 - p", (1 - p) + p, p**0),
        sign("RH, RM, CH, CM: p >= 1 - p", p - (1 - p), ">=0", above),
        sign("WH: p >= 1/2", p - half, ">=0", above),
    ]
    every = Step("instance", "1/2 <= p <= 1: all seven", all_hold(steps), states=seven_from_half)
    return decide(
        search=[
            counterexample("all seven iff p >= 1/2", ({"truth": t} for t in whole), iff),
            *(lemma(f"F & S & P[0|0] >= 1/2 => {letter}", range(1, 2)) for letter in SEVEN),
        ],
        proof=Proof("n = 1, all p in [1/2, 1]", [*steps, every], literal=True),
    )


@claim(
    "CKS-38",
    place="IV-A, consequences",
    statement="F, CH and WH prevent gaps: they make the diagonal positive, and privacy then makes "
    "every entry positive",
)
def gaps_prevented() -> Finding:
    """F makes the diagonal positive only together with privacy."""

    def positive(letter: str) -> Callable[..., bool]:
        def holds(n: int, kernel: concrete.Kernel) -> bool:
            had = concrete.PROPERTIES[letter](kernel)
            return not had or min(row[c] for c, row in enumerate(kernel)) > 0

        return holds

    return decide(
        search=[
            counterexample("CH makes the diagonal positive", kernels(), positive("CH")),
            counterexample("WH makes the diagonal positive", kernels(), positive("WH")),
            counterexample(
                "F makes the diagonal positive",
                kernels(),
                positive("F"),
                lambda n, kernel: {"private at any alpha > 0": False},
            ),
        ],
        condition=Repair(
            "all n, all alpha in (0, 1]",
            [
                *honest_is_weakly_honest(),
                sign("WH: 1/(n+1) > 0", 1 / (n + 1), ">0", {"n": at_least(1)}),
                *fair_and_private_has_no_gaps(),
                *chain(),
                *(lemma(f"{letter} => P[j|i] > 0", range(1, 4)) for letter in ("F", "CH", "WH")),
            ],
            "for F, that the mechanism is alpha-DP with alpha > 0 (CH and WH need that for the "
            "entries off the diagonal only)",
        ),
    )
