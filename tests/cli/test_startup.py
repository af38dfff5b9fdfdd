"""A command imports what it needs, so that it starts in the time that numpy and flint take."""

import subprocess
import sys
from importlib import import_module
from inspect import getdoc

import pytest

from exactdp.cli.app import COMMANDS
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.writing import save

#: Each takes as long as the whole start of a command may, or longer.
HEAVY = {
    "cdd",
    "highspy",
    "jsonschema",
    "matplotlib",
    "pyarrow",
    "pydantic",
    "rich",
    "scipy",
    "sympy",
}
IMPORTED = """
import sys
from exactdp.cli import main
try:
    main()
finally:
    print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
"""


@pytest.fixture
def imported(tmp_path):
    save(tmp_path / "m.json", geometric(3, "1/2"))
    save(tmp_path / "m.csv", geometric(3, "1/2"))

    def packages(*arguments):
        done = subprocess.run(
            [sys.executable, "-c", IMPORTED, *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=True,
        )
        return set(done.stderr.split())

    return packages


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["certify", "--help"],
        ["certify", "m.json", "--alpha", "1/2"],
        ["certify", "m.csv", "--alpha", "1/2", "--json"],
        ["certify", "m.json", "--epsilon", "1", "--delta", "1/9", "-o", "c.json"],
        ["show", "m.json"],
        ["sample", "m.csv", "--input", "1"],
        ["profile", "m.json"],
    ],
    ids=" ".join,
)
def test_no_command_waits_for_what_it_does_not_use(imported, arguments):
    assert imported(*arguments) & HEAVY == set()


def test_a_certificate_is_rechecked_without_what_solves_and_proves(imported):
    imported("certify", "m.json", "--alpha", "1/2", "-o", "c.json")
    assert imported("check", "c.json") & (HEAVY | {"jsonschema_rs"}) == set()


def test_help_and_version_do_not_even_load_the_numbers(imported):
    for option in ("--help", "--version"):
        assert "numpy" not in imported(option)


def test_tables_are_not_checked_against_schemas(imported):
    assert "jsonschema_rs" not in imported("certify", "m.csv", "--alpha", "1/2")
    assert "jsonschema_rs" in imported("certify", "m.json", "--alpha", "1/2")


@pytest.mark.parametrize(("name", "line"), COMMANDS.items())
def test_what_help_lists_is_how_the_command_describes_itself(name, line):
    described = getdoc(import_module(f"exactdp.cli.{name.replace('-', '_')}").run)
    assert " ".join(described.split()).startswith(line.removesuffix("."))


def test_all_commands_are_listed_and_misspelt_ones_are_told_the_nearest(run):
    listed = run("--help").stdout
    assert all(f"\n  {name} " in listed for name in COMMANDS)
    assert "Did you mean 'certify'" in run("certfy", status=2).stderr
