"""The four polytopes of count mechanisms, as exact constraints.

From "Preserving Target Distributions With Differentially Private Count Mechanisms":

| name | points | Definition |
|---|---|---|
| U | mechanisms T that are private at alpha | 4 |
| F | those that also keep the target law: z T = z | 5 |
| RF | B >= 0, scale x output, with Psi B 1 = 1 and z Psi B = z | 7 |
| RU | B >= 0 with Psi B 1 = 1 | 18 |

Rows of T are inputs and columns are outputs, as everywhere. A point is the list of its
entries, row by row: T[i][j] is variable i * size + j, and B[s][j] is s * size + j.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Literal, NamedTuple, get_args

from flint import fmpq

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.limits import require_memory
from ..exact.rationals import brief, rational, to_fmpq
from ..kernels.patterns import Pattern
from .scales import patterns, require_alpha, require_size, scale

Kind = Literal["U", "F", "RU", "RF"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: A matrix of Fractions, row by row.
Rows = list[list[Fraction]]


class Constraint(NamedTuple):
    """``constant + sum of coefficient * variable >= 0``, or ``== 0``; integers all.

    `label` is the same in words, with T or B and its indices; what it says was multiplied
    by `unit`, which clears its denominators.
    """

    label: str
    terms: tuple[tuple[int, int], ...]
    constant: int
    equal: bool
    unit: int = 1

    def value(self, point: Sequence[fmpq]) -> fmpq:
        """Return the left-hand side at a point."""
        return sum((a * point[v] for v, a in self.terms), fmpq(self.constant))


@dataclass(frozen=True)
class Polytope:
    """One of the four polytopes; make it with :func:`polytope`.

    Attributes
    ----------
    kind : "U", "F", "RU" or "RF"
    size : int
        The number of counts.
    alpha : Fraction
    target : Law or None
        The law z that F and RF keep.
    """

    kind: Kind
    size: int
    alpha: Fraction
    target: Law | None = None

    @property
    def represents(self) -> bool:
        """Whether its points are representation matrices B rather than mechanisms T."""
        return self.kind in ("RU", "RF")

    @property
    def height(self) -> int:
        """The number of rows of a point: inputs of T, scales of B."""
        return 2 ** (self.size - 1) if self.represents else self.size

    @property
    def variables(self) -> int:
        """The number of entries of a point."""
        return self.height * self.size

    @property
    def outputs(self) -> list[int]:
        """The outputs that can occur: those with a positive target, or all."""
        if self.target is None:
            return list(range(self.size))
        return [j for j, z in enumerate(self.target) if z > 0]

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The pattern of each row of B."""
        return patterns(self.size)

    @cached_property
    def constraints(self) -> list[Constraint]:
        """All constraints; those of outputs that cannot occur are stated as equations too."""
        count = self.variables + 2 * self.size**2
        require_memory(count * 300, f"the constraints of {self.kind} at size {self.size}")
        rows = self._of_kernels() if not self.represents else self._of_representations()
        return list(rows)

    def _name(self, i: int, j: int) -> str:
        return f"{'B' if self.represents else 'T'}[{i}][{j}]"

    def _of_kernels(self) -> Iterator[Constraint]:
        p, q = self.alpha.numerator, self.alpha.denominator
        for j in range(self.size):
            for i in range(self.size - 1):
                for low, high in ((i, i + 1), (i + 1, i)):
                    text = f"alpha * {self._name(high, j)} <= {self._name(low, j)}"
                    terms = ((self._at(low, j), q), (self._at(high, j), -p))
                    yield Constraint(text, terms, 0, False, q)
        for i in range(self.size):
            yield Constraint(
                f"row {i} of T sums to 1",
                tuple((self._at(i, j), 1) for j in range(self.size)),
                -1,
                True,
            )
        if self.target is not None:
            yield from self._fixed(list(self.target))

    def _of_representations(self) -> Iterator[Constraint]:
        columns = [scale(p, self.alpha) for p in self.patterns]
        for j in range(self.size):
            for s in range(self.height):
                yield Constraint(f"{self._name(s, j)} >= 0", ((self._at(s, j), 1),), 0, False)
        for i in range(self.size):
            entries = [columns[s][i] for s in range(self.height)]
            unit, whole = _whole(entries)
            terms = [
                (self._at(s, j), whole[s]) for s in range(self.height) for j in range(self.size)
            ]
            yield Constraint(f"row {i} of Psi B sums to 1", tuple(terms), -unit, True, unit)
        if self.target is not None:
            weights = [
                sum((z * x for z, x in zip(self.target, column, strict=True)), Fraction(0))
                for column in columns
            ]
            yield from self._fixed(weights)

    def _fixed(self, weights: list[Fraction]) -> Iterator[Constraint]:
        assert self.target is not None
        for j, z in enumerate(self.target):
            unit, whole = _whole([*weights, z])
            terms = tuple((self._at(i, j), a) for i, a in enumerate(whole[:-1]) if a)
            law = "z Psi B" if self.represents else "z T"
            yield Constraint(f"({law})[{j}] = z[{j}]", terms, -whole[-1], True, unit)
            if z == 0:
                for i in range(self.height):
                    text = f"{self._name(i, j)} = 0, since z[{j}] = 0"
                    yield Constraint(text, ((self._at(i, j), 1),), 0, True)

    def _at(self, i: int, j: int) -> int:
        return i * self.size + j

    def point(self, rows: Sequence[Sequence[Any]]) -> list[fmpq]:
        """Return the variables of a matrix; its shape must fit."""
        if len(rows) != self.height or any(len(row) != self.size for row in rows):
            raise InputError(
                f"got a matrix of {len(rows)} rows, expected {self.height} x {self.size} "
                f"for {self.kind} at size {self.size}"
            )
        return [to_fmpq(x) for row in rows for x in row]

    def matrix(self, point: Sequence[Any]) -> Rows:
        """Return a point as a matrix: T, or B."""
        values = [rational(x) for x in point]
        return [values[k : k + self.size] for k in range(0, len(values), self.size)]

    def violated(self, rows: Sequence[Sequence[Any]]) -> Constraint | None:
        """Return the first constraint that a matrix breaks, or None if it is in the polytope.

        >>> found = polytope("U", 2, "1/2").violated([[1, 0], ["1/2", "1/2"]])
        >>> found.label
        'alpha * T[1][1] <= T[0][1]'
        """
        point = self.point(rows)
        for row in self.constraints:
            value = row.value(point)
            if value < 0 or (row.equal and value != 0):
                return row
        return None

    def require(self, rows: Sequence[Sequence[Any]]) -> None:
        """Raise :class:`InputError` naming the first broken constraint, if there is one."""
        row = self.violated(rows)
        if row is not None:
            raise InputError(
                f"the matrix is not in {self}: it breaks the constraint {row.label!r} "
                f"(off by {brief(row.value(self.point(rows)) / row.unit)})"
            )

    def tight(self, rows: Sequence[Sequence[Any]]) -> list[int]:
        """Return the indices of the constraints that hold with equality at a matrix."""
        point = self.point(rows)
        return [k for k, row in enumerate(self.constraints) if row.value(point) == 0]

    def __str__(self) -> str:
        z = "" if self.target is None else f", z = ({self.target.shown})"
        return f"{self.kind}(size {self.size}, alpha = {brief(self.alpha)}{z})"


