"""``exactdp certify``: whether a matrix from somewhere meets its claim, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..mechanisms.exact.decimals import decimal, scientific
from ..mechanisms.exact.rationals import exact_text, rational
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.kernels.neighbours import Neighbours
from ..mechanisms.kernels.properties import parse_properties
from ..verify.judge.certificate import write_certificate
from ..verify.judge.judgement import Judgement, Question, certify
from ..verify.judge.privacy import RatioWitness
from .options import (
    Alpha,
    Epsilon,
    File,
    Force,
    InputsOption,
    Json,
    NeighboursOption,
    Orientation,
    ReadingChoice,
    ReadingOption,
    Relation,
    SensitivityOption,
    level_of,
    print_json,
    require_apart,
)


def run(
    file: File,
    alpha: Alpha = None,
    epsilon: Epsilon = None,
    delta: Annotated[
        str | None, typer.Option(metavar="P/Q", help="Claim (eps, delta)-DP with this delta.")
    ] = None,
    sensitivity: SensitivityOption = 1,
    neighbours: NeighboursOption = Relation.adjacent,
    reading: ReadingOption = ReadingChoice.stored,
    inputs: InputsOption = Orientation.rows,
    properties: Annotated[
        str, typer.Option(metavar="RH,CM,...", help="Properties that are part of the claim.")
    ] = "",
    digits: Annotated[
        int, typer.Option(min=1, max=10_000, help="Decimals of the enclosure of eps.")
    ] = 12,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="CERT.json", help="The certificate.")
    ] = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Judge a matrix against a claimed privacy level, exactly; write a certificate with -o."""
    question = Question(
        level_of(alpha, epsilon),
        None if delta is None else rational(delta),
        Neighbours(neighbours.value, sensitivity),
        parse_properties(properties),
    )
    require_apart([file], output)
    mechanism = load(file, reading=reading.value, inputs=inputs.value)
    judgement = certify(mechanism, question, reading=reading.value)
    if output is not None:
        write_certificate(output, judgement.certificate(), force=force)
    if json:
        print_json(judgement.document(digits))
    else:
        _print(str(file), judgement, digits)
        if output is not None:
            typer.echo(f"certificate: {output} (recheck: python verify/checker.py {output})")
    raise typer.Exit(0 if judgement.verdict == "holds" else 1)


def _print(name: str, judgement: Judgement, digits: int) -> None:
    question, report = judgement.question, judgement.privacy
    claim = [_brief(str(question.level))]
    if question.delta is not None:
        claim.append(f"delta = {question.delta}")
    if question.neighbours != Neighbours():
        claim.append(f"neighbours: {question.neighbours.kind}")
        if question.neighbours.sensitivity > 1:
            claim.append(f"sensitivity {question.neighbours.sensitivity}")
    claim += question.properties
    lines = [f"{name}: {judgement.verdict.upper()}", f"  claim       {', '.join(claim)}"]
    rows = judgement.stochastic
    if rows.total is None:
        lines.append(f"  rows        all {judgement.mechanism.size} sum to exactly 1")
    else:
        lines.append(
            f"  rows        {rows.rows} of {judgement.mechanism.size} do not sum to 1; furthest: "
            f"row {rows.row}, sum {_brief(exact_text(rows.total))} "
            f"(1 {'+' if rows.total > 1 else '-'} {scientific(abs(rows.total - 1))})"
        )
    eps = report.epsilon(_telling_digits(judgement, digits))
    low, high = eps["enclosure"]
    size = "infinite" if report.tightest_alpha == 0 else f"in [{low}, {high}]"
    lines.append(
        f"  privacy     {'meets' if judgement.private else 'misses'} the claim; tightest alpha "
        f"{_brief(exact_text(report.tightest_alpha))}, eps {size}"
    )
    if report.witness is not None:
        lines.append(f"  decided by  {_sentence(report.witness)}")
    if report.zero_pairs:
        lines.append(
            f"  zeros       {report.zero_pairs} neighbouring entries, one possible and one not: "
            "eps is infinite"
        )
        if report.ratio_witness is not None:
            lines.append(f"  besides     {_sentence(report.ratio_witness)}")
    if judgement.delta is not None:
        low, high = judgement.delta.enclosure(digits)
        lines.append(f"  delta       in [{low}, {high}], inputs {judgement.delta.inputs}")
    has = [letter for letter, p in judgement.properties.items() if p.holds]
    lines.append(f"  properties  has {' '.join(has) or 'none'}")
    for letter, p in judgement.properties.items():
        if p.first is not None:
            asked = " (claimed)" if letter in question.properties else ""
            places = [f"Pr[{j}|{i}]" for i, j in filter(None, (p.first.low, p.first.high))]
            against = places[1] if len(places) > 1 else f"1/{judgement.mechanism.size}"
            lines.append(
                f"              not {letter}{asked}: {places[0]} < {against}"
                f" ({p.violations} violation{'s' if p.violations > 1 else ''})"
            )
    lines.append(f"  reading     {judgement.reading}")
    typer.echo("\n".join(lines))


def _telling_digits(judgement: Judgement, digits: int) -> int:
    """Return enough digits to see on which side of the claim the tightest eps lies."""
    level, alpha = judgement.question.level, judgement.privacy.tightest_alpha
    if alpha in (0, 1) or level.compare(alpha) == 0:
        return digits
    for wanted in range(digits, digits + 60, 4):
        low, high = map(rational, judgement.privacy.epsilon(wanted)["enclosure"])
        below, above = map(rational, level.epsilon_enclosure(wanted))
        if high < below or above < low:
            return wanted
    return digits  # nearer than anybody wants to read; the verdict is exact all the same


def _sentence(witness: RatioWitness) -> str:
    (i, j), (k, m) = witness.numerator, witness.denominator
    ratio = _brief(exact_text(witness.ratio))
    return f"Pr[{j}|{i}] / Pr[{m}|{k}] = {ratio} (about {decimal(witness.ratio, 6)})"


def _brief(text: str, width: int = 60) -> str:
    return text if len(text) <= width else f"{text[: width // 2]}...({len(text)} characters)"
