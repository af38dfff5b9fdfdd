"""The catalogue: every claim in paper order, and the function that decides them.

>>> [(claim.place, claim.statement) for claim in catalogue() if claim.id == "CKS-45"]
[('IV-B, Lemma 3', 'GM is column monotone iff alpha <= 1/2')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..mechanisms.errors import InputError
from .claim import REGISTRY, Claim
from .constrained import (
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
from .findings import column_honesty, fixed_point, prior, rejection, weak_honesty
from .findings import lattice as property_lattice
from .notes import actual, approximate, background, calibration, scaling, truncation
from .releasing import comparison, composition, noise, regimes, relaxation, variance
from .runs import Options, results
from .targets import (
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

#: Called before each claim: how many are done, how many there are, which one is next.
Progress = Callable[[int, int, str], None]


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


def prove(
    ids: Iterable[str] | None = None,
    progress: Progress | None = None,
    *,
    options: Options = Options(),  # noqa: B008 (immutable)
    jobs: int = 1,
) -> list[dict[str, Any]]:
    """Decide claims, from scratch, and return what was found.

    Parameters
    ----------
    ids : iterable of str, optional
        The claims to decide, in this order; all of them if not given.
    progress : callable, optional
        Called before each claim with the number done, the number in all, and its id.
    options : Options
        How far searches go, and the seconds for a claim.
    jobs : int
        How many processes decide them.

    Returns
    -------
    list of dict
        JSON-able, with ``id``, ``verdict``, ``scope``, ``evidence``, ``counterexample``,
        ``correction``, ``seconds``, and ``condition``, ``scan_error``, ``kind``, ``searched``
        (how the options narrowed or widened its searches), ``cut_short`` (whether the time
        limit was reached), ``source``, ``place``, ``statement``, ``formula``.

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
    wanted = require_known([claim.id for claim in catalogue()] if ids is None else ids)
    found: list[dict[str, Any]] = []
    coming = results(wanted, options, jobs)
    for done, identifier in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted), identifier)
        found.append(next(coming))
    return found
