"""Explanations: what was computed for a claim whose steps words have to join; no proof of it.

A step that arithmetic alone can redo has a certificate, whole and of its own; the others have
none. The words in it are the writer's. See ``docs/explanations.md``.

>>> from exactdp.verify.judge.joining import Stated, dense, sums
>>> half = Stated([dense([["1/2", "1/2"]] * 2)], [sums()])
>>> steps = [Explained("UM is a mechanism", "identity", half), Explained("so?", "search", None)]
>>> document = explanation({"claim": "X-1", "statement": "s", "verdict": "true", "scope": ""}, steps)
>>> accepted(document)
(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...mechanisms.exact.errors import InputError
from .certificate import certificate, digest
from .joining import Stated

FORMAT = "exactdp-explanation"
VERSION = 1
#: What is said of the claim.
_CLAIM = ("claim", "statement", "verdict", "scope")


class Explained(NamedTuple):
    """A step: what it shows in words, by which method, and what a certificate states of it."""

    shows: str
    method: str
    stated: Stated | None


def explanation(claim: Mapping[str, str], steps: Iterable[Explained]) -> dict[str, Any]:
    """Return the explanation of a claim: its id, statement, verdict and scope, and the steps."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        **{key: claim[key] for key in _CLAIM},
        "steps": [
            {
                "shows": step.shows,
                "method": step.method,
                "certificate": step.stated
                and certificate(
                    *step.stated, subject={"claim": claim["claim"], "step": step.shows}
                ),
            }
            for step in steps
        ],
    }
    return document | {"digest": digest(document)}
