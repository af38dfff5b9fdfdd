"""What a mechanism costs, exactly: objectives, and error figures of each input.

All costs are in counts (L1), counts squared (L2) or probabilities (L0). Weights are a
prior over the inputs; uniform by default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from flint import fmpq

from ..mechanisms import InputError, Mechanism
from ..mechanisms.progress import track
from ..mechanisms.rationals import rational, to_fmpq, to_fraction

Aggregate = Literal["sum", "max"]


def weights_of(weights: Sequence[Any] | None, size: int) -> list[Fraction]:
    """Return a prior over `size` inputs as Fractions; uniform where None.

    Raises
    ------
    InputError
        If its length is wrong, a weight is negative, or they do not sum to exactly 1.
    """
    if weights is None:
        return [Fraction(1, size)] * size
    prior = [rational(w) for w in weights]
    if len(prior) != size:
        raise InputError(f"got {len(prior)} weights, expected {size}, one for each input")
    for i, w in enumerate(prior):
        if w < 0:
            raise InputError(f"weight {i}: got {w}, expected a number >= 0")
    if sum(prior) != 1:
        raise InputError(f"got weights that sum to {sum(prior)}, expected exactly 1")
    return prior


def _expectations(mechanism: Mechanism, loss: Callable[[int], int]) -> list[Fraction]:
    """Return, for each input i, the expectation of loss(j - i) over the output j."""
    form = mechanism.form
    out = []
    for i in track(range(form.size), form.size, "adding up costs"):
        row = form.row(i)
        total = fmpq(0)
        for j, p in enumerate(row):
            if cost := loss(j - i):
                total += p * cost
        out.append(to_fraction(total))
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
    >>> from exactdp.mechanisms import uniform
    >>> objective(uniform(2), 0), objective(uniform(2), 1, aggregate="max")
    (Fraction(2, 3), Fraction(1, 3))
    """
    if p < 0:
        raise InputError(f"got p = {p}, expected p >= 0")
    prior = weights_of(weights, mechanism.size)
    losses = _expectations(mechanism, lambda d: abs(d) ** p if d else 0)
    terms = [w * x for w, x in zip(prior, losses, strict=True)]
    return sum(terms, Fraction(0)) if aggregate == "sum" else max(terms)


def l0(mechanism: Mechanism, d: int = 0) -> Fraction:
    """Return L_{0,d}: (n+1)/n times the chance of an error of *more than* d, uniform prior.

    L0 is the case d = 0, rescaled so that the uniform mechanism scores 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, eq. (1) and the definition of L_{0,d}
    after it, read as "more than d steps" so that L0 = L_{0,0}.

    Examples
    --------
    >>> from exactdp.mechanisms import geometric, uniform
    >>> l0(uniform(4)), l0(geometric(4, "1/2"))
    (Fraction(1, 1), Fraction(2, 3))
    """
    if d < 0:
        raise InputError(f"got d = {d}, expected d >= 0")
    far = _expectations(mechanism, lambda x: int(abs(x) > d))
    return sum(far, Fraction(0)) / mechanism.n


@dataclass(frozen=True)
class Objective:
    """A cost by its name on the command line: ``L0``, ``L1``, ``L2`` or ``L0,d``.

    Examples
    --------
    >>> from exactdp.mechanisms import uniform
    >>> Objective.parse("L0,1").value(uniform(2))
    Fraction(1, 3)
    """

    name: str
    p: int
    d: int = 0

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Read the name of an objective."""
        name = text.strip().upper()
        if name in ("L0", "L1", "L2"):
            return cls(name, int(name[1]))
        head, comma, distance = name.partition(",")
        if head == "L0" and comma and distance.strip().isascii() and distance.strip().isdigit():
            d = int(distance)
            return cls(f"L0,{d}", 0, d)
        raise InputError(f"got objective {text!r}, expected L0, L1, L2 or L0,d (for example L0,1)")

    def value(self, mechanism: Mechanism) -> Fraction:
        """Return the exact cost: L0 and L0,d rescaled, L1 and L2 as O_{p,sum}, uniform prior."""
        return l0(mechanism, self.d) if self.p == 0 else objective(mechanism, self.p)


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
    >>> from exactdp.mechanisms import uniform
    >>> input_errors(uniform(2))[0]
    InputErrors(bias=Fraction(1, 1), variance=Fraction(2, 3), mean_squared_error=Fraction(5, 3),
                absolute_deviation=Fraction(1, 1), wrong=Fraction(2, 3))
    """
    bias = _expectations(mechanism, lambda d: d)
    square = _expectations(mechanism, lambda d: d * d)
    absolute = _expectations(mechanism, abs)
    wrong = _expectations(mechanism, lambda d: int(d != 0))
    return [
        InputErrors(b, s - b * b, s, a, w)
        for b, s, a, w in zip(bias, square, absolute, wrong, strict=True)
    ]


def error_probability(mechanism: Mechanism, prior: Sequence[Any] | None = None) -> Fraction:
    """Return the probability of a wrong report under a prior over the inputs.

    >>> from exactdp.mechanisms import geometric
    >>> error_probability(geometric(2, "1/2"), ["1/2", "1/2", 0])
    Fraction(1, 2)
    """
    return objective(mechanism, 0, weights=prior)


def output_law(mechanism: Mechanism, prior: Sequence[Any]) -> list[Fraction]:
    """Return the distribution of the output when the input is drawn from `prior`.

    >>> from exactdp.mechanisms import geometric
    >>> output_law(geometric(1, "1/2"), [1, 0])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    weights = [to_fmpq(w) for w in weights_of(prior, mechanism.size)]
    out = [fmpq(0)] * mechanism.size
    for w, i in zip(weights, range(mechanism.size), strict=True):
        for j, p in enumerate(mechanism.form.row(i)):
            out[j] += w * p
    return [to_fraction(x) for x in out]


def compare_costs(first: Fraction, second: Fraction) -> str:
    """Return ``"<"``, ``"="`` or ``">"``.

    >>> compare_costs(Fraction(1, 3), Fraction(1, 2))
    '<'
    """
    return "=" if first == second else "<" if first < second else ">"
