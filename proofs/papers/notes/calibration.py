"""Section 2.4, third part: what rejection costs, and the levels at which it is private.

At base b the worst ratio of neighbouring rows is c/b, whatever the data, with the cost c of
:mod:`exactdp.proofs.lemmas.rejection`. The notes take M of alpha for it. Where c <= M, the
printed bounds hold; and the printed calibration, base alpha M(alpha), is private where the
cost at *that* base is at most M.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from ....mechanisms.exact.algebraic import ONE, ZERO, between, roots
from ....mechanisms.exact.ratios import ALPHA, Ratio
from ....mechanisms.families.rejection import cost
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import variables
from ...engine.search import ALPHAS, counterexample, instances
from ...engine.signs import UNIT, UNIT_CLOSED, Range, at_least, sign
from ...lemmas.instances import conditioned, worst_ratio
from ...lemmas.rejection import bounds, calibration, worst_case
from ...statements.claim import Finding, Repair, claim, decide
from .constant_m import beyond, condition, rescaling, where_m_bounds
from .instances import EVERYWHERE, base_of, outside, printed_base, printed_m

PLACE = "2.4"

# alpha, alpha^n and a part of 1 - alpha^n; the base b, b^(n-1), the rest of a sum of powers.
a, power, share, b, whole, rest, n = symbols("a power share b whole rest n")
factor = cost(b, b * whole)


@claim(
    "COV-17",
    place=PLACE,
    statement="rejection multiplies neighbouring rows by different factors 1/(1 - Pr(T)), and M "
    "bounds the ratio of these factors",
)
def bound_on_rescaling() -> Finding:
    """M compares Pr(T), not 1 - Pr(T); it bounds the rescaling for some alpha only."""

    def bounded(n: int, alpha: Fraction) -> bool:
        return rescaling(n, alpha) <= printed_m(n, alpha)

    return decide(
        search=[
            counterexample(
                "(1 - Pr(T))/(1 - Pr(T')) <= M for neighbours",
                instances(),
                bounded,
                lambda n, alpha: {
                    "Pr(T) of 0..n": [outside(n, alpha, phi) for phi in range(n + 1)],
                    "ratio of factors": rescaling(n, alpha),
                    "M": printed_m(n, alpha),
                },
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample("the same under the condition", beyond(), bounded),
                *worst_case(),
                *where_m_bounds(),
            ],
            condition(),
        ),
    )


@claim(
    "COV-19",
    place=PLACE,
    statement="every ratio of probabilities of the rejection mechanism on neighbouring data sets "
    "is at most M e^eps",
    formula="Pr[o|D] <= M e^eps Pr[o|D']",
)
def bound_on_ratios() -> Finding:
    """The worst ratio is c e^eps; c <= M exactly where the sum of powers is at most 1."""

    def bounded(n: int, alpha: Fraction) -> bool:
        return worst_ratio(conditioned(n, alpha)) * alpha <= printed_m(n, alpha)

    return decide(
        search=[
            counterexample(
                "the worst ratio is at most M/alpha",
                instances(),
                bounded,
                lambda n, alpha: {
                    "worst ratio": worst_ratio(conditioned(n, alpha)),
                    "M e^eps": printed_m(n, alpha) / alpha,
                },
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample("the same under the condition", beyond(), bounded),
                *worst_case(),
                *where_m_bounds(),
                *bounds(),
            ],
            f"{condition()}. Without it every ratio is still at most c e^eps < 5/4 e^eps, "
            "c = 1 + (1-alpha)(alpha-alpha^n)/(1-alpha^(n+1))",
        ),
    )


#: The base of eps' = eps - ln M, and M, by which it is multiplied.
base = base_of(a, power)
printed = base / a
ALL_LEVELS = {"a": UNIT, "power": UNIT_CLOSED}
UP_TO_A_THIRD = {**ALL_LEVELS, "power": Range(Fraction(0), Fraction(1, 3), high_closed=True)}
UP_TO_A_HALF = {**ALL_LEVELS, "a": Range(Fraction(0), Fraction(1, 2), high_closed=True)}
FROM_FIVE_SIXTHS = {
    "power": Range(Fraction(5, 6), Fraction(1), low_closed=True),
    "share": Range(Fraction(0), Fraction(1), low_closed=True),
}
#: Sizes at which the level where the calibration breaks is isolated.
CALIBRATED = range(2, 6)


def holds_below() -> list[Step]:
    """Prove that the calibration is private for n = 1, for a^n <= 1/3 and for a <= 1/2."""
    return [
        identity(
            "alpha M = (1 + a^(n+2))/(1 + a^n)", a * (1 + a**2 * power) / (a + a * power), base
        ),
        sign("it is a base: below 1", 1 - base, ">0", ALL_LEVELS),
        identity("c/base <= 1/a iff c <= M", base / a, printed),
        sign("n = 1, where c = 1: M > 1", printed - 1, ">0", ALL_LEVELS),
        sign(
            "a^n <= 1/3: c - 1 < base (1 - base) <= M - 1",
            printed - 1 - base * (1 - base),
            ">=0",
            UP_TO_A_THIRD,
        ),
        sign(
            "alpha <= 1/2: the same, for every n",
            printed - 1 - base * (1 - base),
            ">=0",
            UP_TO_A_HALF,
        ),
    ]


def fails_above() -> list[Step]:
    """Prove that it is not for n >= 2 and a^n >= 5/6."""
    inner = (n - 1) * whole + rest
    ranges = {"n": at_least(2), "whole": UNIT_CLOSED, "b": UNIT, "rest": at_least(0)}
    level = power + (1 - power) * share
    at = base_of(level, power)
    q, size = variables("q n")
    return [
        identity(
            "c - 1 = (1-b) b S'/S with S' = 1 + ... + b^(n-2), S = S' + b^(n-1) + b^n",
            factor - 1,
            (1 - b) * b * ((1 - whole) / (1 - b)) / ((1 - b**2 * whole) / (1 - b)),
        ),
        prove("S' has n-1 terms b^q, each with q <= n-2 < n-1", [q <= size - 2], [q <= size - 1]),
        sign(
            "so S' = (n-1) b^(n-1) + rest with rest >= 0, and S'/S >= (n-1)/(n+1)",
            inner / (inner + whole + b * whole) - (n - 1) / (n + 1),
            ">=0",
            ranges,
        ),
        sign("(n-1)/(n+1) >= 1/3", (n - 1) / (n + 1) - n**0 / 3, ">=0", {"n": at_least(2)}),
        sign(
            "a^n >= 5/6, a = a^n + (1-a^n) share: M - 1 < base (1 - base)/3 <= c - 1",
            at * (1 - at) / 3 - (at / level - 1),
            ">0",
            FROM_FIVE_SIXTHS,
        ),
    ]


def calibration_breaks(size: int) -> Step:
    """Isolate, for one n, the only level at which M - c changes its sign."""
    base = (1 + ALPHA ** (size + 2)) / (1 + ALPHA**size)
    gap = Ratio.of(base / ALPHA - cost(base, base**size))
    found = roots(gap.numerator, fmpq(0), fmpq(1))
    signs = []
    if len(found) == 1:
        signs = [gap.at(between(ZERO, found[0])) > 0, gap.at(between(found[0], ONE)) < 0]
    return Step(
        "roots",
        f"n = {size}: M - c is positive below one alpha and negative above it",
        all(signs) and len(signs) == 2,
        {"alpha": [root.to_json() for root in found], "about": [str(root) for root in found]},
    )


@claim(
    "COV-20",
    place=PLACE,
    statement="the rejection mechanism run at eps' = eps - ln M(eps) is eps-DP",
    formula="base e^-eps' = alpha M(alpha)",
)
def printed_calibration() -> Finding:
    """M is taken at eps, but the cost is that of eps', whose base is close to 1."""

    def private(n: int, alpha: Fraction) -> bool:
        return worst_ratio(conditioned(n, printed_base(n, alpha))) <= 1 / alpha

    def decided(n: int, alpha: Fraction) -> bool:
        power = alpha**n
        if n == 1 or 3 * power <= 1:
            return private(n, alpha)
        return 6 * power < 5 or not private(n, alpha)

    breaks = [calibration_breaks(size) for size in CALIBRATED]
    levels = ", ".join(step.data["about"][0] for step in breaks)
    return decide(
        search=[
            counterexample(
                "at base alpha M the worst ratio is at most 1/alpha",
                instances(),
                private,
                lambda n, alpha: {
                    "base": printed_base(n, alpha),
                    "worst ratio": worst_ratio(conditioned(n, printed_base(n, alpha))),
                    "1/alpha": 1 / alpha,
                },
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample(
                    "private for n = 1 and for alpha^n <= 1/3, not for n >= 2, alpha^n >= 5/6",
                    instances(),
                    decided,
                ),
                *worst_case(),
                *bounds(),
                *holds_below(),
                *fails_above(),
                *breaks,
            ],
            "n = 1, or alpha^n <= 1/3 (n eps >= ln 3), or alpha <= 1/2; never for n >= 2 and "
            f"alpha^n >= 5/6; for n = 2..5 exactly up to one level each ({levels}). For every n "
            "and eps the base b with c(b)/b = e^eps is private (NEW-4)",
        ),
    )


