"""Code that can only be sampled: a refutation with a stated confidence, never a certificate.

Counts of outputs give Clopper-Pearson bounds for their probabilities. The tails of the
binomial law are evaluated by balls of rising precision, so a bound is a rational that is
certainly on the safe side. Which outputs are compared is settled by a first sample, and the
comparisons are made on a second one, so that a union bound over them is all that is needed.

>>> low, high = clopper_pearson(3, 10, Fraction(1, 20))
>>> round(float(low), 6), round(float(high), 6)
(0.087264, 0.606624)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from flint import arb, fmpq

from ...mechanisms.exact import balls
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import brief, exact_text, to_fmpq
from ..judge.judgement import level_document
from .law import label_of
from .running import Target
from .trespass import now, staying

#: Bounds are multiples of 2^-BITS.
BITS = 48
#: How many pairs of probabilities are compared.
COMPARISONS = 8


def clopper_pearson(k: int, n: int, error: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds below and above a probability, each wrong with chance at most `error`.

    Parameters
    ----------
    k, n : int
        An event was seen `k` times in `n` independent trials.
    error : Fraction
        In (0, 1).

    References
    ----------
    Clopper, Pearson, *The Use of Confidence or Fiducial Limits Illustrated in the Case of the
    Binomial*: the bound below is the p at which k or more successes have the chance `error`.
    """
    return _below(k, n, error), 1 - _below(n - k, n, error)


def _below(k: int, n: int, error: Fraction) -> Fraction:
    """Return a multiple of 2^-BITS at which k or more successes have at most the chance."""
    low, high = 0, 2**BITS if k else 1
    while high - low > 1:
        middle = (low + high) // 2
        if _tail_is_at_most(fmpq(middle, 2**BITS), k, n, to_fmpq(error)):
            low = middle
        else:
            high = middle
    return Fraction(low, 2**BITS)


def _tail_is_at_most(p: fmpq, k: int, n: int, error: fmpq) -> bool:
    """Whether k or more successes in n trials certainly have at most such a chance."""
    for bits in (64, 128, 256, 512, 1024):
        with balls.precision(bits):
            tail = arb(p).beta_lower(arb(k), arb(n - k + 1), regularized=True)
            if tail <= arb(error):
                return True
            if tail > arb(error):
                return False
    return False  # too near to tell: the bound stays on the safe side


@dataclass(frozen=True)
class Comparison:
    """An output under two adjacent inputs: how often it was seen, and what that shows."""

    output: str
    inputs: tuple[int, int]
    seen: tuple[int, int]
    bounds: tuple[Fraction, Fraction]  # below the first probability, above the second

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "output": self.output,
            "inputs": list(self.inputs),
            "seen": list(self.seen),
            "at_least": exact_text(self.bounds[0]),
            "at_most": exact_text(self.bounds[1]),
        }


@dataclass(frozen=True)
class Sampled:
    """What samples say of a claim.

    Attributes
    ----------
    refutation : Comparison or None
        A comparison that shows, with the stated confidence, that the claim does not hold.
    """

    target: str
    level: PrivacyLevel
    confidence: Fraction
    count: int
    comparisons: tuple[Comparison, ...]
    refutation: Comparison | None

    @property
    def verdict(self) -> Literal["fails", "undecided"]:
        """Samples never show that a claim holds."""
        return "undecided" if self.refutation is None else "fails"

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        refuted = self.refutation is not None
        return {
            "verdict": self.verdict,
            "finding": "refuted" if refuted else "not refuted",
            "target": self.target,
            "claim": level_document(self.level) | {"delta": "0"},
            "method": "samples",
            "assumptions": [
                "calls of the code are independent, and have the same law",
                f"confidence {exact_text(self.confidence)}",
            ],
            "samples": self.count,
            "witness": self.refutation.document() if self.refutation else None,
            "comparisons": [found.document() for found in self.comparisons],
        }


def sampled(
    target: Target,
    inputs: list[int],
    level: PrivacyLevel,
    count: int,
    confidence: Fraction = Fraction(999, 1000),
) -> Sampled:
    """Hold samples of code against a claim of pure differential privacy.

    Parameters
    ----------
    target : Target
        Called with an input alone; it draws from wherever it draws.
    inputs : list of int
        Consecutive counts, ascending.
    level : PrivacyLevel
    count : int
        How often the code is called on each input, twice: to choose what is compared, and to
        compare.
    confidence : Fraction
        A claim that holds is refuted with a chance of at most 1 minus this.

    Raises
    ------
    InputError
        If the confidence is not in (0, 1), the count not positive, or the code needs a source.
    """
    if not 0 < confidence < 1:
        raise InputError(f"got confidence {brief(confidence)}, expected a number in (0, 1)")
    if count < 1:
        raise InputError(f"got {count} samples, expected at least 1")
    if target.takes_source:
        raise InputError(
            f"{target.name}: it takes a source; samples are of code that draws by itself"
        )
    chosen = _chosen(_counts(target, inputs, count), inputs, level)
    seen = _counts(target, inputs, count)
    error = (1 - confidence) / (2 * max(1, len(chosen)))
    comparisons = []
    for i, k, name in chosen:
        a, b = seen[i][name], seen[k][name]
        bounds = clopper_pearson(a, count, error)[0], clopper_pearson(b, count, error)[1]
        comparisons.append(Comparison(name, (inputs[i], inputs[k]), (a, b), bounds))
    refutation = None
    for found in comparisons:
        if refutation is None and level.sign(*map(to_fmpq, found.bounds)) > 0:
            refutation = found
    return Sampled(target.name, level, confidence, count, tuple(comparisons), refutation)


def _counts(target: Target, inputs: list[int], count: int) -> list[Counter[str]]:
    def once(value: int) -> str:
        try:
            name = label_of(target.function(value))
        except InputError:
            raise
        except (Exception, SystemExit) as error:
            name = f"!{type(error).__name__}"
        if now.refused is not None:
            raise InputError(f"{target.name}: at input {value!r} {now.refused}")
        return name

    with staying():
        return [
            Counter(once(value) for _ in range(count))
            for value in track(inputs, len(inputs), "sampling")
        ]


def _chosen(
    seen: list[Counter[str]], inputs: list[int], level: PrivacyLevel
) -> list[tuple[int, int, str]]:
    """Return the comparisons in which a first sample is farthest beyond the claim."""
    odds = level.odds_bracket()[0]
    found: list[tuple[Any, int, int, str]] = []
    for i in range(len(inputs)):
        for k in (i - 1, i + 1):
            if 0 <= k < len(inputs):
                for name, a in seen[i].items():
                    # Squares of standard scores, with the sign of what is beyond.
                    beyond = a - odds * seen[k][name]
                    found.append((beyond * abs(beyond) / (a + odds**2 * seen[k][name]), i, k, name))
    return [(i, k, name) for _, i, k, name in sorted(found, reverse=True)[:COMPARISONS]]
