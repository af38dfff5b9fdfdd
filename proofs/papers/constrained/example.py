"""Sections II-B and IV-A: Example 1, what is drawn from it, and the uniform mechanism UM."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....mechanisms.families.geometric import factors
from ...engine import facts
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import ALPHAS, counterexample, instances
from ...engine.signs import UNIT, UNIT_CLOSED, at_least, sign
from ...lemmas import instances as concrete
from ...lemmas.instances import uniform
from ...lemmas.optima import printed, printed_of
from ...statements.claim import Finding, Proof, claim, decide

#: Example 1's parameters.
N, ALPHA = 2, Fraction(9, 10)
INSTANCE = "this instance (n = 2, alpha = 9/10)"
#: The mechanism of Example 1, as a certificate has it.
GM = concrete.geometric_form(N, ALPHA)

a, A, n = symbols("a A n")


def example_1(kernel: concrete.Kernel) -> list[Step]:
    """Compare a kernel for n = 2 with the numbers of Example 1."""
    times = (kernel[1][0] + kernel[1][2]) / kernel[1][1]
    wrong = facts.linear({(1, 0): 1, (1, 2): 1, (1, 1): -times}, 0, "=")
    return [
        printed_of("input 1: Pr of output 0", kernel, {(1, 0): 1}, "0.47", GM),
        printed_of("input 1: Pr of output 2", kernel, {(1, 2): 1}, "0.47", GM),
        printed_of("input 1: Pr of the truth", kernel, {(1, 1): 1}, "0.05", GM),
        replace(
            printed("input 1: how many times likelier a wrong answer is", times, "18"),
            states=lambda: facts.kernel(GM, facts.holds(wrong)),
        ),
        printed_of("input 0: Pr of output 0", kernel, {(0, 0): 1}, "0.53", GM),
    ]


@claim(
    "CKS-19",
    place="II-B, Example 1",
    statement="GM at n = 2, alpha = 9/10: input 1 gives 0 and 2 with probability about 0.47 each "
    "and the truth with about 0.05, a wrong answer is 18 times likelier; input 0 gives 0 with 0.53",
)
def numbers_of_example_1() -> Finding:
    """Exactly 9/19, 9/19, 1/19, 18 and 10/19."""
    steps = example_1(concrete.geometric(N, ALPHA))
    return decide(search=[], proof=Proof(INSTANCE, steps, literal=True))


@claim(
    "CKS-20",
    place="II-B, Example 1",
    statement="as alpha tends to 1, GM's probability of outputs other than 0 and n tends to 0",
)
def inner_outputs_vanish() -> Finding:
    """An inner output has probability y alpha^|i-j| <= y <= 1 - alpha on every input."""

    def below(n: int, alpha: Fraction) -> bool:
        kernel = concrete.geometric(n, alpha)
        return all(p <= 1 - alpha for row in kernel for p in row[1:n])

    _, y = factors(a)
    box = {"a": UNIT, "A": UNIT_CLOSED}  # A = alpha^|i-j|
    return decide(
        search=[counterexample("inner outputs have at most 1 - alpha", instances(), below)],
        proof=Proof(
            "all n, all inputs",
            [
                sign("an inner output has at most y", y - y * A, ">=0", box),
                sign("and y is below 1 - alpha", (1 - a) - y, ">0", {"a": UNIT}),
                sign(
                    "together at most (n-1)(1-alpha): n - 1 >= 0", n - 1, ">=0", {"n": at_least(1)}
                ),
                identity("which is 0 at alpha = 1", (n - 1) * (1 - a**0), 0 * a),
            ],
        ),
    )


def lacks(letters: tuple[str, ...], kernel: concrete.Kernel) -> Step:
    """Decide whether a kernel lacks all these properties."""
    had = {letter: concrete.PROPERTIES[letter](kernel) for letter in letters}
    data: dict[str, object] = {"has": had, "input 1": [str(p) for p in kernel[1]]}
    holds = not any(had.values())
    shown = data if holds else {"counterexample": data}
    return Step(
        "instance",
        f"it lacks {', '.join(letters)}",
        holds,
        shown,
        lambda: facts.kernel(GM, *(facts.lacks(letter, kernel) for letter in letters)),
    )


@claim(
    "CKS-28",
    place="IV-A",
    statement="Example 1 shows that GM lacks column honesty, fairness and weak honesty",
)
def what_example_1_shows() -> Finding:
    """9/19 > 1/19, 10/19 != 1/19, and 1/19 < 1/3."""
    step = lacks(("CH", "F", "WH"), concrete.geometric(N, ALPHA))
    return decide(search=[], proof=Proof(INSTANCE, [step], literal=True))


@claim(
    "CKS-37",
    place="IV-A, Definition 5",
    statement="UM is private and has all seven properties, O_{0,sum} = n/(n+1), and L0 = 1",
    formula="O_{0,sum}(UM) = n/(n+1), L0(UM) = 1",
)
def uniform_mechanism() -> Finding:
    """All entries are equal, so every inequality holds with equality."""

    def holds(n: int, alpha: Fraction) -> bool:
        kernel = uniform(n)
        has = all(test(kernel) for test in concrete.PROPERTIES.values())
        private = concrete.differentially_private(kernel, alpha)
        wrong = concrete.loss(kernel) * n / (n + 1)
        return has and private and concrete.loss(kernel) == 1 and wrong == Fraction(n, n + 1)

    p = 1 / (n + 1)
    return decide(
        search=[counterexample("UM is as said", instances(alphas=[*ALPHAS, Fraction(1)]), holds)],
        proof=Proof(
            "all n, all alpha in (0, 1]",
            [
                identity("each input sums to 1", (n + 1) * p, n**0),
                sign(
                    "equal entries are alpha-DP: p - alpha p >= 0", 1 - a, ">=0", {"a": UNIT_CLOSED}
                ),
                # RH RM CH CM F S compare entries, here equal ones.
                identity("WH with equality: (n+1) p - 1 = 0", (n + 1) * p - 1, 0 * n),
                identity("O_{0,sum}: each input errs with n p", n * p, n / (n + 1)),
                identity("L0 = (n+1)/n - trace/n = 1", (n + 1) / n - (n + 1) * p / n, n**0),
            ],
        ),
    )
