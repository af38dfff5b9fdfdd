"""The README's shell examples print what it says, and the example files are what they claim."""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import commands
import numpy as np
import pytest

import exactdp
from exactdp.mechanisms.design.repair import repair
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.verify import checker
from exactdp.verify.judge.judgement import certify

ROOT = Path(exactdp.__file__).parent
EXAMPLES = ROOT / "examples"
CLAIMS = {
    "solver_optimum_n10_eps1.npy": "1",
    "solver_optimum_n24_eps1.npy": "1",
    "float_geometric_n20_eps0.5.npy": "0.5",
}
PAGES = [
    "README.md",
    "docs/certificate-format.md",
    "docs/distributions.md",
    "docs/explanations.md",
    "docs/figures.md",
    "docs/law-keeping-forms.md",
    "docs/release.md",
]


def sessions(page):
    """Return the ```console blocks of a page."""
    return re.findall(r"(?ms)^```console\n(.*?)^```$", (ROOT / page).read_text())


def steps(session):
    """Yield (command, expected output) of a console block."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A folder with what the examples use, and the commands on the path."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("examples", "verify", "vectors"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "out").mkdir()
    scripts = folder / "bin"
    scripts.mkdir()
    (scripts / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (scripts / "exactdp").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m exactdp "$@"\n'
    )
    for script in scripts.iterdir():
        script.chmod(0o755)
    return folder


def printed(command, folder):
    """Return what a command prints on either stream; a shell is asked where there is more."""
    environment = {"COLUMNS": "100", "NO_COLOR": "1"}
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if words[0] == "exactdp" and not {"|", ">", "<", ";", "&&"} & set(words):
        return commands.command(words[1:], folder, environment, joined=True).stdout
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=os.environ | environment | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ).stdout


@pytest.mark.parametrize("page", PAGES)
def test_console_blocks_print_what_they_say(page, checkout):
    for session in sessions(page):
        for command, expected in steps(session):
            if not command.startswith("bash "):  # these set up a whole checkout
                assert printed(command, checkout) == expected, f"{page}: $ {command}"


def test_the_readme_has_the_main_job_that_examples_run_does():
    script = (EXAMPLES / "run").read_text()
    run = re.findall(r"^expect \d (.*)$", script, re.MULTILINE)
    solver = re.search(r"^solver=(.*)$", script, re.MULTILINE)[1]
    in_readme = [c for s in sessions("README.md") for c, _ in steps(s)]
    for step in run:
        assert step.replace("$solver", solver).replace(" --force", "") in in_readme


@pytest.mark.parametrize("name", CLAIMS)
def test_an_example_misses_its_claim_and_its_repair_meets_it(name):
    level = PrivacyLevel.from_epsilon(CLAIMS[name])
    mechanism = load(EXAMPLES / name)
    judgement = certify(mechanism, level)
    assert judgement.verdict == "fails"
    assert judgement.stochastic.rows == mechanism.size  # not one row sums to 1
    checker.check(judgement.certificate())
    repaired = certify(repair(mechanism, level).mechanism, level)
    assert repaired.verdict == "holds"
    checker.check(repaired.certificate())


def test_the_larger_solver_optimum_is_not_private_at_any_level():
    privacy = certify(
        load(EXAMPLES / "solver_optimum_n24_eps1.npy"), PrivacyLevel.from_epsilon("1")
    ).privacy
    assert privacy.zero_pairs == 18
    assert privacy.tightest_alpha == 0
    assert privacy.epsilon()["exact"] == "infinity"


@pytest.mark.parametrize("script", ["make_float_geometric.py", "make_solver_optimum.py"])
def test_the_scripts_make_what_is_shipped(script, tmp_path, monkeypatch):
    arguments = ["10", "24"] if "solver" in script else []
    if arguments:
        pytest.importorskip("scipy", reason="the extra `examples` is not installed")
    monkeypatch.setattr(sys, "argv", [script, *arguments, "--folder", str(tmp_path)])
    runpy.run_path(str(EXAMPLES / script), run_name="__main__")
    made = sorted(tmp_path.iterdir())
    assert made
    for path in made:
        # Another version of the solver or of numpy may end in other last digits.
        shipped = np.load(EXAMPLES / path.name)
        np.testing.assert_allclose(np.load(path), shipped, atol=1e-6)


@pytest.mark.slow
def test_the_set_up_leaves_alone_what_is_there(tmp_path):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "setup", tmp_path / ".ci" / "setup")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    done = subprocess.run(
        ["bash", tmp_path / ".ci" / "setup"],
        env=os.environ | {"PYTHON": "no-such-python"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "there is no no-such-python: install Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()
