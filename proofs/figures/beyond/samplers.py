"""Exact laws of others' samplers against the mechanisms that they were meant to be.

The samplers of IBM diffprivlib are drawn where it is installed; it is no dependency.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import metadata
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ....mechanisms.exact.balls import bounds, precision
from ....mechanisms.exact.level import PrivacyLevel
from ....mechanisms.exact.plots import Curve, canvas, curves
from ....mechanisms.exact.rationals import to_fraction
from ....mechanisms.families.geometric import factors, geometric
from ....mechanisms.families.noise import TwoSidedGeometric
from ....verify.laws.exact import law
from ....verify.laws.law import CodeLaw
from ..figure import Comparison, Made, Settings, Table, Value, compared, figure
from . import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

SIZE = 10
#: numpy samples a kernel at alpha = 1/2; diffprivlib is asked for eps = 1.
HALF, ONE = PrivacyLevel.from_alpha("1/2"), PrivacyLevel.from_epsilon(1)
#: Of the numbers around an irrational probability.
BITS = 200
#: How far from the count noise is drawn.
REACH = 42
MEANT = ("meant from", "meant to")
Bracket = tuple[Fraction, Fraction]
Sampler = Callable[[int], Any]
#: From a sampler's name to its level and its law on each of some inputs.
Laws = Mapping[str, tuple[PrivacyLevel, Mapping[int, CodeLaw]]]


def choice(rows: Sequence[Sequence[float]]) -> Sampler:
    """Return the sampler that hands a row to numpy's ``Generator.choice``."""
    return lambda count: np.random.default_rng().choice(len(rows), p=rows[count])


def searched(rows: Sequence[Sequence[float]]) -> Sampler:
    """Return the sampler that looks a uniform float up in a row's cumulative sums."""
    sums = [np.cumsum(row) for row in rows]
    return lambda count: np.searchsorted(sums[count], np.random.default_rng().random(), "right")


def truncated() -> dict[str, tuple[PrivacyLevel, Sampler]]:
    """Return the samplers of the clipped mechanism on 0..n that are at hand."""
    rows = [[float(x) for x in geometric(SIZE, "1/2").row(i)] for i in range(SIZE + 1)]
    found: dict[str, tuple[PrivacyLevel, Sampler]] = {
        "numpy choice(p=row)": (HALF, choice(rows)),
        "numpy searchsorted": (HALF, searched(rows)),
    }
    if diffprivlib():
        from diffprivlib.mechanisms import GeometricTruncated

        sampler = GeometricTruncated(epsilon=1.0, lower=0, upper=SIZE).randomise
        found["diffprivlib GeometricTruncated"] = (ONE, sampler)
    return found


def diffprivlib() -> str | None:
    """Return the version of diffprivlib, if it is installed."""
    return metadata.version("diffprivlib") if find_spec("diffprivlib") else None


def around(level: PrivacyLevel, probability: Callable[[Any], Any]) -> Bracket:
    """Return rationals around a rational function of alpha; both are it, if alpha is rational.

    >>> around(HALF, lambda a: 1 / (1 + a))
    (Fraction(2, 3), Fraction(2, 3))
    """
    if level.is_rational:
        return (exact := probability(level.alpha)), exact
    with precision(BITS):
        low, high = bounds(probability(level.alpha_ball()))
    return to_fraction(low), to_fraction(high)


def clipped(level: PrivacyLevel, count: int, label: str) -> Bracket:
    """Return the probability of an output of the mechanism that is meant, or what it is between.

    >>> clipped(HALF, 0, "1"), clipped(HALF, 0, "11")
    ((Fraction(1, 6), Fraction(1, 6)), (Fraction(0, 1), Fraction(0, 1)))
    """
    if not label.isdigit() or int(label) > SIZE:
        return Fraction(0), Fraction(0)
    output = int(label)
    end = output in (0, SIZE)
    return around(level, lambda a: factors(a)[0 if end else 1] * a ** abs(count - output))


def off(shown: Fraction, meant: Bracket) -> Bracket:
    """Return what |shown/meant - 1| is between.

    >>> off(Fraction(1, 2), (Fraction(1, 3), Fraction(1, 3)))
    (Fraction(1, 2), Fraction(1, 2))
    """
    low, high = (shown / x - 1 for x in reversed(meant))
    return (Fraction(0) if low < 0 < high else min(abs(low), abs(high))), max(abs(low), abs(high))


def tightest(laws: Mapping[int, CodeLaw]) -> Fraction:
    """Return the least ratio of an output's probabilities on adjacent inputs.

    >>> tightest({0: CodeLaw({"0": Fraction(1)}, Fraction(0), "")
    ...          , 1: CodeLaw({"1": Fraction(1)}, Fraction(0), "")})
    Fraction(0, 1)
    """
    zero = Fraction(0)
    return min(
        min(p, q) / max(p, q)
        for one, other in pairwise(laws[i].probabilities for i in sorted(laws))
        for label in {**one, **other}
        for p, q in [(one.get(label, zero), other.get(label, zero))]
    )


