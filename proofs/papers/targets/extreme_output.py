"""Section C.2: Algorithm 1 returns an extreme point of F.

The printed proof rests on Lemma 5, which fails where z has zeros. Theorem 6 is proved here in
another way, for every z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ....mechanisms.polytopes.polytope import Polytope
from ....verify.judge.extreme import extreme
from ...engine.evidence import Step
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, at_least, more_than, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .algorithm_1 import RUNS, algorithm_1, kept, passes, runs, space_of
from .space import ALL, HALF, is_vertex, vertices
from .vectors import kernels_are_one_signed

a, r, s, R, t, c, x, k, w = symbols("a r s R t c x k w")
#: The laws at size 4 for which all vertices of F are listed.
AT_FOUR = [tuple(Fraction(w, 4) for w in (1, 1, 1, 1)), (0, HALF, HALF, 0)]


def chosen(z: Sequence[Fraction], order: Sequence[int]) -> list[int]:
    """Return the columns that are selected, in order."""
    return [j for j in order if z[j] > 0]


@lru_cache(maxsize=64)
def vertex_columns(space: Polytope) -> list[list[tuple[Fraction, ...]]]:
    """Return the columns of each vertex of F."""
    return [list(zip(*space.matrix(point), strict=True)) for point in vertices(space)]


def lemma_5(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
    """Whether o_jj > o'_jj for all vertices O' of F_j with another column j.

    If it holds so far, F_j is a face of F, and its vertices are vertices of F; a mixture of
    vertices keeps the inequality.
    """
    return rival(z, alpha, order) is None


def rival(
    z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int], strictly: bool = False
) -> tuple[int, list[tuple[Fraction, ...]]] | None:
    """Return j and a vertex of F_j with another column j and o'_jj >= o_jj (> if `strictly`)."""
    output = list(zip(*algorithm_1(z, alpha, order).kernel, strict=True))
    left = vertex_columns(space_of(z, alpha))
    for j in chosen(z, order):
        for other in left:
            more = other[j][j] - output[j][j]
            if other[j] != output[j] and (more > 0 if strictly else more >= 0):
                return j, other
        left = [o for o in left if o[j] == output[j]]
    return None


def small_runs() -> Iterator[dict[str, Any]]:
    """Yield the runs whose polytope F has all its vertices listed; at size 4, some of them."""
    for case in runs(more=()):
        large = len(case["z"]) == 4
        if not large or (case["alpha"] == HALF and case["z"] in AT_FOUR and case["order"][0] == 1):
            yield case


def largest_diagonal() -> list[Step]:
    """Prove o_jj >= o'_jj for every O' in F_j, and where z > 0 that equality needs O'_j = O_j.

    Suppose not. Then o'_ij < o_ij in some row i, or else z O'_j > z_j. Let i < j, say, be the
    last such: o_i > o'_i = o_i - x and o'_(i+1) = o_(i+1) + c with x > 0, c >= 0.
    """
    more = {"a": UNIT, "x": more_than(0), "c": at_least(0)}
    return [
        sign(
            "O'_j >= O_j, more at j or, if all z > 0, anywhere: z (O'_j - O_j) > 0",
            w * x + k * c,
            ">0",
            {"w": more_than(0), "x": more_than(0), "k": at_least(0), "c": at_least(0)},
        ),
        sign(
            "if o_i = a o_(i+1): o'_i - a o'_(i+1) < 0, which O' may not have",
            (a * s - x) - a * (s + c),
            "<0",
            {**more, "s": at_least(0)},
        ),
        sign(
            "else p_i was flipped, so r_i = r_(i+1)/a when column j is full, and for the rest "
            "R_i = r_i + x, R_(i+1) = r_(i+1) - c of O': R_i > R_(i+1)/a, though R is a sum of "
            "columns",
            (r / a + x) - (r - c) / a,
            ">0",
            {**more, "r": at_least(0)},
        ),
    ]


def positive(case: dict[str, Any]) -> bool:
    """Whether z has no zeros."""
    return bool(min(case["z"]) > 0)


