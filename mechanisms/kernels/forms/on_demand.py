"""A form that keeps its numbers in another way, and is written out only where that is asked.

Its rows come from the structure. Single entries and comparisons of entries need the dense
kernel, which is made once, after its memory was checked.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

from flint import fmpq, fmpq_mat

from ...exact.limits import require_memory
from .dense import DenseForm
from .form import Form, LeastRatio, Mask, Place, Signs


class OnDemandForm(Form):
    """A form whose dense kernel is made from its rows, on demand.

    >>> from flint import fmpq
    >>> class Half(OnDemandForm):
    ...     size, dense_bytes = 2, 256
    ...     def row(self, i): return [fmpq(1, 2)] * 2
    ...     def row_sums(self): return [fmpq(1)] * 2
    >>> Half().entry(0, 1), bool(Half().zeros().any())
    (1/2, False)
    """

    @property
    @abstractmethod
    def dense_bytes(self) -> int:
        """About how many bytes the dense kernel takes."""

    @abstractmethod
    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""

    @cached_property
    def _dense(self) -> DenseForm:
        require_memory(self.dense_bytes, f"a dense kernel of {self.size} x {self.size}")
        return DenseForm([self.row(i) for i in range(self.size)])

    @cached_property
    def matrix(self) -> fmpq_mat:
        """The dense matrix, made once, on demand."""
        return self._dense.matrix

    def entry(self, i: int, j: int) -> fmpq:
        """Return Pr[output j | input i]."""
        return self._dense.entry(i, j)

    def zeros(self) -> Mask:
        """Return the mask of the entries that are zero."""
        return self._dense.zeros()

    def signs(self, first: Place, second: Place) -> Signs:
        """Return the signs of ``kernel[first] - kernel[second]``."""
        return self._dense.signs(first, second)

    def least_ratio(self, first: Place, second: Place) -> LeastRatio | None:
        """Return the least ratio of the two places, either over the other, both nonzero."""
        return self._dense.least_ratio(first, second)
