"""The count mechanism: an exact kernel on 0..n, and what it is called.

``mechanism[i, j]`` is Pr[output j | input i]: rows are inputs, everywhere. A mechanism is
immutable. Its entries are nonnegative rationals; that its rows sum to 1 is *not* assumed,
because whether they do is a verdict (:func:`exactdp.verify.judge.stochastic`), and a file whose
rows miss 1 must be loadable to be judged.

>>> m = Mechanism.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
>>> m[0, 1], m.n
(Fraction(1, 3), 1)
>>> print(m)
2/3  1/3
1/3  2/3
>>> Mechanism.from_rows([[0.5, 0.5], [0.5, 0.5]])
Traceback (most recent call last):
    ...
exactdp.InputError: row 0, column 0: got the float 0.5, expected an exact number: write "1/2" or "0.5" as text; Mechanism.from_array reads floats as the binary numbers that they are
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpq_mat

from ..exact.errors import InputError
from ..exact.level import PrivacyLevel
from ..exact.limits import require_memory
from ..exact.plots import canvas, heatmap
from ..exact.rationals import brief, parse, to_fmpq, to_fraction
from . import display
from .forms.dense import DenseForm
from .forms.dyadic import DyadicForm
from .forms.form import Form

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: How the numbers of a file are meant: as they stand, or each row divided by its sum.
Reading = Literal["stored", "weights"]
#: Which way the inputs run in a file. Inside, they are always rows.
Orientation = Literal["rows", "columns"]


class Mechanism:
    """An exact kernel on the counts 0..n, or lo..hi.

    Parameters
    ----------
    form : Form
        The numbers, in whichever representation.
    name : str, optional
        What to call it.
    counts : (int, int), optional
        The range lo..hi of counts that inputs and outputs stand for; 0..n by default.
    level : PrivacyLevel, optional
        The level it was built for. A label: nothing is decided from it.

    Raises
    ------
    InputError
        If there are fewer than two counts, or `counts` does not fit the size.

    Examples
    --------
    >>> Mechanism.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])[0, 1]
    Fraction(1, 3)
    """

    __slots__ = ("_counts", "_form", "_level", "_name")

    def __init__(
        self,
        form: Form,
        *,
        name: str | None = None,
        counts: tuple[int, int] | None = None,
        level: PrivacyLevel | None = None,
    ):
        if form.size < 2:
            raise InputError(
                f"got {form.size} count(s), expected at least 2: a mechanism on 0..n has n >= 1"
            )
        low, high = counts or (0, form.size - 1)
        if high - low != form.size - 1:
            raise InputError(
                f"got the range of counts {low}..{high}, expected {form.size} counts "
                f"for a {form.size} x {form.size} kernel"
            )
        self._form, self._name, self._counts, self._level = form, name, (low, high), level

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Iterable[Any]],
        *,
        reading: Reading = "stored",
        inputs: Orientation = "rows",
        **labels: Any,
    ) -> Mechanism:
        """Make a mechanism of exact numbers: ints, Fractions, flint rationals, or text.

        Parameters
        ----------
        rows : nested iterable
            The square matrix.
        reading : "stored" or "weights"
            ``weights`` divides each row by its exact sum.
        inputs : "rows" or "columns"
            Which way the inputs run in what is given.
        **labels
            `name`, `counts`, `level`.

        Raises
        ------
        InputError
            If the matrix is ragged or not square, or an entry is negative or no exact number
            (Python floats among them: see :meth:`from_array`); the message names the cell.

        Examples
        --------
        >>> print(Mechanism.from_rows([[1, 1], [1, 3]], reading="weights"))
        1/2  1/2
        1/4  3/4
        """
        _require_choice("reading", reading, Reading)
        _require_choice("inputs", inputs, Orientation)
        exact = [[_entry(x, i, j) for j, x in enumerate(row)] for i, row in enumerate(rows)]
        _require_square([len(row) for row in exact])
        if inputs == "columns":
            exact = [list(column) for column in zip(*exact, strict=True)]
        if reading == "weights":
            exact = [_normalised(row, i) for i, row in enumerate(exact)]
        return cls(DenseForm(exact), **labels)

    @classmethod
    def from_array(
        cls,
        array: npt.ArrayLike,
        *,
        reading: Reading = "stored",
        inputs: Orientation = "rows",
        **labels: Any,
    ) -> Mechanism:
        """Make a mechanism of a numpy array; floats are read as the dyadic rationals they hold.

        Parameters
        ----------
        array : array of floats, integers or exact objects, shape (n+1, n+1)
        reading : "stored" or "weights"
            ``weights`` divides each row by its exact sum.
        inputs : "rows" or "columns"
            Which way the inputs run in what is given.
        **labels
            `name`, `counts`, `level`.

        Raises
        ------
        InputError
            If the array is not square, or holds something that is not a finite number >= 0.

        Examples
        --------
        >>> Mechanism.from_array(np.array([[0.1, 0.9], [0.5, 0.5]]))[0, 0]
        Fraction(3602879701896397, 36028797018963968)
        >>> Mechanism.from_array(np.array([[0.1, 0.9], [0.5, 0.5]]), reading="weights").row(1)
        [Fraction(1, 2), Fraction(1, 2)]
        """
        _require_choice("reading", reading, Reading)
        _require_choice("inputs", inputs, Orientation)
        values = np.asarray(array)
        if values.ndim != 2:
            raise InputError(f"got an array of shape {values.shape}, expected a square matrix")
        _require_square([values.shape[1]] * values.shape[0])
        if values.dtype.kind == "f" and values.dtype.itemsize <= 8:
            floats = values.astype(np.float64)  # widening: exact, and a private copy
            _require_finite(floats)
            floats = np.ascontiguousarray(floats.T if inputs == "columns" else floats)
            if reading == "weights":
                for i in np.flatnonzero(~floats.any(axis=1)).tolist():
                    raise _empty_row(i)
            floats.flags.writeable = False
            return cls(DyadicForm(floats, weights=reading == "weights"), **labels)
        if values.dtype.kind == "f":  # longer than 64 bits: exact, one by one
            _require_finite(values)
            rows = [[Fraction(*x.as_integer_ratio()) for x in row] for row in values]
        elif values.dtype.kind in "iuOUS":
            rows = values.tolist()
        else:
            raise InputError(
                f"got an array of {values.dtype}, expected floats, integers or exact objects"
            )
        return cls.from_rows(rows, reading=reading, inputs=inputs, **labels)

    @property
    def form(self) -> Form:
        """The representation of the numbers."""
        return self._form

    @property
    def n(self) -> int:
        """The largest count of 0..n; the kernel is (n+1) x (n+1)."""
        return self._form.size - 1

    @property
    def size(self) -> int:
        """The number of counts, n + 1."""
        return self._form.size

    @property
    def name(self) -> str | None:
        """What it is called."""
        return self._name

    @property
    def counts(self) -> tuple[int, int]:
        """The range lo..hi of counts it speaks of."""
        return self._counts

    @property
    def level(self) -> PrivacyLevel | None:
        """The level it was built for, if known."""
        return self._level

    def relabelled(
        self,
        *,
        name: str | None = None,
        counts: tuple[int, int] | None = None,
        level: PrivacyLevel | None = None,
    ) -> Mechanism:
        """Return the same kernel with other labels; those not given stay."""
        return Mechanism(
            self._form,
            name=name or self._name,
            counts=counts or self._counts,
            level=level or self._level,
        )

    def __getitem__(self, index: tuple[int, int]) -> Fraction:
        i, j = index
        for what, k in (("input", i), ("output", j)):
            if not 0 <= k < self.size:
                raise IndexError(f"{what} {k} is not in 0..{self.n}")
        return to_fraction(self._form.entry(i, j))

    def row(self, i: int) -> list[Fraction]:
        """Return the distribution of the output for input i."""
        return [to_fraction(x) for x in self._form.row(i)]

    def rows(self) -> list[list[Fraction]]:
        """Return the kernel as nested lists."""
        return [self.row(i) for i in range(self.size)]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the nearest floats, for display and plots; nothing is decided from them.

        >>> np.asarray(Mechanism.from_rows([[1, 0], ["1/4", "3/4"]]))
        array([[1.  , 0.  ],
               [0.25, 0.75]])
        """
        return np.array(self._form.nearest()[0], dtype=dtype, copy=copy)

    @property
    def matrix(self) -> fmpq_mat:
        """The kernel as a flint matrix: a copy, since those can be changed."""
        require_memory(self.size**2 * 64, f"a dense kernel of {self.size} x {self.size}")
        return fmpq_mat(self._form.matrix)

    def __eq__(self, other: object) -> bool:
        """Whether the kernels are equal, entry by entry; names do not matter."""
        if not isinstance(other, Mechanism):
            return NotImplemented
        return self.size == other.size and all(
            self._form.row(i) == other._form.row(i) for i in range(self.size)
        )

    def __hash__(self) -> int:
        return hash((self.size, tuple(self.row(0))))

    def __repr__(self) -> str:
        label = f"{self._name}, " if self._name else ""
        low, high = self._counts
        return f"<Mechanism {label}counts {low}..{high}>"

    def __str__(self) -> str:
        return display.text(self.drawable())

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str:
        return display.html(self.drawable(), self._name or "count mechanism", self._counts[0])

    def latex(self) -> str:
        """Return the kernel as a LaTeX matrix of exact fractions."""
        return display.latex(self.drawable())

    def plot(self) -> Figure:
        """Return a heatmap of the kernel, exact values where they fit; needs matplotlib.

        >>> Mechanism.from_rows([["2/3", "1/3"], ["1/3", "2/3"]]).plot().axes[0].texts[0].get_text()
        '2/3'
        """
        picture, axes = canvas(width=5.6, height=5.0)
        heatmap(axes, self.drawable(), low=self._counts[0], title=self._name or "")
        return picture

    def drawable(self) -> list[list[Fraction]]:
        """Return the rows, or refuse a kernel of too many counts to be drawn."""
        display.require_drawable(self.size)
        return self.rows()


