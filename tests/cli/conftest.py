import os
import subprocess
import sys

import pytest


@pytest.fixture
def run(tmp_path):
    """Run the command in a folder of its own; it must not show a traceback."""

    def command(*arguments, status=0):
        done = subprocess.run(
            [sys.executable, "-m", "exactdp", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
            check=False,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return command
