"""Section V-C: Figures 12 and 13, GM against EM on binomially distributed counts.

Every count of 0..n individuals has a bit that is 1 with probability p. For a fixed p the
margin of EM over GM is a rational function of alpha, for a fixed alpha a polynomial in p;
its sign is decided everywhere, by isolating its roots.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb

from flint import fmpq, fmpq_poly, fmpz_poly

from ....mechanisms.exact.algebraic import ONE, ZERO, Algebraic, between, roots
from ....mechanisms.exact.decimals import decimal
from ....mechanisms.exact.rationals import to_fmpq, to_fraction
from ....mechanisms.exact.ratios import ALPHA, Ratio
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.linear import variables
from ...engine.search import ALPHAS, counterexample, instances, written
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import normaliser_at
from ...statements.claim import Finding, Repair, claim, decide

#: Figure 12: the size, the balanced p, and the levels of the figures around it.
SIZE, BALANCED = 8, Fraction(1, 2)
HIGH, LOW = Fraction("0.91"), Fraction("0.67")
#: Sizes at which Figure 13 is decided for all p.
SIZES = range(1, 13)


def geometric_over_field(n: int) -> list[list[Ratio]]:
    """Return GM (Figure 3) as functions of alpha."""
    x, y = 1 / (1 + ALPHA), (1 - ALPHA) / (1 + ALPHA)
    return [
        [(x if o in (0, n) else y) * ALPHA ** abs(o - c) for o in range(n + 1)]
        for c in range(n + 1)
    ]


def explicit_fair_over_field(n: int) -> list[list[Ratio]]:
    """Return EM (eq. (16)) as functions of alpha."""
    exponents = [[concrete.fair_exponent(o, c, n) for o in range(n + 1)] for c in range(n + 1)]
    y = normaliser_at(n, ALPHA)
    return [[y * ALPHA**e for e in row] for row in exponents]


def law(n: int, p: Fraction) -> list[Fraction]:
    """Return the binomial distribution of the count."""
    return [comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]


@lru_cache(maxsize=32)
def tails(n: int, d: int, p: Fraction = BALANCED) -> tuple[Ratio, Ratio]:
    """Return GM's and EM's chances of an error of more than d, as functions of alpha.

    >>> tails(1, 0)
    (alpha/(1 + alpha), alpha/(1 + alpha))
    """
    found = []
    for kernel in (geometric_over_field(n), explicit_fair_over_field(n)):
        total = 0 * ALPHA
        for c, weight in enumerate(law(n, p)):
            for o in range(n + 1):
                if abs(o - c) > d:
                    total = total + kernel[c][o] * to_fmpq(weight)
        found.append(total)
    return found[0], found[1]


def relative_growth(n: int, d: int, p: Fraction = BALANCED) -> Ratio:
    """Return by how much GM's chance over EM's grows from d to d+1, d+1 < n."""
    (gm, em), (next_gm, next_em) = tails(n, d, p), tails(n, d + 1, p)
    return next_gm / next_em - gm / em


@lru_cache(maxsize=32)
def margin(n: int, d: int, p: Fraction = BALANCED) -> Ratio:
    """Return GM's chance of an error of more than d less EM's, as a function of alpha.

    >>> margin(2, 1)
    alpha*(2*alpha^2 - 1)/(2*(1 + 2*alpha)*(1 + alpha))
    """
    gm, em = tails(n, d, p)
    return gm - em


@lru_cache(maxsize=512)
def margin_at(n: int, d: int, alpha: Fraction, p: Fraction = BALANCED) -> Fraction:
    """Return the same at one alpha, from the concrete mechanisms."""
    gm, em = concrete.geometric(n, alpha), concrete.explicit_fair(n, alpha)
    return sum(
        (
            weight * (gm[c][o] - em[c][o])
            for c, weight in enumerate(law(n, p))
            for o in range(n + 1)
            if abs(o - c) > d
        ),
        start=Fraction(0),
    )


def signs(numerator: fmpz_poly) -> list[tuple[str, int]]:
    """Return the sign of a polynomial, positive denominator understood, on each cell of (0, 1).

    >>> signs(fmpz_poly([-1, 2]))
    [('(0, 1/2)', -1), ('(1/2, 1)', 1)]
    """
    walls = [ZERO, *roots(numerator, fmpq(0), fmpq(1)), ONE] if numerator else [ZERO, ONE]
    cells = []
    for low, high in pairwise(walls):
        value = numerator(between(low, high))
        cells.append((f"({low}, {high})", (value > 0) - (value < 0)))
    return cells


def sign_of(f: Ratio) -> list[tuple[str, int]]:
    """Return the sign of a rational function without a pole on (0, 1), on each cell."""
    if roots(f.denominator, fmpq(0), fmpq(1)):
        raise ValueError("got a pole in (0, 1), expected none")
    flip = -1 if f.denominator(fmpq(1, 2)) < 0 else 1
    return [(cell, flip * s) for cell, s in signs(f.numerator)]


def from_where(f: Ratio) -> Algebraic | None:
    """Return where a function changes from negative to positive, None if it does otherwise."""
    cells = sign_of(f)
    if [s for _, s in cells] != [-1, 1]:
        return None
    return roots(f.numerator, fmpq(0), fmpq(1))[0]


@claim(
    "CKS-86",
    place="V-C, Fig. 12",
    statement="for balanced p and n = 8 the margin of EM over GM only increases with d",
)
def margin_grows() -> Finding:
    """It rises up to d = 2 at most, and has to come back to 0 at d = n; as a ratio it grows."""

    def grows(alpha: Fraction, d: int) -> bool:
        return margin_at(SIZE, d + 1, alpha) >= margin_at(SIZE, d, alpha)

    def table(alpha: Fraction) -> list[Fraction]:
        return [margin_at(SIZE, d, alpha) for d in range(SIZE + 1)]

    steps = {d: margin(SIZE, d + 1) - margin(SIZE, d) for d in range(SIZE)}
    shown = {
        str(d): [f"{'<=>'[s + 1]} 0 on {cell}" for cell, s in sign_of(f)] for d, f in steps.items()
    }
    peaks = [max(range(SIZE + 1), key=table(alpha).__getitem__) for alpha in (HIGH, LOW)]
    # From here on every step keeps its last sign.
    level = max(roots(f.numerator, fmpq(0), fmpq(1))[-1] for f in steps.values())
    last = [sign_of(f)[-1][1] for f in steps.values()]
    relative = [relative_growth(SIZE, d) for d in range(SIZE - 1)]
    ratios = [[s for _, s in sign_of(f)][-1] for f in relative]
    walls = [roots(f.numerator, fmpq(0), fmpq(1)) for f in relative]
    rises = max((found[-1] for found in walls if found), default=ZERO)
    i, j, n = variables("i j n")
    return decide(
        search=[
            counterexample(
                "the margin at d+1 is at least that at d",
                [{"alpha": HIGH, "d": d} for d in range(SIZE)],
                grows,
                lambda alpha, d: {
                    "n": SIZE,
                    "p": BALANCED,
                    "margins": [decimal(m, 6) for m in table(alpha)],
                },
            )
        ],
        correction=Repair(
            f"n = {SIZE}, p = 1/2, all alpha in (0, 1)",
            [
                counterexample(
                    "two evaluations of the margin agree",
                    [{"alpha": alpha, "d": d} for alpha in (HIGH, LOW) for d in range(SIZE + 1)],
                    lambda alpha, d: (
                        to_fraction(margin(SIZE, d).at(to_fmpq(alpha))) == margin_at(SIZE, d, alpha)
                    ),
                ),
                Step(
                    "intervals",
                    f"for alpha > {level} the margin rises up to d = 2 and falls from there on",
                    last == [1, 1] + [-1] * (SIZE - 2) and level < Algebraic.of(to_fmpq(HIGH)),
                    {"sign of margin(d+1) - margin(d)": shown, "level": level.to_json()},
                ),
                Step(
                    "instance",
                    "it is largest at d = 2 for 0.91, at d = 1 for 0.67, and 0 at d = 8",
                    peaks == [2, 1] and not margin(SIZE, SIZE),
                    written({"0.91": table(HIGH), "0.67": table(LOW)}),
                ),
                prove(
                    "for every n and p no error exceeds n: both tails are empty",
                    [i >= 0, i <= n, j >= 0, j <= n],
                    [abs(i - j) <= n],
                ),
                Step(
                    "intervals",
                    f"the quotient of the two chances grows up to d = {SIZE - 1} for alpha > "
                    f"{rises}, not for every smaller alpha",
                    ratios == [1] * (SIZE - 1) and ZERO < rises < Algebraic.of(to_fmpq(HIGH)),
                    {"level": rises.to_json()},
                ),
            ],
            f"for alpha > {level}, and so at 0.91, the margin grows from d = 0 to 2 and falls from "
            "there to 0 at d = n, where it is 0 for every n, p and alpha; at 0.67 it is largest at "
            "d = 1. As a quotient, GM's chance over EM's, it does grow with every d below n where "
            f"alpha > {rises}, and so at 0.91",
        ),
    )


@claim(
    "CKS-87",
    place="V-C, Fig. 12",
    statement="for low alpha GM remains worse than EM for balanced p (n = 8), at each d",
)
def still_worse() -> Finding:
    """At 0.67 not from d = 5 on; for each d there is one level below which GM is better."""
    depths = range(SIZE)

    def worse(alpha: Fraction, d: int) -> bool:
        return margin_at(SIZE, d, alpha) > 0

    thresholds = {d: from_where(margin(SIZE, d)) for d in depths}
    found = [t for t in thresholds.values() if t is not None]

    def as_found(alpha: Fraction, d: int) -> bool:
        from_here = thresholds[d]
        beyond = from_here is not None and from_here < Algebraic.of(to_fmpq(alpha))
        return worse(alpha, d) == beyond

    text = ", ".join(f"{t} at d = {d}" for d, t in thresholds.items())
    return decide(
        search=[
            counterexample(
                "GM errs by more than d more often than EM",
                [{"alpha": LOW, "d": d} for d in depths],
                worse,
                lambda alpha, d: {
                    "n": SIZE,
                    "p": BALANCED,
                    "margin": margin_at(SIZE, d, alpha),
                    "margins": [decimal(margin_at(SIZE, e, alpha), 6) for e in depths],
                },
            )
        ],
        condition=Repair(
            f"n = {SIZE}, p = 1/2, all alpha in (0, 1)",
            [
                Step(
                    "intervals",
                    "for each d < n GM is better below one level and worse above it",
                    len(found) == SIZE,
                    {str(d): None if t is None else t.to_json() for d, t in thresholds.items()},
                ),
                counterexample(
                    "the concrete mechanisms agree",
                    [{"alpha": alpha, "d": d} for alpha in ALPHAS for d in depths],
                    as_found,
                ),
            ],
            f"alpha above a level that depends on d: {text} (GM is worse at every d < 8 iff "
            f"alpha > {max(found, default=ONE)}, and better at every d iff alpha < "
            f"{min(found, default=ZERO)})",
        ),
    )


def square_errors(kernel: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return the mean squared error of each input, in counts squared."""
    return [
        sum((x * (o - c) ** 2 for o, x in enumerate(row)), start=Fraction(0))
        for c, row in enumerate(kernel)
    ]


