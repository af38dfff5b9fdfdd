"""Sections 4.1 and 4.2, with B.1: indistinguishable vectors, U and F, scales as generators."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

from flint import fmpq

from ....mechanisms.polytopes.faces import rank
from ....mechanisms.polytopes.polytope import polytope
from ....mechanisms.polytopes.scales import combination, patterns, scale
from ....verify.judge.joining import Stated
from ...engine import facts
from ...engine.identities import identity, symbols
from ...engine.search import counterexample
from ...engine.signs import UNIT, UNIT_CLOSED, Range, sign
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .space import ALL, LEVELS, columns_with_all_tight, examined
from .vectors import Vector, cone, indistinguishable, kernels_are_one_signed, no_negative_entries

#: alpha; entries v, w (and v', w') that are neighbours; factors x and y.
a, v, w, x, y = symbols("a v w x y")


def vectors(sizes: range = range(1, 4)) -> Iterator[dict[str, Any]]:
    """Yield all vectors of small integers, with levels; negative entries too."""
    for size in sizes:
        for vector in product(map(Fraction, (0, 1, -1, 2, -2, 4)), repeat=size):
            for alpha in LEVELS:
                yield {"vector": vector, "alpha": alpha}


@claim(
    "KL-13",
    place="4.1, Definition 3",
    statement="since eps > 0, all entries of an eps-neighbour-indistinguishable vector are "
    "nonnegative",
)
def entries_are_nonnegative() -> Finding:
    """A single number has no neighbour, so for n = 1 nothing is demanded of it."""

    def nonnegative(vector: Vector, alpha: Fraction) -> bool:
        return not indistinguishable(vector, alpha) or min(vector) >= 0

    return decide(
        search=[counterexample("indistinguishable implies >= 0", vectors(), nonnegative)],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1)",
            [
                counterexample("for n = 2, 3", vectors(range(2, 4)), nonnegative),
                *no_negative_entries(),
            ],
            "n >= 2",
        ),
    )


def broken_row(vector: Vector, alpha: Fraction) -> Stated:
    """Return what a certificate states of an output: it has such chances, and breaks a printed row.

    Its column is the vector, over its largest entry.
    """
    column = [x / max(vector) for x in vector]
    near = [demand for i in range(len(vector) - 1) for demand in _near(i, alpha)]
    broken = next(i for i, (v, w) in enumerate(pairwise(column)) if w / alpha > v)
    printed = facts.linear({(broken, 0): 1, (broken + 1, 0): -1 / alpha}, 0)
    rows = [[x, 1 - x] for x in column]
    return facts.kernel(rows, *map(facts.holds, near), facts.fails(printed))


def _near(i: int, alpha: Fraction) -> list[facts.Demand]:
    """Return the demands of Definition 3 on the first output, for inputs i and i + 1."""
    return [
        facts.linear({(one, 0): 1, (other, 0): -alpha}, 0)
        for one, other in [(i, i + 1), (i + 1, i)]
    ]


@claim(
    "KL-14",
    place="4.1",
    statement="v is indistinguishable iff pi_i^+ v <= 0 and pi_i^- v <= 0, where pi_i^+ has 1 and "
    "-e^eps, and pi_i^- has -1 and e^eps, at i and i+1",
)
def constraint_rows() -> Finding:
    """As printed, the two rows are each other's negative: they demand v_i = e^eps v_(i+1)."""

    def printed(vector: Vector, alpha: Fraction) -> bool:
        rows = all(p - q / alpha <= 0 <= p - q / alpha for p, q in pairwise(vector))
        return rows == indistinguishable(vector, alpha)

    def restored(vector: Vector, alpha: Fraction) -> bool:
        rows = all(p - q / alpha <= 0 and alpha * q - p <= 0 for p, q in pairwise(vector))
        return rows == indistinguishable(vector, alpha)

    return decide(
        search=[
            counterexample(
                "the printed rows say what Definition 3 says", vectors(), printed, None, broken_row
            )
        ],
        correction=Repair(
            ALL,
            [
                counterexample("with e^-eps in pi_i^-", vectors(), restored),
                identity("pi_i^+ v = -(w - alpha v)/alpha", v - w / a, -(w - a * v) / a),
                identity("pi_i^- v = -(v - alpha w)", -v + a * w, -(v - a * w)),
                sign("1/alpha > 0", 1 / a, ">0", {"a": UNIT}),
            ],
            "pi_i^- has -1 at i and e^-eps at i+1 (and there are 2n - 2 rows)",
        ),
        scan_error="the minus sign of e^-eps in pi_i^- is missing in the text; with it the rows "
        "are right",
    )


