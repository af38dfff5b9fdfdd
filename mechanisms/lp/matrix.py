"""The numbers of a program as floats: for proposals, and for filters with a proven bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq

from .program import Program

Floats = npt.NDArray[np.float64]


def nearest(value: fmpq) -> float:
    """Return the float nearest to a rational; 0.0 or an infinity where it is out of range.

    >>> nearest(fmpq(1, 3)) == 1 / 3
    True
    """
    p, q = int(value.p), int(value.q)
    try:
        return p / q
    except OverflowError:
        return float("inf") if p > 0 else float("-inf")


class Matrix:
    """The rows of a program, compressed: the terms of row k are start[k]:start[k+1]."""

    def __init__(self, program: Program):
        start, index, numbers = [0], [], []
        for terms, _, _ in program.rows:
            for v, a in terms:
                index.append(v)
                numbers.append(a)
            start.append(len(index))
        self.start = np.array(start, dtype=np.int32)
        self.index = np.array(index, dtype=np.int32)
        self.value = _floats(numbers)
        self.cost = _floats(program.cost)
        self.bounds = _floats([bound for _, bound, _ in program.rows])
        self.equal = np.array([equal for _, _, equal in program.rows])
        self.scales = None if program.scales is None else np.array(program.scales)

    def scaled(self, power: float) -> tuple[Floats, Floats, Floats]:
        """Return the coefficients, the units of the variables and the factors of the rows."""
        unit = np.ones(self.cost.size)
        if power and self.scales is not None:
            unit = np.exp2(np.round(power * np.log2(self.scales)))
        value = self.value * unit[self.index]
        # Factors are powers of two, so nothing is rounded.
        largest = np.maximum.reduceat(np.abs(value), self.start[:-1])
        factor = np.exp2(-np.round(np.log2(largest)))
        return value * np.repeat(factor, np.diff(self.start)), unit, factor


def _floats(numbers: Any) -> Floats:
    # Few different numbers stand in many places, mostly as one object.
    known: dict[int, float] = {}
    out = np.empty(len(numbers))
    for k, number in enumerate(numbers):
        key = id(number)
        if key not in known:
            known[key] = nearest(number)
        out[k] = known[key]
    return out
