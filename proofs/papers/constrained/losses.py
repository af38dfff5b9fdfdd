"""Section II-A: what a mechanism costs under L0, and what L0 asks for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from ....mechanisms.design.design import Design
from ....mechanisms.design.optimal import OptimalMechanism, optimal
from ....mechanisms.exact.rationals import exact_text
from ....mechanisms.kernels.objectives import Objective
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import ALPHAS, counterexample, instances, written
from ...engine.signs import UNIT, UNIT_CLOSED, sign
from ...lemmas import instances as concrete
from ...lemmas.geometric import symmetric_and_row_monotone
from ...lemmas.implications import row_monotone_is_row_honest
from ...lemmas.instances import uniform
from ...lemmas.optima import at_cost, certified, least_cost
from ...statements.claim import Finding, Proof, Repair, claim, decide

EVERYWHERE = "all n, all alpha in (0, 1)"

a, n, p, T, D = symbols("a n p T D")


def mean_error(kernel: concrete.Kernel, power_of_zero: int) -> Fraction:
    """Return O_{0,sum} with uniform weights, |i-j|^0 taken literally; 0^0 as given."""
    terms = (
        p * (power_of_zero if i == j else 1)
        for j, row in enumerate(kernel)
        for i, p in enumerate(row)
    )
    return sum(terms, start=Fraction(0)) / len(kernel)


def trace_loss(kernel: concrete.Kernel) -> Fraction:
    """Return the right side of eq. (1)."""
    size = len(kernel) - 1
    trace = sum((row[j] for j, row in enumerate(kernel)), start=Fraction(0))
    return Fraction(size + 1, size) - trace / size


def loss_by_trace() -> list[Step]:
    """Prove (n+1)/n O_{0,sum} = (n+1)/n - trace/n, T the trace."""
    return [
        identity(
            "input j errs with 1 - Pr[j|j]; over n+1 inputs",
            (n + 1) - T,
            (n + 1) * (1 - T / (n + 1)),
        ),
        identity(
            "(n+1)/n O_{0,sum}, each weight 1/(n+1)",
            (n + 1) / n * (1 / (n + 1)) * ((n + 1) - T),
            (n + 1) / n - T / n,
        ),
    ]


def named(n: int, alpha: Fraction) -> list[concrete.Kernel]:
    """Return GM, EM, UM and the kernel that always tells the truth."""
    truth = [[Fraction(i == j) for i in range(n + 1)] for j in range(n + 1)]
    return [concrete.geometric(n, alpha), concrete.explicit_fair(n, alpha), uniform(n), truth]


@claim(
    "CKS-13",
    place="II-A, eq. (1)",
    statement="L0 is O_{0,sum} with uniform weights, rescaled by (n+1)/n, p = 0 counting wrong "
    "answers",
    formula="L0(P) = (n+1)/n - trace(P)/n",
)
def equation_1() -> Finding:
    """Right with |i-j|^0 read as [i != j], which the text says and eq. (12) needs."""

    def rescaled(n: int, alpha: Fraction) -> bool:
        scale = Fraction(n + 1, n)
        return all(
            scale * mean_error(k, 0) == trace_loss(k) == concrete.loss(k) for k in named(n, alpha)
        )

    return decide(
        search=[counterexample("(n+1)/n O_{0,sum} = (n+1)/n - trace/n", instances(), rescaled)],
        proof=Proof(
            "all n, all kernels",
            [
                *loss_by_trace(),
                identity("UM has trace 1, and so L0 = 1", (n + 1) / n - 1 / n, n**0),
                counterexample(
                    "with 0^0 = 1 instead, O_{0,sum} is 1 for every kernel",
                    instances(),
                    lambda n, alpha: all(mean_error(k, 1) == 1 for k in named(n, alpha)),
                ),
            ],
        ),
    )


def far_loss(kernel: concrete.Kernel, least_distance: int) -> Fraction:
    """Return (n+1)/n times the mean probability of an error of at least some distance."""
    size = len(kernel) - 1
    far = (
        p for j, row in enumerate(kernel) for i, p in enumerate(row) if abs(i - j) >= least_distance
    )
    return Fraction(size + 1, size) * sum(far, start=Fraction(0)) / (size + 1)


def two_losses(n: int, alpha: Fraction) -> Stated:
    """Return what a certificate states of GM: L0, and L_{0,0}, where all entries cost alike."""
    rows = concrete.geometric(n, alpha)
    printed = {"table": [[exact_text(Fraction(n + 1, n))] * (n + 1)] * (n + 1)}
    return facts.kernel(
        rows,
        facts.holds(facts.cost(concrete.loss(rows))),
        facts.holds(facts.cost(far_loss(rows, 0), printed)),
    )


@claim(
    "CKS-14",
    place="II-A, after eq. (1)",
    statement="L_{0,d} sums w_j Pr[i|j] over |i-j| >= d, that is over more than d steps, so that "
    "L0 = L_{0,0}",
    formula="L_{0,d} = (n+1)/n sum_{|i-j| >= d} w_j Pr[i|j], L0 = L_{0,0}",
)
def loss_beyond_d() -> Finding:
    """With >= the sum for d = 0 is that of all entries; with > both remarks are right."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        return all(far_loss(k, 0) == concrete.loss(k) for k in named(n, alpha))

    def repaired(n: int, alpha: Fraction) -> bool:
        return all(far_loss(k, 1) == concrete.loss(k) for k in named(n, alpha))

    i, j, d = variables("i j d")
    return decide(
        search=[
            counterexample(
                "L0 = L_{0,0} with |i-j| >= d",
                instances(),
                as_printed,
                lambda n, alpha: {
                    "L0(GM)": concrete.loss(concrete.geometric(n, alpha)),
                    "L_{0,0}(GM) as printed": far_loss(concrete.geometric(n, alpha), 0),
                },
                two_losses,
            )
        ],
        correction=Repair(
            "all n, all kernels",
            [
                counterexample("L0 = L_{0,0} with |i-j| > d", instances(), repaired),
                prove("|i-j| > 0 means i < j or i > j", [i > j], [abs(i - j) > 0]),
                prove("and |i-j| = 0 only for i = j", [abs(i - j) <= 0], equal(i, j)),
                prove(
                    "printed, d+1 is meant for d: |i-j| >= d+1 iff |i-j| > d",
                    [abs(i - j) >= d + 1],
                    [abs(i - j) > d],
                ),
                *loss_by_trace(),
                identity(
                    "as printed, L_{0,0} is (n+1)/n for every kernel",
                    (n + 1) / n * (1 / (n + 1)) * (n + 1),
                    (n + 1) / n,
                ),
            ],
            "L_{0,d} = (n+1)/n sum_{|i-j| > d} w_j Pr[i|j]; as printed L_{0,0} is (n+1)/n for "
            "every kernel, and L0 is L_{0,1}",
        ),
    )