@lru_cache(maxsize=32)
def advantage(n: int, alpha: Fraction) -> fmpz_poly:
    """Return a positive multiple of MSE(GM) - MSE(EM) as a polynomial in p.

    >>> advantage(1, Fraction(1, 2))
    0
    """
    gm, em = (
        square_errors(concrete.geometric(n, alpha)),
        square_errors(concrete.explicit_fair(n, alpha)),
    )
    p, rest = fmpq_poly([0, 1]), fmpq_poly([1, -1])
    total = fmpq_poly([0])
    for c in range(n + 1):
        total += to_fmpq((gm[c] - em[c]) * comb(n, c)) * p**c * rest ** (n - c)
    return total.numer()


def lower_rmse(n: int, alpha: Fraction) -> tuple[bool, list[Algebraic], list[int]]:
    """Return whether EM has the lower RMSE at every p in [0, 1], where it changes, the signs."""
    polynomial = advantage(n, alpha)
    cells = [s for _, s in signs(polynomial)]
    ends = polynomial(fmpq(0)) > 0 and polynomial(fmpq(1)) > 0
    inside = roots(polynomial, fmpq(0), fmpq(1)) if polynomial else []
    return bool(ends and cells == [1]), inside, cells


@claim(
    "CKS-88",
    place="V-C, Fig. 13",
    statement="at alpha = 0.91 EM has a lower RMSE than GM, for all group sizes and input "
    "distributions",
)
def lower_error() -> Finding:
    """For 2 <= n <= 7 at every p; from n = 8 on not where p is near 0 or 1."""
    found = {n: lower_rmse(n, HIGH) for n in SIZES}
    always = [n for n in SIZES if found[n][0]]
    partly = [n for n in SIZES if found[n][2] == [-1, 1, -1]]

    def ends(n: int) -> dict[str, object]:
        gm, em = (
            square_errors(m(n, HIGH))[0] for m in (concrete.geometric, concrete.explicit_fair)
        )
        return {"alpha": HIGH, "p": 0, "MSE of GM": gm, "MSE of EM": em}

    limits = "; ".join(f"n = {n}: {found[n][1][0]} < p < {found[n][1][1]}" for n in partly)
    return decide(
        search=[
            counterexample(
                "n >= 2: EM's RMSE is lower at every p",
                ({"n": n} for n in SIZES if n >= 2),
                lambda n: found[n][0],
                ends,
            )
        ],
        condition=Repair(
            f"n <= {SIZES[-1]}, alpha = 91/100, all p in [0, 1]",
            [
                Step(
                    "intervals",
                    "n = 1: EM is GM, both have the same RMSE",
                    not advantage(1, HIGH),
                    {"difference": str(advantage(1, HIGH))},
                ),
                Step(
                    "intervals",
                    f"n = {always[0]} to {always[-1]}: lower at every p",
                    always == list(range(always[0], always[-1] + 1)),
                    {"n": always},
                ),
                Step(
                    "intervals",
                    "beyond: lower between two roots that mirror each other, higher outside",
                    partly == list(range(always[-1] + 1, SIZES[-1] + 1))
                    and all(_mirror(found[n][1]) for n in partly),
                    {str(n): [r.to_json() for r in found[n][1]] for n in partly},
                ),
                counterexample(
                    "MSE falls where RMSE does: both are positive",
                    instances(range(2, 5), [HIGH]),
                    lambda n, alpha: min(square_errors(concrete.explicit_fair(n, alpha))) > 0,
                ),
            ],
            f"n is {always[0]} to {always[-1]}, or p is not too near 0 or 1: {limits}",
        ),
    )


def _mirror(pair: Sequence[Algebraic]) -> bool:
    """Return whether the roots of a polynomial of degree n in p mirror each other at 1/2."""
    low, high = pair
    reflected = low.minimal(fmpz_poly([1, -1]))
    return high.is_root(reflected) and low < Algebraic.of(fmpq(1, 2)) < high