def _require_choice(what: str, given: str, choices: Any) -> None:
    # A misspelt choice would be a transposed kernel, hence a wrong verdict.
    if given not in get_args(choices):
        expected = " or ".join(repr(x) for x in get_args(choices))
        raise InputError(f"got {what} = {given!r}, expected {expected}")


def _entry(value: Any, i: int, j: int) -> fmpq:
    try:
        exact = parse(value) if isinstance(value, str) else to_fmpq(value)
    except InputError as error:
        door = "; Mechanism.from_array reads floats as the binary numbers that they are"
        hint = door if isinstance(value, float | np.floating) else ""
        raise InputError(f"row {i}, column {j}: {error}{hint}") from None
    if exact < 0:
        raise InputError(f"row {i}, column {j}: got {brief(exact)}, expected a probability >= 0")
    return exact


def _require_square(lengths: Sequence[int]) -> None:
    if not lengths:
        raise InputError("got no rows, expected a square matrix")
    for i, length in enumerate(lengths):
        if length != lengths[0]:
            raise InputError(
                f"row {i}: got {length} entries, expected {lengths[0]} as in row 0 (ragged)"
            )
    if lengths[0] != len(lengths):
        raise InputError(
            f"got {len(lengths)} rows of {lengths[0]} entries, expected a square matrix: "
            "inputs and outputs are the same counts"
        )


def _require_finite(values: npt.NDArray[Any]) -> None:
    finite = np.isfinite(values)
    if not finite.all():
        i, j = np.argwhere(~finite)[0].tolist()
        raise InputError(f"row {i}, column {j}: got {values[i, j]}, expected a finite number")
    if (values < 0).any():
        i, j = np.argwhere(values < 0)[0].tolist()
        raise InputError(f"row {i}, column {j}: got {values[i, j]}, expected a probability >= 0")


def _normalised(row: Sequence[fmpq], i: int) -> list[fmpq]:
    total = sum(row, fmpq(0))
    if total == 0:
        raise _empty_row(i)
    return [x / total for x in row]


def _empty_row(i: int) -> InputError:
    return InputError(
        f"input {i}: all its weights are zero, so they cannot be divided by their sum"
    )
