"""``exactdp sample``: outputs of a mechanism for a column of counts, drawn exactly."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from ..mechanisms.exact.errors import InputError, LimitError
from ..mechanisms.exact.progress import track
from ..mechanisms.exact.rationals import brief
from ..mechanisms.kernels.files.aside import require_writable, write_aside
from ..mechanisms.kernels.files.integers import Integers, read_integers
from ..mechanisms.kernels.files.reading import load
from ..mechanisms.sampling.kernel import KernelSampler
from ..mechanisms.sampling.source import BitSource, SeededSource, SystemSource
from .options import File, Force, ReadingChoice, ReadingOption, require_apart

#: The most draws of one command, some weeks of work.
MAX_DRAWS = 10**12
#: Draws at a time.
_BLOCK = 2**18


def run(
    file: File,
    inputs: Annotated[
        str,
        typer.Option(
            "--input",
            metavar="FILE|VALUE",
            help="The true counts: a text file with one a line, an .npy array, or one number.",
            show_default=False,
        ),
    ],
    count: Annotated[
        int, typer.Option("--count", metavar="K", help="Draw K times for each input.")
    ] = 1,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", help="Write here, one count a line."),
    ] = None,
    simulate: Annotated[
        int | None,
        typer.Option("--simulate", metavar="SEED", help="Reproducible draws: NOT private."),
    ] = None,
    reading: ReadingOption = ReadingChoice.stored,
    force: Force = False,
) -> None:
    """Draw outputs of a mechanism, exactly, with the operating system's randomness.

    One count a line, in the order of the inputs; those of a simulation follow a comment that
    says so.
    """
    if count < 1:
        raise InputError(f"--count: got {count}, expected at least 1")
    number = re.fullmatch(r"-?[0-9]+", inputs)
    require_apart([file] if number else [file, Path(inputs)], output)
    if output is not None:
        require_writable(output, force)
    mechanism = load(file, reading=reading.value)
    try:
        sampler = KernelSampler(mechanism)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    low, high = mechanism.counts
    if number:
        counts = np.array([int(inputs) if len(inputs) <= 18 else -1], dtype=np.int64)
    else:
        counts = read_integers(inputs)
    if len(counts) * count > MAX_DRAWS:
        raise LimitError(
            f"--count: got {brief(count)} draws for each of {len(counts)} inputs, expected at most "
            f"{MAX_DRAWS} in all"
        )
    outside = np.flatnonzero((counts < low) | (counts > high))
    if outside.size:
        where = "--input" if number else f"{inputs}: position {outside[0]}"
        raise InputError(
            f"{where}: the input is outside {low}..{high} (its value is not shown, because counts "
            "are secret)"
        )
    source: BitSource = SystemSource()
    if simulate is not None:
        source = SeededSource(simulate)
        typer.echo(_marked(simulate), err=True)
    lines: Iterable[str] = _lines(sampler, counts - low, count, low, source)
    if simulate is not None:
        lines = chain([f"# {_marked(simulate)}\n"], lines)
    if output is None:
        for text in lines:
            sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_aside(output, lines, force)


def _marked(seed: int) -> str:
    return f"NOT PRIVATE: simulated with the seed {seed}, hence reproducible"


def _lines(
    sampler: KernelSampler, counts: Integers, times: int, low: int, source: BitSource
) -> Iterator[str]:
    """Yield the outputs as text, a block of lines at a time."""
    total = len(counts) * times
    blocks = range(0, total, _BLOCK)
    for start in track(blocks, len(blocks), "drawing"):
        which = np.arange(start, min(start + _BLOCK, total)) // times
        drawn = sampler.draw_many(counts[which], source) + low
        yield "\n".join(map(str, drawn.tolist())) + "\n"
