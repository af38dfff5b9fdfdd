"""NEW-8: for which priors the geometric mechanism is optimal.

GM's optimality for weights w needs multipliers g of the inputs with K g = w. They are the
only ones, and their partial sums are w_j - alpha w_{j+1} and w_{j+1} - alpha w_j up to a
positive factor: so GM is optimal iff w itself is alpha-private along the inputs. Where
it is not, one relabelling of GM's output is strictly better.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from ...mechanisms.design.design import Design
from ...mechanisms.design.optimal import OptimalMechanism, optimal
from ...mechanisms.families.geometric import factors
from ...mechanisms.kernels.objectives import Objective
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import equal, variables
from ..engine.search import counterexample
from ..engine.signs import UNIT, at_least, more_than, same_sign, sign
from ..lemmas import instances as concrete
from ..lemmas.kms import inverse, partial_sums, solves, split
from ..statements.claim import Finding, Proof, claim, decide

#: Priors are tried with integer weights up to this, by n; and levels, ties among them.
WEIGHTS = {1: range(5), 2: range(4), 3: range(1, 3)}
LEVELS = [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)]

a, c, p, q, u, v, e = symbols("a c p q u v e")
i, k = variables("i k")


def slow(prior: tuple[Fraction, ...], alpha: Fraction) -> bool:
    """Return whether neighbouring weights differ by a factor of at most 1/alpha.

    >>> slow((Fraction(1, 3), Fraction(2, 3)), Fraction(1, 2))
    True
    """
    return all(u >= alpha * v and v >= alpha * u for u, v in pairwise(prior))


def priors() -> Iterator[dict[str, Any]]:
    """Yield priors, zeros among the weights, with a level each."""
    for size, weights in WEIGHTS.items():
        for chosen in product(weights, repeat=size + 1):
            total = sum(chosen)
            if total:
                prior = tuple(Fraction(w, total) for w in chosen)
                for alpha in LEVELS:
                    yield {"n": size, "prior": prior, "alpha": alpha}


def right_answers(kernel: concrete.Kernel, prior: tuple[Fraction, ...]) -> Fraction:
    """Return the probability of a right answer under a prior."""
    return sum((w * kernel[j][j] for j, w in enumerate(prior)), start=Fraction(0))


def geometric_best(n: int, prior: tuple[Fraction, ...], alpha: Fraction) -> bool:
    """Return whether GM has the optimal cost, by a linear program."""
    found = optimal(Design(n, alpha, (), Objective.parse("L0", weights=list(prior))))
    assert isinstance(found, OptimalMechanism)
    right = right_answers(concrete.geometric(n, alpha), prior)
    return found.cost == Fraction(n + 1, n) * (1 - right)


def relabelled(kernel: concrete.Kernel, old: int, new: int) -> concrete.Kernel:
    """Return a mechanism whose output `old` is reported as `new`.

    >>> relabelled([[Fraction(1), Fraction(0)]] * 2, 0, 1)[0]
    [Fraction(0, 1), Fraction(1, 1)]
    """
    out = [list(row) for row in kernel]
    for row in out:
        row[new] += row[old]
        row[old] = Fraction(0)
    return out


def sufficient() -> list[Step]:
    """Prove that for slowly changing weights no private mechanism beats GM."""
    return [
        *inverse(),
        *partial_sums(),
        *split(),
        same_sign(
            "(w_j - a w_(j+1))/(1-a^2) has the sign of w_j - a w_(j+1)",
            (u - a * v) / (1 - a**2),
            u - a * v,
            {"a": UNIT, "u": at_least(0), "v": at_least(0)},
        ),
        # sum_i w_i Pr[i|i] <= sum_i sum_j g_j Pr[i|j] = sum_j g_j, with equality for GM.
        prove(
            "GM's chains are tight: |i-(k+1)| = |i-k| - 1 for k < i",
            [k < i],
            equal(abs(i - k - 1), abs(i - k) - 1),
        ),
        identity("so that c a^(d+1) - a (c a^d) = 0", c * a * e - a * (c * e), 0 * a),
    ]


def necessary() -> list[Step]:
    """Prove that where w_k < a w_(k+1), GM's output k is better reported as k+1 (or mirrored).

    c > 0 is GM's factor of output k: Pr[k|k] = c, Pr[k|k+1] = a c. e is the share relabelled.
    """
    gain = e * (a * c) * v - e * c * u
    return [
        identity("the gain is e c (a w_(k+1) - w_k)", gain, e * c * (a * v - u)),
        sign("GM's factors are positive", factors(a)[1], ">0", {"a": UNIT}),
        same_sign(
            "which has the sign of a w_(k+1) - w_k",
            gain,
            a * v - u,
            {"a": UNIT, "c": more_than(0), "e": more_than(0), "u": at_least(0), "v": at_least(0)},
        ),
        identity(
            "and is private: relabelling adds p + q of a row, and q of the next",
            (p + q) - a * (u + v),
            (p - a * u) + (q - a * v),
        ),
    ]


@claim(
    "NEW-8",
    place="NEW-8",
    statement="GM minimises O_{0,sum} for weights w iff alpha <= w_j/w_{j+1} <= 1/alpha for all j",
    formula="alpha w_{j+1} <= w_j and alpha w_j <= w_{j+1}",
)
def optimal_for_prior() -> Finding:
    """The multipliers are unique, and their signs are those of the prior's own inequalities."""

    def iff(n: int, prior: tuple[Fraction, ...], alpha: Fraction) -> bool:
        return geometric_best(n, prior, alpha) == slow(prior, alpha)

    def better(n: int, prior: tuple[Fraction, ...], alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        before = right_answers(kernel, prior)
        pairs = [(j, j + 1) for j in range(n)] + [(j + 1, j) for j in range(n)]
        gains = [right_answers(relabelled(kernel, *pair), prior) > before for pair in pairs]
        return any(gains) != slow(prior, alpha)

    return decide(
        search=[
            counterexample("GM is optimal iff the prior changes slowly", priors(), iff),
            counterexample("else a relabelling of GM is better", priors(), better),
            counterexample(
                "K g = w is solved",
                priors(),
                lambda n, prior, alpha: len(prior) == n + 1 and solves(prior, alpha),
            ),
        ],
        proof=Proof("all n, all alpha in (0, 1), all weights >= 0", [*sufficient(), *necessary()]),
    )
