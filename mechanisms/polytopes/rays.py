"""Extreme rays of a pointed cone, by double description in exact arithmetic."""

from __future__ import annotations

from typing import NamedTuple

from flint import fmpq, fmpq_mat

from .elimination import Vector, reduced


class _Ray(NamedTuple):
    vector: Vector
    tight: int  # which of the rows taken so far are zero there, as bits
    value: fmpq


def extreme_rays(rows: list[Vector]) -> list[Vector]:
    """Return the extreme rays of the cone {x : row . x >= 0 for all rows}; rows span the space.

    >>> extreme_rays([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)], [fmpq(1), fmpq(-1)]])
    [[1, 0], [1, 1]]
    """
    width = len(rows[0])
    _, first = reduced(list(zip(*rows, strict=True)))
    assert len(first) == width, "the cone is pointed"
    inverse = fmpq_mat(width, width, [x for k in first for x in rows[k]]).inv()
    everything = sum(1 << k for k in first)
    rays = [
        ([inverse[i, j] for i in range(width)], everything ^ (1 << k)) for j, k in enumerate(first)
    ]
    for k in range(len(rows)):
        if k not in first:
            rays = _cut(rays, rows[k], k, width)
    return [vector for vector, _ in rays]


def _cut(
    rays: list[tuple[Vector, int]], row: Vector, k: int, width: int
) -> list[tuple[Vector, int]]:
    up: list[_Ray] = []
    down: list[_Ray] = []
    out: list[tuple[Vector, int]] = []
    for vector, tight in rays:
        value = sum((a * x for a, x in zip(row, vector, strict=True)), fmpq(0))
        if value > 0:
            up.append(_Ray(vector, tight, value))
            out.append((vector, tight))
        elif value < 0:
            down.append(_Ray(vector, tight, value))
        else:
            out.append((vector, tight | 1 << k))
    masks = [tight for _, tight in rays]
    for a in up:
        for b in down:
            common = a.tight & b.tight
            if common.bit_count() < width - 2:
                continue
            # Adjacent iff no third ray lies in the face that the two span.
            if sum(common & ~mask == 0 for mask in masks) == 2:
                vector = [
                    a.value * y - b.value * x for x, y in zip(a.vector, b.vector, strict=True)
                ]
                out.append((vector, common | 1 << k))
    return out
