"""NEW-5: the best mechanism that keeps (or reaches) a law, for any Monge cost.

T* is GM followed by the monotone coupling of z GM to the law y of the output. For a cut j let
phi(i) = Pr[output > j | i]. Differential privacy says phi(i+1) <= f(phi(i)) with
f(t) = min(t/alpha, 1 - alpha (1-t)). T*'s cuts are threshold tests on GM's output, and those
meet f with equality. So from the first input on where T*'s phi is not below another's, it
never is; as both have the same mean under z, T* has the larger Pr[I > i, J > j] for all i and
j at once. A Monge cost is a constant less a nonnegative combination of these.

T* is an extreme point too. Let T* + D and T* - D be among the competitors. Both have these
largest Pr[I > i, J > j], whose mean is T*'s; so the cuts of D are 0 at each input with z_i > 0.
Where a cut d of D is 0 at i, it is <= 0 at i + 1, as phi* + d <= f(phi*) = phi* there; so is -d.
Where it is 0 at i + 1, f(phi* + d) >= phi*(i+1) = f(phi*) at i, so d >= 0, as f increases
strictly; so is -d. Hence D = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

from ...mechanisms.families.geometric import geometric
from ...mechanisms.keeping.program import linear_program
from ...mechanisms.polytopes.polytope import polytope
from ...verify.judge.extreme import extreme
from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import minimum, variables
from ..engine.search import counterexample
from ..engine.signs import UNIT, UNIT_CLOSED, Range, at_least, sign
from ..statements.claim import Finding, Proof, Repair, claim, decide

Law = tuple[Fraction, ...]
Kernel = list[list[Fraction]]
Cost = Callable[[int, int], int]

LEVELS = (Fraction(1, 3), Fraction(1, 2), Fraction(9, 10))
ALL = "all n, all alpha in (0, 1), all laws z and y, all Monge costs"

i, j, k, g, h = variables("i j k g h")

#: Convex functions of i - j, which are Monge costs, and one that is no function of i - j.
COSTS: dict[str, Cost] = {
    "absolute": lambda i, j: abs(i - j),
    "squared": lambda i, j: (i - j) ** 2,
    "asymmetric": lambda i, j: 3 * (i - j) if i > j else j - i,
    "cubic": lambda i, j: abs(i - j) ** 3,
    "hinge": lambda i, j: max(0, abs(i - j) - 1),
    "product": lambda i, j: (i + 1) ** 2 * (8 - j),
}

a, K, D, w, x, s, t, c = symbols("a K D w x s t c")
BOX = {
    "a": UNIT,
    "K": UNIT_CLOSED,
    "D": UNIT_CLOSED,
    "w": Range(Fraction(0), Fraction(1), True, True),
}


# --- the mechanism, naively -------------------------------------------------------------------


def coupling(first: Law, second: Law) -> Kernel:
    """Return the north-west corner coupling of two laws: a joint law, monotone.

    >>> half = Fraction(1, 2)
    >>> [[str(p) for p in row] for row in coupling((half, half), (Fraction(1, 4), Fraction(3, 4)))]
    [['1/4', '1/4'], ['0', '1/2']]
    """
    left, right = list(first), list(second)
    joint = [[Fraction(0)] * len(second) for _ in first]
    row = column = 0
    while row < len(left) and column < len(right):
        mass = min(left[row], right[column])
        joint[row][column] += mass
        left[row] -= mass
        right[column] -= mass
        if left[row] == 0:
            row += 1
        else:
            column += 1
    return joint


def best(z: Law, alpha: Fraction, y: Law) -> Kernel:
    """Return T*: GM, then the coupling of z GM to y as a kernel."""
    size = len(z)
    gm = [[Fraction(e) for e in row] for row in geometric(size - 1, alpha).rows()]
    law = tuple(sum((z[r] * gm[r][o] for r in range(size)), Fraction(0)) for o in range(size))
    joint = coupling(law, y)
    return [
        [
            sum((gm[r][o] * joint[o][t] / law[o] for o in range(size)), Fraction(0))
            for t in range(size)
        ]
        for r in range(size)
    ]


def expected(kernel: Kernel, z: Law, cost: Cost) -> Fraction:
    """Return the expected cost under z."""
    counts = range(len(z))
    return sum((z[r] * cost(r, t) * kernel[r][t] for r in counts for t in counts), Fraction(0))


def least(z: Law, alpha: Fraction, y: Law, cost: Cost) -> Fraction:
    """Return the least expected cost by the exact linear program."""
    counts = range(len(z))
    table = [[cost(r, o) for o in counts] for r in counts]
    return linear_program(z, alpha, table, y).cost(table)


def laws(size: int, rng: Random) -> Law:
    """Return a random law with small numbers, and zeros."""
    weights = [rng.choice((0, 0, 1, 2, 3, 7)) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def instances(sizes: Sequence[int] = (2, 3, 4, 5), each: int = 4) -> Iterator[dict[str, Any]]:
    """Yield random z and y (y = z in half of the cases), with levels."""
    rng = Random(2)
    for size, alpha, fixed, _ in product(sizes, LEVELS, (True, False), range(each)):
        z = laws(size, rng)
        yield {"z": z, "alpha": alpha, "y": z if fixed else laws(size, rng)}


# --- what is tried ----------------------------------------------------------------------------


def optimal_for(z: Law, alpha: Fraction, y: Law) -> bool:
    """Whether T* costs what the linear program does, for every one of the costs."""
    kernel = best(z, alpha, y)
    return all(expected(kernel, z, cost) == least(z, alpha, y, cost) for cost in COSTS.values())


def feasible(z: Law, alpha: Fraction, y: Law) -> bool:
    """Whether T* is private, its rows sum to 1, and z T* = y."""
    kernel = best(z, alpha, y)
    size = len(z)
    private = all(
        alpha * kernel[r][o] <= kernel[q][o]
        for r in range(size)
        for q in (r - 1, r + 1)
        if 0 <= q < size
        for o in range(size)
    )
    reached = all(sum(z[r] * kernel[r][o] for r in range(size)) == y[o] for o in range(size))
    return private and reached and all(sum(row) == 1 for row in kernel)


def cuts_are_tests(z: Law, alpha: Fraction, y: Law) -> bool:
    """Whether Pr[output > j | i] of T* meets f with equality, for all cuts and inputs."""
    kernel = best(z, alpha, y)
    for cut in range(len(z) - 1):
        phi = [sum(row[cut + 1 :], Fraction(0)) for row in kernel]
        for low, high in pairwise(phi):
            if high != min(low / alpha, 1 - alpha * (1 - low)):
                return False
    return True


def largest_quadrants(z: Law, alpha: Fraction, y: Law) -> bool:
    """Whether T* has the largest Pr[I > i, J > j] for all i and j, by linear programs."""
    kernel, size = best(z, alpha, y), len(z)
    return all(
        -expected(kernel, z, corner) == -least(z, alpha, y, corner)
        for r in range(size - 1)
        for o in range(size - 1)
        for corner in [lambda p, q, r=r, o=o: -int(p > r and q > o)]
    )


def one_threshold(z: Law, alpha: Fraction, y: Law) -> bool:
    """Whether each cut of the coupling is 0, ..., 0, a number, 1, ..., 1 in GM's output."""
    gm = geometric(len(z) - 1, alpha).rows()
    law = tuple(sum((z[r] * gm[r][o] for r in range(len(z))), Fraction(0)) for o in range(len(z)))
    for cut in range(len(z) - 1):
        shares = [sum(row[cut + 1 :]) / p for row, p in zip(coupling(law, y), law, strict=True)]
        if shares != sorted(shares) or sum(0 < share < 1 for share in shares) > 1:
            return False
    return True


