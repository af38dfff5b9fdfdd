"""Movements: what may be added to a point of a polytope, in both directions, a little.

A movement at T is a matrix D with D 1 = 0 whose columns keep the constraints tight that are
tight at T. T is extreme iff D = 0 is the only one. A tight step determines an entry of D's
column by its neighbour; a step that is free leaves it open. So the column ranges over a
space with one dimension for each run of tight steps, which is the span of the smallest face
of the cone that holds T's column, and over {0} where T's column is 0, since there each step
is tight in both ways. Hence the movements are what the spans have in common with D 1 = 0:
there is none but 0 iff the spans form a direct sum (NEW-7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq

from ....mechanisms.kernels.patterns import Pattern
from ....mechanisms.polytopes.faces import face_of, rank, span
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....mechanisms.polytopes.scales import pattern_of
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from .corners import tight_rank
from .space import ALPHAS, BASES, HALF, LEVELS, examined

a, b, d, k, p, q, x = symbols("a b d k p q x")
#: Where the points of U are examined one by one.
EXAMINED = [*product(BASES, ALPHAS), (4, HALF)]
#: How many midpoints and mixtures of vertices are examined, at most, at each of these.
MIDPOINTS, MIXTURES = 250, 30
PATTERNS = range(2, 6)


def points_of_u(levels: Sequence[Fraction] = ALPHAS) -> Iterator[dict[str, Any]]:
    """Yield the points of U that are examined, with their polytopes."""
    for size, alpha in EXAMINED:
        if alpha in levels:
            space = polytope("U", size, alpha)
            for matrix in examined(space, MIDPOINTS, MIXTURES):
                yield {"space": space, "matrix": matrix}


def faces(kernel: Rows, alpha: Fraction) -> list[Pattern]:
    """Return the patterns of the smallest faces of the nonzero columns.

    >>> faces([[Fraction(1), Fraction(0)], [Fraction(1), Fraction(0)]], Fraction(1, 2))
    [(0,)]
    """
    found = (pattern_of(column, alpha) for column in zip(*kernel, strict=True))
    return [pattern for pattern in found if pattern is not None]


def _movements(space: Polytope, matrix: Rows) -> bool:
    found = faces(matrix, space.alpha)
    basis = [column for pattern in found for column in span(pattern, space.alpha)]
    moves = len(basis) - rank(basis)
    return tight_rank(space, matrix) == space.variables - moves


def _spans(size: int, alpha: Fraction, pattern: Pattern) -> bool:
    ratio = fmpq(alpha.numerator, alpha.denominator)
    tight = []
    for i, step in enumerate(pattern):
        if step != 0:  # alpha times the higher is the lower
            row = [fmpq(0)] * size
            row[i], row[i + 1] = (fmpq(1), -ratio) if step > 0 else (-ratio, fmpq(1))
            tight.append(row)
    basis = span(pattern, alpha)
    kept = all(
        sum((r * d for r, d in zip(row, column, strict=True)), fmpq(0)) == 0
        for row in tight
        for column in basis
    )
    apart = all(sum(column[i] != 0 for column in basis) == 1 for i in range(size))
    dimension = 1 + pattern.count(0)
    # As many vectors as the solutions have dimensions, and independent: they span them.
    return (
        kept
        and apart
        and rank(basis) == len(basis) == dimension == face_of(pattern).dimension
        and size - rank(tight) == dimension
    )


def no_movement() -> list[Step]:
    """Prove that a point of a polytope is extreme iff nothing moves.

    A movement mu satisfies the equations, and the inequalities that are tight at the point, with
    0 in place of the constants. B +- t mu stays for small t; and if B = x X + (1-x) Y, then X - Y
    is a movement. For R_U and R_F the inequalities are B >= 0.
    """
    return [
        identity("B lies halfway between B + t mu and B - t mu", ((b + d) + (b - d)) / 2, b),
        sign(
            "where the slack b > 0, b + t m >= 0 for t = b/(1 + |m|): b (1 - k/(1+k)) with k = |m|",
            p * (1 - k / (1 + k)),
            ">0",
            {"p": more_than(0), "k": at_least(0)},
        ),
        sign(
            "where the slack x X + (1-x) Y = 0 with X, Y >= 0, both are 0: else it is positive",
            x * p + (1 - x) * q,
            ">0",
            {"x": UNIT, "p": more_than(0), "q": at_least(0)},
        ),
    ]


def movements() -> list[Step]:
    """Prove that the movements are the spans, but for D 1 = 0.

    From its top entry on, each entry of a run of tight steps is determined by the one before: so
    a run is a multiple of one vector, which has no zeros, and the runs have no entry in common.
    T's column has a positive entry everywhere or nowhere, and is inside its face, all of whose
    other steps it leaves free: so the face has the same span.
    """
    every = [
        {"size": size, "alpha": alpha, "pattern": pattern}
        for size in PATTERNS
        for alpha in LEVELS[:4]
        for pattern in product((-1, 0, 1), repeat=size - 1)
    ]
    return [
        *no_movement(),
        identity("v = alpha w determines w by v", (a * x) / a, x),
        sign(
            "and w by v: both or neither are positive", a * x, ">0", {"a": UNIT, "x": more_than(0)}
        ),
        sign(
            "a zero column is tight both ways: of d - alpha d' and alpha d - d' the determinant "
            "is alpha^2 - 1, so that d = d' = 0",
            1 - a**2,
            ">0",
            {"a": UNIT},
        ),
        identity(
            "and a positive one is never: v = alpha w and w = alpha v give (1 - alpha^2) v = 0",
            (x - a * p) + a * (p - a * x),
            (1 - a**2) * x,
        ),
        counterexample(
            "the columns that keep a pattern's tight steps tight are the span of its face, of "
            "dimension 1 + (number of free steps)",
            every,
            _spans,
        ),
        counterexample(
            "rank of the tight constraints = size^2 - (sum of the spans' dimensions - dimension "
            "of their sum)",
            points_of_u([HALF]),
            _movements,
        ),
    ]
