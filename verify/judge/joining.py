"""What a certificate states, before it is one: kernels, and claims that name them by their places.

What was found piece by piece is joined into one certificate: kernels that are the same are
listed once, and claims name them by where they stand then.

>>> one = Stated([{"form": "one"}], [{"claim": "rows", "kernel": 0}])
>>> joined([one, one]) == one
True
>>> joined([Stated([{"form": "other"}], []), one]).claims
[{'claim': 'rows', 'kernel': 1}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

#: The keys at which a claim or a kernel names a kernel, or two of them.
_NAMING = ("kernel", "of", "other", "between")


class Stated(NamedTuple):
    """Kernels and claims of a certificate, as ``docs/certificate-format.md`` has them."""

    kernels: list[dict[str, Any]]
    claims: list[dict[str, Any]]


def stated(document: Mapping[str, Any]) -> Stated:
    """Return what a certificate states."""
    return Stated(list(document["kernels"]), list(document["claims"]))


def joined(parts: Iterable[Stated]) -> Stated:
    """Return all that the parts state, each kernel and each claim once."""
    kernels: dict[str, tuple[int, dict[str, Any]]] = {}
    claims: dict[str, dict[str, Any]] = {}
    for part in parts:
        places: list[int] = []
        for kernel in part.kernels:
            moved = _moved(kernel, places)
            place, _ = kernels.setdefault(json.dumps(moved), (len(kernels), moved))
            places.append(place)
        for claim in part.claims:
            moved = _moved(claim, places)
            claims.setdefault(json.dumps(moved), moved)
    return Stated([kernel for _, kernel in kernels.values()], list(claims.values()))


def _moved(value: Mapping[str, Any], places: Sequence[int]) -> dict[str, Any]:
    def instead(place: Any) -> Any:
        return [places[k] for k in place] if isinstance(place, list) else places[place]

    return {key: instead(x) if key in _NAMING else x for key, x in value.items()}
