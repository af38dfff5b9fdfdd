"""Extreme points: engines agree, counts are as published, orbits add up."""

import shutil
import signal
import subprocess
from collections import Counter
from fractions import Fraction

import naive
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.polytopes import engines as engines_module
from exactdp.mechanisms.polytopes.adjacency import edges
from exactdp.mechanisms.polytopes.enumeration import choose_engine, orbits, points, tally, vertices
from exactdp.mechanisms.polytopes.images import image, images
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.mechanisms.polytopes.symmetry import Symmetry

COUNTS = {
    ("U", 3): 27,
    ("F", 3): 36,
    ("RU", 3): 36,
    ("RF", 3): 78,
    ("U", 4): 664,
    ("F", 4): 1806,
    ("RU", 4): 2192,
}
TARGETS = {
    2: [["1/2", "1/2"], ["1/3", "2/3"], ["0", "1"]],
    3: [["1/3"] * 3, ["1/4", "1/2", "1/4"], ["1/2", "1/3", "1/6"], ["1/2", "0", "1/2"]],
    4: [["1/2", "0", "0", "1/2"], ["1/8", "3/8", "3/8", "1/8"], ["0", "1/3", "1/6", "1/2"]],
}
CASES = [
    pytest.param(kind, size, alpha, z, marks=[pytest.mark.slow] if hard else [])
    for size, laws in TARGETS.items()
    for alpha in ("1/2", "2/3", "9/10")
    for kind in ("U", "RU", "F", "RF")
    for z in (laws if kind in ("F", "RF") else [None])
    for hard in [kind == "RF" and size == 4 and z.count("0") < 2]
    if not (hard and "0" not in z)  # tested apart
]


def engines(p):
    own = ["structure"] if p.kind in ("U", "RU") else []
    return {name: list(points(p, name, force=True)) for name in ["cdd", "lrs", "walk", *own]}


@pytest.mark.parametrize(("kind", "size"), COUNTS)
def test_the_counts_of_the_paper_and_beyond(kind, size):
    found = engines(polytope(kind, size, "1/2"))
    for name, points_ in found.items():
        assert len(points_) == len(set(points_)) == COUNTS[kind, size], name
    assert len(set(map(frozenset, found.values()))) == 1


@pytest.mark.parametrize(("kind", "size", "alpha", "z"), CASES)
def test_engines_agree_on_every_vertex(kind, size, alpha, z):
    p = polytope(kind, size, alpha, z)
    found = engines(p)
    assert all(len(one) == len(set(one)) for one in found.values())
    assert len({frozenset(one) for one in found.values()}) == 1


@pytest.mark.slow
def test_engines_agree_on_rf_at_size_4():
    p = polytope("RF", 4, "1/2")
    by_lrs = set(points(p, "lrs"))
    assert len(by_lrs) == 44358
    assert by_lrs == set(points(p, "walk"))
    assert by_lrs == set(points(p, "cdd", force=True))


@pytest.mark.slow
def test_size_5_by_two_engines():
    u = polytope("U", 5, "1/2")
    assert tally(u).count == tally(u, "lrs").count == 55725
    assert set(points(u)) == set(points(u, "lrs"))
    ru = polytope("RU", 5, "1/2")
    assert tally(ru).count == tally(ru, "lrs").count == 506275
    f = polytope("F", 5, "1/2")
    by_lrs, by_walk = (tally(f, engine, by_orbits=True) for engine in ("lrs", "walk"))
    assert by_lrs.orbits == by_walk.orbits
    assert by_lrs.count == by_walk.count == 1169850


def test_larger_sizes_are_counted_by_orbits():
    u, ru = tally(polytope("U", 5, "1/2"), by_orbits=True), tally(polytope("RU", 5, "1/2"))
    assert (u.count, ru.count, u.orbits.total()) == (55725, 506275, 287)
    assert u.orbits == Counter(orbit.size for orbit in orbits(polytope("U", 5, "1/2")))
    assert tally(polytope("U", 6, "1/2")).count == 25827726
    assert tally(polytope("RU", 6, "1/2")).count == 680346036


def test_every_vertex_is_in_its_polytope_and_private():
    for kind in ("U", "F", "RU", "RF"):
        p = polytope(kind, 3, "2/3", ["1/2", "0", "1/2"] if "F" in kind else None)
        for rows in vertices(p):
            p.require(rows)
            kernel = image(p, rows) if p.represents else rows
            assert all(sum(row) == 1 for row in kernel)
            assert naive.tightest_alpha(kernel) >= Fraction(2, 3)


def test_orbits_are_what_the_group_says():
    for kind, z in (("U", None), ("RU", None), ("F", ["1/4", "1/2", "1/4"]), ("RF", ["1/3"] * 3)):
        p = polytope(kind, 3, "1/2", z)
        symmetry = Symmetry(p)
        full = Counter(symmetry.canonical(point) for point in points(p, "lrs"))
        for engine in ("walk", "structure") if kind in ("U", "RU") else ("walk", "cdd"):
            found = {orbit.point: orbit.size for orbit in orbits(p, engine)}
            assert found == full
        assert all(symmetry.canonical(point) == point for point in full)


