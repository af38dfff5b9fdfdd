"""Certificates of designs: that a mechanism is optimal, the only optimum, or impossible.

>>> from fractions import Fraction
>>> from exactdp.mechanisms.design.design import Design
>>> from exactdp.mechanisms.kernels.objectives import Objective
>>> from exactdp.mechanisms.design.optimal import optimal
>>> from exactdp.verify import checker
>>> found = optimal(Design(2, Fraction(1, 2), ("WH",), Objective.parse("L0")), unique=True)
>>> checker.check(design_certificate(found))
['optimal objective L0 sum, alpha 1/2, properties WH, cost 2/3: holds',
 'unique objective L0 sum, alpha 1/2, properties WH: holds']
"""

from __future__ import annotations

from itertools import count
from typing import Any

from flint import fmpz

from ...mechanisms.design.design import Design, Label
from ...mechanisms.design.optimal import InfeasibleDesign, Multipliers, OptimalMechanism
from ...mechanisms.exact.rationals import exact_text
from ...mechanisms.kernels.objectives import Objective
from .. import checker
from .certificate import Claim, certificate


def design_certificate(found: OptimalMechanism | InfeasibleDesign) -> dict[str, Any]:
    """Return the certificate of all that was found of a design.

    That the optimum is unique, or is not, is part of it where it is known.
    """
    if isinstance(found, InfeasibleDesign):
        return certificate(None, [infeasible_claim(found)])
    claims = [optimal_claim(found)]
    if found.unique is not None:
        claims.append(unique_claim(found))
    return certificate(found.mechanism, claims)


def optimal_claim(found: OptimalMechanism) -> Claim:
    """State that no kernel that meets the demands costs less, with the multipliers."""
    return {
        "claim": "optimal",
        **demands_of(found.design),
        "objective": objective_of(found.design),
        "cost": exact_text(found.cost),
        "dual": _dual(found.multipliers),
        "holds": True,
    }


def unique_claim(found: OptimalMechanism) -> Claim:
    """State that every other kernel that meets the demands costs more, or give one that does not.

    Parameters
    ----------
    found : OptimalMechanism
        Its `unique` must be known.
    """
    claim: Claim = {
        "claim": "unique",
        **demands_of(found.design),
        "objective": objective_of(found.design),
        "holds": found.determining is not None,
    }
    if found.determining is None:
        assert found.other is not None
        return claim | {
            "dual": _dual(found.multipliers),
            "other": found.other.form.document(),
        }
    claim |= {"dual": _dual(found.determining)}
    rows = found.mechanism.rows()
    _, free, binding = checker.require_optimal(
        checker.read_design(claim, len(rows)), rows, claim["dual"]
    )
    # The minor is not 0, so only finitely many primes divide it.
    primes = (p for p in count(2**31 - 1, 2) if fmpz(p).is_prime())
    return claim | {"modulus": next(p for p in primes if checker.determined(binding, free, p))}


def infeasible_claim(found: InfeasibleDesign) -> Claim:
    """State that no kernel meets the demands, with the multipliers that show it."""
    return {
        "claim": "infeasible",
        "n": found.design.n,
        **demands_of(found.design),
        "dual": _dual(found.multipliers),
        "holds": True,
    }


def demands_of(design: Design) -> Claim:
    """Return what is demanded, as a claim states it."""
    return {
        "alpha": None if design.alpha is None else exact_text(design.alpha),
        "properties": list(design.properties),
        "extra": [
            {
                "terms": [[i, j, exact_text(w)] for (i, j), w in demand.terms],
                "bound": exact_text(demand.bound),
                "equal": demand.equal,
            }
            for demand in design.extra
        ],
    }


def objective_of(design: Design) -> Claim:
    """Return what kernels cost, as a claim states it."""
    objective = design.objective
    loss: Any = _name(objective, design.n)
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


def _dual(multipliers: Multipliers) -> list[Any]:
    return [[place_of(label), exact_text(m)] for label, m in multipliers.items()]


def place_of(label: Label) -> list[Any]:
    """Return the label of a demand, as a claim states it."""
    kind, *places = label
    return [kind, *(list(map(int, p)) if isinstance(p, tuple) else int(p) for p in places)]