@claim(
    "KL-15",
    place="4.1, Observation 2",
    statement="conic combinations of indistinguishable vectors are indistinguishable",
)
def conic_combinations() -> Finding:
    """The constraints are linear and homogeneous."""
    rng = Random(15)
    private = [
        case for case in vectors(range(2, 4)) if indistinguishable(case["vector"], case["alpha"])
    ]
    pairs = [
        {
            "first": one["vector"],
            "second": rng.choice(private)["vector"],
            "alpha": one["alpha"],
            "weights": (rng.randint(0, 9), rng.randint(0, 9)),
        }
        for one in private
    ]

    def stays(first: Vector, second: Vector, alpha: Fraction, weights: tuple[int, int]) -> bool:
        if len(first) != len(second) or not indistinguishable(second, alpha):
            return True
        p, q = weights
        total = tuple(p * s + q * t for s, t in zip(first, second, strict=True))
        return indistinguishable(total, alpha)

    return decide(
        search=[counterexample("x v + y V is indistinguishable", pairs, stays)],
        proof=Proof(ALL, cone()),
    )


@claim("KL-16", place="4.1", statement="U and F are convex polytopes")
def convex_polytopes() -> Finding:
    """Finitely many linear constraints; entries are >= 0 and add up to 1, so they are <= 1.

    For n = 1 the one entry is the row's sum, 1.
    """

    def bounded(size: int, alpha: Fraction, kernel: list[list[Fraction]]) -> bool:
        return all(0 <= entry <= 1 for row in kernel for entry in row)

    def not_empty(size: int, alpha: Fraction, law: tuple[Fraction, ...]) -> bool:
        return polytope("F", size, alpha, law).violated([list(law)] * size) is None

    laws = [
        {"size": s, "alpha": alpha, "law": tuple(Fraction(k, sum(weights)) for k in weights)}
        for s in (2, 3)
        for alpha in LEVELS
        for weights in product(range(3), repeat=s)
        if any(weights)
    ]
    points = [
        {"size": s, "alpha": alpha, "kernel": kernel}
        for s, alpha in ((2, Fraction(1, 2)), (3, Fraction(1, 3)))
        for kernel in examined(polytope("U", s, alpha), 250, 30)
    ]
    return decide(
        search=[
            counterexample("entries of points of U are in [0, 1]", points, bounded),
            counterexample("F is not empty: all inputs report with law z", laws, not_empty),
        ],
        proof=Proof(
            ALL,
            [
                *no_negative_entries(),
                *cone(),
                identity("x T + (1-x) T' has row sums 1", x * 1 + (1 - x) * 1, x**0),
                identity("and keeps z: x z_j + (1-x) z_j = z_j", x * v + (1 - x) * v, v),
            ],
        ),
    )


# --- 4.2 ------------------------------------------------------------------------------------


@claim(
    "KL-18",
    place="B.1, Lemma 3",
    statement="for any choice of pi_i in {pi_i^+, pi_i^-}, the rows pi_0, ..., pi_(n-2) and 1^T "
    "are independent",
)
def independent_rows() -> Finding:
    """A vector in the kernel has all steps tight: multiples of one of its entries, one sign."""

    def full_rank(size: int, alpha: Fraction) -> bool:
        for choice in product((alpha, 1 / alpha), repeat=size - 1):
            rows = [[fmpq(1)] * size]
            for i, ratio in enumerate(choice):  # v_i = ratio v_(i+1)
                row = [fmpq(0)] * size
                row[i], row[i + 1] = fmpq(1), -fmpq(ratio.numerator, ratio.denominator)
                rows.append(row)
            if rank(rows) != size:
                return False
        return True

    cases = [{"size": size, "alpha": alpha} for size in range(1, 7) for alpha in LEVELS]
    return decide(
        search=[counterexample("the n rows have rank n", cases, full_rank)],
        proof=Proof(ALL, kernels_are_one_signed()),
    )


def columns() -> Iterator[dict[str, Any]]:
    """Yield indistinguishable columns: small integers, and random walks within the bounds."""
    rng = Random(19)
    for case in vectors(range(2, 4)):
        if indistinguishable(case["vector"], case["alpha"]):
            yield {"column": case["vector"], "alpha": case["alpha"]}
    for size in (4, 6, 9):
        for alpha in LEVELS:
            column = [Fraction(1)]
            for _ in range(size - 1):
                t = Fraction(rng.randint(0, 4), 4)
                column.append(column[-1] * (alpha * t + (1 - t) / alpha))
            yield {"column": tuple(column), "alpha": alpha}


