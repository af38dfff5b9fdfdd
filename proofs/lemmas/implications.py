"""The five implications among the seven properties, for all n: what follows from what.

Each is proved by adding inequalities of its premises. That there are no others from n = 3 on
is shown by kernels: :mod:`.separations`.
"""

from __future__ import annotations

from itertools import combinations

from ..engine.evidence import Step
from ..engine.exponents import prove
from ..engine.identities import identity, symbols
from ..engine.linear import variables
from ..engine.signs import at_least, sign
from .optima import SEVEN, Letters

N, i, j, k = variables("n i j k")
n, p, q, r, w = symbols("n p q r w")


def row_monotone_is_row_honest() -> list[Step]:
    """Prove RM => RH: Pr[i|i] - Pr[i|j] telescopes into gaps that RM makes nonnegative."""
    return [
        prove(
            "j <= k < i: the pair k, k+1 is one of (8), 1 <= k+1 <= i",
            [j >= 0, k >= j, k < i, i <= N],
            [k + 1 >= 1, k + 1 <= i],
        ),
        prove(
            "i <= k < j: the pair k, k+1 is one of (8), i <= k < n",
            [i >= 0, k >= i, k < j, j <= N],
            [k >= i, k < N],
        ),
        identity("gaps telescope: (p - q) + (q - r) = p - r", (p - q) + (q - r), p - r),
    ]


def column_monotone_is_column_honest() -> list[Step]:
    """Prove CM => CH: Pr[j|j] - Pr[i|j] telescopes into gaps that CM makes nonnegative."""
    return [
        prove(
            "i <= k < j: the pair k, k+1 is one of (10), 1 <= k+1 <= j",
            [i >= 0, k >= i, k < j, j <= N],
            [k + 1 >= 1, k + 1 <= j],
        ),
        prove(
            "j <= k < i: the pair k, k+1 is one of (10), j <= k < n",
            [j >= 0, k >= j, k < i, i <= N],
            [k >= j, k < N],
        ),
        identity("gaps telescope: (p - q) + (q - r) = p - r", (p - q) + (q - r), p - r),
    ]


def fair_honesty() -> list[Step]:
    """Prove F & RH => CH and F & CH => RH; p = Pr[i|i], q = Pr[j|j], r = Pr[i|j].

    F says that the last difference of each identity is 0.
    """
    return [
        identity(
            "Pr[j|j] - Pr[i|j] = (Pr[i|i] - Pr[i|j]) + (Pr[j|j] - Pr[i|i])",
            q - r,
            (p - r) + (q - p),
        ),
        identity(
            "Pr[i|i] - Pr[i|j] = (Pr[j|j] - Pr[i|j]) + (Pr[i|i] - Pr[j|j])",
            p - r,
            (q - r) + (p - q),
        ),
    ]


def honest_is_weakly_honest() -> list[Step]:
    """Prove CH => WH; p = Pr[j|j], w the sum of the n+1 entries of input j."""
    return [
        identity(
            "sum_i (Pr[j|j] - Pr[i|j]) = (n+1) Pr[j|j] - sum_i Pr[i|j]",
            (n + 1) * (p - w / (n + 1)),
            (n + 1) * p - w,
        ),
        identity(
            "with the sum 1: Pr[j|j] >= 1/(n+1)", ((n + 1) * p - 1) / (n + 1), p - 1 / (n + 1)
        ),
        sign("n+1 > 0", n + 1, ">0", {"n": at_least(1)}),
    ]


#: The implications as printed: premises, conclusion.
PRINTED: tuple[tuple[Letters, str], ...] = (
    (("RM",), "RH"),
    (("CM",), "CH"),
    (("CH",), "WH"),
    (("F", "RH"), "CH"),
    (("F", "CH"), "RH"),
)


def closure(letters: frozenset[str]) -> frozenset[str]:
    """Return what follows from some properties by the printed implications.

    >>> sorted(closure(frozenset({"F", "RM"})))
    ['CH', 'F', 'RH', 'RM', 'WH']
    """
    known = letters
    while True:
        more = known | {end for given, end in PRINTED if {*given} <= known}
        if more == known:
            return known
        known = more


def closed_sets() -> set[frozenset[str]]:
    """Return the sets that the printed implications leave as they are."""
    subsets = (frozenset(s) for count in range(8) for s in combinations(SEVEN, count))
    return {s for s in subsets if closure(s) == s}


def monotone_is_honest() -> list[Step]:
    """Prove RM => RH, CM => CH and CH => WH."""
    return [
        *row_monotone_is_row_honest(),
        *column_monotone_is_column_honest(),
        *honest_is_weakly_honest(),
    ]


def implications_proved() -> list[Step]:
    """Prove the five printed implications, for all n."""
    return [*monotone_is_honest(), *fair_honesty()]
