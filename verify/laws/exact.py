"""The exact law of a sampler's code, by the way that its draws allow.

==============  ====================================================================
source          how the code's draws are answered
==============  ====================================================================
bits            bit by bit: coins and integers run their own code, and are judged with
                the rest (:mod:`~exactdp.verify.laws.chain`)
randbelow       integers below n, bits and exact coins in one step each, with the laws that
                they are known to have: enumerated calls, composition
                (:mod:`~exactdp.verify.laws.chain`)
random53        as randbelow, and uniform floats on the grid of 2^53 points, by bisection
                (:mod:`~exactdp.verify.laws.grid`)
uniform-grid    as random53, and words of bits and large integers by bisection too
==============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import brief, shorten
from .chain import chain_law
from .grid import grid_law
from .interception import interception
from .law import CodeLaw
from .running import Machine, Target, timed
from .target import find_target, target_of

Source = Literal["bits", "randbelow", "random53", "uniform-grid"]
#: The longest paths that may be asked for.
MAX_DEPTH = 2**16
SOURCES: tuple[Source, ...] = ("bits", "randbelow", "random53", "uniform-grid")


def exact_laws(
    target: Target | Callable[..., Any] | str,
    inputs: list[Any],
    source: Source | None = None,
    *,
    depth: int | None = None,
) -> list[CodeLaw]:
    """Return the law of code on each of some inputs.

    Parameters
    ----------
    target : Target, callable or str
        The code, or its name (:func:`~exactdp.verify.laws.target.find_target`).
    inputs : list
        What it is called with, one at a time.
    source : str, optional
        By default bits for code that is handed its source, random53 for other code.
    depth : int, optional
        Paths less likely than 2^-depth are left undecided.

    Raises
    ------
    InputError
        If the code cannot be found, always raises, is not a function of its draws, or returns
        what has no exact value.
    LimitError
        If a draw is too large for the source chosen, or the code is not monotone in it.

    Examples
    --------
    >>> def loaded(value, source):
    ...     return value + (source.below(3) == 0)
    >>> [law.probabilities for law in exact_laws(loaded, [4])]
    [{'4': Fraction(2, 3), '5': Fraction(1, 3)}]
    """
    if source is not None and source not in SOURCES:
        raise InputError(f"got the source {source!r}, expected one of {', '.join(SOURCES)}")
    if depth is not None and not 1 <= depth <= MAX_DEPTH:
        raise InputError(f"got depth {brief(depth)}, expected a number in 1..{MAX_DEPTH}")
    code = code_of(target)
    way = source or ("bits" if code.takes_source else "random53")
    with interception():
        return [_law(code, value, way, depth) for value in track(inputs, len(inputs), "inputs")]


def code_of(target: Target | Callable[..., Any] | str) -> Target:
    """Return the code that is meant, importing it if it is named."""
    if isinstance(target, str):
        return find_target(target)
    return target if isinstance(target, Target) else target_of(target)


def exact_law(
    target: Target | Callable[..., Any] | str,
    value: Any,
    source: Source | None = None,
    *,
    depth: int | None = None,
) -> CodeLaw:
    """Return the law of code on one input; see :func:`exact_laws`.

    Examples
    --------
    >>> import random
    >>> def coin(value):
    ...     return value if random.random() < 0.1 else 0
    >>> exact_law(coin, 1).probabilities["1"]  # 0.1 is not on the grid
    Fraction(225179981368525, 2251799813685248)
    """
    (law,) = exact_laws(target, [value], source, depth=depth)
    return law


def _law(code: Target, value: Any, source: Source, depth: int | None) -> CodeLaw:
    machine = Machine(code, value, composed=source != "bits")
    with timed(machine):
        if source in ("bits", "randbelow"):
            law = chain_law(machine, depth)
        else:
            law = grid_law(machine, depth, floats_only=source == "random53")
    if law.exact and len(law.probabilities) == 1 and machine.last is not None:
        raise InputError(
            f"{code.name}: raises {type(machine.last).__name__} on input {value!r} whatever it "
            f"draws: {shorten(str(machine.last), 200)}"
        )
    return law