# --- the steps of the proof -------------------------------------------------------------------


def one_coin() -> Step:
    """Prove that the coupling sends what GM says to outputs above a cut but for one value.

    It couples the quantiles: of the mass from g to h that an output of GM has in z GM, what lies
    above Y = Pr[output <= j] is coupled to outputs above j. (All masses times a common
    denominator.) If some of i..g lies above Y, all of a later h..k does.
    """
    return prove(
        "if i <= g <= h <= k and min(g - i, g - Y) > 0, then min(k - h, k - Y) = k - h",
        [i <= g, g <= h, h <= k, minimum(g - i, g - j) >= 1],
        [minimum(k - h, k - j) >= k - h],
    )


def threshold_tests() -> list[Step]:
    """Prove that the test "GM > k, or GM = k and a coin of probability w" meets f.

    Its phi is L = ((1-w) a + w) a^(k-i)/(1+a) for i <= k, and 1 - H for i >= k, with
    H = ((1-w) + w a) a^(i-k)/(1+a). K stands for a^(k-i), D for a^(i-k).
    """
    low = ((1 - w) * a + w) * K / (1 + a)
    high = ((1 - w) + w * a) * D / (1 + a)
    below = ((1 - w) * a + w) * K * a / (1 + a)  # K a for K: i <= k-1 says a^(k-i) <= a
    return [
        identity(
            "Pr[G > k | i] is a^(k+1-i)/(1+a) for i <= k: its difference is the mass at k+1",
            K / (1 + a) - K * a / (1 + a),
            (1 - a) / (1 + a) * K,
        ),
        identity(
            "at i = k both formulas give the same",
            ((1 - w) * a + w) / (1 + a),
            1 - ((1 - w) + w * a) / (1 + a),
        ),
        identity(
            "t/a <= 1 - a (1-t) iff t <= a/(1+a)",
            (1 - a * (1 - t)) - t / a,
            (1 - a) * (1 + a) / a * (a / (1 + a) - t),
        ),
        identity("i < k: phi(i+1) = phi(i)/a", ((1 - w) * a + w) * (K / a) / (1 + a), low / a),
        sign("and phi(i) <= a/(1+a) there", a / (1 + a) - below, ">=0", BOX),
        identity(
            "i >= k: 1 - phi(i+1) = a (1 - phi(i))", ((1 - w) + w * a) * (D * a) / (1 + a), a * high
        ),
        sign("and phi(i) >= a/(1+a) there", (1 - high) - a / (1 + a), ">=0", BOX),
        sign(
            "clipped, k = 0: 1 - phi = (1-w) a^i/(1+a) <= 1/(1+a)",
            (1 - (1 - w) * D) / (1 + a),
            ">=0",
            BOX,
        ),
        sign(
            "clipped, k = n: phi = w a^(n-i)/(1+a) <= a/(1+a) for i < n",
            (a - w * K * a) / (1 + a),
            ">=0",
            BOX,
        ),
    ]


