"""Two exact engines that know nothing of ours: cddlib and lrs, from constraints to vertices.

Vertices come as tuples of texts "p/q" in lowest terms, one for each variable: they are
mostly written down, and equal numbers have equal texts.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Generator, Iterable, Iterator
from fractions import Fraction
from hashlib import sha256

from ..errors import InputError
from .polytope import Constraint, Polytope

#: The entries of a point in lowest terms, row by row.
Point = tuple[str, ...]


def _line(row: Constraint, variables: int) -> list[int]:
    line = [0] * (1 + variables)
    line[0] = row.constant
    for v, a in row.terms:
        line[1 + v] = a
    return line


def _equations_first(p: Polytope) -> tuple[list[Constraint], int]:
    rows = sorted(p.constraints, key=lambda row: not row.equal)
    return rows, sum(row.equal for row in rows)


def by_cdd(p: Polytope) -> Iterator[Point]:
    """Yield the vertices by double description (pycddlib, ``cdd.gmp``), all in memory.

    >>> from .polytope import polytope
    >>> sum(1 for _ in by_cdd(polytope("U", 2, "1/2")))
    4
    """
    try:
        import cdd
        import cdd.gmp
    except ModuleNotFoundError:
        raise InputError(
            "the engine cdd is missing: install the package pycddlib, "
            "with: pip install 'exactdp[polytopes]'"
        ) from None
    rows, equal = _equations_first(p)
    matrix = cdd.gmp.matrix_from_array(
        [[Fraction(x) for x in _line(row, p.variables)] for row in rows],
        lin_set=range(equal),
        rep_type=cdd.RepType.INEQUALITY,
    )
    found = cdd.gmp.copy_generators(cdd.gmp.polyhedron_from_matrix(matrix))
    for line in found.array:
        yield tuple(str(x) for x in line[1:])


def has_lrs() -> bool:
    """Whether the command ``lrs`` is there."""
    return shutil.which("lrs") is not None


def by_lrs(p: Polytope) -> Iterator[Point]:
    """Yield the vertices by reverse search (the command ``lrs``), in little memory.

    What lrs proposes as it goes is the answer only when it says that it came to the end; an
    early death raises.
    """
    command = shutil.which("lrs")
    if command is None:
        raise InputError(
            "the engine lrs is missing: install the package lrslib, with: apt-get install lrslib"
        )
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as said:
        given.writelines(_lrs_lines(p))
        given.flush()
        given.seek(0)
        with subprocess.Popen(
            [command],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            start_new_session=True,  # Ctrl-C is ours to handle
        ) as process:
            assert process.stdout is not None
            try:
                ended = yield from _vertices(process.stdout, p.variables)
            finally:
                process.kill()  # it has nothing more to say, or nobody listens
        if not ended:
            said.seek(0)
            raise RuntimeError(f"lrs stopped before its end: {said.read().strip()[:500]}")


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
        yield " ".join(map(str, _line(row, p.variables))) + "\n"
    yield "end\n"
