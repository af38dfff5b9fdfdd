"""Kernels for people: a text grid, LaTeX, and HTML with the exact value on hover.

Where a decimal is shown it is for the eye only, rounded to nearest, and the exact value
stands beside it (on hover in HTML) or instead of it (text and LaTeX).
"""

from __future__ import annotations

import html as markup
from collections.abc import Sequence
from fractions import Fraction

from ..exact.decimals import decimal
from ..exact.errors import LimitError
from ..exact.rationals import exact_text

Rows = Sequence[Sequence[Fraction]]

#: A kernel with more counts than this is not drawn whole.
MAX_COUNTS = 200


def require_drawable(size: int) -> None:
    """Refuse to draw a kernel of so many counts, before its rows are made."""
    if size > MAX_COUNTS:
        raise LimitError(
            f"a kernel of {size} counts is too large to draw (limit {MAX_COUNTS}): "
            "write it to a file, or show it as csv or json"
        )


def text(rows: Rows, *, width: int = 18) -> str:
    """Return the kernel as a grid: rows are inputs, columns are outputs.

    Entries are exact; where they are wider than `width` characters the whole grid is in
    decimals, and says so.

    >>> print(text([[Fraction(2, 3), Fraction(1, 3)], [Fraction(0), Fraction(1)]]))
    2/3  1/3
      0    1
    """
    grid = [[exact_text(x) for x in row] for row in rows]
    note = ""
    if max(len(x) for row in grid for x in row) > width:
        grid = [[decimal(x) for x in row] for row in rows]
        note = "\n(rounded for display; the exact entries are in the file formats)"
    column = max(len(x) for row in grid for x in row)
    return "\n".join("  ".join(x.rjust(column) for x in row) for row in grid) + note


def latex(rows: Rows) -> str:
    r"""Return the kernel as a LaTeX matrix of exact fractions.

    >>> print(latex([[Fraction(1, 2)] * 2] * 2))
    \begin{pmatrix}
    \frac{1}{2} & \frac{1}{2} \\
    \frac{1}{2} & \frac{1}{2}
    \end{pmatrix}
    """

    def cell(x: Fraction) -> str:
        if x.denominator == 1:
            return exact_text(x)
        return rf"\frac{{{exact_text(x.numerator)}}}{{{exact_text(x.denominator)}}}"

    body = " \\\\\n".join(" & ".join(cell(x) for x in row) for row in rows)
    return f"\\begin{{pmatrix}}\n{body}\n\\end{{pmatrix}}"


def _shade(value: Fraction) -> str:
    return decimal(min(value, Fraction(1)), 3).replace("~", "")


def html(rows: Rows, title: str, low: int) -> str:
    """Return an HTML table, shaded by probability, exact on hover; counts begin at `low`."""
    head = "".join(f"<th>{low + j}</th>" for j in range(len(rows)))
    body = []
    for i, row in enumerate(rows):
        cells = "".join(
            f'<td title="Pr[{low + j} | {low + i}] = {exact_text(x)}" '
            f'style="background:rgba(31,119,180,{_shade(x)})">{decimal(x)}</td>'
            for j, x in enumerate(row)
        )
        body.append(f"<tr><th>{low + i}</th>{cells}</tr>")
    caption = markup.escape(title)
    return (
        f"<table><caption>{caption} (rows: inputs, columns: outputs)</caption>"
        f"<tr><th></th>{head}</tr>{''.join(body)}</table>"
    )
