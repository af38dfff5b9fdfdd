"""Pictures of exact numbers: heatmaps, curves and bars, drawn by matplotlib.

Here exact values become floats, for the eye and for nothing else. Drawing needs the extra
``plots``, which is loaded when something is drawn. Colours grow darker with the number, and
curves differ in dashes and markers too, so that nothing is lost in grey or to colour blindness.

>>> from fractions import Fraction
>>> picture, axes = canvas()
>>> heatmap(axes, [[Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(2, 3)]])
>>> [text.get_text() for text in axes.texts]
['2/3', '1/3', '1/3', '2/3']
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from .decimals import decimal
from .errors import InputError
from .rationals import exact_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The formats in which pictures are written.
FORMATS = ("svg", "png", "pdf")
#: Dark to light, apart in grey and for the colour blind (Okabe and Ito), with dashes and markers.
STYLES = (
    ("#000000", "-", "o"),
    ("#0072B2", "--", "s"),
    ("#D55E00", "-.", "^"),
    ("#009E73", ":", "D"),
    ("#CC79A7", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("#E69F00", (0, (1, 2)), "P"),
    ("#56B4E9", (0, (8, 2)), "X"),
    ("#7F7F7F", (0, (3, 1)), "*"),
    ("#5B3A00", (0, (5, 5)), "<"),
)
#: The smallest letters in a cell, in points.
SMALLEST = 5.0
#: How much wider than its size a digit is, in the font that is used.
DIGIT = 0.64


class Curve(NamedTuple):
    """A named curve: its points, and one standard error above and below, where there is any."""

    name: str
    x: Sequence[Any]
    y: Sequence[Any]
    errors: Sequence[Any] | None = None


def canvas(
    rows: int = 1, columns: int = 1, *, width: float = 6.4, height: float = 4.0
) -> tuple[Figure, Any]:
    """Return a picture of so many inches and its axes: one, or a grid of `rows` x `columns`.

    Raises
    ------
    InputError
        If matplotlib is not installed.
    """
    try:
        try:
            from matplotlib import rcParams
        except ValueError:  # a backend that there is not; none is needed
            del os.environ["MPLBACKEND"]
            for name in [x for x in sys.modules if x.partition(".")[0] == "matplotlib"]:
                del sys.modules[name]  # half of it was loaded
            from matplotlib import rcParams
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "drawing needs matplotlib: install the extra, pip install 'exactdp[plots]'"
        ) from None
    # The same bytes each time, and text that can be searched and read aloud.
    rcParams.update({"svg.hashsalt": "exactdp", "svg.fonttype": "none", "pdf.fonttype": 42})
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns)


def heatmap(
    axes: Axes,
    rows: Sequence[Sequence[Fraction]],
    *,
    low: int = 0,
    title: str = "",
    cells: Sequence[Sequence[str]] | None = None,
) -> None:
    """Draw a kernel, rows as inputs, darker where more probable; exact values where they fit.

    Parameters
    ----------
    axes : matplotlib axes
    rows : matrix of Fraction
        ``rows[i][j] = Pr[output j | input i]``.
    low : int
        The count that the first row and column stand for.
    title : str
    cells : matrix of str, optional
        What stands in the cells, instead of the values.
    """
    most = max((float(x) for row in rows for x in row), default=1.0) or 1.0
    axes.imshow([[float(x) for x in row] for row in rows], cmap="Blues", vmin=0, vmax=most)
    texts, size = _fitting(axes, rows, cells)
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            colour = "white" if float(rows[i][j]) > 0.6 * most else "black"
            axes.text(j, i, text, ha="center", va="center", color=colour, fontsize=size)
    for axis, number in ((axes.xaxis, len(rows[0])), (axes.yaxis, len(rows))):
        places = range(0, number, max(1, -(-number // 12)))
        axis.set_ticks(list(places), [str(low + place) for place in places])
    axes.set(xlabel="output (reported count)", ylabel="input (true count)", title=title)


def _fitting(
    axes: Axes, rows: Sequence[Sequence[Fraction]], cells: Sequence[Sequence[str]] | None
) -> tuple[Sequence[Sequence[str]], float]:
    """Return the texts of the cells and the size of their letters, or none if none fit."""
    figure = axes.get_figure()
    assert figure is not None
    box = axes.get_position()
    width, height = (float(x) for x in figure.get_size_inches())  # type: ignore[union-attr]
    cell = 72 * min(box.width * width / len(rows[0]), box.height * height / len(rows))
    for digits in (None, 4, 3, 2):
        texts = cells or [
            [exact_text(x) if digits is None else decimal(x, digits) for x in row] for row in rows
        ]
        longest = max(len(text) for row in texts for text in row)
        if (size := 0.9 * cell / (DIGIT * longest)) >= SMALLEST:
            return texts, min(size, 11.0)
    return [], SMALLEST


def curves(
    axes: Axes, drawn: Iterable[Curve], *, markers: bool = True, legend: bool = True
) -> None:
    """Draw curves, each with dashes and markers of its own, and a legend."""
    for curve, (colour, dashes, marker) in zip(drawn, STYLES * 3, strict=False):
        x, y = [float(v) for v in curve.x], [float(v) for v in curve.y]
        style: dict[str, Any] = {"color": colour, "linestyle": dashes, "linewidth": 1.4}
        style |= {"marker": marker if markers else None, "markersize": 4, "label": curve.name}
        if curve.errors is None:
            axes.plot(x, y, **style)
        else:
            axes.errorbar(x, y, [float(v) for v in curve.errors], capsize=2, **style)
    if legend:
        axes.legend(fontsize="small", framealpha=0.9)
    axes.grid(alpha=0.3)


def common_legend(picture: Figure) -> None:
    """Give panels with the same curves one legend, below them."""
    handles, names = picture.axes[0].get_legend_handles_labels()
    lines = -(-len(names) // 6)
    picture.legend(handles, names, loc="outside lower center", ncols=-(-len(names) // lines))


def bars(axes: Axes, laws: Sequence[tuple[str, Sequence[Any]]], *, low: int = 0) -> None:
    """Draw laws over the same counts side by side, the first of them darkest."""
    share = 0.8 / len(laws)
    hatches = ("", "//", "..", "xx")
    for k, (name, law) in enumerate(laws):
        places = [low + i + (k - (len(laws) - 1) / 2) * share for i in range(len(law))]
        axes.bar(
            places,
            [float(x) for x in law],
            share,
            label=name,
            color=STYLES[k][0] if k else "#4C4C4C",
            alpha=0.85,
            hatch=hatches[k % len(hatches)],
            edgecolor="white",
        )
    if len(laws) > 1:
        axes.legend(fontsize="small")
    axes.set(xlabel="count", ylabel="probability")
    axes.grid(axis="y", alpha=0.3)


def written(figure: Figure, path: str | os.PathLike[str] | IO[bytes], suffix: str) -> None:
    """Write a picture as ``svg``, ``png`` or ``pdf``; the same picture is the same bytes."""
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[suffix]
    figure.savefig(path, format=suffix, dpi=150, metadata=metadata)
