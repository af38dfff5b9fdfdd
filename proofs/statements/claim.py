"""Claims, what is found about them, and how evidence becomes a verdict.

A claim is a sentence that somebody printed, with the place where it stands. The function
that decides it is registered by :func:`claim` and returns a :class:`Finding`, which only
:func:`decide` assembles. The verdict is computed: it is read off the steps, each of which was
computed too. Written by hand are the statement in our words, how far a proof reaches (its
scope), a condition or correction, and what joins the steps into a proof.

* *true*: no counterexample was found and every step of the proof holds;
* *conditional*: a counterexample exists, and the claim is proved under a condition;
* *false*: a counterexample exists (and where one is known, a corrected statement is proved);
* *open*: neither.

Each part of a finding has a grade: it is *rechecked* if what a certificate states of its steps is
that part itself, and *argued* if words are needed to get from the steps to it. A counterexample
is a single step; whether the steps of a proof are the claim itself, taken *literally*, is
written by hand, and never where a symbol stands for something that is only told in words.

>>> from exactdp.proofs.engine.evidence import Step
>>> decide(search=[Step("search", "tried", True)],
...        proof=Proof("all n", [Step("identity", "1 = 1", True)])).verdict
'true'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ...verify.judge.joining import Stated, joined
from ..engine.evidence import Step, all_hold

Verdict = Literal["true", "false", "conditional", "open"]
#: The parts of a finding that a verdict needs.
NEEDED: dict[Verdict, tuple[str, ...]] = {
    "true": ("proof",),
    "false": ("counterexample",),
    "conditional": ("counterexample", "condition"),
    "open": (),
}
#: The papers by the prefix of their claims, in the order in which they are listed.
SOURCES = {
    "CKS": "Constrained Differential Privacy for Count Data",
    "COV": "Geometric Mechanism Notes",
    "COL": "Releasing Counts with Differential Privacy",
    "KL": "Preserving Target Distributions With Differentially Private Count Mechanisms",
    "NEW": "Findings beyond the papers",
}


@dataclass(frozen=True)
class Claim:
    """A claim as it was printed.

    Parameters
    ----------
    id : str
        Its identifier, such as ``CKS-43``; what stands before the number is a key of `SOURCES`.
    place : str
        Where it stands there: section, item.
    statement : str
        What it says, in our words.
    formula : str, optional
        The statement as a formula.
    """

    id: str
    place: str
    statement: str
    formula: str | None = None

    @property
    def source(self) -> str:
        """The title of the paper."""
        return SOURCES[self.id.partition("-")[0]]


@dataclass(frozen=True)
class Finding:
    """What was found about a claim; made by :func:`decide`."""

    verdict: Verdict
    scope: str
    kind: tuple[str, ...]
    evidence: tuple[dict[str, Any], ...]
    counterexample: dict[str, Any] | None = None
    correction: str | None = None
    condition: str | None = None
    scan_error: str | None = None
    steps: tuple[Step, ...] = field(default=(), repr=False, compare=False)
    parts: Mapping[str, Proof] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Proof:
    """Steps that together prove a claim, and how far they reach, which is written by hand.

    Parameters
    ----------
    scope : str
        How far they reach.
    steps : sequence of Step
    literal : bool
        Whether the certificates of the steps say the claim itself, nothing being joined in words.

    Examples
    --------
    >>> Proof("all n", []).complete
    False
    """

    scope: str
    steps: Sequence[Step]
    literal: bool = field(default=False, kw_only=True)

    @property
    def complete(self) -> bool:
        """Whether there are steps and every one of them holds."""
        return all_hold(self.steps)

    def stated(self) -> Stated | None:
        """Return what a certificate states of all this; None if it cannot be one.

        >>> Proof("all n", [Step("identity", "1 = 1", True)], literal=True).stated() is None
        True
        """
        stated = [step.stated() for step in self.steps] if self.literal else []
        if not stated or None in stated:
            return None
        return joined(one for one in stated if one is not None)


@dataclass(frozen=True)
class Repair(Proof):
    """A statement that stands where the printed one falls, with its proof."""

    statement: str


@dataclass(frozen=True)
class Entry:
    """A registered claim with the function that decides it."""

    claim: Claim
    decide: Callable[[], Finding]


#: Every registered claim, in the order of registration.
REGISTRY: dict[str, Entry] = {}


def claim(
    identifier: str, *, place: str, statement: str, formula: str | None = None
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Register the decorated function as the one that decides this claim.

    Raises
    ------
    ValueError
        If the identifier is taken.
    """
    this = Claim(identifier, place, statement, formula)

    def register(function: Callable[[], Finding]) -> Callable[[], Finding]:
        if identifier in REGISTRY:
            raise ValueError(f"got the claim {identifier} twice, expected one function a claim")
        REGISTRY[identifier] = Entry(this, function)
        return function

    return register


