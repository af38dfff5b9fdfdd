"""``exactdp audit-sampler``: whether sampler code meets a privacy claim, from its exact law."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from ..mechanisms.exact.decimals import decimal, scientific
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import brief, exact_text, rational
from ..mechanisms.kernels.files.aside import require_writable
from ..verify.judge.certificate import write_certificate
from ..verify.judge.privacy import epsilon_document
from ..verify.judge.profile import Delta
from ..verify.laws.audit import Audit, audit, audit_certificate
from ..verify.laws.exact import code_of
from ..verify.laws.samples import Sampled, sampled
from .law import DepthOption, SourceOption, TargetArgument, parse_inputs, source_of
from .options import Alpha, CertificateOutput, Epsilon, Force, Json, level_of, number_of, print_json

EXIT = {"holds": 0, "fails": 1, "undecided": 3}


def run(
    target: TargetArgument,
    inputs: Annotated[
        str, typer.Option("--inputs", metavar="A..B", help="Consecutive counts, such as 0..10.")
    ],
    epsilon: Epsilon = None,
    alpha: Alpha = None,
    delta: Annotated[
        str | None, typer.Option(metavar="P/Q", help="Claim (eps, delta)-DP with this delta.")
    ] = None,
    source: SourceOption = None,
    depth: DepthOption = None,
    samples: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Do not run the code on all its draws, only sample it 2K times on each input: a "
            "refutation with a stated confidence, or none.",
        ),
    ] = None,
    confidence: Annotated[
        str, typer.Option(metavar="P/Q", help="The confidence of a refutation by samples.")
    ] = "999/1000",
    certificate: CertificateOutput = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Judge sampler code against a claimed privacy level, by its exact law on all inputs."""
    level = level_of(alpha, epsilon)
    values = parse_inputs([inputs])
    way = source_of(source)
    if certificate is not None:
        require_writable(certificate, force)
    code = code_of(target)
    found: Audit | Sampled
    if samples is not None:
        if not (delta is None and source is None and depth is None and certificate is None):
            raise InputError(
                "--samples goes with neither --delta, --source, --depth nor --certificate: samples "
                "can refute pure differential privacy, and certify nothing"
            )
        found = sampled(code, values, level, samples, number_of("--confidence", confidence))
    else:
        bound = Fraction(0) if delta is None else number_of("--delta", delta)
        found = audit(code, level, values, way, delta=bound, depth=depth)
        if certificate is not None:
            write_certificate(certificate, audit_certificate(found), force=force)
    if json:
        print_json(found.document())
    else:
        typer.echo("\n".join(_lines(found) if isinstance(found, Audit) else _sampled(found)))
        if certificate is not None:
            typer.echo(
                f"certificate: {certificate} (recheck: python verify/checker.py {certificate})"
            )
    raise typer.Exit(EXIT[found.verdict])


def _lines(found: Audit) -> list[str]:
    first, last = found.inputs[0], found.inputs[-1]
    low, high = found.deltas
    lines = [
        f"{found.target} on inputs {first}..{last}: {found.verdict.upper()}",
        f"  claim       {found.level}, delta = {brief(found.bound)}",
    ]
    zeros, first_zero, least = found.ratios
    if found.tightest_alpha is None:
        undecided = max(law.undecided for law in found.laws)
        lines.append(f"  undecided   at most {scientific(undecided)} of an input's outputs")
        lines.append(f"  alpha       at most {_about(found.alpha_at_most)}")
        lines.append(f"  delta       from {_delta(low)} to {_delta(high)}, at the claimed level")
        lines += _to_decide(found)
    else:
        alpha = found.tightest_alpha
        eps = epsilon_document(alpha, 20)
        lines.append(f"  privacy     tightest alpha {_about(alpha)}")
        lines.append(f"              eps in [{', '.join(eps['enclosure'])}]")
        if zeros:
            lines.append(f"  zero pairs  {zeros}: an output of one input, never of its neighbour")
        lines.append(f"  delta       {_delta(low)}, at the claimed level")
    for witness in (first_zero, least):
        if witness is not None:
            i, k = witness.inputs
            lines.append(
                f"  decided by  Pr[{witness.output}|{i}] / Pr[{witness.output}|{k}] "
                f"{'<=' if found.tightest_alpha is None else '='} {_about(witness.ratio)}"
            )
    lines.append(f"  method      {found.method}, {sum(law.runs for law in found.laws)} runs")
    return lines + [f"  assumes     {text}" for text in found.assumptions]


def _to_decide(found: Audit) -> list[str]:
    """Return what would decide about this target."""
    limits = list(dict.fromkeys(text for law in found.laws for text in law.limits))
    lines = [f"  because of  {', '.join(limits)}"]
    if found.verdict == "undecided":
        _, enough = found.deltas[1].enclosure(2)
        lines.append(
            f"  to decide   --delta {enough} holds; a larger --depth leaves less undecided"
        )
    return lines


def _about(value: Fraction) -> str:
    return f"{brief(value)} (about {decimal(value, 18)})"


def _delta(delta: Delta) -> str:
    """Return a delta for the eye, negative ones as 0; --json has the exact values."""
    low, _ = delta.enclosure(60)
    value = max(rational(low), Fraction(0))
    return "0" if value == 0 else f"about {scientific(value)}"


def _sampled(found: Sampled) -> list[str]:
    finding = "not refuted" if found.refutation is None else "REFUTED"
    lines = [
        f"{found.target}: {finding}, with confidence {exact_text(found.confidence)}",
        f"  claim       {found.level}",
        f"  samples     {found.count} of each input to choose what is compared, and to compare",
    ]
    for seen in found.comparisons if found.refutation is None else [found.refutation]:
        i, k = seen.inputs
        low, high = seen.bounds
        lines.append(
            f"  compared    Pr[{seen.output}|{i}] >= {decimal(low, 8)}, "
            f"Pr[{seen.output}|{k}] <= {decimal(high, 8)}"
        )
    return [*lines, "  assumes     calls of the code are independent, and have the same law"]
