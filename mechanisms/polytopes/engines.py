"""Two exact engines that know nothing of ours: cddlib and lrs, from constraints to vertices.

Vertices come as tuples of texts "p/q" in lowest terms, one for each variable: they are
mostly written down, and equal numbers have equal texts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from flint import fmpq, fmpz

from ..exact.errors import InputError, LimitError
from ..exact.rationals import exact_text
from .polytope import Constraint, Polytope

#: The entries of a point in lowest terms, row by row.
Point = tuple[str, ...]
#: The longest number that lrs reads, in characters; it does not say so if one is longer.
MOST_DIGITS = 900
#: How a missing engine is got.
INSTALL = {
    "cdd": "install the package pycddlib, with: pip install 'exactdp[polytopes]'",
    "lrs": "install the package lrslib, with: apt-get install lrslib",
}


@lru_cache(maxsize=65536)
def entry(text: str) -> fmpq:
    """Return an entry of a point, however long it is.

    >>> entry("2/3")
    2/3
    """
    p, _, q = text.partition("/")
    return fmpq(fmpz(p), fmpz(q or 1))


def _line(row: Constraint, variables: int) -> str:
    line = ["0"] * (1 + variables)
    line[0] = exact_text(row.constant)
    for v, a in row.terms:
        line[1 + v] = exact_text(a)
    return " ".join(line) + "\n"


def _equations_first(p: Polytope) -> tuple[list[Constraint], int]:
    rows = sorted(p.constraints, key=lambda row: not row.equal)
    return rows, sum(row.equal for row in rows)


def has_cdd() -> bool:
    """Whether the package ``cdd`` is there."""
    return find_spec("cdd") is not None


def has_lrs() -> bool:
    """Whether the command ``lrs`` is there."""
    return shutil.which("lrs") is not None


def by_cdd(p: Polytope) -> Iterator[Point]:
    """Yield the vertices by double description (pycddlib, ``cdd.gmp``), all in memory.

    It computes in a process of its own, :mod:`.cdd_process`, and tells them in the end.

    >>> from .polytope import polytope
    >>> sum(1 for _ in by_cdd(polytope("U", 2, "1/2")))
    4
    """
    if not has_cdd():
        raise InputError(f"the engine cdd is missing: {INSTALL['cdd']}")
    rows, equal = _equations_first(p)
    program = Path(__file__).with_name("cdd_process.py")
    with (
        tempfile.TemporaryFile("w+") as said,
        # -P: what lies beside the program is not what it imports
        _running([sys.executable, "-P", str(program)], subprocess.PIPE, said) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):  # it died: its last words tell why
            process.stdin.write(f"{equal}\n")
            process.stdin.writelines(_line(row, p.variables) for row in rows)
            process.stdin.write("end\n")
            process.stdin.flush()
        # Standard input stays open: the process ends when it is closed.
        for line in process.stdout:
            if line == "end\n":
                return
            yield tuple(line.split())
        raise _stopped("cdd", said)


def by_lrs(p: Polytope) -> Iterator[Point]:
    """Yield the vertices by reverse search (the command ``lrs``), in little memory.

    What lrs proposes as it goes is the answer only when it says that it came to the end; an
    early death raises.
    """
    command = shutil.which("lrs")
    if command is None:
        raise InputError(f"the engine lrs is missing: {INSTALL['lrs']}")
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as said:
        given.writelines(_lrs_lines(p))
        given.flush()
        given.seek(0)
        with _running([command], given, said) as process:
            assert process.stdout is not None
            if not (yield from _vertices(process.stdout, p.variables)):
                raise _stopped("lrs", said)


@contextmanager
def _running(command: list[str], given: Any, said: IO[str]) -> Iterator[subprocess.Popen[str]]:
    """Run an engine inside the block; it never outlives the block.

    Nor us, should we be killed: lrs ends when it writes to a pipe that nobody reads.
    """
    with subprocess.Popen(
        command,
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=said,
        text=True,
        start_new_session=True,  # Ctrl-C is ours to handle
    ) as process:
        try:
            yield process
        finally:
            process.kill()  # it has nothing more to say, or nobody listens
            if process.stdin is not None:
                with suppress(BrokenPipeError):  # what it did not read is lost
                    process.stdin.close()


def _stopped(engine: str, said: IO[str]) -> LimitError:
    said.seek(0)
    words = said.read().strip()[-500:] or "it did not say why (out of memory?)"
    return LimitError(f"the engine {engine} stopped before its end: {words}; take another engine")


def _vertices(lines: Iterable[str], variables: int) -> Generator[Point, None, bool]:
    """Yield what lrs says, each vertex once; return whether it came to the end.

    When its numbers overflow, lrs starts over with longer ones and says everything again, in
    the same order. What was passed on already is skipped, and must be the same: a running
    hash tells. In the end lrs states how many vertices there were.
    """
    given = said = 0
    passed, again = sha256(), sha256()
    for line in lines:
        if line.startswith("begin"):
            said, again = 0, sha256()
        elif line.startswith(" "):  # other lines are remarks
            kind, *point = line.split()
            if kind != "1" or len(point) != variables:
                raise RuntimeError(f"lrs gave {line[:80]!r}, which is no vertex")
            said += 1
            if said > given:
                passed.update(" ".join(point).encode())
                given = said
                yield tuple(point)
                continue
            again.update(" ".join(point).encode())
            if said == given and again.digest() != passed.digest():
                raise RuntimeError("lrs started over and gave other vertices than before")
        elif line.startswith("*Totals: vertices="):
            stated = int(line.split("=")[1].split()[0])
            if not stated == said == given:
                raise RuntimeError(f"lrs gave {given} vertices and counts {stated}")
            return True
    return False


def _lrs_lines(p: Polytope) -> Iterator[str]:
    rows, equal = _equations_first(p)
    yield f"vertices\nH-representation\nlinearity {equal} "
    yield " ".join(str(k + 1) for k in range(equal))
    yield f"\nbegin\n{len(rows)} {1 + p.variables} integer\n"
    for row in rows:
        line = _line(row, p.variables)
        if len(line) > MOST_DIGITS and max(map(len, line.split())) > MOST_DIGITS:
            raise LimitError(
                f"{row.label!r} has a number of more than {MOST_DIGITS} digits, which lrs cannot "
                "read: take another engine, such as walk"
            )
        yield line
    yield "end\n"