def single_crossing() -> list[Step]:
    """Prove that Pr[I > i, J > j] is largest: differences go from negative to nonnegative."""
    parts = {"s": at_least(0), "x": at_least(0)}
    return [
        sign("f increases strictly: t/a", 1 / a, ">0", {"a": UNIT}),
        sign(
            "and 1 - a (1-t); so phi* >= phi at i gives phi* >= f(phi) >= phi at i+1",
            a,
            ">0",
            {"a": UNIT},
        ),
        # z (phi* - phi) adds up to 0: to -(s + x) before the crossing, and s + x after it.
        identity("the sum from an input before the crossing on is s", -x + (s + x), s),
        sign("and that from the crossing on s + x, less what came before", s + x, ">=0", parts),
    ]


def monge_costs() -> list[Step]:
    """Prove that a Monge cost is marginal terms less a nonnegative combination of quadrants.

    c(i,j) = c(i,0) + c(0,j) - c(0,0) + sum over p < i, q < j of the second difference at (p,q).
    Letters: c, s, t, x for c(p,q), c(p+1,q), c(p,q+1), c(p+1,q+1).
    """
    return [
        identity(
            "one more q: (c(p+1,q) - c(p,q)) + second difference = c(p+1,q+1) - c(p,q+1)",
            (s - c) + (x - s - t + c),
            x - t,
        ),
        identity(
            "a convex function of i - j, with values s, c, t at d-1, d, d+1: 2c - s - t",
            (c - t) + (c - s),
            2 * c - s - t,
        ),
    ]


