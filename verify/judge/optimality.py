"""Certificates of designs: that a mechanism is optimal, the only optimum, or impossible.

>>> from fractions import Fraction
>>> from exactdp.mechanisms.design.design import Design
>>> from exactdp.mechanisms.kernels.objectives import Objective
>>> from exactdp.mechanisms.design.optimal import optimal
>>> from exactdp.verify.judge.rechecking import check
>>> found = optimal(Design(2, Fraction(1, 2), ("WH",), Objective.parse("L0")), unique=True)
>>> check(design_certificate(found)).verdict
'holds'
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...mechanisms.design.design import Design, Label
from ...mechanisms.design.lp.program import Basis
from ...mechanisms.design.lp.vertex import determined
from ...mechanisms.design.optimal import InfeasibleDesign, Multipliers, OptimalMechanism
from ...mechanisms.exact.rationals import exact_text, to_fmpq
from ...mechanisms.exact.residues import primes_beside
from ...mechanisms.kernels.neighbours import ADJACENT
from ...mechanisms.kernels.objectives import Objective
from .certificate import Claim, Document, certificate, kernels_of, private, rows_claim


def design_certificate(found: OptimalMechanism | InfeasibleDesign) -> Document:
    """Return the certificate of all that was found of a design.

    That the optimum is unique, or is not, is part of it where it is known.
    """
    if isinstance(found, InfeasibleDesign):
        return certificate([], [infeasible_claim(found)])
    kernels, claims = kernels_of(found.mechanism), [optimal_claim(found)]
    if found.unique is not None:
        if found.other is not None:
            kernels += kernels_of(found.other, 1)
        claims.append(unique_claim(found, other=1))
    return certificate(kernels, claims)


def optimal_claim(found: OptimalMechanism, kernel: int = 0) -> Claim:
    """State that no kernel that meets the demands costs less, with the multipliers."""
    return {
        "claim": "optimal",
        "kernel": kernel,
        "design": demands_of(found.design),
        "objective": objective_of(found.design.objective, found.design.n),
        "cost": exact_text(found.cost),
        "dual": dual_of(found.design, found.multipliers),
        "holds": True,
    }


def unique_claim(found: OptimalMechanism, kernel: int = 0, other: int = 1) -> Claim:
    """State that every other kernel that meets the demands costs more, or that one does not.

    Parameters
    ----------
    found : OptimalMechanism
        Its `unique` must be known.
    kernel, other : int
        The places of the optimum, and of another one if there is one.
    """
    claim: Claim = {
        "claim": "unique",
        "kernel": kernel,
        "design": demands_of(found.design),
        "objective": objective_of(found.design.objective, found.design.n),
        "holds": found.determining is not None,
    }
    if found.determining is None:
        return claim | {"other": other}
    dual = dual_of(found.design, found.determining)
    return claim | {"dual": dual, "modulus": _modulus(found.design, found.determining)}


def _modulus(design: Design, multipliers: Multipliers) -> int:
    """Return a prime modulo which what is tight at every optimum determines it."""
    labels, program = design.program()
    place, reduced = {label: k for k, label in enumerate(labels)}, list(program.cost)
    tight = []
    for label, number in multipliers.items():
        row, m = program.rows[place[label]], to_fmpq(number)
        for v, a in row.terms:
            reduced[v] -= m * a
        tight.append(place[label])
    basis = Basis(tuple(tight), tuple(v for v, x in enumerate(reduced) if x))
    primes = primes_beside({a for k in tight for _, a in program.rows[k].terms})
    # A minor is not 0, so only finitely many primes divide it.
    return next(p for p in primes if determined(program, basis, p))


def infeasible_claim(found: InfeasibleDesign) -> Claim:
    """State that no kernel meets the demands, with the multipliers that show it."""
    counts = [0, found.design.n]
    return {
        "claim": "infeasible",
        "inputs": counts,
        "outputs": counts,
        "design": demands_of(found.design),
        "dual": dual_of(found.design, found.multipliers),
        "holds": True,
    }


def demands_of(design: Design) -> list[Document]:
    """Return what is demanded, as a claim states it."""
    size = design.n + 1
    out = [] if design.alpha is None else [private(design.alpha, ADJACENT, size)]
    out += [{"demand": "property", "property": letter} for letter in design.properties]
    for demand in design.extra:
        terms = [[i, j, exact_text(w)] for (i, j), w in demand.terms]
        relation = "=" if demand.equal else ">="
        bound = exact_text(demand.bound)
        out.append({"demand": "linear", "terms": terms, "bound": bound, "relation": relation})
    return out


def cost_claim(objective: Objective, value: Fraction, n: int, kernel: int = 0) -> Claim:
    """State what a kernel on 0..n costs."""
    cost = {"objective": objective_of(objective, n), "value": exact_text(value)}
    return rows_claim({"demand": "cost", **cost}, True, kernel)


def objective_of(objective: Objective, n: int) -> Document:
    """Return what kernels on 0..n cost, as a claim states it."""
    loss: Any = _name(objective, n)
    if objective.table is not None:
        loss = {"table": [[exact_text(x) for x in row] for row in objective.table]}
    weights = objective.weights
    return {
        "loss": loss,
        "aggregate": objective.aggregate,
        "weights": None if weights is None else [exact_text(w) for w in weights.numbers],
    }


def _name(objective: Objective, n: int) -> str:
    # Nothing is more than n steps off.
    return f"L0,{min(objective.d, n)}" if objective.d else objective.name


def dual_of(design: Design, multipliers: Multipliers) -> list[Any]:
    """Return multipliers by the labels that claims have for what is demanded."""
    return [[label_of(design, label), exact_text(m)] for label, m in multipliers.items()]


def label_of(design: Design, label: Label) -> list[Any]:
    """Return the label of a row of the design's program, as a claim states it.

    >>> design = Design.of(2, "1/2", "WH")
    >>> label_of(design, ("private", (0, 1), (1, 1))), label_of(design, ("WH", 2))
    ([0, [[0, 1], [1, 1]]], [1, [[2, 2]]])
    """
    kind, *places = label
    if kind in ("sum", "max"):
        return [kind, int(places[0])]
    first = 0 if design.alpha is None else 1
    if kind == "extra":
        return [first + len(design.properties) + places[0], []]
    demand = 0 if kind == "private" else first + design.properties.index(kind)
    entries: Sequence[Any] = [(places[0],) * 2] if kind == "WH" else places
    return [demand, [list(map(int, entry)) for entry in entries]]
