"""The catalogue: every claim in paper order, and the function that decides them.

>>> [(claim.place, claim.statement) for claim in catalogue() if claim.id == "CKS-45"]
[('IV-B, Lemma 3', 'GM is column monotone iff alpha <= 1/2')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from ..mechanisms.errors import InputError
from .claim import REGISTRY, Claim
from .constrained import (
    choosing,
    closed_form,
    example,
    experiments,
    fair,
    flowchart,
    geometric,
    heatmaps,
    introduction,
    preliminaries,
    tightness,
)
from .releasing import comparison, noise, variance
from .targets import extreme_points

#: The modules whose import registers their claims.
MODULES = (
    introduction,
    preliminaries,
    example,
    geometric,
    tightness,
    fair,
    choosing,
    flowchart,
    heatmaps,
    experiments,
    noise,
    variance,
    comparison,
    closed_form,
    extreme_points,
)

#: The papers by the prefix of their claims, in the order in which they are listed.
SOURCES = ("CKS", "COV", "COL", "KL", "NEW")

#: Called before each claim: how many are done, how many there are, which one is next.
Progress = Callable[[int, int, str], None]


def _place(claim: Claim) -> tuple[int, int]:
    prefix, number = claim.id.split("-")
    return SOURCES.index(prefix), int(number)


def catalogue() -> list[Claim]:
    """Return all registered claims, in paper order. Nothing is proved."""
    return sorted((entry.claim for entry in REGISTRY.values()), key=_place)


def prove(
    ids: Iterable[str] | None = None, progress: Progress | None = None
) -> list[dict[str, Any]]:
    """Decide claims, from scratch, and return what was found.

    Parameters
    ----------
    ids : iterable of str, optional
        The claims to decide, in this order; all of them if not given.
    progress : callable, optional
        Called before each claim with the number done, the number in all, and its id.

    Returns
    -------
    list of dict
        JSON-able, with ``id``, ``verdict``, ``scope``, ``evidence``, ``counterexample``,
        ``correction``, ``seconds``, and ``condition``, ``scan_error``, ``kind``, ``source``,
        ``place``, ``statement``, ``formula``.

    Raises
    ------
    InputError
        If an id is not in the catalogue.

    Examples
    --------
    >>> result, = prove(["CKS-45"])
    >>> result["verdict"], result["counterexample"]["n"], result["counterexample"]["alpha"]
    ('conditional', 1, '2/3')
    """
    wanted = [claim.id for claim in catalogue()] if ids is None else list(ids)
    for identifier in wanted:
        if identifier not in REGISTRY:
            raise InputError(
                f"got the claim {identifier!r}, expected one of {', '.join(REGISTRY)}; "
                "`exactdp claims` lists them with their statements"
            )
    results = []
    for done, identifier in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted), identifier)
        results.append(_result(identifier))
    return results


def _result(identifier: str) -> dict[str, Any]:
    entry = REGISTRY[identifier]
    start = perf_counter()
    finding = entry.decide()
    seconds = perf_counter() - start
    return {
        "id": identifier,
        "verdict": finding.verdict,
        "scope": finding.scope,
        "evidence": list(finding.evidence),
        "counterexample": finding.counterexample,
        "correction": finding.correction,
        "seconds": round(seconds, 3),
        "condition": finding.condition,
        "scan_error": finding.scan_error,
        "kind": list(finding.kind),
        "source": entry.claim.source,
        "place": entry.claim.place,
        "statement": entry.claim.statement,
        "formula": entry.claim.formula,
    }
