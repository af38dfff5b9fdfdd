"""What a proof method leaves behind.

A :class:`Step` says which method ran, what it was asked to show, whether it did, and the
data by which a reader can follow it. A step is never built from a hoped-for result: `holds`
is what the method computed. Steps are combined into a verdict in :mod:`exactdp.proofs.claim`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


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

    def to_json(self) -> dict[str, Any]:
        """Return the step as a dictionary that :mod:`json` can write."""
        return {
            "method": self.method,
            "shows": self.shows,
            "holds": self.holds,
            "data": dict(self.data),
        }


def all_hold(steps: Iterable[Step]) -> bool:
    """Return whether there is at least one step and every step was shown.

    >>> all_hold([])
    False
    """
    steps = list(steps)
    return bool(steps) and all(step.holds is True for step in steps)
