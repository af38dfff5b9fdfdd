"""Whether a given point of U, F, RU or RF is extreme, without enumerating; and the proof.

From "Preserving Target Distributions With Differentially Private Count Mechanisms",
sections 4.2 to 4.4, B and D. A point is extreme iff no movement obeys all constraints that
are tight there. Such a movement changes

- a mechanism (U, F): runs of each column whose steps are tight, each run by a factor. These
  runs span the smallest face of the cone that holds the column. In U the point is extreme
  iff they are independent (Theorem 2 where no entry is zero);
- a representation (RU, RF): the weights that are positive. In RU the point is extreme iff
  their scales are independent (Definition 19, Theorem 11);

and in F and RF it also keeps z in every column, which makes the vectors into differences
(Definition 8, Theorem 4). So a few vectors decide, however many constraints there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat, nmod, nmod_mat

from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.rationals import (
    brief,
    exact_text,
    over_one_denominator,
    to_fmpq,
    to_fraction,
)
from ...mechanisms.exact.residues import primes_beside, residue
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.neighbours import ADJACENT
from ...mechanisms.kernels.patterns import Pattern, signs
from ...mechanisms.kernels.telling import MOST_PRINTED, Line, Telling
from ...mechanisms.polytopes.polytope import Polytope, Rows
from ...mechanisms.polytopes.scales import unscaled
from .certificate import Claim, Document, certificate, kernels_of, private

#: The positive entries of a representation: for each output its scales and their weights.
Columns = list[list[tuple[Pattern, Fraction]]]
#: (input, output) of a mechanism, or (pattern, output) of a representation.
Place = tuple[Any, int]


@dataclass(frozen=True)
class Extremeness(Telling):
    """Whether a point of a polytope is extreme, with what shows it.

    Attributes
    ----------
    polytope : Polytope
    kernel : list of lists of Fraction
        The mechanism, or the one that the representation stands for.
    point : dict
        The positive weights of a representation; empty for a mechanism.
    prime : int or None
        If extreme, a prime modulo which the tight constraints have full rank, and so have it
        over the rationals.
    direction : dict or None
        If not, integers by which the point can move both ways (Lemma 2); 0 elsewhere.
    step : Fraction or None
        The largest t for which the point + and - t times `direction` are in the polytope.
    """

    polytope: Polytope
    kernel: Rows
    point: dict[Place, Fraction]
    prime: int | None
    direction: dict[Place, Fraction] | None
    step: Fraction | None

    @property
    def holds(self) -> bool:
        """Whether the point is extreme."""
        return self.prime is not None

    def certificate(self, subject: Document | None = None) -> Document:
        """Return the certificate: of the point, and of the ends of its movement if there is one."""
        signs = (0,) if self.holds else (0, 1, -1)
        return certificate([self._moved(sign) for sign in signs], [extreme_claim(self)], subject)

    def _moved(self, sign: int) -> Document:
        """Return the point, moved as far as it can be one way or the other, as a kernel."""
        by = sign * (self.step or 0)
        move = {place: by * x for place, x in (self.direction or {}).items()}
        if not self.polytope.represents:
            rows = [
                [x + move.get((i, j), 0) for j, x in enumerate(row)]
                for i, row in enumerate(self.kernel)
            ]
            return kernels_of(Mechanism.from_rows(rows))[0]
        weights = {place: x + move.get(place, 0) for place, x in self.point.items()}
        counts = [0, self.polytope.size - 1]
        return {
            "form": "scales",
            "inputs": counts,
            "outputs": counts,
            "alpha": exact_text(self.polytope.alpha),
            "weights": _listed({place: w for place, w in weights.items() if w}),
        }

    def document(self) -> Document:
        """Return the verdict as JSON."""
        p = self.polytope
        found: Document = {
            "verdict": "extreme" if self.holds else "not extreme",
            "size": p.size,
            "polytope": p.kind,
            "alpha": exact_text(p.alpha),
            "target": None if p.target is None else [exact_text(z) for z in p.target.numbers],
        }
        if self.direction is None:
            return found | {"modulus": self.prime}
        return found | {"direction": _listed(self.direction), "step": exact_text(self.step)}

    def headline(self) -> str:
        """Return the verdict."""
        return f"{'EXTREME' if self.holds else 'NOT extreme'} in {self.polytope}"

    def lines(self) -> list[Line]:
        """Return what shows it: full rank, or a movement, of which the first entries."""
        if self.direction is None:
            return [("rank", f"what is tight has full rank, modulo the prime {self.prime} already")]
        name = "B" if self.polytope.represents else "T"
        moves = [f"{name}[{row}][{j}]  {x}" for row, j, x in _listed(self.direction)]
        out = [("moves", f"both ways, by up to {brief(self.step)} times this:")]
        out += [("", move) for move in moves[:MOST_PRINTED]]
        if len(moves) > MOST_PRINTED:
            out.append(("", f"and {len(moves) - MOST_PRINTED} entries more; --json has all"))
        return out


def extreme(point: Sequence[Sequence[Any]], polytope: Polytope) -> Extremeness:
    """Decide whether a point of a polytope is extreme, from the constraints tight at it.

    Parameters
    ----------
    point : matrix, or list of columns
        For U and F the rows of the mechanism. For RU and RF, for each output the list of
        (pattern, weight), as `into_scales` gives it, since
        a matrix would have 2^(size-1) rows; :func:`columns_of` makes it of a matrix.
    polytope : Polytope

    Raises
    ------
    InputError
        If the point is not in the polytope; the message names a constraint that fails.

    Examples
    --------
    >>> from exactdp.mechanisms.polytopes.polytope import polytope
    >>> u = polytope("U", 2, "1/2")
    >>> extreme([["2/3", "1/3"], ["1/3", "2/3"]], u).prime
    2147483647
    >>> found = extreme([["1/2", "1/2"], ["1/2", "1/2"]], u)
    >>> {place: int(x) for place, x in found.direction.items()}, str(found.step)
    ({(0, 0): -1, (0, 1): 1}, '1/4')
    """
    if polytope.represents:
        weights = _weights(point, polytope)
        kernel = _image(weights, polytope)
        _require_image(kernel, polytope)
        parts = _scales(weights, polytope)
    else:
        weights = None
        kernel = [[to_fmpq(x) for x in row] for row in point]
        if len(kernel) != polytope.size or not _inside(kernel, polytope):
            polytope.require(point)
        parts = [
            part
            for j, column in enumerate(zip(*kernel, strict=True))
            for part in _runs(column, j, to_fmpq(polytope.alpha))
        ]
    # Shortest first, and like ones together: then few vectors depend on each other.
    parts.sort(key=lambda part: (len(part.vector), part.order))
    scales = {sum(part.vector.values(), fmpq(0)) for part in parts} if weights else set()
    prime, weighted = _decide(parts, polytope, scales)
    rows = [list(map(to_fraction, row)) for row in kernel]
    given = _public(weights or {})
    if weighted is None:
        return Extremeness(polytope, rows, given, prime, None, None)
    direction = _primitive(weighted)
    step = to_fraction(_step(direction, weights, kernel, to_fmpq(polytope.alpha)))
    return Extremeness(polytope, rows, given, None, _public(direction), step)


def extreme_claim(found: Extremeness, kernel: int = 0, between: tuple[int, int] = (1, 2)) -> Claim:
    """State that a point is extreme, or that it lies between two others.

    Parameters
    ----------
    found : Extremeness
    kernel, between : int and (int, int)
        The places of the point, and of the ends of its movement if it is not extreme.
    """
    p = found.polytope
    design = [] if p.represents else [private(p.alpha, ADJACENT, p.size)]
    if p.target is not None:
        law = [exact_text(z) for z in p.target.numbers]
        design.append({"demand": "law", "from": law, "to": law})
    claim: Claim = {
        "claim": "extreme",
        "kernel": kernel,
        "design": design,
        "weights": p.represents,
        "holds": found.holds,
    }
    return claim | ({"modulus": found.prime} if found.holds else {"between": list(between)})


def columns_of(matrix: Sequence[Sequence[Any]], polytope: Polytope) -> Columns:
    """Return the entries that are not 0 of a matrix B, scale x output, by columns.

    Examples
    --------
    >>> from exactdp.mechanisms.polytopes.polytope import polytope
    >>> columns_of([[1, 0], ["1/2", "1/2"]], polytope("RU", 2, "1/2"))
    [[((-1,), Fraction(1, 1)), ((1,), Fraction(1, 2))], [((1,), Fraction(1, 2))]]
    """
    rows = polytope.matrix(polytope.point(matrix))
    return [
        [(pattern, row[j]) for pattern, row in zip(polytope.patterns, rows, strict=True) if row[j]]
        for j in range(polytope.size)
    ]


def _listed(entries: dict[Place, Fraction]) -> list[list[Any]]:
    return [
        [signs(row) if isinstance(row, tuple) else row, j, exact_text(x)]
        for (row, j), x in entries.items()
    ]


# -- the point ---------------------------------------------------------------------------


def _public(entries: dict[Place, fmpq]) -> dict[Place, Fraction]:
    return {place: to_fraction(x) for place, x in entries.items()}


def _weights(columns: Sequence[Sequence[Any]], p: Polytope) -> dict[Place, fmpq]:
    """Return the positive weights of a representation."""
    if len(columns) != p.size:
        raise InputError(f"got {len(columns)} columns, expected {p.size}, one for each output")
    found: dict[Place, fmpq] = {}
    for j, column in enumerate(columns):
        for pattern, text in column:
            weight = to_fmpq(text)
            if len(pattern) != p.size - 1 or any(step not in (1, -1) for step in pattern):
                shown = signs(pattern) if set(pattern) <= {1, -1} else pattern
                raise InputError(
                    f"got the pattern {shown!r} at output {j}, expected {p.size - 1} steps, "
                    "each up (+) or down (-)"
                )
            if (pattern, j) in found:
                raise InputError(f"got the scale {signs(pattern)} twice at output {j}")
            if weight < 0:
                raise _outside(p, f"B[{signs(pattern)}][{j}] >= 0", weight)
            if weight:
                found[pattern, j] = weight
    return found


def _image(weights: dict[Place, fmpq], p: Polytope) -> list[list[fmpq]]:
    """Return Psi B."""
    rows = [[fmpq(0)] * p.size for _ in range(p.size)]
    for (pattern, j), weight in weights.items():
        column = unscaled(pattern, p.alpha)
        factor = weight / sum(column, fmpq(0))
        for i, x in enumerate(column):
            rows[i][j] += factor * x
    return rows


def _require_image(rows: list[list[fmpq]], p: Polytope) -> None:
    for i, row in enumerate(rows):
        if (total := sum(row, fmpq(0))) != 1:
            raise _outside(p, f"row {i} of Psi B sums to 1", total - 1)
    for j, off in enumerate(_off_target(rows, p)):
        if off:
            raise _outside(p, f"(z Psi B)[{j}] = z[{j}]", off)


def _outside(p: Polytope, label: str, off: Any) -> InputError:
    return InputError(
        f"the matrix is not in {p}: it breaks the constraint {label!r} (off by {brief(off)})"
    )


def _off_target(rows: list[list[fmpq]], p: Polytope) -> list[fmpq]:
    """Return z T - z, empty where there is no z."""
    law = p.target.numbers if p.target else ()
    return [
        sum((y * row[j] for y, row in zip(law, rows, strict=True)), -z) for j, z in enumerate(law)
    ]


def _inside(rows: list[list[fmpq]], p: Polytope) -> bool:
    """Whether a matrix is in U, or F; the polytope itself says what is wrong, slowly."""
    if any(len(row) != p.size or sum(row, fmpq(0)) != 1 for row in rows):
        return False
    a = to_fmpq(p.alpha)
    private = all(
        a * x <= y and a * y <= x
        for one, other in pairwise(rows)
        for x, y in zip(one, other, strict=True)
    )
    return private and not any(_off_target(rows, p))


# -- what can move -----------------------------------------------------------------------


class _Part(NamedTuple):
    """What moves by one unknown: a run of a column, or the weight of a scale."""

    output: int
    vector: dict[int, fmpq]  # what it does to the column
    entries: dict[Place, fmpq]  # what it does to the point
    order: Any


def _runs(column: Sequence[fmpq], j: int, a: fmpq) -> list[_Part]:
    """Return the parts of a column of a mechanism: within a run, all steps are tight."""
    runs: list[dict[int, fmpq]] = []
    if not any(column):
        return []
    for i, x in enumerate(column):
        if i and column[i - 1] * a == x:
            runs[-1][i] = runs[-1][i - 1] * a
        elif i and x * a == column[i - 1]:
            runs[-1][i] = runs[-1][i - 1] / a
        else:
            runs.append({i: fmpq(1)})
    return [_Part(j, run, {(i, j): x for i, x in run.items()}, min(run)) for run in runs]


def _scales(weights: dict[Place, fmpq], p: Polytope) -> list[_Part]:
    parts = []
    for pattern, j in weights:
        column = unscaled(pattern, p.alpha)
        total = sum(column, fmpq(0))
        parts.append(_Part(j, dict(enumerate(column)), {(pattern, j): total}, pattern))
    return parts


# -- independence ------------------------------------------------------------------------


def _decide(
    parts: list[_Part], p: Polytope, scales: set[fmpq]
) -> tuple[int | None, dict[Place, fmpq] | None]:
    """Return a prime that shows that no movement is left, or a movement.

    The prime divides no number that equations are multiplied by, nor the sums of scales.
    """
    # One more vector than there are equations will do to find a movement.
    vectors = [_constrained(part, p) for part in parts[: 2 * p.size + 1]]
    primes = primes_beside({to_fmpq(p.alpha), *(p.target.numbers if p.target else ()), *scales})
    while True:
        prime = next(primes)
        circuit = _circuit(vectors, 2 * p.size, prime)
        if circuit is None:
            return prime, None
        factors = _dependency([vectors[k] for k in circuit])
        if factors is not None:  # else it depends modulo this prime alone
            moved: dict[Place, fmpq] = {}
            for k, factor in zip(circuit, factors, strict=True):
                for place, x in parts[k].entries.items():
                    moved[place] = moved.get(place, fmpq(0)) + factor * x
            return None, moved


def _constrained(part: _Part, p: Polytope) -> dict[int, fmpq]:
    """Return what a part adds to the sums of the rows, and to z T in its column."""
    if p.target is None:
        return part.vector
    kept = sum((p.target.numbers[i] * x for i, x in part.vector.items()), fmpq(0))
    return part.vector | {p.size + part.output: kept}


def _circuit(vectors: list[dict[int, fmpq]], height: int, prime: int) -> list[int] | None:
    """Return the places of vectors that depend on each other modulo a prime, if any do."""
    residues: dict[fmpq, nmod] = {}
    matrix = nmod_mat(height, len(vectors), prime)
    for k, vector in enumerate(vectors):
        for i, x in vector.items():
            if x not in residues:
                residues[x] = residue(x, prime)
            matrix[i, k] = residues[x]
    reduced, rank = matrix.rref()
    if rank == len(vectors):
        return None
    pivots: list[int] = []
    best: list[int] | None = None
    for k in range(len(vectors)):
        if len(pivots) < rank and int(reduced[len(pivots), k]):
            pivots.append(k)
            continue
        found = [pivot for r, pivot in enumerate(pivots) if int(reduced[r, k])]
        if best is None or len(found) + 1 < len(best):
            best = [*found, k]
    return best


def _dependency(vectors: list[dict[int, fmpq]]) -> list[fmpq] | None:
    """Return weights with which vectors add up to zero; None if there are none."""
    rows = sorted({i for vector in vectors for i in vector})
    matrix = fmpq_mat(len(rows), len(vectors), [v.get(i, fmpq(0)) for i in rows for v in vectors])
    reduced, rank = matrix.rref()
    if rank == len(vectors):
        return None
    # All but the last are independent modulo a prime, so the pivots are the first columns.
    return [*(-reduced[r, rank] for r in range(rank)), fmpq(1)]


# -- the movement ------------------------------------------------------------------------


def _primitive(moved: dict[Place, fmpq]) -> dict[Place, fmpq]:
    """Return a movement in integers without a common factor."""
    entries = {place: x for place, x in moved.items() if x}
    integers, _ = over_one_denominator(list(entries.values()))
    common = gcd(*map(int, integers))
    return {place: fmpq(x, common) for place, x in zip(entries, integers, strict=True)}


def _step(
    move: dict[Place, fmpq],
    weights: dict[Place, fmpq] | None,
    rows: list[list[fmpq]],
    a: fmpq,
) -> fmpq:
    """Return how far a point can move both ways."""
    if weights is not None:
        return min(weights[place] / abs(x) for place, x in move.items())
    zero = fmpq(0)
    best: fmpq | None = None
    for j in {j for _, j in move}:
        for k in range(len(rows) - 1):
            for low, high in ((k, k + 1), (k + 1, k)):
                change = abs(move.get((low, j), zero) - a * move.get((high, j), zero))
                if change:
                    room = (rows[low][j] - a * rows[high][j]) / change
                    best = room if best is None or room < best else best
    assert best is not None, "polytopes are bounded"
    return best
