"""The optimum over U, where no law has to be kept: GM with its outputs mapped to counts.

From "Preserving Target Distributions With Differentially Private Count Mechanisms", section 5.3
and appendix E. The optimum consists of the n + 1 single-peaked scales (Theorem 12), each in
some column; scale l with its amount w_l (Observation 3) *is* column l of GM. So the optimum is GM
followed by a map of its outputs to counts, here kept as that. By Lemma 8 the map rises with l,
and by Lemma 9 the cost of a place is convex in the column, so one scan finds it (Theorem 7).

*Algorithm 2 as printed* ends while l < n - 1 (n is its number of counts), and so leaves the last
scale unplaced and rows that miss 1. Theorem 8 places all of them, and so does this.

The proof of optimality costs no program. With mu the solution of mu . X_l = W_f(l) . X_l for all
scales X_l, which the inverse of (alpha^|i-l|) gives, column j of W less mu must be >= 0 on every
column that alpha allows. That is a chain: m[n] = d[n] and m[i] = d[i] + the lesser of
alpha m[i+1] and m[i+1] / alpha, and it holds iff m[0] >= 0; the steps are the dual multipliers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from ..design.design import Design
from ..design.optimal import Multipliers, OptimalMechanism
from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..exact.rationals import brief, to_fmpq, to_fraction
from ..families.geometric import geometric_form
from ..kernels.forms.postprocessed import PostprocessedForm
from ..kernels.mechanism import Mechanism
from ..kernels.objectives import Objective
from .result import Constructed


def unfixed(
    weights: Sequence[Sequence[Any]], alpha: Any, law: Sequence[Any] | None = None
) -> Constructed:
    """Return a mechanism of least total weight in U, the alpha-DP kernels.

    Parameters
    ----------
    weights : square matrix of exact numbers
        W[i][j], what reporting j on input i weighs (for a law z: z[i] c(i, j)). Each row must
        be convex, and least on the diagonal.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, rational, 0 < alpha < 1.
    law : Law or sequence of exact numbers, optional
        The law of the inputs that :meth:`Constructed.cost` is to use; uniform by default.

    Returns
    -------
    Constructed
        Its `proof` has the dual multipliers.

    Raises
    ------
    InputError
        If a row is not convex or not least on the diagonal; the message names the entry.

    Examples
    --------
    >>> found = unfixed([[abs(i - j) for j in range(3)] for i in range(3)], "1/2")
    >>> print(found.mechanism)
    2/3  1/6  1/6
    1/3  1/3  1/3
    1/6  1/6  2/3
    >>> found.proof.cost / 3 == found.cost()
    True
    """
    level = PrivacyLevel.of(alpha)
    table = [[to_fmpq(x) for x in row] for row in weights]
    _require_convex(table)
    a, size = to_fmpq(level.alpha), len(table)
    if not 0 < a < 1:
        raise InputError(f"got alpha = {brief(a)}, expected 0 < alpha < 1")
    powers = [fmpq(1)]
    for _ in range(size):
        powers.append(powers[-1] * a)

    def placed(j: int, peak: int) -> fmpq:
        return sum((row[j] * powers[abs(i - peak)] for i, row in enumerate(table)), fmpq(0))

    places, j = [], 0
    for peak in range(size):
        here = placed(j, peak)
        while j < size - 1 and (further := placed(j + 1, peak)) <= here:
            j, here = j + 1, further
        places.append((j, here))
    base = geometric_form(size - 1, a)
    form = PostprocessedForm(base, [{j: fmpq(1)} for j, _ in places])
    mechanism = Mechanism(form, name="optimal unfixed", level=level)
    factors = base.column_factors
    cost = sum((f * here for f, (_, here) in zip(factors, places, strict=True)), fmpq(0))
    target = Law.of(law, size)
    objective = Objective.of_table([[x * size for x in row] for row in table])
    proof = OptimalMechanism(
        Design(size - 1, level.alpha, (), objective),
        mechanism,
        to_fraction(cost),
        _multipliers(table, a, [here for _, here in places]),
        None,
    )
    return Constructed(mechanism, "unfixed", level.alpha, target, None, proof=proof)


def _multipliers(table: list[list[fmpq]], a: fmpq, here: list[fmpq]) -> Multipliers:
    """Return the multipliers that prove the optimum, as the module tells."""
    size = len(table)
    last = size - 1
    found: Multipliers = {}
    mu = []
    for i in range(size):
        value = here[i] * (1 if i in (0, last) else 1 + a * a)
        value -= a * sum((here[k] for k in (i - 1, i + 1) if 0 <= k < size), fmpq(0))
        mu.append(value / (1 - a * a))
        if mu[i]:
            found["sum", i] = to_fraction(mu[i])
    for j in range(size):
        m = table[last][j] - mu[last]
        for i in range(last - 1, -1, -1):
            if m > 0:
                found["private", (i + 1, j), (i, j)] = to_fraction(m)
                m = a * m
            elif m < 0:
                m = m / a
                found["private", (i, j), (i + 1, j)] = to_fraction(-m)
            m += table[i][j] - mu[i]
        assert m >= 0, "the theorem holds: no column undercuts"
    return found


def _require_convex(table: list[list[fmpq]]) -> None:
    size = len(table)
    if size < 2:
        raise InputError(f"got {size} count(s), expected at least 2")
    for i, row in enumerate(table):
        if len(row) != size:
            raise InputError(f"row {i} of the weights: got {len(row)} entries, expected {size}")
        for j in range(1, size - 1):
            if row[j + 1] - row[j] < row[j] - row[j - 1]:
                raise InputError(
                    f"row {i} of the weights is not convex at output {j}: "
                    f"{brief(row[j - 1])}, {brief(row[j])}, {brief(row[j + 1])}; expected steps "
                    "that do not fall"
                )
        least = min(row)
        if row[i] != least:
            raise InputError(
                f"row {i} of the weights is {brief(row[i])} on the diagonal but {brief(least)} at "
                f"output {row.index(least)}; expected the least weight on the diagonal"
            )
