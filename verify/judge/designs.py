"""How a certificate names a design: its demands, its objective, and the labels of its rows."""

from __future__ import annotations

from typing import Any

from ...mechanisms.design.design import Design, Label
from ...mechanisms.exact.rationals import exact_text


def demands_of(design: Design, alpha: Any = None) -> list[dict[str, Any]]:
    """Return the demands: privacy, the properties, those of the user, in this order.

    `alpha` is stated in place of the design's own.
    """
    level = alpha if alpha is not None else design.alpha and exact_text(design.alpha)
    near = {"inputs_within": 1}
    private = {"demand": "private", "alpha": level, "neighbours": near}
    return [
        *([] if level is None else [private]),
        *({"demand": "property", "property": letter} for letter in design.properties),
        *(
            {
                "demand": "linear",
                "terms": [[i, j, exact_text(w)] for (i, j), w in demand.terms],
                "bound": exact_text(demand.bound),
                "relation": "=" if demand.equal else ">=",
            }
            for demand in design.extra
        ),
    ]


def place_of(design: Design, label: Label, private: bool = True) -> list[Any]:
    """Return the label of a row, as a certificate has it."""
    kind, *places = label
    first = int(private)
    if kind in ("sum", "max"):
        return [kind, int(places[0])]
    if kind == "extra":
        return [first + len(design.properties) + int(places[0]), []]
    place = 0 if kind == "private" else first + design.properties.index(kind)
    cells = [places[0], places[0]] if kind == "WH" else places
    if kind == "WH":
        return [place, [[int(places[0]), int(places[0])]]]
    return [place, [list(map(int, cell)) for cell in cells]]


def objective_of(design: Design) -> dict[str, Any]:
    """Return what kernels cost."""
    objective = design.objective
    loss: Any = f"L0,{min(objective.d, design.n)}" if objective.d else objective.name
    if objective.table is not None:
        loss = {"table": [[exact_text(x) for x in row] for row in objective.table]}
    weights = objective.weights
    return {
        "loss": loss,
        "aggregate": objective.aggregate,
        "weights": None if weights is None else [exact_text(w) for w in weights.numbers],
    }
