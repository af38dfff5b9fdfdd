"""The catalogue: every claim in paper order, found under its id.

>>> [(claim.place, claim.statement) for claim in catalogue() if claim.id == "CKS-45"]
[('IV-B, Lemma 3', 'GM is column monotone iff alpha <= 1/2')]
"""

from __future__ import annotations

from collections.abc import Iterable

from ...mechanisms.exact.errors import InputError
from ..findings import column_honesty, fixed_point, prior, rejection, weak_honesty
from ..findings import lattice as property_lattice
from ..papers.constrained import (
    binomial,
    choosing,
    closed_form,
    closures,
    consequences,
    derivation,
    example,
    existing,
    experiments,
    fair,
    flowchart,
    geometric,
    heatmaps,
    implications,
    introduction,
    losses,
    model,
    optimality,
    preliminaries,
    programs,
    summary,
    symmetry,
    tightness,
)
from ..papers.notes import actual, approximate, background, calibration, scaling, truncation
from ..papers.releasing import comparison, composition, noise, regimes, relaxation, variance
from ..papers.targets import (
    affine,
    algorithm_2,
    baselines,
    extreme_output,
    extreme_points,
    functionals,
    gaussian,
    heuristic,
    indistinguishable,
    privatizer,
    representation,
    rule_of_thumb,
    single_peaked,
    unfixed,
    unfixed_optimum,
)
from ..statements.claim import REGISTRY, Claim

#: The modules whose import registers their claims.
MODULES = (
    summary,
    introduction,
    model,
    losses,
    existing,
    preliminaries,
    example,
    programs,
    implications,
    closures,
    consequences,
    symmetry,
    geometric,
    optimality,
    tightness,
    fair,
    choosing,
    flowchart,
    heatmaps,
    derivation,
    experiments,
    binomial,
    noise,
    variance,
    comparison,
    regimes,
    composition,
    relaxation,
    background,
    approximate,
    actual,
    truncation,
    scaling,
    calibration,
    rejection,
    privatizer,
    gaussian,
    indistinguishable,
    extreme_points,
    representation,
    affine,
    functionals,
    unfixed,
    heuristic,
    extreme_output,
    single_peaked,
    unfixed_optimum,
    algorithm_2,
    baselines,
    rule_of_thumb,
    closed_form,
    weak_honesty,
    column_honesty,
    fixed_point,
    prior,
    property_lattice,
)

#: The papers by the prefix of their claims, in the order in which they are listed.
SOURCES = ("CKS", "COV", "COL", "KL", "NEW")


def _place(claim: Claim) -> tuple[int, int]:
    prefix, number = claim.id.split("-")
    return SOURCES.index(prefix), int(number)


def catalogue() -> list[Claim]:
    """Return all registered claims, in paper order. Nothing is proved."""
    return sorted((entry.claim for entry in REGISTRY.values()), key=_place)


def require_known(ids: Iterable[str]) -> list[str]:
    """Return the ids as a list.

    Raises
    ------
    InputError
        If an id is not in the catalogue.
    """
    wanted = list(ids)
    for identifier in wanted:
        if identifier not in REGISTRY:
            raise InputError(
                f"got the claim {identifier!r}, expected an id such as CKS-45; "
                "`exactdp claims` lists them with their statements"
            )
    return wanted
