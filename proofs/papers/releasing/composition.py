"""What differential privacy survives: rounding, and a histogram's bins side by side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....mechanisms.families.noise import RoundedLaplace
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, variables
from ...engine.search import ALPHAS, counterexample
from ...engine.signs import UNIT, at_least, sign
from ...lemmas.instances import noise
from ...lemmas.merging import merging
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .noise import SCOPE
from .regimes import rounded

p, q, b = symbols("p q b")
POSITIVE = {"p": at_least(0), "q": at_least(0)}


def real_shift() -> list[Step]:
    """Prove -s <= |z| - |z-s| <= s for real z and s >= 0, by the place of z."""
    return [
        identity("z = s + p: |z| - |z-s| = s", (p + q) - p, q),
        identity("z = -p: |z| - |z-s| = -s", p - (p + q), -q),
        sign("z = p, s = p + q: s - (|z| - |z-s|) = 2q >= 0", (p + q) - (p - q), ">=0", POSITIVE),
        sign("and s + (|z| - |z-s|) = 2p >= 0", (p + q) + (p - q), ">=0", POSITIVE),
    ]


@claim(
    "COL-14",
    place="The Laplace Mechanism",
    statement="rounding a count with Laplace noise to the nearest integer keeps eps-DP",
)
def rounding_keeps_privacy() -> Finding:
    """The densities' ratio is bounded pointwise, so it is for every cell that is rounded to one."""

    def private(root: Fraction, shift: int) -> bool:
        # root = e^(-x/2), x = eps/Delta, and counts `shift` = Delta apart: e^-eps = root^(2 Delta).
        law, level = RoundedLaplace(root), root ** (2 * shift)
        ratios = [law.pmf(z) / law.pmf(z - shift) for z in range(-4, shift + 5)]
        return all(level <= ratio <= 1 / level for ratio in ratios)

    return decide(
        search=[
            counterexample(
                "the masses of the rounded answers change by at most e^(+-eps)",
                ({"root": root, "shift": shift} for shift in range(1, 5) for root in ALPHAS),
                private,
            )
        ],
        proof=Proof(
            SCOPE,
            [
                *real_shift(),
                *merging(),
                *rounded(),
                sign(
                    "Delta = 1: Pr[0]/Pr[1] = 2/(b (1+b)) is at most 1/b^2 = e^eps",
                    1 / b**2 - (1 - b) / ((1 - b**2) / 2 * b),
                    ">=0",
                    {"b": UNIT},
                ),
            ],
        ),
    )


Histogram = tuple[int, int]
#: Neighbouring histograms of two bins: one person more, or one who changes bins.
NEIGHBOURS: dict[str, tuple[Histogram, Histogram]] = {
    "one person added": ((0, 0), (1, 0)),
    "one person replaced": ((1, 0), (0, 1)),
}


def _likelihood(ratio: Fraction, histogram: Histogram, output: Histogram) -> Fraction:
    first, second = (noise(ratio, o - c) for o, c in zip(output, histogram, strict=True))
    return first * second


def _worst(ratio: Fraction, change: str) -> Fraction:
    one, other = NEIGHBOURS[change]
    outputs = [(x, y) for x in range(-2, 4) for y in range(-2, 4)]
    return max(_likelihood(ratio, one, o) / _likelihood(ratio, other, o) for o in outputs)


def _cases(*changes: str) -> Iterator[dict[str, Any]]:
    return ({"change": change, "ratio": ratio} for change in changes for ratio in ALPHAS)


@claim(
    "COL-15",
    place="Experiments",
    statement="noise of level eps on every bin of a histogram is eps-DP for data sets that differ "
    "in one entry, because a person is in one bin only",
)
def parallel_composition() -> Finding:
    """One bin changes if a person is added or removed; two if an entry is replaced."""

    def private(change: str, ratio: Fraction) -> bool:
        return _worst(ratio, change) <= 1 / ratio

    def doubled(change: str, ratio: Fraction) -> bool:
        return _worst(ratio, change) == 1 / ratio**2

    x, y = variables("x y")
    first = abs(x) - abs(x - 1)
    second = abs(y - 1) - abs(y)
    return decide(
        search=[
            counterexample(
                "the likelihood ratio of the noisy histograms is at most e^eps",
                _cases(*NEIGHBOURS),
                private,
                lambda change, ratio: {
                    "histograms": NEIGHBOURS[change],
                    "worst ratio": _worst(ratio, change),
                    "e^eps": 1 / ratio,
                },
            )
        ],
        condition=Repair(
            "all eps > 0, any number of bins",
            [
                counterexample("a person added", _cases("one person added"), private),
                counterexample(
                    "a person replaced: exactly e^(2 eps)", _cases("one person replaced"), doubled
                ),
                identity(
                    "the factor of a bin that does not change cancels", (p * q) / (b * q), p / b
                ),
                prove(
                    "added or removed: one exponent changes, by at most 1",
                    [],
                    [first <= 1, first >= -1],
                ),
                prove(
                    "replaced: two change, by at most 2 in all",
                    [],
                    [first + second <= 2, first + second >= -2],
                ),
                prove(
                    "and by 2 where both fall: x >= 1 and y <= 0",
                    [x >= 1, y <= 0],
                    equal(first + second, 2),
                ),
            ],
            "data sets are neighbours by adding or removing a person; where an entry is replaced "
            "two bins change, and the level is 2 eps",
        ),
    )
