"""Mechanism design as an exact linear program.

*Constrained Differential Privacy for Count Data* (sections III and IV-A): minimise an
objective over all kernels that are alpha-differentially private (eqs. (4) to (6)) and have
chosen properties, taken from their definitions. Every row of the program has a *label*
that says what it demands, so that a dual multiplier can be understood, and rechecked,
without the program:

=====================  ===================================================
("sum", i)             the entries of row i add up to 1
("private", a, b)      kernel[a] >= alpha kernel[b], a and b neighbours
(property, a, b)       kernel[a] >= kernel[b]; for F and S, equal
("WH", i)              kernel[i][i] >= 1/(n+1)
("max", i)             the bound t is at least the cost of input i
("extra", k)           the k-th inequality of the user
=====================  ===================================================

where a and b are entries (input, output).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from ..exact.level import PrivacyLevel
from ..exact.limits import require_memory
from ..exact.rationals import to_fmpq
from ..kernels.forms.form import Entry
from ..kernels.objectives import Objective
from ..kernels.properties import DEFINITIONS, PROPERTIES, parse_properties
from .lp.program import Program, Row, Scalar

Label = tuple[Any, ...]

# A property that follows from another at every n: its rows would be redundant.
_IMPLIED = {"RH": {"RM"}, "CH": {"CM"}, "WH": {"CH", "CM"}}


@dataclass(frozen=True)
class Inequality:
    """A demand of the user: the sum of weight * kernel[i][j] is >= bound, or equal to it."""

    terms: tuple[tuple[Entry, Fraction], ...]
    bound: Fraction = Fraction(0)
    equal: bool = False

    def weights(self) -> dict[Entry, Fraction]:
        """Return the weight of each entry, added up where one is named twice, zeros left out."""
        total: dict[Entry, Fraction] = {}
        for entry, w in self.terms:
            total[entry] = total.get(entry, Fraction(0)) + w
        return {entry: w for entry, w in total.items() if w}


@dataclass(frozen=True)
class Design:
    """What is asked of a mechanism on 0..n.

    Attributes
    ----------
    n : int
    alpha : Fraction or None
        The level; None leaves differential privacy out.
    properties : tuple of str
        Some of RH RM CH CM F WH S.
    objective : Objective
    extra : tuple of Inequality
        Further demands.

    Examples
    --------
    >>> from flint import fmpq
    >>> design = Design.of(1, "1/2", "WH")
    >>> [label[0] for label, _ in design.rows(fmpq(1, 2))].count("private")
    4
    """

    n: int
    alpha: Fraction | None
    properties: tuple[str, ...]
    objective: Objective
    extra: tuple[Inequality, ...] = ()

    @classmethod
    def of(
        cls, n: int, alpha: Any, properties: str = "", objective: str | Objective = "L0"
    ) -> Design:
        """Return what is asked, from what people write.

        Parameters
        ----------
        n : int
            The largest count.
        alpha : PrivacyLevel, exact number or None
            The level, rational in alpha; a number is alpha = e^-eps.
        properties : str
            Letters of properties, such as ``"WH,CM"``.
        objective : Objective or str
            A name is one of L0, L1, L2 and L0,d.

        Examples
        --------
        >>> Design.of(3, "9/10", "wh,cm", "L1").properties
        ('CM', 'WH')
        """
        goal = objective if isinstance(objective, Objective) else Objective.parse(objective)
        level = None if alpha is None else PrivacyLevel.of(alpha).alpha
        return cls(n, level, parse_properties(properties), goal)

    def program(self, alpha: Scalar | None = None) -> tuple[list[Label], Program]:
        """Return the labels of the rows, and the program they belong to.

        Parameters
        ----------
        alpha : scalar, optional
            In place of the design's alpha: an element of Q(alpha) gives the program for
            all alpha at once.
        """
        size = self.n + 1
        demands = 4 + 4 * len(self.properties)
        require_memory(size**2 * demands * 600, f"the program for {size} counts")
        if alpha is None and self.alpha is not None:
            alpha = to_fmpq(self.alpha)
        rows = self.rows(alpha)
        unit = fmpq(1) if alpha is None else 1 + 0 * alpha
        coefficients = self.objective.coefficients(self.n)
        if self.objective.aggregate == "sum":
            cost = [c * unit for line in coefficients for c in line]
        else:
            t = size**2
            cost = [0 * unit] * t + [unit]
            for i, line in enumerate(coefficients):
                terms = [(i * size + j, -c * unit) for j, c in enumerate(line) if c]
                rows.append((("max", i), Row(((t, unit), *terms), -self.origin * unit)))
        labels = [label for label, _ in rows]
        return labels, Program(cost, [row for _, row in rows], self._scales(len(cost)))

    @property
    def origin(self) -> fmpq:
        """From where the program counts the cost; add it to the program's for the cost.

        Variables are >= 0, a maximum of costs need not be: it is counted from below all
        losses. So t is never 0, and the multipliers prove the cost whatever the sign of t.
        """
        if self.objective.aggregate == "sum":
            return fmpq(0)
        least: fmpq = min(map(min, self.objective.coefficients(self.n)))
        return min(least, fmpq(0)) - 1

    def _scales(self, variables: int) -> list[float] | None:
        # How fast entries are expected to fall, a hint for the float solver only.
        if self.alpha is None:
            return None
        size = self.n + 1
        falling = max(float(self.alpha), 2.0 ** (-1000 / size))  # within the range of floats
        scales = [falling ** abs(i - j) for i in range(size) for j in range(size)]
        return scales + [1.0] * (variables - size**2)

    def rows(self, alpha: Scalar | None) -> list[tuple[Label, Row]]:
        """Return the labelled rows that every feasible kernel satisfies."""
        size = self.n + 1
        one = fmpq(1) if alpha is None else 1 + 0 * alpha
        zero = 0 * one
        out: list[tuple[Label, Row]] = []
        if alpha is not None:
            minus = -alpha
            for i in range(self.n):
                for j in range(size):
                    a, b = i * size + j, (i + 1) * size + j
                    up, down = ("private", (i, j), (i + 1, j)), ("private", (i + 1, j), (i, j))
                    out.append((up, Row(((a, one), (b, minus)), zero)))
                    out.append((down, Row(((b, one), (a, minus)), zero)))
        for i in range(size):
            terms = tuple((i * size + j, one) for j in range(size))
            out.append((("sum", i), Row(terms, one, True)))
        for letter in PROPERTIES:
            if letter in self.properties and not _IMPLIED.get(letter, set()) & {*self.properties}:
                out += property_rows(letter, size, one)
        for k, demand in enumerate(self.extra):
            weights = demand.weights()
            if weights:  # see `contradiction` for those without
                extra = tuple((i * size + j, to_fmpq(w) * one) for (i, j), w in weights.items())
                out.append((("extra", k), Row(extra, to_fmpq(demand.bound) * one, demand.equal)))
        return out

    def contradiction(self) -> dict[Label, Fraction] | None:
        """Return the multiplier of a demand that says of no entry at all that 0 >= 1, if any."""
        for k, demand in enumerate(self.extra):
            if not demand.weights() and (demand.bound > 0 or (demand.equal and demand.bound)):
                return {("extra", k): 1 / demand.bound}
        return None

    def kernel(self, x: Sequence[Scalar]) -> list[list[Scalar]]:
        """Return a solution of the program as rows of a kernel."""
        size = self.n + 1
        return [list(x[i * size : (i + 1) * size]) for i in range(size)]


def property_rows(letter: str, size: int, one: Scalar) -> list[tuple[Label, Row]]:
    """Return the labelled rows of a property, from its definition."""
    zero = 0 * one
    if letter == "WH":
        share = one / size
        return [(("WH", i), Row(((i * size + i, one),), share)) for i in range(size)]
    first, second, order = DEFINITIONS[letter](size)
    cells = np.arange(size**2).reshape(size, size)
    a, b, signs = np.broadcast_arrays(cells[first], cells[second], np.asarray(order))
    minus = -one
    out: list[tuple[Label, Row]] = []
    for p, q, sign in zip(*(x.ravel().tolist() for x in (a, b, signs)), strict=True):
        if p == q or (letter == "S" and p > q):
            continue
        high, low = (q, p) if sign < 0 else (p, q)
        label = (letter, divmod(high, size), divmod(low, size))
        out.append((label, Row(((high, one), (low, minus)), zero, sign == 0)))
    return out
