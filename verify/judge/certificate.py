"""Certificates: what was found, with the numbers that show it.

A certificate is a JSON document that :mod:`exactdp.verify.checker`, one file of standard
library, rechecks without this program. This module only writes: it states each verdict
with its witness, and adds hints (how many terms of the exponential series suffice), so
that the checker need not search. The form is published as ``certificate.schema.json``.

>>> from exactdp import geometric
>>> from exactdp.verify import checker
>>> from exactdp.verify.judge.privacy import privacy
>>> from exactdp.verify.judge.properties import properties
>>> m = geometric(3, "1/2")
>>> document = certificate(m, [tightest_claim(privacy(m)), property_claim(properties(m)["WH"])])
>>> checker.check(document)
['tightest-alpha alpha 1/2', 'property WH: holds']
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from ...mechanisms.exact.errors import InputError, LimitError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text
from ...mechanisms.kernels.files.aside import write_aside
from ...mechanisms.kernels.files.schemas import require_valid, validator
from ...mechanisms.kernels.files.source import read_text
from ...mechanisms.kernels.files.strict_json import loads, render
from ...mechanisms.kernels.forms.form import Guarantee
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from .. import checker
from .derivability import Derivability
from .privacy import Privacy, RatioWitness
from .profile import Delta, delta
from .properties import Property
from .stochastic import Stochastic

Claim = dict[str, Any]
FORMAT = "exactdp-certificate"


def certificate(mechanism: Mechanism | None, claims: list[Claim]) -> dict[str, Any]:
    """Return a certificate of `claims` about a mechanism; None where there can be none.

    The verdict is ``holds`` exactly if every claim that can fail holds, and the rows of the
    kernel sum to 1: what is no mechanism has no verdict but that it fails.
    """
    failed = any(claim.get("holds") is False for claim in claims) or (
        mechanism is not None and mechanism.form.rows_off_one()[0] > 0
    )
    document = {
        "format": FORMAT,
        "version": checker.VERSION,
        "kernel": None if mechanism is None else mechanism.form.document(),
        "claims": claims,
        "verdict": "fails" if failed else "holds",
    }
    return document | {"digest": checker.digest(document)}


def about_claims(shows: str, document: dict[str, Any]) -> list[Claim]:
    """Return the claims of a certificate as claims of another one, which is about no kernel."""
    if document["kernel"] is None:
        return list(document["claims"])
    part = {key: document[key] for key in ("kernel", "claims", "verdict")}
    return [{"claim": "about", "shows": shows, **part, "holds": True}]


def write_certificate(
    path: str | os.PathLike[str], document: dict[str, Any], *, force: bool = False
) -> None:
    """Write a certificate; an existing file is kept unless `force`."""
    require_valid(document, _validator())
    _require_short(document)
    write_aside(path, chain(render(document), "\n"), force=force)


def _require_short(value: Any) -> None:
    """Refuse a document with a number that the checker would not read."""
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            _require_short(member)
    elif isinstance(value, str) and len(value) > checker.MAX_DIGITS:
        raise LimitError(
            f"the certificate would have a number of {len(value)} characters, "
            f"the checker reads {checker.MAX_DIGITS}: state the kernel with shorter numbers"
        )


def is_certificate(path: str | os.PathLike[str]) -> bool:
    """Whether a file says of itself that it is a certificate."""
    if Path(path).suffix.lower() != ".json":
        return False
    document = _load(path)
    return isinstance(document, dict) and document.get("format") == FORMAT


def read_certificate(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return a certificate whose form is right; whether it is true is the checker's question.

    Raises
    ------
    InputError
        If it is not in the published form, or of a newer version.
    """
    document = _load(path)
    try:
        version = document.get("version") if isinstance(document, dict) else None
        if isinstance(version, int) and version > checker.VERSION:
            raise InputError(
                f"written by a newer exactdp: certificate version {version}, "
                f"this one reads up to {checker.VERSION}; upgrade exactdp"
            )
        require_valid(document, _validator())
    except InputError as error:
        raise InputError(f"{os.fspath(path)}: {error}") from None
    return dict(document)


def _load(path: str | os.PathLike[str]) -> Any:
    try:
        return loads(read_text(path))
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def _validator() -> Any:
    return validator(__package__, "certificate.schema.json")


def stochastic_claim(verdict: Stochastic) -> Claim:
    """State that all rows sum to 1, or the exact sum of one that does not."""
    if verdict.holds:
        return {"claim": "stochastic", "holds": True}
    return {
        "claim": "stochastic",
        "holds": False,
        "row": verdict.row,
        "sum": exact_text(verdict.total),
    }


