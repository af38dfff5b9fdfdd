"""What is built can be installed elsewhere, and works there without the checkout."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import exactdp

ROOT = Path(exactdp.__file__).parent
ALONE = ("py.typed", "__init__.pyi", "__init__.py", "__main__.py")
pytestmark = pytest.mark.slow


def run(*command, cwd, status=0):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """The sdist, and the wheel that is built from it, not from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory):
    """A fresh environment with the wheel; the path of its scripts."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "env", with_pip=True)
    scripts = folder / "env" / "bin"
    run(scripts / "python", "-m", "pip", "install", "--quiet", distributions[0], cwd=folder)
    return scripts


def test_the_wheel_holds_all_rooms_schemas_and_the_type_marker_and_no_tests(distributions):
    with zipfile.ZipFile(distributions[0]) as wheel:
        names = set(wheel.namelist())
    sources = {
        f"exactdp/{path.relative_to(ROOT)}"
        for room in ("mechanisms", "verify", "proofs", "cli")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".json")
    }
    assert sources | {f"exactdp/{name}" for name in ALONE} <= names
    assert any(name.endswith(".schema.json") for name in names)
    outside = ("tests", "examples", "benchmarks", "vectors", "docs", ".ci")
    assert not [name for name in names if name.split("/")[1] in outside]
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"exactdp"}


def test_the_sdist_holds_the_licence_and_the_readme(distributions):
    with tarfile.open(distributions[1]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "verify/checker.py"} <= names


def test_the_command_runs_elsewhere(installed, tmp_path):
    version = run(installed / "exactdp", "--version", cwd=tmp_path)
    assert version == f"exactdp {exactdp.__version__}\n"
    place = run(installed / "python", "-c", "import exactdp; print(exactdp.__file__)", cwd=tmp_path)
    assert str(ROOT) not in place


def test_a_certificate_made_elsewhere_is_rechecked_without_the_package(installed, tmp_path):
    exactdp_command = installed / "exactdp"
    build = ("build", "geometric", "--n", "4", "--alpha", "1/2", "-o", "gm.json")
    run(exactdp_command, *build, cwd=tmp_path)
    certify = ("certify", "gm.json", "--alpha", "1/2", "-o", "cert.json", "--json")
    assert json.loads(run(exactdp_command, *certify, cwd=tmp_path))["verdict"] == "holds"
    run(exactdp_command, "check", "cert.json", cwd=tmp_path)
    # -I and -S: no site-packages, so nothing but the standard library.
    (checker,) = installed.parent.glob("lib/python*/site-packages/exactdp/verify/checker.py")
    alone = run(sys.executable, "-I", "-S", checker, "cert.json", cwd=tmp_path)
    assert "accepted, verdict holds" in alone


def test_bad_input_elsewhere_is_exit_code_2_without_a_traceback(installed, tmp_path):
    command = ("certify", "absent.npy", "--alpha", "1/2")
    done = subprocess.run(
        [installed / "exactdp", *command], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_without_a_compiler_the_rest_is_set_up_and_works(tmp_path):
    checkout, tools = tmp_path / "checkout", tmp_path / "bin"
    outside = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, checkout, ignore=outside)
    tools.mkdir()
    for name in ("bash", "cat", "dirname", "id", "mkdir", "rm", "sha256sum", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    here = {"PATH": str(tools), "PYTHON": sys.executable}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | here

    def done(*command):
        return subprocess.run(
            command, cwd=checkout, env=environment, capture_output=True, text=True
        )

    plain = done("bash", ".ci/setup")
    assert plain.returncode == 0, plain.stderr
    assert "these packages are missing: " in plain.stderr
    assert "installed without pycddlib" in plain.stdout
    count = ("vertices", "U", "--size", "3", "--alpha", "1/2", "--count")
    assert done(checkout / ".venv" / "bin" / "exactdp", *count).stdout.endswith("\n27\n")
    needed = done("bash", ".ci/setup", "test")
    assert needed.returncode == 1
    assert "these packages are missing: " in needed.stderr
