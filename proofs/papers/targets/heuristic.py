"""Sections 5.1, 5.2 and C.1: what is said of Algorithm 1's steps and of its running time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations

from ....mechanisms.polytopes.polytope import Polytope, Rows
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .algorithm_1 import RUNS, Pass, algorithm_1, kept, passes, runs, untight
from .space import ALL, cases, corner_matrices
from .vectors import cone, indistinguishable

a, r, s, R, S, t, c, x, n, w = symbols("a r s R S t c x n w")


# --- 5.1 ------------------------------------------------------------------------------------


@claim(
    "KL-37",
    place="5.1",
    statement="EAD and MSE are linear in T, with weights z_i |i-j| and z_i (i-j)^2, and are "
    "least over F at an extreme point",
)
def linear_costs() -> Finding:
    """A linear function of a mixture is the mixture of its values."""

    def printed(space: Polytope, matrix: Rows, power: int) -> bool:
        assert space.target is not None
        counts = range(space.size)
        weighted = sum(
            space.target[i] * abs(i - j) ** power * matrix[i][j] for i in counts for j in counts
        )
        # Expectation over the joint law of (input, output).
        law = {(i, j): space.target[i] * matrix[i][j] for i in counts for j in counts}
        by_distance = [sum(p for (i, j), p in law.items() if abs(i - j) == d) for d in counts]
        least = min(
            sum(space.target[i] * abs(i - j) ** power * point[i][j] for i in counts for j in counts)
            for point in corner_matrices(space)
        )
        by_hand = sum(p * d**power for d, p in enumerate(by_distance))
        return bool(weighted == by_hand >= least)

    every = ({**case, "power": power} for case in cases("F") for power in (1, 2))
    return decide(
        search=[counterexample("as printed, and never below the best vertex", every, printed)],
        proof=Proof(
            ALL,
            [
                identity(
                    "w (x t + (1-x) T) is the mixture of w t and w T",
                    w * (x * s + (1 - x) * S),
                    x * (w * s) + (1 - x) * (w * S),
                ),
                sign(
                    "so a mixture is not below both: x p + (1-x) q >= 0 if p, q >= 0",
                    x * r + (1 - x) * R,
                    ">=0",
                    {"x": UNIT, "r": at_least(0), "R": at_least(0)},
                ),
            ],
        ),
    )


# --- Proposition 2 ----------------------------------------------------------------------------


def interval(low_pattern: bool) -> list[Step]:
    """Derive q_i: which of the two constraints binds, and where."""
    # r, R = r_i, r_(i+1) and s, S = s_i, s_(i+1); e^eps = 1/a.
    steep = {"a": UNIT, "S": more_than(0)}
    if low_pattern:  # p_i = +1: s = a S
        free = (r - t * a * S) - a * (R - t * S)
        return [
            identity("p_i = +1: the lower bound does not see y", free, r - a * R),
            identity(
                "the upper bound is y (S/a - s) <= R/a - r",
                (R - t * S) / a - (r - t * s),
                (R / a - r) - t * (S / a - s),
            ),
            sign(
                "and S/a - s > 0 with s = a S", S / a - a * S, ">0", {"a": UNIT, "S": more_than(0)}
            ),
        ]
    free = (R - t * S) / a - (r - t * S / a)
    return [
        identity("p_i = -1: the upper bound does not see y", free, R / a - r),
        identity(
            "the lower bound is y (s - a S) <= r - a R",
            (r - t * s) - a * (R - t * S),
            (r - a * R) - t * (s - a * S),
        ),
        sign("and s - a S > 0 with s = S/a", S / a - a * S, ">0", steep),
    ]


def admissible(z: Sequence[Fraction], alpha: Fraction, one: Pass, amount: Fraction) -> bool:
    """Whether step 8 allows an amount: y z s <= c_j and r - y s indistinguishable."""
    share = sum((zi * e for zi, e in zip(z, one.scale, strict=True)), Fraction(0))
    rest = tuple(e - amount * f for e, f in zip(one.rest, one.scale, strict=True))
    return amount * share <= one.capacity[one.column] and indistinguishable(rest, alpha)


@claim(
    "KL-38",
    place="C.1, Proposition 2",
    statement="the q of step 8 is min(q_0, ..., q_(n-2), c_j/(z s)), with q_i = (e^eps r_(i+1) - "
    "r_i)/(e^eps s_(i+1) - s_i) where p_i = 1, and (r_i - e^-eps r_(i+1))/(s_i - e^-eps s_(i+1)) "
    "where p_i = -1",
)
def amount_of_step_8() -> Finding:
    """Each pair of constraints leaves one upper bound on y."""

    def largest(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        more = one.amount * Fraction(1001, 1000)
        return admissible(z, alpha, one, one.amount) and not admissible(z, alpha, one, more)

    return decide(
        search=[
            counterexample("q is admissible, and 1.001 q is not, in each pass", passes(), largest)
        ],
        proof=Proof(
            ALL,
            [
                *interval(True),
                *interval(False),
                identity("y z s <= c_j is y <= c_j/(z s)", c - t * w, w * (c / w - t)),
            ],
        ),
    )


@claim(
    "KL-39",
    place="C.1, proof of Proposition 2",
    statement="the admissible amounts y form the open intervals (-oo, q_i) and (-oo, c_j/(z s))",
)
def open_intervals() -> Finding:
    """The constraints are not strict: the ends belong to the sets, or there were no maximum."""

    def end_is_out(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        return not admissible(z, alpha, one, one.amount)

    def closed(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        return admissible(z, alpha, one, one.amount)

    return decide(
        search=[
            counterexample(
                "y = min(q_i, c_j/(z s)) is not admissible",
                passes(),
                end_is_out,
                lambda z, alpha, one: {"one": one._asdict()},
            )
        ],
        correction=Repair(
            ALL,
            [
                counterexample("the end is admissible, in each pass", passes(), closed),
                identity(
                    "at y = q_i the bound is met: 0",
                    (R / a - r) - ((R / a - r) / (S / a - s)) * (S / a - s),
                    0 * r,
                ),
                *interval(True),
                *interval(False),
            ],
            "the intervals (-oo, q_i] and (-oo, c_j/(z s)], which contain their ends",
        ),
        scan_error="the text has round brackets on both sides, perhaps for a square one",
    )


# --- Theorem 5 --------------------------------------------------------------------------------


def potential_falls(z: Sequence[Fraction], alpha: Fraction, order: Sequence[int]) -> bool:
    """Whether Q = #(c_j > 0) + #(steps of r without a tight bound) falls in every pass."""
    found = algorithm_1(z, alpha, order)
    states = [
        sum(c > 0 for c in one.capacity) + untight(one.rest, alpha) for one in found.passes
    ] + [0]
    return all(before > after for before, after in pairwise(states))


