"""Explanations: what was computed for a claim whose steps words have to join; no proof of it.

A step that arithmetic alone can redo has a certificate, whole and of its own; the others have
none. The words in it are the writer's. See ``docs/explanations.md``.

>>> from exactdp import uniform
>>> from exactdp.verify.judge.certificate import kernels_of
>>> mechanism = Stated(kernels_of(uniform(1)), [])
>>> steps = [Explained("its rows sum to 1", "sum", mechanism), Explained("so?", "search", None)]
>>> claim = {"claim": "X-1", "statement": "so", "verdict": "true", "scope": "all n"}
>>> told(explanation(claim, steps))
['the certificates of 1 of 2 steps are accepted']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import chain
from time import perf_counter
from typing import Any, NamedTuple

from ...mechanisms.kernels.files.aside import write_aside
from ...mechanisms.kernels.files.strict_json import render
from .certificate import certificate, digest
from .joining import Stated
from .process import Recheck, recheck

FORMAT = "exactdp-explanation"
VERSION = 1
#: In which the certificates of an explanation are rechecked, or no more of them are.
SECONDS = 60


class Explained(NamedTuple):
    """A step: what it shows in words, by which method, and what a certificate states of it."""

    shows: str
    method: str
    stated: Stated | None


def explanation(claim: Mapping[str, str], steps: Iterable[Explained]) -> dict[str, Any]:
    """Return the explanation of a claim.

    Parameters
    ----------
    claim : mapping
        Its id, under ``claim``, its ``statement``, ``verdict`` and ``scope``.
    steps : iterable of Explained
    """
    told = {key: claim[key] for key in ("claim", "statement", "verdict", "scope")}
    listed = []
    for shows, method, stated in steps:
        subject = {"claim": claim["claim"], "step": shows}
        proof = None if stated is None else certificate(*stated, subject=subject)
        listed.append({"shows": shows, "method": method, "certificate": proof})
    document = {"format": FORMAT, "version": VERSION, **told, "steps": listed}
    return document | {"digest": digest(document)}


def write_explanation(
    path: str | os.PathLike[str], document: dict[str, Any], *, force: bool = False
) -> None:
    """Write an explanation; an existing file is kept unless `force`."""
    write_aside(path, chain(render(document), "\n"), force=force)


def told(document: Mapping[str, Any]) -> list[str]:
    """Return what can be said of an explanation: which of its steps' certificates are accepted.

    >>> told({"format": FORMAT, "steps": [{"certificate": {}}, {}], "digest": ""})
    ... # doctest: +NORMALIZE_WHITESPACE
    ['the digest does not match: the file was changed',
     'the certificates of 0 of 2 steps are accepted',
     'step 0: not readable: this is no exactdp certificate']
    """
    changed = document.get("digest") != digest(document)
    steps = document.get("steps")
    proofs = [
        step.get("certificate") if isinstance(step, dict) else None
        for step in (steps if isinstance(steps, list) else [])
    ]
    left = [k for k, proof in enumerate(proofs) if isinstance(proof, dict)]
    found, start = dict[int, Recheck](), perf_counter()
    while left and perf_counter() < start + SECONDS:
        k = left.pop(0)
        found[k] = recheck(proofs[k] or {})
    accepted = sum(one.accepted for one in found.values())
    return [
        *(["the digest does not match: the file was changed"] if changed else []),
        f"the certificates of {accepted} of {len(proofs)} steps are accepted",
        *([f"{len(left)} more are not rechecked: it takes over {SECONDS} s"] if left else []),
        *(f"step {k}: {one.headline()}" for k, one in found.items() if not one.accepted),
    ]
