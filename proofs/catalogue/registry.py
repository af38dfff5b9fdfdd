"""The catalogue: every claim in paper order, found under its id.

>>> [(claim.place, claim.statement) for claim in catalogue() if claim.id == "CKS-45"]
[('IV-B, Lemma 3', 'GM is column monotone iff alpha <= 1/2')]
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import walk_packages

from ...mechanisms.exact.errors import InputError
from .. import findings, papers
from ..statements.claim import REGISTRY, SOURCES, Claim

# Importing a module registers its claims.
for package in (papers, findings):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)


def _place(claim: Claim) -> tuple[int, int]:
    prefix, number = claim.id.split("-")
    return list(SOURCES).index(prefix), int(number)


def catalogue() -> list[Claim]:
    """Return all registered claims, in paper order. Nothing is proved."""
    return sorted((entry.claim for entry in REGISTRY.values()), key=_place)


def require_known(ids: Iterable[str]) -> list[str]:
    """Return the ids as a list; one alone may be given as it is.

    Raises
    ------
    InputError
        If an id is not in the catalogue.
    """
    wanted = [ids] if isinstance(ids, str) else list(ids)
    for identifier in wanted:
        if identifier not in REGISTRY:
            raise InputError(
                f"got the claim {identifier!r}, expected an id such as CKS-45; "
                "`exactdp claims` lists them with their statements"
            )
    return wanted
