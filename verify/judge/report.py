"""Reports of releases: the evidence put into them, and whether a given one is consistent.

A report says what was released, within which budget, and how large the errors are. Its
certificates show it: one that the noise on the histogram loses no more than its level, and
one that the mechanism for the counts is private and keeps the distribution z. They are
rechecked by :mod:`.checker` like any other; :func:`check_report` then holds the figures of
the report against them and against each other. That the release was *drawn* as the report
says is beyond any file.

The form is published as ``report.schema.json``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...mechanisms.exact.errors import ExactDPError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text, rational
from ...mechanisms.keeping.methods import METHODS
from ...mechanisms.keeping.orders import NAMED
from ...mechanisms.kernels.costs import cost_of
from ...mechanisms.kernels.files.kernels import kernel_from_document
from ...mechanisms.kernels.files.schemas import require_valid, validator
from ...mechanisms.release.budget import Budget, Grant
from ...mechanisms.release.distributions.noise_mechanism import NoiseMechanism, adjacent_moves
from ...mechanisms.release.distributions.privatize import NOISES
from ...mechanisms.release.histogram import HistogramRelease, bin_errors
from ...mechanisms.release.report import FORMAT as FORMAT
from ...mechanisms.release.report import errors_document, report_document, spent
from ...mechanisms.release.two_stage import Release
from .. import checker
from ..checker import require
from .certificate import certificate, private_claim, stochastic_claim
from .keeping import certify_fixed_point, coupling_claim
from .noise import noise_loss
from .privacy import privacy
from .stochastic import stochastic

#: With more bins the noise of the distribution is not certified anew in every report.
MAX_BINS = 129
_FIGURES = {"expected_absolute_deviation": "ead", "mean_squared_error": "mse"}
Document = dict[str, Any]


def report(release: Release | HistogramRelease) -> Document:
    """Return the report of a release with its certificates, ready to be written."""
    document = report_document(release)
    if isinstance(release, HistogramRelease):
        evidence = {"bins": _noise_certificate("bins", release.noise, release.cap + 1)}
    else:
        evidence = {
            "distribution": _noise_certificate(
                "distribution", release.stage.noise, release.stage.cap + 1
            ),
            "counts": _counts_certificate(release),
        }
    document["certificates"] = evidence
    document["digest"] = checker.digest(document)
    require_valid(document, _validator())
    return document


def _counts_certificate(release: Release) -> Document:
    mechanism, level = release.constructed.mechanism, release.level
    if release.constructed.method == "unfixed":
        claims = [stochastic_claim(stochastic(mechanism)), private_claim(privacy(mechanism), level)]
        return certificate(mechanism, claims)
    found = certify_fixed_point(mechanism, level, release.stage.distribution)
    claims = found.claims()
    if found.optimal:
        squared = cost_of("mse")
        claims.append(coupling_claim(squared, release.constructed.expected(squared)))
    return certificate(mechanism, claims)


def _noise_certificate(stage: str, noise: str, bins: int) -> Document | None:
    """Certify that the noise loses at most 1, in units of its level; None where it is not done."""
    if not _certified(stage, noise, bins):
        return None
    mechanism, moves, law = _noisy(stage, noise, bins)
    return noise_loss(mechanism, moves, law).certificate(Fraction(1))


def _certified(stage: str, noise: str, bins: int) -> bool:
    """Whether the noise of a stage has a certificate."""
    return bins <= MAX_BINS and (stage, noise) != ("distribution", "gaussian")


def _noisy(stage: str, noise: str, bins: int) -> tuple[NoiseMechanism, list[Any], Any]:
    """Return the noise mechanism, what it has to hide, and the law of the noise."""
    if stage == "distribution":
        return NOISES[noise].mechanism(bins), adjacent_moves(bins), "geometric"
    one = Fraction(1)
    mechanism = NoiseMechanism(bins, tuple({j: 1} for j in range(bins)), None, (one,) * bins)
    return mechanism, [{j: 1} for j in range(bins)], noise


def check_report(document: Any) -> list[str]:
    """Return a line for each thing that a report shows.

    Raises
    ------
    checker.Rejected
        If a certificate does not hold, or a figure does not agree with the others.
    checker.Unreadable
        If it is no report of this version.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise checker.Unreadable("this is no exactdp report")
    try:
        require_valid(document, _validator())
    except ExactDPError as error:
        raise checker.Unreadable(str(error)) from None
    require(document["digest"] == checker.digest(document), "the digest does not match")
    require(
        document["private"] is not document["note"].startswith("NOT PRIVATE"),
        "the note does not say whether the release is private",
    )
    lines = []
    for name, proof in document["certificates"].items():
        if proof is not None:
            lines += [f"{name}: {line}" for line in checker.check(proof)]
            require(proof["verdict"] == "holds", f"the certificate of the {name} fails")
    try:
        check = _check_histogram if document["kind"] == "histogram" else _check_table
        return lines + check(document)
    except ExactDPError as error:  # a number out of range, say
        raise checker.Rejected(str(error)) from None


