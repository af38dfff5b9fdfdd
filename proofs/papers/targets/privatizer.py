"""Section 3 and appendix A: privatising the distribution of counts.

With S the matrix of V = zeta + S L (V_i = zeta_i + L_i - L_(i+1), and L_n = L_0), a move of
one individual from count f to f + 1 changes zeta by (e_(f+1) - e_f)/N, which is S e_(f+1)/N:
a shift of one variable by 1/N masks it. Nothing else is needed for Theorem 1. The acyclic
variant has no L_0 (NEW-6), and masks the same moves, which need L_1, ..., L_(n-1) alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from flint import fmpz_mat

from ....mechanisms.polytopes.enumeration import points
from ....mechanisms.polytopes.polytope import Rows, polytope
from ...engine.evidence import Step, all_hold
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import Expr, absolute, cases, equal, minimum, variables
from ...engine.search import counterexample
from ...statements.claim import Finding, Proof, Repair, claim, decide
from ..releasing.variance import laplace_variance

SOURCE = "Preserving Target Distributions With Differentially Private Count Mechanisms"
EVERY = "all n >= 2, all N, all eps > 0"
SIZES = range(2, 10)

N, eps, m, t, z, b, x, k, W = symbols("N eps m t z b x k W")
p, q, r = symbols("p q r")  # for L_0, L_k and L_(k+1), which telescope
n, i, j, f = variables("n i j f")
INSIDE = [i >= 0, i <= n - 1, f >= 0, f <= n - 2]

Noise = Callable[[int, int], list[int]]


# --- the mechanisms -------------------------------------------------------------------------


def cyclic(size: int, k: int) -> list[int]:
    """Return column k of S: +1 in V_k and -1 in V_(k-1), cyclically.

    >>> cyclic(3, 0), cyclic(3, 1)
    ([1, 0, -1], [-1, 1, 0])
    """
    return [(row == k) - ((row + 1) % size == k) for row in range(size)]


def acyclic(size: int, k: int) -> list[int]:
    """Return column k of S where L_0 = L_n = 0.

    >>> acyclic(3, 0), acyclic(3, 1)
    ([0, 0, 0], [-1, 1, 0])
    """
    return cyclic(size, k) if k else [0] * size


def move(size: int, count: int) -> list[int]:
    """Return N (zeta' - zeta) for one individual who goes from `count` to `count` + 1.

    >>> move(3, 1)
    [0, -1, 1]
    """
    return [(row == count + 1) - (row == count) for row in range(size)]


def cumulative_variance(noise: Noise, size: int, upto: int) -> int:
    """Return the variance of V_0 + ... + V_upto in units of the variance of one L.

    >>> [cumulative_variance(cyclic, 3, upto) for upto in range(3)]
    [2, 2, 0]
    """
    return sum(sum(noise(size, k)[: upto + 1]) ** 2 for k in range(size))


def is_one(left: Expr, right: Expr) -> Expr:
    """Return 1 where two integers are equal, else 0."""
    return cases(left - right, cases(right - left, 1, 0), 0)


def entry(row: Expr, column: Expr) -> Expr:
    """Return S[row][column], for all n at once."""
    following = cases(n - 2 - row, row + 1, 0)
    return is_one(column, row) - is_one(column, following)


def masked(shows: str, first: int = 0) -> list[Step]:
    """Prove that S e_(f+1) is the move from f to f + 1, and that f + 1 >= `first`."""
    change = is_one(i, f + 1) - is_one(i, f)
    return [
        prove(f"{shows}: S e_(f+1) = e_(f+1) - e_f", INSIDE, equal(entry(i, f + 1), change)),
        prove(
            f"{shows}: the variable is L_(f+1), which is one of the noise variables",
            INSIDE,
            [f + 1 >= first, f + 1 <= n - 1],
        ),
        prove(
            "|x + s| <= |x| + |s| (integers, so rationals by scaling, so reals)",
            [],
            [absolute(i + j) <= absolute(i) + absolute(j)],
        ),
        identity(
            "b = 1/(N eps): a shift by 1/N costs (1/N)/b = eps", (1 / N) / (1 / (N * eps)), eps
        ),
    ]


def masks(noise: Noise) -> Step:
    """Look for a move that no shift of a single variable by 1/N masks."""
    every = [{"size": size, "count": count} for size in SIZES for count in range(size - 1)]

    def found(size: int, count: int) -> bool:
        return any(noise(size, k) == move(size, count) for k in range(size))

    return counterexample("each move is masked by one variable, shifted by 1/N", every, found)


# --- section 1.1 ----------------------------------------------------------------------------


def tables(size: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Yield the tables of `rows` counts below `size`, up to the order of their rows."""
    for counts in product(range(size), repeat=rows):
        if list(counts) == sorted(counts):
            yield counts


def moments(table: tuple[int, ...], kernel: Rows) -> list[tuple[Fraction, Fraction]]:
    """Return mean and variance of each share of the released table, over all outcomes."""
    size, total = len(kernel), len(table)
    first, second = [Fraction(0)] * size, [Fraction(0)] * size
    for outcome in product(range(size), repeat=total):
        chance = prod(
            (kernel[c][o] for c, o in zip(table, outcome, strict=True)), start=Fraction(1)
        )
        for o in range(size):
            share = Fraction(outcome.count(o), total)
            first[o] += chance * share
            second[o] += chance * share**2
    return [(mean, square - mean**2) for mean, square in zip(first, second, strict=True)]


def variance_of_the_share() -> Step:
    """Compare the printed formula with all outcomes, for mechanisms that keep zeta."""

    def instances() -> Iterator[dict[str, Any]]:
        for size, rows in ((2, 1), (2, 2), (2, 3), (3, 2), (3, 3)):
            for table in tables(size, rows):
                zeta = [Fraction(table.count(c), rows) for c in range(size)]
                fixed = polytope("F", size, "1/2", zeta)
                for point in sorted(points(fixed, "walk"))[:6]:
                    yield {"table": table, "kernel": fixed.matrix(point), "zeta": zeta}

    def holds(table: tuple[int, ...], kernel: Rows, zeta: list[Fraction]) -> bool:
        return all(
            mean == zeta[o]
            and spread
            == (zeta[o] - sum(s * row[o] ** 2 for s, row in zip(zeta, kernel, strict=True)))
            / len(table)
            for o, (mean, spread) in enumerate(moments(table, kernel))
        )

    return counterexample("mean zeta_o and the printed variance", instances(), holds)


@claim(
    "KL-02",
    source=SOURCE,
    place="1.1, footnote 1",
    statement="the share of output j has mean zeta_j and variance "
    "(1/N)(zeta_j - sum_i zeta_i t_ij^2)",
    formula="Var = (zeta_j - sum_i zeta_i t_ij^2)/N",
)
def share_of_an_output() -> Finding:
    """N independent rows, N zeta_i of which have count i and report j with probability t_ij.

    Means and variances of independent rows add up; sum_i zeta_i t_ij = zeta_j closes both.
    """
    return decide(
        search=[variance_of_the_share()],
        proof=Proof(
            "all n, all N, all T with zeta T = zeta",
            [
                identity(
                    "a row: the indicator's square is itself, so its variance",
                    t - t**2,
                    t * (1 - t),
                ),
                identity(
                    "N z rows with count i: their part of the variance of a share",
                    N * z * (t - t**2) / N**2,
                    (z * t - z * t**2) / N,
                ),
            ],
        ),
    )


# --- section 3 ------------------------------------------------------------------------------


@claim(
    "KL-03",
    source=SOURCE,
    place="3, footnote 2",
    statement="the Laplace(b) distribution has expectation 0 and variance 2 b^2",
)
def laplace_moments() -> Finding:
    """The density is even; the variance is COL-02's with Delta/eps = b."""
    found = laplace_variance()
    # W = e^(-x/b), dW/dx = -W/b.
    primitive = -(x**2 + 2 * b * x + 2 * b**2) * W
    slope = primitive.diff(x) + primitive.diff(W) * (-W / b)
    return decide(
        search=[
            Step(
                "instance",
                "COL-02 at b = Delta/eps",
                all_hold(found.steps),
                {"verdict": found.verdict},
            )
        ],
        proof=Proof(
            "all b > 0",
            [
                identity(
                    "-(x^2 + 2bx + 2b^2) e^(-x/b) has slope x^2/b e^(-x/b)", slope, x**2 * W / b
                ),
                identity("both sides, each with density e^(-x/b)/(2b)", 2 * 2 * b**2 / 2, 2 * b**2),
                identity("the mean: x and -x have the same density", x * W + (-x) * W, 0 * x),
            ],
        ),
    )


@claim("KL-04", source=SOURCE, place="3, Observation 1", statement="sum_i V_i = sum_i zeta_i = 1")
def outputs_sum_to_one() -> Finding:
    """The differences telescope around the cycle."""
    every = [{"size": size, "k": k} for size in SIZES for k in range(size)]
    return decide(
        search=[
            counterexample(
                "each column of S adds up to 0", every, lambda size, k: sum(cyclic(size, k)) == 0
            )
        ],
        proof=Proof(
            EVERY,
            [
                identity("one more term: (L_0 - L_k) + (L_k - L_(k+1))", (p - q) + (q - r), p - r),
                identity(
                    "the last closes the cycle: (L_0 - L_(n-1)) + (L_(n-1) - L_0)",
                    (p - q) + (q - p),
                    0 * p,
                ),
            ],
        ),
    )


@claim(
    "KL-05",
    source=SOURCE,
    place="3, Theorem 1",
    statement="the cyclic Laplace mechanism is eps-differentially private",
)
def cyclic_laplace_is_private() -> Finding:
    """Shift one variable; the density of the others is the same, that of it changes by e^eps.

    For one count, n = 1, no individual can move, and V = 1.
    """
    return decide(search=[masks(cyclic)], proof=Proof(EVERY, masked("cyclic")))


def shifted_given(known: int, size: int, count: int) -> int:
    """Return how many variables differ for two neighbouring tables when L_known is given.

    Given one variable and the output, the others follow: L_(k+1) = L_k + zeta_k - V_k.

    >>> shifted_given(2, 3, 1), shifted_given(0, 3, 1)
    (2, 1)
    """
    change = move(size, count)
    shift = {known: 0}
    for step in range(size - 1):
        k = (known + step) % size
        shift[(k + 1) % size] = shift[k] + change[k]
    return sum(abs(s) for s in shift.values())


@claim(
    "KL-06",
    source=SOURCE,
    place="A, proof of Theorem 1, steps 2 and 3",
    statement="given L_(n-1), densities at neighbouring inputs have a ratio of at most e^eps",
)
def conditioning_on_the_last() -> Finding:
    """A move from n-2 to n-1 needs L_(n-1) to shift; with it fixed all the others must.

    Given L_(n-1), L_i = L_(n-1) + sum_(j=i..n-2) (V_j - zeta_j). If the move is n-2 -> n-1, all
    these sums change by 1/N, and the ratio comes to e^((n-1) eps), wherever all L_i >= 0. Theorem
    1 needs L_0 given, from which L_(i+1) = L_0 + sum_(j=0..i) (zeta_j - V_j): only i = f changes.
    Step 3 as printed begins with the one and goes on with the sums over j <= i of the other.
    """
    every = [{"size": size, "count": count} for size in SIZES for count in range(size - 1)]
    one = counterexample(
        "given L_0, one variable shifts, by 1/N",
        every,
        lambda size, count: shifted_given(0, size, count) == 1,
    )
    upto = cases(i - f - 1, 1, 0) - cases(i - f, 1, 0)
    # The part of the change, +1 at f+1 and -1 at f, that the sum over j = i..n-2 contains.
    onwards = cases(minimum(f + 1 - i, n - 3 - f), 1, 0) - cases(f - i, 1, 0)
    return decide(
        search=[
            counterexample(
                "given L_(n-1), the variables shift by 1/N in all",
                every,
                lambda size, count: shifted_given(size - 1, size, count) <= 1,
                lambda size, count: {
                    "ratio": f"e^({shifted_given(size - 1, size, count)} eps)",
                },
            )
        ],
        correction=Repair(
            EVERY,
            [
                one,
                prove(
                    "sum_(j<=i) N(zeta'_j - zeta_j) = -[i = f], for the move from f to f + 1",
                    INSIDE,
                    equal(upto, -is_one(i, f)),
                ),
                *masked("given L_0", first=1),
                prove(
                    "given L_(n-1): sum_(i<=j<=n-2) N(zeta'_j - zeta_j) = [i = f+1] if f <= n-3",
                    [*INSIDE, i <= n - 2, f <= n - 3],
                    equal(onwards, is_one(i, f + 1)),
                ),
                prove(
                    "and -1 for all i if f = n-2",
                    [*INSIDE, i <= n - 2, f >= n - 2],
                    equal(onwards, -1),
                ),
                identity(
                    "there the density of L_i >= 0 changes by e^(-(L_i + 1/N)/b + L_i/b): each of "
                    "n-1 exponents by eps",
                    -(x + 1 / N) * N * eps + x * N * eps,
                    -eps,
                ),
            ],
            "given L_0 the ratio is at most e^eps; given L_(n-1) it is for moves below n-1, and "
            "up to e^((n-1) eps) for a move between n-2 and n-1 (Theorem 1 holds all the same)",
        ),
    )


@claim(
    "KL-07",
    source=SOURCE,
    place="A, proof of Theorem 1, step 2",
    statement="the Jacobian of V -> L given L_(n-1) is triangular with |det| = 1",
)
def jacobian() -> Finding:
    """dL_i/dV_j is 1 for j >= i and 0 for j < i, for i, j = 0..n-2."""

    def holds(size: int) -> bool:
        below = [[int(c >= r) for c in range(size - 1)] for r in range(size - 1)]
        shown = fmpz_mat(below)
        # It inverts V_i - zeta_i = L_i - L_(i+1), L_(n-1) given.
        forward = fmpz_mat([[cyclic(size, c)[r] for c in range(size - 1)] for r in range(size - 1)])
        unit = [[int(r == c) for c in range(size - 1)] for r in range(size - 1)]
        return shown.det() == 1 and (forward * shown).tolist() == fmpz_mat(unit).tolist()

    upper = cases(j - i, 1, 0)
    return decide(
        search=[counterexample("the inverse of V(L)", [{"size": s} for s in SIZES], holds)],
        proof=Proof(
            EVERY,
            [
                prove("below the diagonal: 0", [j <= i - 1], equal(upper, 0)),
                prove("on the diagonal: 1", [j >= i, j <= i], equal(upper, 1)),
                prove(
                    "L_i - L_(i+1): row i less row i+1 is the unit row i",
                    [],
                    equal(upper - cases(j - i - 1, 1, 0), is_one(i, j)),
                ),
            ],
        ),
    )


def _variances(noise: Noise, factor: int, last: int) -> Step:
    every = [{"size": s, "upto": u} for s in SIZES for u in range(s - 1 + last)]
    return counterexample(
        f"V_0 + ... + V_i has {factor} times the variance of one L, 2/(N eps)^2",
        every,
        lambda size, upto: cumulative_variance(noise, size, upto) == factor,
        lambda size, upto: {"times": cumulative_variance(noise, size, upto)},
    )


def _telescoped() -> list[Step]:
    return [
        identity("sum_(j<=i) (L_j - L_(j+1)): one more term", (p - q) + (q - r), p - r),
        prove(
            "L_0 and L_(i+1) are two variables for i <= n-2",
            [*INSIDE, i <= n - 2],
            [i + 1 >= 1, i + 1 <= n - 1],
        ),
    ]


@claim(
    "KL-08",
    source=SOURCE,
    place="3",
    statement="the cumulative sum of the cyclic Laplace up to i has variance 4/(N eps)^2, for "
    "every i in the printed range",
    formula="Var[L_0 - L_(i+1)] = 4/(N eps)^2",
)
def cumulative_sum() -> Finding:
    """At i = n-1 the sum is 1, without any noise: L_n is L_0."""
    unit = 1 / (N * eps)
    return decide(
        search=[_variances(cyclic, 2, 1)],
        condition=Repair(
            EVERY,
            [
                _variances(cyclic, 2, 0),
                *_telescoped(),
                identity(
                    "two independent variables: 2 * 2 b^2", 2 * 2 * unit**2, 4 / (N * eps) ** 2
                ),
            ],
            "i <= n-2 (the range is printed as 0..N-1, which has to be 0..n-2: at i = n-1 the "
            "sum is 1 and its variance 0)",
        ),
    )


@claim(
    "KL-09",
    source=SOURCE,
    place="3",
    statement="the classic Laplace takes scale 2/(N eps): the L1 sensitivity of zeta is 2/N",
)
def sensitivity() -> Finding:
    """A move takes 1/N from one bin and gives it to the next."""
    every = [{"size": size, "count": count} for size in SIZES for count in range(size - 1)]
    return decide(
        search=[
            counterexample(
                "N |zeta' - zeta|_1 = 2",
                every,
                lambda size, count: sum(map(abs, move(size, count))) == 2,
            )
        ],
        proof=Proof(
            EVERY,
            [
                prove(
                    "in another bin than f and f+1 nothing changes",
                    [*INSIDE, absolute(2 * i - 2 * f - 1) >= 3],
                    equal(is_one(i, f + 1) - is_one(i, f), 0),
                ),
                prove("at f it is -1", [], equal(is_one(f, f + 1) - is_one(f, f), -1)),
                prove("at f+1 it is 1", [], equal(is_one(f + 1, f + 1) - is_one(f + 1, f), 1)),
                identity("(2/N)/b = eps at b = 2/(N eps)", (2 / N) / (2 / (N * eps)), eps),
            ],
        ),
    )


@claim(
    "KL-10",
    source=SOURCE,
    place="3",
    statement="the classic Laplace's cumulative variance is larger by a factor 4(i+1)",
)
def factor_of_the_classic() -> Finding:
    """(i+1) 2 (2/(N eps))^2 against 4/(N eps)^2."""

    def ratio(upto: int, size: int) -> Fraction:
        classic = (upto + 1) * 2 * 2**2
        return Fraction(classic, 2 * cumulative_variance(cyclic, size, upto))

    every = [{"size": s, "upto": u} for s in SIZES for u in range(s - 1)]
    unit = 1 / (N * eps)
    classic = (m + 1) * 2 * (2 * unit) ** 2
    return decide(
        search=[
            counterexample(
                "classic/cyclic = 4(i+1)",
                every,
                lambda size, upto: ratio(upto, size) == 4 * (upto + 1),
                lambda size, upto: {"ratio": ratio(upto, size)},
            )
        ],
        correction=Repair(
            f"{EVERY}, all i <= n-2",
            [
                *_telescoped(),
                identity("classic/cyclic", classic / (4 * unit**2), 2 * (m + 1)),
                identity("classic/acyclic", classic / (2 * unit**2), 4 * (m + 1)),
            ],
            "a factor 2(i+1) over the cyclic Laplace; 4(i+1) is the factor over the acyclic "
            "variant (L_0 = L_n = 0), whose cumulative sums have variance 2/(N eps)^2",
        ),
    )


# --- NEW-6 ----------------------------------------------------------------------------------


@claim(
    "NEW-6",
    source="Findings beyond the papers",
    place="NEW-6",
    statement="with L_0 = L_n = 0 the mechanism stays eps-differentially private, and the "
    "variance of every cumulative sum is halved, to 2/(N eps)^2",
)
def acyclic_variant() -> Finding:
    """L_0 masks no move, since no individual goes from the last count to the first."""
    unit = 1 / (N * eps)
    return decide(
        search=[masks(acyclic), _variances(acyclic, 1, 0)],
        proof=Proof(
            f"{EVERY}, all i <= n-2",
            [
                *masked("acyclic", first=1),
                *_telescoped(),
                identity("0 - L_(i+1): 2 b^2", 2 * unit**2, 2 / (N * eps) ** 2),
                identity("half of the cyclic", 2 * 2 * unit**2 / 2, 2 * unit**2),
            ],
        ),
    )
