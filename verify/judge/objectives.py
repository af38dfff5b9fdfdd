"""What a mechanism costs, exactly: objectives, and error figures of each input.

All costs are in counts (L1), counts squared (L2) or probabilities (L0). Weights are a
prior over the inputs; uniform by default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.law import Law
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import to_fraction
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.objectives import Aggregate, Objective


def _expectations(mechanism: Mechanism, loss: Callable[[int], int]) -> list[fmpq]:
    """Return, for each input i, the expectation of loss(j - i) over the output j."""
    form = mechanism.form
    out = []
    for i in track(range(form.size), form.size, "adding up costs"):
        row = form.row(i)
        total = fmpq(0)
        for j, p in enumerate(row):
            if cost := loss(j - i):
                total += p * cost
        out.append(total)
    return out


def objective(
    mechanism: Mechanism,
    p: int,
    *,
    aggregate: Aggregate = "sum",
    weights: Sequence[Any] | None = None,
) -> Fraction:
    """Return O_{p,sum} or O_{p,max}: the sum or maximum over i of w_i E|j - i|^p.

    Parameters
    ----------
    mechanism : Mechanism
    p : int
        0 counts wrong answers (0^0 is 0 here), 1 absolute error, 2 squared error, and so on.
    aggregate : "sum" or "max"
    weights : sequence of exact numbers, optional
        A prior over the inputs; uniform by default.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, Definition 3.

    Examples
    --------
    >>> from exactdp import uniform
    >>> objective(uniform(2), 0), objective(uniform(2), 1, aggregate="max")
    (Fraction(2, 3), Fraction(1, 3))
    """
    if p < 0:
        raise InputError(f"got p = {p}, expected p >= 0")
    prior = Law.of(weights, mechanism.size, "the weights").numbers
    losses = _expectations(mechanism, lambda d: abs(d) ** p if d else 0)
    terms = [w * x for w, x in zip(prior, losses, strict=True)]
    return to_fraction(sum(terms, fmpq(0)) if aggregate == "sum" else max(terms))


def l0(mechanism: Mechanism, d: int = 0) -> Fraction:
    """Return L_{0,d}: (n+1)/n times the chance of an error of *more than* d, uniform prior.

    L0 is the case d = 0, rescaled so that the uniform mechanism scores 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, eq. (1) and the definition of L_{0,d}
    after it, read as "more than d steps" so that L0 = L_{0,0}.

    Examples
    --------
    >>> from exactdp import geometric, uniform
    >>> l0(uniform(4)), l0(geometric(4, "1/2"))
    (Fraction(1, 1), Fraction(2, 3))
    """
    if d < 0:
        raise InputError(f"got d = {d}, expected d >= 0")
    far = _expectations(mechanism, lambda x: int(abs(x) > d))
    return to_fraction(sum(far, fmpq(0)) / mechanism.n)


def cost(mechanism: Mechanism, goal: Objective) -> Fraction:
    """Return the exact cost of a mechanism under an objective.

    Examples
    --------
    >>> from exactdp import uniform
    >>> cost(uniform(2), Objective.parse("L0,1"))
    Fraction(1, 3)
    """
    sums = [
        sum((c * p for c, p in zip(row, mechanism.form.row(i), strict=True) if c), fmpq(0))
        for i, row in enumerate(goal.coefficients(mechanism.n))
    ]
    return to_fraction(sum(sums, fmpq(0)) if goal.aggregate == "sum" else max(sums))


@dataclass(frozen=True)
class InputErrors:
    """The exact error figures of one input, in counts and counts squared."""

    bias: Fraction
    variance: Fraction
    mean_squared_error: Fraction
    absolute_deviation: Fraction
    wrong: Fraction


def input_errors(mechanism: Mechanism) -> list[InputErrors]:
    """Return bias, variance, mean squared error, absolute deviation and error probability.

    Examples
    --------
    >>> from exactdp import uniform
    >>> input_errors(uniform(2))[0]
    InputErrors(bias=Fraction(1, 1), variance=Fraction(2, 3), mean_squared_error=Fraction(5, 3),
                absolute_deviation=Fraction(1, 1), wrong=Fraction(2, 3))
    """
    bias = _expectations(mechanism, lambda d: d)
    square = _expectations(mechanism, lambda d: d * d)
    absolute = _expectations(mechanism, abs)
    wrong = _expectations(mechanism, lambda d: int(d != 0))
    return [
        InputErrors(*map(to_fraction, (b, s - b * b, s, a, w)))
        for b, s, a, w in zip(bias, square, absolute, wrong, strict=True)
    ]


def error_probability(mechanism: Mechanism, prior: Sequence[Any] | None = None) -> Fraction:
    """Return the probability of a wrong report under a prior over the inputs.

    >>> from exactdp import geometric
    >>> error_probability(geometric(2, "1/2"), ["1/2", "1/2", 0])
    Fraction(1, 2)
    """
    return objective(mechanism, 0, weights=prior)


def output_law(mechanism: Mechanism, prior: Sequence[Any]) -> list[Fraction]:
    """Return the distribution of the output when the input is drawn from `prior`.

    >>> from exactdp import geometric
    >>> output_law(geometric(1, "1/2"), [1, 0])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    law = Law.of(prior, mechanism.size, "the prior")
    return [to_fraction(x) for x in mechanism.form.image(law)]


def compare_costs(first: Fraction, second: Fraction) -> str:
    """Return ``"<"``, ``"="`` or ``">"``.

    >>> compare_costs(Fraction(1, 3), Fraction(1, 2))
    '<'
    """
    return "=" if first == second else "<" if first < second else ">"
