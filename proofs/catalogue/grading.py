"""The grade of the evidence for a claim, and the files that carry it.

What a verdict needs is *rechecked* if the stand-alone checker accepts a certificate of it: that is
asked here, once, when the certificate is made. Else it is *argued*, and what was computed is an
explanation, whose steps have certificates where arithmetic alone can redo them.

>>> from exactdp.proofs.statements.claim import REGISTRY
>>> import exactdp.proofs.catalogue.registry
>>> entry = REGISTRY["CKS-44"]
>>> graded = grade(entry.claim, entry.decide())
>>> graded.grade, graded.grades
('rechecked', {'counterexample': 'rechecked', 'correction': 'argued'})
>>> graded.certificate["subject"]["claim"]
'CKS-44'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...verify.judge.certificate import certificate
from ...verify.judge.explanation import Explained, explanation
from ...verify.judge.joining import joined
from ...verify.judge.rechecking import accepted
from ..engine.evidence import Step
from ..statements.claim import NEEDED, Claim, Finding

Grade = Literal["rechecked", "argued"]
Document = dict[str, Any]


@dataclass(frozen=True)
class Graded:
    """The grade of a finding, of each of its parts, and the certificate of what is rechecked."""

    grade: Grade | None
    grades: dict[str, Grade]
    certificate: Document | None


def grade(claim: Claim, finding: Finding) -> Graded:
    """Grade a finding; an open one has no grade."""
    stated = {name: part.stated() for name, part in finding.parts.items()}
    grades: dict[str, Grade] = {
        name: "argued" if one is None else "rechecked" for name, one in stated.items()
    }
    needed = NEEDED[finding.verdict]
    if not needed:
        return Graded(None, grades, None)
    if any(grades[name] == "argued" for name in needed):
        return Graded("argued", grades, None)
    parts = [one for one in stated.values() if one is not None]
    document = certificate(*joined(parts), subject=_subject(claim, finding))
    accepted(document)
    return Graded("rechecked", grades, document)


def _subject(claim: Claim, finding: Finding) -> dict[str, str]:
    return {"claim": claim.id, "statement": claim.statement, "verdict": finding.verdict}


def explained(claim: Claim, finding: Finding) -> Document:
    """Return the explanation of a finding; what certificates in it state is rechecked."""
    steps = [Explained(s.shows, s.method, s.stated()) for s in once(finding.steps)]
    stated = [step.stated for step in steps if step.stated is not None]
    if stated:
        accepted(certificate(*joined(stated)))
    return explanation(_subject(claim, finding) | {"scope": finding.scope}, steps)


def once(steps: Sequence[Step]) -> Iterable[Step]:
    """Return the steps, those that are the same once: a lemma may be used twice in a proof."""
    return {(s.method, s.shows, s.holds, repr(s.data)): s for s in steps}.values()
