"""Section IV-C, between GM and Lemma 4: what tight DP inequalities and fairness force.

"Tight" is taken for each pair of adjacent inputs: one of the two inequalities (6) is met
with equality (both never are, for alpha < 1). Then an output's probabilities change by a
factor alpha or 1/alpha from each input to the next, and nothing yet says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq, fmpz_poly

from ....mechanisms.exact.algebraic import Algebraic, roots
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.bijections import bijection
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import Expr, cases, ceil_half, equal, minimum, variables
from ...engine.search import ALPHAS, SQUARE_ALPHAS, counterexample, instances
from ...engine.signs import UNIT, sign
from ...engine.sums import Index, geometric
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import (
    PLACED,
    N,
    i,
    j,
    m,
    normaliser_at,
    parities,
    printed_at,
    upper_bound,
)
from ...lemmas.kms import unequal_sums
from ...statements.claim import Finding, Repair, claim, decide

OPEN = "all n, all alpha in (0, 1)"

# C = a^(n-2) for n >= 2.
a, k, Z = symbols("a k Z")
index = Index(k, Z)
#: Where all 2^(n(n+1)) choices of exponents are tried: not at larger n, whoever asks.
FEW: list[dict[str, Any]] = [{"n": n, "alpha": alpha} for n in range(1, 4) for alpha in ALPHAS[:8]]


def tight_exponents(n: int) -> Iterator[tuple[list[int], ...]]:
    """Return what the exponents of outputs 0..n can be: walks of steps +-1, 0 at the own input.

    >>> list(tight_exponents(1))[0]
    ([0, 1], [-1, 0])
    """
    counts = range(n + 1)
    walks: list[list[list[int]]] = []
    for output in counts:
        choices = []
        for steps in product((1, -1), repeat=n):
            heights = [sum(steps[:t]) for t in counts]
            choices.append([height - heights[output] for height in heights])
        walks.append(choices)
    return product(*walks)


def tight_fair_kernels(n: int, alpha: Fraction) -> Iterator[concrete.Kernel]:
    """Yield every fair stochastic kernel whose adjacent inputs differ by a factor alpha^(+-1).

    The exponents of one output are a walk of steps +-1 that is 0 at its own input.

    >>> [[str(p) for p in k[0]] for k in tight_fair_kernels(1, Fraction(1, 2))]
    [['2/3', '1/3'], ['1/3', '2/3']]
    """
    counts = range(n + 1)
    for outputs in tight_exponents(n):
        kernel = [[alpha ** outputs[o][c] for o in counts] for c in counts]
        totals = {sum(row) for row in kernel}
        if len(totals) == 1:
            (total,) = totals
            yield [[p / total for p in row] for row in kernel]


def _is_power_form(kernel: concrete.Kernel, alpha: Fraction) -> bool:
    return all(
        p == kernel[0][0] * alpha ** abs(o - c)
        for c, row in enumerate(kernel)
        for o, p in enumerate(row)
    )


def _shown(kernel: concrete.Kernel) -> dict[str, Any]:
    return {"kernel": kernel}


def tight_pairs(rows: concrete.Kernel, alpha: Fraction, *others: facts.Claim) -> Stated:
    """Return what a certificate states of a fair kernel: which inequality of each pair is tight."""
    tight = []
    for (c, row), o in product(enumerate(rows[:-1]), range(len(rows))):
        low, high = sorted([(row[o], c), (rows[c + 1][o], c + 1)])
        tight.append(facts.linear({(low[1], o): 1, (high[1], o): -alpha}, 0, "="))
    demands = [facts.private(alpha), facts.having("F"), *tight]
    return facts.kernel(rows, *map(facts.holds, demands), *others)


def another_form(n: int, alpha: Fraction) -> Stated:
    """Return what a certificate states of a fair tight kernel with an entry not y alpha^|i-j|."""
    rows = next(k for k in tight_fair_kernels(n, alpha) if not _is_power_form(k, alpha))
    c, o = next(
        (c, o)
        for c, o in product(range(n + 1), repeat=2)
        if rows[c][o] != rows[0][0] * alpha ** abs(o - c)
    )
    said = facts.linear({(c, o): 1, (0, 0): -(alpha ** abs(o - c))}, 0, "=")
    return tight_pairs(rows, alpha, facts.fails(said))


def power_form_by_row_monotonicity() -> list[Step]:
    """Prove that with RM the steps have a known direction, so that the exponent is |i-j|."""
    return [
        sign("a step of alpha goes down, one of 1/alpha up", 1 / a - a, ">0", {"a": UNIT}),
        prove(
            "RM: from input i upwards every step is down: |i-(j+1)| = |i-j| + 1",
            [j >= i],
            equal(abs(i - j - 1), abs(i - j) + 1),
        ),
        prove(
            "RM: from input i downwards every step is down: |i-(j-1)| = |i-j| + 1",
            [j <= i],
            equal(abs(i - j + 1), abs(i - j) + 1),
        ),
        prove("at input i the exponent is 0", [], equal(abs(i - i), 0)),
    ]


def around(i: Expr, j: Expr, n: Expr) -> Expr:
    """Return the distance of i and j on a circle of the n+1 counts."""
    return minimum(abs(i - j), n + 1 - abs(i - j))


def circular(n: int, alpha: Fraction) -> concrete.Kernel:
    """Return y alpha^e with e the distance on the circle.

    >>> [str(p) for p in circular(3, Fraction(1, 2))[0]]
    ['4/9', '2/9', '1/9', '2/9']
    """
    row = [alpha ** min(o, n + 1 - o) for o in range(n + 1)]
    return [[row[o - c] / sum(row) for o in range(n + 1)] for c in range(n + 1)]


def tight_around_a_circle(circle: Callable[[Expr, Expr, Expr], Expr] = around) -> list[Step]:
    """Prove that for odd n the circle's distances make a fair kernel with every pair tight."""
    odd = equal(N, 2 * m + 1)

    def forward(i: Expr) -> Expr:
        return cases(i >= j, i - j, i - j + N + 1)

    def backward(k: Expr) -> Expr:
        return cases(k + j <= N, k + j, k + j - N - 1)

    given = [j >= 0, j <= N]
    return [
        prove("F: the distance of i from itself is 0", PLACED[:2], equal(circle(i, i, N), 0)),
        prove(
            "n odd: from an input to the next every distance changes by exactly 1",
            [*PLACED, j < N, *odd],
            equal(abs(circle(i, j + 1, N) - circle(i, j, N)), 1),
        ),
        *bijection("k(i) = i - j around the circle", given, N, forward, backward),
        prove(
            "so every input has the exponents min(k, n+1-k), k = 0..n, and the same sum",
            PLACED,
            equal(circle(i, j, N), minimum(forward(i), N + 1 - forward(i))),
        ),
        *as_truthful_as_em(),
    ]


