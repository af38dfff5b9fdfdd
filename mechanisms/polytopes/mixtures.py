"""The extreme mixtures of scales to the column of ones: vertices of {w >= 0 : Psi w = 1}.

U and RU are made of these (:mod:`.structure`). With each scale rewritten to start at 1, the
condition says that the weights of the scales add up to 1 and that the mixture rises by 0 at
every step; a scale that goes up at a step rises there, one that goes down falls. So double
description takes the steps one by one, and joins each rising ray with each falling one that
is adjacent to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..exact.progress import track
from .scales import patterns, unscaled


class Mixture(NamedTuple):
    """Scales, by their place in the order of patterns, and their positive weights."""

    scales: tuple[int, ...]
    weights: tuple[fmpq, ...]


class _Ray(NamedTuple):
    support: int  # a set of scales, as bits
    weights: dict[int, fmpq]
    rise: fmpq


@lru_cache(maxsize=16)
def mixtures(size: int, alpha: Fraction) -> tuple[Mixture, ...]:
    """Return all extreme mixtures; their scales are linearly independent.

    >>> [m.scales for m in mixtures(3, Fraction(1, 2))]
    [(1, 2), (0, 2, 3)]
    """
    columns = [unscaled(p, alpha) for p in patterns(size)]
    rays = [(1 << s, {s: fmpq(1)}) for s in range(len(columns))]
    for step in track(range(size - 1), size - 1, "mixtures of scales"):
        rises = [column[step + 1] - column[step] for column in columns]
        rays = list(_meet(rays, rises, step + 2))
    found = []
    for _, weights in rays:
        total = sum(weights.values(), fmpq(0))
        order = sorted(weights)
        shares = (weights[s] / total * sum(columns[s], fmpq(0)) for s in order)
        found.append(Mixture(tuple(order), tuple(shares)))
    return tuple(sorted(found, key=lambda m: (len(m.scales), m.scales)))


def _meet(
    rays: list[tuple[int, dict[int, fmpq]]], rises: list[fmpq], most: int
) -> Iterator[tuple[int, dict[int, fmpq]]]:
    """Yield the extreme rays of a cone cut by the hyperplane of mixtures that do not rise.

    A new ray has at most `most` scales: one more than the equations so far.
    """
    up: list[_Ray] = []
    down: list[_Ray] = []
    for support, weights in rays:
        rise = sum((w * rises[s] for s, w in weights.items()), fmpq(0))
        if rise == 0:
            yield support, weights
        else:
            (up if rise > 0 else down).append(_Ray(support, weights, rise))
    words = -(-len(rises) // 64)
    supports = _words([support for support, _ in rays], words)
    low = _words([ray.support for ray in down], words)
    for a in up:
        joint = low | _words([a.support], words)
        sizes = np.bitwise_count(joint).sum(axis=1, dtype=np.int64)
        for k in np.flatnonzero(sizes <= most).tolist():
            if _adjacent(supports, joint[k]):
                b = down[k]
                weights = {s: -b.rise * w for s, w in a.weights.items()}
                for s, w in b.weights.items():
                    weights[s] = weights.get(s, fmpq(0)) + a.rise * w
                yield a.support | b.support, weights


def _words(supports: list[int], words: int) -> npt.NDArray[np.uint64]:
    """Return sets of scales, one on a row, as machine words."""
    data = b"".join(support.to_bytes(8 * words, "little") for support in supports)
    return np.frombuffer(data, dtype="<u8").reshape(len(supports), words)


def _adjacent(supports: npt.NDArray[np.uint64], joint: npt.NDArray[np.uint64]) -> bool:
    """Whether no third ray lies in the face that two span, whose scales are `joint`."""
    return int(np.count_nonzero((supports & ~joint == 0).all(axis=1))) == 2
