"""In which order algorithm 1 fills the columns.

The paper's three (section 6), any list of columns, or a function that is asked for each next
one. An order is part of no privacy argument: it may depend on z, which is public by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ..exact.errors import InputError

#: Given z and what each column still lacks, the next column: one that lacks something.
Chooser = Callable[[Sequence[Fraction], Sequence[Fraction]], int]
Order = str | Sequence[int] | Chooser
#: Those that `best` tries.
NAMED = ("max", "min", "sandwich")


def order_name(order: Order) -> str:
    """Return what an order is called."""
    return order if isinstance(order, str) else "custom"


def columns(order: Order, z: Sequence[Fraction]) -> Iterator[int]:
    """Yield each column with z > 0 once.

    Parameters
    ----------
    order : str, sequence of int or callable
        ``max`` and ``min``: by z, ties from the left; ``sandwich``: 0, n, 1, n-1, ...
    z : sequence of Fraction

    Raises
    ------
    InputError
        If there is no such order, or it leaves a column out.

    Examples
    --------
    >>> z = [Fraction(1, 2), Fraction(0), Fraction(1, 6), Fraction(1, 3)]
    >>> [list(columns(order, z)) for order in NAMED]
    [[0, 3, 2], [2, 3, 0], [0, 3, 2]]
    >>> list(columns([3, 2, 1, 0], z))
    [3, 2, 0]
    """
    wanted = [j for j, x in enumerate(z) if x]
    if callable(order):
        yield from _asked(order, z, wanted)
        return
    if order == "max":
        listed = sorted(wanted, key=lambda j: (-z[j], j))
    elif order == "min":
        listed = sorted(wanted, key=lambda j: (z[j], j))
    elif order == "sandwich":
        listed = [j for k in range(len(z)) for j in (k, len(z) - 1 - k)][: len(z)]
    elif isinstance(order, str):
        raise InputError(f"got the order {order!r}, expected one of {', '.join(NAMED)}, best")
    else:
        listed = list(order)
        if len({*listed}) != len(listed) or not {*wanted} <= {*listed} <= {*range(len(z))}:
            raise InputError(
                f"got the order {listed[:20]}, expected every count with a positive target once"
            )
    yield from (j for j in listed if z[j])


def _asked(order: Chooser, z: Sequence[Fraction], wanted: list[int]) -> Iterator[int]:
    lacking = list(z)
    while any(lacking):
        j = order(z, lacking)
        if j not in wanted or not lacking[j]:
            raise InputError(
                f"the order gave column {j!r}, expected one that is not full yet: "
                f"{[k for k in wanted if lacking[k]][:20]}"
            )
        lacking[j] = Fraction(0)  # whoever asks for the next one has filled this
        yield j
