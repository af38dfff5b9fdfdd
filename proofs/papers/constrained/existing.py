"""Section II-B and III: mechanisms that exist, and the linear program BasicDP.

Here h is e^(-eps/2), so that alpha = h^2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from flint import fmpq

from ....mechanisms.exact.ratios import ALPHA
from ....mechanisms.families.rounded_laplace import rounded_laplace
from ....verify.judge.certificate import rows_claim
from ....verify.judge.joining import Stated
from ....verify.judge.parametric import for_all, polynomial
from ...engine import facts
from ...engine.evidence import Step, all_hold
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, expr, variables
from ...engine.search import ALPHAS, SIZES, counterexample, fractions_between, instances
from ...engine.signs import UNIT, UNIT_CLOSED, Range, more_than, same_sign, sign
from ...engine.sums import Index, series, vanishing
from ...lemmas import instances as concrete
from ...lemmas.explicit_fair import BOX as EM_BOX
from ...lemmas.explicit_fair import M, exponent, normaliser, private, root
from ...lemmas.explicit_fair import N as size_
from ...lemmas.explicit_fair import a as em_level
from ...lemmas.kms import unequal_sums
from ...statements.claim import Finding, Proof, Repair, claim, decide

EVERYWHERE = "all n, all alpha in (0, 1)"

h, n, p, u, v, w, x, y, k, Z, A = symbols("h n p u v w x y k Z A")
a = h**2
part, times = variables("t m")
index = Index(k, Z)
H = {"h": UNIT}

#: In the search on eq. (2): e^(-eps/(2s)), and values of Q by numbers of inputs and outputs.
STEPS = [Fraction(1, 2)]
QUALITIES = {(2, 2): range(3), (2, 3): range(2), (3, 2): range(2)}


def response() -> Stated:
    """Return what a certificate states: p = 1/(1+alpha) is alpha-DP, and no more, in (0, 1)."""
    q, r = 1 / (1 + ALPHA), ALPHA / (1 + ALPHA)
    demand = {"demand": "private", "alpha": polynomial(ALPHA), "neighbours": facts.ADJACENT}
    tight = rows_claim(demand, True, tight=[[1, 0], [0, 0]])
    return Stated([for_all([fmpq(0), fmpq(1)], [[q, r], [r, q]])], [tight])


@claim(
    "CKS-15",
    place="II-B",
    statement="binary randomized response with p > 1/2 is alpha-DP for alpha = (1-p)/p",
    formula="alpha = (1-p)/p",
)
def response_is_private() -> Finding:
    """The quotients are (1-p)/p and its inverse: private at that level and at no larger one."""

    def level(truth: Fraction) -> bool:
        kernel = [[truth, 1 - truth], [1 - truth, truth]]
        at = (1 - truth) / truth
        above = (1 + at) / 2
        private = concrete.differentially_private
        return private(kernel, at) and not private(kernel, above)

    above_half = {"p": Range(Fraction(1, 2), Fraction(1), high_closed=True)}
    level_ = (1 - p) / p
    steps = [
        identity("Pr[1|0] = alpha Pr[0|0]: equality in (6)", 1 - p, level_ * p),
        sign("Pr[0|0] >= alpha Pr[1|0]", p - level_ * (1 - p), ">=0", above_half),
        sign("alpha < 1", 1 - level_, ">0", above_half),
        identity("at p = 1 alpha is 0", level_.subs(p, 1), 0 * p),
        same_sign("alpha > 0 iff p < 1", level_, 1 - p, {"p": above_half["p"]}),
    ]
    return decide(
        search=[
            counterexample(
                "(1-p)/p is the level of randomized response",
                ({"truth": t} for t in fractions_between(Fraction(1, 2), Fraction(1), 9)),
                level,
            )
        ],
        proof=Proof(
            "all p in (1/2, 1); at p = 1 the level is 0, which is no privacy",
            [*steps, Step("instance", "p = 1/(1+alpha)", all_hold(steps), states=response)],
            literal=True,
        ),
    )


def exponential(quality: Sequence[Sequence[int]], step: Fraction) -> concrete.Kernel:
    """Return eq. (2) for step = e^(-eps/(2s)): Pr[r|d] proportional to step^-Q(d,r).

    >>> exponential([[0, 0]], Fraction(1, 2))
    [[Fraction(1, 2), Fraction(1, 2)]]
    """
    weights = [[step**-q for q in row] for row in quality]
    return [[x / sum(row) for x in row] for row in weights]


def qualities() -> Iterator[dict[str, Any]]:
    """Yield small integer quality functions."""
    for (inputs, outputs), values in QUALITIES.items():
        rows = list(product(values, repeat=outputs))
        for quality in product(rows, repeat=inputs):
            for step in STEPS:
                yield {"quality": quality, "step": step}


def sensitivity(quality: Sequence[Sequence[int]]) -> int:
    """Return by how much Q changes at most between adjacent inputs.

    >>> sensitivity([[0, 1], [2, 1]])
    2
    """
    return max(
        abs(q - r) for one, other in pairwise(quality) for q, r in zip(one, other, strict=True)
    )


@claim(
    "CKS-16",
    place="II-B, eq. (2)",
    statement="the exponential mechanism is e^-eps-DP",
    formula="Pr[r|d] = exp(eps Q(d,r)/(2s)) / sum_r' exp(eps Q(d,r')/(2s))",
)
def exponential_is_private() -> Finding:
    """Numerators and their sums each change by a factor in [h, 1/h], h = e^(-eps/2)."""

    def holds(quality: tuple[tuple[int, ...], ...], step: Fraction) -> bool:
        alpha = step ** (2 * sensitivity(quality))
        return concrete.differentially_private(exponential(quality, step), alpha)

    return decide(
        search=[counterexample("eq. (2) is e^-eps-DP", qualities(), holds)],
        proof=Proof(
            "all finite sets of outputs, all eps > 0, all Q",
            [
                # Rational multiples of s; both sides are continuous in Q, so all others follow.
                # With (Q - Q')/s = t/m and g = h^(1/m), numerators differ by g^-t = h g^-(t+m).
                prove("|Q - Q'| <= s: t >= -m", [times >= 1, part >= -times], [part + times]),
                sign("so g^(t+m) <= 1 and N >= h N'", 1 - A, ">=0", {"A": UNIT_CLOSED}),
                identity(
                    "sums: (u1 + u2) - h (v1 + v2) = (u1 - h v1) + (u2 - h v2)",
                    (u + v) - h * (x + y),
                    (u - h * x) + (v - h * y),
                ),
                # N = h N' + v and S' = h S + y with v, y >= 0; u and x are N' and S.
                identity(
                    "N S' - h^2 N' S is a sum of products of nonnegative numbers",
                    (h * u + v) * (h * x + y) - h**2 * u * x,
                    h * u * y + h * v * x + v * y,
                ),
            ],
        ),
    )


def tightest(kernel: concrete.Kernel) -> Fraction:
    """Return the largest alpha at which a kernel of positive entries is private.

    >>> tightest([[Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(2, 3)]])
    Fraction(1, 2)
    """
    return min(min(p / q, q / p) for p, q in concrete.adjacent_inputs(kernel))


@claim(
    "CKS-17",
    place="IV-C",
    statement="the exponential mechanism with a quality function of |i-j| is considerably weaker "
    "than EM, equivalent to halving eps",
)
def halving() -> Finding:
    """With the exponent of (16) it is EM at eps/2, exactly; with |i-j| itself it is not."""

    def plain(n: int, alpha: Fraction) -> concrete.Kernel:
        quality = [[-abs(o - c) for o in range(n + 1)] for c in range(n + 1)]
        return exponential(quality, root(alpha))

    def of_16(n: int, alpha: Fraction) -> bool:
        quality = [[-concrete.fair_exponent(o, c, n) for o in range(n + 1)] for c in range(n + 1)]
        kernel = exponential(quality, root(alpha))
        return sensitivity(quality) == 1 and kernel == concrete.explicit_fair(n, root(alpha))

    squares = [{"n": size, "alpha": alpha**2} for size in SIZES for alpha in ALPHAS[:6]]
    steps: list[Step] = []
    # em_level is b^2: y* at the level b^2; y* at b is the same formula one root down.
    limit = (1 - h) / (1 + h)
    whole = (1 - a) / (1 + a)
    even, odd = normaliser(False, steps), normaliser(True, steps)
    far = (1 - em_level) / (1 + em_level)
    return decide(
        search=[
            counterexample(
                "with Q = -|i-j| it uses eps/2: its tightest level is sqrt(alpha)",
                squares,
                lambda n, alpha: tightest(plain(n, alpha)) == root(alpha),
                lambda n, alpha: {
                    "sqrt(alpha)": root(alpha),
                    "tightest alpha of eq. (2)": tightest(plain(n, alpha)),
                },
            )
        ],
        condition=Repair(
            EVERYWHERE,
            [
                counterexample(
                    "with Q minus the exponent of (16) it is EM at sqrt(alpha)", squares, of_16
                ),
                *private(),
                prove(
                    "e(0,1) - e(0,0) = 1, so that the sensitivity is 1",
                    [size_ >= 1],
                    equal(exponent(expr(0), expr(1), size_) - exponent(expr(0), expr(0), size_), 1),
                ),
                # exp(-eps e/2) = h^e: EM's law at level h.
                identity("Q = -|i-j|, n = 1: both inputs sum to 1 + h", (1 + h) - (h + 1), 0 * h),
                *unequal_sums(),  # n >= 2, with h for alpha: S_1 - S_0 = h - h^n > 0
                sign(
                    "n >= 2: Pr[0|1]/Pr[0|0] = h S_0/S_1 is below h (S_1 = S_0 + v)",
                    h - h * u / (u + v),
                    ">0",
                    {"h": UNIT, "u": more_than(0), "v": more_than(0)},
                ),
                sign(
                    "e >= 1: h^e > h^(2e), so that 1/y* is larger at level h",
                    u - u * u,
                    ">0",
                    {"u": UNIT},
                ),
                *steps,
                sign("n = 2m: y* exceeds its limit (1-a)/(1+a)", even - far, ">0", EM_BOX),
                sign(
                    "by at most 2a a^m/(1+a), which vanishes",
                    2 * em_level * M / (1 + em_level) - even + far,
                    ">=0",
                    EM_BOX,
                ),
                sign("n = 2m+1: so does it", odd - far, ">0", EM_BOX),
                sign("by at most a a^m, which vanishes", em_level * M - odd + far, ">=0", EM_BOX),
                vanishing(em_level, 0, {"b": UNIT}),
                identity(
                    "in the limit the truth is (1+a)/(1+h)^2 times as likely",
                    limit / whole,
                    (1 + a) / (1 + h) ** 2,
                ),
                sign("which is below 1 and", 1 - (1 + a) / (1 + h) ** 2, ">0", H),
                sign("above 1/2", (1 + a) / (1 + h) ** 2 - h**0 / 2, ">0", H),
            ],
            "Q is minus the exponent of (16): then eq. (2) is exactly EM at eps/2, and for large n "
            "tells the truth (1+alpha)/(1+sqrt alpha)^2 times as often, between 1/2 and 1; with "
            "Q = -|i-j| the level is sqrt(alpha) for n = 1 only",
        ),
    )


@claim(
    "CKS-21",
    place="II-B",
    statement="GM has no zero rows, and on each input it has spikes at the extreme outputs",
)
def spikes() -> Finding:
    """Positive everywhere; output 0 beats output 1 on every input exactly if alpha > 1/2."""

    def positive(n: int, alpha: Fraction) -> bool:
        return min(q for row in concrete.geometric(n, alpha) for q in row) > 0

    def spiked(n: int, alpha: Fraction) -> bool:
        rows = concrete.geometric(n, alpha)
        return all(row[0] > row[1] and row[n] > row[n - 1] for row in rows)

    t, A_ = symbols("t A")
    x_, y_ = 1 / (1 + t), (1 - t) / (1 + t)
    box = {"t": UNIT, "A": UNIT_CLOSED}
    return decide(
        search=[
            counterexample("GM is positive", instances(), positive),
            counterexample(
                "on every input outputs 0 and n are likelier than their neighbours",
                instances(SIZES[1:]),
                spiked,
                lambda n, alpha: {"law on input n": concrete.geometric(n, alpha)[n]},
            ),
        ],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample(
                    "n >= 2: so iff alpha > 1/2",
                    instances(SIZES[1:]),
                    lambda n, alpha: spiked(n, alpha) == (alpha > Fraction(1, 2)),
                ),
                sign("every entry is positive: y A, A = alpha^|i-j|", y_ * A_, ">0", box),
                same_sign(
                    "Pr[0|j] - Pr[1|j], j >= 1, has the sign of 2 alpha - 1",
                    x_ * t * A_ - y_ * A_,
                    2 * t - 1,
                    box,
                ),
                sign("Pr[0|0] > Pr[1|0] always", x_ - y_ * t, ">0", {"t": UNIT}),
                identity(
                    "against the noise unclipped the extremes always gain 1/(1-alpha)",
                    x_ / y_,
                    1 / (1 - t),
                ),
            ],
            "alpha > 1/2 and n >= 2 for the spikes (at alpha = 1/2 outputs 0 and 1 tie on inputs "
            "j >= 1; against the unclipped noise the extremes gain a factor 1/(1-alpha) always)",
        ),
    )


def rounded(step: Fraction, d: int) -> Fraction:
    """Return the mass at d of Laplace noise of scale 1/eps rounded, step = e^(-eps/2).

    >>> rounded(Fraction(1, 2), 0), rounded(Fraction(1, 2), 1)
    (Fraction(1, 2), Fraction(3, 16))
    """
    return 1 - step if d == 0 else step ** (2 * abs(d)) * (1 / step - step) / 2


@claim(
    "CKS-90",
    place="II-B",
    statement="the Laplace mechanism has to be rounded and truncated to be a mechanism on 0..n; GM "
    "is its discrete analogue",
)
def discrete_analogue() -> Finding:
    """Laplace noise is an integer with probability 0; at the integers its density is GM's noise.

    Rounding it gives another law, which tells the truth less often.
    """
    half = [s for s in ALPHAS if s < 1]

    def another_law(step: Fraction) -> bool:
        return rounded(step, 0) < concrete.noise(step**2, 0)

    def as_built(n: int, step: Fraction) -> bool:
        rows = rounded_laplace(n, step**2).rows()
        inner = all(rows[c][o] == rounded(step, o - c) for c in range(n + 1) for o in range(1, n))
        return inner and concrete.differentially_private(rows, step**2)

    density = (1 - a) / (1 + a)
    steps: list[Step] = []
    side = series([a], a, index, H, steps)
    near = series([a * (1 / h - h) / 2], a, index, H, steps)
    return decide(
        search=[
            counterexample(
                "rounding tells the truth less often", ({"step": s} for s in half), another_law
            ),
            counterexample(
                "rounded and clipped it is a private mechanism",
                ({"n": m, "step": s} for m in (1, 2, 3) for s in half[:5]),
                as_built,
            ),
        ],
        proof=Proof(
            "all n, all alpha in (0, 1)",
            [
                # W = e^(-eps w): the mass within w of d, which vanishes as w does (W -> 1).
                identity(
                    "mass within w of d >= w: alpha^d (1/W - W)/2 = alpha^d (1-W)(1+W)/(2W)",
                    A * (1 / w - w) / 2,
                    A * (1 - w) * (1 + w) / (2 * w),
                ),
                *steps,
                identity(
                    "alpha^|d| over all integers sums to (1+alpha)/(1-alpha)",
                    1 + 2 * side,
                    1 / density,
                ),
                identity(
                    "rounding: 1 - h and alpha^d (1/h - h)/2 sum to 1", (1 - h) + 2 * near, h**0
                ),
                sign(
                    "1 - h < (1-alpha)/(1+alpha): rounding is another law",
                    density - (1 - h),
                    ">0",
                    H,
                ),
                sign(
                    "rounded, it is private: mass(1) >= alpha mass(0)",
                    a * (1 / h - h) / 2 - a * (1 - h),
                    ">0",
                    H,
                ),
                sign("and mass(0) > mass(1)", (1 - h) - a * (1 / h - h) / 2, ">0", H),
            ],
        ),
    )