def likeliest_is_truth(kernel: concrete.Kernel) -> bool:
    """Return whether each output i is at least as likely from input i as from any other."""
    return all(row[i] <= kernel[i][i] for row in kernel for i in range(len(kernel)))


#: Where an L0-optimal kernel is sought whose outputs are not maximum-likelihood estimates.
UNLIKELY = (range(1, 5), [Fraction(2, 3), Fraction(3, 4), Fraction(9, 10)])


def unlikely_optimum() -> Step:
    """Look for an L0-optimal weakly honest kernel with Pr[i|j] > Pr[i|i] somewhere."""
    shows = "every L0 optimum under WH reports a maximum-likelihood estimate"
    tried = 0
    for case in instances(*UNLIKELY):
        size, alpha = case["n"], case["alpha"]
        optimum = at_cost(size, "L0", least_cost(size, alpha, ("WH",)))
        for i, j in permutations(range(size + 1), 2):
            # Among the optima the one with the largest Pr[i|j] - Pr[i|i].
            table = [[0] * (size + 1) for _ in range(size + 1)]
            table[i][i], table[j][i] = 1, -1
            found = optimal(Design(size, alpha, ("WH",), Objective.of_table(table), (optimum,)))
            tried += 1
            if isinstance(found, OptimalMechanism) and found.cost < 0:
                kernel = found.mechanism.rows()
                step = certified(shows, found, likeliest_is_truth(kernel))
                shown = {**case, "output": i, "likelier input": j, "kernel": kernel}
                data = {**step.data, "tried": tried, "counterexample": written(shown)}
                return replace(step, data=data)
    return Step("linear program", shows, tried > 0, {"tried": tried})


@claim(
    "CKS-91",
    place="II-A, argument (i) for L0",
    statement="maximizing the probability of the truth ensures that the reported answer is the "
    "maximum-likelihood estimate of the true count",
)
def reports_the_likeliest() -> Finding:
    """The estimate from output i is i exactly if the mechanism is row honest."""

    def both(n: int, alpha: Fraction) -> bool:
        kernels = [*named(n, alpha), [row[::-1] for row in concrete.geometric(n, alpha)]]
        return all(likeliest_is_truth(k) == concrete.PROPERTIES["RH"](k) for k in kernels)

    return decide(
        search=[unlikely_optimum()],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample("i is a likeliest input of output i iff RH", instances(), both),
                *symmetric_and_row_monotone(),
                *row_monotone_is_row_honest(),
                sign(
                    "GM: for j != i, alpha^|i-j| <= alpha < 1: the estimate is the only one",
                    1 - a * D,
                    ">0",
                    {"a": UNIT, "D": UNIT_CLOSED},
                ),
                counterexample(
                    "so of GM, EM and UM",
                    instances(alphas=ALPHAS),
                    lambda n, alpha: all(likeliest_is_truth(k) for k in named(n, alpha)),
                ),
            ],
            "the mechanism is row honest, which is the same; GM, the L0 optimum of BasicDP, is, "
            "and its estimate is the only one",
        ),
    )
