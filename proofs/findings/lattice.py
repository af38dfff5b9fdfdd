"""NEW-9: how many sets of properties are closed under implication."""

from __future__ import annotations

from ..engine.evidence import Step
from ..engine.search import counterexample
from ..lemmas.implications import closed_sets, implications_proved
from ..lemmas.separations import LATTICES, exactly_five, listed, witnesses
from ..statements.claim import Finding, Proof, claim, decide

#: Sizes at which the closed sets are also counted with privacy among the premises.
PRIVATE = range(1, 5)
#: How many sets are closed at n = 3 and beyond, and below.
COUNT = 36
FEWER = range(1, 3)


def counted(size: int, *, private: bool = False) -> int:
    """Return how many of the 128 sets are closed, by linear programs.

    >>> counted(1)
    5
    """
    return len(listed(size, private=private).closed)


@claim(
    "NEW-9",
    place="NEW-9",
    statement="for n = 3, 4, 5, with or without DP, exactly 36 of the 128 sets of properties are "
    "closed under implication; n = 1 and n = 2 have more implications and fewer closed sets",
)
def closed_under_implication() -> Finding:
    """36 at every n >= 3; 34 at n = 2 and 5 at n = 1."""

    def as_said(n: int) -> bool:
        return (counted(n) == COUNT) if n >= 3 else counted(n) < COUNT

    def with_privacy(n: int) -> bool:
        return counted(n, private=True) == counted(n)

    fewer = {size: counted(size) for size in FEWER}
    return decide(
        search=[
            counterexample("36 from n = 3 on, fewer before", ({"n": s} for s in LATTICES), as_said),
            counterexample("the same with privacy", ({"n": s} for s in PRIVATE), with_privacy),
        ],
        proof=Proof(
            "all n >= 3 (36), n = 2 (34), n = 1 (5); all alpha in (0, 1), and without privacy",
            [
                *implications_proved(),
                *witnesses(),
                Step(
                    "patterns",
                    "36 sets are closed under the five implications",
                    len(closed_sets()) == COUNT,
                    {"closed sets": len(closed_sets())},
                ),
                Step(
                    "lemma",
                    "n = 1 has 5 closed sets, n = 2 has 34",
                    fewer == {1: 5, 2: 34},
                    {"closed sets": {str(size): found for size, found in fewer.items()}},
                ),
                *(exactly_five(size, private=True) for size in PRIVATE if size >= 3),
            ],
        ),
    )
