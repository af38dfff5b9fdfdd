import commands
import pytest


@pytest.fixture
def run(tmp_path):
    """Run the command in a folder of its own; it must not show a traceback."""

    def command(*arguments, status=0):
        cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = commands.command(arguments, tmp_path, cache)
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return command
