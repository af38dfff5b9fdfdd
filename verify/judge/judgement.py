"""The main job: one matrix, one claim, one verdict that covers all that was asked.

A matrix is what it is claimed to be exactly if its rows sum to 1, it meets the claimed
privacy level (with the claimed delta, if one is claimed), and it has the properties that
are claimed. Everything else that a judgement tells is for information.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text
from ...mechanisms.kernels.forms.postprocessed import PostprocessedForm
from ...mechanisms.kernels.mechanism import Mechanism, Reading
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from ...mechanisms.kernels.properties import PROPERTIES
from . import certificate as certificates
from .privacy import Privacy, privacy
from .profile import Delta, delta
from .properties import Property, properties
from .stochastic import Stochastic, stochastic

Verdict = Literal["holds", "fails"]


@dataclass(frozen=True)
class Question:
    """What is claimed of a matrix.

    Attributes
    ----------
    level : PrivacyLevel
    delta : Fraction or None
        The delta of an (eps, delta) claim; None for a claim of pure differential privacy.
    neighbours : Neighbours
    properties : tuple of str
        The properties that are part of the claim.
    """

    level: PrivacyLevel
    delta: Fraction | None = None
    neighbours: Neighbours = ADJACENT
    properties: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.delta is not None and not 0 <= self.delta <= 1:
            raise InputError(f"got delta = {self.delta}, expected 0 <= delta <= 1")


@dataclass(frozen=True)
class Judgement:
    """The verdict on a matrix, and what it rests on."""

    mechanism: Mechanism
    question: Question
    reading: Reading
    stochastic: Stochastic
    privacy: Privacy
    delta: Delta | None

    @cached_property
    def properties(self) -> dict[str, Property]:
        """The verdict on each of the seven properties."""
        return properties(self.mechanism, PROPERTIES)

    @property
    def private(self) -> bool:
        """Whether the privacy claim holds."""
        if self.delta is not None and self.question.delta is not None:
            return self.delta.at_most(self.question.delta)
        return self.privacy.holds(self.question.level)

    @property
    def verdict(self) -> Verdict:
        """Whether all that was asked holds."""
        asked = all(self.properties[letter].holds for letter in self.question.properties)
        return "holds" if self.stochastic.holds and self.private and asked else "fails"

    def claims(self) -> list[certificates.Claim]:
        """Return the claims of the certificate: what was asked, and the tightest alpha."""
        question, form = self.question, self.mechanism.form
        claims = [
            certificates.stochastic_claim(self.stochastic),
            certificates.tightest_claim(self.privacy),
        ]
        if self.delta is not None and question.delta is not None:
            claims.append(
                certificates.delta_claim(
                    self.mechanism, self.delta, question.delta, question.neighbours
                )
            )
        else:
            claims.append(certificates.private_claim(self.privacy, question.level))
        if isinstance(form, PostprocessedForm) and form.post_is_stochastic:
            base = privacy(Mechanism(form.base))  # a closed form: no zeros, so alpha > 0
            claims.append(certificates.postprocessing_claim(base.tightest_alpha))
        claims += [
            certificates.property_claim(self.properties[letter]) for letter in question.properties
        ]
        return claims

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that a stranger can recheck."""
        return certificates.certificate(self.mechanism, self.claims())

    def document(self, digits: int = 12) -> dict[str, Any]:
        """Return the judgement as JSON; rationals are texts, decimals are enclosures."""
        question, report = self.question, self.privacy
        document: dict[str, Any] = {
            "verdict": self.verdict,
            "claim": {
                **level_document(question.level),
                "delta": None if question.delta is None else exact_text(question.delta),
                "neighbours": question.neighbours.kind,
                "sensitivity": question.neighbours.sensitivity,
                "properties": list(question.properties),
            },
            "n": self.mechanism.n,
            "reading": self.reading,
            "stochastic": self.stochastic.holds,
            "private": self.private,
            "tightest_alpha": exact_text(report.tightest_alpha),
            "tightest_epsilon": report.epsilon(digits),
            "zero_pairs": report.zero_pairs,
            "witness": report.witness.document() if report.witness else None,
            "least_nonzero_ratio": report.ratio_witness.document()
            if report.ratio_witness
            else None,
            "properties": {letter: p.holds for letter, p in self.properties.items()},
            "violations": {
                letter: {"count": p.violations, "first": _violation(p)}
                for letter, p in self.properties.items()
                if not p.holds
            },
        }
        if not self.stochastic.holds:
            document["worst_row"] = {
                "row": self.stochastic.row,
                "sum": exact_text(self.stochastic.total),
            }
            document["rows_not_summing_to_1"] = self.stochastic.rows
        if self.delta is not None:
            document["delta"] = {
                "exact": self.delta.exact,
                "enclosure": list(self.delta.enclosure(digits)),
                "inputs": list(self.delta.inputs),
            }
        return document


def level_document(level: PrivacyLevel) -> dict[str, Any]:
    """Return a level as JSON states it: a rational eps, or alpha."""
    if level.rational_epsilon is not None:
        return {"epsilon": exact_text(level.rational_epsilon)}
    return {"alpha": exact_text(level.alpha)}


def _violation(verdict: Property) -> list[list[int]]:
    assert verdict.first is not None
    entries = (verdict.first.low, verdict.first.high)
    return [list(entry) for entry in entries if entry is not None]


def certify(mechanism: Mechanism, question: Any, *, reading: Reading = "stored") -> Judgement:
    """Judge a matrix against a claim, exactly.

    Parameters
    ----------
    mechanism : Mechanism
    question : Question, PrivacyLevel or exact number
        What is claimed; a level alone claims pure differential privacy of adjacent inputs. A
        number is alpha = e^-eps.
    reading : "stored" or "weights"
        How the matrix was read; recorded in the judgement.

    Returns
    -------
    Judgement

    Examples
    --------
    >>> from exactdp import PrivacyLevel, geometric
    >>> judgement = certify(geometric(3, "9/10"), PrivacyLevel.from_epsilon("0.1"))
    >>> judgement.verdict, judgement.document()["tightest_epsilon"]["exact"]
    ('fails', 'ln(10/9)')
    """
    if not isinstance(question, Question):
        question = Question(PrivacyLevel.of(question))
    return Judgement(
        mechanism,
        question,
        reading,
        stochastic(mechanism),
        privacy(mechanism, question.neighbours),
        None if question.delta is None else delta(mechanism, question.level, question.neighbours),
    )
