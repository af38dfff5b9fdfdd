"""The two-stage release of a table of counts, which keeps their distribution.

1. The distribution of the counts is estimated with the budget eps_1: the private z.
2. A mechanism made for z replaces each count with the budget eps_2. It is a function of z and
   of public numbers alone.

The two stages compose to eps_1 + eps_2, for one individual who takes the count of one row up
or down by one. Public, and not protected: the number of rows N, the largest count M, every
other column, and the order of the rows.

References
----------
*Preserving Target Distributions With Differentially Private Count Mechanisms*, section 1.2,
Figure 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pyarrow as pa

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..keeping.methods import keep, require_method
from ..keeping.orders import Order
from ..keeping.result import Constructed
from ..sampling.kernel import KernelSampler
from ..sampling.source import BitSource, SeededSource, SystemSource
from .budget import Budget, Grant
from .counts import Counts
from .distributions.privatize import NOISES, privatize
from .table import Table


@dataclass(frozen=True)
class DistributionRelease:
    """A private distribution of counts, and what it cost.

    Attributes
    ----------
    rows : int
        N, public.
    cap : int
        M, public: z is over 0..M.
    noise : str
        A name of ``NOISES``.
    grant : Grant
        What it was allowed to spend.
    level : PrivacyLevel
        What it spent: at most the grant.
    delta : Fraction
        0, except with Gaussian noise.
    distribution : Law
        z.
    seed : int or None
        Of a simulation, which is not private.
    """

    rows: int
    cap: int
    noise: str
    grant: Grant
    level: PrivacyLevel
    delta: Fraction
    distribution: Law
    seed: int | None


@dataclass(frozen=True)
class Release:
    """A table released in two stages; :meth:`batches` yields it.

    Attributes
    ----------
    table : Table
    budget : Budget
    stage : DistributionRelease
    level : PrivacyLevel
        What the counts spend, at most ``budget.counts``; its alpha is rational.
    constructed : Constructed
        The mechanism for the counts.
    """

    table: Table
    budget: Budget
    stage: DistributionRelease
    level: PrivacyLevel
    constructed: Constructed
    source: BitSource

    def batches(self) -> Iterator[tuple[pa.RecordBatch, Counts]]:
        """Yield the rows as they were read, each batch with its released counts.

        Every call draws anew, and spends anew: publish one.
        """
        sampler = KernelSampler(self.constructed.mechanism)
        for batch, counts in self.table.batches():
            yield batch, sampler.draw_many(counts, self.source)


def privatize_distribution(
    table: Table, grant: Grant, noise: str, source: BitSource
) -> DistributionRelease:
    """Estimate the distribution of a table's counts, privately.

    Parameters
    ----------
    table : Table
    grant : Grant
        What may be spent.
    noise : str
        A name of ``NOISES``. "gaussian" is (eps, 1/(N+1))-DP, the others eps-DP.
    source : BitSource
        A SystemSource; a SeededSource makes a simulation, which is not private.

    Raises
    ------
    InputError
        If the table has no rows, or the noise is not known.
    """
    seed = simulated(source)
    if noise not in NOISES:
        raise InputError(f"got the noise {noise!r}, expected one of {', '.join(NOISES)}")
    histogram = table.histogram()
    rows = sum(histogram)
    if not rows:
        raise InputError(f"{table.path}: has a heading and no rows, expected at least one row")
    level = grant.level()
    z = privatize(histogram, level, noise, source)
    delta = Fraction(1, rows + 1) if noise == "gaussian" else Fraction(0)
    return DistributionRelease(rows, table.cap, noise, grant, level, delta, z, seed)


def release(
    table: Table,
    budget: Budget,
    source: BitSource,
    *,
    noise: str = "acyclic",
    method: str = "optimal",
    order: Order | None = None,
    cost: Any = "ead",
) -> Release:
    r"""Prepare the release of a table: the distribution is drawn, the counts not yet.

    Parameters
    ----------
    table : Table
    budget : Budget
    source : BitSource
        A SystemSource; a SeededSource makes a simulation, which is not private.
    noise : str
        A name of ``NOISES``, for the distribution.
    method, order, cost
        How the counts are made private; see :func:`~exactdp.mechanisms.keeping.methods.keep`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "cases.csv"
    >>> _ = path.write_text("town,cases\n" + "".join(f"{k},{k % 3}\n" for k in range(90)))
    >>> found = release(Table(path, "cases", 2), Budget("2"), SeededSource(1))
    >>> [str(x) for x in (found.stage.grant, found.budget.counts)], len(found.stage.distribution)
    (['11/50', '89/50'], 3)
    >>> ((_, counts),) = found.batches()
    >>> len(counts), set(counts.tolist()) <= {0, 1, 2}
    (90, True)
    """
    require_method(method, order=order)
    stage = privatize_distribution(table, budget.distribution, noise, source)
    level = budget.counts.rational_level()
    constructed = keep(stage.distribution, level, method, cost, order=order)
    return Release(table, budget, stage, level, constructed, source)


def simulated(source: BitSource) -> int | None:
    """Return the seed of a simulation; None where the randomness is the operating system's."""
    if isinstance(source, SeededSource):
        return source.seed
    if not isinstance(source, SystemSource):
        raise InputError(
            f"got a {type(source).__name__}, expected a SystemSource, or a SeededSource to simulate"
        )
    return None


def note(seed: int | None) -> Any:
    """Say in words whether a release is private."""
    if seed is None:
        return "drawn with the randomness of the operating system"
    return f"NOT PRIVATE: simulated with the seed {seed}; whoever knows the seed can undo the noise"
