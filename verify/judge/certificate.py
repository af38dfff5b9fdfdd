"""Certificates: what was found, with the numbers that show it.

A certificate is a JSON document that ``verify/checker.py``, one file of standard library,
rechecks without this program. This module only writes: it states each verdict with its
witness, and adds hints (how many terms of the exponential series suffice), so that the checker
need not search. ``docs/certificate-format.md`` is the contract; nothing is shared but that page.

>>> from exactdp import geometric
>>> from exactdp.verify.judge.privacy import privacy
>>> from exactdp.verify.judge.properties import properties
>>> from exactdp.verify.judge.rechecking import check
>>> m = geometric(3, "1/2")
>>> claims = [tightest_claim(privacy(m)), property_claim(properties(m)["WH"])]
>>> print(check(certificate(kernels_of(m), claims)))
accepted, verdict holds
  shown       kernel 0: form power, inputs 0..3, outputs 0..3
              kernel 0: each row sums to 1: holds
              kernel 0: private at alpha = 1/2 between {"inputs_within":1}: holds, and for no larger alpha
              kernel 0: property WH: holds
"""  # noqa: E501

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import chain
from math import factorial
from pathlib import Path
from typing import Any

from flint import fmpq

from ... import __version__
from ...mechanisms.exact.errors import LimitError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import MAX_CHARACTERS, brief, exact_text, to_fmpq
from ...mechanisms.kernels.files.aside import write_aside
from ...mechanisms.kernels.files.strict_json import render
from ...mechanisms.kernels.mechanism import Mechanism, Orientation, Reading
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from .privacy import Privacy, RatioWitness
from .profile import Delta, delta
from .properties import Property
from .stochastic import Stochastic

Claim = dict[str, Any]
Document = dict[str, Any]
FORMAT, VERSION = "exactdp-certificate", 2
SUMS = {"demand": "sums"}
#: Forms of kernels too large to be written out, which ``verify/forms.py`` reads.
LARGE = ("coupled", "scaled")
#: Forms of kernels that have rows which sum to 1, and privacy between inputs, by what they are.
BY_FORM = ("product", *LARGE)
#: The longest exponential series, in bits of all its terms, that is added up.
MAX_SERIES = 10**5


def certificate(
    kernels: Sequence[Document], claims: Sequence[Claim], subject: Document | None = None
) -> Document:
    """Return a certificate of claims about kernels, which they name by their place.

    That the rows of a kernel sum to 1 is claimed of each; a caller who knows that they do not
    claims that. The verdict is ``holds`` if every claim does.

    Parameters
    ----------
    kernels : list of documents
        See :func:`kernels_of`.
    claims : list of claims
    subject : object, optional
        What the certificate is about, in the writer's words.
    """
    summed = {claim["kernel"] for claim in claims if claim.get("demand") == SUMS}
    sums = [_sums(k, kernel) for k, kernel in enumerate(kernels) if k not in summed]
    claims = [*sums, *claims]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "subject": subject,
        "kernels": list(kernels),
        "claims": claims,
        "verdict": "holds" if all(claim["holds"] for claim in claims) else "fails",
    }
    return document | {"digest": digest(document)}


def _sums(place: int, kernel: Document) -> Claim:
    by = {"by": "form"} if kernel["form"] in BY_FORM else {}
    return rows_claim(SUMS, True, place) | by


