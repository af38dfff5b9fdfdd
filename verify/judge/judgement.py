"""The main job: one matrix, one claim, one verdict that covers all that was asked.

A matrix is what it is claimed to be exactly if its rows sum to 1, it meets the claimed
privacy level (with the claimed delta, if one is claimed), and it has the properties that
are claimed. Everything else that a judgement tells is for information.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import brief, exact_text, rational
from ...mechanisms.kernels.mechanism import Mechanism, Reading
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from ...mechanisms.kernels.properties import PROPERTIES
from ...mechanisms.kernels.telling import Line, Telling
from .certificate import (
    certificate,
    delta_claim,
    guaranteed_claim,
    kernels_of,
    private_claim,
    property_claim,
    stochastic_claim,
    tightest_claim,
)
from .privacy import Privacy, privacy
from .profile import Delta, delta
from .properties import Property, properties
from .stochastic import Stochastic, stochastic

Verdict = Literal["holds", "fails"]
#: From a number of digits to decimals below and above a number.
_Enclosure = Callable[[int], tuple[str, str]]


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
            raise InputError(f"got delta = {brief(self.delta)}, expected 0 <= delta <= 1")

    def __str__(self) -> str:
        parts = [str(self.level)]
        if self.delta is not None:
            parts.append(f"delta = {_brief(exact_text(self.delta))}")
        if self.neighbours != ADJACENT:
            parts.append(f"neighbours: {self.neighbours.kind}")
        if self.neighbours.sensitivity > 1:
            parts.append(f"sensitivity {self.neighbours.sensitivity}")
        return ", ".join([*parts, *self.properties])


@dataclass(frozen=True)
class Judgement(Telling):
    """The verdict on a matrix, and what it rests on.

    Its JSON speaks of the counts of the mechanism, its certificate of their places 0..n.
    """

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

    def certificate(self, subject: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the certificate that a stranger can recheck: what was asked, and tightest alpha.

        Parameters
        ----------
        subject : object, optional
            What it is about; see :func:`~exactdp.verify.judge.certificate.subject_of`.
        """
        question, mechanism = self.question, self.mechanism
        kernels = kernels_of(mechanism)
        k = len(kernels) - 1
        claims = [] if self.stochastic.holds else [stochastic_claim(self.stochastic, k)]
        claims.append(tightest_claim(self.privacy, k))
        if self.delta is not None and question.delta is not None:
            claims.append(
                delta_claim(mechanism, self.delta, question.delta, question.neighbours, k)
            )
        else:
            claims.append(private_claim(self.privacy, question.level, k))
        if (alpha := mechanism.form.guarantee()) is not None:
            claims.append(guaranteed_claim(alpha, mechanism.size, k))
        claims += [property_claim(self.properties[letter], k) for letter in question.properties]
        return certificate(kernels, claims, subject)

    def document(self, digits: int = 12) -> dict[str, Any]:
        """Return the judgement as JSON; rationals are texts, decimals are enclosures."""
        question, report, low = self.question, self.privacy, self.mechanism.counts[0]
        digits = self._telling_digits(digits)
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
            "counts": list(self.mechanism.counts),
            "reading": self.reading,
            "stochastic": self.stochastic.holds,
            "private": self.private,
            "tightest_alpha": exact_text(report.tightest_alpha),
            "tightest_epsilon": report.epsilon(digits),
            "zero_pairs": report.zero_pairs,
            "witness": report.witness.document(low) if report.witness else None,
            "least_nonzero_ratio": report.ratio_witness.document(low)
            if report.ratio_witness
            else None,
            "properties": {letter: p.holds for letter, p in self.properties.items()},
            "violations": {
                letter: {"count": p.violations, "first": p.places}
                for letter, p in self.properties.items()
                if not p.holds
            },
        }
        if self.stochastic.row is not None:
            document["worst_row"] = {
                "row": low + self.stochastic.row,
                "sum": exact_text(self.stochastic.total),
            }
            document["rows_not_summing_to_1"] = self.stochastic.rows
        if self.delta is not None:
            document["delta"] = {
                "exact": self.delta.exact,
                "enclosure": list(self.delta.enclosure(digits)),
                "inputs": [low + i for i in self.delta.inputs],
                "outputs": [low + j for j in self.delta.outputs],
            }
        return document

    def headline(self) -> str:
        """Return the verdict."""
        return self.verdict.upper()

    def lines(self, digits: int = 12) -> list[Line]:
        """Return the claim, and what was found: what decides privacy, then the properties.

        Parameters
        ----------
        digits : int
            Of enclosures; more where they would not tell what was found from what is claimed.
        """
        digits, meets = self._telling_digits(digits), "meets" if self.private else "misses"
        lines = [("claim", str(self.question)), ("rows", self.stochastic.said())]
        pure = self.privacy.headline(digits)
        if self.delta is None:
            lines += [("privacy", f"{meets} the claim; {pure}"), *self.privacy.lines()]
        else:
            lines.append(("privacy", f"{meets} the claim; {self.delta.headline(digits)}"))
            lines += [*self.delta.lines(), ("pure DP", pure)]
        has = [letter for letter, p in self.properties.items() if p.holds]
        lines.append(("properties", f"has {' '.join(has) or 'none'}"))
        for letter, p in self.properties.items():
            if not p.holds:
                claimed = " (claimed)" if letter in self.question.properties else ""
                lines.append(("", f"not {letter}{claimed}: {p.said()}"))
        return [*lines, ("reading", self.reading)]

    def _telling_digits(self, digits: int) -> int:
        """Return enough digits to see on which side of the claim lies what was found."""
        level, wanted, alpha = self.question.level, self.question.delta, self.privacy.tightest_alpha
        if self.delta is not None and wanted is not None:
            if self.delta.rational is not None:
                return digits
            bound = exact_text(wanted)
            return _separating(self.delta.enclosure, lambda _: (bound, bound), digits)
        if alpha in (0, 1) or level.compare(alpha) == 0:
            return digits
        return _separating(
            lambda d: self.privacy.epsilon(d)["enclosure"], level.epsilon_enclosure, digits
        )


def _separating(found: _Enclosure, claimed: _Enclosure, digits: int) -> int:
    for wanted in range(digits, digits + 60, 4):
        low, high = map(rational, found(wanted))
        below, above = map(rational, claimed(wanted))
        if high < below or above < low:
            return wanted
    return digits  # nearer than anybody wants to read; the verdict is exact all the same


def _brief(text: str, width: int = 60) -> str:
    return text if len(text) <= width else f"{text[: width // 2]}...({len(text)} characters)"


def level_document(level: PrivacyLevel) -> dict[str, Any]:
    """Return a level as JSON states it: a rational eps, or alpha."""
    if level.rational_epsilon is not None:
        return {"epsilon": exact_text(level.rational_epsilon)}
    return {"alpha": exact_text(level.alpha)}


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
    >>> print(judgement)
    FAILS
      claim       eps = 1/10
      rows        all 4 sum to exactly 1
      privacy     misses the claim; tightest alpha 9/10, eps in [0.105360515657, 0.105360515658]
      decided by  Pr[0|1] / Pr[0|0] = 9/10 (about 0.900000)
      properties  has RH RM S
                  not CH: Pr[1|1] < Pr[0|1] (4 violations)
                  not CM: Pr[2|0] < Pr[3|0] (6 violations)
                  not F: Pr[1|1] < Pr[0|0] (2 violations)
                  not WH: Pr[1|1] < 1/4 (2 violations)
      reading     stored
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
