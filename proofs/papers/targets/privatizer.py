"""Section 3 and appendix A: privatising the distribution of counts, Theorem 1 and its proof.

A shift of one variable masks each move (:mod:`.differences`); nothing else is needed. What the
noise costs is in :mod:`.cumulative`.
"""

from __future__ import annotations

from flint import fmpz_mat

from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import cases, equal, minimum, variables
from ...engine.search import counterexample
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .differences import EVERY, INSIDE, MOVES, SIZES, cyclic, is_one, masked, masks, move

N, eps, x, k = symbols("N eps x k")
n, i, j, f = variables("n i j f")


@claim(
    "KL-05",
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
    one = counterexample(
        "given L_0, one variable shifts, by 1/N",
        MOVES,
        lambda size, count: shifted_given(0, size, count) == 1,
    )
    upto = cases(i - f - 1, 1, 0) - cases(i - f, 1, 0)
    # The part of the change, +1 at f+1 and -1 at f, that the sum over j = i..n-2 contains.
    onwards = cases(minimum(f + 1 - i, n - 3 - f), 1, 0) - cases(f - i, 1, 0)
    return decide(
        search=[
            counterexample(
                "given L_(n-1), the variables shift by 1/N in all",
                MOVES,
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