def digest(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document, but for its digest and how it was made."""
    content = {key: value for key, value in document.items() if key not in ("digest", "made")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def kernels_of(mechanism: Mechanism, place: int = 0) -> list[Document]:
    """Return a mechanism as kernels of a certificate, the last of them; the first is at `place`.

    >>> from exactdp import uniform
    >>> kernels_of(uniform(1).relabelled(counts=(3, 4)))[0]["inputs"]
    [3, 4]
    """
    counts = list(mechanism.counts)
    labels = {"inputs": counts, "outputs": counts}
    return [{"form": k["form"], **labels, **k} for k in mechanism.form.kernels(place)]


def subject_of(
    path: str | os.PathLike[str],
    mechanism: Mechanism,
    reading: Reading = "stored",
    inputs: Orientation = "rows",
) -> Document:
    """Return what a certificate about the mechanism in a file names as its subject.

    Parameters
    ----------
    path : path
        Its folder is left out.
    mechanism : Mechanism
    reading : "stored" or "weights"
    inputs : "rows" or "columns"
        How the file was read.
    """
    return file_of(path) | {
        "reading": reading,
        "inputs": inputs,
        "counts": list(mechanism.counts),
        **({} if mechanism.name is None else {"name": mechanism.name}),
    }


def file_of(path: str | os.PathLike[str]) -> Document:
    """Return which file a certificate is about, and what was in it."""
    with open(path, "rb") as stream:
        return {
            "file": Path(path).name,
            "sha256": hashlib.file_digest(stream, "sha256").hexdigest(),
        }


def write_certificate(
    path: str | os.PathLike[str], document: Document, *, force: bool = False
) -> str:
    """Write a certificate, and when by which version; return a line that says how to recheck it.

    An existing file is kept unless `force`.
    """
    _require_short(document)
    made = {"program": f"exactdp {__version__}", "date": f"{datetime.now(UTC):%Y-%m-%d}"}
    write_aside(path, chain(render(document | {"made": made}), "\n"), force=force)
    large = any(kernel["form"] in LARGE for kernel in document["kernels"])
    program = f"verify/{'forms' if large else 'checker'}.py"
    return f"certificate: {os.fspath(path)} (recheck: python {program} {os.fspath(path)})"


def _require_short(value: Any) -> None:
    """Refuse a document with a number that the checker would not read."""
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            _require_short(member)
    elif isinstance(value, str) and len(value) > MAX_CHARACTERS:
        raise LimitError(
            f"the certificate would have a number of {len(value)} characters, "
            f"the checker reads {MAX_CHARACTERS}: state the kernel with shorter numbers"
        )


def rows_claim(demand: Document, holds: bool, kernel: int = 0, **proof: Any) -> Claim:
    """State that a demand is met, or not; proofs are ``at``, ``tight`` and ``by``."""
    return {"claim": "rows", "kernel": kernel, "demand": demand, "holds": holds, **proof}


def private(alpha: Any, neighbours: Neighbours, size: int) -> Document:
    """Return the demand of privacy: at an exact number, or at a level as claims state it."""
    stated = alpha if isinstance(alpha, dict) else exact_text(alpha)
    return {"demand": "private", "alpha": stated, "neighbours": near(neighbours, size)}


def near(neighbours: Neighbours, size: int) -> Document:
    """Return which entries are neighbours, among so many counts."""
    kind = "outputs_within" if neighbours.kind == "outputs" else "inputs_within"
    return {kind: neighbours.reach(size)}


def stochastic_claim(verdict: Stochastic, kernel: int = 0) -> Claim:
    """State that all rows sum to 1, or which one does not."""
    at = {} if verdict.row is None else {"at": [verdict.row]}
    return rows_claim(SUMS, verdict.holds, kernel, **at)


def tightest_claim(verdict: Privacy, kernel: int = 0) -> Claim:
    """State the tightest alpha and the entries that attain it."""
    demand = private(verdict.tightest_alpha, verdict.neighbours, verdict.size)
    return rows_claim(demand, True, kernel, tight=_place(verdict.witness))


def private_claim(verdict: Privacy, level: PrivacyLevel, kernel: int = 0) -> Claim:
    """State that a level holds, or the entries whose ratio is below it."""
    alpha, holds = to_fmpq(verdict.tightest_alpha), verdict.holds(level)
    stated = level_of(
        level, lambda low, high: bool(alpha * low >= 1 if holds else alpha * high < 1)
    )
    at = {} if holds else {"at": _place(verdict.witness)}
    return rows_claim(private(stated, verdict.neighbours, verdict.size), holds, kernel, **at)


def delta_claim(
    mechanism: Mechanism, verdict: Delta, bound: Fraction, neighbours: Neighbours, kernel: int = 0
) -> Claim:
    """State that delta is at most `bound`, or the inputs for which it is more."""
    holds, most = verdict.at_most(bound), to_fmpq(bound)
    mass, other = map(to_fmpq, (verdict.mass, verdict.other))

    def shows(low: fmpq, high: fmpq) -> bool:
        if not holds:
            return bool(mass - high * other > most)
        # Delta falls as e^eps grows, so it is enough at a rational below e^eps.
        at_low = delta(mechanism, PrivacyLevel.from_alpha(1 / low), neighbours)
        return bool(to_fmpq(at_low.mass) - low * to_fmpq(at_low.other) <= most)

    claim: Claim = {
        "claim": "level",
        "kernel": kernel,
        "neighbours": near(neighbours, mechanism.size),
        "alpha": level_of(verdict.level, shows),
        "delta": exact_text(bound),
        "holds": holds,
    }
    return claim if holds else claim | {"at": list(verdict.inputs[::-1])}


def property_claim(verdict: Property, kernel: int = 0) -> Claim:
    """State that a property holds, or two entries that violate it."""
    at = {}
    if verdict.first is not None:
        entries = (verdict.first.low, verdict.first.high)
        at = {"at": [list(entry) for entry in entries if entry is not None]}
    demand = {"demand": "property", "property": verdict.letter}
    return rows_claim(demand, verdict.holds, kernel, **at)


def guaranteed_claim(alpha: Any, size: int, kernel: int = 0) -> Claim:
    """State alpha-DP that a kernel has by what it is, at the guaranteed alpha or below."""
    return rows_claim(private(alpha, ADJACENT, size), True, kernel, by="form")


def sparse(rows: Iterable[Iterable[Any]]) -> list[list[list[Any]]]:
    """Return rows with what is not 0 of them, by place."""
    return [[[j, exact_text(x)] for j, x in enumerate(row) if x] for row in rows]


def _place(witness: RatioWitness | None) -> list[list[int]]:
    return [] if witness is None else [list(witness.numerator), list(witness.denominator)]


def level_of(level: PrivacyLevel, shows: Callable[[fmpq, fmpq], bool]) -> Any:
    """Return alpha as a claim states it, with enough terms of the exponential series to show it.

    Parameters
    ----------
    level : PrivacyLevel
    shows : function of two numbers
        Whether the claim is shown by numbers below and above e^eps.
    """
    if level.rational_epsilon is None:
        return exact_text(level.alpha)
    epsilon = to_fmpq(level.rational_epsilon)
    bits, terms = epsilon.p.bit_length() + epsilon.q.bit_length(), int(epsilon) + 1
    while terms * (bits + terms.bit_length()) <= MAX_SERIES:
        if shows(*_exponential(epsilon, terms)):
            return {"epsilon": str(epsilon), "terms": terms}
        terms *= 2
    raise LimitError(
        f"the ratio is so near to e^-({brief(epsilon)}), or that is so long, that a certificate "
        f"would need {terms} terms of the exponential series; the verdict itself is exact"
    )


def _exponential(epsilon: fmpq, terms: int) -> tuple[fmpq, fmpq]:
    """Return rationals below and above e^eps: so many terms of its series, and a bound of all."""
    low = fmpq(1)
    for k in range(terms - 1, 0, -1):
        low = 1 + low * epsilon / k
    rest = epsilon**terms / factorial(terms)
    return low, low + rest / (1 - epsilon / (terms + 1))