@claim(
    "COV-22",
    place=PLACE,
    statement="removing the dependence of the scaling on phi is left unsolved: no calibration of "
    "rejection that does not depend on the data, other than uniform output, is known",
)
def data_independent_calibration() -> Finding:
    """One is: the worst ratio c/b does not depend on phi and takes every value above 1 once."""
    bases = sorted(ALPHAS, reverse=True)

    def none_private(n: int, alpha: Fraction) -> bool:
        return all(worst_ratio(conditioned(n, b)) > 1 / alpha for b in bases)

    def some(n: int, alpha: Fraction) -> Fraction:
        return min(b for b in bases if worst_ratio(conditioned(n, b)) <= 1 / alpha)

    return decide(
        search=[
            counterexample(
                "no base b < 1 makes rejection alpha-DP for every count at once",
                instances(range(2, 8)),
                none_private,
                lambda n, alpha: {
                    "base": some(n, alpha),
                    "worst ratio": worst_ratio(conditioned(n, some(n, alpha))),
                },
            )
        ],
        correction=Repair(
            EVERYWHERE,
            [*worst_case(), *bounds(), *calibration()],
            "it is settled: noise of the one base b with c(b)/b = e^eps, or of any larger one, is "
            "eps-DP under rejection for every count, c = 1 + (1-b)(b-b^n)/(1-b^(n+1)); the price "
            "ln(b/alpha) is below ln(5/4)",
        ),
    )
