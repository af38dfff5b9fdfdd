"""Section 2.4, third part: what rejection costs, and the levels at which it is private.

Conditioning noise of base b on landing in 0..n divides row i by Z_i = sum_j b^|i-j|. With
A = b^i and B = b^(n-1-i), both in (0, 1],

    (1-b) Z_i = 1 + b - bA - b^2 B,    (1-b) Z_(i+1) = 1 + b - b^2 A - bB,

so that the ratio of neighbouring rows is at most max(Z_(i+1)/Z_i, Z_i/Z_(i+1))/b. The first
factor is largest at i = 0, where it is c = 1 + (1-b)(b-b^n)/(1-b^(n+1)): the worst ratio is
c/b, whatever the data. :mod:`exactdp.proofs.findings.rejection` collects what follows.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from ....mechanisms.exact.algebraic import ONE, ZERO, between, roots
from ....mechanisms.exact.ratios import ALPHA, Ratio
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import Element, identity, symbols
from ...engine.linear import absolute, equal, variables
from ...engine.reals import ball, positive
from ...engine.search import ALPHAS, counterexample, instances
from ...engine.signs import UNIT, UNIT_CLOSED, Range, at_least, more_than, sign
from ...engine.sums import Index, geometric
from ...statements.claim import Finding, Proof, Repair, claim, decide
from ..constrained.instances import Kernel
from .instances import EVERYWHERE, SOURCE, conditioned, outside, printed_m, worst_ratio
from .scaling import beyond, condition, cost, rescaling, where_m_bounds

PLACE = "2.4"

# V = b^(n-1), and S is a sum of powers; the others are explained where they are used.
b, A, B, V, S, a, t, u, v, x, g, h, n, k, K = symbols("b A B V S a t u v x g h n k K")
index = Index(k, K)
BOX = {"b": UNIT, "A": UNIT_CLOSED, "B": UNIT_CLOSED, "V": UNIT_CLOSED}
i, j, N = variables("i j n")


def mass(A: Element, B: Element) -> Element:
    """Return Z_i, with A = b^i and B = b^(n-1-i)."""
    return (1 + b - b * A - b**2 * B) / (1 - b)


#: c for n >= 1, with V = b^(n-1).
factor = cost(b, b * V)


def worst_case() -> list[Step]:
    """Prove that the worst ratio between neighbouring rows is c/b, for all n and b."""
    steps: list[Step] = []
    left = geometric(b**0, b, b * A, index, steps)
    right = geometric(b, b, b * B, index, steps)
    here, following, c = mass(A, B), mass(b * A, B / b), cost(b, b * A * B)
    return [
        *steps,
        identity("Z_i = (1 + b - b^(i+1) - b^(n-i+1))/(1-b)", left + right, here),
        identity(
            "1 - Pr(T) = Z_i (1-b)/(1+b): rejection divides row i by it",
            1 - (b * A + b * b * B) / (1 + b),
            here * (1 - b) / (1 + b),
        ),
        prove(
            "from i to i+1 the exponent grows by 1 at outputs j <= i",
            [j <= i],
            equal(absolute(i + 1 - j), absolute(i - j) + 1),
        ),
        prove(
            "and falls by 1 at outputs j > i: the ratio is (Z_(i+1)/Z_i) b^-1 or its b-th part",
            [j > i],
            equal(absolute(i + 1 - j), absolute(i - j) - 1),
        ),
        sign("Z_(i+1)/Z_i <= c", c * here - following, ">=0", BOX),
        sign("Z_i/Z_(i+1) <= c", c * following - here, ">=0", BOX),
        identity(
            "equality at i = 0: Z_1/Z_0 = c, so that output 0 has the ratio c/b",
            mass(b, V / b) / mass(b**0, V),
            factor,
        ),
    ]


def bounds() -> list[Step]:
    """Prove 1 <= c < 5/4, the best such constants, and c < 1/b."""
    excess = factor - 1
    return [
        sign("c >= 1", excess, ">=0", BOX),
        identity("n = 1: c = 1", cost(b, b), b**0),
        sign("c - 1 < b(1-b)", b * (1 - b) - excess, ">0", BOX),
        sign("b(1-b) <= 1/4", b**0 / 4 - b * (1 - b), ">=0", BOX),
        identity(
            "with b^n -> 0 and b = 1/2, c tends to 5/4",
            cost(b**0 / 2, b * 0),
            b**0 * 5 / 4,
        ),
        sign("c < 1/b", 1 / b - factor, ">0", BOX),
    ]


def calibration() -> list[Step]:
    """Prove that R(b) = c/b falls strictly from oo to 1: each level has exactly one base."""
    ranges = {"V": UNIT_CLOSED, "S": at_least(1), "g": at_least(0), "h": at_least(0)}
    return [
        identity(
            "R = 1/b + (1-b)(1-b^(n-1))/(1-b^(n+1)) = 1/b + (1-b^(n-1))/(1 + b + ... + b^n)",
            factor / b,
            1 / b + (1 - b) * (1 - V) / (1 - b**2 * V),
        ),
        sign("1/b falls as b rises", 1 / b - 1 / (b + h), ">0", {"b": UNIT, "h": more_than(0)}),
        sign(
            "b^(n-1) and the sum rise with b, so the other term falls",
            (1 - V) / S - (1 - V - h) / (S + g),
            ">=0",
            ranges,
        ),
        identity("R = 1 at b = 1", (1 / b + (1 - V) / S).subs(b, 1).subs(V, 1), b**0),
        sign("R >= 1/b, which has no bound as b -> 0", factor / b - 1 / b, ">=0", BOX),
    ]


@claim(
    "COV-17",
    source=SOURCE,
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
    source=SOURCE,
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


# --- eps' = eps - ln M: the base is a M(a) = (1 + a^2 A)/(1 + A), now with A = a^n --------------

base = (1 + a**2 * A) / (1 + A)
printed = base / a
UP_TO_A_THIRD = {"a": UNIT, "A": Range(Fraction(0), Fraction(1, 3), high_closed=True)}
UP_TO_A_HALF = {
    "a": Range(Fraction(0), Fraction(1, 2), high_closed=True),
    "A": UNIT_CLOSED,
}
FROM_FIVE_SIXTHS = {
    "A": Range(Fraction(5, 6), Fraction(1), low_closed=True),
    "t": Range(Fraction(0), Fraction(1), low_closed=True),
}
#: Sizes at which the level where the calibration breaks is isolated.
CALIBRATED = range(2, 6)


def printed_base(n: int, alpha: Fraction) -> Fraction:
    """Return e^-eps' = alpha M."""
    return alpha * printed_m(n, alpha)


