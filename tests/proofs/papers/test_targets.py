"""Claims about extreme points: verdicts, mutations, and an engine that is not ours."""

from fractions import Fraction

import pytest

from exactdp.mechanisms.polytopes.enumeration import points
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.proofs.papers.targets import counted, movements, number_of_scales
from exactdp.proofs.papers.targets import extreme_points as claims
from exactdp.proofs.papers.targets.corners import corners, tight_rank
from exactdp.proofs.papers.targets.space import ALPHAS, HALF, is_vertex, vertices
from exactdp.proofs.statements.claim import Proof, decide

VERDICTS = {
    "NEW-7": "true",
    "KL-17": "true",
    "KL-20": "true",
    "KL-23": "true",
    "KL-26": "true",
    "KL-35": "true",
}
CASES = [(size, alpha) for size in (2, 3) for alpha in ALPHAS]


@pytest.fixture(scope="module")
def results(found):
    return found(VERDICTS)


def test_verdicts(results):
    assert {name: result["verdict"] for name, result in results.items()} == VERDICTS


@pytest.mark.parametrize("claim", ["NEW-7", "KL-17", "KL-20", "KL-35"])
def test_what_is_proved_for_all_n(results, claim):
    assert results[claim]["scope"].startswith("all n")


def test_each_step_about_movements_holds():
    assert all(step.holds for step in [*movements.no_movement(), *movements.movements()])


def test_the_parts_of_example_2_are_no_vertices():
    p = polytope("U", 3, "1/2")
    for rows in (([11, 0, 1], [10, 0, 2], [11, 0, 1]), ([9, 0, 3], [6, 0, 6], [9, 0, 3])):
        part = [[Fraction(v, 12) for v in row] for row in rows]
        assert p.violated(part) is None
        assert not is_vertex(p, part)


def test_a_span_of_another_pattern_is_refuted(monkeypatch):
    true = movements.span
    monkeypatch.setattr(movements, "span", lambda pattern, alpha: true(pattern[::-1], alpha))
    assert not movements._spans(3, HALF, (1, 0))


def test_new_7_is_held_against_vertices_and_many_other_points(results):
    tried = results["NEW-7"]["evidence"][0]["data"]["tried"]
    known = sum(len(vertices(polytope("U", *case))) for case in movements.EXAMINED)
    assert known > 700
    assert tried > known + 1000


def test_theorem_2_is_held_against_vertices_without_zeros(results):
    assert results["KL-20"]["evidence"][0]["data"]["tried"] > 50
    p = polytope("U", 3, "1/2")
    assert any("0" not in point for point in vertices(p))


@pytest.mark.parametrize("kind", ["U", "RU", "F", "RF"])
@pytest.mark.parametrize(("size", "alpha"), CASES)
def test_all_bases_give_the_vertices_of_cdd(kind, size, alpha):
    pytest.importorskip("cdd")
    p = polytope(kind, size, alpha)
    assert corners(p) == set(points(p, "cdd"))


def test_cdd_gives_the_vertices_that_are_examined_at_size_4():
    pytest.importorskip("cdd")
    p = polytope("U", 4, "1/2")
    assert vertices(p) == set(points(p, "cdd"))


def test_all_bases_keep_a_target_with_zeros():
    pytest.importorskip("cdd")
    p = polytope("F", 3, "1/2", ["1/3", "2/3", 0])
    assert corners(p) == set(points(p, "cdd"))


def test_the_tight_constraints_fix_a_vertex_and_no_other_point():
    p = polytope("U", 3, "1/2")
    third = [[Fraction(1, 3)] * 3] * 3
    assert all(tight_rank(p, p.matrix(point)) == 9 for point in corners(p))
    assert tight_rank(p, third) == 3


@pytest.mark.parametrize(("kind", "right"), [("F", 36), ("RF", 78), ("U", 27), ("RU", 36)])
@pytest.mark.parametrize("off", [-1, 1])
def test_a_wrong_count_is_refuted(kind, right, off):
    steps = counted.counts({kind: right + off})
    finding = decide(search=[], proof=Proof("this instance", steps))
    assert finding.verdict == "false"
    assert set(finding.counterexample["counts"].values()) == {right}


def test_engines_that_disagree_decide_nothing(monkeypatch):
    whole = corners(polytope("U", 3, "1/2"))
    monkeypatch.setattr(counted, "corners", lambda p: frozenset(list(whole)[1:]))
    assert [step.holds for step in counted.counts({"U": 27, "RU": 36})] == [None, None]


def test_a_wrong_number_of_scales_is_refuted():
    step = number_of_scales.count_scales(lambda size: 2 * size - 2)
    assert step.holds is False
    assert step.data["counterexample"]["size"] == 4  # 2, 4, 8 and not 6


def test_wrong_bounds_on_the_positive_entries_are_refuted():
    for steps in (
        claims.positive_entries(1, lambda size: size - 1),
        claims.positive_entries(3, lambda size: size),
        claims.positive_entries(1, lambda size: size, in_a_row=0),
    ):
        assert decide(search=steps).verdict == "false"


def test_the_bound_1_on_the_positive_entries_is_never_attained():
    assert all(step.holds for step in claims.positive_entries(2, lambda size: size))


def test_theorem_2_without_its_condition_is_refuted():
    def theorem_2(space, matrix):
        scales = all(step for pattern in movements.faces(matrix, space.alpha) for step in pattern)
        return is_vertex(space, matrix) == scales

    step = claims.criterion(theorem_2)
    assert step.holds is False
    assert any(entry == "0" for row in step.data["counterexample"]["matrix"] for entry in row)


def test_dimensions_alone_are_not_the_criterion():
    def by_dimension(space, matrix):
        free = [1 + pattern.count(0) for pattern in movements.faces(matrix, space.alpha)]
        return is_vertex(space, matrix) == (sum(free) <= space.size)

    assert claims.criterion(by_dimension).holds is False