def as_truthful_as_em() -> list[Step]:
    """Prove that min(k, n+1-k) and ceil(k/2), k = 0..n, are one multiset, so that y = y*."""
    k = variables("k")[0]

    def forward(k: Expr) -> Expr:
        return cases(k <= 0, 0, cases(2 * k <= N + 1, 2 * k - 1, 2 * (N + 1 - k)))

    def backward(k: Expr) -> Expr:
        half = ceil_half(k)
        return cases(k <= 0, 0, cases(k >= 2 * half, N + 1 - half, half))

    given = [N >= 1]
    return [
        *bijection("from the circle to EM", given, N, forward, backward),
        prove(
            "min(k, n+1-k) is the exponent of EM that it is carried to",
            [*given, k >= 0, k <= N],
            equal(minimum(k, N + 1 - k), ceil_half(forward(k))),
        ),
    ]


def tight_levels(n: int) -> list[Algebraic]:
    """Return the alpha in (0, 1) at which some fair kernel has every pair tight.

    Raises
    ------
    ValueError
        If one exists at every alpha.
    """
    found: list[Algebraic] = []
    for outputs in tight_exponents(n):
        sums = []
        for c in range(n + 1):
            powers = [0] * (2 * n + 1)
            for exponents in outputs:
                powers[exponents[c] + n] += 1
            sums.append(fmpz_poly(powers))
        common = fmpz_poly([0])
        for total in sums[1:]:
            common = common.gcd(total - sums[0])
        if not common:
            raise ValueError(f"got n = {n}, expected one without such a kernel at every alpha")
        found += [root for root in roots(common, fmpq(0), fmpq(1)) if root not in found]
    return sorted(found)


