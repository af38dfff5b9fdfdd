"""Section 3: what the noise costs, in variances of cumulative sums, which are of two variables.

V_0 + ... + V_i is L_0 - L_(i+1), whatever i < n-1; of the classic Laplace it is i + 1 variables
of twice the scale. Without L_0 (NEW-6) one variable is left.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import counterexample
from ...lemmas.laplace import partial_moments, second_moment
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .differences import (
    EVERY,
    INSIDE,
    MOVES,
    SIZES,
    Noise,
    acyclic,
    cyclic,
    is_one,
    masked,
    masks,
    move,
)

# p, q, r stand for L_0, L_k and L_(k+1), which telescope.
N, W, b, eps, k, m, p, q, r, x = symbols("N W b eps k m p q r x")
f, i, n = variables("f i n")


def cumulative_variance(noise: Noise, size: int, upto: int) -> int:
    """Return the variance of V_0 + ... + V_upto in units of the variance of one L.

    >>> [cumulative_variance(cyclic, 3, upto) for upto in range(3)]
    [2, 2, 0]
    """
    return sum(sum(noise(size, k)[: upto + 1]) ** 2 for k in range(size))


@claim(
    "KL-03",
    place="3, footnote 2",
    statement="the Laplace(b) distribution has expectation 0 and variance 2 b^2",
)
def laplace_moments() -> Finding:
    """The density e^(-|z|/b)/(2b) is even; x = 1/b in the second moment."""
    return decide(
        search=[partial_moments()],
        proof=Proof(
            "all b > 0",
            [
                *second_moment(),
                identity("x = 1/b: 2/x^2 = 2 b^2", 2 / (1 / b) ** 2, 2 * b**2),
                identity("the mean: x and -x have the same density", x * W + (-x) * W, 0 * x),
            ],
        ),
    )


@claim("KL-04", place="3, Observation 1", statement="sum_i V_i = sum_i zeta_i = 1")
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
    place="3",
    statement="the classic Laplace takes scale 2/(N eps): the L1 sensitivity of zeta is 2/N",
)
def sensitivity() -> Finding:
    """A move takes 1/N from one bin and gives it to the next."""
    return decide(
        search=[
            counterexample(
                "N |zeta' - zeta|_1 = 2",
                MOVES,
                lambda size, count: sum(map(abs, move(size, count))) == 2,
            )
        ],
        proof=Proof(
            EVERY,
            [
                prove(
                    "in another bin than f and f+1 nothing changes",
                    [*INSIDE, abs(2 * i - 2 * f - 1) >= 3],
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


@claim(
    "NEW-6",
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
