"""What the laws of a sampler on adjacent inputs say of its privacy, exactly.

Rows are inputs. An undecided mass u_i may belong to any outputs of input i, so for adjacent
inputs i, k, with lower bounds l, and the outputs S = {j : l_kj > e^eps l_ij},

    l_k(S) - e^eps (l_i(S) + u_i)  <=  delta  <=  l_k(S) - e^eps l_i(S) + u_k.

The left side is what no completion can avoid: above the claimed delta, the claim fails. The
right side is what no completion can exceed: if it never is above, the claim holds. Between
them it is undecided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, Literal

from flint import fmpq

from ...mechanisms.exact.errors import InputError, LimitError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import brief, exact_text, rational, to_fmpq, to_fraction
from ...mechanisms.kernels.neighbours import ADJACENT
from ..judge.certificate import (
    Claim,
    Document,
    certificate,
    level_of,
    near,
    private,
    rows_claim,
)
from ..judge.judgement import level_document
from ..judge.privacy import epsilon_document
from ..judge.profile import Delta
from .exact import Code, Source, code_of, law, several
from .law import CodeLaw

Verdict = Literal["holds", "fails", "undecided"]


@dataclass(frozen=True)
class OutputRatio:
    """An output and two adjacent inputs: Pr[output | first] / Pr[output | second].

    Where mass is undecided it is an upper bound of that ratio.
    """

    output: str
    inputs: tuple[int, int]
    ratio: Fraction

    def __str__(self) -> str:
        """Return which ratio it is."""
        first, second = self.inputs
        return f"Pr[{self.output}|{first}] / Pr[{self.output}|{second}]"

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "output": self.output,
            "inputs": list(self.inputs),
            "ratio": exact_text(self.ratio),
        }


@dataclass(frozen=True)
class Audit:
    """The privacy of code, from its laws on consecutive inputs.

    Attributes
    ----------
    target : str
        The name of the code.
    inputs : tuple of int
        Consecutive counts, ascending.
    laws : tuple of CodeLaw
        One for each input.
    level : PrivacyLevel
        The claim.
    bound : Fraction
        The delta of the claim, 0 for pure differential privacy.
    """

    target: str
    inputs: tuple[int, ...]
    laws: tuple[CodeLaw, ...]
    level: PrivacyLevel
    bound: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        first = self.inputs[0] if self.inputs else 0
        if len(self.inputs) < 2 or self.inputs != tuple(range(first, first + len(self.inputs))):
            raise InputError(
                f"got the inputs {list(self.inputs)[:8]}, expected at least two consecutive "
                "counts, ascending: privacy compares adjacent inputs"
            )
        if not 0 <= self.bound <= 1:
            raise InputError(f"got delta = {brief(self.bound)}, expected 0 <= delta <= 1")

    @property
    def exact(self) -> bool:
        """Whether nothing is undecided."""
        return all(law.exact for law in self.laws)

    @cached_property
    def ratios(self) -> tuple[int | None, OutputRatio | None, OutputRatio | None]:
        """The number of zero pairs, the first of them, and the least ratio that is not 0.

        The number is None where mass is undecided; then there are no zeros to be sure of.
        """
        zeros, first_zero, least = 0, None, None
        for i, k in self._pairs():
            p, q = self.laws[i], self.laws[k]
            for name, y in q.probabilities.items():
                x = p.probabilities.get(name, Fraction(0)) + p.undecided
                found = OutputRatio(name, (self.inputs[i], self.inputs[k]), x / y)
                if x == 0:
                    zeros += 1
                    first_zero = first_zero or found
                elif x < y and (least is None or found.ratio < least.ratio):
                    least = found
        return (zeros if self.exact else None), first_zero, least

    @property
    def witness(self) -> OutputRatio | None:
        """The output and inputs that attain the tightest alpha, or bound it."""
        _, first_zero, least = self.ratios
        return first_zero or least

    @property
    def alpha_at_most(self) -> Fraction:
        """No alpha above this can hold; where the laws are exact it is the tightest alpha."""
        return self.witness.ratio if self.witness else Fraction(1)

    @property
    def tightest_alpha(self) -> Fraction | None:
        """The largest alpha that holds (0: none does); None where mass is undecided."""
        return self.alpha_at_most if self.exact else None

    @cached_property
    def deltas(self) -> tuple[Delta, Delta]:
        """What delta at the claimed eps is at least and at most; the same where it is exact."""
        low: Delta | None = None
        high: Delta | None = None
        for i, k in self._pairs():
            mass = other = fmpq(0)
            for name, y in self.laws[k].probabilities.items():
                a, b = to_fmpq(y), to_fmpq(self.laws[i].probabilities.get(name, Fraction(0)))
                if self.level.sign(a, b) > 0:
                    mass, other = mass + a, other + b
            inputs = self.inputs[k], self.inputs[i]
            least = mass, other + to_fmpq(self.laws[i].undecided)
            most = mass + to_fmpq(self.laws[k].undecided), other
            low, high = self._larger(low, *least, inputs), self._larger(high, *most, inputs)
        assert low is not None  # there are at least two inputs
        assert high is not None
        return low, high

    def _larger(
        self, best: Delta | None, mass: fmpq, other: fmpq, inputs: tuple[int, int]
    ) -> Delta:
        if (
            best is not None
            and self.level.sign(mass - to_fmpq(best.mass), other - to_fmpq(best.other)) <= 0
        ):
            return best
        return Delta(self.level, to_fraction(mass), to_fraction(other), inputs)

    def _pairs(self) -> list[tuple[int, int]]:
        steps = [(i, i + 1) for i in range(len(self.inputs) - 1)]
        return [pair for i, k in steps for pair in ((k, i), (i, k))]

    @property
    def verdict(self) -> Verdict:
        """Whether the claim holds, whatever the undecided mass may be."""
        low, high = self.deltas
        if not low.at_most(self.bound):
            return "fails"
        return "holds" if high.at_most(self.bound) else "undecided"

    def document(self, digits: int = 20) -> dict[str, Any]:
        """Return the verdict as JSON; rationals are texts, decimals are enclosures."""
        zeros, _, least = self.ratios
        alpha = self.tightest_alpha
        low, high = self.deltas
        document: dict[str, Any] = {
            "verdict": self.verdict,
            "target": self.target,
            "claim": level_document(self.level) | {"delta": exact_text(self.bound)},
            "tightest_alpha": None if alpha is None else exact_text(alpha),
            "tightest_epsilon": None if alpha is None else epsilon_document(alpha, digits),
            "alpha_at_most": exact_text(self.alpha_at_most),
            "zero_pairs": zeros,
            "witness": self.witness.document() if self.witness else None,
            "least_nonzero_ratio": least.document() if least else None,
            "undecided": exact_text(max(law.undecided for law in self.laws)),
            "method": self.method,
            "assumptions": self.assumptions,
        }
        for name, delta in (
            (("delta", low),)
            if self.exact
            else (
                ("delta_at_least", low),
                ("delta_at_most", high),
            )
        ):
            document[name] = {
                "exact": delta.exact,
                "enclosure": list(delta.enclosure(digits)),
                "inputs": list(delta.inputs),
            }
        return document | {
            "laws": [
                {"input": value} | law.document()
                for value, law in zip(self.inputs, self.laws, strict=True)
            ]
        }

    def __str__(self) -> str:
        """Return the verdict, what it is about, and what it rests on."""
        known = "exact" if self.exact else "with mass that is undecided"
        alpha = brief(self.alpha_at_most) if self.exact else f"at most {brief(self.alpha_at_most)}"
        witness = f", by {self.witness}" if self.witness else ""
        return (
            f"{self.target} on inputs {self.inputs[0]}..{self.inputs[-1]}: {self.verdict.upper()}\n"
            f"claim: {self.level}, delta = {brief(self.bound)}\n"
            f"tightest alpha: {alpha}{witness}\n"
            f"{known} ({self.method}, {sum(law.runs for law in self.laws)} runs), "
            f"under {len(self.assumptions)} assumptions"
        )

    def _repr_html_(self) -> str:
        assumed = "".join(f"<li>{escape(text)}</li>" for text in self.assumptions)
        return f"<pre>{escape(str(self))}</pre><ul>{assumed}</ul>"

    @property
    def method(self) -> str:
        """How the laws were obtained."""
        return ", ".join(dict.fromkeys(law.method for law in self.laws))

    @property
    def assumptions(self) -> list[str]:
        """What must be true of the code for them to be its laws."""
        return list(dict.fromkeys(text for law in self.laws for text in law.assumptions))


def audit_certificate(found: Audit) -> Document:
    """Return the certificate of the laws of code, as a kernel, with what they say of its privacy.

    Where nothing is undecided the tightest alpha is stated too. Only the arithmetic on the laws
    can be rechecked; that they are those of the code, and under which assumptions, is the
    writer's word.

    Raises
    ------
    LimitError
        If the verdict is undecided: there is nothing to certify.
    """
    names = list(dict.fromkeys(name for law in found.laws for name in law.probabilities))
    if found.verdict == "undecided" or not names:
        raise LimitError(
            "the verdict is undecided, so there is nothing to certify: state a delta, or follow "
            "more of the code with a larger depth"
        )
    first, size = found.inputs[0], len(found.inputs)
    kernel: Document = {
        "form": "dense",
        "inputs": [first, found.inputs[-1]],
        "outputs": names,
        "rows": [
            [exact_text(law.probabilities.get(name, 0)) for name in names] for law in found.laws
        ],
    }
    claims = []
    if found.tightest_alpha is None:
        kernel["undecided"] = [exact_text(law.undecided) for law in found.laws]
    else:
        by = found.witness
        tight = [] if by is None else [[i - first, names.index(by.output)] for i in by.inputs]
        demand = private(found.tightest_alpha, ADJACENT, size)
        claims.append(rows_claim(demand, True, tight=tight))
    holds = found.verdict == "holds"
    claim: Claim = {
        "claim": "level",
        "kernel": 0,
        "neighbours": near(ADJACENT, size),
        "alpha": level_of(found.level, lambda low, high: _shown(found, low, high)),
        "delta": exact_text(found.bound),
        "holds": holds,
    }
    if not holds:
        claim["at"] = [i - first for i in reversed(found.deltas[0].inputs)]
    subject = {"target": found.target, "method": found.method, "assumptions": found.assumptions}
    return certificate([kernel], [*claims, claim], subject)


def _shown(found: Audit, low: fmpq, high: fmpq) -> bool:
    """Whether a verdict is shown by numbers below and above e^eps."""
    if found.verdict == "fails":
        worst = found.deltas[0]
        return bool(to_fmpq(worst.mass) - high * to_fmpq(worst.other) > to_fmpq(found.bound))
    # Delta falls as e^eps grows, so it is enough at a rational below e^eps.
    return replace(found, level=PrivacyLevel.from_alpha(1 / low)).deltas[1].at_most(found.bound)


def audit(
    target: Code,
    level: Any = None,
    inputs: Iterable[int] = (),
    source: Source | None = None,
    *,
    epsilon: Any = None,
    delta: Any = 0,
    depth: int | None = None,
) -> Audit:
    """Hold the laws of code on consecutive counts against a claim of privacy.

    Parameters
    ----------
    target, source, depth
        As for :func:`~exactdp.verify.laws.exact.law`.
    level : PrivacyLevel, or a rational that is alpha = e^-eps
        The claimed level; or state it by `epsilon`.
    inputs : iterable of int
        Consecutive counts, ascending, such as ``range(11)``.
    epsilon : rational or str
        The claimed eps, such as ``"1/2"`` or ``"ln 2"``.
    delta : rational or str
        The claimed delta, 0 for pure differential privacy.

    Examples
    --------
    >>> from exactdp.mechanisms.sampling.truncated import truncated_geometric
    >>> def sampler(count, source):
    ...     return truncated_geometric(count, 0, 3, "1/2", source)
    >>> found = audit(sampler, epsilon="ln 2", inputs=range(4))
    >>> found.verdict, found.tightest_alpha
    ('holds', Fraction(1, 2))
    >>> print(found)
    sampler on inputs 0..3: HOLDS
    claim: alpha = 1/2 (eps = ln(2)), delta = 0
    tightest alpha: 1/2, by Pr[0|1] / Pr[0|0]
    exact (bit tree, 160 runs), under 3 assumptions
    """
    if (level is None) == (epsilon is None):
        given = "neither" if level is None else "both"
        raise InputError(f"got {given} of level and epsilon, expected exactly one of them")
    claimed = PrivacyLevel.of(level) if epsilon is None else PrivacyLevel.from_epsilon(epsilon)
    values = tuple(several(inputs))
    code = code_of(target)
    empty = Audit(code.name, values, (), claimed, rational(delta))  # refuses what cannot be asked
    return replace(empty, laws=tuple(law(code, values, source, depth=depth).values()))
