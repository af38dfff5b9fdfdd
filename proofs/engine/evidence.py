"""What a proof method leaves behind.

A :class:`Step` says which method ran, what it was asked to show, whether it did, and the
data by which a reader can follow it. A step is never built from a hoped-for result: `holds`
is what the method computed. Steps are combined into a verdict in `claim`.

Where arithmetic alone can redo a step, it knows what a certificate of it states, which is
written out only when asked for. Nothing here asks the checker: a certificate is rechecked
when it is written. Steps that were taken before a computation was cut short are kept by
:func:`recording`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from ...verify.judge.joining import Stated

_made: ContextVar[list[Step] | None] = ContextVar("made", default=None)


@dataclass(frozen=True)
class Step:
    """One step of a proof.

    Parameters
    ----------
    method : str
        The proof method: ``identity``, ``sum``, ``sign``, ``exponents``, ``search``, ...
    shows : str
        The statement that was put to the method.
    holds : bool or None
        True if shown, False if refuted, None if the method could not tell.
    data : mapping
        What the method computed; JSON-able.
    states : callable, optional
        Returns what a certificate states of a step that holds.
    refutes : callable, optional
        Returns what a certificate states of the counterexample to a step that does not hold:
        facts from which what was put to the method is plainly not so.

    Examples
    --------
    >>> step = Step("identity", "1 + 1 = 2", 1 + 1 == 2)
    >>> step.to_json()
    {'method': 'identity', 'shows': '1 + 1 = 2', 'holds': True, 'data': {}}
    """

    method: str
    shows: str
    holds: bool | None
    data: Mapping[str, Any] = field(default_factory=dict)
    states: Callable[[], Stated | None] | None = field(default=None, repr=False, compare=False)
    refutes: Callable[[], Stated | None] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        made = _made.get()
        if made is not None:
            made.append(self)

    def to_json(self) -> dict[str, Any]:
        """Return the step as a dictionary that :mod:`json` can write."""
        return {
            "method": self.method,
            "shows": self.shows,
            "holds": self.holds,
            "data": dict(self.data),
        }

    def stated(self) -> Stated | None:
        """Return what a certificate states of this step; None if arithmetic cannot redo it.

        >>> Step("search", "n < 3 for n = 1, 2", True).stated() is None
        True
        """
        states = {True: self.states, False: self.refutes, None: None}[self.holds]
        return None if states is None else states()


@contextmanager
def recording() -> Iterator[list[Step]]:
    """Collect every step that is made inside the block.

    >>> with recording() as steps:
    ...     made = Step("search", "n < 3", True)
    >>> steps == [made]
    True
    """
    steps: list[Step] = []
    token = _made.set(steps)
    try:
        yield steps
    finally:
        _made.reset(token)


def all_hold(steps: Iterable[Step]) -> bool:
    """Return whether there is at least one step and every step was shown.

    >>> all_hold([])
    False
    """
    steps = list(steps)
    return bool(steps) and all(step.holds is True for step in steps)
