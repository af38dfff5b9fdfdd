"""What a certificate states of a concrete kernel: which demands it meets, and where it fails one.

Whether they are true is for the checker to say. Kernels are rows, inputs first; an entry is
(input, output).

>>> half = Fraction(1, 2)
>>> one = kernel([[half, half], [0, 1]], holds(private(half)), lacks("S", [[half, half], [0, 1]]))
>>> one.claims[1]["at"]
[[0, 0], [1, 1]]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...mechanisms.exact.rationals import exact_text
from ...mechanisms.kernels.mechanism import Mechanism
from ...verify.judge.certificate import property_claim, rows_claim
from ...verify.judge.joining import Stated
from ...verify.judge.properties import properties

Rows = Sequence[Sequence[Any]]
Demand = dict[str, Any]
Claim = dict[str, Any]
#: Inputs next to each other.
ADJACENT = {"inputs_within": 1}


def kernel(rows: Rows | Mapping[str, Any], *claims: Claim) -> Stated:
    """Return claims about one kernel; that its rows add up to 1 goes without saying.

    It is given by its rows, on counts from 0, or as a certificate has it.
    """
    document = dict(rows) if isinstance(rows, Mapping) else dense(rows)
    return Stated([document], list(claims))


def dense(
    rows: Rows, inputs: tuple[int, int] | None = None, outputs: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Return a kernel that is written out; counts from 0 if nothing else is said."""
    return {
        "form": "dense",
        "inputs": list(inputs or (0, len(rows) - 1)),
        "outputs": list(outputs or (0, len(rows[0]) - 1)),
        "rows": [[exact_text(x) for x in row] for row in rows],
    }


def powers(alpha: Fraction, exponents: Any, factors: Sequence[Fraction]) -> dict[str, Any]:
    """Return the kernel of powers of alpha, times a factor for each output.

    >>> powers(Fraction(1, 2), "abs(i-j)", [Fraction(2, 3)] * 2)["column_factors"]
    ['2/3', '2/3']
    """
    counts = [0, len(factors) - 1]
    return {
        "form": "power",
        "inputs": counts,
        "outputs": counts,
        "base": exact_text(alpha),
        "exponents": exponents,
        "row_factors": ["1"] * len(factors),
        "column_factors": [exact_text(x) for x in factors],
    }


def private(alpha: Fraction) -> Demand:
    """Return the demand of alpha-DP between adjacent inputs."""
    return {"demand": "private", "alpha": exact_text(alpha), "neighbours": ADJACENT}


def having(letter: str) -> Demand:
    """Return the demand of a property."""
    return {"demand": "property", "property": letter}


def linear(terms: Mapping[tuple[int, int], Any], bound: Any, relation: str = ">=") -> Demand:
    """Return the demand that weighted entries add up to at least a bound, or to it.

    >>> linear({(0, 1): -1}, "-1/2")["terms"]                     # entry (0, 1) is at most 1/2
    [[0, 1, '-1']]
    """
    listed = [[i, j, exact_text(w)] for (i, j), w in terms.items()]
    return {"demand": "linear", "terms": listed, "bound": exact_text(bound), "relation": relation}


def at_most(terms: Mapping[tuple[int, int], Any], bound: Fraction) -> Demand:
    """Return the demand that weighted entries add up to at most a bound."""
    return linear({entry: -w for entry, w in terms.items()}, -bound)


def entry(i: int, j: int, value: Any) -> Demand:
    """Return the demand that an entry has a value."""
    return linear({(i, j): 1}, value, "=")


def cost(value: Any, loss: Any = "L0", aggregate: str = "sum") -> Demand:
    """Return the demand that a kernel costs so much, inputs being weighted alike."""
    goal = {"loss": loss, "aggregate": aggregate, "weights": None}
    return {"demand": "cost", "objective": goal, "value": exact_text(value)}


def holds(demand: Demand) -> Claim:
    """Return the claim that the kernel meets a demand."""
    return rows_claim(demand, True)


def fails(demand: Demand, at: Sequence[Any] = ()) -> Claim:
    """Return the claim that it does not, at this member of the demand."""
    return rows_claim(demand, False, at=list(at))


def lacks(letter: str, rows: Rows) -> Claim:
    """Return the claim that a kernel lacks a property, with entries that violate it."""
    return property_claim(properties(Mechanism.from_rows(rows))[letter])
