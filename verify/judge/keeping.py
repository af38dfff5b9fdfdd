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
from functools import cached_property
from typing import Any

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.law import Law
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import (
    MAX_CHARACTERS,
    brief,
    exact_text,
    rational,
    to_fraction,
)
from ...mechanisms.kernels.costs import Cost, cost_of
from ...mechanisms.kernels.expected import Expected
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.neighbours import ADJACENT
from ...mechanisms.kernels.telling import Line, Telling
from .certificate import (
    Claim,
    Document,
    certificate,
    kernels_of,
    level_of,
    private,
    private_claim,
    rows_claim,
    stochastic_claim,
)
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

    @cached_property
    def kernels(self) -> list[Document]:
        """The kernels of the certificate, which is about the last of them."""
        return kernels_of(self.mechanism)

    def claims(self) -> list[Claim]:
        """Return the claims of the certificate."""
        *_, kernel = kernels = self.kernels
        k = len(kernels) - 1
        claims = [] if self.stochastic.holds else [stochastic_claim(self.stochastic, k)]
        claims += [self._privacy_claim(k), keeping_claim(self.keeping, kernel, k)]
        if self.optimal:
            claims.append(self.coupling_claim(self.cost, k))
        return claims

    def _privacy_claim(self, kernel: int) -> Claim:
        if self.privacy is not None:
            return private_claim(self.privacy, self.level, kernel)
        alpha = self.mechanism.form.guarantee()
        assert alpha is not None
        stated = level_of(self.level, lambda low, high: bool(alpha * low >= 1))
        demand = private(stated, ADJACENT, self.mechanism.size)
        return rows_claim(demand, True, kernel, by="form")

    def coupling_claim(self, cost: Cost, kernel: int = 0) -> Claim:
        """State that no kernel at the level with the same laws costs less, and what it costs.

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
        level = private(self.level.alpha, ADJACENT, self.mechanism.size)
        claim: Claim = {
            "claim": "coupling",
            "kernel": kernel,
            "design": [level, law_demand(self.keeping)],
            "loss": loss,
        }
        value = self.mechanism.form.expected(self.keeping.law, cost)
        if value.bits <= MAX_CHARACTERS:  # in digits it is shorter still
            claim["cost"] = exact_text(value.exact())
        else:
            ends = zip(value.enclosure(DIGITS), (-1, 1), strict=True)
            # A unit wider, so that the checker's own enclosure lies within.
            claim["between"] = [exact_text(rational(x) + Fraction(s, 10**DIGITS)) for x, s in ends]
        return claim | {"holds": True}

    def certificate(self, subject: Document | None = None) -> Document:
        """Return the certificate that a stranger can recheck."""
        return certificate(self.kernels, self.claims(), subject)


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
    >>> z = ["1/2", "1/2"]
    >>> found = certify_fixed_point(coupled(z, "1/2").mechanism, "1/2", z)
    >>> found.holds, found.optimal
    (True, True)
    >>> from .rechecking import check
    >>> for line in check(found.certificate()).shown:
    ...     print(line.partition(" among")[0])
    kernel 0: form coupled, inputs 0..1, outputs 0..1
    kernel 0: each row sums to 1: holds
    kernel 0: private at alpha = 1/2 between {"inputs_within":1}: holds
    kernel 0: the law ["1/2","1/2"] is sent to ["1/2","1/2"]: holds
    kernel 0: coupling
    """
    wanted, about = PrivacyLevel.of(level), cost_of(cost)
    about.require_size(mechanism.size)
    kept = keeping(mechanism, law, image)
    alpha, report, best = mechanism.form.guarantee(), None, None
    below = -1 if alpha is None else wanted.compare(alpha)
    if below < 0:
        report = privacy(mechanism)
    elif below == 0 and mechanism.form.couples(kept.law) and about.crossing() is None:
        best = True
    return FixedPointJudgement(mechanism, wanted, stochastic(mechanism), report, kept, about, best)


def law_demand(verdict: Keeping) -> Document:
    """Return the demand that a law is sent to another."""
    laws = {"from": verdict.law, "to": verdict.image}
    texts = {side: [exact_text(x) for x in law.numbers] for side, law in laws.items()}
    return {"demand": "law", **texts}


def keeping_claim(verdict: Keeping, kernel: Document, place: int = 0) -> Claim:
    """State that a kernel sends a law to another, or the output where it does not."""
    demand = law_demand(verdict)
    if verdict.output is not None:
        return rows_claim(demand, False, place, at=[verdict.output])
    own = [kernel.get(side, kernel.get("law")) for side in ("input_law", "output_law")]
    by = {"by": "form"} if own == [demand["from"], demand["to"]] else {}
    return rows_claim(demand, True, place, **by)


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
