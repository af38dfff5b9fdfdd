"""A parametric optimum as claims that the stand-alone checker rechecks, one for each tile.

On its interval a tile's kernel and multipliers are rational functions of alpha; they are
brought to one positive denominator. Where an end of the interval is irrational, what is
claimed ends at a rational number next to it, inside.

>>> from exactdp.mechanisms.design.design import Design
>>> from exactdp.mechanisms.kernels.objectives import Objective
>>> from exactdp.mechanisms.design.parametric.curves import parametric
>>> from exactdp.verify import checker
>>> from exactdp.verify.judge.certificate import certificate
>>> found = parametric(Design(2, None, ("WH",), Objective.parse("L0")))
>>> for line in checker.check(certificate(None, optimum_claims(found))):
...     print(line.rpartition(", properties ")[2])
WH, alpha in (0, 1/2): holds
WH, alpha in (1/2, 383805/524288): holds
WH, alpha in (767611/1048576, 1): holds
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from ...mechanisms.design.parametric.optimum import ParametricOptimum
from ...mechanisms.design.parametric.tiles import Tile
from ...mechanisms.exact.algebraic import Algebraic
from ...mechanisms.exact.ratios import Poly, Ratio, coefficients, common_denominator
from .. import checker
from .certificate import Claim, certificate
from .optimality import demands_of, objective_of, place_of

#: How near to an irrational end a claim reaches.
NEAR = fmpq(1, 10**6)


#: Beyond this many counts a recheck in plain Python takes minutes.
LARGEST = 6


def optimum_claims(found: ParametricOptimum) -> list[Claim]:
    """Return a claim for each tile that is more than a point.

    What the checker does not decide (a maximum of costs, many counts, a slack that touches 0
    inside its interval) is named as not certified.
    """
    wide = [t for t in found.tiles if t.span.low < t.span.high]
    return [_decided(tile_claim(found, t), found) for t in wide]


def _decided(claim: Claim, found: ParametricOptimum) -> Claim:
    try:
        if found.design.n < LARGEST:
            checker.check(certificate(None, [claim]))
            return claim
    except checker.Rejected:
        pass
    return {"claim": "uncertified", "shows": claim["shows"], "method": "parametric program"}


def tile_claim(found: ParametricOptimum, tile: Tile) -> Claim:
    """Return the claim that the tile's kernel is optimal on the tile's interval."""
    low, high = _next_to(tile.span.low)[1], _next_to(tile.span.high)[0]
    unit = common_denominator([*tile.vertex.x, *tile.vertex.multipliers.values(), tile.cost])
    if unit((low + high) / 2) < 0:
        unit = -unit

    def over(value: Ratio) -> list[Any]:
        return _terms(value.numerator * (unit // value.denominator))

    size = found.design.n + 1
    objective = found.design.objective
    return {
        "claim": "parametric",
        "shows": f"optimal {objective.name} on ({low}, {high})",
        "n": found.design.n,
        **{key: x for key, x in demands_of(found.design).items() if key != "alpha"},
        "objective": objective_of(found.design),
        "interval": [str(low), str(high)],
        "denominator": _terms(unit),
        "kernel": [
            [over(x) for x in tile.vertex.x[i * size : (i + 1) * size]] for i in range(size)
        ],
        "dual": [
            [place_of(found.labels[k]), over(m)] for k, m in tile.vertex.multipliers.items() if m
        ],
        "cost": over(tile.cost),
        "holds": True,
    }


def _next_to(end: Algebraic) -> tuple[fmpq, fmpq]:
    """Return rational numbers below and above an end, itself where it is rational."""
    near = Algebraic(end.minimal, end.low, end.high)
    while near.high - near.low > NEAR:
        near.refine()
    return near.low, near.high


def _terms(p: Poly) -> list[Any]:
    return [[c, [k]] for k, c in enumerate(coefficients(p)) if c]
