"""``exactdp optimal``: the optimal constrained mechanism, with a proof of optimality."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..mechanisms.design.classes import OptimumClass, optimal_classes
from ..mechanisms.design.design import Design, Inequality
from ..mechanisms.design.optimal import InfeasibleDesign, OptimalMechanism, optimal
from ..mechanisms.exact.decimals import decimal
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text, to_fmpq, to_fraction
from ..mechanisms.kernels.files.laws import load_law
from ..mechanisms.kernels.files.numbers import read_matrix
from ..mechanisms.kernels.files.writing import save
from ..mechanisms.kernels.objectives import Objective
from ..mechanisms.kernels.properties import legend as meanings
from ..mechanisms.kernels.properties import parse_properties
from ..verify.judge.certificate import write_certificate
from ..verify.judge.optimality import design_certificate
from ..verify.judge.rechecking import accepted
from .options import (
    EXECUTORS,
    Alpha,
    Epsilon,
    Force,
    Json,
    Legend,
    PropertiesOption,
    level_of,
    print_json,
    rational_level,
    require_apart,
)


class AggregateChoice(StrEnum):
    """How the costs of the inputs are put together."""

    sum = "sum"
    max = "max"


def run(
    n: Annotated[int, typer.Option("--n", metavar="N", help="The largest count.")],
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    properties: PropertiesOption = "",
    objective: Annotated[
        str, typer.Option(metavar="L0|L1|L2|L0,D|FILE", help="What to minimise.")
    ] = "L0",
    aggregate: Annotated[
        AggregateChoice, typer.Option(help="Over the inputs: weighted sum, or maximum.")
    ] = AggregateChoice.sum,
    prior: Annotated[
        str, typer.Option(metavar="FILE|uniform", help="The weights of the inputs.")
    ] = "uniform",
    constraint: Annotated[
        list[str] | None,
        typer.Option(metavar="INEQUALITY", help='A further demand, e.g. "P[0|1] <= 1/10".'),
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Decide and certify whether the optimum is unique.")
    ] = False,
    all_properties: Annotated[
        bool, typer.Option("--all-properties", help="All 128 subsets, by equal optimum.")
    ] = False,
    parametric: Annotated[
        bool, typer.Option("--parametric", help="The cost as a function of alpha on (0,1).")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="MECH.json", help="The mechanism.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="CERT.json",
            help="The proof; with --parametric up to 10^-6 next to irrational breakpoints.",
        ),
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option(
            "--executor", metavar=EXECUTORS, help="What solves the programs of --all-properties."
        ),
    ] = None,
    legend: Legend = False,
    json: Json = False,
    force: Force = False,
) -> None:
    """Design the optimal mechanism, exactly, and prove that no other costs less."""
    inputs = [Path(x) for x in (objective, prior) if Path(x).suffix]
    require_apart(inputs, output, certificate)
    goal = _objective(objective, aggregate.value, prior)
    letters = parse_properties(properties)
    single = {
        "--unique": unique,
        "--constraint": constraint,
        "-o": output,
        "--certificate": certificate,
    }
    if parametric or all_properties:
        mode = "--parametric" if parametric else "--all-properties"
        if parametric:
            del single["--certificate"]
        refused = [name for name, given in single.items() if given]
        if parametric and all_properties:
            refused.append("--all-properties")
        if all_properties and letters:
            refused.append("--properties")
        if refused:
            raise InputError(f"{mode} does not go with {', '.join(refused)}")
    if executor is not None and not all_properties:
        raise InputError("--executor goes with --all-properties: one program is solved here")
    said = meanings() if legend and not json else None
    if parametric:
        if alpha is not None or epsilon is not None:
            raise InputError("--parametric is for all alpha at once: leave the level out")
        _parametric(Design(n, None, letters, goal), certificate, force, json, said)
        return
    rational = rational_level(level_of(alpha, epsilon)).alpha
    if all_properties:
        _classes(optimal_classes(n, rational, goal, executor or "serial"), goal, json, said)
        return
    extra = _inequalities(constraint or [], n, rational)
    found = optimal(Design(n, rational, letters, goal, extra), unique=unique or json)
    document = design_certificate(found if unique else _without_another(found))
    accepted(document)
    if isinstance(found, OptimalMechanism) and output is not None:
        save(output, found.mechanism, force=force)
    if certificate is not None:
        write_certificate(certificate, document, force=force)
    if isinstance(found, InfeasibleDesign):
        _print_infeasible(found, json)
        raise typer.Exit(1)
    if json:
        print_json(_document(found))
    else:
        _print(found, said)


def _without_another(found: OptimalMechanism | InfeasibleDesign) -> Any:
    # That another optimum exists is no failure where nobody asked.
    if isinstance(found, OptimalMechanism) and found.unique is False:
        return replace(found, unique=None, other=None)
    return found


def _objective(text: str, aggregate: Any, prior: str) -> Objective:
    weights = None if prior == "uniform" else load_law(Path(prior)).law
    if Path(text).suffix.lower() in (".csv", ".tsv", ".json"):
        table = read_matrix(Path(text))
        return Objective.of_table(table, aggregate=aggregate, weights=weights)
    return Objective.parse(text, aggregate=aggregate, weights=weights)


def _document(found: OptimalMechanism) -> dict[str, Any]:
    return {
        "n": found.design.n,
        "alpha": exact_text(found.design.alpha),
        "properties": list(found.design.properties),
        "objective": found.design.objective.name,
        "aggregate": found.design.objective.aggregate,
        "feasible": True,
        "cost": exact_text(found.cost),
        "cost_is": found.design.objective.definition,
        "worst_input": _worst(found),
        "kernel": _texts(found.mechanism.rows()),
        "unique": found.unique,
        "other": None if found.other is None else _texts(found.other.rows()),
        "certified": True,
    }


def _worst(found: OptimalMechanism) -> dict[str, Any]:
    worst, error = found.worst_input
    measure = found.design.objective.measures
    return {"input": worst, "error": exact_text(error), "error_is": measure}


def _texts(rows: list[list[Fraction]]) -> list[list[str]]:
    return [[exact_text(x) for x in row] for row in rows]


def _print(found: OptimalMechanism, legend: str | None) -> None:
    drawn = found.mechanism.size <= 20
    if drawn:
        typer.echo(str(found.mechanism))
    typer.echo(str(found))
    if found.other is not None and drawn:
        typer.echo(f"another optimum:\n{found.other}")
    _explain(legend)


def _explain(legend: str | None) -> None:
    if legend is not None:
        typer.echo(legend)


def _print_infeasible(found: InfeasibleDesign, json: bool) -> None:
    if json:
        farkas = [[list(label), exact_text(m)] for label, m in found.multipliers.items()]
        nothing = {"cost": None, "kernel": None, "unique": None}
        print_json({"feasible": False, **nothing, "farkas": farkas, "certified": True})
        return
    typer.echo(str(found))


def _classes(classes: list[OptimumClass], goal: Objective, json: bool, legend: str | None) -> None:
    if json:
        print_json(
            [
                {"cost": exact_text(c.cost), "subsets": ["+".join(s) for s in c.subsets]}
                for c in classes
            ]
        )
        return
    table = Table(goal.name, "about", "subsets", "smallest", "closed under implication")
    for c in classes:
        table.add_row(
            exact_text(c.cost),
            decimal(c.cost, 6),
            str(len(c.subsets)),
            ", ".join("+".join(s) or "none" for s in c.smallest),
            ", ".join("+".join(s) or "none" for s in c.closed),
        )
    Console().print(table)
    _explain(legend)


def _inequalities(texts: list[str], n: int, alpha: Fraction) -> tuple[Inequality, ...]:
    from ..mechanisms.design.statements.demands import demands
    from ..mechanisms.design.statements.grammar import parse_atoms

    size = n + 1
    out = []
    for text in texts:
        for atom in parse_atoms("--constraint", text):
            for demand in demands(atom, n, to_fmpq(alpha)):
                if demand.strict:
                    raise InputError(f"--constraint {text!r}: a strict inequality has no optimum")
                terms = tuple((divmod(v, size), to_fraction(a)) for v, a in demand.row.terms)
                out.append(Inequality(terms, to_fraction(demand.row.bound), demand.row.equal))
    return tuple(out)


def _parametric(
    design: Design, certificate: Path | None, force: bool, json: bool, legend: str | None
) -> None:
    from ..mechanisms.design.parametric.curves import parametric
    from ..verify.judge.parametric import curve_certificate

    found = parametric(design)
    if certificate is not None:
        document = curve_certificate(found)
        accepted(document)
        write_certificate(certificate, document, force=force)
    if json:
        print_json(found.document())
    else:
        typer.echo(str(found))
        _explain(legend)
