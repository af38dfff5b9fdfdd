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

import os
import traceback
from collections.abc import Callable, Iterable
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

#: Code under study, or its name.
Code = Target | Callable[..., Any] | str
Source = Literal["bits", "randbelow", "random53", "uniform-grid"]
#: The longest paths that may be asked for.
MAX_DEPTH = 2**16
SOURCES: tuple[Source, ...] = ("bits", "randbelow", "random53", "uniform-grid")


def law(
    target: Code,
    inputs: Iterable[Any],
    source: Source | None = None,
    *,
    depth: int | None = None,
) -> dict[Any, CodeLaw]:
    """Return the law of code on each of some inputs, by running it on all that it can draw.

    Parameters
    ----------
    target : callable, str or Target
        The code: a function of a count, or of a count and a source; or its name,
        ``"FILE.py:callable"`` or ``"package.module:callable"``
        (:func:`~exactdp.verify.laws.target.find_target`). It is run.
    inputs : iterable
        What it is called with, one at a time, such as ``range(11)``.
    source : str, optional
        How draws are answered, see the module: by default bits for code that is handed its
        source, random53 for other code.
    depth : int, optional
        Paths less likely than 2^-depth are left undecided.

    Returns
    -------
    dict
        From each input to the :class:`~exactdp.verify.laws.law.CodeLaw` on it.

    Raises
    ------
    InputError
        If the code cannot be found, always raises, is not a function of its draws, draws from
        what is no source of chance, or returns what has no exact value.
    LimitError
        If a draw is too large for the source chosen, or the code is not monotone in it.

    Examples
    --------
    >>> import random
    >>> def loaded(value):
    ...     return value + (random.randrange(3) == 0)
    >>> laws = law(loaded, inputs=range(2))
    >>> laws[1].probabilities
    {'1': Fraction(2, 3), '2': Fraction(1, 3)}
    >>> print(laws[0])
    exact law of 2 outputs (grid, 36 runs), under 3 assumptions
    0: 2/3, 1: 1/3
    """
    if source is not None and source not in SOURCES:
        raise InputError(f"got the source {source!r}, expected one of {', '.join(SOURCES)}")
    if depth is not None and not 1 <= depth <= MAX_DEPTH:
        raise InputError(f"got depth {brief(depth)}, expected a number in 1..{MAX_DEPTH}")
    values = list(dict.fromkeys(several(inputs)))
    code = code_of(target)
    way = source or ("bits" if code.takes_source else "random53")
    with interception():
        return {
            value: _law(code, value, way, depth) for value in track(values, len(values), "inputs")
        }


def several(inputs: Any) -> list[Any]:
    """Return the inputs that are meant.

    >>> several(3)
    Traceback (most recent call last):
        ...
    exactdp.InputError: got the inputs '3', expected several, such as range(11) or [3]
    """
    if isinstance(inputs, str | bytes) or not isinstance(inputs, Iterable):
        raise InputError(
            f"got the inputs {shorten(repr(inputs))}, expected several, such as range(11) or [3]"
        )
    return list(inputs)


def code_of(target: Code) -> Target:
    """Return the code that is meant, importing it if it is named."""
    if isinstance(target, str):
        return find_target(target)
    return target if isinstance(target, Target) else target_of(target)


def exact_law(
    target: Code, value: Any, source: Source | None = None, *, depth: int | None = None
) -> CodeLaw:
    """Return the law of code on one input; see :func:`law`.

    Examples
    --------
    >>> import random
    >>> def coin(value):
    ...     return value if random.random() < 0.1 else 0
    >>> exact_law(coin, 1).probabilities["1"]  # 0.1 is not on the grid
    Fraction(225179981368525, 2251799813685248)
    """
    return law(target, [value], source, depth=depth)[value]


def _law(code: Target, value: Any, source: Source, depth: int | None) -> CodeLaw:
    machine = Machine(code, value, composed=source != "bits")
    with timed(machine):
        if source in ("bits", "randbelow"):
            found = chain_law(machine, depth)
        else:
            found = grid_law(machine, depth, floats_only=source == "random53")
    if found.exact and len(found.probabilities) == 1 and machine.last is not None:
        raise InputError(
            f"{code.name}: raises {type(machine.last).__name__} on input {value!r} whatever it "
            f"draws: {shorten(str(machine.last), 200)}{_origin(machine)}"
        )
    return found


def _origin(machine: Machine) -> str:
    """Return where the code raised what it raised last, and what helps if that is known."""
    steps = traceback.extract_tb(machine.last.__traceback__ if machine.last else None)
    at = f" ({os.path.basename(steps[-1].filename)}, line {steps[-1].lineno})" if steps else ""
    if isinstance(machine.last, AttributeError) and machine.last.obj is machine.source:
        return (
            f"{at}: its second argument is a source of bits, with bits(k), below(n), bernoulli(p) "
            "and random(); code that wants another generator makes it: write a function of the "
            "count alone that calls it with np.random.default_rng() or random.Random()"
        )
    return at