def holds_below() -> list[Step]:
    """Prove that the calibration is private for n = 1, for a^n <= 1/3 and for a <= 1/2."""
    return [
        identity("alpha M = (1 + a^(n+2))/(1 + a^n)", a * (1 + a**2 * A) / (a + a * A), base),
        sign("it is a base: below 1", 1 - base, ">0", {"a": UNIT, "A": UNIT_CLOSED}),
        identity("c/base <= 1/a iff c <= M", base / a, printed),
        sign("n = 1, where c = 1: M > 1", printed - 1, ">0", {"a": UNIT, "A": UNIT_CLOSED}),
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
    mean = (n - 1) * V + h
    ranges = {"n": at_least(2), "V": UNIT_CLOSED, "b": UNIT, "h": at_least(0)}
    level = A + (1 - A) * t
    at = (1 + level**2 * A) / (1 + A)
    q = variables("q")[0]
    return [
        identity(
            "c - 1 = (1-b) b S'/S with S' = 1 + ... + b^(n-2), S = S' + b^(n-1) + b^n",
            factor - 1,
            (1 - b) * b * ((1 - V) / (1 - b)) / ((1 - b**2 * V) / (1 - b)),
        ),
        prove("S' has n-1 terms b^q, each with q <= n-2 < n-1", [q <= N - 2], [q <= N - 1]),
        sign(
            "so S' = (n-1) b^(n-1) + h with h >= 0, and S'/S >= (n-1)/(n+1)",
            mean / (mean + V + b * V) - (n - 1) / (n + 1),
            ">=0",
            ranges,
        ),
        sign("(n-1)/(n+1) >= 1/3", (n - 1) / (n + 1) - n**0 / 3, ">=0", {"n": at_least(2)}),
        sign(
            "a^n >= 5/6, a = a^n + (1-a^n) t: M - 1 < base (1 - base)/3 <= c - 1",
            at * (1 - at) / 3 - (at / level - 1),
            ">0",
            FROM_FIVE_SIXTHS,
        ),
    ]


def calibration_breaks(size: int) -> Step:
    """Isolate, for one n, the only level at which M - c changes its sign."""
    base = (1 + ALPHA ** (size + 2)) / (1 + ALPHA**size)
    c = 1 + (1 - base) * (base - base**size) / (1 - base ** (size + 1))
    gap = Ratio.of(base / ALPHA - c)
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
    source=SOURCE,
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


# --- how uniform that is ----------------------------------------------------------------------


def chain(element: Element) -> Element:
    """Return d/du of a function of u and v = e^u."""
    return element.diff(u) + element.diff(v) * v


def nearly_uniform() -> list[Step]:
    """Prove base^-n <= exp(2x/(e^x+1)) < 7/4 with x = n eps, for all n and eps.

    base = 1/(1 + w), w = A(1-a^2)/(1+a^2 A), and with u = 2 eps: a^2 = e^-u, A = e^-x.
    """
    above = {"u": more_than(0), "v": more_than(1)}
    flat = u - 1 + 1 / v
    steep = u * (v + 1) - 2 * (v - 1)
    second = chain(chain(steep))
    kappa = Fraction(7, 4)
    return [
        identity(
            "1/base = 1 + w, w = A(1-a^2)/(1+a^2 A)",
            1 / base,
            1 + A * (1 - a**2) / (1 + a**2 * A),
        ),
        identity("e^w - 1 - w is 0 at w = 0", (v - 1 - u).subs(u, 0).subs(v, 1), u * 0),
        sign("and its slope e^w - 1 > 0: 1 + w <= e^w", chain(v - 1 - u), ">0", above),
        # (1+A)(1 - e^-u) <= u (1 + A e^-u), linear in A: enough at A = 0 and at A = 1.
        identity(
            "u(1 + A/v) - (1+A)(1 - 1/v) is linear in A, between its values at A = 0 and 1",
            u * (1 + A / v) - (1 + A) * (1 - 1 / v),
            (1 - A) * flat + A * steep / v,
        ),
        identity("at A = 0: u - 1 + 1/v is 0 at u = 0", flat.subs(u, 0).subs(v, 1), u * 0),
        sign("with slope 1 - 1/v > 0", chain(flat), ">0", above),
        identity("at A = 1: u(v+1) - 2(v-1) is 0 at u = 0", steep.subs(u, 0).subs(v, 1), u * 0),
        identity("so is its slope", chain(steep).subs(u, 0).subs(v, 1), u * 0),
        sign("whose own slope u v > 0", second, ">0", above),
        sign(
            "with (1+A)(1 - 1/v) = u (1 + A/v) - g, g >= 0, and n = 2x/u: n w/(2x) <= A/(1+A)",
            A / (1 + A) - A / u * (u * (1 + A / v) - g) / (1 + A) / (1 + A / v),
            ">=0",
            {**above, "A": UNIT_CLOSED, "g": at_least(0)},
        ),
        identity("so n w <= 2x/(e^x + 1)", 2 * x * A / (1 + A), 2 * x / (1 / A + 1)),
        positive(
            "K(e^x + 1) - 2x with K = ln(7/4) is convex, least at x = ln(2/K), where it is "
            "2 - 2 ln(2/K) + K > 0",
            lambda: 2 - 2 * (2 / ball(kappa).log()).log() + ball(kappa).log(),
        ),
    ]


def spread(n: int, alpha: Fraction) -> Fraction:
    """Return how much likelier one output is than another, at most, for any count.

    >>> spread(1, Fraction(1, 2))
    Fraction(4, 3)
    """
    kernel: Kernel = conditioned(n, printed_base(n, alpha))
    return max(max(row) / min(row) for row in kernel)


def example() -> list[arb]:
    """Return the row of count 20 for n = 30, eps = 1/10 at the printed calibration."""
    level = (-ball(Fraction(1, 10))).exp()
    root = (1 + level**32) / (1 + level**30)
    weights = [root ** abs(output - 20) for output in range(31)]
    total = sum(weights, start=arb(0))
    return [weight / total for weight in weights]


@claim(
    "COV-21",
    source=SOURCE,
    place="2.4, Figure 2.2",
    statement="run at eps' = eps - ln M(eps), rejection yields nearly uniform output: no output is "
    "7/4 times as likely as another, and for n = 30, count 20, eps = 0.1 none has a probability "
    "that is an eighth above or below 1/31",
)
def nearly_uniform_output() -> Finding:
    """A row's extremes differ by base^-n at most, whatever eps is."""

    def close(n: int, alpha: Fraction) -> bool:
        return spread(n, alpha) < Fraction(7, 4)

    return decide(
        search=[counterexample("no output is 7/4 times as likely as another", instances(), close)],
        proof=Proof(
            EVERYWHERE + ", all counts",
            [
                prove(
                    "exponents in a row lie in 0..n, so its entries differ by base^-n at most",
                    [i >= 0, i <= N, j >= 0, j <= N],
                    [absolute(i - j) <= N],
                ),
                *nearly_uniform(),
                positive(
                    "n = 30, count 20, eps = 0.1: 1/8 - max |31 Pr[j] - 1| > 0",
                    lambda: ball(Fraction(1, 8)) - max_distance(example()),
                ),
            ],
        ),
    )


def max_distance(row: list[arb]) -> arb:
    """Return max |31 Pr[j] - 1| over a row."""
    largest = arb(0)
    for entry in row:
        largest = largest.max(abs(len(row) * entry - 1))
    return largest


@claim(
    "COV-22",
    source=SOURCE,
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