@claim(
    "NEW-5",
    place="NEW-5",
    statement="GM followed by the monotone coupling of z GM to y has the least expected cost of "
    "all alpha-private mechanisms T with z T = y, for every Monge cost c(i, j) under z, and is an "
    "extreme point of them",
    formula="T* = GM . coupling(z GM, y)",
)
def optimal_fixed_point() -> Finding:
    """See the module; against exact linear programs for z and y with zeros and six costs."""

    def extreme_in_f(z: Law, alpha: Fraction, y: Law) -> bool:
        return extreme(best(z, alpha, z), polytope("F", len(z), alpha, z)).holds

    def monge(cost: str) -> bool:
        c = COSTS[cost]
        return all(
            c(p + 1, q + 1) + c(p, q) <= c(p + 1, q) + c(p, q + 1)
            for p in range(6)
            for q in range(6)
        )

    return decide(
        search=[
            counterexample("T* is private and z T* = y", instances(), feasible),
            counterexample("T* costs what the linear program does", instances(), optimal_for),
            counterexample("T* is extreme in F (y = z)", instances(), extreme_in_f),
        ],
        proof=Proof(
            ALL,
            [
                counterexample(
                    "the costs tried are Monge", [{"cost": name} for name in COSTS], monge
                ),
                counterexample(
                    "each cut of the coupling is one threshold", instances(), one_threshold
                ),
                counterexample("each cut of T* meets f with equality", instances(), cuts_are_tests),
                counterexample(
                    "Pr[I > i, J > j] is the largest there is",
                    instances(sizes=(2, 3), each=2),
                    largest_quadrants,
                ),
                one_coin(),
                *threshold_tests(),
                *single_crossing(),
                *monge_costs(),
            ],
        ),
    )


@claim(
    "KL-61",
    place="7",
    statement="it is open whether the optimum over F has a compact description, or a faster "
    "algorithm than linear programming, for a reasonable class of losses",
)
def open_question() -> Finding:
    """NEW-5 describes it, for all Monge costs, which convex functions of i - j are.

    For the share of wrong answers (L0), which is not Monge, T* is not optimal. T* takes O(n)
    operations as GM and a coupling of at most 2n + 1 masses (for counts 0..n), O(n^2) as a matrix.
    """

    def unknown(tried: list[dict[str, Any]]) -> bool:
        return not all(optimal_for(**case) for case in tried)

    def wrong_answers(z: Law, alpha: Fraction, y: Law) -> bool:
        def cost(p: int, q: int) -> int:
            return int(p != q)

        return expected(best(z, alpha, y), z, cost) == least(z, alpha, y, cost)

    tried = list(instances(sizes=(2, 3, 4), each=2))
    beyond = counterexample("T* has the least L0", tried, wrong_answers)
    return decide(
        search=[
            counterexample(
                "no construction without a linear program attains the optimum",
                [{"tried": tried}],
                unknown,
                lambda tried: {"tried": len(tried), "construction": "GM . coupling(z GM, z)"},
            )
        ],
        correction=Repair(
            ALL,
            [
                counterexample("T* costs what the linear program does", tried, optimal_for),
                one_coin(),
                *threshold_tests(),
                *single_crossing(),
                *monge_costs(),
                Step(
                    "search",
                    "for L0 it does not: some z needs more",
                    beyond.holds is False,
                    beyond.data,
                ),
            ],
            "for every Monge cost the optimum is GM followed by the monotone coupling of z GM to "
            "z, found in O(n) operations (in that form)",
        ),
    )
