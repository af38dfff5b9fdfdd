"""Section IV-A: what follows from what among the structural properties.

Each implication is proved for all n by adding inequalities of its premises, and again at
small n by linear programs, with multipliers.
"""

from __future__ import annotations

from fractions import Fraction

from ...deciding.decision import lemma as decide_lemma
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import Expr, cases, variables
from ...engine.search import SIZES, counterexample, instances
from ...engine.signs import UNIT, more_than, sign
from ...lemmas import instances as concrete
from ...lemmas.implications import (
    column_monotone_is_column_honest,
    fair_honesty,
    honest_is_weakly_honest,
    row_monotone_is_row_honest,
)
from ...lemmas.instances import kernels
from ...lemmas.optima import Letters, lemma
from ...statements.claim import Finding, Proof, claim, decide

KERNELS = "all n, all kernels, private or not"

#: Sizes at which an implication is also decided by linear programs.
PROGRAMS = range(1, 6)

a, n, x, A = symbols("a n x A")
i, j, N = variables("i j n")


def refutes(text: str, sizes: range) -> Step:
    """Show that a lemma fails at each of some sizes, for some kernel."""
    found = {size: decide_lemma(text, size) for size in sizes}
    fails = all(outcome.counterexample is not None for outcome in found.values())
    data = {str(size): str(outcome) for size, outcome in found.items()}
    return Step("lemma", f"{text} fails at n = {sizes[0]} to {sizes[-1]}", fails, {"n": data})


def both_hold(premises: Letters, conclusion: str) -> Step:
    """Try an implication on the named kernels and on all 0-1 kernels of small n."""

    def holds(n: int, kernel: concrete.Kernel) -> bool:
        had = all(concrete.PROPERTIES[letter](kernel) for letter in premises)
        return not had or concrete.PROPERTIES[conclusion](kernel)

    return counterexample(f"{' & '.join(premises)} => {conclusion}", kernels(), holds)


@claim("CKS-23", place="IV-A, (7) and (8)", statement="RM implies RH")
def rm_implies_rh() -> Finding:
    """Sum the inequalities between neighbours; for n >= 2 the converse fails."""
    return decide(
        search=[both_hold(("RM",), "RH")],
        proof=Proof(
            KERNELS,
            [
                *row_monotone_is_row_honest(),
                lemma("RM => RH", PROGRAMS),
                lemma("RH => RM", range(1, 2)),
                refutes("RH => RM", range(2, 6)),
            ],
        ),
    )


