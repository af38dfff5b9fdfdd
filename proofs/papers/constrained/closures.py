"""Section IV-A: all implications among the properties, for every n.

That there are no others is shown by kernels: :mod:`exactdp.proofs.deciding.patterns`.
"""

from __future__ import annotations

from ...lemmas.implications import (
    implications_proved,
)
from ...lemmas.optima import lemma
from ...lemmas.separations import LATTICES, exactly_five, witnesses
from ...statements.claim import Finding, Repair, claim, decide

#: What holds at n = 1 besides.
AT_ONE = (
    "F => S",
    "S => F",
    "RH => RM",
    "CH => CM",
    "CM => WH",
    "WH => CH",
    "WH => RM",
    "F & RH => CH",
)


@claim(
    "CKS-29",
    place="IV-A (implicit)",
    statement="RM => RH, CM => CH, CH => WH, F & RH => CH and F & CH => RH are all implications "
    "among the seven properties, for each n",
)
def all_implications() -> Finding:
    """They are for every n >= 3; n = 1 and n = 2 have more."""
    return decide(
        search=[exactly_five(size) for size in LATTICES],
        condition=Repair(
            "all n >= 3, all alpha in (0, 1), and without privacy",
            [
                *implications_proved(),
                *witnesses(),
                *(exactly_five(size) for size in LATTICES if size >= 3),
                lemma("RM & F & S => CM", range(2, 3)),
                lemma("CM & F & S => RM", range(2, 3)),
                *(lemma(text, range(1, 2)) for text in AT_ONE),
            ],
            "n >= 3; for n = 2 also RM & F & S => CM and CM & F & S => RM, and for n = 1 F and S "
            "are the same, RH and RM are, and CH, CM and WH are and imply RH",
        ),
    )