@figure("beyond-samplers", PAPER, "others' samplers", "A sampler's law and the one it should have")
def laws_of_samplers(settings: Settings) -> Made:
    """Draw the exact laws of samplers, and how far they are from what they were meant to be."""
    found = {
        name: (level, law(sampler, range(SIZE + 1)))
        for name, (level, sampler) in truncated().items()
    }
    noise = None
    if diffprivlib():
        from diffprivlib.mechanisms import Geometric

        noise = law(Geometric(epsilon=1.0).randomise, range(2))
    extra = (
        "Third: the same for diffprivlib's noise, whose probabilities are multiples of 2^-53: ever "
        "coarser in the tail, until it ends and all is missing (1)."
        if noise
        else "diffprivlib is not installed here, and is not drawn."
    )
    beyond = found["numpy searchsorted"][1][0].probabilities.get(str(SIZE + 1), 0)
    tables = [
        Table(
            "",
            ("sampler", "input", "output", "probability", *MEANT, "off from", "off to"),
            list(_rows(found)),
        )
    ]
    if noise:
        tables.append(Table("noise", ("noise", "probability", *MEANT), _tail(noise)))
    return Made(
        "The exact law of code, told from all that it can draw. First: a row of GM at alpha = 1/2 "
        f"looked up in its cumulative sums, as floats, gives the output {SIZE + 1}, which is none, "
        f"with probability {beyond}. Second: how far from what was meant, on the input 0; a point "
        f"that is missing is exact. {extra}",
        tables,
        lambda: _drawn(found, noise),
        _of_samplers(found, noise),
        {
            "n": SIZE,
            "samplers": [*found],
            "diffprivlib": diffprivlib() or "not installed",
        },
    )


def _rows(found: Laws) -> Iterator[tuple[Value, ...]]:
    for name, (level, laws) in found.items():
        for count, known in laws.items():
            for label, shown in known.probabilities.items():
                meant = clipped(level, count, label)
                far: tuple[Value, Value] = off(shown, meant) if meant[0] else ("never meant", "")
                yield (name, count, label, shown, *meant, *far)


def _noise_at(d: int) -> Bracket:
    return around(ONE, lambda a: TwoSidedGeometric.over(a).pmf(d))


def _tail(noise: Mapping[int, CodeLaw]) -> list[tuple[Value, ...]]:
    shown = noise[0].probabilities
    return [(d, shown.get(str(d), Fraction(0)), *_noise_at(d)) for d in range(-REACH, REACH + 1)]


def _drawn(found: Laws, noise: Mapping[int, CodeLaw] | None) -> Picture:
    panels = 3 if noise else 2
    picture, axes = canvas(1, panels, width=4.8 * panels, height=4.8)
    outputs = range(SIZE + 2)
    meant = [clipped(HALF, 0, str(j))[0] for j in outputs[:-1]]
    drawn = [Curve("meant: GM at alpha = 1/2", outputs[:-1], meant)]
    shown = found["numpy searchsorted"][1][0].probabilities
    places = [j for j in outputs if str(j) in shown]
    drawn.append(Curve("numpy searchsorted", places, [shown[str(j)] for j in places]))
    curves(axes[0], drawn)
    axes[0].set(yscale="log", xlabel="output on input 0", ylabel="probability", xticks=outputs)
    drawn = []
    for name, (level, laws) in found.items():
        far = {
            j: off(laws[0].probabilities[str(j)], clipped(level, 0, str(j))) for j in outputs[:-1]
        }
        places = [j for j, (_, most) in far.items() if most]
        drawn.append(Curve(name, places, [far[j][1] for j in places]))
    curves(axes[1], drawn)
    axes[1].set(yscale="log", xlabel="output on input 0", ylabel="|probability/meant - 1|")
    if noise:
        shown = noise[0].probabilities
        reach = range(REACH + 1)
        far = {d: off(shown.get(str(d), Fraction(0)), _noise_at(d)) for d in reach}
        curves(axes[2], [Curve("diffprivlib Geometric", reach, [far[d][1] for d in reach])])
        axes[2].set(yscale="log", xlabel="noise", ylabel="|probability/meant - 1|")
    return picture


def _of_samplers(found: Laws, noise: Mapping[int, CodeLaw] | None) -> list[Comparison]:
    """Compare the levels that were asked for with those that the code has."""
    every = dict(found)
    if noise:
        every["diffprivlib Geometric"] = (ONE, noise)
    comparisons = []
    for name, (level, laws) in every.items():
        least = tightest(laws)
        strange = [
            label
            for label in dict.fromkeys(x for known in laws.values() for x in known.probabilities)
            if not label.lstrip("-").isdigit() or (name in found and int(label) > SIZE)
        ]
        beside = f"; besides its outputs it has {', '.join(strange)}" if strange else ""
        short = str(least) if least else "0: no eps holds"
        comparisons.append(
            compared(
                f"{name} is private at {level}",
                f"the tightest alpha is {short}{beside}",
                level.compare(least) >= 0,
            )
        )
    return comparisons