def tightest_claim(verdict: Privacy) -> Claim:
    """State the tightest alpha and the entries that attain it."""
    return {
        "claim": "tightest-alpha",
        "neighbours": _neighbours(verdict.neighbours),
        "alpha": exact_text(verdict.tightest_alpha),
        "witness": _place(verdict.witness),
    }


def private_claim(verdict: Privacy, level: PrivacyLevel) -> Claim:
    """State that a level holds, or the entries whose ratio is below it."""
    alpha = verdict.tightest_alpha
    claim: Claim = {"claim": "private", "neighbours": _neighbours(verdict.neighbours)}
    if verdict.holds(level):
        bound = level.alpha if level.is_rational else alpha
        claim |= level_claim(level, lambda low, high: bound * low >= 1)
        return claim | {"holds": True, "bound": exact_text(bound)}
    claim |= level_claim(level, lambda low, high: alpha * high < 1)
    return claim | {"holds": False, "witness": _place(verdict.witness)}


def delta_claim(
    mechanism: Mechanism, verdict: Delta, bound: Fraction, neighbours: Neighbours
) -> Claim:
    """State that delta is at most `bound`, or the inputs for which it is more."""
    claim: Claim = {
        "claim": "delta",
        "neighbours": _neighbours(neighbours),
        "delta": exact_text(bound),
        "holds": verdict.at_most(bound),
    }
    if claim["holds"]:

        def shown(low: Fraction, high: Fraction) -> bool:
            # Delta falls as e^eps grows, so it is enough at a rational below e^eps.
            at_low = delta(mechanism, PrivacyLevel.from_alpha(1 / low), neighbours)
            return at_low.mass - low * at_low.other <= bound

        return claim | level_claim(verdict.level, shown)
    mass, other = verdict.mass, verdict.other
    claim |= level_claim(verdict.level, lambda low, high: mass - high * other > bound)
    return claim | {"witness": {"inputs": list(verdict.inputs)}}


def property_claim(verdict: Property) -> Claim:
    """State that a property holds, or two entries that violate it."""
    claim: Claim = {"claim": "property", "property": verdict.letter, "holds": verdict.holds}
    if verdict.first is not None:
        entries = [verdict.first.low, verdict.first.high]
        claim["violation"] = [list(entry) for entry in entries if entry is not None]
    return claim


def objective_claim(name: str, value: Fraction) -> Claim:
    """State the exact value of an objective."""
    return {"claim": "objective", "objective": name, "value": exact_text(value)}


def guaranteed_claim(guarantee: Guarantee, alpha: Any) -> Claim:
    """State alpha-DP that a kernel has by what it is, at the guaranteed alpha or below."""
    text = exact_text(alpha)
    claim: Claim = {"claim": guarantee.claim, "alpha": text, "holds": True}
    if guarantee.claim == "private":
        claim |= {"neighbours": _neighbours(ADJACENT), "bound": text}
    return claim


def derivable_claim(verdict: Derivability) -> Claim:
    """State the post-processing kernel that gives the mechanism from GM, or what forbids it."""
    claim: Claim = {
        "claim": "derivable",
        "alpha": exact_text(verdict.alpha),
        "holds": verdict.holds,
    }
    if verdict.post is None:
        return claim | {"witness": {"output": verdict.output, "input": verdict.input}}
    rows = verdict.post.rows()
    sparse = [[[j, exact_text(p)] for j, p in enumerate(row) if p] for row in rows]
    return claim | {"post": sparse}


def _neighbours(neighbours: Neighbours) -> Claim:
    return {"kind": neighbours.kind, "sensitivity": neighbours.sensitivity}


def _place(witness: RatioWitness | None) -> Claim | None:
    if witness is None:
        return None
    return {key: value for key, value in witness.document().items() if key != "ratio"}


def level_claim(level: PrivacyLevel, shows: Callable[[Fraction, Fraction], bool]) -> Claim:
    """Return a level as a claim has it, with enough terms of the exponential series to show it."""
    if level.rational_epsilon is None:
        return {"alpha": exact_text(level.alpha)}
    epsilon = level.rational_epsilon
    terms = int(epsilon) + 8
    while not shows(*checker.exponential(epsilon, terms)):
        terms *= 2
        if not checker.affordable(epsilon, terms):
            raise LimitError(
                f"the ratio is so near to e^-({epsilon}) that a certificate would need more than "
                f"{terms // 2} terms of the exponential series; the verdict itself is exact"
            )
    return {"epsilon": exact_text(epsilon), "terms": terms}