def seldom_for_even_size() -> list[Step]:
    """Prove that for even n such a kernel exists at finitely many alpha at most.

    An exponent has the parity of i - j, so that at alpha = -1 inputs 0 and 1 sum to 1 and -1:
    their sums are different polynomials (over powers of alpha), for each of finitely many
    choices of exponents.
    """
    steps: list[Step] = []
    one = a**0
    (t,) = variables("t")
    steps.append(
        prove(
            "n = 2m: 2m+1 outputs, and 2m beyond the first",
            [m >= 1, t >= 0, t <= 2 * m],
            [2 * m - t],
        )
    )
    zero = geometric(one, -one, -one, index, steps)
    other = -one + geometric(one, -one, one, index, steps)
    return [
        *steps,
        identity("input 0 at alpha = -1: 1 - 1 + 1 ... + 1 = 1", zero, one),
        identity("input 1: -1 + (1 - 1 + ... - 1) = -1", other, -one),
    ]


@claim(
    "CKS-50",
    place="IV-C",
    statement="a fair mechanism with every DP inequality tight must be M_ij = y alpha^|i-j|",
)
def determined_by_tightness() -> Finding:
    """Tightness alone leaves the direction of each step open; row monotonicity settles it."""

    def determined(n: int, alpha: Fraction) -> bool:
        return all(_is_power_form(k, alpha) for k in tight_fair_kernels(n, alpha))

    def determined_if_monotone(n: int, alpha: Fraction) -> bool:
        return all(
            _is_power_form(k, alpha)
            for k in tight_fair_kernels(n, alpha)
            if concrete.PROPERTIES["RM"](k)
        )

    return decide(
        search=[
            counterexample(
                "every fair kernel with all pairs tight is y alpha^|i-j|",
                FEW,
                determined,
                lambda n, alpha: next(
                    _shown(k) for k in tight_fair_kernels(n, alpha) if not _is_power_form(k, alpha)
                ),
                another_form,
            )
        ],
        condition=Repair(
            OPEN,
            [
                counterexample("the same with RM", FEW, determined_if_monotone),
                *power_form_by_row_monotonicity(),
            ],
            "row monotone (a tight pair may also grow away from the diagonal)",
        ),
    )


@claim(
    "CKS-51",
    place="IV-C",
    statement="no fair mechanism has all its DP inequalities tight",
)
def fair_and_tight() -> Finding:
    """For every odd n there is one, at every alpha; never a row monotone one for n >= 2."""

    def none_exists(n: int, alpha: Fraction) -> bool:
        return next(tight_fair_kernels(n, alpha), None) is None

    def none_monotone(n: int, alpha: Fraction) -> bool:
        return not any(concrete.PROPERTIES["RM"](k) for k in tight_fair_kernels(n, alpha))

    def circle_is_one(n: int, alpha: Fraction) -> bool:
        kernel = circular(n, alpha)
        pairs = [sorted(pair) for pair in concrete.adjacent_inputs(kernel)]
        tight = all(low == alpha * high for low, high in pairs)
        fair = concrete.PROPERTIES["F"](kernel) and kernel[0][0] == normaliser_at(n, alpha)
        return tight and fair and concrete.stochastic(kernel)

    at_two = tight_levels(2)
    return decide(
        search=[
            counterexample(
                "there is no fair kernel with all pairs tight",
                FEW,
                none_exists,
                lambda n, alpha: _shown(next(tight_fair_kernels(n, alpha))),
                lambda n, alpha: tight_pairs(next(tight_fair_kernels(n, alpha)), alpha),
            )
        ],
        correction=Repair(
            "row monotone: all n >= 2; in general: all odd n, n = 2; all alpha in (0, 1)",
            [
                counterexample(
                    "n >= 2: none that is row monotone",
                    [case for case in FEW if case["n"] >= 2],
                    none_monotone,
                ),
                *power_form_by_row_monotonicity(),
                *unequal_sums(),
                counterexample(
                    "n odd: fair and tight around the circle, with the y of EM",
                    instances(range(1, 8, 2)),
                    circle_is_one,
                ),
                *tight_around_a_circle(),
                Step(
                    "roots",
                    "n = 2: one exists at exactly one alpha, where alpha^2 + alpha = 1",
                    len(at_two) == 1 and at_two[0].is_root(fmpz_poly([-1, 1, 1])),
                    {"alpha": [root.to_json() for root in at_two]},
                ),
                *seldom_for_even_size(),
            ],
            "for n >= 2 no fair and row monotone mechanism has all its pairs tight; without row "
            "monotonicity one exists for every odd n, y alpha^min(|i-j|, n+1-|i-j|), "
            "with EM's y (randomised response for n = 1), for n = 2 exactly at alpha = (sqrt 5 - "
            f"1)/2 = {', '.join(map(str, at_two))}, for even n at finitely many alpha at most",
        ),
    )


