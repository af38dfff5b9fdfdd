"""Section IV-C: the bound of Lemma 4, and the explicit fair mechanism EM.

The paper's Lemma 4 takes n even "without loss of generality"; the loss is that its bound,
which is also its normaliser of EM, is wrong for every odd n. What the claims rest on is
proved in :mod:`exactdp.proofs.lemmas.explicit_fair`, whose notation is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....mechanisms.families.geometric import factors
from ....verify.judge.certificate import SUMS
from ...engine import facts
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity
from ...engine.linear import equal, value
from ...engine.search import SIZES, SQUARE_ALPHAS, counterexample, instances
from ...engine.signs import UNIT, sign
from ...engine.sums import geometric, vanishing
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import (
    BOX,
    E,
    L,
    M,
    N,
    Y,
    a,
    b,
    exponent,
    i,
    index,
    m,
    n,
    normaliser,
    normaliser_at,
    parities,
    permutation,
    printed,
    printed_at,
    private,
    root,
    seven_properties,
    upper_bound,
)
from ...statements.claim import Finding, Proof, Repair, claim, decide

OPEN = "all n, all alpha in (0, 1)"
CLOSED = "all n, all alpha in (0, 1]"

#: Instances for formulas with alpha^(n/2): alpha is a square, sqrt(alpha) the parameter.
SQUARES = list(instances(SIZES, SQUARE_ALPHAS))
EVEN_SQUARES = list(instances(SIZES[1::2], SQUARE_ALPHAS))


def _fair_optimum(n: int, alpha: Fraction) -> bool:
    kernel = concrete.explicit_fair(n, alpha, normaliser_at(n, alpha))
    valid = concrete.stochastic(kernel) and concrete.differentially_private(kernel, alpha)
    return valid and concrete.PROPERTIES["F"](kernel)


@claim(
    "CKS-52",
    place="IV-C, Lemma 4",
    statement="a fair mechanism has y <= (1-alpha)/(1+alpha-2 alpha^(n/2+1)), for every n",
    formula="y <= (1-alpha)/(1+alpha-2*alpha^(n/2+1))",
)
def lemma_4() -> Finding:
    """EM itself breaks the printed bound for every odd n; the right bound is y*."""

    def within(n: int, alpha: Fraction) -> bool:
        # EM is one fair alpha-DP mechanism; the bound has to cover its diagonal.
        return not _fair_optimum(n, alpha) or normaliser_at(n, alpha) <= printed_at(n, alpha)

    return decide(
        search=[
            counterexample(
                "the diagonal of EM, fair and alpha-DP, is within the printed bound",
                SQUARES,
                within,
                lambda n, alpha: {
                    "y of a fair mechanism": normaliser_at(n, alpha),
                    "printed bound": printed_at(n, alpha),
                    "kernel": concrete.explicit_fair(n, alpha),
                },
                lambda n, alpha: facts.kernel(
                    concrete.explicit_fair_form(n, alpha),
                    facts.holds(facts.private(alpha)),
                    facts.holds(facts.having("F")),
                    facts.fails(facts.at_most({(0, 0): 1}, printed_at(n, alpha))),
                ),
            )
        ],
        condition=Repair(
            "all even n, all alpha in (0, 1)",
            [
                counterexample("even n: EM is within the bound", EVEN_SQUARES, within),
                *upper_bound(),
                *parities()[:-1],
            ],
            "n even",
        ),
        correction=Repair(
            OPEN,
            [
                *upper_bound(),
                *parities(),
                counterexample("EM is fair, alpha-DP, with diagonal y*", SQUARES, _fair_optimum),
                *private(),
                *permutation(),
            ],
            "y <= 1 / sum_{k=0..n} alpha^ceil(k/2), attained by EM: the printed bound for even n, "
            "(1-alpha)/((1+alpha)(1-alpha^((n+1)/2))) for odd n, which is larger than the "
            "printed one for every odd n and every alpha in (0, 1)",
        ),
    )


@claim(
    "CKS-55",
    place="IV-C, eq. (15)",
    statement="the bound's sum in closed form, n even",
    formula="1/(1 + 2 sum_{j=1..n/2} alpha^j) = (1-alpha)/(1+alpha-2 alpha^(n/2+1))",
)
def equation_15() -> Finding:
    """Sum the geometric progression; the paper takes n even just before."""

    def equation(n: int, alpha: Fraction) -> bool:
        total = 1 + 2 * sum(alpha**q for q in range(1, n // 2 + 1))
        return 1 / total == printed_at(n, alpha)

    steps: list[Step] = [prove("n/2 >= 0 terms, n = 2m >= 2", [m >= 1], [m])]
    total = 1 + geometric(2 * a, a, M, index, steps)
    steps.append(identity("eq. (15) with M = a^(n/2)", 1 / total, printed(M)))
    return decide(
        search=[counterexample("eq. (15) for even n", EVEN_SQUARES, equation)],
        proof=Proof("all even n, all alpha in (0, 1)", steps),
    )


@claim(
    "CKS-56",
    place="IV-C, end of Lemma 4",
    statement="the bound tends to (1-alpha)/(1+alpha) as n grows",
    formula="lim_n (1-alpha)/(1+alpha-2 alpha^(n/2+1)) = (1-alpha)/(1+alpha)",
)
def limit_of_bound() -> Finding:
    """The bound exceeds its limit by less than 2 alpha^(n/2+1)/(1+alpha); so does y* for odd n."""

    def close(n: int, alpha: Fraction) -> bool:
        gap = printed_at(n, alpha) - (1 - alpha) / (1 + alpha)
        return 0 < gap < 2 * root(alpha) ** (n + 2) / (1 + alpha)

    limit = (1 - a) / (1 + a)
    steps: list[Step] = []
    odd = normaliser(True, steps)
    # M stands for a^(n/2), then (y* for odd n) for a^((n-1)/2).
    return decide(
        search=[counterexample("0 < bound - limit < 2a^(n/2+1)/(1+a)", SQUARES, close)],
        proof=Proof(
            OPEN,
            [
                sign("bound - limit > 0", printed(M) - limit, ">0", BOX),
                sign(
                    "2a M/(1+a) - (bound - limit) > 0",
                    2 * a * M / (1 + a) - printed(M) + limit,
                    ">0",
                    BOX | {"M": UNIT},
                ),
                vanishing(b, 0, BOX),
                *steps,
                sign("odd n: y* - limit > 0", odd - limit, ">0", BOX),
                sign("odd n: (1+a)a M/(1+a) - (y* - limit) >= 0", a * M - odd + limit, ">=0", BOX),
            ],
        ),
    )


@claim(
    "CKS-58",
    place="IV-C, eq. (16)",
    statement="EM is alpha-DP and its columns (inputs) are permutations of one multiset",
)
def equation_16() -> Finding:
    """Exponents at adjacent inputs differ by at most 1; a bijection matches the multisets."""

    def holds(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        one_multiset = all(sorted(row) == sorted(kernel[0]) for row in kernel)
        private = concrete.differentially_private(kernel, alpha)
        return one_multiset and concrete.stochastic(kernel) and private

    return decide(
        search=[counterexample("EM is stochastic and alpha-DP, one multiset", instances(), holds)],
        proof=Proof(CLOSED, [*private(), *permutation()]),
    )


@claim(
    "CKS-59",
    place="IV-C",
    statement="EM's normaliser is the value of eq. (15), for every n",
    formula="y = (1-alpha)/(1+alpha-2*alpha^(n/2+1))",
)
def normaliser_of_em() -> Finding:
    """For odd n the printed y leaves every input with less than its full probability."""

    def with_printed_y(n: int, alpha: Fraction) -> concrete.Kernel:
        return concrete.explicit_fair(n, alpha, printed_at(n, alpha))

    def sums_to_one(n: int, alpha: Fraction) -> bool:
        return concrete.stochastic(with_printed_y(n, alpha))

    return decide(
        search=[
            counterexample(
                "with the printed y every input of EM sums to one",
                SQUARES,
                sums_to_one,
                lambda n, alpha: {
                    "printed y": printed_at(n, alpha),
                    "sum of input 0": sum(with_printed_y(n, alpha)[0]),
                    "right y": normaliser_at(n, alpha),
                },
                lambda n, alpha: facts.kernel(
                    concrete.explicit_fair_form(n, alpha, printed_at(n, alpha)),
                    facts.fails(SUMS, [0]),
                ),
            )
        ],
        condition=Repair(
            "all even n, all alpha in (0, 1)",
            [
                counterexample("even n: sums to one", EVEN_SQUARES, sums_to_one),
                *permutation(),
                *parities()[:-1],
            ],
            "n even",
        ),
        correction=Repair(
            OPEN,
            [*permutation(), *parities()],
            "y = 1 / sum_{k=0..n} alpha^ceil(k/2): the printed value for even n, "
            "(1-alpha)/((1+alpha)(1-alpha^((n+1)/2))) for every odd n",
        ),
    )


#: Fig. 4, n = 7: the exponents as printed, a line an output, a column an input.
FIGURE_4 = """
0 1 2 3 4 4 4 4
1 0 1 2 3 3 3 3
1 1 0 1 2 3 3 3
2 2 1 0 1 2 2 2
2 2 2 1 0 1 2 2
3 3 3 2 1 0 1 1
3 3 3 3 2 1 0 1
4 4 4 4 3 2 1 0
"""


def compare_figure(figure: str, size: int) -> list[Step]:
    r"""Compare a printed matrix of exponents with eq. (16), entry by entry.

    >>> [step.holds for step in compare_figure("0 1\n1 0", 1)]
    [True, True]
    """
    lines = [[int(entry) for entry in line.split()] for line in figure.split("\n") if line]
    shape = [size + 1] * (size + 1)

    def same(output: int, input_: int) -> bool:
        at: Mapping[str, int] = {"i": output, "j": input_, "n": size}
        return lines[output][input_] == value(E, at)

    cells = [{"output": o, "input_": c} for o in range(size + 1) for c in range(size + 1)]
    whole = [len(line) for line in lines] == shape
    return [
        Step("instance", f"the figure has {size + 1} lines of {size + 1} entries", whole),
        counterexample(
            "every printed exponent is that of eq. (16)",
            cells if whole else [],
            same,
            lambda output, input_: {"printed": lines[output][input_]},
        ),
    ]


@claim(
    "CKS-60",
    place="Fig. 4",
    statement="the printed matrix of exponents for n = 7 equals eq. (16)",
)
def figure_4() -> Finding:
    """Compare all 64 entries, by two evaluations of eq. (16)."""
    steps = compare_figure(FIGURE_4, 7)
    return decide(search=steps[1:], proof=Proof("this instance", steps))


@claim(
    "CKS-61",
    place="IV-C",
    statement="EM's L0 cost is (n+1)/n (1-y) with the printed y, by the bound of Lemma 1",
    formula="L0(EM) = (n+1)/n (1-y), y = (1-alpha)/(1+alpha-2*alpha^(n/2+1))",
)
def loss_of_em() -> Finding:
    """The formula is eq. (1) for trace (n+1)y; the y to put in is EM's own, y*."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        loss = concrete.loss(concrete.explicit_fair(n, alpha))
        return loss == Fraction(n + 1, n) * (1 - printed_at(n, alpha))

    def with_own_y(n: int, alpha: Fraction) -> bool:
        loss = concrete.loss(concrete.explicit_fair(n, alpha))
        return loss == Fraction(n + 1, n) * (1 - normaliser_at(n, alpha))

    return decide(
        search=[
            counterexample(
                "L0(EM) = (n+1)/n (1-y) with the printed y",
                SQUARES,
                as_printed,
                lambda n, alpha: {
                    "L0(EM)": concrete.loss(concrete.explicit_fair(n, alpha)),
                    "printed": Fraction(n + 1, n) * (1 - printed_at(n, alpha)),
                },
            )
        ],
        condition=Repair(
            OPEN,
            [
                counterexample("L0(EM) = (n+1)/n (1-y*)", instances(), with_own_y),
                prove(
                    "F: e(i,i) = 0, the trace is (n+1)y",
                    [i >= 0, i <= N],
                    equal(exponent(i, i, N), 0),
                ),
                identity(
                    "eq. (1) at trace (n+1)y", (n + 1) / n - (n + 1) * Y / n, (n + 1) / n * (1 - Y)
                ),
                *permutation(),
                *parities(),
            ],
            "y is EM's normaliser 1 / sum_{k=0..n} alpha^ceil(k/2), which the printed y is for "
            "even n only (and the bound that y maximises is Lemma 4's; Lemma 1 bounds nothing)",
        ),
    )


