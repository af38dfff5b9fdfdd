"""Section 4.2: how many scales there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from ....mechanisms.polytopes.scales import patterns, scale
from ...engine.evidence import Step
from ...engine.identities import symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, sign
from ...statements.claim import Finding, Proof, claim, decide
from .space import ALPHAS, columns_with_all_tight

a, x = symbols("a x")
SCALES = range(2, 7)


def count_scales(formula: Callable[[int], int]) -> Step:
    """Compare a formula with how many scales there are, found in two ways that agree."""

    def holds(size: int, alpha: Fraction) -> bool:
        tried = columns_with_all_tight(size, alpha)
        made = {tuple(scale(pattern, alpha)) for pattern in patterns(size)}
        return tried == made and len(tried) == formula(size)

    cases = [{"size": size, "alpha": alpha} for size in SCALES for alpha in ALPHAS]
    return counterexample("the number of different scales", cases, holds)


@claim(
    "KL-17",
    place="4.2",
    statement="there are k = 2^(n-1) scales",
    formula="k = 2^{n-1}",
)
def number_of_scales() -> Finding:
    """By induction: a scale of n counts goes on to one more in two ways that differ."""

    def goes_on(size: int, alpha: Fraction) -> bool:
        begun = Counter(
            tuple(value / sum(column[:-1]) for value in column[:-1])
            for column in columns_with_all_tight(size, alpha)
        )
        shorter = {(Fraction(1),)} if size == 2 else columns_with_all_tight(size - 1, alpha)
        return set(begun) == shorter and set(begun.values()) == {2}

    cases = [{"size": size, "alpha": alpha} for size in SCALES for alpha in ALPHAS]
    return decide(
        search=[count_scales(lambda size: 2 ** (size - 1))],
        proof=Proof(
            "all n, all alpha in (0, 1)",
            [
                counterexample(
                    "a scale is one of a count less (of one count: there is one), which goes on "
                    "in two ways",
                    cases,
                    goes_on,
                ),
                sign(
                    "for all alpha: x/alpha and alpha x differ",
                    x / a - a * x,
                    ">0",
                    {"a": UNIT, "x": UNIT},
                ),
                sign("and are positive", a * x, ">0", {"a": UNIT, "x": UNIT}),
            ],
        ),
    )
