"""Sections 4.2, B and D: the scales, and which points of U, F, R_U and R_F are extreme.

A movement at T is a matrix D with D 1 = 0 whose columns keep the constraints tight that are
tight at T. T is extreme iff D = 0 is the only one. A tight step determines an entry of D's
column by its neighbour; a step that is free leaves it open. So the column ranges over a
space with one dimension for each run of tight steps, which is the span of the smallest face
of the cone that holds T's column, and over {0} where T's column is 0, since there each step
is tight in both ways. Hence the movements are what the spans have in common with D 1 = 0:
there is none but 0 iff the spans form a direct sum (NEW-7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any

from flint import fmpq

from ....mechanisms.kernels.patterns import Pattern
from ....mechanisms.polytopes.engines import Point
from ....mechanisms.polytopes.enumeration import points, vertices
from ....mechanisms.polytopes.faces import face_of, independent, rank, span
from ....mechanisms.polytopes.images import image
from ....mechanisms.polytopes.polytope import Polytope, Rows, polytope
from ....mechanisms.polytopes.scales import pattern_of, patterns, scale
from ....verify.judge.certificate import about_claims
from ....verify.judge.extreme import columns_of, extreme
from ...engine.evidence import CheckerClaim, Step
from ...engine.identities import identity, symbols
from ...engine.search import ALPHAS as LEVELS
from ...engine.search import counterexample, written
from ...engine.signs import UNIT, at_least, more_than, sign
from ...statements.claim import Finding, Proof, claim, decide
from .corners import corners, normals, tight_rank

SOURCE = "Preserving Target Distributions With Differentially Private Count Mechanisms"
ALPHAS = (Fraction(1, 3), Fraction(1, 2), Fraction(9, 10))
HALF = Fraction(1, 2)
#: Sizes at which every basis of the constraints is tried.
BASES = (2, 3)
#: Where the points of U are examined one by one.
EXAMINED = [*product(BASES, ALPHAS), (4, HALF)]
#: How many midpoints and mixtures of vertices are examined, at most, at each of these.
MIDPOINTS, MIXTURES = 250, 30
PATTERNS = range(2, 6)
SCALES = range(2, 7)
SCOPE = (
    "all n, all alpha in (0, 1); held against all vertices at sizes 2 and 3, alpha in "
    "{1/3, 1/2, 9/10}, and at size 4, alpha = 1/2"
)

a, x, b, d, k, p, q = symbols("a x b d k p q")


# --- the points that are examined -----------------------------------------------------------


@lru_cache(maxsize=32)
def extreme_points(p: Polytope) -> frozenset[Point]:
    """Return the vertices without use of the structure: by all bases, at size 4 by a walk."""
    return corners(p) if p.size in BASES else frozenset(points(p, "walk"))


@lru_cache(maxsize=32)
def examined(size: int, alpha: Fraction) -> tuple[Rows, ...]:
    """Return points of U: all vertices, midpoints of pairs of them, and generic mixtures.

    >>> len(examined(2, Fraction(1, 2)))
    40
    """
    p, rng = polytope("U", size, alpha), Random(7 * size + alpha.denominator)
    vertices = [p.matrix(point) for point in sorted(extreme_points(p))]
    pairs = list(combinations(vertices, 2))
    some = pairs if len(pairs) <= MIDPOINTS else rng.sample(pairs, MIDPOINTS)
    mixed = [mixture([1, 1], pair) for pair in some]
    for _ in range(MIXTURES):
        chosen = rng.sample(vertices, rng.randint(2, min(len(vertices), 2 * size)))
        mixed.append(mixture([rng.randint(1, 99) for _ in chosen], chosen))
    return (*vertices, *mixed)


def mixture(weights: list[int], matrices: Iterable[Rows]) -> Rows:
    """Return the mixture of matrices with weights in the given proportions."""
    given, total = list(zip(weights, matrices, strict=True)), sum(weights)
    height, width = len(given[0][1]), len(given[0][1][0])
    return [
        [sum((w * m[i][j] for w, m in given), Fraction(0)) / total for j in range(width)]
        for i in range(height)
    ]


def _cases(levels: Sequence[Fraction] = ALPHAS) -> Iterator[dict[str, Any]]:
    for size, alpha in EXAMINED:
        for kernel in examined(size, alpha) if alpha in levels else ():
            yield {"size": size, "alpha": alpha, "kernel": kernel}


def faces(kernel: Rows, alpha: Fraction) -> list[Pattern]:
    """Return the patterns of the smallest faces of the nonzero columns.

    >>> faces([[Fraction(1), Fraction(0)], [Fraction(1), Fraction(0)]], Fraction(1, 2))
    [(0,)]
    """
    found = (pattern_of(column, alpha) for column in zip(*kernel, strict=True))
    return [pattern for pattern in found if pattern is not None]


def is_vertex(size: int, alpha: Fraction, kernel: Rows) -> bool:
    """Whether a point of U is among the vertices that were found without the structure."""
    point = tuple(str(entry) for row in kernel for entry in row)
    return point in extreme_points(polytope("U", size, alpha))


# --- the steps ------------------------------------------------------------------------------


def _criterion(size: int, alpha: Fraction, kernel: Rows) -> bool:
    return is_vertex(size, alpha, kernel) == independent(faces(kernel, alpha), alpha)


def _movements(size: int, alpha: Fraction, kernel: Rows) -> bool:
    found = faces(kernel, alpha)
    basis = [column for pattern in found for column in span(pattern, alpha)]
    moves = len(basis) - rank(basis)
    return tight_rank(polytope("U", size, alpha), kernel) == size**2 - moves


def _moves_both_ways(size: int, alpha: Fraction, kernel: Rows) -> bool:
    p = polytope("U", size, alpha)
    found = extreme(kernel, p)
    if found.holds or found.direction is None or found.step is None:
        return found.holds and is_vertex(size, alpha, kernel)
    ways = [
        [
            [kernel[i][j] + way * Fraction(found.direction.get((i, j), 0)) for j in range(size)]
            for i in range(size)
        ]
        for way in (found.step, -found.step)
    ]
    apart = found.step > 0 and ways[0] != ways[1]
    inside = all(p.violated(way) is None for way in ways)
    return apart and inside and not is_vertex(size, alpha, kernel)


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


def criterion(test: Callable[[int, Fraction, Rows], bool] = _criterion) -> Step:
    """Hold a criterion for vertices of U against all points that are examined."""
    shows = "T is a vertex iff the spans of its nonzero columns' faces form a direct sum"
    return counterexample(shows, _cases(), test)


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


def search_for_exceptions() -> list[Step]:
    """Look for a point of U where the criterion of NEW-7 fails."""
    return [
        criterion(),
        counterexample(
            "what verify.extreme calls extreme is a vertex, and another point moves both ways",
            _cases([HALF]),
            _moves_both_ways,
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
            _cases([HALF]),
            _movements,
        ),
    ]


@claim(
    "NEW-7",
    source="Findings beyond the papers",
    place="NEW-7",
    statement="T is extreme in U iff the linear spans of the minimal cone faces of its nonzero "
    "columns form a direct sum",
    formula="T in ex(U) <=> dim sum_j span F(T_j) = sum_j dim F(T_j)",
)
def extreme_with_zero_columns() -> Finding:
    """The movements at T are the matrices with columns in the spans and D 1 = 0."""
    return decide(search=search_for_exceptions(), proof=Proof(SCOPE, movements()))


@claim(
    "KL-20",
    source=SOURCE,
    place="4.2, Theorem 2",
    statement="T in U with all entries > 0 is extreme iff its columns are independent multiples "
    "of scales",
)
def extreme_without_zeros() -> Finding:
    """Spans of n columns in dimension n are a direct sum only if each is a line.

    A column with a face that is a line has n - 1 tight steps: it is a multiple of a scale.
    """

    def theorem_2(size: int, alpha: Fraction, kernel: Rows) -> bool:
        scales = all(step != 0 for pattern in faces(kernel, alpha) for step in pattern)
        columns = [[fmpq(v.numerator, v.denominator) for v in c] for c in zip(*kernel, strict=True)]
        return is_vertex(size, alpha, kernel) == (scales and rank(columns) == size)

    k, d, n = symbols("k d n")
    # One column has k >= 1 free steps; the n - 1 others have n - 1 + d dimensions, d >= 0.
    box = {"k": at_least(1), "d": at_least(0), "n": at_least(2)}
    more = (n - 1 + d) + (1 + k) - n
    positive = [case for case in _cases() if all(v > 0 for row in case["kernel"] for v in row)]
    counts = [
        sign("n nonzero columns, one with a free step: more than n dimensions", more, ">0", box),
    ]
    return decide(
        search=[
            counterexample(
                "T > 0 is a vertex iff its columns are independent multiples of scales",
                positive,
                theorem_2,
            )
        ],
        proof=Proof(SCOPE, [*movements(), *counts]),
    )


# --- scales ---------------------------------------------------------------------------------


def columns_with_all_tight(size: int, alpha: Fraction) -> set[tuple[Fraction, ...]]:
    """Return the columns of sum 1 with each ratio alpha or 1/alpha, by trying all ratios.

    >>> [[str(x) for x in column] for column in sorted(columns_with_all_tight(2, Fraction(1, 2)))]
    [['1/3', '2/3'], ['2/3', '1/3']]
    """
    found = set()
    for ratios in product((alpha, 1 / alpha), repeat=size - 1):
        column = [Fraction(1)]
        for ratio in ratios:
            column.append(column[-1] * ratio)
        found.add(tuple(value / sum(column) for value in column))
    return found


def count_scales(formula: Callable[[int], int]) -> Step:
    """Compare a formula with how many scales there are, found in two ways that agree."""

    def holds(size: int, alpha: Fraction) -> bool:
        tried = columns_with_all_tight(size, alpha)
        made = {tuple(scale(pattern, alpha)) for pattern in patterns(size)}
        return tried == made and len(tried) == formula(size)

    cases = [{"size": size, "alpha": alpha} for size in SCALES for alpha in ALPHAS]
    return counterexample("the number of different scales", cases, holds)


@claim(
    "KL-17",
    source=SOURCE,
    place="4.2",
    statement="there are k = 2^(n-1) scales",
    formula="k = 2^{n-1}",
)
def number_of_scales() -> Finding:
    """By induction: a scale of n counts goes on to one more in two ways that differ."""

    def goes_on(size: int, alpha: Fraction) -> bool:
        begun = Counter(
            tuple(value / sum(column[:-1]) for value in column[:-1])
            for column in columns_with_all_tight(size, alpha)
        )
        shorter = {(Fraction(1),)} if size == 2 else columns_with_all_tight(size - 1, alpha)
        return set(begun) == shorter and set(begun.values()) == {2}

    cases = [{"size": size, "alpha": alpha} for size in SCALES for alpha in ALPHAS]
    return decide(
        search=[count_scales(lambda size: 2 ** (size - 1))],
        proof=Proof(
            "all n, all alpha in (0, 1)",
            [
                counterexample(
                    "a scale is one of a count less (of one count: there is one), which goes on "
                    "in two ways",
                    cases,
                    goes_on,
                ),
                sign(
                    "for all alpha: x/alpha and alpha x differ",
                    x / a - a * x,
                    ">0",
                    {"a": UNIT, "x": UNIT},
                ),
                sign("and are positive", a * x, ">0", {"a": UNIT, "x": UNIT}),
            ],
        ),
    )


# --- counts ---------------------------------------------------------------------------------


def count_of(kind: str, size: int, alpha: Fraction, stated: int) -> Step:
    """Count the vertices by several engines; they must be the same vertices.

    >>> count_of("U", 2, Fraction(1, 2), 4).holds, count_of("U", 2, Fraction(1, 2), 5).holds
    (True, False)
    """
    p = polytope(kind, size, alpha)
    engines = ("walk", "structure") if kind in ("U", "RU") else ("walk",)
    found = {engine: frozenset(points(p, engine)) for engine in engines}
    if size in BASES:
        found["bases"] = corners(p)
    data: dict[str, Any] = {"polytope": str(p), "counts": {e: len(f) for e, f in found.items()}}
    agree = len(found) > 1 and len(set(found.values())) == 1
    if not agree:
        return Step("instance", f"{kind} has {stated} extreme points", None, data)
    holds = all(len(f) == stated for f in found.values())
    shown = data if holds else {"counterexample": data}
    shows = f"{kind} has {stated} extreme points"
    return Step("instance", shows, holds, shown, lambda: vertex_claims(shows, p))


def vertex_claims(shows: str, p: Polytope) -> list[CheckerClaim]:
    """Return the claims that each vertex is one; that there are no others is not certified."""
    every = sorted(vertices(p))
    claims: list[CheckerClaim] = [
        {"claim": "uncertified", "shows": f"{shows}: there are no others", "method": "instance"}
    ]
    for k, matrix in enumerate(every, 1):
        found = extreme(columns_of(matrix, p) if p.represents else matrix, p)
        claims += about_claims(f"{shows}: number {k}", found.certificate())
    return claims


def counts(stated: Mapping[str, int]) -> list[Step]:
    """Compare stated numbers with the polytopes at size 3, alpha = 1/2, z uniform."""
    return [count_of(kind, 3, HALF, many) for kind, many in stated.items()]


@claim(
    "KL-23",
    source=SOURCE,
    place="B, Example 1",
    statement="n = 3, eps = ln 2, z uniform: |ex F| = 36 and |ex R_F| = 78",
)
def example_1() -> Finding:
    """Each basis is tried, and the vertices are those that the walk finds."""
    return decide(
        search=[], proof=Proof("n = 3, alpha = 1/2, z uniform", counts({"F": 36, "RF": 78}))
    )


def _representation(columns: Mapping[int, list[str]]) -> Rows:
    return [[Fraction(columns.get(j, ["0"] * 4)[s]) for j in range(3)] for s in range(4)]


def images_of_example_2() -> list[Step]:
    """Decide what the paper says of B1, B2 and the image of B3."""
    above, under = polytope("RU", 3, HALF), polytope("U", 3, HALF)
    vertices, corner = corners(above), corners(under)

    def flat(rows: Rows) -> Point:
        return tuple(str(v) for row in rows for v in row)

    steps = []
    for name, column in (("B1", ["7/6", "0", "2/3", "7/6"]), ("B2", ["0", "5/3", "4/3", "0"])):
        b = _representation({0: column})
        shown = image(above, b)
        holds = flat(b) in vertices and shown == [[1, 0, 0]] * 3 and flat(shown) in corner
        steps.append(_instance(f"{name} is extreme in R_U, its image is [1 0 0]", holds, shown))
    third = _representation({0: ["7/6", "0", "0", "7/6"], 2: ["0", "0", "2/3", "0"]})
    shown = image(above, third)
    printed = [[Fraction(v, 12) for v in row] for row in ([10, 0, 2], [8, 0, 4], [10, 0, 2])]
    parts = [
        [[Fraction(v, 12) for v in row] for row in rows]
        for rows in (
            ([11, 0, 1], [10, 0, 2], [11, 0, 1]),
            ([9, 0, 3], [6, 0, 6], [9, 0, 3]),
        )
    ]
    inside = all(under.violated(part) is None for part in parts) and parts[0] != parts[1]
    holds = flat(third) in vertices and shown == printed and flat(shown) not in corner
    return [
        *steps,
        _instance("B3 is extreme in R_U, its image is as printed, and not extreme", holds, shown),
        _instance(
            "it is halfway between the printed A1 and A2, which are in U",
            inside and mixture([1, 1], parts) == shown,
            parts,
        ),
    ]


def _instance(shows: str, holds: bool, data: Any) -> Step:
    found = {"found": written(data)}
    return Step("instance", shows, holds, found if holds else {"counterexample": found})


@claim(
    "KL-26",
    source=SOURCE,
    place="B, Example 2",
    statement="n = 3, eps = ln 2: |ex U| = 27 and |ex R_U| = 36; B1 and B2 are two of them with "
    "the image [1 0 0]; B3 is one of R_U, and its image is 1/2 (A1 + A2), with A1, A2 in U",
)
def example_2() -> Finding:
    """Three engines give the same vertices, and Psi maps them as printed.

    (A1 and A2, as printed, are in U but not extreme themselves.)
    """
    return decide(
        search=[],
        proof=Proof("n = 3, alpha = 1/2", [*counts({"U": 27, "RU": 36}), *images_of_example_2()]),
    )


# --- positive entries -----------------------------------------------------------------------


def positive_entries(least: int, most: Callable[[int], int], in_a_row: int = 1) -> list[Step]:
    """Compare bounds on the positive entries with all vertices of R_U at sizes 2, 3 and 4."""

    @lru_cache(maxsize=16)
    def found(size: int, alpha: Fraction) -> frozenset[Point]:
        p = polytope("RU", size, alpha)
        return corners(p) if size in BASES else frozenset(points(p, "walk"))

    def same(size: int, alpha: Fraction) -> bool:
        return found(size, alpha) == frozenset(points(polytope("RU", size, alpha), "structure"))

    def holds(size: int, alpha: Fraction) -> bool:
        for point in found(size, alpha):
            rows = [point[s : s + size] for s in range(0, len(point), size)]
            positive = [sum(weight != "0" for weight in row) for row in rows]
            if not least <= sum(positive) <= most(size) or max(positive) > in_a_row:
                return False
        return True

    cases = [{"size": size, "alpha": alpha} for size, alpha in EXAMINED]
    return [
        counterexample("the structure gives the same vertices of R_U", cases, same),
        counterexample("how many entries of each vertex are positive", cases, holds),
    ]


@claim(
    "KL-35",
    source=SOURCE,
    place="D.2, Corollary 5",
    statement="a matrix in ex(R_U) has between 1 and n positive entries, at most one a row",
)
def how_many_are_positive() -> Finding:
    """A vertex is a basic solution of the n equations Psi B 1 = 1.

    If n + 1 entries were positive, or two in a row, their columns in these equations, which are
    scales, would be dependent, and a dependency moves B. And B = 0 is no solution. (As a bound
    this is true, but the 1 is never attained from n = 2 on: no scale is constant.)
    """

    def equations(size: int, alpha: Fraction) -> bool:
        p = polytope("RU", size, alpha)
        rows = [row for row in p.constraints if row.equal]
        lines = normals(p, rows)
        same = all(
            len(set(line[s : s + size])) == 1 for line in lines for s in range(0, p.variables, size)
        )
        return len(rows) == size and same and all(row.constant != 0 for row in rows)

    cases = [{"size": size, "alpha": alpha} for size in SCALES for alpha in ALPHAS]
    return decide(
        search=positive_entries(1, lambda size: size),
        proof=Proof(
            "all n, all alpha in (0, 1); held against all vertices for n <= 4",
            [
                *no_movement(),
                identity(
                    "a dependency k p + d q = 0 moves nothing of Psi B 1: (b + k) p + (x + d) q",
                    (b + k) * p + (x + d) * q,
                    (b * p + x * q) + (k * p + d * q),
                ),
                identity(
                    "as does a shift between two entries of a row, of one scale",
                    (b + d) * p + (x - d) * p,
                    b * p + x * p,
                ),
                sign(
                    "n = 2 and up: a scale, v and alpha v, is not constant",
                    x - a * x,
                    ">0",
                    {"a": UNIT, "x": more_than(0)},
                ),
                counterexample(
                    "n equations, in which the entries of a row have the same column, and which "
                    "0 does not solve",
                    cases,
                    equations,
                ),
            ],
        ),
    )
