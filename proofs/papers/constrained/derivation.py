"""Section IV-D, last: what can be had from GM by post-processing its output.

GM is K diag(c) with K[j][i] = alpha^|i-j|, c its weights of the outputs, so P = GM T has one
solution T, and T >= 0 is the question. K^-1 is tridiagonal (:mod:`exactdp.proofs.lemmas.kms`).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from flint import fmpq

from ....mechanisms.design.design import Design, Inequality
from ....mechanisms.design.lp.program import Program, Row, Scalar
from ....mechanisms.design.optimal import OptimalMechanism
from ....mechanisms.design.parametric.optimum import Piece, merged
from ....mechanisms.design.parametric.recheck import proved
from ....mechanisms.design.parametric.tiling import tile
from ....mechanisms.exact.rationals import to_fraction
from ....mechanisms.exact.ratios import ALPHA
from ....mechanisms.families.geometric import factors
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.kernels.objectives import Objective
from ....verify.judge.certificate import sparse
from ....verify.judge.derivability import derivable_from_geometric
from ....verify.judge.joining import Stated, joined
from ...engine import facts
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, expr
from ...engine.search import counterexample, instances
from ...engine.signs import UNIT, sign
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import N, exponent
from ...lemmas.instances import kernels
from ...lemmas.kms import inverse, weights_for
from ...lemmas.largest_trace import geometric_is_least
from ...lemmas.optima import WM, Cell, certified, chart, curve, least, least_cost, optimum
from ...statements.claim import Finding, Proof, Repair, claim, decide

EVERYWHERE = "all n, all alpha in (0, 1)"

#: Sizes at which WM is compared with the best derivable mechanism, for all alpha.
COMPARED = range(2, 6)
LEVELS = [Fraction(1, 2), Fraction(9, 10)]

a, p, q, r = symbols("a p q r")


def passes(kernel: concrete.Kernel, alpha: Fraction) -> bool:
    """Return whether every three adjacent inputs pass the printed test, at every output.

    >>> passes([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]], Fraction(1, 2))
    True
    """
    n = len(kernel) - 1
    return all(
        kernel[j][i] - alpha * kernel[j - 1][i] >= alpha * (kernel[j + 1][i] - alpha * kernel[j][i])
        for j in range(1, n)
        for i in range(n + 1)
    )


def derivable(kernel: concrete.Kernel, alpha: Fraction) -> bool:
    """Return whether P = GM T has a solution T >= 0; T's sign is that of K^-1 P.

    >>> derivable([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]], Fraction(1, 2))
    False
    """
    columns = ([row[i] for row in kernel] for i in range(len(kernel)))
    return all(min(weights_for(column, alpha)) >= 0 for column in columns)


def test_is_inverse() -> list[Step]:
    """Prove that K^-1 P >= 0 is the test inside and privacy at the ends, and T's rows sum to 1.

    p, q, r are Pr[i|j-1], Pr[i|j], Pr[i|j+1].
    """
    return [
        *inverse(),
        identity(
            "inner row of K^-1 P: the test's left side less its right one",
            (1 + a**2) * q - a * p - a * r,
            (q - a * p) - a * (r - a * q),
        ),
        identity(
            "end row of K^-1 P: q - a r, which (6) makes nonnegative", 1 * q - a * r, q - a * r
        ),
        # GM's rows sum to one: K c = 1. So K (c T1 - c) = P1 - 1 = 0, and T1 = 1.
        *geometric_is_least()[3:],
        sign("c > 0", factors(a)[1], ">0", {"a": UNIT}),
    ]


@claim(
    "CKS-75",
    place="IV-D (Gupte and Sundararajan)",
    statement="a mechanism can be derived from GM by post-processing iff every three adjacent "
    "entries pass the test",
    formula="Pr[i|j] - alpha Pr[i|j-1] >= alpha (Pr[i|j+1] - alpha Pr[i|j])",
)
def simple_test() -> Finding:
    """So for private mechanisms; the test alone says nothing about the two ends."""
    cases = [{**case, "alpha": alpha} for case in kernels() for alpha in LEVELS]

    def as_printed(n: int, kernel: concrete.Kernel, alpha: Fraction) -> bool:
        return len(kernel) != n + 1 or passes(kernel, alpha) == derivable(kernel, alpha)

    def if_private(n: int, kernel: concrete.Kernel, alpha: Fraction) -> bool:
        return as_printed(n, kernel, alpha) or not concrete.differentially_private(kernel, alpha)

    def both_ways(n: int, kernel: concrete.Kernel, alpha: Fraction) -> bool:
        found = derivable_from_geometric(Mechanism.from_rows(kernel), alpha).holds
        return len(kernel) == n + 1 and found == derivable(kernel, alpha)

    return decide(
        search=[
            counterexample(
                "it is derivable iff it passes",
                cases,
                as_printed,
                lambda n, kernel, alpha: {
                    "passes": passes(kernel, alpha),
                    "derivable": derivable(kernel, alpha),
                },
            )
        ],
        condition=Repair(
            "all n, all alpha in (0, 1)",
            [
                counterexample("private: it is derivable iff it passes", cases, if_private),
                counterexample("two ways of solving for T agree", cases, both_ways),
                *test_is_inverse(),
            ],
            "the mechanism is alpha-DP, of which Pr[i|0] >= alpha Pr[i|1] and Pr[i|n] >= alpha "
            "Pr[i|n-1] are enough (for n = 1 there are no three adjacent inputs to test)",
        ),
    )


@claim(
    "CKS-76",
    place="IV-D",
    statement="EM fails the test for every n > 1: Pr[2|0] = Pr[2|1] = y alpha, Pr[2|2] = y",
)
def em_not_derivable() -> Finding:
    """At output 2, inputs 0, 1, 2 the test would say 1 >= 1 + alpha."""

    def fails(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        printed = kernel[0][2] == kernel[1][2] == alpha * kernel[2][2]
        return printed and not passes(kernel, alpha) and not derivable(kernel, alpha)

    zero, one, two = (exponent(expr(2), expr(c), N) for c in range(3))
    return decide(
        search=[counterexample("EM fails the test", instances(range(2, 8)), fails)],
        proof=Proof(
            "all n >= 2, all alpha in (0, 1); for n = 1 EM is GM",
            [
                prove(
                    "e(2,0) = e(2,1) = 1, e(2,2) = 0 for n >= 2",
                    [N >= 2],
                    [*equal(zero, 1), *equal(one, 1), *equal(two, 0)],
                ),
                identity(
                    "left less right at output 2, input 1, over y",
                    (a - a * a) - a * (1 - a * a),
                    -(a**2) * (1 - a),
                ),
                sign("which is negative", -(a**2) * (1 - a), "<0", {"a": UNIT}),
                identity(
                    "as printed: a(1-a) >= a(1-a^2) over a(1-a) is 1 >= 1+a",
                    a * (1 - a**2) / (a * (1 - a)),
                    1 + a,
                ),
            ],
        ),
    )


@lru_cache(maxsize=16)
def best_derivable(size: int) -> tuple[Piece, ...]:
    """Return the least L0 cost of a mechanism with WM's properties that is derivable from GM.

    >>> [str(piece.cost) for piece in best_derivable(2)]
    ['2*alpha/(1 + alpha)', '(4*alpha - 1)/(3*alpha)']
    """
    design = Design(size, None, WM, Objective.parse("L0"))

    def family(alpha: Scalar) -> Program:
        at = to_fraction(alpha) if isinstance(alpha, fmpq) else None
        _, program = replace(design, alpha=at).program(alpha)
        width = size + 1
        tests = [
            Row(
                (
                    (j * width + i, 1 + alpha * alpha),
                    ((j - 1) * width + i, -alpha),
                    ((j + 1) * width + i, -alpha),
                ),
                0 * alpha,
            )
            for j in range(1, size)
            for i in range(width)
        ]
        return Program(program.cost, [*program.rows, *tests], program.scales)

    return tuple(merged(proved(family(ALPHA), tile(family))))


def tested(size: int, alpha: Fraction) -> tuple[Inequality, ...]:
    """Return the test at one alpha as demands."""
    return tuple(
        Inequality((((j, i), 1 + alpha**2), ((j - 1, i), -alpha), ((j + 1, i), -alpha)))
        for j in range(1, size)
        for i in range(size + 1)
    )


def comparison(size: int) -> list[Cell]:
    """Return where the best derivable mechanism costs what WM costs ("="), and where more."""
    return chart(best_derivable(size), curve(size, WM).pieces)


def _threshold(size: int) -> str:
    cells = comparison(size)
    return "every alpha" if len(cells) == 1 else f"alpha <= {cells[0].high}"


def derived(n: int, alpha: Fraction) -> Stated:
    """Return what a certificate states of the only optimum of WM: it is GM, post-processed."""
    found = least(n, alpha, WM)
    assert isinstance(found, OptimalMechanism)
    one, gm = optimum(found), facts.kernel(concrete.geometric_form(n, alpha))
    post = derivable_from_geometric(found.mechanism, alpha).post
    assert post is not None  # it passes the test
    both = joined([one, gm])
    place, rows = both.kernels.index(gm.kernels[0]), sparse(post.rows())
    product = {"claim": "product", "kernel": 0, "of": place, "post": rows, "holds": True}
    return Stated(both.kernels, [*both.claims, product])


@claim(
    "CKS-77",
    place="IV-D",
    statement="WM fails the test for every n > 1, and so cannot be derived from GM",
)
def wm_not_derivable() -> Finding:
    """For n = 2 an optimum passes at every alpha, for n = 3 up to alpha = 1/sqrt 2."""

    def fails(n: int, alpha: Fraction) -> bool:
        found = least(n, alpha, WM)
        assert isinstance(found, OptimalMechanism)
        # A unique optimum that passes leaves no other WM to fail.
        return not (found.unique is True and passes(found.mechanism.rows(), alpha))

    two = least(2, LEVELS[1], WM, "L0", tested(2, LEVELS[1]))
    assert isinstance(two, OptimalMechanism)  # the uniform mechanism passes

    def shown(n: int, alpha: Fraction) -> dict[str, object]:
        found = least(n, alpha, WM)
        assert isinstance(found, OptimalMechanism)
        return {
            "the only optimum, which is GM": found.mechanism.rows(),
            "cost": found.cost,
            f"an optimum that passes at n = 2, alpha = {LEVELS[1]}": two.mechanism.rows(),
        }

    cases = list(instances(range(2, 4), [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)]))
    steps = []
    for size in COMPARED:
        cells = comparison(size)
        first = cells[0]
        signs = [cell.sign for cell in cells]
        data = {
            "n": size,
            "derivable against WM": [str(cell) for cell in cells],
            "derivable up to": first.high.to_json(),
            "best derivable cost": [f"{piece}: {piece.cost}" for piece in best_derivable(size)],
        }
        shows = f"n = {size}: some WM is derivable exactly for {_threshold(size)}"
        steps.append(Step("parametric program", shows, signs in ([0], [0, 1]), data))
    return decide(
        search=[counterexample("WM fails the test", cases, fails, shown, derived)],
        correction=Repair(
            f"2 <= n <= {COMPARED[-1]}, all alpha in (0, 1)",
            [
                *steps,
                *test_is_inverse(),
                certified(
                    "n = 2, alpha = 9/10: an optimum of WM is derivable",
                    two,
                    two.cost == least_cost(2, LEVELS[1], WM)
                    and derivable_from_geometric(two.mechanism, LEVELS[1]).holds,
                ),
            ],
            "some optimum of the WM program can be derived from GM exactly for: "
            + "; ".join(f"n = {size}, {_threshold(size)}" for size in COMPARED)
            + "; beyond that every optimum fails the test (up to 1/2 WM is GM itself)",
        ),
    )