@claim(
    "CKS-62",
    place="IV-C",
    statement="EM's diagonal entries are slightly larger than GM's, but for the two corners, "
    "which are smaller",
)
def diagonals_compared() -> Finding:
    """Compare y* with GM's y inside and x in the corners; for n = 1 EM is GM."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        gm = concrete.geometric(n, alpha)
        em = concrete.explicit_fair(n, alpha)
        inner = all(em[q][q] > gm[q][q] for q in range(1, n))
        return inner and em[0][0] < gm[0][0] and em[n][n] < gm[n][n]

    x, y = factors(a)
    shows = "EM exceeds GM inside and is below GM at the corners of the diagonal"
    steps: list[Step] = []
    # n >= 2: m >= 1, so M = a^m is a times L = a^(m-1), L in (0, 1].
    even, odd = normaliser(False, steps, a * L), normaliser(True, steps, a * L)
    at_one = normaliser(True, steps, a**0)
    return decide(
        search=[
            counterexample(
                shows,
                instances(),
                as_printed,
                lambda n, alpha: {
                    "EM corner": concrete.explicit_fair(n, alpha)[0][0],
                    "GM corner": concrete.geometric(n, alpha)[0][0],
                },
            )
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample(f"n >= 2: {shows}", instances(range(2, 8)), as_printed),
                *steps,
                prove("n >= 2: n = 2m or 2m+1 with m >= 1", [N >= 2, 2 * m + 1 >= N], [m >= 1]),
                sign("n even: y* - y > 0", even - y, ">0", BOX),
                sign("n odd: y* - y > 0", odd - y, ">0", BOX),
                sign("n even: x - y* > 0", x - even, ">0", BOX),
                sign("n odd: x - y* > 0", x - odd, ">0", BOX),
                identity("n = 1: y* = x, EM is GM", at_one, x),
                identity(
                    "n even: y*/y = (1+a)/(1+a-2a^(n/2+1)), which is not bounded as a -> 1",
                    even / y,
                    (1 + a) / (1 + a - 2 * a * (a * L)),
                ),
            ],
            "n >= 2 (for n = 1 EM is GM); 'slightly' only away from alpha = 1: the ratio of the "
            "inner entries is 1/(1 - 2 alpha^(n/2+1)/(1+alpha)) for even n",
        ),
    )


@claim("CKS-63", place="IV-C", statement="EM has all seven properties, for every n")
def all_seven() -> Finding:
    """Read all seven off the exponents."""

    def holds(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        return all(has(kernel) for has in concrete.PROPERTIES.values())

    return decide(
        search=[counterexample("EM has RH RM CH CM F WH S", instances(), holds)],
        proof=Proof(CLOSED, [*seven_properties(), *permutation()]),
    )
