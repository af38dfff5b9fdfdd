"""``exactdp fixed-point``: a private mechanism that keeps a law, at the least cost."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from ..mechanisms.exact.decimals import decimal, decimal_bound
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import exact_text, to_fmpq
from ..mechanisms.keeping.coupling import coupled
from ..mechanisms.keeping.methods import keep
from ..mechanisms.keeping.result import Constructed
from ..mechanisms.keeping.rounding import rounded
from ..mechanisms.kernels.costs import NAMED as NAMED_COSTS
from ..mechanisms.kernels.costs import Cost
from ..mechanisms.kernels.expected import MAX_BITS
from ..mechanisms.kernels.files.laws import StoredLaw, load_law
from ..mechanisms.kernels.files.numbers import read_matrix
from ..mechanisms.kernels.files.writing import save
from ..mechanisms.polytopes.polytope import polytope
from ..verify.judge.certificate import (
    Claim,
    certificate,
    file_of,
    kernels_of,
    write_certificate,
)
from ..verify.judge.extreme import Extremeness, extreme, extreme_claim
from ..verify.judge.keeping import certify_fixed_point
from ..verify.judge.optimality import optimal_claim
from .methods import MethodOption, OrderOption
from .options import (
    Alpha,
    CertificateOutput,
    Epsilon,
    Force,
    Json,
    level_of,
    print_json,
    rational_level,
    require_apart,
)

#: Up to so many counts it is decided whether the mechanism is an extreme point.
MAX_EXTREME = 100
#: Up to so many the certificate has it too: the checker writes the kernel out for that.
MAX_CERTIFIED = 30
#: So many decimals are given where the exact cost is too long.
DIGITS = 30


def run(
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TARGET",
            help="The law to keep: a distribution or a histogram of integers (.json, .csv, .tsv).",
        ),
    ],
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    method: MethodOption = "optimal",
    order: OrderOption = None,
    cost: Annotated[
        str,
        typer.Option(
            metavar="ead|mse|FILE",
            help="c(i,j), weighted by the target: |i-j|, its square, a file.",
        ),
    ] = "ead",
    bits: Annotated[
        int | None,
        typer.Option(
            metavar="B",
            help="heuristic: amounts of B bits beyond alpha^n (128 is plenty), for many counts.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="MECH.json", help="The mechanism.")
    ] = None,
    certificate: CertificateOutput = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Construct an exact private mechanism that keeps a law, and certify it."""
    named = cost.lower() in NAMED_COSTS
    require_apart([target] if named else [target, Path(cost)], output, certificate)
    read = load_law(target)
    about = NAMED_COSTS[cost.lower()] if named else _table(Path(cost), len(read.law))
    level = rational_level(level_of(alpha, epsilon))
    if not level.alpha < 1:
        raise InputError(f"got alpha = {level.alpha}, expected 0 < alpha < 1 (eps > 0)")
    if bits is not None and (method != "heuristic" or not named):
        raise InputError("--bits is for --method heuristic, and for the costs ead and mse")
    start = time.perf_counter()
    bounds = None
    try:
        if bits is not None:
            near = rounded(read.law, level, order or "best", about, bits=bits)
            found, bounds = near.constructed, (near.low, near.high)
        else:
            found = keep(read.law, level, method, about, order=order)
    except InputError as error:
        raise InputError(f"{cost}: {error}" if not named else str(error)) from None
    seconds = time.perf_counter() - start
    vertex = _extreme(found)
    document = _document(found, about, read, seconds, bounds, vertex)
    shown = None if certificate is None else _certificate(target, found, about, vertex)
    if output is not None:
        save(output, found.mechanism, force=force)
    if certificate is not None and shown is not None:
        write_certificate(certificate, shown, force=force)
    if json:
        print_json(document)
        return
    typer.echo("\n".join(_lines(target, document)))
    if certificate is not None:
        typer.echo(f"certificate: {certificate} (recheck: python verify/forms.py {certificate})")