def decide(
    *,
    search: Sequence[Step],
    proof: Proof | None = None,
    condition: Repair | None = None,
    correction: Repair | None = None,
    scan_error: str | None = None,
) -> Finding:
    """Read the verdict off the evidence.

    Parameters
    ----------
    search : sequence of Step
        The hunt for a counterexample to the claim as printed.
    proof : Proof, optional
        The attempt to prove the claim as printed.
    condition : Repair, optional
        The claim under a condition that was not printed; `statement` is the condition.
    correction : Repair, optional
        A corrected statement.
    scan_error : str, optional
        How the scan garbled the claim, if its failure is due to that alone.

    Raises
    ------
    RuntimeError
        If a counterexample and a complete proof stand against each other.

    Examples
    --------
    >>> bad = Step("search", "n < 3", False, {"counterexample": {"n": 3}})
    >>> repair = Repair("all n", [Step("identity", "n - 3 < 0", True)], "n <= 2")
    >>> finding = decide(search=[bad], condition=repair)
    >>> finding.verdict, finding.condition, finding.counterexample
    ('conditional', 'n <= 2', {'n': 3, 'refutes': 'n < 3'})
    >>> decide(search=[bad]).verdict
    'false'
    """
    attempted = [*search, *(proof.steps if proof else ())]
    refuting = next((step for step in attempted if step.holds is False), None)
    proved = bool(proof and proof.complete)
    if refuting is not None and proved:
        raise RuntimeError(f"contradiction: {refuting.shows!r} is refuted and proved")
    corrected = correction if correction is not None and correction.complete else None
    conditioned = condition if condition is not None and condition.complete else None
    verdict: Verdict
    if refuting is not None:
        rescued = conditioned is not None and correction is None
        verdict = "conditional" if rescued else "false"
        repair = corrected or conditioned
        scope = repair.scope if repair else "this instance"
    elif proof is not None and proved:
        verdict, scope = "true", proof.scope
    else:
        verdict, scope = "open", "the instances that were searched"
    steps = [*attempted]
    for part in (condition, correction):
        steps += part.steps if part is not None else ()
    parts: dict[str, Proof | None] = {
        "counterexample": None
        if refuting is None
        else Proof("this instance", [refuting], literal=True),
        "proof": proof if proved else None,
        "condition": conditioned if refuting is not None else None,
        "correction": corrected if refuting is not None else None,
    }
    return Finding(
        verdict=verdict,
        scope=scope,
        kind=tuple(dict.fromkeys(step.method for step in steps)),
        evidence=tuple(step.to_json() for step in steps),
        counterexample=None if refuting is None else _exhibit(refuting),
        correction=corrected.statement if corrected and refuting is not None else None,
        condition=conditioned.statement if conditioned and refuting is not None else None,
        scan_error=scan_error if refuting is not None else None,
        steps=tuple(steps),
        parts={name: part for name, part in parts.items() if part is not None},
    )


def unfinished(steps: Sequence[Step], reason: str) -> Finding:
    """Return what was established before a decision was cut short, which is no verdict.

    >>> unfinished([Step("search", "n < 3", True)], "the limit of 1 s was reached").scope
    'undecided: the limit of 1 s was reached'
    """
    return Finding(
        verdict="open",
        scope=f"undecided: {reason}",
        kind=tuple(dict.fromkeys(step.method for step in steps)),
        evidence=tuple(step.to_json() for step in steps),
        steps=tuple(steps),
    )


def _exhibit(step: Step) -> dict[str, Any]:
    return {**step.data.get("counterexample", {}), "refutes": step.shows}