def test_only_symmetries_of_the_target_are_used():
    assert len(Symmetry(polytope("F", 3, "1/2", ["1/2", "1/3", "1/6"])).groups) == 3
    assert not Symmetry(polytope("F", 3, "1/2", ["1/2", "1/4", "1/4"])).reversible
    assert Symmetry(polytope("F", 3, "1/2", ["1/4", "1/2", "1/4"])).reversible
    total = tally(polytope("F", 3, "1/2", ["1/2", "1/3", "1/6"]), by_orbits=True)
    assert set(total.orbits) == {1}


def test_a_missing_engine_is_named_with_its_package(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    f = polytope("F", 3, "1/2")
    assert choose_engine(f) == "walk"
    with pytest.raises(InputError, match="lrslib, with: apt-get install lrslib"):
        list(points(f, "lrs"))
    monkeypatch.setitem(__import__("sys").modules, "cdd", None)
    with pytest.raises(InputError, match="package pycddlib, with: pip install"):
        list(points(f, "cdd"))


def test_an_engine_that_dies_raises(monkeypatch, tmp_path):
    broken = tmp_path / "lrs"
    broken.write_text("#!/bin/sh\necho begin\necho ' 1 1 0 1 0'\necho 'out of memory' >&2\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(LimitError, match="stopped before its end: out of memory"):
        list(points(polytope("U", 2, "1/2"), "lrs"))


def test_engines_are_refused_where_they_cannot():
    with pytest.raises(InputError, match="enumerates U and RU, not F"):
        choose_engine(polytope("F", 3, "1/2"), "structure")
    with pytest.raises(InputError, match="expected one of cdd, lrs, walk, structure"):
        choose_engine(polytope("F", 3, "1/2"), "porta")


def test_lrs_starting_over_is_noticed_and_nothing_comes_twice():
    # Its first attempts overflow after some vertices were said.
    for alpha, z, count in (("3/4", None, 78), ("9/10", ["1/2", "1/3", "1/6"], 84)):
        found = list(points(polytope("RF", 3, alpha, z), "lrs"))
        assert len(found) == len(set(found)) == count


def test_long_numbers_are_no_matter_but_for_lrs():
    p = polytope("F", 2, "1e-5000")
    with pytest.raises(LimitError, match="more than 900 digits, which lrs cannot read"):
        list(points(p, "lrs"))
    by_cdd, by_walk = (list(vertices(p, engine)) for engine in ("cdd", "walk"))
    assert sorted(by_cdd) == sorted(by_walk)
    assert len(by_cdd) == 2
    assert list(edges(p, points(p, "walk"))) == [(0, 1)]
    assert images(polytope("RF", 2, "1e-5000"), engine="walk").vertices == 2
    short = polytope("F", 3, "1e-140")
    assert set(points(short, "lrs")) == set(points(short, "walk"))


def test_lrs_that_changes_its_mind_is_not_believed(monkeypatch, tmp_path):
    broken = tmp_path / "lrs"
    one, other = " 1 1 0 1 0", " 1 0 1 0 1"
    lines = ["begin", one, "begin", other, "end", "*Totals: vertices=1 rays=0"]
    broken.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(RuntimeError, match="gave other vertices than before"):
        list(points(polytope("U", 2, "1/2"), "lrs"))


def test_orbits_expand_to_what_they_count():
    p = polytope("RF", 3, "2/3", ["1/4", "1/2", "1/4"])
    symmetry = Symmetry(p)
    for orbit in orbits(p, "walk"):
        found = list(symmetry.expand(orbit.point))
        assert len(found) == len(set(found)) == orbit.size <= symmetry.order
        assert {symmetry.canonical(point) for point in found} == {orbit.point}


@pytest.mark.parametrize("engine", ["lrs", "cdd"])
def test_an_engine_that_nobody_listens_to_any_more_ends(engine, monkeypatch):
    started = []

    class Noted(subprocess.Popen):
        def __init__(self, *args, **kwargs):
            started.append(self)
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    found = points(polytope("F", 4, "1/2"), engine)
    assert len(next(found)) == 16
    found.close()
    assert [process.returncode for process in started] == [-signal.SIGKILL]


@pytest.mark.parametrize("when", ["at once", "at the end"])
def test_cdd_that_dies_raises_with_its_last_words(when, monkeypatch, tmp_path):
    program = tmp_path / "cdd_process.py"
    monkeypatch.setattr(engines_module, "__file__", str(program))
    read = (
        "sys.stdin.readline()" if when == "at once" else "list(iter(sys.stdin.readline, 'end\\n'))"
    )
    program.write_text(f"import sys\n{read}\nraise SystemExit('no memory left')\n")
    # What is written to it at size 4 is more than a pipe holds.
    with pytest.raises(LimitError, match="cdd stopped before its end: no memory left"):
        list(points(polytope("RF", 4, "1/2"), "cdd", force=True))


def test_cdd_is_not_led_astray_by_files_beside_it(monkeypatch, tmp_path):
    program = tmp_path / "cdd_process.py"
    shutil.copy(engines_module.__file__.replace("engines", "cdd_process"), program)
    (tmp_path / "fractions.py").write_text("raise SystemExit('the wrong fractions')")
    monkeypatch.setattr(engines_module, "__file__", str(program))
    assert len(list(points(polytope("U", 2, "1/2"), "cdd"))) == 4


@pytest.mark.parametrize("alpha", ["1/3", "3/4", "99/100"])
@pytest.mark.parametrize("kind", ["U", "RU"])
def test_structure_agrees_with_a_walk(kind, alpha):
    p = polytope(kind, 4, alpha)
    assert set(orbits(p)) == set(orbits(p, "walk"))
