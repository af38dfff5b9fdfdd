"""Whether a mechanism sends a law of the inputs to a law of the outputs, and at the least cost.

From "Preserving Target Distributions With Differentially Private Count Mechanisms",
Definition 5. What a form knows of itself is taken from it, without a dense matrix: rows, the
law, differential privacy, and that no other alpha-differentially private kernel with the same
two laws costs less, by the theorem proved in :mod:`exactdp.mechanisms.keeping.coupling`. Its
hypotheses are that 0 < alpha < 1, that both laws are distributions (a form refuses others), and
that the cost is Monge, which is decided here. Anything else is judged entry by entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.law import Law
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import brief, exact_text, rational, to_fraction
from ...mechanisms.kernels.costs import Cost, cost_of
from ...mechanisms.kernels.expected import Expected
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.telling import Line, Telling
from .. import checker
from .certificate import Claim, certificate, guaranteed_claim, private_claim, stochastic_claim
from .privacy import Privacy, privacy
from .stochastic import Stochastic, stochastic

#: Where the exact cost is longer than the checker reads, so many decimals enclose it.
DIGITS = 50


@dataclass(frozen=True)
class Keeping(Telling):
    """Whether a mechanism sends `law` to `image`.

    Attributes
    ----------
    law, image : Law
    output : int or None
        The first output whose probability is not the one wished for; None where it holds.
    given : Fraction or None
        Its probability.
    """

    law: Law
    image: Law
    output: int | None
    given: Fraction | None

    @property
    def holds(self) -> bool:
        """Whether every output has the probability wished for."""
        return self.output is None

    def headline(self) -> str:
        """Return the verdict, with the first output that misses it."""
        what = "the law is kept" if self.law == self.image else "the law is sent to its image"
        return what if self.holds else f"NOT so that {what}"

    def lines(self) -> list[Line]:
        """Return the first output that is not as wished for."""
        return [] if self.output is None else [("decided by", self.said())]

    def said(self) -> str:
        """Return what the output that decides has, and what was wished for."""
        assert self.output is not None
        return (
            f"output {self.output} has the probability {brief(self.given)}, "
            f"expected {brief(self.image[self.output])}"
        )


def keeping(
    mechanism: Mechanism, law: Sequence[Any], image: Sequence[Any] | None = None
) -> Keeping:
    """Decide whether a mechanism keeps a law: whether z T = z, or z T = y.

    Parameters
    ----------
    mechanism : Mechanism
    law : sequence of exact numbers
        z, over the inputs.
    image : sequence of exact numbers, optional
        y, over the outputs; z by default.

    Raises
    ------
    InputError
        If a law is no distribution over the counts.

    Examples
    --------
    >>> from exactdp import geometric
    >>> keeping(geometric(1, "1/2"), ["1/2", "1/2"]).holds
    True
    >>> keeping(geometric(1, "1/2"), ["1", "0"]).given
    Fraction(2, 3)
    """
    z = Law.of(law, mechanism.size, "the law")
    y = z if image is None else Law.of(image, mechanism.size, "the image")
    pairs = zip(mechanism.form.image(z), y.numbers, strict=True)
    for j, (x, wished) in enumerate(pairs):
        if x != wished:
            return Keeping(z, y, j, to_fraction(x))
    return Keeping(z, y, None, None)


@dataclass(frozen=True)
class FixedPointJudgement(Telling):
    """What holds of a mechanism that is to keep a law.

    Attributes
    ----------
    mechanism : Mechanism
    level : PrivacyLevel
    stochastic : Stochastic
    privacy : Privacy or None
        Judged entry by entry; None where the form guarantees the level.
    keeping : Keeping
    cost : Cost
    optimal : bool or None
        Whether no kernel at its level with the same two laws costs less; None where the
        theorem does not tell.
    """

    mechanism: Mechanism
    level: PrivacyLevel
    stochastic: Stochastic
    privacy: Privacy | None
    keeping: Keeping
    cost: Cost
    optimal: bool | None

    @property
    def private(self) -> bool:
        """Whether the level holds."""
        return self.privacy is None or self.privacy.holds(self.level)

    @property
    def holds(self) -> bool:
        """Whether rows sum to 1, the level holds, and the law is kept."""
        return self.stochastic.holds and self.private and self.keeping.holds

    def headline(self) -> str:
        """Return the verdict."""
        return "HOLDS" if self.holds else "FAILS"

    def lines(self) -> list[Line]:
        """Return what holds of rows, privacy, the law and the cost."""
        how = "by what the kernel is" if self.privacy is None else self.privacy.headline()
        low, high = self.expected.enclosure(6)
        least = ", the least at this level" if self.optimal else ""
        return [
            ("claim", str(self.level)),
            ("rows", self.stochastic.said()),
            ("privacy", f"{'meets' if self.private else 'misses'} the claim; {how}"),
            ("law", self.keeping.headline()),
            *self.keeping.lines(),
            ("cost", f"{self.cost.name} in [{low}, {high}]{least}"),
        ]

    @property
    def expected(self) -> Expected:
        """The expected cost under the law."""
        return self.mechanism.form.expected(self.keeping.law, self.cost)

    def claims(self) -> list[Claim]:
        """Return the claims of the certificate."""
        claims = [stochastic_claim(self.stochastic), self._privacy_claim()]
        claims.append(keeping_claim(self.keeping))
        if self.optimal:
            claims.append(coupling_claim(self.cost, self.expected))
        return claims

    def _privacy_claim(self) -> Claim:
        if self.privacy is not None:
            return private_claim(self.privacy, self.level)
        guarantee = self.mechanism.form.guarantee()
        assert guarantee is not None
        return guaranteed_claim(guarantee, self.level.alpha)

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that a stranger can recheck."""
        return certificate(self.mechanism, self.claims())