def turned(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return GM with its outputs counted from the other end.

    >>> [str(p) for p in turned(1, Fraction(1, 2))[0]]
    ['1/3', '2/3']
    """
    return [row[::-1] for row in concrete.geometric(size, alpha)]


def truth(size: int) -> concrete.Kernel:
    """Return the kernel that always tells the truth."""
    return [[Fraction(i == j) for i in range(size + 1)] for j in range(size + 1)]


@claim(
    "CKS-24",
    place="IV-A",
    statement="row monotonicity is independent of differential privacy: either occurs without the "
    "other",
)
def rm_and_dp() -> Finding:
    """GM counted from the wrong end is private and not RM; the truth is RM and not private."""

    def independent(n: int, alpha: Fraction) -> bool:
        monotone = concrete.PROPERTIES["RM"]
        private = concrete.differentially_private
        one, other = turned(n, alpha), truth(n)
        return (private(one, alpha) and not monotone(one)) and (
            monotone(other) and not private(other, alpha)
        )

    low = x * A - x  # output 0 of the turned GM: input 0 less input n, A = alpha^n
    return decide(
        search=[counterexample("both kinds exist", instances(), independent)],
        proof=Proof(
            "all n, all alpha in (0, 1); at alpha = 1 privacy implies RM",
            [
                prove(
                    "turned GM is alpha-DP: exponents |n-i-j| at adjacent inputs differ by one",
                    [i >= 0, i <= N, j >= 0, j < N],
                    [
                        abs(N - i - j) - abs(N - i - j - 1) <= 1,
                        abs(N - i - j - 1) - abs(N - i - j) <= 1,
                    ],
                ),
                sign("it is not RM: Pr[0|0] < Pr[0|n]", low, "<0", {"x": more_than(0), "A": UNIT}),
                sign("the truth is not private: Pr[0|1] - alpha Pr[0|0]", 0 - a, "<0", {"a": UNIT}),
                prove(
                    "the truth is RM: [i = j-1] <= [i = j] for j <= i, [i = j+1] <= [i = j] beyond",
                    [i >= 0, j >= 0],
                    [
                        cases(j <= i, _same(i, j) - _same(i, j - 1), 0),
                        cases(j >= i, _same(i, j) - _same(i, j + 1), 0),
                    ],
                ),
                *(_at_one(size) for size in PROGRAMS),
            ],
        ),
    )


def _same(first: Expr, second: Expr) -> Expr:
    """Return 1 where two integers are equal, else 0."""
    return cases(first >= second, cases(first <= second, 1, 0), 0)


def _at_one(size: int) -> Step:
    found = decide_lemma("DP => RM", size, 1)
    return Step("lemma", f"n = {size}, alpha = 1: DP => RM", found.holds, {"n": str(found)})


def honest_not_monotone(size: int, alpha: Fraction) -> concrete.Kernel:
    """Return UM with (1-alpha)/(n+1) moved from output 1 to output 0 on input 0: CH, not CM.

    >>> [str(p) for p in honest_not_monotone(2, Fraction(1, 2))[0]]
    ['1/2', '1/6', '1/3']
    """
    share = Fraction(1, size + 1)
    kernel = [[share] * (size + 1) for _ in range(size + 1)]
    kernel[0][0], kernel[0][1] = share * (2 - alpha), share * alpha
    return kernel


@claim(
    "CKS-25",
    place="IV-A, (9) and (10)",
    statement="CM implies CH, but not vice versa",
)
def cm_implies_ch() -> Finding:
    """For n >= 2 a private kernel has CH and not CM at every alpha < 1; at n = 1 they agree."""

    def separates(n: int, alpha: Fraction) -> bool:
        kernel = honest_not_monotone(n, alpha)
        has = concrete.PROPERTIES
        private = concrete.stochastic(kernel) and concrete.differentially_private(kernel, alpha)
        return private and has["CH"](kernel) and not has["CM"](kernel)

    # In units of 1/(n+1): 2 - a and a at outputs 0 and 1 of input 0, 1 elsewhere.
    box = {"a": UNIT}
    return decide(
        search=[
            both_hold(("CM",), "CH"),
            counterexample("n >= 2: CH without CM", instances(SIZES[1:]), separates),
        ],
        proof=Proof(
            "all n, all kernels; for the converse all n >= 2, all alpha in (0, 1)",
            [
                *column_monotone_is_column_honest(),
                identity("input 0 sums as before", (2 - a) + a, 2 * a**0),
                sign("output 0: alpha (2-alpha) <= 1", 1 - a * (2 - a), ">=0", box),
                sign("output 0: alpha <= 2 - alpha", 2 - a - a, ">=0", box),
                sign("output 1: alpha <= 1, and alpha * alpha <= 1", 1 - a * a, ">=0", box),
                sign("CH at input 0: 2 - alpha >= 1", 2 - a - 1, ">=0", box),
                sign("not CM: output 2, farther than 1, has 1 > alpha", 1 - a, ">0", box),
                lemma("CM => CH", PROGRAMS),
                lemma("CH => CM", range(1, 2)),
                refutes("CH => CM", range(2, 6)),
            ],
        ),
    )


@claim(
    "CKS-26",
    place="IV-A",
    statement="F and RH imply CH; F and CH imply RH",
)
def fairness_turns_honesty() -> Finding:
    """Either way all entries are at most the common diagonal y."""
    return decide(
        search=[both_hold(("F", "RH"), "CH"), both_hold(("F", "CH"), "RH")],
        proof=Proof(
            KERNELS,
            [
                *fair_honesty(),
                lemma("F & RH => CH", PROGRAMS),
                lemma("F & CH => RH", PROGRAMS),
                refutes("RH => CH", range(2, 6)),
                refutes("CH => RH", range(2, 6)),
                refutes("F => CH", range(1, 6)),
            ],
        ),
    )


@claim("CKS-27", place="IV-A, (13)", statement="CH implies WH")
def ch_implies_wh() -> Finding:
    """(n+1) Pr[j|j] - 1 is the sum of the n+1 gaps of CH at input j."""
    return decide(
        search=[both_hold(("CH",), "WH")],
        proof=Proof(
            KERNELS,
            [
                *honest_is_weakly_honest(),
                lemma("CH => WH", PROGRAMS),
                lemma("WH => CH", range(1, 2)),
                refutes("WH => CH", range(2, 6)),
            ],
        ),
    )