@claim(
    "KL-40",
    place="5.2 and C.1, Theorem 5",
    statement="Algorithm 1 runs its inner loop at most 2n - 1 times and its outer loop at most n "
    "times, hence in O(max(tau n, n^2))",
)
def iterations() -> Finding:
    """Q starts at |P| + n - 1, with P the counts where z > 0, and falls in each pass.

    So |P| + n - 1 passes are enough, and there are inputs that need as many; the outer loop
    runs |P| times.
    """

    def within(z: Sequence[Fraction], alpha: Fraction, order: Sequence[int]) -> bool:
        found = algorithm_1(z, alpha, order)
        size, some = len(z), sum(zi > 0 for zi in z)
        return len(found.passes) <= some + size - 1 <= 2 * size - 1 and found.outer == some <= size

    def attained(size: int, columns: int) -> bool:
        z = tuple(
            Fraction(2 ** (k % 3) * (k < columns)) / sum(2 ** (e % 3) for e in range(columns))
            for k in range(size)
        )
        return any(
            len(algorithm_1(z, Fraction(9, 10), order).passes) == columns + size - 1
            for order in permutations(range(size))
        )

    return decide(
        search=[counterexample("|P| + n - 1 passes at most, |P| columns", runs(), within)],
        proof=Proof(
            f"{ALL}, all z and orders; held against {RUNS}",
            [
                counterexample("Q falls in every pass", runs(), potential_falls),
                counterexample("a bound that r meets it meets ever after", passes(), kept),
                identity(
                    "as: r_(i+1) = r_i/a and s_(i+1) = s_i/a stay so",
                    (r / a - t * s / a),
                    (r - t * s) / a,
                ),
                *interval(True),
                *interval(False),
                identity("n columns and n - 1 steps", n + (n - 1), 2 * n - 1),
                counterexample(
                    "|P| + n - 1 is attained",
                    [{"size": s, "columns": p} for s in (2, 3, 4) for p in range(1, s + 1)],
                    attained,
                ),
            ],
        ),
    )


