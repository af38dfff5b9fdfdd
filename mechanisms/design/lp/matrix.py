"""The numbers of a program as floats: for proposals, and for filters with a proven bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq

from .program import Program

Floats = npt.NDArray[np.float64]
# What floats hold with room for products.
_SMALL, _LARGE = 1e-150, 1e150


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
        self.row = np.repeat(np.arange(len(program.rows)), np.diff(self.start))
        self.value = _floats(numbers)
        self.cost = _floats(program.cost)
        self.bounds = _floats([bound for _, bound, _ in program.rows])
        self._bring_into_range(program)
        self.equal = np.array([equal for _, _, equal in program.rows])
        self.scales = None if program.scales is None else np.array(program.scales)

    def _bring_into_range(self, program: Program) -> None:
        """Multiply rows, and the cost, by powers of two where floats cannot hold them.

        Signs stay, so a row says the same; what is then still out of range is for others.
        """
        extreme = ~((np.abs(self.value) > _SMALL) & (np.abs(self.value) < _LARGE))
        far = np.abs(self.bounds)
        wild = ~((far == 0) | ((far > _SMALL) & (far < _LARGE)))
        for k in sorted({*self.row[extreme].tolist(), *np.flatnonzero(wild).tolist()}):
            terms, bound, _ = program.rows[k]
            unit = _unit([a for _, a in terms] or [bound])
            self.value[self.start[k] : self.start[k + 1]] = [nearest(a * unit) for _, a in terms]
            self.bounds[k] = np.clip(nearest(bound * unit), -_LARGE, _LARGE)
        if not (np.abs(self.cost) < _LARGE).all():
            unit = _unit(program.cost)
            self.cost = np.array([nearest(c * unit) for c in program.cost])

    def sums(self, terms: Floats) -> Floats:
        """Return the sum over the terms of each row."""
        total: Floats = np.bincount(self.row, terms, len(self.bounds)).astype(np.float64)
        return total

    def scaled(self, power: float) -> tuple[Floats, Floats, Floats]:
        """Return the coefficients, the units of the variables and the factors of the rows."""
        unit = np.ones(self.cost.size)
        if power and self.scales is not None:
            unit = np.exp2(np.round(power * np.log2(self.scales)))
        value = self.value * unit[self.index]
        # Factors are powers of two, so nothing is rounded.
        largest = np.zeros(self.bounds.size)
        np.maximum.at(largest, self.row, np.abs(value))
        factor = np.exp2(-np.round(np.log2(np.where(largest > 0, largest, 1.0))))
        return value * np.repeat(factor, np.diff(self.start)), unit, factor


def _unit(numbers: Sequence[fmpq]) -> fmpq:
    """Return the power of two that makes the largest number about 1."""
    sizes = [int(x.p).bit_length() - int(x.q).bit_length() for x in numbers if x]
    return fmpq(2) ** -max(sizes, default=0)


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
