"""Reports of releases: the evidence put into them, and whether a given one is consistent.

A report says what was released, within which budget, and how large the errors are. Its
certificates show it: one that the noise on the histogram loses no more than its level, and
one that the mechanism for the counts is private and keeps the distribution z. They are
rechecked by the stand-alone checker like any other; :func:`check_report` then holds the figures
of the report against them and against each other. That the release was *drawn* as the report
says, and with which randomness, is beyond any file: it is told as the writer's word.

The form is published as ``report.schema.json``.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...mechanisms.exact.errors import ExactDPError
from ...mechanisms.exact.law import Law
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text, rational
from ...mechanisms.keeping.methods import METHODS
from ...mechanisms.keeping.orders import NAMED
from ...mechanisms.keeping.program import design_of
from ...mechanisms.kernels.costs import EAD, MSE, cost_of
from ...mechanisms.kernels.files.schemas import require_valid, validator
from ...mechanisms.kernels.neighbours import ADJACENT
from ...mechanisms.release.budget import Budget, Grant
from ...mechanisms.release.distributions.noise_mechanism import NoiseMechanism, adjacent_moves
from ...mechanisms.release.distributions.privatize import NOISES
from ...mechanisms.release.histogram import HistogramRelease, bin_errors, bin_level
from ...mechanisms.release.report import FORMAT as FORMAT
from ...mechanisms.release.report import errors_document, report_document, spent
from ...mechanisms.release.two_stage import Release, note
from .certificate import Document, certificate, digest, kernels_of, private, private_claim
from .keeping import certify_fixed_point
from .noise import noise_loss, noise_statement
from .optimality import demands_of, objective_of, optimal_claim
from .privacy import privacy
from .process import Recheck, recheck
from .reading import mechanism_of

#: With more bins the noise of the distribution is not certified anew in every report.
MAX_BINS = 129
_FIGURES = {"expected_absolute_deviation": "ead", "mean_squared_error": "mse"}
#: What no file can show of a release, as it is told of one that is said to be private.
WORD = "; that the system's randomness drew it is the writer's word"


def report(release: Release | HistogramRelease) -> Document:
    """Return the report of a release with its certificates, ready to be written."""
    document = report_document(release)
    evidence: dict[str, Document | None]
    if isinstance(release, HistogramRelease):
        evidence = {"bins": _noise_certificate("bins", release.noise, release.cap, release.level)}
    else:
        stage = release.stage
        noise = _noise_certificate("distribution", stage.noise, stage.cap, stage.level)
        evidence = {"distribution": noise, "counts": _counts_certificate(release)}
    document["certificates"] = evidence
    document["digest"] = digest(document)
    require_valid(document, _validator())
    return document


def _counts_certificate(release: Release) -> Document:
    made, level = release.constructed, release.level
    kernels = kernels_of(made.mechanism)
    k = len(kernels) - 1
    if made.method == "unfixed":
        return certificate(kernels, [private_claim(privacy(made.mechanism), level, k)])
    found = certify_fixed_point(made.mechanism, level, release.stage.distribution)
    claims = found.claims()
    if found.optimal:
        claims.append(found.coupling_claim(cost_of("mse"), k))
    if made.proof is not None:
        claims.append(optimal_claim(made.proof, k))
    return certificate(kernels, claims)


def _noise_certificate(stage: str, noise: str, cap: int, level: PrivacyLevel) -> Document | None:
    """Certify that the noise loses what it used of the budget; None where it is not done."""
    if not _certified(stage, noise, cap):
        return None
    mechanism, moves, law, epsilon = _noisy(stage, noise, cap, level)
    return noise_loss(mechanism, moves, law).certificate(epsilon)


def _certified(stage: str, noise: str, cap: int) -> bool:
    """Whether the noise of a stage has a certificate."""
    return cap < MAX_BINS and (stage, noise) != ("distribution", "gaussian")


def _noisy(
    stage: str, noise: str, cap: int, level: PrivacyLevel
) -> tuple[NoiseMechanism, list[Any], Any, Fraction]:
    """Return the noise mechanism, what it has to hide, the law of the noise, and its level.

    Scales and level are those that were used. Where that is the logarithm of a rational they are
    no rationals, and are told in units of its inverse and of itself.
    """
    bins, epsilon = cap + 1, level.rational_epsilon or Fraction(1)
    if stage == "distribution":
        mechanism, moves, law = NOISES[noise].mechanism(bins), adjacent_moves(bins), "geometric"
    else:
        moves, law = [{j: 1} for j in range(bins)], noise
        mechanism = NoiseMechanism(bins, tuple(moves), None, (Fraction(1),) * bins)
    scales = tuple(b / epsilon for b in mechanism.scales)
    return replace(mechanism, scales=scales), moves, law, epsilon


class Misstated(Exception):
    """A report says what is not so."""


def require(condition: Any, reason: str) -> None:
    """Reject a report for a reason unless the condition holds."""
    if not condition:
        raise Misstated(reason)


def check_report(document: Document) -> Recheck:
    """Return what a report shows, or why it is not accepted."""
    try:
        require_valid(document, _validator())
    except ExactDPError as error:
        return Recheck(2, None, reason=str(error))
    shown: list[str] = []
    try:
        said = document["private"] == (document["note"] == note(None))
        require(said, "the note does not say whether the release is private")
        require(document["digest"] == digest(document), "the digest does not match")
        for name, proof in document["certificates"].items():
            if proof is not None:
                found = recheck(proof)
                shown += [f"{name}: {line}" for line in found.shown]
                if not found.accepted:
                    reason = f"the certificate of the {name}: {found.reason}"
                    return Recheck(found.status, None, tuple(shown), reason)
                require(found.verdict == "holds", f"the certificate of the {name} fails")
        check = _check_histogram if document["kind"] == "histogram" else _check_table
        try:
            shown += check(document)
        except ExactDPError as error:  # a number out of range, say
            raise Misstated(str(error)) from None
    except Misstated as reason:
        return Recheck(1, None, tuple(shown), str(reason))
    word = WORD if document["private"] else ", NOT PRIVATE (simulated)"
    return Recheck(0, None, tuple(shown), note=word)


def _check_histogram(document: Document) -> list[str]:
    cap, budget, noise = document["max_count"], document["budget"], document["noise"]
    require(len(document["counts"]) == cap + 1, f"there are not {cap + 1} bins")
    require(budget["delta"] == "0", "the noise is pure, but delta is not 0")
    grant = Grant(_level(budget["total"]))
    used = bin_level(grant, noise)
    _check_spent(budget["bins"], grant, used, "bins")
    noise_told = _check_noise(document, "bins", used)
    for name, figure in bin_errors(noise, used).items():
        require(document[name] == figure, f"the {name} is not that of the noise")
    return [noise_told, f"budget: eps = {_used(grant, used)}", "errors: agree"]


def _check_table(document: Document) -> list[str]:
    size, budget = document["max_count"] + 1, document["budget"]
    z = [rational(x) for x in document["distribution"]]
    require(len(z) == size and min(z) >= 0 and sum(z) == 1, "the distribution is none")
    parts = Budget(_level(budget["total"]), rational(budget["split"]))
    first, level = parts.distribution.level(), parts.counts.rational_level()
    _check_spent(budget["distribution"], parts.distribution, first, "distribution")
    _check_spent(budget["counts"], parts.counts, level, "counts")
    by_rule = not budget["split_by_rule"] or Budget(parts.total.total).split == parts.split
    require(by_rule, "the split is not that of the rule of thumb")
    delta = Fraction(1, document["rows"] + 1) if document["noise"] == "gaussian" else Fraction(0)
    require(rational(budget["delta"]) == delta, f"delta is not {delta}")
    noise_told = _check_noise(document, "distribution", first)
    proof = document["certificates"]["counts"]
    mechanism = mechanism_of(proof["kernels"], len(proof["kernels"]) - 1)
    if mechanism is None or mechanism.counts != (0, size - 1):
        raise Misstated(f"the mechanism is not one for the counts 0..{size - 1}")
    _check_method(document, Law.of(z), level)
    for name, cost in _FIGURES.items():
        figure = errors_document(mechanism.form.expected(Law.of(z), cost_of(cost)))
        require(document[name] == figure, f"the {name} is not that of the mechanism under z")
    return [
        noise_told,
        f"budget: eps_1 = {_used(parts.distribution, first)}, "
        f"eps_2 = {_used(parts.counts, level)}, together eps = {parts.total}",
        "errors: agree with the mechanism and the distribution",
    ]


def _check_method(document: Document, z: Law, level: PrivacyLevel) -> None:
    """Check that the mechanism is such as its method makes for z, at the level that was used."""
    method, proof = document["method"], document["certificates"]["counts"]
    k = len(proof["kernels"]) - 1
    kernel, claims = proof["kernels"][k], [c for c in proof["claims"] if c.get("kernel") == k]
    demands = [claim["demand"] for claim in claims if claim["claim"] == "rows"]
    form = {"product": "postprocessed"}.get(kernel["form"], kernel["form"])
    require(form == METHODS[method].form, f"the mechanism is none that {method} makes")
    orders = NAMED if method == "heuristic" else (None,)
    require(document["order"] in orders, f"the order of {method} is none of {orders}")
    adjacent = private(level.alpha, ADJACENT, len(z))
    require(adjacent in demands, "the certificate is for another level")
    if method != "unfixed":
        law = [exact_text(x) for x in z]
        kept = {"demand": "law", "from": law, "to": law} in demands
        require(kept, "the certificate is for another distribution")
    if method == "lp":
        asked = [design_of(z, z, level, cost) for cost in (EAD, MSE)]
        wanted = [(demands_of(d), objective_of(d.objective, d.n)) for d in asked]
        stated = [(c["design"], c["objective"]) for c in claims if c["claim"] == "optimal"]
        shown = any(pair in wanted for pair in stated)
        require(shown, "the mechanism is not shown to be optimal at the level that was used")
        return
    alpha = proof["kernels"][kernel["of"]].get("base") if method == "unfixed" else kernel["alpha"]
    require(alpha == exact_text(level.alpha), "the mechanism was made for another level")
    losses = [claim["loss"] for claim in claims if claim["claim"] == "coupling"]
    best = method != "optimal" or ("L1" in losses and "L2" in losses)
    require(best, "the mechanism is not shown to be optimal")


def _check_spent(part: Document, grant: Grant, level: PrivacyLevel, name: str) -> None:
    """Check that a stage used of its grant what can be used."""
    expected = spent(grant, level)
    granted = part | {"used": expected["used"]} == expected
    require(granted, f"the grant of the {name} is not {grant}")
    require(part == expected, f"what the {name} used is not {level}, as was granted")


def _used(grant: Grant, level: PrivacyLevel) -> str:
    """Return a grant, and what was used of it where that is not all."""
    if level.rational_epsilon is not None:
        return str(grant)
    return f"{grant} (alpha = {exact_text(level.alpha)} is used)"


def _check_noise(document: Document, stage: str, level: PrivacyLevel) -> str:
    """Check that a certificate is about the noise that the report names, at the level used.

    Return what it is about, in words.
    """
    proof, noise, cap = document["certificates"][stage], document["noise"], document["max_count"]
    if not _certified(stage, noise, cap):
        require(proof is None, f"this noise of the {stage} has no certificate")
        return f"noise of the {stage}: not certified"
    if proof is None:
        raise Misstated(f"the certificate of the {stage} is missing")
    expected = noise_statement(*_noisy(stage, noise, cap, level))
    shown = [{key: claim.get(key) for key in expected} for claim in proof["claims"]]
    require(shown == [expected], f"the certificate of the {stage} is about other noise")
    if level.rational_epsilon is None:
        return f"noise of the {stage}: epsilon, and 1/b, in units of {level}"
    return f"noise of the {stage}: at the level that was used"


def _level(stated: dict[str, str]) -> PrivacyLevel:
    if "alpha" in stated:
        return PrivacyLevel.from_alpha(stated["alpha"])
    return PrivacyLevel.from_epsilon(stated["epsilon"])


def _validator() -> Any:
    return validator(__package__, "report.schema.json")
