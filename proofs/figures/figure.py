"""What a figure is: exact values in tables, a picture of them, and what was printed beside ours.

Numbers of a figure are rationals (or whole numbers) in its tables, which are written beside the
picture; the picture shows them and computes nothing. A comparison is computed too: whether ours
agrees with what can be read off the print is the value of an expression, not a word.

>>> compared("a cost of 0.864", "19/22", True, "CKS-79").outcome
'agree'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ...mechanisms.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Outcome = Literal["agree", "differ", "cannot be read"]
Value = str | int | Fraction


@dataclass(frozen=True)
class Table:
    """Exact values, a line each.

    Attributes
    ----------
    name : str
        What tells it from the other tables of the figure; may be empty for the only one.
    columns : tuple of str
    rows : list of tuple of str, int or Fraction
    """

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[Value, ...]]


@dataclass(frozen=True)
class Comparison:
    """What was printed, what comes out, whether they agree, and the claims that decide it."""

    printed: str
    ours: str
    outcome: Outcome
    claims: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f" ({', '.join(self.claims)})" if self.claims else ""
        return f"printed: {self.printed}; ours: {self.ours}: {self.outcome}{where}"


def compared(printed: str, ours: str, agrees: bool | None, *claims: str) -> Comparison:
    """Return a comparison; `agrees` is None where the print cannot be read."""
    outcome: Outcome = "cannot be read" if agrees is None else "agree" if agrees else "differ"
    return Comparison(printed, ours, outcome, claims)


@dataclass(frozen=True)
class Settings:
    """How figures are made.

    Attributes
    ----------
    data : Path, optional
        The folder of the data that some figures need.
    runs : int
        Repetitions of what is simulated.
    seed : int
        Of the first repetition.
    executor : str
        As in :mod:`exactdp.mechanisms.exact.executors`.
    """

    data: Path | None = None
    runs: int = 10
    seed: int = 0
    executor: str = "serial"

    def file(self, name: str) -> Path:
        """Return the path of a data file.

        Raises
        ------
        InputError
            If no folder was given or the file is not in it: what it is, and its columns.
        """
        path = None if self.data is None else self.data / name
        if path is None or not path.is_file():
            where = "no folder of data was given" if path is None else f"there is no {path}"
            raise InputError(f"{where}: this figure needs {name}, {DATA[name]}; give --data FOLDER")
        return path

    def require(self, wanted: Iterable[Figure]) -> None:
        """Refuse figures whose data is missing, before the first is made."""
        for figure in wanted:
            for name in figure.data:
                self.file(name)

    def has(self, name: str) -> bool:
        """Whether the data file is there."""
        return self.data is not None and (self.data / name).is_file()


#: The data files, what they are and where they come from.
DATA = {
    "adult.csv": "with the columns age, sex, income: the Adult training set of the UCI Machine "
    "Learning Repository",
    "county_homicides.csv": "with the columns county, homicides: homicides per US county, FBI "
    "Uniform Crime Reports",
    "bird_flu_by_state.csv": "with the columns state, cases: bird flu cases per US state",
    "binomial20_histogram.csv": "with the columns count, categories: a histogram of draws from "
    "Binomial(20, 1/2)",
    "teachers.csv": "with the column teachers: full-time teachers per public school, US Department "
    "of Education, 2017-2018; figures that can use it do without",
}


@dataclass(frozen=True)
class Made:
    """A figure that was made.

    Attributes
    ----------
    caption : str
        For a person: what is seen, and what to notice.
    tables : list of Table
    draw : callable
        Returns the picture; drawing needs matplotlib.
    comparisons : list of Comparison
    parameters : dict
        All that the values depend on, besides the data.
    simulated : bool
        Whether it holds means of repetitions, so that `runs` and `seed` matter.
    """

    caption: str
    tables: list[Table]
    draw: Callable[[], Picture]
    comparisons: list[Comparison]
    parameters: dict[str, Any] = field(default_factory=dict)
    simulated: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure by name; `make` computes it.

    Attributes
    ----------
    name : str
        As on the command line.
    paper, item, title : str
    make : callable
    data : tuple of str
        The files that it reads.
    also : tuple of str
        Files that it reads where they are there.
    """

    name: str
    paper: str
    item: str
    title: str
    make: Callable[[Settings], Made]
    data: tuple[str, ...]
    also: tuple[str, ...] = ()


#: All figures by name.
FIGURES: dict[str, Figure] = {}


def figure(
    name: str, paper: str, item: str, title: str, *data: str, also: tuple[str, ...] = ()
) -> Callable[[Callable[[Settings], Made]], Callable[[Settings], Made]]:
    """Register the decorated function as the figure `name`, which needs the files `data`."""

    def register(make: Callable[[Settings], Made]) -> Callable[[Settings], Made]:
        FIGURES[name] = Figure(name, paper, item, title, make, data, also)
        return make

    return register