def _table(path: Path, size: int) -> Cost:
    try:
        cost = Cost.of_table(read_matrix(path))
        cost.require_size(size)
    except InputError as error:
        text = str(error)
        raise InputError(text if text.startswith(str(path)) else f"{path}: {text}") from None
    return cost


def _document(
    found: Constructed,
    cost: Cost,
    read: StoredLaw,
    seconds: float,
    bounds: tuple[Fraction, Fraction] | None,
    vertex: Extremeness | None,
) -> dict[str, Any]:
    exact: Fraction | None = None
    if bounds is None:
        value = found.expected(cost)
        enclosure = value.enclosure(DIGITS)
        if value.bits <= MAX_BITS:
            exact = value.exact()
    else:
        low, high = (to_fmpq(x) for x in bounds)
        enclosure = decimal_bound(low, DIGITS, up=False), decimal_bound(high, DIGITS, up=True)
    return {
        "method": found.method,
        "cost": None if exact is None else exact_text(exact),
        "cost_name": cost.name,
        "cost_enclosure": list(enclosure),
        "extreme": None if vertex is None else vertex.holds,
        "optimal": _optimal(found, cost, exact),
        "seconds": seconds,
        "n": len(found.target) - 1,
        "alpha": str(found.alpha),
        "reading": read.reading,
        "order": found.order,
        "outer_iterations": found.outer,
        "inner_iterations": found.inner,
    }


def _extreme(found: Constructed) -> Extremeness | None:
    if len(found.target) > MAX_EXTREME:
        return None
    kind, law = ("F", found.target) if found.image is not None else ("U", None)
    return extreme(found.mechanism.rows(), polytope(kind, len(found.target), found.alpha, law))


def _optimal(found: Constructed, cost: Cost, exact: Fraction | None) -> bool | None:
    if found.method != "heuristic":
        return True
    if exact is None or cost.crossing() is not None:
        return None
    best = coupled(found.target, found.alpha).expected(cost)
    return best.exact() == exact if best.bits <= MAX_BITS else None


def _certificate(
    target: Path, found: Constructed, cost: Cost, vertex: Extremeness | None
) -> dict[str, Any]:
    kernels = kernels_of(found.mechanism)
    k = len(kernels) - 1
    claims: list[Claim] = []
    if found.image is not None:
        judged = certify_fixed_point(found.mechanism, found.alpha, found.target, cost=cost)
        claims += judged.claims()
    if found.proof is not None:
        claims.append(optimal_claim(found.proof, k))
    if vertex is not None and vertex.holds and len(found.target) <= MAX_CERTIFIED:
        claims.append(extreme_claim(vertex, k))
    return certificate(kernels, claims, file_of(target) | {"method": found.method})


def _lines(target: Path, document: dict[str, Any]) -> list[str]:
    size = document["n"] + 1
    kept = "keeps no law" if document["method"] == "unfixed" else "keeps the target exactly"
    exact = document["cost"]
    low, high = document["cost_enclosure"]
    lines = [
        f"{target}: read as a {document['reading']} over {size} counts",
        f"  method      {document['method']}"
        + (f", order {document['order']}" if document["order"] else ""),
        f"  level       alpha = {document['alpha']}",
        f"  law         {kept}",
    ]
    if exact is not None and len(exact) <= 60:
        shown = decimal(Fraction(exact))
        lines.append(f"  {document['cost_name']:<10}  {exact} (about {shown})")
    else:
        lines.append(f"  {document['cost_name']:<10}  in [{low}, {high}]")
    says = {True: "yes", False: "no", None: "not decided"}
    lines += [
        f"  optimal     {says[document['optimal']]}",
        f"  extreme     {says[document['extreme']]}",
    ]
    if document["inner_iterations"] is not None:
        lines.append(
            f"  iterations  {document['outer_iterations']} outer, "
            f"{document['inner_iterations']} inner"
        )
    return [*lines, f"  seconds     {document['seconds']:.3f}"]