def polytope(kind: str, size: int, alpha: Any, target: Any = None) -> Polytope:
    """Make one of the polytopes U, F, RU, RF.

    Parameters
    ----------
    kind : str
    size : int
        The number of counts, at least 2.
    alpha : exact number in (0, 1)
    target : sequence of exact numbers, optional
        The law z, for F and RF; uniform by default. Zeros are allowed.

    Raises
    ------
    InputError
        If z has a negative entry, does not sum to 1, is of another length, or is given for
        U or RU, which keep no law.

    Examples
    --------
    >>> print(polytope("F", 2, "1/2"))
    F(size 2, alpha = 1/2, z = (1/2, 1/2))
    >>> for row in polytope("F", 2, "1/2").constraints[4:]:
    ...     print(row.label, row.terms, row.constant)
    row 0 of T sums to 1 ((0, 1), (1, 1)) -1
    row 1 of T sums to 1 ((2, 1), (3, 1)) -1
    (z T)[0] = z[0] ((0, 1), (2, 1)) -1
    (z T)[1] = z[1] ((1, 1), (3, 1)) -1
    """
    if kind not in KINDS:
        raise InputError(f"got the polytope {kind!r}, expected one of {', '.join(KINDS)}")
    a = require_alpha(alpha)
    require_memory(require_size(size) * 10_000, f"a polytope of size {size}")
    fixed = kind in ("F", "RF")
    if not fixed and target is not None:
        raise InputError(f"got a target for {kind}, which keeps no law; it is for F and RF")
    return Polytope(kind, size, a, Law.of(target, size, "the target") if fixed else None)


def _whole(values: list[Fraction]) -> tuple[int, list[int]]:
    """Return the common denominator, and the values times it."""
    unit = lcm(*(x.denominator for x in values))
    return unit, [x.numerator * (unit // x.denominator) for x in values]
