"""The public face: what ``import exactdp`` offers is all there, explained, and loads late."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import exactdp

ROOT = Path(exactdp.__file__).parent
ROOMS = ("cli", "mechanisms", "verify", "proofs")
NAMES = exactdp.__all__


def stub():
    return ast.parse((ROOT / "__init__.pyi").read_text())


def test_the_names_are_those_of_the_typed_list():
    imported = [a.name for node in stub().body if isinstance(node, ast.ImportFrom)
                for a in node.names]  # fmt: skip
    (stated,) = [node.value for node in stub().body if isinstance(node, ast.Assign)]
    assert sorted(imported) == sorted(ast.literal_eval(stated)) == sorted(NAMES)


def test_importing_it_loads_no_heavy_package():
    heavy = ("numpy", "flint", "sympy", "highspy", "pyarrow", "typer", "rich", "jsonschema")
    code = f"import exactdp, sys; sys.exit(', '.join(m for m in {heavy} if m in sys.modules) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_explained_with_examples_that_run(name):
    thing = getattr(exactdp, name)
    text = inspect.getdoc(thing)
    assert "\nExamples\n--------\n" in text
    if inspect.isfunction(thing):
        assert "\nParameters\n----------\n" in text
    (examples,) = doctest.DocTestFinder(recurse=False).find(
        thing, name, module=False, globs={each: getattr(exactdp, each) for each in NAMES}
    )
    assert examples.examples
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


def test_the_example_of_the_package_runs():
    assert doctest.testmod(exactdp).failed == 0


def packages():
    for room in ROOMS:
        for found in pkgutil.walk_packages([str(ROOT / room)], f"exactdp.{room}."):
            yield found.name


def test_no_submodule_is_shadowed_by_anything_of_its_name():
    modules = {name: importlib.import_module(name) for name in packages()}
    modules |= {f"exactdp.{room}": importlib.import_module(f"exactdp.{room}") for room in ROOMS}
    for name in NAMES:  # all that is lazy is loaded
        getattr(exactdp, name)
    for name, module in modules.items():
        parent, _, own = name.rpartition(".")
        assert getattr(sys.modules[parent], own) is module


def test_the_reference_is_what_the_docstrings_say():
    page = runpy.run_path(str(ROOT / "docs" / "reference.py"))["page"]
    assert page() == (ROOT / "docs" / "reference.md").read_text(), "run: python docs/reference.py"
