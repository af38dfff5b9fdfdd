"""The tree drawn as rooms and arrows: no circle of imports, and no arrow that points up."""

import ast
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("mechanisms", "verify", "proofs", "cli")
FILES = {
    file: tuple(p for p in file.relative_to(ROOT).with_suffix("").parts if p != "__init__")
    for room in ROOMS
    for file in (ROOT / room).rglob("*.py")
}
MODULES = set(FILES.values())

#: Each floor leans on those before it, never on one after it; a row is a building.
FLOORS = (
    [("mechanisms",), ("verify",), ("proofs",), ("cli",)],
    [
        ("mechanisms", room)
        for room in (
            *("exact", "kernels", "families", "design"),
            *("polytopes", "keeping", "sampling", "release"),
        )
    ],
    [("verify", "checker"), ("verify", "judge"), ("verify", "laws")],
    [
        ("proofs", room)
        for room in (
            *("engine", "statements", "deciding", "lemmas"),
            *("papers", "figures", "catalogue"),
        )
    ],
    [("proofs", "lemmas"), ("proofs", "findings"), ("proofs", "catalogue")],
)
#: Rooms of which none looks into another.
APART = [
    ("proofs", "findings"),
    *(("proofs", "papers", paper) for paper in ("constrained", "notes", "releasing", "targets")),
]


def imported(file):
    """Yield the modules that a file imports, wherever in it, those for types alone too."""
    here = FILES[file] if file.name == "__init__.py" else FILES[file][:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                start = here[: len(here) - node.level + 1]
            elif (node.module or "").split(".")[0] == "exactdp":
                start = ()
            else:
                continue
            base = (*start, *(node.module or "").removeprefix("exactdp").strip(".").split("."))
            base = tuple(part for part in base if part)
            for alias in node.names:
                inner = (*base, alias.name)
                yield inner if inner in MODULES else base


ARROWS = {
    (one, other)
    for file, one in FILES.items()
    for other in imported(file)
    if other in MODULES and other != one
}


def between(upper, lower):
    """Return the arrows from one room into another, for people."""
    return sorted(
        f"{'.'.join(one)} -> {'.'.join(other)}"
        for one, other in ARROWS
        if one[: len(upper)] == upper and other[: len(lower)] == lower
    )


def test_the_imports_are_seen():
    assert len(MODULES) > 300
    assert (("proofs", "lemmas", "kms"), ("proofs", "engine", "sums")) in ARROWS
    assert between(("verify",), ("mechanisms", "exact"))


@pytest.mark.parametrize("floors", FLOORS, ids=lambda floors: ".".join(floors[-1]))
def test_no_arrow_points_up(floors):
    for k, lower in enumerate(floors):
        for upper in floors[k + 1 :]:
            assert between(lower, upper) == []


def test_no_paper_imports_another_nor_a_finding():
    for room in APART:
        for other in APART:
            assert room == other or between(room, other) == []


def test_a_lemma_decides_no_claim_and_the_methods_know_no_paper():
    for file, module in FILES.items():
        if module[:2] in (("proofs", "lemmas"), ("proofs", "engine"), ("proofs", "deciding")):
            assert "@claim" not in file.read_text(encoding="utf-8")


def test_the_checker_shares_nothing_with_what_it_checks():
    assert between((), ("verify", "checker")) == ["verify.forms -> verify.checker"]
    assert between((), ("verify", "forms")) == []
    for program in ("checker", "forms"):
        assert between(("verify", program), ("mechanisms",)) == []
        assert between(("verify", program), ("verify", "judge")) == []


def test_there_is_no_circle_of_imports():
    graph = defaultdict(set)
    for one, other in ARROWS:
        graph[one].add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(".".join(module) for module in error.args[1]))
