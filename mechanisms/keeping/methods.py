"""The methods that make a mechanism for a law: one table, from which help texts follow too.

>>> keep(["1/4"] * 4, "1/2").cost(), keep(["1/4"] * 4, "1/2", "heuristic").cost()
(Fraction(43, 60), Fraction(3, 4))
>>> keep(["1/2", "1/2"], "1/2", image=["1", "0"]).mechanism.rows()
[[Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(0, 1)]]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..exact.errors import InputError
from ..exact.law import Law
from ..exact.level import PrivacyLevel
from ..kernels.costs import EAD, Cost, cost_of
from .coupling import coupled
from .heuristic import heuristic
from .orders import Order
from .program import linear_program
from .result import Constructed
from .unfixed import unfixed


class Method(NamedTuple):
    """What a method is good for, the form of its kernels, how it makes them, what it is told."""

    words: str
    form: str
    make: Callable[[Law, PrivacyLevel, Cost, dict[str, Any]], Constructed]
    takes: tuple[str, ...] = ()


def _coupled(z: Law, level: PrivacyLevel, cost: Cost, told: dict[str, Any]) -> Constructed:
    cost.require_monge()
    return coupled(z, level, told.get("image"))


def _heuristic(z: Law, level: PrivacyLevel, cost: Cost, told: dict[str, Any]) -> Constructed:
    return heuristic(z, level, told.get("order", "best"), cost)


def _program(z: Law, level: PrivacyLevel, cost: Cost, told: dict[str, Any]) -> Constructed:
    return linear_program(z, level, cost, told.get("image"))


def _unfixed(z: Law, level: PrivacyLevel, cost: Cost, _: dict[str, Any]) -> Constructed:
    return unfixed(cost.weighted(z), level, z)


METHODS = {
    "optimal": Method("the least cost, for Monge costs", "coupled", _coupled, ("image",)),
    "heuristic": Method("algorithm 1, an extreme point", "scaled", _heuristic, ("order",)),
    "lp": Method("the least cost, any cost", "dense", _program, ("image",)),
    "unfixed": Method("the least cost where nothing is kept", "postprocessed", _unfixed),
}
#: The table in words.
WORDS = "; ".join(f"{name}: {method.words}" for name, method in METHODS.items()) + "."


def require_method(method: str, **told: Any) -> None:
    """Refuse a method that is not in the table, or is told what it does not take.

    >>> require_method("optimal", image=["1/2", "1/2"], order=None)
    >>> require_method("optimal", order="max")
    Traceback (most recent call last):
        ...
    exactdp.InputError: got an order for the method optimal, which takes none; the method heuristic does
    """  # noqa: E501
    if method not in METHODS:
        raise InputError(f"got the method {method!r}, expected one of {', '.join(METHODS)}")
    for what, given in told.items():
        if given is not None and what not in METHODS[method].takes:
            able = " or ".join(name for name, other in METHODS.items() if what in other.takes)
            raise InputError(
                f"got an {what} for the method {method}, which takes none; the method {able} does"
            )


def keep(
    law: Sequence[Any],
    level: Any,
    method: str = "optimal",
    cost: Any = EAD,
    image: Sequence[Any] | None = None,
    order: Order | None = None,
) -> Constructed:
    """Return a private mechanism that keeps a law, z T = z, or sends it to another.

    Parameters
    ----------
    law : Law or sequence of exact numbers
        z, the law of the inputs 0..n; at least 2 counts, zeros are welcome.
    level : PrivacyLevel or exact number
        A number is alpha = e^-eps, rational, in (0, 1).
    method : str
        A name of `METHODS`.
    cost : Cost, str or matrix
        c(i, j), ``ead`` or ``mse`` or a table; weighted by z.
    image : Law or sequence of exact numbers, optional
        The law of the outputs, for the methods optimal and lp; z by default.
    order : str, sequence of int or callable, optional
        In which order the method heuristic fills columns; the cheapest by default.

    Raises
    ------
    InputError
        If the law is none, the level not in (0, 1), or the method cannot do what is asked.
    LimitError
        If the method cannot reach so many counts.

    Examples
    --------
    >>> print(keep(["1/2", "1/4", "1/4"], "1/2").mechanism)
    7/10  7/40  1/8
     2/5  7/20  1/4
     1/5  3/10  1/2
    >>> print(keep(["1/2", "1/4", "1/4"], "1/2"))
    n = 2, alpha = 1/2: keeps the law
      method      optimal
      ead         in [0.549999, 0.550001]
    """
    require_method(method, image=image, order=order)
    z, about = Law.of(law), cost_of(cost)
    about.require_size(len(z))
    told = {k: v for k, v in (("image", image), ("order", order)) if v is not None}
    return METHODS[method].make(z, PrivacyLevel.of(level), about, told)
