"""A closed form followed by sparse post-processing.

``kernel = base . post``, where `post` maps every output of the base to a few reported
counts. Differential privacy survives post-processing, so the level of the base carries
over without the product ever being formed; entries and comparisons are made dense on
demand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from flint import fmpq

from ..neighbours import ADJACENT
from .on_demand import OnDemandForm
from .power import PowerForm


class PostprocessedForm(OnDemandForm):
    """A kernel that is a closed form followed by a sparse kernel.

    Parameters
    ----------
    base : PowerForm
    post : sequence of mappings
        ``post[k][j]`` is the probability of reporting j when the base gave k; entries that
        are not there are zero.

    Examples
    --------
    Report 1 whenever randomized response says so, and flip a fair coin otherwise:

    >>> from flint import fmpq
    >>> base = PowerForm(fmpq(1, 2), "abs(i-j)", [1, 1], [fmpq(2, 3)] * 2)
    >>> PostprocessedForm(base, [{0: fmpq(1, 2), 1: fmpq(1, 2)}, {1: fmpq(1)}]).row(0)
    [1/3, 2/3]
    """

    def __init__(self, base: PowerForm, post: Sequence[Mapping[int, fmpq]]):
        self.base = base
        self.post = [dict(row) for row in post]
        self.size = base.size

    def row(self, i: int) -> list[fmpq]:
        """Return the distribution of the output for input i."""
        out = [fmpq(0)] * self.size
        for share, row in zip(self.base.row(i), self.post, strict=True):
            for j, weight in row.items():
                out[j] += share * weight
        return out

    def row_sums(self) -> list[fmpq]:
        """Return the exact sum of each row."""
        return self.base.row_sums() if self.post_is_stochastic else self._dense.row_sums()

    def guarantee(self) -> fmpq | None:
        """Return the alpha of the base, if base and post-processing are kernels."""
        return self.base.tightest(ADJACENT).alpha if self._sound else None

    def document(self) -> dict[str, Any]:
        """Return the JSON of the kernel."""
        return {"form": "postprocessed", "base": self.base.document(), "post": self._post_texts}

    def kernels(self, place: int) -> list[dict[str, Any]]:
        """Return the base and what follows it, if both are kernels, else the dense kernel."""
        if not self._sound:
            return [super().document()]
        return [self.base.document(), {"form": "product", "of": place, "post": self._post_texts}]

    @property
    def _post_texts(self) -> list[list[list[Any]]]:
        return [[[j, str(row[j])] for j in sorted(row)] for row in self.post]

    @property
    def _sound(self) -> bool:
        """Whether base and post-processing are kernels."""
        return self.post_is_stochastic and self.base.rows_off_one()[0] == 0

    @cached_property
    def post_is_stochastic(self) -> bool:
        """Whether every row of the post-processing sums to exactly 1."""
        return all(sum(row.values(), fmpq(0)) == 1 for row in self.post)

    @property
    def dense_bytes(self) -> int:
        """About how many bytes the dense kernel takes: fractions of machine numbers."""
        return self.size**2 * 64