@claim(
    "CKS-53",
    place="IV-C, proof of Lemma 4",
    statement="in the proof of Lemma 4, n may be taken even without loss of generality",
)
def even_without_loss() -> Finding:
    """The argument is the same for odd n, the bound it gives is not the printed one."""

    def same_bound(n: int, alpha: Fraction) -> bool:
        return normaliser_at(n, alpha) == printed_at(n, alpha)

    return decide(
        search=[
            counterexample(
                "the proof's bound at the middle input is the printed one",
                instances(alphas=SQUARE_ALPHAS),
                same_bound,
                lambda n, alpha: {
                    "bound by the proof": normaliser_at(n, alpha),
                    "printed bound": printed_at(n, alpha),
                },
            )
        ],
        correction=Repair(
            OPEN,
            [*upper_bound(), *parities()],
            "the proof gives y <= 1 / sum_{k=0..n} alpha^ceil(k/2) for both parities; for odd n "
            "this is (1-alpha)/((1+alpha)(1-alpha^((n+1)/2))), strictly above the printed bound",
        ),
    )


@claim(
    "CKS-54",
    place="IV-C, proof of Lemma 4",
    statement="the DP inequalities give upper bounds, with Pr[i|j] >= y alpha^(j-i) when i > j",
)
def chain_of_bounds() -> Finding:
    """When i > j, alpha^(j-i) exceeds one; the bound is a lower one with exponent |i-j|."""

    def as_printed(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        y = kernel[0][0]
        return all(kernel[c][o] >= y * alpha ** (c - o) for o in range(n + 1) for c in range(o))

    def repaired(n: int, alpha: Fraction) -> bool:
        kernel = concrete.explicit_fair(n, alpha)
        y = kernel[0][0]
        return all(
            kernel[c][o] >= y * alpha ** abs(c - o) for o in range(n + 1) for c in range(n + 1)
        )

    return decide(
        search=[
            counterexample(
                "in EM, Pr[i|j] >= y alpha^(j-i) when i > j",
                instances(),
                as_printed,
                lambda n, alpha: {
                    "Pr[1|0]": concrete.explicit_fair(n, alpha)[0][1],
                    "y/alpha": concrete.explicit_fair(n, alpha)[0][0] / alpha,
                },
                lambda n, alpha: facts.kernel(
                    concrete.explicit_fair_form(n, alpha),
                    facts.holds(facts.private(alpha)),
                    facts.holds(facts.having("F")),
                    facts.fails(facts.linear({(0, 1): 1, (0, 0): -1 / alpha}, 0)),
                ),
            )
        ],
        correction=Repair(
            OPEN,
            [
                counterexample("in EM, Pr[i|j] >= y alpha^|i-j|", instances(), repaired),
                *upper_bound()[:3],
            ],
            "Pr[i|j] >= y alpha^|i-j|, that is y alpha^(j-i) when j > i: lower bounds on the "
            "entries, whose sum gives an upper bound on y",
        ),
    )