@claim(
    "KL-41",
    place="C.1, proof of Theorem 5",
    statement="either q = c_j, in which case c_j is set to 0, or a bound becomes tight; and the "
    "columns at capacity have indices 0 <= j <= n-2",
)
def when_a_column_is_full() -> Finding:
    """c_j falls by q z s, so it becomes 0 for q = c_j/(z s); and column n-1 counts like any."""

    def shares(z: Sequence[Fraction], one: Pass) -> Fraction:
        return sum((zi * e for zi, e in zip(z, one.scale, strict=True)), Fraction(0))

    def printed(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        now = one.capacity[one.column]
        full = now - one.amount * shares(z, one) == 0
        return full == (one.amount == now) and (not full or one.column <= len(z) - 2)

    def corrected(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        now = one.capacity[one.column]
        full = now - one.amount * shares(z, one) == 0
        after = [e - one.amount * f for e, f in zip(one.rest, one.scale, strict=True)]
        return full == (one.amount == now / shares(z, one)) and (
            full or untight(after, alpha) < untight(one.rest, alpha)
        )

    return decide(
        search=[
            counterexample(
                "c_j becomes 0 iff q = c_j, and only for j <= n-2",
                passes(),
                printed,
                lambda z, alpha, one: {"one": one._asdict()},
            )
        ],
        correction=Repair(
            ALL,
            [
                counterexample("with q = c_j/(z s), for all columns", passes(), corrected),
                identity("c_j - (c_j/(z s)) (z s) = 0", c - (c / w) * w, 0 * c),
                identity(
                    "else q is some q_i, and there the bound is met: 0",
                    (R / a - r) - ((R / a - r) / (S / a - s)) * (S / a - s),
                    0 * r,
                ),
                *interval(True),
                *interval(False),
            ],
            "q = c_j/(z s), and 0 <= j <= n-1",
        ),
    )


@claim(
    "KL-65",
    place="5.2",
    statement="if an element of c becomes negative, or r stops being indistinguishable, the run "
    "cannot be completed",
)
def no_way_back() -> Finding:
    """What is still added is a conic combination of scales: r is one, and z times it is c >= 0."""

    def rest_is_conic(z: Sequence[Fraction], alpha: Fraction, one: Pass) -> bool:
        return indistinguishable(tuple(one.rest), alpha) and min(one.capacity) >= 0

    return decide(
        search=[counterexample("in runs that end, r and c are never so", passes(), rest_is_conic)],
        proof=Proof(
            ALL,
            [
                *cone(),
                sign(
                    "c_j = z times what is added to column j, by amounts and shares >= 0",
                    t * w + c,
                    ">=0",
                    {"t": at_least(0), "w": at_least(0), "c": at_least(0)},
                ),
            ],
        ),
    )
