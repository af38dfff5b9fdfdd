"""Exit code 1 means "fails" and nothing else, whatever becomes of what is printed."""

import os
import shlex
import signal
import subprocess
import sys

import pytest

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.writing import save

HOLDS = ("certify", "m.json", "--alpha", "1/2")
FAILS = ("certify", "m.json", "--alpha", "2/3")
USAGE = ("certify", "m.json")


@pytest.fixture
def shell(tmp_path):
    """Run the command with the redirections of a shell; return its exit code and its errors."""
    save(tmp_path / "m.json", geometric(3, "1/2"))

    def command(arguments, redirections="", before=""):
        line = shlex.join([sys.executable, "-m", "exactdp", *arguments])
        done = subprocess.run(
            ["bash", "-c", f"{before} {line} {redirections}; exit ${{PIPESTATUS[0]}}"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr

    return command


@pytest.mark.parametrize("errors", ["2>&-", "2>/dev/full", "2> >(true)", "<&- 2>&-"])
@pytest.mark.parametrize(("arguments", "code"), [(HOLDS, 0), (FAILS, 1), (USAGE, 2)])
def test_errors_that_nobody_can_read_change_no_verdict(shell, arguments, code, errors):
    assert shell(arguments, errors)[0] == code


@pytest.mark.parametrize("output", [">&-", ">/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "arguments", [HOLDS, FAILS, (*HOLDS, "--json"), ("--help",), ("--version",), ("show", "m.json")]
)
def test_an_output_that_cannot_be_written_has_an_exit_code_of_its_own(shell, arguments, output):
    code, errors = shell(arguments, output)
    assert code == os.EX_IOERR
    assert ("the output cannot be written" in errors) == ("2>&-" not in output)


@pytest.mark.parametrize("before", ["", "trap '' PIPE;"])
@pytest.mark.parametrize("arguments", [HOLDS, FAILS, ("--help",), ("show", "m.json")])
def test_a_reader_that_has_left_has_one_too(shell, arguments, before):
    """Also where the caller ignores SIGPIPE, which children inherit."""
    assert shell(arguments, "| (exec <&-)", before)[0] == 128 + signal.SIGPIPE


def test_a_file_never_takes_the_number_of_a_closed_stream(shell, tmp_path):
    code, _ = shell((*HOLDS, "-o", "c.json"), ">&- 2>&-")
    assert code == os.EX_IOERR
    assert (tmp_path / "c.json").read_text().startswith("{")
    assert shell(("check", "c.json"))[0] == 0


def test_names_that_are_no_text_come_out_as_they_went_in(tmp_path):
    name = b"\xff.csv"
    (tmp_path / os.fsdecode(name)).write_text("1/2,1/2\n1/2,1/2\n")
    command = [sys.executable, "-m", "exactdp", "certify", name, "--alpha", "1/2"]
    for encoding in ("utf-8", "ascii"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(
            command, capture_output=True, cwd=tmp_path, env=environment, check=True
        )
        assert b".csv: HOLDS" in done.stdout
        assert (name in done.stdout) == (encoding == "utf-8")
