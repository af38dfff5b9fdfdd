"""Every example in the docstrings and in the prose runs and prints what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import exactdp

ROOT = Path(exactdp.__file__).parent
ROOMS = ("mechanisms", "verify", "proofs", "cli")
MODULES = [
    module.name
    for room in ROOMS
    for module in pkgutil.walk_packages([str(ROOT / room)], f"exactdp.{room}.")
]
FLAGS = doctest.NORMALIZE_WHITESPACE
PROSE = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md"))]


def run(tests, name):
    assert tests.failed == 0, f"{tests.failed} of {tests.attempted} examples fail in {name}"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    run(doctest.testmod(importlib.import_module(name), optionflags=FLAGS), name)


@pytest.mark.parametrize("name", [*PROSE, "README.md"])
def test_prose(name):
    run(doctest.testfile(str(ROOT / name), module_relative=False, optionflags=FLAGS), name)