@claim(
    "KL-42",
    place="C.2, Lemma 5",
    statement="for O' in F_j with O'_j != O_j, o_jj > o'_jj",
)
def diagonal_is_largest() -> Finding:
    """Rows with z_i = 0 do not enter z O'_j = z_j, so O'_j may be smaller there alone."""
    positive_runs = (case for case in small_runs() if positive(case))

    def exhibit(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> dict[str, Any]:
        j, other = rival(z, alpha, order) or (0, [])
        rows = [list(row) for row in zip(*other, strict=True)]
        return {"j": j, "O": algorithm_1(z, alpha, order).kernel, "O'": rows}

    def no_larger(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
        return rival(z, alpha, order, strictly=True) is None

    return decide(
        search=[counterexample("o_jj > o'_jj", small_runs(), lemma_5, exhibit)],
        condition=Repair(
            ALL,
            [
                counterexample("o_jj > o'_jj, z > 0", positive_runs, lemma_5),
                counterexample("o_jj >= o'_jj, all z", small_runs(), no_larger),
                *largest_diagonal(),
            ],
            "all entries of z are positive (for any z, o_jj >= o'_jj)",
        ),
    )


def meets(vector: Sequence[Fraction], step: int, alpha: Fraction) -> set[int]:
    """Return in which directions a step of a vector is tight: +1 up, -1 down, both for zeros."""
    low, high = vector[step], vector[step + 1]
    return {p for p, tight in ((1, low == alpha * high), (-1, high == alpha * low)) if tight}


def closes(z: Sequence[Fraction], alpha: Fraction, order: Sequence[int]) -> bool:
    """Whether each step is tight in O_j, or in all columns after it in one direction."""
    kernel = algorithm_1(z, alpha, order).kernel
    columns = [list(column) for column in zip(*kernel, strict=True)]
    selected = chosen(z, order)
    for place, j in enumerate(selected):
        later = [columns[other] for other in selected[place + 1 :]]
        for step in range(len(z) - 1):
            common = {1, -1}.intersection(*(meets(column, step, alpha) for column in later))
            if not meets(columns[j], step, alpha) and not common:
                return False
    return True


@claim(
    "KL-43",
    place="5.2 and C.2, Lemma 6 and Theorem 6",
    statement="Algorithm 1 outputs a matrix in ex(F), whatever z",
)
def output_is_extreme() -> Finding:
    """The printed proof needs Lemma 5, which fails where z has zeros; this one does not.

    Let D be a movement at O: columns with D_j = 0 where O_j = 0 and tight wherever O_j is
    tight, D 1 = 0, z D = 0. A step that is free in O_j was flipped while j was filled, so r met
    its bound then, and ever after: the later columns are tight there, all in one direction. So
    is D_j for the first column, being minus the sum of the D of the later ones. Hence all n-1
    steps of D_j are tight, and D_j is a multiple of a positive vector; from z D_j = 0, D_j = 0.
    And so on, column by column.
    """

    def listed(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
        return is_vertex(space_of(z, alpha), algorithm_1(z, alpha, order).kernel)

    def tested(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
        return extreme(algorithm_1(z, alpha, order).kernel, space_of(z, alpha)).holds

    return decide(
        search=[
            counterexample("the output is a vertex of F", small_runs(), listed),
            counterexample("the output is extreme in F", runs(sizes=(4,)), tested),
        ],
        proof=Proof(
            f"{ALL}, all z and orders; held against {RUNS}",
            [
                counterexample(
                    "a step is tight in O_j, or in all later columns in one direction",
                    runs(),
                    closes,
                ),
                counterexample("a bound that r meets it meets ever after", passes(), kept),
                identity(
                    "sums keep it: s_i - a s_(i+1) = 0 and R_i - a R_(i+1) = 0",
                    (s + R) - a * (s / a + R / a),
                    0 * s,
                ),
                *kernels_are_one_signed(),
                sign(
                    "z times a positive vector is positive",
                    w * s + c,
                    ">0",
                    {"w": more_than(0), "s": more_than(0), "c": at_least(0)},
                ),
            ],
        ),
    )


@claim(
    "KL-64",
    place="C.2, after Definition 16",
    statement="F_j = F for the first column that is selected, F_j = {O} for the last, and the "
    "F_j are nested",
)
def nested_sets() -> Finding:
    """F_j fixes the columns before j; with all but one fixed, the row sums fix the last.

    Columns with z_j = 0 are never selected; they are 0 in all of F.
    """

    def as_stated(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
        space, selected = space_of(z, alpha), chosen(z, order)
        output = list(zip(*algorithm_1(z, alpha, order).kernel, strict=True))
        every = vertex_columns(space)
        sets = [
            [o for o in every if all(o[done] == output[done] for done in selected[:t])]
            for t in range(len(selected))
        ]
        shrinking = all(all(o in before for o in after) for before, after in pairwise(sets))
        return sets[0] == every and sets[-1] == [output] and shrinking

    def complement(z: tuple[Fraction, ...], alpha: Fraction, order: Sequence[int]) -> bool:
        kernel, last = algorithm_1(z, alpha, order).kernel, chosen(z, order)[-1]
        return all(row[last] == 1 - sum(row[:last]) - sum(row[last + 1 :]) for row in kernel)

    return decide(
        search=[counterexample("F, ..., {O}, each within the one before", small_runs(), as_stated)],
        proof=Proof(
            ALL,
            [
                counterexample(
                    "one column free: it is 1 less the others", runs(sizes=(2, 3)), complement
                ),
                sign(
                    "a column with z_j = 0 is 0, in any O' of F: were it positive, so were z O'_j",
                    w * s + c,
                    ">0",
                    {"w": more_than(0), "s": more_than(0), "c": at_least(0)},
                ),
            ],
        ),
    )
