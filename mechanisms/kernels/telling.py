"""Results that tell themselves: a headline, and lines of a label with what it says.

What :func:`str` gives, what a notebook shows and what the command line prints are the same
lines. They are for people; whatever decides is exact in the attributes of the result.

>>> class Found(Telling):
...     def headline(self): return "HOLDS"
...     def lines(self): return [("decided by", pr((0, 1), low=5)), ("", "3 < 4")]
>>> print(Found())
HOLDS
  decided by  Pr[6|5]
              3 < 4
>>> Found()._repr_html_()
'<table><caption>HOLDS</caption><tr><th>decided by</th><td>Pr[6|5]</td></tr><tr><th></th><td>3 &lt; 4</td></tr></table>'
"""  # noqa: E501

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any

from ..exact.decimals import scientific
from ..exact.rationals import exact_text
from .forms.form import Entry

#: A label, and what it says; a label of "" goes on with the one before.
Line = tuple[str, str]
#: Of a list that is long, so many are printed.
MOST_PRINTED = 12


class Telling(ABC):
    """What has a headline and lines."""

    @abstractmethod
    def headline(self) -> str:
        """Return the verdict, or the figure that was asked for."""

    @abstractmethod
    def lines(self) -> list[Line]:
        """Return what it rests on."""

    def __str__(self) -> str:
        return told(self.headline(), self.lines())

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(label)}</th><td>{escape(said)}</td></tr>"
            for label, said in self.lines()
        )
        return f"<table><caption>{escape(self.headline())}</caption>{rows}</table>"


def told(headline: str, lines: Sequence[Line]) -> str:
    """Return a headline and lines as text, the labels in one column."""
    return "\n".join([headline, *(f"  {label:<10}  {said}" for label, said in lines)])


def pr(entry: Entry, low: int = 0) -> str:
    """Return the name of an entry, (input, output), where counts begin at `low`."""
    i, j = entry
    return f"Pr[{low + j}|{low + i}]"


def figure(value: Any, width: int = 60) -> str:
    """Return an exact number, or where that is long its leading digits.

    >>> figure("1/3"), figure("1/3", width=2)
    ('1/3', 'about 3.33e-1')
    """
    text = exact_text(value)
    return text if len(text) <= width else f"about {scientific(value)}"


def spans(counts: Sequence[int]) -> str:
    """Return rising counts as spans.

    >>> spans([5, 6, 7, 9])
    '5..7, 9'
    """
    ends: list[list[int]] = []
    for count in counts:
        if ends and ends[-1][1] == count - 1:
            ends[-1][1] = count
        else:
            ends.append([count, count])
    return few([str(a) if a == b else f"{a}..{b}" for a, b in ends])


def few(parts: Sequence[str]) -> str:
    """Return the first of many parts, and how many more there are.

    >>> few(["a"] * 14)[-8:]
    ', 2 more'
    """
    more = len(parts) - MOST_PRINTED
    return ", ".join([*parts[:MOST_PRINTED], *([f"{more} more"] if more > 0 else [])])
