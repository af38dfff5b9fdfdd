"""Sampling the outputs of a mechanism, exactly: one count or a whole column of them.

The kernel may have any form. Nothing is prepared before it is needed: a row is read when its
input first occurs, and a kernel in factored form is drawn factor by factor, never dense.

>>> from exactdp import geometric
>>> from .source import SeededSource
>>> sampler = KernelSampler(geometric(10, "9/10"))
>>> sampler.draw_many(np.array([0, 3, 3, 10]), SeededSource(0))
array([ 0,  0, 10,  6])
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..exact.errors import InputError
from ..exact.rationals import brief
from ..kernels.forms.coupled import CoupledForm
from ..kernels.forms.form import Form
from ..kernels.forms.postprocessed import PostprocessedForm
from ..kernels.mechanism import Mechanism
from .dice import Die
from .rows import ExactRow, GeometricRow, Row, geometric_parameter
from .source import BitSource, whole_number
from .tables import Tables

Integers = npt.NDArray[np.int64]

_SECRET = "its value is not shown, because counts are secret"
_MOST_LEAVES = 2**20  # outcomes of all dice that one stage keeps
_SMALL = 512  # counts up to which the rows of a factored kernel are formed for single draws


class KernelSampler:
    """Draws outputs of one mechanism, each with exactly the probability in its kernel.

    Parameters
    ----------
    mechanism : Mechanism
        Its rows sum to exactly 1.

    Raises
    ------
    InputError
        If a row does not sum to 1.

    Notes
    -----
    A single draw costs the fewest bits that an exact draw can, fewer than the entropy of the row
    plus 2 on average, see :class:`~exactdp.mechanisms.sampling.dice.Die`; from a factored kernel
    of more than 512 counts it costs that for the base and again for the post-processing. A draw
    of a column costs about 16 bits, see :mod:`~exactdp.mechanisms.sampling.tables`. Neither
    takes constant time; for that, see
    :func:`~exactdp.mechanisms.sampling.truncated.truncated_geometric_constant_time`.
    """

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        form = mechanism.form
        self._after: _Stage | None = None
        self._whole: _Stage | None = None  # for single draws, where they are cheaper that way
        if isinstance(form, PostprocessedForm) and form.post_is_stochastic:
            self._first, self._after = _stage(form.base), _stage_after(form)
            if form.size <= _SMALL:
                self._whole = _Stage(partial(_row, form), form.size, form.size)
        else:
            self._first = _stage(form)

    def draw(self, i: int, source: BitSource) -> int:
        """Return one output for input `i`.

        Raises
        ------
        InputError
            If `i` is no integer in 0..n.

        Examples
        --------
        >>> from exactdp import geometric
        >>> from .source import Tape
        >>> KernelSampler(geometric(2, "1/2")).draw(0, Tape("0"))
        0
        """
        count = whole_number("the input", i)
        if not 0 <= count <= self.mechanism.n:
            raise InputError(f"the input is outside 0..{self.mechanism.n} ({_SECRET})")
        if self._whole is not None:
            return self._whole.draw(count, source)
        drawn = self._first.draw(count, source)
        return drawn if self._after is None else self._after.draw(drawn, source)

    def draw_many(self, inputs: npt.ArrayLike, source: BitSource) -> Integers:
        """Return one output for each input, in their order.

        Parameters
        ----------
        inputs : integer array, shape (draws,)
            Counts in 0..n.
        source : BitSource

        Returns
        -------
        int64 array, shape (draws,)

        Raises
        ------
        InputError
            If the array is not one of integers in 0..n; the message names the first position.
        """
        drawn = self._first.draw_many(self._checked(inputs), source)
        return drawn if self._after is None else self._after.draw_many(drawn, source)

    def _checked(self, inputs: npt.ArrayLike) -> Integers:
        counts, n = np.asarray(inputs), self.mechanism.n
        if counts.ndim != 1 or (counts.size and counts.dtype.kind not in "iu"):
            raise InputError(
                f"got an array of {counts.dtype}, shape {counts.shape}, "
                "expected one row of integers"
            )
        if counts.size and (counts.min() < 0 or counts.max() > n):
            at = int(np.flatnonzero((counts < 0) | (counts > n))[0])
            raise InputError(f"position {at}: the input is outside 0..{n} ({_SECRET})")
        return counts.astype(np.int64, copy=False)


def sampler(mechanism: Mechanism) -> KernelSampler:
    """Return what draws outputs of a mechanism, each with exactly its probability.

    Parameters
    ----------
    mechanism : Mechanism
        Its rows sum to exactly 1.

    Returns
    -------
    KernelSampler
        Its `draw` takes one count and a source of random bits, its `draw_many` a column.

    Raises
    ------
    InputError
        If a row does not sum to 1.

    Examples
    --------
    >>> from exactdp import SystemSource, geometric
    >>> 0 <= sampler(geometric(10, "9/10")).draw(3, SystemSource()) <= 10
    True
    """
    return KernelSampler(mechanism)


class _Stage:
    """One factor of a kernel: for each of its inputs a row.

    Parameters
    ----------
    row : callable
        ``row(i)`` is the law of the output for input i.
    size : int
        The number of inputs, and of outputs.
    widest : int
        A bound on the number of outcomes of one row.
    """

    def __init__(self, row: Callable[[int], Row], size: int, widest: int):
        self._die = lru_cache(max(1, _MOST_LEAVES // widest))(lambda i: Die(row(i)))
        self._row, self._size, self._widest = row, size, widest

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self._size, self._row, widest=self._widest, largest=self._size - 1)

    def draw(self, i: int, source: BitSource) -> int:
        die = self._die(i)
        return die.roll(source)

    def draw_many(self, inputs: Integers, source: BitSource) -> Integers:
        return self._tables.draw(inputs, source)


class _GeometricStage(_Stage):
    """The truncated geometric mechanism: one noise is added to every input, then clipped."""

    def __init__(self, size: int, alpha: fmpq):
        self._n = n = size - 1
        self._noise = GeometricRow(2 * n, n, alpha)
        super().__init__(lambda i: GeometricRow(n, i, alpha), size, size)

    @cached_property
    def _tables(self) -> Tables:
        return Tables(1, lambda _: self._noise, widest=2 * self._size, largest=2 * self._n)

    def draw_many(self, inputs: Integers, source: BitSource) -> Integers:
        drawn = self._tables.draw(np.zeros(len(inputs), dtype=np.int64), source)
        drawn += inputs
        drawn -= self._n
        return np.clip(drawn, 0, self._n, out=drawn)


def _stage(form: Form) -> _Stage:
    """Return the sampler of a kernel that is taken as it stands, in one factor."""
    alpha = geometric_parameter(form)
    if alpha is not None:  # its rows sum to 1 by its closed form
        return _GeometricStage(form.size, alpha)
    off, row, total = form.rows_off_one()
    if off:
        raise InputError(
            f"row {row} of the kernel sums to {brief(total)}, so it is no distribution "
            f"({off} of {form.size} rows are none): repair the mechanism, or read it as weights"
        )
    return _Stage(partial(_row, form), form.size, form.size)


def _row(form: Form, i: int) -> Row:
    """Return the law of the output for input i, number by number."""
    return ExactRow((j, x.p, x.q) for j, x in enumerate(form.row(i)))


def _stage_after(form: PostprocessedForm) -> _Stage:
    """Return the sampler of the post-processing, which is sparse."""
    if isinstance(form, CoupledForm):  # its numbers are huge: they are not put in lowest terms

        def law(k: int) -> Row:
            return ExactRow((j, length, form.masses[k]) for j, length in form.coupling[k])

        widest = max(map(len, form.coupling))
    else:

        def law(k: int) -> Row:
            return ExactRow((j, x.p, x.q) for j, x in form.post[k].items())

        widest = max(map(len, form.post))
    return _Stage(law, form.size, widest)
