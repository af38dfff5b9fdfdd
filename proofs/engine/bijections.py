"""Piecewise linear bijections between integer intervals, proved for all sizes.

Two sums over intervals have the same terms once a bijection of the indices carries one
exponent to the other. The bijection is given with its inverse; that each maps into the
other's interval and that both compositions are the identity are four statements for
:func:`exactdp.proofs.engine.exponents.prove`.

>>> from exactdp.proofs.engine.linear import variables
>>> n, = variables("n")
>>> flip = lambda i: n - i
>>> [step.holds for step in bijection("i -> n - i", [n >= 0], n, flip, flip)]
[True, True, True, True]
>>> [step.holds for step in bijection("i -> n - i", [n >= 0], n, flip, lambda k: n - k + 1)]
[True, False, False, False]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .evidence import Step
from .exponents import prove
from .linear import Expr, equal, variables


def bijection(
    shows: str,
    given: Sequence[Expr],
    last: Expr,
    forward: Callable[[Expr], Expr],
    backward: Callable[[Expr], Expr],
) -> list[Step]:
    """Prove that `forward` permutes 0..last and that `backward` is its inverse.

    Parameters
    ----------
    shows : str
        The name of the bijection.
    given : sequence of Expr
        What is known of the parameters.
    last : Expr
        The interval is 0..last.
    forward, backward : callable
        The two maps, on the variables ``i`` and ``k``.
    """
    i, k = variables("i k")
    source = [*given, i >= 0, i <= last]
    target = [*given, k >= 0, k <= last]
    there, back = forward(i), backward(k)
    return [
        prove(f"{shows}: maps into the interval", source, [there >= 0, there <= last]),
        prove(f"{shows}: its inverse maps into the interval", target, [back >= 0, back <= last]),
        prove(f"{shows}: there and back is the identity", source, equal(backward(there), i)),
        prove(f"{shows}: back and there is the identity", target, equal(forward(back), k)),
    ]
