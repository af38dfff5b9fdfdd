"""What every representation of a kernel can answer, exactly.

A kernel is a nonnegative (n+1) x (n+1) matrix, rows are inputs. How its numbers are kept
is a *form*: a module of this folder each. Nobody asks which; they ask these questions, and
each form answers from its structure where that tells:

* :meth:`Form.entry`, :meth:`Form.row`, :attr:`Form.matrix`: the numbers;
* :meth:`Form.row_sums`, :meth:`Form.rows_off_one`: what each row sums to;
* :meth:`Form.zeros`: where the zeros are;
* :meth:`Form.signs`: the signs of differences of entries, many at once;
* :meth:`Form.least_ratio`: the least ratio of entries, either way up, with its place;
* :meth:`Form.tightest`: the least ratio of all neighbouring entries, which is the privacy;
* :meth:`Form.guarantee`: the level at which the kernel is private by what it is;
* :meth:`Form.image`: the law of the outputs, given one of the inputs;
* :meth:`Form.expected`: what the kernel costs under a law of the inputs;
* :meth:`Form.couples`: whether it is the least costly kernel that sends a law where it does;
* :meth:`Form.nearest`: the nearest floats, for display and for files of floats;
* :meth:`Form.document`: its JSON;
* :meth:`Form.kernels`: the kernels of which a certificate makes it.

Signs and ratios take two *places*: numpy index expressions into an (n+1) x (n+1) array whose
results broadcast against each other, such as ``np.s_[:-1, :]`` against ``np.s_[1:, :]``
for "every entry against the one of the next input".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpq_mat

from ...exact.errors import InputError
from ...exact.law import Law
from ...exact.limits import require_memory
from ...exact.progress import track
from ..costs import Cost
from ..expected import Expected
from ..neighbours import Neighbours

Place = Any  # what numpy's basic or advanced indexing accepts
Signs = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Entry = tuple[int, int]  # (input, output)


class LeastRatio(NamedTuple):
    """The least ratio of two entries, numerator over denominator, and where it is attained."""

    ratio: fmpq
    numerator: Entry
    denominator: Entry


class Tightest(NamedTuple):
    """How far apart neighbouring entries are.

    A *zero pair* has exactly one zero: an output that is possible here and impossible there.
    """

    zero_pairs: int
    zero: LeastRatio | None  # the first zero pair, if there is one
    least: LeastRatio | None  # the least ratio of entries that are both not zero

    @property
    def alpha(self) -> fmpq:
        """The largest alpha = e^-eps at which the kernel is private."""
        deciding = self.zero or self.least
        return deciding.ratio if deciding else fmpq(1)


class Form(ABC):
    """One representation of a nonnegative square matrix of exact rationals."""

    size: int  #: n + 1, the number of inputs and of outputs

    @abstractmethod
    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""

    @abstractmethod
    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""

    @abstractmethod
    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero."""

    @abstractmethod
    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""

    @abstractmethod
    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ratio of the two places, either over the other, both nonzero.

        None where there is no such pair.
        """

    def rows_off_one(self) -> tuple[int, int | None, fmpq | None]:
        """Return how many rows do not sum to 1, and the one furthest from it with its sum."""
        sums = self.row_sums()
        off = [i for i, total in enumerate(sums) if total != 1]
        if not off:
            return 0, None, None
        worst = max(off, key=lambda i: abs(sums[i] - 1))  # the first of the furthest
        return len(off), worst, sums[worst]

    def tightest(self, neighbours: Neighbours) -> Tightest:
        """Return how far apart neighbouring entries are: the least ratio, and zero pairs."""
        zeros = self.zeros()
        zero_pairs, zero, least = 0, None, None
        for first, second in track(
            neighbours.places(self.size), neighbours.reach(self.size), "comparing neighbours"
        ):
            split = zeros[first] != zeros[second]
            if zero is None and split.any():
                at = int(split.argmax())
                a, b = (self.cell(cells.ravel()[at]) for cells in self.pairs(first, second))
                zero = LeastRatio(fmpq(0), *((a, b) if zeros[a] else (b, a)))
            zero_pairs += int(np.count_nonzero(split))
            ratio = self.least_ratio(first, second)
            if ratio is not None and (least is None or ratio.ratio < least.ratio):
                least = ratio
        return Tightest(zero_pairs, zero, least)

    def guarantee(self) -> fmpq | None:
        """Return the alpha at which the kernel is private, for adjacent inputs, by what it is."""
        return None

    def couples(self, law: Law) -> bool:
        """Whether it is known by what it is that no kernel costs less, whatever Monge cost.

        Compared are kernels at the guaranteed level that send `law` where this one does.
        """
        return False

    def image(self, law: Law) -> Sequence[fmpq]:
        """Return what a law of the inputs is sent to; it sums to 1 where all rows do."""
        given = [fmpq(0)] * self.size
        for i, weight in enumerate(law.numbers):
            if weight:
                row = self.row(i)
                given = [total + weight * x for total, x in zip(given, row, strict=True)]
        return given

    def expected(self, law: Iterable[Any], cost: Cost) -> Expected:
        """Return the expected cost under a law of the inputs.

        Parameters
        ----------
        law : Law or sequence of exact numbers
        cost : Cost
        """
        cost.require_size(self.size)
        return self._expected(Law.of(law, self.size), cost)

    def _expected(self, law: Law, cost: Cost) -> Expected:
        total = fmpq(0)
        for i, weight in enumerate(law.numbers):
            if weight:
                row = self.row(i)
                total += weight * sum(
                    (x * cost.entry(i, j) for j, x in enumerate(row) if x), fmpq(0)
                )
        return Expected(total)

    def document(self) -> dict[str, Any]:
        """Return the JSON of the kernel: closed forms stay closed, anything else is dense.

        Read again by :func:`~exactdp.mechanisms.kernels.files.kernels.kernel_from_document`.
        """
        require_memory(
            150 * self.size**2, f"the text of a dense kernel of {self.size} x {self.size}"
        )
        return {"form": "dense", "rows": [texts(self.row(i)) for i in range(self.size)]}

    def kernels(self, place: int) -> list[dict[str, Any]]:
        """Return the kernels of which a certificate makes this one, which is the last.

        Parameters
        ----------
        place : int
            The place of the first of them in the certificate.
        """
        return [self.document()]

    def nearest(self) -> tuple[npt.NDArray[np.float64], bool]:
        """Return the floats nearest to the entries, and whether they are the entries.

        Each is rounded once, correctly (ties to even, subnormal numbers included); a positive
        entry below 2^-1075 becomes 0.

        Raises
        ------
        InputError
            If an entry is beyond the largest float.
        """
        values, exact = np.empty((self.size, self.size)), True
        for i in range(self.size):
            for j, entry in enumerate(self.row(i)):
                p, q = int(entry.p), int(entry.q)
                try:
                    value = p / q  # int/int is correctly rounded, however long they are
                except OverflowError:
                    raise InputError(
                        f"row {i}, column {j}: the entry is beyond the largest float, "
                        "about 1.8e308; .csv and .json hold it"
                    ) from None
                values[i, j] = value
                exact = exact and value.as_integer_ratio() == (p, q)
        return values, exact

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        return [self.entry(i, j) for j in range(self.size)]

    @cached_property
    def matrix(self) -> fmpq_mat:
        """The dense matrix, made once, on demand."""
        entries = [x for i in range(self.size) for x in self.row(i)]
        return fmpq_mat(self.size, self.size, entries)

    @cached_property
    def _cells(self) -> npt.NDArray[np.intp]:
        return np.arange(self.size**2).reshape(self.size, self.size)

    def pairs(self, first: Place, second: Place) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the flat cell numbers of the two places, broadcast against each other."""
        a, b = np.broadcast_arrays(self._cells[first], self._cells[second])
        return a, b

    def cell(self, number: Any) -> Entry:
        """Return (input, output) of a flat cell number."""
        return int(number) // self.size, int(number) % self.size


def texts(numbers: Iterable[fmpq]) -> list[str]:
    """Return numbers as documents have them.

    >>> texts([fmpq(1, 2), fmpq(3)])
    ['1/2', '3']
    """
    return [str(x) for x in numbers]
