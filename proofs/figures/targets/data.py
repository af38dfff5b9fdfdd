"""The tables of counts that the figures release: the paper's three, and the six of appendix F."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....mechanisms.exact.errors import InputError
from ....mechanisms.kernels.mechanism import Mechanism
from ....mechanisms.sampling.kernel import KernelSampler
from ....mechanisms.sampling.source import BitSource, SeededSource
from ..figure import Settings

Counts = npt.NDArray[np.int64]


class Data(NamedTuple):
    """A column of counts in 0..largest."""

    name: str
    counts: Counts
    largest: int

    @property
    def histogram(self) -> list[int]:
        """How many rows have each count."""
        return [int(x) for x in np.bincount(self.counts, minlength=self.largest + 1)]

    @property
    def law(self) -> list[Fraction]:
        """What share of the rows has each count."""
        return [Fraction(x, len(self.counts)) for x in self.histogram]

    def topped(self, largest: int) -> Data:
        """Return the same column, with greater counts taken as the largest.

        >>> Data("", np.array([0, 7, 2]), 7).topped(3).counts.tolist()
        [0, 3, 2]
        """
        return Data(self.name, np.minimum(self.counts, largest), largest)


#: File, column and top code of the two real tables.
COUNTY = ("county_homicides.csv", "homicides", 50)
TEACHERS = ("teachers.csv", "teachers", 80)
BINOMIAL = "binomial20_histogram.csv"


def column(path: Path, name: str, label: str) -> Data:
    """Read a column of counts as it is.

    Raises
    ------
    InputError
        If the column is not there or a cell is no count; the cell is named.
    """
    counts = []
    with open(path, newline="", encoding="utf-8") as file:
        for line, row in enumerate(csv.DictReader(file), 2):
            cell = row.get(name)
            if cell is None:
                raise InputError(f"{path}: expected a column {name}")
            if not cell.isdecimal():
                raise InputError(f"{path}, line {line}: got {cell!r}, expected a count")
            counts.append(int(cell))
    if not counts:
        raise InputError(f"{path}: expected at least one row")
    return Data(label, np.array(counts), max(counts))


def county(settings: Settings) -> Data:
    """Return the homicides by county, not topped."""
    file, name, _ = COUNTY
    return column(settings.file(file), name, "county")


def binomial(settings: Settings) -> Data:
    """Return the paper's draws from Binomial(20, 1/2)."""
    with open(settings.file(BINOMIAL), newline="", encoding="utf-8") as file:
        rows = [(int(row["count"]), int(row["categories"])) for row in csv.DictReader(file)]
    return Data("binomial", np.repeat(*np.array(rows).T), 20)


def teachers(settings: Settings) -> list[Data]:
    """Return the teachers by school, not topped, where they are at hand."""
    file, name, _ = TEACHERS
    return [column(settings.file(file), name, "schools")] if settings.has(file) else []


def real(settings: Settings) -> list[Data]:
    """Return the tables of section 6, topped as there; the schools only where they are at hand."""
    schools = [data.topped(TEACHERS[2]) for data in teachers(settings)]
    return [binomial(settings), county(settings).topped(COUNTY[2]), *schools]


def missing(settings: Settings) -> str:
    """Say which table is left out."""
    if settings.has(TEACHERS[0]):
        return ""
    return " The panel of the schools is left out: teachers.csv is not in the data folder."


# --- appendix F -----------------------------------------------------------------------------

#: The print is damaged at both ratios; these are the fractions that it can be read as.
LEFT, RIGHT = Fraction(2, 3), Fraction(1, 2)


def falling(ratio: Fraction, size: int = 70) -> list[Fraction]:
    """Return the law on `size` counts that falls by a ratio from each to the next.

    >>> [str(x) for x in falling(Fraction(1, 2), 3)]
    ['4/7', '2/7', '1/7']
    """
    weights = [ratio**k for k in range(size)]
    return [w / sum(weights) for w in weights]


def drawn(law: Sequence[Fraction], number: int, source: BitSource) -> Counts:
    """Draw so many counts from a law, exactly."""
    sampler = KernelSampler(Mechanism.from_rows([law] * len(law)))
    return sampler.draw_many(np.zeros(number, dtype=np.int64), source)


def synthetic(seed: int) -> list[Data]:
    """Return the six tables of appendix F, drawn anew.

    >>> [(d.name, len(d.counts), d.largest) for d in synthetic(0)][:2]
    [('Uniform', 3000, 29), ('Left-skewed', 10000, 69)]
    """
    source = SeededSource(seed)

    def flat(size: int, number: int) -> Counts:
        return drawn([Fraction(1, size)] * size, number, source)

    def bell(p: Fraction) -> Counts:
        law = [comb(39, k) * p**k * (1 - p) ** (39 - k) for k in range(40)]
        return drawn(law, 10_000, source)

    return [
        Data("Uniform", flat(30, 3000), 29),
        Data("Left-skewed", drawn(falling(LEFT)[::-1], 10_000, source), 69),
        Data("Right-skewed", drawn(falling(RIGHT), 10_000, source), 69),
        Data(
            "Bimodal symmetric",
            np.concatenate([bell(Fraction(7, 10)), bell(Fraction(3, 10))]),
            39,
        ),
        Data("Zero-inflated", np.append(flat(80, 9800), [0] * 200), 79),
        Data("Top-inflated", np.append(flat(80, 9900), [79] * 100), 79),
    ]
