"""A histogram of a column, with independent noise in each bin.

Here a row is one individual, who is in exactly one bin. Adding or removing a row changes one
bin by one, so noise of scale 1/eps in every bin spends eps in all (parallel composition).
This is another relation than that of :mod:`.two_stage`, where a row is a category and the
number of rows is public: here it is secret, and is nowhere stated.

All bins 0..M are released, whether or not a row is in them; the last holds all values from M
up. The noisy counts are unbiased, and may be negative.

References
----------
*Releasing Counts with Differential Privacy*, sections "The Geometric Mechanism" and
"Experiments".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb

from ..design.registry import FAMILIES
from ..exact import balls
from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.rationals import exact_text
from ..families.noise import Noise, RoundedLaplace, TwoSidedGeometric
from ..sampling.rounded_laplace import rounded_laplace_at
from ..sampling.source import BitSource
from ..sampling.two_sided import two_sided_geometric_at
from .budget import Grant
from .table import Table
from .two_stage import simulated

#: The noise of a bin: two-sided geometric, or Laplace noise rounded to integers.
BIN_NOISES = ("geometric", "laplace")
_DIGITS = 12


@dataclass(frozen=True)
class HistogramRelease:
    """A private histogram, and what it cost.

    Attributes
    ----------
    column : str
    cap : int
        M; the bins are 0..M.
    noise : str
        "geometric" or "laplace".
    grant : Grant
        What it was allowed to spend.
    level : PrivacyLevel
        What it spent: at most the grant.
    counts : list of int
        The noisy counts.
    seed : int or None
        Of a simulation, which is not private.
    """

    column: str
    cap: int
    noise: str
    grant: Grant
    level: PrivacyLevel
    counts: list[int]
    seed: int | None

    def errors(self) -> dict[str, dict[str, Any]]:
        """Return the expected absolute deviation and mean squared error of a bin."""
        return bin_errors(self.noise, self.level)


def histogram_release(
    table: Table, grant: Grant, source: BitSource, noise: str = "geometric"
) -> HistogramRelease:
    r"""Release the histogram of a column.

    Parameters
    ----------
    table : Table
    grant : Grant
        What may be spent, all of it on every bin.
    source : BitSource
        A SystemSource; a SeededSource makes a simulation, which is not private.
    noise : str
        "geometric" or "laplace".

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from exactdp.mechanisms.sampling.source import SeededSource
    >>> path = Path(tempfile.mkdtemp()) / "ages.csv"
    >>> _ = path.write_text("age\n" + "2\n" * 1000 + "9\n")
    >>> grant = Grant(PrivacyLevel.from_alpha("1/2"))
    >>> found = histogram_release(Table(path, "age", 3), grant, SeededSource(1))
    >>> len(found.counts), abs(found.counts[2] - 1000) < 60
    (4, True)
    >>> found.errors()["mean_squared_error"]["exact"]
    '4'
    """
    seed = simulated(source)
    if noise not in BIN_NOISES:
        raise InputError(
            f"got the noise {noise!r} for a histogram, expected one of {', '.join(BIN_NOISES)}"
        )
    level = bin_level(grant, noise)
    draw = rounded_laplace_at if noise == "laplace" else two_sided_geometric_at
    counts = [x + draw(level, source) for x in table.histogram()]
    return HistogramRelease(table.column, table.cap, noise, grant, level, counts, seed)


def bin_level(grant: Grant, noise: str) -> PrivacyLevel:
    """Return the level that the noise of a bin uses of a grant."""
    level = grant.level()
    if noise == "laplace" and level.is_rational:
        return FAMILIES["rounded-laplace"].admissible_level(level)
    return level


def bin_errors(noise: str, level: PrivacyLevel) -> dict[str, dict[str, Any]]:
    """Return E|X| and E X^2 of the noise of a bin: enclosures, and exactly where rational.

    >>> bin_errors("geometric", PrivacyLevel.from_epsilon(1))["expected_absolute_deviation"]
    {'exact': None, 'enclosure': ['0.850918128239', '0.850918128240']}
    """
    law: type[Noise] = RoundedLaplace if noise == "laplace" else TwoSidedGeometric
    parts = 2 if noise == "laplace" else 1

    def figures(parameter: Any) -> tuple[Any, Any]:
        x = parameter
        # E|X| is 2x/(1-x^2) for two-sided geometric noise, b/(1-b^2) for rounded Laplace noise.
        return (3 - parts) * x / (1 - x * x), law.over(x).variance

    exact: Any = (None, None)
    if level.is_rational:
        exact = [exact_text(x) for x in figures(level.root(parts).alpha)]

    def enclosed(k: int) -> list[str]:
        def ball() -> arb:
            found: arb = figures((level.alpha_ball().log() / parts).exp())[k]
            return found

        return list(balls.enclose(ball, _DIGITS))

    names = ("expected_absolute_deviation", "mean_squared_error")
    return {name: {"exact": exact[k], "enclosure": enclosed(k)} for k, name in enumerate(names)}
