"""What is told of a release: everything public about it, and nothing else.

A report has the budgets granted and used, the private z, how the mechanism was made, and the
errors that z implies. All of it is a function of what the budget has paid for and of public
numbers. The evidence (the mechanism with its certificate) is put beside it by
:mod:`exactdp.verify.judge.report`, which also judges reports.
"""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import Any

from ..exact.level import PrivacyLevel
from ..exact.rationals import exact_text
from ..kernels.expected import Expected
from .budget import Budget, Grant
from .histogram import HistogramRelease
from .two_stage import DistributionRelease, Release, note

FORMAT, VERSION = "exactdp-report", 2
#: Decimals of the errors that z implies.
DIGITS = 12
#: In bits: where an exact one may be longer, the enclosure has to do.
LONGEST = 300_000
_PACKAGES = ("exactdp", "python-flint", "numpy", "pyarrow")


def report_document(release: Release | HistogramRelease) -> dict[str, Any]:
    """Return the report of a release, without its evidence."""
    if isinstance(release, HistogramRelease):
        return _head("histogram", release.seed) | {
            "column": release.column,
            "max_count": release.cap,
            "noise": release.noise,
            "budget": {
                "total": stated(release.grant.total),
                "bins": spent(release.grant, release.level),
                "delta": "0",
            },
            "counts": release.counts,
            **release.errors(),
            "versions": versions(),
        }
    stage, made = release.stage, release.constructed
    return _head("table", stage.seed) | {
        "column": release.table.column,
        "max_count": stage.cap,
        "rows": stage.rows,
        "noise": stage.noise,
        "method": made.method,
        "order": made.order,
        "budget": budget_document(release.budget, stage, release.level),
        "distribution": [exact_text(x) for x in stage.distribution.numbers],
        "expected_absolute_deviation": errors_document(made.expected("ead")),
        "mean_squared_error": errors_document(made.expected("mse")),
        "versions": versions(),
    }


def distribution_document(stage: DistributionRelease) -> dict[str, Any]:
    """Return what ``privatize-distribution`` writes: z, and what it cost."""
    return {
        "format": "exactdp-distribution",
        "version": 1,
        "private": stage.seed is None,
        "note": note(stage.seed),
        "max_count": stage.cap,
        "rows": stage.rows,
        "noise": stage.noise,
        "budget": {
            "total": stated(stage.grant.total),
            "distribution": spent(stage.grant, stage.level),
            "delta": exact_text(stage.delta),
        },
        "distribution": [exact_text(x) for x in stage.distribution.numbers],
    }


def budget_document(
    budget: Budget, stage: DistributionRelease, level: PrivacyLevel
) -> dict[str, Any]:
    """Return the total, its parts as granted and as used; the grants add up to the total."""
    return {
        "total": stated(budget.total.total),
        "split": exact_text(budget.split),
        "split_by_rule": budget.by_rule,
        "distribution": spent(stage.grant, stage.level),
        "counts": spent(budget.counts, level),
        "delta": exact_text(stage.delta),
    }


def spent(grant: Grant, level: PrivacyLevel) -> dict[str, Any]:
    """Return what was granted, and the level that was used, at most that."""
    return {
        "share": exact_text(grant.share),
        "granted": str(grant),
        "enclosure": list(grant.enclosure()),
        "used": stated(level),
    }


def stated(level: PrivacyLevel) -> dict[str, str]:
    """Return a level as it was stated: by alpha, or by a rational eps."""
    if level.rational_epsilon is None:
        return {"alpha": exact_text(level.alpha)}
    return {"epsilon": exact_text(level.rational_epsilon)}


def errors_document(found: Expected) -> dict[str, Any]:
    """Return an expected cost: an enclosure, and exactly where that is not too long."""
    exact = exact_text(found.exact()) if found.bits <= LONGEST else None
    return {"exact": exact, "enclosure": list(found.enclosure(DIGITS))}


def versions() -> dict[str, str]:
    """Return the versions of what took part."""
    return {"python": platform.python_version()} | {name: version(name) for name in _PACKAGES}


def _head(kind: str, seed: int | None) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "private": seed is None,
        "note": note(seed),
    }