def certify_fixed_point(
    mechanism: Mechanism,
    level: Any,
    law: Sequence[Any],
    image: Sequence[Any] | None = None,
    cost: Any = "ead",
) -> FixedPointJudgement:
    """Judge a mechanism that is to keep a law at a level, at the least cost.

    Parameters
    ----------
    mechanism : Mechanism
    level : PrivacyLevel or exact number
        A number is alpha.
    law, image : sequences of exact numbers
        See :func:`keeping`.
    cost : Cost, str or matrix
        ``ead`` by default.

    Examples
    --------
    >>> from exactdp.mechanisms.keeping.coupling import coupled
    >>> from exactdp.verify import checker
    >>> z = ["1/4"] * 4
    >>> found = certify_fixed_point(coupled(z, "1/2").mechanism, "1/2", z)
    >>> found.holds, found.optimal
    (True, True)
    >>> checker.check(found.certificate())[2:]
    ['fixed-point law 1/4+1/4+1/4+1/4: holds', 'optimal-coupling loss L1, cost 43/60: holds']
    """
    wanted, about = PrivacyLevel.of(level), cost_of(cost)
    about.require_size(mechanism.size)
    kept = keeping(mechanism, law, image)
    guarantee, report, best = mechanism.form.guarantee(), None, None
    below = None if guarantee is None else wanted.compare(guarantee.alpha)
    if below is None or below < 0 or not wanted.is_rational:
        report = privacy(mechanism)
    elif below == 0 and mechanism.form.couples(kept.law) and about.crossing() is None:
        best = True
    return FixedPointJudgement(mechanism, wanted, stochastic(mechanism), report, kept, about, best)


def keeping_claim(verdict: Keeping) -> Claim:
    """State that a law is sent to another, or the output where it is not."""
    claim: Claim = {"claim": "fixed-point", "law": [exact_text(x) for x in verdict.law.numbers]}
    if verdict.image != verdict.law:
        claim["image"] = [exact_text(x) for x in verdict.image.numbers]
    claim["holds"] = verdict.holds
    return claim if verdict.holds else claim | {"output": verdict.output}


def coupling_claim(cost: Cost, value: Expected) -> Claim:
    """State that no kernel with the same laws costs less, and what it costs.

    The cost is exact where the checker can read it, else between two decimals.

    Raises
    ------
    InputError
        If the cost is not Monge: then this is not known.
    """
    cost.require_monge()
    loss: Any = {"ead": "L1", "mse": "L2"}.get(cost.name)
    if cost.table is not None:
        loss = {"table": [[exact_text(x) for x in row] for row in cost.table]}
    claim: Claim = {"claim": "optimal-coupling", "loss": loss}
    if value.bits <= checker.MAX_DIGITS:  # in digits it is shorter still
        claim["cost"] = exact_text(value.exact())
    else:
        ends = zip(value.enclosure(DIGITS), (-1, 1), strict=True)
        # A unit wider, so that the checker's own enclosure lies within.
        claim["between"] = [exact_text(rational(x) + Fraction(s, 10**DIGITS)) for x, s in ends]
    return claim | {"holds": True}


def require_kept(verdict: Keeping) -> None:
    """Refuse a mechanism that does not keep the law.

    >>> from exactdp import geometric
    >>> require_kept(keeping(geometric(1, "1/2"), [1, 0]))
    Traceback (most recent call last):
        ...
    exactdp.InputError: output 0 has the probability 2/3, expected 1
    """
    if not verdict.holds:
        raise InputError(verdict.said())
