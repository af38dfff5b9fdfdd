"""Exact optima: a float solver proposes a basis, exact arithmetic proves or rejects it.

What is returned carries its own proof. An optimum has a primal solution and multipliers
that satisfy every row, every sign and the same cost; an infeasible program has
multipliers that combine its rows into 0 >= 1 (Farkas). Nothing is loosened: where no
proposal can be proved the answer is :class:`LimitError`.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from ...exact.errors import LimitError
from .matrix import Matrix
from .program import Basis, Infeasible, Optimum, Program
from .proposal import Attempt, propose, refine, residuals
from .rational import solve, violated_rows
from .simplex import affordable, simplex
from .vertex import Vertex, vertex

#: In this order; each is refined a few times before the next is tried.
ATTEMPTS = (
    Attempt(0.5),
    Attempt(0.0),
    Attempt(1.0),
    Attempt(0.5, "ipm"),
    Attempt(0.25),
    Attempt(0.75),
)
REFINEMENTS = 6
#: From so many variables on, the interior point method is asked first: there it is faster.
LARGE = 20_000


def minimise(program: Program) -> Optimum | Infeasible:
    """Return an optimal vertex of a program with its proof, or the proof that there is none.

    Raises
    ------
    LimitError
        If no proposal of the float solver could be proved.

    Examples
    --------
    >>> from exactdp.mechanisms.design.lp.program import Row
    >>> one = fmpq(1)
    >>> best = minimise(Program([one, 3 * one], [Row(((0, one), (1, one)), one)]))
    >>> best.cost, best.x, best.multipliers
    (1, [1, 0], {0: 1})
    >>> minimise(Program([one], [Row(((0, -one),), one)])).multipliers
    {0: 1}
    """
    matrix = Matrix(program)
    infeasible = False
    by_size = sorted(ATTEMPTS, key=lambda attempt: attempt.solver != "ipm")
    for attempt in by_size if program.variables >= LARGE else ATTEMPTS:
        if attempt.power and matrix.scales is None:
            continue
        for status, basis, found in _bases(program, matrix, attempt):
            if found is None:
                infeasible = infeasible or "infeasible" in status
                break
            proved = _proved(program, matrix, basis, found)
            if proved is not None:
                return proved
        if infeasible and (farkas := _farkas(program)) is not None:
            return farkas
    if affordable(program) and isinstance(settled := simplex(program), tuple):
        found = vertex(program, settled[0], solve)
        proved = None if found is None else _proved(program, matrix, settled[0], found)
        if proved is not None:
            return proved
    raise LimitError("no basis that the float solver proposed could be proved optimal")


def _bases(
    program: Program, matrix: Matrix, attempt: Attempt
) -> Iterator[tuple[str, Basis, Vertex | None]]:
    status, basis = propose(matrix, attempt)
    seen: set[Basis] = set()
    for _ in range(REFINEMENTS):
        found = None if status != "optimal" or basis in seen else vertex(program, basis, solve)
        yield status, basis, found
        if found is None:
            return
        seen.add(basis)
        shortfall = residuals(program, found.x, found.multipliers)
        status, basis = refine(matrix, attempt, shortfall, basis)


def _proved(program: Program, matrix: Matrix, basis: Basis, found: Vertex) -> Optimum | None:
    """Return the optimum if the vertex satisfies every condition exactly."""
    if any(not program.rows[k].equal and m < 0 for k, m in found.multipliers.items()):
        return None
    if any(d < 0 for d in found.reduced.values()) or any(value < 0 for value in found.x):
        return None
    if violated_rows(program, matrix, found.x, basis.rows):
        return None
    multipliers = {k: m for k, m in found.multipliers.items() if m}
    cost = sum((c * value for c, value in zip(program.cost, found.x, strict=True)), fmpq(0))
    strict = all(found.reduced.values()) and all(
        m or program.rows[k].equal for k, m in found.multipliers.items()
    )
    return Optimum(cost, found.x, multipliers, basis, strict)


def _farkas(program: Program) -> Infeasible | None:
    """Return Farkas multipliers if the rows, all together, lack something."""
    best = minimise(program.shortfall())
    return Infeasible(best.multipliers) if isinstance(best, Optimum) and best.cost > 0 else None