def _check_histogram(document: Document) -> list[str]:
    bins = document["max_count"] + 1
    require(len(document["counts"]) == bins, f"there are not {bins} bins")
    require(document["budget"]["delta"] == "0", "the noise is pure, but delta is not 0")
    total = _level(document["budget"]["total"])
    used = _check_spent(document["budget"]["bins"], Grant(total), "bins")
    _check_noise(document, "bins", bins)
    for name, figure in bin_errors(document["noise"], used).items():
        require(document[name] == figure, f"the {name} is not that of the noise")
    return [f"budget: eps = {document['budget']['bins']['granted']}, within it", "errors: agree"]


def _check_table(document: Document) -> list[str]:
    size, budget = document["max_count"] + 1, document["budget"]
    z = [rational(x) for x in document["distribution"]]
    require(len(z) == size and min(z) >= 0 and sum(z) == 1, "the distribution is none")
    parts = Budget(_level(budget["total"]), rational(budget["split"]))
    _check_spent(budget["distribution"], parts.distribution, "distribution")
    used = _check_spent(budget["counts"], parts.counts, "counts")
    by_rule = not budget["split_by_rule"] or Budget(parts.total.total).split == parts.split
    require(by_rule, "the split is not that of the rule of thumb")
    delta = Fraction(1, document["rows"] + 1) if document["noise"] == "gaussian" else Fraction(0)
    require(rational(budget["delta"]) == delta, f"delta is not {delta}")
    _check_noise(document, "distribution", size)
    proof = document["certificates"]["counts"]
    claims = proof["claims"]
    alphas = [c.get("alpha") for c in claims if _of_level(c)]
    require(exact_text(used.alpha) in alphas, "the certificate is for another level")
    _check_method(document, {c["claim"] for c in claims})
    kept = [c["law"] for c in claims if c["claim"] == "fixed-point" and "image" not in c]
    if document["method"] != "unfixed":
        require(document["distribution"] in kept, "the certificate is for another distribution")
    form = kernel_from_document(proof["kernel"])
    require(form.size == size, f"the mechanism is not one for the counts 0..{size - 1}")
    for name, cost in _FIGURES.items():
        figure = errors_document(form.expected(z, cost_of(cost)))
        require(document[name] == figure, f"the {name} is not that of the mechanism under z")
    return [
        f"budget: eps_1 = {parts.distribution}, eps_2 = {parts.counts}, "
        f"together eps = {parts.total}",
        "errors: agree with the mechanism and the distribution",
    ]


def _of_level(claim: Document) -> bool:
    """Whether a claim is that counts which differ by one are told apart no better than a level."""
    if claim["claim"] == "private":
        return bool(claim["neighbours"] == {"kind": "adjacent", "sensitivity": 1})
    return bool(claim["claim"] == "post-processing")


def _check_method(document: Document, claimed: set[str]) -> None:
    """Check that the mechanism has the form that its method makes, and is optimal if it says so."""
    method, kernel = document["method"], document["certificates"]["counts"]["kernel"]
    require(kernel["form"] == METHODS[method].form, f"the mechanism is none that {method} makes")
    if method == "optimal":
        require("optimal-coupling" in claimed, "the mechanism is not shown to be optimal")
    orders = NAMED if method == "heuristic" else (None,)
    require(document["order"] in orders, f"the order of {method} is none of {orders}")


def _check_spent(part: Document, grant: Grant, name: str) -> PrivacyLevel:
    """Return what a stage used, having checked that it was granted."""
    used = _level(part["used"])
    require(part == spent(grant, used), f"the grant of the {name} is not {grant}")
    require(grant.covers(used), f"the {name} used more than was granted")
    return used


def _check_noise(document: Document, stage: str, bins: int) -> None:
    """Check that a certificate of noise is about the noise that the report names."""
    proof = document["certificates"][stage]
    if not _certified(stage, document["noise"], bins):
        require(proof is None, f"this noise of the {stage} has no certificate")
        return
    if proof is None:
        raise checker.Rejected(f"the certificate of the {stage} is missing")
    mechanism, moves, law = _noisy(stage, document["noise"], bins)
    require(len(proof["claims"]) == 1, f"the certificate of the {stage} claims several things")
    (claim,) = proof["claims"]
    stated = {
        "law": law,
        "bins": bins,
        "queries": _sparse(mechanism.queries),
        "scales": [exact_text(b) for b in mechanism.scales],
        "moves": _sparse(moves),
        "bound": "1",
    }
    if mechanism.noise is not None:
        stated["noise_matrix"] = _sparse(mechanism.noise)
    about = {key: claim.get(key) for key in stated}
    require(about == stated, f"the certificate of the {stage} is about other noise")
    require(("noise_matrix" in claim) is ("noise_matrix" in stated), "the noise enters otherwise")


def _sparse(rows: Sequence[Mapping[int, Any]]) -> list[list[list[Any]]]:
    return [[[k, exact_text(x)] for k, x in sorted(row.items())] for row in rows]


def _level(stated: dict[str, str]) -> PrivacyLevel:
    if "alpha" in stated:
        return PrivacyLevel.from_alpha(stated["alpha"])
    return PrivacyLevel.from_epsilon(stated["epsilon"])


def _validator() -> Any:
    return validator(__package__, "report.schema.json")