def generated(column: Vector, alpha: Fraction) -> bool:
    """Whether the scales that Lemma 1's construction finds add up to the column.

    >>> generated((Fraction(1), Fraction(1)), Fraction(1, 2))
    True
    """
    terms = combination(column, alpha)
    total = [Fraction(0)] * len(column)
    for pattern, weight in terms:
        total = [t + weight * s for t, s in zip(total, scale(pattern, alpha), strict=True)]
    few = len(terms) <= len(column)
    return tuple(total) == column and few and all(weight > 0 for _, weight in terms)


@claim(
    "KL-19",
    place="4.2 and B.1, Lemma 1 and Corollary 1",
    statement="the columns of T in U (and F) are conic combinations of scales; the extreme points "
    "of the indistinguishable probability vectors are the scales",
)
def scales_generate() -> Finding:
    """Of a vector that is not 0 one of two steps is tight at most, so n - 1 of them at an end.

    At an extreme point n independent constraints are tight: the sum, and n - 1 steps, hence
    one way of each. These are the scales, and Lemma 3 says that such constraints are
    independent. The vectors form a polytope, which its extreme points span.
    """

    def scale_is_alone(size: int, alpha: Fraction) -> bool:
        found = columns_with_all_tight(size, alpha)
        return found == {tuple(scale(pattern, alpha)) for pattern in patterns(size)}

    sizes = [{"size": size, "alpha": alpha} for size in range(2, 6) for alpha in LEVELS]
    return decide(
        search=[
            counterexample("columns are combinations of at most n scales", columns(), generated),
            counterexample("all n - 1 steps tight: the scales", sizes, scale_is_alone),
        ],
        proof=Proof(
            ALL,
            [
                *no_negative_entries(),
                identity(
                    "v = alpha w and w = alpha v give (1 - alpha^2) v = 0, and so v = w = 0",
                    (v - a * w) + a * (w - a * v),
                    (1 - a**2) * v,
                ),
                sign(
                    "then all entries are 0: from v_i = 0 follows v_(i+1) <= v_i/alpha = 0; so a "
                    "vector of sum 1 has no step that is tight both ways",
                    1 / a,
                    ">0",
                    {"a": UNIT},
                ),
                *kernels_are_one_signed(),
                *cone(),
            ],
        ),
    )


@claim(
    "KL-66",
    place="6.2",
    statement="the polytope F[z] is a strict subset of U",
)
def strict_subset() -> Finding:
    """If all inputs report with a law w that is not z, then z T = w."""

    def strict(size: int, alpha: Fraction) -> bool:
        fixed = (
            None
            if size == 1
            else polytope("F", size, alpha, [Fraction(int(k == 0)) for k in range(size)])
        )
        # Size 1 has one kernel, [1], and it keeps z = (1).
        other = [Fraction(int(k == size - 1)) for k in range(size)]
        return fixed is not None and (
            polytope("U", size, alpha).violated([other] * size) is None
            and fixed.violated([other] * size) is not None
        )

    cases = [{"size": size, "alpha": alpha} for size in (1, 2, 3, 4) for alpha in LEVELS]
    beyond = [case for case in cases if case["size"] > 1]
    z, u = x, y  # z_j and w_j
    return decide(
        search=[counterexample("some T of U does not keep z", cases, strict)],
        condition=Repair(
            "all n >= 2, all alpha in (0, 1), all z",
            [
                counterexample("for n = 2, 3, 4 and z = (1, 0, ...)", beyond, strict),
                identity(
                    "rows w: sum_i z_i w_j = w_j, where sum_i z_i = 1", z * u + (1 - z) * u, u
                ),
                sign(
                    "and constant columns are private: w - alpha w >= 0",
                    (1 - a) * w,
                    ">=0",
                    {"a": UNIT, "w": UNIT_CLOSED},
                ),
                sign(
                    "some w is not z: w_0 = (1 - z_0)/2 where z_0 >= 1/2, for z_0 - w_0 > 0, and "
                    "w_0 = 1 where z_0 < 1/2",
                    z - (1 - z) / 2,
                    ">0",
                    {"x": Range(Fraction(1, 2), Fraction(1), True, True)},
                ),
            ],
            "n >= 2",
        ),
    )
