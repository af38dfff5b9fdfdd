"""The rooms: packages import nothing, and their docstrings are maps of what is in them."""

import ast
import re
from pathlib import Path

import pytest

import exactdp

ROOT = Path(exactdp.__file__).parent
PACKAGES = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for room in ("mechanisms", "verify", "proofs")
    for path in (ROOT / room).rglob("__init__.py")
)


def tree(package):
    return ast.parse((ROOT / package / "__init__.py").read_text())


def inside(package):
    """The modules and packages in a package."""
    found = (ROOT / package).iterdir()
    return {p.stem for p in found if p.suffix == ".py" or (p / "__init__.py").exists()}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_is_and_imports_nothing(package):
    assert ast.get_docstring(tree(package))
    assert all(isinstance(node, ast.Expr | ast.Assign) for node in tree(package).body)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_says_is_in_it_is(package):
    named = set(re.findall(r":mod:`\.(\w+)`", ast.get_docstring(tree(package))))
    assert named <= inside(package)


@pytest.mark.parametrize("package", [p for p in PACKAGES if not p.startswith("proofs")])
def test_every_module_is_on_the_map_of_its_package(package):
    named = set(re.findall(r"`\.?(\w+)(?:\.py)?`", ast.get_docstring(tree(package))))
    assert inside(package) - {"__init__"} <= named
